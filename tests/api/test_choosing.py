"""Solutions by what they choose: each choice that has one, and how many have it, as a plain count over all solutions says."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import exactcover
from exactcover.api.answering import run_here
from exactcover.api.choosing import choices_by
from exactcover.model.answer import Limits
from exactcover.model.errors import InvalidInput, Unsuitable
from tests.schemas import validate

LOOSE = exactcover.puzzle("packing", board="4x4", pieces="tetrominoes", copies="any", optional="all", holes_free="4")
SMALL = exactcover.puzzle("packing", board="5x5", pieces="pentominoes", copies="0..1")


def placements(puzzle: Any) -> Iterator[list[dict[str, Any]]]:
    """Those of each solution, as JSON."""
    for solution in exactcover.iterate(puzzle):
        assert isinstance(solution, exactcover.PackingSolution)
        yield [
            {"piece": each["piece"], "cells": [list(cell) for cell in each["cells"]]} for each in solution["placements"]
        ]


def table(puzzle: Any, over: str) -> Counter[str]:
    """What `choices` says, of a complete table."""
    told = exactcover.choices(puzzle, over)
    validate("choices", dict(told))
    assert told["status"] in ("FEASIBLE", "INFEASIBLE")
    counted = Counter({json.dumps(each["choice"]): int(each["solutions"]) for each in told["choices"]})
    assert counted.total() == int(told["solutions"])
    return counted


def test_empty_cells_are_those_that_no_piece_covers() -> None:
    """Of every solution with four of sixteen cells empty or fewer."""
    plain: Counter[str] = Counter()
    for each in placements(LOOSE):
        covered = {tuple(cell) for placement in each for cell in placement["cells"]}
        plain[json.dumps([[r, c] for r in range(4) for c in range(4) if (r, c) not in covered])] += 1
    assert table(LOOSE, "empty") == table(LOOSE, "optional") == plain


def test_five_pentominoes_fill_a_square_in_nineteen_sets_in_one_way() -> None:
    """Up to the eight symmetries; the sets are those of every solution."""
    plain = Counter(json.dumps(sorted(placement["piece"] for placement in each)) for each in placements(SMALL))
    counted = table(SMALL, "pieces")
    assert counted == plain
    assert sum(number == 8 for number in counted.values()) == 19


def test_placements_of_some_pieces() -> None:
    """Those of the named ones alone; none where a solution has none of them."""
    plain: Counter[str] = Counter()
    for each in placements(SMALL):
        plain[json.dumps([placement for placement in each if placement["piece"] in ("X5", "I5")])] += 1
    assert table(SMALL, "X5,I5") == plain


def test_options_of_a_cover() -> None:
    """Those that cover a named item."""
    cover = exactcover.cover(["a", "b", "c"], [["a"], ["b"], ["c"], ["a", "b"], ["b", "c"]])
    assert table(cover, "b") == {'[["a", "b"]]': 1, '[["b", "c"]]': 1, '[["b"]]': 1}


def test_no_solution_gives_an_empty_table() -> None:
    """And the status says so."""
    odd = exactcover.puzzle("packing", board="3x3", pieces="dominoes", copies="any")
    told = exactcover.choices(odd, "pieces")
    assert (told["status"], told["choices"], told["sentence"]) == ("INFEASIBLE", [], "There is no solution.")


def test_a_prover_may_be_the_one_that_finds_no_solution() -> None:
    """The table is as complete as one by a search."""
    odd = exactcover.puzzle("packing", board="3x3", pieces="dominoes", copies="any")
    refuted = exactcover.prove(odd)
    assert refuted.certificate is not None
    assert not refuted.exhausted
    told = choices_by(lambda *_: [refuted], odd, "pieces", Limits())
    assert (told["status"], told["choices"], told["stop_reason"]) == ("INFEASIBLE", [], None)


def test_a_limit_leaves_a_part_of_the_table() -> None:
    """What is there is right, and the status is UNKNOWN."""
    board = exactcover.puzzle("packing", board="12x20", pieces="pentominoes", copies="any")
    told = exactcover.choices(board, "X5", time_limit=0.5)
    validate("choices", dict(told))
    assert (told["status"], told["stop_reason"]) == ("UNKNOWN", "time")
    assert told["sentence"].startswith("At least ")


def test_an_interruption_leaves_a_part_of_the_table() -> None:
    """What is there by then is right; the reason is named."""
    told = choices_by(run_here, SMALL, "pieces", Limits(), interrupted=lambda: True)
    validate("choices", dict(told))
    assert (told["status"], told["stop_reason"]) == ("UNKNOWN", "interrupted")
    complete = {
        json.dumps(each["choice"]): int(each["solutions"]) for each in exactcover.choices(SMALL, "pieces")["choices"]
    }
    assert all(int(each["solutions"]) <= complete[json.dumps(each["choice"])] for each in told["choices"])


@pytest.mark.parametrize(
    ("puzzle", "over", "sentence"),
    [
        (SMALL, "X6", "'X6' is no piece and no item; expected empty, pieces, or names of these"),
        (SMALL, "empty", "the puzzle has no cells that may stay empty"),
        (SMALL, ",", "',' is no piece and no item"),
        (exactcover.cover(["a"], [["a"]]), "pieces", "has no choice of pieces; expected names of its items"),
    ],
)
def test_choices_that_a_puzzle_does_not_have_are_refused(puzzle: Any, over: str, sentence: str) -> None:
    """In one sentence."""
    with pytest.raises(InvalidInput, match=sentence):
        exactcover.choices(puzzle, over)


def test_grids_choose_nothing() -> None:
    """Their solutions have no pieces and no options."""
    with pytest.raises(Unsuitable, match="choose no pieces and no options"):
        exactcover.choices(exactcover.puzzle("sudoku", grid="." * 16), "pieces")
