"""A race for the best solution and the best bound: runs side by side, until the best of all of both meet, or one settles it.

Solutions come from engines, bounds from engines and from provers; of each only what is better than all before is told. A bound
that a prover has written down is worth more than the same one on an engine's word. Not here: whose turn it is (racing.py).
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
    """The best of all runs: what the cheapest solution costs and who has it; the bound, whose it is, and by what."""

    model: Model
    cost: int | None = None
    finder: str = ""
    bound: int | None = None
    prover: str = ""
    proof: Refutation | None = None
    digest: str | None = None
    ends: dict[str, End] = field(default_factory=dict)

    @property
    def told(self) -> str:
        """What is known, for people."""
        cost = f"cost {self.cost} ({self.finder})" if self.cost is not None else ""
        bound = f"bound {self.bound} ({self.prover})" if self.bound is not None else ""
        return ", ".join(filter(None, (cost, bound)))

    @property
    def _known(self) -> float:
        """The bound; before there is one, what says nothing: 0, or where costs are below 0, less than any."""
        if self.bound is not None:
            return self.bound
        below = isinstance(self.model, Cover) and self.model.costs is not None and bool((self.model.costs < 0).any())
        return -inf if below else 0

    @property
    def met(self) -> bool:
        """Whether the best solution costs no more than the bound."""
        return self.cost is not None and self.bound is not None and self.cost <= self.bound

    def solved(self, name: str, event: Found) -> Iterator[Event]:
        """Yield a solution that is better than all before."""
        cost = judges.cost(self.model, event.selection)
        if self.cost is None or (cost is not None and cost < self.cost):
            self.cost, self.finder = cost, name
            yield event

    def bounded(self, name: str, value: int | None, digest: str | None) -> Iterator[Event]:
        """Yield a bound that an engine has proved, if it is better than all before."""
        if value is not None and value > self._known:
            self.bound, self.prover, self.proof, self.digest = value, name, None, digest
            yield Bound(value, digest)

    def proved(self, name: str, proof: Refutation) -> Iterator[Event]:
        """Yield how the run would end with a bound that a prover has written down, if it is as good as all before."""
        if proof.bound is not None and proof.bound >= self._known:
            self.bound, self.prover, self.proof, self.digest = proof.bound, name, proof, None
            yield Standing(End(False, bound=proof.bound, refutation=proof))

    def end(self, done: Statistics) -> End:
        """Return how the race ends now."""
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
        exhausted = self.proof is None  # nothing below the bound is left to search
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
    """Yield what runs side by side come to, and one End: exhausted, or with a proof, where the matter is settled.

    An engine that has exhausted the model ends the race, and so does a proof that there is no solution. patient: where an engine
    has the optimum, the others still go on, for a proof of it that is written down. Statistics count the nodes of all.
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
            yield replace(event, sentence="; ".join(filter(None, (best.told, sentence))), nodes=done.nodes, plan="")
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
            if event.stop_reason == "solutions" and best.cost is None:  # nothing costs, and here is one
                yield replace(event, engine=name, statistics=replace(event.statistics, nodes=done.nodes))
                return
        if best.met and (best.proof is not None or (settled is None and best.finder != best.prover)):
            # where the solution and the bound are of one engine, it is about to end by itself
            yield best.end(done)
            return
    yield settled or best.end(Statistics(nodes=sum(nodes.values())))


def _settled(best: _Best, name: str, event: End) -> End:
    """Return the end of a race that one run has settled; raises ValueError where another one's solution contradicts it."""
    if best.cost is not None and (event.bound is None or event.bound > best.cost):
        raise ValueError(f"{name} has proved more than a solution of {best.finder} allows, which costs {best.cost}")
    engine = "" if event.refutation is not None else name
    if best.proof is not None and event.bound == best.proof.bound:
        return replace(event, refutation=best.proof, engine=engine)
    return replace(event, engine=engine)
