"""Plans by SAT and CP-SAT, layer by layer: published optima with proof, agreement, bounds on the way, limits, refusals."""

from __future__ import annotations

from itertools import pairwise

import pytest

from exactcover import judges
from exactcover.model.answer import Limits
from exactcover.model.errors import InvalidInput
from exactcover.model.events import Bound, End, Event, Found
from exactcover.model.space import Metric, Sliding
from tests.random_models import end_of, run
from tests.sliding_models import blocks, numbers, tiles, two_ls
from tests.transform.reductions.plan_oracle import random_puzzle, shortest

ENGINES = ("sat", "cpsat")


def proved(puzzle: Sliding, events: list[Event]) -> int:
    """The length of the one plan, once the judge has replayed it and the bounds led up to it."""
    found = [event.selection for event in events if isinstance(event, Found)]
    assert len(found) == 1
    assert judges.faults(puzzle, found[0]) == []
    bounds = [event.value for event in events if isinstance(event, Bound)]
    assert all(a < b for a, b in pairwise(bounds))
    end = end_of(events)
    assert end.exhausted
    assert end.bound == len(found[0]) - 1 == (bounds[-1] if bounds else 0)
    return end.bound


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("metric", ["steps", "moves"])
def test_plans_are_shortest(engine: str, metric: Metric) -> None:
    """On random boards with walls, identical blocks and several goals the length is that of breadth-first search."""
    lengths = set()
    for seed in range(100, 108 if engine == "cpsat" else 130):
        puzzle = random_puzzle(seed, metric)
        length = proved(puzzle, run(engine, "solve", puzzle))
        assert length == shortest(puzzle)
        lengths.add(length)
    assert len(lengths) > 3


def test_eight_puzzle_of_the_table() -> None:
    """Rows of the reference's table, among them one of depth 20, take as many moves as it says."""
    for start, depth in (("120345678", 2), ("632015748", 7), ("128437056", 16), ("014237685", 20)):
        puzzle = tiles(numbers(start))
        assert proved(puzzle, run("sat", "solve", puzzle)) == depth


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_eight_puzzle_worst_start(engine: str) -> None:
    """One of the two states at the largest distance: 31 moves, and 29 are refuted."""
    puzzle = tiles(numbers("867254301"), numbers("123456780"))
    assert proved(puzzle, run(engine, "solve", puzzle)) == 31


@pytest.mark.slow
@pytest.mark.parametrize(("metric", "length"), [("steps", 30), ("moves", 19)])
def test_two_ls(metric: Metric, length: int) -> None:
    """Two L's: 30 steps, or 19 moves."""
    puzzle = two_ls(metric=metric)
    assert proved(puzzle, run("sat", "solve", puzzle)) == length


@pytest.mark.parametrize("engine", ENGINES)
def test_limits_leave_what_is_proved(engine: str) -> None:
    """The worst start is not solved in no conflict or no time: no plan, not exhausted, and a bound from 21 to 31."""
    puzzle = tiles(numbers("867254301"), numbers("123456780"))
    for limits, why in ((Limits(nodes=0), "nodes"), (Limits(time=0.0), "time")):
        events = run(engine, "solve", puzzle, limits)
        end = end_of(events)
        assert not any(isinstance(event, Found) for event in events)
        assert (end.exhausted, end.stop_reason) == (False, why)
        assert end.bound is not None
        assert 21 <= end.bound <= 31


@pytest.mark.parametrize("engine", ENGINES)
def test_odd_permutations_are_never_called_infeasible(engine: str) -> None:
    """Two tiles exchanged: every horizon is refuted, which proves a bound and not that there is no plan."""
    puzzle = tiles((2, 1, 3, 4, 5, 0), (1, 2, 3, 4, 5, 0), rows=2)
    end: End = end_of(run(engine, "solve", puzzle, Limits(time=0.5)))
    assert (end.exhausted, end.stop_reason) == (False, "time")
    assert end.bound is not None
    assert end.bound > 4


def test_a_board_on_which_nothing_moves_is_exhausted() -> None:
    """Layers that contradict each other without any goal leave nothing to search."""
    puzzle = blocks(("AB",), [{"A": (0, 1)}], identical=False)
    events = run("sat", "solve", puzzle)
    assert end_of(events).exhausted
    assert not any(isinstance(event, Found) for event in events)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_start_that_is_a_goal_needs_no_move(engine: str) -> None:
    """The plan is the start alone, and its length 0 is optimal."""
    puzzle = blocks(("A.",), [{"A": (0, 0)}])
    assert proved(puzzle, run(engine, "solve", puzzle)) == 0


@pytest.mark.parametrize("engine", ENGINES)
def test_plans_are_not_listed_or_counted(engine: str) -> None:
    """A horizon is asked for a shortest plan only."""
    for task in ("list", "count"):
        with pytest.raises(InvalidInput, match=f"{engine} cannot {task} plans; expected solve"):
            run(engine, task, blocks(("A.",), [{"A": (0, 1)}]))
