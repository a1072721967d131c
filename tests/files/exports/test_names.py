"""Exports keep the names that options and items were given: safe for the format, and different names stay different."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoders.imports import lp, mps
from exactcover import api
from exactcover.files.exports.safe_names import PATTERNS, names_in
from exactcover.model.encoding import GivenNames
from tests.files.exports.foreign_solvers import files

ITEMS = ["a", "b", "c"]
OPTIONS = [["c"], ["a", "b"], ["a"], ["b", "c"]]
NAMES = ["X3", "X1", "flight 7", "flight_7"]
COSTS = [4, 5, 1, 9]


def text_of(to: str, **keys: Any) -> str:
    """The named cover in a format."""
    return api.export(api.cover(ITEMS, OPTIONS, **{"costs": COSTS, "names": NAMES, **keys}), to)[""].decode()


@pytest.mark.parametrize("to", ["lp", "mps", "json"])
def test_what_is_written_reads_as_the_same_cover_with_the_names(to: str) -> None:
    """Columns and rows have the names; one that the format cannot state is changed, without a clash."""
    subject, _ = api.puzzle_sent({"format": to, "text": text_of(to)})
    assert subject == api.puzzle("cover", items=ITEMS, options=OPTIONS, costs=COSTS)
    expected = {"X3", "X1", "flight_7", "flight 7" if to == "json" else "flight_7_2"}
    assert set(subject.named()["names"]) == expected
    solution = api.solve(subject).solution
    assert isinstance(solution, dict)
    assert sorted(solution["names"]) == ["X1", "X3"]


@pytest.mark.parametrize("to", ["lp", "mps"])
def test_highs_reads_the_names(to: str) -> None:
    """Another program finds the columns by their names, and chooses the same ones."""
    import highspy

    with files(text_of(to), f".{to}") as (path, _):
        highs = highspy.Highs()
        highs.silent()
        assert highs.readModel(path) == highspy.HighsStatus.kOk
        highs.run()
        values = highs.getSolution().col_value
        chosen = [highs.getColName(column)[1] for column, value in enumerate(values) if value > 0.5]
    assert sorted(chosen) == ["X1", "X3"]


def test_opb_states_names_in_comments() -> None:
    """Variables of OPB are numbered; a comment says what each is called."""
    assert "* x2 is X1\n" in text_of("opb")
    assert "* x1 is flight 7\n" in text_of("opb")


def test_options_without_names_keep_their_numbers() -> None:
    """`xi` is option i and `ri` item i, as before."""
    assert " r1: + x1 + x2 = 1\n" in text_of("lp", names=None)
    assert " BV BOUND     x1\n" in text_of("mps", names=None)


def test_both_bounds_of_a_named_item_have_a_row() -> None:
    """The second row of an item clashes with no item's name."""
    subject = api.cover({"a": (1, 2), "a_most": 1}, [["a"], ["a", "a_most"], ["a"]], names=["p", "q", "r"])
    text = api.export(subject, "lp")[""].decode()
    assert len(set(re.findall(r"^ (\S+):", text, re.MULTILINE))) == 4  # the objective, two rows of a, one of a_most
    assert api.count(api.puzzle_sent({"format": "lp", "text": text})[0]).count == api.count(subject).count


def test_a_cover_with_coefficients_keeps_its_names() -> None:
    """Options that have an item several times are named too, in JSON and in LP."""
    subject = api.cover({"a": (1, 2)}, [["a", "a"], ["a"]], names=["two", "one"])
    assert "+ 2 two" in api.export(subject, "lp")[""].decode()
    assert '"two"' in api.export(subject, "json")[""].decode()


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.lists(st.text(min_size=1, max_size=9), min_size=1, max_size=6, unique=True), st.sampled_from(["lp", "mps"]))
def test_safe_names_are_different_and_readable(names: list[str], to: str) -> None:
    """Any different names become different ones, each of which the readers of both formats take as one name."""
    told = names_in(to, GivenNames(tuple(names), tuple(names)))
    rows = [*told.items, *told.upper, "cost"]
    assert len(set(told.options)) == len(names)
    assert len(set(rows)) == len(rows)
    assert all(PATTERNS[to].fullmatch(name) for name in (*told.options, *rows))
    options = [[f"i{number}"] for number in range(len(names))]
    text = api.export(api.cover([each[0] for each in options], options, names=names), to)[""].decode()
    read = {"lp": lp, "mps": mps}[to].keys(text)
    assert set(read["names"]) == set(told.options)


@pytest.mark.parametrize("name", ["free", "End", "st", "e12", "E", "inf", "12", "x y", "-", "*", "é", "cost"])
def test_words_of_the_format_are_no_names(name: str) -> None:
    """A name that a reader would take for a word or a number gets a letter before it."""
    for to in ("lp", "mps"):
        text = text_of(to, names=[name, "X1", "Y", "Z"])
        names = {"lp": lp, "mps": mps}[to].keys(text)["names"]
        assert set(names) > {"X1", "Y", "Z"}
        assert len(names) == 4
