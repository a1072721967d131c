"""The catalogue: names, files and one-line forms come to the same puzzles; whatever else is named is refused shortly."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from encoders import catalogue, importers, listing
from encoders.catalogue import puzzle, puzzle_of_answer, split_words
from exactcover.model.errors import InvalidInput
from exactcover.model.puzzle_protocol import digest_of

LINE = "packing board=5x5 pieces=L5,N5,U5,W5,Y5"


def sha(*words: str, **keys: Any) -> str:
    """The digest of a puzzle."""
    return digest_of(puzzle(*words, **keys).canonical())


def refusal(*words: str, **keys: Any) -> str:
    """The sentence with which a specification is refused, without its end."""
    with pytest.raises(InvalidInput) as refused:
        puzzle(*words, **keys)
    sentence = str(refused.value)
    assert "\n" not in sentence
    assert len(sentence) < 400
    return sentence


def test_every_name_is_a_puzzle_with_title_and_source() -> None:
    """Each file of the catalogue is read, encodes without fault, and says where its figures come from."""
    assert "pentominoes-6x10" in listing.names()
    assert list(listing.names()) == sorted(listing.names())
    for name in listing.names():
        what = puzzle(name)
        assert what.title
        assert what.encoding_faults(what.encode().model) == []
        assert not what.published or what.source


def test_catalogue_puzzles_are_different() -> None:
    """No two names stand for the same puzzle."""
    digests = [sha(name) for name in listing.names()]
    assert len(set(digests)) == len(digests)


def test_all_ways_to_specify_are_one_puzzle(tmp_path: Path) -> None:
    """One quoted string, several words, keys in Python, a TOML and a JSON file have one digest."""
    keys = {"kind": "packing", "board": "5x5", "pieces": "L5,N5,U5,W5,Y5", "title": "five", "published": {"total": 8}}
    (tmp_path / "five.json").write_text(json.dumps(keys))
    (tmp_path / "five.toml").write_text('kind = "packing"\nboard = "5x5"\npieces = "L5,N5,U5,W5,Y5"\n')
    files = [sha(str(tmp_path / name)) for name in ("five.json", "five.toml")]
    assert {sha(LINE), sha(*LINE.split()), sha("packing", board="5x5", pieces="L5,N5,U5,W5,Y5"), *files} == {sha(LINE)}
    assert sha("packing", "board=5x5", "pieces=L5,N5,U5,W5,Y5", "kind=packing", "title=x") == sha(LINE)
    what = puzzle(str(tmp_path / "five.json"))
    assert (what.kind, what.title, dict(what.published)) == ("packing", "five", {"total": 8})


def test_drawn_files_are_read(tmp_path: Path) -> None:
    """A board drawn over lines, a legend and drawn pieces in a TOML file are the puzzle of the one-line form."""
    (tmp_path / "drawn.toml").write_text(
        'kind = "packing"\nboard = """\nAAAAA\n.B...\nBBB..\n.B...\n.....\n"""\n'
        '[legend]\nA = "I5"\nB = "cross"\n[pieces]\nI5 = "#####"\ncross = """\n.#.\n###\n.#."""\nL5 = "####\\n#"\n'
    )
    line = "packing board=5x5 pieces=I5,X5,L5 fixed=I5:0,0/0,1/0,2/0,3/0,4+X5:1,1/2,0/2,1/2,2/3,1"
    assert sha(str(tmp_path / "drawn.toml")) == sha(line)


def test_canonical_puzzles_are_read_back(tmp_path: Path) -> None:
    """The puzzle in an answer, written to a file, is the same puzzle; its pieces get the names of the solution."""
    for line in (LINE, "packing board=..#/A.. pieces=I1,I2 copies=any legend=A:I1", "packing board=3x3x3 pieces=soma"):
        canonical = puzzle(line).canonical()
        (tmp_path / "canonical.json").write_text(json.dumps(canonical))
        assert sha(str(tmp_path / "canonical.json")) == sha(line)
    solution = {"placements": [{"piece": "L5", "cells": [[0, 0], [1, 0], [2, 0], [3, 0], [3, 1]]}]}
    again = puzzle_of_answer({"puzzle": puzzle(LINE).canonical()}, solution)
    assert [piece.name for piece in again.value.pieces].count("L5") == 1
    assert digest_of(again.canonical()) == sha(LINE)


