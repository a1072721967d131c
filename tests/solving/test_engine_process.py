"""Runs in child processes: limits, endings, reuse, threads. What happens at a command line is in tests/cli/test_signals.py."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from exactcover import api, backends
from exactcover.model.answer import Answer, Limits, Request
from exactcover.model.errors import EngineBroke
from exactcover.model.events import Draft, End, Event, Found, Progress
from exactcover.process import process_pool
from exactcover.process.messages import Clock, Pause
from exactcover.solving import engine_process, pipeline, supervisor
from exactcover.solving.plan import Job
from tests.commands import HARD, PATIENCE_SECONDS, begin, children_of, cpu_seconds, descendants_of, runs, until
from tests.jobs import run_of, search

COUNTING = [name for name in backends.NAMES if "count" in backends.engine(name).can]
HARD_PUZZLE = api.puzzle(*HARD)
EASY_PUZZLE = api.puzzle("packing", board="4x5", pieces="I1,V3", copies="any")  # 16,839 packings
ONE_CELL = api.puzzle("packing", board="1x1", pieces="monomino")

FAKE_SOLVERS = """
import ctypes, os, time

class Solver:
    def __init__(self, name):
        if name == "cadical153":
            ctypes.PyDLL(None).sleep(1000)  # native code that holds the interpreter's lock
        if name == "glucose4":
            raise MemoryError
        if name == "minisat22":
            self.held = []
            while True:
                self.held.append(b"x" * 5_000_000)
                time.sleep(0.002)
        if name == "maplechrono":
            os.abort()
        raise RuntimeError("a bug\\nin two lines")
"""


@pytest.fixture
def bad_solvers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Give the engine `sat` solvers that misbehave, each in its own way."""
    package = tmp_path / "pysat"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "solvers.py").write_text(FAKE_SOLVERS)
    monkeypatch.syspath_prepend(str(tmp_path))
    engine_process.pool.end()
    yield
    engine_process.pool.end()


def job(puzzle: api.Puzzle = HARD_PUZZLE, engine: str = "exact", limits: Limits = Limits()) -> Job:
    """Return a job to count with an engine."""
    return search(engine, "count", puzzle.encode().model, limits=limits)


def answered(request: Request, puzzle: api.Puzzle | str) -> Answer:
    """The answer of a request that lives in this process, so that its engine's process is a child of this one."""
    *_, answer = pipeline.run(api.puzzle(puzzle) if isinstance(puzzle, str) else puzzle, request)
    assert isinstance(answer, Answer)
    return answer


def solve(puzzle: api.Puzzle | str, backend: str = "auto", limits: Limits = Limits()) -> Answer:
    """The answer to a solve."""
    return answered(api.request("solve", backend, limits=limits), puzzle)


def count(puzzle: api.Puzzle | str, backend: str = "auto", limits: Limits = Limits()) -> Answer:
    """The answer to a count."""
    return answered(api.request("count", backend, limits=limits), puzzle)


def waiting_child() -> int:
    """Return the process number of the child that the next run will use."""
    if not engine_process.pool.idle:
        engine_process.pool.start()
    return engine_process.pool.idle[-1].process.pid


def begun(run: Iterator[Event | Clock | Pause]) -> None:
    """Wait until the engine says that it searches."""
    while not isinstance(next(run), Progress):
        """Its process starts, or compiles."""


def end_of(events: Iterator[Event | Clock | Pause]) -> End:
    """Return the last event, the only End."""
    *before, last = events
    assert isinstance(last, End)
    assert not any(isinstance(event, End) for event in before)
    return last


@pytest.mark.parametrize("engine", COUNTING)
def test_time_limit_holds(engine: str) -> None:
    """An engine with minutes of work is ended at its time limit, and what it used is told."""
    answer = count(HARD_PUZZLE, backend=engine, limits=Limits(time=1.0))
    assert (answer.status, answer.stop_reason, answer.exhausted) == ("UNKNOWN", "time", False)
    assert answer.count == 0
    assert answer.statistics.wall_seconds >= 0.5
    assert 0 < answer.statistics.cpu_seconds < answer.statistics.wall_seconds * (os.cpu_count() or 1) + 0.1
    assert 10 < answer.statistics.peak_mb < 2000


