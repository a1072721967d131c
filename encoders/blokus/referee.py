"""The referee of Blokus: replays the order of play, square by square, independently of the encoder's orientations.

It judges solutions, which may come from an untrusted file, and growths, which the encoder wrote.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from encoders.blokus.blokus import Blokus
from encoders.geometry.lattice import Cell, Shape
from exactcover.model.encoding import Model
from exactcover.model.growth import Growth

EDGES = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAGONALS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def faults(blokus: Blokus, solution: Any) -> Iterator[str]:
    """Yield the faults of a solution `{"placements": [...]}` in order of play, one sentence each."""
    placements = solution.get("placements") if isinstance(solution, dict) else None
    if not isinstance(placements, list):
        yield 'the solution has no list of placements; expected {"placements": [{"piece": ..., "cells": ...}, ...]}'
        return
    shapes = {name: _turned(cells) for name, cells in blokus.pieces}
    own, played = set(blokus.own), set[str]()
    for number, placement in enumerate(placements):
        read = _read(placement)
        if isinstance(read, str):
            yield f"placement {number} {read}"
            continue
        name, cells = read
        if name not in shapes:
            yield f"placement {number} is of {name!r}, which is not a piece of this puzzle"
        elif name in played:
            yield f"placement {number} is of {name}, which was placed before"
        elif _at_origin(cells) not in shapes[name]:
            yield f"placement {number} is not the shape of {name}"
        played.add(name)
        yield from (f"placement {number} ({name}) {fault}" for fault in _misplaced(blokus, own, cells))
        own.update(cells)
    if blokus.goal == "fill":
        yield from (f"{name} is not placed" for name in shapes if name not in played)
    missing = {"corners": blokus.targets, "cover": blokus.targets}.get(blokus.goal, ())
    yield from (f"target {cell} is not covered" for cell in missing if cell not in own)
    if not own and blokus.goal != "most":
        yield f"the start {blokus.start} is not covered"


def _misplaced(blokus: Blokus, own: set[Cell], cells: Shape) -> Iterator[str]:
    """Yield why a piece may not be placed on these cells when `own` are this player's squares."""
    height, width = blokus.board.shape
    for row, column in cells:
        if not (0 <= row < height and 0 <= column < width) or not blokus.board[row, column]:
            yield f"covers {(row, column)}, which is not a square of the board"
        elif (row, column) in own or (row, column) in blokus.others:
            yield f"covers {(row, column)}, which is covered already"
    beside = next((cell for cell in cells if own.intersection(_around(cell, EDGES))), None)
    if beside is not None:
        yield f"touches an own square by an edge, at {beside}"
    if own and not any(own.intersection(_around(cell, DIAGONALS)) for cell in cells):
        yield "touches no own square by a corner"
    if not own and blokus.start not in cells:
        yield f"is the first and does not cover the start {blokus.start}"
    corner = min(row for row, _ in cells), min(column for _, column in cells)
    if blokus.anchor == "legacy" and (corner[0] == height - 1 or corner[1] == width - 1):
        yield "has a box that begins in the last row or column, which anchor=legacy does not allow"


def _around(cell: Cell, steps: Iterable[tuple[int, int]]) -> list[Cell]:
    return [(cell[0] + down, cell[1] + right) for down, right in steps]


def _read(placement: Any) -> tuple[str, Shape] | str:
    """Return the piece's name and its cells, or what is wrong with their format."""
    if not isinstance(placement, dict) or set(placement) != {"piece", "cells"}:
        return "is not {piece, cells}"
    name, cells = placement["piece"], placement["cells"]
    if not isinstance(name, str) or not isinstance(cells, list) or not cells:
        return "has no piece's name or no list of cells"
    for cell in cells:
        whole = isinstance(cell, list | tuple) and len(cell) == 2
        if not whole or any(not isinstance(x, int) or isinstance(x, bool) or abs(x) > 10**9 for x in cell):
            return "has a cell that is not 2 whole numbers"
    if len({tuple(cell) for cell in cells}) != len(cells):
        return "has a cell twice"
    return name, tuple(sorted(tuple(cell) for cell in cells))


def _at_origin(cells: Iterable[Cell]) -> Shape:
    cells = list(cells)
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return tuple(sorted((row - top, column - left) for row, column in cells))


def _turned(cells: Shape) -> set[Shape]:
    """Return every shape that a piece may take: quarter turns, the reflection, and its quarter turns."""
    shapes, turning = set[Shape](), [tuple(cell) for cell in cells]
    for _ in range(2):
        for _ in range(4):
            shapes.add(_at_origin(turning))
            turning = [(column, -row) for row, column in turning]
        turning = [(row, -column) for row, column in turning]
    return shapes


def growth_faults(blokus: Blokus, model: Model) -> list[str]:
    """Return the differences between a model and the puzzle: cells, roots, anchors, wanted cells, pieces, price."""
    if not isinstance(model, Growth):
        return ["the model is not a growth"]
    sentences = []
    for name, right in _masks(blokus).items():
        mask = getattr(model, name)
        if mask.shape != right.shape or (mask != right).any():
            sentences.append(f"the growth's {name} are not the puzzle's")
    names = [name for name, _ in blokus.pieces]
    if [piece.name for piece in model.pieces] != names:
        return [*sentences, f"the growth has pieces {[piece.name for piece in model.pieces]}; expected {names}"]
    least = 1 if blokus.goal == "fill" else 0
    for (name, cells), piece in zip(blokus.pieces, model.pieces, strict=True):
        turned = [_at_origin(map(tuple, shape.tolist())) for shape in piece.orientations]
        if set(turned) != _turned(cells) or len(turned) != len(set(turned)):
            sentences.append(f"the growth's orientations of {name} are not the piece's")
        if (piece.least, piece.most) != (least, 1):
            sentences.append(f"the growth demands {piece.least}..{piece.most} copies of {name}, unlike the puzzle")
    moves = (("steps", EDGES), ("corners", DIAGONALS))
    for name, right_ones in moves:
        if sorted(map(tuple, getattr(model, name).tolist())) != sorted(right_ones):
            sentences.append(f"the growth's {name} are not those of squares")
    if model.price != {"fill": "nothing", "most": "left over"}.get(blokus.goal, "cells"):
        sentences.append(f"the growth's price is {model.price!r}, which is not the puzzle's")
    return sentences


def _masks(blokus: Blokus) -> dict[str, np.typing.NDArray[np.bool_]]:
    """Return the masks of a growth, derived square by square from the rules of play."""
    masks = {
        name: np.zeros(blokus.board.shape, dtype=np.bool_) for name in ("region", "roots", "wanted", "anchors", "own")
    }
    height, width = blokus.board.shape
    for cell in np.ndindex(height, width):
        taken = cell in blokus.own or cell in blokus.others or not blokus.board[cell]
        masks["region"][cell] = not taken and not blokus.own.intersection(_around(cell, EDGES))
        first = not blokus.own and cell == blokus.start
        near = bool(blokus.own.intersection(_around(cell, DIAGONALS)))
        masks["roots"][cell] = masks["region"][cell] and (first or near)
        target = cell in blokus.targets and cell not in blokus.own
        masks["own"][cell] = cell in blokus.own
        masks["wanted"][cell] = target or (first and blokus.goal != "most")
        masks["anchors"][cell] = blokus.anchor == "whole" or (cell[0] < height - 1 and cell[1] < width - 1)
    return masks
