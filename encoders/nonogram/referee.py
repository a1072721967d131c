"""The referee of nonograms: judges grids by the lengths of their runs, and compares the encoder's model with the puzzle.

Solutions come from untrusted files. It is independent of the encoder's options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from encoders.nonogram import Nonogram
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model

Option = frozenset[tuple[str, str]]


def faults(puzzle: Nonogram, solution: Any) -> Iterator[str]:
    """Yield the faults of a solution `{"grid": "..."}`, one sentence each; none for a correct one."""
    width, cells = len(puzzle.columns), len(puzzle.rows) * len(puzzle.columns)
    grid = solution.get("grid") if isinstance(solution, dict) else None
    if not isinstance(grid, str) or len(grid) != cells or set(grid) - {"#", "."}:
        yield f'the solution has no grid of {cells} cells; expected {{"grid": "..."}} with # for black and . for white'
        return
    for name, clues in (("row", puzzle.rows), ("column", puzzle.columns)):
        for number, clue in enumerate(clues):
            line = grid[number * width : (number + 1) * width] if name == "row" else grid[number::width]
            runs = [len(run) for run in line.split(".") if run]
            if runs != list(clue):
                yield f"{name} {number} has the runs {_shown(runs)}; expected {_shown(clue)}"


def _shown(runs: Any) -> str:
    return ",".join(map(str, runs)) or "0"


def cover_faults(puzzle: Nonogram, model: Model) -> list[str]:
    """Return the differences between a model and the puzzle: its items by name, its options as sets of names with colours."""
    if not isinstance(model, Cover) or model.costs is not None or model.connectivity is not None:
        return ["the model is not a plain cover"]
    primary, secondary, expected = Counter[str](), Counter[str](), Counter[Option]()
    height, width = len(puzzle.rows), len(puzzle.columns)
    secondary.update(f"cell {row},{column}" for row in range(height) for column in range(width))
    for name, clues, across in (("row", puzzle.rows, True), ("column", puzzle.columns, False)):
        for number, clue in enumerate(clues):
            places = [
                f"cell {number},{k}" if across else f"cell {k},{number}" for k in range(width if across else height)
            ]
            primary.update(f"{name} {number} run {run}" for run in range(len(clue)))
            primary.update(f"{name} {number} cell {k}" for k in range(len(places)))
            room = len(places) - sum(clue) - len(clue) + 1
            secondary.update(f"{name} {number} after {run} by {k}" for run in range(len(clue) - 1) for k in range(room))
            expected.update(_options(f"{name} {number}", clue, places))
    bounds = list(zip(model.items, model.least.tolist(), model.most.tolist(), strict=True))
    if Counter(bounds) != Counter([(name, 1, 1) for name in primary] + [(name, 0, 1) for name in secondary]):
        return ["the model's items are not the runs and cells of each line, the colours of cells and the order of runs"]
    shades = [0] * len(model.members) if model.colours is None else model.colours.tolist()
    palette = ("", *model.palette)
    entries = [(model.items[item], palette[shade]) for item, shade in zip(model.members.tolist(), shades, strict=True)]
    written = Counter(frozenset(entries[begin:end]) for begin, end in pairwise(model.starts.tolist()))
    return [] if written == expected else ["the model's options are not the places of runs and the white cells"]


def _options(name: str, clue: tuple[int, ...], places: list[str]) -> Iterator[Option]:
    """Yield what a line allows: a run with the white cell behind it, or one other white cell.

    Of two neighbouring runs, the later one is moved by at least as many cells from its first place as the earlier one: no
    number k of cells is below the moves of the earlier and not below those of the later one.
    """
    for k, place in enumerate(places):
        yield frozenset({(f"{name} cell {k}", ""), (place, "0")})
    for run, length in enumerate(clue):
        before, behind = sum(clue[:run]) + run, sum(clue[run + 1 :]) + len(clue) - run - 1
        room = len(places) - before - length - behind
        for start in range(before, before + room + 1):
            entries = {(f"{name} run {run}", "")}
            for k, place in enumerate(places):
                if start <= k < start + length:
                    entries |= {(f"{name} cell {k}", ""), (place, "1")}
                elif k == start + length:
                    entries |= {(f"{name} cell {k}", ""), (place, "0")}
            for k in range(room):
                if k < start - before and run + 1 < len(clue):
                    entries.add((f"{name} after {run} by {k}", ""))
                if k >= start - before and run > 0:
                    entries.add((f"{name} after {run - 1} by {k}", ""))
            yield frozenset(entries)
