"""The life of a request, readable top to bottom: encode, run in a child, check, decode, check again, answer.

A proof lives the same life: provers run in the engine's place, and the judge of refutations has the last word.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias

import numpy as np

from exactcover import backends, check, explain, portfolio
from exactcover.answer import (
    Answer,
    Bound,
    End,
    EngineOptions,
    EngineReport,
    Found,
    Progress,
    Request,
    RootDone,
    Standing,
    Task,
)
from exactcover.certificate import Certificate, Refutation
from exactcover.check import placements
from exactcover.errors import InvalidInput, JudgeRefused, nearest
from exactcover.model.encoding import Encoding, Model, Solution
from exactcover.model.space import Sliding
from exactcover.model.tiling import Tiling
from exactcover.running import parent
from exactcover.running.performing import Job


class Puzzle(Protocol):
    """What a puzzle must know of itself; see encoders."""

    @property
    def kind(self) -> str:
        """The name of the kind of puzzle."""

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle without titles and names, ready for json.dumps."""

    def encode(self, task: Task) -> Encoding:
        """Return the model of a task and the way back."""

    def faults(self, solution: Any) -> list[str]:
        """Return what the referee finds wrong with a solution."""

    def encoding_faults(self, model: Model) -> list[str]:
        """Return where a model asks something else than the puzzle."""


@dataclass(frozen=True)
class Accepted:
    """A solution that both judges accepted, and its cost where there is one."""

    solution: Solution
    cost: int | None = None


Step: TypeAlias = Accepted | Progress | Bound | Standing | RootDone | Answer


