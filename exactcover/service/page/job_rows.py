"""The page that lists jobs: a row each, with a small picture, a phrase or how far it is, and what can be done with it.

Not here: the page of one job (jobs.py).
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from exactcover.model.errors import InvalidInput
from exactcover.process.lru_cache import LRUCache
from exactcover.service.job import Job, Json
from exactcover.service.page import answer_lookups, verdicts
from exactcover.service.page.job_files import MANY, has_answers, keys_of
from exactcover.service.page.rendering import page
from exactcover.service.page.routes import ask
from exactcover.service.routes.calls import JobId, as_json, owner_of, parts
from exactcover.service.routes.jobs import job_of
from exactcover.service.store.jobs import Store

router = APIRouter(include_in_schema=False)

PER_PAGE = 30
LAST_EVENTS = 20
MOST_CELLS = 400
"""The most cells of a solution in a row of the list."""
KEPT_ROWS, LARGEST_ROW = 2000, 1 << 15


@router.get("/jobs")
async def listed(request: Request, after: str = "", search: str = "") -> Response:
    """Show the caller's jobs, latest first; search: a part of their titles."""
    return page(request, "jobs.html", **await _listed(request, after, search))


@router.get("/jobs/rows")
async def rows(request: Request, after: str = "", search: str = "") -> Response:
    """Show the rows alone, to refresh them."""
    return page(request, "jobs_rows.html", **await _listed(request, after, search))


async def _listed(request: Request, after: str, search: str) -> Json:
    token = owner_of(request)
    owner = "" if token is None else token.owner
    after, search, store = after[:26], search.strip()[:200], parts(request).store
    kept: LRUCache[str, Json] = request.app.state.page.setdefault("rows", LRUCache(KEPT_ROWS, LARGEST_ROW))
    jobs = await asyncio.to_thread(store.jobs, owner, after, PER_PAGE, None, search)
    known = {job.id: row for job in jobs if (row := kept.get(job.id)) is not None}
    shown = await asyncio.to_thread(lambda: [known.get(job.id) or _row(store, job) for job in jobs])
    for row in shown:
        if row["ended"] and row["id"] not in known:
            kept.put(row["id"], row, 500 + 12 * sum(len(cells) for _, cells in row["pieces"] or []))
    following = jobs[-1].id if len(jobs) == PER_PAGE else None
    working = sum(not job.state.ended for job in jobs)
    return {"rows": shown, "after": after, "search": search, "following": following, "working": working}


def _row(store: Store, job: Job) -> Json:
    """Return a row; that of a job that has ended does not change."""
    whole = store.job(job.id)
    row = {"id": job.id, "title": job.title.strip(), "task": job.task, "at": job.submitted_at, "state": str(job.state)}
    row |= {
        "fraction": None,
        "tone": "wait",
        "phrase": "",
        "pieces": None,
        "bare": whole is None or "batch" in whole.source,
    }
    if whole is None:  # deleted meanwhile
        return row | {"phrase": "deleted", "ended": True}
    if not whole.state.ended:
        return row | {"ended": False} | _progress(store, whole)
    verdict = verdicts.verdict_of(whole)
    return row | {"ended": True, "tone": verdict.tone, "phrase": verdict.phrase, "pieces": _pieces(store, whole)}


def _progress(store: Store, job: Job) -> Json:
    """Return what the last events of a job say of how far it is: a fraction, if they tell one, and a phrase."""
    if job.started_at is None:
        return {"phrase": "waiting its turn"}
    fraction: float | None = None
    number: Any = job.solutions or None
    for _, event in store.events(job.id, max(0, job.events - LAST_EVENTS), LAST_EVENTS):
        fraction = event.get("fraction", fraction)
        number = event.get("count") or event.get("number") or number
    phrase = f"{verdicts.grouped(number)} so far" if number else "at work"
    return {"fraction": fraction, "phrase": "cancelling" if job.state == "CANCELLING" else phrase}


def _pieces(store: Store, job: Job) -> list[Any] | None:
    """Return the pieces of a solution of a job, names and cells, if they lie on squares or cubes and are not too many."""
    solution = (job.answer or {}).get("solution")
    if job.task in MANY and job.solutions:
        solution = store.solutions(job.id, 0, 1)[0][0]
    if has_answers(job) or not isinstance(solution, dict) or "lattice" in job.puzzle:
        return None
    placements = [each for each in solution.get("placements", ()) if each.get("cells")]
    if {len(each["cells"][0]) for each in placements} not in ({2}, {3}) or sum(
        len(each["cells"]) for each in placements
    ) > MOST_CELLS:
        return None
    return [[str(each.get("piece", "")), each["cells"]] for each in placements]


@router.get("/jobs/{job_id}/thumbnail")
async def thumbnail(request: Request, job_id: JobId) -> Response:
    """Return the board of a job's puzzle, or the URL of its picture; both empty if it has none."""
    job = await job_of(request, job_id)
    drawn: Json = {"board": None, "picture": ""}
    if "batch" not in job.source:
        with contextlib.suppress(InvalidInput):  # too large to draw
            drawn = await ask(request, answer_lookups.thumbnail, keys_of(job))
    picture = f"/v1/jobs/{job.id}/board.svg" if drawn["picture"] else ""
    headers = {"Cache-Control": "private, max-age=86400"}
    return as_json({"board": drawn["board"], "picture": picture}, headers=headers)
