"""The page that tells why a puzzle has no solution, and its look-ups.

The proof itself is a job, submitted by the page's script. Not here: how a certificate becomes scenes (api/scenes.py).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.responses import Response

from exactcover.files.exports.written import ARGUMENTS, CERTIFICATES, OFFERED
from exactcover.model.errors import InvalidInput
from exactcover.process.messages import Clock
from exactcover.service.http.problems import Problem
from exactcover.service.job import Json
from exactcover.service.lookup_tasks import LookupResult, LookupStep
from exactcover.service.lookups import Cut
from exactcover.service.page import routes
from exactcover.service.page.rendering import page
from exactcover.service.routes.calls import JobId
from exactcover.service.routes.jobs import job_of

router = APIRouter(include_in_schema=False)

FIRST_PUZZLE = "mutilated-chessboard"
PROGRAMS = {"lrat": "LRAT checkers", "veripb": "VeriPB", "states": "Python", "trees": "Python"}
"""The programs of other authors that check certificates, by format."""


def subject(keys: Json, name: str = "") -> Iterator[LookupStep]:
    """Return what a page about one puzzle needs of it: its keys, its title, whether it is played by hand, kinds of arguments.

    name: that of a puzzle of the catalogue, whose keys are used instead.
    """
    from exactcover.api import editing, scenes, tables

    yield Clock(running=True)
    keys = editing.keys_of_catalogue(name) if name else keys
    puzzle = editing.puzzle(keys)
    try:
        tables.table(keys)
        playable = True
    except InvalidInput:
        playable = False
    shown = {"keys": keys, "kind": puzzle.kind, "title": puzzle.title, "playable": playable}
    yield LookupResult({**shown, "arguments": scenes.arguments(puzzle)})


async def subject_of(request: Request, puzzle: str, keys: str, first: str) -> Json:
    """Return the puzzle that the query of a page names, with the query of its other views; raises InvalidInput.

    first: the puzzle of the catalogue if the query names none.
    """
    if keys:
        shown: Json = await routes.ask(request, subject, routes.keys_in(keys))
        text = json.dumps(shown["keys"], separators=(",", ":"), ensure_ascii=False)
        return shown | {"sent": shown["keys"], "about": f"keys={quote(text)}"}
    name = (puzzle or first)[:200]
    remembered: dict[str, Json] = request.app.state.page.setdefault("subjects", {})
    if name not in remembered:
        remembered[name] = await routes.ask(request, subject, {}, name)
    return remembered[name] | {"sent": name, "about": f"puzzle={quote(name)}"}


@router.get("/prove")
async def prove(request: Request, puzzle: str = "", keys: str = "") -> Response:
    """Show the page that has a puzzle proved impossible, or solved."""
    try:
        shown = await subject_of(request, puzzle, keys, FIRST_PUZZLE)
    except InvalidInput as fault:
        return page(request, "problem.html", 422, title="No puzzle to prove anything about", sentence=str(fault))
    return page(request, "prove.html", subject=shown)


def story(keys: Json, answer: Json) -> Iterator[LookupStep]:
    """Return the answer to a proof as a story in scenes; see exactcover/api/scenes.py."""
    from exactcover.api import editing, scenes

    yield Clock(running=True)
    yield LookupResult(scenes.story(editing.puzzle(keys), answer))


@router.get("/jobs/{job_id}/story")
async def story_of(request: Request, job_id: JobId) -> Response:
    """Return the story of a proof as JSON, with the files to be saved."""
    job = await job_of(request, job_id)
    if job.answer is None or job.answer.get("task") != "prove":
        raise Problem(404, "the job is no proof with an answer", "no-such-story")
    try:
        told = await routes.ask(request, story, job.source or job.puzzle, job.answer, patient=True)
    except InvalidInput as fault:
        told = untold(job.answer, fault)
    document = json.dumps(told | {"files": files(job.id, job.answer)})
    return Response(document, 200, {"Cache-Control": "private, no-cache"}, "application/json")


def untold(answer: Json, fault: InvalidInput) -> Json:
    """Return what is shown of an answer that is too large for a look-up, or was refused by it.

    A proof that is too large to be judged again has its sentences: they were made once the judge had accepted it.
    """
    impossible, argument = answer["status"] == "INFEASIBLE", answer["argument"] or []
    words = {"tag": "Not shown", "tone": "wait", "text": "The answer is not shown here.", "more": f"{fault}."}
    scenes, seal = [], [f"The answer was not checked again for this page: {fault}."]
    if isinstance(fault.__cause__, Cut) and (argument or impossible):
        tag = "Impossible" if impossible else "The best" if answer["status"] == "OPTIMAL" else "A bound"
        words = {"tag": tag, "tone": "bad" if impossible else "good", "text": f"{tag}.", "more": ""}
        scenes = [{"title": "The argument", "sentences": argument, "picture": None}] if argument else []
    return words | {"lead": "", "kind": answer["evidence"], "scenes": scenes, "sealed": False, "seal": seal}


def files(job_id: str, answer: Json) -> list[dict[str, str]]:
    """Return the files of a proof: name, URL, and what each is for."""
    at = f"/jobs/{job_id}/saved"
    proof = answer.get("certificate")
    if proof is None:
        saved = [("Save answer", "answer.json", "")]
    else:
        saved = [("Save certificate", "certificate.json", "exactcover check reads it")]
        for name in OFFERED:
            if proof["kind"] in ARGUMENTS[name]:
                parts = zip(("problem", "proof", "script"), CERTIFICATES[name], strict=False)
                saved += [(f"For {PROGRAMS[name]}: {part}", f"{name}{ending}", "") for part, ending in parts]
    return [{"name": name, "url": f"{at}/{path}", "about": about} for name, path, about in saved]
