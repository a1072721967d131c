"""Costs as people write them: exact numbers, the unit in which all of them are integers, and the conversion back.

Models have integer costs, to be minimised. A unit is the value of a cost of 1 in the user's numbers: 1/2 if costs like 2.5
were doubled, and negative if the objective is maximised.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import isfinite, lcm
from numbers import Rational, Real
from typing import Any, TypeAlias

from exactcover.model.errors import InvalidModel

Amount: TypeAlias = int | float | Fraction
"""A number of the user: an integer, a float whose shortest digits are exact, or a fraction that is no float."""

LARGEST_SUM = 2**63
LARGEST_EXPONENT = 30
_TEXT = re.compile(r"[+-]?[0-9]{1,19}(?:\.[0-9]{1,19}|/[0-9]{1,19})?")


def exact(value: Any) -> Fraction | None:
    """Return the value of a number, or None if it is not one.

    A float has the value of its shortest decimal digits: 0.1 is a tenth. A text is digits, with a decimal point or a slash.
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, Rational):  # numpy's integers too
        return Fraction(int(value.numerator), int(value.denominator))
    written = isinstance(value, str) and _TEXT.fullmatch(value) and not re.search(r"/0+$", value)
    real = isinstance(value, Real) and isfinite(value)
    decimal = isinstance(value, Decimal) and value.is_finite() and abs(value.adjusted()) <= LARGEST_EXPONENT
    return Fraction(str(value)) if written or real or decimal else None


def in_whole_numbers(values: Sequence[Any], *, maximise: bool) -> tuple[list[int], Fraction]:
    """Return numbers as integer costs to be minimised, and their unit; raises InvalidModel, also if sums exceed 64 bits."""
    scale = 1
    if all(type(value) is int for value in values):
        costs = [-value for value in values] if maximise else list(values)
    else:
        amounts = list(map(_amount, values))
        scale = lcm(*{amount.denominator for amount in amounts})
        costs = [int(amount * scale) * (-1 if maximise else 1) for amount in amounts]
    if sum(map(abs, costs)) >= LARGEST_SUM:
        counted = "" if scale == 1 else f" in units of 1/{scale}, of which all are whole"
        raise InvalidModel(f"the costs add up to {LARGEST_SUM} or more{counted}; expected less")
    return costs, Fraction(-1 if maximise else 1, scale)


def _amount(value: Any) -> Fraction:
    number = exact(value)
    if number is None:
        raise InvalidModel(f"the cost {value!r:.60} is not a number; expected one like 3, 2.5 or '5/2' for each option")
    return number


def amount(cost: Amount, unit: Fraction) -> Amount:
    """Return a cost of a model, which is an integer, in the user's numbers."""
    return of_fraction(int(cost) * unit)


def of_fraction(value: Fraction) -> Amount:
    """Return a number as users see it."""
    if value.denominator == 1:
        return int(value)
    nearest = float(value)
    return nearest if Fraction(str(nearest)) == value else value


def in_json(value: Amount | None) -> int | float | str | None:
    """Return an amount ready for json.dumps: a fraction that is no float becomes a text like `1/3`."""
    return str(value) if isinstance(value, Fraction) else value


def from_json(value: Any) -> Amount | None:
    """Return the amount in a JSON value, None if it is not one."""
    number = exact(value)
    made = None if number is None else of_fraction(number)
    return made if made is not None and in_json(made) == value and type(in_json(made)) is type(value) else None
