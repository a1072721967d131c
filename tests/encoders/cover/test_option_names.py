"""Options in the caller's words: their indices and names are in solutions, lists, drawings and summaries, and are judged."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator

import exactcover
from encoders.cover.naming import with_names
from encoders.solutions import Selection
from exactcover import api
from exactcover.model.errors import InvalidInput
from exactcover.model.many import SolutionTable, written
from exactcover.solving.chosen import chosen_in_words
from tests.commands import run as command

ITEMS = ["a", "b", "c"]
OPTIONS = [["c"], ["a", "b"], ["a"], ["b", "c"]]
NAMES = ["X3", "X1", "Y", "Z"]
COSTS = [4, 5, 1, 9]
KEYS: dict[str, Any] = {"items": ITEMS, "options": OPTIONS, "names": NAMES}
TABLES = """kind = "cover"
items = ["a", "b", "c"]

[options]
Y = {items = ["a"], cost = 1}

[options.X3]
items = ["c"]
cost = 4

[options.X1]
items = ["a", "b"]
cost = 5

[options.Z]
items = ["b", "c"]
cost = 9
"""
MPS = """NAME t
ROWS
 N cost
 E a
 E b
 E c
COLUMNS
 M 'MARKER' 'INTORG'
 X3 cost 4 c 1
 X1 cost 5 a 1
 X1 b 1
 Y cost 1 a 1
 Z cost 9 b 1
 Z c 1
 M 'MARKER' 'INTEND'
RHS
 R a 1 b 1
 R c 1
BOUNDS
 BV B X3
 BV B X1
 BV B Y
 BV B Z
ENDATA
"""
LP = """Minimize
 cost: 4 X3 + 5 X1 + Y + 9 Z
Subject To
 a: X1 + Y = 1
 b: X1 + Z = 1
 c: X3 + Z = 1
Binary
 X3 X1 Y Z
End
"""


def selection(solution: object) -> Selection:
    """A solution of a cover, with its parts as attributes."""
    assert isinstance(solution, Selection)
    return solution


def test_solutions_have_indices_and_names_in_the_callers_order() -> None:
    """From Python and by keys: options in the order of the caller's list, each with its index and its name."""
    for subject in (api.cover(ITEMS, OPTIONS, costs=COSTS, names=NAMES), api.puzzle("cover", **KEYS, costs=COSTS)):
        chosen = selection(api.solve(subject).solution)
        assert chosen == {"options": [["c"], ["a", "b"]], "indices": [0, 1], "names": ["X3", "X1"]}
        assert (chosen.indices, chosen.names) == ([0, 1], ["X3", "X1"])


def test_without_names_python_has_indices_alone() -> None:
    """A cover from Python knows its list of options, or the rows of its matrix; a file without names has what it had."""
    found = [selection(each).indices for each in api.iterate(api.cover(ITEMS, OPTIONS))]
    assert sorted(map(sorted, filter(None, found))) == [[0, 1], [2, 3]]
    plain = selection(api.solve(api.puzzle("cover", items=ITEMS, options=OPTIONS)).solution)
    assert (plain.indices, plain.names) == (None, None)


def test_names_are_any_hashable_values() -> None:
    """Numbers and tuples come back as they are from Python, as texts in JSON, and are judged in both forms."""
    names = [(1, "a"), (2, "b"), (3, "c"), (4, "d")]
    subject = api.cover(ITEMS, OPTIONS, costs=COSTS, names=names)
    answer = api.solve(subject)
    assert selection(answer.solution).names == [(1, "a"), (2, "b")]
    assert answer.to_json()["solution"]["names"] == ["(1, 'a')", "(2, 'b')"]
    assert api.faults(subject, answer.solution) == []
    assert "solution" in api.check(answer, subject)["verified"]


def test_names_change_no_digest() -> None:
    """The same cover with other names, other orders or none is one puzzle."""
    shuffled = api.puzzle("cover", items=ITEMS, options=OPTIONS[::-1], names=["p", "q", "r", "s"])
    plain = api.puzzle("cover", items=ITEMS, options=OPTIONS)
    assert plain.canonical() == shuffled.canonical() == api.puzzle("cover", **KEYS).canonical()
    assert "names" not in plain.canonical()


