"""The judge of placements: a planted tiling is right, and every spoiling of it is refused for its own reason."""

from __future__ import annotations

import random
import time

import numpy as np
import pytest

from exactcover import judges
from exactcover.judges import tiling
from exactcover.model.arrays import Integers
from exactcover.model.tiling import Fixed, Piece, Tiling

DOMINO = Piece("domino", (np.array([[0, 0], [0, 1]]), np.array([[0, 0], [1, 0]])), 2, 2)
SQUARE = Piece("square", (np.array([[0, 0]]),), 1, 1)
REGION = np.array([[1, 1, 1, 0], [1, 0, 1, 1]], dtype=np.bool_)  # a hole at 1,1; 0,3 is taken by a fixed piece
TILING = Tiling(REGION, (DOMINO, SQUARE), (Fixed(1, np.array([[0, 3]])),))
PLANTED = [[0, 1, 0, 0], [0, 0, 0, 1], [0, 0, 1, 2]]


def placed(lines: list[list[int]]) -> Integers:
    """A selection of placements `piece, orientation, row, column`."""
    return np.array(lines, dtype=np.int64).reshape(-1, 4)


def test_planted_tiling_is_accepted() -> None:
    """Three dominoes cover the region; with three asked for nothing is wrong, in any order."""
    three = Tiling(REGION, (Piece("domino", DOMINO.orientations, 3, 3), Piece("square", SQUARE.orientations, 0, 1)))
    assert not judges.faults(three, placed(PLANTED))
    assert not judges.faults(three, placed(PLANTED[::-1]))


def test_a_table_is_accepted_if_each_of_its_selections_is() -> None:
    """Two orders of the planted tiling are accepted as a table; a part twice, one less, or parts without a column are not."""
    three = Tiling(REGION, (Piece("domino", DOMINO.orientations, 3, 3), Piece("square", SQUARE.orientations, 0, 1)))
    right = np.array([[0, 1, 2], [2, 1, 0]])
    assert tiling.all_right(three, placed(PLANTED), right)
    for wrong in ([[0, 1, 2], [0, 1, 1]], [[0, 1, 2], [0, 1, -1]]):
        assert not tiling.all_right(three, placed(PLANTED), np.array(wrong))
    assert not tiling.all_right(three, placed(PLANTED)[:, :3], right)


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (PLANTED, "'domino' is placed 3 times; expected 2 to 2"),
        (PLANTED, "'square' is placed 0 times; expected 1 to 1"),
        (PLANTED[1:], "cell (0, 0) is covered 0 times; expected 1"),
        ([*PLANTED, [1, 0, 0, 0]], "cell (0, 0) is covered 2 times; expected 1"),
        ([*PLANTED, PLANTED[0]], "cell (1, 0) is covered 2 times; expected 1"),
        ([[0, 1, 0, 1]], "'domino' covers (1, 1), which is not in the region"),
        ([[0, 0, 0, 2]], "'domino' covers (0, 3), which is not in the region"),
        ([[0, 0, 1, 3]], "'domino' covers (1, 4), which is not in the region"),
        ([[0, 0, 0, -1]], "'domino' covers (0, -1), which is not in the region"),
        ([[0, 0, 2**63 - 1, 2**63 - 1]], "which is not in the region"),
        ([[2, 0, 0, 0]], "placement of piece 2, orientation 0 does not exist"),
        ([[-1, 0, 0, 0]], "placement of piece -1, orientation 0 does not exist"),
        ([[0, 2, 0, 0]], "placement of piece 0, orientation 2 does not exist"),
        ([[1, -1, 0, 0]], "placement of piece 1, orientation -1 does not exist"),
        ([], "cell (0, 0) is covered 0 times"),
    ],
)
def test_spoiled_placements_are_refused(lines: list[list[int]], fault: str) -> None:
    """Shifted, overlapping, missing, extra, unknown placements and wrong copies are each named."""
    assert any(fault in each for each in judges.faults(TILING, placed(lines)))


@pytest.mark.parametrize(
    ("selection", "fault"),
    [
        (np.array([[0, 0, 0]]), "placements have shape (1, 3); expected lines of piece, orientation and 2 offsets"),
        (np.array([0, 0, 0, 0]), "placements have shape (4,)"),
        (np.array([[0.0, 0.0, 0.0, 0.0]]), "the selection is an array of float64"),
        (np.array([[None] * 4]), "the selection is an array of object"),
    ],
)
def test_selections_that_are_no_placements_are_refused(selection: Integers, fault: str) -> None:
    """An array of another shape or type is a fault, not a crash."""
    (found,) = judges.faults(TILING, selection)
    assert found.startswith(fault)


