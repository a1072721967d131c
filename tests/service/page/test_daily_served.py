"""The puzzles of a day as they are served: the list, the tables, other days, and what is refused."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from encoders.daily import DAILY, LEVELS
from exactcover.api import daily, tables
from tests.service.page.test_slide_served import table_in

if TYPE_CHECKING:
    import httpx


def test_the_list_has_every_puzzle_of_today(http: httpx.Client) -> None:
    """`/daily` and the front page lead to a table for each puzzle and level, of the day in UTC."""
    assert 'href="/daily"' in http.get("/").text
    page = http.get("/daily").raise_for_status().text
    today = datetime.now(UTC).date()
    links = set(re.findall(r'href="(/daily/[0-9-]+/[a-z]+/[a-z]+)"', page))
    assert {link.split("/", 3)[3] for link in links} == {f"{name}/{level}" for name in DAILY for level in LEVELS}
    assert {link.split("/")[2] for link in links} <= {today.isoformat(), (today + timedelta(1)).isoformat()}
    assert f'href="/daily/{(today - timedelta(2)).isoformat()}"' in page


@pytest.mark.parametrize("name", DAILY)
def test_a_day_is_the_same_for_everybody(http: httpx.Client, name: str) -> None:
    """The table of a day that is past is that of its date alone, and its title has what was checked."""
    for level in LEVELS:
        page = http.get(f"/daily/2026-11-20/{name}/{level}").raise_for_status().text
        table = table_in(page)
        assert table == tables.table(daily.keys(name, "2026-11-20", level))
        assert re.search("one solution|moves is the shortest|squares is the best", table["title"])
        assert 'href="/daily/2026-11-20"' in page
        for view in ("design", "prove", "compare"):
            assert f'href="/{view}?keys=' in page


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/daily/2999-01-01", "not out yet"),
        ("/daily/2999-01-01/sudoku/easy", "not out yet"),
        ("/daily/27.11.2026", "expected a date such as 2026-11-27"),
        ("/daily/2026-11-20/chess/easy", "no daily puzzle"),
        ("/daily/2026-11-20/sudoku/brutal", "the level is"),
        ("/daily/<b>/<b>/<b>", "expected a date"),
    ],
)
def test_what_is_no_day_is_refused_in_a_sentence(http: httpx.Client, path: str, words: str) -> None:
    """A day that is to come, a wrong date, name or level has a page with one sentence and the way to today's puzzles."""
    page = http.get(path)
    assert page.status_code == 404
    assert words in page.text
    assert "<b>" not in page.text
    assert 'href="/daily"' in page.text
