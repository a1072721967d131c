"""How a request about a puzzle is run for Python users: its steps, its solutions, its answer.

Not here: how it is answered (solving).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from encoders.puzzle import Puzzle
from exactcover.api.solutions import Cancel, OnProgress, Shown, Solutions, cancelled_by
from exactcover.api.subjects import Subject, puzzle_about
from exactcover.model import own_items
from exactcover.model.answer import Answer, Request
from exactcover.process.messages import Clock
from exactcover.solving import pipeline, supervisor
from exactcover.solving.pipeline import Step

if TYPE_CHECKING:
    from exactcover.model.layout import Layout
    from exactcover.model.solution import Solution

Value = TypeVar("Value")


def run(puzzle: Puzzle, request: Request, interrupted: Callable[[], bool] = lambda: False) -> Iterator[Step]:
    """Yield the steps of a request (Accepted, Draft, Progress, Bound), its Answer last."""
    return supervisor.run(pipeline.call(puzzle, request), request, interrupted)


def solutions_of(
    subject: Subject, request: Request, on_progress: OnProgress | None = None, cancel: Cancel | None = None
) -> Solutions:
    """Return an iterator over the solutions of a request, with its answer; raises InvalidInput."""
    puzzle = puzzle_about(subject)
    return Solutions(run(puzzle, request, cancelled_by(cancel)), shown_as(puzzle, subject), on_progress)


def shown_as(puzzle: Puzzle, subject: object = None) -> Shown:
    """Return how the solutions of a puzzle are presented to Python users; subject: the subject of their question."""
    in_notebook, first = partial(_answer_in_notebook, puzzle), partial(_solutions_in_notebook, puzzle)
    return Shown(puzzle, own_items.labels_of(subject), in_notebook, first)


def _answer_in_notebook(puzzle: Puzzle, answer: Answer, as_html: bool) -> str | None:
    from exactcover.api import drawings

    return drawings.in_notebook(puzzle, answer, as_html)


def _solutions_in_notebook(
    puzzle: Puzzle, first: Sequence[Solution | Layout], taken: int, answer: Answer | None, as_html: bool
) -> str | None:
    from exactcover.api import drawings

    return drawings.solutions_in_notebook(puzzle, first, taken, answer, as_html)


def answered_here(puzzle: Puzzle, request: Request) -> Answer:
    """Return the answer to a request, whose engine runs in this process: for processes that are under limits themselves."""
    *_, answer = run_here(puzzle, request)
    assert isinstance(answer, Answer)
    return answer


def run_here(puzzle: Any, request: Request) -> Iterator[Step]:
    """Yield the steps of a request whose engine runs in this process, likewise; a look-up's clock goes on after them."""
    from exactcover.process import compiling
    from exactcover.solving.job_runner import run_job

    counting = compiling.is_counting()
    try:
        yield from pipeline.run(puzzle, request, run_job=lambda job, _: run_job(job))
    finally:
        if counting:
            compiling.clock(running=True)


def on_the_clock(compute: Callable[[], Value]) -> Generator[Clock, None, Value]:
    """Yield that the clock of a look-up runs, and return what it computes here; the clock leaves out compiling."""
    from exactcover.kernel import jit
    from exactcover.process import child, compiling

    compiling.measure(child.tell, jit.once_imported)
    yield compiling.clock(running=True)
    value = compute()
    compiling.end_run()
    return value


def answered(
    subject: Subject, request: Request, on_progress: OnProgress | None = None, cancel: Cancel | None = None
) -> Answer:
    """Return the answer to a request; an exception raised by `on_progress` ends the run."""
    return solutions_of(subject, request, on_progress, cancel).to_the_end()
