"""Hints: a placement that is in all completions, or in most of them; or the first move after which there is none."""

from __future__ import annotations

import itertools
import json
import random
from dataclasses import replace
from typing import Any

import pytest

import exactcover
from exactcover.api import hints
from exactcover.api.answering import answered
from exactcover.api.hints import hint_by
from exactcover.model.answer import Answer, Request
from exactcover.model.errors import InvalidInput
from exactcover.model.puzzle_protocol import digest_of
from tests.schemas import validate

PENTOMINOES = exactcover.puzzle("packing", board="5x5", pieces="pentominoes", copies="0..1")
BARS = exactcover.puzzle("packing", board="4x4", pieces="dominoes", copies="any")


def placements(solution: Any) -> list[dict[str, Any]]:
    return [
        {"piece": each["piece"], "cells": [list(cell) for cell in each["cells"]]} for each in solution["placements"]
    ]


def filled(
    number: int, seed: int, puzzle: exactcover.Puzzle
) -> tuple[list[dict[str, Any]], list[list[dict[str, Any]]]]:
    """So many placements of a random solution, and what the solutions that have these place besides."""
    every = [placements(each) for each in exactcover.iterate(puzzle)]
    chance = random.Random(seed)
    moves = chance.sample(chance.choice(every), number)
    return moves, [[each for each in other if each not in moves] for other in every if all(m in other for m in moves)]


@pytest.mark.parametrize("seed", range(6))
def test_the_placement_is_in_most_completions(seed: int) -> None:
    """And the numbers are those of a plain count over all solutions."""
    moves, rests = filled(seed % 3, seed, PENTOMINOES)
    told = exactcover.hint(PENTOMINOES, {"placements": moves}, seconds=20)
    validate("hint", dict(told))
    placement = told["placement"]
    assert placement is not None
    counted = [json.dumps(each) for rest in rests for each in rest]
    own = json.dumps({"piece": placement["piece"], "cells": placement["cells"]})
    assert (placement["solutions"], placement["of"]) == (str(counted.count(own)), str(len(rests)))
    assert counted.count(own) == max(map(counted.count, set(counted)))
    assert told["wrong"] is None


def lying(*cells: tuple[int, int]) -> dict[str, Any]:
    return {"piece": "I2", "cells": [list(cell) for cell in cells]}


def test_a_forced_placement_comes_first() -> None:
    """Beside a domino that leaves a corner one way out, all completions have the one that goes there."""
    moves = [lying((0, 1), (1, 1))]
    told = exactcover.hint(BARS, {"placements": moves}, seconds=20)
    assert told["placement"] is not None
    assert told["placement"]["cells"] == [[0, 0], [1, 0]]
    assert told["placement"]["solutions"] == told["placement"]["of"]
    assert "all" in told["sentence"]


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_the_wrong_move_is_the_first_after_which_nothing_fits(order: tuple[int, ...]) -> None:
    """Two of three dominoes cut off a corner: the later one of them is wrong, in whatever order they were laid."""
    three = [lying((0, 1), (1, 1)), lying((1, 0), (2, 0)), lying((3, 2), (3, 3))]
    told = exactcover.hint(BARS, {"placements": [three[number] for number in order]}, seconds=20)
    validate("hint", dict(told))
    assert told["status"] == "INFEASIBLE"
    assert told["wrong"] is not None
    assert told["wrong"]["number"] == 1 + max(order.index(0), order.index(1))
    assert told["wrong"]["cells"] == three[order[told["wrong"]["number"] - 1]]["cells"]
    assert told["argument"]
    assert told["sentence"].startswith(f"Wrong since move {told['wrong']['number']} of 3, I2 at ")


def test_pictures_have_no_order() -> None:
    """For a partly filled board given as a picture, the hint states only the reason."""
    told = exactcover.hint(BARS, ".A../BA../B..C/...C", seconds=20)
    assert (told["status"], told["wrong"], bool(told["argument"])) == ("INFEASIBLE", None, True)


def test_a_puzzle_without_solutions_has_no_wrong_move() -> None:
    """It is impossible before the first one."""
    puzzle = exactcover.puzzle("packing", board="3x3", pieces="dominoes", copies="any")
    told = exactcover.hint(puzzle, {"placements": [lying((0, 0), (0, 1))]}, seconds=20)
    assert (told["status"], told["wrong"]) == ("INFEASIBLE", None)
    assert told["sentence"].startswith("Impossible: ")


def test_a_filled_board_needs_nothing() -> None:
    """The hint says so."""
    puzzle = exactcover.puzzle("packing", board="1x2", pieces="dominoes")
    told = exactcover.hint(puzzle, {"placements": [lying((0, 0), (0, 1))]})
    assert told["placement"] is None
    assert "nothing is left to place" in told["sentence"]


def test_a_plan_gives_its_first_move() -> None:
    """One that a shortest or any judged plan begins with."""
    told = exactcover.hint(exactcover.puzzle("8-puzzle"))
    validate("hint", dict(told))
    assert told["placement"] is not None
    assert told["placement"]["move"] in exactcover.moves(exactcover.puzzle("8-puzzle"))


def test_other_covers_name_their_options() -> None:
    """By the items of the option; of four solutions of six queens each square is in one."""
    told = exactcover.hint(exactcover.puzzle("queens", n=6), seconds=30)
    validate("hint", dict(told))
    assert told["placement"] is not None
    assert told["placement"]["option"]
    assert (told["placement"]["solutions"], told["placement"]["of"]) == ("1", "4")


def test_options_that_were_not_counted_in_time_are_admitted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solution of queens names no option, which does not mean that nothing is left to place."""
    monkeypatch.setattr(hints, "counted", lambda *_: None)
    told = exactcover.hint(exactcover.puzzle("queens", n=6), seconds=30)
    validate("hint", dict(told))
    assert told["placement"] is None
    assert told["sentence"] == "There is a solution; its options were not counted in 30 s."


def test_what_is_too_large_to_count_gets_a_placement_of_a_solution() -> None:
    """One that is not there already; how many solutions have it is not said."""
    puzzle = exactcover.puzzle("packing", board="40x60", pieces="pentominoes", copies="any")
    told = exactcover.hint(puzzle, seconds=5)
    validate("hint", dict(told))
    assert told["placement"] is not None
    assert told["placement"]["of"] is None


def test_a_search_that_does_not_end_is_admitted() -> None:
    """Nothing is known then of the next placement."""

    def undecided(puzzle: exactcover.Puzzle, request: Request) -> Answer:
        return replace(answered(puzzle, request), solution=None, exhausted=False, stop_reason="time", evidence=None)

    told = hint_by(undecided, BARS, None, 0.5)
    validate("hint", dict(told))
    assert (told["status"], told["placement"], told["sentence"]) == ("UNKNOWN", None, "Not decided in 0.5 s.")


def test_the_digest_is_that_of_the_partly_filled_board() -> None:
    """It names what the hint is about."""
    moves = {"placements": [lying((0, 0), (0, 1))]}
    told = exactcover.hint(BARS, moves)
    keys = BARS.named()
    assert told["puzzle_sha256"] == digest_of(exactcover.puzzle(keys.pop("kind"), **keys, begun=moves).canonical())


def test_times_out_of_range_are_refused() -> None:
    """And boards that cannot be read, in one sentence."""
    with pytest.raises(InvalidInput, match="expected above 0"):
        exactcover.hint(BARS, seconds=0)
    with pytest.raises(InvalidInput, match="begun"):
        exactcover.hint(BARS, {"placements": 3})
