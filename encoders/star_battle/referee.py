"""The referee of star battles: judges grids of stars by the rules alone, and compares the encoder's model with the puzzle.

Solutions come from untrusted files. It is independent of the encoder's options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from encoders.star_battle import StarBattle
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model


def faults(puzzle: StarBattle, solution: Any) -> Iterator[str]:
    """Yield the faults of a solution `{"grid": "..."}`, one sentence each; none for a correct one."""
    n = puzzle.n
    grid = solution.get("grid") if isinstance(solution, dict) else None
    if not isinstance(grid, str) or len(grid) != n * n or set(grid) - {"*", "."}:
        yield f'the solution has no grid of {n * n} cells; expected {{"grid": "..."}} with * for stars and . elsewhere'
        return
    stars = [divmod(cell, n) for cell, mark in enumerate(grid) if mark == "*"]
    counts = Counter(f"row {row}" for row, _ in stars)
    counts.update(f"column {column}" for _, column in stars)
    counts.update(f"region {puzzle.regions[row * n + column]}" for row, column in stars)
    lines = [f"{name} {k}" for name in ("row", "column") for k in range(n)]
    for line in (*lines, *(f"region {name}" for name in sorted(set(puzzle.regions)))):
        if counts[line] != puzzle.stars:
            yield f"{line} has {counts[line]} stars; expected {puzzle.stars}"
    for number, (row, column) in enumerate(stars):
        for other, place in stars[number + 1 :]:
            if max(abs(row - other), abs(column - place)) == 1:
                yield f"the stars on {row},{column} and {other},{place} touch"


def cover_faults(puzzle: StarBattle, model: Model) -> list[str]:
    """Return the differences between a model and the puzzle: each cell is an option, in order, that takes its units.

    Rows, columns and regions come first, to be covered by as many options as there are stars; then squares of 2x2 cells, each
    covered at most once.
    """
    n = puzzle.n
    if not isinstance(model, Cover) or model.costs is not None or model.connectivity is not None:
        return ["the model is not a plain cover"]
    due = [(puzzle.stars, puzzle.stars)] * (3 * n) + [(0, 1)] * (n - 1) ** 2
    if list(zip(model.least.tolist(), model.most.tolist(), strict=True)) != due:
        return ["the model's items are not the rows, columns, regions and squares with their numbers of stars"]
    names = list(dict.fromkeys(puzzle.regions))
    expected = []
    for cell in range(n * n):
        row, column = divmod(cell, n)
        entries = [row, n + column, 2 * n + names.index(puzzle.regions[cell])]
        for top in range(n - 1):
            entries += [
                3 * n + top * (n - 1) + left for left in range(n - 1) if row - top in (0, 1) and column - left in (0, 1)
            ]
        expected.append(entries)
    members = model.members.tolist()
    if [members[begin:end] for begin, end in pairwise(model.starts.tolist())] != expected or model.colours is not None:
        return ["the model's options are not the cells of the board"]
    return [] if model.symmetries is None else ["the model has symmetries, which regions may break"]
