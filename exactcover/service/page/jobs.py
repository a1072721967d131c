"""The pages about jobs: the list, one job with its progress and its answer, pages of solutions, files."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from exactcover.files.exports.written import ARGUMENTS, CERTIFICATES
from exactcover.model.errors import InvalidInput
from exactcover.service.job import COMPARE, Job, Json
from exactcover.service.page import lookup_tasks, wording
from exactcover.service.page.rendering import page
from exactcover.service.page.routes import LONGEST_LINK, address_of, ask
from exactcover.service.problems import Problem
from exactcover.service.routes.calls import JobId, owner_of, parts
from exactcover.service.routes.jobs import job_of

router = APIRouter(include_in_schema=False)

PER_PAGE, DRAWN = 30, 12
MANY = ("list", "sample")
LINES = "solutions.jsonl"
UNITS = {"time_limit": " s", "memory_limit": " MB", "node_limit": " nodes", "limit": " solutions"}
UNSEEN: Json = {"picture": "", "body": None, "film": "", "attempt": False}


async def _listed(request: Request, after: str) -> Json:
    token = owner_of(request)
    owner = "" if token is None else token.owner
    jobs = await asyncio.to_thread(parts(request).store.jobs, owner, after[:26], PER_PAGE)
    return {"jobs": jobs, "after": after[:26], "following": jobs[-1].id if len(jobs) == PER_PAGE else None}


@router.get("/jobs")
async def listed(request: Request, after: str = "") -> Response:
    """Show the caller's jobs, latest first."""
    return page(request, "jobs.html", **await _listed(request, after))


@router.get("/jobs/rows")
async def rows(request: Request, after: str = "") -> Response:
    """Show the table of jobs alone, to refresh it."""
    return page(request, "jobs_rows.html", **await _listed(request, after))


@router.get("/jobs/{job_id}")
async def shown(request: Request, job_id: JobId) -> Response:
    """Show a job: its progress or its answer."""
    try:
        job = await job_of(request, job_id)
    except Problem:
        return page(request, "problem.html", 404, title="No such job", sentence="No job of yours has this address.")
    values = await _state(request, job)
    return page(request, "job.html", address=_address(job), **values)


def _address(job: Job) -> str:
    """Return the URL that edits the puzzle of a job, or that of its file if the puzzle is too long; empty for a batch."""
    if _is_batch(job):
        return ""
    link = address_of(_keys(job))
    return link if len(link) <= LONGEST_LINK else f"/jobs/{job.id}/puzzle"


def _listed_as(job: Job) -> str:
    """Return the heading of a job's list: answers for a batch or a comparison, solutions otherwise."""
    return "Answers" if _is_batch(job) or job.task == COMPARE else "Solutions"


def _is_batch(job: Job) -> bool:
    return "batch" in job.source


@router.get("/jobs/{job_id}/result")
async def result(request: Request, job_id: JobId) -> Response:
    """Show the part of a job's page that changes when it ends."""
    return page(request, "job_state.html", **await _state(request, await job_of(request, job_id)))


async def _state(request: Request, job: Job) -> Json:
    many = job.task in MANY or _listed_as(job) == "Answers"
    values: Json = {"job": job, "many": many, "answer": job.answer, "fault": "", "seen": UNSEEN}
    values["listed"] = _listed_as(job)
    if job.answer is None:
        return values
    if values["listed"] == "Answers":
        files = [
            ("Answer", f"/jobs/{job.id}/saved/answer.json"),
            ("Answers (JSON lines)", f"/jobs/{job.id}/saved/{LINES}"),
        ]
        return values | {"words": wording.of_many(job.answer), "figures": _figures(job), "files": files}
    try:
        values["seen"] = UNSEEN | await ask(request, lookup_tasks.shown, _keys(job), job.answer)
    except InvalidInput as fault:
        values["fault"] = f"The answer could not be drawn: {fault}"
    return values | {
        "words": wording.verdict_of(job.answer),
        "figures": _figures(job),
        "files": _files(job),
    }


def _keys(job: Job) -> Json:
    return job.source or job.puzzle


def _figures(job: Job) -> list[tuple[str, str]]:
    answer = job.answer or {}
    pairs = [(name, answer.get(name)) for name in ("count", "classes", "cost", "bound")]
    figures = [(name.capitalize(), f"{int(value):,}") for name, value in pairs if value is not None]
    if job.started_at and job.finished_at:
        figures.append(("Took", f"{job.finished_at - job.started_at:.2f} s"))
    options = ((name, f"{_shown(value)}{UNITS.get(name, '')}") for name, value in job.options.items())
    return figures + [(name.replace("_", " ").capitalize(), shown) for name, shown in options]


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return f"{value:,g}" if isinstance(value, float) else str(value)


def _files(job: Job) -> list[tuple[str, str]]:
    """Return the names and URLs of the files that can be saved from a job."""
    answer, at = job.answer or {}, f"/jobs/{job.id}/saved"
    files = [("Puzzle (JSON)", f"{at}/puzzle.json"), ("Answer", f"{at}/answer.json")]
    if "null" not in json.dumps(_keys(job)):  # TOML has no null
        files.insert(0, ("Puzzle (TOML)", f"{at}/puzzle.toml"))
    solution = answer.get("solution")
    if solution is not None:
        files += [("Solution", f"{at}/solution.json"), ("Text", f"{at}/board.txt")]
    if solution is not None or job.task in MANY:
        files += [(each.upper(), f"/v1/jobs/{job.id}/board.{each}") for each in ("svg", "png")]
    if solution is not None and ("moves" in solution or "blank" in solution):
        files.append(("GIF", f"/v1/jobs/{job.id}/board.gif"))
    if job.task in MANY:
        files.append(("Solutions (JSON lines)", f"{at}/{LINES}"))
    if answer.get("certificate") is not None:
        files.append(("Certificate", f"{at}/certificate.json"))
        files += [(f"{name} ({part})", f"{at}/{name}{part}") for name, part in _proofs(answer["certificate"]["kind"])]
    return files


