"""Sudokus as puzzles: read from lines and pictures, counted as published, judged by the rules, drawn with their boxes."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from encoders.catalogue import puzzle, split_words
from encoders.solutions import FilledGrid
from exactcover import api
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from tests.schemas import validate

CLUES = "000000012400090000000000050070200000600000400000108000018000000000030700502000000"
FILLED = "367485912425391867189726354873254196651973428294168573718649235946532781532817649"
SMALL = "12..34........21"
SMALL_FILLED = "1243342121344321"


def small() -> Any:
    """A sudoku of 4x4 cells."""
    return puzzle("sudoku", grid="1.....3..4......")


def by_hand(grid: str) -> int:
    """The number of ways to fill a grid of 4x4, by trying all values of all cells, row by row."""
    rows = [row for row in product("1234", repeat=4) if len(set(row)) == 4]
    fitting = [
        [r for r in rows if all(g in (".", v) for g, v in zip(grid[4 * k :], r, strict=False))] for k in range(4)
    ]
    count = 0
    for square in product(*fitting):
        columns = all(len({row[c] for row in square}) == 4 for c in range(4))
        boxes = all(len({square[r + a][c + b] for a in (0, 1) for b in (0, 1)}) == 4 for r in (0, 2) for c in (0, 2))
        count += columns and boxes
    return count


@pytest.mark.parametrize(
    "words",
    [
        ("sudoku", CLUES),
        (f"sudoku {CLUES}",),
        ("sudoku", f"grid={CLUES.replace('0', '.')}"),
        ("sudoku", "/".join(CLUES[row : row + 9] for row in range(0, 81, 9))),
    ],
)
def test_a_grid_is_read_as_typed(words: tuple[str, ...]) -> None:
    """With its key or right after the kind, in one piece or in rows, dots or zeros for what is empty: one sudoku."""
    assert puzzle(*words).canonical() == {"kind": "sudoku", "grid": CLUES.replace("0", ".")}


def test_the_grid_belongs_to_the_specification() -> None:
    """A word right after the kind is its grid; a file after that is not, and other kinds take no such word."""
    assert split_words(["sudoku", CLUES, "answer.json"]) == (["sudoku", CLUES], ["answer.json"])
    assert split_words(["sudoku", f"grid={CLUES}", "answer.json"]) == (["sudoku", f"grid={CLUES}"], ["answer.json"])
    assert split_words(["soma", "answer.json"]) == (["soma"], ["answer.json"])
    with pytest.raises(InvalidInput, match="is among the keys"):
        puzzle("packing", "6x10")


def test_a_picture_is_a_grid() -> None:
    """A grid drawn over several lines, with lines between its boxes, is the same sudoku."""
    picture = "1.|..\n..|3.\n--+--\n.4|..\n..|..\n"
    assert puzzle("sudoku", grid=picture).canonical() == small().canonical()


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({}, "grid is None; expected a character per cell"),
        ({"grid": 4}, "grid is 4; expected a character per cell"),
        ({"grid": "123"}, "grid has 3 cells; expected one of 16, 36, 64, 81, 100, 144, 225, 256, 400, 625: '123'"),
        ({"grid": "1..." * 3 + "...5"}, "grid has '5' in row 3, column 3; expected 1 to 4, or . or 0 for empty"),
        ({"grid": "H" + "." * 255}, "grid has 'H' in row 0, column 0; expected 1 to 9, A to G, or . or 0 for empty"),
        ({"grid": SMALL, "box": 2}, "a sudoku has no key 'box'"),
    ],
)
def test_bad_keys_are_refused(keys: dict[str, Any], sentence: str) -> None:
    """Each way to write no sudoku has its own sentence."""
    with pytest.raises(InvalidInput) as refused:
        puzzle("sudoku", **keys)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("grid", ["." * 16, "1.....3..4......", "12..34........21", "11.............."])
def test_small_counts_are_those_by_hand(grid: str) -> None:
    """A 4x4 has as many fillings as trying finds, 288 of the empty one, none where two equal values are in a row."""
    assert api.count(puzzle("sudoku", grid=grid)).count == by_hand(grid)


def test_a_sudoku_of_17_clues_is_solved_and_unique() -> None:
    """The answer has the filled grid, fits its schema, and a count that may go up to two ends at one."""
    answer = api.solve(f"sudoku {CLUES}")
    assert answer.solution == {"grid": FILLED}
    validate("answer", answer.to_json())
    counted = api.count(f"sudoku {CLUES}", limits=api.Limits(solutions=2))
    assert (counted.count, counted.exhausted) == (1, True)


@pytest.mark.parametrize("order", [4, 5])
def test_large_sudokus_are_solved(order: int) -> None:
    """Grids of 16x16 and 25x25 with some rows filled in are completed; the symbols go on with letters."""
    side, symbols = order**2, "123456789ABCDEFGHIJKLMNOP"[: order**2]
    rows = [
        "".join(symbols[(row % order * order + row // order + k) % side] for k in range(side)) for row in range(side)
    ]
    grid = "".join(row if number % 3 else "." * side for number, row in enumerate(rows))
    answer = api.solve(puzzle("sudoku", grid=grid))
    assert answer.status == "FEASIBLE"
    validate("answer", answer.to_json())


@pytest.mark.parametrize(
    ("solution", "fault"),
    [
        (None, "no grid of 16 cells"),
        ({"grid": 4}, "no grid of 16 cells"),
        ({"grid": "1" * 15}, "no grid of 16 cells"),
        ({"grid": "5" + SMALL_FILLED[1:]}, "row 0, column 0 has '5'; expected 1 to 4"),
        ({"grid": "." + SMALL_FILLED[1:]}, "row 0, column 0 has '.'; expected 1 to 4"),
        ({"grid": "2143341212344321"}, "row 0, column 0 has 2, and 1 is given there"),
        ({"grid": "1241342121344321"}, "row 0 is 1241: it has no 3"),
        ({"grid": "1243342131244321"}, "column 0 is 1334: it has no 2"),
        ({"grid": "1234234134124123"}, "box 0 is 1223: it has no 4"),
    ],
)
def test_referee_refuses_wrong_solutions(solution: Any, fault: str) -> None:
    """Each way to be wrong has its own sentence."""
    assert any(fault in each for each in puzzle("sudoku", grid="1" + "." * 15).faults(solution))


def test_referee_accepts_right_solutions() -> None:
    """What the engine lists is right by the rules, and each is another."""
    some = list(api.iterate(puzzle("sudoku", grid="1" + "." * 15)))
    assert len(some) == len({each.grid for each in some if isinstance(each, FilledGrid)}) == 72
    assert puzzle("sudoku", CLUES).faults({"grid": FILLED}) == []


def test_losses_of_the_encoding_are_caught() -> None:
    """Any one option lost or spoiled, an item that may be left out, and another puzzle's model are found."""
    model = small().encode().model
    assert isinstance(model, Cover)
    assert small().encoding_faults(model) == []
    for option in range(model.options):
        fewer = model.with_options(np.delete(np.arange(model.options), option))
        assert small().encoding_faults(fewer) == ["the model's options are not the entries that the sudoku allows"]
    exchanged = np.arange(model.options)[::-1]
    assert small().encoding_faults(model.with_options(exchanged))
    assert small().encoding_faults(replace(model, least=model.least * 0))
    assert small().encoding_faults(replace(model, most=model.most * 2))
    assert small().encoding_faults(replace(model, costs=np.ones(model.options, np.int64)))
    assert small().encoding_faults(puzzle("soma").encode().model)
    assert small().encoding_faults(puzzle("sudoku", grid="." * 16).encode().model)


def test_clues_are_drawn_apart_from_the_rest() -> None:
    """A drawing has a gap between boxes, a cell that is empty where nothing is given, and clues as what was before."""
    alone = small().picture(None)
    assert alone.dims == (5, 5)
    assert not {cell for cell in alone.cells if 2 in cell}
    assert sum(len(area.cells) for area in alone.areas) == 3
    filled = small().picture(api.solve(small()).solution)
    assert sum(len(area.cells) for area in filled.areas if area.fixed) == 3
    assert sum(len(area.cells) for area in filled.areas) == 16
    assert api.draw(small()).count("·") == 13
