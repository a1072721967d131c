"""LP, MPS and OPB: what is written comes back with the same count, what is read is what it states, faults name line and row."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from encoders import catalogue
from encoders.imports import lp, mps, opb
from exactcover import api
from exactcover.cli import main
from exactcover.model.errors import InvalidInput
from tests.files.exports.test_models import selections, small_covers, text_in

READERS: dict[str, Callable[[str], dict[str, Any]]] = {"lp": lp.keys, "mps": mps.keys, "opb": opb.keys}
FOLDER = Path(__file__).parents[3] / "benchmarks" / "set_partitioning"


def puzzle_in(text: str, to: str) -> Any:
    """The puzzle that a text describes."""
    return api.puzzle("cover", **{key: value for key, value in READERS[to](text).items() if key != "kind"})


@pytest.mark.parametrize("to", READERS)
def test_there_and_back_small_covers_keep_their_solutions(to: str) -> None:
    """Multiplicities, secondary items, equal columns, rows that nothing satisfies: the number of solutions and the cost stay."""
    for model in small_covers():
        if not model.options:
            continue
        again = puzzle_in(text_in(model, to), to)
        right = selections(model)
        assert api.count(again, backend="brute").count == len(right)
        if model.costs is not None and right:
            least = min(int(model.costs[list(each)].sum()) for each in right)
            assert api.solve(again, backend="cpsat").cost == least


@pytest.mark.parametrize("to", READERS)
def test_there_and_back_a_packing_is_the_same_cover_but_for_names(to: str, tmp_path: Path) -> None:
    """Written, read, written again: where every item counts, the text is the same but for the order that new names make."""
    text = api.export("soma", to)[""].decode()
    path = tmp_path / f"soma.{to}.gz"
    path.write_bytes(gzip.compress(text.encode()))
    again = catalogue.puzzle(str(path))
    assert catalogue.puzzle("cover", f"file={path}").canonical() == again.canonical()
    words = sorted(len(line.split()) for line in text.splitlines())
    assert sorted(len(line.split()) for line in api.export(again, to)[""].decode().splitlines()) == words
    assert api.count(again).count == 480 * 24


@pytest.mark.parametrize("to", READERS)
def test_crew_schedules_keep_their_optimum(to: str) -> None:
    """An airline's schedule through the format has the published optimum, with a certificate."""
    text = api.export(api.puzzle(str(FOLDER / "sppnw42.txt.gz")), to)[""].decode()
    answer = api.solve(puzzle_in(text, to))
    assert (answer.status, answer.cost, answer.bound) == ("OPTIMAL", 7656, 7656)


def test_opb_is_read_as_it_says() -> None:
    """Equal coefficients, negated variables, rows over several lines, rows of the same variables, variables without a row."""
    text = (
        "* #variable= 5 #constraint= 5\nmin: +3 x1 -1 x2 ;\n+2 x1\n +2 x2 >= 3 ; -1 x1 -1 x2 >= -2 ;\n"
        "+1 ~x3 +1 ~x4 >= 1 ;\n+1 x3 +1 x4 +0 x1 <= 1;"
    )
    assert opb.keys(text) == {
        "kind": "cover",
        "items": [["1", 2, 2], ["3", 0, 1], ["x1", 0, 1], ["x2", 0, 1], ["x3", 0, 1], ["x4", 0, 1], ["x5", 0, 1]],
        "options": [["1", "x1"], ["1", "x2"], ["3", "x3"], ["3", "x4"], ["x5"]],
        "names": ["x1", "x2", "x3", "x4", "x5"],
        "costs": [3, -1, 0, 0, 0],
    }


MPS = """NAME test
OBJSENSE
    MIN
ROWS
 N  cost
 N  other
 E  r1
 L  r2
 G  r3
COLUMNS
    MARK0000  'MARKER'  'INTORG'
    a  cost  2.0  r1  1
    a  r3  0.5
    b  r1  1  r2  -2
    c  r2  -2  other  7.5
    c  r3  0.5
    MARK0001  'MARKER'  'INTEND'
    d  r2  -2
RHS
    RHS  r1  1  r3  0.5
    r2  -2
RANGES
    RNG  r2  2.0
BOUNDS
 UP BND c 1
 BV d
 FX BND a 1
ENDATA
"""


def test_mps_is_read_as_it_says() -> None:
    """Senses, ranges, markers, bounds, a bound that a row implies, fixed variables, further free rows."""
    assert mps.keys(MPS) == {
        "kind": "cover",
        "items": [["r1", 1, 1], ["r2", 1, 2], ["r3", 1, 2], ["a", 1, 1]],
        "options": [["r1", "r3", "a"], ["r1", "r2"], ["r2", "r3"], ["r2"]],
        "names": ["a", "b", "c", "d"],
        "costs": [2, 0, 0, 0],
    }


