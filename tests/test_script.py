"""The command language of the 8-puzzle: what each command prints, and that a wrong one spoils nothing."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from exactcover.cli import main, script

SAMPLE = """\
setState 1b2 345 678
printState
solve A-star h1
printState
solve A-star h2
printState
solve beam 5
randomizeState 30
printState
solve A-star h1
solve beam 5
"""


def replies(text: str) -> list[str]:
    """What a script says, line by line."""
    return [reply.text for reply in script.run(text.splitlines())]


def test_the_sample_script_solves_what_it_sets() -> None:
    """One move solves 1b2 345 678, solving changes no state, and a shuffled state is solved by both methods."""
    said = replies(SAMPLE)
    assert said[:6] == ["1b2 345 678", "1 move: left", "1b2 345 678", "1 move: left", "1b2 345 678", "1 move: left"]
    optimal, found = (int(line.split()[0]) for line in said[-2:])
    assert 0 < optimal <= min(found, 30)


def test_shuffles_repeat() -> None:
    """The same script shuffles to the same state, whatever machine runs it."""
    assert replies("randomizeState 50\nprintState") == replies("randomizeState 50\nprintState")
    assert replies("randomizeState 1\nprintState")[0] in ("1b2 345 678", "312 b45 678")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("frobnicate", "'frobnicate' is not recognized"),
        ("printstate", "did you mean 'printState'"),
        ("setState 112 345 678", "expected b and the digits 1 to 8"),
        ("setState", "expected b and the digits 1 to 8"),
        ("move up", "the blank cannot move up: it is at the edge of b12 345 678"),
        ("move left", "cannot move left"),
        ("move sideways", "expected up, down, left, right"),
        ("move", "expected up, down, left, right"),
        ("randomizeState -1", "expected a whole number up to 1000000"),
        ("randomizeState 9999999", "expected a whole number up to 1000000"),
        ("maxNodes many", "expected a whole number"),
        ("solve", "expected A-star h1, A-star h2 or beam K"),
        ("solve A-star h3", "expected h1, h2"),
        ("solve beam 0", "expected at least 1"),
        ("printState now", "expected no arguments"),
    ],
)
def test_wrong_commands_are_reported_with_their_line(line: str, sentence: str) -> None:
    """A command that is unknown or illegal is one sentence with its line; the state stays, and the rest still runs."""
    wrong, right = script.run(["# a comment", "", line, "printState"])
    assert wrong.fault
    assert wrong.text.startswith("line 3: ")
    assert sentence in wrong.text
    assert (right.line, right.text, right.fault) == (4, "b12 345 678", False)


def test_moves_and_their_opposites_cancel() -> None:
    """The blank goes right, down, up and left, and the goal is back."""
    assert replies("move right\nmove down\nmove up\nmove left\nprintState") == ["b12 345 678"]


def test_the_limit_on_nodes_holds() -> None:
    """With maxNodes 18400 the deepest state of the published table is not solved by h1, and is by h2."""
    said = replies("setState 546 308 172\nmaxNodes 18400\nsolve A-star h1\nsolve A-star h2")
    assert said[0] == "no solution found: stopped at the limit of nodes"
    assert said[1].startswith("26 moves: ")


def test_states_without_a_plan_say_why() -> None:
    """A state of the other parity has no plan, and the reason is told."""
    (said,) = replies("setState b21 345 678\nsolve A-star h2")
    assert said.startswith("no solution: ")
    assert "odd" in said or "even" in said


def test_a_table_has_a_line_a_state() -> None:
    """`test` prints ten random states with what four methods looked at."""
    lines = replies("test")[0].splitlines()
    assert len(lines) == 1 + len(script.SHUFFLES)
    assert all(name in lines[0] for name in script.ENGINES)


def test_the_command_line_reads_files_and_what_is_typed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`script FILE` ends with 0, or with 2 where a line was at fault; without a file, commands are read as they are typed."""
    path = tmp_path / "puzzle.txt"
    path.write_text("printState\n")
    assert main(["script", str(path)]) == 0
    path.write_text("printStat\nprintState\n")
    assert main(["script", str(path)]) == 2
    told = capsys.readouterr()
    assert told.out == "b12 345 678\n" * 2
    assert "line 1: " in told.err
    monkeypatch.setattr("sys.stdin", io.StringIO("move right\nprintState\n"))
    assert main(["script"]) == 0
    assert capsys.readouterr().out == "1b2 345 678\n"
    assert main(["script", str(tmp_path / "none.txt")]) == 2
