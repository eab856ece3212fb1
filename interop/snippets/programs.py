"""Runs a snippet as a person would who copied it: into a file of its own, with the packages installed and the token in the environment."""

import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
NODE = HERE / "node_modules" / ".bin"
NOWHERE = "http://127.0.0.1:9"  # the discard port: whatever goes to a vendor ends here


class Ended:
    def __init__(self, done):
        self.code, self.out, self.err = done.returncode, done.stdout, done.stderr

    def __str__(self):
        return f"exit code {self.code}\n--- output\n{self.out[-3000:]}\n--- errors\n{self.err[-3000:]}"


def variables(text):
    """The environment variables with tokens that a snippet names."""
    return set(re.findall(r"\b[A-Z][A-Z0-9_]*_TOKEN\b", text))


def environment(folder, text, token, base=None):
    """An environment with a home of its own, in which vendors are played at base and reached nowhere else."""
    home = folder / "home"
    home.mkdir(exist_ok=True)
    env = {
        "PATH": f"{folder / 'bin'}:{NODE}:{os.environ['PATH']}", "HOME": str(home), "TMPDIR": str(folder), "LANG": "C.UTF-8",
        "HTTPS_PROXY": NOWHERE, "HTTP_PROXY": NOWHERE, "NO_PROXY": "127.0.0.1,localhost", "NODE_USE_ENV_PROXY": "1",
        "OPENAI_API_KEY": "sk-loopback", "ANTHROPIC_API_KEY": "sk-ant-loopback", "GEMINI_API_KEY": "loopback",
        "OPENAI_AGENTS_DISABLE_TRACING": "1", "DISABLE_AUTOUPDATER": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "ANTHROPIC_BASE_URL": base or NOWHERE, "OPENAI_BASE_URL": f"{base or NOWHERE}/v1",
    }
    for lower in ("https_proxy", "http_proxy", "no_proxy"):
        env[lower] = env[lower.upper()]
    env.update(dict.fromkeys(variables(text), token))
    return env


def run(command, folder, env, stdin="", seconds=60):
    done = subprocess.run(command, cwd=folder, env=env, input=stdin, capture_output=True, text=True, timeout=seconds, errors="replace")
    return Ended(done)


def python(folder, text, env, stdin):
    (folder / "snippet.py").write_text(text)
    return run([sys.executable, "-W", "error::DeprecationWarning:__main__", "snippet.py"], folder, env, stdin)


def typescript(folder, text, env, stdin):
    """Node 22 takes the types off by itself. The packages are found beside the file, as in any project."""
    (folder / "snippet.ts").write_text(text)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "node_modules").symlink_to(HERE / "node_modules")
    return run([str(NODE / "node"), "snippet.ts"], folder, env, stdin)


def bash(folder, text, env, stdin=""):
    (folder / "snippet.sh").write_text(text)
    return run(["bash", "-eu", "snippet.sh"], folder, env, stdin)
