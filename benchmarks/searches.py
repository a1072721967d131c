"""The time of shortest plans, whole state spaces and A*: medians of CPU seconds on one core, compiled code warm.

In this process: from the puzzle to the plan and the proof that none is shorter, the encoding and its reductions
included. In a warm child: the time that `exactcover.solve` reports, for the reductions and the engine, in a process
that has run it before. Every answer is judged, and compared with the published optimum or number of states; a wrong one
ends the measurement. Korf's hundred boards are solved one by one, with their pattern databases on disk; a process reads
and checks them once.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TypeVar

from benchmarks import state_space
from benchmarks.machine import described, table
from encoders.catalogue import puzzle
from exactcover import api, backends, judges
from exactcover.backends.search.graphs import state_graphs
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.arrays import Integers
from exactcover.model.events import End, Found
from exactcover.model.space import Sliding
from exactcover.transform.reductions import chain

T = TypeVar("T")

RUNS = 5
KORF = Path(__file__).parent.parent / "tests" / "korf100.txt"
RUSH_HOUR = KORF.with_name("rush_hour.txt")
NUMBERED = "blocks board=AAABB/CCDDB/GEEFF/GGHHH/...I. goal=two-ls identical=no"


class Wrong(AssertionError):
    """An answer differs from the known one."""


@dataclass(frozen=True)
class Asked:
    """A puzzle, an engine with its options, and the known length of a shortest plan."""

    words: str
    engine: str
    length: int
    own: dict[str, str] = field(default_factory=dict)

    @property
    def backend(self) -> str:
        """The engine as the command line names it."""
        return self.engine + ":" * bool(self.own) + ",".join(f"{key}={value}" for key, value in self.own.items())


PLANS = (
    Asked("8-puzzle", "bfs", 31),
    Asked("8-puzzle", "sat", 31),
    Asked("two-ls", "bfs", 30),
    Asked("two-ls", "sat", 30),
    Asked("huarong-dao-steps", "bfs", 116),
    Asked("huarong-dao-moves", "bfs", 81),
    Asked("15-puzzle", "idastar", 57, {"pdb": "5-5-5"}),
)
SPACES = (("two-ls", 110_804), (NUMBERED, 2_659_296), ("8-puzzle", 181_440))
POPS = tuple(
    Asked("8-puzzle", "astar", 31, {"heuristic": name, "ties": ties}) for name in ("h1", "h2") for ties in ("state", "free")
)  # fmt: skip


def measure() -> list[str]:
    """Return the tables: plans and spaces, and how many entries per second A* takes off its queue."""
    lines = ["# Searches", "", described(), "", (__doc__ or "").split("\n", 2)[2].strip(), ""]
    head = ("puzzle", "how", "answer", "in this process, s", "in a warm child, s")
    found = [_plan(asked) for asked in PLANS]
    found += [_space(words, count) for words, count in SPACES]
    found.append(_rush_hour())
    with tempfile.TemporaryDirectory() as folder:
        found += list(_korf(Path(folder) / "tables"))
    lines += table(head, found)
    head = ("puzzle", "engine", "entries popped", "a second, in this process", "a second, in a warm child")
    return [*lines, "", *table(head, [_pops(asked) for asked in POPS])]


def korf() -> list[Asked]:
    """Return Korf's hundred boards with their lengths."""
    rows = [line.split() for line in KORF.read_text().splitlines() if not line.startswith("#")]
    return [Asked(f"tiles board=4x4 start={','.join(row[1:17])}", "idastar", int(row[17])) for row in rows]


def rush_hour() -> list[Asked]:
    """Return the positions of Rush Hour with their numbers of moves."""
    rows = [line.split() for line in RUSH_HOUR.read_text().splitlines() if not line.startswith("#")]
    return [Asked(f"blocks rush-hour={line}", "bfs", int(moves)) for moves, line, _ in rows]


def here(asked: Asked) -> tuple[Integers, End]:
    """Return the plan that an engine finds in this process, and how the search ended; raises Wrong if there is none."""
    model = puzzle(asked.words).encode().model
    engine = backends.engine(asked.engine)
    reduced = chain.reduce(model, engine.accepts)
    plan: Integers | None = None
    for event in engine.run("solve", reduced.model, EngineOptions(own=asked.own), Limits()):
        if isinstance(event, Found):
            plan = reduced.lift(event.selection)
        elif isinstance(event, End) and plan is not None:
            return plan, event
    raise Wrong(f"{asked.words}, {asked.backend}: no plan; expected {asked.length} moves")


