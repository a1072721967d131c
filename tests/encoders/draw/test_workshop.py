"""Pieces to be made: meshes are closed and have the right volume, and a laser cuts every edge once."""

from __future__ import annotations

import re
import struct
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exactcover
from encoders.draw.as_cut_lines import svg
from encoders.draw.as_mesh import Triangle, Vertex, in_file, mesh
from encoders.draw.workshop import Body, Measures
from exactcover import api
from exactcover.model.best_attempt import json_of
from exactcover.model.errors import InvalidInput

CELLS = st.sets(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=9)


def volume(vertices: list[Vertex], triangles: list[Triangle]) -> float:
    """The volume within a surface, positive if its triangles run anticlockwise as seen from outside."""
    total = 0.0
    for corners in triangles:
        (a, b, c), (d, e, f), (g, h, i) = (vertices[number] for number in corners)
        total += a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    return total / 6


def edges(triangles: list[Triangle]) -> Counter[tuple[int, int]]:
    """How often each directed edge is in the triangles."""
    return Counter(pair for each in triangles for pair in pairwise((*each, each[0])))


@given(CELLS)
@settings(max_examples=60, deadline=None)
def test_a_mesh_is_closed_and_has_the_volume_of_its_cells(cells: set[tuple[int, int, int]]) -> None:
    """Each edge is passed as often one way as the other, and without a clearance a cell has the side's third power."""
    vertices, triangles = mesh(Body("A", frozenset(cells)), Measures(cell=2), plane=False)
    passed = edges(triangles)
    assert all(passed[b, a] == number for (a, b), number in passed.items())
    assert volume(vertices, triangles) == pytest.approx(8 * len(cells))


@given(CELLS)
@settings(max_examples=60, deadline=None)
def test_a_clearance_leaves_every_edge_two_triangles(cells: set[tuple[int, int, int]]) -> None:
    """Where cells meet only along an edge, or at a corner, the surface is parted: no edge has more than two triangles."""
    vertices, triangles = mesh(Body("A", frozenset(cells)), Measures(cell=10, clearance=1), plane=False)
    assert set(edges(triangles).values()) == {1}
    assert 0 < volume(vertices, triangles) < 1000 * len(cells)
    assert len(vertices) == len(set(vertices))


def test_a_clearance_takes_half_of_it_from_every_face() -> None:
    """A bar of three cells becomes shorter and thinner by the clearance."""
    bar = Body("I3", frozenset({(0, 0, 0), (0, 0, 1), (0, 0, 2)}))
    assert volume(*mesh(bar, Measures(cell=10, clearance=1), plane=False)) == pytest.approx(29 * 9 * 9)
    assert volume(*mesh(bar, Measures(cell=10, height=4, clearance=1), plane=True)) == pytest.approx(29 * 9 * 3)


def test_a_file_has_every_triangle_of_every_piece() -> None:
    """An STL of the Soma cube has twelve triangles for each face of a cell on the surface of a piece; an OBJ names the pieces."""
    solution = json_of(exactcover.solve("soma").solution, None)
    assert solution is not None
    shown = api.Drawable(exactcover.puzzle("soma"), solution)
    content = api.draw_file(shown, ".stl")
    number = struct.unpack("<I", content[80:84])[0]
    assert len(content) == 84 + 50 * number
    text = api.draw_file(shown, ".obj").decode()
    assert len(re.findall(r"^f ", text, re.MULTILINE)) == number
    assert re.findall(r"^o (.*)$", text, re.MULTILINE) == [each["piece"] for each in solution["placements"]]
    assert number == 2 * sum(
        4 * len(each["cells"]) + 2 for each in solution["placements"]
    )  # no piece has a square in it


def lengths(document: str) -> float:
    """The length of all straight lines of a document's path."""
    total = 0.0
    for x, y, way, end in re.findall(r"M([\d.]+) ([\d.]+)([HV])([\d.]+)", document):
        total += float(end) - float(x if way == "H" else y)
    return total


def test_every_edge_is_cut_once() -> None:
    """Two dominoes in a square of four cells: the frame has 8 edges, and 2 more are between the dominoes."""
    pieces = [Body("I2", frozenset({(0, row, 0), (0, row, 1)})) for row in (0, 1)]
    document = svg(pieces, Measures(cell=10), None)
    assert lengths(document) == 10 * (8 + 2)
    assert document.count("M") == 5  # two sides, and three lines along the rows, each in one stroke


def test_a_kerf_is_cut_outside_of_the_edge() -> None:
    """A square of one cell becomes larger by the kerf; a hole becomes smaller."""
    one = svg([Body("O1", frozenset({(0, 0, 0)}))], Measures(cell=10, kerf=0.5), None)
    assert "M-0.25 -0.25L10.25 -0.25L10.25 10.25L-0.25 10.25Z" in one
    ring = frozenset((0, row, column) for row in range(3) for column in range(3) if (row, column) != (1, 1))
    assert "10.25 10.25" in svg([Body("O", ring)], Measures(cell=10, kerf=0.5), None)


@pytest.mark.parametrize(
    ("puzzle", "ending", "settings", "sentence"),
    [
        ("8-puzzle", ".stl", {}, "no pieces to make"),
        ("soma", ".svg", {"view": "cut"}, "solid"),
        ("soma", ".png", {"view": "cut"}, "not written as .png"),
        ("soma", ".png", {"measures": Measures()}, "measures are for what is made"),
        ("soma", ".stl", {"window": "0,0/1,1"}, "made whole"),
    ],
)
def test_what_cannot_be_made_is_refused(puzzle: str, ending: str, settings: dict[str, object], sentence: str) -> None:
    """A sentence says what was expected."""
    with pytest.raises(InvalidInput, match=sentence):
        api.draw_file(api.Drawable(exactcover.puzzle(puzzle)), ending, **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [{"cell": 0}, {"clearance": -1}, {"cell": 5, "clearance": 5}, {"kerf": float("nan")}])
def test_measures_are_lengths(wrong: dict[str, float]) -> None:
    """A side is above 0, and what is taken from it is less than it."""
    with pytest.raises(InvalidInput, match=" mm; expected "):
        Measures(**wrong)


def test_pieces_apart_do_not_overlap() -> None:
    """The twelve pentominoes lie side by side on the plate: 60 different cells, all on the ground."""
    text = in_file([], ".obj", Measures(), plane=True)
    assert text.startswith(b"# exactcover")
    drawn = api.draw_file(api.Drawable(exactcover.puzzle("pentominoes-6x10")), ".obj").decode()
    assert len(re.findall(r"^o ", drawn, re.MULTILINE)) == 12
    assert {float(line.split()[3]) for line in drawn.splitlines() if line.startswith("v ")} == {0.0, 5.0}
