"""Judged searches for designs: the only solution of a puzzle up to symmetry, and the solutions of another, within the limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from exactcover.model.answer import Answer, Limits, Request, request
from exactcover.model.cover import Cover
from exactcover.model.errors import StopReason
from exactcover.model.events import Accepted, AcceptedMany
from exactcover.model.puzzle_protocol import Puzzle
from exactcover.process.deadline import Deadline

Run: TypeAlias = Callable[[Puzzle, Request], Iterator[Any]]
"""Yields the steps of a request about a puzzle, its Answer last."""
ENGINE = "exact"
"""The engine of lists and counts; `auto` would run provers beside it, which tiny puzzles do not need."""


@dataclass(frozen=True)
class Ended:
    """The end of a search for designs; complete: there are no others; reason: of its lists, why one was not exhausted."""

    complete: bool
    reason: StopReason | None = None


class Stopped(Exception):
    """A limit or the user stopped the search."""

    def __init__(self, reason: StopReason) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Searches:
    """Runs judged requests.

    run: runs one; interrupted: returns whether the user wants to stop; deadline: of all together; memory: megabytes of each.
    """

    run: Run
    interrupted: Callable[[], bool]
    deadline: Deadline
    memory: float | None = None

    def check(self) -> None:
        """Raise Stopped if a limit or the user ends the search now."""
        if self.interrupted():
            raise Stopped("interrupted")
        if self.deadline.over():
            raise Stopped("time")

    def only_solution(self, puzzle: Puzzle) -> Any | None:
        """Return the solution of a puzzle that has exactly one up to symmetry, None if it has none or several.

        The list of its solutions is exhausted, and the referee accepts the one. Raises Stopped.
        """
        solutions: list[Any] = []
        answer = None
        for step in self._listed(puzzle, Limits(solutions=2)):
            if isinstance(step, Answer):
                answer = step
            else:
                solutions += step
        assert answer is not None, "a run ends with its answer"
        if len(solutions) == 1 and not answer.exhausted:
            raise Stopped(answer.stop_reason or "time")
        if not solutions and answer.status != "INFEASIBLE":
            raise Stopped(answer.stop_reason or "time")
        return solutions[0] if len(solutions) == 1 else None

    def is_unique(self, puzzle: Puzzle) -> bool:
        """Return whether a puzzle has exactly one solution up to symmetry. Raises Stopped."""
        if is_symmetric(puzzle):
            return self.only_solution(puzzle) is not None
        made = request("count", ENGINE, limits=self._within(Limits(solutions=2)), workers=1)
        *_, answer = self._steps(puzzle, made)
        assert isinstance(answer, Answer)
        if not answer.exhausted and answer.count != 2:
            raise Stopped(answer.stop_reason or "time")
        return answer.exhausted and answer.count == 1

    def solutions(self, puzzle: Puzzle, seconds: float | None, most: int) -> Iterator[Any | Answer]:
        """Yield solutions of a puzzle up to symmetry, then the Answer. Raises Stopped if the user stops it."""
        for step in self._listed(puzzle, Limits(time=seconds, solutions=most)):
            if isinstance(step, Answer):
                yield step
            else:
                yield from step

    def first_solution(self, puzzle: Puzzle, seed: int) -> Any | None:
        """Return a solution of a puzzle, None if it has none. Raises Stopped."""
        for step in self._steps(puzzle, request("solve", limits=self._within(Limits()), seed=seed)):
            if isinstance(step, Answer):
                if step.status == "UNKNOWN":
                    raise Stopped(step.stop_reason or "time")
                return step.solution
        raise AssertionError("a run ended without an answer")

    def _listed(self, puzzle: Puzzle, limits: Limits) -> Iterator[list[Any] | Answer]:
        made = request("list", ENGINE, limits=self._within(limits), up_to_symmetry=is_symmetric(puzzle), workers=1)
        for step in self._steps(puzzle, made):
            if isinstance(step, Accepted):
                yield [step.solution]
            elif isinstance(step, AcceptedMany):
                yield list(step.solutions)
            elif isinstance(step, Answer):
                yield step

    def _steps(self, puzzle: Puzzle, made: Request) -> Iterator[Any]:
        self.check()
        for step in self.run(puzzle, made):
            yield step
            if self.interrupted():
                raise Stopped("interrupted")

    def _within(self, limits: Limits) -> Limits:
        left = [each for each in (limits.time, self.deadline.left) if each is not None]
        return replace(limits, time=min(left, default=None), memory=self.memory)


def is_symmetric(puzzle: Puzzle) -> bool:
    """Return whether solutions can be listed up to symmetry."""
    encoding = puzzle.encode()
    unknown = isinstance(encoding.model, Cover) and encoding.model.symmetries is None
    return encoding.symmetric and not unknown
