"""The scripts that compare clauses of plans with a puzzle of tiles or blocks accept them, and no clause that differs."""

from __future__ import annotations

import contextlib
import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import exactcover
from encoders.puzzle import Puzzle, puzzle_of
from exactcover.files.exports import check_script
from exactcover.files.exports.certificate_to_lrat import head, problem
from exactcover.judges.clausal import question_clauses
from exactcover.model.certificate import InvalidCertificate
from exactcover.model.errors import InvalidInput
from exactcover.model.space import Sliding, Within
from tests.files.exports.test_check_scripts import mutants, verdict
from tests.parts import Few
from tests.random_puzzles import KINDS

NEAR = "tiles board=2x3 start=1,2,3,4,5,0 goal=1,2,0,4,5,3"


def puzzle(seed: int) -> Puzzle:
    """A puzzle of tiles on a small board; every fourth is larger."""
    rng = random.Random(seed)
    height, width = rng.choice([(2, 2), (2, 3), (3, 2), (1, 4), (1, 2)] if seed % 4 else [(3, 3), (4, 3), (2, 7)])
    start, goal = (rng.sample(range(height * width), height * width) for _ in range(2))
    if start == goal:
        goal = [*goal[1:], goal[0]]
    return puzzle_of("tiles", {"board": f"{height}x{width}", "start": start, "goal": goal})


def formula(subject: Puzzle, moves: int) -> str:
    """The clauses of plans of at most so many moves, as they are exported."""
    model = subject.encode().model
    assert isinstance(model, Sliding)
    within = Within(model, moves)
    return (head(within) + problem(question_clauses(within))).decode()


def script(subject: Puzzle) -> str:
    """The script for a puzzle of tiles."""
    encoder = subject.independent_encoder("lrat")
    assert encoder is not None
    return check_script.script(encoder, "lrat")


def test_clauses_of_random_plans_are_the_puzzles(few: Few, tmp_path: Path) -> None:
    """The script finds the clauses of random puzzles right, says of how many moves, and finds every mutant wrong."""
    canonical, written = tmp_path / "puzzle.json", tmp_path / "formula"
    tried = 0
    for seed in range(few(80)):
        subject, rng = puzzle(seed), random.Random(seed)
        moves = rng.randint(1, 5)
        text = formula(subject, moves)
        canonical.write_text(json.dumps(subject.canonical()))
        written.write_text(text)
        expected = f"plans of at most {moves} moves:\nthe formula is the puzzle\n"
        assert verdict(script(subject), canonical, written) == (0, expected), seed
        other = text.replace(f"most {moves} moves", f"most {moves + 1} moves")
        for mutant in [other, *mutants(text, True, rng)]:
            written.write_text(mutant)
            assert verdict(script(subject), canonical, written)[0] == 1, seed
            tried += 1
    assert tried > few(80)


def test_clauses_of_random_plans_of_blocks_are_the_puzzles(few: Few, tmp_path: Path) -> None:
    """So it is for blocks, in both metrics, of any order of their letters; a comment on other blocks is refused too."""
    canonical, written = tmp_path / "puzzle.json", tmp_path / "formula"
    tried = 0
    for seed in range(few(120)):
        rng = random.Random(seed)
        moves = rng.randint(1, 4)
        with contextlib.suppress(InvalidCertificate, InvalidInput):  # the start is a goal, or no goal is drawn
            subject = puzzle_of("blocks", KINDS["blocks"][1](rng))
            text = formula(subject, moves)
            canonical.write_text(json.dumps(subject.canonical()))
            written.write_text(text)
            expected = f"plans of at most {moves} moves:\nthe formula is the puzzle\n"
            assert verdict(script(subject), canonical, written) == (0, expected), seed
            fewer = text.replace(f"most {moves} moves", f"most {moves + 1} moves")
            for mutant in [fewer, *mutants(text, True, rng)]:
                written.write_text(mutant)
                assert verdict(script(subject), canonical, written)[0] == 1, seed
                tried += 1
            written.write_text(re.sub("c blocks at .*", "c blocks at 99,99", text))
            with pytest.raises(SystemExit, match="its blocks are others"):
                verdict(script(subject), canonical, written)
    assert tried > few(120)