def digest_of(canonical: Mapping[str, Any]) -> str:
    """Return the sha256 of a canonical puzzle: keys sorted, no spaces."""
    return hashlib.sha256(json.dumps(canonical, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def run(puzzle: Puzzle, request: Request, interrupted: Callable[[], bool] = lambda: False) -> Iterator[Step]:
    """Yield what happens to a request, the Answer last.

    Raises InvalidInput where the request is at fault, JudgeRefused where a judge finds a wrong engine or encoder.
    """
    encoding = puzzle.encode(request.task)
    _refuse("the puzzle's referee refused the encoding", puzzle.encoding_faults(encoding.model))
    if request.rotations_only and request.task != "count" and not request.up_to_symmetry:
        raise InvalidInput(f"rotations-only was asked of a {request.task}; expected up-to-symmetry with it, or a count")
    model = _by_rotations(encoding.model) if request.rotations_only else encoding.model
    job, why = _proof(request, model) if request.task == "prove" else _search(request, model)
    answer = _blank(puzzle, request, job, why)
    found = sum(solutions for solutions, _ in request.checkpoint.done.values()) if request.checkpoint else 0
    for event in parent.run(job, interrupted):
        if isinstance(event, Found):
            _refuse(
                f"the judge refused a selection of {answer.engine.name}", check.faults(encoding.model, event.selection)
            )
            solution = encoding.decode(event.selection)
            _refuse(f"the puzzle's referee refused a solution of {answer.engine.name}", puzzle.faults(solution))
            found += 1
            cost = check.cost(encoding.model, event.selection)
            if request.task in ("solve", "prove"):
                answer = replace(answer, solution=solution, cost=cost)
            yield Accepted(solution, cost)
        elif isinstance(event, End):
            answer = _refuted(answer, event.refutation, encoding.model) if event.refutation else answer
            yield _concluded(answer, event, encoding.model, found)
        else:
            if isinstance(event, Bound):
                answer = replace(answer, bound=event.value)
            if isinstance(event, Progress) and event.plan:
                answer = replace(answer, engine=replace(answer.engine, why=f"{why}; {event.plan}"))
            yield event


def _search(request: Request, model: Model) -> tuple[Job, str]:
    """Return the job of an engine, and why that engine; quick arguments go first where the choice is ours."""
    name, why = portfolio.choose(request.engine, request.task, model)
    stages = portfolio.quick_arguments(model) if request.engine == "auto" and request.task != "sample" else ()
    options = _engine_options(name, request)
    return Job(name, request.task, model, options, request.limits, request.break_symmetry, stages), why


def _proof(request: Request, model: Model) -> tuple[Job, str]:
    """Return the job of the provers, and why in that order; a puzzle of moves is searched first, for the plan."""
    if isinstance(model, Sliding):
        below = portfolio.arguments_below(request.argument)
        name, why = portfolio.choose("auto", "solve", model)
        options = EngineOptions(request.seed, 1)
        return Job(name, "solve", model, options, request.limits, break_symmetry=False, below=below), why
    stages, why = portfolio.arguments(request.argument, model)
    return Job("", "prove", model, EngineOptions(request.seed, 1), request.limits, False, stages), why


def _refuted(answer: Answer, refutation: Refutation, model: Model) -> Answer:
    """Return the answer with the certificate that a refutation is, once the judge has accepted it."""
    _refuse(f"the judge refused a certificate of kind {refutation.kind}", check.refutation_faults(model, refutation))
    return replace(
        answer,
        evidence=refutation.kind,
        bound=refutation.bound,
        certificate=Certificate(answer.puzzle, answer.puzzle_sha256, refutation),
        argument=tuple(explain.sentences(model, refutation)),
        engine=_by_argument(answer, refutation),
    )


def _by_argument(answer: Answer, refutation: Refutation) -> EngineReport:
    """Return the report that names the prover where it was not asked for, but settled the matter beside an engine."""
    if answer.task == "prove" or refutation.kind == "invariant":
        return answer.engine
    return replace(
        answer.engine, name=refutation.kind, why=f"an argument, tried when {answer.engine.name} had found nothing"
    )


def _by_rotations(model: Model) -> Model:
    """Return the model without the symmetries that are reflections; raises InvalidInput where it has none."""
    if not isinstance(model, Tiling) or model.isometries is None:
        raise InvalidInput("rotations-only was asked of a puzzle that is no packing; expected a packing")
    proper = np.rint(np.linalg.det(model.isometries.astype(float))) > 0
    return replace(model, isometries=model.isometries[proper])


def _refuse(what: str, faults: list[str]) -> None:
    if faults:
        raise JudgeRefused(f"{what}: {'; '.join(faults[:5])}")


def _engine_options(name: str, request: Request) -> EngineOptions:
    known = backends.engine(name).options
    own = dict(request.options)
    if "" in own and known:  # a bare value is the engine's main option
        own[known[0]] = own.pop("")
    for key, value in own.items():
        if key not in known:
            expected = ", ".join(known) or "none"
            raise InvalidInput(
                f"the engine {name} has no option {key or value!r}; expected {expected}{nearest(key, known)}"
            )
    return EngineOptions(request.seed, _workers(name, request), request.up_to_symmetry, request.checkpoint, own)


def _workers(name: str, request: Request) -> int:
    """Return the number of workers: all cores for a count where the engine can use them, 1 otherwise."""
    engine = backends.engine(name)
    if request.up_to_symmetry and request.task not in engine.up_to_symmetry:
        able = (
            ", ".join(each for each in backends.NAMES if request.task in backends.engine(each).up_to_symmetry)
            or "no engine"
        )
        raise InvalidInput(f"the engine {name} cannot {request.task} up to symmetry; expected {able}")
    if request.workers > 1 and request.task not in engine.parallel:
        raise InvalidInput(
            f"{name} was given {request.workers} workers to {request.task} with; expected 1, it has no way to share that out"
        )
    return request.workers or (
        len(os.sched_getaffinity(0)) if request.task == "count" and "count" in engine.parallel else 1
    )


def _blank(puzzle: Puzzle, request: Request, job: Job, why: str) -> Answer:
    canonical = puzzle.canonical()
    options = {"seed": job.options.seed, "workers": job.options.workers, **job.options.own}
    if request.task == "prove":
        options = {"argument": request.argument or "any"}
    elif request.task == "solve":
        options["break_symmetry"] = request.break_symmetry
    else:
        options["up_to_symmetry"] = request.up_to_symmetry
    if request.rotations_only:
        options["rotations_only"] = True
    return Answer(
        task=request.task,
        puzzle=canonical,
        puzzle_sha256=digest_of(canonical),
        engine=EngineReport(job.engine or request.argument or "provers", options, why),
    )


def _concluded(answer: Answer, end: End, model: Model, found: int) -> Answer:
    """Return the answer that a run's end makes; an exhausted space must be the space of the puzzle's own model."""
    if end.exhausted and isinstance(model, Tiling) and end.space != placements.digest(model):
        raise JudgeRefused(f"the placements that {answer.engine.name} searched are not those of the tiling")
    argued = answer.certificate is not None
    refuted = argued and not answer.bounded
    if refuted and found:
        raise JudgeRefused(f"there is a solution and a certificate of kind {answer.evidence} that there is none")
    count = (
        (0 if refuted else end.count)
        if answer.task == "count"
        else found
        if answer.task in ("list", "sample")
        else None
    )
    solved = answer.task in ("solve", "prove") and found > 0
    nothing = end.exhausted and (count if answer.task == "count" else found) == 0
    settled = nothing or (end.exhausted and answer.cost is not None)
    listed = answer.task == "list" and end.exhausted and answer.engine.options["up_to_symmetry"]
    return replace(
        answer,
        exhausted=end.exhausted,
        stop_reason=None if solved and end.stop_reason == "solutions" else end.stop_reason,
        evidence=answer.evidence if argued else "exhausted" if settled else None,
        bound=_bound(answer, end),
        count=count,
        classes=found if listed else end.classes,
        statistics=end.statistics,
        engine=replace(answer.engine, why=f"{answer.engine.why}; {end.remark}") if end.remark else answer.engine,
    )


def _bound(answer: Answer, end: End) -> int | None:
    """Return the proved lower bound on the cost that a run leaves; raises JudgeRefused where a solution is below it."""
    bound = answer.bound if end.bound is None else end.bound
    if end.exhausted and answer.cost is not None:
        bound = answer.cost
    if bound is not None and answer.cost is not None and bound > answer.cost:
        raise JudgeRefused(f"{answer.engine.name} claims the bound {bound} and has a solution of cost {answer.cost}")
    return bound
