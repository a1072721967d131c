"""From barriers of a growth to OPB and a proof: a pseudo-Boolean model of growth, and the sum of the barriers' constraints.

Variables: x(p), that a placement is placed; y(p, n), that it is reached at level n, by a corner of one at level n - 1, or a root
at level 0; k(c, n), that cell c is a corner of a placement at level n - 1. There are as many levels as pieces, so each
solution of the growth satisfies the model with the levels of a breadth-first search. Propagation derives that a barrier is
crossed: if no placement crosses it, none that is outside is at level 0, and level by level none is, so nothing covers the
wanted cell. The rest of the proof is one sum.

Not here: judging the weights (judges/barriers.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from exactcover.files.exports.cutting_planes import NO_TERMS, Steps, Version, shown, terms
from exactcover.judges.barriers import Placement, bits, crosses, placements, read, weight_of
from exactcover.model.errors import Unsuitable
from exactcover.model.growth import Cheaper, Growth

MOST_LITERALS = 5_000_000
"""The most literals of the model: about 50 megabytes."""


def write_barriers(
    model: Growth | Cheaper, body: Mapping[str, Any], version: Version, most_literals: int = MOST_LITERALS
) -> tuple[bytes, bytes]:
    """Return the model as OPB and the proof; raises Unsuitable if it is too large.

    body: of a refutation that its judge has accepted.
    """
    growth = model.growth if isinstance(model, Cheaper) else model
    written = GrowthRows(growth, most_literals)
    each = {"nothing": 0, "cells": 1, "left over": -1}[growth.price] if isinstance(model, Cheaper) else 0
    costs = [each * growth.pieces[placement.piece].size for placement in written.placements]
    bound = None
    if isinstance(model, Cheaper):
        bound = model.cost - (sum(piece.size for piece in growth.pieces) if growth.price == "left over" else 0)
    steps = Steps(version, len(written.rows), bound)
    weights = read(growth, body)
    parts: list[tuple[int, int]] = []
    for wanted, cells, weight in weights.barriers:
        crossing = [x for x, each in enumerate(written.placements, 1) if crosses(each, wanted, cells)]
        parts.append((steps.clause(tuple(crossing)), weight))
    parts += [(written.pieces[piece][weight < 0], abs(weight)) for piece, weight in weights.pieces.items() if weight]
    parts += [(written.edges[edge], weight) for edge, weight in weights.edges]
    words = [f"{number} {times} *" if times > 1 else str(number) for number, times in parts if number]
    for x, (cost, placement) in enumerate(zip(costs, written.placements, strict=True), 1):
        slack = weights.scale * cost - weight_of(placement, weights)
        words += [f"x{x} {slack} *" if slack > 1 else f"x{x}"] if slack else []
    if not words:  # without placements, and with a bound that nothing is below
        words.append(str(steps.implied((), 0)))
    rounded = f" {weights.scale} d" if bound is not None and weights.scale > 1 else ""
    steps.bounded(steps.polish(" ".join([words[0], *(f"{word} +" for word in words[1:])]) + rounded))
    return written.problem(costs if bound is not None else None), steps.finished()


class GrowthRows:
    """The constraints of a growth: rows of OPB, and the numbers of those on pieces and edges; raises Unsuitable if too large."""

    def __init__(self, growth: Growth, most_literals: int = MOST_LITERALS) -> None:
        self.growth, self.left = growth, most_literals
        self.placements: list[Placement] = []
        for placement in placements(growth):
            self.left -= 4 * len(growth.pieces)  # at least so many literals say when it is reached
            self._refuse_large()
            self.placements.append(placement)
        shapes = [piece.orientations[0].tolist() for piece in growth.pieces]
        self.placements.sort(key=lambda each: shapes[each.piece])  # whatever the order in which the pieces were named
        self.rows: list[str] = []
        self.pieces: dict[int, tuple[int, int]] = {}
        self.edges: dict[int, int] = {}
        self.variables = len(self.placements)
        self._state_contacts()
        self._state_levels()

    def problem(self, costs: list[int] | None) -> bytes:
        """Return the OPB, with costs of the placements as the objective."""
        lines = [f"* #variable= {max(1, self.variables)} #constraint= {len(self.rows)}"]
        if costs is not None:
            lines.append(f"min: {terms((cost, x) for x, cost in enumerate(costs, 1)) or NO_TERMS};")
        return ("\n".join([*lines, *self.rows]) + "\n").encode()

    def _state_contacts(self) -> None:
        """State the numbers of copies, the wanted cells, and that two placements neither overlap nor touch along an edge."""
        growth, shape = self.growth, self.growth.region.shape
        for number, piece in enumerate(growth.pieces):
            having = [x for x, each in enumerate(self.placements, 1) if each.piece == number]
            self.pieces[number] = (self._row(having, 1, piece.least), self._row(having, -1, -piece.most))
        cells = {cell: bits(shape, {cell}) for cell in map(tuple, np.argwhere(np.ones(shape)).tolist())}
        for cell in map(tuple, np.argwhere(growth.wanted).tolist()):
            self._row(self._having(cells[cell]), 1, 1)
        for cell, bit in cells.items():
            near = [tuple(a + b for a, b in zip(cell, step, strict=True)) for step in growth.steps.tolist()]
            edges = {bit | cells[each] for each in near if each in cells} or {bit}
            for edge in sorted(edges - self.edges.keys()):
                self.edges[edge] = self._row(self._having(edge), -1, -1)

    def _state_levels(self) -> None:
        """State that each placement is reached at some level, and how."""
        growth, first = self.growth, len(self.placements)
        levels = max(1, sum(piece.most > 0 for piece in growth.pieces))
        roots = bits(growth.region.shape, set(map(tuple, np.argwhere(growth.roots).tolist())))
        inside = [_numbers(each.cells) for each in self.placements]
        sources: dict[int, list[int]] = {}
        for number, placement in enumerate(self.placements):
            for cell in _numbers(placement.corners):
                sources.setdefault(cell, []).append(number)
        at_root = [bool(each.cells & roots) for each in self.placements]
        corner = {cell: first * (levels + 1) + place * levels for place, cell in enumerate(sorted(sources), 1)}
        self.variables = first * (levels + 1) + len(corner) * levels + levels
        for number, cells in enumerate(inside):
            own = [first + number * levels + level + 1 for level in range(levels)]
            self._clause([-(number + 1), *own])
            for level, reached in enumerate(own):
                self._clause([-reached, number + 1])
                if level > 0:
                    self._clause([-reached, *(corner[cell] + level for cell in cells if cell in corner)])
                elif not at_root[number]:
                    self._clause([-reached])
        for cell, place in corner.items():
            for level in range(1, levels):
                before = [first + number * levels + level for number in sources[cell]]
                self._clause([-(place + level), *before])

    def _having(self, cells: int) -> list[int]:
        """Return the variables of the placements that have one of some cells."""
        return [x for x, placement in enumerate(self.placements, 1) if placement.cells & cells]

    def _row(self, having: list[int], sign: int, least: int) -> int:
        """Add that a sum of variables is at least something; return its number, 0 if it holds of no variables."""
        if not having and least <= 0:
            return 0
        return self._add(f"{terms((sign, x) for x in having) or NO_TERMS}>= {least} ;", len(having))

    def _clause(self, literals: list[int]) -> None:
        self._add(f"{shown(tuple(literals))}>= 1 ;", len(literals))

    def _add(self, row: str, literals: int) -> int:
        self.left -= literals
        self._refuse_large()
        self.rows.append(row)
        return len(self.rows)

    def _refuse_large(self) -> None:
        if self.left < 0:
            raise Unsuitable("the model of growth has too many literals for VeriPB; `check` judges the certificate")


def _numbers(cells: int) -> list[int]:
    """Return the numbers of the cells of a set of bits."""
    return [number for number in range(cells.bit_length()) if cells >> number & 1]
