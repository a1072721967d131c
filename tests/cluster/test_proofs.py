"""Proofs by cubes: whatever dies, is late or is killed, the joined tree is one that the judge accepts."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from exactcover import judges
from exactcover.cluster import proofs
from exactcover.cluster.cubes import Cube, CubeResult
from exactcover.cluster.executor import Crashed, Executor, Outcome
from exactcover.cluster.ledger import Ledger
from exactcover.cluster.local import LocalExecutor
from exactcover.cluster.proofs import RULE, TASK, Prover, run
from exactcover.cluster.trees import Top, TreeSearcher, TreeWork
from exactcover.judges import tree
from exactcover.judges.demands import demands
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.certificate import Refutation
from exactcover.model.cover import cover
from exactcover.model.encoding import Model
from exactcover.model.errors import CubesDiffer, JudgeRefused
from exactcover.model.events import End, Event, Found, Progress
from tests.cluster.processes import kill_worker
from tests.cluster.serial import SerialOf, end_of
from tests.cluster.test_trees import SHORT_SECONDS, work_of
from tests.packings import tiling
from tests.proofs.provers.arguments import proved
from tests.proofs.provers.impossible import IMPOSSIBLE

NAME = "run"


class Begun(NamedTuple):
    """A model, its work, and a ledger with its cubes."""

    model: Model
    work: TreeWork
    ledger: Ledger

    def prover(self) -> Prover:
        """A driver that knows nothing but the ledger."""
        return Prover(self.model, demands(self.model), self.work, self.ledger, NAME)

    def events(self, executor: Executor, limits: Limits = Limits()) -> list[Event]:
        """All events of a driver that runs to its end."""
        return list(self.prover().run(executor, limits))


def begun(place: Path | str, model: Model) -> Begun:
    """A run in a ledger."""
    work, ledger = work_of(model), Ledger(place)
    ledger.begin_json(NAME, TASK, "", lambda: (RULE, Top(work).cubes(2, SHORT_SECONDS)))
    return Begun(model, work, ledger)


@pytest.fixture(name="board")
def _board(tmp_path: Path) -> Iterator[Begun]:
    started = begun(tmp_path / "ledger", IMPOSSIBLE["y-10x13"]())
    yield started
    started.ledger.close()


def judged(model: Model, events: list[Event]) -> Refutation:
    """The refutation of a run, accepted by the judge."""
    refutation = end_of(events).refutation
    assert refutation is not None
    assert not judges.refutation_faults(model, refutation)
    return refutation


def test_a_tree_by_cubes_is_the_tree_of_one_search(board: Begun) -> None:
    """A run proves what the prover proves, node by node, and tells how far it is; a second one searches nothing."""
    executor = SerialOf(TreeSearcher(board.work))
    events = board.events(executor)
    refutation = judged(board.model, events)
    assert refutation == proved("tree", board.model)
    assert end_of(events).statistics.nodes <= len(refutation.body["items"])
    fractions = [event.fraction for event in events if isinstance(event, Progress)]
    assert len(fractions) == len(executor.begun) > 4
    assert fractions[-1] == 1
    again = list(board.prover().judged(Limits()))
    assert end_of(again).refutation == refutation


def test_cubes_whose_workers_die_or_that_are_late_are_cut_deeper(board: Begun) -> None:
    """Cubes of several nodes are late, and those of one node are lost twice: the tree is the same."""

    def mishap(cube: Cube, before: int) -> Outcome | None:
        if len(cube.branches) > 1:
            return CubeResult(cube.name, (), 1.0, late=True)
        return Crashed(cube.name, "it died") if before < 2 and "." not in cube.name else None

    executor = SerialOf(TreeSearcher(board.work), mishap)
    assert judged(board.model, board.events(executor)) == proved("tree", board.model)
    entries = board.ledger.entries(NAME)
    assert any(entry.state == "split" for entry in entries)
    assert {entry.attempts for entry in entries} == {0, 2}


def test_a_driver_that_is_killed_goes_on_anywhere(place: str) -> None:
    """A driver is dropped after each second look; the next one, with nothing but the ledger, goes on to the same tree."""
    board = begun(place, IMPOSSIBLE["y-10x13"]())
    searched: list[str] = []
    for number in itertools.count(1):
        executor = SerialOf(TreeSearcher(board.work))
        last = None
        for look, event in enumerate(board.prover().run(executor, Limits())):
            last = event
            if look == 1 and not isinstance(event, End):
                break
        searched += list(executor.begun)
        if isinstance(last, End):
            assert judged(board.model, [last]) == proved("tree", board.model)
            assert number > 2
            board.ledger.close()
            break
    assert len(searched) == len(set(searched))  # what was done was not done again


def test_two_parts_of_a_cube_that_differ_are_an_alarm(board: Begun) -> None:
    """The same part twice is kept once; another one ends the run with a fault of ours."""
    cube = board.ledger.entries(NAME)[0].cube
    result = TreeSearcher(board.work).search(cube)
    assert board.ledger.commit(NAME, result)
    assert not board.ledger.commit(NAME, result)
    other = TreeSearcher(board.work).search(board.ledger.entries(NAME)[1].cube)
    with pytest.raises(CubesDiffer, match=f"cube {cube.name}"):
        board.ledger.commit(NAME, CubeResult(cube.name, result.branches, 0.0, lines=other.lines))


def test_a_ledger_that_lost_a_cube_proves_nothing(board: Begun) -> None:
    """Where a cube is split into less than itself, the judge of trees refuses what is left."""
    victim = board.ledger.entries(NAME)[1].cube
    board.ledger.split(NAME, victim.name, [])
    refutation = end_of(board.events(SerialOf(TreeSearcher(board.work)))).refutation
    assert refutation is not None
    assert judges.refutation_faults(board.model, refutation)


def test_a_ledger_that_lost_a_part_is_refused(board: Begun) -> None:
    """Where the ledger says another number of nodes than it has, the run ends with a fault of ours."""
    cube = board.ledger.entries(NAME)[0].cube
    result = TreeSearcher(board.work).search(cube)
    wrong = ((0, result.nodes + 1), *((0, 0) for _ in cube.branches[1:]))
    board.ledger.commit(NAME, CubeResult(cube.name, wrong, 0.0, lines=result.lines))
    with pytest.raises(JudgeRefused, match=f"the tree of cube {cube.name}"):
        board.events(SerialOf(TreeSearcher(board.work)))


def test_a_solution_ends_a_run(tmp_path: Path) -> None:
    """A board that can be filled gets a solution that the judge accepts, from the ledger as well, and no tree."""
    started = begun(tmp_path / "ledger", tiling("board=5x5 pieces=L5,N5,U5,W5,Y5"))
    for _ in range(2):
        events = list(started.prover().run(SerialOf(TreeSearcher(started.work)), Limits()))
        (told,) = [event for event in events if isinstance(event, Found)]
        assert not judges.faults(started.model, told.selection)
        assert (end_of(events).refutation, end_of(events).stop_reason) == (None, "solutions")


def test_a_long_tree_is_packed(board: Begun, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tree of more nodes than are listed is packed, and judged, told and refused like one that is listed."""
    monkeypatch.setattr(proofs, "MOST_NODES", 5)
    refutation = judged(board.model, board.events(SerialOf(TreeSearcher(board.work))))
    listed = proved("tree", board.model).body["items"]
    assert set(refutation.body) == {"nodes", "packed"}
    assert list(tree.order_of(demands(board.model), refutation.body)) == listed
    fewer = {**refutation.body, "nodes": refutation.body["nodes"] - 1}
    assert judges.refutation_faults(board.model, Refutation("tree", fewer))


