"""Programs and curl commands: they run as they are against the host, and what they ask for is what the catalog says."""

import json
import re

import programs

ANSWERS = {"yes": "y\n" * 9, "no": "n\n" * 9, "nobody there": ""}


def read_only(tools):
    """The tools that say so in so many words, by name; written here once more, apart from Comity."""
    return [t["name"] for t in tools if t["annotations"].get("readOnlyHint") is True and t["annotations"].get("destructiveHint") is not True]


def hosted(language):
    """A program for a server that the vendor calls. Every answer of the person is tried."""
    def check(job):
        reads = read_only(job.catalog["tools"])
        writes = [t["name"] for t in job.catalog["tools"] if t["name"] not in reads]
        for answer, keys in ANSWERS.items():
            if answer != "yes" and (job.name != "public" or job.variant):
                continue  # what the person says depends neither on the catalog nor on which tools there are
            run, ended = play(job, language, keys, answer)
            tool = next(t for t in run.bodies()[0]["tools"] if t["type"] == "mcp")
            expect(tool, job, reads, reads if job.variant == "read-only" else reads + writes)
            asked = [] if job.variant == "read-only" else writes[:3]
            equal(run.asked, asked, "the calls that waited for a person")
            equal(run.decided, {name: answer == "yes" for name in asked}, "what the person decided")
            if job.name == "public":
                for name in asked:
                    equal(bool(re.search(rf"wants to call {name} with .*{name}", ended.out)), True, f"the question names {name} and its arguments, not\n{ended}\n")
    return check


def curl(job):
    """The command, and then the answer to an approval that its last comment tells of."""
    run, ended = play(job, programs.bash, "", "curl")
    body = run.bodies()[0]
    reads = read_only(job.catalog["tools"])
    tool = next(t for t in body["tools"] if t["type"] == "mcp")
    expect(tool, job, reads, reads if job.variant == "read-only" else [t["name"] for t in job.catalog["tools"]])
    advice = re.search(r'# +(\[\{"type": "mcp_approval_response".*\])', job.text)
    equal(advice is not None, job.variant != "read-only", "the command says how to answer an approval")
    if advice:
        requests = [i["id"] for i in json.loads(ended.out)["output"] if i["type"] == "mcp_approval_request"]
        answers = [{**json.loads(advice.group(1))[0], "approval_request_id": r} for r in requests]
        del body["input"]
        again = job.host_post(run, "/v1/responses", {**body, "previous_response_id": json.loads(ended.out)["id"], "input": answers})
        equal(run.faults, [], "the faults of the answer to an approval")
        equal([i["type"] for i in again["output"]], ["mcp_call", "mcp_call", "mcp_approval_request"], "what follows an approval")


def sessions(job):
    """A command for the Agents API, and the event that its last comment tells of."""
    run, _ = play(job, programs.bash, "", "curl")
    body = run.bodies()[0]
    tool = body["agent"]["tools"][0]
    server = job.catalog["server"]
    equal(sorted(tool["allowed_tools"]), sorted(t["name"] for t in job.catalog["tools"]), "allowed_tools")
    if tool["transport"]["type"] == "stdio":
        equal([tool["transport"]["command"], *tool["transport"]["args"]], server["command"], "the command")
    else:
        equal(tool["transport"]["server_url"], server["url"], "server_url")
        equal(tool["transport"].get("authorization"), f"Bearer {job.token}" if job.token else None, "authorization")
    advice = "".join(line.lstrip("#") for line in job.text[job.text.index('{"events"'):].splitlines())
    job.host_post(run, "/v1/agents/sessions/sess_1/events", json.loads(advice))
    equal(run.faults, [], "the faults of the event that answers an approval")


def messages(language):
    """Anthropic's connector asks nobody, so that only tools that read are on."""
    def check(job):
        run, _ = play(job, language, "", "no question")
        body = run.bodies()[0]
        server = body["mcp_servers"][0]
        equal(server["url"], job.catalog["server"]["url"], "the URL")
        equal(server.get("authorization_token"), job.token, "authorization_token")
        equal(sorted(run.called), sorted(read_only(job.catalog["tools"])), "the tools that are on")
    return check


