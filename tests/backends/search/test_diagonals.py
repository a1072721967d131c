"""Boards of queens counted by words of bits: against the literature, brute force, and other covers, which are refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from exactcover.backends.search.cover import diagonals
from exactcover.kernel.cover import diagonals as kernel
from exactcover.model.cover import Cover, cover
from exactcover.model.events import Progress
from tests.classic_covers import langford, latin, queens
from tests.random_models import counted, end_of, random_cover, run

PUBLISHED = {4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200}
"""Source: OEIS A000170."""


def board(size: int, squares: set[tuple[int, int]]) -> Cover:
    """Return queens on some of the squares of a board, one in each rank and file; diagonals of one square are items as well."""
    ranks, files = [f"rank {x}" for x in range(size)], [f"file {x}" for x in range(size)]
    options = [(f"rank {x}", f"file {y}", f"rising {x + y}", f"falling {x - y}") for x, y in sorted(squares)]
    return cover([*ranks, *files], options, secondary=sorted({name for option in options for name in option[2:]}))


def by_bits(puzzle: Cover, workers: int = 1) -> int | None:
    """Return the count by words of bits, None for a cover that is refused."""
    recognised = diagonals.board_of(puzzle)
    return None if recognised is None else sum(slice_.solutions for slice_ in diagonals.count(recognised, workers))


def by_hand(size: int, squares: set[tuple[int, int]]) -> int:
    """Return the count by placing queens rank by rank."""

    def below(rank: int, placed: tuple[int, ...]) -> int:
        if rank == size:
            return 1
        return sum(
            below(rank + 1, (*placed, file))
            for file in range(size)
            if (rank, file) in squares
            and all(file != other and abs(file - other) != rank - at for at, other in enumerate(placed))
        )

    return below(0, ())


@pytest.mark.parametrize("size", PUBLISHED)
def test_queens_have_their_published_counts(size: int) -> None:
    """Mirror images of first squares are counted once and doubled, on even and odd boards."""
    recognised = diagonals.board_of(queens(size))
    assert recognised is not None
    assert recognised.mirrored
    assert by_bits(queens(size)) == PUBLISHED[size]


@pytest.mark.parametrize("seed", range(120))
def test_boards_with_holes_have_the_count_of_other_searches(seed: int) -> None:
    """Random squares are missing, on every second board the same ones on both sides of the mirror."""
    rng = random.Random(seed)
    size = rng.randint(4, 8)
    squares = {(x, y) for x in range(size) for y in range(size) if rng.random() < 0.85}
    if seed % 2:
        squares = {(x, y) for x, y in squares if (x, size - 1 - y) in squares}
    puzzle, expected = board(size, squares), by_hand(size, squares)
    assert by_bits(puzzle) in (expected, None)
    assert counted("exact", puzzle) == expected


def test_most_boards_with_holes_are_recognised() -> None:
    """The test above is about the kernel, not only about covers that it refuses."""
    rng = random.Random(7)
    some = [{(x, y) for x in range(6) for y in range(6) if rng.random() < 0.9} for _ in range(20)]
    assert sum(diagonals.board_of(board(6, squares)) is not None for squares in some) >= 15


def test_small_boards_have_the_count_of_brute_force() -> None:
    """Every way to remove three squares of a board of 4 x 4."""
    every = {(x, y) for x in range(4) for y in range(4)}
    for gone in list(combinations(sorted(every), 3))[::7]:
        puzzle = board(4, every - set(gone))
        assert by_bits(puzzle) in (counted("brute", puzzle), None)


def test_a_count_by_the_engine_uses_words_of_bits() -> None:
    """`exact` says so in its plan, and counts the classes as well."""
    events = run("exact", "count", queens(8))
    assert (end_of(events).count, end_of(events).classes) == (92, 12)
    assert any("words of bits" in event.plan for event in events if isinstance(event, Progress))


def test_threads_share_a_long_count() -> None:
    """With more threads the roots are divided, and the sum is the same."""
    assert by_bits(queens(14), workers=3) == 365596


@pytest.mark.parametrize("nodes", [1, 50, 100_000])
def test_slices_of_a_search_add_up(nodes: int) -> None:
    """A search below a first square is continued where it stopped."""
    squares = np.full(8, 255, np.uint64)
    total = 0
    for first in range(8):
        search = kernel.Search(squares, (first,))
        finished = False
        while not finished:
            step = search.run(nodes)
            total, finished = total + step.solutions, step.finished
    assert total == 92


REFUSED: dict[str, Callable[[], Cover]] = {
    "the diagonals of a torus": lambda: _edited(6, lambda x, y: (f"rising {(x + y) % 6}", f"falling {(x - y) % 6}")),
    "no diagonals": lambda: _edited(6, lambda x, y: ()),
    "one kind of diagonals": lambda: _edited(6, lambda x, y: (f"rising {x + y}",)),
    "a diagonal less": lambda: _edited(6, lambda x, y: (*((f"rising {x + y}",) * (x != y)), f"falling {x - y}")),
    "parts of diagonals": lambda: _edited(6, lambda x, y: (f"rising {x + y}", f"falling {x - y} {x // 3}")),
    "quarters as well": lambda: _edited(6, lambda x, y: (f"rising {x + y}", f"falling {x - y}", f"{x // 3} {y // 3}")),
    "a diagonal covered twice": lambda: _bounded(most=2),
    "a diagonal that must be covered": lambda: _bounded(least=1),
    "few squares": lambda: board(8, {(x, y) for x in range(8) for y in range(8) if (x + y) % 3 == 0}),
    "Langford pairs": lambda: langford(4),
    "Latin squares": lambda: latin(4),
    "a square twice": lambda: replace(
        queens(4),
        symmetries=None,
        repeated=True,
        starts=np.append(queens(4).starts, len(queens(4).members) + 4),
        members=np.append(queens(4).members, queens(4).members[-4:]),
    ),
}


def _edited(size: int, lines: Callable[[int, int], tuple[str, ...]]) -> Cover:
    options = [(f"rank {x}", f"file {y}", *lines(x, y)) for x in range(size) for y in range(size)]
    names = sorted({name for option in options for name in option[2:]})
    return cover([f"{kind} {x}" for kind in ("rank", "file") for x in range(size)], options, secondary=names)


def _bounded(least: int = 0, most: int = 1) -> Cover:
    plain = replace(queens(6), symmetries=None)
    item = plain.items.index("rising5")
    bounds = plain.least.copy(), plain.most.copy()
    bounds[0][item], bounds[1][item] = least, most
    return replace(plain, least=bounds[0], most=bounds[1])


@pytest.mark.parametrize("reason", REFUSED)
def test_covers_of_other_forms_are_refused(reason: str) -> None:
    """They are counted as before, with the count of brute force if they are small."""
    puzzle = REFUSED[reason]()
    assert diagonals.board_of(puzzle) is None
    if puzzle.options <= 40:
        assert counted("exact", puzzle) == counted("brute", puzzle)


def test_random_covers_are_refused() -> None:
    """None of them is a board by accident."""
    assert all(diagonals.board_of(random_cover(seed)) is None for seed in range(200))
