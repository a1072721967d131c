"""The gallery: every puzzle of the catalogue with its stored solution, drawn by the page's script, and filters.

The numbers on the cards are published ones. Not here: the catalogue (encoders/listing.py), and the filters (static/gallery).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from exactcover.model.errors import InvalidInput
from exactcover.process.messages import Clock
from exactcover.service.http.problems import Problem
from exactcover.service.job import Json
from exactcover.service.lookup_tasks import LookupResult, LookupStep
from exactcover.service.page import lookup_tasks, routes
from exactcover.service.page.rendering import compressed, page
from exactcover.service.page.verdicts import grouped, plural

router = APIRouter(include_in_schema=False)

FLAT, SOLID = "flat", "solid"
SECTIONS = {FLAT: "Flat boards", SOLID: "Solid bodies"}
"""The sections of a kind that has boards of both sorts; another kind is one section with the name of its editor."""
SOLUTIONS = {
    "none": "Impossible",
    "one": "Exactly one",
    "few": "2 to 100",
    "many": "More than 100",
    "best": "A best one",
}
"""How many solutions puzzles have; `best`: a shortest plan or a least cost is known instead."""
_TIMES = "\u00a0×\u00a0"
EFFORTS = {"easy": "Easy", "medium": "Medium", "hard": "Hard"}
"""How hard puzzles are that have a solution, by the positions that a plain search visits until one."""
EASY = 1_000
SIZES = {"small": "Up to 30 cells", "medium": "31 to 64", "large": "65 and more"}


def cards() -> Iterator[LookupStep]:
    """Return the puzzles of the catalogue: name, title, kind, board with its solution, its numbers, whether one plays it.

    unit: what the cost of a plan counts, null for other puzzles; solved: whether there is a solution.
    """
    from exactcover import api
    from exactcover.api import drawings, editing, listing, tables
    from exactcover.files.judging.drawables import Drawable

    yield Clock(running=True)
    shown = []
    for entry in listing.listed():
        puzzle = api.puzzle(entry["name"])
        plan = puzzle.rules.film is not None
        picture = drawings.picture(Drawable(puzzle, None if plan else entry["solution"]))
        try:
            tables.table(editing.keys_of_catalogue(entry["name"]))
            playable = True
        except InvalidInput:
            playable = False
        published = {key: value if isinstance(value, bool) else str(value) for key, value in puzzle.published.items()}
        card = {
            "name": entry["name"],
            "title": puzzle.title or entry["name"],
            "kind": entry["kind"],
            "playable": playable,
            "effort": entry["effort"],
            "solved": entry["solution"] is not None,
        }
        card |= {"cells": len(picture.cells), "dims": list(picture.dims), "published": published}
        card["unit"] = str(puzzle.canonical().get("metric", "moves")) if plan else None
        shown.append(card | {"board": editing.laid(picture, 0 if plan else -1, other_lattices=True)})
    yield LookupResult(shown)


def _card(entry: Json, both: frozenset[str]) -> Json:
    """Return a card for the template: its section, its filters, a line of facts; both: kinds with flat boards and bodies."""
    board, kind = entry["board"], entry["kind"]
    dims = _dims(entry)
    cells = entry["cells"] if board is None else len(board["open"]) + sum(len(each) for _, each in board["pieces"])
    section = kind if kind not in both else SOLID if len(dims) == 3 else FLAT
    card = {"section": section, "solutions": _solutions(entry["published"]), "size": _size(cells)}
    card["effort"] = _effort(entry["effort"]) if entry["solved"] else ""
    size = (
        "" if board is not None and "lattice" in board else _TIMES.join(map(str, dims))
    )  # rows of hexagons are slanted
    facts = filter(None, (_fact(entry), size))
    card["title"] = re.sub(r"(?<=\d)x(?=\d)", _TIMES, entry["title"])
    chess = board is not None and "lattice" not in board and not board["pieces"] and card["solutions"] == "none"
    return {**entry, **card, "fact": ", ".join(facts), "chess": chess}


def _dims(entry: Json) -> list[int]:
    dims: list[int] = (entry["board"] or entry)["dims"]
    return dims


def _size(cells: int) -> str:
    return "small" if cells <= 30 else "medium" if cells <= 64 else "large"


def _effort(nodes: int | None) -> str:
    """Return which of EFFORTS a number of positions is; None is more than were counted."""
    return "hard" if nodes is None else "medium" if nodes > EASY else "easy"


def _solutions(published: Mapping[str, Any]) -> str:
    """Return which of SOLUTIONS published numbers say; empty for none of them. Symmetric solutions count as one for `one`."""
    total, classes = (int(published[name]) if name in published else None for name in ("total", "classes"))
    if total == 0 or published.get("feasible") is False:
        return "none"
    if 1 in (total, classes):
        return "one"
    number = total if total is not None else classes
    if number is None:
        return "best" if "optimum" in published else ""
    return "few" if number <= 100 else "many"


def _fact(entry: Json) -> str:
    """Return the published number of a puzzle in a few words."""
    published = entry["published"]
    known = _solutions(published)
    if known == "one" and published.get("total") != "1":
        return "one solution apart from symmetry"
    if known in ("none", "one"):
        return "impossible" if known == "none" else "exactly one solution"
    for key, noun in (("classes", "different solution"), ("total", "solution")):
        if key in published:
            return plural(published[key], noun)
    if "optimum" not in published:
        return ""
    if entry["unit"] is None:
        return f"least cost: {grouped(published['optimum'])}"
    return f"best: {plural(published['optimum'], entry['unit'].removesuffix('s'))}"


async def _known(request: Request) -> list[Json]:
    """Return the cards, which are computed once."""
    remembered: Json = request.app.state.page
    if "gallery" not in remembered:
        entries = await routes.once(request, "cards", cards)
        kinds = [{each["kind"] for each in entries if len(_dims(each)) == number} for number in (2, 3)]
        remembered["gallery"] = [_card(each, frozenset(kinds[0] & kinds[1])) for each in entries]
    kept: list[Json] = remembered["gallery"]
    return kept


@router.get("/catalogue")
async def gallery(request: Request) -> Response:
    """Show every puzzle of the catalogue."""
    shown = await _known(request)
    names = SECTIONS | {each["kind"]: each["name"] for each in (await routes.known(request))["editors"]}
    sections = [(key, name, [each for each in shown if each["section"] == key]) for key, name in names.items()]
    filters = [
        ("kind", "Kind", [(key, name) for key, name, own in sections if own]),
        ("solutions", "Solutions", list(SOLUTIONS.items())),
        ("size", "Size", list(SIZES.items())),
        ("effort", "Difficulty", list(EFFORTS.items())),
    ]
    return page(request, "catalogue.html", sections=sections, filters=filters, total=len(shown))


@router.get("/catalogue/{name}.svg")
async def of_catalogue(request: Request, name: str) -> Response:
    """Draw a puzzle of the catalogue."""
    try:
        keys = await routes.of_catalogue_as_keys(request, name[:200])
    except InvalidInput as fault:
        raise Problem(404, str(fault), "no-such-puzzle") from None
    drawn: str = await routes.once(request, f"picture of {name}", lookup_tasks.svg, keys)
    return compressed(request, drawn.encode(), "image/svg+xml", {"Cache-Control": "public, max-age=3600"})
