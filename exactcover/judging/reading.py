"""From a text to the JSON values in it: one, or one a line, of which only the one in hand is held in memory."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NoReturn

from exactcover import certificate
from exactcover.errors import InvalidInput

LARGEST_NESTED, LARGEST_FLAT = 50_000_000, 250_000_000
"""Characters of one JSON value, and of one that has few lists and objects, as a clausal proof has: more would cost gigabytes to
read, and no certificate of ours is larger.
"""
FEW = 100_000


def is_answer(value: Any) -> bool:
    """Tell whether a JSON value means to be an answer."""
    return isinstance(value, dict) and "status" in value and "task" in value


def names_its_puzzle(value: Any) -> bool:
    """Tell whether a JSON value says which puzzle it is about."""
    return is_answer(value) or certificate.is_certificate(value)


def evidence_in(text: str) -> dict[str, Any]:
    """Return the first solution or certificate of a file, an answer's own included; raises InvalidInput where there is none."""
    for value in objects(text):
        evidence = (value.get("solution") or value.get("certificate")) if is_answer(value) else value
        if isinstance(evidence, dict):
            return evidence
    raise InvalidInput("the file has no solution and no certificate; expected an answer, a solution or a certificate")


def objects(text: str) -> Iterator[Any]:
    """Yield the one JSON value of the text, or those of its lines; raises InvalidInput where it comes to a line that is none.

    Blank lines are left out. A text whose first line is a value, and that goes on, is one of JSON lines.
    """
    lines = _lines(text)
    first, second = next(lines, ""), next(lines, None)
    if second is None:
        try:
            value = _value(text)
        except ValueError as fault:
            raise InvalidInput(
                f"the file is not JSON: {fault}; expected an answer, a solution or a certificate"
            ) from fault
        yield value
        return
    try:
        value = _value(first)
    except ValueError as fault:
        yield _whole(text, fault)
        return
    yield value
    for number, line in enumerate(_and_then(second, lines), start=2):
        try:
            value = _value(line)
        except ValueError as fault:
            raise InvalidInput(f"line {number} of the file is not JSON: {fault}; expected JSON lines") from fault
        yield value


def _whole(text: str, first_line: ValueError) -> Any:
    """Return the JSON value that a text of several lines is, its first line alone being none; raises InvalidInput."""
    try:
        return _value(text)
    except ValueError as fault:
        raise InvalidInput(
            f"line 1 of the file is not JSON: {first_line}, nor is the whole: {fault}; expected JSON lines, or one value"
        ) from fault


def _lines(text: str) -> Iterator[str]:
    """Yield the lines that are not blank, without a copy of all of them."""
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
    """Return the JSON value of a text; raises ValueError, for NaN and the infinities too, which JSON does not have."""
    most = LARGEST_FLAT if text.count("[") + text.count("{") <= FEW else LARGEST_NESTED
    if len(text) > most:
        raise ValueError(f"it has {len(text)} characters, over {most}")
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")
