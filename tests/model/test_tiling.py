"""Tilings: every invariant broken once, each refused with a sentence of its own."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from exactcover.model.errors import InvalidModel
from exactcover.model.tiling import Fixed, Piece, Tiling

DOMINO = (np.array([[0, 0], [0, 1]]), np.array([[0, 0], [1, 0]]))
CUBE = (np.array([[0, 0, 0]]),)


def domino(name: str = "domino") -> Piece:
    """A piece of two orientations and any number of copies up to 9."""
    return Piece(name, DOMINO, 0, 9)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"name": ""}, "a piece has an empty name"),
        ({"least": -1}, "piece 'k' has copies -1..2; expected 0 <= least <= most"),
        ({"least": 3}, "piece 'k' has copies 3..2"),
        ({"most": 2**62}, "copies 1..4611686018427387904; expected 0 <= least <= most, below"),
        ({"orientations": ()}, "piece 'k' has no orientation"),
        ({"orientations": (np.empty((0, 2), dtype=np.int64),)}, "piece 'k', orientation 0 has no cell"),
        ({"orientations": (*DOMINO, np.array([[0, 0]]))}, "piece 'k', orientation 2 has shape \\(1, 2\\)"),
        ({"orientations": (np.array([[0, 1], [0, 2]]),)}, "piece 'k', orientation 0 does not start at 0 on every axis"),
        ({"orientations": (np.array([[0, -1], [0, 0]]),)}, "piece 'k', orientation 0 does not start at 0"),
        ({"orientations": (np.array([[0, 0], [0, 0]]),)}, "piece 'k', orientation 0 has a cell twice"),
        ({"orientations": (*DOMINO, DOMINO[0][::-1])}, "piece 'k' has orientation 2 twice"),
        ({"orientations": (np.array([0, 1]),)}, "an array of 1 dimensions was given; expected 2"),
        ({"orientations": (np.array([[0.0, 0.0]]),)}, "an array of float64 was given"),
    ],
)
def test_malformed_pieces_are_refused(changed: dict[str, Any], sentence: str) -> None:
    """Each fault of a piece has its own sentence."""
    right: dict[str, Any] = {"name": "k", "orientations": DOMINO, "least": 1, "most": 2}
    assert Piece(**right).size == 2
    with pytest.raises(InvalidModel, match=sentence):
        Piece(**(right | changed))


EDGE = np.array([[True, True], [True, False]])


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"region": np.ones((2, 2))}, "the region is an array of float64; expected a mask"),
        ({"region": np.array(True)}, "the region has no dimension"),
        ({"pieces": (domino("d"), domino("d"))}, "piece 'd' is named twice"),
        ({"pieces": (Piece("cube", CUBE, 1, 1),)}, "piece 'cube' has 3 dimensions; expected 2 as the region has"),
        ({"fixed": (Fixed(1, np.array([[1, 1]])),)}, "a fixed piece has number 1; expected 0 to 0"),
        ({"fixed": (Fixed(-1, np.array([[1, 1]])),)}, "a fixed piece has number -1"),
        ({"fixed": (Fixed(0, np.array([[1, 1], [0, 0]])),)}, "fixed cell \\(0, 0\\) is in the region"),
        ({"fixed": (Fixed(0, np.array([[1, 1]])),) * 2}, "fixed cell \\(1, 1\\) is covered twice"),
        ({"fixed": (Fixed(0, np.array([[9, 9, 9]])),)}, "a fixed piece has 3 dimensions; expected 2 as the region has"),
        ({"isometries": np.eye(3, dtype=np.int64)[None]}, "isometries have shape \\(1, 3, 3\\)"),
        ({"isometries": []}, "isometries have shape \\(0, 2, 2\\); expected the \\(2, 2\\) identity first"),
        ({"isometries": [[[0, 1], [1, 0]]]}, "identity first"),
        ({"isometries": [[[1, 0], [0, 1]], [[2, 0], [0, 1]]]}, "an isometry has a determinant other than 1 and -1"),
        ({"steps": [[0, 1, 0]]}, "steps have shape \\(1, 3\\); expected 2 numbers each, not all 0"),
        ({"steps": [[0, 1], [0, -1], [0, 0]]}, "steps have shape \\(3, 2\\); expected 2 numbers each, not all 0"),
        ({"steps": [[0, 1], [1, 0], [0, -1]]}, "a step leads to a cell from which none leads back"),
        ({"isometries": [[1, 0], [0, 1]]}, "an array of 2 dimensions was given; expected 3"),
    ],
)
def test_malformed_tilings_are_refused(changed: dict[str, Any], sentence: str) -> None:
    """Each fault of a tiling has its own sentence."""
    right: dict[str, Any] = {"region": EDGE, "pieces": (domino(),), "fixed": (Fixed(0, np.array([[1, 1], [1, 2]])),)}
    assert Tiling(**right).dimension == 2
    with pytest.raises(InvalidModel, match=sentence):
        Tiling(**(right | changed))


def test_impossible_tilings_are_no_fault() -> None:
    """A piece larger than the region, an empty region, no pieces: answers, not faults."""
    long = Piece("long", (np.array([[0, 0], [0, 50]]),), 1, 1)
    assert Tiling(EDGE, (long,)).pieces[0].least == 1
    assert len(Tiling(np.zeros((2, 2), dtype=np.bool_), ()).cells()) == 0


def test_tilings_stay_frozen() -> None:
    """A region changed afterwards changes no tiling, and the tiling's own mask is read-only."""
    region = np.ones((2, 2), dtype=np.bool_)
    tiling = Tiling(region, (domino(),))
    region[0, 0] = False
    assert tiling.region.all()
    with pytest.raises(ValueError, match="read-only"):
        tiling.region[0, 0] = False


def test_placements_become_cells() -> None:
    """A placement `piece, orientation, *offset` is the orientation's cells moved by the offset."""
    ((name, cells),) = Tiling(EDGE, (domino(),)).placed([[0, 1, 4, 5]])
    assert (name, cells.tolist()) == ("domino", [[4, 5], [5, 5]])


def test_cells_far_apart_are_told_apart() -> None:
    """Coordinates whose product passes 64 bits are compared exactly, however many axes there are."""
    far = 2**31 - 1
    apart = np.array([[0, 0, 0], [far, far, far], [far, far, far - 1], [1, far, far]])
    assert Piece("k", (apart, apart[:, ::-1]), 1, 1).size == 4
    for wrong in (apart[[0, 1, 1, 2]], apart[[0, 3, 1, 3]]):
        with pytest.raises(InvalidModel, match="orientation 0 has a cell twice"):
            Piece("k", (wrong,), 1, 1)
    with pytest.raises(InvalidModel, match="has orientation 2 twice"):
        Piece("k", (apart, apart[:, ::-1], apart[::-1]), 1, 1)


def test_pieces_are_pickled_as_one_array() -> None:
    """A pickled piece is the same afterwards, its cells read-only, and takes no room for each orientation apart."""
    cells = np.array([[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0]])
    turned = [cells, *(np.abs(cells - np.array(corner)) for corner in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)))]
    piece = Piece("k", tuple(turned), 1, 2)
    written = pickle.dumps(piece)
    again = pickle.loads(written)
    assert (again.name, again.least, again.most, again.size) == ("k", 1, 2, 4)
    assert [cells.tolist() for cells in again.orientations] == [cells.tolist() for cells in turned]
    assert not any(cells.flags.writeable for cells in again.orientations)
    assert len(written) < 2 * piece.orientations[0].nbytes * len(turned)