def judged(asked: Asked, plan: Integers, end: End) -> None:
    """Raise Wrong for a plan that a judge or the referee refuses, whose length differs from the known one, or that is
    not proved.
    """
    what = puzzle(asked.words)
    encoding = what.encode()
    _expect(asked, judges.faults(encoding.model, plan), [])
    _expect(asked, what.faults(encoding.decode(plan)), [])
    _expect(asked, (len(plan) - 1, end.exhausted, end.bound), (asked.length, True, asked.length))


def counted(words: str, count: int) -> None:
    """Visit all states of a puzzle; raises Wrong if their number differs from the known one."""
    model = puzzle(words).encode().model
    assert isinstance(model, Sliding)
    found = state_space.survey(model).count
    if found != count:
        raise Wrong(f"{words}: {found} states; expected {count}")


def _expect(asked: Asked, seen: object, known: object) -> None:
    if seen != known:
        raise Wrong(f"{asked.words}, {asked.backend}: {seen}; expected {known}")


def _timed(action: Callable[[], T], before: Callable[[], object] = lambda: None) -> tuple[float, T]:
    """Return the median of the CPU seconds of a warm action, and its last result."""
    times = []
    for run in range(RUNS + 1):
        before()
        begun = time.process_time()
        found = action()
        if run:  # the first run loads compiled code
            times.append(time.process_time() - begun)
    return median(times), found


def _in_child(*several: Asked) -> float:
    """Return the median of the CPU seconds that a warm child reports for all of these; each answer must be OPTIMAL."""

    def all_of() -> float:
        spent = 0.0
        for asked in several:
            answer = api.solve(puzzle(asked.words), backend=asked.backend)
            _expect(asked, (answer.status, answer.cost), ("OPTIMAL", asked.length))
            spent += answer.statistics.cpu_seconds
        return spent

    all_of()
    return median(all_of() for _ in range(RUNS))


def _plan(asked: Asked) -> tuple[str, ...]:
    seconds, (plan, end) = _timed(lambda: here(asked))
    judged(asked, plan, end)
    result = f"{asked.length} moves, none shorter"
    return f"`{asked.words}`", f"`{asked.backend}`", result, f"{seconds:.3f}", f"{_in_child(asked):.3f}"


def _space(words: str, count: int) -> tuple[str, ...]:
    seconds, _ = _timed(lambda: counted(words, count))
    return f"`{words}`", "all states visited", f"{count:,} states", f"{seconds:.3f}", ""


def _korf(folder: Path) -> Iterator[tuple[str, ...]]:
    """Yield the time to build the 6-6-3 databases, and that of all boards with the databases on disk."""
    own = {"pdb": "6-6-3", "cache": str(folder)}
    boards = [Asked(each.words, each.engine, each.length, own) for each in korf()]
    model = puzzle(boards[0].words).encode().model
    assert isinstance(model, Sliding)
    seconds, _ = _timed(
        lambda: list(state_graphs.pattern_tables(model, EngineOptions(own=own))),
        before=lambda: shutil.rmtree(folder, ignore_errors=True),
    )
    kept = sum(file.stat().st_size for file in folder.iterdir())
    yield "15-puzzle", "6-6-3 databases built and kept", f"{kept / 2**20:.0f} MB", f"{seconds:.2f}", ""
    seconds, found = _timed(lambda: [here(board) for board in boards])
    for board, (plan, end) in zip(boards, found, strict=True):
        judged(board, plan, end)
    moved = sum(end.statistics.nodes for _, end in found)
    result = f"all optimal, {moved:,} moves tried"
    yield (
        "Korf's 100 boards",
        "`idastar:6-6-3`, databases on disk",
        result,
        f"{seconds:.2f}",
        f"{_in_child(*boards):.2f}",
    )


def _rush_hour() -> tuple[str, ...]:
    """Return the time of all positions one after another."""
    positions = rush_hour()
    seconds, found = _timed(lambda: [here(position) for position in positions])
    for position, (plan, end) in zip(positions, found, strict=True):
        judged(position, plan, end)
    visited = sum(end.statistics.nodes for _, end in found)
    result = f"all optimal, {visited:,} states expanded"
    return f"{len(positions)} positions of Rush Hour", "`bfs`", result, f"{seconds:.2f}", f"{_in_child(*positions):.2f}"


def _pops(asked: Asked) -> tuple[str, ...]:
    seconds, (plan, end) = _timed(lambda: here(asked))
    judged(asked, plan, end)
    popped = end.statistics.popped
    return (
        f"`{asked.words}`",
        f"`{asked.backend}`",
        f"{popped:,}",
        f"{popped / seconds:,.0f}",
        f"{popped / _in_child(asked):,.0f}",
    )
