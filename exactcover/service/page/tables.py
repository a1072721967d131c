"""The pages of tables, at which a person plays a puzzle by hand, and the look-ups that return their data."""

from __future__ import annotations

from collections.abc import Iterator

from fastapi import Request
from starlette.responses import Response

from exactcover.process.messages import Clock
from exactcover.service.job import Json
from exactcover.service.lookup_tasks import LookupResult, LookupStep
from exactcover.service.page.rendering import page

TEMPLATES = {
    "growth": "play_blokus.html",
    "pieces": "play.html",
    "slide": "play_slide.html",
    "solid": "play_solid.html",
    "symbols": "play_symbols.html",
}
"""The template of each sort of table."""


def table(keys: Json) -> Iterator[LookupStep]:
    """Return the data of the page on which a puzzle is played by hand; see exactcover/api/tables.py."""
    from exactcover.api import tables

    yield Clock(running=True)
    yield LookupResult(tables.table(keys))


def table_of_catalogue(name: str) -> Iterator[LookupStep]:
    """Return the same for a puzzle of the catalogue."""
    from exactcover.api import editing, tables

    yield Clock(running=True)
    yield LookupResult(tables.table(editing.keys_of_catalogue(name)))


def at_table(request: Request, shown: Json, about: str, *, daily: str = "", following: str = "") -> Response:
    """Return the page of a table.

    about: the query that names its puzzle on other pages, empty for one that is too long; daily: the day whose puzzle it is;
    following: the name and level of the next puzzle of that day.
    """
    return page(request, TEMPLATES[shown["plays"]], table=shown, about=about, daily=daily, following=following)