@pytest.mark.parametrize(("ending", "text"), [("toml", TABLES), ("mps", MPS), ("lp", LP)])
def test_columns_and_tables_keep_their_names(ending: str, text: str, tmp_path: Path) -> None:
    """Tables of TOML and columns of MPS and LP name options: the command line says what was chosen, and for what cost."""
    file, solution = tmp_path / f"named.{ending}", tmp_path / "s.json"
    file.write_text(text)
    shown = command("solve", str(file), "-o", str(solution))
    assert "chosen: X3 (4), X1 (5)\n" in shown.stdout
    assert json.loads(solution.read_text())["names"] == ["X3", "X1"]
    assert command("check", str(file), str(solution)).returncode == 0
    assert "chosen: Y, Z\n" in command("list", str(file)).stdout
    drawn = command("draw", str(file), str(solution)).stdout
    assert "X3" in drawn
    assert "X1" in drawn


def test_variables_of_opb_and_columns_of_set_partitioning_have_numbers(tmp_path: Path) -> None:
    """They are named by the file itself: x1, x2, ... and 1, 2, ..."""
    opb, text = tmp_path / "a.opb", tmp_path / "a.txt"
    opb.write_text("+1 x2 +1 x3 = 1 ;\n+1 x3 +1 x1 = 1 ;\nmin: ;\n"[:-7])
    text.write_text("2 3\n9 1 1\n9 1 1\n1 2 1 2\n")
    assert [selection(each).names for each in api.iterate(str(opb))] in ([["x1", "x2"], ["x3"]], [["x3"], ["x1", "x2"]])
    assert selection(api.solve(str(text)).solution).names == ["3"]


def test_equal_options_are_known_by_their_names() -> None:
    """Numbers, indices and names of equal options agree; the cost is that of the one named."""
    subject = api.cover(["a"], [["a"], ["a"], ["a"]], costs=[7, 3, 5], names=["x", "y", "z"])
    answer = api.solve(subject)
    assert selection(answer.solution).names == ["y"]
    assert chosen_in_words(answer.solution, answer.puzzle) == "chosen: y (3)"
    puzzle = api.puzzle("cover", items=["a"], options=[["a"]] * 3, costs=[7, 3, 5], names=["x", "y", "z"])
    assert puzzle.cost({"options": [["a"]], "names": ["z"]}) == 5
    assert puzzle.cost({"options": [["a"]], "indices": [0]}) == 7
    assert "are not of one option" in puzzle.faults({"options": [["a"]], "names": ["z"], "numbers": [1]})[0]


@pytest.mark.parametrize(
    ("further", "fault"),
    [
        ({"names": ["X3", "Y"]}, r"the option 'Y' is \[\"a\"\]; the solution has other items for it"),
        ({"names": ["X3", "W"]}, "no option is named 'W'"),
        ({"names": ["X3"]}, "1 different names; expected one for each of its 2 options"),
        ({"names": ["X3", "X3"]}, "1 different names"),
        ({"names": ["X3", 5]}, "not a list of texts"),
        ({"indices": [0, 2]}, r"the option of index 2 is \[\"a\"\]"),
        ({"indices": [0, 4]}, "index 4; expected 0 to 3"),
        ({"indices": [0, -1]}, "index -1; expected 0 to 3"),
        ({"indices": [0, True]}, "not a list of whole numbers"),
        ({"indices": 0}, "not a list of whole numbers"),
        ({"indices": [0, 0]}, "1 different indices"),
    ],
)
def test_the_referee_refuses_wrong_names(further: dict[str, Any], fault: str) -> None:
    """Names and indices must be of options that have the items, one each, all different."""
    solution = {"options": [["c"], ["a", "b"]], **further}
    assert any(re.search(fault, each) for each in api.puzzle("cover", **KEYS).faults(solution))


def test_older_solutions_stay_valid() -> None:
    """A solution without names is right for a cover with names, and an answer is judged by its canonical puzzle alone."""
    named = api.puzzle("cover", **KEYS)
    assert named.faults({"options": [["c"], ["b", "a"]]}) == []
    answer = api.solve(named).to_json()
    assert "solution" in api.check(answer)["verified"]
    answer["solution"]["names"] = ["X3", "X3"]
    assert not api.check(answer)["accepted"]


