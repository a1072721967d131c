"""The judge of marginals: in how many solutions each option of a cover is. It knows sums alone, and no solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exactcover.model.cover import Cover


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
    sums = [0] * len(cover.items)
    for option, item in zip(cover.owners.tolist(), cover.members.tolist(), strict=True):
        sums[item] += each[option]
    for name, least, most, number in zip(cover.items, cover.least.tolist(), cover.most.tolist(), sums, strict=True):
        if not least * solutions <= number <= most * solutions:
            yield f"item {name} is covered {number} times in {solutions} solutions; expected {least} to {most} in each"
