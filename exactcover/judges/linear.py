"""The judge of assignments of a linear model: evaluates every clause and every row, and checks connectivity."""

from __future__ import annotations

from exactcover.judges import connectivity
from exactcover.model.arrays import Integers
from exactcover.model.linear import Linear


def faults(model: Linear, selection: Integers) -> list[str]:
    """Return the faults of the assignment whose true variables are `selection` (0-based), one sentence each."""
    true = set(selection.tolist())
    unknown = sorted(v for v in true if not 0 <= v < len(model.variables))
    if unknown:
        return [f"variable {unknown[0]} does not exist; expected 0 to {len(model.variables) - 1}"]
    if len(true) != len(selection):
        return ["a variable is listed twice"]
    sentences = [
        f"clause {number} is false"
        for number, clause in enumerate(model.clauses)
        if not any((abs(literal) - 1 in true) == (literal > 0) for literal in clause)
    ]
    for number, row in enumerate(model.rows):
        total = sum(c for v, c in zip(row.variables, row.coefficients, strict=True) if v in true)
        if not row.least <= total <= row.most:
            sentences.append(f"row {number} sums to {total}; expected {row.least} to {row.most}")
    if model.connectivity is not None:
        for variable in connectivity.unreached(model.connectivity, true):
            sentences.append(f"variable {model.variables[variable]} is not connected to a root")
    return sentences
