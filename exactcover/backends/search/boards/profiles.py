"""Converts a tiling with cells that may stay empty to the arrays of a beam, and a beam's best state back to placements.

The board is turned so that its rows are along the shorter axis: a row is one word of 64 bits. Not here: the search
(kernel/boards/profile_beam.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

import numpy as np

from exactcover.backends.search.boards.regions import bounds, why_not_row_by_row
from exactcover.kernel.arrays import Array
from exactcover.kernel.boards import profiles
from exactcover.kernel.boards.candidates import BINS, COLUMNS
from exactcover.kernel.boards.profile_beam import shorten
from exactcover.kernel.boards.profiles import DEPTH, Beam
from exactcover.model.arrays import Integers, Mask
from exactcover.model.errors import Unsuitable
from exactcover.model.tiling import Tiling

MOST_WIDTH = 20_480
CANDIDATES = 8  # that are held for each state that is kept
CANDIDATE_BYTES, STATE_BYTES = 56, 40
MOST_BYTES = 2**28  # of all states and candidates
FIRST_LOG = 2**16
SKIPS = 2
"""How many cells that pieces fit on stay empty between one piece and the next; more if cells further on must be covered.

Historical note. 95 % of 40x45 in six heptominoes with 100 states kept: 1 was worse, 6 took twice the time and was no better.
"""


@dataclass(frozen=True)
class Board:
    """A board to be packed row by row: its region and optional cells with rows along the shorter axis, and its ways.

    corner: of the region's box; turned: whether axes were exchanged; pieces, orientations, shapes: of each way; unit: the
    greatest common divisor of the sizes; least_covered, most_covered: cells that pieces cover in a solution; fewest, most_empty:
    cells that stay empty.
    """

    tiling: Tiling
    region: Mask
    optional: Mask
    corner: Integers
    turned: bool
    pieces: Integers
    orientations: Integers
    shapes: tuple[Integers, ...]
    unit: int
    least_covered: int
    most_covered: int
    fewest_empty: int
    most_empty: int

    @property
    def height(self) -> int:
        """The rows of the highest piece."""
        return max((int(cells[:, 0].max()) + 1 for cells in self.shapes), default=1)

    @property
    def ring(self) -> int:
        """The levels that are kept: one more than the largest piece adds."""
        return max((len(cells) // self.unit for cells in self.shapes), default=1) + 1

    @property
    def most_width(self) -> int:
        """The width that memory allows."""
        state = 8 * self.height + 4 * len(self.tiling.pieces) + STATE_BYTES + CANDIDATES * CANDIDATE_BYTES
        return max(1, min(MOST_WIDTH, MOST_BYTES // (state * self.ring)))

    def nothing(self) -> Integers:
        """Return no placements."""
        return np.empty((0, 4), dtype=np.int64)

    def placements(self, beam: Beam) -> Integers:
        """Return the placements of the beam's best state, `piece, orientation, *offset`."""
        rows, entry = [], int(beam.scalars[profiles.BEST_NODE])
        while entry >= 0:
            way, (line, column) = int(beam.log_way[entry]), divmod(int(beam.log_place[entry]), COLUMNS)
            place = (column, line) if self.turned else (line, column)
            rows.append((self.pieces[way], self.orientations[way], *place))
            entry = int(beam.log_parent[entry])
        placed = np.array(rows[::-1], dtype=np.int64).reshape(-1, 4)
        placed[:, 2:] += self.corner
        return placed

    def filled(self, placements: Integers) -> Integers:
        """Return placements with a filler on every cell that they leave empty."""
        region, pieces = self.tiling.region.copy(), self.tiling.pieces
        for piece, orientation, *offset in placements.tolist():
            region[tuple((pieces[piece].orientations[orientation] + np.array(offset)).T)] = False
        cells = np.argwhere(region)
        fillers = np.zeros((len(cells), 4), dtype=np.int64)
        fillers[:, 0] = next(number for number, piece in enumerate(pieces) if piece.empty)
        fillers[:, 2:] = cells
        return np.concatenate([placements, fillers])

    def beam(self, width: int, seed: int) -> Beam:
        """Return the arrays of a beam with its first state, the board without pieces."""
        height, ring, capacity = self.height, self.ring, CANDIDATES * width
        masks = np.zeros((len(self.shapes), height), dtype=np.uint64)
        for way, cells in enumerate(self.shapes):
            np.bitwise_or.at(masks[way], cells[:, 0], np.uint64(1) << cells[:, 1].astype(np.uint64))
        words, patterns = np.unique(np.append(masks, np.uint64(0)), return_inverse=True)
        bits = [[bit for bit in range(COLUMNS) if word >> bit & 1] for word in words.tolist()]
        kinds = [piece for piece in self.tiling.pieces if not piece.empty]
        sizes = np.array([piece.size // self.unit for piece in kinds], dtype=np.int64)
        class_sizes, classes = np.unique(sizes, return_inverse=True)
        walls, must = self._words(~self.region, wall=True), (self.region & ~self.optional).sum(axis=1)
        beam = Beam(
            walls=walls, optional=self._words(self.optional, wall=False),
            bound=np.append(np.cumsum(must[::-1])[::-1], 0), pace=self._pace(),
            pattern_starts=np.cumsum([0, *map(len, bits)]),
            pattern_bits=np.array([bit for each in bits for bit in each], dtype=np.int64),
            patterns=patterns[:-1].reshape(masks.shape).astype(np.int64), masks=masks,
            first=np.array([cells[cells[:, 0] == 0, 1].min() for cells in self.shapes], dtype=np.int64),
            kinds=self._kinds(), sizes=sizes, classes=classes, class_sizes=class_sizes,
            least=np.array([piece.least for piece in kinds]), most=np.array([piece.most for piece in kinds]),
            lines=np.zeros((ring, width, height), np.uint64), row=np.zeros((ring, width), np.int32),
            used=np.zeros((ring, width, len(kinds)), np.int32), empty=np.zeros((ring, width), np.int32),
            node=np.full((ring, width), -1, np.int32), states=np.zeros(ring, np.int64),
            score=np.zeros((ring, capacity)), parent=np.zeros((ring, capacity), np.int64),
            way=np.zeros((ring, capacity), np.int32), line=np.zeros((ring, capacity), np.int32),
            column=np.zeros((ring, capacity), np.int32), key=np.zeros((ring, capacity), np.uint64),
            candidates=np.zeros(ring, np.int64), table=np.full((ring, 1 << (2 * capacity).bit_length()), -1, np.int32),
            counts=np.zeros((ring, BINS), np.int64), base=np.zeros(ring), limit=np.full(ring, BINS - 1),
            kept=np.zeros(ring, np.int64),
            log_parent=np.empty(FIRST_LOG + width, np.int32), log_way=np.empty(FIRST_LOG + width, np.int32),
            log_place=np.empty(FIRST_LOG + width, np.int32),
            match=np.zeros((height + DEPTH, len(words)), np.uint64), fits=np.zeros(len(masks), np.uint64),
            cover=np.zeros((DEPTH, len(words)), np.uint64), own=np.zeros(height + DEPTH, np.uint64),
            child=np.zeros(height + DEPTH, np.uint64), balance=np.zeros(len(class_sizes)),
            rng=np.array([seed], dtype=np.uint64), scalars=self._scalars(width),
        )  # fmt: skip
        beam.lines[0, 0], beam.states[0] = walls[:height], 1
        return beam

    def _scalars(self, width: int) -> Array:
        scalars = np.zeros(profiles.SCALARS, dtype=np.int64)
        scalars[[profiles.TOP, profiles.NEED]] = self.most_covered // self.unit, self.least_covered
        scalars[[profiles.UNIT, profiles.AREA]] = self.unit, self.region.sum()
        scalars[[profiles.LEAST_EMPTY, profiles.MOST_EMPTY]] = self.fewest_empty, self.most_empty
        scalars[[profiles.WIDTH, profiles.CURSOR, profiles.BEST, profiles.BEST_NODE]] = width, -1, -1, -1
        spare = int(self.region.sum()) - self.most_covered
        pieces = self.least_covered // max(map(len, self.shapes), default=1)
        sparse = not (self.optional | ~self.region).all()
        scalars[profiles.SKIPS] = SKIPS + (2 * spare // max(1, pieces) if sparse else 0)
        return scalars

    def _pace(self) -> Array:
        """Return how many cells before each row stay empty if as few as possible do, and those are spread evenly."""
        before = np.cumsum(np.append(0, self.optional.sum(axis=1)))
        return (int(self.region.sum()) - self.most_covered) * before / max(1, int(before[-1]))

    def _kinds(self) -> Integers:
        """Return the piece of each way, among those that are not fillers."""
        numbers = np.cumsum([not piece.empty for piece in self.tiling.pieces]) - 1
        return np.asarray(numbers[self.pieces], dtype=np.int64)

    def _words(self, mask: Mask, wall: bool) -> Array:
        """Return a word for each row of a mask; wall: the value of bits and rows beyond the board."""
        wide = np.full((len(mask) + self.height + DEPTH, COLUMNS), wall)
        wide[: len(mask), : mask.shape[1]] = mask
        return np.packbits(wide, axis=1, bitorder="little").view("<u8").reshape(-1).astype(np.uint64)


def board_of(tiling: Tiling) -> Board:
    """Return a tiling to be packed row by row; raises Unsuitable."""
    fault = why_not_row_by_row(tiling)
    if fault:
        raise Unsuitable(f"the engine fill was given {fault}")
    assert tiling.grounds is not None  # those of the fillers
    corner, region = bounds(tiling.region)
    box = tuple(slice(start, start + side) for start, side in zip(corner.tolist(), region.shape, strict=True))
    fillers = [piece for piece in tiling.pieces if piece.empty]
    optional = tiling.grounds[fillers[0].grounds[0, 0, 0]][box] if fillers[0].grounds is not None else region
    turned = region.shape[0] < region.shape[1]
    if turned:
        region, optional = region.T, optional.T
    listed = [
        (number, orientation, cells[:, ::-1] if turned else cells)
        for number, piece in enumerate(tiling.pieces)
        if piece.most and not piece.empty
        for orientation, cells in enumerate(piece.orientations)
    ]
    listed = [each for each in listed if (each[2].max(axis=0) < region.shape).all()]
    area = int(region.sum())
    least = sum(piece.least * piece.size for piece in tiling.pieces if not piece.empty)
    most = sum(min(piece.most, area // piece.size) * piece.size for piece in tiling.pieces if not piece.empty)
    most_empty = min(sum(piece.most for piece in fillers), area - least)
    fewest_empty = sum(piece.least for piece in fillers)
    return Board(
        tiling, region, optional, corner, turned,
        pieces=np.array([number for number, _, _ in listed], dtype=np.int64),
        orientations=np.array([orientation for _, orientation, _ in listed], dtype=np.int64),
        shapes=tuple(cells for _, _, cells in listed),
        unit=gcd(*(len(cells) for _, _, cells in listed)) or 1,
        least_covered=max(least, area - most_empty), most_covered=min(most, area - fewest_empty),
        fewest_empty=fewest_empty, most_empty=most_empty,
    )  # fmt: skip


def with_room(beam: Beam) -> Beam:
    """Drop the entries of a full log that no state follows from; double it if that is less than half of them."""
    length = len(beam.log_parent)
    shorten(beam, np.empty(length, dtype=np.int32))
    if 2 * beam.scalars[profiles.LOGGED] <= length:
        return beam
    longer = (np.concatenate([each, np.empty_like(each)]) for each in (beam.log_parent, beam.log_way, beam.log_place))
    return beam._replace(**dict(zip(("log_parent", "log_way", "log_place"), longer, strict=True)))