def local(language):
    """A program that calls the running example itself, with a model that first reads and then writes."""
    def check(job):
        ordered(job, language)
        if job.name in ("local", "command"):
            for answer in ("no", "nobody there"):
                all_tools(job, language, answer)
    return check


def ordered(job, language):
    """Stock is read without a question, and with the person's yes some is ordered."""
    item = {"product_sku": "SKU-4421", "warehouse": "Chicago"}
    key = re.sub("[^a-z]+", "-", f"{job.client['ID']} {job.name}")
    run, ended = play(job, language, ANSWERS["yes"], "yes", [{"check_inventory": item}, {"create_reorder": {**item, "units": 5, "request_key": key}}])
    outputs = {name: str(output).replace("\\", "") for name, output in run.memory["outputs"].items()}
    equal('"available"' in outputs["check_inventory"], True, f"check_inventory tells the stock, not {outputs['check_inventory']!r}")
    equal('"reorder_id"' in outputs["create_reorder"], True, f"create_reorder orders, and does not answer {outputs['create_reorder']!r}")
    equal(bool(re.search(r"wants to call create_reorder with .*SKU-4421", ended.out)), True, f"the question has the arguments, not\n{ended}\n")


def all_tools(job, language, answer):
    """Every tool is called: those that read run, those that write wait, and do not run without a yes."""
    tools = {t["name"]: some_arguments(t["inputSchema"]) for t in job.catalog["tools"]}
    reads = read_only(job.catalog["tools"])
    writes = [name for name in tools if name not in reads]
    plan = [{name: tools[name] for name in reads}, {name: tools[name] for name in writes}]
    run, ended = play(job, language, ANSWERS[answer], answer, plan)
    equal(sorted(re.findall(r"wants to call (\w+) with", ended.out)), sorted(writes), f"the calls that waited for a person ({answer})")
    outputs = {name: str(output) for name, output in run.memory["outputs"].items()}
    refusal = outputs[writes[0]]
    equal({name: outputs[name] for name in writes}, dict.fromkeys(writes, refusal), f"what the model is told of calls that were not allowed ({answer})")
    equal([name for name in reads if outputs[name] == refusal], [], f"the calls that read and were not allowed ({answer})")


def some_arguments(schema):
    """Arguments with a value for whatever is required; the server may refuse them, which is an answer too."""
    def value(of):
        kind = of.get("type")
        kind = kind[0] if isinstance(kind, list) else kind
        return of["enum"][0] if "enum" in of else {"string": "something", "integer": 1, "number": 1, "boolean": True, "array": [], "object": {}}[kind]
    return {name: value(schema["properties"][name]) for name in schema.get("required", [])}


def play(job, language, keys, answer, plan=()):
    """Runs the snippet; it must end well, and every request must be one that the vendor takes."""
    run = job.run()
    run.memory["plan"] = list(plan)
    folder = job.folder()
    ended = language(folder, job.text, programs.environment(folder, job.text, job.token or "", run.url), keys)
    equal(run.faults, [], f"the faults of the requests ({answer})")
    equal(ended.code, 0, f"the exit code ({answer}) of what printed\n{ended}\n")
    equal(len(run.requests) > 0, True, "there was a request")
    if language is not programs.bash:
        equal(run.said is not None and run.said in ended.out, True, f"the model's last words are printed ({answer}), not\n{ended}\n")
    return run, ended


def expect(tool, job, reads, allowed):
    """The entry of the server in a request to OpenAI."""
    server = job.catalog["server"]
    want = {
        "type": "mcp", "server_label": tool["server_label"], "server_description": server["description"], "server_url": server["url"],
        "allowed_tools": sorted(allowed), "require_approval": {"never": {"tool_names": sorted(reads)}},
    }
    if job.token:
        want["authorization"] = job.token
    if job.variant == "deferred":
        want["defer_loading"] = True
    names = tool["allowed_tools"]
    if isinstance(names, dict):  # the other form of the same
        names = names["tool_names"]
    equal({**tool, "allowed_tools": sorted(names)}, want, "the server in the request")


def equal(got, want, what):
    assert got == want, f"{what}: got {got!r}, want {want!r}"
