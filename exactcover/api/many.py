"""The public functions for many puzzles at once: `solve_many` and `count_many`. Not here: how they are answered (batch.py)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from exactcover import api
from exactcover.model import defaults
from exactcover.model.answer import Answer, Limits, Request, request
from exactcover.model.errors import InvalidInput
from exactcover.model.own_items import labelled, labels_of
from exactcover.model.puzzle_protocol import digest_of
from exactcover.solving import batch, supervisor
from exactcover.solving.batch import BadLine

__all__ = ["BadLine", "count_many", "solve_many"]


def solve_many(
    subjects: Iterable[api.Subject],
    *,
    backend: str = defaults.ENGINE,
    limits: Limits = Limits(),
    seed: int = defaults.SEED,
) -> list[Answer | BadLine]:
    """Return the answer about each of many puzzles, in order, and a BadLine for each that could not be read.

    limits: the time is for all of them, the others are for each; for the rest see `solve`. Raises InvalidInput.
    """
    return _answers(subjects, request("solve", backend, limits=limits, seed=seed))


def count_many(
    subjects: Iterable[api.Subject],
    *,
    backend: str = defaults.ENGINE,
    limits: Limits = Limits(),
    seed: int = defaults.SEED,
) -> list[Answer | BadLine]:
    """Return how many solutions each of many puzzles has, as `solve_many` does; `Limits(solutions=2)` asks for uniqueness."""
    return _answers(subjects, request("count", backend, limits=limits, seed=seed))


def _answers(subjects: Iterable[api.Subject], request: Request) -> list[Answer | BadLine]:
    subjects = list(subjects)
    lines = list(enumerate(map(api.puzzle_or_fault, subjects), 1))
    answers: list[Answer | BadLine] = []
    for step in supervisor.run(batch.call(lines, request), request):
        if isinstance(step, batch.OneAnswered):
            answers.append(step.answer)
        elif isinstance(step, BadLine):
            answers.append(step)
        elif isinstance(step, Answer):  # the run was cut short from outside
            answers += [_cut(step, number, puzzle) for number, puzzle in lines[len(answers) :]]
    return [_labelled(answer, subject) for answer, subject in zip(answers, subjects, strict=True)]


def _labelled(answer: Answer | BadLine, subject: api.Subject) -> Answer | BadLine:
    """Return an answer whose solution has the items of the user."""
    if isinstance(answer, BadLine):
        return answer
    return replace(answer, solution=labelled(answer.solution, labels_of(subject)))


def _cut(answer: Answer, number: int, puzzle: api.Puzzle | InvalidInput) -> Answer | BadLine:
    """Return the answer of a run that was cut short, about a puzzle that it did not come to."""
    if isinstance(puzzle, InvalidInput):
        return BadLine(number, str(puzzle))
    canonical = puzzle.canonical()
    return replace(answer, puzzle=canonical, puzzle_sha256=digest_of(canonical))
