"""`exactcover.compare`: rows, a table, JSON that follows the schema, a figure; the command line prints the same."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path

import pytest

import exactcover
from exactcover.cli import main
from tests.notebooks import html
from tests.schemas import validate

FIVE = "pentominoes-5x5-lnuwy"


@pytest.fixture(scope="module")
def comparison() -> exactcover.Comparison:
    """Two puzzles, and three engines of which one suits neither."""
    return exactcover.compare([FIVE, "queens n=5"], ["exact", "sat", "astar:h1"])


def test_rows_say_what_each_engine_came_to(comparison: exactcover.Comparison) -> None:
    """There is a row for each engine on each puzzle; one that does not suit says why."""
    assert [(row.at, row.engine, row.status) for row in comparison.rows] == [
        (at, *rest)
        for at in (1, 2)
        for rest in (("exact", "FEASIBLE"), ("sat", "FEASIBLE"), ("astar:h1", "not applicable"))
    ]
    assert comparison.rows[0].nodes > 0
    assert all(bool(row.reason) == (row.engine == "astar:h1") for row in comparison.rows)
    assert {row.puzzle for row in comparison.rows} == {exactcover.puzzle(FIVE).title, "queens"}


def test_several_puzzles_follow_the_schema(comparison: exactcover.Comparison) -> None:
    """One puzzle is the compare object of the contract, several are cases along an axis."""
    validate("compare", json.loads(json.dumps(comparison.to_json())))
    assert [case["at"] for case in comparison.to_json()["cases"]] == [1, 2]


def test_a_notebook_shows_a_table(comparison: exactcover.Comparison) -> None:
    """The table of HTML has a line for each row, harmless, and no figures of an engine that did not run."""
    table = html(comparison)
    assert table.count("<tr>") == 1 + len(comparison.rows)
    assert "<td>astar:h1</td><td>not applicable: " in table
    titled = exactcover.puzzle("packing", board="1x2", pieces="I2", title="<b>bar</b>")
    assert "&lt;b&gt;bar" in html(exactcover.compare(titled, ["exact"]))


def test_the_picture_is_a_figure(comparison: exactcover.Comparison, tmp_path: Path) -> None:
    """A figure of several puzzles has panels for each, and the same comparison is drawn as the same file."""
    figure = comparison.figure()
    assert [part.get_suptitle() for part in figure.subfigs] == [exactcover.puzzle(FIVE).title, "queens"]
    for name in ("one.svg", "two.svg"):
        comparison.plot(tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    with pytest.raises(exactcover.InvalidInput, match=r"a plot cannot be written as '\.gif'"):
        comparison.plot(tmp_path / "one.gif")


def test_the_command_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    """The table of one puzzle is that of the command line, but for the figures of time and memory."""
    assert main(["compare", FIVE, "--backends", "exact,bfs", "--node-limit", "100"]) == 0
    printed = capsys.readouterr().out
    compared = exactcover.compare(FIVE, ["exact", "bfs"], limits=exactcover.Limits(nodes=100))
    assert without_times(str(compared)) == without_times(printed)
    assert "UNKNOWN at 100 nodes" in printed


def without_times(table: str) -> list[str]:
    """The lines of a table, blanks and the last two columns left out."""
    return [re.sub(r" +", " ", line).rsplit(" ", 2)[0] for line in table.strip().splitlines()[1:]]


def test_a_family_is_named() -> None:
    """A family is compared by its name, with the engines that usually compete or with others."""
    compared = exactcover.compare(family="two-ls-by-heuristic", engines=["astar:h2"])
    assert [(row.at, row.engine, row.cost) for row in compared.rows] == [(1, "astar:h2", 30)]
    assert compared.to_json()["family"] == "two-ls-by-heuristic"
    with pytest.raises(exactcover.InvalidInput, match="unknown family 'two-ls'"):
        exactcover.compare(family="two-ls")


def test_progress_is_told_and_a_comparison_is_cancelled() -> None:
    """After each engine there is a Progress; once the event is set, the rest is UNKNOWN at the interruption."""
    told: list[str] = []
    cancel = threading.Event()

    def hear(progress: exactcover.Progress) -> None:
        told.append(progress.sentence)
        cancel.set()

    compared = exactcover.compare(FIVE, ["exact", "sat"], on_progress=hear, cancel=cancel)
    assert told == ["1 of 2 engines done", "2 of 2 engines done"]
    assert [row.status for row in compared.rows] == ["FEASIBLE", "UNKNOWN at the interrupted limit"]


def test_what_cannot_be_compared_is_refused() -> None:
    """Nothing to compare, an engine named twice, one text in place of a list and engines that all do not suit are told."""
    for arguments, sentence in (((), "a family, or neither"), ((FIVE, ["sat", "sat"]), "named twice"),
                                ((FIVE, ["astar:h1"]), "no engine can be compared here")):  # fmt: skip
        with pytest.raises(exactcover.InvalidInput, match=sentence):
            exactcover.compare(*arguments)
    with pytest.raises(TypeError, match="expected a list of names"):
        exactcover.compare(FIVE, "exact,sat")
