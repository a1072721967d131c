"""Arguments in a few words, for people at a board, and the cells that they are about. Not here: whole arguments."""

from __future__ import annotations

from typing import Any

import numpy as np

from exactcover.judges.arithmetic import runs, supplies
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
    if refutation.argument == "arithmetic":
        if isinstance(model, Tiling):
            return _of_tiling(model, refutation)
        return f"{refutation.body['item']} has too few options"
    if refutation.argument == "colouring" and not isinstance(model, Tiling):  # items have no place, hence no colour
        return WORDS["farkas"]
    return WORDS.get(refutation.argument, "a checked proof says so")


def _of_tiling(model: Tiling, refutation: Refutation) -> str:
    """Return the words of an arithmetical argument about a tiling."""
    body = refutation.body
    if body["argument"] == "area":
        return _area(model)
    if body["argument"] == "components":
        return _pocket(len(cells_named(model, refutation)))
    if body["argument"] == "cell":
        cells = cells_named(model, refutation)
        return "no piece covers this cell" if len(cells) == 1 else f"no piece covers these {len(cells)} cells"
    piece = model.pieces[body["piece"]]
    if piece.empty:
        return f"{number_phrase(piece.least, 'cell')} must stay empty, and not so many can"
    return f"{piece.name} fits nowhere, or too seldom"


def _pocket(number: int) -> str:
    """Return why components are not filled; number: the cells of one that cannot be filled alone, 0 if there is none."""
    if not number:
        return "the pieces cannot be divided among the separate parts of the board"
    return f"no pieces fill this pocket of {number_phrase(number, 'cell')}"


def cells_named(model: Model, refutation: Refutation) -> list[list[int]]:
    """Return the cells that an arithmetical argument is about: those without a placement, or a component without its area.

    Of several components it is the smallest that no choice of the pieces fills; if each can be filled alone, an empty list.
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
    copies = [Supply(piece.size, 0, 0, piece.most) for piece in model.pieces]
    alone = [cells for cells in components if not fill(copies, len(cells))]
    return min(alone, key=len, default=[])


def _cells(component: Any, dimension: int) -> list[list[int]]:
    """Return the cells of a component, in its runs along the last axis."""
    return [
        [*cell, column]
        for *cell, first, number in runs(component, "a component", dimension)
        for column in range(first, first + number)
    ]


def _area(model: Tiling) -> str:
    """Return how the cells to cover and the area of the pieces differ; cells that may stay empty are none to cover."""
    area = int(model.region.sum())
    own = [Supply(piece.size, 0, piece.least, piece.most) for piece in model.pieces]
    limited = fill(own, area)  # then some pieces have fewer placements than copies
    supplied = supplies(model) if limited else own
    pairs = list(zip(model.pieces, supplied, strict=True))
    empty = [each for piece, each in pairs if piece.empty]
    shares = [each for piece, each in pairs if not piece.empty]
    high = area - sum(each.least for each in empty)
    low = max(0, area - sum(each.most for each in empty))
    cells = number_phrase(high, "cell") if low == high else f"{low:,} to {high:,} cells"
    least, most = sum(each.size * each.least for each in shares), sum(each.size * each.most for each in shares)
    sizes = {each.size for each in shares if each.most}
    if len(sizes) == 1 and high // max(sizes) * max(sizes) < low:
        return f"{cells} for pieces that cover multiples of {max(sizes)}"
    if least <= high and low <= most:
        return f"no choice of the pieces covers {cells}"
    covered = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    return f"{cells} for pieces that {'have room to ' if limited else ''}cover {covered}"
