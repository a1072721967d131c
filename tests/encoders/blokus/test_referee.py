"""The referee of Blokus: right solutions pass, every fault is refused for its own reason, and so is every encoder mutant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from encoders.catalogue import puzzle
from encoders.puzzle import Puzzle
from exactcover.model.growth import Growth
from exactcover.model.linear import Linear
from exactcover.transform.reductions.growth_to_cover import placements

PUZZLE = puzzle("blokus board=4x4 goal=cover pieces=I1,I2,V3 targets=3,3 holes=0,3 others=3,0")
RIGHT = [
    {"piece": "I2", "cells": [[0, 0], [1, 0]]},
    {"piece": "V3", "cells": [[2, 1], [1, 2], [2, 2]]},
    {"piece": "I1", "cells": [[3, 3]]},
]
OWN = puzzle("blokus board=4x4 goal=most pieces=I1,I2 own=1,1/1,2")


def told(placements: Any, judged: Puzzle = PUZZLE) -> list[str]:
    """What the referee says of placements."""
    return judged.faults({"placements": placements})


def test_right_solutions_have_no_fault() -> None:
    """Cells may come in any order, and a puzzle that asks for nothing takes nothing."""
    assert told(RIGHT) == []
    assert told([{"piece": each["piece"], "cells": each["cells"][::-1]} for each in RIGHT]) == []
    assert told([], OWN) == []
    assert told([{"piece": "I1", "cells": [[0, 0]]}, {"piece": "I2", "cells": [[2, 3], [3, 3]]}], OWN) == []


@pytest.mark.parametrize("solution", [None, [], {}, {"placements": {}}, {"options": []}, 5, {"placements": None}])
def test_what_is_no_solution_is_refused(solution: Any) -> None:
    """Whatever a file holds, the referee says a sentence and raises nothing."""
    (fault,) = PUZZLE.faults(solution)
    assert "has no list of placements" in fault


@pytest.mark.parametrize(
    ("number", "changed", "fault"),
    [
        (0, None, "placement 0 is not {piece, cells}"),
        (0, {"piece": "I2"}, "placement 0 is not {piece, cells}"),
        (0, {"piece": "I2", "cells": []}, "placement 0 has no piece's name or no list of cells"),
        (0, {"piece": 2, "cells": [[0, 0]]}, "placement 0 has no piece's name or no list of cells"),
        (0, {"piece": "I2", "cells": [[0, 0], [1]]}, "placement 0 has a cell that is not 2 whole numbers"),
        (0, {"piece": "I2", "cells": [[0, 0], [1, True]]}, "placement 0 has a cell that is not 2 whole numbers"),
        (0, {"piece": "I2", "cells": [[0, 0], [10**10, 0]]}, "placement 0 has a cell that is not 2 whole numbers"),
        (0, {"piece": "I2", "cells": [[0, 0], [0, 0]]}, "placement 0 has a cell twice"),
        (0, {"piece": "I3", "cells": [[0, 0], [1, 0]]}, "placement 0 is of 'I3', which is not a piece of this puzzle"),
        (2, {"piece": "I2", "cells": [[3, 3]]}, "placement 2 is of I2, which was placed before"),
        (0, {"piece": "I2", "cells": [[0, 0], [1, 1]]}, "placement 0 is not the shape of I2"),
        (2, {"piece": "I1", "cells": [[4, 3]]}, "placement 2 (I1) covers (4, 3), which is not a square of the board"),
        (2, {"piece": "I1", "cells": [[0, 3]]}, "placement 2 (I1) covers (0, 3), which is not a square of the board"),
        (2, {"piece": "I1", "cells": [[2, 2]]}, "placement 2 (I1) covers (2, 2), which is covered already"),
        (2, {"piece": "I1", "cells": [[3, 0]]}, "placement 2 (I1) covers (3, 0), which is covered already"),
        (2, {"piece": "I1", "cells": [[2, 3]]}, "placement 2 (I1) touches an own square by an edge, at (2, 3)"),
        (2, {"piece": "I1", "cells": [[0, 0]]}, "placement 2 (I1) covers (0, 0), which is covered already"),
        (0, {"piece": "I2", "cells": [[0, 1], [1, 1]]}, "placement 0 (I2) is the first and does not cover the start (0, 0)"),
        (1, {"piece": "V3", "cells": [[2, 3], [3, 3], [3, 2]]}, "placement 1 (V3) touches no own square by a corner"),
        (2, {"piece": "I1", "cells": [[0, 1]]}, "target (3, 3) is not covered"),
    ],
)  # fmt: skip
def test_each_fault_is_told(number: int, changed: Any, fault: str) -> None:
    """Each spoiling of a right solution is refused for its own reason."""
    assert fault in told([changed if place == number else each for place, each in enumerate(RIGHT)])


def test_order_of_play_counts() -> None:
    """The same pieces in an order in which one is not legal are refused."""
    assert "placement 0 (V3) is the first and does not cover the start (0, 0)" in told([RIGHT[1], RIGHT[0], RIGHT[2]])
    assert "placement 1 (I1) touches no own square by a corner" in told([RIGHT[0], RIGHT[2], RIGHT[1]])


def test_goals_are_judged() -> None:
    """Fill asks for every piece, a cover without own squares for the start, and the older anchor rule for its box."""
    fill = puzzle("blokus board=3x3 goal=fill pieces=I1,I2")
    assert told([{"piece": "I1", "cells": [[0, 0]]}], fill) == ["I2 is not placed"]
    bare = puzzle("blokus board=3x3 goal=cover pieces=I1 targets=0,0")
    assert told([], bare) == ["target (0, 0) is not covered", "the start (0, 0) is not covered"]
    legacy = puzzle("blokus board=3x3 goal=cover pieces=I1,I2 targets=2,2 anchor=legacy start=2,2")
    assert "which anchor=legacy does not allow" in told([{"piece": "I1", "cells": [[2, 2]]}], legacy)[0]
    assert "which anchor=legacy does not allow" in told([{"piece": "I2", "cells": [[2, 1], [2, 2]]}], legacy)[0]
    covered = puzzle("blokus board=3x3 goal=cover pieces=I1 own=1,1 targets=1,1")
    assert told([], covered) == []


POSITIONS = (
    "board=4x4 goal=cover pieces=I1,I2,V3 targets=3,3 holes=0,3 others=3,0",
    "board=4x4 goal=most pieces=I1,L4 own=1,1/1,2 others=3,3",
    "board=3x4 goal=fill pieces=I1,I2 anchor=legacy",
    "board=5x5 goal=corners pieces=blokus-small start=2,2",
)


def growth_of(line: str) -> tuple[Puzzle, Growth]:
    """A position and the growth that the encoder writes."""
    asked = puzzle(f"blokus {line}")
    model = asked.encode().model
    assert isinstance(model, Growth)
    return asked, model


@pytest.mark.parametrize("line", POSITIONS)
def test_right_encodings_have_no_fault(line: str) -> None:
    """The referee recomputes every mask, the pieces and the price, and finds the encoder's the same."""
    asked, model = growth_of(line)
    assert asked.encoding_faults(model) == []


