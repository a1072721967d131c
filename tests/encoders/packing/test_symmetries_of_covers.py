"""Classes of packings with goals, touching or connectivity: counts against trying everything, and every fault of a group."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import exactcover
from encoders.catalogue import puzzle
from encoders.packing import referee_of_covers
from exactcover.api.offers import offers
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from exactcover.solving.caches import Known
from tests.brute_packings import Small, random_small
from tests.encoders.packing.test_connected import joined, loose
from tests.encoders.packing.test_touching import apart_from_each_other


def few(seed: int) -> Small:
    """A board whose cells may all stay empty, and pieces that may be left out and reflected."""
    small = random_small(seed, labelled=True)
    pieces = tuple((name, cells, 0, most) for name, cells, _, most in small.pieces)
    everything = frozenset(small.cells)
    small = replace(small, labelled=True, reflections=True, pieces=pieces)
    return replace(small, optional=everything, empty=(0, len(everything)))


def classes_of(stated: exactcover.Puzzle) -> int:
    """The number of classes, counted and listed alike."""
    classes = exactcover.count(stated, up_to_symmetry=True).classes
    assert classes is not None
    assert len(list(exactcover.iterate(stated, up_to_symmetry=True))) == classes
    return classes


@pytest.mark.parametrize("touching", ["corners", "none"])
@pytest.mark.parametrize("seed", range(12))
def test_classes_of_pieces_that_must_not_touch(seed: int, touching: str) -> None:
    """As many as there are orbits of all packings."""
    small = few(seed)
    packings = [each for each in small.packings() if apart_from_each_other(each, touching)]
    assert classes_of(exactcover.puzzle("packing", **small.keys(), touching=touching)) == small.classes(packings)


@pytest.mark.parametrize("seed", range(16))
def test_classes_with_values_of_cells(seed: int) -> None:
    """A symmetry keeps the value of every cell."""
    small = few(seed)
    cells = sorted(small.cells)
    values = {cells[0]: 2, cells[-1]: 2} if seed % 2 else {cells[seed % len(cells)]: 3}
    listed = [[list(cell), value] for cell, value in values.items()]
    stated = exactcover.puzzle("packing", **small.keys(), maximise="value", cell_values=listed)
    assert classes_of(stated) == small.classes(values=values)


@pytest.mark.parametrize("seed", range(0, 24, 2))
def test_classes_of_connected_packings(seed: int) -> None:
    """Where some cell is sure to be covered."""
    small = replace(loose(seed), reflections=True)
    assert len(small.optional) < len(small.cells)
    packings = list(filter(joined, small.packings()))
    assert classes_of(exactcover.puzzle("packing", **small.keys(), connected=True)) == small.classes(packings)


def test_optima_are_listed_up_to_symmetry() -> None:
    """The four corners of 3 by 3 for a single square that wants one are one class."""
    own: dict[str, Any] = {"board": "3x3", "pieces": "monomino", "maximise": "value", "cell_values": "101/000/101"}
    stated = exactcover.puzzle("packing", **own)
    assert len(list(exactcover.iterate(stated, optimal=True))) == 4
    assert len(list(exactcover.iterate(stated, optimal=True, up_to_symmetry=True))) == 1


def test_a_torus_has_its_translations() -> None:
    """One square on a torus of 3 by 3 is one class, whatever its goal."""
    stated = exactcover.puzzle("packing", board="3x3", pieces="monomino", wrap="both", maximise="pieces")
    assert classes_of(stated) == 1


def test_pieces_of_equal_form_and_different_value_are_not_exchanged() -> None:
    """Without reflections, L and J of one value are images of each other; of different values they are not."""
    own: dict[str, Any] = {"board": "3x4", "pieces": "L4,J4", "reflections": "no", "maximise": "value"}
    same = exactcover.puzzle("packing", **own, values="L4:1,J4:1")
    other = exactcover.puzzle("packing", **own, values="L4:1,J4:2")
    assert exactcover.count(same).count == exactcover.count(other).count
    assert classes_of(same) < classes_of(other)


def test_classes_are_refused_where_no_cell_is_sure_to_be_covered() -> None:
    """The model says which covered cell is the first, which no symmetry keeps."""
    stated = exactcover.puzzle("packing", board="2x2", pieces="I2", copies="any", optional="all", connected="yes")
    with pytest.raises(InvalidInput, match="without its symmetries"):
        list(exactcover.iterate(stated, up_to_symmetry=True))
    assert "up_to_symmetry" not in offers(stated)["options"]


def model_of(line: str) -> tuple[Any, Cover]:
    """A packing, and its cover with symmetries."""
    stated = puzzle(line)
    model = Known(stated).model(up_to_symmetry=True)
    assert isinstance(model, Cover)
    assert not stated.encoding_faults(model)
    return stated.value, model


@pytest.mark.parametrize(
    "line",
    [
        "packing board=3x3 pieces=V3,I2 maximise=pieces touching=none",
        "packing board=3x4 pieces=I2 copies=any connected=yes fixed=I2:1,1/1,2 optional=0,3/2,0",
        "packing board=2x2x2 pieces=V3 maximise=covered",
        "packing board=3x3 pieces=V3,I2 maximise=pieces wrap=both",
        "packing lattice=triangle board=hexagon:2 pieces=diamond maximise=pieces touching=none",
        "packing lattice=square-edges board=grid:2x2 pieces=tristicks maximise=pieces crossing=no",
    ],
)
def test_the_referee_sees_every_fault_of_a_group(line: str) -> None:
    """Symmetries that are missing, or no isometries, or map items as the cells are not; rotations that are none."""
    value, model = model_of(line)
    group, rotations = model.symmetries, model.rotations
    assert group is not None
    assert rotations is not None
    assert len(group) > 1
    swapped = group.copy()
    swapped[1] = np.arange(len(model.items))
    swapped[1, :2] = 1, 0
    wrong = [
        replace(model, symmetries=group[:1], rotations=group[:1]),
        replace(model, symmetries=swapped),
        replace(model, rotations=None),
    ]
    wrong += [replace(model, rotations=group)] if len(rotations) < len(group) else []
    pairs = [(at, at + 1) for at in range(len(model.items) - 1)]
    for one, other in [(a, b) for a, b in pairs if (model.least[a], model.most[a]) == (model.least[b], model.most[b])]:
        changed = group.copy()
        changed[1, [one, other]] = changed[1, [other, one]]
        wrong.append(replace(model, symmetries=changed))
    for each in wrong:
        assert referee_of_covers.cover_faults(value, each)
