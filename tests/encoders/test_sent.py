"""Puzzles that strangers send as the text of a file: those of other programs too, refused as their files are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from encoders import importers, sent
from encoders.sent import is_batch
from exactcover import api
from exactcover.api import editing
from exactcover.model.errors import InvalidInput
from tests.encoders.imports.test_xmpuzzle import SOMA

COVER: dict[str, Any] = {
    "kind": "cover",
    "items": ["1", "2", "3"],
    "options": [["1", "2"], ["3"], ["1"], ["2", "3"]],
    "costs": [3, 1, 2, 2],
}
OR_LIBRARY = "3 4  3 2 1 2  1 1 3  2 1 1  2 2 2 3"


def digest(keys: Mapping[str, Any]) -> str:
    """Return the digest of the puzzle that keys are."""
    return api.digest_of(editing.puzzle(keys).canonical())


def test_each_format_of_files_is_one_of_texts() -> None:
    """What can be read from a file of another program can be sent."""
    own = (*importers.IMPORTS, *importers.NUMBERED)
    assert {*sent.formats()} == {"json", "toml", *(ending.removeprefix(".") for ending in own)}


@pytest.mark.parametrize("to", ["dlx", "mps", "opb"])
def test_what_was_exported_may_be_sent(to: str) -> None:
    """A cover that was written for other programs is sent and opened as the same number of solutions of the same least cost."""
    text = api.export(editing.puzzle(COVER), to)[""].decode()
    for keys in (sent.puzzle_sent({"format": to, "text": text})[1], editing.keys_of_text(text, f"A.{to.upper()}")):
        puzzle = editing.puzzle(keys)
        assert (puzzle.kind, len(puzzle.canonical()["options"])) == ("cover", 4)
    assert sorted(keys["costs"]) == sorted(COVER["costs"])


def test_set_partitioning_may_be_sent() -> None:
    """OR-Library's text is a cover; a page opens it as .txt, where it begins with a number, and other texts as ever."""
    own = digest(COVER)
    assert digest(sent.puzzle_sent({"format": "txt", "text": OR_LIBRARY})[1]) == own
    assert digest(editing.keys_of_text(OR_LIBRARY, "sppnw41.txt")) == own
    text = editing.text_of_keys(COVER, ".toml")
    assert digest(editing.keys_of_text(text, "cover.txt")) == digest(editing.keys_of_text(text)) == own


def test_a_problem_of_several_may_be_sent() -> None:
    """The text of a file of several problems is sent with the number of one; without one it is the first."""
    for more in ({}, {"number": 1}):
        keys = sent.puzzle_sent({"format": "xmpuzzle", "text": SOMA, **more})[1]
        assert digest(keys) == digest(editing.keys_of_text(SOMA, "soma.xmpuzzle"))
    for number, file_format, text in ((2, "xmpuzzle", SOMA), ("1", "xmpuzzle", SOMA), (1, "txt", OR_LIBRARY)):
        with pytest.raises(InvalidInput, match=r"number|problem"):
            sent.puzzle_sent({"format": file_format, "text": text, "number": number})


@pytest.mark.parametrize(
    ("file_format", "text", "sentence"),
    [
        ("dlx", "a b\nc", "line 2"),
        ("mps", "nothing", "line 1"),
        ("opb", "1 x1", "line 1"),
        ("txt", "2 1  1 2 1", "number"),
        ("json", '{"kind": 1, "kind": 1}', "an object has the key 'kind' twice"),
        ("dlxx", "a", "expected json, toml, cnf"),
        ("dlx", 7, "expected the text of a file"),
    ],
)
def test_faults_are_those_of_files(file_format: str, text: object, sentence: str) -> None:
    """A text that is none of its format is refused by the sentence of its reader."""
    with pytest.raises(InvalidInput, match=sentence):
        sent.puzzle_sent({"format": file_format, "text": text})


def test_a_batch_is_an_object_with_that_key() -> None:
    """A puzzle's keys, a line and a list that names a batch are none."""
    assert is_batch({"batch": []})
    assert not any(map(is_batch, ({"kind": "queens", "n": 4}, "batch", ["batch"], "queens n=4", None, 7)))
