"""Reads puzzles from names, files and one-line specifications.

A specification is a catalogue name (a file of encoders/puzzles), a file, or `KIND key=value ...`; for the keys see each kind's
own `keys.py`. Raises InvalidInput, one sentence per fault.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from encoders import toml
from encoders.importers import IMPORTS, NUMBERED, OWN, ending_of, endings
from encoders.imports.unpacking import text_of
from encoders.keys import Keys, in_json, shown
from encoders.kinds import KINDS
from encoders.listing import FOLDER, names
from encoders.puzzle import Puzzle, puzzle_of
from exactcover.model.errors import InvalidInput, nearest

LARGEST_FILE, LARGEST_IMPORT, LARGEST_ANSWER = 4_000_000, 256_000_000, 500_000_000
_NUMBER = re.compile(r"[0-9]{1,9}")


def split_words(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split command-line words into a specification and the rest.

    The specification is the first word and all key=value that follow it; for some kinds also one value without its key,
    directly after the name of the kind.
    """
    end = 2 if len(words) > 1 and _is_kind(words[0]) and KINDS[words[0]].line_key and not _is_pair(words[1]) else 1
    while end < len(words) and _is_pair(words[end]):
        end += 1
    return list(words[:end]), list(words[end:])


def _is_kind(word: str) -> bool:
    """Return whether a word names a kind of puzzle; for a name of the catalogue no installed package is searched for kinds."""
    return word not in names() and word in KINDS


def _is_pair(word: str) -> bool:
    key, equals, _ = word.partition("=")
    return bool(equals) and key.replace("-", "_").isidentifier()


def puzzle(*words: str, **keys: Any) -> Puzzle:
    """Return the puzzle that the words (one quoted string, or one word each) or kind and keys specify."""
    if not words or not words[0].strip():
        raise InvalidInput("no puzzle is named; expected a catalogue name, a file, or KIND key=value ...")
    first, *rest = _apart(words)
    if _is_kind(first):
        all_keys = _with_begun(pairs(_with_key(first, rest)) | keys)
        if KINDS[first].line_key and "file" in all_keys:
            raise InvalidInput("file names a batch, a puzzle per line; expected solve or count for that, or one puzzle")
        if all_keys.get("kind", first) != first:
            raise InvalidInput(f"kind is {shown(all_keys['kind'])}; expected {first}, which comes before the keys")
        if "file" in all_keys and "file" not in KINDS[first].keys:
            return _of_kind(first, all_keys)
        return puzzle_of(first, all_keys)
    further = _with_begun(pairs([word for word in rest if word.startswith("begun=")]) | keys)
    extra = next((word for word in [*rest, *keys] if not word.startswith("begun=") and word != "begun"), None)
    if extra is not None:
        raise InvalidInput(
            f"{shown(first)} takes no keys, {shown(extra)} was given;"
            f" expected a kind of puzzle before keys{nearest(first, KINDS)}"
        )
    if _is_file(first):
        return _from_file(*_with_number(first), further)
    if first in names():
        path = FOLDER / f"{first}.toml"
        return _from_file(path, None, further) if further else _of_catalogue(path)
    known = (*names(), *KINDS)
    raise InvalidInput(
        f"unknown puzzle {shown(first)}; expected a catalogue name, a file, or KIND key=value ...{nearest(first, known)}"
    )


def _with_begun(keys: dict[str, Any]) -> dict[str, Any]:
    """Return keys in which `begun=@FILE` has the text of the file: a partly filled board."""
    begun = keys.get("begun")
    if not isinstance(begun, str) or not begun.startswith("@"):
        return keys
    return {**keys, "begun": read_answer_file(Path(begun[1:]))}


