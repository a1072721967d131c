"""Tables, comparisons and pictures of runs: nothing blank, nothing hidden."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import benchmarks.__main__ as program
from benchmarks import compare, picture, records
from benchmarks.records import Measurement, Run
from benchmarks.report import report, shown
from tests.benchmarks.made import answered, run

CASES = ("pentominoes-6x10", "soma", "tetrominoes-5x8", "first-6x10")
ENGINES = ("exact", "dxz", "plain-cpsat")


def every_status() -> Run:
    """A run with every status in it, and a place that was not measured."""
    return run(
        CASES, ENGINES,
        answered("pentominoes-6x10", "exact", "9356", 0.1, 0), answered("pentominoes-6x10", "exact", "9356", 0.3, 1),
        answered("pentominoes-6x10", "exact", "9356", 0.2, 2),
        Measurement("pentominoes-6x10", "dxz", 0, "unknown", stop="memory", cpu_seconds=3.0),
        Measurement("pentominoes-6x10", "plain-cpsat", 0, "unknown", stop="time", cpu_seconds=61.0),
        Measurement("soma", "exact", 0, "wrong", reason="answered 1; expected 11520", answer="1", cpu_seconds=0.1),
        Measurement("soma", "dxz", 0, "skipped", reason="not installed (pip)"),
        Measurement("soma", "plain-cpsat", 0, "broke", reason="ended with status -11"),
        answered("tetrominoes-5x8", "exact", "3106", 0.0000004),
        Measurement("tetrominoes-5x8", "dxz", 0, "not able", reason="multiplicities"),
        replace(answered("tetrominoes-5x8", "plain-cpsat", "3106", 12.345), nodes=None),
        answered("first-6x10", "exact", "found", 0.01), answered("first-6x10", "dxz", "found", 1.0),
    )  # fmt: skip


def places_of(lines: list[str]) -> list[list[str]]:
    """The places of all tables."""
    return [[place.strip() for place in line.strip("|").split("|")] for line in lines if line.startswith("|")]


def test_no_place_is_blank_or_zero() -> None:
    """Every place of every table says something, and an unknown answer is never a zero."""
    for line in places_of(report(every_status())):
        assert all(place and place != "0" for place in line), line


def test_limits_stand_in_the_place_of_figures() -> None:
    """A run stopped by time is `> 60`, by memory `> 4000 MB`; reasons are numbered; the median is shown."""
    lines = report(every_status())
    found = {line[0]: line[2:] for line in reversed(places_of(lines[: lines.index("## Nodes")]))}
    assert found["12 pentominoes in 6x10"] == ["0.200", "> 4000 MB", "> 60"]
    assert found["Soma cube"] == ["**wrong**", "skipped (1)", "**broke**"]
    assert found["2 sets of tetrominoes in 5x8"] == ["< 0.000001", "not able (2)", "12.3"]
    assert found["12 pentominoes in 6x10, one packing"][2] == "not measured"
    text = "\n".join(lines)
    assert "- (2) multiplicities" in text
    assert "soma, exact: wrong: answered 1; expected 11520" in text


def test_two_threads_have_a_table() -> None:
    """exact-2 is not among the engines across, but its wall seconds are set against those of one thread."""
    case = "solid-3x4x5"
    two = run(
        (case,), ("exact", "exact-2"), answered(case, "exact", "31520", 4.0), answered(case, "exact-2", "31520", 2.0)
    )
    lines = report(two)
    assert "exact-2" not in lines[lines.index("## CPU seconds") + 2]
    assert "| 12 solid pentominoes in 3x4x5 | 4.00 | 2.00 | 2.00 |" in lines


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "< 0.000001"), (0.00012345, "0.000123"), (0.5, "0.500"), (61.234, "61.2"), (1234.5, "1234")],
)
def test_seconds_have_three_digits(seconds: float, text: str) -> None:
    """Three digits that count, at most six behind the point."""
    assert shown(seconds) == text


def test_lines_of_json_come_back(tmp_path: Path) -> None:
    """A run written line by line is read back the same, and another file is refused."""
    made = every_status()
    path = tmp_path / "made.jsonl"
    records.append(path, made.head())
    for found in made.measurements:
        records.append(path, records.written(found))
    back = records.read(path)
    assert back.measurements == made.measurements
    assert (back.cases, back.engines, back.facts) == (made.cases, made.engines, made.facts)
    other = tmp_path / "other.jsonl"
    other.write_text('{"schema": 99}\n')
    with pytest.raises(ValueError, match="no file of measurements"):
        records.read(other)


def test_comparison_tells_changed_status_first() -> None:
    """What no longer answers, answers something else, or is new, comes before any ratio."""
    old = run(
        ("soma", "langford-11"), ("exact", "dxz"), answered("soma", "exact", "11520", 0.1),
        answered("langford-11", "exact", "35584", 0.2), answered("soma", "dxz", "11520", 1.0),
    )  # fmt: skip
    new = run(
        ("soma", "langford-11"), ("exact", "dxz"), Measurement("soma", "exact", 0, "unknown", stop="time"),
        answered("langford-11", "exact", "35584", 0.1), answered("soma", "dxz", "11521", 1.0),
        answered("langford-11", "dxz", "35584", 1.0),
    )  # fmt: skip
    assert compare.changes(old, new) == [
        ("soma", "exact", "answered 11520", "unknown"),
        ("soma", "dxz", "answered 11520", "answered 11521"),
        ("langford-11", "dxz", "not measured", "answered 35584"),
    ]
    assert compare.ratios(old, new)[-1] == ("langford-11", "exact", 0.2, 0.1)
    lines = compare.compared(old, new)
    assert lines.index("## Changed status") < lines.index("## Ratios")
    assert any("| langford-11 | exact | 0.200 | 0.100 | 0.50 | faster |" in line for line in lines)


def test_comparison_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--compare A B` reads two files; other machines and limits are pointed out; a missing file gives status 2."""
    old = run(("soma",), ("exact",), answered("soma", "exact", "11520", 0.1))
    facts = old.facts | {"machine": old.facts["machine"] | {"cores": 64}}
    new = replace(old, facts=facts, seconds=10.0)
    for name, made in (("a", old), ("b", new)):
        records.append(tmp_path / name, made.head())
        records.append(tmp_path / name, records.written(made.measurements[0]))
    assert program.main(["--compare", str(tmp_path / "a"), str(tmp_path / "b")]) == 0
    out = capsys.readouterr().out
    assert "not the same machine" in out
    assert "not the same limits" in out
    assert "Nothing changed" in out
    assert program.main(["--compare", str(tmp_path / "a"), str(tmp_path / "none")]) == 2


def test_picture_is_drawn_the_same_twice(tmp_path: Path) -> None:
    """A picture of every status is written, and the same run gives the same bytes."""
    paths = [tmp_path / name for name in ("a.svg", "b.svg")]
    for path in paths:
        picture.draw(every_status(), path)
    first, second = (path.read_bytes() for path in paths)
    assert first == second
    assert len(first) > 5000


def test_what_was_not_measured_has_no_mark() -> None:
    """A program that was stopped is named at the end of the line, one that cannot be asked in brackets; neither has a mark."""
    made = every_status()
    assert picture.measured(made, "dxz", list(CASES)) == {3: 1.0}
    assert picture.measured(made, "exact", list(CASES)) == {0: 0.2, 2: 0.0000004, 3: 0.01}
    assert picture.without_answer(made, "pentominoes-6x10") == "dxz, plain-cpsat"
    assert picture.without_answer(made, "soma") == "exact: wrong, (dxz), plain-cpsat: broke"
    assert picture.without_answer(made, "first-6x10") == "plain-cpsat: not measured"
