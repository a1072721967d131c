"""Pieces: congruence, the published numbers of n-ominoes and polycubes, and the sets that have names."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encoders.geometry import lattice as plane
from encoders.geometry.lattice import MOTIONS, Cell, Lattice, Motions, Shape
from encoders.geometry.lattices import CUBIC, SQUARE
from encoders.geometry.piece import Piece, canonical, connected_shapes, in_dimension, orientations
from encoders.geometry.piece_sets import Member, piece_names, piece_set, set_names
from exactcover.model.errors import InvalidInput

# The letters drawn upright, as one writes them: a table of its own, not that of encoders/geometry/piece_sets.py turned.
WRITTEN = """
I1 #  I2 #/#  I3 #/#/#  V3 #./##  I4 #/#/#/#  O4 ##/##  L4 #./#./##  S4 .##/##.  T4 ###/.#.
F5 .##/##./.#.  I5 #/#/#/#/#  L5 #./#./#./##  N5 .#/.#/##/#.  P5 ##/##/#.  T5 ###/.#./.#.  U5 #.#/###
V5 #../#../###  W5 #../##./.##  X5 .#./###/.#.  Y5 #./##/#./#.  Z5 ##./.#./.##
"""
LETTERS = dict(re.findall(r"(\S+) (\S+)", WRITTEN))
# S. Kurowski's list of the Bedlam cube's pieces with his nicknames (x, y, z): as a whole the mirror image of ours.
LISTED = """
A4: 000 001 100 110;  spikey-zag: 001 010 011 110 120
pokey-corner-bit: 000 010 110 011 020;  right-angles-everywhere: 000 001 010 020 120
middle-zig: 000 010 011 110 120;  pokey-z: 000 001 010 110 120
corner-joist: 000 100 001 010 020;  dented-l: 000 100 101 010 020
f-in-therapy: 000 001 010 110 020;  W5: 010 100 200 110 020
X5: 010 100 110 210 120;  F5: 000 100 110 210 120
t-bone: 010 100 011 110 120
"""
KUROWSKI = dict(re.findall(r"(\S+): ([0-9 ]+)", LISTED))

FAMILIES = ("monomino", "dominoes", "trominoes", "tetrominoes", "pentominoes", "hexominoes", "heptominoes")


def drawn(picture: str) -> Shape:
    """The cells of a planar picture."""
    rows = picture.split("/")
    return tuple((y, x) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#")


def names(set_name: str) -> list[str]:
    """The names of the pieces of a set, in its order."""
    return [member.piece.name for member in piece_set(set_name)]


def numbered(cells: str) -> Shape:
    """The cells written as digits: `000 001`."""
    return tuple(tuple(int(digit) for digit in cell) for cell in cells.split())


@st.composite
def pieces(draw: st.DrawFn) -> tuple[Lattice, Shape]:
    """A lattice and a set of its cells, connected or not."""
    lattice = draw(st.sampled_from((SQUARE, CUBIC)))
    cell: st.SearchStrategy[Cell] = st.tuples(*[st.integers(-2, 2)] * lattice.dimension)
    return lattice, tuple(draw(st.lists(cell, min_size=1, max_size=6, unique=True)))


@pytest.mark.parametrize(
    ("motions", "published"),
    [
        ("isometries", [1, 1, 2, 5, 12, 35, 108, 369]),  # OEIS A000105
        ("rotations", [1, 1, 2, 7, 18, 60, 196, 704]),  # OEIS A000988
        ("translations", [1, 2, 6, 19, 63, 216, 760, 2725]),  # OEIS A001168
    ],
)
def test_polyominoes_are_as_many_as_published(motions: Motions, published: list[int]) -> None:
    """Free, one-sided and fixed n-ominoes up to 8 cells, in order of canonical form, connected and of n cells."""
    for n, count in enumerate(published, start=1):
        found = connected_shapes(n, SQUARE, motions)
        assert len(found) == count
        assert list(found) == sorted(set(found))
        assert all(
            len(cells) == n and plane.connected(cells, SQUARE) and canonical(cells, SQUARE, motions) == cells
            for cells in found
        )


@pytest.mark.parametrize(
    ("motions", "published"),
    [
        ("isometries", [1, 1, 2, 7, 23, 112]),  # OEIS A038119
        ("rotations", [1, 1, 2, 8, 29, 166]),  # OEIS A000162
        ("translations", [1, 3, 15, 86, 534, 3481]),  # OEIS A001931
    ],
)
def test_polycubes_are_as_many_as_published(motions: Motions, published: list[int]) -> None:
    """Polycubes up to 6 cells, the mirror image counted as the same, as another, and in every orientation."""
    assert [len(connected_shapes(n, CUBIC, motions)) for n in range(1, 7)] == published


def test_shapes_without_cells_are_not_generated() -> None:
    """There is no 0-omino."""
    with pytest.raises(InvalidInput, match="expected at least 1"):
        connected_shapes(0, SQUARE, "isometries")


@given(pieces(), st.data())
def test_canonical_form_is_invariant(piece: tuple[Lattice, Shape], data: st.DataObject) -> None:
    """A moved and turned shape has the same canonical form, and the same orientations."""
    lattice, cells = piece
    motions = data.draw(st.sampled_from(MOTIONS))
    matrix = data.draw(st.sampled_from(lattice.matrices(motions)))
    shift = data.draw(st.tuples(*[st.integers(-9, 9)] * lattice.dimension))
    moved = tuple(tuple(a + b for a, b in zip(cell, shift, strict=True)) for cell in plane.image(matrix, cells))
    assert canonical(moved, lattice, motions) == canonical(cells, lattice, motions)
    assert orientations(moved, lattice, motions) == orientations(cells, lattice, motions)


@given(pieces())
def test_orientations_are_an_orbit(piece: tuple[Lattice, Shape]) -> None:
    """Their number divides the order of the group; they are distinct, in order, and the shape itself is one."""
    lattice, cells = piece
    for motions in MOTIONS:
        found = orientations(cells, lattice, motions)
        assert len(lattice.matrices(motions)) % len(found) == 0
        assert list(found) == sorted(set(found))
        assert plane.normalised(cells) in found
        assert canonical(cells, lattice, motions) == found[0]


@pytest.mark.parametrize("lattice", [SQUARE, CUBIC])
def test_equal_canonical_forms_mean_congruent(lattice: Lattice) -> None:
    """Of all pairs of fixed shapes of 4 cells, those share their canonical form where one is the other, turned."""
    fixed = (
        connected_shapes(4, SQUARE, "translations") if lattice is SQUARE else connected_shapes(4, CUBIC, "translations")
    )
    forms = [canonical(shape, lattice, "rotations") for shape in fixed]
    for one, form in zip(fixed, forms, strict=True):
        turned = orientations(one, lattice, "rotations")
        assert [other in turned for other in fixed] == [other == form for other in forms]


def test_pentominoes_have_their_known_numbers_of_orientations() -> None:
    """F8 I2 L8 N8 P8 T4 U4 V4 W4 X1 Y8 Z4 make the 63 fixed pentominoes; lying in space they make 186."""
    planar = [
        f"{m.piece.name[0]}{len(orientations(m.piece.cells, SQUARE, 'isometries'))}" for m in piece_set("pentominoes")
    ]
    assert " ".join(planar) == "F8 I2 L8 N8 P8 T4 U4 V4 W4 X1 Y8 Z4"
    solid = [len(orientations(in_dimension(m.piece.cells, 3), CUBIC, "rotations")) for m in piece_set("pentominoes")]
    assert sum(solid) == 186


def test_every_small_polyomino_has_exactly_one_letter() -> None:
    """The drawn table and generation give the same shapes up to five cells."""
    named = [canonical(m.piece.cells, SQUARE, "isometries") for m in piece_set("blokus")]
    assert sorted(named) == sorted(shape for n in range(1, 6) for shape in connected_shapes(n, SQUARE, "isometries"))


@pytest.mark.parametrize("letter", LETTERS)
def test_letters_name_the_shapes_they_look_like(letter: str) -> None:
    """Each letter's piece can be turned, without reflection, into the drawing of the letter."""
    (member,) = piece_set(letter)
    assert member == Member(Piece(letter, member.piece.cells, SQUARE), 1)
    turned = orientations(member.piece.cells, SQUARE, "rotations")
    assert plane.normalised(drawn(LETTERS[letter])) in turned


