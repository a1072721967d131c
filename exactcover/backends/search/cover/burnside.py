"""The symmetries needed for Burnside's lemma: one of each conjugacy class, with the quotient that has its fixed solutions.

The solutions of a quotient (symmetry/fixed_by_symmetry.py) are those that its symmetry fixes. Not here: counting them
(classes.py, roots.py), and their mean (plans.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.backends.search.cover.orbits import Orbits
from exactcover.model.arrays import Mask
from exactcover.model.cover import Cover
from exactcover.transform.symmetry.fixed_by_symmetry import Quotient, cover_fixed_by


class Conjugates(NamedTuple):
    """A symmetry by its number in the sorted group, the size of its conjugacy class, and the quotient of its fixed solutions."""

    symmetry: int
    members: int
    quotient: Quotient


def conjugates(cover: Cover, orbits: Orbits) -> Iterator[Conjugates]:
    """Yield one symmetry of each conjugacy class, except the identity and those that trivially fix no solution."""
    for members in conjugacy_classes(orbits):
        symmetry = members[0]
        if symmetry == 0 or _keeps_nothing(cover, orbits, symmetry):
            continue
        quotient = quotient_of(cover, orbits, symmetry)
        if quotient is not None:
            yield Conjugates(symmetry, len(members), quotient)


def quotient_of(cover: Cover, orbits: Orbits, symmetry: int) -> Quotient | None:
    """Return the quotient of a symmetry's fixed solutions; None if it trivially fixes none."""
    return cover_fixed_by(cover, orbits.group[symmetry], orbits.images[symmetry])


class SumFilter:
    """Which selections of a quotient's cover satisfy its sums."""

    def __init__(self, quotient: Quotient) -> None:
        cover, sums = quotient.cover, quotient.sums
        self.weights = np.zeros((len(sums), cover.options + 1), dtype=np.int64)  # the last is for the padding, -1
        for line, sum_ in zip(self.weights, sums, strict=True):
            for item, weight in zip(sum_.items, sum_.weights, strict=True):
                line[cover.owners[cover.members == item]] = weight
        self.least, self.most = (
            np.array([getattr(sum_, name) for sum_ in sums])[:, None] for name in ("least", "most")
        )

    def adding_up(self, selections: NDArray[np.int32]) -> Mask:
        """Return which of the selections (a line each, padded with -1) satisfy the sums."""
        totals = self.weights[:, selections].sum(axis=2)
        kept: Mask = ((totals >= self.least) & (totals <= self.most)).all(axis=0)
        return kept


def conjugacy_classes(orbits: Orbits) -> list[list[int]]:
    """Return the conjugacy classes: all symmetries of a class fix equally many solutions."""
    group = orbits.group
    number = {permutation.tobytes(): g for g, permutation in enumerate(group)}
    classes: list[list[int]] = []
    seen: set[int] = set()
    for g in range(len(group)):
        if g in seen:
            continue
        # h g h^-1 maps h(x) to h(g(x)).
        moved = np.empty_like(group)
        np.put_along_axis(
            moved, group, np.take_along_axis(group, np.broadcast_to(group[g], group.shape), axis=1), axis=1
        )
        members = sorted({number[permutation.tobytes()] for permutation in moved})
        seen.update(members)
        classes.append(members)
    return classes


def _keeps_nothing(cover: Cover, orbits: Orbits, symmetry: int) -> bool:
    """Return whether a symmetry fixes some item covered once, but none of its options."""
    kept_options = orbits.images[symmetry] == np.arange(cover.options)
    kept_items = orbits.once & (orbits.group[symmetry] == np.arange(len(cover.items)))
    return bool(
        (np.bincount(cover.members[kept_options[cover.owners]], minlength=len(cover.items))[kept_items] == 0).any()
    )
