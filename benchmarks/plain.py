"""A cover as a general exact-cover program takes it: numbered items, primary ones first, and options as lists of them.

Items that ask for nothing (the pieces of a packing with any number of copies) are left out, as anyone who writes the model
by hand would. Multiplicities stay as they are: a peer says whether it is able to keep them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from exactcover.model.cover import Cover
from exactcover.model.non_binding_items import non_binding_items

SECONDARY, MULTIPLICITIES = "secondary items", "multiplicities"


@dataclass(frozen=True)
class Plain:
    """Items 0..items-1, the first `primary` of them with least >= 1; options in the cover's order, their items increasing."""

    items: int
    primary: int
    least: tuple[int, ...]
    most: tuple[int, ...]
    options: tuple[tuple[int, ...], ...]

    @property
    def secondary(self) -> int:
        """The number of items that may be left uncovered."""
        return self.items - self.primary

    def needs(self) -> tuple[str, ...]:
        """Return what a program must know, beyond primary items covered exactly once, to take this."""
        needs = []
        if self.secondary:
            needs.append(SECONDARY)
        if any(few not in (0, 1) or many != 1 for few, many in zip(self.least, self.most, strict=True)):
            needs.append(MULTIPLICITIES)
        return tuple(needs)


def plain(cover: Cover) -> Plain:
    """Write a cover plainly; raises ValueError where an option has none but items that ask for nothing."""
    kept = np.flatnonzero(~non_binding_items(cover))
    order = kept[np.argsort(cover.least[kept] < 1, kind="stable")]
    numbers = np.full(len(cover.items), -1)
    numbers[order] = np.arange(len(order))
    options = []
    for start, end in zip(cover.starts[:-1].tolist(), cover.starts[1:].tolist(), strict=True):
        members = numbers[cover.members[start:end]]
        options.append(tuple(sorted(members[members >= 0].tolist())))
    if () in options:
        raise ValueError(f"option {options.index(())} has none but items that ask for nothing")
    return Plain(
        len(order),
        int((cover.least[order] >= 1).sum()),
        tuple(cover.least[order].tolist()),
        tuple(cover.most[order].tolist()),
        tuple(options),
    )
