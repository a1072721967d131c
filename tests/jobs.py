"""Jobs for tests: an engine's search of a model, with provers before it or beside it."""

from __future__ import annotations

from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.encoding import Model
from exactcover.solving.plan import Beside, Job, Plan, Prove, Run, Stage, leaves


def search(
    engine: str,
    task: Task,
    model: Model,
    options: EngineOptions | None = None,
    limits: Limits = Limits(),
    *,
    break_symmetry: bool = False,
    beside: tuple[Stage, ...] = (),
) -> Job:
    """The job of one engine."""
    own = {} if options is None else options.own
    plan: Plan = Run(engine, task, own, break_symmetry)
    return Job(Beside(plan, Prove(beside)) if beside else plan, model, options or EngineOptions(), limits)


def run_of(job: Job) -> Run:
    """The one engine's run of a job."""
    (run,) = (leaf for leaf in leaves(job.plan) if isinstance(leaf, Run))
    return run