def batch(*words: str) -> Iterator[tuple[int, Puzzle | InvalidInput]] | None:
    """Return the puzzles of `KIND file=FILE`, one per line, each with the number of its line; None for other words.

    An invalid line yields its fault instead of a puzzle; `#` begins a comment. Raises InvalidInput if the file cannot be read.
    """
    first, *rest = _apart(words) or ("",)
    if not _is_kind(first) or not KINDS[first].line_key or not any(word.startswith("file=") for word in rest):
        return None
    line_keys = pairs(_with_key(first, rest))
    key, path = KINDS[first].line_key, Path(line_keys.pop("file"))
    if key in line_keys:
        raise InvalidInput(f"file and {key} are both named; expected one of them")
    return _batch(first, keys_of_lines(first, line_keys, read_bounded(path, LARGEST_IMPORT)))


def _batch(kind: str, lines: Iterator[tuple[int, Keys]]) -> Iterator[tuple[int, Puzzle | InvalidInput]]:
    for number, keys in lines:
        try:
            yield number, puzzle_of(kind, keys)
        except InvalidInput as fault:
            yield number, fault


def keys_of_lines(kind: str, own: Keys, text: str) -> Iterator[tuple[int, Keys]]:
    """Yield the keys of the puzzles in a text with one puzzle per line, each with its line number.

    own: further keys shared by all of them; the kind must have a key that may stand alone on a line.
    """
    for number, line in enumerate(text.splitlines(), 1):
        content = line.partition("#")[0].strip()
        if content:
            yield number, {**own, KINDS[kind].line_key: content}


def _apart(words: Sequence[str]) -> Sequence[str]:
    """Return the words of a specification, which may be one quoted string."""
    quoted = len(words) == 1 or (len(words) == 2 and words[1].startswith("begun="))
    own = words[0].split() if quoted and "\n" not in words[0] else []
    return [*own, *words[1:]] if own and (_is_kind(own[0]) or not _is_file(words[0])) else words


def _with_key(kind: str, words: Sequence[str]) -> Sequence[str]:
    """Return the words after the name of a kind, adding the key to a first word without one."""
    key = KINDS[kind].line_key
    return (f"{key}={words[0]}", *words[1:]) if key and words and not _is_pair(words[0]) else words


