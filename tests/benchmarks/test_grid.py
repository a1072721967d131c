"""What is measured is judged: wrong answers fail the run, limits and missing peers are told as such."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import benchmarks.__main__ as program
from benchmarks import grid, peers, records, watch
from benchmarks.cases import CASES
from benchmarks.covers import langford, queens
from benchmarks.outcome import NotAble, NotInstalled
from benchmarks.plain import plain
from tests.benchmarks.made import run
from tests.lacking import lacking

CASE = {case.name: case for case in CASES}


def told(answer: str, **more: Any) -> dict[str, Any]:
    """What a measured process tells when it answers."""
    return {"status": "answered", "answer": answer, "cpu_seconds": 0.5, "wall_seconds": 0.5, **more}


def test_wrong_count_is_wrong_and_fails() -> None:
    """A count that is not the published one becomes `wrong`, with a sentence among the failures."""
    made = run(("soma",), ("exact",))
    (found,) = grid.measurements(made, lambda *_: told("11519"))
    assert found.status == "wrong"
    assert grid.failures(made) == ["soma, exact: wrong: answered 11519; expected 11520"]


def test_wrong_count_up_to_symmetry_is_wrong() -> None:
    """The classes are compared too, where an engine tells them."""
    assert grid.judged(CASE["soma"], "exact", told("11520", classes=239)) == "answered 239 classes; expected 240"
    assert grid.judged(CASE["soma"], "exact", told("11520", classes=240)) is None


def test_engines_must_agree_where_nothing_is_published() -> None:
    """Where no count is known the second of two different answers is called wrong."""
    made = run(("tetrominoes-8x10",), ("exact", "cpsat"))
    given = iter(["10", "11"])
    first, second = grid.measurements(made, lambda *_: told(next(given)))
    assert (first.status, second.status) == ("answered", "wrong")
    assert "exact answered 10" in str(second.reason)


def test_first_solution_is_judged() -> None:
    """A selection that is no packing is refused, whatever the engine says; so is a missing one."""
    case = CASE["first-6x10"]
    assert "its solution is none" in str(grid.judged(case, "xcover", told("found", selection=[0, 1])))
    assert "chosen twice" in str(grid.judged(case, "xcover", told("found", selection=[0, 0])))
    assert "no selection" in str(grid.judged(case, "xcover", told("found")))
    assert grid.judged(case, "exact", told("none")) == "answered none; expected found"


def test_right_selection_of_a_peer_is_accepted() -> None:
    """Option numbers of the plain form are those of the case's own cover."""
    case = replace(CASE["first-6x10"], model=lambda: queens(4))
    options = queens(4)
    chosen = [
        number for number in range(options.options)
        if options.option(number)[:2] in {("rank 0", "file 1"), ("rank 1", "file 3"), ("rank 2", "file 0"), ("rank 3", "file 2")}
    ]  # fmt: skip
    assert len(chosen) == 4
    assert grid.judged(case, "xcover", told("found", selection=chosen)) is None
    assert grid.judged(case, "xcover", told("found", selection=chosen[:3])) is not None


def test_limit_is_not_asked_again() -> None:
    """A run over its limit ends the runs of that place; an answered one has all its runs."""
    over = run(("soma",), ("exact",), runs=3)
    assert len(list(grid.measurements(over, lambda *_: {"status": "unknown", "stop": "time"}))) == 1
    right = run(("soma",), ("exact",), runs=3)
    assert len(list(grid.measurements(right, lambda *_: told("11520")))) == 3


def test_answer_after_the_limit_is_unknown() -> None:
    """An answer in the grace after the limit is none: the tables never show more seconds than the limit."""
    (found,) = grid.measurements(run(("soma",), ("exact",)), lambda *_: told("11520") | {"cpu_seconds": 60.5})
    assert (found.status, found.stop) == ("unknown", "time")


def test_run_is_repeated_when_something_was_compiled() -> None:
    """A measurement with a compilation inside the clock is thrown away, the next one kept."""
    given = iter([told("11520", compiled=True), told("11520", compiled=False, nodes=7)])
    (found,) = grid.measurements(run(("soma",), ("exact",)), lambda *_: next(given))
    assert found.nodes == 7


