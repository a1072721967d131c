"""Sliding puzzles as horizons: the first horizon that has a plan is the length of a shortest one, whatever is left out."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from exactcover import judges
from exactcover.model.arrays import Integers
from exactcover.model.encoding import Reduction
from exactcover.model.events import Found
from exactcover.model.horizon import Horizon
from exactcover.model.linear import Linear
from exactcover.model.space import Metric, Sliding
from exactcover.transform.reductions import horizon_to_linear, sliding_to_horizon
from tests.random_models import end_of, run
from tests.sliding_models import blocks, numbers, tiles
from tests.transform.reductions.plan_oracle import after_one_move, random_puzzle, shortest


def planned(puzzle: Sliding, moves: int) -> Integers | None:
    """The states of a plan of exactly that many moves, found in the horizon unrolled so far, or None."""
    reduction = sliding_to_horizon.reduce(puzzle)
    unrolled = horizon_to_linear.unrolled(horizon_of(reduction), moves)
    events = run("sat", "solve", unrolled.model)
    found = [event.selection for event in events if isinstance(event, Found)]
    assert found or end_of(events).exhausted
    if not found:
        return None
    values = unrolled.lift(found[0])
    assert not judges.faults(reduction.model, values)
    return reduction.lift(values)


def horizon_of(reduction: Reduction) -> Horizon:
    """The horizon that a reduction made."""
    return cast(Horizon, reduction.model)


@pytest.mark.parametrize("metric", ["steps", "moves"])
def test_the_first_horizon_with_a_plan_is_the_shortest(metric: Metric) -> None:
    """Refuted below the length that plain breadth-first search finds, and a legal plan there: 40 random boards."""
    lengths = []
    for seed in range(40):
        puzzle = random_puzzle(seed, metric)
        length = shortest(puzzle)
        assert length is not None  # its goals were walked to
        lengths.append(length)
        horizon = horizon_of(sliding_to_horizon.reduce(puzzle))
        assert horizon.least <= length
        assert (length - horizon.least) % horizon.stride == 0
        for moves in range(max(0, length - 3), length):
            assert planned(puzzle, moves) is None
        states = planned(puzzle, length)
        assert states is not None
        assert judges.faults(puzzle, states) == []
    assert max(lengths) > 6
    assert sum(length > 2 for length in lengths) > 10


def test_what_is_left_out_matters() -> None:
    """Without the rules on the order of moves a board has more plans of the shortest length, and with them at least one."""
    puzzle = blocks(("A..", "...", "..B"), [{"A": (0, 1), "B": (2, 1)}])
    reduction = sliding_to_horizon.reduce(puzzle)
    unrolled = horizon_to_linear.unrolled(horizon_of(reduction), 2)
    found = [event.selection for event in run("sat", "list", unrolled.model) if isinstance(event, Found)]
    plans = {reduction.lift(unrolled.lift(selection)).tobytes() for selection in found}
    assert len(plans) == 1  # A, then B; not B, then A


def test_tiles_count_their_detours() -> None:
    """A tile board's horizon starts at the Manhattan distance, goes on in twos, and allows j detours at the j-th."""
    horizon = horizon_of(sliding_to_horizon.reduce(tiles(numbers("867254301"), numbers("123456780"))))
    assert (horizon.least, horizon.stride) == (21, 2)
    assert [horizon.detours_at_most(21 + 2 * j) for j in (0, 5)] == [horizon.detours[0], horizon.detours[5]]


def test_no_state_is_lost_or_made_up() -> None:
    """The states that one move leads to are exactly those that the horizon of one move lists, in both metrics."""
    for seed in range(8):
        puzzle = random_puzzle(seed, "moves" if seed % 2 else "steps")
        start = frozenset(puzzle.blocks(puzzle.start))
        after = after_one_move(puzzle, start)
        for goal in sorted(after, key=sorted):
            assert planned(replace(puzzle, goals=(tuple(sorted(goal)),)), 1) is not None
        shapes = {shape for shape, _ in start}
        somewhere = {(shape, cell) for shape in shapes for cell in range(puzzle.cells) if puzzle.covered(shape, cell)}
        for place in sorted(somewhere):
            reached = any(place in state for state in after) and place not in start
            assert (planned(replace(puzzle, goals=((place,),)), 1) is not None) == reached


def test_layers_are_exact_covers() -> None:
    """A plan whose layer has one block more, less or elsewhere is refused by the judge of horizons."""
    puzzle = blocks(("A.", ".B"), [{"A": (1, 0)}])
    reduction = sliding_to_horizon.reduce(puzzle)
    unrolled = horizon_to_linear.unrolled(horizon_of(reduction), 1)
    found = [event.selection for event in run("sat", "solve", unrolled.model) if isinstance(event, Found)]
    values = unrolled.lift(found[0])
    assert judges.faults(reduction.model, values) == []
    for variable in range(horizon_of(reduction).variables):
        name = horizon_of(reduction).layer.variables[variable]
        spoiled = values.copy()
        spoiled[1, variable] ^= 1
        if name.startswith(("block", "empty", "leaves", "comes", "direction", "goal", "left")):
            assert judges.faults(reduction.model, spoiled), name


def test_an_unrolled_horizon_names_its_variables() -> None:
    """A variable of layer t is named after the layer's own variable and t."""
    puzzle = blocks(("A.",), [{"A": (0, 1)}])
    unrolled = horizon_to_linear.unrolled(horizon_of(sliding_to_horizon.reduce(puzzle)), 1).model
    assert isinstance(unrolled, Linear)
    assert unrolled.variables[0] == "block0.0@0"
    assert "block0.1@1" in unrolled.variables