@pytest.mark.parametrize("engine", ["brute", "sat"])
def test_time_limit_keeps_count_and_nodes_so_far(engine: str) -> None:
    """A count that is cut by time says how many solutions and nodes there were until then."""
    board = api.puzzle("packing", board="8x8", pieces="I1,I2", copies="any")
    for seconds in (0.7, 5.0, 50.0):  # on a busy machine the first ones may be over before anything was counted
        answer = count(board, backend=engine, limits=Limits(time=seconds))
        assert (answer.status, answer.stop_reason) == ("UNKNOWN", "time")
        assert answer.count is not None
        if answer.count > 20:
            break
    assert answer.count is not None
    assert answer.count > 20
    assert answer.statistics.nodes > 20


@pytest.mark.parametrize("engine", ["exact", "brute"])
def test_node_limit_is_exact(engine: str) -> None:
    """An engine that counts its own nodes stops at exactly the limit."""
    answer = solve(HARD_PUZZLE, backend=engine, limits=Limits(nodes=1234))
    assert (answer.status, answer.stop_reason, answer.statistics.nodes) == ("UNKNOWN", "nodes", 1234)


@pytest.mark.parametrize("engine", ["cpsat", "sat"])
def test_node_limit_is_one_on_conflicts(engine: str) -> None:
    """A native solver stops near its limit of conflicts, and says that this is why."""
    answer = solve("pentominoes-6x10", backend=engine, limits=Limits(nodes=50))
    assert (answer.status, answer.stop_reason) == ("UNKNOWN", "nodes")
    assert 50 <= answer.statistics.conflicts < 200


@pytest.mark.parametrize("engine", [engine for engine in COUNTING if engine != "brute"])
def test_memory_limit_holds(engine: str) -> None:
    """An engine that needs more than its memory limit is ended, and its peak is told."""
    answer = count(HARD_PUZZLE, backend=engine, limits=Limits(memory=80, time=500))
    assert (answer.status, answer.stop_reason) == ("UNKNOWN", "memory")
    assert answer.statistics.peak_mb > 80


@pytest.mark.usefixtures("bad_solvers")
def test_stuck_native_solver_is_ended() -> None:
    """A solver that never gives the interpreter back keeps the time limit all the same."""
    answer = count(ONE_CELL, backend="sat:cadical153", limits=Limits(time=0.2))
    assert (answer.status, answer.stop_reason) == ("UNKNOWN", "time")


@pytest.mark.usefixtures("bad_solvers")
def test_stuck_native_solver_is_interrupted() -> None:
    """An interrupt ends a solver that never gives the interpreter back, and leaves no child."""
    child = waiting_child()
    stuck = job(ONE_CELL, "sat")
    stuck = replace(stuck, plan=replace(run_of(stuck), own={"solver": "cadical153"}))
    run = engine_process.run(stuck, lambda: True)
    assert end_of(run).stop_reason == "interrupted"
    assert not runs(child)


@pytest.mark.usefixtures("bad_solvers")
def test_growing_solver_is_ended_at_its_memory_limit() -> None:
    """A solver that grows without end is ended soon after it passes the limit, not at what the machine has."""
    answer = count(ONE_CELL, backend="sat:minisat22", limits=Limits(memory=400))
    assert (answer.status, answer.stop_reason) == ("UNKNOWN", "memory")
    assert 400 < answer.statistics.peak_mb < 1500


@pytest.mark.usefixtures("bad_solvers")
def test_refused_memory_is_the_memory_limit() -> None:
    """Where the system refuses memory the answer is UNKNOWN for memory, with statistics."""
    answer = count(ONE_CELL, backend="sat:glucose4")
    assert (answer.status, answer.stop_reason, answer.count) == ("UNKNOWN", "memory", 0)
    assert answer.statistics.peak_mb > 0


@pytest.mark.usefixtures("bad_solvers")
def test_broken_engine_is_one_sentence_and_a_traceback() -> None:
    """An exception in an engine is a fault of ours: a sentence in one line, the child's traceback beside it."""
    with pytest.raises(EngineBroke, match=r"^the engine sat broke: RuntimeError: a bug$") as failed:
        count(ONE_CELL, backend="sat:cadical300")
    assert "solvers.py" in failed.value.details
    assert not engine_process.pool.idle, "a child that broke must not be used again"


