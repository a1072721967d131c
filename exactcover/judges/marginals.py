"""The judge of marginals: in how many solutions each option of a cover is, or their share. It knows sums, and no solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from exactcover.model.cover import Cover

Number = TypeVar("Number", int, float)


def faults(cover: Cover, solutions: int, each: Sequence[int]) -> Iterator[str]:
    """Yield what cannot be right, one sentence each: every solution covers each item as often as it must, and may.

    solutions: their number; each: of each option the number of solutions with it.
    """
    if len(each) != cover.options:
        yield f"there are numbers of {len(each)} options; expected {cover.options}"
        return
    for option, number in enumerate(each):
        if not 0 <= number <= solutions:
            yield f"option {option} is in {number} of {solutions} solutions"
    for name, (least, most), number in zip(cover.items, _bounds(cover), _sums(cover, each, 0), strict=True):
        if not least * solutions <= number <= most * solutions:
            yield f"item {name} is covered {number} times in {solutions} solutions; expected {least} to {most} in each"


def faults_of_shares(cover: Cover, each: Sequence[float], unit: float) -> Iterator[str]:
    """Yield what cannot be right of the share of solutions that has each option, rounded to a multiple of a unit."""
    if len(each) != cover.options:
        yield f"there are shares of {len(each)} options; expected {cover.options}"
        return
    for option, share in enumerate(each):
        if not 0 <= share <= 1:
            yield f"the share of option {option} is {share}; expected 0 to 1"
            return
    rounded = _sums(cover, [1] * len(each), 0)
    sums = _sums(cover, each, 0.0)
    for name, (least, most), share, number in zip(cover.items, _bounds(cover), sums, rounded, strict=True):
        within = unit * (number + 1)
        if not least - within <= share <= most + within:
            yield f"the shares of the options of item {name} add up to {share:g}; expected {least} to {most}"


def _sums(cover: Cover, each: Sequence[Number], none: Number) -> list[Number]:
    """Return for each item the sum over the options that have it."""
    sums = [none] * len(cover.items)
    for option, item in zip(cover.owners.tolist(), cover.members.tolist(), strict=True):
        sums[item] += each[option]
    return sums


def _bounds(cover: Cover) -> list[tuple[int, int]]:
    """Return how many options of a solution must, and may, have each item: any number if it has a colour."""
    most = cover.most.copy()
    if cover.colours is not None:
        most[cover.members[cover.colours > 0]] = cover.options
    return list(zip(cover.least.tolist(), most.tolist(), strict=True))
