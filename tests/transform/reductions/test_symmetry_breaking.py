"""Symmetry breaking: a solution is lost only when another is kept, and wrong symmetries are found out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from encoders.catalogue import puzzle
from encoders.puzzle import puzzle_of
from exactcover.model.connectivity import Connectivity
from exactcover.model.cover import Cover, cover
from exactcover.model.encoding import Reduction
from exactcover.transform.reductions import symmetry_breaking, tiling_to_cover
from tests.parts import Few
from tests.random_models import listed, random_packing

BOARDS = {
    "packing board=3x20 pieces=pentominoes": (8, 2),
    "packing board=5x5 pieces=L5,N5,U5,W5,Y5": (8, 1),
}


def written(specification: str) -> Cover:
    """The cover of a packing."""
    model = puzzle(specification).encode().model
    return cover_of(model)


def cover_of(model: object) -> Cover:
    """The cover of a tiling."""
    found = tiling_to_cover.reduce(model).model  # type: ignore[arg-type]
    assert isinstance(found, Cover)
    return found


def solutions(model: Cover) -> set[tuple[int, ...]]:
    """All solutions of a cover."""
    return set(map(tuple, listed("exact", model)))


def lifted(reduction: Reduction) -> set[tuple[int, ...]]:
    """The solutions of the broken cover as those of the cover, where the copies of a piece are alike again."""
    return {tuple(sorted(reduction.lift(np.array(each)).tolist())) for each in listed("exact", reduction.model)}


@pytest.mark.parametrize("specification", BOARDS)
def test_published_counts_are_kept_modulo_symmetry(specification: str) -> None:
    """Without breaking the count is the published one; with it at least one of each class is left, and none is new."""
    total, classes = BOARDS[specification]
    whole = written(specification)
    reduction = symmetry_breaking.reduce(whole)
    assert reduction is not None
    every, left = solutions(whole), lifted(reduction)
    assert len(every) == total
    assert classes <= len(left) < total
    assert left < every


def test_one_option_an_orbit_is_left() -> None:
    """X5 has 32 places in 6x10, no two of which the group of order 4 leaves alone: 8 orbits, 24 options fewer."""
    whole = written("packing board=6x10 pieces=pentominoes")
    reduction = symmetry_breaking.reduce(whole)
    assert reduction is not None
    assert isinstance(reduction.model, Cover)
    assert whole.options - reduction.model.options == 24
    lost = {reduction.model.option(option) for option in range(reduction.model.options)}
    assert all("X5" in option for option in map(whole.option, range(whole.options)) if option not in lost)


def test_random_packings_stay_solvable(few: Few) -> None:
    """Where a packing has a solution the broken cover has one, it lifts to a solution, and where none, none."""
    broken = solvable = 0
    for seed in range(few(250)):
        whole = cover_of(puzzle_of("packing", random_packing(seed)).encode().model)
        reduction = symmetry_breaking.reduce(whole)
        if reduction is None:
            continue
        before, after = solutions(whole), lifted(reduction)
        assert bool(before) == bool(after)
        assert after <= before
        broken, solvable = broken + 1, solvable + bool(before)
    assert broken > solvable > few(20)


@pytest.mark.parametrize(
    ("specification", "solvable"),
    [
        ("packing board=4x4 pieces=L4 copies=4", True),
        ("packing board=4x4 pieces=T4 copies=4", True),
        ("packing board=4x4 pieces=S4 copies=4", False),
        ("packing board=4x5 pieces=tetrominoes copies=1", False),
        ("packing board=4x4 pieces=L4,T4 copies=2", False),
        ("packing board=3x6 pieces=V3 copies=6", True),
        ("packing board=3x3 pieces=V3 copies=3", False),
        ("packing board=2x2x2 pieces=V3,I2 copies=V3:2,I2:1", True),
        ("packing board=4x4 pieces=I4,dominoes copies=I4:1..3,rest:any", True),
    ],
)
def test_boards_of_several_copies_stay_as_they_are(specification: str, solvable: bool) -> None:
    """With one copy of a piece set apart a board is solvable exactly when it was, and lifts to a right selection."""
    whole = written(specification)
    reduction = symmetry_breaking.reduce(whole)
    assert reduction is not None
    before, after = solutions(whole), lifted(reduction)
    assert bool(before) == bool(after) == solvable
    assert after <= before


def backwards(whole: Cover) -> Cover:
    """The cover with its options in the opposite order: an item's first option is then not the first of all."""
    rows = [whole.members[whole.starts[option] : whole.starts[option + 1]] for option in range(whole.options)][::-1]
    return replace(whole, starts=np.cumsum([0, *map(len, rows)]), members=np.concatenate([whole.members[:0], *rows]))


