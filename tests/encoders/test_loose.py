"""Pieces beside a board: turns and flips lead to every place where a piece may lie, and to no other."""

from __future__ import annotations

import pytest

from encoders.draw.outlines import OUTLINED
from encoders.geometry.lattice import Shape, by_period, mapped
from encoders.geometry.lattices import LATTICES
from encoders.geometry.piece import images, on_lattice
from encoders.geometry.piece_sets import piece_set
from encoders.packing.editor import PAINTED
from exactcover.api import benches, tables

DRAFTER = {
    "kind": "packing",
    "lattice": "kisrhombille",
    "board": "hexagon:1",
    "pieces": ["monodrafter"],
    "copies": "any",
}


def turned(cells: Shape, lattice: str, name: str) -> Shape:
    """Return cells after a turn or a flip, moved by the period to the origin."""
    own = LATTICES[lattice]
    matrix = own.turns[0] if name == "turns" else own.mirror
    shift = next(shift for each, shift in own.motions("isometries") if each == matrix)
    moved = [tuple(x + y for x, y in zip(cell, shift, strict=True)) for cell in mapped(matrix, cells)]
    return by_period(moved, own.modulus)


@pytest.mark.parametrize("lattice", OUTLINED)
def test_turns_and_flips_reach_every_image_of_a_piece(lattice: str) -> None:
    """With the motions that the bench offers, a piece lies in all its images, and in no other."""
    for name in PAINTED[lattice].sets[:2]:
        keys = {"kind": "packing", "lattice": lattice, **PAINTED[lattice].start, "pieces": [name], "copies": "any"}
        pieces = {member.piece.name: member.piece for member in piece_set(name)}
        for shown in benches.bench(keys)["pieces"]:
            piece = pieces[shown["name"]]
            reached, fresh = set(), [by_period(map(tuple, shown["cells"]), LATTICES[lattice].modulus)]
            while fresh:
                last = fresh.pop()
                if last not in reached:
                    reached.add(last)
                    fresh += [turned(last, lattice, motion) for motion in ("turns", "flips") if shown[motion]]
            every = images(on_lattice(piece, LATTICES[lattice]), LATTICES[lattice], "isometries")
            assert reached == set(every), shown["name"]


@pytest.mark.parametrize(("reflections", "flips"), [("yes", True), ("no", False)])
def test_a_piece_of_one_triangle_is_turned_and_flipped(reflections: str, flips: bool) -> None:
    """The smallest drafter has one shape of coordinates and twelve places, six of them by turns alone."""
    (shown,) = benches.bench(DRAFTER | {"reflections": reflections})["pieces"]
    assert (shown["turns"], shown["flips"]) == (True, flips)
    (played,) = tables.table(DRAFTER | {"reflections": reflections})["pieces"]
    assert (played["turns"], played["flips"]) == (True, flips)


def test_classes_of_cells_are_no_colours() -> None:
    """Pieces of edges that are bound to a class of cells have no marks on the table."""
    keys = {"kind": "packing", "lattice": "square-edges", **PAINTED["square-edges"].start}
    table = tables.table(keys)
    assert table["grounds"] == []
    assert {len(cell) for piece in table["pieces"] for cell in piece["cells"]} == {2}


def test_the_bench_shows_edges_without_their_vertices() -> None:
    """With crossing=no, pieces cover vertices, which nobody paints or drags."""
    keys = {"kind": "packing", "lattice": "square-edges", "board": "grid:3x3", "pieces": ["tristicks"], "copies": "any"}
    for shown in benches.bench(keys | {"crossing": "no"})["pieces"]:
        assert len(shown["cells"]) == 3
