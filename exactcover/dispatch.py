"""From a request and a model to a job: which engine or which provers, with which options, and why."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import numpy as np

from exactcover import backends, portfolio
from exactcover.answer import EngineOptions, Request
from exactcover.cluster.settings import TASKS, executor_named
from exactcover.errors import InvalidInput, nearest
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model, name_of
from exactcover.model.growth import Growth
from exactcover.model.space import Sliding
from exactcover.model.tiling import Tiling
from exactcover.running.job import BestAndBound, Entrant, Job, Optima, Prove, Race, Search, SearchThenBound, Stage

BY_CUBES = "exact"
"""The engine whose searches an executor runs."""


def job_of(request: Request, model: Model) -> tuple[Job, str]:
    """Return the job that answers a request about a puzzle's own model, and why that one; raises InvalidInput."""
    if request.rotations_only:
        if request.task != "count" and not request.up_to_symmetry:
            raise InvalidInput(
                f"rotations-only was asked of a {request.task}; expected up-to-symmetry with it, or a count"
            )
        model = _by_rotations(model)
    _refuse_executor(request)
    if request.optimal:
        return _optima(request, model)
    return _proof(request, model) if request.task == "prove" else _search(request, model)


def _refuse_executor(request: Request) -> None:
    """Raise InvalidInput where an executor, or a ledger, was asked for what is not done by cubes."""
    if request.task == "prove" and not request.executor and request.checkpoint is not None:
        raise InvalidInput("a proof was given a checkpoint without an executor; expected an executor as well")
    if request.ledger and not request.executor:
        raise InvalidInput("a ledger was named without an executor; expected both, or a checkpoint")
    if not request.executor:
        return
    executor_named(request.executor)
    if request.task not in TASKS or request.optimal or request.checkpoint is not None:
        raise InvalidInput(
            f"an executor was asked for a {request.task}, or with a checkpoint; expected {', '.join(TASKS)}, with a ledger"
        )


def performer_of(job: Job) -> str:
    """Return who does a job: the engine's name, those of all engines side by side, or provers."""
    if isinstance(job, Race | BestAndBound | Optima):
        return ", ".join(entrant.engine for entrant in job.entrants)
    return "provers" if isinstance(job, Prove) else job.engine


def spare_workers(request: Request, job: Job) -> str:
    """Return a sentence if a job uses one worker although more were asked for, an empty one if it uses all."""
    options = job.by_cubes if isinstance(job, Prove) else job.options
    used = 1 if options is None else options.workers
    if isinstance(job, Prove):
        why = "only an executor (--executor local) shares out this proof"
    else:
        why = f"{performer_of(job)} has no way to share out a {'proof' if request.task == 'prove' else request.task}"
    return used_of_workers(request, why) if used < request.workers else ""


def used_of_workers(request: Request, why: str) -> str:
    """Return the sentence that a run uses one of the workers asked for, and why."""
    return f"{request.workers} workers were asked for, and 1 is used: {why}"


def reported_options(request: Request, job: Job) -> dict[str, Any]:
    """Return the options of an answer's engine report."""
    if isinstance(job, Search | Race | Optima) or (isinstance(job, BestAndBound) and request.task != "prove"):
        options = {"seed": job.options.seed, "workers": job.options.workers, **job.options.own}
        if request.task == "solve":
            options["break_symmetry"] = request.break_symmetry
        else:
            options["up_to_symmetry"] = request.up_to_symmetry
            options |= {"executor": request.executor} if request.executor else {}
    else:
        options = {"argument": request.argument or "any"}
        options |= {"executor": request.executor} if request.executor else {}
    options |= {"optimal": True} if request.optimal else {}
    return options | ({"rotations_only": True} if request.rotations_only else {})


def _search(request: Request, model: Model) -> tuple[Job, str]:
    """Return the job of an engine, and why that engine; quick arguments stand beside it where the choice is ours."""
    if isinstance(model, Growth) and _may_race(request):
        return _best_and_bound(request, model, "")
    if isinstance(model, Sliding) and _may_race(request) and (runners_of_plans := portfolio.plans(model)) is not None:
        return _side_by_side(request, model, runners_of_plans, ())
    if isinstance(model, Cover) and portfolio.priced(model) and _may_race(request):
        beside_prices = portfolio.cheapest(model)
        if beside_prices is not None:
            return _side_by_side(request, model, beside_prices, portfolio.arguments("prices", model)[0])
    runners = portfolio.race(model) if _may_race(request) else None
    if _may_race_for_some(request):
        runners = portfolio.race_for_some(model)
    if runners is not None:
        entrants, beside, provers_start, why = runners
        options = EngineOptions(request.seed, request.workers or 1)
        job = Race(
            entrants, model, options, request.limits, request.break_symmetry, beside, provers_start, request.task
        )
        return job, why
    name, why = portfolio.choose(request.engine, request.task, model)
    if request.executor and name != BY_CUBES:
        raise InvalidInput(f"an executor was asked for the engine {name}; expected {BY_CUBES}, which is cut into cubes")
    ahead, beside = portfolio.quick_arguments(model) if request.engine == "auto" else ((), ())
    options = _engine_options(name, request)
    return Search(name, request.task, model, options, request.limits, request.break_symmetry, beside, ahead), why


