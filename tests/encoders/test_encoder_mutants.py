"""Encoder mutants: every way in which an encoding can lose or gain something is caught, and the test says by what.

A lost orientation or placement spoils no solution, but makes counts and INFEASIBLE wrong; so the referee compares the
tiling with the puzzle, and the digest of the searched space with the tiling.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from encoders.catalogue import puzzle
from encoders.puzzle import puzzle_of
from exactcover.judges import placements
from exactcover.model import offsets
from exactcover.model.tiling import Fixed, Piece, Tiling
from exactcover.transform.reductions import chain, tiling_to_cover
from exactcover.transform.symmetry import isometries
from tests.lost_placements import losing
from tests.packings import tiling_of
from tests.random_models import random_packing, run

SPECIFICATIONS = (
    "packing board=6x10 pieces=pentominoes",
    "packing board=2x2x3 pieces=A4,B4,V3,I1 copies=1",
    "packing board=4x5 holes=0,0 pieces=tetrominoes-one-sided,I1 copies=any",
    "packing board=5x5 pieces=X5,L5,I1 copies=X5:1,L5:2,I1:0..10 fixed=X5:1,2/2,1/2,2/2,3/3,2",
    "packing board=3x5 pieces=trominoes-fixed copies=0..2",
)


def with_piece(tiling: Tiling, number: int, **changed: Any) -> Tiling:
    """The tiling with one piece changed."""
    pieces = list(tiling.pieces)
    pieces[number] = replace(pieces[number], **changed)
    return replace(tiling, pieces=tuple(pieces))


def with_cell(tiling: Tiling, cell: tuple[int, ...], value: bool) -> Tiling:
    """The tiling with one cell in or out of the region."""
    region = tiling.region.copy()
    region[cell] = value
    return replace(tiling, region=region)


def orientation_mutants(piece: Piece) -> list[tuple[Any, ...]]:
    """The orientations less each one, with each cell of each one moved, and with a foreign one."""
    found = [piece.orientations[:n] + piece.orientations[n + 1 :] for n in range(len(piece.orientations))]
    for number, cells in enumerate(piece.orientations if piece.size > 1 else ()):
        for place in range(len(cells)):
            moved = cells.copy()
            moved[place] = cells.max(axis=0) + 1
            moved -= moved.min(axis=0)
            found.append((*piece.orientations[:number], moved, *piece.orientations[number + 1 :]))
    return [mutant for mutant in found if mutant]


@pytest.mark.parametrize("specification", SPECIFICATIONS)
def test_right_encodings_have_no_fault(specification: str) -> None:
    """The referee recomputes region, pieces, orientations and copies, and finds the encoder's the same."""
    what = puzzle(specification)
    assert what.encoding_faults(tiling_of(what)) == []


@pytest.mark.parametrize("specification", SPECIFICATIONS)
def test_mutants_of_orientations_are_caught(specification: str) -> None:
    """An orientation lost, bent or added: the referee finds that the orientations are not those of the piece."""
    what = puzzle(specification)
    tiling = tiling_of(what)
    caught = 0
    for number, piece in enumerate(tiling.pieces):
        for mutant in orientation_mutants(piece):
            faults = what.encoding_faults(with_piece(tiling, number, orientations=mutant))
            assert any(f"orientations of {piece.name} that are not its" in fault for fault in faults)
            caught += 1
    assert caught > len(tiling.pieces)


def test_added_orientations_are_caught() -> None:
    """A one-sided piece that the encoder also turned over is caught, and a symmetric orientation of another piece."""
    what = puzzle("packing board=4x4 pieces=L4 copies=4 reflections=no")
    both = tiling_of(puzzle("packing board=4x4 pieces=L4 copies=4 reflections=yes"))
    assert what.encoding_faults(both) == ["the tiling has 8 orientations of L4 that are not its 4"]


@pytest.mark.parametrize("specification", SPECIFICATIONS)
def test_mutants_of_copies_are_caught(specification: str) -> None:
    """A copy lost or added, at either end of the range: the referee finds copies that the puzzle does not ask for."""
    what = puzzle(specification)
    tiling = tiling_of(what)
    for number, piece in enumerate(tiling.pieces):
        mutants = [{"most": piece.most + 1}] if "any" not in specification else []
        mutants += [{"most": piece.most - 1}] if piece.most > piece.least else []
        mutants += [{"least": piece.least - 1}] if piece.least else []
        mutants += [{"least": piece.least + 1}] if piece.least < piece.most else []
        for changed in mutants:
            (fault,) = what.encoding_faults(with_piece(tiling, number, **changed))
            assert f"copies of {piece.name}, unlike the puzzle" in fault


