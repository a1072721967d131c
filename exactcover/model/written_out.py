"""Covers with colours converted to items: the same options and the same solutions, for code that does not support colours.

Two options clash if they give an item different colours, or one of them a colour and the other none. The resulting cover has
an item for each clash, which both options have and which may be covered at most once. An item with colours keeps the options
that give it none, of which it allows one; and each of its colours is an item `item:colour`, which constrains nothing and
distinguishes options that differ only in a colour.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidModel

MOST_CLASHES = 2_000_000


@dataclass(frozen=True, eq=False)
class WrittenOut(Cover):
    """A cover without colours that has the options and the solutions of a coloured one, `coloured`, with the same numbers."""

    coloured: Cover = field(kw_only=True)

    def option(self, number: int) -> tuple[str, ...]:
        """Return the names of the items of one option as in the coloured cover."""
        return self.coloured.option(number)


def written_out(cover: Cover, most_clashes: int = MOST_CLASHES) -> Cover:
    """Return a cover without colours with the same options and solutions: the cover itself if it has no colours.

    Raises InvalidModel if there are more than `most_clashes` clashes.
    """
    if cover.colours is None:
        return cover
    count, tinted = len(cover.items), cover.colours > 0
    hues, hue_of_entry, uses = np.unique(cover.codes[tinted], return_inverse=True, return_counts=True)
    clashes = _clashes(cover, most_clashes)
    first_clash = count + len(hues)
    owners = np.concatenate([cover.owners, clashes.ravel()])
    members = np.concatenate([cover.members, np.repeat(np.arange(len(clashes)) + first_clash, 2)])
    members[np.flatnonzero(tinted)] = count + hue_of_entry
    order = np.lexsort((members, owners))
    none = np.zeros(len(hues) + len(clashes), dtype=np.int64)
    return WrittenOut(
        items=(
            *cover.items,
            *(
                f"{cover.items[code // _width(cover)]}:{cover.palette[code % _width(cover) - 1]}"
                for code in hues.tolist()
            ),
            *(f"{one}:or:{other}" for one, other in clashes.tolist()),
        ),
        least=np.concatenate([cover.least, none]),
        most=np.concatenate([cover.most, uses, np.ones(len(clashes), dtype=np.int64)]),
        starts=np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=cover.options))]),
        members=members[order],
        costs=cover.costs,
        repeated=cover.repeated,
        unit=cover.unit,
        coloured=cover,
    )


def _width(cover: Cover) -> int:
    return len(cover.palette) + 1


def _clashes(cover: Cover, most_clashes: int) -> Integers:
    """Return the pairs (n, 2) of options that clash, each once, in increasing order."""
    assert cover.colours is not None
    pairs = [np.zeros((0, 2), dtype=np.int64)]
    number = 0
    order = np.argsort(cover.codes, kind="stable")
    items, colours, options = cover.members[order], cover.colours[order], cover.owners[order]
    bounds = np.searchsorted(items, np.arange(len(cover.items) + 1))
    for begin, end in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        # Among an item's options, by colour, those of a colour clash with all after them.
        ends = begin + np.append(np.flatnonzero(np.diff(colours[begin:end])) + 1, end - begin)
        first = begin
        for last in ends.tolist() if end > begin else ():
            number += (last - first) * (end - last)
            if number > most_clashes:
                raise InvalidModel(f"colours keep more than {most_clashes} pairs of options apart; expected fewer")
            both = np.meshgrid(options[first:last], options[last:end], indexing="ij")
            pairs.append(np.column_stack([each.ravel() for each in both]))
            first = last
    return np.unique(np.sort(np.concatenate(pairs), axis=1), axis=0)
