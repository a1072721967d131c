"""Nonograms as puzzles: counted by trying all, pictures found again, judged by runs, every loss of the encoding caught."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from encoders.catalogue import puzzle
from encoders.nonogram import read
from encoders.nonogram.referee import faults
from encoders.solutions import FilledGrid
from exactcover import api
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from tests.random_puzzles import KINDS, nonogram_of
from tests.schemas import validate
from tests.second_program import truth

HEART = "nonogram rows=1,1/5/5/3/1 columns=2/4/4/4/2"
GRID = ".#.#.##########.###...#.."


@pytest.mark.parametrize("seed", range(30))
def test_counts_are_those_of_a_second_program(seed: int) -> None:
    """Random clues, with and without solutions, have as many solutions as trying all grids finds."""
    keys = KINDS["nonogram"][1](random.Random(seed))
    assert api.count(api.puzzle("nonogram", **keys)).count == truth("nonogram", keys).count


def test_every_grid_is_the_solution_of_its_clues() -> None:
    """All grids of 3x3, sorted by their clues, are the solutions of these clues."""
    sizes: dict[str, int] = {}
    for bits in itertools.product((0, 1), repeat=9):
        keys = nonogram_of([list(bits[first : first + 3]) for first in (0, 3, 6)])
        words = f"rows={'/'.join(map(_text, keys['rows']))} columns={'/'.join(map(_text, keys['columns']))}"
        sizes[words] = sizes.get(words, 0) + 1
    several = [words for words, size in sizes.items() if size > 1]
    assert len(several) > 5
    assert [api.count(f"nonogram {words}").count for words in several] == [sizes[words] for words in several]


def _text(runs: list[int]) -> str:
    return ",".join(map(str, runs)) or "0"


@pytest.mark.parametrize("seed", range(3))
def test_a_picture_of_20x20_is_found(seed: int) -> None:
    """Clues of a picture of blots have a solution, which has these clues."""
    rng = random.Random(seed)
    grid = [[int(rng.random() < 0.5) for _ in range(20)] for _ in range(20)]
    for _ in range(2):
        grid = [
            [int(sum(grid[(r + a) % 20][(c + b) % 20] for a in (-1, 0, 1) for b in (-1, 0, 1)) > 4) for c in range(20)]
            for r in range(20)
        ]
    blots = api.puzzle("nonogram", **nonogram_of(grid))
    answer = api.solve(blots)
    assert answer.status == "FEASIBLE"
    assert blots.faults(answer.solution) == []


def test_a_heart_is_solved_and_drawn() -> None:
    """The answer fits its schema; the picture has the black cells as one area; the heart is the only solution."""
    answer = api.solve(HEART)
    validate("answer", answer.to_json())
    assert isinstance(answer.solution, FilledGrid)
    assert answer.solution.grid == GRID
    assert api.count(HEART).count == 1
    assert [len(area.cells) for area in puzzle(HEART).picture(answer.solution).areas] == [16]
    assert puzzle(HEART).picture().areas == ()


def test_lines_may_be_empty_and_numbers_of_cells_are_compared() -> None:
    """0 and nothing are a line without black cells; rows and columns with different sums are noticed."""
    assert puzzle("nonogram rows=0/2 columns=1/1") == puzzle("nonogram", rows=[[], [2]], columns=["1", 1])
    assert puzzle(HEART).notices() == []
    assert puzzle("nonogram rows=1/0 columns=1/1").notices() == ["the rows have 1 black cells and the columns 2"]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("rows=1", "columns is None; expected 1 to 100 lines"),
        ("rows=2/1 columns=1", "rows has 2 in line 0; expected runs that fit 1 cells"),
        ("rows=1 columns=1,1", "columns has 1,1 in line 0; expected runs that fit 1 cells"),
        ("rows=x columns=1", "a length of rows is 'x'; expected a whole number from 0 to 100"),
        ("rows=0,1/1 columns=1/1", "rows has '0,1'; expected 0 alone"),
        ("rows=1 columns=1 grid=1", "has no key 'grid'"),
    ],
)
def test_bad_keys_are_refused(words: str, fault: str) -> None:
    """Each fault of a key has a sentence with what was expected."""
    with pytest.raises(InvalidInput, match=fault):
        puzzle(f"nonogram {words}")


@pytest.mark.parametrize(
    ("grid", "fault"),
    [
        (None, "the solution has no grid of 25 cells"),
        (GRID[1:], "the solution has no grid of 25 cells"),
        (GRID.replace("#", "1"), "the solution has no grid of 25 cells"),
        ("." * 25, "row 0 has the runs 0; expected 1,1"),
        ("#" * 25, "column 4 has the runs 5; expected 2"),
    ],
)
def test_referee_refuses_wrong_solutions(grid: Any, fault: str) -> None:
    """Each way to be wrong has a sentence."""
    heart = read({"rows": "1,1/5/5/3/1", "columns": "2/4/4/4/2"})
    assert any(fault in each for each in faults(heart, {"grid": grid}))
    assert list(faults(heart, {"grid": GRID})) == []


def test_losses_of_the_encoding_are_caught() -> None:
    """Any option lost, any colour changed, another multiplicity, costs, another puzzle's model: each is found."""
    small = puzzle("nonogram rows=1,1/2/0 columns=1/1/1/1")
    model = small.encode().model
    assert isinstance(model, Cover)
    assert small.encoding_faults(model) == []
    assert model.colours is not None
    for option in range(model.options):
        entries = np.arange(len(model.members))
        kept = (entries < model.starts[option]) | (entries >= model.starts[option + 1])
        starts = np.delete(model.starts, option + 1)
        starts[option + 1 :] -= model.starts[option + 1] - model.starts[option]
        lost = replace(model, members=model.members[kept], colours=model.colours[kept], starts=starts)
        assert small.encoding_faults(lost)
    for entry in np.flatnonzero(model.colours):
        colours = model.colours.copy()
        colours[entry] = 3 - colours[entry]
        assert small.encoding_faults(replace(model, colours=colours, repeated=True))
    assert small.encoding_faults(replace(model, least=model.least * 0))
    assert small.encoding_faults(replace(model, costs=np.ones(model.options, np.int64)))
    assert small.encoding_faults(puzzle(HEART).encode().model)
    assert small.encoding_faults(puzzle("soma").encode().model)
