"""Counts of puzzles that differ in their boards alone, from one search: on the board of all their cells.

Cells that some boards lack may stay empty there. The solutions of this common puzzle are listed and judged like those of any
list, and are counted by the cells that they leave empty. The first boards of a group are counted alone, which shows how long the
others would take; the list gets that long, and if it has not ended by then, the others are counted alone too. So a batch takes
about twice as long as without sharing at most. Boards with symmetries are counted alone, for their classes, and boards
without solutions, for their evidence. Not here: what makes a board (encoders/packing/boards.py).
"""

from __future__ import annotations

import marshal
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np

from exactcover.model.answer import Answer, EngineReport, Limits, Request, Statistics
from exactcover.model.errors import InvalidInput
from exactcover.model.events import Accepted, AcceptedMany, Notice
from exactcover.model.layout import as_json
from exactcover.model.many import covered
from exactcover.model.puzzle_protocol import Puzzle
from exactcover.model.tiling import Tiling
from exactcover.process.deadline import Deadline
from exactcover.process.messages import Clock
from exactcover.solving import pipeline
from exactcover.solving.caches import Known
from exactcover.transform.symmetry.isometries import symmetries

FEWEST, ALONE, MOST_CELLS = 12, 4, 4096
"""Boards that share a search, how many of them are counted alone before, and how large they may be."""
PATIENCE = 1.0
"""How long the shared search may take, in units of the time for counting the other boards alone."""
ENGINE, WHY = "exact", "one of many boards: the solutions on all of them were listed together"

Cells: TypeAlias = frozenset[tuple[int, ...]]


@dataclass
class _Group:
    """Boards of one puzzle by their lines.

    alone: how many of them have been counted alone, in so many seconds; tried: whether they have been searched together; numbers:
    of solutions by the cells that they cover of those that some boards lack, once known; statistics: of that search.
    """

    puzzle: Puzzle
    boards: dict[int, Cells]
    alone: int = 0
    seconds: float = 0.0
    tried: bool = False
    numbers: Counter[bytes] | None = None
    statistics: Statistics = field(default_factory=Statistics)

    def __post_init__(self) -> None:
        every = frozenset[tuple[int, ...]]().union(*self.boards.values())
        self.every = every
        self.optional = sorted(every - frozenset.intersection(*self.boards.values()))

    def common(self) -> Puzzle:
        """Return the puzzle on the board of all cells."""
        lacking = [len(self.every) - len(board) for board in self.boards.values()]
        return self.puzzle.on_board(self.every, self.optional, (min(lacking), max(lacking)))

    def on(self, line: int) -> int:
        """Return the number of solutions on the board of a line, once they are known."""
        assert self.numbers is not None
        return self.numbers[self._covered([{"cells": self.boards[line]}])]

    def _covered(self, parts: list[dict[str, Iterable[tuple[int, ...]]]]) -> bytes:
        return bytes(covered(parts, np.arange(len(parts), dtype=np.int32)[None], self.optional)[0])

    def count(self, step: Accepted | AcceptedMany, numbers: Counter[bytes]) -> None:
        """Count accepted solutions by what they cover."""
        if isinstance(step, Accepted):
            numbers[self._covered(as_json(step.solution)["placements"])] += 1
            return
        table = step.solutions
        rows = covered([marshal.loads(part) for part in table.parts], table.lines, self.optional)
        each, times = np.unique(rows, axis=0, return_counts=True)
        for row, number in zip(each, times.tolist(), strict=True):
            numbers[row.tobytes()] += number


class SharedBoards:
    """The boards of a batch that may share a search with others."""

    def __contains__(self, line: int) -> bool:
        return line in self._group_of

    def __init__(self, lines: Iterable[tuple[int, Puzzle | InvalidInput]], request: Request) -> None:
        self._request = replace(request, workers=1)
        self._group_of: dict[int, _Group] = {}
        boards, puzzles = defaultdict[Hashable, dict[int, Cells]](dict), dict[Hashable, Puzzle]()
        for number, puzzle in lines:
            board = None if isinstance(puzzle, InvalidInput) else puzzle.board()
            if board is not None and not isinstance(puzzle, InvalidInput) and len(board[1]) <= MOST_CELLS:
                boards[board[0]][number] = board[1]
                puzzles.setdefault(board[0], puzzle)
        for key, own in boards.items():
            if len(own) >= FEWEST:
                self._group_of |= dict.fromkeys(own, _Group(puzzles[key], own))

    def took(self, line: int, seconds: float) -> None:
        """Note how long a line took that was counted alone."""
        group = self._group_of.get(line)
        if group is not None and not group.tried:
            group.alone, group.seconds = group.alone + 1, group.seconds + seconds

    def steps(
        self,
        line: int,
        puzzle: Puzzle,
        deadline: Deadline,
        interrupted: Callable[[], bool],
        alone: Iterator[pipeline.Step],
    ) -> Iterator[pipeline.Step]:
        """Yield the steps of a line's request; alone: those of counting it alone."""
        group = self._group_of.get(line)
        if group is not None and not group.tried and group.alone >= ALONE:
            group.tried = True
            yield from self._search(group, deadline, interrupted)
        count = 0 if group is None or group.numbers is None else group.on(line)
        if group is None or not count or _is_symmetric(puzzle):
            yield from alone
            return
        known, statistics = Known(puzzle), group.statistics
        group.statistics = Statistics()  # of one search, reported once
        engine = EngineReport(ENGINE, {"seed": self._request.seed, "workers": 1, "up_to_symmetry": False}, WHY)
        yield from map(Notice, known.notices)
        answer = Answer("count", known.canonical, known.digest, engine, exhausted=True, count=count, classes=count)
        yield replace(answer, statistics=statistics)

    def _search(self, group: _Group, deadline: Deadline, interrupted: Callable[[], bool]) -> Iterator[Clock]:
        """List the solutions on all boards of a group, for as long as counting the others alone would take."""
        seconds = PATIENCE * group.seconds / group.alone * (len(group.boards) - group.alone)
        within = seconds if deadline.left is None else min(seconds, deadline.left)
        request = Request("list", ENGINE, limits=Limits(within, self._request.limits.memory), seed=self._request.seed)
        numbers = Counter[bytes]()
        for step in pipeline.run(group.common(), request, interrupted):
            if isinstance(step, Accepted | AcceptedMany):
                group.count(step, numbers)
            elif isinstance(step, Clock):
                yield step
            elif isinstance(step, Answer) and step.exhausted:
                group.numbers, group.statistics = numbers, step.statistics


def _is_symmetric(puzzle: Puzzle) -> bool:
    """Return whether a board may have symmetries besides the identity."""
    model = puzzle.encode().model
    return not isinstance(model, Tiling) or len(symmetries(model, lambda piece, orientation: True)) > 1
