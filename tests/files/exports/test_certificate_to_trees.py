"""Steiner trees as puzzle, claim and script: the script finds the judge's bounds by itself, and proves nothing false."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from encoders.blokus import trees_checker
from encoders.puzzle import Puzzle, puzzle_of
from exactcover import api
from exactcover.files.exports.certificate_to_trees import convert
from exactcover.files.exports.written import ARGUMENTS
from exactcover.judges import steiner
from exactcover.model.certificate import Refutation
from exactcover.model.errors import InvalidInput
from exactcover.model.growth import Growth
from tests.backends.test_connected_growths import cheapest
from tests.growth_models import PUBLISHED, random_keys
from tests.parts import Few
from tests.proofs.provers.arguments import refutation
from tests.random_models import listed

COVER = "blokus-cover-6x6"


def position(seed: int) -> tuple[Puzzle, Growth]:
    """A random position and its growth."""
    puzzle = puzzle_of("blokus", random_keys(seed))
    return puzzle, growth_of(puzzle)


def growth_of(puzzle: Puzzle) -> Growth:
    """The growth of a position."""
    model = puzzle.encode().model
    assert isinstance(model, Growth)
    return model


def verdict(folder: Path, problem: bytes, trees: bytes, capsys: pytest.CaptureFixture[str]) -> str | None:
    """What the script prints as proved; None if it proves nothing."""
    names = [str(folder / "it.json"), str(folder / "it.trees")]
    for name, content in zip(names, (problem, trees), strict=True):
        Path(name).write_bytes(content)
    try:
        trees_checker.main(*names)
    except (SystemExit, ValueError, KeyError, IndexError, TypeError, AttributeError):
        return None
    return capsys.readouterr().out


def test_the_script_finds_the_bounds_of_the_judge(few: Few) -> None:
    """For random positions, targets and weights the script has the judge's weight of a tree and the judge's bound."""
    rng, seen = random.Random(3), set()
    for seed in range(few(300)):
        puzzle, model = position(seed)
        again = trees_checker.Position(puzzle.canonical())
        wanted = sorted(again.wanted)
        if not wanted:
            continue
        targets, weight = rng.sample(wanted, rng.randint(1, len(wanted))), rng.randint(0, 4)
        steiner.read(model, {"targets": [list(cell) for cell in targets], "weight": weight})
        assert again.lightest(targets, weight) == steiner.least_weight(model, list(targets), weight), seed
        bound = steiner.bound(model, list(targets), weight)
        assert again.fewest(targets, weight) == bound, seed
        seen.add(bound)
    assert len(seen) > 5
    assert None in seen


def test_what_the_prover_finds_is_proved_and_nothing_more(
    few: Few, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The script proves each refutation of the prover, and neither a larger bound nor that there is no solution."""
    seen = set()
    for seed in range(few(160)):
        puzzle, model = position(seed)
        proof = refutation("steiner", model)
        if proof is None:
            continue
        problem, trees, _ = convert(model, proof, puzzle)
        said = verdict(tmp_path, problem, trees, capsys)
        if proof.bound is None:
            assert said == "PROVED: no solution\n"
            assert not listed("brute", model)
        else:
            assert said == f"PROVED: every solution covers at least {proof.bound} squares\n"
            claim, rest = trees.split(b"\n", 1)
            for larger in (b"none", b"bound %d" % (proof.bound + 1)):
                assert verdict(tmp_path, problem, larger + b"\n" + rest, capsys) is None, (seed, claim)
        seen.add((proof.bound is None, model.price))
    assert {refuted for refuted, _ in seen} == {False, True}


