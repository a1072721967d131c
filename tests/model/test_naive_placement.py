"""Boards on which pieces are placed: every way to be malformed is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exactcover.model.errors import InvalidModel
from exactcover.model.space import NaivePlacement


def placing(**changed: Any) -> NaivePlacement:
    """Two squares in a row of two."""
    given: dict[str, Any] = {
        "count": 2,
        "pieces": [0, 0, 1, 1],
        "covers": np.array([[1, 0], [0, 1], [1, 0], [0, 1]], dtype=np.bool_),
        "neighbours": [[-1, 1], [0, -1]],
    }
    return NaivePlacement(**(given | changed))


def test_a_board_knows_its_cells() -> None:
    """The cells are those that placements could cover, and the arrays cannot be written to."""
    assert placing().cells == 2
    with pytest.raises(ValueError, match="read-only"):
        placing().covers[0, 0] = False


@pytest.mark.parametrize(
    ("changed", "match"),
    [
        ({"covers": np.ones((4, 2), dtype=np.int64)}, "the covers are not a mask"),
        ({"covers": np.ones(4, dtype=np.bool_)}, "the covers are not a mask of two dimensions"),
        (
            {"covers": np.zeros((4, 2), dtype=np.bool_)},
            "4 placements cover 4 sets of cells; expected one each, not empty",
        ),
        ({"pieces": [0]}, "1 placements cover 4 sets"),
        ({"pieces": [0, 0, 1, 2]}, "a placement is of a piece that does not exist; expected 0 to 1"),
        ({"count": 300}, "there are 300 pieces"),
        ({"neighbours": [[-1, 2], [0, -1]]}, "the neighbours are not those of 2 cells"),
        ({"neighbours": [[-1, 1]]}, "the neighbours are not those of 2 cells"),
    ],
)
def test_malformed_boards_are_refused(changed: dict[str, Any], match: str) -> None:
    """Each fault has a sentence of its own."""
    with pytest.raises(InvalidModel, match=match):
        placing(**changed)
