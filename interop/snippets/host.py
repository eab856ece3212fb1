"""The vendors, played on a free loopback port: each request is checked, and a good one is answered as published.

A program is given the base URL of a Run, so that its requests are told from those of others. A request that the vendor would not take
is answered 400 with the reason, and is a fault of the Run.
"""

import http.server
import itertools
import json
import re
import threading

import accepts
import plays_messages
import plays_responses
import plays_sessions

ROUTES = [
    # method, path, what it takes, how it answers
    ("POST", "/v1/responses", accepts.responses, plays_responses.answer),
    ("POST", "/v1/messages", accepts.messages, plays_messages.answer),
    ("POST", "/v1/agents/sessions", accepts.session, plays_sessions.create),
    ("POST", "/v1/agents/sessions/[^/]+/events", accepts.session_events, lambda run, path, body: {}),
]


class Run:
    """One program and what it said."""

    def __init__(self, url, catalog):
        self.url = url  # without /v1
        self.catalog = catalog
        self.tools = {t["name"]: t for t in catalog["tools"]}
        self.requests = []  # (path, headers, body)
        self.faults = []
        self.memory = {}  # what the player keeps between requests
        self.asked = []  # the tools that waited for a person
        self.decided = {}  # by tool, whether the person let it run
        self.called = []  # the tools that ran
        self.said = None  # the model's last words

    def bodies(self):
        return [body for _, _, body in self.requests]


class Host:
    def __init__(self):
        self.runs = {}
        self.numbers = itertools.count(1)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), lambda *a: Handler(self, *a))
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def run(self, catalog):
        key = f"run{next(self.numbers)}"
        self.runs[key] = Run(f"http://127.0.0.1:{self.server.server_port}/{key}", catalog)
        return self.runs[key]

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, host, *args):
        self.host = host
        super().__init__(*args)

    def do_GET(self):
        self.serve("GET")

    def do_POST(self):
        self.serve("POST")

    def serve(self, method):
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        key, _, path = self.path.partition("?")[0].lstrip("/").partition("/")
        run = self.host.runs.get(key)
        if run is None:
            self.reply(404, {"error": {"message": f"{self.path} belongs to no run"}})
            return
        try:
            status, answer = respond(run, method, f"/{path}", {k.lower(): v for k, v in self.headers.items()}, raw)
        except Exception as e:  # a fault of the player; the program must not wait for an answer
            run.faults.append(f"playing {method} /{path}: {e!r}")
            status, answer = 500, {"error": {"message": repr(e)}}
        self.reply(status, answer)

    def reply(self, status, answer):
        streamed = isinstance(answer, list)
        if streamed:
            text = "".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in answer)
        else:
            text = json.dumps(answer)
        self.send_response(status)
        self.send_header("content-type", "text/event-stream" if streamed else "application/json")
        data = text.encode()
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args):
        pass


def respond(run, method, path, headers, raw):
    """Checks and answers one request: the status, and an object or a list of events."""
    for verb, pattern, takes, plays in ROUTES:
        if verb != method or not re.fullmatch(pattern, path):
            continue
        if headers.get("content-type", "").partition(";")[0] != "application/json":
            return refuse(run, path, [f"the header Content-Type is {headers.get('content-type')!r}, want application/json"])
        try:
            body = json.loads(raw)
        except ValueError as e:
            return refuse(run, path, [f"the body is no JSON: {e}"])
        run.requests.append((path, headers, body))
        faults = takes(headers, body, set(run.tools))
        return refuse(run, path, faults) if faults else (200, plays(run, path, body))
    return refuse(run, path, [f"{method} {path} is no call of these vendors"])


def refuse(run, path, faults):
    run.faults += [f"{path}: {f}" for f in faults]
    return 400, {"type": "error", "error": {"type": "invalid_request_error", "message": "; ".join(faults)}}
