"""What follows a search whose answer is to have a certificate: provers of its bound, of its refutation, or of a complete list.

The search comes first, and its result stands, whatever the provers achieve. Not here: how plans are executed (execute.py); which
provers these are (certificate_plans.py).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from exactcover import judges
from exactcover.model.arrays import Integers
from exactcover.model.certificate import MOST_LISTED, InvalidCertificate
from exactcover.model.encoding import Model
from exactcover.model.events import End, Event, Found, FoundMany, Progress, Standing
from exactcover.model.refuted import below, without_colours
from exactcover.model.tiling import Tiling
from exactcover.solving.plan import Prove
from exactcover.transform.reductions.tiling_to_cover import placements

Argue: TypeAlias = Callable[[Model, Prove], Generator[Event, None, End]]
"""Runs provers on a model: yields their progress, and returns their End."""
Enumerate: TypeAlias = Callable[[list[list[int]], int | None], Generator[Event, None, End]]
"""Looks for the proof that there are no other solutions (of this cost or less), likewise."""


def of_one(model: Model, search: Iterator[Event], bound: Prove, none: Prove, argue: Argue) -> Iterator[Event]:
    """Yield the events of a search for one solution; its End gets the provers' evidence, if there is none yet.

    bound: provers that nothing costs less than the solution; none: provers that there is no solution.
    """
    cost, solved = None, False
    for event in search:
        if isinstance(event, Found):
            cost, solved = judges.cost(model, event.selection), True
        if not isinstance(event, End):
            yield event
            continue
        proved = event.refutation is not None and event.refutation.bound in (None, cost)
        if proved:
            yield event
        elif cost is not None and (event.exhausted or event.bound == cost) and bound.stages:
            yield Standing(event)
            yield from _bounded(model, event, cost, bound, argue)
        elif event.exhausted and not solved and none.stages:
            yield Standing(event)
            argued = yield from argue(model, none)
            yield _with(event, argued)
        else:
            yield event


def _bounded(model: Model, event: End, cost: int, provers: Prove, argue: Argue) -> Iterator[Event]:
    """Yield the progress of provers that nothing costs less, and the End with their evidence."""
    yield Progress("proving that nothing costs less")
    try:
        cheaper = below(without_colours(model), cost)
    except InvalidCertificate as unsuitable:
        yield _with(event, End(False, remark=str(unsuitable)))
        return
    argued = yield from argue(cheaper, provers)
    yield _with(event, replace(argued, refutation=argued.refutation and replace(argued.refutation, bound=cost)))


def _with(event: End, argued: End) -> End:
    """Return the end of a search with the evidence of provers, and with what they remarked."""
    remark = "; ".join(filter(None, (event.remark, argued.remark)))
    return replace(event, refutation=argued.refutation or event.refutation, remark=remark)


def of_list(
    model: Model, search: Iterator[Event], optimal: bool, none: Prove, argue: Argue, enumerated: Enumerate
) -> Iterator[Event]:
    """Yield the events of a list; the End of a complete one gets the proof that there are no other solutions.

    optimal: the list has the solutions of least cost; none: provers that there is no solution, if the list is empty.
    """
    listed = _Listed(model)
    for event in search:
        listed.add(event)
        if not isinstance(event, End) or not event.exhausted:
            yield event
        elif not listed.number:
            yield Standing(event)
            argued = End(False) if event.refutation is not None else (yield from argue(model, none))
            yield _with(event, argued)
        elif listed.number > MOST_LISTED:
            yield _with(event, End(False, remark=f"over {MOST_LISTED} solutions, too many for a certificate"))
        else:
            yield Standing(event)
            yield Progress("proving that there are no other solutions")
            argued = yield from enumerated(listed.selections, event.bound if optimal else None)
            yield _with(event, argued)


class _Listed:
    """The selections of a list, each as its options, numbered as in judges.demands; none are kept if there are too many."""

    def __init__(self, model: Model) -> None:
        self.number, self.selections = 0, list[list[int]]()
        placed = placements(model).tolist() if isinstance(model, Tiling) else None
        self.numbers = None if placed is None else {tuple(each): number for number, each in enumerate(placed)}

    def add(self, event: Event) -> None:
        """Add the selections of an event, if it has some."""
        if isinstance(event, Found):
            self._add([self._options(event.selection).tolist()])
        elif isinstance(event, FoundMany):
            options = self._options(event.selections.parts)
            self._add([options[line[line >= 0]].tolist() for line in event.selections.lines])

    def _options(self, parts: Integers) -> Integers:
        """Return the options that the parts of selections are: option numbers (Cover), or placements (Tiling)."""
        if self.numbers is None:
            return parts
        return np.array([self.numbers[tuple(part)] for part in parts.tolist()], dtype=np.int64)

    def _add(self, selections: list[list[int]]) -> None:
        self.number += len(selections)
        if self.number > MOST_LISTED:
            self.selections.clear()
        else:
            self.selections += map(sorted, selections)
