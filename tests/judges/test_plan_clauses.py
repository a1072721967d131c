"""The clauses of plans of few moves: every plan satisfies them, and where there is none they have no solution."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from pysat.solvers import Solver

from exactcover.judges.plan_clauses import Numbers, ground_of, plan_clauses
from exactcover.model.certificate import InvalidCertificate
from exactcover.model.space import Sliding, Within
from tests.parts import Few
from tests.sliding_models import blocks, naive_moves, random_sliding, states_by_depth, tiles


def shortest(puzzle: Sliding, most: int) -> int | None:
    """The moves of a shortest plan, by a naive search, None where it has more than `most`."""
    for depth, layer in enumerate(states_by_depth(puzzle, most)):
        if any(set(goal) <= state for state in layer for goal in puzzle.goals):
            return depth
    return None


def satisfiable(clauses: list[tuple[int, ...]], assumed: list[int]) -> bool:
    """Whether the clauses can be satisfied under assumptions."""
    with Solver("cadical153", bootstrap_with=clauses) as solver:
        return bool(solver.solve(assumptions=assumed))


def test_clauses_have_a_solution_exactly_where_there_is_a_plan(few: Few) -> None:
    """On 150 random boards, in both metrics: satisfiable with as many moves as a shortest plan has or more, not with fewer."""
    rng, seen = random.Random(5), Counter[int | None]()
    for _ in range(few(150)):
        puzzle = random_sliding(rng)
        least = shortest(puzzle, 7)
        seen[least] += 1
        if least == 0:
            continue
        for moves in range(8 if least is None else least + 3):
            clauses = plan_clauses(Within(puzzle, moves)).clauses
            assert satisfiable(clauses, []) == (least is not None and moves >= least), (puzzle, moves)
    assert all(seen[least] >= few(2) for least in (None, 1, 2, 3, 4))


def test_every_walk_to_a_goal_satisfies_the_clauses(few: Few) -> None:
    """On 200 random boards the states of a random walk, and a goal anywhere on it, are a solution: no plan is left out."""
    rng, walked = random.Random(8), 0
    for _ in range(few(200)):
        puzzle = random_sliding(rng)
        walk = [frozenset(puzzle.blocks(puzzle.start))]
        for _ in range(rng.randint(1, 9)):
            walk.append(rng.choice(naive_moves(puzzle, walk[-1]) or [walk[-1]]))
        goal = rng.choice(walk[1:])
        if goal == walk[0] or any(before == after for before, after in pairwise(walk)):
            continue
        walked += 1
        asked = Within(replace(puzzle, goals=(tuple(goal),)), len(walk) - 1)
        ground = ground_of(puzzle)
        numbers = Numbers(ground, 1 if puzzle.metric == "steps" else max(1, ground.empty))
        there = [
            numbers.at(layer, place) * (1 if place in state else -1)
            for layer, state in enumerate(walk)
            for place in ground.covers
        ]
        assert satisfiable(plan_clauses(asked).clauses, there)
    assert walked > few(120)


def test_paths_around_corners_are_one_move() -> None:
    """A tile goes around the whole of a corridor in one move, as long as that is; in steps it takes as many as cells."""
    corridor = blocks(("A...", "###.", "...."), [{"A": (2, 0)}], "moves")
    assert satisfiable(plan_clauses(Within(corridor, 1)).clauses, [])
    stepped = replace(corridor, metric="steps")
    assert not satisfiable(plan_clauses(Within(stepped, 7)).clauses, [])
    assert satisfiable(plan_clauses(Within(stepped, 8)).clauses, [])


def test_a_block_that_cannot_move_has_no_plan() -> None:
    """A board without an empty cell has no layer but the first; its goal is never reached."""
    full = blocks(("AB", "CD"), [{"A": (1, 1)}], identical=False)
    assert not satisfiable(plan_clauses(Within(full, 3)).clauses, [])


def test_questions_that_clauses_do_not_answer_are_refused() -> None:
    """A start that is a goal needs no move; a million layers are too many."""
    with pytest.raises(InvalidCertificate, match="the start is a goal"):
        plan_clauses(Within(tiles((0, 1, 2, 3, 4, 5, 6, 7, 8)), 3))
    with pytest.raises(InvalidCertificate, match="expected at most 300000 in a clausal proof"):
        plan_clauses(Within(tiles((1, 0, 2, 3, 4, 5, 6, 7, 8)), 100_000))
