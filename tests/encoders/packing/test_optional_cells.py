"""Cells that may stay empty: counts against trying everything, every fault of keys, solutions and tilings, and symmetry."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from encoders.catalogue import puzzle
from encoders.packing import accepted, layouts, referee, to_tiling
from encoders.packing.keys import packing
from encoders.puzzle import puzzle_of
from exactcover import judges
from exactcover.backends import engine
from exactcover.judges import placements
from exactcover.model import offsets
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.errors import InvalidInput, InvalidModel, Unsuitable
from exactcover.model.many import SelectionTable
from exactcover.model.tiling import Piece, Tiling
from exactcover.transform.reductions import chain
from exactcover.transform.symmetry import isometries
from tests.brute_packings import Cell, Small, random_small
from tests.packings import tiling_of
from tests.parts import Few
from tests.random_models import classes, counted, listed

BURR = {"board": "++./+..", "pieces": "I2", "copies": "any"}


def symmetries(tiling: Tiling) -> int:
    """The order of the symmetry group."""
    fits = offsets.fitting(tiling)
    return len(isometries.symmetries(tiling, lambda piece, place: bool(fits[piece][place].any())))


@pytest.mark.parametrize("name", ["exact", "cpsat", "sat", "brute"])
def test_every_engine_counts_what_trying_everything_does(name: str) -> None:
    """Random boards with cells that may stay empty: as many packings as the oracle lists, and many of them have some."""
    numbers = set()
    for seed in range(40 if name == "exact" else 12):
        small = random_small(seed)
        number = len(small.packings())
        numbers.add(number)
        assert counted(name, tiling_of(packing(small.keys()))) == number, seed
    assert len(numbers) > 5


def test_listed_packings_are_those_of_the_oracle_and_both_judges_accept_them(few: Few) -> None:
    """Each packing is decoded without what stands for empty cells; referees of one, of many and of layouts accept it."""
    for seed in range(few(20)):
        small = random_small(seed)
        value = packing(small.keys())
        encoding = to_tiling.encode(value)
        assert accepted.tiling_faults(value, tiling_of(value)) == []
        known = small.packings()
        names: dict[str, str] = {}
        for piece in value.pieces:
            names |= {name: piece.name for name, came_to in value.aliases.items() if came_to == piece.name}
            names[piece.name] = piece.name
        seen = set()
        selections = [np.array(each, dtype=np.int64) for each in listed("exact", encoding.model)]
        for number, selection in enumerate(selections):
            solution = encoding.decode(selection)
            if number < 20:
                assert judges.faults(encoding.model, selection) == []
                assert list(referee.faults(value, solution)) == []
                assert list(accepted.faults(value, layouts.of_solution(value, solution))) == []
            seen.add(
                frozenset((each["piece"], frozenset(map(tuple, each["cells"]))) for each in solution["placements"])
            )
        assert seen == {frozenset((names[name], cells) for name, cells in each) for each in known}
        if selections:
            table = table_of(selections)
            assert encoding.decode_many is not None
            assert judges.all_right(encoding.model, table)
            many = encoding.decode_many(table)
            assert accepted.all_right(value, many)
            assert list(many) == list(map(encoding.decode, selections))


def table_of(selections: list[Any]) -> SelectionTable:
    """Selections as a table of their placements."""
    parts = sorted({tuple(place) for selection in selections for place in selection.tolist()})
    numbers = {part: number for number, part in enumerate(parts)}
    lines = np.full((len(selections), max(map(len, selections))), -1, dtype=np.int32)
    for line, selection in zip(lines, selections, strict=True):
        line[: len(selection)] = [numbers[tuple(place)] for place in selection.tolist()]
    return SelectionTable(np.array(parts, dtype=np.int64), lines)


def test_classes_are_those_of_the_oracle(few: Few) -> None:
    """A symmetry maps optional cells to optional cells: counts up to symmetry agree with orbits that are written out."""
    tried = 0
    for seed in range(few(30)):
        small = replace(random_small(seed), reflections=True)
        if len(small.packings()) < 2:
            continue
        model = tiling_of(packing(small.keys()))
        assert classes(model) == small.classes(), seed
        tried += 1
    assert tried > few(10)


def test_symmetries_keep_the_optional_cells() -> None:
    """A square board has 8 symmetries; with one optional corner 2, with two opposite ones 4, with all corners 8."""
    keys = {"board": "3x3", "pieces": "I1,I2", "copies": "any"}
    orders = [
        symmetries(tiling_of(packing({**keys, "optional": cells})))
        for cells in ("", "0,0", "0,0/2,2", "0,0/0,2/2,0/2,2", "0,1")
    ]
    assert orders == [8, 2, 4, 8, 2]


def test_placements_are_found_again_by_the_judge() -> None:
    """The digest of the placements of a tiling with grounds is that of its cover."""
    for seed in range(20):
        model = tiling_of(packing(random_small(seed).keys()))
        assert placements.digest(model) == placements.digest(chain.reduce(model, ("cover",)).model)


def test_holes_free_bounds_how_many_cells_stay_empty() -> None:
    """A number is the most, a range is both; without the key all may; dominoes leave an even number of this board's cells."""
    counts = {}
    for bound in ("", "0", "1", "2", "3", "1..2", "2..2", "3..9", "any", "1.."):
        keys = {**BURR, "board": "+++/...", **({"holes_free": bound} if bound else {})}
        count = counted("exact", tiling_of(packing(keys)))
        assert count is not None
        counts[bound] = count
    assert counts[""] == counts["any"] == counts["3"]
    assert counts["0"] == 3
    assert counts["1"] == 3
    assert counts["2"] == counts["1"] + counts["2..2"]
    assert counts["1..2"] == counts["2..2"]
    assert counts["3..9"] == 0


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"holes_free": "two"}, "holes_free is 'two'; expected a number, a..b or any"),
        ({"holes_free": "3..1"}, "holes_free is 3..1; expected a..b with a at most b"),
        ({"holes_free": True}, "holes_free is True; expected a number"),
        (
            {"board": "2x3", "holes_free": 1},
            "holes_free is 1 and no cell may stay empty; expected + in the board's picture",
        ),
        ({"optional": "5,5"}, "optional has 5,5, which is not a cell of the board; expected cells of it"),
        ({"board": "2x3", "holes": "0,0", "optional": "0,0"}, "optional has 0,0, which is not a cell of the board"),
        ({"optional": "x"}, "optional has 'x'; expected row,column"),
        (
            {"board": "+-./..."},
            "row 0, column 1 has '-'; expected . for a cell, # for none, + for a cell that may stay empty",
        ),
    ],
)
def test_bad_keys_are_refused(changed: dict[str, Any], sentence: str) -> None:
    """Each fault of the keys is told in one sentence."""
    with pytest.raises(InvalidInput) as refusal:
        packing({**BURR, **changed})
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    "specification",
    [
        "blokus board=+..../....../....../....../......",
        "blocks board=AA+/.../... goal=A@1,1",
        "blokus board=+.../.... pieces=blokus-tiny",
    ],
)
def test_other_kinds_refuse_cells_that_may_stay_empty(specification: str) -> None:
    """A board of another kind that has + in its picture is refused with the cell, or for its shape."""
    with pytest.raises(InvalidInput):
        puzzle(specification)


