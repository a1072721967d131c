"""Lists up to symmetry, judged: that no two of their solutions are of one class."""

from __future__ import annotations

import json
from typing import Any

import pytest

from exactcover import api
from tests.test_judged_claims import ALIKE, BOARD, listed


@pytest.mark.parametrize(
    ("words", "classes"),
    [(BOARD, 4), (["pentominoes-3x20"], 2), (["queens", "n=6"], 1), (["langford", "n=7"], 26), (["latin", "n=3"], 3)],
)
def test_two_of_a_class_are_no_two_classes(words: list[str], classes: int) -> None:
    """As many solutions as there are classes, but two of one class: a recount does not bear out that the list is complete."""
    puzzle = api.puzzle(*words)
    *own, answer = listed(words, up_to_symmetry=True)
    assert len(own) == classes
    told = api.check_text(puzzle, "\n".join(map(json.dumps, [*own, answer])), api.answered)
    assert (told["accepted"], told["unverified"]) == (True, [])
    everything = [solution for solution in listed(words)[:-1] if solution not in own]
    for other in everything[:5]:
        alike = next(each for each in own if _orbit(puzzle, each) == _orbit(puzzle, other))
        twice = [alike, other, *(each for each in own if each is not alike)][: max(classes, 2)]
        claimed = {**answer, "count": str(len(twice)), "classes": str(len(twice))}
        told = api.check_text(puzzle, "\n".join(map(json.dumps, [*twice, claimed])), api.answered)
        assert "exhausted" not in told["verified"]
        assert "count" not in told["verified"]


def _orbit(puzzle: Any, solution: dict[str, Any]) -> Any:
    return puzzle.orbit(solution, rotations_only=False)


@pytest.mark.parametrize(
    "words",
    [
        BOARD, ALIKE, ["pentominoes-3x20"], ["packing", "board=2x2x3", "pieces=I3,V3", "copies=any"], ["queens", "n=6"],
        ["langford", "n=7"], ["latin", "n=3"], ["packing", "board=1x30", "pieces=trominoes", "copies=any"],
        ["packing", "board=3x4", "pieces=I2", "copies=any", "fixed=I2:0,0/0,1"],
        ["packing", "board=3x4", "pieces=trominoes-fixed", "copies=any"],
    ],
)  # fmt: skip
def test_solutions_of_two_classes_are_told_apart(words: list[str]) -> None:
    """Solutions listed up to symmetry have different orbits; all solutions together have as many as there are classes."""
    puzzle = api.puzzle(*words)
    own, every = listed(words, up_to_symmetry=True)[:-1], listed(words)[:-1]
    assert len({_orbit(puzzle, each) for each in own}) == len(own) == len({_orbit(puzzle, each) for each in every})
