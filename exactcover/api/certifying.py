"""Certificates of counts: how many solutions a puzzle has, with evidence that anyone can check.

The solutions are counted by an engine, then by the judge along an order of the items; both must agree. Not here: the search for
an order (proofs/item_orders.py), and the judge (judges/states.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from encoders.puzzle import Puzzle
from exactcover.api.answering import run
from exactcover.api.subjects import Subject, puzzle_about
from exactcover.judges import states
from exactcover.model.answer import Answer, Limits, Request, request
from exactcover.model.certificate import InvalidCertificate
from exactcover.model.count_certificate import CountCertificate
from exactcover.model.errors import JudgeRefused, Unsuitable
from exactcover.model.puzzle_protocol import digest_of
from exactcover.model.refuted import without_colours
from exactcover.process.deadline import Deadline

Running = Callable[[Puzzle, Request], Iterable[Any]]


def count_certificate(
    subject: Subject, *, time_limit: float | None = None, memory_limit: float | None = None
) -> CountCertificate | None:
    """Return a certificate of how many solutions a puzzle has, which `check` accepts; None if the limits end it first.

    time_limit: seconds; memory_limit: megabytes, of the count. Raises Unsuitable for puzzles whose solutions are not selections
    of options, and if there are too many states along every order that is tried.
    """
    return count_certificate_by(run, puzzle_about(subject), Limits(time_limit, memory_limit))


def count_certificate_by(
    running: Running, puzzle: Puzzle, limits: Limits, interrupted: Callable[[], bool] = lambda: False
) -> CountCertificate | None:
    """Return the same; running: yields the steps of a request about a puzzle; interrupted: whether to end."""
    from exactcover.proofs.item_orders import best_order

    deadline = Deadline(limits.time)
    try:
        needs = states.demands_of(without_colours(puzzle.encode().model))
    except InvalidCertificate as unsuitable:
        raise Unsuitable(f"there is no certificate of this count: {unsuitable}") from None
    count = _counted(running(puzzle, request("count", limits=limits)), interrupted)
    if count is None:
        return None
    order = best_order(needs, goes_on=lambda: not (deadline.over() or interrupted()))
    if order is None:
        if deadline.over() or interrupted():
            return None
        raise Unsuitable(
            f"there is no certificate of this count: along every order of the items that was tried there are more than"
            f" {states.MOST_STATES:,} states"
        )
    form = puzzle.canonical()
    return _judged(puzzle, CountCertificate(form, digest_of(form), count, order))


def _counted(steps: Iterable[Any], interrupted: Callable[[], bool]) -> int | None:
    """Return the count of an engine; None if it was not finished."""
    for step in steps:
        if interrupted():
            return None
        if isinstance(step, Answer):
            return None if step.status == "UNKNOWN" else step.count or 0
    return None


def _judged(puzzle: Puzzle, certificate: CountCertificate) -> CountCertificate:
    """Return a certificate that the judge accepts; raises JudgeRefused if the engine's count is not the judge's."""
    model = without_colours(puzzle.encode().model)
    try:
        states.judge(model, certificate.count, certificate.order)
    except InvalidCertificate as fault:
        raise JudgeRefused(str(fault)) from fault
    return certificate
