"""Provers in stages: those of a stage run side by side, each within its share of the time, until one settles the matter.

This runs in the engine's process. Not here: which provers run, in which order and with which shares (portfolio.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from exactcover.model.answer import Limits, Statistics
from exactcover.model.certificate import InvalidCertificate
from exactcover.model.encoding import Model, name_of
from exactcover.model.errors import StopReason
from exactcover.model.events import End, Event, Found, Progress
from exactcover.model.refuted import without_colours
from exactcover.process.deadline import Deadline
from exactcover.proofs import provers
from exactcover.solving.plan import Share, Stage


def run(stages: tuple[Stage, ...], model: Model, limits: Limits) -> Iterator[Event]:
    """Yield the provers' events, then one End: with a refutation, or with a remark on everything that was tried.

    A prover that finds a solution also ends the run. Provers see a cover's colours as items, as judges do.
    """
    deadline = Deadline(limits.time)
    try:
        model = without_colours(model)
    except InvalidCertificate as too_many:
        yield End(False, remark=str(too_many))
        return
    remarks: list[str] = []
    done = Statistics()
    stop: StopReason | None = None
    for stage in stages:
        for share, event in _side_by_side(stage, model, limits, deadline.left):
            if not isinstance(event, End):
                yield event if isinstance(event, Found) else _said_by(share.prover, event)
                if isinstance(event, Found):
                    yield End(False, "solutions", statistics=done)
                    return
                continue
            done = _sum(done, event.statistics)
            if event.refutation is not None:
                yield replace(event, statistics=done)
                return
            if event.stop_reason is not None:
                stop = event.stop_reason
            remarks.append(f"{share.prover}: {event.remark or 'no proof was found'}")
    yield End(False, "time" if deadline.over() else stop, remark="; ".join(remarks), statistics=done)


def _side_by_side(stage: Stage, model: Model, limits: Limits, left: float | None) -> Iterator[tuple[Share, Event]]:
    """Yield the events of a stage's provers in turns, until all have ended or the caller stops reading."""
    running = []
    for share in stage:
        accepts = provers.prover(share.prover).accepts
        if name_of(model) in accepts:
            running.append((share, provers.prover(share.prover).run(model, _limits(share, limits, left))))
        else:
            remark = f"it applies to a {' or a '.join(accepts)}, this is a {name_of(model)}"
            yield share, End(False, remark=remark)
    while running:
        for each in tuple(running):
            share, events = each
            event = next(events)
            if isinstance(event, End):
                running.remove(each)
            yield share, event


def _limits(share: Share, limits: Limits, left: float | None) -> Limits:
    """Return the limits of one prover: its seconds or its part of the remaining time, whichever is less, and its nodes."""
    times = [each for each in (share.seconds, None if left is None else left * share.part) if each is not None]
    nodes = [each for each in (share.nodes, limits.nodes) if each is not None]
    return replace(limits, time=min(times, default=None), nodes=min(nodes, default=None))


def _said_by(prover: str, event: Event) -> Event:
    return replace(event, sentence=f"{prover}: {event.sentence}") if isinstance(event, Progress) else event


def _sum(one: Statistics, other: Statistics) -> Statistics:
    return replace(one, nodes=one.nodes + other.nodes, conflicts=one.conflicts + other.conflicts)