@pytest.mark.parametrize(
    "changed",
    [
        {"goal": "A@1,0"},
        {"metric": "moves"},
        {"identical": "no"},
        {"motion": "lengthwise"},
        {"board": "AAB/..#/C.."},
        {"board": "AAB/.../C.#"},
    ],
)
def test_another_puzzle_of_blocks_is_not_the_formula(changed: dict[str, str], tmp_path: Path) -> None:
    """The clauses of one puzzle are refused for another goal, metric, board, and for other blocks that are alike."""
    subject = exactcover.puzzle("blocks", board="AAB/.../C..", goal="A@2,1")
    (tmp_path / "formula").write_text(formula(subject, 2))
    keys = subject.canonical()
    for more, expected in (({}, "0"), (changed, "1")):
        (tmp_path / "puzzle.json").write_text(json.dumps(keys | more))
        try:
            ended = str(verdict(script(subject), tmp_path / "puzzle.json", tmp_path / "formula")[0])
        except SystemExit as end:
            ended = "1" if str(end.code).startswith("the formula is not the puzzle") else str(end.code)
        assert ended == expected


@pytest.mark.parametrize(
    ("board", "metric"), [("bb../b.../...a/..aa", "steps"), (".aa./.a../#..b/..bb", "moves"), ("two-ls", "")]
)
def test_clauses_of_two_ls_are_the_puzzle(board: str, metric: str, tmp_path: Path) -> None:
    """Every box of two corner blocks is a goal, in the order of the clauses; no mutant is the puzzle."""
    keys = {"board": board, "metric": metric, "goal": "two-ls"}
    subject = puzzle_of("blocks", keys) if metric else exactcover.puzzle(board)
    canonical, written, text = tmp_path / "puzzle.json", tmp_path / "formula", formula(subject, 2)
    canonical.write_text(json.dumps(subject.canonical()))
    written.write_text(text)
    assert verdict(script(subject), canonical, written) == (0, "plans of at most 2 moves:\nthe formula is the puzzle\n")
    *lines, last = text.strip().split("\n")
    assert len(last.split()) > 3
    for mutant in [*mutants(text, True, random.Random(1)), "\n".join([*lines, last.split(" ", 1)[1]]) + "\n"]:
        written.write_text(mutant)
        assert verdict(script(subject), canonical, written)[0] == 1


@pytest.mark.parametrize("changed", [{"start": [1, 2, 3, 4, 0, 5]}, {"goal": [1, 0, 2, 4, 5, 3]}, {"board": "3x2"}])
def test_another_puzzle_is_not_the_formula(changed: dict[str, object], tmp_path: Path) -> None:
    """The clauses of one puzzle are refused for another start, goal or board."""
    subject = exactcover.puzzle(NEAR)
    (tmp_path / "formula").write_text(formula(subject, 2))
    (tmp_path / "puzzle.json").write_text(json.dumps(subject.canonical() | changed))
    assert verdict(script(subject), tmp_path / "puzzle.json", tmp_path / "formula")[0] == 1


def test_no_moves_and_no_way_to_go_are_refused(tmp_path: Path) -> None:
    """Clauses without the number of moves, or of a start that is the goal, are not compared."""
    subject = exactcover.puzzle(NEAR)
    text, canonical = formula(subject, 1), subject.canonical()
    for keys, content in ((canonical, text.split("\n", 1)[1]), (canonical | {"goal": canonical["start"]}, text)):
        (tmp_path / "formula").write_text(content)
        (tmp_path / "puzzle.json").write_text(json.dumps(keys))
        with pytest.raises(SystemExit, match="no number of moves, or the start is the goal"):
            verdict(script(subject), tmp_path / "puzzle.json", tmp_path / "formula")


def test_files_beside_a_proof_are_a_strangers_check(tmp_path: Path) -> None:
    """A bound by clauses is exported with the puzzle and a script, which a bare Python runs."""
    line = "tiles board=2x3 start=1,2,3,4,5,0 goal=0,1,2,4,5,3"
    answer = exactcover.prove(line, argument="clausal")
    names = exactcover.export(line, "lrat", tmp_path / "it", certificate=answer)
    assert [name.name for name in names] == ["it.cnf", "it.lrat", "it.puzzle.json", "it.readme_check.py"]
    command = [sys.executable, "-I", "-S", str(names[3]), str(names[2]), str(names[0])]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    moves = int(answer.bound or 0) - 1
    expected = f"plans of at most {moves} moves:\nthe formula is the puzzle\n"
    assert (run.returncode, run.stdout, run.stderr) == (0, expected, "")
