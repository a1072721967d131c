"""Counts from the literature, by every kernel that reaches them in a moment."""

from __future__ import annotations

import pytest

from exactcover.backends.search.cover.orbits import Orbits
from exactcover.kernel.cover import fewest_options, orders, static_order
from exactcover.kernel.cover.orbits import first_of_orbit, option_images
from exactcover.kernel.instance import Instance
from exactcover.kernel.layers import layers
from exactcover.model.cover import Cover
from tests.kernel.instances import PENTOMINOES, TETROMINOES, langford, once, packing, queens, sudoku, symmetries
from tests.kernel.test_agreement import counted, listed

SEVENTEEN = "000801000000000043500000000000070800000000100020030000600000075003400000000200600"


def by_first(given: Instance) -> int:
    """Return the count of kernel static-order."""
    return static_order.Search(static_order.prepare(given, orders.search_order(given))).run(1 << 60).solutions


def by_fewest(given: Instance) -> int:
    """Return the count of kernel fewest-options."""
    return fewest_options.Search(fewest_options.prepare(given)).run(1 << 60).solutions


@pytest.mark.parametrize(
    ("shape", "holes", "total"), [((6, 10), (), 9356), ((8, 8), ((3, 3), (3, 4), (4, 3), (4, 4)), 520)]
)
def test_pentominoes(shape: tuple[int, ...], holes: tuple[tuple[int, ...], ...], total: int) -> None:
    """Twelve pentominoes fill 6x10 in 9356 ways and 8x8 less its middle in 520, by S and by D (Haselgrove 1960, Scott 1958)."""
    given = packing(shape, PENTOMINOES, once(PENTOMINOES), holes)
    assert by_first(given) == total
    assert counted(given) == total


@pytest.mark.parametrize(
    ("shape", "holes", "total", "classes"),
    [((6, 10), (), 9356, 2339), ((8, 8), ((3, 3), (3, 4), (4, 3), (4, 4)), 520, 65)],
)
@pytest.mark.parametrize("links", [1, 2])
def test_pentominoes_up_to_symmetry(
    shape: tuple[int, ...], holes: tuple[tuple[int, ...], ...], total: int, classes: int, links: int
) -> None:
    """One representative an orbit of one item, or of two, weighted, gives the total and the classes in one run."""
    given = packing(shape, PENTOMINOES, once(PENTOMINOES), holes)
    group = symmetries(shape, len(PENTOMINOES), holes)
    orbits = Orbits(Cover(tuple(map(str, range(given.items))), *given, symmetries=group))
    prepared = static_order.prepare(given, orders.search_order(given))
    found, least = 0, 0
    for root in orbits.roots(links, whole_group=True):
        search = static_order.Search(prepared, root.chosen)
        while not search.finished:
            step = search.run(1 << 40, keep=256)
            found += root.weight * step.solutions
            least += len(orbits.canonical(step.selections, root.kept_by))
    assert (found, least) == (total, classes)


def test_tetrominoes_up_to_symmetry() -> None:
    """Free tetrominoes tile 4x4 in 117 ways, 22 up to symmetry, symmetric tilings among them."""
    given = packing((4, 4), TETROMINOES)
    images = option_images(given, symmetries((4, 4), 0))
    search = static_order.Search(static_order.prepare(given, orders.search_order(given)))
    least, fixed = first_of_orbit(search.run(1 << 40, keep=1000).selections, images)
    assert (len(least), int(least.sum())) == (117, 22)
    assert int(fixed.sum()) == 22 * 8


@pytest.mark.parametrize(("side", "total"), [(2, 2), (4, 36), (8, 12988816), (16, 2444888770250892795802079170816)])
def test_dominoes(side: int, total: int) -> None:
    """Dominoes tile squares as often as Kasteleyn's formula says (OEIS A004003), counts of two words included."""
    given = packing((side, side), {"D": "XX"})
    assert counted(given) == total
    assert counted(given, "frac") == total


def test_counts_of_many_words() -> None:
    """Dominoes tile 2x200 in Fibonacci(201) ways and six such strips in its sixth power, a count of 830 bits."""
    strip = packing((2, 200), {"D": "XX"})
    a, b = 0, 1
    for _ in range(201):
        a, b = b, a + b
    assert counted(strip) == a
    six = packing((17, 200), {"D": "XX"}, holes=[(row, c) for row in (2, 5, 8, 11, 14) for c in range(200)])
    order = orders.layer_order(six)[0]
    counting = layers.Counting(layers.prepare(six, order, 0))
    counting.run(1 << 40)
    assert counting.count == a**6


def test_langford_queens_and_sudoku() -> None:
    """Langford 7 has 52 pairings, 8 queens 92 placements, and a 17-clue sudoku one solution (S and M)."""
    for given, total in ((langford(7), 52), (queens(8), 92)):
        assert by_first(given) == by_fewest(given) == counted(given) == total
    assert by_fewest(sudoku(SEVENTEEN)) == 1


def test_sets_of_tetrominoes() -> None:
    """Two sets of the five tetrominoes fill 5x8 in 3106 ways, by counters in S, M and D."""
    given = packing((5, 8), TETROMINOES, once(TETROMINOES, 2))
    assert by_first(given) == by_fewest(given) == counted(given) == 3106


def test_lists_of_both_kernels_are_equal() -> None:
    """S and M list the same selections of dominoes and trominoes on 4x5, in numbers that may vary, and as many as D counts."""
    pieces = {"D": "XX", "I": "XXX", "V": "XX/X."}
    given = packing((4, 5), pieces, {"D": (1, 4), "I": (2, 3), "V": (2, 4)})
    first = listed(static_order, static_order.prepare(given, orders.search_order(given)))
    fewest = listed(fewest_options, fewest_options.prepare(given))
    assert len(first) == len(set(first)) == counted(given)
    assert set(first) == set(fewest)
