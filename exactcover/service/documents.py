"""The JSON documents of responses about jobs, and their models for the OpenAPI document."""

from __future__ import annotations

import hashlib
from typing import Any

from pydantic import BaseModel, Field

from exactcover.service.job import Job, Json
from exactcover.service.store.rows import Written


class ProblemDocument(BaseModel):
    """An error response: problem+json (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str


class JobSummary(BaseModel):
    """A job in a list."""

    id: str = Field(examples=["01JD8Z0000ABCDEFGHJKMNPQRS"])
    task: str
    title: str
    state: str = Field(description="QUEUED, RUNNING, CANCELLING, SUCCEEDED, FAILED or CANCELLED.")
    status: str | None = Field(description="The status of the answer: FEASIBLE, OPTIMAL, INFEASIBLE or UNKNOWN.")
    puzzle_sha256: str
    options: dict[str, Any]
    attempt: int = Field(description="How many attempts have begun.")
    submitted_at: float = Field(description="Seconds since the epoch, UTC, like all times.")
    started_at: float | None
    finished_at: float | None
    cached: bool = Field(description="Whether the answer is that of an earlier, identical job.")
    events: int = Field(description="The number of events so far.")
    solutions: int = Field(description="The number of solutions stored so far.")


class JobDocument(JobSummary):
    """A job. Its answer is the answer object of the contract, once it has SUCCEEDED, or was CANCELLED with one."""

    puzzle: dict[str, Any]
    source: dict[str, Any] = Field(description="The keys of the puzzle as submitted; empty if they were canonical.")
    answer: dict[str, Any] | None
    problem: dict[str, Any] | None = Field(description="Why there is no answer.")
    links: dict[str, str]


class JobsDocument(BaseModel):
    """A page of jobs, latest first."""

    jobs: list[JobSummary]
    after: str | None = Field(description="The parameter `after` of the next page; null on the last one.")


class EventsDocument(BaseModel):
    """Events of a job, for clients that poll."""

    events: list[dict[str, Any]]
    after: int = Field(description="The parameter `after` of the next request.")
    ended: bool = Field(description="Whether these are the last events.")


class SolutionsDocument(BaseModel):
    """A page of a job's solutions."""

    solutions: list[dict[str, Any]]
    cursor: int | None = Field(description="The parameter `cursor` of the next page; null on the last one.")
    ended: bool = Field(description="Whether the job has ended.")


LINKS = ("cancel", "events", "solutions", "certificate", "board.svg")


def summary(job: Job) -> Json:
    """Return a job as it appears in lists."""
    return {
        "id": job.id,
        "task": job.task,
        "title": job.title,
        "state": str(job.state),
        "status": job.status,
        "puzzle_sha256": job.puzzle_sha256,
        "options": job.options,
        "attempt": job.attempt,
        "submitted_at": job.submitted_at,
        "started_at": job.started_at,
        "finished_at": job.finished_at,
        "cached": job.cached,
        "events": job.events,
        "solutions": job.solutions,
    }


def document(job: Job) -> Json:
    """Return a job as JSON."""
    links = {"self": path_of(job.id)}
    for name in LINKS:
        links[name] = f"{path_of(job.id)}/{name}"
    return {
        **summary(job),
        "puzzle": job.puzzle,
        "source": job.source,
        "answer": job.answer,
        "problem": job.problem,
        "links": links,
    }


def written(job: Written) -> bytes:
    """Return `document` as JSON, assembled from the stored JSON texts without parsing them."""
    path = path_of(job.id)
    links = ",".join(f'"{name}":"{path}/{name}"' for name in LINKS)
    return (
        f'{{"id":"{job.id}","task":"{job.task}","title":{job.title},"state":"{job.state.value}","status":{_word(job.status)},'
        f'"puzzle_sha256":"{job.puzzle_sha256}","options":{job.options},"attempt":{job.attempt},'
        f'"submitted_at":{job.submitted_at!r},"started_at":{_time(job.started_at)},"finished_at":{_time(job.finished_at)},'
        f'"cached":{"true" if job.cached else "false"},"events":{job.events},"solutions":{job.solutions},'
        f'"puzzle":{job.puzzle},"source":{job.source},"answer":{job.answer or "null"},"problem":{job.problem or "null"},'
        f'"links":{{"self":"{path}",{links}}}}}'
    ).encode()


def _word(text: str | None) -> str:
    return "null" if text is None else f'"{text}"'


def _time(seconds: float | None) -> str:
    return "null" if seconds is None else repr(seconds)


def path_of(job_id: str) -> str:
    """Return the path of a job."""
    return f"/v1/jobs/{job_id}"


def etag(content: bytes) -> str:
    """Return the entity tag of a response that does not change."""
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'
