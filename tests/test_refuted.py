"""Boards that are known to have no solution end INFEASIBLE with a certificate that the judge accepts, by the arguments expected.

The arguments of BOARDS are those of the literature and of measurements with other programs; published facts are in
published.json with their sources.
"""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.proofs import odd_sets
from encoders.catalogue import puzzle
from exactcover import judges
from exactcover.model.answer import Limits
from exactcover.model.certificate import Refutation
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.events import End, Event, Found
from exactcover.model.tiling import Tiling
from exactcover.solving import portfolio, proving
from tests import classic_covers
from tests.test_published import FACTS, puzzles

BOARDS = {
    "board=8x8 pieces=dominoes copies=any holes=0,0/7,7": ("colouring", "farkas", "frontier", "tree", "clausal"),
    "board=4x5 pieces=tetrominoes copies=1": ("colouring", "tree", "clausal"),
    "board=10x14 pieces=tetrominoes copies=7": ("colouring",),
    "board=27x28 pieces=heptominoes copies=1": ("dead",),
    "board=15x28 pieces=tetrominoes copies=21": ("colouring",),
    "board=15x14 pieces=hexominoes copies=1": ("colouring",),
    "board=10x10 pieces=L4 copies=any": ("colouring",),
    "board=10x10 pieces=T4 copies=any": ("colouring",),
    "board=6x12 pieces=T4 copies=any": ("farkas", "frontier"),
    "board=12x14 pieces=T4 copies=any": ("frontier",),
    "board=10x13 pieces=Y5 copies=any": ("frontier",),
    "board=9x10 pieces=Y5 copies=any": ("frontier",),
    "board=5x15 pieces=Y5 copies=any": ("frontier", "tree"),
    "board=3x9 pieces=V3 copies=any": ("farkas", "frontier"),
    "board=20x20 pieces=I3 copies=any holes=0,0": ("colouring", "farkas"),
    "board=2x80 pieces=tetrominoes copies=8": ("frontier",),
}
NO_COLOURING = (
    "board=6x12 pieces=T4 copies=any",
    "board=12x14 pieces=T4 copies=any",
    "board=10x13 pieces=Y5 copies=any",
)


def ended(model: Model, argument: str = "") -> End:
    """How the provers end, in this process; none of them may find a solution."""
    stages, _ = portfolio.arguments(argument, model)
    events: list[Event] = list(proving.run(stages, model, Limits(time=120)))
    assert not any(isinstance(event, Found) for event in events)
    end = events[-1]
    assert isinstance(end, End)
    return end


def accepted(model: Model, refutation: Refutation | None) -> bool:
    """Whether there is a refutation and the judge accepts it."""
    return refutation is not None and not judges.refutation_faults(model, refutation)


@pytest.mark.parametrize(
    ("board", "argument"), [(board, argument) for board, arguments in BOARDS.items() for argument in arguments]
)
def test_boards_are_refuted_by_the_arguments_known(board: str, argument: str) -> None:
    """Each argument known for a board is found when it is asked for, and judged right."""
    model = puzzle(f"packing {board}").encode().model
    end = ended(model, argument)
    assert end.refutation is not None, end.remark
    assert end.refutation.argument == argument
    assert accepted(model, end.refutation)


@pytest.mark.parametrize("board", NO_COLOURING)
def test_no_colouring_is_said_to_be_none(board: str) -> None:
    """Where a signed tiling exists, the colouring prover finds nothing and says why."""
    end = ended(puzzle(f"packing {board}").encode().model, "colouring")
    assert end.refutation is None
    assert "signed tiling" in end.remark


@pytest.mark.parametrize(
    "fact",
    [
        pytest.param(fact, id=fact["id"], marks=[pytest.mark.slow] if fact.get("slow") else [])
        for fact in FACTS
        if fact["kind"] == "infeasible" and "left_out" not in fact
    ],
)
def test_published_impossibilities_are_refuted(fact: dict[str, Any]) -> None:
    """Every published impossibility that can be asked for gets a certificate that the judge accepts."""
    models: list[Model] = [each.encode().model for each in puzzles(fact.get("puzzle", []))]
    if "cover" in fact:
        models.append(getattr(classic_covers, fact["cover"][0])(fact["cover"][1]))
    assert models
    for model in models:
        end = ended(model)
        assert accepted(model, end.refutation), end.remark
        assert "proof" not in fact or (end.refutation is not None and end.refutation.argument == fact["proof"])


def test_odd_numbers_of_sets_are_refuted_on_every_board() -> None:
    """An odd number of sets of the five tetrominoes fills no rectangle: all 62 boards of area up to 400 are refuted."""
    arguments = []
    for words in odd_sets():
        model = puzzle(words).encode().model
        end = ended(model)
        assert accepted(model, end.refutation), words
        assert end.refutation is not None
        assert isinstance(model, Tiling)
        assert end.refutation.argument == ("arithmetic" if min(model.region.shape) == 1 else "colouring")
        arguments.append(end.refutation.argument)
    assert len(arguments) == 62


@pytest.mark.parametrize("argument", ["tree", "clausal"])
@pytest.mark.parametrize("name", ["langford 5", "langford 6", "queens 3", "sudoku"])
def test_covers_without_solution_are_refuted(name: str, argument: str) -> None:
    """Langford 5 and 6, three queens and a sudoku with two equal clues in a row get trees and clausal proofs."""
    model = _sudoku_without_solution() if name == "sudoku" else _cover(*name.split())
    end = ended(model, argument)
    assert end.refutation is not None, end.remark
    assert end.refutation.argument == argument
    assert accepted(model, end.refutation)


def _cover(name: str, size: str) -> Cover:
    found: Cover = getattr(classic_covers, name)(int(size))
    return found


def _sudoku_without_solution() -> Cover:
    """A 4x4 sudoku whose clues leave no solution, though no two of them contradict each other."""
    clues = {(0, 0): 0, (0, 1): 1, (1, 2): 2, (2, 3): 2}
    whole = classic_covers.sudoku(2)
    options = [whole.option(number) for number in range(whole.options)]
    kept = [
        option
        for option in options
        if all(f"cell{r},{c}" not in option or f"row{r} {value}" in option for (r, c), value in clues.items())
    ]
    from exactcover.model.cover import cover

    return cover(whole.items, kept)
