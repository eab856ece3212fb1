"""Settings and commands of the coding agents that run here: each program loads its own, and calls the running example with them."""

import json
import subprocess

import programs
from check_programs import equal


def here(job):
    """Whether the server runs here; the example lists its tools to anyone, also to who has not signed in yet."""
    return not job.name.startswith("public")


def wanted(job):
    """The server as settings name it."""
    server = job.catalog["server"]
    if "command" in server:
        return {"command": server["command"][0], "args": server["command"][1:]}
    return {"url": server["url"]}


def codex(job):
    """Loads config.toml with every field known, lists the server, and then lists the tools of the server that works."""
    folder = job.folder()
    env = programs.environment(folder, job.text, "")
    settings = folder / "home" / ".codex" / "config.toml"
    settings.parent.mkdir()
    settings.write_text(job.text)
    strict = programs.run(["codex", "app-server", "--strict-config", "--print-startup-config"], folder, env)
    equal(strict.code, 0, f"the exit code of a strict start, which printed\n{strict}\n")
    listed = json.loads(programs.run(["codex", "mcp", "list", "--json"], folder, env).out)
    equal(len(listed), 1, "the servers")
    equal({k: listed[0]["transport"][k] for k in wanted(job)}, wanted(job), "the server")
    if here(job):
        status = codex_status(folder, env)
        equal(sorted(status["tools"]), sorted(t["name"] for t in job.catalog["tools"]), f"the tools that Codex lists; it said {status}")
        equal(status["authStatus"], "notLoggedIn" if job.token else "unsupported", "what Codex says of signing in")


def codex_plugin(job):
    """Installs the package of both files, as the directory of ChatGPT and Codex has them, and lists its server."""
    folder = job.folder()
    package = folder / "market" / "plugins" / "package"
    package.mkdir(parents=True)
    for file in ("chatgpt-plugin", "chatgpt-plugin-mcp"):
        (package / ("mcp.json" if file.endswith("mcp") else "plugin.json")).write_text(job.beside(file))
    name = json.loads(job.beside("chatgpt-plugin"))["name"]
    market = folder / "market" / ".agents" / "plugins" / "marketplace.json"
    market.parent.mkdir(parents=True)
    market.write_text(json.dumps({"name": "here", "plugins": [{"name": name, "source": {"source": "local", "path": "./plugins/package"}}]}))
    env = programs.environment(folder, job.text, "")
    for command in (["marketplace", "add", str(folder / "market")], ["add", f"{name}@here"]):
        ended = programs.run(["codex", "plugin", *command], folder, env)
        equal(ended.code, 0, f"the exit code of codex plugin {command[0]}, which printed\n{ended}\n")
    listed = json.loads(programs.run(["codex", "mcp", "list", "--json"], folder, env).out)
    equal([s["transport"]["url"] for s in listed], [job.catalog["server"]["url"]], "the servers of the plugin")


def codex_status(folder, env):
    """Asks Codex for the state of its servers, over the protocol that its own front ends speak."""
    process = subprocess.Popen(["codex", "app-server", "--strict-config"], cwd=folder, env=env, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        for message in (
            {"id": 1, "method": "initialize", "params": {"clientInfo": {"name": "comity", "version": "1"}}},
            {"method": "initialized"},
            {"id": 2, "method": "mcpServerStatus/list", "params": {}},
        ):
            process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()
        for line in process.stdout:
            answer = json.loads(line)
            if answer.get("id") == 2:
                return answer["result"]["data"][0]
        raise AssertionError("Codex ended before it told of its servers")
    finally:
        process.kill()
        process.communicate()


def claude_command(job):
    """Runs the command; what it writes is what the file form says, and the server works."""
    folder = job.folder()
    env = programs.environment(folder, job.text, "")
    ended = programs.bash(folder, job.text, env)
    equal(ended.code, 0, f"the exit code of the command, which printed\n{ended}\n")
    claude(job, folder, env)


def claude_file(job):
    folder = job.folder()
    (folder / ".mcp.json").write_text(job.text)
    claude(job, folder, programs.environment(folder, job.text, ""))


def claude(job, folder, env):
    """Claude Code reads .mcp.json of a folder that the person trusts."""
    servers = json.loads((folder / ".mcp.json").read_text())["mcpServers"]
    name, server = next(iter(servers.items()))
    equal(len(servers), 1, "the servers")
    equal({k: server[k] for k in wanted(job)}, wanted(job), "the server")
    settings = folder / "home" / ".claude.json"
    known = json.loads(settings.read_text()) if settings.exists() else {}
    known.setdefault("projects", {})[str(folder)] = {"hasTrustDialogAccepted": True, "enabledMcpjsonServers": [name]}
    settings.write_text(json.dumps(known))
    # A server elsewhere is not called: nothing is there.
    command = ["claude", "mcp", "list"] if here(job) else ["claude", "mcp", "get", name]
    ended = programs.run(command, folder, env)
    equal("arning" in ended.out + ended.err or "rror" in ended.err, False, f"Claude Code warns of nothing, not\n{ended}\n")
    equal(("✔ Connected" if here(job) else wanted(job)["url"]) in ended.out, True, f"Claude Code knows the server, and reaches one that runs here, not\n{ended}\n")


def gemini(job):
    folder = job.folder()
    settings = folder / "home" / ".gemini" / "settings.json"
    env = {**programs.environment(folder, job.text, ""), "GEMINI_CLI_TRUST_WORKSPACE": "true", "GEMINI_CLI_NO_RELAUNCH": "true"}
    settings.parent.mkdir()
    settings.write_text(job.text)
    servers = json.loads(job.text)["mcpServers"]
    name, server = next(iter(servers.items()))
    equal(len(servers), 1, "the servers")
    equal({k: server[k] for k in wanted(job)}, wanted(job), "the server")
    ended = programs.run(["gemini", "mcp", "list"], folder, env)
    equal("Invalid configuration" in ended.out + ended.err, False, f"Gemini CLI takes the settings, not\n{ended}\n")
    said = ended.out + ended.err
    equal(f"{name}: " in said, True, f"Gemini CLI lists the server, not\n{ended}\n")
    if here(job):
        equal(" - Connected" in said, True, f"Gemini CLI reaches the server, not\n{ended}\n")
