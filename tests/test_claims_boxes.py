"""The packings of boxes that were open: the files of the page of claims, judged twice."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

import exactcover
from tests.docs_snippets import DOCS

PACKINGS = sorted((DOCS / "explanation" / "packings").glob("v-pentominoes-*.json"))


def test_the_page_shows_each_packing() -> None:
    """Each file is linked from the page, in the row of its box."""
    page = (DOCS / "explanation" / "claims.md").read_text()
    assert len(PACKINGS) == 4
    for path in PACKINGS:
        box = path.stem.rpartition("-")[2]
        assert any(line.startswith(f"| {box} |") and f"packings/{path.name}" in line for line in page.splitlines())


@pytest.mark.parametrize("path", PACKINGS, ids=lambda path: path.stem)
def test_a_packing_is_accepted(path: Path) -> None:
    """The referee of packings accepts it."""
    puzzle = exactcover.puzzle("packing", board=path.stem.rpartition("-")[2], pieces="V5", copies="any")
    placements = json.loads(path.read_text())["placements"]
    assert exactcover.faults(puzzle, {"placements": placements}) == []
    assert exactcover.faults(puzzle, {"placements": placements[1:]}) != []


@pytest.mark.parametrize("path", PACKINGS, ids=lambda path: path.stem)
def test_a_packing_is_right_by_its_cells_alone(path: Path) -> None:
    """Each piece is a corner of two bars of three cells along two axes, and together they have each cell of the box once."""
    sides = [int(side) for side in path.stem.rpartition("-")[2].split("x")]
    pieces = [each["cells"] for each in json.loads(path.read_text())["placements"]]
    for cells in pieces:
        spans = sorted(len({cell[axis] for cell in cells}) for axis in range(4))
        (corner,) = (
            one for one in cells if sum(sum(a != b for a, b in zip(one, cell, strict=True)) == 1 for cell in cells) == 4
        )
        assert spans == [1, 1, 3, 3]
        assert len(cells) == 5
        assert sorted(sum(abs(a - b) for a, b in zip(corner, cell, strict=True)) for cell in cells) == [0, 1, 1, 2, 2]
    assert sorted(tuple(cell) for cells in pieces for cell in cells) == list(itertools.product(*map(range, sides)))
