"""Reduces sliding blocks to a horizon: every layer is an exact cover of the floor, by blocks and by empty cells.

Identical blocks are not distinguished, and every layer has the exact number of each shape: without either, refutations do not
finish (30 steps of the two L's). The transition between layers is in moves.py. If one goal places every block, each step takes
one block nearer to its target or farther: a plan of h + 2 j steps, h being the sum of the distances, makes j steps away.

Historical note. On the 8-puzzle's worst start (31 moves), counting the steps away reduced the proof from 20 to 4 CPU seconds.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.encoding import Reduction
from exactcover.model.horizon import Horizon
from exactcover.model.linear import Linear, Row, count_row
from exactcover.model.space import Sliding
from exactcover.transform.reductions.sliding_to_horizon.grounding import NEVER, Grounding, Place
from exactcover.transform.reductions.sliding_to_horizon.moves import Clause, Script, moves_by_direction, moves_by_ends

MOST_DETOURS = 24


def reduce(puzzle: Sliding) -> Reduction:
    """Write a sliding puzzle as a horizon; its selections, values (moves + 1, variables), are lifted to states."""
    grounding = Grounding(puzzle)
    script = Script()
    at = {place: script.variable(f"block{place[0]}.{place[1]}") for place in grounding.covers}
    empty = {cell: script.variable(f"empty{cell}") for cell in grounding.cells}
    rows = _exact_cover(grounding, at, empty)
    goal, clauses = _goal(grounding, script, at)
    known = script.count
    # With one empty cell, a path of several steps leads nowhere that a step does not: the two metrics agree.
    sliding = moves_by_direction if grounding.empty <= 1 else moves_by_ends
    moved = sliding(grounding, script, at, empty)
    detours = _detours(grounding, script, moved.slides) if grounding.everything_has_its_place() else ()
    first = grounding.distances(grounding.starts)
    left = grounding.left()
    nothing = [0] * (script.count - len(at))
    starts = set(grounding.starts)
    away = [left[place] for place in grounding.starts]
    least = sum(away) if detours else max(away, default=0)
    horizon = Horizon(
        Linear(tuple(script.names), tuple(clauses), tuple(rows)),
        Linear(tuple(script.names), tuple(script.arrival), tuple(script.rows)),
        tuple(script.steps()),
        (
            *(at[place] if place in starts else -at[place] for place in at),
            *(-variable for variable in range(known + 1, script.count + 1)),
        ),
        goal,
        np.array([first[place] for place in at] + nothing, dtype=np.int64),
        np.array([left[place] for place in at] + nothing, dtype=np.int64),
        least if least < NEVER else 0,
        2 if detours else 1,
        detours if least < NEVER else (),
    )
    return Reduction(horizon, lambda values: _states(grounding, at, values))


def _states(grounding: Grounding, at: dict[Place, int], values: Integers) -> Integers:
    states = np.zeros((len(values), grounding.puzzle.cells), dtype=np.int64)
    for (shape, cell), variable in at.items():
        occupied = values[:, variable - 1] > 0
        for covered in grounding.covers[shape, cell]:
            states[occupied, covered] = shape + 1
    return states


def _exact_cover(grounding: Grounding, at: dict[Place, int], empty: dict[int, int]) -> list[Row]:
    """Return the rows of a layer: each cell is covered once or empty, each shape has its number of blocks."""
    over: dict[int, list[int]] = {cell: [] for cell in grounding.cells}
    for place, covered in grounding.covers.items():
        for cell in covered:
            over[cell].append(at[place] - 1)
    rows = [count_row((*over[cell], empty[cell] - 1), 1, 1) for cell in grounding.cells]
    for shape, count in enumerate(grounding.blocks):
        places = tuple(at[place] - 1 for place in grounding.covers if place[0] == shape)
        if places:
            rows.append(count_row(places, count, count))
    rows.append(count_row(tuple(variable - 1 for variable in empty.values()), grounding.empty, grounding.empty))
    return rows


def _goal(grounding: Grounding, script: Script, at: dict[Place, int]) -> tuple[int, list[Clause]]:
    """Return the variable that is true exactly in goals, and its defining clauses."""
    goal = script.variable("goal")
    clauses: list[Clause] = []
    ways = []
    for number, pairs in enumerate(grounding.puzzle.goals):
        way = script.variable(f"goal{number}")
        clauses.extend((-way, at[place]) for place in pairs)
        clauses.append((way, *(-at[place] for place in pairs)))
        clauses.append((goal, -way))
        ways.append(way)
    clauses.append((-goal, *ways))
    return goal, clauses


def _detours(grounding: Grounding, script: Script, slides: list[tuple[Place, Place, Clause]]) -> tuple[int, ...]:
    """Count the steps that take a block away from its target: variable j states that there were more than j."""
    left = grounding.left()
    away = script.variable("away")
    more = [script.variable(f"away{number}") for number in range(MOST_DETOURS)]
    for before, after, literals in slides:
        if left[after] > left[before]:
            script.arrival.append((*(-literal for literal in literals), away))
    for number, here in enumerate(more):
        script.step((-here,), (here,))
        script.step((-more[number - 1],) if number else (), (-away, here))
    for fewer, here in combinations(more, 2):
        if here == fewer + 1:
            script.arrival.append((-here, fewer))
    return tuple(more)
