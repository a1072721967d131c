"""The public functions for many puzzles at once: `solve_many` and `count_many`. Not here: how they are answered (batch.py)."""

from __future__ import annotations

from collections.abc import Iterable

from exactcover import api
from exactcover.api.solutions import Cancel, cancelled_by
from exactcover.model import defaults
from exactcover.model.answer import Answer, Limits, Request, request
from exactcover.model.errors import InvalidInput
from exactcover.solving import batch, supervisor
from exactcover.solving.batch import BadLine

__all__ = ["BadLine", "count_many", "solve_many"]


def solve_many(
    subjects: Iterable[api.Subject],
    *,
    backend: str = defaults.ENGINE,
    limits: Limits = Limits(),
    seed: int = defaults.SEED,
    cancel: Cancel | None = None,
) -> list[Answer | BadLine]:
    """Return the answer to each of many puzzles, in order, and a BadLine for each that could not be read.

    limits: the time limit applies to all of them, the others to each; cancel: once it is set, those without an answer are
    UNKNOWN; for the other arguments see `solve`. Raises InvalidInput.
    """
    return _answers(subjects, request("solve", backend, limits=limits, seed=seed), cancel)


def count_many(
    subjects: Iterable[api.Subject],
    *,
    backend: str = defaults.ENGINE,
    limits: Limits = Limits(),
    seed: int = defaults.SEED,
    cancel: Cancel | None = None,
) -> list[Answer | BadLine]:
    """Return how many solutions each of many puzzles has, like `solve_many`; `Limits(solutions=2)` tests for uniqueness."""
    return _answers(subjects, request("count", backend, limits=limits, seed=seed), cancel)


def _answers(subjects: Iterable[api.Subject], request: Request, cancel: Cancel | None) -> list[Answer | BadLine]:
    subjects = list(subjects)
    lines = list(enumerate(map(api.puzzle_or_fault, subjects), 1))
    answers: list[Answer | BadLine] = []
    steps = supervisor.run(batch.call(lines, request), request, cancelled_by(cancel))
    for step in steps:
        if isinstance(step, batch.OneAnswered):
            answers.append(step.answer)
        elif isinstance(step, BadLine):
            answers.append(step)
        elif isinstance(step, Answer):  # the run was cut short from outside
            rest = (batch.unanswered(line, request, step.stop_reason or "time") for line in lines[len(answers) :])
            answers += [each if isinstance(each, BadLine) else each.answer for each in rest]
    return [
        for_user(answer, puzzle, subject) for answer, (_, puzzle), subject in zip(answers, lines, subjects, strict=True)
    ]


def for_user(answer: Answer | BadLine, puzzle: api.Puzzle | InvalidInput, subject: api.Subject) -> Answer | BadLine:
    """Return an answer as Python users get it, with the items of the subject; a bad line unchanged."""
    if isinstance(answer, BadLine) or isinstance(puzzle, InvalidInput):
        return answer
    return api.shown_as(puzzle, subject).of_answer(answer)
