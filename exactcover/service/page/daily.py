"""The puzzles of a day: their list, and the table of each. The puzzle is made by a look-up, in a second, and then remembered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.responses import Response

from exactcover.model.errors import InvalidInput
from exactcover.process.messages import Clock
from exactcover.service.job import Json
from exactcover.service.lookup_tasks import LookupResult, LookupStep
from exactcover.service.page import routes
from exactcover.service.page.rendering import page
from exactcover.service.page.tables import at_table

router = APIRouter(include_in_schema=False)

MOST_REMEMBERED = 200
"""The maximum number of tables that are remembered: those of two weeks."""
DAYS = 7
"""How many days the list goes back."""


def offered() -> Iterator[LookupStep]:
    """Return the puzzles of every day; see exactcover/api/daily.py."""
    from exactcover.api import daily

    yield Clock(running=True)
    yield LookupResult(daily.offered())


def listed(day: str, before: list[str]) -> Iterator[LookupStep]:
    """Return a day and the days before, today first, each for people; raises InvalidInput for a day after today."""
    from exactcover.api import daily

    yield Clock(running=True)
    yield LookupResult({each: daily.written(daily.day_of(each, before[0])) for each in (day, *before)})


def made(name: str, day: str, level: str, until: str) -> Iterator[LookupStep]:
    """Return the table of a puzzle of a day, its keys and what follows; until: the last day that has puzzles."""
    from exactcover.api import daily, tables
    from exactcover.kernel import jit
    from exactcover.process import child, compiling

    compiling.measure(child.tell, jit.once_imported)  # compilation does not count towards the time
    yield compiling.clock(running=True)
    keys = daily.keys(name, day, level, until)
    harder = daily.harder(level)
    compiling.end_run()
    yield LookupResult({"keys": keys, "table": tables.table(keys), "following": f"{name}/{harder}" if harder else ""})


def today() -> str:
    """Return the day, the same everywhere: that of UTC."""
    return datetime.now(UTC).date().isoformat()


@router.get("/daily")
async def latest(request: Request) -> Response:
    """Show the puzzles of today."""
    return await of_day(request, today())


@router.get("/daily/{day}")
async def of_day(request: Request, day: str) -> Response:
    """Show the puzzles of a day, and links to the days before today."""
    remembered: Json = request.app.state.page
    now = datetime.now(UTC).date()
    before = [(now - timedelta(back)).isoformat() for back in range(DAYS)]
    try:
        if "daily" not in remembered:
            remembered["daily"] = await routes.ask(request, offered)
        days = await routes.ask(request, listed, day[:20], before)
    except InvalidInput as fault:
        return page(request, "no_daily.html", 404, fault=str(fault))
    return page(request, "daily.html", puzzles=remembered["daily"], day=day, days=days, before=before)


@router.get("/daily/{day}/{name}/{level}")
async def of_level(request: Request, day: str, name: str, level: str) -> Response:
    """Show the table of a puzzle of a day."""
    remembered: dict[str, Json] = request.app.state.page.setdefault("tables_of_days", {})
    path = f"{day}/{name}/{level}"[:100]
    try:
        if path not in remembered:
            while len(remembered) >= MOST_REMEMBERED:
                del remembered[next(iter(remembered))]
            remembered[path] = await routes.ask(request, made, name[:40], day[:20], level[:40], today(), patient=True)
    except InvalidInput as fault:
        return page(request, "no_daily.html", 404, fault=str(fault))
    shown = remembered[path]
    about = f"keys={quote(json.dumps(shown['keys'], separators=(',', ':'), ensure_ascii=False))}"
    return at_table(request, shown["table"], about, daily=day, following=shown["following"])