@pytest.mark.parametrize(
    "answer", [{}, {"puzzle": None}, {"puzzle": []}, {"puzzle": {"kind": []}}, {"puzzle": {"kind": "x"}}]
)
def test_answers_about_no_puzzle_are_refused(answer: dict[str, Any]) -> None:
    """An answer without a puzzle of a known kind in it cannot be drawn."""
    with pytest.raises(InvalidInput, match="the answer has no puzzle of a known kind"):
        puzzle_of_answer(answer, None)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "no puzzle is named; expected a catalogue name, a file, or KIND key=value ..."),
        (("",), "no puzzle is named"),
        (("  \n",), "no puzzle is named"),
        (("pentominos-6x10",), "unknown puzzle 'pentominos-6x10'; expected a catalogue name, a file"),
        (("pentominos-6x10",), "did you mean 'pentominoes-"),
        (
            ("paking board=6x10",),
            "'paking' takes no keys, 'board=6x10' was given; expected a kind of puzzle before keys",
        ),
        (("paking board=6x10",), "did you mean 'packing'?"),
        (("pentominoes-6x10", "board=3x3"), "'pentominoes-6x10' takes no keys, 'board=3x3' was given"),
        (("packing", "6x10"), "'6x10' is among the keys; expected key=value"),
        (("packing board=6x10 board=5x12 pieces=X5",), "the key 'board' is given twice"),
        (("packing board=5x5 pieces=X5 kind=sudoku",), "kind is 'sudoku'; expected packing"),
        (("packing board=5x5 pieces=X5 published=8",), "published is '8'; expected a table"),
        (("packing board=5x5 pieces=X5 hole=0,0",), "a packing has no key 'hole'"),
        (("packing",), "the packing has no board; expected board=6x10"),
        (("p" * 10**5,), "unknown puzzle 'pppp"),
        (("packing", "x" * 10**5), "is among the keys"),
        (("no/such/file",), "the file 'no/such/file' has no ending; expected .toml or .json"),
        (("no/such.xyz",), "the file 'no/such.xyz' has the ending '.xyz', which cannot be read; expected .toml"),
        (("no-such-file.toml",), "the file 'no-such-file.toml' cannot be read (no such file or directory)"),
        (("f" * 5000 + ".toml",), "cannot be read (file name too long)"),
        (("a\0.toml",), "cannot be read (embedded null byte)"),
        (("/dev/null/x.json",), "cannot be read (not a directory)"),
    ],
)
def test_bad_specifications_are_refused(words: tuple[str, ...], sentence: str) -> None:
    """Each has one line that quotes what was given, shortly, and says what was expected."""
    assert sentence in refusal(*words)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("z.backup", "the file 'z.backup' has the ending '.backup', which cannot be read; expected .toml or .json"),
        ("README.md", "the file 'README.md' has the ending '.md', which cannot be read; expected .toml or .json"),
        (
            "my cover.text",
            "the file 'my cover.text' has the ending '.text', which cannot be read; expected .toml or .json",
        ),
        ("soma-2", "the file 'soma-2' has no ending; expected .toml or .json"),
    ],
)
def test_a_file_that_exists_is_a_file(
    name: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A word that names a file of the working folder is no misspelt puzzle; the sentence lists the endings of all readers."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text("a\n")
    told = refusal(name)
    assert sentence in told
    assert "did you mean" not in told
    assert all(ending in told for ending in (*importers.IMPORTS, *importers.NUMBERED))


def test_a_folder_is_no_puzzle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A word that names a folder of the working folder is refused as a folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "covers").mkdir()
    assert refusal("covers") == "'covers' is a folder; expected a file"