@pytest.mark.usefixtures("bad_solvers")
def test_crashed_solver_is_one_sentence() -> None:
    """A solver that takes its process down is a sentence that names the signal."""
    with pytest.raises(EngineBroke, match=r"^the engine's process was killed by SIGABRT$"):
        count(ONE_CELL, backend="sat:maplechrono")


def test_stopped_child_keeps_its_time_limit() -> None:
    """A child that does not move at all is ended at its time limit."""
    child = waiting_child()
    run = engine_process.run(job(limits=Limits(time=2.0)))  # on a busy machine it takes a while to stop the child
    begun(run)
    os.kill(child, signal.SIGSTOP)
    assert end_of(run).stop_reason == "time"
    assert not runs(child)


def test_child_killed_from_outside_is_one_sentence() -> None:
    """A child that somebody kills is a sentence that says so, not a hang; the next run has another child."""
    child = waiting_child()
    run = engine_process.run(job())
    begun(run)
    os.kill(child, signal.SIGKILL)
    with pytest.raises(EngineBroke, match=r"^the engine's process was killed by SIGKILL$"):
        list(run)
    assert solve(ONE_CELL).status == "FEASIBLE"


def test_child_that_cannot_start_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A child that fails while it starts (a broken install) tells its last words."""
    (tmp_path / "numpy.py").write_text("raise ImportError('no numpy here')")
    engine_process.pool.end()
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(EngineBroke, match=r"ended with status 1: ImportError: no numpy here$"):
        list(engine_process.run(job()))


def test_idle_child_is_used_again() -> None:
    """Two runs one after the other have the same child, also when the engine found the input at fault in between."""
    child = waiting_child()
    assert solve(ONE_CELL).status == "FEASIBLE"
    with pytest.raises(api.InvalidInput, match="no solver"):
        solve(ONE_CELL, backend="sat:nonsense")
    assert solve("pentominoes-6x10").status == "FEASIBLE"
    assert waiting_child() == child


def test_dead_idle_child_is_replaced() -> None:
    """A child that died between two runs is not noticed by the next run."""
    child = waiting_child()
    os.kill(child, signal.SIGKILL)
    assert solve(ONE_CELL).status == "FEASIBLE"
    assert waiting_child() != child


def test_large_idle_child_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """A child that kept the last run's memory is not used again: the next run's peak is its own."""
    child = waiting_child()
    monkeypatch.setattr(process_pool, "IDLE_MB", 1)
    assert solve(ONE_CELL).status == "FEASIBLE"
    assert not runs(child)


def test_abandoned_run_ends_its_processes() -> None:
    """Whoever stops iterating over solutions leaves no process at work."""
    supervisor.pool.end()
    supervisor.pool.start()
    process = supervisor.pool.idle[-1].process.pid
    solutions = api.iterate(EASY_PUZZLE)
    next(solutions)
    engine = children_of(process)
    del solutions  # as at the end of a function, or after `break`
    assert not runs(process)
    until(lambda: not any(map(runs, engine)))


def test_no_more_children_wait_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Children over the number that may wait are ended."""
    monkeypatch.setattr(process_pool, "MOST_IDLE", 1)
    engine_process.pool.end()
    engine_process.pool.start()
    engine_process.pool.start()
    assert len(engine_process.pool.idle) == 1


def test_two_threads_do_not_mix() -> None:
    """Runs of two threads at once have a child each, and each thread gets its own solutions."""
    boards = [api.puzzle("packing", board=f"2x{n}", pieces="dominoes", copies="any") for n in (9, 10)]
    found: list[list[object]] = [[], []]

    def count(which: int) -> None:
        for _ in range(3):
            found[which].append([api.count(boards[which]).count, sum(1 for _ in api.iterate(boards[which]))])

    threads = [threading.Thread(target=count, args=(which,)) for which in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[[55, 55]] * 3, [[89, 89]] * 3]


def test_child_outlives_the_thread_that_started_it() -> None:
    """A run in one thread keeps its child when the thread that started that child ends (PR_SET_PDEATHSIG is a thread's)."""
    engine_process.pool.end()
    thread = threading.Thread(target=engine_process.pool.start)
    thread.start()
    thread.join()
    child = engine_process.pool.idle[-1].process.pid
    time.sleep(0.2)
    assert end_of(engine_process.run(job(limits=Limits(time=0.3)))).stop_reason == "time"
    assert engine_process.pool.idle == [] or waiting_child() == child