def _of_kind(kind: str, pairs: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle in the file that the key `file` names, which must be of that kind.

    For a file of several problems, `labelled` may be given too, which such files cannot express.
    """
    name, rest = pairs["file"], {key: value for key, value in pairs.items() if key != "file"}
    path, number = _with_number(name) if isinstance(name, str) else (Path(), None)
    numbered = ending_of(path.name) in NUMBERED
    if not isinstance(name, str) or not set(rest) <= ({"labelled"} if numbered else set()):
        raise InvalidInput(f"file is {shown(name)}; expected the name of a file, and no other key")
    puzzle = _from_file(path, number, rest)
    if puzzle.kind != kind:
        raise InvalidInput(f"the file {pairs['file']} has a {puzzle.kind}; expected a {kind}")
    return puzzle


def _is_file(word: str) -> bool:
    """Return whether a word names a file: by its ending or folder, or because such a file exists and no puzzle has that name."""
    if ending_of(_with_number(word)[0].name) or ("/" in word and "=" not in word):
        return True
    return word not in names() and not _is_kind(word) and os.path.exists(word)


def _with_number(name: str) -> tuple[Path, int | None]:
    """Return the file that a word names, and the number n of `FILE@n`, None if there is none."""
    stem, at, number = name.rpartition("@")
    if at and _NUMBER.fullmatch(number) and ending_of(stem):
        return Path(stem), int(number)
    return Path(name), None


def keys_of(name: str) -> dict[str, Any]:
    """Return the keys of a puzzle of the catalogue, as its file has them."""
    return toml.loads((FOLDER / f"{name}.toml").read_text())


def pairs(words: Sequence[str]) -> dict[str, Any]:
    """Return the keys given by words of the form key=value; raises InvalidInput."""
    keys: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise InvalidInput(f"{shown(word)} is among the keys; expected key=value")
        if key in keys:
            raise InvalidInput(f"the key {key!r} is given twice; expected it once")
        keys[key] = value
    return keys


def read_answer_file(path: Path) -> str:
    """Return the text of an answer or solution file; raises InvalidInput."""
    return read_bounded(path, LARGEST_ANSWER)


def read_bounded(path: Path, largest: int) -> str:
    """Return the text of a file of at most `largest` bytes; raises InvalidInput if it is missing, larger or not text."""
    try:
        with path.open("rb") as file:
            content = file.read(largest + 1)
    except (OSError, ValueError) as error:  # ValueError: a name with a null character in it
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise InvalidInput(f"the file {shown(str(path))} cannot be read ({reason}); expected a file") from error
    if len(content) > largest:
        raise InvalidInput(f"the file {path} has over {largest} bytes; expected at most {largest}")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise InvalidInput(f"the file {path} is not UTF-8 text (byte {error.start}); expected text") from error


def puzzle_of_answer(answer: Mapping[str, Any], solution: Any) -> Puzzle:
    """Return the puzzle of an answer object, its pieces named as in a solution."""
    keys = answer.get("puzzle")
    if not isinstance(keys, dict) or not isinstance(keys.get("kind"), str) or keys["kind"] not in KINDS:
        raise InvalidInput("the answer has no puzzle of a known kind in it; expected the puzzle it is about")
    return puzzle_of(keys["kind"], KINDS[keys["kind"]].with_names(keys, solution))


def _of_catalogue(path: Path) -> Puzzle:
    """Return the puzzle of a file in our catalogue, which is read once."""
    puzzle = _read_once(path)
    return replace(puzzle, published=deepcopy(dict(puzzle.published)))


def _from_file(path: Path, number: int | None = None, further: Keys = MappingProxyType({})) -> Puzzle:
    """Return the puzzle of a file, or of its n-th problem; further: keys in addition to those in the file."""
    ending = ending_of(path.name)
    if not ending:
        raise _unreadable(path)
    if ending in NUMBERED:
        numbered = NUMBERED[ending]
        return _imported(path, lambda text: {**numbered(text, number), **further})
    if number is not None:
        raise InvalidInput(
            f"problem {number} of the file {path} was named; expected @{number} after a file of several problems:"
            f" {', '.join(NUMBERED)}"
        )
    if ending not in OWN:
        return _imported(path, lambda text: {**IMPORTS[ending](text), **further})
    text = read_bounded(path, LARGEST_FILE)
    try:
        keys = toml.loads(text) if path.suffix == ".toml" else in_json(text)
    except InvalidInput as fault:
        raise InvalidInput(f"the file {path}: {fault}") from fault
    except ValueError as error:
        language = "TOML" if path.suffix == ".toml" else "JSON"
        raise InvalidInput(f"the file {path} is not {language}: {error}; expected {language}") from error
    if not isinstance(keys, dict):
        raise InvalidInput(f"the file {path} has {shown(keys)} at its top; expected keys")
    kind = keys.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        description = f"kind {shown(kind)}" if "kind" in keys else "no kind"
        raise InvalidInput(
            f"the file {path} has {description}; expected kind = one of {', '.join(KINDS)}{nearest(str(kind), KINDS)}"
        )
    try:
        return puzzle_of(kind, {**keys, **further})
    except InvalidInput as fault:
        raise InvalidInput(f"{path}: {fault}") from fault


def _unreadable(path: Path) -> InvalidInput:
    """Return the fault of a file whose extension has no reader."""
    if path.is_dir():
        return InvalidInput(f"{shown(str(path))} is a folder; expected a file")
    description = f"the ending {shown(path.suffix)}, which cannot be read" if path.suffix else "no ending"
    return InvalidInput(
        f"the file {shown(str(path))} has {description}; expected .toml or .json,"
        f" or of another program {', '.join(end for end in endings() if end not in OWN)}, each also with .gz"
    )


def _imported(path: Path, reader: Callable[[str], dict[str, Any]]) -> Puzzle:
    """Return the puzzle in a file written by another program."""
    text = text_of(path, LARGEST_IMPORT)
    try:
        read = reader(text)
        return puzzle_of(read["kind"], read)
    except InvalidInput as fault:
        raise InvalidInput(f"{path}: {fault}") from fault


_read_once = lru_cache(maxsize=64)(_from_file)
