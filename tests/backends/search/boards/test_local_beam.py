"""The local beam search is the one described: its score, its successors and its selection."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from benchmarks.local_beam import Board, tiling
from encoders.catalogue import puzzle
from exactcover.backends.search.boards.local_beam import USUAL, LocalBeam, Rules, Weights, selection
from exactcover.backends.search.boards.overlapping import Problem, problem
from exactcover.kernel.boards import annealing, overlaps
from exactcover.model.arrays import Integers
from exactcover.model.errors import Unsuitable
from exactcover.model.events import Found
from exactcover.model.tiling import Tiling
from tests.random_models import run

SMALL, RULES = Board(4, 10), Rules()
KNOWN = problem("local-beam", tiling(SMALL))


def searching(board: Board, seed: int, rules: Rules = RULES) -> LocalBeam:
    """A run of the search on a board."""
    return LocalBeam(problem("local-beam", tiling(board)), rules, seed)


def successors_of(search: LocalBeam) -> tuple[Integers, Integers]:
    """The successors of a run's states and their scores."""
    work = search.successors()
    while True:
        try:
            next(work)
        except StopIteration as end:
            moved, scores = end.value
            return moved, scores


def score(state: Integers, board: Board, since: int, weights: Weights = USUAL) -> float:
    """The score of one state."""
    laid = overlaps.empty(board.height, board.length, 3)
    annealing.lay_all(state, laid, KNOWN.cells, KNOWN.sizes)
    return int(overlaps.score_of(laid.tally, weights.array(), since)) / weights.unit


def described_score(state: Integers, board: Board, known: Problem, since: int) -> float:
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


def packing() -> Integers:
    """A state that packs the small board."""
    model = tiling(SMALL)
    (selected,) = (event.selection for event in run("compose", "solve", model) if isinstance(event, Found))
    turns = {(int(KNOWN.kinds[at]), int(KNOWN.number[turn])): turn
             for at in range(len(KNOWN.kinds))
             for turn in range(KNOWN.first[at], KNOWN.first[at] + KNOWN.turns[at])}  # fmt: skip
    ordered = selected[np.argsort(selected[:, 0], kind="stable")]
    return np.array([[turns[piece, way], row, column] for piece, way, row, column in ordered.tolist()])


def test_tetrominoes_have_nineteen_orientations() -> None:
    """I4, L4, O4, S4 and T4 have 2, 8, 1, 4 and 4, and turning goes through all those of a piece."""
    names = [piece.name for piece in tiling(SMALL).pieces]
    numbers = {names[kind]: turns for kind, turns in zip(KNOWN.kinds.tolist(), KNOWN.turns.tolist(), strict=True)}
    assert numbers == {"I4": 2, "L4": 8, "O4": 1, "S4": 4, "T4": 4}
    assert len({str(cells) for cells in KNOWN.cells.tolist()}) == 19
    for first, number in zip(KNOWN.first.tolist(), KNOWN.turns.tolist(), strict=True):
        seen = [first]
        while KNOWN.following[seen[-1]] != first:
            seen.append(int(KNOWN.following[seen[-1]]))
        assert seen == list(range(first, first + number))


def test_turning_is_by_quarters() -> None:
    """The next orientation is a quarter of a turn on, but where a mirror image is next: twice each for L4 and S4."""
    others = 0
    for turn in range(len(KNOWN.cells)):
        turned = [(column, -row) for row, column in KNOWN.cells[turn].tolist()]
        top, left = min(row for row, _ in turned), min(column for _, column in turned)
        at_corner = sorted((row - top, column - left) for row, column in turned)
        following = sorted(map(tuple, KNOWN.cells[KNOWN.following[turn]].tolist()))
        others += at_corner != following
    assert others == 4


def test_a_packing_has_the_score_at_which_to_stop() -> None:
    """A packing has the lowest score there is, whatever the iteration."""
    assert KNOWN.is_packing(packing())
    for since in (0, 7):
        assert score(packing(), SMALL, since) == 8.5 == SMALL.perfect / 20


@pytest.mark.parametrize("board", [SMALL, Board(5, 8), Board(10, 4), Board(8, 10)])
@pytest.mark.parametrize("since", [0, 1, 33])
def test_scores_are_those_described(board: Board, since: int) -> None:
    """States at random and all their successors have the score that the description gives, counted cell by cell."""
    search = searching(board, since, Rules(beams=4))
    search.since = since
    for state in search.beams:
        assert score(state, board, since) == pytest.approx(described_score(state, board, KNOWN, since))
    agree(search, board)


