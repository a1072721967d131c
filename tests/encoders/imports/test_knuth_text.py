"""Knuth's text of covers: what is read, what it comes to, and what is refused with its line."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from encoders import catalogue
from encoders.imports import knuth_text
from exactcover import api
from exactcover.model.errors import InvalidInput

COLOURED = "| TAOCP 7.2.2.1, (49)\n\np q r | x y\n  p q x y:A\np r x:A y\n| a comment\np x:B\nq x:A\nr y:B\n"
PRICED = "a 2:3|b 2|c | s\na b c |5\n b c s |-2 \nb a\nb\n"


def test_colours_become_names_of_items_with_colours() -> None:
    """The coloured example of TAOCP 7.2.2.1, (49) has one solution, the one printed with it."""
    keys = knuth_text.keys(COLOURED)
    assert keys["items"] == ["p", "q", "r", ["x", 0, 1], ["y", 0, 1]]
    assert keys["options"][:2] == [["p", "q", "x", "y:A"], ["p", "r", "x:A", "y"]]
    puzzle = catalogue.puzzle("cover", items=keys["items"], options=keys["options"])
    assert list(api.iterate(puzzle)) == [{"options": [["p", "r", "x:A", "y"], ["q", "x:A"]]}]


def test_bounds_and_costs_are_read() -> None:
    """A bound alone is both bounds; an option without a cost costs nothing, one with its cost what is behind the bar."""
    keys = knuth_text.keys(PRICED)
    assert keys["items"] == ["a", ["b", 2, 3], ["c", 2, 2], ["s", 0, 1]]
    assert keys["options"] == [["a", "b", "c"], ["b", "c", "s"], ["a", "b"], ["b"]]
    assert keys["costs"] == [5, -2, 0, 0]
    answer = api.solve(catalogue.puzzle("cover", items=keys["items"], options=keys["options"], costs=keys["costs"]))
    assert (answer.status, answer.cost) == ("OPTIMAL", 3)


def test_a_file_and_the_same_cover_by_keys_are_one_puzzle(tmp_path: Path) -> None:
    """Text, gzipped text and the key `file` give one digest, and count one solution."""
    plain, packed = tmp_path / "small.dlx", tmp_path / "small.dlx.gz"
    plain.write_text(COLOURED)
    packed.write_bytes(gzip.compress(COLOURED.encode()))
    own = {key: value for key, value in knuth_text.keys(COLOURED).items() if key != "kind"}
    canonical = catalogue.puzzle("cover", **own).canonical()
    for words in ((str(plain),), (str(packed),), ("cover", f"file={packed}")):
        assert catalogue.puzzle(*words).canonical() == canonical
    assert api.count(catalogue.puzzle(str(packed))).count == 1


def test_options_without_a_primary_item_are_left_out_with_a_note() -> None:
    """They are in no solution that has nothing to spare; the source of the puzzle names their lines."""
    keys = knuth_text.keys("a | s t\na s:x\ns:x\nt\n")
    assert keys["options"] == [["a", "s:x"]]
    assert keys["source"] == "2 options without a primary item were left out (lines 3, 4)"


def test_repeated_options_are_different_ones() -> None:
    """Options with the same items and colours all stay, each with its cost."""
    keys = knuth_text.keys("a b | s\na s:x |4\ns:x a |3\na s:y |1\nb\n")
    assert keys["options"] == [["a", "s:x"], ["a", "s:x"], ["a", "s:y"], ["b"]]
    assert keys["costs"] == [4, 3, 1, 0]
    assert knuth_text.keys("0:2|a\na a\na\n")["options"] == [["a", "a"], ["a"]]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "no line of items"),
        ("| a comment\n\n", "no line of items"),
        ("a b a\na\n", "line 1: the item 'a' occurs twice"),
        ("a | b | c\na\n", "line 1: '|' occurs twice"),
        ("a | 2|b\na\n", "line 1: the secondary item 'b' has bounds"),
        ("x|a\na\n", "line 1: 'x|a' has no bounds"),
        ("3:2|a\na\n", "line 1: '3:2|a' has a lower bound above"),
        ("a:b c\nc\n", "line 1: 'a:b' is not an item"),
        ("2| c\nc\n", "line 1: '2|' is not an item"),
        ("alpha beta\n\nalpha beto\n", "line 3: unknown item 'beto'"),
        ("a b\na b a\n", "line 2: the item 'a' occurs twice"),
        ("a | s\na s:x s:y\n", "line 2: the item 's' occurs twice"),
        ("a | s\na:x s\n", "line 2: the primary item 'a' has a colour"),
        ("a | s\na s:\n", "line 2: 's:' has no colour"),
        ("a | s\na s:x:y\n", "line 2: 's:x:y' has no colour"),
        ("a\na |1 |2\n", "line 2: the option has the costs"),
        ("a\na |1.5\n", "line 2: '|1.5' is not a cost"),
        ("a\na |9999999999999999\n", "line 2: '|9999999999999999' is not a cost"),
    ],
)
def test_bad_text_is_refused_with_its_line(text: str, fault: str) -> None:
    """Each fault is one sentence that names the line."""
    with pytest.raises(InvalidInput) as caught:
        knuth_text.keys(text)
    assert fault in str(caught.value)
    assert "\n" not in str(caught.value)


def test_too_many_options_are_refused_by_the_limit_they_hit() -> None:
    """The line on which there are too many is named, and the limit."""
    with pytest.raises(InvalidInput, match="line 5: the text has over 3 options"):
        knuth_text.keys("a b c d\na\nb\nc\nd\n", most_options=3)


def test_junk_is_refused(tmp_path: Path) -> None:
    """Binary junk, text cut short and a file that gunzips to too much have one sentence each."""
    junk = tmp_path / "junk.dlx"
    junk.write_bytes(bytes(range(256)))
    with pytest.raises(InvalidInput, match="not UTF-8"):
        catalogue.puzzle(str(junk))
    bomb = tmp_path / "bomb.dlx.gz"
    bomb.write_bytes(gzip.compress(b" " * (catalogue.LARGEST_IMPORT + 1), 1))
    with pytest.raises(InvalidInput, match="expected at most"):
        catalogue.puzzle(str(bomb))