def test_twins_of_tetrominoes_have_their_familiar_names() -> None:
    """J4 and Z4 stand for the mirror images of L4 and S4, alone as in the one-sided set."""
    assert piece_set("J4")[0].piece.cells in orientations(drawn(".#/.#/##"), SQUARE, "rotations")
    assert piece_set("Z4")[0].piece.cells in orientations(drawn("##./.##"), SQUARE, "rotations")
    assert piece_set("S4")[0].piece.cells in orientations(drawn(".##/##."), SQUARE, "rotations")
    assert canonical(piece_set("Z4")[0].piece.cells, SQUARE, "isometries") == canonical(
        piece_set("S4")[0].piece.cells, SQUARE, "isometries"
    )
    assert names("tetrominoes-one-sided") == ["I4", "O4", "L4", "J4", "S4", "Z4", "T4"]
    in_set = {m.piece.name: m.piece.cells for m in piece_set("tetrominoes-one-sided")}
    assert all(in_set[name] == piece_set(name)[0].piece.cells for name in ("J4", "Z4"))


@pytest.mark.parametrize(("n", "family"), list(enumerate(FAMILIES, start=1)))
@pytest.mark.parametrize(
    ("suffix", "carried", "motions"),
    [("", None, "isometries"), ("-one-sided", "rotations", "rotations"), ("-fixed", "translations", "translations")],
)
def test_families_are_all_n_ominoes(
    family: str, n: int, suffix: str, carried: Motions | None, motions: Motions
) -> None:
    """Each family has every n-omino once, under different names, and carries the motions its suffix leaves."""
    members = piece_set(family + suffix)
    assert sorted(canonical(m.piece.cells, SQUARE, motions) for m in members) == list(
        connected_shapes(n, SQUARE, motions)
    )
    assert len({m.piece.name for m in members}) == len(members)
    assert {(m.piece.motions, m.copies) for m in members} == {(carried, 1)}


