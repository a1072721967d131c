"""The files that can be saved from a job, named after its puzzle: puzzle, answer, certificate, drawings, meshes, laser lines.

Not here: the pictures of the HTTP interface (routes/pictures.py), to which some of the links lead.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import math
import re
import unicodedata
from functools import cache
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from exactcover.files.exports.written import ARGUMENTS, CERTIFICATES, OFFERED
from exactcover.service.http.problems import Problem
from exactcover.service.job import COMPARE, Job, Json
from exactcover.service.page import answer_lookups, lookup_tasks
from exactcover.service.page.routes import ask, known
from exactcover.service.routes.calls import JobId, parts
from exactcover.service.routes.jobs import job_of

router = APIRouter(include_in_schema=False)

MANY = ("list", "sample")
LINES = "solutions.jsonl"
MOST_SAVED = 100_000_000
MOST_ON_SHEET = 300
"""The most solutions on a sheet that is printed."""
MOST_IN_PDF = 200
"""The most solutions in a PDF file, which a look-up has to draw within its time."""
MESHES = (".stl", ".obj")
PIECE = re.compile(r"piece-([1-9][0-9]{0,4})\.(stl|obj)")


def keys_of(job: Job) -> Json:
    """Return the keys of the puzzle of a job, with the names of its pieces."""
    return job.source or job.puzzle


def has_answers(job: Job) -> bool:
    """Return whether a job lists answers, not solutions: it is a batch or a comparison."""
    return "batch" in job.source or job.task == COMPARE


async def names_of(request: Request) -> dict[str, str]:
    """Return the names of the catalogue by title."""
    return {each["title"]: each["name"] for each in (await known(request))["catalogue"]}


def stem(job: Job, names: dict[str, str]) -> str:
    """Return the beginning of the names of a job's files: the name, the title or the kind of its puzzle, in small letters.

    names: those of the catalogue by title.
    """
    texts = (names.get(job.title), job.title, keys_of(job).get("kind"))
    return next(filter(None, (_plain(str(text)) for text in texts if text)), "puzzle")


def _plain(text: str) -> str:
    """Return a text in small ASCII letters and digits, its words joined by hyphens."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60].strip("-")


@cache
def can_write_pdf() -> bool:
    """Return whether the library of the extra [plot], which writes PDF files, is installed."""
    return importlib.util.find_spec("matplotlib") is not None


def files(job: Job, seen: Json, name: str) -> list[tuple[str, str, str]]:
    """Return the files that can be saved from a job: names for people, URLs and file names.

    seen: see answer_lookups.py; name: the beginning of file names, see `stem`.
    """
    answer, at, board = job.answer or {}, f"/jobs/{job.id}/saved", f"/v1/jobs/{job.id}/board"
    if has_answers(job):
        return [
            ("Answer", f"{at}/answer.json", f"{name}-answer.json"),
            ("Answers (JSON lines)", f"{at}/{LINES}", f"{name}-{LINES}"),
        ]
    offered = [
        ("Puzzle (JSON)", f"{at}/puzzle.json", f"{name}.json"),
        ("Answer", f"{at}/answer.json", f"{name}-answer.json"),
    ]
    if "null" not in json.dumps(keys_of(job)):  # TOML has no null
        offered.insert(0, ("Puzzle (TOML)", f"{at}/puzzle.toml", f"{name}.toml"))
    solution = answer.get("solution")
    if solution is not None:
        offered += [
            ("Solution", f"{at}/solution.json", f"{name}-solution.json"),
            ("Text", f"{at}/board.txt", f"{name}.txt"),
        ]
    if solution is not None or job.task in MANY:
        offered += [(each.upper(), f"{board}.{each}", f"{name}.{each}") for each in ("svg", "png")]
        offered += [("PDF", f"{board}.pdf", f"{name}.pdf")] if can_write_pdf() else []
    if solution is not None and ("moves" in solution or "blank" in solution):
        offered.append(("GIF film", f"{board}.gif", f"{name}.gif"))
    if job.task in MANY:
        offered.append(("Solutions (JSON lines)", f"{at}/{LINES}", f"{name}-{LINES}"))
        if can_write_pdf() and job.solutions:
            which = "All solutions" if job.solutions <= MOST_IN_PDF else f"First {MOST_IN_PDF} solutions"
            offered.append((f"{which} (PDF)", f"{at}/solutions.pdf", f"{name}-solutions.pdf"))
    proof = answer.get("certificate")
    if proof is not None:
        offered.append(("Certificate", f"{at}/certificate.json", f"{name}-certificate.json"))
        offered += [(f"{to} ({part})", f"{at}/{to}{part}", f"{name}-{to}{part}") for to, part in _proofs(proof["kind"])]
    return offered + _made(job, seen, name)


def _made(job: Job, seen: Json, name: str) -> list[tuple[str, str, str]]:
    """Return the files from which the pieces of a solution are made."""
    if not can_be_made(job, seen):
        return []
    at = f"/jobs/{job.id}/saved"
    offered = [(f"{each[1:].upper()}, together", f"{at}/solution{each}", f"{name}{each}") for each in MESHES]
    return offered + [
        (f"{each[1:].upper()}, side by side", f"{at}/pieces{each}", f"{name}-pieces{each}") for each in MESHES
    ]


