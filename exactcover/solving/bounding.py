"""A race for the best solution and the best bound: runs side by side, until these two meet or one run settles the matter.

Engines bring solutions; engines and provers bring bounds; only improvements are reported. A bound with a written proof by a
prover is preferred to the same bound claimed by an engine. Not here: which run goes next (racing.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import inf

from exactcover import judges
from exactcover.model.answer import Statistics
from exactcover.model.certificate import Refutation
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.errors import StopReason
from exactcover.model.events import Bound, End, Event, Found, Progress, Standing
from exactcover.solving.racing import Runner


@dataclass
class _Best:
    """The best of all runs: the cost of the cheapest solution and its finder; the bound, its prover and its proof."""

    model: Model
    cost: int | None = None
    finder: str = ""
    bound: int | None = None
    prover: str = ""
    proof: Refutation | None = None
    digest: str | None = None
    ends: dict[str, End] = field(default_factory=dict)

    @property
    def summary(self) -> str:
        """The best cost and the best bound so far, for people."""
        cost = f"cost {self.cost} ({self.finder})" if self.cost is not None else ""
        bound = f"bound {self.bound} ({self.prover})" if self.bound is not None else ""
        return ", ".join(filter(None, (cost, bound)))

    @property
    def _lower_bound(self) -> float:
        """The bound; before there is one, the trivial one: 0, or minus infinity if there are costs below 0."""
        if self.bound is not None:
            return self.bound
        below = isinstance(self.model, Cover) and self.model.costs is not None and bool((self.model.costs < 0).any())
        return -inf if below else 0

    @property
    def met(self) -> bool:
        """Whether the best solution costs no more than the bound."""
        return self.cost is not None and self.bound is not None and self.cost <= self.bound

    def solved(self, name: str, event: Found) -> Iterator[Event]:
        """Yield a solution if it is better than all before it."""
        cost = judges.cost(self.model, event.selection)
        if self.cost is None or (cost is not None and cost < self.cost):
            self.cost, self.finder = cost, name
            yield event

    def bounded(self, name: str, value: int | None, digest: str | None) -> Iterator[Event]:
        """Yield a bound that an engine has proved, if it is better than all before it."""
        if value is not None and value > self._lower_bound:
            self.bound, self.prover, self.proof, self.digest = value, name, None, digest
            yield Bound(value, digest)

    def proved(self, name: str, proof: Refutation) -> Iterator[Event]:
        """Yield the end that a bound with a written proof would give the run, if the bound is as good as all before it."""
        if proof.bound is not None and proof.bound >= self._lower_bound:
            self.bound, self.prover, self.proof, self.digest = proof.bound, name, proof, None
            yield Standing(End(False, bound=proof.bound, refutation=proof))

    def end(self, done: Statistics) -> End:
        """Return the end of the race in its current state."""
        if not self.met:
            stops: list[StopReason] = [end.stop_reason for end in self.ends.values() if end.stop_reason is not None]
            remark = "; ".join(f"{name}: {end.remark}" for name, end in self.ends.items() if end.remark)
            stop = stops[0] if stops else None
            for each in (end.statistics for end in self.ends.values()):
                done = replace(
                    done,
                    generated=done.generated + each.generated,
                    expanded=done.expanded + each.expanded,
                    popped=done.popped + each.popped,
                    stored=done.stored + each.stored,
                    conflicts=done.conflicts + each.conflicts,
                )
            return End(False, stop, None, self.bound, self.proof, self.digest, remark=remark, statistics=done)
        remark = f"{self.finder} has the solution, {self.prover} the bound"
        exhausted = self.proof is None  # nothing below the bound remains to be searched
        return End(
            exhausted,
            None,
            None,
            self.bound,
            self.proof,
            self.digest,
            remark=remark,
            engine=self.finder,
            statistics=done,
        )


def best_and_bound(model: Model, events: Iterator[tuple[Runner, Event]], patient: bool = False) -> Iterator[Event]:
    """Yield the events of runs side by side, and one End: exhausted, or with a proof, if the matter is settled.

    A run that has exhausted the model ends the race, and so does a proof that there is no solution. patient: if an engine has
    the optimum, the others continue, to find a written proof of it. Statistics count the nodes of all runs.
    """
    best = _Best(model)
    settled: End | None = None
    nodes: dict[str, int] = {}
    for runner, event in events:
        name = runner.name
        nodes[name] = max(runner.nodes, event.statistics.nodes if isinstance(event, End) else 0)
        done = Statistics(nodes=sum(nodes.values()))
        if isinstance(event, Progress):
            sentence = f"{name}: {event.sentence}" if event.sentence else name
            yield replace(event, sentence="; ".join(filter(None, (best.summary, sentence))), nodes=done.nodes, plan="")
        elif isinstance(event, Found):
            yield from best.solved(name, event)
        elif isinstance(event, Bound):
            yield from best.bounded(name, int(event.value), event.placements_digest)
        elif isinstance(event, End) and event.refutation is not None and event.refutation.bound is not None:
            yield from best.proved(name, event.refutation)
            best.ends[name] = replace(event, stop_reason=None)
        elif isinstance(event, End) and (event.refutation is not None or event.exhausted):
            settled = replace(_settled(best, name, event), statistics=replace(event.statistics, nodes=done.nodes))
            if not patient or best.cost is None or settled.refutation is not None:
                yield settled
                return
            yield Standing(settled)
            yield from best.bounded(name, event.bound, event.placements_digest)
        elif isinstance(event, End):
            best.ends[name] = event
            yield from best.bounded(name, event.bound, event.placements_digest)
            if event.stop_reason == "solutions" and best.cost is None:  # without costs any solution settles it
                yield replace(event, engine=name, statistics=replace(event.statistics, nodes=done.nodes))
                return
        if best.met and (best.proof is not None or (settled is None and best.finder != best.prover)):
            # if one engine has both the solution and the bound, it is about to end by itself
            yield best.end(done)
            return
    yield settled or best.end(Statistics(nodes=sum(nodes.values())))


def _settled(best: _Best, name: str, event: End) -> End:
    """Return the end of a race that one run has settled; raises ValueError if another run's solution contradicts it."""
    if best.cost is not None and (event.bound is None or event.bound > best.cost):
        raise ValueError(f"{name} has proved more than a solution of {best.finder} allows, which costs {best.cost}")
    engine = "" if event.refutation is not None else name
    if best.proof is not None and event.bound == best.proof.bound:
        return replace(event, refutation=best.proof, engine=engine)
    return replace(event, engine=engine)
