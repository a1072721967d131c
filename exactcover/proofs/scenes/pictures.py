"""The pictures of scenes as plain JSON: boards with tones, bars, chips, counts. Not here: how a page draws them.

A board has the numbers of its `rows` and `columns`, `cells` [row, column, tone, text], `pieces` {name, cells, text, tone} and
`marks`, cells to be outlined. A tone is `dark` or `light`, `w0` for a weight of 0, `p1` to `p3` for positive weights, `m1` to
`m3` for negative ones, or empty. `name` is what a screen reader says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import prod
from typing import Any

import numpy as np

from exactcover.model.arrays import Mask
from exactcover.model.tiling import Tiling

Json = dict[str, Any]
Cell = tuple[int, ...]

MOST_POSITIONS = 2_500
"""The most positions of a board that is drawn."""
MOST_CHIPS = 60
BROADEST = 1.5
"""The usual ratio of a picture's width to its height, towards which the layers of a body are arranged."""


class Plane:
    """The places in the plane of the cells of a board of up to three dimensions; layers lie side by side, the lowest first."""

    def __init__(self, shape: Sequence[int]) -> None:
        self.shape = tuple(shape)
        layers, rows, columns = self._sides()
        self.layers = layers
        across = min(range(1, layers + 1), key=lambda n: self._distortion(n, layers, rows, columns))
        self.across = across
        self.rows = -(-layers // across) * (rows + 1) - 1
        self.columns = across * (columns + 1) - 1
        self.note = "Layers side by side, the lowest first." if layers > 1 else ""

    def _sides(self) -> tuple[int, int, int]:
        sides = (1, 1, *self.shape)[-3:]
        return sides[0], sides[1], sides[2]

    @staticmethod
    def _distortion(across: int, layers: int, rows: int, columns: int) -> float:
        ratio = across * (columns + 1) / (-(-layers // across) * (rows + 1))
        return max(ratio / BROADEST, BROADEST / ratio)

    def at(self, cell: Sequence[int]) -> list[int]:
        """Return the row and the column at which a cell is drawn."""
        layer, row, column = (0, 0, *(int(x) for x in cell))[-3:]
        _, rows, columns = self._sides()
        down, right = divmod(layer, self.across)
        return [down * (rows + 1) + row, right * (columns + 1) + column]


def plane_of(tiling: Tiling) -> Plane | None:
    """Return the places of a tiling's cells; None if it is too large, of no squares or cubes, or of more than 3 dimensions."""
    assert tiling.steps is not None
    identity = np.eye(tiling.dimension, dtype=np.int64)
    usual = sorted([*identity.tolist(), *(-identity).tolist()])
    if tiling.dimension > 3 or prod(tiling.region.shape) > MOST_POSITIONS or sorted(tiling.steps.tolist()) != usual:
        return None
    return Plane(tiling.region.shape)


def board(
    plane: Plane,
    cells: Iterable[Sequence[int]],
    name: str,
    *,
    look: Callable[[Cell], tuple[str, str]] = lambda _: ("", ""),
    pieces: Iterable[Json] = (),
    marks: Iterable[Sequence[int]] = (),
) -> Json:
    """Return a board; look: the tone and the text of a cell; pieces: see `piece`; marks: cells to be outlined."""
    return {
        "kind": "board",
        "name": name,
        "note": plane.note,
        "rows": plane.rows,
        "columns": plane.columns,
        "cells": [[*plane.at(cell), *look(tuple(int(x) for x in cell))] for cell in cells],
        "pieces": list(pieces),
        "marks": [plane.at(cell) for cell in marks],
    }


def piece(plane: Plane, name: str, cells: Iterable[Sequence[int]], look: str = "", text: str = "") -> Json:
    """Return a piece on a board; look: `seen`, through which the cells are seen, `struck` or `fixed`; text: written on it."""
    return {"name": name, "cells": [plane.at(cell) for cell in cells], "look": look, "text": text}


def fixed_pieces(tiling: Tiling, plane: Plane) -> list[Json]:
    """Return the pre-placed pieces of a tiling."""
    return [piece(plane, tiling.pieces[each.piece].name, each.cells.tolist(), "fixed") for each in tiling.fixed]


def heat(weight: int, largest: int) -> str:
    """Return the tone of a weight; largest: the greatest absolute weight."""
    if weight == 0:
        return "w0"
    step = 1 + (2 * abs(weight) > largest * 2 / 3) + (2 * abs(weight) > largest * 4 / 3)
    return f"{'p' if weight > 0 else 'm'}{step}"


def heat_look(weights: Mapping[Cell, int]) -> Callable[[Cell], tuple[str, str]]:
    """Return the look of cells by their weights, with the numbers other than 0."""
    largest = max((abs(weight) for weight in weights.values()), default=1)

    def look(cell: Cell) -> tuple[str, str]:
        weight = weights.get(cell, 0)
        return heat(weight, largest), signed(weight) if weight else ""

    return look


def signed(number: int) -> str:
    """Return a number with a minus sign."""
    return f"\N{MINUS SIGN}{-number:,}" if number < 0 else f"{number:,}"


def bars(name: str, *entries: tuple[str, int | None, str, str]) -> Json:
    """Return bars; entries: label, value (None for no bar), text at its end, tone (`good`, `bad` or empty)."""
    listed = [{"label": label, "value": value, "text": text, "tone": tone} for label, value, text, tone in entries]
    return {"kind": "bars", "name": name, "bars": listed}


def chips(name: str, weights: Sequence[tuple[str, int | None]], marked: Sequence[str] = ()) -> Json:
    """Return named things with their weights as chips; None: without a weight. Of more than MOST_CHIPS the first.

    marked: names of things without a weight that stand out.
    """
    largest = max((abs(weight) for _, weight in weights if weight), default=1)
    listed = [
        {
            "name": label,
            "text": "" if weight is None else signed(weight),
            "tone": ("mark" if label in marked else "") if weight is None else heat(weight, largest),
        }
        for label, weight in weights[:MOST_CHIPS]
    ]
    return {"kind": "chips", "name": name, "chips": listed, "more": max(0, len(weights) - MOST_CHIPS)}


def groups(name: str, note: str, *entries: tuple[str, int, str, int]) -> Json:
    """Return numbers of equal things as rows of squares; entries: label, number, tone, how many are marked."""
    listed = [
        {"label": label, "number": number, "tone": tone, "marked": marked} for label, number, tone, marked in entries
    ]
    return {"kind": "groups", "name": name, "note": note, "groups": listed}


def strip(name: str, boards: Sequence[Json]) -> Json:
    """Return small boards in a row."""
    return {"kind": "strip", "name": name, "boards": list(boards)}


def scene(title: str, sentences: Sequence[str], picture: Json | None = None) -> Json:
    """Return a scene."""
    return {"title": title, "sentences": list(sentences), "picture": picture}


def region_cells(region: Mask) -> list[list[int]]:
    """Return the cells of a region in lexicographic order."""
    cells: list[list[int]] = np.argwhere(region).tolist()
    return cells
