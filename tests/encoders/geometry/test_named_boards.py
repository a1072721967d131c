"""Boards with names on the lattices of hexagons and triangles: their areas, their symmetries, what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from encoders.geometry.board import board
from encoders.geometry.lattice import Cell, Lattice, connected, image, normalised
from encoders.geometry.lattices import HEXAGON, TRIANGLE
from exactcover.model.errors import InvalidInput


def cells(name: str, lattice: str) -> tuple[Cell, ...]:
    """The cells of a named board."""
    drawn = board(name, lattice)
    assert drawn.cells[-1].any()
    assert drawn.cells[:, -1].any()
    assert not drawn.optional.any()
    return tuple(map(tuple, np.argwhere(drawn.cells).tolist()))


@pytest.mark.parametrize("n", range(1, 6))
def test_areas_are_those_of_the_formulas(n: int) -> None:
    """Centred hexagonal, triangular, star and square numbers; hexagons of three sides; all of them connected."""
    a, b, c = n, n + 1, 2 * n
    expected = {
        f"hexagon:{n}": (3 * n * (n - 1) + 1, 6 * n * n),
        f"hexagon:{a}x{b}x{c}": (a * b + b * c + c * a - a - b - c + 1, 2 * (a * b + b * c + c * a)),
        f"hexagon:{a}x{c}": (
            sum(range(a, a + c)) + sum(range(c, a + c - 1)),
            (a + 2 * c) ** 2 - 3 * c * c,
        ),
        f"parallelogram:{a}x{c}": (a * c, 2 * a * c),
        f"triangle:{n}": (n * (n + 1) // 2, n * n),
        f"trapezoid:{a}x{c}": (sum(range(c - a + 1, c + 1)), c * c - (c - a) ** 2),
        f"hexagram:{n}": (6 * n * (n - 1) + 1, 12 * n * n),
    }
    for name, areas in expected.items():
        for lattice, area in zip((HEXAGON, TRIANGLE), areas, strict=True):
            own = cells(name, lattice.name)
            assert len(own) == area, (name, lattice.name)
            assert all(map(lattice.has, own))
            assert connected(own, lattice)


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("hexagon:3", 12), ("hexagram:2", 12), ("triangle:4", 6), ("hexagon:2x2x3", 4), ("hexagon:4x3", 6), ("hexagon:2x3x4", 2),
        ("parallelogram:3x3", 4), ("parallelogram:2x5", 2), ("trapezoid:2x4", 2),
    ],
)  # fmt: skip
@pytest.mark.parametrize("lattice", [HEXAGON, TRIANGLE], ids=lambda lattice: lattice.name)
def test_boards_have_the_symmetries_of_their_shapes(lattice: Lattice, name: str, order: int) -> None:
    """As many isometries of the lattice map a board to itself, moved, as map the polygon to itself."""
    own = cells(name, lattice.name)
    assert sum(image(matrix, own) == normalised(own) for matrix in lattice.matrices("isometries")) == order


@pytest.mark.parametrize(
    ("name", "lattice", "sentence"),
    [
        (
            "hexagon:3",
            None,
            "board is hexagon:3 of the square lattice; expected one of the lattices hexagon, triangle,",
        ),
        ("hexagn:3", "hexagon", "board is hexagn:3; expected hexagon:N or .*did you mean 'hexagon'"),
        ("hexagon:0", "hexagon", "expected hexagon:N or hexagon:AxBxC or hexagon:AxB with sides of at least 1"),
        ("hexagon:2x3x4x5", "triangle", "expected hexagon:N or hexagon:AxBxC or hexagon:AxB with"),
        ("triangle:", "triangle", "expected triangle:N with sides of at least 1"),
        ("triangle:-3", "triangle", "expected triangle:N with sides of at least 1"),
        ("parallelogram:4", "triangle", "expected parallelogram:ROWSxCOLUMNS with"),
        ("trapezoid:5x4", "hexagon", "expected trapezoid:ROWSxBASE .* at most as many rows as the base is long"),
        ("triangle:999999999", "hexagon", r"expected at most 10\^8 positions in its box"),
        ("triangle:99999", "hexagon", r"expected at most 10\^8 positions in its box"),
    ],
)
def test_what_is_no_board_is_refused(name: str, lattice: str | None, sentence: str) -> None:
    """An unknown name, too few and too many sides, and a lattice without such boards are refused."""
    with pytest.raises(InvalidInput, match=sentence):
        board(name, lattice)