def test_scores_near_a_packing_are_those_described() -> None:
    """So do the successors of a packing, which have full rows."""
    search = searching(SMALL, 0, Rules(beams=1))
    search.beams, search.since = packing()[None], 5
    agree(search, SMALL)


def agree(search: LocalBeam, board: Board) -> None:
    """Every successor has the score described."""
    moved, scores = successors_of(search)
    number = 0
    for beam in search.beams:
        for piece in range(len(beam)):
            for _ in range(5):
                state = beam.copy()
                state[piece] = moved[number]
                assert scores[number] / 20 == pytest.approx(described_score(state, board, KNOWN, search.since))
                number += 1
    assert number == len(scores)


def test_successors_move_by_one_to_k_or_turn() -> None:
    """Down, right, up, left by 1 to k cells and no further than the board goes, then the next orientation."""
    board = Board(8, 10)
    search = searching(board, 0)
    beams = search.beams
    moved, _ = successors_of(search)
    assert len(moved) == 50 * 20 * 5
    steps = set()
    for before, after in zip(beams.reshape(-1, 3).tolist(), moved.reshape(-1, 5, 3).tolist(), strict=True):
        for (down, right), (turn, row, column) in zip(overlaps.MOVES, after[:4], strict=True):
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
    chosen = selection(scores, since, Rules(), np.random.default_rng(0))
    assert len(chosen) == 50
    assert scores[chosen[:greedy]].tolist() == list(range(greedy))
    assert scores[chosen[greedy:]].tolist() != list(range(greedy, 50))


def test_iterations_are_the_same_however_often_they_breathe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scoring some states at a time changes no score."""
    whole, sliced = searching(SMALL, 5), searching(SMALL, 5)
    _, scores = successors_of(whole)
    monkeypatch.setattr("exactcover.backends.search.boards.local_beam.SCORES_AT_ONCE", 1)
    assert np.array_equal(scores, successors_of(sliced)[1])


def test_weights_are_what_the_score_is_made_of() -> None:
    """Each weight multiplies its part of the score, counted by hand."""
    upright = next(turn for turn in range(19) if KNOWN.cells[turn, :, 1].max() == 0)
    state = np.array([[upright, 2, 0]])  # two cells on the board of 4x10, two in the gutter below
    expected = {"high": 1, "uncovered": 38, "outside": 9, "full": 0}
    for name, part in expected.items():
        weights = Weights(**(dict.fromkeys(expected, 0) | {name: 3}), unit=1)
        assert score(state, SMALL, 9, weights) == 3 * part


def test_fewer_successors_than_beams_are_drawn_again() -> None:
    """A board of one piece has fewer successors than there are to be states."""
    assert len(selection(np.arange(5), 0, Rules(share=Fraction(1)), np.random.default_rng(0))) == 50


@pytest.mark.parametrize(
    ("specification", "copies"),
    [
        ("board=5x8 pieces=tetrominoes copies=1..3", [2, 2, 2, 2, 2]),
        ("board=1x8 pieces=I2,I3 copies=I2:1,I3:2", [1, 2]),
        ("board=4x4 pieces=L4 copies=any", [4]),
    ],
)
def test_ranges_are_filled_evenly(specification: str, copies: list[int]) -> None:
    """The pieces to lay are as many as fill the board."""
    model = puzzle(f"packing {specification}").encode().model
    assert isinstance(model, Tiling)
    assert np.bincount(problem("local-beam", model).kinds).tolist() == copies


@pytest.mark.parametrize(
    "specification",
    [
        "board=4x5 holes=0,0/1,1 pieces=dominoes copies=any",
        "board=2x2x2 pieces=dominoes copies=any",
        "board=1x12 pieces=I2,I3 copies=any",
        "board=4x5 pieces=tetrominoes copies=2",
    ],
)
def test_other_boards_are_refused(specification: str) -> None:
    """Holes, space, and counts that are not known are refused in one sentence."""
    model = puzzle(f"packing {specification}").encode().model
    assert isinstance(model, Tiling)
    with pytest.raises(Unsuitable, match="expected a rectangle and pieces counted to fill it"):
        problem("local-beam", model)


def test_a_rectangle_beside_what_is_fixed_is_a_rectangle() -> None:
    """Placements are those of the whole board where a fixed piece takes a row of it."""
    model = puzzle("packing board=3x5 pieces=I5 copies=3 fixed=I5:0,0/0,1/0,2/0,3/0,4").encode().model
    events = run("local-beam", "solve", model)
    (selected,) = (event.selection for event in events if isinstance(event, Found))
    assert sorted(selected[:, 2].tolist()) == [1, 2]
