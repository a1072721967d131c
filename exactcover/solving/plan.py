"""Plans: which engines and provers run, in what order, alongside which others and for how long, as plain values.

Two leaves: an engine (Run), or provers, stage by stage (Prove). Seven combinators: one plan, then another unless the first has
settled the matter (Then); a search with provers that take turns with it while it finds nothing (Beside); several plans side by
side until the first solution (Race) or until the best solution meets the best bound (BestAndBound); a search, then provers of
the bound (ThenBound); a list, then a proof that it is complete (ThenComplete); a search for the least cost, then a list of all
solutions of that cost (ThenList). Each searches many covers one after the other. A Job is a plan with its model, options and
limits, as sent to an engine's process. Not here: which plan answers a request (dispatch.py, portfolio.py); how plans are
executed (execute.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import TypeAlias

from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model

PROVERS = "provers"
"""The collective name of several provers."""


@dataclass(frozen=True)
class Run:
    """An engine searches the model; own: engine-specific options; break_symmetry: one placement of each orbit is enough."""

    engine: str
    task: Task
    own: Mapping[str, str] = field(default_factory=dict)
    break_symmetry: bool = False


@dataclass(frozen=True)
class Share:
    """A prover and its share: a maximum number of seconds, a maximum fraction of the run's remaining time, and of nodes."""

    prover: str
    seconds: float | None = None
    part: float = 1.0
    nodes: int | None = None


Stage: TypeAlias = tuple[Share, ...]
"""Provers that take turns."""


@dataclass(frozen=True)
class Prove:
    """Provers try to refute the model, one stage after the other; without stages, nothing is tried."""

    stages: tuple[Stage, ...] = ()


@dataclass(frozen=True)
class ProveByCubes:
    """An executor refutes the model by a tree that is cut into cubes."""


@dataclass(frozen=True)
class Then:
    """One plan, and another unless the first has settled the matter.

    both: the name of the second plan in a final remark that covers both; if empty, the outcome of the first plan is left out.
    """

    first: Plan
    then: Plan
    both: str = ""


@dataclass(frozen=True)
class Beside:
    """A search, and provers that take turns with it while it finds nothing.

    exhausted: provers for a search that has ended without a solution, the same ones if there are none; briefly: those that come
    before them if the search took few nodes. glance: the seconds of search after which the quickest provers get a turn, and of
    that turn; both double from turn to turn.
    """

    search: Plan
    provers: Prove
    exhausted: tuple[Stage, ...] = ()
    briefly: tuple[Stage, ...] = ()
    glance: float = 0.025


@dataclass(frozen=True)
class CountListed:
    """An engine lists solutions, which are only counted."""

    lister: Run


@dataclass(frozen=True)
class Entrant:
    """A plan that runs side by side with others: its share of the work, and the start of its clock.

    node_seconds: the approximate time per node; wait: the reading of another run's clock at which this one begins; owed: the
    minimum fraction of the processor time that it gets; trial: the work after which most of its weight goes to the others,
    unless it reports a fraction that predicts its end.
    """

    plan: Run | Prove | CountListed
    node_seconds: float = 0.0
    weight: float = 1.0
    start: float = 0.0
    wait: float = 0.0
    owed: float = 0.0
    trial: float = inf

    @property
    def name(self) -> str:
        """The name of the engine, or of the prover if there is just one."""
        if isinstance(self.plan, CountListed):
            return self.plan.lister.engine
        if isinstance(self.plan, Run):
            return self.plan.engine
        shares = [share for stage in self.plan.stages for share in stage]
        return shares[0].prover if len(shares) == 1 else PROVERS


@dataclass(frozen=True)
class Race:
    """Plans side by side until one has a solution, or has settled that there is none; its finder then continues a list alone.

    The first count that finishes, or reaches the requested number, settles the matter.

    If an engine exhausts the model, provers among the entrants that have not ended yet are asked for an argument.
    """

    entrants: tuple[Entrant, ...]


@dataclass(frozen=True)
class BestAndBound:
    """Plans side by side until the cheapest solution of all costs no more than the best bound of all.

    evidence: provers that look for an argument if an engine has found that there is no solution; patient: provers continue
    after an engine has proved the optimum, because a written proof of the bound is better evidence than the engine's claim.
    """

    entrants: tuple[Entrant, ...]
    evidence: Prove = Prove()
    patient: bool = False


@dataclass(frozen=True)
class ThenBound:
    """A search for one solution, then provers that try to show that nothing costs less, or (`none`) that there is none."""

    search: Plan
    provers: Prove
    none: Prove = Prove()


@dataclass(frozen=True)
class ThenComplete:
    """A list, then a proof that there are no other solutions, or (`none`) provers that there is none at all."""

    search: Plan
    none: Prove = Prove()


@dataclass(frozen=True)
class ThenList:
    """A plan for a cheapest solution and its proof, then a list of all solutions of the same cost."""

    cheapest: Plan
    lister: Run


@dataclass(frozen=True)
class Each:
    """An engine searches many covers, one after the other; the time limit applies to all, the other limits to each."""

    engine: str
    task: Task


