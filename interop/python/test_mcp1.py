"""mcp 1.x from PyPI: the handshake era, over Streamable HTTP and stdio."""

import contextlib
import os
import unittest

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from checks import Checks

NOWHERE = open(os.devnull, "w")  # where the example's log goes


class Handshake(Checks):
    WANTED = "2025-11-25"

    def streams(self):
        raise NotImplementedError

    @contextlib.asynccontextmanager
    async def connect(self):
        async with self.streams() as streams, ClientSession(streams[0], streams[1]) as session:
            yield session, (await session.initialize()).protocolVersion


class Mcp1OverHTTP(Handshake, unittest.IsolatedAsyncioTestCase):
    def streams(self):
        return streamable_http_client(self.example.url)


class Mcp1OverStdio(Handshake, unittest.IsolatedAsyncioTestCase):
    def streams(self):
        return stdio_client(StdioServerParameters(command=self.example.command, args=self.example.args), errlog=NOWHERE)


if __name__ == "__main__":
    unittest.main(verbosity=2)
