"""What other solvers answer to an exported model comes back through check, judged as any solution."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from exactcover import api
from exactcover.cli import main
from exactcover.files.exports import formats
from exactcover.model.cover import cover
from exactcover.model.documents import Verdict
from exactcover.model.errors import InvalidInput
from tests.files.exports.foreign_solvers import by_highs, by_or_tools, by_pysat, opb_by_cp_sat
from tests.schemas import validate

BOARD = "packing board=4x5 pieces=I4,L4,O4,S4,T4 copies=any"
PRICED = cover({"a": 1, "b": 1, "c": (1, 2)}, [["a", "c"], ["b"], ["b", "c"], ["c"]], costs=[4, 2, 3, 9])


def told(subject: object, text: str) -> Verdict:
    """What check says of a text."""
    said = api.check_text(subject, text)  # type: ignore[arg-type]  # a test's word stands for a subject
    validate("check", said)
    return said


def test_answers_of_other_solvers_come_back() -> None:
    """HiGHS by LP and MPS, OR-Tools by MPS and OPB, CaDiCaL by DIMACS: what each answers to a packing is accepted."""
    texts = {to: api.export(BOARD, to)[""].decode() for to in ("lp", "mps", "opb", "dimacs")}
    number_of_options = formats.options_of(api.puzzle(BOARD).encode().model).options
    chosen = [
        by_highs(texts["lp"], ".lp"),
        by_highs(texts["mps"], ".mps"),
        by_or_tools(texts["mps"]),
        opb_by_cp_sat(texts["opb"]),
        by_pysat(texts["dimacs"], 10**6),
    ]
    for numbers in chosen:
        assert numbers
        lines = "s SATISFIABLE\nv " + " ".join(map(str, numbers)) + " -99999999 0\n"
        assert told(BOARD, lines)["accepted"]
        options = [number for number in numbers if number <= number_of_options]
        assert told(BOARD, " ".join(map(str, options)))["accepted"]
        assert told(BOARD, json.dumps(options))["accepted"]
        assert not told(BOARD, json.dumps(options[1:]))["accepted"]


def test_answers_about_coefficients_name_the_items() -> None:
    """What another solver chose of options that have an item twice is judged, and faults name the items."""
    twice = api.puzzle("cover", items=[["a", 2, 3], ["b", 1, 2]], options=[["a"], ["a", "a", "b"], ["b"]])
    assert told(twice, "v -1 2 -3 0")["accepted"]
    assert told(twice, "v -1 2 3 0")["accepted"]
    assert told(twice, "v 1 -2 3 0")["faults"] == ["item 'a' is covered 1 times; expected 2 to 3"]
    assert told(twice, "4")["faults"] == ["option 4 does not exist; expected 1 to 3"]


@pytest.mark.parametrize(
    "text",
    [
        "c a solver\ns OPTIMUM FOUND\no 9\no 6\nv x1 x2 -x3\nv ~x4\n",
        "s SATISFIABLE\nv 1 2\nv -3 -4 0\n",
        "SAT\n1 2 -3 -4 0\n",
        "1 2\n",
        "\n1,2",
        "x1 x2",
        "[1, 2]",
        "[\n  1,\n  2\n]\n",
        "1 2\n1 3\n",
        "[1, 2]\n[1, 3]\n",
        "v 1 2 0\nv 1 3 0\n",
        "s SATISFIABLE\nv 1 2\ns SATISFIABLE\nv 1 3\n",
    ],
)
def test_the_forms_of_answers_are_read(text: str) -> None:
    """Lines of SAT and pseudo-Boolean solvers, bare literals, lists of options, one solution or several."""
    said = told(PRICED, text)
    assert (said["accepted"], said["kind"], said["faults"]) == (True, "solution", [])
    assert said["verified"] == (["solution", "cost"] if "\no " in text else ["solution"])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("v 1 0", "item 'b' is covered 0 times"),
        ("v 1 2 3 0", "item 'b' is covered 2 times"),
        ("1 9", "option 9 does not exist; expected 1 to 4"),
        ("[1, 9]", "option 9 does not exist; expected 1 to 4"),
        ("[0, 1]", "option 0 does not exist; expected 1 to 4"),
        ("[1, 1, 2]", "option 0 is chosen 2 times"),
        ("1 2\n2 1", "line 2: duplicate of an earlier solution"),
        ("o 5\nv 1 2 0", "the file says cost 5; the solution costs 6"),
    ],
)
def test_wrong_answers_are_refused(text: str, sentence: str) -> None:
    """A selection that is no solution, an unknown option, a repeated solution, a wrong cost: refused, each for its reason."""
    said = told(PRICED, text)
    assert not said["accepted"]
    assert str(said["faults"]).find(sentence) >= 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("v 1 two 0", "line 1: 'two' is not a literal"),
        ("c\nv 1 -1 0", "line 2: variable 1 is true and false"),
        ("v 1 0 2", "line 1: 0 comes before the last literal"),
        ("s UNSATISFIABLE", "line 1 says 's UNSATISFIABLE', which the file does not prove"),
        ("UNSAT", "line 1 says 'UNSAT'"),
        ("c only this", "the file has no solution"),
        ("o many\nv 1 0", "line 1: the cost is 'many'"),
    ],
)
def test_bad_answers_are_told_by_line(text: str, sentence: str) -> None:
    """What is no answer of a solver, or says that there is none, is a fault of the input, with its line."""
    with pytest.raises(InvalidInput, match=sentence):
        api.check_text(PRICED, text)


def test_plans_have_no_options() -> None:
    """A puzzle whose model has no options refuses the numbers of options in one sentence."""
    with pytest.raises(InvalidInput, match="neither a cover nor a packing"):
        api.check_text("8-puzzle", "1 2 3")


def test_the_command_line_goes_there_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Export writes a file or a gzipped one, and check takes an answer to it: status 0, or 4 where it is wrong."""
    model, packed, answer = tmp_path / "m.cnf", tmp_path / "m.cnf.gz", tmp_path / "answer.txt"
    words = BOARD.split()
    assert main(["export", *words, "--to", "dimacs", "-o", str(model)]) == 0
    assert main(["export", *words, "--to", "dimacs", "-o", str(packed)]) == 0
    assert gzip.decompress(packed.read_bytes()) == model.read_bytes()
    chosen = by_pysat(model.read_text(), 10**6)
    assert chosen is not None
    answer.write_text(f"v {' '.join(map(str, chosen))} 0\n")
    assert main(["check", *words, str(answer)]) == 0
    answer.write_text("v 1 0\n")
    assert main(["check", *words, str(answer)]) == 4
    assert main(["export", *words, "--to", "lrat", "-o", str(tmp_path / "p")]) == 2
    assert "expected --certificate FILE" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["answer.txt", "m.cnf", "m.cnf.gz"]