def test_tilings_have_no_cost() -> None:
    """Nothing is to be minimised in a tiling."""
    assert judges.cost(TILING, placed(PLANTED)) is None


def by_hand(tiling: Tiling, lines: list[list[int]]) -> bool:
    """Whether placements are right, by sets of cells and plain counts, sharing nothing with the judge."""
    cells: list[tuple[int, ...]] = []
    for piece, orientation, *offset in lines:
        if piece not in range(len(tiling.pieces)) or orientation not in range(len(tiling.pieces[piece].orientations)):
            return False
        own = tiling.pieces[piece].orientations[orientation].tolist()
        cells += [tuple(x + y for x, y in zip(cell, offset, strict=True)) for cell in own]
    copies = [sum(line[0] == number for line in lines) for number in range(len(tiling.pieces))]
    enough = all(piece.least <= n <= piece.most for piece, n in zip(tiling.pieces, copies, strict=True))
    return enough and sorted(cells) == sorted(map(tuple, tiling.cells().tolist()))


def test_judge_agrees_with_sets_of_cells() -> None:
    """On 3000 random lists of placements the judge accepts those that sets of cells accept, and no others."""
    rng = random.Random(0)
    three = Tiling(REGION, (Piece("domino", DOMINO.orientations, 3, 3), Piece("square", SQUARE.orientations, 0, 1)))
    accepted = 0
    for _ in range(3_000):
        lines = [list(line) for line in rng.choice([PLANTED, PLANTED, PLANTED[1:], [*PLANTED, PLANTED[0]], []])]
        for line in lines:
            if rng.random() < 0.15:
                line[rng.randrange(4)] += rng.choice([-1, 1, 2])
        rng.shuffle(lines)
        model = rng.choice([three, TILING])
        right = not judges.faults(model, placed(lines))
        assert right == by_hand(model, lines), lines
        accepted += right
    assert 100 < accepted < 2_000


def test_coordinates_beyond_64_bits_do_not_come_round() -> None:
    """Offsets near either end of their type, signed or not, are off the board."""
    line = Piece("line", (np.array([[0], [2]]),), 0, 9)
    board = Tiling(np.ones(2, dtype=np.bool_), (line, Piece("one", (np.array([[0]]),), 0, 9)))
    far: list[Integers] = [np.array([[0, 0, 2**63 - 1]]), np.array([[0, 0, -(2**63)]])]
    far += [np.array([[0, 0, offset]], dtype=np.uint64) for offset in (2**64 - 1, 2**64 - 2, 2**63)]
    for selection in far:
        assert any("not in the region" in fault for fault in judges.faults(board, selection)), selection


def test_every_fault_of_a_selection_is_named() -> None:
    """A placement that does not exist, a cell off the region, a cell missed and wrong copies are all told, in that order."""
    assert judges.faults(TILING, placed([[0, 9, 0, 0], [0, 0, 0, 2], [1, 0, 0, 0], [0, 1, 0, 0]])) == [
        "placement of piece 0, orientation 9 does not exist",
        "'domino' covers (0, 3), which is not in the region",
        "cell (0, 0) is covered 2 times; expected 1",
        "cell (0, 1) is covered 0 times; expected 1",
        "cell (1, 2) is covered 0 times; expected 1",
        "cell (1, 3) is covered 0 times; expected 1",
    ]


def test_large_boards_are_judged_in_one_pass() -> None:
    """A million cells under dominoes take a second or so of this process, even where a placement is missing."""
    side = 1000
    board = Tiling(np.ones((side, side), dtype=np.bool_), (Piece("D", (np.array([[0, 0], [0, 1]]),), 0, side**2),))
    row, column = np.divmod(np.arange(side * side // 2), side // 2)
    selection = np.stack((0 * row, 0 * row, row, 2 * column), axis=1)
    begun = time.process_time()
    assert not judges.faults(board, selection)
    assert len(judges.faults(board, selection[1:])) == 2
    assert time.process_time() - begun < 4


def test_a_few_placements_are_judged_as_many_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random placements, right ones and wrong ones, have the same faults whether all are laid together or way by way."""
    rng = np.random.default_rng(1)
    right = 0
    for _ in range(400):
        lines = [PLANTED[k] for k in rng.permutation(3)] if rng.random() < 0.3 else rng.integers(0, 3, (3, 4)).tolist()
        selection = placed([[0, line[1] % 2, *line[2:]] for line in lines])
        together = judges.faults(TILING, selection)
        with monkeypatch.context() as patch:
            patch.setattr("exactcover.judges.tiling.FEW", 0)
            assert judges.faults(TILING, selection) == together
        right += not any("cover" in fault for fault in together)
    assert right > 50
