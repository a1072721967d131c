"""What a page offers for a puzzle: engines that suit it and no others, tasks and formats that do not fail."""

from __future__ import annotations

from typing import Any

import pytest

import exactcover
from encoders.puzzle import Puzzle
from encoders.sent import puzzle_sent
from exactcover import api, backends
from exactcover.api.offers import UNREAD, offers
from exactcover.model.errors import InvalidInput

MOMENT = exactcover.Limits(time=0.2)
COLOURED = {"cells": "...a", "pieces": {"I1": "a", "I3": "b"}}
SENT: tuple[Any, ...] = (
    "8-puzzle",
    "blokus-fill-4x7",
    "pentominoes-5x5-lnuwy",
    "soma",
    "packing board=2x4 pieces=dominoes copies=any",
    "queens n=4",
    {"kind": "packing", "board": "##..../##....", "pieces": "I4,O4"},
    {"kind": "packing", "board": "1x4", "pieces": "I1,I3", "colours": COLOURED},
    {"kind": "cover", "items": ["a", "b"], "options": [["a"], ["b"], ["a", "b"]], "costs": [1, 2, 4]},
)


def puzzle_of(sent: Any) -> Puzzle:
    """The puzzle of a name, a line or keys."""
    return puzzle_sent(sent)[0]


@pytest.mark.parametrize("sent", SENT, ids=str)
def test_engines_are_offered_if_they_suit(sent: Any) -> None:
    """An engine is offered for solving a puzzle exactly if it runs; those compared by default are among them."""
    puzzle = puzzle_of(sent)
    value = offers(puzzle)
    offered = {name.partition(":")[0]: name for name in value["engines"]["solve"]}
    suited = set()
    for name in backends.NAMES:
        try:
            api.solve(puzzle, backend=offered.get(name, name), limits=MOMENT)
            suited.add(name)
        except InvalidInput:
            pass
    assert offered.keys() == suited
    assert value["compared"]
    assert {name.partition(":")[0] for name in value["compared"]} <= suited


@pytest.mark.parametrize("sent", SENT, ids=str)
def test_formats_are_offered_if_they_can_be_written(sent: Any) -> None:
    """A format is offered exactly if the export succeeds."""
    puzzle = puzzle_of(sent)
    written = []
    for name in ("dlx", "dimacs", "opb", "lp", "mps", "txt", "json", "xmpuzzle"):
        try:
            api.export(puzzle, name)
            written.append(name)
        except InvalidInput:
            pass
    assert offers(puzzle)["formats"] == written


def test_plans_are_not_counted() -> None:
    """For a puzzle of moves only solve, prove and compare are offered; a cover has every task, and one with costs `optimal`."""
    assert offers(puzzle_of("8-puzzle"))["tasks"] == ["solve", "prove", "compare"]
    assert set(offers(puzzle_of(SENT[-1]))["tasks"]) == {*UNREAD["tasks"], "compare"}
    assert "optimal" in offers(puzzle_of(SENT[-1]))["options"]
    assert "optimal" not in offers(puzzle_of("soma"))["options"]


def test_facts_say_which_engines_suit() -> None:
    """`info` has every engine: null for one that can look for a solution, or why it cannot; a race of those that suit agrees."""
    for name, moving in (("8-puzzle", True), ("pentominoes-5x5-lnuwy", False)):
        suits = exactcover.info(name, estimated=False)["suits"]
        assert set(suits) == {each["name"] for each in exactcover.engines()}
        assert (suits["exact"] is not None) == moving
        assert suits["astar"] is None
        for engine, why in suits.items():
            if why is not None:
                assert why.endswith(".")
                with pytest.raises(exactcover.InvalidInput):
                    exactcover.solve(name, backend=engine, limits=exactcover.Limits(time=1.0))
