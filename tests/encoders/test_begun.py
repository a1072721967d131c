"""Partly filled boards: pieces known by their shapes, solutions and answers, grids, and every fault."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import exactcover
from encoders.sent import puzzle_sent
from exactcover.cli import main
from exactcover.model.errors import InvalidInput
from exactcover.solving.summary import summary

SMALL: dict[str, Any] = {"board": "4x4", "pieces": "tetrominoes", "copies": "any"}


def placed(puzzle: exactcover.Puzzle) -> dict[str, int]:
    """How many copies of each piece are pre-placed."""
    names = [place["piece"] for place in puzzle.canonical()["fixed"]]
    return {str(name): names.count(name) for name in names}


def test_letters_are_known_by_their_shapes() -> None:
    """No legend says what they are, and letters may be any."""
    begun = exactcover.puzzle("packing", **SMALL, begun="QQW./QQW./.WW./....")
    fixed = exactcover.puzzle("packing", **SMALL, fixed="O4:0,0/0,1/1,0/1,1+L4:0,2/1,2/2,2/2,1")
    assert begun == fixed
    assert exactcover.count(begun).count == 1


def test_one_letter_may_be_several_pieces() -> None:
    """Where its cells have the shape of no piece, each connected part is one."""
    begun = exactcover.puzzle("packing", **SMALL, begun="AA../AA../..AA/..AA")
    assert begun == exactcover.puzzle("packing", **SMALL, fixed="O4:0,0/0,1/1,0/1,1+O4:2,2/2,3/3,2/3,3")


def test_a_solution_with_some_placements_is_a_beginning() -> None:
    """In Python, as JSON text, as a line of a list, and as an answer: the same puzzle, which has the solution."""
    answer = exactcover.solve("soma")
    written = answer.to_json()
    some = {"placements": written["solution"]["placements"][:3]}
    every = [
        exactcover.puzzle("soma", begun=begun)
        for begun in (
            some,
            some["placements"],
            json.dumps(some),
            json.dumps(some) + "\n",
            {**written, "solution": some},
        )
    ]
    assert all(each == every[0] for each in every)
    assert exactcover.count(every[0]).count
    assert exactcover.count(exactcover.puzzle("soma", begun=written)).count == 1


def test_what_is_pre_placed_may_be_drawn_again() -> None:
    """A picture of the whole board has the puzzle's own pre-placed pieces too."""
    own = {**SMALL, "fixed": "O4:0,0/0,1/1,0/1,1"}
    begun = exactcover.puzzle("packing", **own, begun="AA../AA../CCCC/....")
    assert begun == exactcover.puzzle("packing", **own | {"fixed": f"{own['fixed']}+I4:2,0/2,1/2,2/2,3"})


def test_bodies_and_other_lattices_are_begun_too() -> None:
    """In layers, and in the plane of triangles."""
    body = exactcover.puzzle("packing", board="2x2x2", pieces="I2", copies="any", begun="A./A.//../..")
    assert exactcover.count(body).count == 3
    keys = {"lattice": "triangle", "board": "hexagon:1", "pieces": "diamond", "copies": "any"}
    every = list(exactcover.iterate(exactcover.puzzle("packing", **keys)))
    some = {"placements": json.loads(json.dumps(every[0]))["placements"][:1]}
    assert exactcover.count(exactcover.puzzle("packing", **keys, begun=some)).count == 1


def test_congruent_pieces_are_chosen_by_the_letter() -> None:
    """If their names distinguish them."""
    pieces = [{"name": name, "picture": "##"} for name in ("alpha", "beta")]
    keys = {"board": "2x2", "pieces": pieces, "labelled": True}
    begun = exactcover.puzzle("packing", **keys, begun="bb/..")
    assert begun == exactcover.puzzle("packing", **keys, fixed="beta:0,0/0,1")


