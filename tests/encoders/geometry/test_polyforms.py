"""Polyhexes and polyiamonds as named sets and pieces."""

from __future__ import annotations

import pytest

from encoders.geometry.lattice import Lattice, connected
from encoders.geometry.lattices import HEXAGON, TRIANGLE
from encoders.geometry.piece import canonical, connected_shapes, orientations
from encoders.geometry.piece_sets import piece_names, piece_set, set_names
from exactcover.model.errors import InvalidInput

FREE = [1, 1, 3, 7, 22, 82, 333], [1, 1, 1, 3, 4, 12, 24, 66, 160]  # OEIS A000228, A000577
ONE_SIDED = [1, 1, 3, 10, 33, 147, 620], [1, 1, 1, 4, 6, 19, 43, 120, 307]  # OEIS A006535, A006534
FIXED = [1, 3, 11, 44, 186, 814], [2, 3, 6, 14, 36, 94, 250]  # OEIS A001207, A001420
HEXES = ["monohex", "dihex", "trihexes", "tetrahexes", "pentahexes", "hexahexes", "heptahexes"]
IAMONDS = [
    *("moniamond", "diamond", "triamond", "tetriamonds", "pentiamonds", "hexiamonds", "heptiamonds", "octiamonds"),
    "enneiamonds",
]


def test_sets_have_as_many_pieces_as_published() -> None:
    """Free, one-sided and fixed; of single triangles there is one, for a translation does not tell them apart."""
    for sets, free, one_sided, fixed in zip((HEXES, IAMONDS), FREE, ONE_SIDED, FIXED, strict=True):
        assert [len(piece_set(name)) for name in sets] == free
        assert [len(piece_set(f"{name}-one-sided")) for name in sets] == one_sided
        assert [len(piece_set(f"{name}-fixed")) for name in sets[1 : len(fixed)]] == fixed[1:]
        assert set(sets) <= set(set_names())


@pytest.mark.parametrize(("family", "lattice", "n"), [("tetrahexes", HEXAGON, 4), ("hexiamonds", TRIANGLE, 6)])
def test_traditional_names_are_of_all_shapes(family: str, lattice: Lattice, n: int) -> None:
    """Every shape of that many cells has one traditional name."""
    members = [member.piece for member in piece_set(family)]
    assert {canonical(piece.cells, lattice, "isometries") for piece in members} == {
        *connected_shapes(n, lattice, "isometries")
    }
    assert len({piece.name for piece in members}) == len(members)
    assert all(connected(lattice.seats(piece.cells)[0], lattice) for piece in members)


def test_traditional_names_are_of_the_shapes_that_they_describe() -> None:
    """By their numbers of orientations, as Polyform Puzzler lists them (docs/polyiamonds-intro.txt, aspects)."""
    aspects = {
        "chevron": 6, "crown": 6, "yacht": 12, "hook": 12, "signpost": 12, "bar": 6, "crook": 12, "hexagon": 1,
        "sphinx": 12, "snake": 6, "lobster": 6, "butterfly": 3,
    }  # fmt: skip
    hexiamonds = {m.piece.name: m.piece.cells for m in piece_set("hexiamonds")}
    assert {name: len(orientations(cells, TRIANGLE, "isometries")) for name, cells in hexiamonds.items()} == aspects


def test_one_name_on_two_lattices_is_the_piece_of_the_boards() -> None:
    """A bar is a tetrahex on hexagons, a hexiamond on triangles; it is listed once."""
    assert [len(piece_set("bar", lattice)[0].piece.cells) for lattice in (HEXAGON, TRIANGLE)] == [4, 6]
    assert piece_names().count("bar") == 1
    assert piece_set("hexiamond") == piece_set("hexiamonds")
    assert piece_set("tetrahex") == piece_set("tetrahexes")
    assert [piece_set(name)[0].piece.name for name in ("hex1", "tri2", "hex5-07", "tri9-160")] == [
        *("hex1", "tri2", "hex5-07", "tri9-160")
    ]
    with pytest.raises(InvalidInput, match="unknown piece 'tri4-4'"):
        piece_set("tri4-4")