def _proofs(argument: str) -> list[tuple[str, str]]:
    """Return the formats and endings that a certificate of this kind can be written in."""
    return [(name, part) for name, both in CERTIFICATES.items() if argument in ARGUMENTS[name] for part in both]


@router.get("/jobs/{job_id}/puzzle")
async def puzzle(request: Request, job_id: JobId) -> Response:
    """Return as a file the puzzle of a job that is too long for a URL."""
    return await saved(request, job_id, "puzzle.json")


@router.get("/jobs/{job_id}/solutions")
async def solutions(request: Request, job_id: JobId, cursor: int = 0) -> Response:
    """Show a page of solutions as pictures."""
    job = await job_of(request, job_id)
    cursor = max(0, min(cursor, 10**15))
    some, following = await asyncio.to_thread(parts(request).store.solutions, job.id, cursor, DRAWN)
    values: Json = {"job": job, "first": cursor + 1, "cursor": cursor, "total": job.solutions, "ended": job.state.ended}
    values["listed"] = _listed_as(job)
    values |= {"before": max(0, cursor - DRAWN) if cursor else None, "after": following, "fault": "", "pictures": []}
    if len(some) < DRAWN or (job.state.ended and cursor + len(some) >= job.solutions):
        values["after"] = None
    try:
        values["pictures"], values["captions"] = await _drawn(request, job, cursor, some) if some else ([], [])
    except InvalidInput as fault:
        values["fault"] = str(fault)
    return page(request, "solutions.html", **values)


async def _drawn(request: Request, job: Job, cursor: int, some: list[Json]) -> tuple[list[str], list[str]]:
    """Return pictures of solutions, or of the answers of a batch, and their captions; raises InvalidInput."""
    if _is_batch(job):
        own = job.source["batch"][cursor : cursor + len(some)]
        lines = [answer | {"keys": line.get("puzzle")} for line, answer in zip(own, some, strict=True)]
        pictures = await ask(request, lookup_tasks.pictures_of_lines, lines)
        return pictures, [f"{line['line']}: {wording.of_line(line)}" for line in lines]
    if job.task == COMPARE:
        lines = [answer | {"keys": _keys(job)} for answer in some]
        names = job.options["backends"][cursor : cursor + len(some)]
        pictures = await ask(request, lookup_tasks.pictures_of_lines, lines)
        return pictures, [f"{name}: {wording.of_line(line)}" for name, line in zip(names, lines, strict=True)]
    return await ask(request, lookup_tasks.pictures, _keys(job), some), [
        f"Solution {cursor + n + 1}" for n in range(len(some))
    ]


@router.get("/jobs/{job_id}/saved/{name}")
async def saved(request: Request, job_id: JobId, name: str) -> Response:
    """Return a file of a job."""
    job = await job_of(request, job_id)
    content = await _content(request, job, name)
    if content is None:
        raise Problem(404, "the job has no such file", "no-such-file")
    headers = {"Content-Disposition": f'attachment; filename="{job.id}-{name}"', "Cache-Control": "private, no-cache"}
    return Response(content, 200, headers, "application/octet-stream")


async def _content(request: Request, job: Job, name: str) -> bytes | None:
    answer, store = job.answer or {}, parts(request).store
    solution, proof = answer.get("solution"), answer.get("certificate")
    kept = {"answer.json": job.answer, "solution.json": solution, "certificate.json": proof}
    if name in kept:
        return None if kept[name] is None else (json.dumps(kept[name]) + "\n").encode()
    if name in ("puzzle.toml", "puzzle.json"):
        text: str = await ask(request, lookup_tasks.saved, _keys(job), name.removeprefix("puzzle"))
        return text.encode()
    if name == "board.txt" and solution is not None:
        drawn: bytes = await ask(request, lookup_tasks.drawn, _keys(job), solution, ".txt")
        return drawn
    if name == LINES and (job.task in MANY or _listed_as(job) == "Answers"):
        return await asyncio.to_thread(_lines, store, job.id)
    to, _, ending = name.partition(".")
    if proof is not None and f".{ending}" in CERTIFICATES.get(to, ()):
        files: dict[str, bytes] = await ask(request, lookup_tasks.exported, _keys(job), to, proof, patient=True)
        return files[f".{ending}"]
    return None


MOST_SAVED = 100_000_000


def _lines(store: Any, job_id: str) -> bytes:
    """Return solutions as JSON lines, as many as fit into MOST_SAVED bytes."""
    lines: list[bytes] = []
    size, cursor = 0, 0
    while True:
        some, following = store.solutions(job_id, cursor, 1000)
        for solution in some:
            lines.append(json.dumps(solution, separators=(",", ":")).encode() + b"\n")
            size += len(lines[-1])
        if following is None or following == cursor or not some or size > MOST_SAVED:
            return b"".join(lines)
        cursor = following
