"""What a sign-in takes: an authorization server and the servers under test, each a process of its own on loopback."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

HERE = pathlib.Path(__file__).parent.parent


class World:
    """An authorization server and three servers that trust it.

    `open` lists its tools to anyone, `closed` asks for a token first, `other` is somebody else's.
    """

    def __init__(self) -> None:
        self.scratch = tempfile.mkdtemp(prefix="comity-signin-")
        command = os.environ.get("SIGNIN_SERVER") or self._build()
        self._processes: list[subprocess.Popen] = []
        self.issuer = self._start(r"http:\S+", _node(), "issuer.mjs")
        mcp = r"http://127\.0\.0\.1:\d+/mcp"
        server = (command, "-addr", "127.0.0.1:0", "-issuer", self.issuer)
        self.open = self._start(mcp, *server)
        self.closed = self._start(mcp, *server, "-closed")
        self.other = self._start(mcp, *server)

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

    def _build(self) -> str:
        path = os.path.join(self.scratch, "server")
        subprocess.run(["go", "build", "-o", path, "./server"], cwd=HERE, check=True)
        return path

    def _start(self, pattern: str, *command: str) -> str:
        process = subprocess.Popen(
            command, cwd=HERE, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self._processes.append(process)
        for line in process.stdout:
            found = re.search(pattern, line)
            if found:
                return found[0]
        raise AssertionError(f"{command} ended with {process.wait()} before it served")


def _node() -> str:
    """The Node that npm installed beside the clients, or the machine's."""
    installed = HERE.parent / "node_modules" / ".bin" / "node"
    return str(installed) if installed.exists() else "node"
