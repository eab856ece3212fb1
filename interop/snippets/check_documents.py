"""Files and links of programs that do not run here: their documented shape, and what they hold, put to use where that is possible."""

import asyncio
import base64
import json
import pathlib
import re
import urllib.parse

import anthropic.types
import jsonschema
import mcp
import openai.types.responses
from google.genai.types import FunctionDeclaration
from mcp.client.stdio import StdioServerParameters

import shape
from check_programs import equal, read_only
from check_settings import wanted

SHAPES = {p.stem: json.loads(p.read_text()) for p in (pathlib.Path(__file__).parent / "shapes").glob("*.json")}


def document(name, document):
    """The faults of a file that a program reads, in the words of the schema."""
    return [e.message[:300] for e in jsonschema.Draft202012Validator(SHAPES[name]).iter_errors(document)]


def servers(name, key):
    """A settings file with one server; when it says how to start the server, that is done as the program would do it."""
    def check(job):
        settings = json.loads(job.text)
        equal(document(name, settings), [], "the faults of the file")
        equal(len(settings[key]), 1, "the servers")
        server = next(iter(settings[key].values()))
        equal({k: server[k] for k in wanted(job)}, wanted(job), "the server")
        if "command" in server:
            equal(sorted(asyncio.run(started(server))), sorted(t["name"] for t in job.catalog["tools"]), "the tools of the server that the command starts")
    return check


async def started(server):
    """Starts the server with exactly this command and asks for its tools."""
    async with mcp.Client(StdioServerParameters(command=server["command"], args=server["args"])) as client:
        return [t.name for t in (await client.list_tools()).tools]


def plugin(job):
    settings = json.loads(job.text)
    equal(document("plugin", settings), [], "the faults of the file")
    equal(settings["description"], job.catalog["server"]["description"], "the description")


def permissions(job):
    """The rules are of the tools that read, by the names that Claude Code gives them: https://code.claude.com/docs/en/permissions"""
    settings = json.loads(job.text)
    equal(document("claude-code-settings", settings), [], "the faults of the file")
    rules = settings["permissions"]["allow"]
    names = [r.split("__", 2)[2] for r in rules]
    equal(len({r.split("__", 2)[1] for r in rules}), 1, "the servers that the rules name")
    # In JavaScript's pattern a character outside the Basic Multilingual Plane is two.
    reads = [re.sub(r"[^a-zA-Z0-9_-]", lambda m: "_" * (1 + (m[0] > "\uffff")), n) for n in read_only(job.catalog["tools"])]
    equal(sorted(names), sorted(reads), "the tools that need no permission")


def cursor_link(job):
    """https://cursor.com/docs/context/mcp/install-links"""
    link = only_link(job.text)
    query = dict(urllib.parse.parse_qsl(link.query, strict_parsing=True))
    equal((link.scheme, link.netloc, link.path, set(query)), ("https", "cursor.com", "/en-US/install-mcp", {"name", "config"}), "the link")
    server = json.loads(base64.b64decode(query["config"], validate=True))
    equal(document("cursor", {"mcpServers": {query["name"]: server}}), [], "the faults of what the link holds")
    equal({k: server[k] for k in wanted(job)}, wanted(job), "the server")


def vscode_link(job):
    """https://code.visualstudio.com/api/extension-guides/ai/mcp"""
    outer = only_link(job.text)
    equal((outer.scheme, outer.netloc, outer.path), ("https", "vscode.dev", "/redirect"), "the link")
    link = urllib.parse.urlsplit(urllib.parse.parse_qs(outer.query, strict_parsing=True)["url"][0])
    equal((link.scheme, link.path), ("vscode", "mcp/install"), "where the link leads")
    server = json.loads(urllib.parse.unquote(link.query, errors="strict"))
    name = server.pop("name")
    equal(document("vscode", {"servers": {name: server}}), [], "the faults of what the link holds")
    equal({k: server[k] for k in wanted(job)}, wanted(job), "the server")


def only_link(text):
    """The address of the one link of a Markdown text."""
    found = re.findall(r"(?<!\\)\]\(([^\s()<>]*)\)", text)
    equal(len(found), 1, "the links")
    return urllib.parse.urlsplit(found[0])


def steps(*words):
    """Steps for a person: numbered one after another, with the URL to copy, and the words that are on the screen."""
    def check(job):
        numbers = [int(n) for n in re.findall(r"^(\d+)\. ", job.text, re.M)]
        equal(numbers, list(range(1, len(numbers) + 1)), "the numbers of the steps")
        for word in (*words, job.catalog["server"]["url"]):
            equal(word in job.text, True, f"the steps have {word!r}")
        for tool in job.catalog["tools"] if job.name == "public" else []:
            if "ChatGPT" in job.text:
                equal(f"`{tool['name']}`" in job.text, True, f"the steps have {tool['name']}")
    return check


def forms(takes):
    """A list of tools, each of which the vendor's own type takes."""
    def check(job):
        listed = json.loads(job.text)
        equal([t["name"] for t in listed], [t["name"] for t in job.catalog["tools"]], "the names")
        for i, tool in enumerate(listed):
            takes(tool, f"tools[{i}]")
    return check


def openai_function(tool, path):
    equal(shape.faults(tool, openai.types.responses.FunctionToolParam, path), [], "the faults of the function")
    equal(tool["type"], "function", "the type")


def anthropic_tool(tool, path):
    equal(shape.faults(tool, anthropic.types.ToolParam, path), [], "the faults of the tool")


def gemini_declaration(tool, path):
    FunctionDeclaration.model_validate(tool)  # refuses unknown members
