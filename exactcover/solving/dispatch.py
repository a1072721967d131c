"""From a request and a model to a job: the engines and provers that answer it, their options, and why they were chosen.

`job_of` implements `auto` for every verb. Not here: which engines suit which model, and which run side by side (portfolio.py).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from exactcover import backends
from exactcover.cluster.settings import TASKS, parse_executor, refuse_by_cubes, refuse_without_libraries
from exactcover.model.answer import EngineOptions, Request
from exactcover.model.cover import Cover
from exactcover.model.encoding import Encoding, Model, name_of
from exactcover.model.errors import InvalidInput, nearest
from exactcover.model.growth import Growth
from exactcover.model.space import Sliding
from exactcover.model.tiling import Tiling
from exactcover.process.usage import processors
from exactcover.solving import after_search, certificate_plans, portfolio, with_clauses
from exactcover.solving.plan import (
    PROVERS,
    Job,
    Plan,
    Prove,
    ProveByCubes,
    Run,
    Then,
    ThenBound,
    ThenList,
    engines,
    performer,
    searchers,
)

COUNTED_BY_LISTS = 100
"""Up to this many solutions, an engine that lists them one by one runs side by side with the one that counts."""
BY_CUBES = "exact"
"""The engine whose searches an executor runs."""


def job_of(request: Request, model: Model) -> tuple[Job, str]:
    """Return the job that answers a request about a puzzle's own model, and why it was chosen; raises InvalidInput."""
    if request.rotations_only:
        if request.task != "count" and not request.up_to_symmetry:
            raise InvalidInput(
                f"rotations-only does not apply to a {request.task}; expected up-to-symmetry with it, or a count"
            )
        model = _by_rotations(model)
    certificate_plans.refuse(request, model)
    _refuse_executor(request, model)
    planned = _optima if request.optimal else _proof if request.task == "prove" else _search
    job, why = planned(request, model)
    return replace(job, plan=certificate_plans.certified(job.plan, request, model)), why


def _refuse_executor(request: Request, model: Model) -> None:
    """Raise InvalidInput if the request has an executor or a ledger but is not done by cubes."""
    if request.task == "prove" and not request.executor and request.checkpoint is not None:
        raise InvalidInput("a proof was given a checkpoint without an executor; expected an executor as well")
    if request.ledger and not request.executor:
        raise InvalidInput("a ledger was named without an executor; expected both, or a checkpoint")
    if not request.executor:
        return
    parse_executor(request.executor)
    refuse_without_libraries()
    if request.task in ("count", "list"):
        connected = isinstance(model, Cover) and model.connectivity is not None
        refuse_by_cubes(request.task, request.limits, connected=connected)
    if request.task not in TASKS or request.optimal or request.checkpoint is not None:
        raise InvalidInput(
            f"an executor does not support a {request.task}, or a checkpoint; expected {', '.join(TASKS)}, with a ledger"
        )


def refuse_classes(encoding: Encoding) -> None:
    """Raise InvalidInput if a model does not have the puzzle's symmetries, for one solution of each class."""
    if not encoding.symmetric:
        raise InvalidInput(
            "the model of this puzzle is without its symmetries; expected all solutions, not one of each class"
        )


def performer_of(job: Job, request: Request) -> str:
    """Return the performer of a job: its engine, all its engines if they run side by side, the provers or the one requested."""
    name = performer(job.plan)
    return request.argument or PROVERS if name == PROVERS else name


def spare_workers(request: Request, job: Job) -> str:
    """Return a sentence if a job uses one worker although more were requested, an empty string if it uses all."""
    if job.options.workers >= request.workers:
        return ""
    if engines(job.plan):
        task = "proof" if request.task == "prove" else request.task
        return used_of_workers(request, f"{performer_of(job, request)} cannot divide a {task} among workers")
    return used_of_workers(request, "only an executor (--executor local) shares out this proof")


def used_of_workers(request: Request, why: str) -> str:
    """Return the sentence that a run uses only one of the requested workers, and why."""
    return f"{request.workers} workers were requested, and 1 is used: {why}"


