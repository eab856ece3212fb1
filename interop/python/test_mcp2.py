"""mcp 2.x from PyPI: both eras, over Streamable HTTP and stdio."""

import contextlib
import os
import unittest

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from checks import Checks

NOWHERE = open(os.devnull, "w")  # where the example's log goes


class Unified(Checks):
    MODE = "auto"
    WANTED = "2026-07-28"

    def where(self):
        """What the client connects to."""
        return self.example.url

    @contextlib.asynccontextmanager
    async def connect(self):
        async with Client(self.where(), mode=self.MODE) as client:
            yield client, client.protocol_version


class OverStdio(Unified):
    def where(self):
        return stdio_client(StdioServerParameters(command=self.example.command, args=self.example.args), errlog=NOWHERE)


class Mcp2OverHTTPByProbing(Unified, unittest.IsolatedAsyncioTestCase):
    pass


class Mcp2OverHTTPPinned(Unified, unittest.IsolatedAsyncioTestCase):
    MODE = "2026-07-28"


class Mcp2OverHTTPByHandshake(Unified, unittest.IsolatedAsyncioTestCase):
    MODE, WANTED = "legacy", "2025-11-25"


class Mcp2OverStdioByProbing(OverStdio, unittest.IsolatedAsyncioTestCase):
    pass


class Mcp2OverStdioPinned(OverStdio, unittest.IsolatedAsyncioTestCase):
    MODE = "2026-07-28"


class Mcp2OverStdioByHandshake(OverStdio, unittest.IsolatedAsyncioTestCase):
    MODE, WANTED = "legacy", "2025-11-25"


if __name__ == "__main__":
    unittest.main(verbosity=2)
