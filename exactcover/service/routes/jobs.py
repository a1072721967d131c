"""Job routes: submit, list, get, cancel and delete; solutions and certificates."""

from __future__ import annotations

import asyncio
import hashlib
import re
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from exactcover.model import defaults
from exactcover.service.documents import (
    JobDocument,
    JobsDocument,
    SolutionsDocument,
    document,
    etag,
    path_of,
    summary,
    written,
)
from exactcover.service.http.problems import Problem
from exactcover.service.job import Job, JobState, Json, KeyReused, QuotaExceeded, Submission
from exactcover.service.routes.calls import (
    JobId,
    as_json,
    body_of,
    error_responses,
    owner_name,
    owner_of,
    parts,
    request_body,
    response_example,
)
from exactcover.service.settings import Bounds
from exactcover.service.store.rows import Written

router = APIRouter(prefix="/v1/jobs", tags=["jobs"])

_KEY = re.compile(r"[!-~]{1,255}", re.ASCII)


@router.post(
    "",
    status_code=202,
    openapi_extra=request_body("JobBody"),
    responses={
        200: {"model": JobDocument, "description": "The answer is known already."},
        202: {"model": JobDocument, "description": "Accepted: the job is in the store."},
        **error_responses(409),
    },
    summary="Submit a job",
)
async def submit(request: Request) -> Response:
    """Accept a job. The same `Idempotency-Key` with the same body always returns the same job."""
    body, content = await body_of(request, "job")
    own = parts(request)
    key = request.headers.get("idempotency-key", "")
    if key and not _KEY.fullmatch(key):
        raise Problem(400, "the Idempotency-Key is not 1 to 255 visible ASCII characters", "idempotency-key")
    options = bounded(body.options(), own.settings.bounds)
    _refuse_executor(options.get("executor"), own.settings.kind_of_executor)
    prepared = await own.lookups.prepare(owner_name(request), body.puzzle, body.task, options)
    token = owner_of(request)
    submission = Submission(
        body.task,
        prepared.puzzle,
        prepared.puzzle_sha256,
        options,
        owner_name(request),
        body.title or prepared.title,
        prepared.source,
    )
    most = own.settings.bounds.owner_unfinished if token is None or token.unfinished is None else token.unfinished
    digest = hashlib.sha256(content).hexdigest() if key else ""
    try:
        job, _ = await asyncio.wrap_future(
            own.store.submitted(submission, key, digest, most, own.settings.bounds.owner_bytes)
        )
    except KeyReused:
        raise Problem(422, "the Idempotency-Key was used before with another body", "idempotency-key") from None
    except QuotaExceeded as fault:
        raise Problem(429, str(fault), "quota", {"Retry-After": "10"}) from None
    headers = {"Location": path_of(job.id)}
    return Response(written(job), 200 if job.state.ended else 202, headers, "application/json")


def bounded(options: Json, bounds: Bounds) -> Json:
    """Return options with the default limits filled in; raises Problem if a limit is above the server's maximum."""
    limited = {"time_limit": bounds.time_limit, "memory_limit": bounds.memory_limit, **options}
    most = {
        "time_limit": bounds.max_time_limit,
        "memory_limit": bounds.max_memory_limit,
        "workers": bounds.max_job_workers,
    }
    for name, largest in most.items():
        if limited.get(name, 0) > largest:
            raise Problem(422, f"{name} is {limited[name]:g}; expected at most {largest:g}", "limits")
    return limited


def _refuse_executor(named: str | None, kind: str) -> None:
    """Raise Problem if a job names an executor that the server was not started with."""
    if named is not None and named != kind:
        own = f"{kind}, with which this server was started" if kind else "none: this server was started without one"
        raise Problem(422, f"the executor is {named}; expected {own}", "executor")


@router.get("", response_model=JobsDocument, responses=error_responses(), summary="List jobs, latest first")
async def listed(
    request: Request,
    after: Annotated[str, Query(pattern="^([0-9A-HJKMNP-TV-Z]{26})?$")] = "",
    limit: Annotated[int, Query(ge=1, le=500)] = defaults.JOBS_A_PAGE,
    state: JobState | None = None,
) -> Response:
    """List the caller's jobs, without puzzles and answers; pass a page's `after` to get the next page."""
    page = await asyncio.to_thread(parts(request).store.jobs, owner_name(request), after, limit, state)
    following = page[-1].id if len(page) == limit else None
    return as_json({"jobs": [summary(job) for job in page], "after": following})


async def job_of(request: Request, job_id: str) -> Job:
    """Return a job of the caller; raises Problem if it has none of that id."""
    return (await _kept(request, job_id)).job


async def _kept(request: Request, job_id: str) -> Written:
    job = await asyncio.wrap_future(parts(request).store.written(job_id))
    if job is None or job.owner != owner_name(request):
        raise Problem(404, "no such job", "no-such-job")
    return job


@router.get("/{job_id}", response_model=JobDocument, responses=error_responses(404), summary="Get a job")
async def shown(request: Request, job_id: JobId) -> Response:
    """Return a job. A job that has ended no longer changes, and has an ETag."""
    job = await _kept(request, job_id)
    content = written(job)
    if not job.state.ended:
        return Response(content, headers={"Cache-Control": "no-store"}, media_type="application/json")
    tag = etag(content)
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    if request.headers.get("if-none-match") in (tag, f"W/{tag}"):
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type="application/json")


@router.delete("/{job_id}", status_code=204, responses=error_responses(404, 409), summary="Delete a job that has ended")
async def removed(request: Request, job_id: JobId) -> Response:
    """Delete a job that has ended, with all its data."""
    await job_of(request, job_id)
    if not await asyncio.to_thread(parts(request).store.delete, job_id):
        raise Problem(409, "the job has not ended; cancel it first", "not-ended")
    return Response(status_code=204)


@router.post(
    "/{job_id}/cancel",
    status_code=202,
    response_model=JobDocument,
    responses=error_responses(404),
    summary="Cancel a job",
)
async def cancelled(request: Request, job_id: JobId) -> Response:
    """Cancel a job: what it has found by then is its answer. A job that has ended is unchanged."""
    await job_of(request, job_id)
    job = await asyncio.to_thread(parts(request).store.cancel, job_id)
    if job is None:
        raise Problem(404, "no such job", "no-such-job")
    return as_json(document(job), 202)


@router.get(
    "/{job_id}/solutions",
    response_model=SolutionsDocument,
    responses=error_responses(404),
    summary="Solutions, page by page",
)
async def solutions(
    request: Request,
    job_id: JobId,
    cursor: Annotated[int, Query(ge=0, le=10**15)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> Response:
    """Return solutions of a list or a sample, as they come; pass a page's `cursor` to get the next page."""
    job = await job_of(request, job_id)
    page, following = await asyncio.to_thread(parts(request).store.solutions, job_id, cursor, limit)
    return as_json({"solutions": page, "cursor": following, "ended": job.state.ended})


_CERTIFICATE: Any = {"schema": 1, "puzzle": {}, "puzzle_sha256": "...", "kind": "colouring", "body": {}}


@router.get(
    "/{job_id}/certificate",
    responses={**response_example(_CERTIFICATE), **error_responses(404)},
    summary="The certificate of an answer",
)
async def certificate(request: Request, job_id: JobId) -> Response:
    """Return the certificate, which `exactcover check` judges."""
    await job_of(request, job_id)
    proof = await asyncio.to_thread(parts(request).store.certificate, job_id)
    if proof is None:
        raise Problem(404, "the job has no certificate", "no-certificate")
    return as_json(proof)
