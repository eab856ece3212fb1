"""A small server in the idiom of FastMCP, as its guide writes one."""

from fastmcp import FastMCP

mcp = FastMCP("Books")
books = {"Emma": 3, "Ulysses": 0}


@mcp.tool(annotations={"readOnlyHint": True})
def find_books(text: str, limit: int = 10) -> list[str]:
    """Lists the books on the shelf whose title contains a text."""
    return [title for title in books if text in title][:limit]


@mcp.tool
def lend_book(title: str) -> str:
    """Lends one copy of a book."""
    if not books.get(title):
        raise ValueError(f"no copy of {title}")
    books[title] -= 1
    return f"lent {title}"


if __name__ == "__main__":
    mcp.run(show_banner=False)
