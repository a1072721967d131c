"""Submission of a request to a server: the body that is sent, and the job or the error that comes back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactcover.api import Puzzle
from exactcover.cluster.settings import LOCAL, RAY, RAY_CLIENT
from exactcover.model.answer import Request
from exactcover.model.errors import EngineBroke, InvalidInput
from exactcover.service.connection import ServerBroke
from exactcover.service.job import Json

SENT = (
    "seed",
    "workers",
    "break_symmetry",
    "gap",
    "up_to_symmetry",
    "rotations_only",
    "argument",
    "optimal",
    "certificate",
    "executor",
)
"""The fields of a request that are sent under the same name."""


def body_of(puzzle: Puzzle, request: Request) -> Json:
    """Return the body of a submission; raises InvalidInput if a server cannot accept the request."""
    if request.checkpoint is not None:
        raise InvalidInput("--checkpoint cannot be used with a server, which stores its own; drop one of the two")
    if request.ledger:
        raise InvalidInput("--ledger cannot be used with a server, which stores its own; drop one of the two")
    if request.executor.startswith(RAY_CLIENT):
        raise InvalidInput(
            f"the executor {request.executor} cannot be used with a server, which has its own cluster; expected {LOCAL} or {RAY}"
        )
    limits = request.limits
    backend = request.engine
    if request.options:
        backend += ":" + ",".join(f"{key}={value}" if key else value for key, value in request.options.items())
    usual = Request(request.task)
    body: Json = {"task": request.task, "puzzle": puzzle.named(), "title": puzzle.title[:200]}
    if backend != "auto":
        body["backend"] = backend
    for key in SENT:
        if getattr(request, key) != getattr(usual, key):
            body[key] = getattr(request, key)
    own = {"time_limit": limits.time, "memory_limit": limits.memory, "node_limit": limits.nodes}
    body.update({key: value for key, value in {**own, "limit": limits.solutions}.items() if value is not None})
    return body


def refused(job: Json) -> InvalidInput | EngineBroke:
    """Return the exception for a job that ended without an answer."""
    problem = job.get("problem")
    problem = problem if isinstance(problem, dict) else {}
    detail = str(problem.get("detail", f"the job ended as {job.get('state')}"))[:1000]
    return InvalidInput(detail) if problem.get("code") == "invalid_input" else EngineBroke(detail)


def id_of(job: Mapping[str, Any]) -> str:
    """Return the id of a job that a server sent; raises ServerBroke if it cannot be part of a path."""
    job_id = job.get("id")
    if not isinstance(job_id, str) or not job_id.isalnum() or len(job_id) > 64:
        raise ServerBroke("the server answered with a job without an id")
    return job_id


def plain(job_id: str) -> str:
    """Return the job id that a caller gave; raises InvalidInput if it is malformed."""
    if not job_id.isalnum() or not job_id.isascii() or len(job_id) > 64:
        raise InvalidInput(f"the job is {job_id[:64]!r}; expected its id")
    return job_id
