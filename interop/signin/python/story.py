"""What every Python client goes through, whatever its version or era.

It signs in, reads, steps up, reads again, refreshes, and is refused with a token made for another server.
"""

import asyncio
import json
import logging
import time
import unittest
import urllib.error
import urllib.request
from unittest import mock

from person import Person
from world import WORLDS, World

READ = ("check_inventory", {"product_sku": "SKU-4421", "warehouse": "Chicago"})
WRITE = (
    "create_reorder",
    {"product_sku": "SKU-4421", "warehouse": "Chicago", "units": 12, "request_key": "interop-signin"},
)
REDIRECT = "http://127.0.0.1/callback"  # nobody serves it: the person stops there
LATER = 2 * 3600  # seconds, longer than a token lasts

logging.getLogger("asyncio").setLevel(logging.ERROR)  # it reports every slow step of a test


class Storage:
    """What the application remembers between calls, as the SDK's TokenStorage asks for it."""

    def __init__(self, client=None, tokens=None) -> None:
        self.client, self.tokens = client, tokens

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens) -> None:
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client) -> None:
        self.client = client


class App:
    """The application around a client: its storage, and the person it sends to sign in."""

    def __init__(self, person: Person, storage: Storage | None = None) -> None:
        self.person, self.storage = person, storage or Storage()
        self._answer: dict[str, str] = {}

    async def redirect(self, url: str) -> None:
        self._answer = await asyncio.to_thread(self.person.authorize, url)

    async def callback(self) -> dict[str, str]:
        return self._answer

    def asked_for(self) -> list[str]:
        """The server's own scopes in each authorization request."""
        scopes = (a["scope"].split() for a in self.person.asked)
        return [" ".join(sorted(s for s in each if s.startswith("inventory:"))) for each in scopes]


def cases(mixin: type, into: dict[str, object], **more: dict[str, str]) -> None:
    """Adds a test case to a module for every server of every world, and whatever else differs."""
    for world, servers in WORLDS.items():
        for discovery in servers:
            for name, attributes in (more or {"": {}}).items():
                title = "_".join(filter(None, (mixin.__name__, name, discovery, "at", world.replace("-", "_"))))
                own = {"WORLD": world, "DISCOVERY": discovery, "__module__": mixin.__module__, **attributes}
                into[title] = type(title, (mixin, unittest.IsolatedAsyncioTestCase), own)


class Story:
    """A mixin for unittest.IsolatedAsyncioTestCase. A subclass gives connect(), WORLD and DISCOVERY."""

    WORLD: str  # a key of WORLDS
    DISCOVERY: str  # open or closed
    world: World

    @classmethod
    def setUpClass(cls) -> None:
        cls.world = World(cls.WORLD)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.world.stop()

    @property
    def url(self) -> str:
        return getattr(self.world, self.DISCOVERY)

    def connect(self, url: str, app: App):
        """An async context manager that yields a client, which signs in when the server asks for it."""
        raise NotImplementedError

    async def call(self, client, tool: str, arguments: dict) -> dict:
        result = (await client.call_tool(tool, arguments)).model_dump(mode="json", by_alias=True, exclude_none=True)
        self.assertFalse(result.get("isError"), result)
        self.assertIn("structuredContent", result)
        return result

    async def test_reads_steps_up_to_write_and_reads_again(self) -> None:
        app = App(Person())
        async with self.connect(self.url, app) as client:
            tools = (await client.list_tools()).tools
            self.assertIn(WRITE[0], [t.name for t in tools])
            self.assertEqual(app.asked_for(), [] if self.DISCOVERY == "open" else ["inventory:read"])

            answer = await self.call(client, *READ)
            if self.world.tells:
                self.assertEqual(answer["structuredContent"]["subject"], app.person.name)
            first = app.person.asked[0]
            self.assertEqual(
                (first["resource"], first["code_challenge_method"], first["response_type"]), (self.url, "S256", "code")
            )
            self.assertEqual(app.asked_for(), ["inventory:read"])

            await self.call(client, *WRITE)
            await self.call(client, *READ)  # what was granted before is still granted
            self.assertEqual(app.asked_for(), ["inventory:read", "inventory:read inventory:write"])

    async def test_refreshes_a_token_that_has_ended_and_nobody_is_asked(self) -> None:
        app = App(Person())
        async with self.connect(self.url, app) as client:
            await self.call(client, *READ)
            before = app.storage.tokens
            now = time.time
            with mock.patch("time.time", lambda: now() + LATER):
                await self.call(client, *READ)
        self.assertEqual(len(app.person.asked), 1)
        after = app.storage.tokens
        self.assertNotEqual(after.access_token, before.access_token)
        self.assertNotEqual(after.refresh_token, before.refresh_token)

    async def test_a_token_made_for_another_server_is_refused_and_the_person_is_asked_anew(self) -> None:
        there = App(Person("eve"))
        async with self.connect(self.world.other, there) as client:
            await self.call(client, *READ)
        token = there.storage.tokens
        status, challenge = await asyncio.to_thread(self._post, token.access_token)
        self.assertEqual(status, 401)
        self.assertRegex(challenge, '^Bearer .*error="invalid_token"')

        here = App(Person("eve"), Storage(there.storage.client, token.model_copy(update={"refresh_token": None})))
        async with self.connect(self.url, here) as client:
            await self.call(client, *READ)
        self.assertEqual([a["resource"] for a in here.person.asked], [self.url])
        self.assertNotEqual(here.storage.tokens.access_token, token.access_token)

    def _post(self, token: str) -> tuple[int, str]:
        """The status and challenge of a call with a token, outside any client."""
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": READ[0], "arguments": READ[1]}}
        request = urllib.request.Request(
            self.url,
            json.dumps(body).encode(),
            {
                "Content-Type": "application/json",
                "Accept": "application/json, text/event-stream",
                "MCP-Protocol-Version": "2025-11-25",
                "Authorization": f"Bearer {token}",
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, ""
        except urllib.error.HTTPError as refusal:
            return refusal.code, refusal.headers["WWW-Authenticate"]
