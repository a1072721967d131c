"""Random puzzles of every kind against a second program that shares no code with this one."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

import exactcover
from exactcover import api
from tests import random_puzzles
from tests.second_program import Truth, truth

ENGINES = {
    "cover": [*(f"exact:{kernel}" for kernel in ("static-order", "fewest-options", "layers", "sparse")), "brute", "cpsat", "sat"],
    "plan": ["bfs", "bfs:one", "astar", "idastar", "dfs", "ucs", "wastar", "sat", "cpsat"],
    "growth": ["exact", "astar", "cpsat", "sat", "bfs", "ucs", "dfs"],
}  # fmt: skip
LIMITS = exactcover.Limits(time=120)


def disagreements(seed: int) -> Iterator[str]:
    """Yield what the two programs do not agree about, of one random puzzle."""
    kind, keys = random_puzzles.puzzle(seed)
    known = truth(kind, keys)
    puzzle = exactcover.puzzle(kind, **keys)
    for said in (*_searched(puzzle, known, seed), *_counted(puzzle, known), *_proved(puzzle, known)):
        yield f"seed {seed}, {kind} {json.dumps(keys)}: {said}; expected {known}"


def _searched(puzzle: exactcover.Puzzle, known: Truth, seed: int) -> Iterator[str]:
    family = "cover" if known.count is not None else "plan" if puzzle.kind in ("tiles", "blocks") else "growth"
    for backend in ("auto", random.Random(seed).choice(ENGINES[family])):
        try:
            answer = exactcover.solve(puzzle, backend=backend, limits=LIMITS)
        except exactcover.InvalidInput:
            if backend == "auto":
                raise
            continue  # the engine does not suit the puzzle, and says so
        if answer.status == "UNKNOWN" and backend != "auto":
            continue  # an engine that proves nothing
        if (answer.status != "INFEASIBLE") != known.feasible:
            yield f"solve by {backend} is {answer.status}"
        elif answer.status == "OPTIMAL" and answer.cost != known.cost:
            yield f"solve by {backend} costs {answer.cost}"
        elif backend == "auto" and known.feasible and (answer.status == "OPTIMAL") != (known.cost is not None):
            yield f"solve is {answer.status}"


def _counted(puzzle: exactcover.Puzzle, known: Truth) -> Iterator[str]:
    if known.count is None:
        return
    answer = exactcover.count(puzzle, limits=LIMITS)
    if answer.count != known.count:
        yield f"count is {answer.count}"
    if None not in (answer.classes, known.classes) and answer.classes != known.classes:
        yield f"classes are {answer.classes}"
    limited = exactcover.count(puzzle, limits=exactcover.Limits(time=120, solutions=2))
    if limited.count != min(2, known.count):
        yield f"count --limit 2 is {limited.count}"
    for up_to_symmetry, number in ((False, known.count), (True, known.classes)):
        if number is not None and number < 2000:
            with exactcover.iterate(puzzle, up_to_symmetry=up_to_symmetry, limits=LIMITS) as solutions:
                listed = sum(1 for _ in solutions)
            if listed != number:
                yield f"list up_to_symmetry={up_to_symmetry} has {listed}"


def _proved(puzzle: exactcover.Puzzle, known: Truth) -> Iterator[str]:
    answer = exactcover.prove(puzzle, limits=LIMITS)
    if answer.status == "UNKNOWN" or (answer.status == "INFEASIBLE") == known.feasible:
        yield f"prove is {answer.status}"
    if answer.status == "INFEASIBLE":
        judged = api.check_text(puzzle, json.dumps(answer.to_json()))
        if judged["faults"] or (answer.certificate is not None and not judged["accepted"]):
            yield f"check refuses the certificate: {judged['faults']}"


@pytest.mark.parametrize("first", range(0, 40, 10))
def test_random_puzzles_agree(first: int) -> None:
    """Counts, classes, lists, optima and proofs of random puzzles are those of the second program."""
    assert [said for seed in range(first, first + 10) for said in disagreements(seed)] == []


def test_an_optional_cell_under_a_pre_placed_piece_is_covered() -> None:
    """Two packings that are mirror images but for a cell that a pre-placed piece covers are one class."""
    assert list(disagreements(3126)) == []


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 4000, 100))
def test_three_thousand_random_puzzles_agree(first: int) -> None:
    """The same of three thousand."""
    assert [said for seed in range(first, first + 100) for said in disagreements(seed)] == []
