"""The judge of the search space: the placements of a tiling or a growth, found by independent code; and a digest.

An engine that exhausts a cover proves nothing about the tiling if the reduction lost a placement. So the process that searched
names its space by a digest, and this module, which never sees the reduction's list, finds every placement independently, cell
by cell, and must obtain the same digest. The space of a growth is its placements with their costs, and the cells adjacent by
edge and by corner; it does not rely on the engine's list either.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from exactcover.judges import growth as growths
from exactcover.model import growth_space
from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.growth import Growth
from exactcover.model.growth_space import GrowthSpace
from exactcover.model.tiling import Tiling


def digest(model: Model) -> str:
    """Return the sha256 of the search space; equal for a tiling and its cover, and for a growth and its cover.

    Of any other model it is the sha256 of all its fields.
    """
    if isinstance(model, Growth):
        return _of_growth(model).digest()
    if isinstance(model, Cover) and model.connectivity is not None:
        return growth_space.of_cover(model).digest()
    if isinstance(model, Tiling):
        return _of_lines(_of_tiling(model), _counts_of_tiling(model))
    if isinstance(model, Cover):
        return _of_lines(_of_cover(model), _counts_of_cover(model))
    return hashlib.sha256(b"".join(_of_fields(model))).hexdigest()


def _of_fields(value: Any) -> Iterable[bytes]:
    """Yield the contents of a value, each part after its type and size, so that no two values yield the same bytes."""
    if isinstance(value, np.ndarray):
        yield f"array {value.dtype.str} {value.shape}:".encode()
        yield value.tobytes()
        return
    parts: list[Any] | None = None
    if is_dataclass(value):
        parts = [getattr(value, field.name) for field in fields(value)]
    elif isinstance(value, Mapping):
        parts = [part for pair in sorted(value.items()) for part in pair]
    elif isinstance(value, tuple | list):
        parts = list(value)
    if parts is None:
        text = repr(value)
        yield f"{len(text)} {text}:".encode()
        return
    yield f"{type(value).__name__} {len(parts)}:".encode()
    for part in parts:
        yield from _of_fields(part)


def _of_lines(options: Iterable[str], counts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join([*sorted(counts), "", *sorted(options)]).encode()).hexdigest()


def _of_cover(cover: Cover) -> Iterable[str]:
    words = _Words(cover.items)
    ranks = words.ranks[cover.members]
    ordered = words.words_of(ranks[np.lexsort((ranks, cover.owners))])
    for first, end in pairwise(cover.starts.tolist()):
        yield " ".join(ordered[first:end])


def _counts_of_cover(cover: Cover) -> Iterable[str]:
    for name, least, most in zip(cover.items, cover.least.tolist(), cover.most.tolist(), strict=True):
        yield f"{name} {least}..{most}"


def _of_tiling(tiling: Tiling) -> Iterable[str]:
    cells = tiling.cells()
    words = _Words([*(",".join(map(str, cell)) for cell in cells.tolist()), *(piece.name for piece in tiling.pieces)])
    # The numbers of cells, -1 outside, on a board with margins so wide that no step of a fitting placement leaves it.
    shape = np.array(tiling.region.shape)
    extents = [np.ptp(orientation, axis=0) for piece in tiling.pieces for orientation in piece.orientations]
    reach = np.max([0 * shape, *(extent for extent in extents if (extent < shape).all())], axis=0)
    board = np.full(shape + 2 * reach, -1)
    strides = np.array(board.strides) // board.itemsize
    places = (cells + reach) @ strides
    number = board.reshape(-1)
    number[places] = np.arange(len(cells))
    for piece, rank in zip(tiling.pieces, words.ranks[len(cells) :].tolist(), strict=True):
        if piece.most == 0:
            continue
        for turn, orientation in enumerate(piece.orientations):
            if (np.ptp(orientation, axis=0) >= shape).any():
                continue
            steps = (orientation - orientation[0]) @ strides
            anchors = places
            for step in steps[1:].tolist():
                # Most anchors fail at one of the first cells, so that pieces of many cells take no longer.
                anchors = anchors[number[anchors + step] >= 0]
            covered = number[anchors[:, None] + steps]
            if piece.grounds is not None:
                covered = covered[_grounded(tiling, cells[covered], piece.grounds[turn])]
            lines = np.column_stack([words.ranks[covered], np.full(len(covered), rank)])
            yield from map(" ".join, map(words.words_of, np.sort(lines, axis=1)))


def _grounded(tiling: Tiling, covered: Integers, ways: Integers) -> Mask:
    """Return of placements, given by their cells, whether in one of the ways each cell is on its ground."""
    assert tiling.grounds is not None  # a tiling refuses grounds that it has not
    on = [tiling.grounds[(way, *np.moveaxis(covered, 2, 0))].all(axis=1) for way in ways]
    return np.asarray(np.any(on, axis=0))


class _Words:
    """Words by their rank in lexicographic order, so that lines of them can be sorted as numbers."""

    def __init__(self, words: Sequence[str]) -> None:
        self.by_rank = sorted(set(words))
        rank_of = {word: rank for rank, word in enumerate(self.by_rank)}
        self.ranks = np.array([rank_of[word] for word in words], dtype=np.int64)

    def words_of(self, ranks: Integers) -> list[str]:
        """Return the words of these ranks."""
        return [self.by_rank[rank] for rank in ranks.tolist()]


def _counts_of_tiling(tiling: Tiling) -> Iterable[str]:
    for cell in tiling.cells().tolist():
        yield ",".join(map(str, cell)) + " 1..1"
    for piece in tiling.pieces:
        yield f"{piece.name} {piece.least}..{piece.most}"


def _of_growth(growth: Growth) -> GrowthSpace:
    """Return the space of a growth, with each placement found cell by cell."""
    number_of = {tuple(cell): number for number, cell in enumerate(np.argwhere(growth.region | growth.wanted).tolist())}
    left_over = growth.price == "left over"
    lines = []
    for piece, cells in growths.placements(growth):
        cost = len(cells) if growth.price == "cells" else 0
        lines.append([piece, cost, *(number_of[cell] for cell in cells)])
    if left_over:
        lines += [[number, piece.size] for number, piece in enumerate(growth.pieces)]
    counts = [[1 if left_over else piece.least, piece.most] for piece in growth.pieces]
    steps = growth.steps.tolist()
    return GrowthSpace(
        np.array(list(number_of), dtype=np.int64).reshape(-1, growth.dimension),
        _numbers(number_of, growth.wanted),
        _numbers(number_of, growth.roots),
        _pairs(number_of, steps),
        _pairs(number_of, steps + growth.corners.tolist()),
        np.array(counts, dtype=np.int64).reshape(-1, 2),
        growth_space.filled(lines),
    )


def _numbers(number_of: Mapping[growths.Cell, int], mask: Mask) -> Integers:
    return np.array([number_of[tuple(cell)] for cell in np.argwhere(mask).tolist()], dtype=np.int64)


def _pairs(number_of: Mapping[growths.Cell, int], steps: list[list[int]]) -> Integers:
    """Return the pairs of cells that are one of the steps apart, each once."""
    pairs = {
        (min(number, other), max(number, other))
        for cell, number in number_of.items()
        for step in steps
        if (other := number_of.get(tuple(x + y for x, y in zip(cell, step, strict=True)))) is not None
    }
    return np.array(sorted(pairs), dtype=np.int64).reshape(-1, 2)
