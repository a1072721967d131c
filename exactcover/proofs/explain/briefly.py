"""Arguments in a few words, for people at a board, and the cells that they are about. Not here: whole arguments."""

from __future__ import annotations

from typing import Any

import numpy as np

from exactcover.judges.arithmetic import runs
from exactcover.judges.copies import Supply, fill
from exactcover.model import offsets
from exactcover.model.certificate import Refutation
from exactcover.model.encoding import Model
from exactcover.model.tiling import Tiling
from exactcover.proofs.explain.phrases import number_phrase

WORDS = {
    "colouring": "the colours do not add up",
    "farkas": "the weights do not add up",
    "dead": "the placements rule each other out",
    "tree": "every way was tried",
    "frontier": "every way was tried",
    "invariant": "every move keeps a parity that the goal does not have",
}


def reason(model: Model, refutation: Refutation) -> str:
    """Return why there is no solution, in a few words without a full stop; the certificate must have been judged."""
    if refutation.argument == "arithmetic" and isinstance(model, Tiling):
        body = refutation.body
        if body["argument"] == "area":
            return f"{number_phrase(int(model.region.sum()), 'cell')} for pieces that cover {_covered(model)}"
        if body["argument"] == "components":
            return f"no pieces fill this pocket of {number_phrase(len(cells_named(model, refutation)), 'cell')}"
        if body["argument"] == "cell":
            cells = cells_named(model, refutation)
            return "no piece covers this cell" if len(cells) == 1 else f"no piece covers these {len(cells)} cells"
        return f"{model.pieces[body['piece']].name} fits nowhere, or too seldom"
    if refutation.argument == "arithmetic":
        return f"{refutation.body['item']} has too few options"
    return WORDS.get(refutation.argument, "a checked proof says so")


def cells_named(model: Model, refutation: Refutation) -> list[list[int]]:
    """Return the cells that an arithmetical argument is about: those without a placement, or a component without its area.

    Of several components it is the smallest that cannot be filled alone, else the smallest. Without such cells: an empty list.
    """
    if refutation.argument != "arithmetic" or not isinstance(model, Tiling):
        return []
    body = refutation.body
    if body["argument"] == "cell":
        covered = offsets.covered(model, offsets.fitting(model))
        return [list(cell) for cell in np.argwhere(model.region & ~covered).tolist()]
    if body["argument"] != "components":
        return []
    components = [_cells(component, model.dimension) for component in body["components"]]
    supplies = [Supply(piece.size, 0, 0, piece.most) for piece in model.pieces]
    alone = [cells for cells in components if not fill(supplies, len(cells))]
    return min(alone or components, key=len)


def _cells(component: Any, dimension: int) -> list[list[int]]:
    """Return the cells of a component, in its runs along the last axis."""
    return [
        [*cell, column]
        for *cell, first, number in runs(component, "a component", dimension)
        for column in range(first, first + number)
    ]


def _covered(model: Tiling) -> str:
    """Return how many cells the pieces cover: a number, multiples of one, or a range."""
    least = sum(piece.size * piece.least for piece in model.pieces)
    most = sum(piece.size * piece.most for piece in model.pieces)
    sizes = {piece.size for piece in model.pieces if piece.most}
    if least == most:
        return f"{least:,}"
    return f"multiples of {max(sizes)}" if len(sizes) == 1 else f"{least:,} to {most:,}"