def can_be_made(job: Job, seen: Json) -> bool:
    """Return whether the pieces of a job's solution can be printed or cut: they lie on a board, one beside the other."""
    solution = (job.answer or {}).get("solution")
    return bool(seen["made"]) and isinstance(solution, dict)


def _proofs(argument: str) -> list[tuple[str, str]]:
    """Return the formats and endings that a certificate of this kind can be written in."""
    return [(name, part) for name in OFFERED if argument in ARGUMENTS[name] for part in CERTIFICATES[name]]


@router.get("/jobs/{job_id}/puzzle")
async def puzzle(request: Request, job_id: JobId) -> Response:
    """Return as a file the puzzle of a job that is too long for a URL."""
    return await saved(request, job_id, "puzzle.json")


@router.get("/jobs/{job_id}/saved/{name}")
async def saved(request: Request, job_id: JobId, name: str) -> Response:
    """Return a file of a job."""
    job = await job_of(request, job_id)
    content = await _content(request, job, name)
    if content is None:
        raise Problem(404, "the job has no such file", "no-such-file")
    name_of = stem(job, await names_of(request))
    called = f"{name_of}.{name[7:]}" if name in ("puzzle.toml", "puzzle.json") else f"{name_of}-{name}"
    headers = {"Content-Disposition": f'attachment; filename="{called}"', "Cache-Control": "private, no-cache"}
    return Response(content, 200, headers, "application/octet-stream")


async def _content(request: Request, job: Job, name: str) -> bytes | None:
    answer, store = job.answer or {}, parts(request).store
    solution, proof = answer.get("solution"), answer.get("certificate")
    kept = {"answer.json": job.answer, "solution.json": solution, "certificate.json": proof}
    if kept.get(name) is not None:
        return (json.dumps(kept[name]) + "\n").encode()
    if name in ("puzzle.toml", "puzzle.json"):
        text: str = await ask(request, lookup_tasks.saved, keys_of(job), name.removeprefix("puzzle"))
        return text.encode()
    if name == LINES and (job.task in MANY or has_answers(job)):
        return await asyncio.to_thread(_lines, store, job.id)
    if name == "solutions.pdf" and job.task in MANY and job.solutions:
        some, _ = await asyncio.to_thread(store.solutions, job.id, 0, MOST_IN_PDF)
        return await _asked(request, answer_lookups.sheet, keys_of(job), some, job.solutions)
    if solution is not None and not has_answers(job):
        content = await _of_solution(request, job, solution, name)
        if content is not None:
            return content
    return None if proof is None else await _of_proof(request, job, proof, name)


async def _of_proof(request: Request, job: Job, proof: Json, name: str) -> bytes | None:
    """Return a certificate in a format of another program; None for another name."""
    to, _, ending = name.partition(".")
    if f".{ending}" not in CERTIFICATES.get(to, ()):
        return None
    exported: dict[str, bytes] = await ask(request, lookup_tasks.exported, keys_of(job), to, proof, patient=True)
    return exported[f".{ending}"]


async def _of_solution(request: Request, job: Job, solution: Json, name: str) -> bytes | None:
    """Return a drawing of a solution, or a file from which its pieces are made; None for another name. Raises Problem."""
    keys, ending = keys_of(job), f".{name.rpartition('.')[2]}"
    measures = _measures(request)
    lying = {key: value for key, value in measures.items() if key != "kerf"}
    if name == "board.txt":
        return await _asked(request, answer_lookups.drawn, keys, solution, ".txt")
    if name in ("solution.stl", "solution.obj"):
        return await _asked(request, answer_lookups.drawn, keys, solution, ending, lying)
    if name in ("pieces.stl", "pieces.obj"):
        return await _asked(request, answer_lookups.apart, keys, solution, ending, lying)
    if name == "cut.svg":
        return await _asked(
            request,
            answer_lookups.apart,
            keys,
            solution,
            ending,
            {key: value for key, value in measures.items() if key != "clearance"},
        )
    one = PIECE.fullmatch(name)
    if one is not None:
        return await _asked(request, answer_lookups.piece, keys, solution, int(one[1]) - 1, ending)
    return None


async def _asked(request: Request, function: Any, *arguments: Any) -> bytes:
    content: bytes = await ask(request, function, *arguments, patient=True)
    return content


def _measures(request: Request) -> dict[str, float]:
    """Return the measures in the query, in millimetres; raises Problem."""
    measures = {}
    for name in ("cell", "clearance", "kerf"):
        text = request.query_params.get(name, "")
        try:
            value = float(text) if text else None
        except ValueError:
            value = math.nan
        if value is not None and not math.isfinite(value):
            raise Problem(422, f"the {name} is {text[:40]!r}; expected a number of millimetres", "measures")
        if value is not None:
            measures[name] = value
    return measures


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
