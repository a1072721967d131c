"""What may vary while a packing is designed: its pieces out of a pool, the holes of its board, its pre-placed pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from typing import Any

import numpy as np

from encoders.geometry.lattice import Cell
from encoders.packing.packing import Packing, Placed, placed_of
from exactcover.model.errors import InvalidInput
from exactcover.model.layout import as_json
from exactcover.model.variation import Choice, Key, Removal, Variation


def _pool(packing: Packing, pick: int | None) -> Packing:
    """Return the packing with any pieces of the pool, each up to the most of its copies."""
    cells = int(packing.board.sum())
    pieces = sum(cells // len(piece.cells) if piece.most is None else piece.most for piece in packing.pieces)
    if pick is not None and not 1 <= pick <= pieces:
        raise InvalidInput(f"pick is {pick}; expected 1 to {pieces} pieces of the pool")
    return replace(packing, pieces=tuple(replace(piece, least=0) for piece in packing.pieces))


def _names(packing: Packing, solution: Any) -> Key:
    """Return the names of the pieces of a solution."""
    return tuple(sorted(place.piece for place in _placed(packing, solution)))


def _of_pieces(packing: Packing, key: Key) -> Packing:
    """Return the packing with these pieces alone."""
    copies = Counter(key)
    pieces = tuple(
        replace(piece, least=copies[piece.name], most=copies[piece.name])
        for piece in packing.pieces
        if piece.name in copies
    )
    aliases = {alias: name for alias, name in packing.aliases.items() if name in copies}
    return replace(packing, pieces=pieces, aliases=aliases)


def _with_empty(packing: Packing, pick: int | None) -> Packing:
    """Return the packing with so many empty cells, one by default: any cells, or some of those that may stay empty."""
    if packing.wrap is not None or packing.grounds:
        raise InvalidInput("holes vary on a board that is flat and has no colours; expected such a packing")
    holes = 1 if pick is None else pick
    mask = packing.board.copy() if packing.optional is None else packing.optional.copy()
    for place in packing.fixed:
        mask[tuple(np.array(place.cells).T)] = False
    most = min(int(mask.sum()), int(packing.board.sum()) - 1)
    if not 1 <= holes <= most:
        raise InvalidInput(f"pick is {pick}; expected 1 to {most} holes")
    return replace(packing, optional=mask, empty=(holes, holes))


def _empty_cells(packing: Packing, solution: Any) -> Key:
    """Return the cells that no piece of a solution covers."""
    left = packing.board.copy()
    for place in _placed(packing, solution):
        left[tuple(np.array(place.cells).T)] = False
    return tuple(map(tuple, np.argwhere(left).tolist()))


def _with_holes(packing: Packing, key: Key) -> Packing:
    """Return the packing without these cells."""
    board = packing.board.copy()
    board[tuple(np.array(key).T)] = False
    return replace(packing, board=board, optional=None, empty=(0, 0))


def _left(packing: Packing, solution: Any) -> list[Placed]:
    """Return the pieces of a solution that are not pre-placed, in increasing order of cells."""
    before = {place.cells for place in packing.fixed}
    placed = [place for place in _placed(packing, solution) if place.cells not in before]
    return sorted(placed, key=lambda place: place.cells)


def _placed(packing: Packing, solution: Any) -> list[Placed]:
    """Return the pieces of a solution, by the names that the packing has for them."""
    return [
        Placed(packing.aliases.get(place.piece, place.piece), place.cells) for place in placed_of(as_json(solution))
    ]


def _giving(packing: Packing, solution: Any, numbers: Collection[int]) -> Packing:
    left = _left(packing, solution)
    return replace(packing, fixed=(*packing.fixed, *(left[number] for number in sorted(numbers))))


def _coordinates(cells: Collection[Cell]) -> str:
    return "/".join(",".join(map(str, cell)) for cell in cells)


def _fixed_words(packing: Packing) -> str:
    """Return the pre-placed pieces as the key `fixed` has them."""
    return "+".join(f"{place.piece}:{_coordinates(place.cells)}" for place in packing.fixed) or "nothing pre-placed"


VARIED: dict[str, Variation[Packing]] = {
    "pieces": Choice(_pool, _names, _of_pieces, " ".join),
    "holes": Choice(_with_empty, _empty_cells, _with_holes, _coordinates),
    "fixed": Removal(lambda packing, solution: len(_left(packing, solution)), _giving, _fixed_words),
}
