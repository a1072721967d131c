"""Perfect matchings by a determinant: against MacMahon's formula, published numbers of dominoes, and search."""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import api
from exactcover.backends import exact
from exactcover.backends.search.cover import matchings
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.cover import Cover, cover
from exactcover.model.encoding import Model
from exactcover.model.events import End
from exactcover.model.tiling import Tiling
from exactcover.transform.reductions import tiling_to_cover


def cover_of(model: Model) -> Cover:
    """Return the cover of a packing."""
    assert isinstance(model, Tiling)
    written = tiling_to_cover.reduce(model, with_symmetries=False).model
    assert isinstance(written, Cover)
    return written


def by_determinant(model: Cover) -> int | None:
    """Return the number of covers, None if they are not counted by a determinant."""
    pairs = matchings.pairs_of(model, 2)
    if pairs is None:
        return None
    steps = matchings.count(pairs)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return None if end.value is None else int(end.value)


def by_search(model: Cover) -> int | None:
    """Return the number of covers that exact search finds."""
    options = EngineOptions(own={"kernel": "static-order"})
    *_, end = exact.run("count", model, options, Limits())
    assert isinstance(end, End)
    return end.count


def boxed_partitions(a: int, b: int, c: int) -> int:
    """Return the number of plane partitions in a box by P. A. MacMahon's formula."""
    corners = list(product(range(1, a + 1), range(1, b + 1), range(1, c + 1)))
    return prod(sum(corner) - 1 for corner in corners) // prod(sum(corner) - 2 for corner in corners)


@pytest.mark.parametrize("sides", [(1, 1, 1), (1, 2, 3), (2, 3, 4), (3, 3, 3), (5, 5, 5), (4, 7, 9), (12, 12, 12)])
def test_lozenges_in_a_hexagon_are_plane_partitions_in_a_box(sides: tuple[int, int, int]) -> None:
    """Lozenges in a hexagon of sides a, b, c: MacMahon's formula, for small boxes and for large ones."""
    board = "x".join(map(str, sides))
    model = api.puzzle(f"packing lattice=triangle pieces=diamond copies=any board=hexagon:{board}").encode().model
    assert by_determinant(cover_of(model)) == boxed_partitions(*sides)


@pytest.mark.parametrize(("side", "tilings"), [(2, 2), (4, 36), (8, 12988816), (16, 2444888770250892795802079170816)])
def test_dominoes_on_a_square_board(side: int, tilings: int) -> None:
    """Dominoes on squares of even side (OEIS A004003)."""
    model = api.puzzle(f"packing board={side}x{side} pieces=dominoes copies=any").encode().model
    assert by_determinant(cover_of(model)) == tilings


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 6), st.integers(2, 7), st.integers(0, 2**32 - 1), st.sampled_from(["square", "triangle"]))
def test_random_regions_have_as_many_as_search_finds(height: int, width: int, seed: int, lattice: str) -> None:
    """Regions with any border, with holes and in several components, of squares and of triangles."""
    random = np.random.default_rng(seed)
    region = random.random((height, width)) < 0.85
    piece = "dominoes" if lattice == "square" else "diamond"
    if lattice == "triangle":
        row, column = np.indices(region.shape)
        region &= (2 * row + column) % 3 != 0
    if not region.any():
        return
    picture = "/".join("".join("#."[cell] for cell in line) for line in region.astype(int))
    model = api.puzzle(f"packing lattice={lattice} pieces={piece} copies=any board={picture}").encode().model
    written = cover_of(model)
    counted = by_determinant(written)
    assert counted is None or counted == by_search(written)


@pytest.mark.parametrize("holes", ["3,3", "3,3/3,4", "2,2/3,3/4,5/5,2", "1,1/1,2/2,1/2,2", "0,3/3,0/7,4/4,7"])
def test_holes_are_faces_of_any_length(holes: str) -> None:
    """The faces around holes have as many edges as they have, and their signs follow from that."""
    written = cover_of(api.puzzle(f"packing board=8x8 holes={holes} pieces=dominoes copies=any").encode().model)
    assert by_determinant(written) == by_search(written)


def test_an_island_in_a_ring_is_a_component() -> None:
    """The faces of a component within another one's hole are found separately."""
    board = "......./.#####./.#...#./.#...#./.#####./......."
    written = cover_of(api.puzzle(f"packing board={board} pieces=dominoes copies=any").encode().model)
    assert by_determinant(written) == by_search(written) == 2 * 3


def test_repeated_pairs_are_different_covers() -> None:
    """Two options with the same items count twice."""
    names = ["0,0", "0,1", "1,0", "1,1"]
    pairs = [["0,0", "0,1"], ["0,0", "0,1"], ["1,0", "1,1"], ["0,0", "1,0"], ["0,1", "1,1"]]
    assert by_determinant(cover(names, [*pairs, ["0,0", "1,0"]], repeated=True)) == 2 * 1 + 2 * 1


@pytest.mark.parametrize(
    "words",
    [
        "packing lattice=hexagon board=4x4 pieces=dihex copies=any",
        "packing board=4x4 pieces=dominoes,monomino copies=any",
        "packing board=4x4 pieces=dominoes copies=5",
        "packing board=3x4 pieces=I3 copies=any",
    ],
    ids=["not bipartite", "single cells", "too few copies", "three cells"],
)
def test_other_covers_are_left_to_other_methods(words: str) -> None:
    """Only pairs of a planar bipartite graph, of which any number may be used, are counted by a determinant."""
    assert by_determinant(cover_of(api.puzzle(words).encode().model)) is None


def test_edges_that_cross_are_refused() -> None:
    """Bipartite, but Euler's formula fails for the drawing: K(3,3) is not planar."""
    left, right = ["0,0", "1,0", "2,0"], ["0,1", "1,1", "2,1"]
    crossing = cover([*left, *right], [[one, other] for one in left for other in right])
    assert by_determinant(crossing) is None


def test_a_large_count_is_by_determinant() -> None:
    """`count` says so, and its classes are those of Burnside's lemma as before."""
    answer = api.count("packing board=18x18 pieces=dominoes copies=any", workers=1)
    assert answer.count == 548943583215388338077567813208427340288
    assert answer.classes is not None
    assert "the determinant of a Kasteleyn matrix" in answer.engine.why
