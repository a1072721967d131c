"""The commands: what they print, the JSON objects they give, the files they write, the exit status. In this process, but for
what only a whole process shows: tests/cli/test_signals.py, tests/cli/test_bad_input.py."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import exactcover
from exactcover import __version__, cli
from tests.commands import HARD, run
from tests.schemas import validate

SMALL = ("packing", "board=2x3", "pieces=dominoes", "copies=any")  # 3 packings
NONE = ("packing", "board=1x3", "pieces=dominoes", "copies=any")
SQUARE = {"placements": [{"piece": "O4", "cells": [[0, 0], [0, 1], [1, 0], [1, 1]]}]}

Say = Callable[..., tuple[int, str]]


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """Return a function that runs a command and returns its status and what it printed; standard error stays empty."""

    def said(*words: str) -> tuple[int, str]:
        status = cli.main(words)
        out, err = capsys.readouterr()
        assert err == ""
        return status, out

    return said


def answer_of(text: str) -> dict[str, Any]:
    """Return the answer object on the last line, as the schema has it."""
    answer: dict[str, Any] = json.loads(text.splitlines()[-1])
    validate("answer", answer)
    return answer


def test_the_package_is_a_program() -> None:
    """`python -m exactcover` is the command line, its exit status included."""
    for words, status in ((("puzzles", "--json"), 0), (("solve", "no-such-puzzle"), 2)):
        command = [sys.executable, "-m", "exactcover", *words]
        program = subprocess.run(command, capture_output=True, text=True, check=False)
        installed = run(*words)
        assert program.returncode == status
        assert (program.stdout, program.stderr) == (installed.stdout, installed.stderr)


@pytest.mark.parametrize("backend", ["auto", "exact", "cpsat", "sat", "brute", "sat:cadical153", "sat:solver=glucose4"])
def test_solve_says_what_was_found(say: Say, backend: str) -> None:
    """`solve --json` prints one answer object with a solution, and the engine that found it; the status is 0."""
    status, out = say("solve", *SMALL, "--backend", backend, "--json")
    answer = answer_of(out)
    assert (status, len(out.splitlines()), answer["status"]) == (0, 1, "FEASIBLE")
    validate("solution", answer["solution"])
    assert backend.partition(":")[0] in ("auto", answer["engine"]["name"])


@pytest.mark.parametrize("backend", ["exact", "cpsat", "sat", "brute"])
def test_infeasible_is_an_answer(say: Say, backend: str) -> None:
    """A puzzle without a solution is answered, status 0; the evidence is the engine's word."""
    for task in ("solve", "count"):
        status, out = say(task, *NONE, "--backend", backend, "--json")
        answer = answer_of(out)
        assert (status, answer["status"], answer["evidence"]) == (0, "INFEASIBLE", "exhausted")
        assert answer["count"] == ("0" if task == "count" else None)


def test_unknown_is_status_3(say: Say) -> None:
    """A run that ended at a limit without an answer is status 3, and its object says which limit."""
    for option, reason in (("--node-limit", "nodes"), ("--time-limit", "time"), ("--memory-limit", "memory")):
        status, out = say("count", *HARD, option, "10" if reason == "memory" else "1", "--backend", "brute", "--json")
        assert (status, answer_of(out)["stop_reason"]) == (3, reason)


def test_count_and_its_limit(say: Say) -> None:
    """A finished count is a string of digits; `--limit 2` asks whether there is just one."""
    status, out = say("count", *SMALL, "--json")
    answer = answer_of(out)
    assert (status, answer["count"], answer["exhausted"], answer["stop_reason"]) == (0, "3", True, None)
    status, out = say("count", *SMALL, "--limit", "2", "--json")
    answer = answer_of(out)
    assert (status, answer["status"], answer["count"]) == (0, "FEASIBLE", "2")
    assert (answer["exhausted"], answer["stop_reason"]) == (False, "solutions")
    one = answer_of(say("count", "packing", "board=2x2", "pieces=O4", "--limit", "2", "--json")[1])
    assert (one["count"], one["exhausted"]) == ("1", True)


