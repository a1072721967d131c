"""Foreign checkers: they read the steps of the export, a missing one accepts nothing, and a credulous one is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import certificates, examined, foreign, infeasible
from exactcover import api
from exactcover.proofs import provers

BOARD = "packing board=4x5 pieces=tetrominoes"
PRICED = {"items": ["a", "b"], "options": [["a"], ["b"], ["a", "b"]], "costs": [2, 3, 4]}


@pytest.fixture(autouse=True)
def forgets() -> None:
    """Checkers are tried again in every test."""
    foreign._reads_version_2.cache_clear()
    foreign._refuse_credulous.cache_clear()


def program(path: Path, line: str) -> str:
    """A program that prints a line, whatever it is given."""
    path.write_text(f"#!/bin/sh\necho '{line}'\n")
    path.chmod(0o755)
    return str(path)


def priced() -> tuple[bytes, bytes]:
    """The problem and the proof of an optimum, of version 2.0."""
    subject = api.puzzle("cover", **PRICED)
    files = api.export(subject, "veripb2", certificate=api.solve(subject, certificate=True))
    return files[".opb"], files[".pbp"]


def test_version_1_2_has_the_same_steps_and_checks_the_contradiction() -> None:
    """The first line and the conclusion alone are changed."""
    files = api.export(BOARD, "veripb2", certificate=api.prove(BOARD))
    lines = files[".pbp"].decode().splitlines()
    old = foreign.in_version_1_2(files[".opb"], files[".pbp"]).decode().splitlines()
    assert old[1:-1] == lines[1 : lines.index("output NONE")]
    assert (old[0], old[-1]) == ("pseudo-Boolean proof version 1.2", f"c {lines[-2].split()[-1]}")


def test_version_1_2_checks_the_bound_on_the_objective() -> None:
    """The named constraint has to imply that the objective of the problem is at least the bound."""
    problem, proof = priced()
    assert b"min: +2 x1 +4 x2 +3 x3 ;" in problem
    last = foreign.in_version_1_2(problem, proof).decode().splitlines()[-1]
    assert last.startswith("i ")
    assert last.endswith(" +2 x1 +4 x2 +3 x3 >= 4 ;")


def test_veripb_accepts_a_bound_and_refuses_a_larger_one() -> None:
    """Of an optimum of 4 it does not take that nothing costs less than 5; a missing VeriPB says nothing about either."""
    problem, proof = priced()
    proofs = proof, proof.replace(b"BOUNDS 4", b"BOUNDS 5")
    verdicts = [foreign.judged("veripb2", problem, each).accepted for each in proofs]
    assert verdicts == ([None, None] if foreign.program("veripb") is None else [True, False])


@pytest.mark.parametrize("form", ["lrat", "veripb2"])
def test_a_missing_checker_accepts_nothing(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said to be missing, and no table says accepted."""
    for variable in foreign.VARIABLES.values():
        monkeypatch.setenv(variable, "no-such-program")
    verdict = foreign.judged(form, b"", b"")
    assert verdict.accepted is None
    assert verdict.said.startswith("not run here: no ")
    row = examined.examined(BOARD, _proof("tree"))
    assert examined.accepted_by(row) == examined.refused_by(row) == []
    assert [cell[:12] for cell in examined.shown(row)[1:3]] == ["not run here", "not run here"]


@pytest.mark.parametrize(("form", "variable", "line"), [
    ("lrat", "LRAT_CHECK", "c VERIFIED"), ("veripb2", "VERIPB", "Verification succeeded."),
])  # fmt: skip
def test_a_credulous_checker_is_refused(
    form: str, variable: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that accepts everything accepts what proves nothing, and is not run on a proof."""
    monkeypatch.setenv(variable, program(tmp_path / "checker", line))
    with pytest.raises(RuntimeError, match="proves nothing"):
        foreign.judged(form, b"", b"")


def test_rows_that_are_stored_are_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run goes on after the rows of an earlier one, in the order of the tasks."""
    made = list[str]()

    def by_process(_: str, tasks: list[str]) -> Iterator[examined.Row]:
        made.append(tasks[0])
        yield {"task": tasks[0], "none": "no"}

    monkeypatch.setattr(examined, "RESULTS", tmp_path)
    monkeypatch.setattr(examined, "_by_process", by_process)
    examined.rows("x", ["b"])
    assert list(examined.rows("x", ["a", "b", "c"])) == ["a", "b", "c"]
    assert made == ["b", "a", "c"]


def test_the_table_of_proofs_is_the_stored_one() -> None:
    """CERTIFICATES.md has the rows of benchmarks/results/certificates.md: of every kind one, and none that was refused."""
    page = certificates.PAGE.read_text()
    stored = (examined.RESULTS / "certificates.md").read_text()
    assert certificates.in_page(page, stored) == page
    assert "NOT ACCEPTED" not in stored
    assert "DIFFERS" not in stored
    assert {name.split(",")[0].split(" ")[0] for name in certificates.CASES} >= {*provers.NAMES, "enumeration", "count"}


def test_a_page_without_a_place_for_the_table_is_refused() -> None:
    """The marks are not made up."""
    with pytest.raises(AssertionError, match="no place for the table"):
        certificates.in_page("# Proofs\n", "| a |\n")


def test_infeasible_puzzles_are_those_of_the_tests() -> None:
    """The published ones, the catalogue's, and all odd numbers of sets; each has a name of one line."""
    names = infeasible.tasks()
    assert len(names) > 200
    assert {"tet5-4x5", "mutilated-chessboard", "packing board=4x5 pieces=tetrominoes copies=1"} <= {*names}
    assert not [name for name in names if "\n" in name or "|" in name]


def _proof(argument: str) -> str:
    answer = api.prove(BOARD, argument=argument)
    assert answer.certificate is not None
    return answer.certificate.to_text()