@pytest.mark.parametrize("line", POSITIONS)
@pytest.mark.parametrize("name", ["region", "roots", "wanted", "anchors", "own"])
def test_mutants_of_masks_are_caught(line: str, name: str) -> None:
    """A cell gained or lost in any mask is told, by the name of the mask."""
    asked, model = growth_of(line)
    for cell in np.ndindex(model.region.shape):
        mask = getattr(model, name).copy()
        mask[cell] = not mask[cell]
        changed: dict[str, Any] = {name: mask}
        if name in ("region", "roots"):  # roots are in the region, or the growth refuses itself
            changed |= {"region": model.region | mask if name == "roots" else mask}
            changed |= {"roots": mask if name == "roots" else model.roots & mask}
        assert f"the growth's {name} are not the puzzle's" in asked.encoding_faults(replace(model, **changed))
    larger: dict[str, Any] = {
        each: np.pad(getattr(model, each), 1) for each in ("region", "roots", "wanted", "anchors")
    }
    assert len(asked.encoding_faults(replace(model, **larger, own=None))) == 5


@pytest.mark.parametrize("line", POSITIONS)
@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda g: {"pieces": g.pieces[1:]}, "the growth has pieces"),
        (lambda g: {"pieces": (replace(g.pieces[0], name="X5"), *g.pieces[1:])}, "the growth has pieces"),
        (
            lambda g: {"pieces": (*g.pieces[:-1], replace(g.pieces[-1], orientations=g.pieces[-1].orientations[1:]))},
            "orientations of",
        ),
        (
            lambda g: {
                "pieces": (replace(g.pieces[0], orientations=(np.array([[0, n] for n in range(6)]),)), *g.pieces[1:])
            },
            "orientations of",
        ),
        (lambda g: {"pieces": (replace(g.pieces[0], least=1 - g.pieces[0].least), *g.pieces[1:])}, "copies of"),
        (lambda g: {"pieces": (replace(g.pieces[0], least=0, most=0), *g.pieces[1:])}, "copies of"),
        (lambda g: {"steps": np.concatenate([g.steps, 2 * g.steps])}, "steps are not those of squares"),
        (lambda g: {"corners": g.corners[[0, 3]]}, "corners are not those of squares"),
        (lambda g: {"price": "nothing" if g.price != "nothing" else "cells"}, "the growth's price is"),
        (lambda g: {"price": "left over" if g.price != "left over" else "cells"}, "the growth's price is"),
    ],
)
def test_mutants_of_the_rest_are_caught(line: str, change: Callable[[Growth], dict[str, Any]], fault: str) -> None:
    """A piece, an orientation, a copy, a step or a price that is not the puzzle's is told."""
    asked, model = growth_of(line)
    assert fault in " ".join(asked.encoding_faults(replace(model, **change(model))))


def test_other_models_are_no_growth() -> None:
    """A model of another kind is refused."""
    assert PUZZLE.encoding_faults(Linear((), (), ())) == ["the model is not a growth"]


@pytest.mark.parametrize("line", POSITIONS)
def test_moves_are_the_first_pieces_that_the_referee_takes(line: str) -> None:
    """Of all placements on the board the legal moves are those that the referee takes as the first one of a solution."""
    asked, model = growth_of(line)
    most = puzzle("blokus " + " ".join(w for w in line.split() if w[:4] not in ("goal", "targ")) + " goal=most")
    right = []
    whole = replace(model, region=np.ones_like(model.region), anchors=np.ones_like(model.anchors))
    for piece, turn, *offset in placements(whole).tolist():
        cells = sorted((model.pieces[piece].orientations[turn] + offset).tolist())
        if not told([{"piece": model.pieces[piece].name, "cells": cells}], most):
            right.append([model.pieces[piece].name, cells])
    moves = asked.rules.moves
    assert moves is not None
    assert sorted(moves(asked.value)) == sorted(right)
    assert right
