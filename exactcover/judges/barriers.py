"""The judge of barriers: weighted sets of cells that every growth has to leave, which give a lower bound on its cost.

A barrier is a set of cells with every root in it, and a wanted cell. A placement crosses it if it has a cell in the set, and
either covers the wanted cell or has a corner outside the set: a cell of the region a corner-step away, which is neither its
own nor an edge-step away. Every solution has a placement that crosses: the wanted cell is reached from a root by placements
each of which covers a corner of the one before. The first has a cell in the set; if it does not cross, its corners are in the
set, and so the next one has a cell in the set; the last covers the wanted cell.

The body: `scale`, a positive whole number; `barriers`, each `{"wanted": cell, "cells": [cell, ...], "weight": w}` with w > 0;
`pieces`, pairs of a piece and a weight, positive or negative; `edges`, `[cell, cell, w]` with w > 0 for two cells an edge-step
apart, both of which only one placement can touch. The weight of a placement is the sum of the weights of the barriers that it
crosses and of its piece, minus those of the edges that it touches. Every solution weighs at least the sum of the barriers'
weights and of the pieces', each as often as it must (weight > 0) or may (weight < 0) be placed, minus the edges'. The body
proves that there is no solution if no placement weighs more than 0 and that sum is greater than 0; and that none costs less
than a bound if no placement weighs more than `scale` times its cost, and the sum is greater than `scale` times (the bound
minus 1).

Source: the dual of a linear program (weak duality); cuts of Steiner trees: S. Chopra and M. R. Rao, The Steiner tree problem
I, Mathematical Programming 64 (1994).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from typing import Any, NamedTuple

import numpy as np

from exactcover.judges import growth as growths
from exactcover.judges.bodies import entry, refuse_unknown, whole_number, whole_numbers
from exactcover.model.certificate import InvalidCertificate
from exactcover.model.encoding import Model, name_of
from exactcover.model.growth import Cheaper, Growth

KEYS = ("scale", "barriers", "pieces", "edges")
MOST_PLACEMENTS, MOST_CELLS, MOST_WORK = 200_000, 10_000, 100_000_000

Cell = tuple[int, ...]


class Weights(NamedTuple):
    """A parsed body: sets of cells are integers, a bit for each cell of the region's box."""

    scale: int
    barriers: list[tuple[int, int, int]]  # the wanted cell, the cells, the weight
    pieces: dict[int, int]
    edges: list[tuple[int, int]]  # the two cells, the weight


class Placement(NamedTuple):
    """A placement: its piece, and as bits its cells and its corners."""

    piece: int
    cells: int
    corners: int


def judge(model: Model, body: Mapping[str, Any], most_cells: int = MOST_CELLS, most_work: int = MOST_WORK) -> None:
    """Raise InvalidCertificate unless the body proves that a growth has no solution, or none so cheap.

    most_cells: of the board; most_work: placements times weights.
    """
    if not isinstance(model, Growth | Cheaper):
        raise InvalidCertificate(f"barriers were given for a {name_of(model)}; expected pieces that grow from a root")
    refuse_unknown(body, KEYS)
    growth = model.growth if isinstance(model, Cheaper) else model
    if growth.region.size > most_cells:
        raise InvalidCertificate(f"the board has {growth.region.size} cells; expected at most {most_cells}")
    weights = read(growth, body)
    total = sum(weight for *_, weight in weights.barriers) - sum(weight for _, weight in weights.edges)
    for piece, weight in weights.pieces.items():
        total += weight * (growth.pieces[piece].least if weight > 0 else growth.pieces[piece].most)
    needed = 0
    if isinstance(model, Cheaper):
        needed = weights.scale * (model.cost - 1)
        if growth.price == "left over":
            total += weights.scale * sum(piece.size for piece in growth.pieces)
    if total <= needed:
        raise InvalidCertificate(f"the weights of a solution sum to at least {total}; expected more than {needed}")
    _refuse_heavy(model, growth, weights, most_work)


def _refuse_heavy(model: Growth | Cheaper, growth: Growth, weights: Weights, most_work: int) -> None:
    """Refuse weights under which a placement weighs more than it costs."""
    each = {"nothing": 0, "cells": weights.scale, "left over": -weights.scale}[growth.price]
    costs = [each * piece.size if isinstance(model, Cheaper) else 0 for piece in growth.pieces]
    sets, most = len(weights.barriers) + len(weights.edges), 0
    for number, placement in enumerate(placements(growth), start=1):
        most = costs[placement.piece]
        if number > MOST_PLACEMENTS or number * sets > most_work:
            raise InvalidCertificate(f"there are over {number - 1} placements and {sets} weights; expected fewer")
        weighs = weight_of(placement, weights)
        if weighs > most:
            cells = " ".join(",".join(map(str, cell)) for cell in _cells(growth, placement.cells))
            name = growth.pieces[placement.piece].name
            raise InvalidCertificate(f"{name!r} on {cells} weighs {weighs}; expected at most {most}")


