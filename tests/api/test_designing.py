"""Designs: puzzles with exactly one solution up to symmetry; against subsets, positions and clues tried one by one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any

import pytest

import exactcover
from exactcover.api.answering import answered_here, run_here
from exactcover.api.designing import designs_by
from exactcover.model.answer import request
from exactcover.model.errors import InvalidInput
from tests.schemas import validate

SUDOKU = "sudoku grid=" + "." * 81
POOL = "packing board=3x4 pieces=I4,L4,T4,S4,O4,I3,V3,I2,L5,P5"
NINETEEN = """
    FLPUW FLPUX FLPVW FLPVY FLUYZ FNTVY FPTUY LNPWY LNUVZ LNUWY LPTUX LPTUZ LPTWY LPUVW LPVYZ LUVYZ NPUVY NPUYZ PVWYZ
"""


def designs(line: str, vary: str, *, limit: int | None = None, **wanted: Any) -> exactcover.Designs:
    """Return designs whose engines run in this process."""
    values = {"pick": None, "seed": "1", "level": None} | wanted
    return designs_by(run_here, exactcover.puzzle(line), vary, **values, limits=exactcover.Limits(solutions=limit))


def classes(puzzle: exactcover.Puzzle) -> int:
    """Return the number of solutions up to symmetry."""
    answer = answered_here(puzzle, request("count"))
    assert answer.exhausted or answer.status == "INFEASIBLE"
    return (answer.count if answer.classes is None else answer.classes) or 0


def again(design: exactcover.Design) -> exactcover.Puzzle:
    """Return the puzzle that a reader of a design gets."""
    keys = dict(design["puzzle"])
    return exactcover.puzzle(str(keys.pop("kind")), **keys)


def test_nineteen_sets_of_five_pentominoes_have_one_packing_of_the_5x5_square() -> None:
    """Of the 792 sets of five pentominoes those 19 fill the square in exactly one way, and the search says that these are all."""
    made = designs("packing board=5x5 pieces=pentominoes", "pieces", pick=5)
    assert sorted(each["words"].replace("5", "").replace(" ", "") for each in made) == NINETEEN.split()
    assert made.summary is not None
    assert (made.summary["count"], made.summary["exhausted"], made.summary["stop_reason"]) == (19, True, None)


def test_sets_of_three_pieces_are_those_of_a_naive_loop() -> None:
    """The sets of a pool are those of which a count of each set alone says that it has one solution up to symmetry."""
    pool = [piece.name for piece in exactcover.puzzle(POOL).value.pieces]
    naive = {
        tuple(sorted(three))
        for three in combinations(pool, 3)
        if classes(exactcover.puzzle("packing", board="3x4", pieces=",".join(three))) == 1
    }
    assert {tuple(each["words"].split()) for each in designs(POOL, "pieces", pick=3)} == naive
    assert naive


def test_a_set_with_more_symmetries_than_its_pool_is_not_missed() -> None:
    """A pool with a piece that must not be reflected has fewer symmetries than a set without it, whose images are one class."""
    pool = exactcover.puzzle(
        "packing",
        board="2x4",
        pieces=[
            {"name": "L", "cells": [[0, 0], [0, 1], [0, 2], [1, 0]], "motions": "rotations"},
            {"name": "bar", "cells": [[0, 0], [0, 1], [0, 2], [0, 3]]},
            {"name": "three", "cells": [[0, 0], [0, 1], [0, 2]]},
            {"name": "angle", "cells": [[0, 0], [0, 1], [1, 0]]},
            {"name": "two", "cells": [[0, 0], [0, 1]]},
        ],
    )
    sets = [each for size in (2, 3, 4) for each in combinations([piece.name for piece in pool.value.pieces], size)]
    made = designs_by(run_here, pool, "pieces", None, "1", None, exactcover.Limits())
    whole = {piece.name: piece for piece in pool.value.pieces}
    keys = {each["name"]: each for each in pool.named()["pieces"]}
    naive = {each for each in map(tuple, map(sorted, sets)) if sum(len(whole[name].cells) for name in each) == 8}
    unique = {
        each
        for each in naive
        if classes(exactcover.puzzle("packing", board="2x4", pieces=[keys[name] for name in each])) == 1
    }
    assert {tuple(design["words"].split()) for design in made} == unique


def test_holes_are_those_of_a_naive_loop() -> None:
    """The positions of two holes are, up to symmetry, those at which a board without these cells has one packing."""
    line = "packing board=3x4 pieces=I3,V3,L4"
    made = [each["words"] for each in designs(line, "holes", pick=2)]
    cells = [(row, column) for row in range(3) for column in range(4)]
    naive = set()
    for pair in combinations(cells, 2):
        text = "/".join(f"{row},{column}" for row, column in pair)
        if classes(exactcover.puzzle("packing", board="3x4", pieces="I3,V3,L4", holes=text)) == 1:
            naive.add(frozenset(pair))
    images = {tuple(_least_image(pair)) for pair in naive}
    read = [frozenset(tuple(map(int, cell.split(","))) for cell in words.split("/")) for words in made]
    assert sorted(tuple(_least_image(each)) for each in read) == sorted(images)


def _least_image(cells: Any) -> list[tuple[int, int]]:
    """Return the least of the images of cells of a 3x4 board, as a sorted list."""

    def images() -> Iterator[list[tuple[int, int]]]:
        for down in (False, True):
            for across in (False, True):
                yield sorted((2 - r if down else r, 3 - c if across else c) for r, c in cells)

    return min(images())


@pytest.mark.parametrize(
    ("line", "vary"),
    [
        (SUDOKU, "clues"),
        ("latin n=5", "clues"),
        ("soma", "fixed"),
        ("queens n=6", "fixed"),
    ],
)
def test_nothing_that_is_given_can_be_spared(line: str, vary: str) -> None:
    """A design has one solution up to symmetry, and at least two if any of its clues, or pre-placed pieces, is left out."""
    (design,) = designs(line, vary)
    puzzle = again(design)
    assert classes(puzzle) == 1
    for fewer in _with_one_part_less(dict(design["puzzle"])):
        keys = dict(fewer)
        assert classes(exactcover.puzzle(str(keys.pop("kind")), **keys)) >= 2


def _with_one_part_less(keys: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if "grid" in keys:
        for cell, mark in enumerate(keys["grid"]):
            if mark != ".":
                yield keys | {"grid": keys["grid"][:cell] + "." + keys["grid"][cell + 1 :]}
        return
    for number in range(len(keys.get("fixed", []))):
        yield keys | {"fixed": [each for other, each in enumerate(keys["fixed"]) if other != number]}


def test_the_solution_is_that_of_the_design() -> None:
    """What a design names as its solution is accepted by the puzzle's referee, and its lines follow the schemas."""
    made = designs("soma", "fixed", limit=2)
    for design in made:
        validate("design", design)
        assert exactcover.faults(again(design), design["solution"]) == []
    validate("design_summary", made.summary)