def test_an_own_item_takes_no_name_of_a_row() -> None:
    """A variable that is named as a row gets another name for its item."""
    text = MPS.replace("r2", "a").replace(" FX BND a 1", " FX BND a 1")
    assert ["a'", 1, 1] in mps.keys(text)["items"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the text has no row"),
        ("* c\n+1 x1 >= 1 ;\n+1 x1 +1 ~x2 >= 1 ;", "line 3: the row '2' has the coefficients -1 and 1"),
        ("+1 x1 x2 >= 1 ;", "line 1: row 1 has 'x2'; expected whole numbers"),
        ("+1 x1 +1 >= 1 ;", r"line 1: row 1 has '\+1'"),
        ("+1 y1 >= 1 ;", r"line 1: row 1 has '\+1 y1'"),
        ("+1 x0 >= 1 ;", r"line 1: row 1 has '\+1 x0'"),
        ("+1 x1 > 1 ;", "line 1: row 1 ends in '> 1'"),
        ("+1 x1 >= one ;", "line 1: row 1 ends in '>= one'"),
        (";", "line 1: an empty statement"),
        ("\n+1 x1 >= 1", "line 2: a statement without ;"),
        ("min: +1 ~x1 ;\n+1 x1 >= 1 ;", "line 1: the objective has ~"),
        ("+1 x1 >= 1 ;\nmin: +1 x1 ;", "line 2: min: follows"),
        ("+1 x99999999 >= 1 ;", "line 1: too large"),
        ("* #variable= 99999999 #constraint= 1\n+1 x1 >= 1 ;", "too large|99999999 variables"),
        ("max: +1 x1 ;", "line 1: row 1 ends in"),
    ],
)
def test_faults_of_opb_name_line_and_row(text: str, sentence: str) -> None:
    """What is no OPB text, and a row that is no cover's: one sentence, with the line."""
    with pytest.raises(InvalidInput, match=sentence):
        opb.keys(text)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "b  r1  1  r2  -2",
            "b  r1  -1  r2  -2",
            "the row 'r1' has the coefficients -1 and 1; expected coefficients of one sign",
        ),
        (" BV d\n", "", "the variable 'd' is continuous"),
        (" UP BND c 1\n", " UP BND c 3\n", "the variable 'c' ranges from 0 to 3"),
        (" UP BND c 1\n", " LO BND c -1\n", "the variable 'c' ranges from -1 to no bound"),
        (" UP BND c 1\n", "", "the variable 'c' ranges from 0 to no bound"),
        (" UP BND c 1\n", " MI BND c\n", "line 25: the bound 'MI' is not one of a 0/1 variable"),
        (" UP BND c 1\n", " UP BND e 1\n", "line 25: the variable 'e' has a bound but no column"),
        (" UP BND c 1\n", " UP c\n", "line 25: 'UP c' is not a bound"),
        ("    MIN", "    BEST", "line 3: the objective is 'BEST'"),
        (" L  r2", " X  r2", "line 8: 'X r2' is not a row"),
        (" L  r2", " L  r1", "line 8: the row 'r1' is named twice"),
        ("c  r3  0.5", "c  r9  0.5", "line 16: the row 'r9' is unknown"),
        ("c  r3  0.5", "c  r3  0,5", "line 16: '0,5' is not a number"),
        ("c  r3  0.5", "c  r3  1e999999999", "line 16: '1e999999999' is not a number"),
        ("c  r3  0.5", "c  r2  -2", "line 16: the variable 'c' is in the row 'r2' twice"),
        ("c  r3  0.5", "a  r3  0.5", "line 16: the variable 'a' continues after another"),
        ("c  r3  0.5", "c  r3", "line 16: 'r3' are not pairs"),
        ("    r2  -2\n", "    cost  -2\n", "line 21: the objective has the constant 2"),
        ("RANGES", "SETS", "line 22: the section 'SETS' is unknown"),
        ("NAME test\n", " NAME test\n", "line 1: 'NAME' is outside any section"),
        ("ENDATA\n", "", "the text ends without ENDATA"),
        (MPS, "\x00\x01 junk", "line 1: the section"),
        (MPS, "ROWS\n N cost\nENDATA", "the text has no row but the objective"),
    ],
)
def test_faults_of_mps_name_line_and_row(old: str, new: str, sentence: str) -> None:
    """What is no MPS text, a row that is no cover's, a variable that is not 0 or 1: one sentence, with the line or the name."""
    assert old in MPS
    with pytest.raises(InvalidInput, match=sentence):
        mps.keys(MPS.replace(old, new))


@pytest.mark.parametrize("ending", [".mps", ".opb", ".mps.gz", ".opb.gz"])
def test_bad_files_end_with_status_2(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Binary junk, as it is or gzipped, and what unpacks to too much, are refused in one sentence."""
    path = tmp_path / f"bad{ending}"
    junk = bytes(range(256)) * 9
    path.write_bytes(gzip.compress(junk) if ending.endswith(".gz") else junk)
    assert main(["info", str(path)]) == 2
    told = capsys.readouterr().err
    assert "is not UTF-8 text" in told
    assert told.count("\n") == 1
    monkeypatch.setattr(catalogue, "LARGEST_IMPORT", 1_000_000)
    path.write_bytes(gzip.compress(bytes(3_000_000)) if ending.endswith(".gz") else bytes(3_000_000))
    with pytest.raises(InvalidInput, match="has over 1000000 bytes"):
        catalogue.puzzle(str(path))
