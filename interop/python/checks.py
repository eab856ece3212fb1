"""What every Python client checks, whatever its version, transport or era.

Results are compared in their wire form (camelCase), so that the two major versions of the client can share the checks.
"""

import asyncio
import json
import logging
import uuid

from inventory import EXPECTED, Inventory

PARALLEL = 20  # calls in flight at once

logging.getLogger("asyncio").setLevel(logging.ERROR)  # it reports every slow step of a test


def wire(model) -> dict:
    """A pydantic model as it stood on the wire."""
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


class Checks:
    """A mixin for unittest.IsolatedAsyncioTestCase. A subclass gives WANTED and connect()."""

    WANTED: str  # protocol version
    example: Inventory

    @classmethod
    def setUpClass(cls) -> None:
        cls.example = Inventory()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.example.stop()

    def connect(self):
        """An async context manager that yields (client, negotiated version)."""
        raise NotImplementedError

    async def call(self, client, tool: str, arguments: dict) -> dict:
        return wire(await client.call_tool(tool, arguments))

    def text(self, result: dict) -> str:
        self.assertEqual([c["type"] for c in result["content"]], ["text"])
        return result["content"][0]["text"]

    async def test_negotiates_the_version(self) -> None:
        async with self.connect() as (_, version):
            print(f"{type(self).__name__}: negotiated {version}")
            self.assertEqual(version, self.WANTED)

    async def test_lists_twelve_tools_with_titles_hints_and_schemas(self) -> None:
        async with self.connect() as (client, _):
            tools = wire(await client.list_tools())["tools"]
        hints = {t["name"]: {k: v for k, v in t["annotations"].items() if k != "title"} for t in tools}
        self.assertEqual(hints, EXPECTED["tools"])
        for t in tools:
            self.assertTrue(t["title"], t["name"])
            self.assertEqual(t["annotations"]["title"], t["title"])
            self.assertEqual((t["inputSchema"]["type"], t["inputSchema"]["additionalProperties"]), ("object", False))
            self.assertEqual(t["outputSchema"]["type"], "object")

    async def test_structured_content_is_the_text_as_json(self) -> None:
        async with self.connect() as (client, _):
            result = await self.call(client, "check_inventory", EXPECTED["stock"])
        self.assertFalse(result.get("isError"), result)
        stock = result["structuredContent"]
        self.assertEqual(json.loads(self.text(result)), stock)
        self.assertEqual({k: stock[k] for k in EXPECTED["stock"]}, EXPECTED["stock"])
        self.assertEqual(stock["available"], stock["on_hand"] - stock["reserved"])

    async def test_a_misspelt_value_is_an_error_that_names_the_nearest(self) -> None:
        city, meant = EXPECTED["misspelt"]["warehouse"], EXPECTED["misspelt"]["meant"]
        async with self.connect() as (client, _):
            result = await self.call(client, "check_inventory", EXPECTED["stock"] | {"warehouse": city})
        self.assertTrue(result["isError"])
        self.assertNotIn("structuredContent", result)
        self.assertRegex(self.text(result), f"(?s){city}.*{meant}")

    async def test_a_missing_and_a_misspelt_argument_are_reported_together(self) -> None:
        async with self.connect() as (client, _):
            result = await self.call(client, "check_inventory", {"product_skew": "SKU-4421"})
        self.assertTrue(result["isError"])
        self.assertNotIn("structuredContent", result)
        for part in ("product_skew", "product_sku", "warehouse"):
            self.assertIn(part, self.text(result))

    async def test_an_unknown_tool_is_a_protocol_error_that_names_the_nearest(self) -> None:
        tool, meant = EXPECTED["unknown"]["tool"], EXPECTED["unknown"]["meant"]
        async with self.connect() as (client, _):
            with self.assertRaises(Exception) as caught:
                await client.call_tool(tool, {})
        fault = getattr(caught.exception, "error", caught.exception)
        self.assertEqual(fault.code, -32602)
        self.assertIn(meant, fault.message)

    async def test_one_request_key_makes_one_reorder(self) -> None:
        key = str(uuid.uuid4())
        async with self.connect() as (client, _):
            first, again, other = [
                await self.call(client, "create_reorder", EXPECTED["reorder"] | {"request_key": k})
                for k in (key, key, str(uuid.uuid4()))
            ]
        for result in (first, again, other):
            self.assertFalse(result.get("isError"), result)
        self.assertEqual(again["structuredContent"], first["structuredContent"])
        self.assertNotEqual(other["structuredContent"]["reorder_id"], first["structuredContent"]["reorder_id"])

    async def test_a_recount_that_is_asked_for_until_it_ends_has_a_report(self) -> None:
        start = EXPECTED["recount"] | {"request_key": str(uuid.uuid4())}
        async with self.connect() as (client, _):
            result = await self.call(client, "start_recount", start)
            recount = {"recount_id": result["structuredContent"]["recount_id"]}
            for _ in range(5):
                if result["structuredContent"]["status"] != "working":
                    break
                result = await self.call(client, "get_recount", recount)
            again = await self.call(client, "start_recount", start)
        job = result["structuredContent"]
        self.assertEqual(job["status"], "completed", result)
        self.assertEqual(job["result"]["warehouse"], EXPECTED["recount"]["warehouse"])
        self.assertEqual(len(job["result"]["discrepancies"]), job["result"]["rows_that_differ"])
        self.assertEqual(again["structuredContent"]["recount_id"], recount["recount_id"], "one request_key, one recount")

    async def test_parallel_reads_agree(self) -> None:
        async with self.connect() as (client, _):
            results = await asyncio.gather(
                *(self.call(client, "check_inventory", EXPECTED["stock"]) for _ in range(PARALLEL))
            )
        counts = [{k: v for k, v in r["structuredContent"].items() if k != "as_of"} for r in results]
        self.assertEqual(counts, [counts[0]] * PARALLEL)