def test_a_tree_that_its_judge_would_not_read_is_given_up(board: Begun, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run stops once its cubes have more nodes than are written, or than its limit on nodes allows."""
    end = end_of(board.events(SerialOf(TreeSearcher(board.work)), Limits(nodes=50)))
    assert (end.refutation, end.stop_reason) == (None, "nodes")
    assert "cubes are closed after" in end.remark
    monkeypatch.setattr(proofs, "MOST_PACKED_NODES", 60)
    end = end_of(board.events(SerialOf(TreeSearcher(board.work))))
    assert (end.refutation, end.stop_reason) == (None, "nodes")
    assert end.remark.endswith("; at most 60 are written")


def test_workers_that_are_killed_are_replaced(board: Begun) -> None:
    """A proof by local processes that are killed again and again is the tree of one search."""
    executor = LocalExecutor(board.work, 2)
    rng, kills = random.Random(0), 0
    events = []
    for event in board.prover().run(executor, Limits()):
        events.append(event)
        if kills < 4:
            kills += kill_worker(rng)
    executor.close()
    assert kills >= 3
    assert judged(board.model, events) == proved("tree", board.model)


def test_a_run_by_local_processes_needs_no_ledger() -> None:
    """The whole of it, as a prover would: processes are started, and the ledger goes with the run."""
    model = IMPOSSIBLE["langford-6"]()
    events = list(run(model, EngineOptions(workers=2, executor="local"), Limits()))
    assert judged(model, events) == proved("tree", model)


def test_models_that_are_too_large_are_given_up_at_once() -> None:
    """A board with more options than a tree's judge reads is not searched, nor one with paths that may be too long."""
    large = tiling("board=1000x1000 pieces=I4,O4,I5 copies=any")
    options = EngineOptions(executor="local")
    assert "expected at most" in end_of(list(run(large, options, Limits()))).remark
    pairs = [["a", *map(str, pair)] for pair in itertools.combinations(range(300), 2)]
    many = cover({"a": 10**9} | {str(number): (0, 1) for number in range(300)}, pairs)
    assert "a path of its tree" in end_of(list(run(many, options, Limits()))).remark