@pytest.mark.parametrize(("limit", "number"), [((), 3), (("--limit", "2"), 2), (("--limit", "9"), 3)])
def test_list_prints_json_lines(say: Say, limit: tuple[str, ...], number: int) -> None:
    """`list --json` prints one solution a line, all different, and the answer object last; a limit reached is status 0."""
    status, out = say("list", *SMALL, *limit, "--json")
    *solutions, _ = out.splitlines()
    answer = answer_of(out)
    for solution in solutions:
        validate("solution", json.loads(solution))
    assert (status, len(set(solutions)), answer["count"]) == (0, number, str(number))
    assert answer["exhausted"] is (number == 3)


def test_options_stand_anywhere(say: Say) -> None:
    """Options before, within and after the puzzle, and a puzzle in one quoted string, are all the same request."""
    kind, *keys = SMALL
    ways = [
        ("--seed", "3", "--json", *SMALL), (*SMALL, "--json", "--seed", "3"), (kind, "--json", *keys, "--seed=3"),
        (" ".join(SMALL), "--json", "--seed", "3"),
    ]  # fmt: skip
    answers = [answer_of(say("solve", *way)[1]) for way in ways]
    for answer in answers:
        del answer["statistics"]
    assert answers == [answers[0]] * len(ways)
    assert answers[0]["engine"]["options"]["seed"] == 3


def test_quiet_leaves_the_summary(say: Say) -> None:
    """`--quiet` prints no drawing, only what the answer is worth."""
    assert say("solve", *SMALL)[1].startswith("┌")
    for task in ("solve", "list"):
        assert say(task, *SMALL, "--quiet")[1].startswith("FEASIBLE: ")


def test_reports_are_as_their_schemas_say(say: Say) -> None:
    """`puzzles`, `engines` and `info` print one object with --json, and lines for people without."""
    for words, kind in ((("puzzles",), "puzzles"), (("engines",), "engines"), (("info", "pentominoes-6x10"), "info")):
        status, out = say(*words, "--json")
        validate(kind, json.loads(out))
        plain = say(*words)[1]
        assert status == 0
        assert ("pentominoes-6x10" if kind == "puzzles" else "cpsat" if kind == "engines" else "9356") in plain


def test_version(say: Say) -> None:
    """`--version` prints the version."""
    assert say("--version") == (0, f"exactcover {__version__}\n")


def test_a_verbose_version_has_what_a_bug_report_needs(say: Say) -> None:
    """`--version --verbose` names the version, Python, platform, kernels, libraries, extras, processors and memory limits."""
    status, out = say("--version", "--verbose")
    facts = dict(line.partition(": ")[::2] for line in out.splitlines()[1:])
    assert (status, out.splitlines()[0]) == (0, f"exactcover {__version__}")
    assert {"Python", "platform", "kernels", "numpy", "ortools", "pysat", "highspy", "flint", "typer"} <= facts.keys()
    assert {"extra jit", "extra plot", "extra service", "processors", "memory limit"} <= facts.keys()
    assert facts["kernels"].split()[0] in ("library,", "compiled", "plain")
    assert all(facts.values())


@pytest.fixture
def square(tmp_path: Path, say: Say) -> dict[str, Path]:
    """Return files that say something of the 2x2 board: an answer, a solution, JSON lines, and spoiled ones."""
    words = ("packing", "board=2x2", "pieces=O4", "--json")
    wrong = {"placements": [{"piece": "O4", "cells": [[0, 0], [0, 1], [1, 0], [1, 2]]}]}
    contents = {
        "answer": say("solve", *words)[1],
        "solution": json.dumps(SQUARE),
        "lines": say("list", *words)[1],
        "other": say("solve", "packing", "board=2x4", "pieces=O4", "copies=2", "--json")[1],
        "wrong": json.dumps(wrong),
        "empty": "{}",
        "number": "7",
        "none": say("count", *words)[1],
    }
    files = {name: tmp_path / f"{name}.json" for name in contents}
    for name, content in contents.items():
        files[name].write_text(content)
    return files


