"""Packings on lattices of parts of squares and hexagons, of edges, and of bodies: counts, proofs, refusals, digests."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from encoders.catalogue import puzzle
from encoders.draw.gallery import Gallery
from encoders.draw.looks import LOOKS
from encoders.draw.looks_of_parts import NOWHERE
from encoders.draw.workshop import bodies
from encoders.geometry.lattices import FCC, LATTICES, RHOMBIC, SLICE, TETRA_OCTA
from encoders.geometry.named_bodies import named_body
from encoders.packing import layouts
from encoders.puzzle import puzzle_of
from exactcover import api
from exactcover.model.errors import InvalidInput
from exactcover.model.puzzle_protocol import digest_of
from exactcover.model.tiling import Tiling


def count(line: str) -> int:
    """The number of solutions of a packing, each counted."""
    answer = api.count(puzzle(f"packing {line}"))
    assert answer.exhausted or str(answer.status) == "INFEASIBLE"
    return int(answer.count or 0)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("lattice=tetrakis board=grid:1x1 pieces=monoabolo copies=any", 2),  # either diagonal
        ("lattice=tetrakis board=grid:2x3 pieces=monoabolo copies=any", 2**6),
        ("lattice=kisrhombille board=triangle:1 pieces=didrafters copies=any", 2),  # six in a ring, in pairs
        ("lattice=square-edges board=grid:1x1 pieces=disticks copies=any", 2),  # four edges in a ring
        ("lattice=triangle-edges board=triangle:1 pieces=tritrigs copies=any", 1),
        ("lattice=hexagon-edges board=hexagon:1 pieces=ditwig copies=any", 2),
        ("lattice=prism board=2*triangle:1 pieces=diamond copies=any", 0),
        ("lattice=prism board=2*triangle:2 pieces=tri1 copies=any", 1),
        ("lattice=hex-prism board=3*hexagon:1 pieces=monohex copies=any", 1),
        ("lattice=fcc board=tetrahedron:2 pieces=disphere copies=any", 3),
        ("lattice=fcc board=octahedron:2 pieces=disphere copies=any", 8),  # perfect matchings of an octahedron
        ("board=2x2x2x2 pieces=I2 copies=any", 272),  # perfect matchings of a 4-cube, OEIS A005271
    ],
)
def test_small_boards_have_the_counts_that_are_known_by_hand(line: str, expected: int) -> None:
    """Rings, halves of squares, matchings of an octahedron and of a hypercube."""
    assert count(line) == expected


@pytest.mark.parametrize(
    ("name", "spheres"), [("tetrahedron", (1, 4, 10, 20)), ("pyramid", (1, 5, 14, 30)), ("octahedron", (1, 6, 19, 44))]
)
def test_heaps_have_pyramidal_numbers_of_spheres(name: str, spheres: tuple[int, ...]) -> None:
    """Tetrahedral, square pyramidal and octahedral numbers, all on the lattice."""
    for side, number in enumerate(spheres, 1):
        cells = named_body(f"{name}:{side}", FCC)
        assert int(cells.sum()) == number
        assert all(FCC.has(cell) for cell in zip(*cells.nonzero(), strict=True))


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_solids_are_cut_into_the_cells_of_their_volume(n: int) -> None:
    """Tetrahedra have n(n^2+2)/3 tetrahedra and (n^3-n)/6 octahedra, octahedra 4(n^3-n)/3 and n(2n^2+1)/3, in eighths."""
    solids = {
        ("tetrahedron", TETRA_OCTA): n * (n * n + 2) // 3 + 8 * (n**3 - n) // 6,
        ("octahedron", TETRA_OCTA): 4 * (n**3 - n) // 3 + 8 * n * (2 * n * n + 1) // 3,
        ("pyramid", TETRA_OCTA): 2 * (n**3 - n) // 3 + 4 * n * (2 * n * n + 1) // 3,
        ("cube", RHOMBIC): 24 * n**3,
        ("dodecahedron", RHOMBIC): 48 * n**3,
    }
    for (name, lattice), cells in solids.items():
        body = named_body(f"{name}:{n}", lattice)
        assert int(body.sum()) == cells
        assert all(lattice.has(cell) for cell in zip(*body.nonzero(), strict=True))


def test_pieces_that_may_not_cross_leave_the_vertex_to_one() -> None:
    """Two straight pieces of two edges form a plus sign only if they may cross."""
    plus = "lattice=square-edges board=#####/##.##/#.#.#/##.##/##### pieces=stick2-2 copies=2"
    assert count(plus) == 1
    assert count(f"{plus} crossing=no") == 0
    assert count(f"{plus} crossing=yes") == 1


def test_pieces_that_turn_at_a_vertex_do_not_cross() -> None:
    """Two corners of two edges meet at a vertex; that is no crossing."""
    plus = "lattice=square-edges board=#####/##.##/#.#.#/##.##/##### pieces=stick2-1 copies=2 crossing=no"
    assert count(plus) == 2


def test_a_puzzle_without_crossings_is_read_again_from_its_canonical_form() -> None:
    """Its vertices are cells that may stay empty; the digest is the same."""
    line = "packing lattice=square-edges board=grid:2x2 pieces=tristicks copies=0..1 crossing=no"
    form = puzzle(line).canonical()
    assert form["lattice"] == "square-edges+vertices"
    assert digest_of(puzzle_of("packing", {k: v for k, v in form.items() if k != "kind"}).canonical()) == digest_of(
        form
    )


@pytest.mark.parametrize(
    "line",
    [
        "lattice=square-edges board=grid:2x2 pieces=tristicks copies=any",
        "lattice=tetrakis board=grid:2x2 pieces=diaboloes-one-sided copies=any",
        "lattice=kisrhombille board=hexagon:1 pieces=tridrafters copies=any",
        "lattice=fcc board=pyramid:3 pieces=trispheres copies=any",
        "lattice=tetra-octa board=3x3x6 pieces=[[1,1,1],[0,0,2]]",
    ],
)
def test_bound_pieces_are_read_again_from_their_canonical_form(line: str) -> None:
    """A piece that is bound to classes of cells keeps them in the canonical form, whose digest is the same."""
    if "[[" in line:
        cells = [[1, 1, 1], [2, 0, 0]]
        keys = {"board": "3x3x3", "lattice": "tetra-octa", "pieces": [{"name": "A", "cells": cells}], "optional": "all"}
        form = puzzle_of("packing", keys).canonical()
    else:
        form = puzzle(f"packing {line}").canonical()
    again = puzzle_of("packing", {key: value for key, value in form.items() if key != "kind"})
    assert digest_of(again.canonical()) == digest_of(form)


def test_an_impossible_board_of_edges_is_proved_so() -> None:
    """A certificate that its judge accepts: no tristick covers the four edges of a square."""
    answer = api.prove(puzzle("packing lattice=square-edges board=grid:1x1 pieces=tristicks copies=any"))
    assert (str(answer.status), answer.certificate is not None) == ("INFEASIBLE", True)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("lattice=hexagon-edges board=hexagon:2 pieces=ditwig crossing=no", "crossing=no on the hexagon-edges lattice"),
        (
            "lattice=square-edges board=grid:2x2 pieces=disticks crossing=no optional=1,0 holes_free=1",
            "holes_free and crossing=no",
        ),
        ("lattice=square-edges board=hexagon:2 pieces=disticks", "expected grid:ROWSxCOLUMNS on the square-edges"),
        ("lattice=cubic board=tetrahedron:4 pieces=trispheres", "of the cubic lattice; expected lattice=fcc"),
        ("lattice=fcc board=2*hexagon:3 pieces=trispheres", "expected lattice=prism or hex-prism"),
        (
            "lattice=tetrakis board=grid:2x2 pieces=disticks",
            "is of the square-edges lattice, the board of the tetrakis",
        ),
        ("lattice=fcc board=./. pieces=trispheres", "lattice is fcc, whose cells have 3 coordinates"),
        (
            "lattice=tetrakis board=grid:2x2 pieces=monoabolo wrap=columns",
            "on the tetrakis lattice; expected a board of",
        ),
        ("board=2x2x2x2x2x2 pieces=I2", "expected a size such as 6x10"),
    ],
)
def test_what_a_lattice_does_not_have_is_refused(line: str, sentence: str) -> None:
    """Boards, pieces and keys of another lattice: one sentence each."""
    with pytest.raises(InvalidInput, match=sentence.replace("*", r"\*")):
        puzzle(f"packing {line}")


def test_pieces_of_four_dimensions_are_drawn_layer_by_layer_and_not_made() -> None:
    """A layer is called by its first coordinates; a mesh of such a piece is refused."""
    keys = {
        "board": "2x2x2x2",
        "pieces": [{"name": "A", "cells": [[0, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0], [1, 0, 0, 0]]}],
    }
    four = puzzle_of("packing", {**keys, "copies": "any"})
    assert four.picture().captions == ("layer 0,0", "layer 0,1", "layer 1,0", "layer 1,1")
    (panel,) = four.pieces() or ()
    assert panel.picture.captions == ("layer 0,0", "layer 0,1")
    with pytest.raises(InvalidInput, match="of more than three dimensions, cannot be made"):
        bodies(Gallery((panel,)), apart=True)


@pytest.mark.parametrize("name", sorted(LOOKS))
def test_the_sides_of_a_cell_are_those_of_its_neighbours(name: str) -> None:
    """Each side runs the same way round, and from the cell beyond it is the same side backwards."""
    look, lattice = LOOKS[name], LATTICES.get(name, SLICE)
    for row, column in np.ndindex(13, 13):
        if not lattice.has((row, column)):
            continue
        sides = look.sides(row, column)
        assert [end for _, _, end in sides] == [begin for _, begin, _ in (*sides[1:], sides[0])]
        for beyond, begin, end in sides:
            if beyond != NOWHERE and min(beyond) >= 0 and lattice.has(beyond):
                assert ((row, column), end, begin) in look.sides(*beyond)


EDGES = "packing lattice=square-edges board=grid:2x2 pieces=stick2-2,monostick copies=any"
"""Straight pieces of two edges in line; edges side by side have the same shape, moved, and are no such piece."""


def test_a_piece_where_no_motion_takes_it_is_refused_by_the_referee() -> None:
    """Two horizontal edges in line are the piece; moved by one row and column they are two vertical edges side by side."""
    subject = puzzle(EDGES)
    shape = "is not the shape of stick2-2, by the motions it is allowed"
    right = {"placements": [{"piece": "stick2-2", "cells": [[0, 1], [0, 3]]}]}
    wrong = {"placements": [{"piece": "stick2-2", "cells": [[1, 0], [1, 2]]}]}
    assert not any(shape in fault for fault in subject.faults(right))
    assert any(shape in fault for fault in subject.faults(wrong))


def test_a_tiling_that_does_not_bind_a_piece_is_refused() -> None:
    """Without its grounds a piece of edges would lie side by side: the referee compares every placement."""
    subject = puzzle(EDGES)
    model = subject.encode().model
    assert isinstance(model, Tiling)
    assert subject.encoding_faults(model) == []
    pieces = tuple(replace(piece, grounds=None) for piece in model.pieces)
    assert subject.encoding_faults(replace(model, pieces=pieces)) == [
        "the tiling binds stick2-2 to other parts of the board"
    ]
    (bound,) = [piece for piece in model.pieces if piece.grounds is not None]
    assert bound.grounds is not None
    swapped = replace(bound, grounds=bound.grounds[::-1])
    pieces = tuple(swapped if piece is bound else piece for piece in model.pieces)
    assert subject.encoding_faults(replace(model, pieces=pieces)) == [
        "the tiling binds stick2-2 to other parts of the board"
    ]


def test_a_layout_with_a_piece_where_no_motion_takes_it_is_refused() -> None:
    """Of a solution as arrays, the row of that piece is named."""
    subject = puzzle("packing lattice=square-edges board=41x41 pieces=stick2-2,monostick copies=any")
    solution = layouts.of_solution(subject.value, api.solve(subject).solution)
    assert subject.faults(solution) == []
    row = int(np.flatnonzero(solution.piece == solution.kinds.index("stick2-2"))[0])
    offset = solution.offset.copy()
    offset[row] += [1, 1] if (offset[row] < 38).all() else [-1, -1]
    forged = replace(solution, offset=offset)
    assert f"row {row} (stick2-2) lies where none of its motions takes it" in subject.faults(forged)
