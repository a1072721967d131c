"""Matrices whose rows are options and whose columns are items: arrays of numpy, scipy.sparse, and data frames.

Data frames, of pandas or like them, are known by their attributes: nothing is imported for them. Not here: covers (own_items.py).
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from exactcover.model.errors import InvalidModel

MOST_TIMES = 1_000
"""The largest entry: how often an option has an item."""


def is_frame(values: Any) -> bool:
    """Return whether a value is a data frame: a matrix with an index and columns."""
    return all(hasattr(values, name) for name in ("index", "columns", "to_numpy"))


def index_of(frame: Any) -> list[Hashable]:
    """Return the labels of the rows of a data frame."""
    return list(frame.index.tolist())


def of_frame(frame: Any) -> tuple[list[Hashable], list[list[Hashable]]]:
    """Return the columns of a data frame, which are items, and those of each row; a sparse one stays sparse."""
    try:
        matrix = frame.sparse.to_coo() if hasattr(frame, "sparse") else frame.to_numpy(dtype=float)
    except (TypeError, ValueError) as error:
        raise InvalidModel(f"the data frame has other entries than numbers ({error}); expected 0 and 1") from error
    columns = list(frame.columns.tolist())
    _, rows = of_matrix(matrix)
    return columns, [[columns[int(number)] for number in row] for row in rows]


def refuse_other_index(frame: Any, costs: Any) -> None:
    """Raise InvalidModel if costs are a series whose index is not that of the data frame: they would be of other rows."""
    if hasattr(costs, "index") and hasattr(costs, "to_numpy") and not frame.index.equals(costs.index):
        raise InvalidModel(
            "the costs have another index than the data frame; expected a cost for each row, in its order"
        )


def of_matrix(matrix: Any) -> tuple[int, list[list[int]]]:
    """Return the number of columns of a matrix (numpy or scipy.sparse), and the columns of each row, repeated by their
    entries."""
    if hasattr(matrix, "tocoo"):
        entries, shape = matrix.tocoo(), matrix.shape
        places, columns, values = np.asarray(entries.row), np.asarray(entries.col), np.asarray(entries.data)
    elif matrix.ndim == 2:
        shape = matrix.shape
        matrix = np.asarray(matrix)
        places, columns = np.nonzero(matrix)
        values = matrix[places, columns]
    else:
        raise InvalidModel(f"a matrix of {matrix.ndim} dimensions was given; expected 2, a row for each option")
    if (
        values.dtype.kind not in "biuf"
        or not ((values >= 0) & (values <= MOST_TIMES) & (values == np.floor(values))).all()
    ):
        raise InvalidModel(f"the matrix has other entries than whole numbers from 0 to {MOST_TIMES}; expected 0 and 1")
    rows: list[list[int]] = [[] for _ in range(shape[0])]
    for place, column, times in zip(places.tolist(), columns.tolist(), values.tolist(), strict=True):
        rows[place] += [column] * int(times)
    return int(shape[1]), rows
