"""The notation of argument types in the lists of signatures (signatures.txt beside the kernels), and as numba's types.

`l` is an int64, as in the struct module (? b B h H i I l L f d); `n` is None; `A`, a dtype, the number of dimensions and a
layout (C, F or A for any) is an array, read-only if `r` follows: `Al2C`. `(...)` is a tuple, `(Name:...)` a NamedTuple of that
class. An overload for a read-only array takes writable ones too. In a list, `x{2,3,5}` stands for 2, 3 or 5 of what comes before
it, and several numbers in one line that have the same letter, as in `x{w:1,2}`, vary together; a line `Name = ...` has the types
of the fields of a NamedTuple, for which `(Name)` stands below it. Only build.py needs numba's types.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

DTYPES = {
    "?": "boolean",
    "b": "int8",
    "B": "uint8",
    "h": "int16",
    "H": "uint16",
    "i": "int32",
    "I": "uint32",
    "l": "int64",
    "L": "uint64",
    "f": "float32",
    "d": "float64",
}
LIST = "signatures.txt"
_REPEATED = re.compile(r"(A.\d[CFA]r?|[?bBhHiIlLfdn])x\{(?:(\w):)?([\d,]+)\}")


def listed(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the kernels to be compiled ahead, as `module:function`, and the types of their arguments, from the lists in a folder.

    A line is a kernel's name below exactcover.kernel and its types; lines that begin with # are comments. Raises ValueError.
    """
    for path in sorted(folder.rglob(LIST)):
        fields: dict[str, str] = {}
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if not line or line.startswith("#"):
                continue
            name, _, types = line.partition(" ")
            for known, value in fields.items():
                types = types.replace(f"({known})", value)
            if types.startswith("= "):
                fields[name] = f"({name}:{types[2:].strip()})"
            elif types := types.strip():
                yield from ((f"exactcover.kernel.{name}", each) for each in expanded(types))
            else:
                raise ValueError(f"{path}, line {number}: expected a kernel and the types of its arguments")


def expanded(types: str) -> Iterator[str]:
    """Yield each signature that a pattern stands for."""
    match = _REPEATED.search(types)
    if match is None:
        yield types
        return
    for number in match[3].split(","):
        own = types[: match.start()] + match[1] * int(number) + types[match.end() :]
        if match[2]:
            own = re.sub(rf"x\{{{match[2]}:[\d,]+\}}", f"x{{{number}}}", own)
        yield from expanded(own)


def numba_types(types: str, classes: Mapping[str, type]) -> tuple[Any, ...]:
    """Return numba's types of arguments; classes: the NamedTuples by name. Raises ValueError."""
    parsed, rest = _until(types, "", classes)
    if rest:
        raise ValueError(f"{types!r}: {rest!r} is left over")
    return tuple(parsed)


def _until(text: str, end: str, classes: Mapping[str, type]) -> tuple[list[Any], str]:
    """Return the types before `end`, and what comes after it."""
    parsed = []
    while text and not (end and text.startswith(end)):
        one, text = _first(text, classes)
        parsed.append(one)
    if end and not text:
        raise ValueError(f"expected {end!r}")
    return parsed, text[len(end) :]


def _first(text: str, classes: Mapping[str, type]) -> tuple[Any, str]:
    """Return the first type of a text, and the rest."""
    types: Any = import_module("numba.core.types")  # numba has no types
    if text[0] == "A":
        dtype, dimensions, layout, text = getattr(types, DTYPES[text[1]]), int(text[2]), text[3], text[4:]
        readonly = text.startswith("r")
        return types.Array(dtype, dimensions, layout, readonly=readonly), text.removeprefix("r")
    if text[0] == "n":
        return types.none, text[1:]
    if text[0] != "(":
        return getattr(types, DTYPES[text[0]]), text[1:]
    named = re.match(r"\((\w+):", text)
    parsed, text = _until(text[named.end() if named else 1 :], ")", classes)
    if named is None:
        return types.Tuple.from_types(parsed), text
    cls = classes[named[1]]
    same = len(set(parsed)) == 1
    return types.NamedUniTuple(parsed[0], len(parsed), cls) if same else types.NamedTuple(parsed, cls), text


def letters_of(numba_type: Any) -> str:
    """Return the notation of one of numba's types. Raises ValueError for one that no library returns."""
    types: Any = import_module("numba.core.types")
    names = {name: letter for letter, name in DTYPES.items()} | {"bool": "?"}
    if isinstance(numba_type, types.Array):
        readonly = "" if numba_type.mutable else "r"
        return f"A{names[str(numba_type.dtype)]}{numba_type.ndim}{numba_type.layout}{readonly}"
    if isinstance(numba_type, types.NoneType):
        return "n"
    if isinstance(numba_type, types.BaseTuple) and not isinstance(numba_type, types.BaseNamedTuple):
        return f"({''.join(map(letters_of, numba_type.types))})"
    if str(numba_type) in names:
        return names[str(numba_type)]
    raise ValueError(f"a kernel returns {numba_type}, which a library cannot")