def test_names_of_larger_families() -> None:
    """Six and seven cells are numbered by canonical form; mirror twins end in m, fixed pieces in their orientation."""
    assert names("hexominoes")[::34] == ["P6-01", "P6-35"]
    assert names("heptominoes")[::107] == ["P7-001", "P7-108"]
    assert [m.piece.cells for m in piece_set("heptominoes")] == list(connected_shapes(7, SQUARE, "isometries"))
    assert piece_set("P7-042")[0].piece.cells == connected_shapes(7, SQUARE, "isometries")[41]
    assert names("pentominoes-one-sided")[:3] == ["F5", "F5m", "I5"]
    assert names("hexominoes-one-sided")[:3] == ["P6-01", "P6-02", "P6-02m"]
    assert names("pentominoes-fixed")[:9] == [f"F5-{number}" for number in range(1, 9)] + ["I5-1"]
    assert names("monomino-fixed") + names("hexominoes-fixed")[:1] == ["I1-1", "P6-01-1"]


def test_twins_are_mirror_images() -> None:
    """A name with m is the mirror image of the name without, and no rotation of it."""
    cells = {m.piece.name: m.piece.cells for m in piece_set("hexominoes-one-sided")}
    twins = [name for name in cells if name.endswith("m")]
    assert len(twins) == 60 - 35
    for twin in twins:
        assert cells[twin] not in orientations(cells[twin[:-1]], SQUARE, "rotations")
        assert cells[twin] in orientations(cells[twin[:-1]], SQUARE, "isometries")


@pytest.mark.parametrize("suffix", ["", "-one-sided", "-fixed"])
@pytest.mark.parametrize("family", FAMILIES)
def test_singular_and_plural_both_do(family: str, suffix: str) -> None:
    """A set answers to its singular and to both plurals."""
    for ending in ("", "s", "es"):
        assert piece_set(family.removesuffix("es") + ending + suffix) == piece_set(family + suffix)
    assert piece_set("tetracube") == piece_set("tetracubes")


def test_blokus_has_one_piece_of_every_shape_up_to_five_cells() -> None:
    """Twenty-one pieces of 89 squares in all."""
    assert names("blokus") == list(LETTERS)
    assert sum(len(m.piece.cells) for m in piece_set("blokus")) == 89


