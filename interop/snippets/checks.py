"""How each client's snippet is checked: one line a client. A client without a line fails the test, and so does a line without a client."""

import check_documents as documents
import check_programs as programs_checked
import check_settings as settings
import programs

RUN = "run with {}, answered by a host that checks every request"
CHECKED = "type-checked, and " + RUN
LOCAL = "run with {} against the example"
LOADED = "loaded by {}, which calls the example"
SHAPE = "documented shape"


def both(first, second):
    def check(job):
        first(job)
        second(job)
    return check


PYTHON, TYPESCRIPT = programs.python, programs.typescript

# id: (the catalogs that it is checked with, the check, how it is said)
CHECKS = {
    **{
        f"openai-responses-{language}{variant}": ("public", check, said)
        for variant in ("", "-read-only", "-deferred")
        for language, check, said in (
            ("python", programs_checked.hosted(PYTHON), RUN.format("openai (Python)")),
            ("typescript", programs_checked.hosted(TYPESCRIPT), CHECKED.format("openai (npm)")),
            ("curl", programs_checked.curl, RUN.format("curl")),
        )
    },
    "openai-agents-api": ("public", programs_checked.sessions, RUN.format("curl")),
    "openai-agents-api-environment": ("public", programs_checked.sessions, RUN.format("curl")),
    "openai-agents-api-stdio": ("command", programs_checked.sessions, RUN.format("curl")),
    "agents-sdk-python-hosted": ("public", programs_checked.hosted(PYTHON), RUN.format("openai-agents")),
    "agents-sdk-python-local": ("local", programs_checked.local(PYTHON), LOCAL.format("openai-agents")),
    "agents-sdk-python-stdio": ("command", programs_checked.local(PYTHON), LOCAL.format("openai-agents")),
    "agents-sdk-typescript-hosted": ("public", programs_checked.hosted(TYPESCRIPT), CHECKED.format("@openai/agents")),
    "agents-sdk-typescript-local": ("local", programs_checked.local(TYPESCRIPT), "type-checked, and " + LOCAL.format("@openai/agents")),
    "agents-sdk-typescript-stdio": ("command", programs_checked.local(TYPESCRIPT), "type-checked, and " + LOCAL.format("@openai/agents")),
    "chatgpt": ("public", documents.steps("**Developer mode**", "MCP server URL", "<https://chatgpt.com/plugins>"), "steps: the words on the screen"),
    "chatgpt-plugin": ("public", both(documents.plugin, settings.codex_plugin), SHAPE + ", and installed by Codex"),
    "chatgpt-plugin-mcp": ("public", both(documents.servers("plugin-mcp", "mcpServers"), settings.codex_plugin), SHAPE + ", and installed by Codex"),
    "codex": ("public local", settings.codex, LOADED.format("Codex")),
    "codex-stdio": ("command", settings.codex, LOADED.format("Codex")),
    "claude-api-python": ("public", programs_checked.messages(PYTHON), RUN.format("anthropic")),
    "claude-api-typescript": ("public", programs_checked.messages(TYPESCRIPT), CHECKED.format("@anthropic-ai/sdk")),
    "claude-api-curl": ("public", programs_checked.messages(programs.bash), RUN.format("curl")),
    "claude-code": ("public local", settings.claude_command, "run, then " + LOADED.format("Claude Code")),
    "claude-code-stdio": ("command", settings.claude_command, "run, then " + LOADED.format("Claude Code")),
    "claude-code-json": ("public local", settings.claude_file, LOADED.format("Claude Code")),
    "claude-code-json-stdio": ("command", settings.claude_file, LOADED.format("Claude Code")),
    "claude-code-permissions": ("public local command", documents.permissions, SHAPE),
    "claude-desktop": ("public", documents.steps("**Connectors**", "**Add custom connector**"), "steps: the words on the screen"),
    "claude-desktop-stdio": ("command", documents.servers("claude-desktop", "mcpServers"), SHAPE + ", and its command starts the example"),
    "cursor": ("public local", documents.servers("cursor", "mcpServers"), SHAPE),
    "cursor-stdio": ("command", documents.servers("cursor", "mcpServers"), SHAPE + ", and its command starts the example"),
    "cursor-link": ("public local", documents.cursor_link, "decoded, and " + SHAPE),
    "vscode": ("public local", documents.servers("vscode", "servers"), SHAPE),
    "vscode-stdio": ("command", documents.servers("vscode", "servers"), SHAPE + ", and its command starts the example"),
    "vscode-link": ("public local", documents.vscode_link, "decoded, and " + SHAPE),
    "gemini-cli": ("public local", settings.gemini, LOADED.format("Gemini CLI")),
    "gemini-cli-stdio": ("command", settings.gemini, LOADED.format("Gemini CLI")),
    "openai-functions": ("public local command", documents.forms(documents.openai_function), "typed by openai (Python)"),
    "anthropic-tools": ("public local command", documents.forms(documents.anthropic_tool), "typed by anthropic"),
    "gemini-declarations": ("public local command", documents.forms(documents.gemini_declaration), "parsed by google-genai"),
}
