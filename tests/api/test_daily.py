"""The puzzles of a day: each keeps its claim, is the same whenever it is made, and another on another day."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

import exactcover
from encoders.daily import DAILY, LEVELS, LOOSE, drafts
from exactcover.api import daily, tables
from exactcover.model.generator import Generator

FIRST = date(2026, 11, 27)
DAYS = [(FIRST + timedelta(37 * number)).isoformat() for number in range(8)]
OF_FIRST = {
    "pieces/easy": "3bb86a95070da376",
    "pieces/medium": "bb7691692e61cdc1",
    "pieces/hard": "0a8f4bb75f6109d5",
    "sudoku/easy": "e69e22c8839669dd",
    "sudoku/medium": "e6f0efddab52a042",
    "sudoku/hard": "91bbc6b2f39da800",
    "square/easy": "9e71f1b610ba7f84",
    "square/medium": "0f6af786904aa057",
    "square/hard": "5fc79033d1ab5212",
    "tiles/easy": "ae8bb8701b4c86c3",
    "tiles/medium": "b65f3cc0d784ed8b",
    "tiles/hard": "aab007901e22ff03",
    "queens/easy": "84393a1c7dd41983",
    "queens/medium": "b23f263ab73843d8",
    "queens/hard": "3644c2cc80c96fe2",
    "cube/easy": "df6d7ac103d99dd2",
    "cube/medium": "a25d80bca4f8d784",
    "cube/hard": "83c4356544c94e35",
    "blocks/easy": "85b78691affa029f",
    "blocks/medium": "b505ff6b49c6d1d4",
    "blocks/hard": "7feb6b176dc93cc5",
    "blokus/easy": "afc4d39ce59b419e",
    "blokus/medium": "8fa7a19bdf1f033f",
    "blokus/hard": "00eb910b89c8716e",
}
"""The first digits of the digests of the puzzles of one day: if these change, so do puzzles that people have had."""


def puzzle_of(keys: dict[str, Any]) -> Any:
    """The puzzle of keys."""
    return exactcover.puzzle(keys["kind"], **{key: value for key, value in keys.items() if key != "kind"})


@pytest.mark.parametrize("day", DAYS)
@pytest.mark.parametrize("name", DAILY)
def test_every_puzzle_of_a_day_keeps_its_claim(name: str, day: str) -> None:
    """A count finds exactly one solution, or a search the least cost that the title names, within the range of the level."""
    for level in LEVELS:
        keys = daily.keys(name, day, level)
        puzzle = puzzle_of(keys)
        assert level in keys["title"]
        if DAILY[name].claim:
            answer = exactcover.solve(puzzle)
            assert answer.status == "OPTIMAL"
            assert keys["title"].endswith(DAILY[name].claim.format(answer.cost))
            cost = next(drafts(name, day, level)).cost
            assert cost is not None
            assert answer.cost is not None
            assert cost[0] <= answer.cost <= cost[1]
        else:
            count = exactcover.count(puzzle)
            assert (count.count, count.exhausted) == (1, True)
            assert "one solution" in keys["title"]


def test_levels_leave_more_to_do() -> None:
    """Harder pentominoes have more pieces to place, as the title says; harder sudokus fewer given cells."""
    for level in LEVELS:
        table = tables.table(daily.keys("pieces", DAYS[0], level))
        assert sum(piece["copies"] for piece in table["pieces"]) == LOOSE[level]
        assert f"{LOOSE[level]} pieces left to place" in table["title"]
    levels = [daily.keys("queens", DAYS[0], level) for level in LEVELS]
    assert [(each["n"], len(each["fixed"])) for each in levels] == [(8, 4), (9, 3), (11, 3)]
    cubes = [tables.table(daily.keys("cube", DAYS[0], level)) for level in LEVELS]
    assert [sum(piece["copies"] for piece in each["pieces"]) for each in cubes] == [3, 4, 5]
    assert [len(each["fixed"]) for each in cubes] == [4, 3, 2]
    given = [sum(mark != "." for mark in daily.keys("sudoku", DAYS[0], level)["grid"]) for level in LEVELS]
    assert given == [40, 32, 26]


def test_a_day_has_the_same_puzzles_whenever_they_are_made() -> None:
    """The puzzles of a day are those that were made when this was written."""
    digests = {
        f"{name}/{level}": tables.table(daily.keys(name, FIRST.isoformat(), level))["sha256"][:16]
        for name in DAILY
        for level in LEVELS
    }
    assert digests == OF_FIRST


def test_other_days_have_other_puzzles() -> None:
    """The first drafts of a year of days, of all names and levels, are all different."""
    seen = set()
    for number in range(365):
        day = (FIRST + timedelta(number)).isoformat()
        for name in DAILY:
            draft = next(drafts(name, day, "easy"))
            seen.add((name, str(draft.keys(draft.order[: draft.out]))))
    assert len(seen) > 0.98 * 365 * len(DAILY)


def test_the_generator_is_fair_enough() -> None:
    """Numbers below six come about equally often, and a shuffle keeps what it shuffles."""
    random = Generator("fair")
    counts = [0] * 6
    for _ in range(6000):
        counts[random.below(6)] += 1
    assert 850 < min(counts) <= max(counts) < 1150
    assert sorted(random.shuffled(range(20))) == list(range(20))


@pytest.mark.parametrize(
    ("name", "day", "level", "words"),
    [
        ("sudoku", "27.11.2026", "easy", "expected a date such as 2026-11-27"),
        ("sudoku", "20261127", "easy", "expected a date such as 2026-11-27"),
        ("sudoko", "2026-11-27", "easy", "sudoku"),
        ("sudoku", "2026-11-27", "eazy", "easy"),
    ],
)
def test_what_is_no_daily_puzzle_is_refused(name: str, day: str, level: str, words: str) -> None:
    """A wrong day, name or level is refused in a sentence that says what is expected."""
    with pytest.raises(exactcover.InvalidInput, match=words):
        daily.keys(name, day, level)
