"""Dead placements: struck to a fixed point, then sizes, colourings and multipliers for what is left.

First the pieces whose sampled placements are all dead: a piece with a hole is settled in a fraction of a second on boards
whose placements would take minutes altogether. Then rounds over all placements. What is dead, and what a round strikes, is
defined in judges/dead.py, whose rule is used unchanged.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

import numpy as np

from exactcover.judges.arithmetic import judge
from exactcover.judges.dead import MOST_OPTIONS, MOST_PRODUCTS, MOST_WORK, dead, having, kept, remainder
from exactcover.judges.demands import Demands, demands
from exactcover.judges.extent import refuse_large
from exactcover.model.answer import Limits
from exactcover.model.arrays import Mask
from exactcover.model.certificate import InvalidCertificate, Refutation
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.events import End, Event, Progress
from exactcover.model.tiling import Tiling
from exactcover.process.deadline import Deadline
from exactcover.proofs.provers import arithmetic, colouring, farkas

accepts = ("tiling", "cover")

SAMPLES = 7  # placements of a piece that are sampled before all are examined
PROVERS = {"arithmetic": arithmetic, "colouring": colouring, "farkas": farkas}


class _GivenUp(Exception):
    """Raised when the rounds are abandoned; its text says why."""


def run(model: Model, limits: Limits) -> Iterator[Event]:
    """Strike dead placements until none is dead, then search for an argument about the rest; see `provers`."""
    assert isinstance(model, Tiling | Cover)
    deadline = Deadline(limits.time)
    try:
        refuse_large(model, MOST_OPTIONS, MOST_PRODUCTS)
    except InvalidCertificate as fault:
        yield End(False, remark=str(fault))
        return
    yield Progress("listing the options")
    struck = _Struck(demands(model))
    try:
        for items in ((yield from _suspects(struck.needs, deadline)), None):
            body = yield from _rounds(model, struck, items, deadline)
            if body is not None:
                yield _proved(struck, body)
                return
    except _GivenUp as reason:
        yield End(False, "time" if deadline.over() else None, remark=str(reason))
        return
    if not struck.rounds:
        yield End(False, remark="every option leaves all items with options to cover them")
        return
    summary = f"{sum(each['struck'] for each in struck.rounds)} options are dead"
    body = yield from _argued(model, struck, deadline)
    yield (
        End(False, remark=f"{summary}, and no proof was found for the rest") if body is None else _proved(struck, body)
    )


class _Struck:
    """The options left after the rounds, and the rounds."""

    def __init__(self, needs: Demands) -> None:
        self.needs = needs
        self.rounds: list[dict[str, Any]] = []
        self.work = 0


def _proved(struck: _Struck, body: dict[str, Any]) -> End:
    number = sum(each["struck"] for each in struck.rounds)
    remark = f"{number} options are dead, and what is left cannot be enough"
    return End(False, refutation=Refutation("dead", {"rounds": struck.rounds, **body}), remark=remark)


def _suspects(needs: Demands, deadline: Deadline) -> Generator[Event, None, tuple[int, ...]]:
    """Return the items of the pieces whose sampled placements are all dead."""
    firsts, by_item = needs.by_item
    sampled = {}
    for item in range(needs.cells, needs.items) if needs.cells else ():
        mine = by_item[firsts[item] : firsts[item + 1]]
        if len(mine):
            sampled[item] = mine[(2 * np.arange(SAMPLES) + 1) * len(mine) // (2 * SAMPLES)]
    candidates = np.zeros(needs.options, dtype=np.bool_)
    for options in sampled.values():
        candidates[options] = True
    alive = yield from _alive(needs, candidates, deadline)
    return tuple(item for item, options in sampled.items() if not alive[options].any())


def _rounds(
    model: Model, struck: _Struck, items: tuple[int, ...] | None, deadline: Deadline
) -> Generator[Event, None, dict[str, Any] | None]:
    """Strike until none is dead, or until sizes and numbers alone decide; in that case return the rest of a body.

    items: strike, in one round, only options that have one of these; None: any.
    """
    while items != ():
        alive = yield from _alive(struck.needs, having(struck.needs, items), deadline, struck)
        if alive.all():
            return None
        struck.rounds.append({"struck": int((~alive).sum())} | ({} if items is None else {"items": list(items)}))
        struck.needs = kept(struck.needs, alive)
        body = _at_once(model, struck.needs)
        if body is not None or items is not None:
            return body
    return None


def _alive(
    needs: Demands, candidates: Mask, deadline: Deadline, struck: _Struck | None = None
) -> Generator[Event, None, Mask]:
    """Return which options are alive, of the candidates; raises _GivenUp if that takes too long."""
    alive = np.ones(needs.options, dtype=np.bool_)
    for step in dead(needs, candidates):
        alive[step.options] = False
        if struck is not None:
            struck.work += step.work
            if struck.work > MOST_WORK:
                raise _GivenUp(f"striking dead options takes more than the {MOST_WORK} steps that the judge allows")
        if deadline.over():
            raise _GivenUp(f"the time was up when items up to {step.item} of {needs.items} were examined")
        yield Progress(f"looking for placements that leave item {step.item} of {needs.items} uncoverable")
    return alive


def _at_once(model: Model, left: Demands) -> dict[str, Any] | None:
    """Return an argument from sizes and numbers alone about the rest, if there is one."""
    options = np.bincount(left.members, minlength=left.items)
    for item in np.flatnonzero(options < left.least)[:1].tolist():
        return {"item": item}
    if isinstance(model, Tiling):
        area = {"argument": "area"}
        try:
            judge(remainder(model, left, "pieces"), area)
        except InvalidCertificate:
            return None
        return {"of": "pieces", "argument": "arithmetic", "body": area}
    return None


def _argued(model: Model, struck: _Struck, deadline: Deadline) -> Generator[Event, None, dict[str, Any] | None]:
    """Return an argument about the rest at the fixed point, the simplest first."""
    tried = [("options", "colouring"), ("options", "farkas")]
    if isinstance(model, Tiling) and _fewer_copies(model, remainder(model, struck.needs, "pieces")):
        tried = [("pieces", "arithmetic"), ("pieces", "colouring"), *tried]
    for number, (of, argument) in enumerate(tried):
        limits = Limits(None if deadline.left is None else deadline.left / (len(tried) - number))
        for event in PROVERS[argument].run(remainder(model, struck.needs, of), limits):
            if not isinstance(event, End):
                yield event
            elif event.refutation is not None:
                return {"of": of, "argument": argument, "body": dict(event.refutation.body)}
    return None


def _fewer_copies(model: Tiling, left: Model) -> bool:
    """Return whether some piece has fewer placements left than copies: only then is there news about the pieces."""
    assert isinstance(left, Tiling)
    return any(one.most != other.most for one, other in zip(model.pieces, left.pieces, strict=True))
