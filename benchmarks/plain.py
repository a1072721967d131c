"""A cover in the form that general exact-cover programs accept: numbered items, primary ones first, and options as
lists of them.

Items without a constraint (the pieces of a packing with any number of copies) are left out, as one would when writing
the model by hand. Multiplicities are kept: a peer declares whether it supports them.
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
        """The number of items that may remain uncovered."""
        return self.items - self.primary

    def needs(self) -> tuple[str, ...]:
        """Return the features that a program needs for this cover, beyond primary items covered exactly once."""
        needs = []
        if self.secondary:
            needs.append(SECONDARY)
        if any(few not in (0, 1) or many != 1 for few, many in zip(self.least, self.most, strict=True)):
            needs.append(MULTIPLICITIES)
        return tuple(needs)


def plain(cover: Cover) -> Plain:
    """Return the plain form of a cover; raises ValueError if an option has only items without a constraint."""
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