@pytest.mark.parametrize("specification", SPECIFICATIONS)
def test_mutants_of_the_region_are_caught(specification: str) -> None:
    """Any one cell lost, or a hole filled: the referee finds another region."""
    what = puzzle(specification)
    tiling = tiling_of(what)
    fixed = {tuple(cell) for place in tiling.fixed for cell in place.cells.tolist()}
    for cell in map(tuple, np.argwhere(np.ones_like(tiling.region)).tolist()):
        if cell not in fixed:
            mutant = with_cell(tiling, cell, not tiling.region[cell])
            assert "the tiling's region is not the board less the pre-placed pieces" in what.encoding_faults(mutant)
    grown = np.pad(tiling.region, 1)
    assert what.encoding_faults(replace(tiling, region=grown, fixed=()))[0].startswith("the tiling's region")


def test_mutants_of_pre_placed_pieces_are_caught() -> None:
    """A pre-placed piece lost, moved, or given to another piece, and one whose cells are still to be covered."""
    what = puzzle("packing board=2x3 pieces=I2,I1 copies=any fixed=I2:0,0/0,1+I2:1,0/1,1")
    tiling = tiling_of(what)
    one, two = tiling.fixed
    other = 1 - one.piece
    for mutant in ((), (one,), (one, Fixed(other, two.cells)), (one, Fixed(two.piece, two.cells[:1]))):
        assert "the tiling's pre-placed pieces are not the puzzle's" in what.encoding_faults(
            replace(tiling, fixed=mutant)
        )
    uncovered = replace(tiling, region=np.ones((2, 3), dtype=np.bool_), fixed=())
    assert len(what.encoding_faults(uncovered)) >= 2
    assert what.encoding_faults(replace(tiling, fixed=(two, one))) == []


def test_lost_renamed_and_exchanged_kinds_are_caught() -> None:
    """The pieces must be the puzzle's pieces, by name and in order; two names exchanged are two wrong sets of orientations."""
    what = puzzle("packing board=4x5 pieces=tetrominoes")
    tiling = tiling_of(what)
    first, second, *rest = tiling.pieces
    for pieces in (tiling.pieces[1:], (second, first, *rest), (replace(first, name="Q4"), second, *rest)):
        (fault,) = what.encoding_faults(replace(tiling, pieces=tuple(pieces)))
        assert fault.startswith("the tiling has pieces [")
    exchanged = (replace(first, name=second.name), replace(second, name=first.name))
    swapped = replace(tiling, pieces=(exchanged[1], exchanged[0], *rest))
    assert len(what.encoding_faults(swapped)) == 2


def test_wrong_isometries_change_no_count_and_no_answer() -> None:
    """Matrices that are no isometries of the lattice: the group keeps only what maps all placements onto themselves."""
    shear = np.array([[[1, 0], [0, 1]], [[1, 1], [0, 1]], [[0, 1], [1, 0]], [[1, 0], [3, 1]], [[-1, 0], [0, -1]]])
    for specification in ("packing board=5x5 pieces=L5,N5,U5,W5,Y5", "packing board=4x5 pieces=tetrominoes"):
        tiling = tiling_of(puzzle(specification))
        mutant = replace(tiling, isometries=shear)
        fits = offsets.fitting(tiling)
        group = isometries.symmetries(mutant, lambda piece, place, fits=fits: bool(fits[piece][place].any()))  # type: ignore[misc]
        assert {symmetry.matrix.tobytes() for symmetry in group} <= {shear[n].tobytes() for n in (0, 2, 4)}
        right, wrong = (run("exact", "solve", each, break_symmetry=True)[-1] for each in (tiling, mutant))
        assert right.exhausted == wrong.exhausted  # type: ignore[union-attr]
        assert placements.digest(mutant) == placements.digest(tiling)


def test_a_reduction_that_loses_a_placement_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever placement the reduction loses, the cover's digest is not the tiling's."""
    for seed in range(12):
        tiling = tiling_of(puzzle_of("packing", random_packing(seed)))
        right = placements.digest(tiling)
        assert right == placements.digest(chain.reduce(tiling, ("cover",)).model)
        for lost in range(len(tiling_to_cover.placements(tiling))):
            monkeypatch.setattr(tiling_to_cover, "reduce", losing(lost))
            written = chain.reduce(replace(tiling, isometries=None), ("cover",)).written
            assert written is not None
            assert placements.digest(written) != right
            monkeypatch.undo()
