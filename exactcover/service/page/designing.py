"""The front page, and the bench: the page on which a person draws a puzzle and sees its answer; its requests and its files.

The verdict comes from `POST /v1/remaining`; nothing here searches. What the bench shows beside the keys comes from a look-up
process, because it is parsed from untrusted keys.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.responses import Response

from exactcover.cluster.settings import TASKS
from exactcover.files.exports.written import MODELS, PUZZLES
from exactcover.model.certificate import REFUTATIONS
from exactcover.model.errors import InvalidInput
from exactcover.service.http.problems import Problem
from exactcover.service.job import Json
from exactcover.service.page import bare, lookup_tasks, routes, solved, wording
from exactcover.service.page.rendering import compressed, page
from exactcover.service.routes.calls import parts

router = APIRouter(include_in_schema=False)

UNCACHED = {"Cache-Control": "no-store"}


@router.get("/")
async def front(request: Request, puzzle: str = "", keys: str = "", kind: str = "") -> Response:
    """Show the front page; or the bench, whose links once had this path, if the URL names a puzzle or a kind."""
    if puzzle or keys or kind:
        return await design(request, puzzle, keys, kind)
    cards = [{**card._asdict(), "solution": card.solutions()[0]} for card in solved.CARDS]
    return page(request, "front.html", cards=cards, hero=solved.HERO.solutions())


@router.get("/design")
async def design(request: Request, puzzle: str = "", keys: str = "", kind: str = "") -> Response:
    """Show the bench with a puzzle of the catalogue, with given keys, or with a new puzzle of a kind."""
    about = await routes.known(request)
    fault = ""
    try:
        shown = await _shown(request, about["editors"], puzzle, keys, kind)
    except InvalidInput as error:
        fault, shown = str(error), await routes.of_catalogue_as_keys(request, routes.FIRST_PUZZLE)
        puzzle = routes.FIRST_PUZZLE
    editor = bare.editor_of(next(each for each in about["editors"] if each["kind"] == shown["kind"]), shown)
    query = f"puzzle={quote(puzzle)}" if puzzle else f"keys={quote(json.dumps(shown, separators=(',', ':')))}"
    values: Json = {
        "bench": {
            "keys": shown,
            "editor": {"fields": editor["fields"]},
            "executor": parts(request).settings.kind_of_executor,
        },
        "editor": editor,
        "title": shown.get("title", ""),
        "fault": fault,
        "about": query,
        "models": (*MODELS, *(name for name in PUZZLES if name in editor["formats"])),
        "executor": parts(request).settings.kind_of_executor,
        "by_cubes": TASKS,
        "arguments": REFUTATIONS,
    }
    return page(request, "bench.html", 422 if fault else 200, **about, **values)


async def _shown(request: Request, editors: list[Json], puzzle: str, keys: str, kind: str) -> Json:
    if keys:
        document: Json = await routes.ask(request, lookup_tasks.for_editor, routes.keys_in(keys))
        return document
    editor = next((each for each in editors if each["kind"] == kind), None)
    if editor is not None:
        return {"kind": kind, **editor["start"]}
    return await routes.of_catalogue_as_keys(request, puzzle or routes.FIRST_PUZZLE)


def _json(request: Request, value: Any) -> Response:
    return compressed(request, json.dumps(value).encode(), "application/json", UNCACHED)


@router.post("/page/bench")
async def bench(request: Request) -> Response:
    """Return what the bench shows of the puzzle that keys describe: facts, warnings, pieces, and what is offered for it."""
    keys = (await routes.json_of(request)).get("keys")
    if not routes.is_object(keys):
        raise Problem(400, "the body has no keys; expected an object with the keys of a puzzle", "json")
    seen: Json = await routes.ask(request, lookup_tasks.bench, keys)
    info = seen.pop("info")
    told = {"area": info["area_of_pieces"], **{name: info[name] for name in ("cells", "optional", "symmetry", "size")}}
    engine = f"{info['engine']['name']}: {info['engine']['why']}"
    return _json(
        request, {**seen, **told, "engine": engine, "facts": wording.facts(info), "warnings": wording.warnings(info)}
    )


@router.post("/page/lattice")
async def lattice(request: Request) -> Response:
    """Return what the bench needs to paint boards of a lattice, and the board with a name as a picture."""
    body = await routes.json_of(request)
    words = [body.get(name) for name in ("kind", "lattice", "board")]
    if not all(isinstance(word, str) for word in words):
        raise Problem(400, "expected kind, lattice and board, each a text", "json")
    return _json(request, await routes.ask(request, lookup_tasks.lattice, *words))


@router.post("/page/opened")
async def opened(request: Request) -> Response:
    """Return the keys of the puzzle in an uploaded file, and the URL at which the bench shows them."""
    body = await routes.json_of(request)
    text, name = (value if isinstance(value, str) else "" for value in (body.get("text"), body.get("name")))
    keys = await routes.ask(request, lookup_tasks.opened, text, name[-200:])
    return _json(request, {"keys": keys, "address": routes.address_of(keys)})


@router.post("/page/saved")
async def saved(request: Request) -> Response:
    """Return the puzzle of the bench as the text of a file."""
    body = await routes.json_of(request)
    keys, ending, to = body.get("keys"), body.get("ending"), body.get("to")
    kind = "text/plain; charset=utf-8"
    if routes.is_object(keys) and to in (*MODELS, *PUZZLES):
        content: bytes = (await routes.ask(request, lookup_tasks.exported, keys, to, patient=True))[""]
        return Response(content, media_type=kind, headers=UNCACHED)
    if not routes.is_object(keys) or ending not in (".toml", ".json"):
        raise Problem(
            400, f"expected keys, and the ending .toml or .json, or to: {', '.join((*MODELS, *PUZZLES))}", "json"
        )
    return Response(await routes.ask(request, lookup_tasks.saved, keys, ending), media_type=kind, headers=UNCACHED)
