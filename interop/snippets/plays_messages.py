"""Anthropic's Messages API, played: the MCP connector calls the enabled tools at once, since it has no approvals.

Shapes are those of anthropic.types.beta.BetaMessage, which every answer is checked against.
"""

import json

from anthropic.types.beta import BetaMessage


def answer(run, path, body):
    content = [{"type": "text", "text": "Let me look."}]
    for toolset in (t for t in body.get("tools", []) if t.get("type") == "mcp_toolset"):
        for name in enabled(run, toolset):
            key = f"mcptoolu_{len(run.called)}"
            run.called.append(name)
            content.append({"type": "mcp_tool_use", "id": key, "name": name, "server_name": toolset["mcp_server_name"], "input": {"of": name}})
            content.append({"type": "mcp_tool_result", "tool_use_id": key, "is_error": False, "content": [{"type": "text", "text": json.dumps({"of": name})}]})
    run.said = f"That was all of {run.url}."
    content.append({"type": "text", "text": run.said})
    message = {
        "id": f"msg_{len(run.requests)}", "type": "message", "role": "assistant", "model": body["model"], "content": content,
        "stop_reason": "end_turn", "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    BetaMessage.model_validate(message)
    return message


def enabled(run, toolset):
    """The tools that the model sees: those that configs or else default_config enable; all when neither says."""
    default = toolset.get("default_config", {}).get("enabled", True)
    return [n for n in run.tools if toolset.get("configs", {}).get(n, {}).get("enabled", default)]
