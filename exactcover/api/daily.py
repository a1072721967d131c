"""The puzzles of a day: the first draft that keeps its claim, one solution or a least cost in a range. Not here: the drafts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import islice
from typing import Any

from encoders.daily import DAILY, LEVELS, Draft, drafts
from exactcover.api import editing
from exactcover.api.answering import answered_here
from exactcover.model.answer import Limits, request
from exactcover.model.errors import InvalidInput, nearest

MOST_DRAFTS = 200
"""The maximum number of drafts; the rarest, an 8-puzzle of at least 26 moves, is one in about eight."""
SECONDS = 5.0
"""The time limit of one search, each of which takes milliseconds."""
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def offered() -> list[dict[str, Any]]:
    """Return the puzzles of every day: the name in addresses, the title, what it is about, and the levels."""
    return [
        {"name": name, "title": each.title, "about": each.about, "levels": list(LEVELS)} for name, each in DAILY.items()
    ]


def harder(level: str) -> str:
    """Return the level after a level, empty after the last one."""
    return LEVELS[LEVELS.index(level) + 1] if level != LEVELS[-1] else ""


LAST = date.max.isoformat()


def day_of(text: str, until: str = LAST) -> date:
    """Return a day written YYYY-MM-DD, up to the last one; raises InvalidInput."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise InvalidInput(f"the day is {text[:20]!r}; expected a date such as 2026-11-27") from None
    if day.isoformat() != text:
        raise InvalidInput(f"the day is {text[:20]!r}; expected a date such as {day.isoformat()}")
    if text > until:
        raise InvalidInput(f"the puzzles of {written(day)} are not out yet; expected a day up to {until}")
    return day


def written(day: date) -> str:
    """Return a day for people."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def keys(name: str, day: str, level: str, until: str = LAST) -> dict[str, Any]:
    """Return the keys of the puzzle of a day, its claim checked by a search; the same for everybody. Raises InvalidInput.

    until: the last day that has puzzles. The title has the claim in it: one solution, or the least cost.
    """
    known = day_of(day, until)
    if name not in DAILY:
        raise InvalidInput(
            f"there is no daily puzzle {name[:20]!r}; expected {', '.join(DAILY)}{nearest(name[:20], DAILY)}"
        )
    if level not in LEVELS:
        raise InvalidInput(f"the level is {level[:20]!r}; expected {', '.join(LEVELS)}{nearest(level[:20], LEVELS)}")
    for draft in islice(drafts(name, day, level), MOST_DRAFTS):
        for made, claim in kept(draft, DAILY[name].claim):
            return made | {"title": f"{DAILY[name].title} of {written(known)}: {level}, {claim}"}
    raise RuntimeError(f"none of {MOST_DRAFTS} drafts of {name} of {day}, {level}, keeps its claim")


def kept(draft: Draft, of_cost: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield the puzzle of a draft with its claim in words, if it keeps one; of_cost: the claim of a least cost, `{}` for it."""
    if draft.cost is not None:
        answer = answered_here(editing.puzzle(draft.keys(())), request("solve", limits=Limits(time=SECONDS)))
        least, most = draft.cost
        if answer.status == "OPTIMAL" and answer.cost is not None and least <= answer.cost <= most:
            yield draft.keys(()), of_cost.format(answer.cost)
        return
    out = _dug(draft)
    if len(out) == draft.out:
        yield draft.keys(out), f"{draft.fact}, one solution"


def _dug(draft: Draft) -> set[int]:
    """Return parts that can be taken away with one solution left, in the order of the draft, as many as it wants if it can."""
    out: set[int] = set()
    place, many = 0, max(1, len(draft.order) // 4)
    while place < len(draft.order) and len(out) < draft.out:
        some = draft.order[place : place + min(many, draft.out - len(out))]
        if is_unique(draft.keys(out.union(some))):
            out.update(some)
            place += len(some)
        elif len(some) == 1:
            place += 1
        else:
            many = max(1, len(some) // 2)
    return out


def is_unique(described: dict[str, Any]) -> bool:
    """Return whether a puzzle has exactly one solution, by a search that was exhausted."""
    limits = Limits(time=SECONDS, solutions=2)
    answer = answered_here(editing.puzzle(described), request("count", limits=limits))
    return answer.exhausted and answer.count == 1
