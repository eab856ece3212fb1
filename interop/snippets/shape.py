"""Whether a JSON value has the shape of a type that an official package publishes.

The packages describe request bodies as TypedDicts. Their own clients do not check them, and pydantic by default lets unknown members
pass, so this walks the type hints: required members, no unknown ones, exact types, literal values.
"""

import collections.abc
import functools
import types
import typing

import typing_extensions


def faults(value, hint, path="body"):
    """Returns what is wrong with value as the type hint, one sentence each; none when it fits."""
    hint, _ = bare(hint)
    if hint in (typing.Any, object):
        return []
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return union_faults(value, args, path)
    if origin is typing.Literal or origin is typing_extensions.Literal:
        return [] if value in args and type(value) in {type(a) for a in args} else [f"{path} is {value!r}, want one of {args}"]
    if is_typed_dict(hint):
        return object_faults(value, hint, path)
    if origin in (dict, collections.abc.Mapping):
        if not isinstance(value, dict):
            return [f"{path} is {kind(value)}, want an object"]
        return [f for k, v in value.items() for f in faults(v, args[1], f"{path}.{k}")]
    if origin in (list, collections.abc.Iterable, collections.abc.Sequence) or getattr(origin or hint, "__name__", "") == "SequenceNotStr":
        if not isinstance(value, list):
            return [f"{path} is {kind(value)}, want a list"]
        return [f for i, v in enumerate(value) for f in faults(v, args[0], f"{path}[{i}]")]
    if hint is None or hint is type(None):
        return [] if value is None else [f"{path} is {kind(value)}, want null"]
    if hint is float and type(value) is int:
        return []
    if hint in (str, int, float, bool):
        return [] if type(value) is hint else [f"{path} is {kind(value)}, want {hint.__name__}"]
    raise TypeError(f"{path}: no check is written for the type {hint!r}")


@functools.cache
def members(hint):
    """Returns the members of a TypedDict by their names on the wire: (hint, whether it must be there).

    The packages write annotations as strings, in which Python does not see Required when it makes the class; hence the marks.
    """
    found = {}
    for name, member in typing_extensions.get_type_hints(hint, include_extras=True).items():
        plain, alias = bare(member)
        mark = typing_extensions.get_origin(member)
        required = mark is typing_extensions.Required or (name in hint.__required_keys__ and mark is not typing_extensions.NotRequired)
        found[alias or name] = (plain, required)
    return found


def bare(hint):
    """Takes off Required, NotRequired and Annotated; returns the hint and the alias that the annotation gives, if any."""
    alias = None
    while True:
        origin = typing_extensions.get_origin(hint)
        if origin in (typing_extensions.Required, typing_extensions.NotRequired):
            hint = typing_extensions.get_args(hint)[0]
        elif origin is typing_extensions.Annotated:
            hint, *extras = typing_extensions.get_args(hint)
            alias = next((e.alias for e in extras if getattr(e, "alias", None)), alias)
        else:
            return hint, alias


def is_typed_dict(hint):
    return typing_extensions.is_typeddict(hint)


def object_faults(value, hint, path):
    if not isinstance(value, dict):
        return [f"{path} is {kind(value)}, want an object"]
    known = members(hint)
    found = [f"{path}.{name} is missing" for name, (_, required) in known.items() if required and name not in value]
    for name, member in value.items():
        if name in known:
            found += faults(member, known[name][0], f"{path}.{name}")
        else:
            found.append(f"{path}.{name} is unknown; {hint.__name__} has {', '.join(sorted(known))}")
    return found


def union_faults(value, hints, path):
    """One branch must fit. An object that says its type is judged as that type, so that the sentence is about it."""
    branches = [b for h in hints for b in flat(h)]
    if isinstance(value, dict):
        named = [b for b in branches if not is_typed_dict(b) or says_type(b, value.get("type"))]
        branches = named if any(map(is_typed_dict, named)) else branches
    tried = [faults(value, b, path) for b in branches]
    if any(not t for t in tried):
        return []
    best = min(tried, key=lambda found: (any(f.startswith(f"{path} is ") for f in found), len(found)))
    return best if len(tried) == 1 else [f"{path} fits none of {len(tried)} types; the nearest: {'; '.join(best)}"]


def flat(hint):
    """The branches of a union of unions."""
    hint, _ = bare(hint)
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return [b for h in typing.get_args(hint) for b in flat(h)]
    return [hint]


def says_type(hint, name):
    member = members(hint).get("type")
    return member is not None and name in typing.get_args(member[0])


def kind(value):
    names = {type(None): "null", dict: "an object", list: "a list", str: "a string", bool: "a boolean", int: "a number", float: "a number"}
    return names[type(value)]
