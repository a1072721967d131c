"""The pages about one job: its progress, its answer, its solutions one by one and on a sheet.

Not here: the list of jobs (job_rows.py), files (job_files.py), verdicts (verdicts.py).
"""

from __future__ import annotations

import asyncio
import json
from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.responses import Response

from exactcover.model.errors import InvalidInput
from exactcover.service.http.problems import Problem
from exactcover.service.job import COMPARE, Job, JobState, Json
from exactcover.service.page import answer_lookups, job_facts, job_files, proving, verdicts
from exactcover.service.page.job_files import MANY, MOST_ON_SHEET, has_answers, keys_of
from exactcover.service.page.rendering import page
from exactcover.service.page.routes import LONGEST_LINK, ask
from exactcover.service.routes.calls import JobId, as_json, parts
from exactcover.service.routes.jobs import job_of

router = APIRouter(include_in_schema=False)

DRAWN = 12
PER_SHEET = (6, 12, 20, 30)
"""How many solutions a sheet of paper may have."""
DOING = {
    "solve": "Solving",
    "count": "Counting",
    "list": "Listing",
    "sample": "Drawing at random",
    "prove": "Looking for a proof",
}


@router.get("/jobs/{job_id}")
async def shown(request: Request, job_id: JobId) -> Response:
    """Show a job: its progress or its answer."""
    try:
        job = await job_of(request, job_id)
    except Problem:
        return page(request, "problem.html", 404, title="No such job", sentence="No job of yours has this address.")
    about = _about(job)
    playable = bool(about) and await _is_playable(request, job)
    return page(request, "job.html", about=about, playable=playable, **await _state(request, job))


def _about(job: Job) -> str:
    """Return the query that names the puzzle of a job in the other views of it; empty for a batch, and if it is too long."""
    if "batch" in job.source:
        return ""
    text = json.dumps(keys_of(job), separators=(",", ":"), ensure_ascii=False)
    about = f"keys={quote(text)}"
    return about if len(about) <= LONGEST_LINK else ""


async def _is_playable(request: Request, job: Job) -> bool:
    """Return whether a person may play the puzzle of a job by hand."""
    try:
        about: Json = await ask(request, proving.subject, keys_of(job))
    except InvalidInput:
        return False
    return bool(about["playable"])


def _with_answer(job: Job) -> str:
    """Return the URL of the puzzle with its answer, empty if it is too long, or if there is none."""
    solution, about = (job.answer or {}).get("solution"), _about(job)
    if not about or not isinstance(solution, dict) or "sha256" in solution:
        return ""
    link = f"/design?{about}&solution={quote(json.dumps(solution, separators=(',', ':'), ensure_ascii=False))}"
    return link if len(link) <= LONGEST_LINK else ""


def _listed_as(job: Job) -> str:
    """Return the heading of a job's list: answers for a batch or a comparison, solutions otherwise."""
    return "Answers" if has_answers(job) else "Solutions"


@router.get("/jobs/{job_id}/result")
async def result(request: Request, job_id: JobId) -> Response:
    """Show the part of a job's page that changes when it ends."""
    job = await job_of(request, job_id)
    return page(request, "job_state.html", about=_about(job), **await _state(request, job))


@router.get("/jobs/{job_id}/place")
async def place(request: Request, job_id: JobId) -> Response:
    """Return the state of a job, and how many queued jobs, of all owners, were submitted before it; null if it is not queued."""
    job = await job_of(request, job_id)
    before = await asyncio.to_thread(parts(request).store.queued_before, job.id)
    return as_json({"state": str(job.state), "before": before}, headers={"Cache-Control": "no-store"})


async def _state(request: Request, job: Job) -> Json:
    many = job.task in MANY or has_answers(job)
    values: Json = {
        "job": job,
        "many": many,
        "answer": job.answer,
        "fault": "",
        "seen": answer_lookups.UNSEEN,
        "files": [],
    }
    values |= {"listed": _listed_as(job), "doing": DOING.get(job.task, "Comparing"), "rerun": _can_rerun(job)}
    values["on_sheet"] = MOST_ON_SHEET
    if not job.state.ended:
        return values
    answer: Json = job.answer or {}
    values |= {"verdict": verdicts.verdict_of(job), "facts": job_facts.facts(job), "link": _with_answer(job)}
    values["phrases"] = [verdicts.phrase_of_line(line, job.options) for line in answer.get("answers", ())]
    values["argument"] = answer.get("argument") or []
    try:
        if not has_answers(job):
            values["seen"] = await _seen(request, job)
    except InvalidInput as fault:
        values["fault"] = f"The answer could not be drawn: {fault}"
    seen = values["seen"]
    made = job_files.can_be_made(job, seen)
    values |= {"more": _can_be_listed(job, seen), "made": made, "cut": made and len(seen["board"]["dims"]) == 2}
    if job.answer is not None:
        name = job_files.stem(job, await job_files.names_of(request))
        values["files"] = job_files.files(job, seen, name)
    return values


