"""The referee of packings: right solutions have no fault, and every spoiling is refused, each for its own reason."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoders.catalogue import puzzle
from encoders.packing import accepted, referee
from encoders.packing.packing import Packing
from encoders.puzzle import Puzzle, puzzle_of
from exactcover.model.encoding import Solution
from tests.random_models import listed, random_packing

PUZZLE = puzzle("packing board=5x5 pieces=L5,N5,U5,W5,Y5 reflections=yes")
FIXED = puzzle("packing board=2x5 holes=1,4 pieces=I3,I2,I1 copies=I3:2,I2:1,I1:1 fixed=I3:0,0/0,1/0,2")
COPIES = puzzle("packing board=2x3 pieces=I2,I1 copies=I2:1..2,I1:any")


def solutions(what: Puzzle) -> list[Solution]:
    """All solutions, by the oracle."""
    encoding = what.encode()
    tiling = encoding.model
    from exactcover.transform.reductions import chain

    reduced = chain.reduce(tiling, ("cover",))
    return [encoding.decode(reduced.lift(np.array(each, dtype=np.int64))) for each in listed("exact", reduced.model)]


RIGHT = solutions(PUZZLE)[0]


def spoiled(change: Callable[[list[Any]], Any]) -> Solution:
    """The right solution with something done to its placements."""
    solution = copy.deepcopy(RIGHT)
    change(solution["placements"])
    return solution


def cells(placements: list[Any], name: str) -> list[Any]:
    """The cells of the piece of that name."""
    found: list[Any] = next(each["cells"] for each in placements if each["piece"] == name)
    return found


def swap(placements: list[Any]) -> None:
    """Exchange the first cells of two pieces."""
    a, b = cells(placements, "L5"), cells(placements, "W5")
    a[0], b[0] = b[0], a[0]


def shift(placements: list[Any]) -> None:
    """Move a piece one row down."""
    for cell in cells(placements, "U5"):
        cell[0] += 1


def rename(placements: list[Any], name: Any) -> None:
    """Give the first piece another name."""
    placements[0]["piece"] = name


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda p: p.pop(), "is not covered"),
        (lambda p: p.pop(), "is placed 0 times; expected 1"),
        (lambda p: p.clear(), "cell (4, 4) is not covered"),
        (lambda p: p.append(copy.deepcopy(p[0])), "is placed 2 times; expected 1"),
        (lambda p: p.append(copy.deepcopy(p[0])), "placements 0 and 5 both cover"),
        (shift, "both cover"),
        (swap, "is not the shape of L5, by the motions it is allowed"),
        (swap, "is not the shape of W5"),
        (lambda p: rename(p, "X5"), "placement 0 is of 'X5', which is not a piece of this puzzle"),
        (lambda p: rename(p, p[1]["piece"]), "placement 0 is not the shape of"),
        (lambda p: rename(p, ""), "is of '', which is not a piece"),
        (lambda p: rename(p, None), "placement 0 has no piece's name or no list of cells"),
        (lambda p: rename(p, 5), "placement 0 has no piece's name"),
        (lambda p: rename(p, ["L5"]), "placement 0 has no piece's name"),
        (lambda p: p[2].pop("piece"), "placement 2 is not {piece, cells}"),
        (lambda p: p[2].pop("cells"), "placement 2 is not {piece, cells}"),
        (lambda p: p[2].update(orientation=3), "placement 2 is not {piece, cells}"),
        (lambda p: p.__setitem__(1, None), "placement 1 is not {piece, cells}"),
        (lambda p: p.__setitem__(1, [p[1]]), "placement 1 is not {piece, cells}"),
        (lambda p: p.__setitem__(1, "L5:0,0"), "placement 1 is not {piece, cells}"),
        (lambda p: p[0]["cells"].clear(), "placement 0 has no piece's name or no list of cells"),
        (lambda p: p[0].update(cells="0,0/0,1"), "placement 0 has no piece's name or no list of cells"),
        (lambda p: p[0].update(cells={"0": 1}), "placement 0 has no piece's name or no list of cells"),
        (lambda p: p[0]["cells"].append(list(p[0]["cells"][0])), "placement 0 has a cell twice"),
        (lambda p: p[0]["cells"].append([9, 9]), "covers (9, 9), which is not a cell of the board"),
        (lambda p: p[0]["cells"].append([9, 9]), "is not the shape of"),
        (lambda p: p[0]["cells"].__setitem__(0, [-1, 0]), "covers (-1, 0), which is not a cell of the board"),
        (lambda p: p[0]["cells"].__setitem__(0, [0, 10**30]), f"covers (0, {10**30}), which is not a cell"),
        (lambda p: p[0]["cells"].__setitem__(0, [-(2**63), 2**64]), "which is not a cell of the board"),
        (lambda p: p[0]["cells"].__setitem__(0, [0]), "placement 0 has a cell that is not 2 whole numbers"),
        (lambda p: p[0]["cells"].__setitem__(0, [0, 0, 0]), "placement 0 has a cell that is not 2 whole numbers"),
        (lambda p: p[0]["cells"].__setitem__(0, []), "placement 0 has a cell that is not 2 whole numbers"),
        (lambda p: p[0]["cells"].__setitem__(0, 0), "placement 0 has a cell that is not 2 whole numbers"),
        (lambda p: p[0]["cells"].__setitem__(0, None), "placement 0 has a cell that is not 2 whole numbers"),
        (lambda p: p[0]["cells"].__setitem__(0, "00"), "placement 0 has a cell that is not 2 whole numbers"),
        (
            lambda p: p[0]["cells"].__setitem__(0, {"0": 0, "1": 0}),
            "placement 0 has a cell that is not 2 whole numbers",
        ),
        (lambda p: p[0]["cells"][0].__setitem__(0, float(p[0]["cells"][0][0])), "a cell that is not 2 whole numbers"),
        (lambda p: p[0]["cells"][0].__setitem__(0, bool(p[0]["cells"][0][0])), "a cell that is not 2 whole numbers"),
        (lambda p: p[0]["cells"][0].__setitem__(0, str(p[0]["cells"][0][0])), "a cell that is not 2 whole numbers"),
        (lambda p: p[0]["cells"][0].__setitem__(0, None), "a cell that is not 2 whole numbers"),
        (lambda p: p[0]["cells"][0].__setitem__(0, [0]), "a cell that is not 2 whole numbers"),
        (lambda p: p[0]["cells"][0].__setitem__(0, float("nan")), "a cell that is not 2 whole numbers"),
    ],
)
def test_spoiled_solutions_are_refused(change: Callable[[list[Any]], Any], fault: str) -> None:
    """Each way of spoiling the placements of a right solution is told, in its own words."""
    assert PUZZLE.faults(RIGHT) == []
    assert any(fault in each for each in PUZZLE.faults(spoiled(change)))


@pytest.mark.parametrize(
    "solution",
    [
        None,
        True,
        5,
        "x",
        [],
        {},
        {"placements": None},
        {"placements": {}},
        {"placements": "L5"},
        {"moves": []},
        [RIGHT],
    ],
)
def test_things_that_are_no_solution_are_refused(solution: Any) -> None:
    """Without a list of placements there is one fault, which says what was expected."""
    (fault,) = PUZZLE.faults(solution)
    assert fault.startswith("the solution has no list of placements; expected")


def test_every_solution_is_accepted_in_any_order() -> None:
    """All eight packings are right, also with their pieces and cells in another order and cells as tuples."""
    every = solutions(PUZZLE)
    assert len(every) == 8
    for solution in every:
        assert PUZZLE.faults(solution) == []
        shuffled = [
            {"cells": [tuple(cell) for cell in p["cells"][::-1]], "piece": p["piece"]} for p in solution["placements"]
        ]
        assert PUZZLE.faults({"placements": shuffled[::-1]}) == []


def test_cells_in_holes_and_off_the_board_are_refused() -> None:
    """A cell in a hole is no cell, however well the piece lies."""
    what = puzzle("packing board=1x4 holes=0,1 pieces=I1,I2 copies=1")
    right: dict[str, Any] = {
        "placements": [{"piece": "I1", "cells": [[0, 0]]}, {"piece": "I2", "cells": [[0, 2], [0, 3]]}]
    }
    assert what.faults(right) == []
    right["placements"][0]["cells"] = [[0, 1]]
    assert "placement 0 (I1) covers (0, 1), which is not a cell of the board" in what.faults(right)


def test_reflected_one_sided_pieces_are_refused() -> None:
    """A piece turned over is its own shape where reflections are allowed, and another where they are not."""
    line = "packing board=2x4 pieces=L4 copies=2 reflections="
    mirrored: dict[str, Any] = {"placements": [
        {"piece": "L4", "cells": [[0, 0], [0, 1], [0, 2], [1, 0]]},
        {"piece": "L4", "cells": [[0, 3], [1, 1], [1, 2], [1, 3]]},
    ]}  # fmt: skip
    flipped = {"placements": [
        {"piece": p["piece"], "cells": [[r, 3 - c] for r, c in p["cells"]]} for p in mirrored["placements"]
    ]}  # fmt: skip
    assert puzzle(line + "yes").faults(mirrored) == puzzle(line + "yes").faults(flipped) == []
    refused = [bool(puzzle(line + "no").faults(solution)) for solution in (mirrored, flipped)]
    assert sorted(refused) == [False, True]


def test_turned_fixed_pieces_are_refused() -> None:
    """A piece of a -fixed set lies as it is drawn, never turned."""
    what = puzzle("packing board=1x2 pieces=dominoes-fixed copies=any")
    names = [
        name
        for name in ("I2-1", "I2-2")
        if not what.faults({"placements": [{"piece": name, "cells": [[0, 0], [0, 1]]}]})
    ]
    assert len(names) == 1


def test_mirror_images_in_space_are_refused() -> None:
    """In space the mirror image of a chiral piece is another piece, and its turns are the piece itself."""
    what = puzzle("packing board=2x2x2 holes=1,0,0/1,1,1/1,1,0/0,1,1 pieces=A4,B4 copies=0..1")
    shape = [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 1]]
    accepted = [name for name in ("A4", "B4") if not what.faults({"placements": [{"piece": name, "cells": shape}]})]
    assert len(accepted) == 1


def test_moved_pre_placed_pieces_are_refused() -> None:
    """A solution that covers the board but has moved a pre-placed piece, or given its place to another, is refused."""
    for solution in solutions(FIXED):
        assert FIXED.faults(solution) == []
    moved = {"placements": [
        {"piece": "I3", "cells": [[0, 2], [0, 3], [0, 4]]}, {"piece": "I2", "cells": [[0, 0], [0, 1]]},
        {"piece": "I3", "cells": [[1, 0], [1, 1], [1, 2]]}, {"piece": "I1", "cells": [[1, 3]]},
    ]}  # fmt: skip
    assert FIXED.faults(moved) == ["the pre-placed I3 at (0, 0) is not in the solution"]


def test_copies_are_counted() -> None:
    """Too few and too many copies are refused with their range, and `any` has no upper end."""
    singles = [{"piece": "I1", "cells": [[r, c]]} for r in range(2) for c in range(3)]
    pair = {"piece": "I2", "cells": [[0, 0], [0, 1]]}
    assert COPIES.faults({"placements": [pair, *singles[2:]]}) == []
    assert COPIES.faults({"placements": singles}) == ["I2 is placed 0 times; expected 1 to 2"]
    pairs = [{"piece": "I2", "cells": [[0, c], [1, c]]} for c in range(3)]
    assert COPIES.faults({"placements": pairs}) == ["I2 is placed 3 times; expected 1 to 2"]


def test_random_solutions_are_accepted_and_any_lost_cell_is_not() -> None:
    """What engines find for random packings is right, and is refused without any one of its cells."""
    judged = 0
    for seed in range(25):
        what = puzzle_of("packing", random_packing(seed, planted=True))
        for solution in solutions(what)[:3]:
            assert what.faults(solution) == []
            for number, placement in enumerate(solution["placements"]):
                for place in range(len(placement["cells"])):
                    broken = copy.deepcopy(solution)
                    del broken["placements"][number]["cells"][place]
                    assert what.faults(broken)
            judged += 1
    assert judged >= 25


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.sampled_from(["L5", "I2", "I1"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["piece", "cells", "placements"]), inner),
    max_leaves=12,
)  # fmt: skip
COORDINATES = st.integers(-1, 5) | st.integers() | JSON
PLACEMENT = st.fixed_dictionaries(
    {
        "piece": st.sampled_from(["L5", "I2", "I1"]) | JSON,
        "cells": st.lists(st.lists(COORDINATES, max_size=3), max_size=5),
    }
)


@settings(max_examples=300)
@given(JSON | st.fixed_dictionaries({"placements": JSON | st.lists(PLACEMENT | JSON, max_size=5)}))
def test_any_json_is_judged_in_sentences(solution: Any) -> None:
    """No JSON value makes the referee raise, and none of these is accepted."""
    found = PUZZLE.faults(solution)
    assert found
    assert all(isinstance(fault, str) and fault for fault in found)
    assert isinstance(COPIES.faults(solution), list)


@pytest.mark.parametrize("stranger", [True, 1.0, "1", None, 1.5, np.int64(1)], ids=repr)
def test_remembered_placements_are_told_from_what_equals_them(stranger: object) -> None:
    """A coordinate that equals the whole number of a placement seen before, and is none, is refused all the same."""
    assert not PUZZLE.faults(copy.deepcopy(RIGHT))
    solution = copy.deepcopy(RIGHT)
    cell = next(cell for placement in solution["placements"] for cell in placement["cells"] if 1 in cell)
    cell[cell.index(1)] = stranger
    assert any("2 whole numbers" in fault for fault in PUZZLE.faults(solution))


@pytest.mark.parametrize("what", [PUZZLE, FIXED, COPIES], ids=["plain", "fixed", "copies"])
def test_remembered_placements_weaken_nothing(what: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    """On 800 solutions, spoiled or not, the referee finds what one without a memory finds."""
    rng = random.Random(1)
    known = solutions(what)
    asked = []
    for _ in range(800):
        solution = copy.deepcopy(rng.choice(known))
        placements = solution["placements"]
        for placement in placements:
            if rng.random() < 0.1:
                rng.choice(placement["cells"])[rng.randrange(2)] += rng.choice([-1, 1])
            if rng.random() < 0.05:
                placement["piece"] = rng.choice(["L5", "I1", "I2", "nothing"])
        if rng.random() < 0.3:
            placements.pop(rng.randrange(len(placements)))
        if rng.random() < 0.2:
            placements.append(copy.deepcopy(rng.choice(known)["placements"][0]))
        rng.shuffle(placements)
        asked.append(solution)
    remembering = [what.faults(each) for each in asked]
    monkeypatch.setattr(accepted, "LARGEST_REMEMBERED", 0)
    assert remembering == [what.faults(each) for each in asked]
    assert 40 < sum(not faults for faults in remembering) < 700


def test_a_solution_may_be_changed_by_whoever_has_it() -> None:
    """Decoded solutions share nothing: changing one changes neither the next one nor what the referee thinks."""
    encoding = FIXED.encode()
    first, second = solutions(FIXED)[0], solutions(FIXED)[0]
    assert first == second
    for placement in first["placements"]:
        placement["cells"][0][0] += 1
        placement["cells"].append([9, 9])
    assert not FIXED.faults(second)
    selection = np.array(listed("exact", encoding.model)[0])
    one = encoding.decode(selection)
    again = copy.deepcopy(one)
    for placement in one["placements"]:
        placement["cells"][0][0] += 1
    assert encoding.decode(selection) == again


def test_what_a_packing_allows_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee judges the model and the solutions of a packing by the same rules, which it made once."""
    made: list[object] = []
    rules = referee.rules

    def noting(packing: Packing) -> referee.Rules:
        made.append(packing)
        return rules(packing)

    monkeypatch.setattr(referee, "rules", noting)
    packing = puzzle("packing board=5x5 pieces=L5,N5,U5,W5,Y5 reflections=yes")
    encoding = packing.encode()
    assert packing.encoding_faults(encoding.model) == []
    assert packing.faults(RIGHT) == packing.faults(RIGHT) == []
    assert len(made) == 1
    assert packing.encoding_faults(PUZZLE.encode().model) == []
    assert packing.encoding_faults(COPIES.encode().model) != []