def reported_options(request: Request, job: Job) -> dict[str, Any]:
    """Return the options of an answer's engine report."""
    if request.task == "prove":
        options: dict[str, Any] = {"argument": request.argument or "any"}
    else:
        runs = searchers(job.plan)
        own = runs[0].own if len(runs) == 1 else {}
        options = {"seed": job.options.seed, "workers": job.options.workers, **own}
        if request.task == "solve":
            options["break_symmetry"] = request.break_symmetry
        else:
            options["up_to_symmetry"] = request.up_to_symmetry
    options |= {"executor": request.executor} if request.executor and request.task != "solve" else {}
    options |= {"optimal": True} if request.optimal else {}
    options |= {"certificate": True} if request.certificate else {}
    return options | ({"rotations_only": True} if request.rotations_only else {})


def _search(request: Request, model: Model) -> tuple[Job, str]:
    """Return the job of engines side by side unless the request is specific to one, otherwise the job of one engine; and why."""
    chosen = _side_by_side(request, model)
    if chosen is not None:
        return _job(chosen.plan, model, request), chosen.why
    name, why = portfolio.choose(request.engine, request.task, model)
    if request.executor and name != BY_CUBES:
        raise InvalidInput(
            f"an executor does not support the engine {name}; expected {BY_CUBES}, which is cut into cubes"
        )
    options, own = _engine_options(name, request, model)
    plan: Plan = Run(name, request.task, own, request.break_symmetry)
    if request.engine == "auto":
        ahead, beside = portfolio.quick_arguments(model)
        plan = after_search.beside(plan, model, beside)
        plan = Then(Prove(ahead), plan) if ahead else plan
    return Job(plan, model, options, request.limits), why


def _side_by_side(request: Request, model: Model) -> portfolio.Choice | None:
    """Return the engines that look for one or several solutions side by side; None if a single engine is the right choice."""
    if _may_race_for_some(request):
        return portfolio.race_for_some(model, request.task)
    if not _may_race(request, model):
        return None
    if isinstance(model, Growth):
        return portfolio.best_and_bound(model, request.break_symmetry)
    if isinstance(model, Sliding):
        return portfolio.plans(model)
    if isinstance(model, Cover) and portfolio.priced(model):
        return portfolio.cheapest(model, request.break_symmetry)
    return with_clauses.coloured(model, request.break_symmetry) or portfolio.race(model, request.break_symmetry)


def _job(plan: Plan, model: Model, request: Request) -> Job:
    """Return the job of several engines, or of provers."""
    return Job(plan, model, EngineOptions(request.seed, request.workers or 1), request.limits)


def _optima(request: Request, model: Model) -> tuple[Job, str]:
    """Return the job of listing all solutions of least cost, and why; raises InvalidInput if the request does not allow it."""
    out_of_place = {
        f"a {request.task}": request.task != "list",
        "a list up to symmetry of a puzzle that is no cover": request.up_to_symmetry and not isinstance(model, Cover),
        "a list with a checkpoint": request.checkpoint is not None,
    }
    for feature, refused in out_of_place.items():
        if refused:
            raise InvalidInput(f"optimal does not apply to {feature}; expected a list of all solutions of least cost")
    costs = (
        model.costs is not None if isinstance(model, Cover) else isinstance(model, Growth) and model.price != "nothing"
    )
    if not costs:
        raise InvalidInput(
            f"optimal does not apply to a {name_of(model)} without costs; expected a puzzle whose solutions cost"
        )
    lister = Run(portfolio.choose("auto", "list", model)[0], "list")
    if request.engine == "auto" and isinstance(model, Growth):
        cheapest: Plan
        cheapest, why = portfolio.best_and_bound(model, break_symmetry=False)
    else:
        name, why = portfolio.choose(request.engine, "solve", model)
        cheapest = Run(
            name, "solve", _engine_options(name, replace(request, task="solve", up_to_symmetry=False), model)[1]
        )
    why = f"{why}; then {lister.engine} lists all that cost as much"
    job = _job(ThenList(cheapest, lister), model, request)
    return replace(job, options=replace(job.options, up_to_symmetry=request.up_to_symmetry)), why


