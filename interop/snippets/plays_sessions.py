"""OpenAI's Agents API, played: a session whose first turn calls the tools that it may and then ends.

Shapes are those of openai.types.beta.AgentSession and AgentSessionEvent, which every answer is checked against.
"""

import time

import pydantic
from openai.types.beta import AgentSession, AgentSessionEvent

EVENT = pydantic.TypeAdapter(AgentSessionEvent)


def create(run, path, body):
    run.said = f"That was all of {run.url}."
    agent = body.get("agent", {})
    answer = {
        "id": f"sess_{len(run.requests)}", "object": "agent.session", "status": "in_progress", "created_at": int(time.time()),
        "last_active_at": int(time.time()), "metadata": {}, "required_actions": [], "vault_ids": body.get("vault_ids") or [], "error": None,
        "agent": {
            "id": "agent_1", "model": agent.get("model", "gpt-5.4"), "instructions": agent.get("instructions"), "multi_agent": {"enabled": False},
            "reasoning": {}, "service_tier": "auto", "text": {"format": {"type": "text"}, "verbosity": "medium"},
            "tools": [resolved(t) for t in agent.get("tools") or []],
        },
        "environment": environment(body["environment"]),
    }
    AgentSession.model_validate(answer)
    if not body.get("stream"):
        return answer
    events = [{"type": "agent.session.created", "session": answer}, *turn(run, answer), {"type": "agent.session.idle", "session": {**answer, "status": "idle"}}]
    events = [{"event_id": f"evt_{n}", **e} for n, e in enumerate(events)]
    for event in events:
        EVENT.validate_python(event)
    return events


def turn(run, session):
    """The events of the first turn."""
    at = {"session_id": session["id"], "turn_id": "turn_1"}
    calls = [(tool, name) for tool in session["agent"]["tools"] if tool["type"] == "mcp" for name in tool.get("allowed_tools") or run.tools]
    for number, (tool, name) in enumerate(calls):
        run.called.append(name)
        item = {"type": "mcp_call", "id": f"mcp_{number}", "turn_id": "turn_1", "server_label": tool["server_label"], "name": name, "arguments": {"of": name},
                "output": "{}", "error": None, "status": "completed"}
        yield {"type": "agent.session.turn.item.done", "output_index": number, "item": item, **at}
    yield {"type": "agent.session.turn.output_text.done", "output_index": len(calls), "content_index": 0, "item_id": "msg_1", "text": run.said, **at}


def resolved(tool):
    """A tool with what was left out filled in."""
    if tool["type"] != "mcp":
        return tool
    transport = dict(tool["transport"])
    if transport["type"] == "http":
        transport.pop("authorization", None)  # a token is never given back
    else:
        transport = {"args": [], "env_vars": [], **transport}
    origin = "environment" if transport["type"] == "stdio" else "service"
    return {"connection_origin": origin, "request_metadata": {}, "required": False, **tool, "transport": transport}


def environment(asked):
    nothing = {"capability_directories": [], "files": [], "plugins": [], "skills": []}
    return {
        "none": {"type": "none"},
        "openai_hosted": {"type": "openai_hosted", "id": "env_1", **nothing, "network": {"access": "enabled", "allowed_domains": []},
                          "packages": {"npm": [], "python": [], "system": []}},
        "self_hosted": {"type": "self_hosted", "id": "env_1", "capability_directories": [], "remote_url": "wss://example.com",
                        "workspace_directory": asked.get("workspace_directory")},
    }[asked["type"]]
