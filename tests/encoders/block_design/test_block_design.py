"""Block designs as puzzles: counted as published and by a second program, judged by counting points, losses caught."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from encoders.catalogue import puzzle
from exactcover import api
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from tests.commands import run
from tests.schemas import validate
from tests.second_program_of_designs import designs

FANO = "block-design v=7 k=3"
LINES = [[1, 2, 3], [1, 4, 5], [1, 6, 7], [2, 4, 6], [2, 5, 7], [3, 4, 7], [3, 5, 6]]
FOUR = "block-design v=4 k=2 resolvable=yes"
DAYS = {"blocks": [[1, 2], [3, 4], [1, 3], [2, 4], [1, 4], [2, 3]], "days": [1, 1, 2, 2, 3, 3]}


@pytest.mark.parametrize(
    ("words", "count", "classes"),
    [
        ("v=7 k=3", 30, 1),  # with the next, OEIS A001201
        ("v=9 k=3", 840, None),
        ("v=8 k=4 t=3", 30, None),
        ("v=6 k=3 lambda=2", 12, 1),
        ("v=7 k=3 lambda=2", 120, 1),
        ("v=7 k=3 lambda=2 repeated=yes", 465, 4),  # four classes: Handbook of Combinatorial Designs, table II.1.18
        ("v=6 k=2 resolvable=yes", 6 * 120, None),
        ("v=9 k=3 resolvable=yes", 840 * 24, None),
    ],
)
def test_counts_are_those_of_the_literature(words: str, count: int, classes: int | None) -> None:
    """Labelled designs, days in any order, and classes up to the numbers of points and days while these are few."""
    answer = api.count(f"block-design {words}")
    assert (answer.count, answer.classes) == (count, classes)


@pytest.mark.parametrize("repeated", [False, True])
@pytest.mark.parametrize("index", [1, 2, 3])
@pytest.mark.parametrize(
    ("v", "k", "t", "resolvable"),
    [
        (4, 2, 1, False),
        (4, 2, 2, True),
        (5, 4, 3, False),
        (6, 3, 2, False),
        (5, 2, 1, True),
        (4, 4, 1, True),
        (4, 2, 1, True),
    ],
)
def test_counts_are_those_of_a_second_program(
    v: int, k: int, t: int, resolvable: bool, index: int, repeated: bool
) -> None:
    """Simple designs and those with repeated blocks, with days or without, are as many as trying all blocks finds."""
    keys = {"v": v, "k": k, "t": t, "lambda": index, "repeated": repeated, "resolvable": resolvable}
    assert api.count(api.puzzle("block-design", **keys)).count == designs(keys)


@pytest.mark.parametrize(
    "words", ["v=8 k=3", "v=6 k=3", "v=7 k=3 resolvable=yes", "v=7 k=3 lambda=6", "v=4 k=4 lambda=2"]
)
def test_impossible_designs_are_proved_impossible(words: str) -> None:
    """Numbers that exclude a design are no fault of the keys: the proof is by arithmetic or search, and is judged."""
    answer = api.prove(f"block-design {words}")
    assert (answer.status, answer.certificate is None) == ("INFEASIBLE", False)


@pytest.mark.parametrize(
    "words", ["v=15 k=3 resolvable=yes", "v=13 k=3", "v=13 k=4", "v=10 k=4 t=3", "v=7 k=3 lambda=3 repeated=yes"]
)
def test_designs_are_found(words: str) -> None:
    """Kirkman's schoolgirls, triple systems, planes and quadruple systems have solutions, which fit their schema."""
    answer = api.solve(f"block-design {words}")
    validate("answer", answer.to_json())
    assert answer.status == "FEASIBLE"


def test_numbers_that_exclude_a_design_are_noticed() -> None:
    """Each number of blocks that is no whole number has a notice, and so have days that cannot have every point."""
    assert puzzle(FANO).notices() == []
    assert puzzle("block-design v=8 k=3 resolvable=yes").notices() == [
        "there would be 28/3 blocks, which is no whole number",
        "a point would be in 7/2 blocks, which is no whole number",
        "each day has every point in one block; blocks of 3 do not divide 8 points",
    ]


def test_designs_that_ask_the_same_are_one() -> None:
    """Blocks with lambda 1 are not repeated anyway, t is 2 unless it is given, and 1 for blocks of one point."""
    assert puzzle(FANO) == puzzle("block-design v=7 k=3 t=2 lambda=1 repeated=yes resolvable=no")
    assert puzzle("block-design v=3 k=1") == puzzle("block-design v=3 k=1 t=1")


def test_classes_are_refused_if_permutations_are_many() -> None:
    """Triple systems of nine points are not listed up to the numbers of points; those of seven are."""
    assert "without its symmetries" in run("list", "block-design v=9 k=3", "--up-to-symmetry").stderr
    assert len(list(api.iterate(FANO, up_to_symmetry=True))) == 1


