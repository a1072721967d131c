"""Parses the values of a specification: names, coordinates, copies, yes or no.

A value is a string, as on the command line (`,` separates names and the numbers of a coordinate, `/` coordinates), or as in a
file (numbers, lists, tables). Every error message names the key.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from encoders.geometry.lattice import Cell
from exactcover.model.amounts import exact
from exactcover.model.errors import InvalidInput, nearest

Keys: TypeAlias = Mapping[str, Any]

MOST_COPIES = 10**9 - 1
MOST_VALUE = 10**12
MOST_DENOMINATOR = 10**6
_SIGNED = re.compile(r"-?[0-9]{1,9}")
_NUMBER = re.compile(r"[0-9]{1,9}")


def refuse_unknown(keys: Keys, kind: str, known: tuple[str, ...]) -> None:
    """Raise InvalidInput for a key that this kind of puzzle does not have."""
    for key in keys:
        if key not in known:
            hint = nearest(key[:100], known)
            raise InvalidInput(f"a {kind} has no key {shown(key)}; expected {', '.join(known)}{hint}")


def coordinates(value: Any, key: str, dimension: int, *, least: int = 0) -> tuple[Cell, ...]:
    """Return the cells of `r,c/r,c`, or of a list (or tuple) of such; numbers below `least` are rejected."""
    cells = value.split("/") if isinstance(value, str) else value
    if not isinstance(cells, list | tuple):
        raise InvalidInput(f"{key} is {shown(value)}; expected coordinates such as 3,3/3,4")
    return tuple(_coordinate(cell, key, dimension, least) for cell in cells)


def _coordinate(value: Any, key: str, dimension: int, least: int) -> Cell:
    numbers = value.split(",") if isinstance(value, str) else value
    if isinstance(numbers, list | tuple) and len(numbers) == dimension:
        if all(isinstance(n, str) and _SIGNED.fullmatch(n.strip()) for n in numbers):
            numbers = [int(n) for n in numbers]
        if all(isinstance(n, int) and not isinstance(n, bool) and least <= n < 10**9 for n in numbers):
            return tuple(numbers)
    expected = "row,column" if dimension == 2 else "layer,row,column"
    raise InvalidInput(
        f"{key} has {shown(value)}; expected {expected} with {'whole numbers' if least else 'numbers from 0'}"
    )


def in_json(text: str) -> Any:
    """Return the JSON value of a text; raises ValueError if there is none, and InvalidInput for an object with a duplicate
    key and for a number that Python does not convert."""
    try:
        return json.loads(text, object_pairs_hook=_object)
    except (json.JSONDecodeError, InvalidInput):
        raise
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    except ValueError as error:
        raise InvalidInput(f"a number has over {sys.get_int_max_str_digits()} digits; expected fewer") from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        ((double, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise InvalidInput(f"an object has the key {shown(double)} twice; expected it once")
    return value


def shown(value: Any) -> str:
    """Return the value as quoted in a message, truncated if it is long."""
    try:
        text = repr(value)
    except ValueError:  # Python does not print integers of over 4300 digits
        return "a number of thousands of digits"
    return text if len(text) <= 60 else text[:57] + "..."


def yes_or_no(value: Any, key: str) -> bool:
    """Return whether a key says yes (or true)."""
    if isinstance(value, bool):
        return value
    if value in ("yes", "no"):
        return bool(value == "yes")
    raise InvalidInput(f"{key} is {shown(value)}; expected yes or no{nearest(str(value), ('yes', 'no'))}")


def whole_number(value: Any, key: str, least: int, most: int) -> int:
    """Return an integer within a range, given as a number or in digits."""
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise InvalidInput(f"{key} is {shown(value)}; expected a whole number from {least} to {most}")
    return value


def amount_of(value: Any, where: str) -> Fraction:
    """Return a number, exactly, that is given as a number or as a text such as 2.5 or 5/2."""
    number = exact(value)
    if number is None or abs(number) >= MOST_VALUE or number.denominator > MOST_DENOMINATOR:
        raise InvalidInput(
            f"{where} has the value {shown(value)}; expected a number such as 3, 2.5 or '5/2', below 10^12"
        )
    return number


def copies(value: Any, where: str) -> tuple[int, int | None]:
    """Return (least, most) of `n`, `a..b`, `a..` or `any`; most None means any number."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_COPIES:
        return value, value
    if value == "any":
        return 0, None
    if isinstance(value, list) and len(value) == 2 and all(isinstance(n, int) or n is None for n in value):
        if any(n is not None and abs(n) > MOST_COPIES for n in value):
            raise InvalidInput(f"{where} is {shown(value)}; expected at most {MOST_COPIES}")
        value = f"{value[0]}..{value[1]}" if value[1] is not None else f"{value[0]}.."
    if isinstance(value, str):
        least, dots, most = value.partition("..")
        if _NUMBER.fullmatch(least) and dots and not most:
            return int(least), None
        if _NUMBER.fullmatch(least) and (_NUMBER.fullmatch(most) if dots else not most):
            low, high = int(least), int(most if dots else least)
            if low > high:
                raise InvalidInput(f"{where} is {value}; expected a..b with a at most b")
            return low, high
    raise InvalidInput(f"{where} is {shown(value)}; expected a number, a..b or any")
