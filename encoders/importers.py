"""The readers of other programs' files, by the ending of the file: the list, and those that other packages provide.

A reader is a function from the text of a file to the keys of a puzzle. Not here: the readers (imports), and what makes a puzzle
of keys (puzzle.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial, wraps
from importlib import import_module
from typing import Any, TypeAlias

from exactcover import plugins
from exactcover.model.errors import InvalidInput, PluginBroke

Reader: TypeAlias = Callable[[str], dict[str, Any]]


def _keys(module: str, *arguments: Any) -> dict[str, Any]:
    """Return what a module of encoders/imports reads; it is imported when it is first used."""
    keys: dict[str, Any] = import_module(f"encoders.imports.{module}").keys(*arguments)
    return keys


NUMBERED: dict[str, Callable[[str, int | None], dict[str, Any]]] = {".xmpuzzle": partial(_keys, "xmpuzzle")}
"""Readers of files that hold several problems, of which `FILE@n` is the n-th."""
OWN = (".toml", ".json")
"""Endings of files that have keys."""
_ENDING = re.compile(r"\.[a-z0-9][a-z0-9_+-]*")
_TAKEN = (*OWN, *NUMBERED, ".gz", ".jsonl", ".npz")
_BUILT_IN = {
    ".cnf": "cnf",
    ".csv": "comma_separated",
    ".dimacs": "cnf",
    ".dlx": "knuth_text",
    ".lp": "lp",
    ".mps": "mps",
    ".non": "non",
    ".opb": "opb",
    ".txt": "or_library",
}


def _reader(module: str) -> Reader:
    return partial(_keys, module)


def _checked(ending: str, value: Any) -> Reader:
    """Return the reader that a plugin provides for an ending; raises PluginBroke for anything else."""
    if ending in _TAKEN or not _ENDING.fullmatch(ending):
        raise PluginBroke(
            f"the plugin {ending!r} of {plugins.IMPORTERS} has no name for an importer;"
            " expected an ending such as '.rooks', in small letters, which is not taken"
        )
    if not callable(value):
        raise PluginBroke(
            f"the plugin {ending!r} of {plugins.IMPORTERS} is {value!r:.60}; expected a function from a text to keys"
        )
    return _guarded(ending, value)


def _guarded(ending: str, reader: Callable[[str], Any]) -> Reader:
    """Return a reader whose faults are the plugin's: it returns keys with a kind, or raises InvalidInput."""

    @wraps(reader)
    def keys(text: str) -> dict[str, Any]:
        try:
            read = reader(text)
        except InvalidInput:
            raise
        except Exception as error:  # whatever a stranger's code raises
            raise PluginBroke(
                f"the importer of {ending} broke: {type(error).__name__}: {error}; expected keys, or InvalidInput"
            ) from error
        if not isinstance(read, dict) or not isinstance(read.get("kind"), str):
            raise PluginBroke(f"the importer of {ending} returned {read!r:.60}; expected keys, with kind among them")
        return read

    return keys


IMPORTS: plugins.Registry[Reader] = plugins.Registry(
    plugins.IMPORTERS, {ending: partial(_reader, module) for ending, module in _BUILT_IN.items()}, _checked
)
"""Readers by the ending of a file, which `.gz` may follow; those of other packages come after the built-in ones."""


def endings() -> tuple[str, ...]:
    """Return the endings of files that are read, `.gz` left aside, in the order in which people read of them."""
    return (*OWN, *IMPORTS, *NUMBERED)


def ending_of(name: str) -> str:
    """Return the ending of a file that is read, `.gz` left aside; nothing for a file that is not.

    Other packages are asked for an ending only if it is not built in.
    """
    return next(_endings_of(name), "")


def _endings_of(name: str) -> Iterator[str]:
    plain = name.removesuffix(".gz")
    yield from (end for end in (*_BUILT_IN, *NUMBERED) if plain.endswith(end))
    yield from (end for end in OWN if name.endswith(end))
    stem, dot, last = plain.rpartition(".")
    if dot and stem and dot + last in IMPORTS:
        yield dot + last
