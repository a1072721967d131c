"""The rows of a cover, one per item, and output of text in chunks: what the writers of models share.

Variable i, counted from 1, is option i of the cover; row i, counted from 1, is item i.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.errors import Unsuitable
from exactcover.model.linear import Linear

AT_ONCE = 1 << 16
"""The number of characters per chunk."""


LONGEST_LINE = 480
"""The number of characters in a line of terms, if each takes fewer."""


class Row(NamedTuple):
    """The constraint that from least to most of the options (numbers from 1, increasing) are chosen; item: the row's
    number, from 1.

    times: the coefficient of each option; None if all are 1.
    """

    item: int
    options: list[int]
    least: int
    most: int
    times: list[int] | None = None

    @property
    def all(self) -> int:
        """The sum of the coefficients: the row's value if every option is chosen."""
        return len(self.options) if self.times is None else sum(self.times)

    def terms(self) -> Iterator[tuple[int, int]]:
        """Yield the coefficient and the number of each option."""
        return zip(self.times or [1] * len(self.options), self.options, strict=True)


def rows(cover: Cover | Linear) -> Iterator[Row]:
    """Yield the row of each item that some selection violates; most is at most the sum of all coefficients, or least."""
    if isinstance(cover, Linear):
        yield from _linear_rows(cover)
        return
    order = np.argsort(cover.members, kind="stable")
    owners = cover.owners[order] + 1
    ends = np.concatenate(([0], np.cumsum(np.bincount(cover.members, minlength=len(cover.items))))).tolist()
    ranges = zip(cover.least.tolist(), cover.most.tolist(), strict=True)
    for item, (least, most) in enumerate(ranges):
        number = ends[item + 1] - ends[item]
        if least > 0 or most < number:
            yield Row(item + 1, owners[ends[item] : ends[item + 1]].tolist(), least, max(least, min(most, number)))


def _linear_rows(model: Linear) -> Iterator[Row]:
    for item, row in enumerate(model.rows, 1):
        every = sum(row.coefficients)
        if row.least > 0 or row.most < every:
            options = [variable + 1 for variable in row.variables]
            yield Row(item, options, row.least, max(row.least, min(row.most, every)), list(row.coefficients))


def entries(cover: Cover | Linear) -> tuple[Integers, Integers, Integers]:
    """Return the non-zero coefficients by option (compressed columns): starts (options + 1), rows (from 0), values."""
    if isinstance(cover, Cover):
        return cover.starts, cover.members, np.ones(len(cover.members), dtype=np.int64)
    lengths = [len(row.variables) for row in cover.rows]
    options = np.fromiter(chain.from_iterable(row.variables for row in cover.rows), np.int64, sum(lengths))
    values = np.fromiter(chain.from_iterable(row.coefficients for row in cover.rows), np.int64, sum(lengths))
    order = np.argsort(options, kind="stable")
    starts = np.concatenate(([0], np.cumsum(np.bincount(options, minlength=len(cover.variables)))))
    return starts, np.repeat(np.arange(len(lengths)), lengths)[order], values[order]


def sizes(cover: Cover | Linear) -> tuple[int, int]:
    """Return the number of options and the number of items."""
    return (len(cover.variables), len(cover.rows)) if isinstance(cover, Linear) else (cover.options, len(cover.items))


def rows_with_a_variable(cover: Cover | Linear) -> Iterator[Row]:
    """Yield the rows and, for a cover without options, one that sets x1 to 0: the text must have a variable."""
    yield from rows(cover)
    options, items = sizes(cover)
    if not options:
        yield Row(items + 1, [1], 0, 0)


def has_costs(cover: Cover | Linear) -> bool:
    """Return whether the options have costs."""
    return (cover.objective if isinstance(cover, Linear) else cover.costs) is not None


def costs(cover: Cover | Linear) -> list[tuple[int, int]]:
    """Return the cost and the number (from 1) of each option with a non-zero cost."""
    if isinstance(cover, Linear):
        return [(cost, option + 1) for cost, option in cover.objective or ()]
    if cover.costs is None:
        return []
    return [(cost, option) for option, cost in enumerate(cover.costs.tolist(), 1) if cost]


def in_decimals(cost: int, unit: Fraction) -> str:
    """Return a cost times its unit as a decimal number; raises Unsuitable if there is no exact one."""
    value = cost * abs(unit)
    if value.denominator == 1:
        return str(int(value))
    twos, fives = _exponent(value.denominator, 2), _exponent(value.denominator, 5)
    if value.denominator != 2**twos * 5**fives:
        raise Unsuitable(f"the costs are whole in units of {abs(unit)}, which is not a decimal number; expected json")
    places = max(twos, fives)
    digits = str(abs(int(value * 10**places))).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def _exponent(number: int, prime: int) -> int:
    exponent = 0
    while number % prime == 0:
        number //= prime
        exponent += 1
    return exponent


def refuse_costs(cover: Cover, name: str) -> None:
    """Raise Unsuitable if the cover has costs, for a format without costs."""
    if cover.costs is not None:
        raise Unsuitable(f"the options have costs, which {name} cannot state; expected opb, lp, mps, dlx or json")


def in_chunks(parts: Iterable[str]) -> Iterator[bytes]:
    """Yield texts as bytes, in chunks."""
    waiting: list[str] = []
    length = 0
    for part in parts:
        waiting.append(part)
        length += len(part)
        if length >= AT_ONCE:
            yield "".join(waiting).encode()
            waiting, length = [], 0
    if waiting:
        yield "".join(waiting).encode()


def terms(words: Iterable[str], each_line: int = 20) -> str:
    """Return words separated by blanks, in lines of limited length: some readers refuse long lines."""
    listed = list(words)
    each_line = min(each_line, max(1, LONGEST_LINE // (1 + max(map(len, listed), default=0))))
    if len(listed) <= each_line:
        return " ".join(listed)
    return "\n  ".join(" ".join(listed[first : first + each_line]) for first in range(0, len(listed), each_line))