Plan: TypeAlias = (
    Run
    | CountListed
    | Prove
    | ProveByCubes
    | Then
    | Beside
    | Race
    | BestAndBound
    | ThenBound
    | ThenComplete
    | ThenList
    | Each
)


@dataclass(frozen=True)
class Job:
    """A plan, the puzzle's own model (or many covers), and the options and limits of the whole job."""

    plan: Plan
    model: Model | tuple[Cover, ...]
    options: EngineOptions = field(default_factory=EngineOptions)
    limits: Limits = Limits()


def leaves(plan: Plan) -> Iterator[Run | Prove | ProveByCubes | Each]:
    """Yield the engines and provers of a plan, in order."""
    match plan:
        case Then(first, then):
            yield from leaves(first)
            yield from leaves(then)
        case Beside(search, provers) | ThenBound(search, provers):
            yield from leaves(search)
            yield provers
        case ThenComplete(search):
            yield from leaves(search)
        case Race(entrants) | BestAndBound(entrants):
            for entrant in entrants:
                yield from leaves(entrant.plan)
        case CountListed(lister):
            yield lister
        case ThenList(cheapest, lister):
            yield from leaves(cheapest)
            yield lister
        case _:
            yield plan


def engines(plan: Plan) -> tuple[str, ...]:
    """Return the engines of a plan, in order; none for a proof without engines."""
    return tuple(leaf.engine for leaf in leaves(plan) if isinstance(leaf, Run | Each))


def searchers(plan: Plan) -> tuple[Run, ...]:
    """Return the runs that look for solutions first, without the lister of a ThenList."""
    if isinstance(plan, ThenComplete):
        return searchers(plan.search)
    return searchers(plan.cheapest) if isinstance(plan, ThenList) else tuple(_runs(plan))


def _runs(plan: Plan) -> Iterator[Run]:
    return (leaf for leaf in leaves(plan) if isinstance(leaf, Run))


def counts(plan: Plan) -> bool:
    """Return whether a plan counts solutions."""
    return any(run.task == "count" for run in _runs(plan))


def performer(plan: Plan) -> str:
    """Return the performer of a plan, for people: its engines, or provers."""
    return ", ".join(run.engine for run in searchers(plan)) or PROVERS


def described(plan: Plan, indent: str = "") -> list[str]:  # noqa: PLR0911 (one for each combinator)
    """Return a plan as lines for people, with the parts of each plan indented below it."""
    match plan:
        case Run(engine, task, own):
            options = "".join(f" {key}={value}" for key, value in own.items())
            return [f"{indent}{engine}: {task}{options}"]
        case CountListed(lister):
            return [f"{line}, counted" for line in described(lister, indent)]
        case Prove(stages):
            order = ", then ".join(" alongside ".join(map(_share, stage)) for stage in stages)
            return [f"{indent}provers: {order}"] if stages else []
        case ProveByCubes():
            return [f"{indent}tree, by cubes"]
        case Each(engine, task):
            return [f"{indent}{engine}: {task} each"]
        case Then(first, then):
            return [
                *described(first, indent),
                f"{indent}then, unless that settles it:",
                *described(then, indent + "  "),
            ]
        case Beside(search, provers):
            return [*described(search, indent), *_under(f"{indent}alongside:", provers, indent)]
        case ThenBound(search, provers, none):
            bound = _under(f"{indent}then a bound on the cost:", provers, indent)
            return [*described(search, indent), *bound, *_under(f"{indent}if there is no solution, why:", none, indent)]
        case ThenComplete(search, none):
            others = f"{indent}then a proof that there are no others"
            return [*described(search, indent), others, *_under(f"{indent}if there is no solution, why:", none, indent)]
        case ThenList(cheapest, lister):
            return [
                *described(cheapest, indent),
                f"{indent}then all that cost as much:",
                *described(lister, indent + "  "),
            ]
        case Race(entrants):
            return [
                f"{indent}side by side, until the first solution:",
                *(_entrant(each, indent + "  ") for each in entrants),
            ]
        case BestAndBound(entrants, evidence):
            return [
                f"{indent}side by side, until the best solution meets the best bound:",
                *(_entrant(each, indent + "  ") for each in entrants),
                *_under(f"{indent}if there is no solution, why:", evidence, indent),
            ]


def _under(title: str, provers: Prove, indent: str) -> list[str]:
    return [title, *described(provers, indent + "  ")] if provers.stages else []


def _share(share: Share) -> str:
    limits = [] if share.seconds is None else [f"{share.seconds:g} s"]
    limits += [] if share.part == 1.0 else [f"{share.part:.0%} of the time"]
    limits += [] if share.nodes is None else [f"{share.nodes:,} nodes"]
    return f"{share.prover} ({', '.join(limits)})" if limits else share.prover


def _entrant(entrant: Entrant, indent: str) -> str:
    (line,) = described(entrant.plan, indent)
    begins = max(entrant.start, entrant.wait)
    extra = [] if not begins else [f"from {begins:.3g} s on"]
    extra += [] if entrant.weight == 1.0 else [f"weight {entrant.weight:g}"]
    return f"{line} ({', '.join(extra)})" if extra else line
