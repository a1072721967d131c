"""The steps of a run as Python users take them: solutions one by one, the answer, progress and notices on the side."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Protocol, TypeAlias

from exactcover.model.answer import Accepted, AcceptedMany, Answer, Notice, Progress
from exactcover.model.encoding import Solution
from exactcover.model.layout import as_json
from exactcover.model.own_items import labelled

OnProgress: TypeAlias = Callable[[Progress], None]
"""What hears how far a run is."""


class Cancel(Protocol):
    """What cancels a run from another thread: a `threading.Event`, or anything else with its `is_set`."""

    def is_set(self) -> bool:
        """Return whether the run is to end now."""


def cancelled_by(cancel: Cancel | None) -> Callable[[], bool]:
    """Return what says whether a run is cancelled; raises TypeError for what is no event."""
    if cancel is None:
        return lambda: False
    if not callable(getattr(cancel, "is_set", None)):
        raise TypeError(f"cancel is {cancel!r:.60}; expected a threading.Event, or None")
    return cancel.is_set


class Solutions(Iterator[Solution]):
    """Solutions as they are found; `answer` says how the search ended, once they have all been taken.

    As a context manager it ends the search when its block ends, wherever that is. labels: the items of a cover by their names,
    where they are no texts.
    """

    def __init__(
        self,
        steps: Iterator[Any],
        on_progress: OnProgress | None = None,
        in_notebook: Callable[[Answer, bool], str | None] | None = None,
        labels: Mapping[str, Hashable] = MappingProxyType({}),
    ) -> None:
        if on_progress is not None and not callable(on_progress):
            raise TypeError(f"on_progress is {on_progress!r:.60}; expected a function that takes a Progress, or None")
        self.answer: Answer | None = None
        self._steps = steps
        self._waiting: Iterator[Solution] = iter(())
        self._on_progress = on_progress
        self._in_notebook = in_notebook
        self._labels = labels
        self._callers = 2  # frames from a warning to the line that it is about

    def __next__(self) -> Solution:
        for solution in self._waiting:
            return labelled(solution, self._labels)
        for step in self._steps:
            if isinstance(step, Accepted):
                return labelled(as_json(step.solution), self._labels)
            if isinstance(step, AcceptedMany):
                self._waiting = iter(step.solutions)
                return labelled(next(self._waiting), self._labels)
            if isinstance(step, Progress) and self._on_progress is not None:
                self._on_progress(step)
            if isinstance(step, Notice):
                warnings.warn(step.sentence, RuntimeWarning, stacklevel=self._callers)
            if isinstance(step, Answer):
                answer = replace(step, in_notebook=self._in_notebook, solution=labelled(step.solution, self._labels))
                self.answer = _written_out(answer)
        raise StopIteration

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
        """Return the answer, once the search has ended; what hears of progress may end it by raising something."""
        self._callers = 5  # this one, what called it, and the public function are none of the user's
        with closing(self):
            for _ in self:
                """A solution that counts is in the answer."""
        if self.answer is None:
            raise AssertionError("a run ended without an answer")
        return self.answer


def _written_out(answer: Answer) -> Answer:
    """Return an answer whose solution or attempt is written out, but for one of too many pieces, which stays arrays."""
    attempt = answer.best_attempt
    if attempt is not None:
        attempt = replace(attempt, solution=as_json(attempt.solution))
    return replace(answer, solution=as_json(answer.solution), best_attempt=attempt)
