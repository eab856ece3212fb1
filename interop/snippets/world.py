"""What the snippets are about: inventory examples that run here, and the catalogs of servers that vendors would call."""

import copy
import json
import os
import pathlib
import re
import subprocess
import tempfile

HERE = pathlib.Path(__file__).parent
PUBLIC = "https://inventory.example.com/mcp"
OPEN = ["-auth", "off", "-because", "signing in has tests of its own"]

# Every character that ends a string, a comment or a block somewhere, and some that end a line where one does not think of it.
NASTY = "\x00\x07\x7fa\"b'c`d\\e$f${g}$(h)#{i}{{j}}%s\nk\r\n\tl*/m//n-->o</script>p\"\"\"q'''r``` s\u2028t\u2029u\u202ev \U0001f4e6 \u00fc <!-- /comity:snippets -->"


class World:
    """Two running examples, one that asks for tokens and one that lets anyone call, and the catalogs of them and of others."""

    def __init__(self):
        self.scratch = tempfile.TemporaryDirectory(prefix="comity-snippets-")
        self.path = pathlib.Path(self.scratch.name)
        self.binary = os.environ.get("INVENTORY") or self.build("inventory", "./examples/inventory")
        renderer = os.environ.get("RENDER") or self.build("render", "./interop/snippets/render")
        self.processes = []
        guarded, printed = self.start("guarded")
        open_to_all, _ = self.start("open", *OPEN)
        command = re.search(r"TOKEN=(\$\(.*\))$", printed, re.M).group(1)
        self.token = subprocess.run(["bash", "-c", f"printf %s {command}"], check=True, capture_output=True, text=True, timeout=20).stdout
        self.catalogs = self.described(guarded, open_to_all)
        done = subprocess.run([renderer], input=json.dumps(list(self.catalogs.values())), check=True, capture_output=True, text=True, timeout=60)
        rendered = json.loads(done.stdout)
        self.clients = rendered["clients"]
        self.texts = dict(zip(self.catalogs, rendered["texts"]))

    def build(self, name, package):
        binary = str(self.path / name)
        subprocess.run(["go", "build", "-o", binary, package], cwd=HERE.parent.parent, check=True)
        return binary

    def start(self, name, *flags):
        """Starts an example on a free port; returns its URL and what it printed until it served."""
        with open(self.path / f"{name}.log", "w") as log:
            process = subprocess.Popen(
                [self.binary, "-addr", "127.0.0.1:0", "-data", str(self.path / name), *flags], stdout=subprocess.PIPE, stderr=log, text=True)
        self.processes.append(process)
        printed = ""
        for line in process.stdout:
            printed += line
            found = re.search(r"URL +(http://127\.0\.0\.1:\d+/mcp)", line)
            if found:
                return found.group(1), printed
        raise RuntimeError(f"the example ended before it served:\n{printed}{(self.path / f'{name}.log').read_text()}")

    def tools(self, url, *flags):
        """The catalog that the example prints of itself."""
        return json.loads(subprocess.run([self.binary, "tools", "-url", url, *flags], check=True, capture_output=True, text=True, timeout=20).stdout)

    def described(self, guarded, open_to_all):
        """The catalogs by name."""
        # A path that needs quoting everywhere. No variable $x is set; the settings of some programs put in those that are.
        odd = self.path / "it's \"here\" $x \\ \U0001f4e6"
        odd.mkdir()
        (odd / "inventory").symlink_to(self.binary)
        by_command = self.tools(PUBLIC, *OPEN)
        del by_command["server"]["url"]
        return {
            "public": self.tools(PUBLIC),
            "public open": self.tools(PUBLIC, *OPEN),
            "public hostile": hostile(self.tools(PUBLIC)),
            "local": self.tools(guarded),
            "local open": self.tools(open_to_all, *OPEN),
            "local hostile": odd_words(self.tools(guarded)),
            "command": with_command(by_command, self.binary, self.path / "by command"),
            "command hostile": with_command(odd_words(by_command), str(odd / "inventory"), odd / "data"),
        }

    def stop(self):
        """Asks every example to end, and fails when one does not end well."""
        for process in self.processes:
            process.terminate()
        codes = [process.wait(timeout=20) for process in self.processes]
        for process in self.processes:
            process.stdout.close()
        self.scratch.cleanup()
        if any(codes):
            raise RuntimeError(f"the examples ended with {codes} after SIGTERM")


def with_command(catalog, binary, data):
    catalog = copy.deepcopy(catalog)
    catalog["server"]["command"] = [binary, "stdio", "-data", str(data)]
    return catalog


def odd_words(catalog):
    """The server with texts that no language likes; its tools keep their names, so that they can be called."""
    catalog = copy.deepcopy(catalog)
    catalog["server"].update(name=f"stock {NASTY}", title=f"Stock {NASTY}", description=f"{NASTY} {'long ' * 400}")
    for tool in catalog["tools"]:
        tool["description"] = f"{NASTY} {tool['description']}"
        tool["title"] = f"{NASTY} {tool['title']}"
    return catalog


def hostile(catalog):
    """The same, and names of tools and scopes to match."""
    catalog = odd_words(catalog)
    catalog["server"]["url"] += "?a='b'&c=$(d)`e`"
    for tool in catalog["tools"]:
        tool["name"] += NASTY
        for scheme in tool.get("securitySchemes", []):
            scheme["scopes"] = [f"{NASTY} {scope}" for scope in scheme.get("scopes", [])]
    return catalog