def test_fork_leaves_the_children_to_the_original() -> None:
    """A fork of the process (a server's worker) starts its own child, and ending it does not end the original's."""
    script = (
        "import os, sys; from exactcover import api; from exactcover.solving import supervisor\n"
        "supervisor.pool.start(); pid = os.fork()\n"
        "if not pid: api.solve('packing board=1x1 pieces=monomino'); supervisor.pool.end(); os._exit(0)\n"
        "assert os.waitpid(pid, 0)[1] == 0; assert supervisor.pool.idle[0].alive()\n"
        "assert api.solve('packing board=1x1 pieces=monomino').status == 'FEASIBLE'"
    )
    process = begin([sys.executable, "-c", script])
    assert process.communicate(timeout=PATIENCE_SECONDS) == ("", "")
    assert process.returncode == 0


KILLED = """
import signal, sys
from exactcover import api
from exactcover.solving import supervisor
supervisor.pool.start()
print(supervisor.pool.idle[0].process.pid, flush=True)
if sys.argv[1] == "idle":
    signal.pause()
api.count(sys.argv[2], backend=sys.argv[1])
"""


@pytest.mark.parametrize("engine", [*COUNTING, "idle"])
def test_killed_parent_leaves_no_child(engine: str) -> None:
    """`kill -9` of the parent ends the processes of its request and of its engine, at work or waiting."""
    parent = begin([sys.executable, "-c", KILLED, engine, " ".join(HARD)])
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    until(lambda: any(engine == "idle" or cpu_seconds(each) > 1.2 for each in descendants_of(child)))
    family = [child, *descendants_of(child)]
    assert all(map(runs, family))
    parent.kill()
    parent.wait()
    until(lambda: not any(map(runs, family)))
    parent.communicate()


def test_solutions_and_statistics_of_a_run() -> None:
    """A run to the end gives each solution once, then an End with plausible seconds and memory."""
    model = ONE_CELL.encode().model
    events = list(engine_process.run(search("exact", "list", model)))
    found = [event for event in events if isinstance(event, Found)]
    end = events[-1]
    assert isinstance(end, End)
    assert (len(found), end.exhausted, end.stop_reason) == (1, True, None)
    assert 0 < end.statistics.cpu_seconds <= end.statistics.wall_seconds * 2 + 0.02
    assert 10 < end.statistics.peak_mb < 500


def test_interrupted_count_keeps_what_it_has() -> None:
    """An interrupt while counting gives the count so far."""
    board = api.puzzle("packing", board="8x8", pieces="I1,I2", copies="any")
    seen: list[int] = []
    last: object = None
    for step in api.run(board, api.request("count", "brute"), lambda: bool(seen)):
        if isinstance(step, Progress) and step.count:
            seen.append(step.count)
        last = step
    assert isinstance(last, Answer)
    assert (last.status, last.stop_reason) == ("UNKNOWN", "interrupted")
    assert last.count is not None
    assert last.count >= seen[-1] > 0


@pytest.mark.parametrize(("board", "total"), [("10x10", 258_584_046_368), ("12x12", 53_060_477_521_960_000)])
def test_total_outlives_a_cut_while_its_classes_are_counted(board: str, total: int) -> None:
    """A run that is ended once the total is known answers with it: FEASIBLE, exhausted, classes null, and why says so."""
    known: list[object] = []
    last: object = None
    puzzle = api.puzzle(f"packing board={board} pieces=dominoes copies=any")
    # By one worker: several count the classes meanwhile, and may be through.
    for step in api.run(puzzle, api.request("count", workers=1), lambda: bool(known)):
        if isinstance(step, Draft) and step.answer.exhausted:
            known.append(step)
        last = step
    assert isinstance(last, Answer)
    assert (last.status, last.exhausted, last.stop_reason) == ("FEASIBLE", True, "interrupted")
    assert last.count == total
    assert last.classes is None
    assert "classes not counted: the run was stopped" in last.engine.why
    assert last.statistics.cpu_seconds > 0