@pytest.mark.parametrize(("name", "bound"), [("mini-contest-10x10", 17), ("cover-6x6", 7), ("corners-8x8", 20)])
def test_published_positions_are_bounded(
    name: str, bound: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The script proves the prover's bounds on published positions."""
    puzzle = puzzle_of("blokus", PUBLISHED[name][0])
    proof = refutation("steiner", growth_of(puzzle))
    assert proof is not None
    problem, trees, _ = convert(growth_of(puzzle), proof, puzzle)
    assert verdict(tmp_path, problem, trees, capsys) == f"PROVED: every solution covers at least {bound} squares\n"


def mutated(text: str, rng: random.Random) -> str:
    """A text with a character changed, a line left out or repeated, another claim, another weight or other targets."""
    lines = text.splitlines()
    kind = rng.randrange(6)
    if kind == 0:
        lines[0] = rng.choice(["none", "bound 3", "bound 5", "bound 9", "bound 99", "bound", "bound -1"])
    elif kind == 1:
        lines[1] = rng.choice(["weight 0", "weight -1", "weight -4", "weight 7", "weight 900", "weight 1.5", "weight"])
    elif kind == 2:
        cells = [f"{rng.randint(-1, 4)},{rng.randint(-1, 4)}" for _ in range(rng.randint(0, 3))]
        lines[2] = " ".join(["targets", *cells])
    elif kind == 3:
        lines.pop(rng.randrange(len(lines)))
    elif kind == 4:
        lines.insert(rng.randrange(len(lines)), rng.choice(lines))
    else:
        place = rng.randrange(len(text))
        return text[:place] + rng.choice("0123456789,- ") + text[place + 1 :]
    return "\n".join([*lines, ""])


def test_mutated_files_prove_nothing_false(few: Few, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is changed in the claim, the weight or the targets, what the script proves is true."""
    rng, kept, refused = random.Random(4), 0, 0
    for seed in range(40):
        puzzle, model = position(seed)
        proof = refutation("steiner", model)
        if proof is None:
            continue
        best = cheapest(model) if model.price == "cells" else None
        right = bool(listed("brute", model))
        problem, trees, _ = convert(model, proof, puzzle)
        for _ in range(few(40)):
            said = verdict(tmp_path, problem, mutated(trees.decode(), rng).encode(), capsys)
            if said is None:
                refused += 1
                continue
            kept += 1
            if said == "PROVED: no solution\n":
                assert not right, seed
            else:
                assert best is None or int(said.split()[-2]) <= best, seed
    assert kept > few(40)
    assert refused > few(40)


FORGED: list[tuple[str, dict[str, Any], str]] = [
    ("bound 8\nweight 2\ntargets 1,4 2,2 5,5", {}, "the trees prove that 7 squares are covered"),
    ("none\nweight 2\ntargets 1,4 2,2 5,5", {}, "the trees prove that 7 squares are covered"),
    ("bound 7\nweight -1\ntargets 1,4 2,2 5,5", {}, "the weight is negative"),
    ("bound 7\nweight 0\ntargets 1,4 2,2 5,5 0,5", {}, "a target need not be covered"),
    ("bound 7\nweight 0\ntargets 1,4 2,2 5,5", {"goal": "most", "targets": []}, "a target need not be covered"),
    ("bound 1\nweight 0\ntargets 3,3", {"goal": "fill"}, "with the goal fill squares do not cost"),
    ("bound 7\nweight 0\ntargets 1,4 2,2 5,5", {"kind": "packing"}, "this is no Blokus"),
    ("bound 7\nweight 0\ntargets 1,4 2,2 5,5", {"pieces": [{"cells": [[0, 0], [1, 1]]}]}, "a piece is in parts"),
    ("bound 7\nweight 0\ntargets 1,4 2,2 5,5", {"targets": [[2, 2]]}, "a target need not be covered"),
]


@pytest.mark.parametrize(("trees", "changed", "sentence"), FORGED)
def test_forged_files_are_refused(trees: str, changed: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    """Each forgery of a claim, or of the puzzle below it, is refused for its own reason."""
    (tmp_path / "it.json").write_text(json.dumps(api.puzzle(COVER).canonical() | changed))
    (tmp_path / "it.trees").write_text(trees + "\n")
    with pytest.raises(SystemExit) as ended:
        trees_checker.main(str(tmp_path / "it.json"), str(tmp_path / "it.trees"))
    assert str(ended.value).startswith("NOT PROVED: ")
    assert sentence in str(ended.value)


def test_other_programs_need_the_files_alone(tmp_path: Path) -> None:
    """A stranger's Python proves what `export` writes, without this package; with a closer target it proves nothing."""
    answer = api.prove(COVER, argument="steiner")
    problem, trees, script = api.export(COVER, "trees", tmp_path / "it", certificate=answer)
    assert trees.read_text().startswith("bound 7\nweight ")
    assert len(script.read_text().splitlines()) <= 150
    command = [sys.executable, "-I", "-S", str(script), str(problem), str(trees)]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "PROVED: every solution covers at least 7 squares\n", "")
    other = json.loads(problem.read_text())
    other["targets"] = [[2, 2]]
    problem.write_text(json.dumps(other))
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith("NOT PROVED: ")


def test_other_arguments_and_kinds_are_refused() -> None:
    """Only Steiner trees are written, and only for a kind with a script."""
    puzzle = api.puzzle(COVER)
    model = puzzle.encode().model
    body = {"targets": [[2, 2]], "weight": 0}
    with pytest.raises(InvalidInput, match="the argument barriers cannot be written as trees; expected steiner"):
        convert(model, Refutation("barriers", {}, 1), puzzle)
    with pytest.raises(InvalidInput, match="no script that checks trees of puzzles of this kind"):
        convert(model, Refutation("steiner", body, 1), api.puzzle("queens n=4"))
    assert ARGUMENTS["trees"] == ("steiner",)
