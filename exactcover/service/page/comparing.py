"""The page that compares engines on one puzzle, and its look-ups.

The comparison itself is a job, submitted by the page's script. Not here: which engines suit a puzzle (api/offers.py), and the
words about their answers (comparison_words.py).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence

from fastapi import APIRouter, Request
from starlette.responses import Response

from exactcover.model.errors import InvalidInput
from exactcover.process.messages import Clock
from exactcover.service.http.problems import Problem
from exactcover.service.job import COMPARE, Json
from exactcover.service.lookup_tasks import LookupResult, LookupStep
from exactcover.service.page import comparison_words, routes
from exactcover.service.page.proving import subject_of
from exactcover.service.page.rendering import page
from exactcover.service.page.series import series
from exactcover.service.routes.calls import JobId, parts
from exactcover.service.routes.jobs import job_of

router = APIRouter(include_in_schema=False)

FIRST_PUZZLE = "8-puzzle"
MOST_ENGINES = 20


def choices(keys: Json) -> Iterator[LookupStep]:
    """Return the engines of a comparison, those that do not suit with the reason, and the unit of costs."""
    from exactcover.api import editing, offers, visits

    yield Clock(running=True)
    puzzle = editing.puzzle(keys)
    own = offers.contenders(puzzle)
    squares = puzzle.picture().lattice.name == "square"  # the page draws the boards of searches as squares
    yield LookupResult({**own, "watchable": visits.watchable(puzzle) if squares else [], "unit": offers.unit(puzzle)})


def pictures(keys: Json, solutions: Sequence[Json | None]) -> Iterator[LookupStep]:
    """Return the picture of each solution, judged before it is drawn; None for None, or for one that is refused."""
    from exactcover.api import editing, scenes

    yield Clock(running=True)
    puzzle = editing.puzzle(keys)
    model = puzzle.encode().model
    right = [each if each is not None and not puzzle.faults(each) else None for each in solutions]
    yield LookupResult([None if each is None else scenes.solution_picture(puzzle, model, each) for each in right])


def visited(keys: Json, backend: str) -> Iterator[LookupStep]:
    """Return the boards that a search visits first; see exactcover/api/visits.py."""
    from exactcover.api import editing, visits
    from exactcover.kernel import jit
    from exactcover.process import child, compiling

    compiling.measure(child.tell, jit.once_imported)  # compilation does not count towards the time
    yield compiling.clock(running=True)
    value = visits.visits(editing.puzzle(keys), backend)
    compiling.end_run()
    yield LookupResult(value)


@router.get("/compare")
async def compare(request: Request, puzzle: str = "", keys: str = "") -> Response:
    """Show the page that compares engines on a puzzle."""
    try:
        shown = await subject_of(request, puzzle, keys, FIRST_PUZZLE)
        offered = await _choices(request, shown)
    except InvalidInput as fault:
        return page(request, "problem.html", 422, title="No puzzle to compare engines on", sentence=str(fault))
    values: Json = {"engines": _cards(offered), "watchable": offered["watchable"], "series": series()}
    return page(request, "compare.html", subject=shown, **values)


async def _choices(request: Request, shown: Json) -> Json:
    """Return the engines for a puzzle, remembered for those of the catalogue."""
    remembered: dict[str, Json] = request.app.state.page.setdefault("contenders", {})
    name = shown["sent"] if isinstance(shown["sent"], str) else None
    if name is not None and name in remembered:
        return remembered[name]
    offered: Json = await routes.ask(request, choices, shown["keys"], patient=True)
    if name is not None:
        remembered[name] = offered
    return offered


def _cards(offered: Json) -> Json:
    """Return the cards of the engines, those that suit first."""
    suited = [
        {
            "backend": name,
            "title": comparison_words.title(name),
            "about": comparison_words.ABOUT.get(name.partition(":")[0], ""),
            "complete": name in offered["complete"],
            "checked": name in offered["compared"],
        }
        for name in offered["suited"][:MOST_ENGINES]
    ]
    unsuited = [
        {"title": comparison_words.title(name), "reason": reason} for name, reason in offered["unsuited"].items()
    ]
    return {"suited": suited, "unsuited": unsuited}


@router.get("/jobs/{job_id}/compared")
async def compared(request: Request, job_id: JobId) -> Response:
    """Return a comparison as JSON: the engines so far, and once it has ended the verdict and pictures of solutions."""
    job = await job_of(request, job_id)
    if job.task != COMPARE:
        raise Problem(404, "the job is no comparison", "no-such-comparison")
    keys = job.source or job.puzzle
    answers: list[Json] = (job.answer or {}).get("answers") or []
    if job.answer is None:
        answers, _ = await asyncio.to_thread(parts(request).store.solutions, job.id, 0, MOST_ENGINES)
    names = job.options["backends"]
    unit = (await routes.ask(request, unit_of, keys))["unit"] if answers else ""
    entries = [comparison_words.entry(name, answer, unit) for name, answer in zip(names, answers, strict=False)]
    document: Json = {"ended": job.state.ended, "unit": unit, "entries": entries, "verdict": None}
    if job.answer is not None:
        document["verdict"] = comparison_words.verdict(entries, unit)
        for each, picture in zip(entries, await _pictures(request, keys, answers), strict=True):
            each["picture"] = picture
    return Response(json.dumps(document), 200, {"Cache-Control": "private, no-cache"}, "application/json")


def unit_of(keys: Json) -> Iterator[LookupStep]:
    """Return the unit of the costs of a puzzle."""
    from exactcover.api import editing, offers

    yield Clock(running=True)
    yield LookupResult({"unit": offers.unit(editing.puzzle(keys))})


async def _pictures(request: Request, keys: Json, answers: Sequence[Mapping[str, Json]]) -> list[Json | None]:
    """Return the pictures of the solutions of a comparison; none if they are too many to be drawn in time."""
    solutions = [answer.get("solution") for answer in answers]
    try:
        drawn: list[Json | None] = await routes.ask(request, pictures, keys, solutions, patient=True)
    except InvalidInput:
        return [None] * len(solutions)
    return drawn


@router.post("/page/visits")
async def visits_of(request: Request) -> Response:
    """Return the boards that an engine visits first on a puzzle, as JSON; the search runs once more, on a small budget."""
    body = await routes.json_of(request)
    keys, backend = body.get("keys"), body.get("backend")
    if not routes.is_object(keys) or not isinstance(backend, str):
        raise Problem(422, "expected keys, those of a puzzle, and backend, the name of an engine", "body")
    seen = await routes.ask(request, visited, keys, backend[:100], patient=True)
    return Response(json.dumps(seen), 200, {"Cache-Control": "no-store"}, "application/json")
