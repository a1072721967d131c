"""The driver: whatever dies, is late or is killed, a run comes to what the same search does in one process."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count as counting
from pathlib import Path

import pytest

from exactcover.backends.search.cover.plans import SearchPlan
from exactcover.backends.search.cover.roots import plan
from exactcover.cluster.cubes import Cube, CubeResult
from exactcover.cluster.driver import Driver, run
from exactcover.cluster.executor import Crashed, Outcome
from exactcover.cluster.scheduler import MOST_CRASHES_UNCUT, WINDOW
from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.cover import Cover, cover
from exactcover.model.errors import CubesDiffer, EngineBroke, InvalidInput, JudgeRefused
from exactcover.model.events import End, Progress
from tests.backends.search.models import listed
from tests.cluster.serial import Serial, begun, driven, end_of, packing, selections_of

DOMINOES = "board=6x6 pieces=dominoes copies=any"
COUNT, CLASSES = 6728, 930  # OEIS A004003, A060312: domino tilings of 2n x 2n, and up to symmetry


pytestmark = pytest.mark.usefixtures("many_roots")


def dominoes() -> tuple[Cover, SearchPlan]:
    """A board, and the plan to count its tilings."""
    model = packing(DOMINOES)
    return model, plan(model, "count", classes=True)


def crash_of(cube: Cube) -> Outcome:
    """What is told where a worker died."""
    return Crashed(cube.name, "it died")


def test_a_count_comes_to_what_is_published(tmp_path: Path) -> None:
    """A run without mishaps counts, and tells how far it is; the fraction never passes 1 and ends there."""
    model, search = dominoes()
    ledger, _ = begun(tmp_path / "ledger", model, search)
    events = driven(model, search, ledger, Serial(model, search))
    end = end_of(events)
    assert (end.exhausted, end.count, end.classes) == (True, COUNT, CLASSES)
    fractions = [event.fraction for event in events if isinstance(event, Progress)]
    assert len(fractions) > 10
    assert all(fraction is not None and 0 <= fraction <= 1 for fraction in fractions)
    assert fractions[-1] == 1
    assert ledger.runs() == ["run"]


def test_cubes_whose_workers_die_are_cut_deeper(tmp_path: Path) -> None:
    """Each cube of the plan is lost twice, and cut: the smaller ones come to the same."""
    model, search = dominoes()
    ledger, run_ = begun(tmp_path / "ledger", model, search)
    executor = Serial(model, search, lambda cube, _: None if "." in cube.name else crash_of(cube))
    assert end_of(driven(model, search, ledger, executor)).count == COUNT
    entries = ledger.entries(run_)
    assert {entry.attempts for entry in entries if entry.parent is None} == {2}
    assert any(entry.state == "split" for entry in entries)
    assert all(entry.parent is None or entry.cube.name.startswith(f"{entry.parent}.") for entry in entries)


def test_late_cubes_are_cut_deeper(tmp_path: Path) -> None:
    """A cube whose time is up is cut at once, and what it had counted until then does not count."""
    model, search = dominoes()
    ledger, run_ = begun(tmp_path / "ledger", model, search)

    def late(cube: Cube, _: int) -> Outcome | None:
        return CubeResult(cube.name, ((5, 5),), 1.0, late=True) if len(cube.branches) > 1 else None

    assert end_of(driven(model, search, ledger, Serial(model, search, late))).count == COUNT
    assert any(entry.state == "split" and entry.attempts == 0 for entry in ledger.entries(run_))


def test_a_cube_that_kills_every_worker_ends_the_run(tmp_path: Path) -> None:
    """A run is given up with the name of the cube that no worker survives and that cannot be cut."""
    model = cover(["a"], [["a"]])
    search = plan(model, "count")
    ledger, run_ = begun(tmp_path / "ledger", model, search)
    with pytest.raises(EngineBroke, match="cannot be cut deeper"):
        driven(model, search, ledger, Serial(model, search, lambda cube, _: crash_of(cube)))
    assert max(entry.attempts for entry in ledger.entries(run_)) == MOST_CRASHES_UNCUT


def test_a_driver_that_is_killed_goes_on_anywhere(tmp_path: Path) -> None:
    """A driver is dropped after each third look; the next one, with nothing but the ledger, goes on to the same count."""
    model, search = dominoes()
    ledger, _ = begun(tmp_path / "ledger", model, search)
    searched: list[str] = []
    for number in counting(1):
        executor = Serial(model, search)
        events = Driver(model, search, ledger, "run").run(executor, Limits())
        last = None
        for look, event in enumerate(events):
            last = event
            if look == 2 and not isinstance(event, End):
                break
        searched += list(executor.begun)
        if isinstance(last, End):
            assert (last.count, last.classes) == (COUNT, CLASSES)
            assert number > 3
            break
        ledger.close()
        ledger, _ = begun(tmp_path / "ledger", model, search)
    assert len(searched) == len(set(searched))  # what was done was not done again


def test_two_drivers_share_a_ledger(tmp_path: Path) -> None:
    """Two drivers in turn, one of which loses all its cubes, come to one count, each cube counted once."""
    model, search = dominoes()
    ledger, run_ = begun(tmp_path / "ledger", model, search)
    crashing = Serial(model, search, lambda cube, _: crash_of(cube) if cube.name.count(".") < 1 else None)
    one = Driver(model, search, ledger, run_).run(crashing, Limits())
    other = Driver(model, search, ledger, run_).run(Serial(model, search), Limits())
    ends: list[End] = []
    turns: list[Iterator[object]] = [one, other]
    while turns:
        for events in list(turns):
            event = next(events, None)
            if event is None:
                turns.remove(events)
            elif isinstance(event, End):
                ends.append(event)
    assert [(end.count, end.classes) for end in ends] == [(COUNT, CLASSES)] * 2


def test_two_results_of_a_cube_that_differ_are_an_alarm(tmp_path: Path) -> None:
    """The same result twice is counted once; another one ends the run with a fault of ours."""
    model, search = dominoes()
    ledger, run_ = begun(tmp_path / "ledger", model, search)
    cube = ledger.entries(run_)[0].cube
    result = Serial(model, search).worker.search(cube)
    assert ledger.commit(run_, result)
    assert not ledger.commit(run_, replace(result, worker="another", seconds=9.0))
    wrong = ((result.branches[0][0] + 1, result.branches[0][1]), *result.branches[1:])
    with pytest.raises(CubesDiffer, match=f"cube {cube.name}"):
        ledger.commit(run_, replace(result, branches=wrong))


def test_a_ledger_that_lost_a_cube_is_refused(tmp_path: Path) -> None:
    """Where a cube is split into less than itself, the run ends with what the judge of completeness says."""
    model, search = dominoes()
    ledger, run_ = begun(tmp_path / "ledger", model, search)
    driver = Driver(model, search, ledger, run_)
    victim = max(driver.entries.values(), key=lambda entry: entry.cube.nodes * (entry.cube.term == 0)).cube
    ledger.split(run_, victim.name, [])
    with pytest.raises(JudgeRefused, match="not all of it"):
        driven(model, search, ledger, Serial(model, search))


@pytest.mark.parametrize("up_to_symmetry", [False, True])
def test_lists_come_in_one_order_without_gaps(tmp_path: Path, up_to_symmetry: bool) -> None:
    """A list whose cubes are lost and cut, begun anew half-way, has the solutions of the search, each once, in one order."""
    model = packing("board=4x6 pieces=dominoes copies=any")
    search = plan(model, "list", up_to_symmetry=up_to_symmetry)
    expected = listed(model, up_to_symmetry=up_to_symmetry)
    ledger, run_ = begun(tmp_path / "ledger", model, search)
    lossy = Serial(model, search, lambda cube, begun_: crash_of(cube) if begun_ < 1 else None)
    events = Driver(model, search, ledger, run_).run(lossy, Limits())
    for _ in range(20):
        next(events)
    first = selections_of(driven(model, search, ledger, Serial(model, search)))
    assert len(first) == len(set(first)) == len(expected)
    assert {frozenset(each) for each in first} == {frozenset(each) for each in expected}
    again = driven(model, search, ledger, Serial(model, search))
    assert selections_of(again) == first
    assert end_of(again).exhausted


def test_a_list_stops_at_its_limit(tmp_path: Path) -> None:
    """A list with a limit hands over that many, the first of the whole list."""
    model = packing("board=4x6 pieces=dominoes copies=any")
    search = plan(model, "list")
    ledger, _ = begun(tmp_path / "ledger", model, search)
    events = driven(model, search, ledger, Serial(model, search), Limits(solutions=7))
    assert end_of(events).stop_reason == "solutions"
    whole = selections_of(driven(model, search, ledger, Serial(model, search)))
    assert selections_of(events) == whole[:7]


@pytest.mark.parametrize(
    ("task", "limits"), [("sample", Limits()), ("count", Limits(nodes=5)), ("count", Limits(solutions=2))]
)
def test_what_cubes_cannot_do_is_refused(task: Task, limits: Limits) -> None:
    """A sample, a node limit and a count with a limit are refused before anything is planned."""
    with pytest.raises(InvalidInput, match="an executor does not support"):
        next(run(task, cover(["a"], [["a"]]), EngineOptions(executor="local"), limits))


def test_an_item_without_options_needs_no_cubes() -> None:
    """Where an item has no option at all the count is 0 at once."""
    end = list(run("count", cover(["a", "b"], [["a"]]), EngineOptions(executor="local"), Limits()))[-1]
    assert isinstance(end, End)
    assert (end.exhausted, end.count) == (True, 0)


def test_interruption_ends_a_run_with_what_it_has(tmp_path: Path) -> None:
    """A driver that hears of an interruption says so, and how much is counted."""
    model, search = dominoes()
    ledger, run_ = begun(tmp_path / "ledger", model, search)
    executor = Serial(model, search)
    driver = Driver(model, search, ledger, run_, interrupted=lambda: len(executor.begun) > 4)
    end = end_of(list(driver.run(executor, Limits())))
    assert (end.exhausted, end.stop_reason) == (False, "interrupted")
    assert end.count is not None
    assert 0 <= end.count < COUNT
    assert WINDOW == 4