def test_blocks_name_the_cell() -> None:
    """The refusal says where the + is."""
    with pytest.raises(InvalidInput, match=r"column 2 has '\+'; expected \. for a cell, # for none, or a letter"):
        puzzle("blocks board=AA+/.../... goal=A@1,1")


def test_canonical_form_names_optional_cells_and_reads_back() -> None:
    """The same cells drawn and listed are one puzzle; a bound that cannot bind is none; another bound is another puzzle."""
    drawn = puzzle_of("packing", BURR).canonical()
    assert drawn["optional"] == [[0, 0], [0, 1], [1, 0]]
    assert drawn["holes_free"] == [0, 3]
    for keys in (
        {**BURR, "board": "2x3", "optional": "0,0/0,1/1,0"},
        {**BURR, "holes_free": 7},
        {**BURR, "board": "+../+..", "optional": "0,1"},
        drawn,
    ):
        assert puzzle_of("packing", {key: value for key, value in keys.items() if key != "kind"}).canonical() == drawn
    assert puzzle_of("packing", {**BURR, "holes_free": 2}).canonical() != drawn
    assert "optional" not in puzzle_of("packing", {**BURR, "board": "2x3"}).canonical()


def test_pre_placed_pieces_may_cover_optional_cells() -> None:
    """A cell under a pre-placed piece is not empty, and no longer may be."""
    keys = {"board": "++./...", "pieces": "I1,I2", "copies": "any", "fixed": "I2:0,0/0,1", "holes_free": "1..2"}
    assert counted("exact", tiling_of(packing(keys))) == 0
    assert counted("exact", tiling_of(packing({**keys, "holes_free": 2}))) == 5