async def _seen(request: Request, job: Job) -> Json:
    """Return what is shown of an answer: its solution, or the first one of many."""
    answer: Json = job.answer or {}
    if job.task in MANY and job.solutions:
        some, _ = await asyncio.to_thread(parts(request).store.solutions, job.id, 0, 1)
        answer = {**answer, "solution": some[0]} if some else answer
    seen: Json = answer_lookups.UNSEEN | await ask(request, answer_lookups.shown, keys_of(job), answer)
    return seen


def _can_be_listed(job: Job, seen: Json) -> bool:
    """Return whether a solved or counted puzzle has more solutions, which a list shows; not those of least cost."""
    answer: Json = job.answer or {}
    several = (job.task == "solve" and answer.get("solution") is not None) or int(answer.get("count") or 0) > 1
    return bool(seen["listed"]) and job.task in ("solve", "count") and several and answer.get("cost") is None


def _can_rerun(job: Job) -> bool:
    """Return whether the puzzle of a job can be submitted as it was: a batch with invalid lines cannot."""
    return all("puzzle" in line for line in job.source.get("batch", ()))


@router.get("/jobs/{job_id}/solution/{number}")
async def solution(request: Request, job_id: JobId, number: int) -> Response:
    """Return one of many solutions, counted from 0, as a board or the URL of its picture."""
    job = await job_of(request, job_id)
    number = max(0, min(number, 10**15))
    some, _ = await asyncio.to_thread(parts(request).store.solutions, job.id, number, 1)
    if not some or job.task not in MANY:
        raise Problem(404, "the job has no such solution", "no-such-solution")
    drawn = (await ask(request, answer_lookups.boards, keys_of(job), some))[0]
    picture = "" if drawn["board"] else f"/v1/jobs/{job.id}/board.svg?solution={number}"
    return as_json({"board": drawn["board"], "picture": picture, "number": number, "solutions": job.solutions})


@router.get("/jobs/{job_id}/solutions")
async def solutions(request: Request, job_id: JobId, cursor: int = 0) -> Response:
    """Show a page of solutions."""
    job = await job_of(request, job_id)
    cursor = max(0, min(cursor, 10**15))
    some, following = await asyncio.to_thread(parts(request).store.solutions, job.id, cursor, DRAWN)
    values: Json = {"job": job, "first": cursor + 1, "cursor": cursor, "total": job.solutions, "ended": job.state.ended}
    values["listed"] = _listed_as(job)
    values |= {"before": max(0, cursor - DRAWN) if cursor else None, "after": following, "fault": "", "drawn": []}
    if len(some) < DRAWN or (job.state.ended and cursor + len(some) >= job.solutions):
        values["after"] = None
    try:
        values["drawn"], values["captions"] = await _drawn(request, job, cursor, some) if some else ([], [])
    except InvalidInput as fault:
        values["fault"] = str(fault)
    return page(request, "solutions.html", **values)


async def _drawn(request: Request, job: Job, cursor: int, some: list[Json]) -> tuple[list[Json], list[str]]:
    """Return boards or pictures of solutions, or of the answers of a batch, and their captions; raises InvalidInput."""
    if "batch" in job.source:
        own = job.source["batch"][cursor : cursor + len(some)]
        lines = [answer | {"keys": line.get("puzzle")} for line, answer in zip(own, some, strict=True)]
        captions = [f"{line['line']}: {verdicts.phrase_of_line(line, job.options)}" for line in lines]
        return await ask(request, answer_lookups.boards_of_lines, lines), captions
    if job.task == COMPARE:
        lines = [answer | {"keys": keys_of(job)} for answer in some]
        names = job.options["backends"][cursor : cursor + len(some)]
        captions = [
            f"{name}: {verdicts.phrase_of_line(line, job.options)}" for name, line in zip(names, lines, strict=True)
        ]
        return await ask(request, answer_lookups.boards_of_lines, lines), captions
    captions = [f"Solution {cursor + n + 1}" for n in range(len(some))]
    return await ask(request, answer_lookups.boards, keys_of(job), some), captions


@router.get("/jobs/{job_id}/sheet")
async def sheet(request: Request, job_id: JobId, per: int = 12) -> Response:
    """Show the solutions of a list as sheets of paper to print; per: how many to a sheet."""
    job = await job_of(request, job_id)
    per = per if per in PER_SHEET else 12
    some: list[Json] = []
    if job.task in MANY:
        some, _ = await asyncio.to_thread(parts(request).store.solutions, job.id, 0, MOST_ON_SHEET)
    elif job.answer is not None and isinstance(job.answer.get("solution"), dict) and not has_answers(job):
        some = [job.answer["solution"]]
    if not some:
        return page(request, "problem.html", 404, title="Nothing to print", sentence="This job has no solutions.")
    drawn = await ask(request, answer_lookups.boards, keys_of(job), some, patient=True)
    sheets = [drawn[first : first + per] for first in range(0, len(drawn), per)]
    values: Json = {"job": job, "sheets": sheets, "per": per, "sizes": PER_SHEET, "total": job.solutions or 1}
    done = job.state == JobState.SUCCEEDED and bool((job.answer or {}).get("exhausted"))
    return page(request, "sheet.html", drawn=len(drawn), complete=done, **values)