@pytest.mark.parametrize("seed", ["2026-11-25", "7"])
def test_the_same_seed_gives_the_same_designs(seed: str) -> None:
    """A puzzle of a day depends on the date alone."""
    assert list(designs("soma", "fixed", seed=seed, limit=2)) == list(designs("soma", "fixed", seed=seed, limit=2))


def test_other_seeds_give_other_designs() -> None:
    """Two days have two puzzles."""
    days = [next(designs(SUDOKU, "clues", seed=day))["words"] for day in ("2026-11-25", "2026-11-26")]
    assert days[0] != days[1]


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_every_level_has_a_puzzle(level: int) -> None:
    """Of every level there is a puzzle of twelve pentominoes with some of them pre-placed."""
    (design,) = designs("pentominoes-6x10", "fixed", level=level)
    assert design["difficulty"]["level"] == level
    assert classes(again(design)) == 1


def test_so_many_clues_are_given_as_are_picked() -> None:
    """`pick` is the number of clues, some of which may be spared."""
    (design,) = designs(SUDOKU, "clues", pick=30)
    assert sum(mark != "." for mark in design["words"]) == 30
    assert classes(again(design)) == 1


def test_what_a_puzzle_gives_stays_given() -> None:
    """Clues of the puzzle from which a design is made are kept, and others are added."""
    (design,) = designs("sudoku grid=123456789" + "." * 72, "clues")
    assert design["words"].startswith("123456789")


