"""Encodes a cover as a model, and decodes solutions, which name the items of their options.

A cover is its own model, except that one whose options have items several times becomes rows with coefficients. If options are
equal, a solution distinguishes them by `numbers`, those of its options in the puzzle, from 1. If the user's list of options is
known, a solution has its options in the order of that list, with their `indices` in it, and their `names` if they have some.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from encoders.cover import symmetries
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover, Multicover
from exactcover.model.encoding import Encoding, GivenNames, Solution
from exactcover.model.linear import Linear, Row
from exactcover.model.many import SelectionTable, SolutionTable, in_order, written


def encode(cover: Cover) -> Encoding:
    """Return the model of a cover; `decode` gives the options by their items."""

    named = cover.named

    def decode(selection: Integers) -> Solution:
        chosen = np.sort(selection) if named is None else named.places[np.sort(named.indices[selection])]
        solution: dict[str, Any] = {"options": list(map(list, cover.options_of(chosen)))}
        if cover.repeated:
            solution["numbers"] = (chosen + 1).tolist()
        return solution if named is None else solution | named.in_solution(chosen)

    def decode_many(selections: SelectionTable) -> SolutionTable:
        if named is None:
            options, lines = in_order(selections)
        else:
            indices, lines = in_order(SelectionTable(named.indices[selections.parts], selections.lines))
            options = named.places[indices]
        parts = (written(list(cover.option(option))) for option in options.tolist())
        return SolutionTable("options", tuple(parts), lines, {} if named is None else named.in_solution(options))

    by_tables = cover.costs is None and not cover.repeated
    model = rows_of(cover) if isinstance(cover, Multicover) else cover.without_names()
    return Encoding(
        model,
        decode,
        decode_many if by_tables else None,
        cover.unit,
        with_symmetries=lambda: symmetries.with_all(cover).without_names(),
        names=None if named is None or not named.names else GivenNames(named.names, cover.items),
    )


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
