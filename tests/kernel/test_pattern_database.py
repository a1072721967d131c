"""Pattern databases against a plain search, and IDA* on tiles against Korf's hundred boards."""

from __future__ import annotations

from collections import deque
from pathlib import Path

import numpy as np
import pytest

from exactcover.backends.search.graphs import patterns
from exactcover.kernel.arrays import Array
from exactcover.kernel.graphs import pattern_database, tile_deepening
from exactcover.kernel.graphs.depth_first import EXHAUSTED, GOAL
from exactcover.model.arrays import Mask
from tests.sliding_models import numbers, tiles

KORF = [
    list(map(int, line.split()))
    for line in (Path(__file__).parent.parent / "korf100.txt").read_text().splitlines()
    if not line.startswith("#")
]
FULL = np.ones((3, 3), dtype=np.bool_)
HOLED = np.array([[1, 1, 1, 1], [1, 0, 1, 1], [1, 1, 1, 0]], dtype=np.bool_)


def plain(floor: Mask, homes: tuple[int, ...], blank: int) -> dict[tuple[int, ...], int]:
    """The fewest moves of some tiles from each of their places, others moving for nothing, by a 0-1 search in plain Python."""
    neighbours = pattern_database.neighbours_of(floor)
    best = {(blank, *homes): 0}
    pending = deque([(blank, *homes)])
    while pending:
        state = pending.popleft()
        for cell in neighbours[state[0]].tolist():
            if cell < 0:
                continue
            after = tuple(cell if at == state[0] else state[0] if at == cell else at for at in state)
            cost = best[state] + (cell in state[1:])
            if cost < best.get(after, 1 << 30):
                best[after] = cost
                (pending.append if cell in state[1:] else pending.appendleft)(after)
    found: dict[tuple[int, ...], int] = {}
    for state, cost in best.items():
        found[state[1:]] = min(cost, found.get(state[1:], cost))
    return found


@pytest.mark.parametrize(
    ("floor", "homes", "blank"), [(FULL, (1, 2, 3), 0), (FULL, (5, 8), 4), (HOLED, (0, 6), 10), (HOLED, (2,), 0)]
)
def test_costs_are_those_of_a_plain_search(floor: Mask, homes: tuple[int, ...], blank: int) -> None:
    """Each entry is the fewest moves of its tiles, with walls and without, and no other entry is filled."""
    database = pattern_database.Database(floor, homes, blank)
    list(database.build())
    costs = database.table
    bits = pattern_database.bits_of(floor.size)
    wanted = np.full(len(costs), pattern_database.UNKNOWN)
    for cells, cost in plain(floor, homes, blank).items():
        wanted[sum(cell << (bits * place) for place, cell in enumerate(cells))] = cost
    assert (costs == wanted).all()


@pytest.mark.parametrize(
    ("floor", "homes", "blank"), [(FULL, (1, 2, 3), 0), (HOLED, (0, 6), 10), (np.ones((1, 5), np.bool_), (1, 2), 0)]
)
def test_only_the_right_costs_are_accepted(floor: Mask, homes: tuple[int, ...], blank: int) -> None:
    """Costs that are doubled, shifted, of another goal, cut short, or wrong in any one state are refused; the right ones pass."""
    database = pattern_database.Database(floor, homes, blank)
    list(database.build())
    right = database.costs
    other = pattern_database.Database(floor, homes[::-1], blank)
    list(other.build())
    doubled, raised = np.minimum(right.astype(int) * 2, 254).astype(np.uint8), right + np.uint8(1)
    forged = [doubled, raised, right[:-1], np.append(right, right[-1]), other.costs, np.zeros_like(right), right[:0]]
    for state in range(len(right)):
        for cost in {0, 255, min(int(right[state]) + 2, 254), max(int(right[state]) - 1, 0)} - {int(right[state])}:
            forged.append(right.copy())
            forged[-1][state] = cost
    judge = pattern_database.Database(floor, homes, blank)
    for costs in forged:
        assert not judge.judged(costs.tobytes())
        assert (judge.costs == pattern_database.UNKNOWN).all()
    assert judge.judged(right.tobytes())
    assert (judge.table == database.table).all()


def test_costs_of_states_that_lead_nowhere_are_judged() -> None:
    """On a line no tile passes another: orders that never come home stay without a cost, and one written there is refused."""
    database = pattern_database.Database(np.ones((1, 4), np.bool_), (1, 2), 0)
    list(database.build())
    lost = database.costs == pattern_database.UNKNOWN
    assert lost.any()
    assert not lost.all()
    forged = np.where(lost, np.uint8(7), database.costs)
    assert not database.judged(forged.tobytes())


def lengths(boards: list[list[int]], asked: str, rows: int, slice_: int) -> list[int]:
    """The lengths of the plans that IDA* finds, with databases of the sizes asked for."""
    found = []
    made: list[Array] = []
    for board in boards:
        puzzle = tiles(board, range(len(board)), rows)
        home = patterns.home_of(puzzle)
        assert home is not None
        cut = patterns.groups(puzzle, home, asked)
        if not made:
            list(patterns.tables(puzzle, home, cut, None, made))
        neighbours = pattern_database.neighbours_of(puzzle.floor)
        blank = puzzle.start.tolist().index(0)
        search = tile_deepening.Search(patterns.lookups(puzzle, home, cut, made), neighbours, puzzle.start, blank)
        while (code := search.run(slice_)) != GOAL:
            assert search.exhausted == (code == EXHAUSTED)
            if search.exhausted:
                assert search.beyond is not None
                assert search.beyond > search.limit
                search.deepen(search.beyond)
        path = search.path()
        assert path[-1].tolist() == list(range(len(board)))
        found.append(len(path) - 1)
    return found


def test_easy_boards_of_korf() -> None:
    """With 5-5-5 the boards of at most 47 moves are solved in as many moves as Korf's."""
    easy = [row for row in KORF if row[-1] <= 47]
    assert len(KORF) == 100
    assert lengths([row[1:17] for row in easy], "5-5-5", 4, 100_000) == [row[-1] for row in easy]


@pytest.mark.slow
def test_all_boards_of_korf() -> None:
    """With 6-6-3 all hundred boards are solved in as many moves as Korf's."""
    assert lengths([row[1:17] for row in KORF], "6-6-3", 4, 1 << 40) == [row[-1] for row in KORF]


def test_worst_eight_puzzle() -> None:
    """The two boards farthest from the goal need 31 moves, in slices of 5 moves as well."""
    far = [list(numbers("806547231")), list(numbers("867254301"))]
    assert lengths(far, "4-4", 3, 1 << 40) == lengths(far, "4-4", 3, 5)
    assert lengths(far[:1], "3-3-2", 3, 50) == [31]
