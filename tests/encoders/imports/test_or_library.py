"""OR-Library's set partitioning text: what is read, and what is refused with its line."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from encoders import catalogue
from encoders.imports import or_library
from exactcover import api
from exactcover.model.errors import InvalidInput

TEXT = "3 4\n5 2 1 2\n 7 1 3\n4 2 2 1\n9 3 1 2 3\n"
FOLDER = Path(__file__).parents[3] / "benchmarks" / "set_partitioning"


def test_columns_become_options() -> None:
    """Rows are items by number, columns options, named by number; of two columns with the same rows the cheapest is kept."""
    assert or_library.keys(TEXT) == {
        "kind": "cover",
        "items": ["1", "2", "3"],
        "options": [["1", "2"], ["3"], ["1", "2", "3"]],
        "costs": [4, 7, 9],
        "names": ["3", "2", "4"],
    }


def test_a_file_and_the_same_cover_by_keys_are_one_puzzle(tmp_path: Path) -> None:
    """Text, gzipped text, the key `file` and the keys themselves give one digest."""
    plain, packed = tmp_path / "schedule.txt", tmp_path / "schedule.txt.gz"
    plain.write_text(TEXT)
    packed.write_bytes(gzip.compress(TEXT.encode()))
    keys = or_library.keys(TEXT)
    own = catalogue.puzzle("cover", **{key: value for key, value in keys.items() if key != "kind"}).canonical()
    assert catalogue.puzzle(str(plain)).canonical() == own
    assert catalogue.puzzle(str(packed)).canonical() == own
    assert catalogue.puzzle("cover", f"file={packed}").canonical() == own
    assert catalogue.puzzle(f"cover file={plain}").canonical() == own


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the text ends before the number of rows"),
        ("3 1\n5 2 1", "the text ends before a row of column 1"),
        ("3 1\n5 1 4", "line 2: a row of column 1 is 4; expected 1 to 3"),
        ("3 1\n5 0", "line 2: the number of rows of column 1 is 0"),
        ("3 1\n5 2 1 1", "line 2: column 1 has a row twice"),
        ("3 1\n5 1 1\n\n8", "line 4: 8 follows the last column"),
        ("3 1\n5 1 x", "line 2: 'x' is not an integer"),
        ("3 1\n5.5 1 1", "line 2: '5.5' is not an integer"),
        ("0 1", "line 1: the number of rows is 0"),
        ("3 3000000", "line 1: the number of columns is 3000000"),
        ("3 1\n99999999999999999999 1 1", "line 2: '99999999999999999999' is not an integer"),
    ],
)
def test_faults_are_told_by_line(text: str, sentence: str) -> None:
    """Each fault of the text has one sentence, with its line."""
    with pytest.raises(InvalidInput) as fault:
        or_library.keys(text)
    assert str(fault.value).startswith(sentence)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\x1f\x8b junk", "is not a gzip file"),
        (gzip.compress(TEXT.encode())[:-9], "is truncated"),
        (gzip.compress(TEXT.encode()) * 2, "continues after"),
        (gzip.compress(b"\xff\xfe"), "is not UTF-8 text"),
        (gzip.compress(bytes(2_000_000)), "has over 1000000 bytes"),
    ],
    ids=["junk", "cut", "twice", "no text", "large"],
)
def test_bad_gzip_files_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, sentence: str
) -> None:
    """Junk, a cut file, a second member, no text, and one that unpacks to too much: one sentence each."""
    monkeypatch.setattr(catalogue, "LARGEST_IMPORT", 1_000_000)
    path = tmp_path / "bad.txt.gz"
    path.write_bytes(content)
    with pytest.raises(InvalidInput, match=sentence):
        catalogue.puzzle(str(path))


def test_the_key_file_stands_alone(tmp_path: Path) -> None:
    """Other keys beside `file`, and a file of another kind, are refused."""
    path = tmp_path / "p.toml"
    path.write_text('kind = "packing"\nboard = "2x2"\npieces = "dominoes"\n')
    with pytest.raises(InvalidInput, match="expected a cover"):
        catalogue.puzzle("cover", f"file={path}")
    with pytest.raises(InvalidInput, match="no other key"):
        catalogue.puzzle("cover", f"file={path}", "items=a")
    with pytest.raises(InvalidInput, match="cannot be read"):
        catalogue.puzzle("cover", "file=nothing.txt")


@pytest.mark.parametrize(("name", "optimum"), [("nw42", 7656), ("nw36", 7314), ("nw08", 35894)])
def test_published_optima_are_certified(name: str, optimum: int) -> None:
    """Airline schedules are solved to the published optimum, with a certificate under 5 kB that the judge accepts."""
    answer = api.solve(api.puzzle(str(FOLDER / f"spp{name}.txt.gz")))
    assert (answer.status, answer.cost, answer.bound, answer.evidence) == ("OPTIMAL", optimum, optimum, "prices")
    assert answer.certificate is not None
    assert len(answer.certificate.to_text()) - len(str(answer.puzzle)) < 5_000


def test_a_proof_is_asked_for_and_checked() -> None:
    """`prove` proves the optimum, `check` accepts its certificate and refuses one with a larger bound."""
    puzzle = api.puzzle(str(FOLDER / "sppnw42.txt.gz"))
    answer = api.prove(puzzle)
    assert (answer.status, answer.bound, answer.evidence) == ("OPTIMAL", 7656, "prices")
    assert answer.certificate is not None
    assert "at least 7656" in answer.argument[-1]
    accepted = answer.certificate.to_json()
    assert api.check_text(puzzle, json.dumps(accepted))["accepted"]
    assert not api.check_text(puzzle, json.dumps(accepted | {"bound": 7658}))["accepted"]


def test_rows_without_a_column_are_a_cover_without_options() -> None:
    """A text may have no columns: nothing covers its rows."""
    assert or_library.keys("2 0\n") == {"kind": "cover", "items": ["1", "2"], "options": [], "costs": []}
