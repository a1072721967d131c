"""The page exactcover/REFERENCE.md, made of what the public names say of themselves: `python -m tests.reference` writes it."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args, is_typeddict

import exactcover
from exactcover.model.solution import OptionalPart, Part, Solution
from exactcover.service.client_lookups import Lookups

PAGE = Path(__file__).parent.parent / "exactcover" / "REFERENCE.md"
INTRODUCTION = """# Reference of the Python package

Every public name of `exactcover`, with its signature and what it says of itself. What specifications, answers and options mean is
in the [contract](CONTRACT.md), what the engines do in [engines](ENGINES.md), what `Client` calls in
[the service](service/README.md).

Names in signatures that are no public names:

- `Subject`: a `Puzzle`, a `Cover`, or a text that names a puzzle: in the catalogue, a file, or `KIND key=value ...`.
- `OnProgress`: a function that takes a `Progress`. `Cancel`: a `threading.Event`, or anything else with its `is_set`.
- `Search`: a function from a puzzle and a request to an `Answer`.
- `Status`: FEASIBLE, OPTIMAL, INFEASIBLE or UNKNOWN. `StopReason`: time, memory, nodes, solutions or interrupted.
- `Amount`: an int, float or Fraction, what solutions cost. `Cell`: a list of coordinates. `Move`: what is moved, and directions.
- `JsonObject`, `Json`: a dictionary as `json.loads` returns it. `Integers`: an array of whole numbers.
- `Svg`, `Png`, `Pdf`: a `str` or `bytes` that a notebook shows as a picture.
"""
ORDER = ("Functions", "Puzzles, answers and solutions", "Exceptions")


def section_of(value: Any) -> str:
    """The section of the page that a public name is in."""
    if not inspect.isclass(value):
        return ORDER[0]
    return ORDER[2] if issubclass(value, Exception) else ORDER[1]


def annotation(value: Any) -> str:
    """An annotation as it is written in the source, without the module of a type."""
    plain = value.__name__ if isinstance(value, type) and not get_args(value) else value
    text = plain if isinstance(plain, str) else getattr(plain, "__forward_arg__", None) or str(plain)
    return re.sub(r"\b(?:[a-z_]+\.)+(?=[A-Z])", "", text).strip("'\"").replace("TypedSolution", "Solution")


def default(value: Any) -> str:
    """A default as it is written in the source."""
    if callable(value):
        return "..."
    plain = dataclasses.is_dataclass(value) and not isinstance(value, type) and value == type(value)()
    return f"{type(value).__name__}()" if plain else repr(value).replace("'", '"')


def parameter(each: inspect.Parameter) -> str:
    """A parameter with its annotation and its default."""
    stars = "*" if each.kind is each.VAR_POSITIONAL else "**" if each.kind is each.VAR_KEYWORD else ""
    told = f"{stars}{each.name}" + ("" if each.annotation is each.empty else f": {annotation(each.annotation)}")
    return told if each.default is each.empty else f"{told} = {default(each.default)}"


def signature(name: str, function: Callable[..., Any], *, bound: bool = False) -> str:
    """The signature of a function, a parameter a line if it is long; bound: of a method, without its first parameter."""
    whole = inspect.signature(function)
    parts: list[str] = []
    for each in list(whole.parameters.values())[bound:]:
        if each.kind is each.KEYWORD_ONLY and not any(part.startswith("*") for part in parts):
            parts.append("*")
        parts.append(parameter(each))
    word = "async def" if inspect.iscoroutinefunction(function) else "def"
    end = "" if whole.return_annotation is whole.empty else f" -> {annotation(whole.return_annotation)}"
    line = f"{word} {name}({', '.join(parts)}){end}"
    return line if len(line) <= 120 else f"{word} {name}(\n" + "".join(f"    {part},\n" for part in parts) + f"){end}"


def attributes(value: type) -> Iterator[str]:
    """The lines that say which attributes, or keys, values of a class have."""
    if issubclass(value, Solution):
        for name, part in vars(value).items():
            if isinstance(part, Part):
                end = " | None" if isinstance(part, OptionalPart) else ""
                yield f"{name}: {annotation(part.__orig_class__.__args__[0])}{end}"  # type: ignore[attr-defined]  # typing's
    elif is_typeddict(value):
        yield from (f"{key}: {annotation(hint)}" for key, hint in value.__annotations__.items())
    elif dataclasses.is_dataclass(value):
        shown = (each for each in dataclasses.fields(value) if each.repr)
        for each in shown:
            end = "" if each.default is dataclasses.MISSING else f" = {default(each.default)}"
            yield f"{each.name}: {annotation(each.type)}{end}"
    elif issubclass(value, tuple):
        yield from (f"{key}: {annotation(hint)}" for key, hint in value.__annotations__.items())


def members(value: type) -> Iterator[tuple[str, str]]:
    """The public methods and properties of a class of ours with what they say of themselves, those of look-ups included."""
    for name, each in [
        pair for base in (value, *value.__bases__) if base in (value, Lookups) for pair in vars(base).items()
    ]:
        if name.startswith("_") or not (inspect.isfunction(each) or isinstance(each, property)):
            continue
        if isinstance(each, property):
            line = f"{name}: {annotation(inspect.signature(each.fget or members).return_annotation)}"
        else:
            line = signature(name, each, bound=True)
        yield line, inspect.getdoc(each) or ""


def entry(name: str) -> Iterator[str]:
    """The lines of the page about a public name."""
    value = getattr(exactcover, name)
    yield f"### {name}\n"
    if not inspect.isclass(value):
        yield f"```python\n{signature(name, value)}\n```\n"
    yield f"{inspect.getdoc(value)}\n"
    if not inspect.isclass(value) or issubclass(value, Exception):
        return
    lines = list(attributes(value))
    if lines:
        yield "```python\n" + "\n".join(lines) + "\n```\n"
    if name.endswith("Client"):
        yield f"```python\n{signature(name, value).removeprefix('def ').removesuffix(' -> None')}\n```\n"
    for line, told in members(value):
        yield f"```python\n{line}\n```\n\n{told}\n"


def page() -> str:
    """The text of the page."""
    parts = [INTRODUCTION]
    for section in ORDER:
        parts.append(f"## {section}\n")
        for name in sorted(exactcover.__all__, key=str.casefold):
            if section_of(getattr(exactcover, name)) == section:
                parts += entry(name)
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page())
