"""`count --certificate`: the file that it writes is accepted by `check`, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands import run

pytestmark = pytest.mark.process


def test_check_accepts_what_count_writes(tmp_path: Path) -> None:
    """And says how many solutions there are."""
    file = tmp_path / "soma.count"
    counted = run("count", "soma", "--certificate", str(file))
    assert (counted.returncode, counted.stderr) == (0, "")
    assert counted.stdout == "11,520 solutions, 240 up to symmetry: there is a certificate, accepted by the judge\n"
    judged = run("check", "soma", str(file))
    assert judged.returncode == 0
    printed = "verified: certificate, count, classes\nThere are exactly 11,520 solutions, 240 up to 48 symmetries.\n"
    assert judged.stdout.endswith(printed)
    file.write_text(file.read_text().replace('"11520"', '"11521"'))
    assert run("check", "soma", str(file)).returncode == 4


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["8-puzzle"], "there is no certificate of this count: only solutions of tilings and covers"),
        (["soma", "--limit", "2"], "--limit was given with --certificate; expected one of them"),
        (["soma", "--over", "pieces"], "--over was given with --certificate; expected one of them"),
    ],
)
def test_one_sentence_says_why_there_is_none(words: list[str], sentence: str, tmp_path: Path) -> None:
    """With exit status 2, and no file."""
    file = tmp_path / "count"
    refused = run("count", *words, "--certificate", str(file))
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith(f"exactcover: {sentence}")
    assert not file.exists()


def test_a_time_limit_leaves_no_certificate(tmp_path: Path) -> None:
    """The status is UNKNOWN."""
    file = tmp_path / "count"
    words = "packing", "board=20x20", "pieces=pentominoes", "copies=any"
    ended = run("count", *words, "--time-limit", "1", "--certificate", str(file))
    assert (ended.returncode, ended.stdout[:8]) == (3, "UNKNOWN:")
    assert not file.exists()
