"""The ledger, on both databases: a cube leaves the state open once, together with what it came to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from exactcover.backends.search.cover.roots import plan, runner_of_plan
from exactcover.cluster.cubes import CubeResult, cubes_of, deeper
from exactcover.cluster.ledger import Ledger, run_named
from exactcover.cluster.work import Worker
from exactcover.model.errors import CubesDiffer
from tests.cluster.serial import SHORT_SECONDS, Serial, begun, driven, end_of, packing, selections_of

BOARD = "board=4x5 pieces=dominoes copies=any"


pytestmark = pytest.mark.usefixtures("many_roots")


def test_a_run_is_kept_with_its_plan_and_its_cubes(place: str) -> None:
    """The plan comes back as it was, also to a second driver that would have made another; so do the cubes, in their order."""
    model = packing(BOARD)
    search = plan(model, "count", classes=True)
    ledger, run_ = begun(place, model, search)
    again = Ledger(place)
    other = plan(model, "count", seed=5)
    assert again.begin(run_, "count", "", lambda: (other, [])) == search
    assert again.plan("another run") is None
    cubes = cubes_of(runner_of_plan(model, search), 2, SHORT_SECONDS)
    assert [entry.cube for entry in again.entries(run_)] == cubes
    assert len(cubes) > 3
    for each in (ledger, again):
        each.close()


def test_a_cube_is_done_or_split_once(place: str) -> None:
    """A result of a cube that was split, and cubes in the place of one that is done, change nothing; a repeated split neither."""
    model = packing(BOARD)
    search = plan(model, "count", classes=True)
    ledger, run_ = begun(place, model, search)
    runner, worker = runner_of_plan(model, search), Worker(model, search)
    one, other = (entry.cube for entry in ledger.entries(run_)[:2])
    smaller = deeper(runner, one)
    assert ledger.split(run_, one.name, smaller)
    assert not ledger.split(run_, one.name, smaller)
    assert not ledger.commit(run_, worker.search(one))
    result = worker.search(other)
    assert ledger.commit(run_, result)
    assert not ledger.commit(run_, replace(result, worker="elsewhere"))
    assert not ledger.split(run_, other.name, deeper(runner, other))
    with pytest.raises(CubesDiffer):
        ledger.commit(run_, CubeResult(other.name, ((10**9, 1),), 0.0))
    states = {entry.cube.name: entry.state for entry in ledger.entries(run_)}
    assert (states[one.name], states[other.name]) == ("split", "done")
    assert {entry.parent for entry in ledger.entries(run_) if entry.cube in smaller} == {one.name}
    assert [ledger.crashed(run_, smaller[0].name) for _ in range(3)] == [1, 2, 3]
    assert end_of(driven(model, search, ledger, Serial(model, search))).count == 95
    ledger.close()


def test_lists_are_kept_with_their_cubes(place: str) -> None:
    """A list that is done comes from the ledger as it came from the search, and nothing is searched for it again."""
    model = packing(BOARD)
    search = plan(model, "list")
    ledger, _ = begun(place, model, search)
    first = selections_of(driven(model, search, ledger, Serial(model, search)))
    ledger.close()
    ledger, _ = begun(place, model, search)
    executor = Serial(model, search)
    assert selections_of(driven(model, search, ledger, executor)) == first
    assert (len(first), len(set(first)), len(executor.begun)) == (95, 95, 0)
    ledger.close()


def test_names_of_runs_tell_searches_apart() -> None:
    """The name of a run is the same for the same search, and another for another one."""
    assert run_named(task="count", seed=1) == run_named(seed=1, task="count")
    assert run_named(task="count", seed=1) != run_named(task="count", seed=2)
