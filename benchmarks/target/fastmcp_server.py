"""The benchmark's server on FastMCP (Python), typed with pydantic; over HTTP without sessions and with JSON answers."""

import argparse
from datetime import datetime, timezone
from typing import Annotated, Literal

from fastmcp import FastMCP
from pydantic import BaseModel, ConfigDict, Field

WAREHOUSES = ("Chicago", "Denver", "Atlanta", "Seattle", "Boston", "Dallas", "Phoenix", "Portland", "Memphis", "Tampa")
COUNTED = datetime(2026, 7, 28, 9, 30, tzinfo=timezone.utc)


class StockLevel(BaseModel):
    model_config = ConfigDict(extra="forbid")
    product_sku: str = Field(description="Product SKU")
    warehouse: str = Field(description="Warehouse city")
    on_hand: int = Field(description="Units on the shelves")
    reserved: int = Field(description="Units promised to orders")
    available: int = Field(description="Units free to promise")
    as_of: datetime = Field(description="When the count was read")


class Noted(BaseModel):
    product_sku: str = Field(description="Product SKU")
    characters: int = Field(description="Length of the note")


class Entry(BaseModel):
    line: int = Field(description="Line number")
    text: str = Field(description="What was written down")


class Journal(BaseModel):
    entries: list[Entry] = Field(description="Lines of the journal, oldest first")


SKU = Annotated[str, Field(pattern="^SKU-[0-9]{4}$", description="Product SKU, e.g. SKU-0421")]
Warehouse = Annotated[Literal[WAREHOUSES], Field(description="Warehouse city")]


def rows() -> dict[tuple[str, str], StockLevel]:
    """The same rows as package stock makes."""
    shelf = {}
    for p in range(500):
        for w, city in enumerate(WAREHOUSES):
            on_hand = (p * 37 + w * 11) % 900 + 1
            reserved = (p * 13 + w * 7) % on_hand
            sku = f"SKU-{p:04d}"
            shelf[sku, city] = StockLevel(
                product_sku=sku, warehouse=city, on_hand=on_hand, reserved=reserved, available=on_hand - reserved, as_of=COUNTED
            )
    return shelf


def declare(tools: int) -> FastMCP:
    mcp = FastMCP("inventory", version="1.0.0")
    shelf = rows()

    def check_inventory(product_sku: SKU, warehouse: Warehouse) -> StockLevel:
        return shelf[product_sku, warehouse]

    for n in range(tools):
        name, title = "check_inventory", "Check inventory"
        description = "Returns on-hand, reserved and available units of one product in one warehouse. Use it when the SKU is known."
        if n:
            name, title = f"check_inventory_in_aisle_{n}", f"Check inventory in aisle {n}"
            description = f"Returns the units of one product as aisle {n} of one warehouse counts them. Use it when the SKU is known."
        mcp.tool(check_inventory, name=name, title=title, description=description)

    @mcp.tool(title="Note stock")
    def note_stock(product_sku: SKU, note: Annotated[str, Field(description="What was seen on the shelf")]) -> Noted:
        """Returns how long a note about one product is. Use it to send arguments of any size."""
        return Noted(product_sku=product_sku, characters=len(note))

    @mcp.tool(title="Read journal")
    def read_journal(lines: Annotated[int, Field(ge=1, description="How many lines to read")]) -> Journal:
        """Returns the first lines of the journal of counts. Use it to get a result of any size."""
        return Journal(entries=[Entry(line=1_000_000 + i, text=("counted by hand; " * 5)[:73]) for i in range(lines)])

    return mcp


def main() -> None:
    flags = argparse.ArgumentParser()
    flags.add_argument("-addr", default="127.0.0.1:8080")
    flags.add_argument("-tools", type=int, default=1)
    flags.add_argument("-stdio", action="store_true")
    args = flags.parse_args()
    mcp = declare(args.tools)
    if args.stdio:
        mcp.run(transport="stdio", show_banner=False)
        return
    host, port = args.addr.split(":")
    mcp.run(
        transport="http", host=host, port=int(port), path="/mcp", show_banner=False, stateless_http=True, json_response=True,
        log_level="warning",
    )


if __name__ == "__main__":
    main()
