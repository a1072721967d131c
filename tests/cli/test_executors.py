"""Counts, lists and proofs by cubes from the command line: the ledger, what is refused, what is left when a run is ended."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

import exactcover
from tests.commands import EXACTCOVER, PATIENCE_SECONDS, begin, descendants_of, run, runs, until
from tests.schemas import validate

DOMINOES = ("packing", "board=6x6", "pieces=dominoes", "copies=any")
LONG = ("packing", "board=9x10", "pieces=pentominoes-one-sided")


def test_a_password_in_the_url_of_a_ledger_is_warned_of() -> None:
    """One sentence, which does not repeat it, before the database is reached."""
    url = "postgresql://ann:secret@localhost:1/none"
    ran = run("count", *DOMINOES, "--executor", "local", "--checkpoint", url)
    assert "can read the password of --checkpoint" in ran.stderr.splitlines()[0]
    assert "secret" not in ran.stderr


def test_a_count_by_cubes_is_kept_in_its_ledger(tmp_path: Path) -> None:
    """A count by local processes is the published one; asked again it comes from the ledger, without a search."""
    words = ("count", *DOMINOES, "--executor", "local", "--checkpoint", str(tmp_path / "ledger"), "--json")
    for _ in range(2):
        told = run(*words)
        assert told.returncode == 0, told.stderr
        answer = json.loads(told.stdout)
        validate("answer", answer)
        assert (answer["count"], answer["classes"], answer["status"]) == ("6728", "930", "FEASIBLE")
        assert answer["engine"]["options"]["executor"] == "local"


def test_a_list_by_cubes_is_the_list(tmp_path: Path) -> None:
    """A list by local processes has each solution once, and needs no file for its ledger."""
    words = ("list", "packing", "board=4x4", "pieces=dominoes", "copies=any", "--json", "--quiet")
    lines = run(*words, "--executor", "local", "--checkpoint", str(tmp_path / "ledger")).stdout.splitlines()
    assert len(set(lines[:-1])) == len(lines) - 1 == 36
    plain = run(*words).stdout.splitlines()
    as_sets = [
        {json.dumps(sorted(map(str, json.loads(line)["placements"]))) for line in each[:-1]} for each in (lines, plain)
    ]
    assert as_sets[0] == as_sets[1]


def test_a_proof_by_cubes_is_a_certificate(tmp_path: Path) -> None:
    """A proof by local processes is a tree that `check` accepts and `export` writes; killed half-way it goes on."""
    board, proof = ("packing", "board=10x13", "pieces=Y5", "copies=any"), tmp_path / "no.json"
    words = ("prove", *board, "--argument", "tree", "--executor", "local", "--checkpoint", str(tmp_path / "ledger"))
    process = begin([EXACTCOVER, *words, "--quiet"])
    until(lambda: (tmp_path / "ledger").exists() or process.poll() is not None)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=PATIENCE_SECONDS)
    told = run(*words, "--json", "-o", str(proof))
    assert told.returncode == 0, told.stderr
    answer = json.loads(told.stdout)
    validate("answer", answer)
    assert (answer["status"], answer["evidence"]) == ("INFEASIBLE", "tree")
    assert answer["engine"]["options"] == {"argument": "tree", "executor": "local"}
    assert run("check", *board, str(proof)).returncode == 0
    alone = tmp_path / "elsewhere" / "no.json"  # one file, which needs neither the ledger nor what ran
    alone.parent.mkdir()
    (tmp_path / "ledger").unlink()
    alone.write_bytes(proof.read_bytes())
    certificate = json.loads(alone.read_text())
    verdict = exactcover.check(certificate)
    assert (verdict["accepted"], verdict["verified"]) == (True, ["certificate"])
    assert run("check", *board, str(alone)).returncode == 0
    items = certificate["body"]["items"]
    for spoiled in (items[:-1], items[1:], [*items[: len(items) // 2], *items[len(items) // 2 + 1 :]]):
        spoiled_tree = certificate | {"body": certificate["body"] | {"items": spoiled}}
        assert not exactcover.check(spoiled_tree)["accepted"]
    written = run("export", *board, "--certificate", str(proof), "--to", "lrat", "-o", str(tmp_path / "no"))
    assert written.returncode == 0, written.stderr
    assert (tmp_path / "no.lrat").stat().st_size > 0


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (
            ("prove", *DOMINOES, "--executor", "local", "--argument", "colouring"),
            "expected tree, which is cut into cubes",
        ),
        (("prove", "8-puzzle", "--executor", "local"), "expected a tiling or a plain cover"),
        (("prove", *DOMINOES, "--checkpoint", "x"), "expected an executor as well"),
        (("count", *DOMINOES, "--executor", "dask"), "expected local, ray or ray://HOST:PORT"),
        (
            ("count", *DOMINOES, "--executor", "local", "--node-limit", "9"),
            "expected a count, or a list, of a plain cover",
        ),
        (("count", *DOMINOES, "--executor", "local", "--backend", "sat"), "expected exact"),
        (("list", *DOMINOES, "--executor", "local", "--checkpoint", "mysql://x/y"), "expected a path, or postgresql"),
    ],
)
def test_what_an_executor_cannot_do_is_refused(words: tuple[str, ...], reason: str) -> None:
    """Words that ask of an executor what it cannot do end with status 2 and one sentence."""
    told = run(*words)
    assert told.returncode == 2
    assert reason in told.stderr
    assert len(told.stderr.splitlines()) == 1


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_an_interrupt_ends_the_workers(tmp_path: Path, number: int, status: int) -> None:
    """Ctrl-C ends a count by cubes with what is counted, and no process of it is left; so does SIGKILL."""
    words = [EXACTCOVER, "count", *LONG, "--executor", "local", "--checkpoint", str(tmp_path / "ledger"), "--json"]
    process = begin(words)
    until(lambda: len(descendants_of(process.pid)) >= 4)
    left = descendants_of(process.pid)
    process.send_signal(number)
    out, _ = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == status
    if status == 130:
        assert json.loads(out)["stop_reason"] == "interrupted"
    until(lambda: not any(map(runs, left)))
