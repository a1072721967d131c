"""Small boxes packed by exact search: the building blocks of large boards.

A packing is searched for by the kernels that find one solution of a cover (search/cover/first.py), within a node limit. The
result is cached in this process with the nodes it took: a later search with a lower limit gets the result that it would have
got without the cache, so that a process's history changes no answer. Packings are turned if the turn of the box maps every
piece onto itself.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import permutations, product
from math import prod
from typing import NamedTuple

import numpy as np

from exactcover.backends.search.boards.durations import NODE_SECONDS, block_seconds, set_seconds
from exactcover.backends.search.boards.guillotine import Shape
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.tiling import Piece, Tiling
from exactcover.process.lru_cache import LRUCache
from exactcover.transform.reductions import tiling_to_cover

MOST_PIECE_SETS, MOST_PACKINGS = 32, 2_048  # cache sizes
NODES_AT_ONCE = 500  # a few hundredths of a second at most


class Packing(NamedTuple):
    """The result of a search: placements or None, whether it was exhausted, and the nodes it took."""

    placements: Integers | None
    exhausted: bool
    nodes: int


class Demand(NamedTuple):
    """How many copies of each piece a packing has, at least and at most."""

    least: tuple[int, ...]
    most: tuple[int, ...]


@dataclass(frozen=True)
class Turn:
    """A signed permutation of the axes that maps every piece onto itself.

    axes: axis i of the image is axis axes[i] of the original, mirrored where signs[i] is -1; images: for each orientation,
    those of all pieces in one list, the orientation of the same piece that it is mapped to; corners: the least corner of its
    image.
    """

    axes: tuple[int, ...]
    signs: tuple[int, ...]
    images: Integers
    corners: Integers


class PieceSet:
    """The pieces of a tiling without their copies, and the turns that map each onto itself, one per order of the axes."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.shapes = [np.stack(piece.orientations) for piece in pieces]
        self.sizes = tuple(shape.shape[1] for shape in self.shapes)
        self.extents = [shape.max(axis=1) + 1 for shape in self.shapes]
        self.first = np.cumsum([0, *map(len, self.shapes)])
        self.digest = _digest(pieces)
        dimension = self.shapes[0].shape[2]
        turns = (self._turn(axes) for axes in permutations(range(dimension)))
        self.turns = [turn for turn in turns if turn is not None]

    def usual(self, shape: Shape) -> Shape:
        """Return the canonical shape among the turns of this one: a packing of it gives one of all of them."""
        return min(tuple(shape[axis] for axis in turn.axes) for turn in self.turns)

    def fits(self, shape: Shape, demand: Demand) -> bool:
        """Return whether each piece that must be in a box fits into it."""
        return all(
            few == 0 or bool((extents <= shape).all(axis=1).any())
            for few, extents in zip(demand.least, self.extents, strict=True)
        )

    def turned(self, placements: Integers, shape: Shape, wanted: Shape) -> Integers:
        """Return the packing of the box `wanted` that a turn makes of one of the box `shape`."""
        if shape == wanted:
            return placements
        turn = next(turn for turn in self.turns if tuple(shape[axis] for axis in turn.axes) == wanted)
        numbers = self.first[placements[:, 0]] + placements[:, 1]
        signs = np.array(turn.signs)
        image = np.empty_like(placements)
        image[:, 0], image[:, 1] = placements[:, 0], turn.images[numbers]
        image[:, 2:] = placements[:, 2:][:, turn.axes] * signs + turn.corners[numbers]
        image[:, 2:] += np.where(signs < 0, np.array(wanted) - 1, 0)
        return image

    def _turn(self, axes: tuple[int, ...]) -> Turn | None:
        for signs in product((1, -1), repeat=len(axes)):
            images, corners = [], []
            for shape in self.shapes:
                moved = shape[:, :, axes] * np.array(signs)
                corners.append(moved.min(axis=1))
                numbers = {each: number for number, each in enumerate(_keys(shape))}
                images.append([numbers.get(each, -1) for each in _keys(moved - corners[-1][:, None])])
            if all(-1 not in line for line in images):
                return Turn(axes, signs, np.concatenate(images), np.concatenate(corners))
        return None


