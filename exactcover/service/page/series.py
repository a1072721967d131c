"""Series of puzzles of growing size, on which the page compares engines. Not here: the families of the command line.

Each puzzle is a line that `POST /v1/jobs` takes, with its place on the axis of the series.
"""

from __future__ import annotations

from typing import Any

from exactcover.service.page.comparison_words import title

PENTOMINOES = ("L5", "N5", "U5", "W5", "Y5", "F5", "I5", "P5", "T5", "V5", "X5", "Z5")
"""The first n of these fill 5xn for every n from 5 to 12."""
BOARDS = {40: (4, 10), 80: (8, 10), 120: (10, 12), 280: (14, 20)}
"""Boards for even numbers of sets of the five tetrominoes, by their area."""
STARTS = {
    4: "312458670",
    8: "035421678",
    12: "312745860",
    16: "035217468",
    20: "061374825",
    24: "671528043",
    28: "057863412",
    31: "876041253",
}
"""Boards of the 8-puzzle, by the number of moves of their shortest plan."""

SERIES: tuple[dict[str, Any], ...] = (
    {
        "name": "The 8-puzzle, farther and farther from its goal",
        "axis": "moves of the shortest plan",
        "engines": ("bfs", "ucs", "astar", "idastar", "greedy"),
        "cases": [(moves, f"tiles board=3x3 start={start} goal=012345678") for moves, start in STARTS.items()],
    },
    {
        "name": "Pentominoes on boards of 5 × n",
        "axis": "pieces",
        "engines": ("exact", "cpsat", "sat", "dfs"),
        "cases": [(n, f"packing board=5x{n} pieces={','.join(PENTOMINOES[:n])}") for n in range(5, 13)],
    },
    {
        "name": "Sets of tetrominoes on larger and larger boards",
        "axis": "cells of the board",
        "engines": ("exact", "fill", "compose", "sat"),
        "cases": [
            (area, f"packing board={rows}x{columns} pieces=tetrominoes copies={area // 20}")
            for area, (rows, columns) in BOARDS.items()
        ],
    },
    {
        "name": "Queens on boards of n × n",
        "axis": "number of queens",
        "engines": ("exact", "cpsat", "sat", "highs"),
        "cases": [(n, f"queens n={n}") for n in (4, 6, 8, 10, 12, 16)],
    },
)


def series() -> list[dict[str, Any]]:
    """Return the series for a page, each engine with what people call it."""
    return [
        {**each, "engines": [{"backend": name, "title": title(name)} for name in each["engines"]]} for each in SERIES
    ]
