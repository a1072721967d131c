"""What is submitted to a server for a request, and what it answers with: the id of a job, or what became of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactcover.api import Puzzle
from exactcover.cluster.settings import LOCAL, RAY, RAY_CLIENT
from exactcover.model.answer import Request
from exactcover.model.errors import EngineBroke, InvalidInput
from exactcover.service.connection import ServerBroke
from exactcover.service.job import Json

SENT = ("seed", "workers", "break_symmetry", "up_to_symmetry", "rotations_only", "argument", "optimal", "executor")
"""Of a request, what is sent under the same name."""


def body_of(puzzle: Puzzle, request: Request) -> Json:
    """Return what is submitted for a request; raises InvalidInput where a server cannot take it."""
    if request.checkpoint is not None:
        raise InvalidInput("a checkpoint was given with a server, which keeps its own; expected one of them")
    if request.ledger:
        raise InvalidInput("a ledger was given with a server, which keeps its own; expected one of them")
    if request.executor.startswith(RAY_CLIENT):
        raise InvalidInput(
            f"the executor {request.executor} was given with a server, which has its own cluster; expected {LOCAL} or {RAY}"
        )
    limits = request.limits
    backend = request.engine
    if request.options:
        backend += ":" + ",".join(f"{key}={value}" if key else value for key, value in request.options.items())
    usual = Request(request.task)
    told: Json = {"task": request.task, "puzzle": puzzle.named(), "title": puzzle.title[:200]}
    if backend != "auto":
        told["backend"] = backend
    for key in SENT:
        if getattr(request, key) != getattr(usual, key):
            told[key] = getattr(request, key)
    own = {"time_limit": limits.time, "memory_limit": limits.memory, "node_limit": limits.nodes}
    told.update({key: value for key, value in {**own, "limit": limits.solutions}.items() if value is not None})
    return told


def refused(job: Json) -> InvalidInput | EngineBroke:
    """Return what became of a job that ended without an answer, to be raised."""
    problem = job.get("problem")
    problem = problem if isinstance(problem, dict) else {}
    detail = str(problem.get("detail", f"the job ended as {job.get('state')}"))[:1000]
    return InvalidInput(detail) if problem.get("code") == "invalid_input" else EngineBroke(detail)


def id_of(job: Mapping[str, Any]) -> str:
    """Return the id of a job that a server answered with; raises ServerBroke for what cannot be part of a path."""
    job_id = job.get("id")
    if not isinstance(job_id, str) or not job_id.isalnum() or len(job_id) > 64:
        raise ServerBroke("the server answered with a job without an id")
    return job_id