def _digest(pieces: Sequence[Piece]) -> bytes:
    """Return a digest of the orientations of all pieces."""
    whole = sha256()
    for piece in pieces:
        whole.update(repr((len(piece.orientations), piece.orientations[0].shape)).encode())
        for cells in piece.orientations:
            whole.update(cells.tobytes())
    return whole.digest()


def _keys(shape: Integers) -> list[bytes]:
    """Return for each orientation (n, cells, dimension) a text that is the same for the same cells."""
    longest = int(shape.max()) + 1
    numbers = shape @ (longest ** np.arange(shape.shape[2]))
    keys = np.sort(numbers, axis=1)
    return [bytes([*longest.to_bytes(8, "big")]) + line.tobytes() for line in keys]


_piece_sets: LRUCache[bytes, PieceSet] = LRUCache(MOST_PIECE_SETS)
_packings: LRUCache[tuple[bytes, Shape, Demand, int], Packing] = LRUCache(MOST_PACKINGS)


def piece_set(pieces: Sequence[Piece]) -> PieceSet:
    """Return the piece set of a tiling, from the cache if it is there."""
    return _piece_sets.get_or_make(_digest(pieces), lambda: PieceSet(pieces))


def forget() -> None:
    """Clear the caches of packings and piece sets, for measurements that must begin like a new process."""
    _piece_sets.clear()
    _packings.clear()


class Bases:
    """Packings of small boxes by the pieces of one tiling, searched when they are needed.

    nodes: spent so far; seconds: the approximate time of the work done so far.
    """

    def __init__(self, pieces: Sequence[Piece], seed: int) -> None:
        self.pieces, self.seed = pieces, seed
        self.set = piece_set(pieces)
        self.nodes = 0
        self.seconds = set_seconds(pieces)

    def packing(self, shape: Shape, demand: Demand, nodes: int) -> Generator[int, None, Packing]:
        """Search a box within a node limit, yielding the nodes spent so far in all; returns the packing of this very box."""
        if not self.set.fits(shape, demand):
            return Packing(None, True, 0)
        usual = self.set.usual(shape)
        key = self.set.digest, usual, demand, self.seed
        known = _packings.get(key)
        if known is None or (known.placements is None and not known.exhausted and known.nodes < nodes):
            known = yield from self._searched(usual, demand, nodes)
            _packings.put(key, known)
        if known.nodes > nodes:  # that limit would not have sufficed
            return Packing(None, False, nodes)
        if known.placements is None:
            return known
        return known._replace(placements=self.set.turned(known.placements, usual, shape))

    def _searched(self, shape: Shape, demand: Demand, nodes: int) -> Generator[int, None, Packing]:
        """Search a box by exact cover."""
        from exactcover.backends.search.cover import first
        from exactcover.backends.search.cover.kernel_names import AUTO
        from exactcover.backends.search.cover.strategy import bare

        bounds = zip(self.pieces, demand.least, demand.most, strict=True)
        pieces = tuple(Piece(piece.name, piece.orientations, least, most) for piece, least, most in bounds)
        yield self.nodes
        self.seconds += block_seconds(pieces, prod(shape))
        written = tiling_to_cover.reduce(Tiling(np.ones(shape, dtype=np.bool_), pieces), with_symmetries=False)
        cover = written.model
        assert isinstance(cover, Cover)
        if (np.bincount(cover.members, minlength=len(cover.items)) < cover.least).any():
            return Packing(None, True, 0)
        spent = 0
        yield self.nodes
        for search, turn in first.rounds(first.turns(first.Prepared(bare(cover)), AUTO, self.seed)):
            for slice_ in _slices(min(turn, nodes - spent)):
                step = search.run(slice_, keep=1)
                spent += step.nodes
                self.nodes += step.nodes
                self.seconds += step.nodes * NODE_SECONDS
                if step.solutions:
                    selection = step.selections[0]
                    return Packing(written.lift(selection[selection >= 0].astype(np.int64)), False, min(spent, nodes))
                if step.finished:
                    return Packing(None, True, min(spent, nodes))
                yield self.nodes
            if spent >= nodes:
                break
        return Packing(None, False, nodes)


def _slices(nodes: int) -> Iterator[int]:
    """Yield numbers of nodes that add up to `nodes`."""
    while nodes > 0:
        yield min(nodes, NODES_AT_ONCE)
        nodes -= NODES_AT_ONCE
