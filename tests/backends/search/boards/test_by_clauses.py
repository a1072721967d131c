"""Clauses of tilings: assignments of the options are the exact covers."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from encoders.catalogue import puzzle
from exactcover import judges
from exactcover.backends.search.boards.by_clauses import by_clauses, exactly_once
from exactcover.backends.search.boards.steps import Allowance, Step
from exactcover.backends.search.boards.targets import targets
from exactcover.model.tiling import Tiling


def _steps(specification: str, nodes: int) -> tuple[Tiling, list[Step]]:
    """Return a tiling by any copies and the steps of its search by clauses until the nodes are spent."""
    tiling = puzzle(f"packing {specification} copies=any").encode().model
    assert isinstance(tiling, Tiling)
    target = targets(tiling)
    assert target is not None
    allowance = Allowance(nodes)
    steps = []
    for step in by_clauses(tiling, target, 0, allowance):
        steps.append(step)
        if step.selection is not None or allowance.left <= 0:
            break
    return tiling, steps


@pytest.mark.parametrize(
    "specification", ["board=24x24 pieces=T4", "board=12x13 pieces=pentominoes,V3", "board=10x20 pieces=Y5"]
)
def test_what_is_left_of_the_placements_has_a_tiling(specification: str) -> None:
    """A board is tiled whether most placements are refuted first or none is, and the judge accepts it."""
    tiling, steps = _steps(specification, 10**9)
    selection = steps[-1].selection
    assert selection is not None
    assert not judges.faults(tiling, selection)


def test_a_board_that_trials_refute_has_no_steps() -> None:
    """T4 on 6x6 is impossible from its corners on: the search ends without a solver and without a tiling."""
    _, steps = _steps("board=6x6 pieces=T4", 10**9)
    assert steps == []


def test_refuting_keeps_to_the_nodes() -> None:
    """With few nodes left the search stops among its trials and has spent about those."""
    _, steps = _steps("board=40x40 pieces=T4", 1_000)
    assert steps[-1].selection is None


def test_clauses_allow_the_exact_covers_alone() -> None:
    """Of four items and six options just the selections that cover each item once can be extended to an assignment."""
    from pysat.solvers import Solver

    options = [[0, 1], [2, 3], [0, 2], [1, 3], [1, 2], [0, 3]]
    owners = np.repeat(np.arange(6), 2)
    clauses = exactly_once(owners, np.concatenate(options), 4, 6)
    with Solver(name="cadical195", bootstrap_with=clauses) as solver:
        for taken in itertools.product((False, True), repeat=6):
            covered = sorted(item for k in range(6) if taken[k] for item in options[k])
            literals = [number + 1 if taken[number] else -number - 1 for number in range(6)]
            assert solver.solve(assumptions=literals) == (covered == [0, 1, 2, 3])
