"""The inventory example as a client meets it: a URL, or a command that speaks over its standard streams."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

HERE = pathlib.Path(__file__).parent
EXPECTED = json.loads((HERE.parent / "expected.json").read_text())


class Inventory:
    """The example over HTTP on a free loopback port, with a data folder of its own.

    `command` and `args` serve the same data over standard streams.
    """

    def __init__(self) -> None:
        self.scratch = tempfile.mkdtemp(prefix="comity-interop-")
        self.command = os.environ.get("INVENTORY") or self._build()
        data = os.path.join(self.scratch, "data")
        self.args = ["stdio", "-data", data]
        self.process = subprocess.Popen(
            [self.command, "-addr", "127.0.0.1:0", "-data", data, "-auth", "off", "-because", "signing in has tests of its own"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )
        self.url = self._read_url()

    def stop(self) -> None:
        """Asks for a drain and fails when the process does not end well."""
        self.process.terminate()
        try:
            code = self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        finally:
            self.process.stdout.close()
            shutil.rmtree(self.scratch)
        if code != 0:
            raise AssertionError(f"the example ended with {code} after SIGTERM")

    def _build(self) -> str:
        path = os.path.join(self.scratch, "inventory")
        subprocess.run(["go", "build", "-o", path, "./examples/inventory"], cwd=HERE.parent.parent, check=True)
        return path

    def _read_url(self) -> str:
        for line in self.process.stdout:
            found = re.search(r"http://127\.0\.0\.1:\d+/mcp", line)
            if found:
                return found[0]
        raise AssertionError(f"the example ended with {self.process.wait()} before it served")