def test_blocks_are_drawn_as_rows_of_the_incidence_matrix() -> None:
    """A row has the points of its block; without a solution there are as many empty rows."""
    drawn = [line for line in api.draw(FANO, {"blocks": LINES}).splitlines() if any(map(str.isdigit, line))]
    assert [[int(mark) for mark in line if mark.isdigit()] for line in drawn] == LINES
    assert api.draw(FANO).count("·") == 49
    with pytest.raises(InvalidInput, match="too large to draw"):
        api.draw("block-design v=24 k=12 t=12")


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("k=3", "v is None; expected a whole number from 1 to 99"),
        ("v=100 k=3", "v is 100; expected a whole number from 1 to 99"),
        ("v=7 k=8", "k is 8; expected at most v, which is 7"),
        ("v=7 k=3 t=4", "t is 4; expected at most k, which is 3"),
        ("v=7 k=3 lambda=0", "lambda is 0; expected a whole number from 1 to 99"),
        ("v=7 k=3 repeated=maybe", "repeated is 'maybe'; expected yes or no"),
        ("v=7 k=3 resolvable=2", "resolvable is '2'; expected yes or no"),
        ("v=60 k=30", "2-.60, 30, 1. makes options with .* items in all; expected at most 5,000,000"),
        ("v=7 k=3 b=7", "has no key 'b'"),
    ],
)
def test_bad_keys_are_refused(words: str, fault: str) -> None:
    """Each fault of a key has a sentence with what was expected."""
    with pytest.raises(InvalidInput, match=fault):
        puzzle(f"block-design {words}")


@pytest.mark.parametrize(
    ("subject", "solution", "fault"),
    [
        (FANO, {}, "the solution has no blocks"),
        (FANO, {"blocks": LINES * 4}, "the solution has 28 blocks; expected at most 21"),
        (FANO, {"blocks": [[1, 2, 8]]}, "a block is [1, 2, 8]; expected a list of points from 1 to 7"),
        (FANO, {"blocks": [[1, 2, True]]}, "a block is [1, 2, True]; expected a list of points from 1 to 7"),
        (FANO, {"blocks": [[1, 2]]}, "a block is [1, 2]; expected 3 different points"),
        (FANO, {"blocks": [[1, 2, 2]]}, "a block is [1, 2, 2]; expected 3 different points"),
        (FANO, {"blocks": LINES[1:]}, "points 1 2: in 0 blocks; expected 1"),
        ("block-design v=3 k=1 t=1", {"blocks": [[1], [2]]}, "point 3: in 0 blocks; expected 1"),
        ("block-design v=7 k=3 lambda=2", {"blocks": LINES * 2}, "the block 1 2 3 occurs 2 times; expected once"),
        (FOUR, {"blocks": DAYS["blocks"]}, "the solution has no days of 6 blocks; expected a number for each block"),
        (FOUR, DAYS | {"days": [1, 1, 2, 2, 3, 4]}, "a block has the day 4; expected 1 to 3"),
        (FOUR, DAYS | {"days": [1, 1, 2, 2, 3, None]}, "a block has the day None; expected 1 to 3"),
        (FOUR, DAYS | {"days": [1, 2, 1, 2, 3, 3]}, "day 1 has point 1 in 2 blocks; expected one"),
    ],
)
def test_referee_refuses_wrong_designs(subject: str, solution: Any, fault: str) -> None:
    """Each way to be wrong has a sentence."""
    assert any(fault in each for each in puzzle(subject).faults(solution))


def test_referee_accepts_right_designs() -> None:
    """Blocks and their points are in any order; blocks are repeated only if they may be."""
    assert puzzle(FANO).faults({"blocks": [line[::-1] for line in LINES[::-1]]}) == []
    assert puzzle("block-design v=7 k=3 lambda=2 repeated=yes").faults({"blocks": LINES * 2}) == []
    assert puzzle(FOUR).faults(DAYS) == []


@pytest.mark.parametrize(
    "words",
    [
        "v=7 k=3",
        "v=9 k=3",
        "v=5 k=3 t=3",
        "v=5 k=3 lambda=3 repeated=yes",
        "v=4 k=2 resolvable=yes",
        "v=4 k=2 lambda=2 resolvable=yes",
        "v=4 k=2 lambda=2 resolvable=yes repeated=yes",
    ],
)
def test_losses_of_the_encoding_are_caught(words: str) -> None:
    """Any option lost, other multiplicities, costs, other symmetries, another design's model: each is found."""
    design = puzzle(f"block-design {words}")
    model = design.encode().model
    assert isinstance(model, Cover)
    assert design.encoding_faults(model) == []
    for option in range(model.options):
        assert design.encoding_faults(model.with_options(np.delete(np.arange(model.options), option)))
    assert design.encoding_faults(replace(model, most=model.most + 1, symmetries=None))
    assert design.encoding_faults(replace(model, least=model.least * 0, symmetries=None))
    assert design.encoding_faults(replace(model, symmetries=np.arange(len(model.items))[None]))
    assert design.encoding_faults(replace(model, costs=np.ones(model.options, np.int64)))
    assert design.encoding_faults(puzzle("block-design v=6 k=3").encode().model)
    assert design.encoding_faults(puzzle("soma").encode().model)
