"""Editors of kinds: their fields are keys, what they begin with is a puzzle, and editing what is unchanged changes nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

import exactcover
from encoders import catalogue, toml
from encoders.editor import as_text, editable, plain_editor
from encoders.kinds import KINDS
from encoders.puzzle import puzzle_of
from exactcover.api import editing
from exactcover.model.errors import InvalidInput

COVER = {"kind": "cover", "items": ["a", "b"], "options": [["a"], ["b"], ["a", "b"]]}
PACKING = {"kind": "packing", "board": "2x2", "pieces": ["I2"]}


def float_of_a_browser(digits: str) -> int:
    """The integer that a browser reads, whose numbers are floats."""
    return int(float(digits))


@pytest.mark.parametrize("kind", KINDS)
def test_an_editor_begins_with_a_puzzle(kind: str) -> None:
    """Each kind brings an editor whose fields and brushes write keys of the kind, and which begins with a puzzle."""
    editor = KINDS[kind].editor
    assert editor is not None
    assert editor.name != kind
    assert editor.about.endswith(".")
    keys = {field.key for field in editor.fields} | {brush.key for field in editor.fields for brush in field.brushes}
    assert keys - {""} <= set(KINDS[kind].keys)
    assert puzzle_of(kind, editor.start).canonical() == puzzle_of(kind, editable(editor, editor.start)).canonical()


@pytest.mark.parametrize("name", exactcover.puzzles())
def test_what_is_edited_stays_the_same_puzzle(name: str) -> None:
    """The keys of a puzzle of the catalogue, as an editor takes them, and its canonical keys, ask the same."""
    puzzle = exactcover.puzzle(name)
    for keys in (catalogue.keys_of(name), puzzle.canonical()):
        assert editing.puzzle(editing.for_editor(keys)).canonical() == puzzle.canonical()


@pytest.mark.parametrize(
    "keys",
    [
        {**COVER, "costs": [1, 2, 4]},
        {**COVER, "costs": [1, 2.5, "1/3"], "maximise": True},
        {**COVER, "costs": [-1, 0, 2**60 + 1]},
        {**PACKING, "copies": [1, 2]},
        {**PACKING, "copies": {"I2": 2}, "holes": [[0, 0], [0, 1]]},
        {**PACKING, "copies": 2, "fixed": [{"piece": "I2", "cells": [[0, 0], [0, 1]]}]},
    ],
    ids=str,
)
def test_numbers_and_lists_stay_what_they_are(keys: dict[str, Any]) -> None:
    """Costs, copies and placements are the same puzzle after a reload, a link and a saved file, in a browser's numbers."""
    puzzle = editing.puzzle(keys)
    taken = json.loads(json.dumps(editing.for_editor(keys)), parse_int=float_of_a_browser)
    assert editing.puzzle(taken) == puzzle
    assert editing.for_editor(taken) == taken
    for ending in (".toml", ".json"):
        assert editing.puzzle(editing.keys_of_text(editing.text_of_keys(taken, ending), f"a{ending}")) == puzzle


@pytest.mark.parametrize("name", exactcover.puzzles())
def test_toml_that_is_written_reads_as_the_same_keys(name: str) -> None:
    """The keys of a puzzle written as TOML are the same keys when they are read."""
    keys = catalogue.keys_of(name)
    assert toml.loads(toml.dumps(keys)) == keys


def test_a_line_of_rush_hour_is_edited_as_a_board() -> None:
    """A line that stands for a board is written out for the editor, and stays the same puzzle."""
    line = "oooooo" * 2 + "AAoooo" + "oooooo" * 3
    keys = {"kind": "blocks", "rush-hour": line}
    taken = editing.for_editor(keys)
    assert taken["board"].replace("\n", "/").count("/") == 5
    assert editing.puzzle(taken).canonical() == editing.puzzle(keys).canonical()


def test_toml_writes_any_text() -> None:
    """Quotes, lines, controls and keys that are no words are read as they were; a null is refused."""
    keys = {"a b": 'x"y\\z\n\t\x7f\x00é', "c": [1, True, {"d.e": -2}], "": ""}
    assert toml.loads(toml.dumps(keys)) == keys
    with pytest.raises(InvalidInput, match="null"):
        toml.dumps({"a": [None]})


def test_values_are_written_as_on_the_command_line() -> None:
    """Coordinates, numbers, names by letters and switches become the texts that the command line takes."""
    assert as_text([[0, 1], [2, 3]]) == "0,1/2,3"
    assert as_text([8, 0, 6]) == "8,0,6"
    assert as_text({"A": "X5", "B": "I5"}) == "A:X5,B:I5"
    assert (as_text(True), as_text("\n..\n"), as_text([])) == ("yes", "..", "")
    assert as_text([{"piece": "I2", "cells": [[0, 0]]}]).startswith('[{"piece"')


def test_a_kind_without_an_editor_gets_a_line_for_every_key() -> None:
    """Where a kind has brought no editor, each of its keys is a line of text."""
    editor = plain_editor("new", ("size", "start"))
    assert [(field.key, field.widget) for field in editor.fields] == [("size", "text"), ("start", "text")]


def test_an_answer_among_lines_names_its_puzzle() -> None:
    """Of a list that was saved, solutions first and the answer last, the puzzle is taken, its pieces named."""
    answer = exactcover.solve("tetrominoes-4x10").to_json()
    text = '{"placements": []}\n' + json.dumps(answer)
    names = {piece["name"] for piece in editing.keys_of_text(text)["pieces"]}
    assert names == {place["piece"] for place in answer["solution"]["placements"]}
    for wrong in ("", "kind = 7", '{"status": "UNKNOWN", "task": "solve", "puzzle": null}', "[1]", "{"):
        with pytest.raises(InvalidInput):
            editing.keys_of_text(wrong)


def test_pieces_are_laid_on_their_board() -> None:
    """A solution in space is its pieces with all cells; a puzzle alone is open cells; a plan has its first and last board."""
    puzzle = exactcover.puzzle("soma")
    body = editing.laid(puzzle.picture(exactcover.solve(puzzle).solution))
    assert body is not None
    assert body["dims"] == [3, 3, 3]
    assert sum(len(cells) for _, cells in body["pieces"]) == 27
    flat = editing.laid(exactcover.puzzle("mutilated-chessboard").picture())
    assert flat is not None
    assert (flat["dims"], flat["pieces"], len(flat["open"])) == ([8, 8], [], 62)
    start = editing.laid(exactcover.puzzle("huarong-dao-moves").picture(), 0)
    assert start is not None
    assert start["dims"] == [5, 4]
    assert dict(start["pieces"])["B"] == [[0, 1], [0, 2], [1, 1], [1, 2]]
    assert editing.laid(exactcover.puzzle("packing", board="65x65", pieces="dominoes").picture()) is None
    assert editing.laid(exactcover.puzzle("packing board=2x2x2x2 pieces=dominoes copies=any").picture()) is None
