"""mcp 2.x from PyPI signs in, in both eras."""

import contextlib
import unittest

import httpx2
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata

from story import REDIRECT, App, Story, cases


class Mcp2(Story):
    MODE: str

    @contextlib.asynccontextmanager
    async def connect(self, url: str, app: App):
        async def callback():
            return AuthorizationCodeResult.model_validate(await app.callback())

        metadata = OAuthClientMetadata(client_name="Interop", redirect_uris=[REDIRECT], token_endpoint_auth_method="none")
        provider = OAuthClientProvider(url, metadata, app.storage, app.redirect, callback)
        async with httpx2.AsyncClient(auth=provider, timeout=60) as http:
            async with Client(streamable_http_client(url, http_client=http), mode=self.MODE) as client:
                yield client


cases(Mcp2, globals(), by_probing={"MODE": "auto"}, by_handshake={"MODE": "legacy"})

if __name__ == "__main__":
    unittest.main(verbosity=2)