@pytest.mark.parametrize(
    ("name", "cells", "copies"),
    [("soma", 27, 7), ("tetracubes", 32, 8), ("slothouber-graatsma", 27, 9), ("conway-5", 125, 18), ("bedlam", 64, 13)],
)
def test_solid_sets_fill_their_boxes(name: str, cells: int, copies: int) -> None:
    """Pieces of solid sets lie in space, are connected and different under rotations, and have the box's volume."""
    members = piece_set(name)
    assert all(len(cell) == 3 for m in members for cell in m.piece.cells)
    assert all(plane.connected(m.piece.cells, CUBIC) for m in members)
    assert len({canonical(m.piece.cells, CUBIC, "rotations") for m in members}) == len(members)
    assert sum(len(m.piece.cells) * m.copies for m in members) == cells
    assert sum(m.copies for m in members) == copies


def test_tetracubes_are_the_eight_and_soma_those_that_are_no_boxes() -> None:
    """Generation gives the same eight; Soma is the irregular ones of three and four cubes, A4 and B4 mirror twins."""
    tetracubes = {m.piece.name: canonical(m.piece.cells, CUBIC, "rotations") for m in piece_set("tetracubes")}
    assert sorted(tetracubes.values()) == list(connected_shapes(4, CUBIC, "rotations"))
    irregular = [
        shape
        for n in (1, 2, 3, 4)
        for shape in connected_shapes(n, CUBIC, "rotations")
        if set(shape) != {(z, y, x) for z in range(9) for y in range(9) for x in range(9) if fits((z, y, x), shape)}
    ]
    assert sorted(canonical(m.piece.cells, CUBIC, "rotations") for m in piece_set("soma")) == sorted(irregular)
    assert canonical(plane.image(CUBIC.mirror, tetracubes["A4"]), CUBIC, "rotations") == tetracubes["B4"]


def fits(cell: Cell, shape: Shape) -> bool:
    """Whether the cell is in the box around a normalised shape."""
    return all(a <= max(axis) for a, axis in zip(cell, zip(*shape, strict=True), strict=True))


def test_bricks_have_their_sizes() -> None:
    """Conway's and Slothouber and Graatsma's bricks, by their edges and numbers."""

    def bricks(name: str) -> dict[tuple[int, ...], int]:
        sizes = {}
        for m in piece_set(name):
            edges = tuple(sorted(max(axis) + 1 for axis in zip(*m.piece.cells, strict=True)))
            assert edges[0] * edges[1] * edges[2] == len(m.piece.cells)
            sizes[edges] = m.copies
        return sizes

    assert bricks("slothouber-graatsma") == {(1, 2, 2): 6, (1, 1, 1): 3}
    assert bricks("conway-5") == {(1, 2, 4): 13, (2, 2, 2): 1, (1, 2, 2): 1, (1, 1, 3): 3}


def test_bedlam_agrees_with_the_published_list() -> None:
    """Twelve pentacubes and a tetracube, each the mirror image of Kurowski's piece of that nickname."""
    bedlam = {m.piece.name: m.piece.cells for m in piece_set("bedlam")}
    assert Counter(map(len, bedlam.values())) == {5: 12, 4: 1}
    assert bedlam.keys() == KUROWSKI.keys()
    for name, cells in bedlam.items():
        mirrored = plane.image(CUBIC.mirror, numbered(KUROWSKI[name]))
        assert canonical(cells, CUBIC, "rotations") == canonical(mirrored, CUBIC, "rotations")


def test_bedlam_has_its_known_numbers_of_orientations() -> None:
    """Seven pieces turn 24 ways, five 12 and one 3 (Kurowski), under rotations."""
    turned = Counter(len(orientations(m.piece.cells, CUBIC, "rotations")) for m in piece_set("bedlam"))
    assert turned == {24: 7, 12: 5, 3: 1}


def test_one_name_means_one_shape() -> None:
    """Where two sets, or a set and a single piece, share a name on one lattice, the pieces are congruent (in space)."""
    shapes: dict[tuple[str, str], set[Shape]] = {}
    for source in (*set_names(), *piece_names()):
        if "-fixed" in source or source.startswith(("P7", "hex7", "tri9")):
            continue
        for m in piece_set(source):
            if m.piece.lattice in (SQUARE, CUBIC):
                name = m.piece.name, "cubic"
                shape = canonical(in_dimension(m.piece.cells, 3), CUBIC, "rotations")
            else:
                name = m.piece.name, m.piece.lattice.name
                shape = canonical(m.piece.cells, m.piece.lattice, "isometries")
            shapes.setdefault(name, set()).add(shape)
    assert len(shapes) > len({name for name, _ in shapes})  # `bar` is a tetrahex and a hexiamond
    assert [name for name, different in shapes.items() if len(different) > 1] == []