def test_wrong_solutions_are_refused() -> None:
    """A cell that must be covered and is not, too few and too many empty cells, an overlap: each its own sentence."""
    value = packing({"board": "++./+..", "pieces": "I1", "copies": "any", "holes_free": "1..2"})
    every = [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]

    def wrong(*cells: list[int]) -> list[str]:
        solution = {"placements": [{"piece": "I1", "cells": [cell]} for cell in cells]}
        told = list(accepted.faults(value, solution))
        layout = layouts.of_solution(value, solution)
        assert len(list(accepted.faults(value, layout))) == len(told)
        return told

    assert wrong(*every[1:]) == []
    assert wrong(*every[2:]) == []
    assert wrong(*every) == ["0 cells stay empty; expected 1 to 2"]
    assert wrong(*every[2:3], *every[4:]) == ["3 cells stay empty; expected 1 to 2"]
    assert wrong(*every[1:5]) == ["cell (1, 2) is not covered"]
    assert wrong(*every[1:], every[1]) == ["placements 0 and 5 both cover (0, 1)"]


def test_encodings_that_lose_or_gain_an_empty_cell_are_refused() -> None:
    """Every change of what stands for empty cells is found by the referee, each with its own sentence."""
    value = packing({**BURR, "holes_free": 2})
    tiling = tiling_of(value)
    assert referee.tiling_faults(value, tiling) == []
    assert tiling.grounds is not None
    *others, last = tiling.pieces
    less = tiling.grounds.copy()
    less[-1, 0, 0] = False
    more = tiling.grounds | tiling.region
    bound = replace(others[0], grounds=np.zeros((len(others[0].orientations), 1, 2), dtype=np.int64))
    elsewhere = replace(last, grounds=np.zeros((1, 1, 1), dtype=np.int64))
    for pieces, grounds, sentence in (
        (others, tiling.grounds, "no piece of one cell, its last one, for cells that stay empty"),
        ([last, *others], tiling.grounds, "no piece of one cell, its last one, for cells that stay empty"),
        ([*others, replace(last, most=3)], tiling.grounds, "lets 0 to 3 cells stay empty; expected (0, 2)"),
        ([*others, last], less, "grounds are not the region"),
        ([*others, last], more, "grounds are not the region"),
        ([*others, replace(last, grounds=None)], tiling.grounds, "lets cells stay empty that are not those"),
        ([*others, elsewhere], tiling.grounds, "lets cells stay empty that are not those"),
        ([bound, last], tiling.grounds, "binds I2 to other parts of the board"),
    ):
        (fault,) = referee.tiling_faults(value, replace(tiling, pieces=tuple(pieces), grounds=grounds))
        assert sentence in fault
    whole = packing({**BURR, "board": "2x3"})
    assert len(referee.tiling_faults(whole, tiling)) == 1
    lone = replace(tiling_of(whole), pieces=(*tiling_of(whole).pieces, replace(last, grounds=None)))
    assert referee.tiling_faults(whole, lone) == ["the tiling lets cells stay empty"]


def test_the_model_s_judge_refuses_pieces_off_their_grounds() -> None:
    """An empty cell where none may be is refused, alone and in a table of many selections."""
    tiling = tiling_of(packing({"board": "+./..", "pieces": "I1", "copies": "any"}))
    right = np.array([[1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0], [0, 0, 1, 1]])
    wrong = np.array([[0, 0, 0, 0], [1, 0, 0, 1], [0, 0, 1, 0], [0, 0, 1, 1]])
    assert judges.faults(tiling, right) == []
    assert judges.faults(tiling, wrong) == ["'+' at (0, 1) has a cell that is not on its ground"]
    assert judges.all_right(tiling, table_of([right]))
    assert not judges.all_right(tiling, table_of([right, wrong]))