def test_a_file_named_like_a_puzzle_takes_nothing_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The names of the catalogue keep their meaning, whatever files the working folder has."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "soma").write_text("")
    assert puzzle("soma").title == "Soma cube"


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.toml", "kind = packing", "is not TOML: Invalid value (at line 1, column 8); expected TOML"),
        ("a.toml", "{}", "is not TOML"),
        ("a.toml", 'kind = "packing"\nkind = "packing"', "is not TOML"),
        ("a.json", "{kind: 1}", "is not JSON: Expecting property name"),
        ("a.json", "", "is not JSON: Expecting value"),
        ("a.json", '{"kind": "packing", "kind": "packing"}', "an object has the key 'kind' twice; expected it once"),
        ("a.json", '{"kind": 1, "x": [{"y": 2, "y": 3}]}', "an object has the key 'y' twice"),
        ("a.json", "[1, 2]", "has [1, 2] at its top; expected keys"),
        ("a.json", "null", "has None at its top; expected keys"),
        ("a.json", '"' + "x" * 10**6 + '"', "has 'xxxx"),
        ("a.json", "[" * 10**5 + "]" * 10**5, "is not JSON: nested too deeply"),
        ("a.toml", "a = " + "[" * 10**5 + "]" * 10**5, "nest too deeply"),
        ("a.json", "9" * 10**5, "a number has over 4300 digits; expected fewer"),
        ("a.toml", "n = -" + "9" * 10**5, "a number has over 1000 digits; expected at most 1000"),
        ("a.toml", "", "has no kind; expected kind = one of packing"),
        ("a.toml", 'kind = "paking"', "has kind 'paking'; expected kind = one of packing, blokus, tiles, blocks"),
        ("a.toml", 'kind = "paking"', "did you mean 'packing'?"),
        ("a.json", '{"kind": ["packing"]}', "has kind ['packing']"),
        ("a.json", '{"kind": {"packing": 1}}', "has kind {'packing': 1}"),
        ("a.json", '{"kind": null}', "has kind None"),
        ("a.toml", 'kind = "packing"', "a.toml: the packing has no board"),
        ("a.toml", 'kind = "packing"\nboard = "6x"\npieces = "X5"', "a.toml: board is '6x'"),
        ("a.toml", 'kind = "packing"\nboard = "6x6"\npieces = "X5"\ntitle = 5', "title is 5; expected a text"),
        ("a.toml", 'kind = "packing"\nboard = "6x6"\npieces = "X5"\npublished = 5', "published is 5; expected a table"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, name: str, content: str, sentence: str) -> None:
    """A file that is no TOML, no JSON, no table or no puzzle is named, with what was found in it."""
    path = tmp_path / name
    path.write_text(content)
    found = refusal(str(path))
    assert sentence in found
    assert str(path) in found


def test_files_that_are_no_text_are_refused(tmp_path: Path) -> None:
    """Bytes that are not UTF-8 are refused with the place of the first; so is a folder with the ending of a file."""
    (tmp_path / "latin.toml").write_bytes('title = "é"'.encode("latin-1"))
    assert "is not UTF-8 text (byte 9)" in refusal(str(tmp_path / "latin.toml"))
    (tmp_path / "folder.toml").mkdir()
    assert "cannot be read (is a directory)" in refusal(str(tmp_path / "folder.toml"))


def test_files_over_four_megabytes_are_refused(tmp_path: Path) -> None:
    """A file of 10 MB is refused by its size, one of just under 4 MB is read."""
    text = 'kind = "packing"\nboard = "5x5"\npieces = "X5"\n#'
    (tmp_path / "large.toml").write_text(text + "x" * 10_000_000)
    assert "has over 4000000 bytes; expected at most 4000000" in refusal(str(tmp_path / "large.toml"))
    (tmp_path / "fits.toml").write_text(text + "x" * (4_000_000 - len(text)))
    assert puzzle(str(tmp_path / "fits.toml")).kind == "packing"


def test_deeply_nested_values_are_refused(tmp_path: Path) -> None:
    """At whatever depth the parser still manages, quoting the value manages too."""
    for depth in range(900, 1000, 7):
        (tmp_path / "deep.json").write_text(
            '{"kind": "packing", "board": "3x3", "pieces": ' + "[" * depth + "]" * depth + "}"
        )
        assert refusal(str(tmp_path / "deep.json"))


def test_words_of_the_command_line_are_split() -> None:
    """The first word and all directly following ones of the form key=value are the puzzle."""
    words = ["packing", "board=5x5", "up-to=3", "answer.json", "x=y"]
    assert split_words(words) == (words[:3], words[3:])
    assert split_words([LINE, "answer.json"]) == ([LINE], ["answer.json"])
    assert split_words(["pentominoes-6x10"]) == (["pentominoes-6x10"], [])
    assert split_words([]) == ([], [])


def test_published_figures_are_whole_numbers() -> None:
    """Classes and totals of the catalogue are positive, with at most as many classes as solutions."""
    for name in listing.names():
        published = tomllib.loads((Path(catalogue.__file__).parent / "puzzles" / f"{name}.toml").read_text()).get(
            "published", {}
        )
        assert all(isinstance(value, int) for value in published.values())
        if {"classes", "total"} <= set(published):
            assert 0 <= published["classes"] <= published["total"]


def test_a_puzzle_of_the_catalogue_is_read_once_and_its_figures_are_nobody_elses() -> None:
    """The value is made once; whoever changes what is published of a puzzle changes it for nobody else."""
    one, other = catalogue.puzzle("soma"), catalogue.puzzle("soma")
    assert one.value is other.value
    dict_of_one = one.published
    assert isinstance(dict_of_one, dict)
    dict_of_one["total"] = 7
    assert catalogue.puzzle("soma").published == other.published != dict_of_one
