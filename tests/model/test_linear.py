"""Linear models and encodings: every invariant broken once, each refused with a sentence of its own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exactcover.model.cover import cover
from exactcover.model.encoding import name_of
from exactcover.model.errors import InvalidModel
from exactcover.model.linear import Linear, Row, count_row
from exactcover.model.tiling import Tiling


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (((0, 1), (1,), 0, 1), "a row has 2 variables and 1 coefficients"),
        (((0, 0), (1, 1), 0, 1), "a row has a variable twice"),
        (((0, 1), (1, 0), 0, 1), "a row has coefficient 0"),
        (((0,), (1,), 2, 1), "a row has least 2 > most 1"),
    ],
)
def test_malformed_rows_are_refused(row: Any, sentence: str) -> None:
    """Each fault of a row has its own sentence."""
    with pytest.raises(InvalidModel, match=sentence):
        Row(*row)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"variables": ("x", "x")}, "two variables have the same name"),
        ({"clauses": ((1,), (3,))}, "clause 1 has unknown literal 3; expected 1 to 2"),
        ({"clauses": ((-3,),)}, "clause 0 has unknown literal -3"),
        ({"clauses": ((1, 0),)}, "clause 0 has unknown literal 0"),
        ({"rows": (count_row((0,), 0, 1), count_row((2,), 0, 1))}, "row 1 has unknown variable 2; expected 0 to 1"),
        ({"rows": (count_row((-1,), 0, 1),)}, "row 0 has unknown variable -1"),
        ({"objective": ((1, 2),)}, "the objective has unknown variable 2"),
        ({"shown": 3}, "3 variables are shown of 2"),
        ({"shown": -1}, "-1 variables are shown of 2"),
    ],
)
def test_malformed_linear_models_are_refused(changed: dict[str, Any], sentence: str) -> None:
    """Each fault of a linear model has its own sentence."""
    right: dict[str, Any] = {"variables": ("x", "y"), "clauses": ((1, -2),), "rows": (), "objective": ((1, 0),)}
    assert Linear(**right).first == 2
    with pytest.raises(InvalidModel, match=sentence):
        Linear(**(right | changed))


def test_objective_is_summed_over_true_variables() -> None:
    """The cost adds the coefficients of the true variables, and there is none without an objective."""
    model = Linear(("x", "y", "z"), (), (), objective=((5, 0), (-2, 2)))
    assert model.cost(np.array([0, 1, 2])) == 3
    assert model.cost(np.array([1])) == 0
    assert Linear(("x",), (), ()).cost(np.array([0])) is None


def test_models_know_their_name() -> None:
    """A model's name is what engines list in `accepts`."""
    models = (cover(["a"], [["a"]]), Linear((), (), ()), Tiling(np.ones((1, 1), dtype=np.bool_), ()))
    assert [name_of(model) for model in models] == ["cover", "linear", "tiling"]
