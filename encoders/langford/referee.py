"""The referee of Langford pairs: judges rows of numbers, and compares the encoder's model with the puzzle.

Solutions come from untrusted files. It is independent of the encoder's options.
"""

from __future__ import annotations

from collections.abc import Iterator
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
    if len(row) != 2 * langford.n:
        yield f"the row has {len(row)} numbers; expected {2 * langford.n}"
        return
    for place, k in enumerate(row):
        if not 1 <= k <= langford.n:
            yield f"place {place} has {k}; expected 1 to {langford.n}"
            return
    for k in range(1, langford.n + 1):
        places = [place for place, other in enumerate(row) if other == k]
        if len(places) != 2:
            yield f"{k} occurs {len(places)} times; expected twice"
        elif places[1] - places[0] - 1 != k:
            yield f"{places[1] - places[0] - 1} places are between the two of {k}; expected {k}"


def cover_faults(langford: Langford, model: Model) -> list[str]:
    """Return the differences between a model and the pairs: numbers and places taken once, the row read both ways."""
    n = langford.n
    if not isinstance(model, Cover) or model.costs is not None or model.connectivity is not None:
        return ["the model is not a plain cover"]
    if len(model.items) != 3 * n or (model.least != 1).any() or (model.most != 1).any():
        return [f"the model's items are not {3 * n}, each to be covered once"]
    expected = []
    for k in range(1, n + 1):
        for left in range(2 * n):
            if left + k + 1 < 2 * n:
                expected += [k - 1, n + left, n + left + k + 1]
    if model.members.tolist() != expected or model.starts.tolist() != list(range(0, len(expected) + 1, 3)):
        return ["the model's options are not the pairs that the row has places for"]
    backwards = [*range(n), *(n + 2 * n - 1 - place for place in range(2 * n))]
    if model.symmetries is None or model.symmetries.tolist() != [list(range(3 * n)), backwards]:
        return ["the model's symmetries are not the row as it is and the row read backwards"]
    return []
