"""The search space of a growth, explicitly: the placements, the cells that touch by edge and by corner, and its digest.

An engine that exhausts its search proves nothing about a growth if its tables have lost a placement. So it names the space it
searched by this digest; the judge computes the space with independent code, and must get the same digest. Here are only the
format of a space, and the conversion of a growth's cover.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidModel


@dataclass(frozen=True)
class GrowthSpace:
    """All choices, and the pairs that forbid and connect them.

    cells: (n, axes) coordinates, the others are numbers of these cells; wanted, roots: cells; touching, joined: pairs of cells
    that no two placements may cover, and that connect two placements; pieces: (pieces, 2) least and most; placements: lines of
    piece, cost and cells, padded with -1. One without cells is the choice to leave the piece out.
    """

    cells: Integers
    wanted: Integers
    roots: Integers
    touching: Integers
    joined: Integers
    pieces: Integers
    placements: Integers

    def digest(self) -> str:
        """Return a sha256 that is equal for equal spaces, however they are numbered and ordered.

        Cells that no placement covers contribute only whether they are wanted.
        """
        cells_of_placement = self.placements[:, 2:]
        covered = np.zeros(len(self.cells) + 1, dtype=np.bool_)
        covered[cells_of_placement] = True  # the last entry belongs to -1
        relevant = covered[:-1].copy()
        relevant[self.wanted] = True
        kept = np.flatnonzero(relevant)
        kept = kept[np.lexsort(self.cells[kept].T[::-1])]
        number_of = np.full(len(self.cells) + 1, -1, dtype=np.int64)
        number_of[kept] = np.arange(len(kept))
        covering = np.sort(number_of[cells_of_placement], axis=1)[:, ::-1]
        width = int((covering >= 0).sum(axis=1).max(initial=0))
        lines = np.concatenate([self.placements[:, :2], covering[:, :width]], axis=1)
        placed = np.zeros(len(self.pieces), dtype=np.bool_)
        placed[self.placements[(cells_of_placement >= 0).any(axis=1), 0]] = True
        pieces = self.pieces * np.column_stack([np.ones(len(placed), dtype=np.int64), placed])
        pairs = [each[covered[each].all(axis=1)] for each in (self.touching, self.joined)]
        parts = [
            self.cells[kept] if len(kept) else np.empty((0, 0)),
            np.sort(number_of[self.wanted]),
            np.sort(number_of[self.roots[covered[self.roots]]]),
            *(_ordered(np.sort(number_of[each], axis=1)) for each in pairs),
            pieces,
            _ordered(lines),
        ]
        return hashlib.sha256(
            b"".join(f"{each.shape}:".encode() + each.astype("<i8").tobytes() for each in parts)
        ).hexdigest()


def _ordered(lines: Integers) -> Integers:
    """Return rows of numbers in lexicographic order."""
    return lines[np.lexsort(lines.T[::-1])] if lines.shape[1] else lines


def of_cover(cover: Cover) -> GrowthSpace:
    """Return the space of a cover that stands for a growth: items are cells `r,c`, pairs of touching cells `r,c|r,c`, and
    pieces.

    Raises InvalidModel if an option has anything but a piece, its cells and all pairs with one of them, or if an item may be
    covered more than once.
    """
    assert cover.connectivity is not None
    cells = cover.connectivity.items
    number_of = {cover.items[item]: number for number, item in enumerate(cells.tolist())}
    touching: list[tuple[int, int]] = []
    pair_of: dict[int, int] = {}
    pieces: list[int] = []
    for item, name in enumerate(cover.items):
        if name in number_of:
            continue
        first, bar, second = name.partition("|")
        if bar and first in number_of and second in number_of:
            pair_of[item] = len(touching)
            touching.append((number_of[first], number_of[second]))
        else:
            pieces.append(item)
    piece_of = {item: number for number, item in enumerate(pieces)}
    if (cover.most[[*cells.tolist(), *pair_of]] != 1).any() or (cover.least[list(pair_of)] != 0).any():
        raise InvalidModel("a cell or a pair of cells may be covered more than once, or a pair must be covered")
    pairs_at: list[set[int]] = [set() for _ in number_of]
    for item, pair in pair_of.items():
        for cell in touching[pair]:
            pairs_at[cell].add(item)
    cell_of = {item: number for number, item in enumerate(cells.tolist())}
    members, starts = cover.members.tolist(), cover.starts.tolist()
    costs = [0] * cover.options if cover.costs is None else cover.costs.tolist()
    lines = []
    for option in range(cover.options):
        held = members[starts[option] : starts[option + 1]]
        own = [cell_of[item] for item in held if item in cell_of]
        named = [piece_of[item] for item in held if item in piece_of]
        around = {item for item in held if item in pair_of}
        if len(named) != 1 or around != set().union(*(pairs_at[cell] for cell in own)):
            raise InvalidModel(f"option {option} does not hold one piece, its cells and all pairs with one of them")
        lines.append([named[0], costs[option], *own])
    return GrowthSpace(
        np.array([[int(x) for x in name.split(",")] for name in number_of] or np.empty((0, 0)), dtype=np.int64),
        np.flatnonzero(cover.least[cells] > 0),
        np.array([cell_of[item] for item in cover.connectivity.roots.tolist()], dtype=np.int64),
        np.array(touching, dtype=np.int64).reshape(-1, 2),
        np.array([[cell_of[a], cell_of[b]] for a, b in cover.connectivity.edges.tolist()], dtype=np.int64).reshape(
            -1, 2
        ),
        np.column_stack([cover.least[pieces], cover.most[pieces]]),
        filled(lines),
    )


def filled(lines: list[list[int]]) -> Integers:
    """Return lines of piece, cost and cells as one array, padded with -1."""
    width = max((len(line) for line in lines), default=2)
    return np.array([line + [-1] * (width - len(line)) for line in lines], dtype=np.int64).reshape(len(lines), width)
