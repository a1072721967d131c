"""The local beam search is the one described: its score, its successors and its selection, and its packings are packings."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from benchmarks import local_beam
from benchmarks.local_beam import BEAMS, Board, Outcome, Shapes, Wrong
from exactcover import api
from exactcover.model.arrays import Integers

SMALL = Board(4, 10)
QUICK_SEED, LONG = 9, 600.0
KNOWN = local_beam.shapes()


def described_score(state: Integers, board: Board, known: Shapes, since: int) -> float:
    """The score of a state, cell by cell as the description has it, rows and columns counted from 1."""
    height, length = board.height, board.length
    counts: Counter[tuple[int, int]] = Counter()
    for turn, row, column in state.tolist():
        for down, right in known.cells[turn].tolist():
            counts[row + down + 1, column + right + 1] += 1
    rows, columns = range(1, height + 1), range(1, length + 1)
    tallest = sum(max(counts[row, column] for row in rows) for column in columns)
    holes = sum(2 for row in rows for column in columns if counts[row, column] == 0)
    below = max(counts[height + extra, column] for extra in (1, 2, 3) for column in columns)
    right_of = max(counts[row, length + extra] for extra in (1, 2, 3) for row in range(1, height + 4))
    gutter = 0.5 * since * (below + right_of) ** 2
    whole = sum(0.05 * row**2 for row in rows if all(counts[row, column] == 1 for column in columns))
    return tallest + holes + gutter - whole


def state_of(placements: list[dict[str, Any]]) -> Integers:
    """The state of these placements: orientation, row and column of each."""
    found = []
    turns = {tuple(map(tuple, cells)): turn for turn, cells in enumerate(KNOWN.cells.tolist())}
    for placement in placements:
        cells = placement["cells"]
        row, column = min(cell[0] for cell in cells), min(cell[1] for cell in cells)
        found.append((turns[tuple(sorted((cell[0] - row, cell[1] - column) for cell in cells))], row, column))
    return np.array(found)


def packing() -> Integers:
    """A state that packs the small board."""
    solution = api.solve(SMALL.words, backend="exact").solution
    assert solution is not None
    return state_of(solution["placements"])


def test_tetrominoes_have_nineteen_orientations() -> None:
    """I4, L4, O4, S4 and T4 have 2, 8, 1, 4 and 4, and turning goes through all those of a piece."""
    assert dict(zip(KNOWN.names, KNOWN.number.tolist(), strict=True)) == {"I4": 2, "L4": 8, "O4": 1, "S4": 4, "T4": 4}
    assert len({str(cells) for cells in KNOWN.cells.tolist()}) == 19
    for first, number in zip(KNOWN.first.tolist(), KNOWN.number.tolist(), strict=True):
        seen = [first]
        while KNOWN.following[seen[-1]] != first:
            seen.append(KNOWN.following[seen[-1]])
        assert seen == list(range(first, first + number))


def test_a_packing_has_the_score_at_which_to_stop() -> None:
    """L - 0.05 (1 + 4 + 9 + 16) on the board of 4x10, whatever the iteration."""
    assert SMALL.perfect / 20 == 10 - 0.05 * 30 == 8.5
    for since in (0, 7):
        assert local_beam.score(packing(), SMALL, KNOWN, since) == 8.5


@pytest.mark.parametrize("board", [SMALL, Board(5, 8), Board(10, 4), Board(8, 10)])
@pytest.mark.parametrize("since", [0, 1, 33])
def test_scores_are_those_described(board: Board, since: int) -> None:
    """States at random and all their successors have the score that the description gives, counted cell by cell."""
    generator = np.random.default_rng(since)
    beams = local_beam.initial(board, KNOWN, generator)[:4]
    for state in beams:
        expected = described_score(state, board, KNOWN, since)
        assert local_beam.score(state, board, KNOWN, since) == pytest.approx(expected)
    agree(beams, board, since, generator)


def test_scores_near_a_packing_are_those_described() -> None:
    """So do the successors of a packing, which have full rows."""
    agree(packing()[None], SMALL, 5, np.random.default_rng(0))


def agree(beams: Integers, board: Board, since: int, generator: np.random.Generator) -> None:
    """Every successor has the score described."""
    moved, scores = local_beam.successors_of(beams, board, KNOWN, since, generator)
    number = 0
    for beam in beams:
        for piece in range(len(beam)):
            for _ in range(5):
                state = beam.copy()
                state[piece] = moved[number]
                assert scores[number] / 20 == pytest.approx(described_score(state, board, KNOWN, since))
                number += 1
    assert number == len(scores)


def test_successors_move_by_one_to_k_or_turn() -> None:
    """Down, right, up, left by 1 to k cells and no further than the board goes, then the next orientation."""
    board = Board(8, 10)
    generator = np.random.default_rng(0)
    beams = local_beam.initial(board, KNOWN, generator)
    moved, _ = local_beam.successors_of(beams, board, KNOWN, 0, generator)
    assert len(moved) == 50 * 20 * 5
    steps = set()
    for before, after in zip(beams.reshape(-1, 3).tolist(), moved.reshape(-1, 5, 3).tolist(), strict=True):
        for (down, right), (turn, row, column) in zip(local_beam.MOVES, after[:4], strict=True):
            along = (row - before[1]) * down + (column - before[2]) * right
            assert turn == before[0]
            assert (row, column) == (before[1] + along * down, before[2] + along * right)
            assert 0 <= row < 8
            assert 0 <= column < 10
            assert 1 <= along <= 4 or (along == 0 and (row in (0, 7) or column in (0, 9)))
            steps.add(along)
        assert after[4] == [KNOWN.following[before[0]], *before[1:]]
    assert steps == {0, 1, 2, 3, 4}


@pytest.mark.parametrize(("since", "greedy"), [(0, 5), (40, 25), (80, 45), (500, 45)])
def test_the_share_drawn_at_random_falls(since: int, greedy: int) -> None:
    """0.9 - 0.01 t of the beams are drawn, at least 0.1; the others are the best, equal scores once."""
    scores = np.repeat(np.arange(100), 3)[::-1].copy()
    chosen = local_beam.selection(scores, since, np.random.default_rng(0))
    assert len(chosen) == BEAMS
    assert scores[chosen[:greedy]].tolist() == list(range(greedy))
    assert scores[chosen[greedy:]].tolist() != list(range(greedy, BEAMS))


def test_a_found_packing_is_accepted() -> None:
    """A run that stops at the score of a packing has one, by the referee of packings; spoiled it has none."""
    outcome = local_beam.search(SMALL, QUICK_SEED, LONG)
    assert outcome.placements is not None
    assert outcome.best == 8.5
    assert outcome.since <= outcome.iterations
    assert local_beam.faults(SMALL, outcome) == []
    assert local_beam.faults(SMALL, replace(outcome, placements=outcome.placements[1:])) != []


def test_the_same_seed_gives_the_same_run() -> None:
    """Everything but the time is the same, restarts included; another seed gives another run."""
    first, again, other = (local_beam.search(Board(5, 8), seed, LONG, iterations=300) for seed in (3, 3, 4))
    assert replace(first, cpu_seconds=0.0) == replace(again, cpu_seconds=0.0)
    assert first.restarts > 0
    assert replace(first, cpu_seconds=0.0) != replace(other, cpu_seconds=0.0)


def test_a_wrong_packing_ends_the_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    """A packing that the referee refuses is not counted as solved."""
    monkeypatch.setattr(local_beam, "ROWS", ((SMALL, 1, 1.0),))
    monkeypatch.setattr(local_beam, "search", lambda *_, **__: Outcome([], 1, 1, 0, 8.5, 0.1))
    with pytest.raises(Wrong, match="is not covered"):
        local_beam.measure()
