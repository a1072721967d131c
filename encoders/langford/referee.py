"""The referee of Langford pairs: judges rows of numbers, and compares the encoder's model with the puzzle.

Solutions come from untrusted files. It is independent of the encoder's options.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from encoders.langford import Langford
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model


def faults(langford: Langford, solution: Any) -> Iterator[str]:
    """Yield the faults of a solution `{"sequence": [...]}`, one sentence each; none for a correct one."""
    row = solution.get("sequence") if isinstance(solution, dict) else None
    if not isinstance(row, list) or any(not isinstance(k, int) or isinstance(k, bool) for k in row):
        yield 'the solution has no row of numbers; expected {"sequence": [...]}'
        return
    n, copies = langford.n, langford.of
    length = copies * n + (1 if langford.hooked else 0)
    if len(row) != length:
        yield f"the row has {len(row)} numbers; expected {length}"
        return
    for place, k in enumerate(row):
        if langford.hooked and place == length - 2:
            if k != 0:
                yield f"place {place} has {k}; expected 0, for the last place but one is empty"
                return
        elif not 1 <= k <= n:
            yield f"place {place} has {k}; expected 1 to {n}"
            return
    for k in range(1, n + 1):
        places = [place for place, other in enumerate(row) if other == k]
        if len(places) != copies:
            yield f"{k} occurs {len(places)} times; expected {'twice' if copies == 2 else f'{copies} times'}"
            continue
        for one, other in pairwise(places):
            if other - one - 1 != k:
                yield f"{other - one - 1} places are between the two of {k}; expected {k}"


def cover_faults(langford: Langford, model: Model) -> list[str]:
    """Return the differences between a model and the rows: numbers and places taken once, the row read both ways."""
    n, copies = langford.n, langford.of
    if not isinstance(model, Cover) or model.costs is not None or model.connectivity is not None:
        return ["the model is not a plain cover"]
    items = n + copies * n
    if len(model.items) != items or (model.least != 1).any() or (model.most != 1).any():
        return [f"the model's items are not {items}, each to be covered once"]
    # The last place but one of a hooked row has no item, so the last place follows the one before it.
    places = [n + place for place in range(copies * n)]
    if langford.hooked:
        places.insert(-1, -1)
    expected = []
    for k in range(1, n + 1):
        for left in range(len(places)):
            entry = [left + copy * (k + 1) for copy in range(copies)]
            if entry[-1] < len(places) and all(places[place] >= 0 for place in entry):
                expected += [k - 1, *(places[place] for place in entry)]
    if model.members.tolist() != expected or model.starts.tolist() != list(range(0, len(expected) + 1, copies + 1)):
        return ["the model's options are not the pairs that the row has places for"]
    backwards = [*range(n), *(n + copies * n - 1 - place for place in range(copies * n))]
    symmetries = None if model.symmetries is None else model.symmetries.tolist()
    if symmetries != (None if langford.hooked else [list(range(items)), backwards]):
        return ["the model's symmetries are not the row as it is and the row read backwards"]
    return []
