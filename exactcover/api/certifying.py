"""Certificates of counts: how many solutions a puzzle has, with evidence that anyone can check.

The solutions are counted by an engine, then by the judge along an order of the items, and both must agree; likewise their classes
up to symmetry, if the engine counts them. Not here: the search for an order (proofs/item_orders.py), and the judges
(judges/states.py and classes.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from encoders.puzzle import Puzzle
from exactcover import judges
from exactcover.api.answering import run
from exactcover.api.subjects import Subject, puzzle_about
from exactcover.judges import states
from exactcover.judges.classes import MOST_PRODUCTS
from exactcover.model.answer import Answer, Limits, Request, request
from exactcover.model.certificate import InvalidCertificate
from exactcover.model.count_certificate import MOST_SYMMETRIES, CountCertificate
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.errors import JudgeRefused, Unsuitable
from exactcover.model.puzzle_protocol import digest_of
from exactcover.model.refuted import without_colours
from exactcover.model.tiling import Tiling
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
        model = puzzle.encode().model
        needs = states.demands_of(without_colours(model))
    except InvalidCertificate as unsuitable:
        raise Unsuitable(f"there is no certificate of this count: {unsuitable}") from None
    answer = _answer(running(puzzle, request("count", limits=limits)), interrupted)
    if answer is None:
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
    count = answer.count or 0
    symmetries = _symmetries(model) if answer.classes is not None and count else ()
    classes = answer.classes if symmetries else None
    return _judged(model, CountCertificate(form, digest_of(form), count, order, classes, symmetries))


def _answer(steps: Iterable[Any], interrupted: Callable[[], bool]) -> Answer | None:
    """Return the answer of an engine; None if it has not counted all solutions."""
    for step in steps:
        if interrupted():
            return None
        if isinstance(step, Answer):
            return None if step.status == "UNKNOWN" else step
    return None


def _symmetries(model: Model) -> tuple[tuple[int, ...], ...]:
    """Return the symmetries of a model as permutations of its items; none if they are not known, or too many."""
    from exactcover.transform.reductions import tiling_to_cover

    cover = tiling_to_cover.reduce(model).model if isinstance(model, Tiling) else model
    assert isinstance(cover, Cover), "the judge knows its items"
    if cover.colours is not None or cover.symmetries is None:
        return ()
    number = len(cover.symmetries)
    if number > MOST_SYMMETRIES or number * (len(cover.items) + len(cover.members)) > MOST_PRODUCTS:
        return ()  # the count alone is certified
    return tuple(map(tuple, cover.symmetries.tolist()))


def _judged(model: Model, certificate: CountCertificate) -> CountCertificate:
    """Return a certificate that the judges accept, without its classes if these take them too long.

    Raises JudgeRefused if the engine's numbers are not theirs, and Unsuitable if the count takes them too long.
    """
    try:
        judges.judge_count(model, replace(certificate, classes=None, symmetries=()))
    except states.TooManyStates as too_many:
        raise Unsuitable(f"there is no certificate of this count: {too_many}") from None
    except InvalidCertificate as fault:
        raise JudgeRefused(str(fault)) from None
    if certificate.classes is None:
        return certificate
    try:
        judges.judge_classes(model, certificate)
    except states.TooManyStates:
        return replace(certificate, classes=None, symmetries=())  # the count alone is certified
    except InvalidCertificate as fault:
        raise JudgeRefused(str(fault)) from None
    return certificate