@pytest.mark.parametrize("kind", ["sudoku", "latin"])
def test_grids_are_begun(kind: str) -> None:
    """Cells of the grid are given beside the puzzle's own, which may be repeated."""
    keys: dict[str, Any] = {"grid": "1" + "." * 15} | ({"n": 4} if kind == "latin" else {})
    begun = exactcover.puzzle(kind, **keys, begun="12../..../..../....")
    assert begun == exactcover.puzzle(kind, **keys | {"grid": "12" + "." * 14})
    assert exactcover.puzzle(kind, **keys, begun={"grid": ".2" + "." * 14}) == begun
    with pytest.raises(InvalidInput, match="begun has '3' in cell 1; expected 1, which is given there"):
        exactcover.puzzle(kind, **keys, begun="3" + "." * 15)
    with pytest.raises(InvalidInput, match="begun has 3 cells; expected 16"):
        exactcover.puzzle(kind, **keys, begun="12.")


@pytest.mark.parametrize(
    ("begun", "words"),
    [
        ("AAA./..../..../....", "begun has 'A' on 3 cells from 0,0 on, which no piece that is left covers"),
        ("..../..../..../....", "where nothing is placed"),
        ("AAAA*", "row 0, column 4 has '\\*'"),
        ("AAAAA", "begun has 'A' at 0,4, which is not a cell of the board"),
        ("@file", "has '@'"),
        (7, "begun is 7"),
        ({"grid": "1"}, "begun has no list of placements"),
        ({"task": "solve", "status": "UNKNOWN"}, "begun is None"),
        ([{"piece": "O4"}], "as placement 0; expected a piece and its cells"),
        ([{"piece": "O4", "cells": [[0, 0], [0, 1], [0, 2], [0, 3]]}], "covers cells of another shape"),
        ([{"piece": "O5", "cells": [[0, 0], [0, 1], [0, 2], [0, 3]]}], "not among the pieces"),
        ('{"placements"', "begun is no JSON"),
        ("[" * 100_000, "begun is no JSON .nested too deeply."),
    ],
)
def test_faults_are_named(begun: Any, words: str) -> None:
    """Each in one sentence. No file is read for those who send a puzzle."""
    with pytest.raises(InvalidInput, match=words) as fault:
        puzzle_sent({"kind": "packing", **SMALL, "begun": begun})
    assert "\n" not in str(fault.value)


def test_more_copies_than_there_are_cannot_be_begun() -> None:
    """The second square is no piece that is left."""
    with pytest.raises(InvalidInput, match="no piece that is left covers"):
        exactcover.puzzle("packing", board="4x5", pieces="tetrominoes", begun="AABB./AABB./...../.....")


def test_other_kinds_have_no_beginning() -> None:
    """They refuse the key like any that is unknown."""
    with pytest.raises(InvalidInput, match="begun"):
        exactcover.puzzle("queens", n=8, begun="Q")


@pytest.mark.parametrize(
    "words",
    [["packing", "board=4x4", "pieces=tetrominoes", "copies=any"], ["packing board=4x4 pieces=tetrominoes copies=any"]],
)
def test_a_file_begins_any_puzzle_of_the_command_line(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--from FILE` after words, or after one quoted string."""
    file = tmp_path / "begun.txt"
    file.write_text("AAB.\nAAB.\n.BB.\n....\n")
    assert main(["count", *words, "--from", str(file)]) == 0
    assert "1 solution" in capsys.readouterr().out


def test_a_file_of_the_catalogue_is_begun(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By a list of one of its solutions; a missing file is one sentence."""
    answer = exactcover.solve("soma")
    assert "a solution" in summary(answer)
    (tmp_path / "begun.json").write_text(json.dumps({"placements": answer.to_json()["solution"]["placements"][:5]}))
    assert main(["count", "soma", "--from", str(tmp_path / "begun.json"), "--json"]) == 0
    assert '"count": "1"' in capsys.readouterr().out
    assert main(["count", "soma", "--from", str(tmp_path / "none.json")]) == 2
    assert "cannot be read (no such file or directory)" in capsys.readouterr().err