def test_two_threads_are_asked_of_long_searches_only() -> None:
    """exact-2 has measurements for the cases marked long and none for the others."""
    made = run(("soma", "one-sided-5x18"), ("exact", "exact-2"))
    list(grid.measurements(made, lambda case, *_: told(str(CASE[case].total))))
    assert [(m.case, m.engine) for m in made.measurements] == [
        ("soma", "exact"), ("one-sided-5x18", "exact"), ("one-sided-5x18", "exact-2"),
    ]  # fmt: skip


def test_peers_refuse_what_they_do_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """A peer without secondary items is not able to take queens, and says why; a missing one says how to install it."""
    monkeypatch.setattr(peers.peer("dxz"), "missing", lambda: "")
    with pytest.raises(NotAble, match="secondary items"):
        peers.refuse("dxz", plain(queens(4)), "count")
    peers.refuse("dxz", plain(langford(4)), "count")
    monkeypatch.setattr(peers.peer("dxz"), "missing", lambda: "not installed (somehow)")
    with pytest.raises(NotInstalled, match="somehow"):
        peers.refuse("dxz", plain(langford(4)), "count")


@pytest.mark.parametrize("name", [name for name in peers.NAMES if name != "dancing-links"])
def test_peer_counts_and_solves(name: str) -> None:
    """Every peer that is installed counts Langford 7 and finds one solution, but none for Langford 5."""
    found = peers.peer(name)
    if found.missing():
        lacking(found.missing())
    seven = plain(langford(7))
    assert found.ready(seven, "count")().answer == "52"
    solved = found.ready(seven, "solve")()
    assert solved.answer == "found"
    assert sorted(item for option in solved.selection for item in seven.options[option]) == list(range(seven.items))
    assert found.ready(plain(langford(5)), "solve")().answer == "none"


@pytest.mark.parametrize("engine", ["plain-pysat", "dancing-links"])
def test_process_measures_a_small_case(tmp_path: Any, engine: str) -> None:
    """A real measured process, of Python and of node, on Langford 5, from the command line to the files."""
    if missing := peers.peer(engine).missing():
        lacking(missing)
    path = tmp_path / "small.jsonl"
    assert program.main(["--cases", "langford-5", "--engines", engine, "--limit", "20", "--out", str(path)]) == 0
    (found,) = records.read(path).measurements
    assert (found.status, found.answer) == ("answered", "none")
    assert found.cpu_seconds is not None
    assert 0 < found.cpu_seconds < 20
    assert found.peak_mb is not None
    assert found.peak_mb > 5
    assert path.with_suffix(".md").exists()
    assert path.with_suffix(".png").exists()


def test_process_over_its_limit_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that passes its CPU seconds is ended, and tells that it did not answer and what it used."""
    monkeypatch.setattr(watch, "GRACE_SECONDS", 0.0)
    found = watch.measured("pentominoes-6x10", "plain-pysat", 0.1, 4000)
    assert (found["status"], found["stop"]) == ("unknown", "time")
    assert "answer" not in found
    assert 0.1 <= found["cpu_seconds"] < 5


def test_process_over_its_memory_is_ended() -> None:
    """A process that holds more than its megabytes while it solves is ended, and tells so."""
    found = watch.measured("pentominoes-6x10", "plain-pysat", 30, 5)
    assert (found["status"], found["stop"]) == ("unknown", "memory")


def test_wrong_answer_gives_status_1(monkeypatch: pytest.MonkeyPatch, tmp_path: Any, capsys: Any) -> None:
    """A wrong count ends the program with status 1 and a sentence; a right one with 0."""
    path = str(tmp_path / "made.jsonl")
    words = ["--cases", "soma", "--engines", "exact", "--out", path]
    for answer, status in (("1", 1), ("11520", 0)):
        monkeypatch.setattr(watch, "measured", lambda *_, answer=answer: told(answer))
        assert program.main(words) == status
        assert ("expected 11520" in capsys.readouterr().err) == bool(status)


def test_unknown_names_are_refused(capsys: Any) -> None:
    """A case or an engine that is not known gives status 2 and the known names."""
    assert program.main(["--cases", "chess"]) == 2
    assert program.main(["--engines", "magic"]) == 2
    assert "expected names or patterns of exact" in capsys.readouterr().err


def test_inexact_peer_runs_only_when_named() -> None:
    """xcover-memo, whose counts can be wrong, is known but not among the usual engines."""
    assert set(grid.BY_NAME_ONLY) < set(grid.ENGINES)
