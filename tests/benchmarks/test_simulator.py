"""The model of runs of cubes: where it can be told by hand what a run takes, it takes that."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.simulator import Costs, simulate


def test_without_costs_cubes_are_dealt_out_one_after_the_other() -> None:
    """Cubes go in their order to the worker that is free first, and nothing is lost but at the end."""
    outcome = simulate([3.0, 1.0, 1.0, 4.0], 2)
    assert (outcome.seconds, outcome.work) == (6.0, 9.0)
    assert outcome.efficiency == pytest.approx(0.75)
    assert simulate([2.0] * 100, 10).efficiency == pytest.approx(1.0)
    assert simulate([2.0] * 100, 1000).seconds == 2.0


def test_each_cost_is_paid() -> None:
    """Tables once for each worker, messages and the driver's work for each cube; what is done meanwhile costs nothing."""
    assert simulate([1.0] * 4, 2, Costs(tables=5.0)).seconds == 7.0
    assert simulate([1.0], 1, Costs(message=0.25)).seconds == 1.5
    assert simulate([1.0], 1, Costs(submit=0.25, commit=0.5)).seconds == pytest.approx(1.75)
    assert simulate([1.0] * 8, 1, Costs(commit=0.1), window=4).seconds == pytest.approx(8.1)
    assert simulate([1.0] * 3, 1, Costs(planning=1.0, judging=2.0)).serial == 9.0
    assert simulate([1.0] * 9, 3, Costs(planning=1.0)).efficiency_with_planning == pytest.approx(9 / (3 * 12))


def test_a_driver_that_is_too_slow_is_the_limit() -> None:
    """Where results come faster than they can be written down, the run takes as long as that."""
    outcome = simulate([1.0] * 1000, 100, Costs(commit=0.02))
    assert outcome.seconds == pytest.approx(1000 * 0.02, rel=0.1)
    assert outcome.driver == pytest.approx(20.0)
    assert outcome.efficiency < 0.6


def test_a_window_that_is_too_small_leaves_workers_waiting() -> None:
    """With one cube in flight for each worker, a worker waits for the message both ways after each cube."""
    cubes, costs = [1.0] * 200, Costs(message=0.25)
    assert simulate(cubes, 2, costs, window=1).efficiency == pytest.approx(1 / 1.5, rel=0.02)
    assert simulate(cubes, 2, costs, window=4).efficiency > 0.98


def test_slow_workers_and_deaths_cost_time() -> None:
    """Speeds that differ, and workers that die, make a run longer; the same seed makes the same run."""
    cubes = np.random.default_rng(1).exponential(2.0, 2_000).tolist()
    plain, slow, deadly = (simulate(cubes, 50, costs) for costs in (Costs(), Costs(slow=0.3), Costs(deaths=0.2)))
    assert plain.seconds < deadly.seconds
    assert plain.work == slow.work
    assert slow != plain
    assert deadly.seconds == pytest.approx(1.1 * plain.seconds, rel=0.05)
    assert simulate(cubes, 50, Costs(slow=0.3)) == slow
