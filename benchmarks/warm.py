"""The cost of a warm solve from Python: CPU milliseconds of the three processes, messages, and a timeline of one
request.

The puzzle's encoding, its reduction and the engine's tables are cached if the puzzle is a repeated one (`one`), and
computed if each is another (`different`: sudokus with 17 clues, their covers built before). Figures are the least and
the median of so many solves. The timeline is that of the request's process, in milliseconds since it received the call.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.covers import sudoku
from benchmarks.machine import table
from encoders.catalogue import puzzle
from exactcover import api
from exactcover.model.answer import Answer, Request
from exactcover.model.cover import Cover
from exactcover.model.events import Accepted, Draft
from exactcover.process.usage import cpu_seconds
from exactcover.solving import caches, engine_process, pipeline, supervisor

SOLVES, TIMELINES = 200, 50
LINES = Path(__file__).with_name("sudoku-17.txt")


def sudokus() -> list[Cover]:
    """Return the sudokus of the file as covers."""
    return [sudoku(line) for line in LINES.read_text().split("\n") if line and not line.startswith("#")]


def solves() -> list[str]:
    """Return the table of the costs of solves."""
    boards = sudokus()
    lines = [
        _cost("soma", lambda _: "soma"),
        _cost("pentominoes-6x10", lambda _: "pentominoes-6x10"),
        _cost("a sudoku, one", lambda _: boards[-1]),
        _cost("sudokus, different", lambda number: boards[number % len(boards)]),
    ]
    head = (
        "puzzle",
        "the user's process",
        "the request's",
        "the engine's",
        "all three",
        "wall",
        "messages to the user",
    )
    return table(head, lines)


def _cost(name: str, subject: Callable[[int], str | Cover]) -> tuple[str, ...]:
    for _ in range(3):
        api.solve(subject(0))
    child = supervisor.pool.idle[-1]
    below = Path(f"/proc/{child.process.pid}/task/{child.process.pid}/children").read_text().split()
    processes = (os.getpid(), child.process.pid, *map(int, below))
    heard = _Heard(child.connection)
    child.connection = heard  # type: ignore[assignment]  # it does what a Connection does, and counts
    used, walls = [], []
    for number in range(SOLVES):
        board = subject(number)
        before, begun = list(map(cpu_seconds, processes)), time.monotonic()
        answer = api.solve(board)
        walls.append(time.monotonic() - begun)
        used.append([after - was for after, was in zip(map(cpu_seconds, processes), before, strict=True)])
        assert answer.status == "FEASIBLE", name
    child.connection = heard.behind
    columns = [*zip(*used, strict=True), [sum(each) for each in used]]
    entries = [f"{1e3 * min(column):.2f}, {1e3 * median(column):.2f}" for column in columns]
    return (name, *entries, f"{1e3 * min(walls):.2f}, {1e3 * median(walls):.2f}", f"{heard.times / SOLVES:.1f}")


class _Heard:
    """A connection that counts the messages received."""

    def __init__(self, behind: Any) -> None:
        self.behind, self.times = behind, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.behind, name)

    def recv(self) -> Any:
        """Receive a message and count it."""
        self.times += 1
        return self.behind.recv()


def timeline() -> list[str]:
    """Return the timeline of the request's process: the least of several, with this process in its place."""
    lines = []
    for name, known in (("soma", puzzle("soma")), ("a sudoku, one", api.puzzle_about(sudokus()[-1]))):
        content = caches.serialize(known)
        moments = [dict(_moments(content)) for _ in range(TIMELINES)]
        lines += [(name, step, f"{1e3 * min(each[step] for each in moments):.2f}") for step in moments[-1]]
    engine_process.pool.end()
    return table(("puzzle", "what has happened", "milliseconds"), lines)


def _moments(content: bytes) -> Iterator[tuple[str, float]]:
    begun = time.perf_counter()
    entries: set[type] = set()
    for step in pipeline.in_child(content, Request("solve")):
        name = {
            Draft: "the job is sent, and the answer's form is made",
            Accepted: "a solution has come and both judges have accepted it",
            Answer: "the answer is made",
        }.get(type(step))
        if name is not None and type(step) not in entries:
            entries.add(type(step))
            yield name, time.perf_counter() - begun
