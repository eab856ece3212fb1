"""mcp 1.x from PyPI signs in: the handshake era."""

import contextlib
import unittest

from mcp import ClientSession
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from mcp.shared.auth import OAuthClientMetadata

from story import REDIRECT, App, Story, cases


class Mcp1(Story):
    @contextlib.asynccontextmanager
    async def connect(self, url: str, app: App):
        async def callback():
            answer = await app.callback()
            return answer["code"], answer["state"]

        metadata = OAuthClientMetadata(
            client_name="Interop", redirect_uris=[REDIRECT], token_endpoint_auth_method="none", application_type="native"
        )
        provider = OAuthClientProvider(url, metadata, app.storage, app.redirect, callback)
        async with (
            create_mcp_http_client(auth=provider) as http,
            streamable_http_client(url, http_client=http) as streams,
            ClientSession(streams[0], streams[1]) as session,
        ):
            await session.initialize()
            yield session


cases(Mcp1, globals())

if __name__ == "__main__":
    unittest.main(verbosity=2)