def test_a_table_of_solutions_is_judged_with_its_names() -> None:
    """A name or an index that is not its option's spoils a table, as it spoils a solution."""
    puzzle = api.puzzle("cover", **KEYS)
    assert all(api.faults(puzzle, each) == [] for each in api.iterate(puzzle))
    parts = tuple(written(option) for option in puzzle.canonical()["options"])
    lines = np.array([[0, 2], [1, 3]], dtype=np.int32)
    right: dict[str, list[Any]] = {"indices": [2, 1, 3, 0], "names": ["Y", "X1", "Z", "X3"]}
    assert puzzle.all_right(SolutionTable("options", parts, lines, right))
    wrong: tuple[dict[str, list[Any]], ...] = (
        {"indices": [1, 2, 3, 0]},
        {"names": ["X1", "Y", "Z", "X3"]},
        {"names": ["Y"]},
        {"prices": [1, 2, 3, 4]},
    )
    for further in wrong:
        assert not puzzle.all_right(SolutionTable("options", parts, lines, further))


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"names": ["X", "X", "Y", "Z"]}, "two options are named 'X'; expected different names"),
        ({"names": ["X"]}, "names has 1 names; expected one for each of the 4 options"),
        ({"names": ["", "X", "Y", "Z"]}, "option 0 has an empty name"),
        ({"names": [1, 2, 3, 4]}, "expected a list of texts, one for each option"),
        ({"options": {"X": ["a"]}}, "names was given, but the options are a table by name"),
        ({"names": None, "options": {"X": {"itms": ["a"]}}}, "a table of the option 'X' has no key 'itms'"),
        ({"names": None, "options": {"X": 5}}, "the option 'X' is 5; expected a list of names of items"),
        ({"names": None, "options": {"X": {"items": ["a"], "cost": 1}, "Y": ["b"]}}, "the option 'Y' has no cost"),
        (
            {"names": None, "options": {"X": {"items": ["a"], "cost": 1}}, "costs": [1]},
            "costs was given, but options have",
        ),
    ],
)
def test_wrong_names_are_refused_in_a_sentence(keys: dict[str, Any], sentence: str) -> None:
    """Names must be different texts, one for each option, in a list or as the keys of a table of options."""
    with pytest.raises(InvalidInput, match=re.escape(sentence)):
        api.puzzle("cover", **{key: value for key, value in {**KEYS, **keys}.items() if value is not None})


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["X", "X", "Y", "Z"], "two options are named 'X'"),
        (["X"], "4 options have 1 names"),
        ("XYZW", "names is the text 'XYZW'"),
        ([[1], [2], [3], [4]], "cannot be hashed"),
        (5, "names is 5; expected a list"),
    ],
)
def test_wrong_names_in_python_are_refused_in_a_sentence(names: Any, sentence: str) -> None:
    """Names are hashable, different, one an option."""
    with pytest.raises(InvalidInput, match=re.escape(sentence)):
        api.cover(ITEMS, OPTIONS, names=names)


def test_what_is_sent_to_a_server_has_the_names() -> None:
    """The keys of a named cover have the caller's order and names; those of a solution change nothing."""
    subject = api.puzzle("cover", **KEYS, costs=COSTS)
    named = subject.named()
    assert (named["names"], named["options"], named["costs"]) == (NAMES, OPTIONS, COSTS)
    assert api.puzzle_sent(named)[0] == subject
    canonical = subject.canonical()
    assert with_names(canonical, {"options": [["a"]], "names": ["X"]}) == canonical


def test_a_long_selection_is_shortened() -> None:
    """The first dozen options are written out, a long name is cut; a solution without names has no line."""
    names = [f"X{number}" for number in range(20)]
    assert chosen_in_words({"options": [[n] for n in names], "names": names}).endswith("X10, X11 and 8 more")
    assert chosen_in_words({"options": [["a"]], "names": ["n" * 99]}) == f"chosen: {'n' * 37}..."
    assert chosen_in_words({"options": [["a"]]}) == ""


def test_schema_has_the_names() -> None:
    """A solution with names is valid, one whose names are no texts is not."""
    schema = Draft202012Validator(exactcover.schemas()["solution"])
    assert schema.is_valid({"options": [["a"]], "indices": [0], "names": ["X"]})
    assert not schema.is_valid({"options": [["a"]], "names": [1]})
