"""The steps of a run as Python users get them: solutions one by one, the answer, progress and notices."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeAlias

from exactcover.model import defaults
from exactcover.model.answer import Answer
from exactcover.model.events import Accepted, AcceptedMany, Notice, Progress
from exactcover.model.layout import Layout, as_json
from exactcover.model.own_items import Labels, labelled
from exactcover.model.puzzle_protocol import Puzzle
from exactcover.model.solution import Solution
from exactcover.solving.summary import without_certificate

OnProgress: TypeAlias = Callable[[Progress], None]
"""A function that is called with the progress of a run."""


class Cancel(Protocol):
    """Cancels a run from another thread: a `threading.Event`, or anything else with its `is_set`."""

    def is_set(self) -> bool:
        """Return whether the run should end now."""


def cancelled_by(cancel: Cancel | None) -> Callable[[], bool]:
    """Return a function that returns whether a run is cancelled; raises TypeError if `cancel` is not an event."""
    if cancel is None:
        return lambda: False
    if not callable(getattr(cancel, "is_set", None)):
        raise TypeError(f"cancel is {cancel!r:.60}; expected a threading.Event, or None")
    return cancel.is_set


@dataclass(frozen=True)
class Shown:
    """How the solutions of one question are presented to Python users.

    puzzle: what the question is about; labels: the items and option names of a cover that are not strings; answer: draws an
    answer in a notebook, as HTML or as SVG alone; solutions: draws the first solutions.
    """

    puzzle: Puzzle
    labels: Labels = field(default_factory=Labels)
    answer: Callable[[Answer, bool], str | None] | None = None
    solutions: Callable[[Sequence[Solution | Layout], int, Answer | None, bool], str | None] | None = None

    def solution(self, solution: Any) -> Solution | Layout:
        """Return a solution written out, with its type and the user's items; one with too many pieces remains a layout."""
        return self.puzzle.typed(labelled(as_json(solution), self.labels))

    def of_answer(self, answer: Answer) -> Answer:
        """Return an answer with its solution or attempt written out, and with its drawing for notebooks."""
        attempt = answer.best_attempt
        if attempt is not None:
            attempt = replace(attempt, solution=as_json(attempt.solution))
        solution = None if answer.solution is None else self.solution(answer.solution)
        return replace(answer, solution=solution, best_attempt=attempt, in_notebook=self.answer, about=self.puzzle)


class Solutions(Iterator[Solution | Layout]):
    """Solutions as they are found; `answer` says how the search ended, once they have all been taken.

    A solution of more than 100,000 pieces is a Layout. As a context manager, it ends the search when its block exits, wherever
    that is. A notebook shows how many have been taken, and draws the first of them.
    """

    def __init__(self, steps: Iterator[Any], shown: Shown, on_progress: OnProgress | None = None) -> None:
        if on_progress is not None and not callable(on_progress):
            raise TypeError(f"on_progress is {on_progress!r:.60}; expected a function that takes a Progress, or None")
        self.answer: Answer | None = None
        self._steps = steps
        self._waiting: Iterator[Any] = iter(())
        self._on_progress = on_progress
        self._shown = shown
        self._first: list[Solution | Layout] = []
        self._taken = 0
        self._callers = 2  # stack frames between a warning and the line that it concerns

    def __next__(self) -> Solution | Layout:
        for solution in self._waiting:
            return self._taking(solution)
        for step in self._steps:
            if isinstance(step, Accepted):
                return self._taking(step.solution)
            if isinstance(step, AcceptedMany):
                self._waiting = iter(step.solutions)
                return self._taking(next(self._waiting))
            if isinstance(step, Progress) and self._on_progress is not None:
                self._on_progress(step)
            if isinstance(step, Notice):
                warnings.warn(step.sentence, RuntimeWarning, stacklevel=self._callers)
            if isinstance(step, Answer):
                self.answer = self._shown.of_answer(step)
                uncertified = without_certificate(step) if step.engine.options.get("certificate") else ""
                if uncertified:
                    warnings.warn(uncertified, RuntimeWarning, stacklevel=self._callers)
        raise StopIteration

    def _taking(self, solution: Any) -> Solution | Layout:
        """Return a solution to the caller, and count it; the first ones are kept for a notebook."""
        taken = self._shown.solution(solution)
        if self._taken < defaults.SOLUTIONS_SHOWN:
            self._first.append(taken)
        self._taken += 1
        return taken

    def _repr_svg_(self) -> str | None:
        """Return the drawing of the first solutions taken, None if there is nothing to draw."""
        return self._in_notebook(as_html=False)

    def _repr_html_(self) -> str | None:
        """Return the number of solutions taken, the summary of the answer once there is one, and the drawing."""
        return self._in_notebook(as_html=True)

    def _in_notebook(self, *, as_html: bool) -> str | None:
        show = self._shown.solutions
        return None if show is None else show(self._first, self._taken, self.answer, as_html)

    def __enter__(self) -> Solutions:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the search now."""
        self._waiting = iter(())
        close = getattr(self._steps, "close", None)
        if close is not None:
            close()

    def to_the_end(self) -> Answer:
        """Take all solutions and return the answer; `on_progress` may end the search by raising an exception."""
        self._callers = 5  # this frame, its callers and the public function are not the user's
        with closing(self):
            for _ in self:
                """A solution that counts is in the answer."""
        if self.answer is None:
            raise AssertionError("a run ended without an answer")
        return self.answer