def test_the_ranking_is_by_guesses_and_then_by_steps() -> None:
    """The summary ranks designs from the easiest to the hardest."""
    made = designs("packing board=5x5 pieces=F5,L5,N5,P5,U5,X5,Y5", "pieces")
    rated = {each["number"]: (each["difficulty"]["guesses"], each["difficulty"]["steps"]) for each in made}
    assert made.summary is not None
    assert [rated[number] for number in made.summary["ranking"]] == sorted(rated.values())


def test_a_puzzle_without_a_solution_has_no_design() -> None:
    """If there is no solution whose pieces could be pre-placed, the search says so."""
    made = designs("mutilated-chessboard", "fixed")
    assert list(made) == []
    assert made.summary is not None
    assert (made.summary["status"], made.summary["exhausted"]) == ("INFEASIBLE", True)


def test_a_pool_without_a_unique_set_is_exhausted() -> None:
    """If every set has several solutions or none, the summary says that there is no design."""
    made = designs("soma", "pieces")
    assert list(made) == []
    assert made.summary is not None
    assert (made.summary["status"], made.summary["exhausted"]) == ("INFEASIBLE", True)


@pytest.mark.parametrize(
    ("line", "vary", "wanted", "sentence"),
    [
        ("soma", "clues", {}, "vary is 'clues'; expected pieces, holes or fixed for a puzzle of the kind packing"),
        ("8-puzzle", "fixed", {}, "nothing varies in a puzzle of the kind tiles"),
        ("soma", "pieces", {"pick": 8}, "pick is 8; expected 1 to 7 pieces of the pool"),
        ("soma", "pieces", {"pick": -1}, "pick is -1; expected a number of 0 or more"),
        ("soma", "holes", {"pick": 27}, "pick is 27; expected 1 to 26 holes"),
        ("soma", "fixed", {"level": 6}, "the level is 6; expected 1 to 5"),
        ("packing board=4x4 pieces=dominoes copies=any maximise=covered", "pieces", {}, "have costs"),
        ("packing board=4x4 pieces=dominoes copies=any wrap=both", "holes", {}, "flat"),
        ("latin n=4", "clues", {"pick": 17}, "pick is 17; expected at most 16"),
    ],
)
def test_what_cannot_be_designed_is_refused(line: str, vary: str, wanted: dict[str, Any], sentence: str) -> None:
    """Each refusal names the value and what was expected."""
    with pytest.raises(InvalidInput, match=sentence):
        list(designs(line, vary, **wanted))


def test_a_time_limit_leaves_what_there_is() -> None:
    """A search that is out of time ends with its summary, not with an exception."""
    made = exactcover.design(SUDOKU, vary="clues", limits=exactcover.Limits(time=0.0, solutions=5))
    assert list(made) == []
    assert made.summary is not None
    assert (made.summary["status"], made.summary["stop_reason"]) == ("UNKNOWN", "time")


def test_a_cancelled_search_keeps_its_designs() -> None:
    """Cancelled from another thread, a search ends with the designs that it has."""
    cancel = threading.Event()
    made = exactcover.design(SUDOKU, vary="clues", limits=exactcover.Limits(solutions=50), cancel=cancel)
    first = list(islice(made, 1))
    cancel.set()
    assert list(made) == []
    assert made.summary is not None
    assert (len(first), made.summary["count"], made.summary["stop_reason"]) == (1, 1, "interrupted")
