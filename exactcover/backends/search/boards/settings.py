"""Parses the user's options for the local searches."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from exactcover.backends.search.boards.annealing import Cooling
from exactcover.backends.search.boards.local_beam import Rules, Weights
from exactcover.model.errors import InvalidInput

MOST = 10**6
WEIGHTS = ("high", "uncovered", "outside", "full")


def rules(own: Mapping[str, str]) -> Rules:
    """Return the rules of a beam search; raises InvalidInput."""
    usual = Rules()
    return Rules(
        _whole(own, "beams", usual.beams, 1),
        _whole(own, "gutter", usual.gutter, 0, 1_000),
        _whole(own, "repeats", usual.repeats, 0),
        _whole(own, "steps", usual.steps, 0),
        _weights(own),
        _part(own, "share", usual.share),
        _part(own, "fall", usual.fall),
        _part(own, "least", usual.least),
    )


def cooling(own: Mapping[str, str]) -> Cooling:
    """Return the cooling schedule; raises InvalidInput."""
    usual = Cooling()
    factor = _decimal(own, "cooling", Fraction(str(usual.factor)), Fraction(1))
    if factor in (0, 1):
        raise InvalidInput(f"the option cooling is {own['cooling']!r}; expected a number between 0 and 1")
    coldest = _decimal(own, "coldest", Fraction(str(usual.coldest)))
    if coldest == 0:
        raise InvalidInput(f"the option coldest is {own['coldest']!r}; expected a number above 0")
    return Cooling(
        float(_decimal(own, "temperature", Fraction(str(usual.temperature)))),
        float(factor),
        float(coldest),
        _whole(own, "sweep", usual.sweep, 1),
        _whole(own, "pressure", usual.pressure, 0, 1_000),
        _whole(own, "gutter", usual.gutter, 0, 1_000),
        _whole(own, "steps", usual.steps, 0),
        _weights(own),
    )


def _weights(own: Mapping[str, str]) -> Weights:
    usual = Weights()
    parts = [_decimal(own, name, Fraction(getattr(usual, name), usual.unit), Fraction(1_000)) for name in WEIGHTS]
    if not parts[1]:
        raise InvalidInput("the option uncovered is '0'; expected a number above 0")
    unit = lcm(*(part.denominator for part in parts))
    high, uncovered, outside, full = (int(part * unit) for part in parts)
    return Weights(high, uncovered, outside, full, unit)


def _part(own: Mapping[str, str], key: str, usual: Fraction) -> Fraction:
    return _decimal(own, key, usual, Fraction(1))


def _whole(own: Mapping[str, str], key: str, usual: int, least: int, most: int = MOST) -> int:
    text = own.get(key, str(usual))
    if not re.fullmatch("[0-9]{1,9}", text) or not least <= int(text) <= most:
        raise InvalidInput(f"the option {key} is {text!r}; expected a whole number from {least} to {most}")
    return int(text)


def _decimal(own: Mapping[str, str], key: str, usual: Fraction, most: Fraction = Fraction(MOST)) -> Fraction:
    text = own.get(key)
    if text is None:
        return usual
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,4})?", text) or Fraction(text) > most:
        raise InvalidInput(
            f"the option {key} is {text!r}; expected a number from 0 to {most}, with up to four decimals"
        )
    return Fraction(text)
