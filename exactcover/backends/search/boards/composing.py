"""Composes boards of blocks: which blocks to use, how they are found, and the placements of the whole board.

Blocks are searched in order of volume. Those not yet tried count as packed until a cut of the board needs one; only then is it
searched. The board is cut again whenever a block turns out to have no packing, or none within the node limit, and when no cut
is left, everything restarts with ten times the limit.

For k sets of the five tetrominoes, k even, and both sides at least 3, four blocks suffice: 4x10, 5x8, 3x40 and 6x20. For slabs
of height 3, 4, 5, 6, 8, 10, 20 and 40 they give parts of length 40, 10, 8, 20, 5, 4, 6 and 3 (those of height 20 have length
4, two of 10x4, and 6). Let the board be H x L. Its area is a multiple of 40, so 40 divides gcd(H, 40) L.
gcd 1: 40 divides L, and H is a sum of 3, 4 and 5, as every number from 3 on is.
gcd 2: 20 divides L, and H, even and 6 or more, is 6 and some 4.
gcd 4: 10 divides L; slabs of height 4. gcd 5: 8 divides L; height 5.
gcd 8: 5 divides L; height 8. gcd 10: 4 divides L; height 10.
gcd 20: 2 divides L, which is 4 or more, a sum of 4 and 6; slabs of height 20 have parts of these lengths. gcd 40: L is a sum
of 3, 4 and 5; slabs of height 40 have parts of these lengths.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import lru_cache
from math import gcd, prod
from typing import TypeAlias

import numpy as np

from exactcover.backends.search.boards import bases
from exactcover.backends.search.boards.bases import Bases
from exactcover.backends.search.boards.durations import block_seconds, set_seconds
from exactcover.backends.search.boards.guillotine import Cut, Cutter, Shape, boxes
from exactcover.backends.search.boards.shares import Share, alike, counts_of, dealt, spread
from exactcover.model.arrays import Integers
from exactcover.model.tiling import Tiling

NODES = (30_000, 300_000, 3_000_000)  # node limit of a block's search, round by round
MOST_VOLUME = 480  # cells of a block
MIXED_VOLUMES = (40, 60, 80, 120, 160, 240)  # volumes of blocks with different contents: at least this, at most twice
MIXED_BLOCKS = 20  # approximate number of such blocks of a board
MOST_SLENDER = 4  # maximum ratio of length to width of such blocks

Working: TypeAlias = Generator[int, None, Integers | None]
"""Yields the nodes spent so far and returns placements, or None."""

_cutter = lru_cache(maxsize=256)(Cutter)


def compose_seconds(tiling: Tiling) -> float:
    """Return the approximate time to compose a board if all blocks are packed at the first attempt."""
    pieces = tiling.pieces
    held = alike(pieces, int(tiling.region.sum()))
    if held is None or held.volume > MOST_VOLUME:
        return set_seconds(pieces) + MIXED_BLOCKS * block_seconds(pieces, MIXED_VOLUMES[0])
    if not any(held.unit):
        return set_seconds(pieces) + block_seconds(pieces, 4 * held.volume)
    return set_seconds(pieces) + 2 * block_seconds(pieces, held.volume)


def forget() -> None:
    """Clear what earlier boards left in this process: packings of blocks, and cuts of boxes."""
    bases.forget()
    _cutter.cache_clear()


class Composer:
    """Composes a board whose region is a whole box.

    packings: of the blocks with equal contents, by shape, as far as they have been searched.
    """

    def __init__(self, tiling: Tiling, seed: int) -> None:
        self.tiling, self.box = tiling, tiling.region.shape
        self.bases = Bases(tiling.pieces, seed)
        self.alike = alike(tiling.pieces, prod(self.box))
        self.packings: dict[Shape, Integers] = {}
        self.undecided = False

    def placements(self) -> Working:
        """Return the placements of the board, or None if no cut into packed blocks was found."""
        if prod(self.box) % gcd(*self.bases.set.sizes):
            return None
        for nodes in NODES:
            self.undecided = False
            for way in (self._of_blocks_alike, self._of_mixed_blocks):
                placements = yield from way(nodes)
                if placements is not None:
                    return placements
            if not self.undecided:
                break
        return None

    def part(self) -> Integers:
        """Return the placements of a large box in the board, as far as there are packings of blocks with equal contents."""
        cutter = _cutter(frozenset(self.packings))
        cuts: list[Cut] = []
        for axis, side in enumerate(self.box):
            smaller = ((*self.box[:axis], length, *self.box[axis + 1 :]) for length in range(side - 1, 0, -1))
            cuts += [cut for cut in map(cutter.cut, smaller) if cut is not None][:1]
        if not cuts:
            return np.empty((0, 2 + len(self.box)), dtype=np.int64)
        return self._whole(max(cuts, key=lambda cut: prod(cut.sides)))

    def _of_blocks_alike(self, nodes: int) -> Working:
        if self.alike is None:
            return None
        failed: set[Shape] = set()
        shapes: list[Shape] = []
        volumes = [*range(self.alike.volume, MOST_VOLUME + 1, self.alike.volume), 0]
        for volume in volumes:
            more = [shape for shape in boxes(volume, self.box) if self._may_be_packed(shape)] if volume else []
            if volume and not more:
                continue
            shapes += more
            yield self.bases.nodes  # cutting a large board takes a while, even if no blocks are searched
            while True:
                left = frozenset(shape for shape in shapes if self.bases.set.usual(shape) not in failed)
                cut = _cutter(left).cut(self.box, deeper=not volume)
                if cut is None:
                    break
                lacking = yield from self._pack(cut.numbers(), nodes)
                if lacking is None:
                    return self._whole(cut)
                failed.add(self.bases.set.usual(lacking))
        return None

    def _may_be_packed(self, shape: Shape) -> bool:
        assert self.alike is not None
        return self.bases.set.fits(shape, self.alike.demand(shape))

    def _pack(self, shapes: Iterable[Shape], nodes: int) -> Generator[int, None, Shape | None]:
        """Search the blocks not yet searched, small ones first; return one without a packing, if there is one."""
        assert self.alike is not None
        for shape in sorted(shapes, key=lambda shape: (prod(shape), shape)):
            if shape not in self.packings:
                packing = yield from self.bases.packing(shape, self.alike.demand(shape), nodes)
                if packing.placements is None:
                    self.undecided |= not packing.exhausted
                    return shape
                self.packings[shape] = packing.placements
        return None

    def _whole(self, cut: Cut) -> Integers:
        corners = cut.corners()
        return laid([(self.packings[shape], corners[shape]) for shape in sorted(corners)])

    def _of_mixed_blocks(self, nodes: int) -> Working:
        sizes = self.bases.set.sizes
        for least in MIXED_VOLUMES:
            volumes = range(least + -least % gcd(*sizes), min(2 * least, prod(self.box)) + 1, gcd(*sizes))
            shapes = frozenset(shape for volume in volumes for shape in boxes(volume, self.box) if _is_stout(shape))
            cut = _cutter(shapes).cut(self.box)
            if cut is None:
                continue
            for shares in self._ways_to_share(cut.numbers()):
                packed = yield from self._pack_shares(shares, nodes)
                if packed is not None:
                    return laid(list(_at_corners(shares, packed, cut.corners())))
        return None

    def _ways_to_share(self, numbers: dict[Shape, int]) -> Iterator[list[Share]]:
        """Yield the possible contents of the blocks of a cut."""
        pieces, volume = self.tiling.pieces, prod(self.box)
        ways: list[list[Share] | None] = []
        if any(piece.least for piece in pieces) and all(piece.most >= volume // piece.size for piece in pieces):
            ways.append(spread(pieces, numbers))
        elif len(set(self.bases.set.sizes)) == 1 and (counts := counts_of(pieces, volume)) is not None:
            ways += [dealt(counts, pieces[0].size, numbers, together) for together in (1, 2)]
        yield from filter(None, ways)

    def _pack_shares(self, shares: Sequence[Share], nodes: int) -> Generator[int, None, list[Integers] | None]:
        """Return a packing for each share, or None if one of them has none."""
        packed = []
        for share in shares:
            packing = yield from self.bases.packing(share.shape, share.demand, nodes)
            if packing.placements is None:
                self.undecided |= not packing.exhausted
                return None
            packed.append(packing.placements)
        return packed


def _is_stout(shape: Shape) -> bool:
    return max(shape) <= MOST_SLENDER * min(shape)


def _at_corners(
    shares: Sequence[Share], packed: Sequence[Integers], corners: dict[Shape, Integers]
) -> Iterator[tuple[Integers, Integers]]:
    """Yield the packing of each share and the corners of its blocks."""
    used = dict.fromkeys(corners, 0)
    for share, packing in zip(shares, packed, strict=True):
        first = used[share.shape]
        used[share.shape] += share.blocks
        yield packing, corners[share.shape][first : first + share.blocks]


def laid(blocks: Sequence[tuple[Integers, Integers]]) -> Integers:
    """Return the placements of blocks: each has a packing (n, 2 + dimension) and the corners (k, dimension) where it is laid."""
    rows = sum(len(packing) * len(corners) for packing, corners in blocks)
    width = max(packing.shape[1] for packing, _ in blocks)
    placements = np.empty((rows, width), dtype=np.int64)
    first = 0
    for packing, corners in blocks:
        after = first + len(packing) * len(corners)
        part = placements[first:after].reshape(len(corners), len(packing), width)
        part[:] = packing
        part[:, :, 2:] += corners[:, None]
        first = after
    return placements
