"""A ledger that somebody edited: what does not match its digest is searched again, anything else is right or one sentence."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from exactcover.backends.search.cover.roots import plan
from exactcover.cluster.driver import Driver
from exactcover.cluster.ledger import Ledger
from exactcover.model.errors import InvalidInput
from exactcover.model.events import Notice
from tests.cluster.serial import Serial, begun, driven, end_of, packing, selections_of

BOARD = "board=4x5 pieces=dominoes copies=any"
TILINGS = 95


pytestmark = pytest.mark.usefixtures("many_roots")


def finished(path: Path, task: Any) -> tuple[Any, Any]:
    """A cover and its plan, all of whose cubes are done in the ledger at a path."""
    model = packing(BOARD)
    search = plan(model, task, classes=task == "count")
    ledger, _ = begun(path, model, search)
    driven(model, search, ledger, Serial(model, search))
    ledger.close()
    return model, search


def edited(path: Path, statement: str) -> None:
    """Change the database by a statement of SQL."""
    with sqlite3.connect(path) as connection:
        connection.execute(statement)
    connection.close()


def resumed(path: Path, model: Any, search: Any) -> tuple[list[Any], Driver]:
    """All events of a run that goes on from the ledger."""
    ledger = Ledger(path)
    driver = Driver(model, search, ledger, "run")
    events = [*driver.starting_events(), *driver.run(Serial(model, search), driver.limits)]
    ledger.close()
    return events, driver


@pytest.mark.parametrize(
    "change",
    [
        "results = '[[0, 1]]'",
        "results = replace(results, '[[', '[[4')",
        "results = 'nonsense'",
        "results = NULL",
        "count = '4'",
        "digest = 'x'",
        "digest = NULL",
    ],
)
def test_results_that_do_not_match_are_searched_again(tmp_path: Path, change: str) -> None:
    """Of one cube or of all, edited results count for nothing: the cubes are searched again, which a notice says."""
    for where, number in (
        ("cube = (SELECT max(cube) FROM cluster_cubes WHERE state = 'done')", 1),
        ("state = 'done'", 2),
    ):
        path = tmp_path / f"ledger{number}"
        model, search = finished(path, "count")
        edited(path, f"UPDATE cluster_cubes SET {change} WHERE {where}")
        events, _ = resumed(path, model, search)
        assert end_of(events).count == TILINGS
        sentences = [event.sentence for event in events if isinstance(event, Notice)]
        assert len(sentences) == 1
        assert "do not match their digest" in sentences[0]


def test_swapped_rows_are_searched_again(tmp_path: Path) -> None:
    """Two cubes whose results were exchanged, digests included, are both searched again."""
    path = tmp_path / "ledger"
    model, search = finished(path, "count")
    with sqlite3.connect(path) as connection:
        rows = connection.execute(
            "SELECT cube, results, count, digest FROM cluster_cubes WHERE state = 'done' GROUP BY count ORDER BY cube LIMIT 2"
        ).fetchall()
        for (cube, *_), (_, *values) in zip(rows, reversed(rows), strict=True):
            connection.execute(
                "UPDATE cluster_cubes SET results = ?, count = ?, digest = ? WHERE cube = ?", (*values, cube)
            )
    connection.close()
    events, driver = resumed(path, model, search)
    assert driver.damaged == 2
    assert end_of(events).count == TILINGS


def test_edited_solutions_are_listed_again(tmp_path: Path) -> None:
    """Lines of a list that were changed or removed are searched again, and each solution comes once."""
    for number, statement in enumerate(("UPDATE cluster_lines SET lines = zeroblob(9)", "DELETE FROM cluster_lines")):
        path = tmp_path / f"ledger{number}"
        model, search = finished(path, "list")
        edited(path, statement)
        events, driver = resumed(path, model, search)
        assert driver.damaged > 0
        listed = selections_of(events)
        assert len(listed) == len(set(listed)) == TILINGS


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE cluster_lines SET lines = zeroblob(9)",
        "DELETE FROM cluster_lines",
        "UPDATE cluster_cubes SET digest = 'x'",
    ],
)
def test_solutions_edited_while_a_driver_runs_are_refused(tmp_path: Path, statement: str) -> None:
    """What is edited after a driver has read the ledger is noticed when solutions are read: one sentence, none of them."""
    path = tmp_path / "ledger"
    model, search = finished(path, "list")
    ledger = Ledger(path)
    driver = Driver(model, search, ledger, "run")
    edited(path, statement)
    with pytest.raises(
        InvalidInput, match="in the ledger do not match their digest; remove the ledger and start again"
    ):
        list(driver.judged(driver.limits))
    ledger.close()


@pytest.mark.parametrize(
    "change",
    [
        "literals = '[]'",
        "literals = 'x'",
        "literals = '[[0, [0]]]'",
        "literals = (SELECT max(literals) FROM cluster_cubes)",
        "term = 1",
        "term = 99",
        "parent = 'x'",
        "state = 'x'",
        "state = 'split'",
        "state = 'open'",
        "attempts = 99",
        "estimate = 0",
        "nodes = 7",
        "seconds = 7",
        "worker = NULL",
    ],
)
def test_any_other_edit_is_right_or_one_sentence(tmp_path: Path, change: str) -> None:
    """Whatever else of a cube is edited, the count is right, or the ledger is refused in a sentence."""
    path = tmp_path / "ledger"
    model, search = finished(path, "count")
    edited(path, f"UPDATE cluster_cubes SET {change} WHERE cube = (SELECT min(cube) FROM cluster_cubes)")
    try:
        events, _ = resumed(path, model, search)
    except InvalidInput as refused:
        sentence = str(refused)
    else:
        assert end_of(events).count == TILINGS
        return
    assert "ledger" in sentence
    assert sentence.endswith("only this program may write to it")
