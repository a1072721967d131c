"""Explains invariants: the parity of tiles, sets of states closed under moves, and those reachable in a few moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from exactcover.judges import invariant
from exactcover.model.encoding import Model
from exactcover.model.space import Sliding, Within
from exactcover.proofs.explain.phrases import number_phrase


def sentences(model: Model, body: Mapping[str, Any]) -> list[str]:
    """Return the argument in sentences, from a body that the judge has accepted; raises InvalidCertificate for a model without
    moves."""
    if isinstance(model, Within):
        return [
            f"In at most {number_phrase(model.moves, 'move')} {number_phrase(body['states'], 'state')} can be reached.",
            f"In none of them are the blocks where the goal wants them: every plan has at least {model.moves + 1}.",
        ]
    if not isinstance(model, Sliding):
        invariant.judge(model, body)
        return []
    if body["argument"] == "closed":
        return [
            f"From the start {number_phrase(body['states'], 'state')} can be reached, and no move leads out of that set.",
            "In none of them are the blocks where the goal wants them: there is no plan.",
        ]
    row, column = divmod(int(np.flatnonzero(model.floor.ravel() & (model.start == 0))[0]), model.columns)
    place = f"row {row} and column {column}, counted from 0"
    start, goal = _word(body["start"]), _word(body["goals"][0])
    return [
        "Read the tiles row by row, the empty cell as 0, and count the pairs in which the larger number comes first.",
        "A step swaps a tile with the empty cell, which turns that count from even to odd or back.",
        "It takes the empty cell to a neighbouring square, which turns the sum of its row and column from even to odd or back.",
        "So the count plus the row and the column stays even, or stays odd, whatever is moved.",
        f"At the start, with the empty cell in {place}, it is {start}; in the goal it is {goal}: there is no plan.",
    ]


def _word(parity: int) -> str:
    return "odd" if parity else "even"