def _optima(request: Request, model: Model) -> tuple[Job, str]:
    """Return the job of listing all solutions of least cost, and why; raises InvalidInput where that cannot be asked."""
    out_of_place = {
        f"a {request.task}": request.task != "list",
        "a list up to symmetry": request.up_to_symmetry,
        "a list with a checkpoint": request.checkpoint is not None,
    }
    for wish, refused in out_of_place.items():
        if refused:
            raise InvalidInput(f"optimal was asked of {wish}; expected a list of all solutions of least cost")
    costs = (
        model.costs is not None if isinstance(model, Cover) else isinstance(model, Growth) and model.price != "nothing"
    )
    if not costs:
        raise InvalidInput(
            f"optimal was asked of a {name_of(model)} without costs; expected a puzzle whose solutions cost"
        )
    provers: tuple[Entrant, ...] = ()
    if request.engine == "auto" and isinstance(model, Growth):
        entrants, provers, why = portfolio.best_and_bound(model)
    else:
        name, why = portfolio.choose(request.engine, "solve", model)
        entrants = (Entrant(name, 0.0, own=_engine_options(name, replace(request, task="solve")).own),)
    lister, _ = portfolio.choose("auto", "list", model)
    options = EngineOptions(request.seed, request.workers or 1)
    return Optima(
        entrants, provers, lister, model, options, request.limits
    ), f"{why}; then {lister} lists all that cost as much"


def _may_race(request: Request) -> bool:
    """Tell whether the choice of engines is ours, and nothing asked for belongs to one engine only."""
    return request.engine == "auto" and request.task == "solve" and not request.options and request.limits.nodes is None


def _may_race_for_some(request: Request) -> bool:
    """Tell whether so many solutions are to be listed, by one thread, and nothing asked for belongs to one engine only."""
    belongs_to_one = request.options or request.up_to_symmetry or request.executor or request.workers > 1
    some = request.task == "list" and request.limits.solutions is not None and request.limits.nodes is None
    return request.engine == "auto" and some and not belongs_to_one and request.checkpoint is None


def _proof(request: Request, model: Model) -> tuple[Job, str]:
    """Return the job of the provers, and why in that order; what costs is searched too.

    A puzzle of moves is searched before, for the plan; pieces that grow beside it.
    """
    if request.executor:
        stages, why = portfolio.arguments_by_cubes(request.argument, model)
        options = EngineOptions(
            request.seed, request.workers, executor=request.executor, ledger=request.ledger, run_of=request.run_of
        )
        return Prove(model, stages, request.limits, options), why
    if isinstance(model, Sliding):
        below = portfolio.arguments_below(request.argument)
        name, why = portfolio.choose("auto", "solve", model)
        return SearchThenBound(name, model, EngineOptions(request.seed, 1), request.limits, below), why
    if portfolio.priced(model) and request.argument in ("", "prices"):
        name, why = portfolio.choose("auto", "solve", model)
        return Search(name, "solve", model, EngineOptions(request.seed, 1), request.limits), why
    stages, why = portfolio.arguments(request.argument, model)
    if isinstance(model, Growth):
        return _best_and_bound(request, model, request.argument)
    return Prove(model, stages, request.limits), why


def _best_and_bound(request: Request, model: Growth, argument: str) -> tuple[Job, str]:
    """Return the job of looking for the best solution and the best bound side by side; argument: the one prover."""
    entrants, provers, why = portfolio.best_and_bound(model, argument)
    options = EngineOptions(request.seed, request.workers or 1)
    reasons = portfolio.arguments(argument, model)[0]
    patient = request.task == "prove"
    return BestAndBound(
        entrants, provers, model, options, request.limits, request.break_symmetry, reasons, patient
    ), why


def _side_by_side(
    request: Request, model: Model, runners: portfolio.SideBySide, reasons: tuple[Stage, ...]
) -> tuple[Job, str]:
    """Return the job of looking for a cheapest solution with engines side by side, and why."""
    options = EngineOptions(request.seed, request.workers or 1)
    return BestAndBound(
        runners.entrants, (), model, options, request.limits, request.break_symmetry, reasons
    ), runners.why


def _by_rotations(model: Model) -> Model:
    """Return the model without the symmetries that are reflections; raises InvalidInput where it has none."""
    if not isinstance(model, Tiling) or model.isometries is None:
        raise InvalidInput("rotations-only was asked of a puzzle that is no packing; expected a packing")
    proper = np.rint(np.linalg.det(model.isometries.astype(float))) > 0
    return replace(model, isometries=model.isometries[proper])


def _engine_options(name: str, request: Request) -> EngineOptions:
    """Return what an engine is told besides the model; raises InvalidInput for an option that it does not have."""
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
    return EngineOptions(
        request.seed,
        workers,
        request.up_to_symmetry,
        request.checkpoint,
        own,
        executor=request.executor,
        ledger=request.ledger,
        run_of=request.run_of,
    )


def _workers(name: str, request: Request) -> int:
    """Return the number of workers: those asked for if the engine can use them, by default all cores for a count; else 1."""
    engine = backends.engine(name)
    if request.up_to_symmetry and request.task not in engine.up_to_symmetry:
        able = [each for each in backends.ENGINES if request.task in backends.engine(each).up_to_symmetry]
        expected = ", ".join(able) or "no engine"
        raise InvalidInput(f"the engine {name} cannot {request.task} up to symmetry; expected {expected}")
    if request.task not in engine.parallel:
        return 1
    return request.workers or (len(os.sched_getaffinity(0)) if request.task == "count" else 1)
