"""The commands `hint`, `count --over` and `list --project`: what they print, and their exit status."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from exactcover import cli
from tests.schemas import validate

Said = Callable[..., tuple[int, str, str]]
FIVE = ("packing", "board=5x5", "pieces=pentominoes", "copies=0..1")
BARS = ("packing", "board=4x4", "pieces=dominoes", "copies=any")


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Said:
    """Return a function that runs a command in an empty folder, and returns its status, output and standard error."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str, str]:
        return cli.main(words), *capsys.readouterr()

    return run


def test_a_line_for_each_choice(said: Said) -> None:
    """With `--over` its number of solutions comes first; `--project` leaves it out."""
    _, counted, _ = said("count", *FIVE, "--over", "X5,I5")
    _, listed, _ = said("list", *FIVE, "--project", "X5,I5")
    lines, choices = counted.splitlines(), listed.splitlines()
    assert lines[0] == choices[0] == "9 choices for X5,I5 with 856 solutions in all."
    assert lines[1].split() == ["264", "none"]
    assert [line.split(maxsplit=1)[1] for line in lines[1:]] == choices[1:]
    status, out, _ = said("count", *FIVE, "--over", "pieces", "--json")
    validate("choices", json.loads(out))
    assert status == 0


def test_other_options_are_refused_beside_a_table(said: Said) -> None:
    """They have no meaning there."""
    status, _, err = said("count", *FIVE, "--over", "X5", "--seed", "3")
    assert (status, "--seed was given with --over" in err) == (2, True)


def test_a_hint_names_the_wrong_move_of_a_file(said: Said) -> None:
    """And why nothing fits; its object is as the schema has it."""
    moves = [[[0, 1], [1, 1]], [[1, 0], [2, 0]], [[3, 2], [3, 3]]]
    Path("moves.json").write_text(json.dumps({"placements": [{"piece": "I2", "cells": cells} for cells in moves]}))
    status, out, _ = said("hint", *BARS, "--from", "moves.json", "--time-limit", "20")
    first, *why = out.splitlines()
    assert (status, first.startswith("Wrong since move 2 of 3, I2 at 1,0/2,0. Impossible: ")) == (0, True)
    assert why
    status, out, _ = said("hint", *BARS, "--from", "moves.json", "--time-limit", "20", "--json")
    validate("hint", json.loads(out))
    assert json.loads(out)["wrong"]["number"] == 2


def test_a_hint_needs_no_file(said: Said) -> None:
    """Of an empty board too, and of a picture in a word."""
    status, out, _ = said("hint", *BARS, "begun=A.BB/A.../..../....", "--time-limit", "20")
    assert (status, out.strip().endswith("solutions have it.")) == (0, True)
