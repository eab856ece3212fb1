"""What the host refuses: without these a host that takes anything would pass for one that checks."""

import copy
import json
import unittest
import urllib.error
import urllib.request

from host import Host

TOOLS = [{"name": n, "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": n == "look"}} for n in ("look", "order")]

OPENAI = {"Content-Type": "application/json", "Authorization": "Bearer key"}
AGENTS = {**OPENAI, "OpenAI-Beta": "agents=v1"}
ANTHROPIC = {"Content-Type": "application/json", "x-api-key": "key", "anthropic-version": "2023-06-01", "anthropic-beta": "mcp-client-2025-11-20"}

RESPONSES = {
    "model": "gpt-5.4", "input": "How many?",
    "tools": [
        {"type": "tool_search"},
        {"type": "mcp", "server_label": "stock", "server_description": "Stock.", "server_url": "https://stock.example.com/mcp", "authorization": "token",
         "allowed_tools": ["look", "order"], "require_approval": {"never": {"tool_names": ["look"]}}, "defer_loading": True},
    ],
}
SESSION = {
    "agent": {"model": "gpt-5.4", "tools": [
        {"type": "mcp", "server_label": "stock", "transport": {"type": "http", "server_url": "https://stock.example.com/mcp"},
         "connection_origin": "service", "allowed_tools": ["look"], "required": True}]},
    "environment": {"type": "none"}, "input": "How many?", "stream": True,
}
EVENTS = {"events": [{"type": "agent.session.input.mcp_approval_request_result", "request_id": "r",
                      "response": {"type": "mcp_tool_call", "decision": "approve"}}]}
MESSAGES = {
    "model": "claude-sonnet-5-5", "max_tokens": 9, "messages": [{"role": "user", "content": "How many?"}],
    "mcp_servers": [{"type": "url", "url": "https://stock.example.com/mcp", "name": "stock", "authorization_token": "token"}],
    "tools": [{"type": "mcp_toolset", "mcp_server_name": "stock", "default_config": {"enabled": False}, "configs": {"look": {"enabled": True}}}],
}

GONE = object()
GOOD = {
    "/v1/responses": (OPENAI, RESPONSES),
    "/v1/agents/sessions": (AGENTS, SESSION),
    "/v1/agents/sessions/sess_1/events": (AGENTS, EVENTS),
    "/v1/messages": (ANTHROPIC, MESSAGES),
}

