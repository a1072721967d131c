"""From a cover as a puzzle to a cover as a model: they are the same value, and a solution names the items of its options."""

from __future__ import annotations

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.encoding import Encoding, Solution
from exactcover.model.many import SelectionTable, SolutionTable, in_order, written


def encode(cover: Cover) -> Encoding:
    """Return the cover as its own model; `decode` gives the options by their items."""

    def decode(selection: Integers) -> Solution:
        return {"options": list(map(list, cover.options_of(np.sort(selection))))}

    def decode_many(selections: SelectionTable) -> SolutionTable:
        options, lines = in_order(selections)
        parts = (written(list(cover.option(option))) for option in options.tolist())
        return SolutionTable("options", tuple(parts), lines)

    return Encoding(cover, decode, decode_many if cover.costs is None else None)
