"""What the program itself prints, given to `check`: verified, or in part not verified, and never refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from exactcover.cli import main
from tests.test_judged_claims import BOARD, Say, listed, say, written

__all__ = ["say"]


@pytest.mark.parametrize(
    "words",
    [
        "solve soma", "solve 8-puzzle", "solve mutilated-chessboard", "solve pentominoes-6x10 --node-limit 1",
        "solve blokus-corners-5x5", "solve queens n=5", "solve latin n=3", "solve langford n=4", "solve langford n=5",
        "count soma", "count soma --limit 3", "count mutilated-chessboard", "count queens n=3",
        "list soma --limit 2", "list langford n=3", "list langford n=5", "sample soma --limit 2",
        "prove mutilated-chessboard", "prove 8-puzzle", "prove 14-15-puzzle", "prove soma",
    ],
)  # fmt: skip
def test_no_answer_of_our_own_is_refused(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], say: Say
) -> None:
    """What each verb prints about each kind is verified, or in part not verified; nothing of it is called false."""
    verb, *rest = words.split()
    main([verb, *rest, "--json"])
    path = tmp_path / "own.jsonl"
    path.write_text(capsys.readouterr().out)
    puzzle = rest[: next((place for place, word in enumerate(rest) if word.startswith("--")), len(rest))]
    status, told = say("check", *puzzle, str(path))
    assert (told["faults"], status) == ([], 3 if told["unverified"] else 0)


def test_a_file_about_another_puzzle_is_one_sentence(tmp_path: Path, say: Say) -> None:
    """However many solutions there are in it, that the answer is of another puzzle is all that is said."""
    path = written(tmp_path, *listed(BOARD))
    status, told = say("check", "soma", path)
    assert (status, len(told["faults"]), told["fault_count"]) == (4, 1, 1)
    assert "of another puzzle" in told["faults"][0]
