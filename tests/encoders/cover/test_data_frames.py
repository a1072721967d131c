"""Matrices and data frames in and out: columns are items, the index names the rows, and solutions select them."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import scipy.sparse

from encoders.solutions import Selection
from exactcover import api
from exactcover.api.subjects import puzzle_about
from exactcover.model.errors import InvalidInput
from tests.lacking import lacking

ENTRIES = [[0, 0, 1], [1, 1, 0], [1, 0, 0], [0, 1, 1]]
COSTS = [4, 5, 1, 9.5]


@pytest.fixture(scope="module")
def pandas() -> ModuleType:
    """The library of data frames, which is no dependency."""
    try:
        return import_module("pandas")
    except ImportError:
        lacking("there is no pandas; expected the package from PyPI")


@pytest.fixture
def frame(pandas: Any) -> Any:
    """Four named rows and three named columns."""
    return pandas.DataFrame(ENTRIES, index=["X3", "X1", "Y", "Z"], columns=["a", "b", "c"])


def solved(subject: Any) -> Selection:
    """The solution of a cover."""
    solution = api.solve(subject).solution
    assert isinstance(solution, Selection)
    return solution


@pytest.mark.parametrize("made", [np.array, scipy.sparse.csr_array, scipy.sparse.coo_matrix])
def test_indices_select_the_rows_of_a_matrix(made: Any) -> None:
    """The rows chosen cover every column once, of numpy and of scipy."""
    chosen = solved(api.cover(made(ENTRIES), costs=np.array(COSTS))).indices
    assert chosen == [0, 1]
    assert np.array(ENTRIES)[chosen].sum(axis=0).tolist() == [1, 1, 1]


def test_index_and_columns_of_a_data_frame_are_names_and_items(frame: Any) -> None:
    """Columns are items and the index names the options, so that `loc` and `iloc` select what is chosen."""
    chosen = solved(api.cover(frame, costs=COSTS))
    assert chosen == {"options": [["c"], ["a", "b"]], "indices": [0, 1], "names": ["X3", "X1"]}
    assert frame.loc[chosen.names].sum().tolist() == [1, 1, 1]
    assert frame.iloc[chosen.indices].equals(frame.loc[chosen.names])


def test_labels_of_a_data_frame_are_any_values(pandas: Any, frame: Any) -> None:
    """Numbered rows and dated columns come back as they are."""
    numbered = frame.reset_index(drop=True).set_axis(pandas.date_range("2026-01-01", periods=3), axis=1)
    chosen = solved(api.cover(numbered, costs=COSTS))
    assert chosen.names == [0, 1]
    assert chosen.options[0] == [pandas.Timestamp("2026-01-03")]


def test_names_may_replace_the_index_and_columns_may_be_secondary(frame: Any) -> None:
    """`names` and `secondary` mean the same for a data frame as for lists."""
    subject = api.cover(frame, secondary=["c"], costs=COSTS, names=["p", "q", "r", "s"])
    assert solved(subject).names == ["q"]


def test_sparse_logical_and_nullable_frames_are_read(pandas: Any, frame: Any) -> None:
    """What a data frame holds its entries in makes no difference."""
    plain = puzzle_about(api.cover(frame))
    for kind in (pandas.SparseDtype(int, 0), bool, "Int64", float):
        assert puzzle_about(api.cover(frame.astype(kind))) == plain


def test_a_series_of_costs_has_the_index_of_the_rows(pandas: Any, frame: Any) -> None:
    """Costs in another order would be those of other rows, and are refused."""
    costs = pandas.Series(COSTS, index=frame.index)
    assert api.solve(api.cover(frame, costs=costs)).cost == 9
    with pytest.raises(InvalidInput, match="another index than the data frame; expected a cost for each row"):
        api.cover(frame, costs=costs.sort_values())


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda frame: frame * 0.5, "other entries than whole numbers"),
        (lambda frame: frame.astype(object).replace(1, "x"), "the data frame has other entries than numbers"),
        (lambda frame: frame.astype(float).replace(1.0, float("nan")), "other entries than whole numbers"),
        (lambda frame: frame.set_axis(["X", "X", "Y", "Z"]), "two options are named 'X'"),
        (lambda frame: frame.set_axis(["a", "a", "c"], axis=1), "item 'a' is named twice"),
    ],
)
def test_wrong_frames_are_refused_in_a_sentence(frame: Any, spoil: Any, sentence: str) -> None:
    """Entries are 0 and 1, and rows and columns have different names."""
    with pytest.raises(InvalidInput, match=re.escape(sentence)):
        api.cover(spoil(frame))


def test_pandas_is_not_imported() -> None:
    """A cover of a matrix imports no library of data frames."""
    code = "import sys, numpy, exactcover; exactcover.cover(numpy.eye(3)); assert 'pandas' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
