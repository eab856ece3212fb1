"""What each vendor takes as a request: the published type of the body, and the rules that a type cannot hold.

The types are those of the official packages in requirements.txt. Each rule names the page it was read from; all pages were read on
2026-11-29. A function returns the faults, one sentence each; none when the vendor would take the request.
"""

import re
import typing
import urllib.parse

from anthropic.resources.beta.messages.messages import DEPRECATED_MODELS
from anthropic.types import ModelParam
from anthropic.types.beta.message_create_params import MessageCreateParams
from openai.types.beta.agents.session_create_params import SessionCreateParams
from openai.types.beta.agents.sessions.event_create_params import EventCreateParams
from openai.types.responses.response_create_params import ResponseCreateParams
from openai.types.shared import ChatModel

from shape import faults, flat

# The documented version, https://platform.claude.com/docs/en/api/versioning, and the one that the official packages send.
ANTHROPIC_VERSIONS = ("2023-06-01", "2026-10-21")

# The types take any string as a model, and name those that there are.
OPENAI_MODELS = set(typing.get_args(ChatModel))
ANTHROPIC_MODELS = {m for branch in flat(ModelParam) for m in typing.get_args(branch)} - set(DEPRECATED_MODELS)

# Labels and names stand in front of the names of tools, which are letters, digits, "_" and "-":
# https://developers.openai.com/api/docs/guides/function-calling and
# https://platform.claude.com/docs/en/agents-and-tools/mcp-connector
LABEL = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")


def responses(headers, body, tools):
    """POST /v1/responses, https://developers.openai.com/api/reference/resources/responses/methods/create"""
    found = openai_key(headers) + faults(body, ResponseCreateParams)
    if found:
        return found
    if not body.get("input"):
        found.append("body.input is missing or empty")
    found += model_faults(body.get("model"), OPENAI_MODELS)
    listed = body.get("tools", [])
    found += repeated([t["server_label"].lower() for t in listed if t["type"] == "mcp"], "server_label")
    for i, tool in enumerate(listed):
        if tool["type"] == "mcp":
            found += mcp_tool(tool, tools, f"body.tools[{i}]")
    # Deferring and searching go together: https://developers.openai.com/api/docs/guides/tools-tool-search
    deferred = any(t.get("defer_loading") for t in listed)
    searched = any(t["type"] == "tool_search" for t in listed)
    if deferred != searched:
        found.append("defer_loading and a tool of type tool_search must come together")
    given = body.get("input") if isinstance(body.get("input"), list) else []
    answers = any(i.get("type") == "mcp_approval_response" for i in given)
    if answers and not body.get("previous_response_id") and not any(i.get("type") == "mcp_approval_request" for i in given):
        found.append("an approval answers a request that is neither in body.input nor in an earlier response that body.previous_response_id names")
    return found


def mcp_tool(tool, tools, path):
    """https://developers.openai.com/api/docs/guides/tools-connectors-mcp"""
    found = label_faults(tool["server_label"], f"{path}.server_label")
    addresses = [name for name in ("server_url", "tunnel_id", "connector_id") if name in tool]
    if len(addresses) != 1:
        found.append(f"{path} has {addresses or 'no address'}, want exactly one of server_url, tunnel_id and connector_id")
    if "server_url" in tool:
        found += public_faults(tool["server_url"], f"{path}.server_url")
    if tool.get("authorization", "x").lower().startswith("bearer ") or tool.get("authorization") == "":
        found.append(f"{path}.authorization is the token by itself, without Bearer")
    if "authorization" in tool and any(name.lower() == "authorization" for name in tool.get("headers") or {}):
        found.append(f"{path} sends a token in both authorization and headers")
    allowed = tool.get("allowed_tools")
    if isinstance(allowed, dict):
        allowed = allowed.get("tool_names")
    found += unknown(allowed, tools, f"{path}.allowed_tools")
    approval = tool.get("require_approval")
    if isinstance(approval, dict):
        for name in ("never", "always"):
            if name in approval and not approval[name]:
                found.append(f"{path}.require_approval.{name} is empty, which names no tool")
            found += unknown(approval.get(name, {}).get("tool_names"), tools if allowed is None else allowed, f"{path}.require_approval.{name}")
    return found


