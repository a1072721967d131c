"""The script that compares a pseudo-Boolean model of growth with a Blokus position accepts it, and nothing that differs."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import exactcover
from encoders.blokus import independent_encoder
from encoders.puzzle import Puzzle, puzzle_of
from exactcover.files.exports import check_script
from exactcover.files.exports.barrier_steps import GrowthRows
from exactcover.model.growth import Growth
from tests import random_puzzles
from tests.files.exports.test_check_scripts import verdict
from tests.growth_models import PUBLISHED, random_keys
from tests.parts import Few

COVER = "blokus-cover-6x6"


def formulas(subject: Puzzle) -> list[str]:
    """The model of a position as proofs have it: without costs, and with them if there are any."""
    growth = subject.encode().model
    assert isinstance(growth, Growth)
    rows = GrowthRows(growth)
    sizes = [growth.pieces[placement.piece].size for placement in rows.placements]
    costs = {"cells": sizes, "left over": [-size for size in sizes]}
    priced = [rows.problem(costs[growth.price])] if growth.price in costs else []
    return [formula.decode() for formula in [rows.problem(None), *priced]]


def mutants(text: str, rng: random.Random) -> Iterator[str]:
    """The model without a constraint, with a larger bound, with another sign, and with another variable or literal in one."""
    lines = text.splitlines()
    strict = {line for line, (bound, *_) in independent_encoder.read(text) if bound != "min"}
    for number in rng.sample(range(len(lines)), len(lines))[:6]:
        if lines[number] not in strict:
            continue
        words = lines[number].split(" ")
        larger = [*words[:-2], str(int(words[-2]) + 1), ";"]
        for changed in ([], [" ".join(larger)], [*[lines[number]] * 2]):
            yield "\n".join([*lines[:number], *changed, *lines[number + 1 :]])
        place = rng.randrange(0, len(words) - 3, 2)
        variable = words[place + 1]
        if words[place] != "+0":
            words[place + 1] = variable[1:] if variable[0] == "~" else f"~{variable}"
            yield "\n".join([*lines[:number], " ".join(words), *lines[number + 1 :]])


def test_models_of_random_positions_are_the_positions(few: Few, tmp_path: Path) -> None:
    """The script finds the models of random positions right, with pieces in any order, and every mutant wrong."""
    canonical, formula = tmp_path / "puzzle.json", tmp_path / "formula"
    tried: Counter[str] = Counter()
    for seed in range(few(150)):
        keys = random_keys(seed) if seed % 3 else random_puzzles.KINDS["blokus"][1](random.Random(seed))
        subject = puzzle_of("blokus", keys)
        canonical.write_text(json.dumps(subject.canonical()))
        encoder = subject.independent_encoder("veripb")
        assert encoder is not None
        script = check_script.script(encoder, "veripb")
        for text in formulas(subject):
            formula.write_text(text)
            costly = subject.canonical()["goal"] != "fill" and "min:" not in text
            expected = "the formula is the puzzle" + (", without its costs\n" if costly else "\n")
            assert verdict(script, canonical, formula) == (0, expected), seed
            for mutant in mutants(text, random.Random(seed)):
                formula.write_text(mutant)
                assert verdict(script, canonical, formula)[0] == 1, (seed, mutant)
                tried["mutants"] += 1
            tried[subject.canonical()["goal"]] += 1
    assert min(tried[each] for each in ("cover", "fill", "most", "mutants")) > 0


def test_another_position_is_not_the_formula(tmp_path: Path) -> None:
    """The model of one position is refused for a position with another start, goal, piece or square."""
    subject = puzzle_of("blokus", {"board": "4x4", "goal": "cover", "pieces": "I2,I3,V3", "targets": "3,3"})
    encoder = subject.independent_encoder("veripb")
    assert encoder is not None
    script, canonical = check_script.script(encoder, "veripb"), subject.canonical()
    (tmp_path / "formula").write_text(formulas(subject)[1])
    changes: list[dict[str, Any]] = [
        {"start": [0, 1]}, {"goal": "most"}, {"goal": "fill"}, {"others": [[2, 2]]}, {"holes": [[1, 1]]},
        {"own": [[0, 0]]}, {"targets": [[3, 2]]}, {"anchor": "legacy"}, {"pieces": canonical["pieces"][1:]},
    ]  # fmt: skip
    for changed in [{}, *changes]:
        (tmp_path / "puzzle.json").write_text(json.dumps(canonical | changed))
        assert verdict(script, tmp_path / "puzzle.json", tmp_path / "formula")[0] == bool(changed), changed


@pytest.mark.parametrize("name", ["cover-6x6", "corners-5x5"])
def test_models_of_published_positions_are_the_positions(name: str, tmp_path: Path) -> None:
    """The models of published positions, with thousands of variables, are found right."""
    subject = puzzle_of("blokus", PUBLISHED[name][0])
    encoder = subject.independent_encoder("veripb")
    assert encoder is not None
    (tmp_path / "puzzle.json").write_text(json.dumps(subject.canonical()))
    (tmp_path / "formula").write_text(formulas(subject)[1])
    script = check_script.script(encoder, "veripb")
    assert verdict(script, tmp_path / "puzzle.json", tmp_path / "formula") == (0, "the formula is the puzzle\n")


def test_files_beside_a_proof_are_a_strangers_check(tmp_path: Path) -> None:
    """A certificate by barriers is exported with the position and a script, which a bare Python runs."""
    answer = exactcover.prove(COVER, argument="barriers")
    names = exactcover.export(COVER, "veripb", tmp_path / "it", certificate=answer)
    assert [name.name for name in names] == ["it.opb", "it.pbp", "it.puzzle.json", "it.readme_check.py"]
    command = [sys.executable, "-I", "-S", str(names[3]), str(names[2]), str(names[0])]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "the formula is the puzzle\n", "")
