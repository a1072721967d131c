"""Encodes a cover as a model, and decodes solutions, which name the items of their options.

A cover is its own model, except that one whose options have items several times becomes rows with coefficients. If options are
equal, a solution distinguishes them by `numbers`, those of its options in the puzzle, from 1.
"""

from __future__ import annotations

import numpy as np

from encoders.cover import symmetries
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover, Multicover
from exactcover.model.encoding import Encoding, Solution
from exactcover.model.linear import Linear, Row
from exactcover.model.many import SelectionTable, SolutionTable, in_order, written


def encode(cover: Cover) -> Encoding:
    """Return the model of a cover; `decode` gives the options by their items."""

    def decode(selection: Integers) -> Solution:
        chosen = np.sort(selection)
        options = list(map(list, cover.options_of(chosen)))
        return {"options": options, "numbers": (chosen + 1).tolist()} if cover.repeated else {"options": options}

    def decode_many(selections: SelectionTable) -> SolutionTable:
        options, lines = in_order(selections)
        parts = (written(list(cover.option(option))) for option in options.tolist())
        return SolutionTable("options", tuple(parts), lines)

    by_tables = cover.costs is None and not cover.repeated
    model = rows_of(cover) if isinstance(cover, Multicover) else cover
    many = decode_many if by_tables else None
    return Encoding(model, decode, many, cover.unit, with_symmetries=lambda: symmetries.with_all(cover))


def rows_of(cover: Multicover) -> Linear:
    """Return a row for each item: how often each option has it."""
    cells, times = np.unique(np.stack((cover.members, cover.owners)), axis=1, return_counts=True)
    bounds = np.searchsorted(cells[0], np.arange(len(cover.items) + 1)).tolist()
    owners, factors = cells[1].tolist(), times.tolist()
    rows = [
        Row(tuple(owners[begin:end]), tuple(factors[begin:end]), least, most)
        for begin, end, least, most in zip(bounds, bounds[1:], cover.least.tolist(), cover.most.tolist(), strict=False)
    ]
    objective = None if cover.costs is None else tuple((cost, o) for o, cost in enumerate(cover.costs.tolist()) if cost)
    return Linear(tuple(f"o{number}" for number in range(cover.options)), (), tuple(rows), objective)