def session(headers, body, tools):
    """POST /v1/agents/sessions, https://developers.openai.com/api/docs/guides/agents-api/tools/mcp"""
    found = openai_key(headers) + agents_beta(headers) + faults(body, SessionCreateParams)
    if found:
        return found
    agent, environment = body.get("agent", {}), body["environment"]["type"]
    if "agent_id" not in body or "model" in agent:
        found += model_faults(agent.get("model"), OPENAI_MODELS)
    if environment == "none" and not body.get("input"):
        found.append("body.input is missing, which environment none needs")
    listed = [t for t in agent.get("tools") or [] if t["type"] == "mcp"]
    found += repeated([t["server_label"] for t in listed], "server_label")
    for i, tool in enumerate(listed):
        path, transport = f"body.agent.tools[{i}]", tool["transport"]
        found += label_faults(tool["server_label"], f"{path}.server_label")
        found += unknown(tool.get("allowed_tools"), tools, f"{path}.allowed_tools")
        if transport["type"] == "stdio":
            if "connection_origin" in tool:
                found.append(f"{path}.connection_origin is for http; stdio always runs in the environment")
            if not transport["cwd"].startswith("/"):
                found.append(f"{path}.transport.cwd is {transport['cwd']!r}, want an absolute path")
        elif tool.get("connection_origin", "service") == "service":
            found += public_faults(transport["server_url"], f"{path}.transport.server_url")
        if environment == "none" and (transport["type"] == "stdio" or tool.get("connection_origin") == "environment"):
            found.append(f"{path} runs in the environment, and body.environment is none")
    return found


def session_events(headers, body, tools):
    """POST /v1/agents/sessions/{id}/events"""
    return openai_key(headers) + agents_beta(headers) + faults(body, EventCreateParams)


def messages(headers, body, tools):
    """POST /v1/messages, https://platform.claude.com/docs/en/agents-and-tools/mcp-connector"""
    key = headers.get("x-api-key") or headers.get("authorization", "").startswith("Bearer ")
    found = [] if key else ["neither the header x-api-key nor Authorization has a key"]
    if headers.get("anthropic-version") not in ANTHROPIC_VERSIONS:
        found.append(f"the header anthropic-version is {headers.get('anthropic-version')!r}, want one of {ANTHROPIC_VERSIONS}")
    found += faults(body, MessageCreateParams)
    if "betas" in body or "anthropic-beta" in body:
        found.append("body.betas belongs in the header anthropic-beta")
    if found:
        return found
    found += model_faults(body["model"], ANTHROPIC_MODELS)
    servers = [s["name"] for s in body.get("mcp_servers", [])]
    sets = [t for t in body.get("tools", []) if t.get("type") == "mcp_toolset"]
    betas = {b.strip() for b in headers.get("anthropic-beta", "").split(",")}
    if servers and not betas & {"mcp-client-2025-11-20", "mcp-client-2026-09-15"}:
        found.append(f"the header anthropic-beta is {sorted(betas)}, want mcp-client-2025-11-20 or a later one")
    found += repeated(servers, "name") + repeated([t["mcp_server_name"] for t in sets], "mcp_server_name")
    if set(servers) != {t["mcp_server_name"] for t in sets}:
        found.append(f"body.mcp_servers has {servers} and the toolsets name {[t['mcp_server_name'] for t in sets]}; each needs the other")
    for i, server in enumerate(body.get("mcp_servers", [])):
        found += label_faults(server["name"], f"body.mcp_servers[{i}].name") + public_faults(server["url"], f"body.mcp_servers[{i}].url")
        if (server.get("authorization_token") or "x").lower().startswith("bearer "):
            found.append(f"body.mcp_servers[{i}].authorization_token is the token by itself, without Bearer")
        if "tool_configuration" in server:
            found.append(f"body.mcp_servers[{i}].tool_configuration is of an earlier version; a toolset says it now")
    for toolset in sets:
        found += unknown(list(toolset.get("configs") or {}), tools, f"configs of {toolset['mcp_server_name']}")
    return found


def openai_key(headers):
    if re.fullmatch(r"Bearer \S+", headers.get("authorization", "")):
        return []
    return [f"the header Authorization is {headers.get('authorization')!r}, want Bearer and a key"]


def agents_beta(headers):
    if headers.get("openai-beta") == "agents=v1":
        return []
    return [f"the header OpenAI-Beta is {headers.get('openai-beta')!r}, want agents=v1"]


def model_faults(model, models):
    return [] if model in models else [f"the model is {model!r}, which is none of those that the package names and does not call deprecated"]


def label_faults(label, path):
    return [] if LABEL.fullmatch(label) else [f"{path} is {label!r}, want a letter, then letters, digits, _ and -, 64 in all"]


def public_faults(url, path):
    u = urllib.parse.urlsplit(url)
    if u.scheme == "https" and "." in (u.hostname or "") and not re.fullmatch(r"[0-9.]+|.*\.localhost", u.hostname):
        return []
    return [f"{path} is {url!r}; the vendor's machines need a public https URL"]


def unknown(names, tools, path):
    if names is None:
        return []
    found = [f"{path} names {n!r}, which is none of the tools" for n in names if n not in tools]
    return found + repeated(names, path)


def repeated(names, path):
    return [f"{path} has {n!r} twice" for n in sorted(set(names)) if list(names).count(n) > 1]