@pytest.mark.parametrize("name", ["compose", "local-beam", "anneal"])
def test_searches_that_list_no_placement_refuse(name: str) -> None:
    """These engines of large boards know no empty cells, and say so in one sentence; `fill` does."""
    tiling = tiling_of(packing({"board": "++../....", "pieces": "I2", "copies": "any"}))
    with pytest.raises(Unsuitable, match="cells that may stay empty"):
        list(engine(name).run("solve", tiling, EngineOptions(), Limits()))


def test_malformed_grounds_are_refused() -> None:
    """Grounds of another shape, off the region, or that a tiling has not."""
    cell = np.zeros((1, 2), dtype=np.int64)
    region = np.ones((1, 2), dtype=np.bool_)
    for shape in ((1, 1, 2), (2, 1, 1), (1, 0, 1)):
        with pytest.raises(InvalidModel, match="expected numbers for 1 orientations"):
            Piece("+", (cell,), 0, 1, np.zeros(shape, dtype=np.int64))
    with pytest.raises(InvalidModel, match="expected numbers"):
        Piece("+", (cell,), 0, 1, np.full((1, 1, 1), -1))
    piece = Piece("+", (cell,), 0, 1, np.ones((1, 1, 1), dtype=np.int64))
    for grounds in (None, np.ones((1, 1, 2), dtype=np.bool_)):
        with pytest.raises(InvalidModel, match="names ground 1; expected one of the tiling's grounds"):
            Tiling(region, (piece,), grounds=grounds)
    with pytest.raises(InvalidModel, match="expected masks like the region"):
        Tiling(region, (), grounds=np.ones((1, 2, 2), dtype=np.bool_))
    with pytest.raises(InvalidModel, match="a ground has a cell that is not in the region"):
        Tiling(~region, (), grounds=region[None])


def test_large_boards_have_their_empty_cells_left_out_of_layouts() -> None:
    """On a board whose solutions are arrays, what covers empty cells is no row of the layout."""
    keys = {"board": "40x30", "pieces": "I2", "copies": "any", "optional": "0,0/39,29"}
    value = packing(keys)
    encoding = to_tiling.encode(value)
    tiling = tiling_of(value)
    dominoes = [[0, 0, r, c] for r in range(40) for c in range(0, 30, 2)]
    selection = np.array([row for row in dominoes if row[2] not in (0, 39)], dtype=np.int64)
    edge = [[0, 0, 0, c] for c in range(1, 29, 2)]
    assert tiling.pieces[-1].empty
    layout = encoding.decode(np.array([*selection.tolist(), *edge, [1, 0, 0, 0]], dtype=np.int64))
    assert len(layout) == len(selection) + len(edge)
    faults = list(accepted.faults(value, layout))
    assert len(faults) == 30  # the last row, of which the corner may stay empty, and the end of the first
    whole = copy.copy(value)
    assert list(accepted.faults(whole, encoding.decode(np.array(dominoes, dtype=np.int64)))) == []


def test_info_tells_what_may_stay_empty() -> None:
    """`info` has the optional cells beside the pieces, not among them."""
    from exactcover.api.about import info

    told = info(puzzle_of("packing", {**BURR, "holes_free": 2}))
    assert told["optional"] == {"cells": 3, "empty": [0, 2]}
    assert [piece["name"] for piece in told["pieces"]] == ["I2"]
    assert info(puzzle_of("packing", {**BURR, "board": "2x3"}))["optional"] is None


def test_oracle_knows_dominoes() -> None:
    """The oracle finds 3 domino tilings of 2x3, and one more of each pair of cells that may stay empty together."""
    cells: dict[Cell, str] = {(r, c): "" for r in range(2) for c in range(3)}
    shape: dict[Cell, str] = {(0, 0): "", (0, 1): ""}
    domino = (("d", shape, 0, 9),)
    assert len(Small((2, 3), cells, frozenset(), (0, 0), domino).packings()) == 3
    assert len(Small((2, 3), cells, frozenset({(0, 0), (0, 1)}), (2, 2), domino).packings()) == 1
