"""Formulas in DIMACS, programs in LP and lines of CSV as covers: as many solutions as they state, and faults by line."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from encoders import catalogue
from encoders.imports import cnf, comma_separated, lp
from encoders.puzzle import puzzle_of
from exactcover import api
from exactcover.model.errors import InvalidInput


def puzzle(keys: dict[str, Any]) -> Any:
    """The puzzle of keys."""
    return puzzle_of(keys["kind"], keys)


def test_solutions_of_a_formula_are_its_models() -> None:
    """Random formulas, with empty and tautological clauses and unused variables, have as many solutions as models."""
    rng = random.Random(0)
    for _ in range(40):
        variables = rng.randint(1, 5)
        literals = [sign * each for each in range(1, variables + 1) for sign in (1, -1)]
        clauses = [rng.choices(literals, k=rng.choice([0, 1, 2, 2, 3, 3, 3])) for _ in range(rng.randint(0, 7))]
        lines = "".join(f"{' '.join(map(str, [*clause, 0]))}\n" for clause in clauses)
        text = f"c a formula\np cnf {variables} {len(clauses)}\n{lines}"
        models = sum(
            all(any((values[abs(each) - 1]) == (each > 0) for each in clause) for clause in clauses)
            for values in itertools.product((False, True), repeat=variables)
        )
        assert api.count(puzzle(cnf.keys(text))).count == models, text


def test_values_of_a_model_are_read_from_the_options() -> None:
    """An option with `xn=1` makes variable n true."""
    solution = api.solve(puzzle(cnf.keys("p cnf 2 2\n1 0 -2 0\n"))).solution
    assert isinstance(solution, dict)
    assert sorted(map(sorted, solution["options"])) == [["c1", "x1", "x1=1"], ["c2", "x2"]]


LP = r"""\ an objective of fractions, ranges, rows over two lines, all sorts of bounds
Maximize
 profit: 2.5 x1 + 1.5 x2
   - x3 + 0 x4
Subject To
 once: x1 + x2
   + x3 = 1
 -1 <= 2 x3 + 2 x4 <= 3
 2 >= x1 + x4
st: 3 x2 + 3 x4 >= 2
Bounds
 0 <= x3 <= 1
 x4 <= 1
Binary
 x1 x2
General
 x3
 x4
End
"""


def test_lp_is_read_as_it_says() -> None:
    """Rows have their least and most, the objective its fractions, and the greatest sum is found."""
    keys = lp.keys(LP)
    assert keys["items"][:4] == [["once", 1, 1], ["R2", 0, 1], ["R3", 0, 2], ["st", 1, 2]]
    assert (keys["costs"], keys["maximise"]) == (["5/2", "3/2", -1, 0], True)
    answer = api.solve(puzzle(keys))
    assert (answer.status, answer.cost, answer.bound) == ("OPTIMAL", 2.5, 2.5)
    assert api.count(puzzle(keys)).count == 3


def test_csv_is_read_as_it_says(tmp_path: Path) -> None:
    """A heading, comments, quotes, spaces and fractions of a cost; the file is a puzzle by its ending, gzipped or not."""
    path = tmp_path / "crews.csv"
    path.write_text('cost,flights\n# by hand\n2.5, a ,"b, c"\n\n1,a\n"1","b, c"\n1,a\n')
    read = catalogue.puzzle(str(path))
    assert api.count(read).count == 3
    answer = api.solve(read)
    assert (answer.status, answer.cost) == ("OPTIMAL", 2)
    assert api.solve(puzzle(comma_separated.keys(",a,b\n,a\n"))).cost is None


@pytest.mark.parametrize(
    ("read", "text", "sentence"),
    [
        (cnf.keys, "1 0\n", "line 1: '1' is not a literal; expected 1 to 0, or negative, after `p cnf`"),
        (cnf.keys, "p cnf 1\n", "line 1: 'p cnf 1'; expected `p cnf VARIABLES CLAUSES`"),
        (cnf.keys, "p cnf 1 1\np cnf 1 1\n", "line 2: a second line `p cnf`"),
        (cnf.keys, "p cnf 1 1\n2 0\n", "line 2: '2' is not a literal; expected 1 to 1"),
        (cnf.keys, "p cnf 1 2\n1 0\n", "the text has 1 clauses that end in 0; expected 2"),
        (cnf.keys, "p cnf 1 1\n1\n", "the text has 0 clauses that end in 0; expected 1"),
        (cnf.keys, "p cnf 0 0\n", "the formula has no variable"),
        (cnf.keys, "c nothing\n", "the text has no line `p cnf"),
        (comma_separated.keys, "", "the text has no option"),
        (comma_separated.keys, "x,a\n", "line 1: the cost is 'x'; expected a number before the first comma"),
        (comma_separated.keys, "1\n", "line 1: the option has no item"),
        (comma_separated.keys, "1,a,a\n", "line 1: the option has the item 'a' twice"),
        (comma_separated.keys, "1,a\n,b\n", "line 2: some options have a cost and some have none"),
        (comma_separated.keys, '1,"a\n', "expected fields with commas between them"),
        (lp.keys, "Minimize\n x\nSubject To\n x = 1\nBinary\n x\n", "the text has no End"),
        (lp.keys, "x + y = 1\nEnd\n", "line 1: 'x' is outside any section"),
        (
            lp.keys,
            "Minimize\n x\nSubject To\n x - 2 y = 1\nBinary\n x y\nEnd\n",
            "line 4: the row 'R1' has the coefficients",
        ),
        (
            lp.keys,
            "Minimize\n x + 3\nSubject To\n x = 1\nBinary\n x\nEnd\n",
            "line 2: the objective has the constant 3",
        ),
        (lp.keys, "Minimize\n x\nSubject To\n x = 1\nEnd\n", "the variable 'x' is continuous"),
        (
            lp.keys,
            "Minimize\n x\nSubject To\n x = 1\nBounds\n x <= 2\nGeneral\n x\nEnd\n",
            "the variable 'x' ranges from 0 to 2",
        ),
        (lp.keys, "Minimize\n x\nSubject To\n x = y\nBinary\n x y\nEnd\n", "line 4: the row 'R1' has no sum"),
        (lp.keys, "Minimize\n x\nSubject To\n x ^ 2 = 1\nEnd\n", "line 4: '^ 2 = 1' cannot be part of a row"),
        (lp.keys, "Minimize\n x\nSubject To\nEnd\n", "the text has no row"),
        (lp.keys, "Minimize\n x\nSubject To\n x = 1\nBounds\n x free\nEnd\n", "line 6: 'x free' is not a bound"),
    ],
)
def test_faults_are_one_sentence(read: Callable[[str], dict[str, Any]], text: str, sentence: str) -> None:
    """Each way to write something else has its own sentence, with the line."""
    with pytest.raises(InvalidInput) as refused:
        read(text)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)