def test_all_names_work_and_are_safe_in_a_shell() -> None:
    """Names are letters, digits and single dashes, no two alike, and piece_set knows every one."""
    known = (*set_names(), *piece_names())
    assert len(set(known)) == len(known)
    for name in known:
        for m in piece_set(name):
            assert re.fullmatch(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*", m.piece.name)
    assert all(piece_set(name)[0].piece.name == name for name in piece_names())


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("pentomnoes", "pentominoes"),
        ("x5", "X5"),
        ("P6-36", "P6-3"),
        ("hexominoes-onesided", "hexominoes-one-sided"),
        ("som", "soma"),
    ],
)
def test_unknown_names_are_refused_with_the_nearest(name: str, nearest: str) -> None:
    """A misspelt name says what it may have meant."""
    with pytest.raises(InvalidInput, match=f"unknown piece {name!r}; expected .*did you mean '{nearest}"):
        piece_set(name)


@pytest.mark.parametrize(
    ("name", "cells", "motions", "fault"),
    [
        ("", ((0, 0),), None, "a piece without a name"),
        ("A", (), None, "piece 'A' has no cells"),
        ("A", ((0, 0), (0, 1), (0, 0)), None, "piece 'A' has the cell 0,0 twice"),
        ("A", ((0, 0), (0, 0, 1)), None, "piece 'A' has cells of 2 and 3 coordinates; expected 2 each on the square"),
        ("A", ((0,), (1,)), None, "piece 'A' has cells of 1 coordinates"),
        ("A", ((0, 0),), "flips", "piece 'A' has unknown motions 'flips'"),
    ],
)
def test_malformed_pieces_are_refused(name: str, cells: Shape, motions: Motions | None, fault: str) -> None:
    """Each fault of a piece has its own sentence."""
    with pytest.raises(InvalidInput, match=fault):
        Piece(name, cells, SQUARE, motions)


def test_pieces_need_not_be_connected_and_move_to_the_origin() -> None:
    """Cells keep their distances, and start at 0 on every axis."""
    assert Piece("A", ((7, 5), (3, 9)), SQUARE).cells == ((0, 4), (4, 0))
    assert Piece("A", ((7, 5), (3, 9)), SQUARE) == Piece("A", ((0, 4), (4, 0)), SQUARE)


def test_a_set_has_no_negative_copies() -> None:
    """Fewer than no copies are refused."""
    with pytest.raises(InvalidInput, match="-1 copies of piece 'A'"):
        Member(Piece("A", ((0, 0),), SQUARE), -1)


def test_planar_pieces_lie_in_space_and_solid_ones_not_in_the_plane() -> None:
    """Into space and back is the identity; a solid piece is refused in the plane by name."""
    for cells in connected_shapes(4, SQUARE, "isometries"):
        assert all(cell[0] == 0 for cell in in_dimension(cells, 3))
        assert in_dimension(in_dimension(cells, 3), 2) == cells == in_dimension(cells, 2)
    solid = piece_set("A4")[0].piece.cells
    assert in_dimension(solid, 3) == solid
    with pytest.raises(InvalidInput, match="piece 'A4' is solid and the board is planar"):
        in_dimension(solid, 2, "A4")
    with pytest.raises(InvalidInput, match="a piece of 4 cells is solid"):
        in_dimension(solid, 2)


def test_cells_of_another_lattice_have_no_orientations() -> None:
    """A planar shape is refused in space until it has been laid there; so is nothing."""
    with pytest.raises(InvalidInput, match="cells of 2 coordinates on the cubic lattice"):
        orientations(drawn("##"), CUBIC, "rotations")
    with pytest.raises(InvalidInput, match="no cells on the square lattice"):
        orientations((), SQUARE, "rotations")


def test_names_are_listed_without_generating_or_heavy_imports() -> None:
    """`piece_names` generates nothing, and pentominoes need neither numpy nor larger shapes."""
    code = (
        "import sys, encoders.geometry.piece_sets as p; p.piece_names(); p.set_names(); p.piece_set('pentominoes');"
        "assert p.polyforms.connected_shapes.cache_info().misses == 0; assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
