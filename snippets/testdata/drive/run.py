"""Runs each Python program of standard input with stand-ins for its packages, and prints what they were given."""

import builtins
import json
import os
import sys
import types

seen = []


class Stand:
    """Takes anything and notes the keyword arguments of the calls that matter."""

    def __init__(self, *_, **given):
        seen.append(given)

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        return None


def note(**given):
    seen.append(given)
    return types.SimpleNamespace(id="r", output=[], output_text="", content=[])


class Client:
    responses = types.SimpleNamespace(create=note)
    beta = types.SimpleNamespace(messages=types.SimpleNamespace(create=note))


class Runner:
    @staticmethod
    async def run(_, question):
        seen.append({"question": question})
        return types.SimpleNamespace(interruptions=[], final_output="")


def module(name, **members):
    made = types.ModuleType(name)
    vars(made).update(members)
    sys.modules[name] = made


module("openai", OpenAI=Client)
module("anthropic", Anthropic=Client)
module("agents", Agent=Stand, HostedMCPTool=Stand, MCPToolApprovalRequest=object, Runner=Runner)
module("agents.mcp", MCPServerStreamableHttp=Stand, MCPServerStdio=Stand)


class Names(dict):
    """Every variable of the environment is set, to its own name."""

    def __missing__(self, name):
        return name


os.environ = Names()
answers = []
for program in json.load(sys.stdin):
    seen.clear()
    out, sys.stdout = sys.stdout, open(os.devnull, "w")
    exec(compile(program, "program", "exec"), {"__name__": "__main__", "__builtins__": builtins})
    sys.stdout = out
    answers.append(json.loads(json.dumps(seen, default=lambda _: None)))
json.dump(answers, sys.stdout)
