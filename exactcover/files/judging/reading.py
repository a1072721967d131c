"""Parsing of a text into JSON values: one, or one per line, of which only the current one is held in memory.

An object with a duplicate key is refused: readers differ in which value they take.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any, NoReturn

from exactcover.model import certificate
from exactcover.model.count_certificate import is_count_certificate
from exactcover.model.errors import InvalidInput

ROOM, ROOM_PER_CHARACTER = 75_000_000, 3
"""The memory that a JSON value and its text may take, in bytes: a constant, and an amount per character."""
MOST_DIGITS = 4000
SMALL = 1_000_000
"""A text of at most this many characters needs no check: no value takes more than 80 bytes per character."""
OF_LIST, OF_OBJECT, OF_KEY, OF_ENTRY, OF_STRING, OF_NUMBER = 88, 64, 40, 9, 45, 32
"""The approximate memory of the parts of a value, without the text of strings; a number, if it is not shared."""
MOST_NUMBERS, OF_HELD_NUMBER = 1 << 17, 190
"""How many numbers are interned, so that equal ones are one object; and the memory that such a number takes."""


def is_answer(value: Any) -> bool:
    """Return whether a JSON value is meant as an answer."""
    return isinstance(value, dict) and "status" in value and "task" in value


def is_attempt(value: Any) -> bool:
    """Return whether a JSON value is the best attempt of an answer, with its placements."""
    return isinstance(value, dict) and set(value) > {"faults"} and "pieces" not in value


def is_placement(value: Any) -> bool:
    """Return whether a JSON value is one placement of a solution that has one per line."""
    return isinstance(value, dict) and set(value) == {"piece", "cells"}


def names_its_puzzle(value: Any) -> bool:
    """Return whether a JSON value includes its puzzle."""
    return is_answer(value) or certificate.is_certificate(value) or is_count_certificate(value)


def evidence_in(text: str) -> dict[str, Any]:
    """Return the first solution or certificate of a file, or that of an answer, or its attempt; raises InvalidInput if
    there is none.
    """
    for value in objects(text):
        evidence = value
        if is_answer(value):
            evidence = value.get("solution") or value.get("certificate") or value.get("best_attempt")
        if isinstance(evidence, dict):
            return evidence
    raise InvalidInput("the file has no solution and no certificate; expected an answer, a solution or a certificate")


def solutions_in(text: str, most: int) -> tuple[list[dict[str, Any]], int]:
    """Return the first `most` solutions of a text and their total number; none if it begins with anything else.

    The text has one solution per line, possibly followed by the answer of the list, or is a JSON array of solutions.
    """
    first: list[dict[str, Any]] = []
    number = 0
    for value in objects(text):
        for each in value if isinstance(value, list) else [value]:
            plain = isinstance(each, dict) and not (names_its_puzzle(each) or is_attempt(each) or is_placement(each))
            if not plain and not number:
                return [], 0
            if plain:
                number += 1
                first += [each] if number <= most else []
    return first, number


def objects(text: str) -> Iterator[Any]:
    """Yield the JSON value of the text, or those of its lines; raises InvalidInput when it reaches an invalid line.

    Blank lines are skipped. A text whose first line is a complete value, and that continues, is JSON lines.
    """
    lines = _lines(text)
    first, second = next(lines, ""), next(lines, None)
    if second is None:
        first = ""  # it may be a copy of the whole text
        try:
            value = _value(text)
        except InvalidInput:
            raise
        except ValueError as fault:
            raise InvalidInput(
                f"the file is not JSON: {fault}; expected an answer, a solution or a certificate"
            ) from fault
        yield value
        return
    try:
        value = _value(first)
    except InvalidInput:
        raise
    except ValueError as fault:
        yield _whole(text, fault)
        return
    yield value
    for number, line in enumerate(_and_then(second, lines), start=2):
        try:
            value = _value(line)
        except InvalidInput:
            raise
        except ValueError as fault:
            raise InvalidInput(f"line {number} of the file is not JSON: {fault}; expected JSON lines") from fault
        yield value


def _whole(text: str, first_line: ValueError) -> Any:
    """Return the JSON value of a text of several lines, whose first line alone is not a value; raises InvalidInput."""
    try:
        return _value(text)
    except InvalidInput:
        raise
    except ValueError as fault:
        raise InvalidInput(
            f"line 1 of the file is not JSON: {first_line}, nor is the whole: {fault}; expected JSON lines, or one value"
        ) from fault


def _lines(text: str) -> Iterator[str]:
    """Yield the non-blank lines, without copying all of them."""
    begin = 0
    while begin < len(text):
        end = text.find("\n", begin)
        end = len(text) if end < 0 else end
        line = text[begin:end]
        if line.strip():
            yield line
        begin = end + 1


def _and_then(first: str, rest: Iterator[str]) -> Iterator[str]:
    yield first
    yield from rest


def _value(text: str) -> Any:
    """Return the JSON value of a text; raises ValueError, also for NaN and infinities, which JSON does not have.

    Raises InvalidInput for an object with a duplicate key.
    """
    strict: dict[str, Any] = {"object_pairs_hook": _object, "parse_constant": _refuse_constant}
    try:
        if len(text) <= SMALL:
            return json.loads(text, **strict, parse_int=_integer)
        numbers = _Numbers(_room(text))
        return json.loads(text, **strict, parse_int=numbers.__getitem__, parse_float=numbers.fraction)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of these keys and values; raises InvalidInput for a duplicate key."""
    value = dict(pairs)
    if len(value) < len(pairs):
        ((double, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise InvalidInput(f"an object of the file has the key {double[:64]!r} twice; expected it once")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _integer(digits: str) -> int:
    """Parse an integer; raises ValueError if it is too long."""
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number has over {MOST_DIGITS} digits")
    return int(digits)


def _room(text: str) -> int:
    """Return the memory left for the numbers of a value; raises ValueError if the rest of it takes too much."""
    taken = sys.getsizeof(text) + text.count(",") * OF_ENTRY + text.count('"') // 2 * OF_STRING
    taken += text.count("[") * OF_LIST + text.count("{") * OF_OBJECT + text.count(":") * OF_KEY
    return _left(ROOM + ROOM_PER_CHARACTER * len(text) - taken)


def _left(room: int) -> int:
    """Return the remaining memory; raises ValueError if it is negative."""
    if room < 0:
        raise ValueError(f"it is one value that takes more memory than {ROOM_PER_CHARACTER} times its size")
    return room


class _Numbers(dict[str, int]):
    """The integers of one value by their digits, interned up to a limit; room: the memory left for them."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room

    def __missing__(self, digits: str) -> int:
        """Parse an integer; raises ValueError if there is no memory left for it."""
        number = _integer(digits)
        held = len(self) < MOST_NUMBERS
        if held:
            self[digits] = number
        self.room = _left(self.room - (OF_HELD_NUMBER if held else OF_NUMBER))
        return number

    def fraction(self, digits: str) -> float:
        """Parse a number with a point or an exponent; raises ValueError if there is no memory left for it."""
        self.room = _left(self.room - OF_NUMBER)
        return float(digits)
