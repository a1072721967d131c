"""The contents of the blocks of a board, chosen so that the counts of the whole board come out right.

Three ways. *Alike*: every block contains copies of a smallest set of pieces in the ratio of the counts, so a block's volume
determines its contents (for equal counts the set is one of each piece). *Free*: if no count is bounded, a block may contain
anything. *Dealt*: all pieces of the board, sorted by piece, are dealt to blocks of one shape like cards, so that no two blocks
differ by more than one in any piece, and there are at most as many different hands as pieces. If every block of even area must
have an even number of some piece (colours), pieces are dealt in pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import gcd, prod
from typing import NamedTuple

import numpy as np

from exactcover.backends.search.boards.bases import Demand
from exactcover.backends.search.boards.guillotine import Shape
from exactcover.model.arrays import Integers
from exactcover.model.tiling import Piece


class Share(NamedTuple):
    """A number of blocks of one shape, and the contents of each."""

    shape: Shape
    blocks: int
    demand: Demand


class Alike(NamedTuple):
    """Every block contains sets of `unit`, pieces of `volume` cells in all; an empty unit stands for any pieces."""

    unit: tuple[int, ...]
    volume: int
    most: tuple[int, ...]
    sizes: tuple[int, ...]

    def demand(self, shape: Shape) -> Demand:
        """Return the contents of a block."""
        volume = prod(shape)
        if any(self.unit):
            counts = tuple(volume // self.volume * number for number in self.unit)
            return Demand(counts, counts)
        most = tuple(min(most, volume // size) for most, size in zip(self.most, self.sizes, strict=True))
        return Demand((0,) * len(most), most)


def alike(pieces: Sequence[Piece], volume: int) -> Alike | None:
    """Return the equal contents that blocks of a board of that many cells may have, or None if the counts have no such ratio."""
    sizes = tuple(piece.size for piece in pieces)
    most = tuple(piece.most for piece in pieces)
    counts = counts_of(pieces, volume)
    if all(piece.least == 0 and piece.most >= volume // piece.size for piece in pieces):
        return Alike((0,) * len(pieces), gcd(*sizes), most, sizes)
    if counts is None:
        return None
    sets = gcd(*counts)
    return Alike(tuple(number // sets for number in counts), volume // sets, most, sizes)


def counts_of(pieces: Sequence[Piece], volume: int) -> tuple[int, ...] | None:
    """Return the numbers of copies of each piece that fill that many cells, as equal as the bounds allow; None if unknown.

    They are known if no copies are ranges, or if all pieces with ranges have the same size.
    """
    least = np.array([piece.least for piece in pieces])
    most = np.array([min(piece.most, volume // piece.size) for piece in pieces])
    sizes = np.array([piece.size for piece in pieces])
    ranged = least < most
    rest = volume - int((least * sizes)[~ranged].sum())
    if not ranged.any():
        return tuple(least.tolist()) if rest == 0 else None
    size = int(sizes[ranged][0])
    if (sizes[ranged] != size).any() or rest % size or (most < least).any():
        return None
    wanted, low, high = rest // size, 0, int(most.max())
    if not least[ranged].sum() <= wanted <= most[ranged].sum():
        return None
    while low < high:  # the highest level at which not too many are taken
        level = (low + high + 1) // 2
        low, high = (level, high) if np.clip(level, least, most)[ranged].sum() <= wanted else (low, level - 1)
    counts = np.where(ranged, np.clip(low, least, most), least)
    room = np.flatnonzero(ranged & (counts == low) & (most > low))
    counts[room[: wanted - int(counts[ranged].sum())]] += 1
    return tuple(counts.tolist())


def dealt(counts: Sequence[int], size: int, numbers: dict[Shape, int], together: int) -> list[Share] | None:
    """Deal pieces of one size to the blocks (a number of each shape), `together` at a time; None if that does not come out
    even."""
    hands, copies = _hands(np.array(counts), together)
    shares = []
    left = sum(prod(shape) * blocks for shape, blocks in numbers.items()) // size // together
    for shape, blocks in numbers.items():
        volume = prod(shape)
        if volume % (size * together):
            return None
        quota = blocks * (volume // size // together)
        part = copies * quota // max(left, 1)
        part[np.flatnonzero(part < copies)[: quota - int(part.sum())]] += 1
        if part.sum() != quota:
            return None
        shares += _dealt_alike(hands, part, shape, blocks)
        copies = copies - part
        left -= quota
    return shares if not copies.any() else None


def _hands(counts: Integers, together: int) -> tuple[Integers, Integers]:
    """Return the units to deal (n, pieces) and the number of each: single pieces, or pairs of one piece and of the odd ones."""
    single = np.eye(len(counts), dtype=np.int64)
    if together == 1:
        return single, counts
    odd = single[np.flatnonzero(counts % 2)]
    mixed = odd[: len(odd) // 2 * 2].reshape(-1, 2, len(counts)).sum(axis=1)
    return np.concatenate([2 * single, mixed]), np.concatenate([counts // 2, np.ones(len(mixed), np.int64)])


def _dealt_alike(hands: Integers, copies: Integers, shape: Shape, blocks: int) -> list[Share]:
    """Deal to blocks of one shape: block j gets numbers j, j + blocks, j + 2 blocks, ... of the line."""
    ends = np.cumsum(copies)
    starts = ends - copies
    changes = np.unique(np.concatenate([[0, blocks], ends % blocks])).tolist()
    shares: dict[tuple[int, ...], int] = {}
    for first, after in pairwise(changes):
        taken = (ends - first + blocks - 1) // blocks - (starts - first + blocks - 1) // blocks
        held = tuple((taken @ hands).tolist())
        shares[held] = shares.get(held, 0) + after - first
    return [Share(shape, number, Demand(held, held)) for held, number in shares.items()]


def spread(pieces: Sequence[Piece], numbers: dict[Shape, int]) -> list[Share] | None:
    """Put the pieces that must be used into the first blocks, filling half of each, and let all others contain anything.

    For pieces without an upper bound; None if the blocks are too few or too small.
    """
    shares = []
    owed = [(number, piece.size) for number, piece in enumerate(pieces) for _ in range(piece.least)]
    for shape, blocks in numbers.items():
        volume = prod(shape)
        most = tuple(min(piece.most, volume // piece.size) for piece in pieces)
        full = 0
        while owed and full < blocks:
            least, room = [0] * len(pieces), volume // 2
            while owed and owed[-1][1] <= room:
                number, size = owed.pop()
                least[number] += 1
                room -= size
            if room == volume // 2:
                break
            shares.append(Share(shape, 1, Demand(tuple(least), most)))
            full += 1
        shares.append(Share(shape, blocks - full, Demand((0,) * len(pieces), most)))
    return shares if not owed else None