@pytest.mark.parametrize(("name", "expected", "begin"), [
    ("answer", 0, "accepted: "), ("solution", 0, "accepted: "), ("lines", 3, "accepted: the answer is right as far as"),
    ("none", 3, "not verified: nothing in the answer is wrong"),
    ("other", 4, "refused: 1 fault"), ("wrong", 4, "refused: "), ("empty", 4, "refused: "), ("number", 4, "refused: "),
])  # fmt: skip
def test_check_judges(say: Say, square: dict[str, Path], name: str, expected: int, begin: str) -> None:
    """`check` ends with 0 if all is verified, 3 if nothing is wrong and something not verified, 4 if something is false."""
    words = ("check", "packing", "board=2x2", "pieces=O4", str(square[name]))
    status, out = say(*words, "--json")
    told = json.loads(out)
    validate("check", told)
    assert (status, told["accepted"], bool(told["faults"])) == (expected, begin.startswith("accepted"), expected == 4)
    assert (expected == 3) == (told["faults"] == [] and told["unverified"] != [])
    assert say(*words)[1].startswith(begin)


def test_draw_in_all_forms(say: Say, square: dict[str, Path]) -> None:
    """A puzzle alone, a puzzle with a solution or an answer, and an answer alone can be drawn."""
    words = ("packing", "board=2x2", "pieces=O4")
    empty = say("draw", *words)[1]
    drawn = say("draw", *words, str(square["solution"]))[1]
    assert ("O4" in empty, "O4" in drawn) == (False, True)
    for given in ((*words, str(square["answer"])), (*words, str(square["lines"])), (str(square["answer"]),)):
        assert say("draw", *given) == (0, drawn)