def weight_of(placement: Placement, weights: Weights) -> int:
    """Return the weight of a placement."""
    weighs = weights.pieces.get(placement.piece, 0)
    for wanted, cells, weight in weights.barriers:
        if crosses(placement, wanted, cells):
            weighs += weight
    for cells, weight in weights.edges:
        if placement.cells & cells:
            weighs -= weight
    return weighs


def crosses(placement: Placement, wanted: int, cells: int) -> bool:
    """Return whether a placement has a cell of a barrier, and covers the wanted cell or has a corner outside."""
    return bool(placement.cells & cells) and bool(placement.cells & wanted or placement.corners & ~cells)


def placements(growth: Growth) -> Iterator[Placement]:
    """Yield every placement of every piece that may be placed."""
    shape = growth.region.shape
    cells_of_region = set(map(tuple, np.argwhere(growth.region).tolist()))
    for number, cells in growths.placements(growth):
        beside = _moved(cells, growth.steps.tolist())
        corners = (_moved(cells, growth.corners.tolist()) & cells_of_region) - cells - beside
        yield Placement(number, bits(shape, cells), bits(shape, corners))


def bits(shape: tuple[int, ...], cells: set[Cell]) -> int:
    """Return cells of a box as an integer, with a bit for each in lexicographic order."""
    strides = [prod(shape[axis + 1 :]) for axis in range(len(shape))]
    return sum(1 << sum(x * stride for x, stride in zip(cell, strides, strict=True)) for cell in cells)


def _moved(cells: set[Cell], steps: list[list[int]]) -> set[Cell]:
    return {tuple(x + y for x, y in zip(cell, step, strict=True)) for cell in cells for step in steps}


def _cells(growth: Growth, cells: int) -> list[Cell]:
    return [cell for cell in np.ndindex(growth.region.shape) if bits(growth.region.shape, {cell}) & cells]


def read(growth: Growth, body: Mapping[str, Any]) -> Weights:
    """Return a body's weights; raises InvalidCertificate if their format is invalid."""
    shape, barriers = growth.region.shape, []
    roots = bits(shape, set(map(tuple, np.argwhere(growth.roots).tolist())))
    for number, barrier in enumerate(_list(body, "barriers")):
        name = f"barrier {number}"
        if not isinstance(barrier, dict) or set(barrier) != {"wanted", "cells", "weight"}:
            raise InvalidCertificate(f"{name} is not {{wanted, cells, weight}}")
        wanted = _cell(growth, barrier["wanted"], f"the wanted cell of {name}")
        if not growth.wanted[wanted]:
            raise InvalidCertificate(f"{name} is for {wanted}, which need not be covered; expected a wanted cell")
        if not isinstance(barrier["cells"], list):
            raise InvalidCertificate(f"the cells of {name} are not a list; expected cells")
        cells = bits(shape, {_cell(growth, cell, f"a cell of {name}") for cell in barrier["cells"]})
        if roots & ~cells:
            raise InvalidCertificate(f"{name} leaves out a root; expected every root in it")
        barriers.append((bits(shape, {wanted}), cells, whole_number(barrier["weight"], f"the weight of {name}", 1)))
    pieces: dict[int, int] = {}
    for pair in _list(body, "pieces"):
        piece, weight = whole_numbers(pair, "a pair of a piece and a weight", 2)
        if not 0 <= piece < len(growth.pieces) or piece in pieces:
            raise InvalidCertificate(f"piece {piece} has a weight; expected different ones below {len(growth.pieces)}")
        pieces[piece] = weight
    edges = []
    for number, edge in enumerate(_list(body, "edges")):
        if not isinstance(edge, list) or len(edge) != 3:
            raise InvalidCertificate(f"edge {number} is not two cells and a weight")
        a, b = (_cell(growth, cell, f"a cell of edge {number}") for cell in edge[:2])
        if b not in _moved({a}, growth.steps.tolist()):
            raise InvalidCertificate(f"edge {number} has {a} and {b}; expected cells an edge-step apart")
        edges.append((bits(shape, {a, b}), whole_number(edge[2], f"the weight of edge {number}", 1)))
    return Weights(whole_number(entry(body, "scale", "a whole number"), "scale", 1), barriers, pieces, edges)


def _list(body: Mapping[str, Any], key: str) -> list[Any]:
    value = entry(body, key, "a list")
    if not isinstance(value, list):
        raise InvalidCertificate(f"{key} is not a list")
    return value


def _cell(growth: Growth, value: Any, name: str) -> Cell:
    cell = tuple(whole_numbers(value, name, growth.dimension))
    if not all(0 <= x < n for x, n in zip(cell, growth.region.shape, strict=True)):
        raise InvalidCertificate(f"{name} is {cell}; expected a cell of the board")
    return cell
