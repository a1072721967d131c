"""Claims of the literature about Blokus searches that are false, each with the test that measures what is true instead.

The boards named here, their optima and expansions are the published reference figures of the Blokus cover problem of an AI
course exercise, for whole boards. The searches are naive ones: tests/naive_blokus.py.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

import pytest

from tests.naive_blokus import SHAPES, Blokus, Cell, cover, images, king, nothing, search

SMALL = tuple(SHAPES)
TINY = ("I3", "V3", "O4", "L4", "T5", "Z5")
COVER = ((2, 2), (5, 5), (6, 7))


class Published(NamedTuple):
    """A board with its least cost, and how many states cost less than it, and no more than it."""

    game: Blokus
    optimum: int
    states: tuple[int, int] | None = None


def corners(side: int, pieces: Sequence[str]) -> Blokus:
    """The corners of a square board as targets, one of them the start."""
    last = side - 1
    return Blokus((side, side), pieces, (0, 0), [(0, 0), (0, last), (last, 0), (last, last)])


def random_board(seed: int, side: int, pieces: Sequence[str]) -> Blokus:
    """Three random targets on a square board, the start in its corner."""
    cells = [(r, c) for r in range(side) for c in range(side)][1:]
    return Blokus((side, side), pieces, (0, 0), random.Random(seed).sample(cells, 3))


BOARDS = {
    "corners-6x6": Published(corners(6, TINY), 17, (21_870, 25_136)),
    "corners-5x5": Published(corners(5, SMALL), 13, (38_681, 47_293)),
    "cover-6x6": Published(Blokus((6, 6), SMALL, (3, 3), [(2, 2), (5, 5), (1, 4)]), 7, (3_461, 11_176)),
    "cover-8x8": Published(Blokus((8, 8), SMALL, (3, 3), COVER), 8),
    "cover-10x10": Published(Blokus((10, 10), SMALL, (3, 3), COVER), 8),
}
# Four random 6x6 boards: the targets, the published optimum, and what A* with the cover heuristic finds; 11 is published too.
RANDOM = [
    ([(4, 2), (5, 5), (0, 3)], 10, 11),
    ([(3, 4), (0, 4), (5, 1)], 11, 13),
    ([(1, 5), (0, 2), (3, 1)], 9, 9),
    ([(3, 2), (1, 3), (4, 3)], 7, 9),
]
# Boards on which leaving out images loses: side, pieces, targets, the optimum, and the cost that is left.
LOSING = [
    (5, ("I5",), [(4, 0)], 5, math.inf),
    (5, TINY, [(0, 2), (0, 3), (2, 2)], 10, math.inf),
    (5, TINY, [(2, 2), (3, 1), (2, 0)], 6, 11),
    (6, TINY, [(4, 5), (5, 0), (5, 3)], 12, 15),
    (6, SMALL, [(4, 0), (5, 1), (3, 1)], 7, 8),
]


@pytest.mark.deep("naive searches in plain Python take seconds on the published boards")
@pytest.mark.parametrize("name", BOARDS)
def test_the_naive_searches_find_the_published_optima(name: str) -> None:
    """A* by king moves finds the published cost; by cost alone, where that is small, the published numbers of states too."""
    game, optimum, states = BOARDS[name]
    assert search(game, king(game)).cost == optimum
    if states:
        plain = search(game, nothing)
        assert (plain.cost, plain.cheaper) == (optimum, states[0])
        assert states[0] <= plain.expanded <= states[1]


@pytest.mark.parametrize(("targets", "optimum", "found"), RANDOM)
def test_the_cover_heuristic_loses_published_optima(targets: list[Cell], optimum: int, found: int) -> None:
    """On three of four published boards A* with the cover heuristic pays 1 or 2 squares too many; by king moves none."""
    game = Blokus((6, 6), SMALL, (0, 0), targets)
    assert search(game, king(game)).cost == optimum
    assert search(game, cover(game)).cost == found


@pytest.mark.deep("solves hundreds of positions by uniform-cost search")
def test_the_cover_heuristic_overestimates() -> None:
    """On 18 random 6x6 boards it is too large, by up to 13, after the first piece of a best cover; 8 are covered too dearly."""
    extra, excess = [], []
    for seed in range(18):
        game = random_board(seed, 6, SMALL)
        estimate = cover(game)
        best = search(game, king(game))
        extra.append(search(game, estimate).cost - best.cost)
        first = best.plan[1].cells
        excess.append(estimate(first) - (best.cost - first.bit_count()))
    assert extra == [0, 0, 1, 0, 0, 1, 0, 2, 1, 1, 1, 2, 0, 0, 2, 0, 0, 0]
    assert sum(each > 0 for each in extra) == 8
    assert (min(excess), max(excess)) == (1, 13)


@pytest.mark.parametrize(("side", "pieces", "targets", "optimum", "left"), LOSING)
def test_leaving_out_images_loses_the_optimum(
    side: int, pieces: Sequence[str], targets: list[Cell], optimum: int, left: float
) -> None:
    """Uniform-cost search that takes images for one state, used pieces kept apart, finds costlier covers or none."""
    game = Blokus((side, side), pieces, (0, 0), targets)
    assert search(game, nothing).cost == optimum
    assert search(game, nothing, images(game)).cost == left


def test_leaving_out_images_loses_on_most_small_boards() -> None:
    """Of 18 random 5x5 boards with six pieces 10 lose their optimum to images, two of them every cover."""
    games = [random_board(seed, 5, TINY) for seed in range(18)]
    costs = [(search(game, nothing).cost, search(game, nothing, images(game)).cost) for game in games]
    assert sum(left > best for best, left in costs) == 10
    assert sum(left == math.inf > best for best, left in costs) == 2


@pytest.mark.parametrize(("name", "cheaper"), [("corners-6x6", 7_992), ("corners-5x5", 13_388)])
def test_leaving_out_images_of_symmetric_targets_loses_nothing(name: str, cheaper: int) -> None:
    """Where the targets are their own images the optimum stays, and little more than a third of the cheaper states."""
    game, optimum, states = BOARDS[name]
    found = search(game, nothing, images(game))
    assert (found.cost, found.cheaper) == (optimum, cheaper)
    assert states is not None
    assert cheaper < 0.37 * states[0]