@pytest.mark.parametrize("pieces", ["dominoes", "trominoes", "V3,I2", "L4,I1", "L4,T4,V3", "S4,I3,V3"])
def test_boards_where_no_piece_must_be_placed_stay_as_they_are(pieces: str) -> None:
    """Where any number of copies will do, a cell is restricted, by those symmetries that keep it and no others."""
    broken = 0
    for board in (
        "3x3",
        "3x4",
        "3x5",
        "1x5",
        "3x3 holes=1,1",
        "3x3 holes=0,0",
        "5x3 holes=0,0/4,2",
        "3x3x1",
        "1x3x3",
        "../.#",
    ):
        for reflections in ("yes", "no"):
            whole = backwards(written(f"packing board={board} pieces={pieces} copies=any reflections={reflections}"))
            reduction = symmetry_breaking.reduce(whole)
            if reduction is not None:
                before, after = solutions(whole), lifted(reduction)
                assert bool(before) == bool(after)
                assert after <= before
                broken += 1
    assert broken > 5


def test_a_copy_set_apart_is_not_taken_twice() -> None:
    """Where nothing keeps an option from being chosen both as the copy set apart and as another, nothing is broken."""
    whole = Cover(("x", "p", "q"), [2, 0, 0], [2, 2, 2], [0, 1], [0], symmetries=[[0, 1, 2], [0, 2, 1]])  # type: ignore[arg-type]
    assert listed("brute", whole) == []
    assert symmetry_breaking.reduce(whole) is None


def test_covers_without_known_symmetry_are_left_alone() -> None:
    """No symmetries, only the identity, no item that must be covered, costs or connectivity: nothing is broken."""
    whole = written("packing board=2x4 pieces=dominoes copies=any")
    costs = np.arange(whole.options)
    joined = Connectivity(np.array([0, 1]), np.array([[0, 1]]), np.array([0]))
    assert (
        symmetry_breaking.reduce(whole) is None
    )  # no symmetry of this board keeps a cell, and no domino must be there
    square = written("packing board=4x4 pieces=L4 copies=4")
    assert symmetry_breaking.reduce(square) is not None
    for spoiled in (
        replace(square, symmetries=None),
        replace(square, symmetries=np.arange(len(square.items))[None]),
        replace(square, costs=np.arange(square.options)),
        replace(square, connectivity=joined),
        replace(square, least=square.least * 0),
        replace(whole, costs=costs),
    ):
        assert symmetry_breaking.reduce(spoiled) is None


def test_wrong_symmetries_are_found_out() -> None:
    """Two cells exchanged in a symmetry that is used: the options are not mapped onto themselves, wherever the cells are."""
    whole = written("packing board=5x5 pieces=L5,N5,U5,W5,Y5")
    assert whole.symmetries is not None
    cells = 25
    for number in range(1, len(whole.symmetries)):
        for cell in range(cells - 1):
            wrong = whole.symmetries.copy()
            wrong[number, [cell, cell + 1]] = wrong[number, [cell + 1, cell]]
            with pytest.raises(ValueError, match="does not map its options onto themselves"):
                symmetry_breaking.reduce(replace(whole, symmetries=wrong))


def test_wrong_symmetries_of_other_options_are_found_out() -> None:
    """A permutation that keeps all options of the item, but not another, would make a solvable cover INFEASIBLE."""
    whole = cover([*"xabc"], [["x", "a", "b"], ["x", "b", "c"], ["a", "e"]], secondary=["e"])
    assert solutions(whole) == {(1, 2)}
    exchanged = np.array([[0, 1, 2, 3, 4], [0, 3, 2, 1, 4]])
    with pytest.raises(ValueError, match="does not map its options onto themselves"):
        symmetry_breaking.reduce(replace(whole, symmetries=exchanged))
    lost = cover([*"xabc"], [["x", "a", "b"], ["x", "b", "c"], ["a", "e"], ["c", "e"]], secondary=["e"])
    right = symmetry_breaking.reduce(replace(lost, symmetries=exchanged))
    assert right is not None
    assert lifted(right) < solutions(lost) == {(0, 3), (1, 2)}
