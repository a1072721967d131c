"""Puzzles from untrusted clients: a line, keys, or the text of a file. No path on this machine is ever opened for them.

Not here: the user's own files, and the meaning of keys (catalogue.py, each kind's `keys.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from encoders import catalogue, listing, toml
from encoders.importers import IMPORTS, NUMBERED, endings
from encoders.keys import in_json, shown
from encoders.kinds import KINDS
from encoders.puzzle import Puzzle, puzzle_of
from exactcover.model.errors import InvalidInput, nearest

_OWN: Mapping[str, Callable[[str], Any]] = {".json": in_json, ".toml": toml.loads}
PATHS = ("file",)
"""Keys that name a file on the machine that reads them."""


def formats() -> tuple[str, ...]:
    """Return the formats of texts, which are named after the endings of files."""
    return tuple(ending.removeprefix(".") for ending in (*_OWN, *(each for each in endings() if each not in _OWN)))


def _is_format(name: str) -> bool:
    """Tell whether texts of a format are read; other packages are asked only about what is not built in."""
    return f".{name}" in _OWN or f".{name}" in NUMBERED or f".{name}" in IMPORTS


def puzzle_sent(sent: Any) -> tuple[Puzzle, dict[str, Any]]:
    """Return the puzzle in a JSON value, and its keys, `kind` included; raises InvalidInput.

    sent: a name of the catalogue or a line `KIND key=value ...`; an object of keys with `kind`; or `{"format": "toml", "text":
    "..."}`, the text of a file in a format of `formats`; `number` is that of a problem, if a file has several.
    """
    if isinstance(sent, str):
        return _of_line(sent)
    if not isinstance(sent, dict):
        raise InvalidInput(f"the puzzle is {shown(sent)}; expected a name, KIND key=value ..., or an object of keys")
    if "kind" not in sent and ("text" in sent or "format" in sent):
        return _of_text(sent)
    return _of_keys(sent)


def is_batch(sent: Any) -> bool:
    """Return whether a JSON value claims to be a batch of puzzles."""
    return isinstance(sent, dict) and "batch" in sent


def batch_sent(sent: Mapping[str, Any]) -> Iterator[tuple[int, Puzzle | InvalidInput, dict[str, Any]]]:
    """Yield the puzzles of a JSON value `{"batch": ...}`, each with its number and keys, or its fault; raises InvalidInput.

    The batch is a list of puzzles as `puzzle_sent` takes them, or `{"kind": KIND, "text": "..."}`, a puzzle on each line.
    """
    batch = sent["batch"]
    if len(sent) > 1 or not isinstance(batch, list | dict):
        raise InvalidInput(
            'the batch is not a list, or has other keys; expected {"batch": [...]}, or kind and text in it'
        )
    lines = list(enumerate(batch, 1)) if isinstance(batch, list) else _lines_of(batch)
    if not lines:
        raise InvalidInput("the batch has no puzzle in it; expected some")
    for number, value in lines:
        try:
            puzzle, keys = puzzle_sent(value)
        except InvalidInput as fault:
            yield number, fault, {}
        else:
            yield number, puzzle, keys


def _lines_of(batch: Mapping[str, Any]) -> list[tuple[int, Any]]:
    kind, text = batch.get("kind"), batch.get("text")
    known = [name for name, each in KINDS.items() if each.line_key]
    if kind not in known or not isinstance(text, str) or len(batch) > 2:
        raise InvalidInput(
            f"the batch is {shown(batch)}; expected its kind ({' or '.join(known)}) and text, a puzzle on each line"
        )
    return [(number, {"kind": kind, **keys}) for number, keys in catalogue.keys_of_lines(str(kind), {}, text)]


def _of_line(line: str) -> tuple[Puzzle, dict[str, Any]]:
    words = line.split()
    if len(words) == 1 and words[0] in listing.names():
        puzzle = catalogue.puzzle(words[0])
        return puzzle, catalogue.keys_of(words[0])
    if not words or words[0] not in KINDS:
        known = (*listing.names(), *KINDS)
        hint = nearest(words[0], known) if words else ""
        raise InvalidInput(
            f"the puzzle is {shown(words[0]) if words else 'nothing'}; expected a name of the catalogue, "
            f"or KIND key=value ...{hint}"
        )
    keys = catalogue.pairs(words[1:])
    if keys.get("kind", words[0]) != words[0]:
        raise InvalidInput(f"kind is {shown(keys['kind'])}; expected {words[0]}, which comes before the keys")
    return _of_keys({"kind": words[0], **keys})


def _of_text(sent: Mapping[str, Any]) -> tuple[Puzzle, dict[str, Any]]:
    for key in sent:
        if key not in ("format", "text", "number"):
            raise InvalidInput(f"a puzzle sent as text has the unknown key {shown(key)}; expected format and text")
    file_format, text, number = sent.get("format"), sent.get("text"), sent.get("number")
    if not isinstance(file_format, str) or not _is_format(file_format):
        known = formats()
        hint = nearest(str(file_format), known)
        raise InvalidInput(f"the format is {shown(file_format)}; expected {', '.join(known)}{hint}")
    if not isinstance(text, str):
        raise InvalidInput(f"the text is {shown(text)}; expected the text of a file")
    ending = f".{file_format}"
    several = ending in NUMBERED
    if number is not None and (type(number) is not int or not several):
        raise InvalidInput(f"number is {shown(number)}; expected that of a problem, of a text that has several of them")
    try:
        keys = NUMBERED[ending](text, number) if several else (_OWN if ending in _OWN else IMPORTS)[ending](text)
    except InvalidInput:
        raise
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"the text is not {file_format.upper()}: {error}") from error
    if not isinstance(keys, dict):
        raise InvalidInput(f"the text has {shown(keys)} at its top; expected keys")
    return _of_keys(keys)


def _of_keys(keys: Mapping[str, Any]) -> tuple[Puzzle, dict[str, Any]]:
    kind = keys.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        description = f"kind {shown(kind)}" if "kind" in keys else "no kind"
        raise InvalidInput(
            f"the puzzle has {description}; expected kind = one of {', '.join(KINDS)}{nearest(str(kind), KINDS)}"
        )
    for key in PATHS:
        if key in keys:
            raise InvalidInput(f"the key {key} names a file, and none is read here; expected the content of the file")
    return puzzle_of(kind, keys), dict(keys)
