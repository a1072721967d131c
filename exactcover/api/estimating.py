"""Estimates of the time of `solve` and `count`: their job runs for a moment, and what is not done by then is predicted.

A run that ends within the moment is no estimate: its nodes and seconds are those of the request. For a longer count, the nodes
are predicted by random descents (Knuth 1975), or the seconds by the fraction of its layers that is done; for a longer search
for one solution nothing is predicted, because it ends with the first. Not here: what is run (solving/dispatch.py).
"""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

from exactcover.model.answer import Limits, Request, Task
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.errors import InvalidInput, Unsuitable
from exactcover.model.events import End, Found, FoundMany, Progress
from exactcover.model.tiling import Tiling
from exactcover.proofs import provers
from exactcover.solving import dispatch
from exactcover.solving.job_runner import run_job
from exactcover.solving.plan import Prove, described, leaves
from exactcover.transform.reductions import tiling_to_cover

LOOK_SECONDS = 0.25
"""Seconds for which the job of a request is run."""
LEAST_PART = 0.02
"""The fraction of a count by layers that must be done: less predicts nothing."""


class Estimate(NamedTuple):
    """What a request runs and how long it takes.

    engine: the one that ended the look, or would continue; plan: what is run, as lines; nodes, seconds: of the whole run, exact
    if error is 0; None if they cannot be predicted; longer_than: the seconds after which the look was stopped, None if it was
    done.
    """

    engine: str
    why: str
    plan: tuple[str, ...]
    kernel: str | None = None
    nodes: float | None = None
    error: float | None = None
    seconds: float | None = None
    longer_than: float | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object that `info` prints."""
        return self._asdict() | {"plan": list(self.plan)}


def estimated(task: Task, model: Model) -> Estimate | None:
    """Return what a request for a task runs and how long it takes; None if the task does not apply to the model's puzzles."""
    request = Request(task, limits=Limits(time=LOOK_SECONDS))
    try:
        job, why = dispatch.job_of(request, model)
    except InvalidInput:
        return None
    for leaf in leaves(job.plan):  # the time to import them is not theirs
        for share in itertools.chain.from_iterable(leaf.stages if isinstance(leaf, Prove) else ()):
            provers.prover(share.prover)
    last, end = Progress(), End(False)
    try:
        for event in run_job(job):
            if isinstance(event, Progress):
                last = event if event.plan or event.fraction else last
            elif isinstance(event, Found | FoundMany):
                last = Progress()
            elif isinstance(event, End):
                end = event
    except Unsuitable:  # a request would report that the engine cannot take this model
        return None
    engine = end.engine or (end.refutation.argument if end.refutation else dispatch.performer_of(job, request))
    lines = tuple(described(job.plan))
    if end.stop_reason not in ("time", "memory"):
        return Estimate(engine, why, lines, None, end.statistics.nodes, 0.0, end.statistics.cpu_seconds)
    longer = Estimate(engine, why, lines, longer_than=LOOK_SECONDS)
    return _foretold(longer, last, end, model) if task == "count" else longer


def _foretold(longer: Estimate, last: Progress, end: End, model: Model) -> Estimate:
    """Return the prediction for a count that was not done: by layers from the fraction that is done, otherwise by descents."""
    if last.unit == "states":
        told = longer._replace(kernel="layers", why=last.plan or longer.why)
        if last.fraction is None or last.fraction < LEAST_PART:
            return told
        return told._replace(seconds=end.statistics.cpu_seconds / last.fraction)
    cover = tiling_to_cover.reduce(model).model if isinstance(model, Tiling) else model
    if longer.engine != "exact" or not isinstance(cover, Cover) or cover.connectivity is not None:
        return longer
    return _by_descents(longer, cover)


def _by_descents(longer: Estimate, cover: Cover) -> Estimate:
    from exactcover.backends.search.cover.orbits import Orbits
    from exactcover.backends.search.cover.strategy import Chooser

    chooser = Chooser(cover, Orbits(cover), whole_group=False, seed=0)
    strategy, forecast = chooser.best(), chooser.foretold()
    told = longer._replace(kernel=strategy.kernel.name, why=strategy.why)
    if forecast is None or forecast.seconds < LOOK_SECONDS:  # contradicted by the look
        return told
    return told._replace(nodes=forecast.nodes, error=forecast.error, seconds=forecast.seconds)