def test_wrong_solution_is_not_drawn(square: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    """A solution that the referee refuses is input at fault for `draw`."""
    assert cli.main(["draw", "packing", "board=2x2", "pieces=O4", str(square["wrong"])]) == 2
    assert "the solution is wrong and cannot be drawn: " in capsys.readouterr().err


def test_solution_is_written_by_its_ending(say: Say, tmp_path: Path) -> None:
    """`solve -o` writes a picture or text by the file's ending, whatever its case, and JSON under any other name."""
    for name in ("a.svg", "a.PNG", "a.txt", "a.json", "a.jsonl", "a"):
        path = tmp_path / name
        status, out = say("solve", *SMALL, "--json", "-o", str(path))
        content = path.read_bytes()
        assert status == 0
        if name.lower().endswith("png"):
            assert content[:8] == b"\x89PNG\r\n\x1a\n"
            assert min(struct.unpack(">II", content[16:24])) > 50
        elif name.endswith((".svg", ".txt")):
            assert content.startswith(b"<" if name.endswith("svg") else "┌".encode())
        else:
            assert json.loads(content) == answer_of(out)["solution"]


def test_list_is_written_by_its_ending(say: Say, tmp_path: Path) -> None:
    """`list -o` writes an array, JSON lines or drawings; without a solution the array is empty."""

    def written(name: str, words: tuple[str, ...]) -> str:
        assert say("list", *words, "--quiet", "-o", str(tmp_path / name))[0] == 0
        return (tmp_path / name).read_text()

    assert len(json.loads(written("a.json", SMALL))) == 3
    assert [list(json.loads(line)) for line in written("a.jsonl", SMALL).splitlines()] == [["placements"]] * 3
    assert written("a.txt", SMALL).count("┌") == 3
    assert json.loads(written("none.json", NONE)) == []
    assert written("none.jsonl", NONE) == ""


def test_nothing_is_written_where_there_is_no_solution(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A solve without a solution or a certificate leaves an existing file as it was, and says so."""
    path = tmp_path / "a.json"
    path.write_text("old")
    assert cli.main(["solve", *NONE, "--backend", "exact", "-o", str(path)]) == 0
    assert path.read_text() == "old"
    assert "nothing was written to" in capsys.readouterr().err


def test_answer_is_printed_where_its_file_cannot_be_written(capsys: pytest.CaptureFixture[str]) -> None:
    """A full disk under -o is status 2 and a sentence, and loses no answer."""
    assert cli.main(["solve", *SMALL, "--json", "-o", "/dev/full"]) == 2
    out, err = capsys.readouterr()
    assert answer_of(out)["status"] == "FEASIBLE"
    assert err.startswith("exactcover: the output /dev/full cannot be written (no space left on device)")


def test_whole_process_is_as_the_function() -> None:
    """The installed command prints its answer, no progress when nothing is a terminal, and ends with the function's status."""
    ended = run("count", *SMALL, "--json")
    assert (ended.returncode, ended.stderr, answer_of(ended.stdout)["count"]) == (0, "", "3")
    assert run("count", *HARD, "--backend", "exact", "--node-limit", "1").returncode == 3


def test_a_body_is_drawn_from_the_front(say: Say, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`draw --view iso` writes SVG and PNG; as text, as a film, and of a board in the plane it is refused in one sentence."""
    words = ["draw", "packing", "board=2x2x2", "pieces=V3,L4"]
    for ending in ("svg", "png"):
        assert say(*words, "--view", "iso", "-o", str(tmp_path / f"body.{ending}"))[0] == 0
    assert "layer 1, top" in (tmp_path / "body.svg").read_text()
    assert (tmp_path / "body.png").read_bytes().startswith(b"\x89PNG")
    body = str(tmp_path / "refused.svg")
    for wrong, sentence in (
        ([*words, "--view", "iso"], "the view iso was given without -o FILE.svg"),
        ([*words, "--view", "is", "-o", body], "the view is 'is'; expected layers or iso"),
        ([*words, "--view", "iso", "--film", "-o", body], "a film cannot be drawn in the view 'iso'"),
        (["draw", "packing", "board=2x2", "pieces=O4", "--view", "iso", "-o", body], "this board lies in the plane"),
    ):
        assert cli.main(wrong) == 2
        assert sentence in capsys.readouterr().err
    assert not (tmp_path / "refused.svg").exists()


def test_a_list_tells_whether_the_pieces_come_apart(tmp_path: Path) -> None:
    """In a word with each drawing, and in its line of JSON, which is a solution all the same."""
    file = tmp_path / "soma.jsonl"
    ran = run("list", "soma", "--disassemble", "--limit", "1", "-o", str(file))
    assert ran.stdout.startswith("solution 1: comes apart, level 1 (1 move until something is free)")
    line = json.loads(file.read_text())
    assert line["disassembly"]["comes_apart"]
    assert run("check", "soma", str(file)).returncode == 0
    assert "squares or cubes" in run("list", *("queens", "n=6"), "--disassemble").stderr


def test_of_many_solutions_each_is_taken_apart(tmp_path: Path) -> None:
    """Solutions that come as a table have their disassemblies, the same as one by one."""
    file = tmp_path / "soma.jsonl"
    assert (
        run("list", "soma", "--disassemble", "--limit", "40", "-o", str(file)).stdout.count("comes apart, level") == 40
    )
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(lines) == 40
    for line in lines[::13]:
        own = exactcover.disassemble("soma", {"placements": line["placements"]})
        assert own.to_json() == line["disassembly"]


def test_a_solution_is_written_as_arrays(tmp_path: Path) -> None:
    """`-o FILE.npz` writes a solution of any size, which `check` accepts."""
    file = tmp_path / "soma.npz"
    assert run("solve", "soma", "-o", str(file)).returncode == 0
    assert run("check", "soma", str(file)).stdout.startswith("accepted")
