"""Models and runs that the tests of arguments share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from exactcover import judges
from exactcover.model.answer import Limits
from exactcover.model.certificate import Refutation
from exactcover.model.encoding import Model
from exactcover.model.events import End, Event, Found
from exactcover.model.tiling import Tiling
from exactcover.proofs.provers import prover
from tests.random_models import run


def number(model: Tiling, name: str) -> int:
    """The number of the piece of that name, which certificates write."""
    return [piece.name for piece in model.pieces].index(name)


def end(name: str, model: Model, limits: Limits = Limits(), **settings: Any) -> End:
    """The one End of a prover, which comes last; settings: further arguments of its `run`."""
    run: Callable[..., Iterator[Event]] = prover(name).run
    events: list[Event] = list(run(model, limits, **settings))
    assert [isinstance(event, End) for event in events].index(True) == len(events) - 1
    last = events[-1]
    assert isinstance(last, End)
    assert not last.exhausted
    return last


def refutation(name: str, model: Model, limits: Limits = Limits(), **settings: Any) -> Refutation | None:
    """What a prover finds, judged; None if it finds nothing, and then it says why."""
    last = end(name, model, limits, **settings)
    if last.refutation is None:
        assert last.remark
        return None
    assert last.refutation.argument == name
    assert not judges.refutation_faults(model, last.refutation)
    return last.refutation


def proved(name: str, model: Model, **settings: Any) -> Refutation:
    """What a prover finds, judged; there must be something."""
    found = refutation(name, model, **settings)
    assert found is not None
    return found


def solvable(model: Model) -> bool:
    """Whether brute force finds a selection."""
    return any(isinstance(event, Found) for event in run("brute", "solve", model))
