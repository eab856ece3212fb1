"""What a sign-in takes: an authorization server and the servers under test, each a process of its own on loopback."""

import atexit
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import urllib.request

HERE = pathlib.Path(__file__).parent.parent


# The worlds there are, and which servers each has to sign in to.
WORLDS = {"oidc-provider": ("open", "closed"), "devissuer": ("open", "closed"), "example": ("open",)}

MCP = r"http://127\.0\.0\.1:\d+/mcp"


class World:
    """An authorization server and three servers that trust it, or the inventory example, which brings its own.

    `open` lists its tools to anyone, `closed` asks for a token first, `other` is somebody else's.
    `tells` is whether check_inventory says who called.
    """

    def __init__(self, name: str) -> None:
        self.scratch = tempfile.mkdtemp(prefix="comity-signin-")
        self._processes: list[subprocess.Popen] = []
        self.tells = name != "example"
        if name == "example":
            self._start_examples()
        else:
            self._start_servers(name)

    def _start_examples(self) -> None:
        example = (self._built("INVENTORY", "../../examples/inventory"), "-addr", "127.0.0.1:0", "-data")
        self.open = self._start(MCP, *example, os.path.join(self.scratch, "one"))
        self.other = self._start(MCP, *example, os.path.join(self.scratch, "another"))

    def _start_servers(self, issuer: str) -> None:
        if issuer == "devissuer":
            at = self._start(r"http:\S+", self._built("SIGNIN_ISSUER", "./devissuer"))
        else:
            at = self._start(r"http:\S+", _node(), "issuer.mjs")
        server = (self._built("SIGNIN_SERVER", "./server"), "-addr", "127.0.0.1:0", "-issuer", at)
        self.open = self._start(MCP, *server)
        self.closed = self._start(MCP, *server, "-closed")
        self.other = self._start(MCP, *server)
        resources = json.dumps([self.open, self.closed, self.other]).encode()
        urllib.request.urlopen(urllib.request.Request(f"{at}/resources", resources), timeout=60).close()

    def stop(self) -> None:
        """Ends the servers first and fails when one does not end well."""
        codes = []
        for process in reversed(self._processes):
            process.terminate()
            codes.append(process.wait(timeout=30))
            process.stdout.close()
        shutil.rmtree(self.scratch)
        if any(codes):
            raise AssertionError(f"the processes ended with {codes} after SIGTERM")

    def _built(self, variable: str, package: str) -> str:
        """The binary of a Go package here: the one that an environment variable names, or built."""
        if variable in os.environ:
            return os.environ[variable]
        path = os.path.join(self.scratch, os.path.basename(package))
        subprocess.run(["go", "build", "-o", path, package], cwd=HERE, check=True)
        return path

    def _start(self, pattern: str, *command: str) -> str:
        process = subprocess.Popen(
            command, cwd=HERE, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self._processes.append(process)
        atexit.register(process.kill)  # when a test module ends in the middle
        for line in process.stdout:
            found = re.search(pattern, line)
            if found:
                return found[0]
        raise AssertionError(f"{command} ended with {process.wait()} before it served")


def _node() -> str:
    """The Node that npm installed beside the clients, or the machine's."""
    installed = HERE.parent / "node_modules" / ".bin" / "node"
    return str(installed) if installed.exists() else "node"