def _may_race(request: Request, model: Model) -> bool:
    """Return whether the request leaves the choice of engines to us and asks for nothing specific to one engine.

    A node limit is specific to one engine, except for sliding puzzles, whose engines split it.
    """
    shared = request.limits.nodes is None or isinstance(model, Sliding)
    return request.engine == "auto" and request.task == "solve" and not request.options and shared


def _may_race_for_some(request: Request) -> bool:
    """Return whether one thread is to list or count a limited number of solutions, with nothing specific to one engine."""
    belongs_to_one = request.options or request.up_to_symmetry or request.executor or request.workers > 1
    most = request.limits.solutions
    some = most is not None and (request.task == "list" or (request.task == "count" and most <= COUNTED_BY_LISTS))
    some = some and request.limits.nodes is None
    return request.engine == "auto" and some and not belongs_to_one and request.checkpoint is None


def _proof(request: Request, model: Model) -> tuple[Job, str]:
    """Return the job of the provers, and the reason for their order; a model with costs is also searched.

    A puzzle of moves is searched first, for the plan; pieces that grow are searched side by side with the provers.
    """
    if request.executor:
        stages, why = portfolio.arguments_by_cubes(request.argument, model)
        options = EngineOptions(
            request.seed, request.workers, executor=request.executor, ledger=request.ledger, run_of=request.run_of
        )
        return Job(Then(Prove(stages), ProveByCubes(), both="tree"), model, options, request.limits), why
    one = EngineOptions(request.seed, 1)
    if isinstance(model, Sliding):
        below = portfolio.arguments_below(request.argument)
        name, why = portfolio.choose("auto", "solve", model)
        return Job(ThenBound(Run(name, "solve"), Prove(below)), model, one, request.limits), why
    if portfolio.priced(model) and request.argument in ("", "prices"):
        name, why = portfolio.choose("auto", "solve", model)
        return Job(Run(name, "solve"), model, one, request.limits), why
    stages, why = portfolio.arguments(request.argument, model)
    if isinstance(model, Growth):
        chosen = portfolio.best_and_bound(model, request.break_symmetry, request.argument, patient=True)
        return _job(chosen.plan, model, request), chosen.why
    return Job(Prove(stages), model, one, request.limits), why


def _by_rotations(model: Model) -> Model:
    """Return the model without its reflection symmetries; raises InvalidInput if it is not that of a packing."""
    if isinstance(model, Cover) and model.rotations is not None:
        return replace(model, symmetries=model.rotations)
    if not isinstance(model, Tiling) or model.isometries is None:
        raise InvalidInput("rotations-only does not apply to this puzzle; expected a packing")
    proper = np.rint(np.linalg.det(model.isometries.astype(float))) > 0
    return replace(model, isometries=model.isometries[proper])


def _engine_options(name: str, request: Request, model: Model) -> tuple[EngineOptions, dict[str, str]]:
    """Return an engine's general options and its own ones; raises InvalidInput for one that it or the model does not have."""
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
    workers = request.workers if request.executor else _workers(name, request)
    options = EngineOptions(
        request.seed,
        workers,
        request.up_to_symmetry,
        request.checkpoint,
        executor=request.executor,
        ledger=request.ledger,
        run_of=request.run_of,
    )
    backends.check(name, model, replace(options, own=own))
    return options, own


def _workers(name: str, request: Request) -> int:
    """Return the number of workers: those requested if the engine can use them, by default all cores for a count; otherwise 1."""
    engine = backends.engine(name)
    if request.up_to_symmetry and request.task not in engine.up_to_symmetry:
        able = [each for each in backends.ENGINES if request.task in backends.engine(each).up_to_symmetry]
        expected = ", ".join(able) or "no engine"
        raise InvalidInput(f"the engine {name} cannot {request.task} up to symmetry; expected {expected}")
    if request.task not in engine.parallel:
        return 1
    return request.workers or (processors() if request.task == "count" else 1)