# What is wrong: the path of the request, where it is changed, to what, and a part of the reason.
BAD = {
    "a model that is none": ("/v1/responses", "model", "gpt-9", "the model is 'gpt-9'"),
    "no input": ("/v1/responses", "input", GONE, "body.input is missing"),
    "an unknown member": ("/v1/responses", "tool", [], "body.tool is unknown"),
    "an unknown member of a tool": ("/v1/responses", "tools.1.description", "x", "description is unknown"),
    "a type that there is not": ("/v1/responses", "tools.1.type", "mcp_server", "fits none"),
    "no label": ("/v1/responses", "tools.1.server_label", GONE, "server_label is missing"),
    "a label with a blank": ("/v1/responses", "tools.1.server_label", "my stock", "'my stock'"),
    "no address": ("/v1/responses", "tools.1.server_url", GONE, "want exactly one of server_url"),
    "two addresses": ("/v1/responses", "tools.1.connector_id", "connector_gmail", "want exactly one of server_url"),
    "an address of this machine": ("/v1/responses", "tools.1.server_url", "http://127.0.0.1/mcp", "public https URL"),
    "Bearer in authorization": ("/v1/responses", "tools.1.authorization", "Bearer token", "without Bearer"),
    "an empty token": ("/v1/responses", "tools.1.authorization", "", "without Bearer"),
    "a token twice": ("/v1/responses", "tools.1.headers", {"Authorization": "Bearer token"}, "in both"),
    "a list where the never-list has an object": ("/v1/responses", "tools.1.require_approval.never", ["look"], "want an object"),
    "a word that is no approval": ("/v1/responses", "tools.1.require_approval", "sometimes", "require_approval fits none"),
    "an approval that is a boolean": ("/v1/responses", "tools.1.require_approval", False, "fits none"),
    "an empty never-list": ("/v1/responses", "tools.1.require_approval.never", {}, "names no tool"),
    "an unknown tool that never asks": ("/v1/responses", "tools.1.require_approval.never.tool_names", ["glance"], "none of the tools"),
    "a tool that never asks and is not allowed": ("/v1/responses", "tools.1.allowed_tools", ["order"], "none of the tools"),
    "a tool twice": ("/v1/responses", "tools.1.allowed_tools", ["look", "look"], "twice"),
    "one name in place of a list": ("/v1/responses", "tools.1.allowed_tools", "look", "fits none"),
    "deferred tools that nobody can search": ("/v1/responses", "tools.0", GONE, "must come together"),
    "a search of nothing": ("/v1/responses", "tools.1.defer_loading", False, "must come together"),
    "a flag that is a word": ("/v1/responses", "tools.1.defer_loading", "true", "want bool"),
    "an approval of nothing": ("/v1/responses", "input", [{"type": "mcp_approval_response", "approval_request_id": "r", "approve": True}], "answers a request"),
    "an approval that is a word": ("/v1/responses", "input", [{"type": "mcp_approval_response", "approval_request_id": "r", "approve": "yes"}], "want bool"),
    "no key for OpenAI": ("/v1/responses", "headers.Authorization", GONE, "Authorization"),
    "a form in place of JSON": ("/v1/responses", "headers.Content-Type", "application/x-www-form-urlencoded", "Content-Type"),
    "no beta header for the Agents API": ("/v1/agents/sessions", "headers.OpenAI-Beta", GONE, "OpenAI-Beta"),
    "no environment": ("/v1/agents/sessions", "environment", GONE, "environment is missing"),
    "no question where there is no environment": ("/v1/agents/sessions", "input", GONE, "body.input is missing"),
    "the address where Responses has it": ("/v1/agents/sessions", "agent.tools.0.server_url", "https://stock.example.com/mcp", "server_url is unknown"),
    "the approvals that Responses has": ("/v1/agents/sessions", "agent.tools.0.require_approval", "never", "require_approval is unknown"),
    "a call from an environment that there is not": ("/v1/agents/sessions", "agent.tools.0.connection_origin", "environment", "environment is none"),
    "a command without a folder": ("/v1/agents/sessions", "agent.tools.0.transport", {"type": "stdio", "command": "stock"}, "cwd is missing"),
    "a command that says where it runs": ("/v1/agents/sessions", "agent.tools.0.transport", {"type": "stdio", "command": "stock", "cwd": "/"}, "connection_origin is for http"),
    "a session with an unknown tool": ("/v1/agents/sessions", "agent.tools.0.allowed_tools", ["glance"], "none of the tools"),
    "a decision that is none": ("/v1/agents/sessions/sess_1/events", "events.0.response.decision", "yes", "want one of"),
    "no beta header for the connector": ("/v1/messages", "headers.anthropic-beta", GONE, "anthropic-beta"),
    "no key for Anthropic": ("/v1/messages", "headers.x-api-key", GONE, "neither the header x-api-key"),
    "no version": ("/v1/messages", "headers.anthropic-version", GONE, "anthropic-version"),
    "a model that ends": ("/v1/messages", "model", "claude-sonnet-4-5", "deprecated"),
    "no limit of tokens": ("/v1/messages", "max_tokens", GONE, "max_tokens is missing"),
    "a server without its toolset": ("/v1/messages", "tools", GONE, "each needs the other"),
    "a toolset of another server": ("/v1/messages", "tools.0.mcp_server_name", "shop", "each needs the other"),
    "the tools where they were in an earlier version": ("/v1/messages", "mcp_servers.0.tool_configuration", {"enabled": True}, "earlier version"),
    "a misspelt switch": ("/v1/messages", "tools.0.configs.look", {"enable": True}, "enable is unknown"),
    "a switch of an unknown tool": ("/v1/messages", "tools.0.configs.glance", {"enabled": True}, "none of the tools"),
    "a server on this machine": ("/v1/messages", "mcp_servers.0.url", "http://localhost:8080/mcp", "public https URL"),
    "the betas in the body": ("/v1/messages", "betas", ["mcp-client-2025-11-20"], "belongs in the header"),
    "a path that is none": ("/v1/message", "", None, "no call of these vendors"),
}


class Refusals(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.host = Host()
        cls.addClassCleanup(cls.host.stop)

    def post(self, path, headers, body):
        """The status, the answer and the faults that the host noted."""
        run = self.host.run({"tools": TOOLS})
        request = urllib.request.Request(run.url + path, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, answer.read().decode(), run.faults
        except urllib.error.HTTPError as e:
            with e:
                return e.code, e.read().decode(), run.faults

    def test_good_requests_are_answered(self):
        for path, (headers, body) in GOOD.items():
            with self.subTest(path):
                status, answer, faults = self.post(path, headers, body)
                self.assertEqual((status, faults), (200, []), answer)

    def test_bad_requests_are_refused_and_noted(self):
        for name, (path, where, value, reason) in BAD.items():
            with self.subTest(name):
                headers, body = copy.deepcopy(GOOD.get(path, (OPENAI, {})))
                if where:
                    change({"headers": headers} if where.startswith("headers.") else body, where.split("."), value)
                status, answer, faults = self.post(path, headers, body)
                self.assertEqual(status, 400, answer)
                self.assertIn(reason, " ".join(faults))
                self.assertIn(reason, json.loads(answer)["error"]["message"])


def change(body, where, value):
    """Sets one member, or removes it."""
    *way, last = [int(step) if step.isdigit() else step for step in where]
    for step in way:
        body = body[step]
    if value is GONE:
        del body[last]
    else:
        body[last] = value


if __name__ == "__main__":
    unittest.main()
