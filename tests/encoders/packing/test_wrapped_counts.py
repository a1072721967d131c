"""Counts on boards that wrap round: closed formulas, permanents, and every packing and class that oracles list."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from math import cos, pi, prod, sin

import pytest

from encoders.puzzle import Puzzle, puzzle_of
from exactcover.model.cover import Cover
from tests.brute_parallelograms import random_folded
from tests.brute_wraps import Oracle, random_wrapped
from tests.second_program_of_lattices import differences_on_wrapped
from tests.test_published import counted


def cover_of(puzzle: Puzzle) -> Cover:
    """The cover of a puzzle, accepted by its referee."""
    model = puzzle.encode().model
    assert isinstance(model, Cover)
    assert puzzle.encoding_faults(model) == []
    return model


def dominoes(height: int, width: int, wrap: str) -> int:
    """The domino tilings of a box that wraps round."""
    keys = {"board": f"{height}x{width}", "pieces": "dominoes", "copies": "any", "wrap": wrap}
    return counted(cover_of(puzzle_of("packing", keys)))[0]


EVEN = [(4, 4), (4, 6), (6, 4), (6, 6)]


@pytest.mark.parametrize(("height", "width"), EVEN)
def test_dominoes_on_a_cylinder_are_as_many_as_the_formula_says(height: int, width: int) -> None:
    """P. W. Kasteleyn, The statistics of dimers on a lattice (1961)."""
    m, n = height // 2, width // 2
    across = [4 * cos(pi * j / (2 * m + 1)) ** 2 for j in range(1, m + 1)]
    around = [4 * sin(pi * (2 * k - 1) / (2 * n)) ** 2 for k in range(1, n + 1)]
    expected = round(prod(a + b for a in across for b in around))
    assert dominoes(height, width, "columns") == dominoes(width, height, "rows") == expected


@pytest.mark.parametrize(("height", "width"), EVEN)
def test_dominoes_on_a_moebius_strip_and_a_klein_bottle_are_as_many_as_the_formulas_say(
    height: int, width: int
) -> None:
    """W. T. Lu and F. Y. Wu, Dimer statistics on the Moebius strip and the Klein bottle (1999)."""
    m, n = height // 2, width // 2
    around = [4 * sin(pi * (4 * k - 1) / (4 * n)) ** 2 for k in range(1, n + 1)]
    strip = [4 * cos(pi * j / (2 * m + 1)) ** 2 for j in range(1, m + 1)]
    bottle = [4 * sin(pi * (2 * j - 1) / (2 * m)) ** 2 for j in range(1, m + 1)]
    assert dominoes(height, width, "moebius") == round(prod(a + b for a in strip for b in around))
    assert dominoes(height, width, "klein") == round(prod(a + b for a in bottle for b in around))


def matchings(ups: list[list[int]]) -> int:
    """The perfect matchings of a bipartite graph, by the numbers of the neighbours of each vertex of one side."""
    ways = {0: 1}
    for neighbours in ups:
        further: dict[int, int] = {}
        for taken, number in ways.items():
            for neighbour in neighbours:
                if not taken >> neighbour & 1:
                    further[taken | 1 << neighbour] = further.get(taken | 1 << neighbour, 0) + number
        ways = further
    return sum(ways.values())


@pytest.mark.parametrize(("rows", "columns", "shift"), [(3, 3, 0), (3, 4, 0), (4, 4, 0), (3, 4, 1), (4, 3, 2)])
def test_lozenges_on_a_torus_are_the_matchings_of_its_triangles(rows: int, columns: int, shift: int) -> None:
    """A triangle that points up has three neighbours that point down, one of them across a horizontal side."""

    def number(row: int, column: int) -> int:
        around, column = divmod(column, columns)
        return (row + around * shift) % rows * columns + column

    ups = [
        [number(row, column), number(row, column - 1), number(row + 1, column - 1)]
        for row, column in itertools.product(range(rows), range(columns))
    ]
    wrap = f"both+{shift}" if shift else "both"
    keys = {"lattice": "triangle", "board": f"parallelogram:{rows}x{columns}", "pieces": "diamond", "copies": "any"}
    assert counted(cover_of(puzzle_of("packing", {**keys, "wrap": wrap})))[0] == matchings(ups)


def test_a_hexagon_of_hexagons_is_a_torus_by_two_steps() -> None:
    """Hexagons of side 3 cover the plane, so their 19 cells are all alike: 19 translations, and 6 rotations."""
    keys = {"lattice": "hexagon", "board": "hexagon:3", "pieces": "monohex", "copies": "any", "wrap": "3,2/5,-3"}
    cover = cover_of(puzzle_of("packing", keys))
    assert cover.options == 19
    assert cover.symmetries is not None
    assert len(cover.symmetries) == 19 * 6


@pytest.mark.parametrize("seed", [*range(30), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(30, 150))])
@pytest.mark.parametrize("random_board", [random_wrapped, random_folded])
def test_random_boards_have_the_placements_packings_and_classes_of_the_oracles(
    random_board: Callable[[int], Oracle], seed: int
) -> None:
    """On every kind of wrap, with shifts, holes, and pieces that may or may not be reflected."""
    assert list(differences_on_wrapped(random_board(seed))) == []
