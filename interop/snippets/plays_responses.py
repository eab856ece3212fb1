"""OpenAI's Responses API, played: what it does with an MCP server or with functions, and in which order.

Shapes are those of openai.types.responses.Response, which every answer is checked against. The order of items and the rules of approval
are those of https://developers.openai.com/api/docs/guides/tools-connectors-mcp, read on 2026-11-29.
"""

import itertools
import json
import time

from openai.types.responses import Response

# How many calls an answer asks approval for, by how many were asked before: two at once, then one more.
ASKS = {0: 2, 2: 1}

numbers = itertools.count(1)


def answer(run, path, body):
    # A conversation goes on by the id of the response before, or by sending all items again.
    context = list(run.memory.get(body.get("previous_response_id"), []))
    given = body["input"]
    context += given if isinstance(given, list) else [{"type": "message", "role": "user", "content": given}]
    server = next((t for t in body.get("tools", []) if t["type"] == "mcp"), None)
    items = hosted(run, server, context) if server else local(run, body.get("tools", []), context)
    response = {
        "id": f"resp_{next(numbers)}", "object": "response", "created_at": time.time(), "status": "completed", "model": body["model"],
        "output": items, "parallel_tool_calls": True, "tool_choice": "auto", "tools": body.get("tools", []), "error": None,
        "incomplete_details": None, "instructions": body.get("instructions"), "metadata": {}, "temperature": 1.0, "top_p": 1.0,
        "usage": {"input_tokens": 1, "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0}, "output_tokens": 1,
                  "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 2},
    }
    Response.model_validate(response)
    run.memory[response["id"]] = context + items
    return streamed(response) if body.get("stream") else response


def hosted(run, server, context):
    """The items for a server that the vendor calls."""
    label, names = server["server_label"], allowed(run, server)
    items = []
    if not any(i.get("type") == "mcp_list_tools" for i in context):
        if server.get("defer_loading"):
            items += [
                {"type": "tool_search_call", "id": new("tsc"), "call_id": None, "execution": "server", "arguments": {"paths": [label]}, "status": "completed"},
                {"type": "tool_search_output", "id": new("tso"), "call_id": None, "execution": "server", "status": "completed", "tools": [server]},
            ]
        tools = [{"name": n, "input_schema": run.tools[n]["inputSchema"], "description": run.tools[n].get("description"),
                  "annotations": run.tools[n].get("annotations")} for n in names]
        items.append({"type": "mcp_list_tools", "id": new("mcpl"), "server_label": label, "tools": tools})
        items += [called(run, label, n, None) for n in names if not waits(run, server, n)]
    requests = {i["id"]: i for i in context if i.get("type") == "mcp_approval_request"}
    decisions = {i["approval_request_id"]: i["approve"] for i in context if i.get("type") == "mcp_approval_response"}
    if set(decisions) != set(requests):
        run.faults.append(f"approvals were asked for {sorted(requests)} and given for {sorted(decisions)}")
    done = {i.get("approval_request_id") for i in context if i.get("type") == "mcp_call"}
    for key, approve in decisions.items():
        name = requests[key]["name"]
        run.decided[name] = approve
        if approve and key not in done:
            items.append(called(run, label, name, key))
    waiting = [n for n in names if waits(run, server, n)]
    asked = len(requests)
    more = waiting[asked:asked + ASKS.get(asked, 0)]
    for name in more:
        run.asked.append(name)
        items.append({"type": "mcp_approval_request", "id": new("mcpr"), "server_label": label, "name": name, "arguments": json.dumps({"of": name})})
    return items if more else items + [message(run)]


def allowed(run, server):
    """The tools that the model sees, in the order of the server's list."""
    wanted = server.get("allowed_tools")
    if isinstance(wanted, dict):
        return [n for n in run.tools if n in wanted.get("tool_names", run.tools) and (not wanted.get("read_only") or reads(run.tools[n]))]
    return [n for n in run.tools if wanted is None or n in wanted]


def waits(run, server, name):
    """Whether a call waits for approval; it does unless the request says never."""
    rule = server.get("require_approval") or "always"
    if isinstance(rule, str):
        return rule == "always"

    def named(which):
        tools = rule.get(which, {})
        return name in tools.get("tool_names", []) or (tools.get("read_only") and reads(run.tools[name]))
    return named("always") or not named("never")


def reads(tool):
    return tool.get("annotations", {}).get("readOnlyHint") is True


def called(run, label, name, request):
    run.called.append(name)
    return {"type": "mcp_call", "id": new("mcp"), "server_label": label, "name": name, "arguments": json.dumps({"of": name}), "output": "{}",
            "error": None, "status": "completed", "approval_request_id": request}


def local(run, tools, context):
    """The items for functions that the program calls itself: the rounds of run.memory["plan"], one an answer, then a message."""
    outputs = {i["call_id"]: i["output"] for i in context if i.get("type") == "function_call_output"}
    run.memory["outputs"] = outputs
    offered = {t["name"] for t in tools if t["type"] == "function"}
    for calls in run.memory["plan"]:
        if not set(calls) <= offered:
            run.faults.append(f"the functions are {sorted(offered)}, of which {sorted(set(calls) - offered)} are missing")
            break
        if not set(calls) <= set(outputs):
            return [{"type": "function_call", "id": new("fc"), "call_id": name, "name": name, "arguments": json.dumps(arguments), "status": "completed"}
                    for name, arguments in calls.items()]
    return [message(run)]


def message(run):
    run.said = f"That was all of {run.url}."
    return {"type": "message", "id": new("msg"), "role": "assistant", "status": "completed",
            "content": [{"type": "output_text", "text": run.said, "annotations": [], "logprobs": []}]}


def new(prefix):
    return f"{prefix}_{next(numbers)}"


def streamed(response):
    """The same as events; a text comes in one piece."""
    events = [{"type": "response.created", "response": {**response, "status": "in_progress", "output": []}}]
    for i, item in enumerate(response["output"]):
        at = {"output_index": i}
        events.append({"type": "response.output_item.added", "item": item, **at})
        if item["type"] == "message":
            text = {"item_id": item["id"], "content_index": 0, "logprobs": [], **at}
            events.append({"type": "response.output_text.delta", "delta": item["content"][0]["text"], **text})
            events.append({"type": "response.output_text.done", "text": item["content"][0]["text"], **text})
        events.append({"type": "response.output_item.done", "item": item, **at})
    events.append({"type": "response.completed", "response": response})
    return [{**e, "sequence_number": n} for n, e in enumerate(events)]
