"""The judge of frontiers: closed sweeps are accepted, and a wrong one is refused for its own reason, on any board."""

from __future__ import annotations

import copy
import itertools
import random
from typing import Any

import numpy as np
import pytest

from exactcover import judges
from exactcover.judges import frontier
from exactcover.model.certificate import Refutation
from exactcover.model.cover import cover
from exactcover.model.encoding import Model
from exactcover.model.tiling import Piece, Tiling
from tests.judges.refusals import refusal
from tests.packings import tiling
from tests.parts import Few
from tests.proofs.provers.arguments import proved, solvable
from tests.proofs.provers.boards import random_board

ODD = tiling("board=1x5 pieces=dominoes copies=any")
CLOSED: dict[str, Any] = {"axes": [0, 1], "counted": [], "states": [1, 0, 1, 0, 1]}
PAIR = tiling("board=2x2 pieces=I2,I1 copies=I2:0..1,I1:0..1")


def faults(model: Model, body: Any) -> list[str]:
    """What the judge says."""
    return judges.refutation_faults(model, Refutation("frontier", body))


def spoiled(**changes: Any) -> dict[str, Any]:
    """The certificate of 1x5 by dominoes with some entries changed; None takes one away."""
    return {key: value for key, value in {**CLOSED, **changes}.items() if value is not None}


def states_of(model: Tiling, axes: tuple[int, ...], counted: list[list[Any]]) -> list[int]:
    """The states of a sweep a cell, by sets of cells and plain counts, sharing nothing with the judge."""
    cells = sorted(map(tuple, model.cells().tolist()), key=lambda cell: tuple(cell[axis] for axis in axes))
    placements = []
    for number, piece in enumerate(model.pieces):
        for shape in piece.orientations if piece.most else ():
            for offset in np.ndindex(model.region.shape):
                covered = frozenset(tuple(cell) for cell in (shape + offset).tolist())
                if covered <= set(cells):
                    placements.append((covered, number))
    states: set[tuple[frozenset[tuple[int, ...]], tuple[int, ...]]] = {(frozenset(), (0,) * len(counted))}
    seen = []
    for cell in cells:
        alive = {
            (covered, used)
            for covered, used in states
            if len(cells) - len(covered)
            >= sum(max(row[1] - n, 0) * model.pieces[row[0]].size for row, n in zip(counted, used, strict=True))
        }
        waiting = {state for state in alive if cell not in state[0]}
        seen.append(len(waiting))
        states = alive - waiting
        for covered, used in waiting:
            for own, number in placements:
                if cell in own and not own & covered:
                    after = tuple(
                        n + (row[0] == number) if row[2] is not None else min(n + (row[0] == number), row[1])
                        for row, n in zip(counted, used, strict=True)
                    )
                    if all(row[2] is None or n <= row[2] for row, n in zip(counted, after, strict=True)):
                        states.add((covered | own, after))
    return seen


def test_closed_sweeps_are_accepted() -> None:
    """A sweep written by hand is accepted, with pieces counted that need not be, too."""
    assert not faults(ODD, CLOSED)
    assert not faults(ODD, spoiled(counted=[[0, 0, None]]))
    assert not faults(PAIR, {"axes": [0, 1], "counted": [[0, 0, 1], [1, 0, 1]], "states": [1, 2, 2, 1]})


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"axes": None}, "the body has no axes; expected the board's axes"),
        ({"counted": None}, "the body has no counted; expected a list of"),
        ({"states": None}, "the body has no states; expected one number per cell"),
        ({"digest": 1}, "the body has an unknown key 'digest'; expected axes, counted, states"),
        ({"axes": [0]}, "axes has 1 numbers; expected 2"),
        ({"axes": [0, 0]}, "axes are not an order of the board's; expected 0 to 1, each once"),
        ({"axes": [0, 10**2000]}, "number 1 of axes is a number of over 1000 digits"),
        ({"axes": "01"}, "axes is not a list; expected whole numbers"),
        ({"counted": {}}, "counted is not a list; expected [piece's number, least, most]"),
        ({"counted": [[0, 0]]}, "entry 0 of counted is not a list of three; expected a piece's number"),
        ({"counted": [1]}, "entry 0 of counted is not a list of three; expected a piece's number"),
        ({"counted": [[1, 0, None]]}, "the piece of entry 0 of counted is 1; expected 0 to 0"),
        ({"counted": [[-1, 0, None]]}, "the piece of entry 0 of counted is -1; expected 0 to 0"),
        ({"counted": [["I2", 0, None]]}, "the piece of entry 0 of counted is 'I2'; expected a whole number"),
        (
            {"counted": [[0, 0, None], [0, 0, None]]},
            "entry 1 of counted is of piece 0, as one before it is; expected each",
        ),
        ({"counted": [[[0], 0, None]]}, "the piece of entry 0 of counted is a list; expected a whole number"),
        ({"counted": [[0, "0", None]]}, "least of entry 0 of counted is '0'; expected a whole number"),
        ({"counted": [[0, -1, None]]}, "least of entry 0 of counted is -1; expected 0 or more"),
        ({"counted": [[0, 0, 1.5]]}, "most of entry 0 of counted is 1.5; expected a whole number"),
        ({"counted": [[0, 1, None]]}, "entry 0 of counted demands 1 to any copies; the puzzle demands only 0 to"),
        ({"counted": [[0, 0, 1]]}, "entry 0 of counted demands 0 to 1 copies; the puzzle demands only 0 to"),
        ({"states": [1, 0, 1, 0]}, "states has 4 numbers; expected 5"),
        ({"states": [1, 0, True, 0, 1]}, "number 2 of states is True; expected a whole number"),
        ({"states": [1, 0, -1, 0, 1]}, "number 2 of states is -1; expected 0 to"),
        ({"states": [1, 0, 10**9, 0, 1]}, "number 2 of states is 1000000000; expected 0 to 20000000"),
        ({"states": [1, 0, 1, 0, 0]}, "cell 4 of the sweep is the first empty one of more states; expected 0"),
        ({"states": [1, 0, 2, 0, 1]}, "cell 2 of the sweep is the first empty one of 1 states; expected 2"),
        ({"states": [0, 0, 0, 0, 0]}, "cell 0 of the sweep is the first empty one of more states; expected 0"),
    ],
)
def test_spoiled_bodies_are_refused(changes: dict[str, Any], fault: str) -> None:
    """Each way to spoil a certificate has a sentence of its own."""
    (found,) = faults(ODD, spoiled(**changes))
    assert found.startswith(fault)


def test_covers_have_no_frontier() -> None:
    """A sweep over a model without cells is refused."""
    (found,) = faults(cover(["a"], []), CLOSED)
    assert found == "a frontier applies to boards, and this is a cover; expected a tiling"


def test_sweeps_that_would_take_too_long_are_refused() -> None:
    """Boards and sweeps above the stated bounds are refused before or while they are replayed, whatever they prove."""
    model = tiling("board=9x10 pieces=Y5 copies=any")
    body = dict(proved("frontier", model).body)
    large = tiling("board=170x170 pieces=Y5 copies=any")
    (found,) = faults(large, {**body, "states": [0] * 28_900})
    assert found.startswith("the model has up to 231200 options; expected at most 200000")
    far = Tiling(np.ones((2, 1100), dtype=np.bool_), (Piece("I2", (np.array([[0, 0], [1, 0]]),), 0, 2000),))
    (found,) = faults(far, {"axes": [0, 1], "counted": [], "states": [0] * 2200})
    assert found == "a placement reaches over 1101 cells of the sweep; expected at most 1024"
    (found,) = faults(model, {**body, "states": [20_000_000] * 90})
    assert found.endswith("placements in its states; expected at most 2000000000")
    found = refusal(frontier.judge, model, body, most_work=3_000)
    assert found.endswith("placements in its states; expected at most 3000")
    assert refusal(frontier.judge, model, body, most_states=213).startswith("over 213 states occur at cell")


def test_states_that_only_wait_are_counted_too() -> None:
    """A sweep whose states wait for many cells that are covered is bounded as well."""
    bar = Piece("bar", (np.array([[0, x] for x in range(9)]),), 0, 9)
    model = Tiling(np.ones((1, 80), dtype=np.bool_), (bar,))
    body = {"axes": [0, 1], "counted": [], "states": [int(cell % 9 == 0 and cell < 80) for cell in range(80)]}
    assert not faults(model, body)
    found = refusal(frontier.judge, model, body, most_work=50)
    assert found == "over 50 states occur at cells up to 50 of the sweep; expected less"


def test_the_states_are_those_of_a_naive_sweep() -> None:
    """Along every axis, and with some pieces counted, a naive sweep gives the states that the judge accepts."""
    for seed in range(60):
        model = random_board(seed)
        rng = random.Random(seed)
        axes = rng.sample(range(model.dimension), model.dimension)
        counted: list[list[Any]] = [
            [number, rng.randint(0, piece.least), rng.choice([None, piece.most])]
            for number, piece in enumerate(model.pieces)
            if rng.random() < 0.6
        ]
        body = {"axes": axes, "counted": counted, "states": states_of(model, tuple(axes), counted)}
        found = faults(model, body)
        assert found in ([], ["the sweep reaches the end of the board; expected no state to be left"])
        assert found or not solvable(model)


def test_boards_with_a_packing_have_no_frontier(few: Few) -> None:
    """On boards that can be packed even the right numbers of states are refused, whatever is counted."""
    seen = 0
    for seed in range(few(300)):
        model = random_board(seed)
        if not solvable(model):
            continue
        seen += 1
        counted = [[number, piece.least, piece.most] for number, piece in enumerate(model.pieces)]
        for counting in ([], counted):
            body = {"axes": list(range(model.dimension)), "counted": counting}
            states = states_of(model, tuple(range(model.dimension)), counting)
            assert faults(model, {**body, "states": states}) == [
                "the sweep reaches the end of the board; expected no state to be left"
            ]
    assert seen > few(40)


def plain(body: dict[str, Any]) -> dict[str, Any]:
    """A body without the pieces that it counts from 0 to any number: such a count asks for nothing."""
    return {**body, "counted": [row for row in body["counted"] if row[1:] != [0, None]]}


def tampered(body: dict[str, Any], pieces: int, rng: random.Random) -> Any:
    """A body with one change at random."""
    changed = copy.deepcopy(body)
    what = rng.randrange(8)
    at = rng.randrange(len(body["states"]))
    if what < 3:
        changed["states"][at] += rng.choice([-2, -1, 1, 2, 1000])
    elif what == 3:
        other = rng.randrange(len(body["states"]))
        changed["states"][at], changed["states"][other] = changed["states"][other], changed["states"][at]
    elif what == 4:
        rng.shuffle(changed["axes"])
    elif what == 5:
        changed["counted"].append([rng.randint(-1, pieces), rng.randint(0, 3), rng.choice([None, 0, 1, 2, 3])])
    elif what == 6 and changed["counted"]:
        row = rng.choice(changed["counted"])
        row[rng.randrange(3)] = rng.choice([0, 1, 2, 3, None, -1, "T4", [], 10**5000])
    else:
        key = rng.choice(sorted(changed))
        changed[key] = rng.choice([None, [], {}, 0, "x", [[]], [None], changed[key][:-1], changed[key] * 2])
    return changed


def test_tampered_certificates_are_refused(few: Few) -> None:
    """Of 800 certificates with one change only those are accepted that say the same, or what a naive sweep says too."""
    lines = (
        "board=3x9 pieces=V3 copies=any",
        "board=2x8 pieces=tetrominoes copies=T4:1..3,rest:any",
        "board=2x2x3 pieces=T4,I2 copies=T4:any,I2:0..1",
        "board=4x5 pieces=tetrominoes copies=1",
    )
    refused = 0
    for number, line in enumerate(lines):
        model = tiling(line)
        body = dict(proved("frontier", model).body)
        rng = random.Random(number)
        for _ in range(few(200)):
            other = tampered(body, len(model.pieces), rng)
            if faults(model, other):
                refused += 1
            elif plain(other) != plain(body):
                assert other["states"] == states_of(model, tuple(other["axes"]), other["counted"])
    assert refused >= few(600)


def test_a_frontier_of_another_board_is_refused() -> None:
    """The certificate of one board proves nothing of the next larger, and nothing of one that can be packed."""
    body = proved("frontier", tiling("board=3x9 pieces=V3 copies=any")).body
    assert faults(tiling("board=3x11 pieces=V3 copies=any"), body) == ["states has 27 numbers; expected 33"]
    assert "first empty one of" in faults(tiling("board=3x9 pieces=V3,I3 copies=any"), body)[0]


def completed(model: Tiling, axes: tuple[int, ...]) -> list[set[frozenset[int]]]:
    """For each cell of the sweep, and the end, the sets of covered cells (none too far ahead) that can be completed."""
    cells = sorted(map(tuple, model.cells().tolist()), key=lambda cell: tuple(cell[axis] for axis in axes))
    rank = {cell: place for place, cell in enumerate(cells)}
    placements = []
    for piece in model.pieces:
        for shape in piece.orientations if piece.most else ():
            for offset in np.ndindex(model.region.shape):
                covered = frozenset(rank.get(tuple(cell), -1) for cell in (shape + offset).tolist())
                if -1 not in covered:
                    placements.append(covered)
    window = max((max(each) - min(each) + 1 for each in placements), default=1)
    able: list[set[frozenset[int]]] = [{frozenset()}]
    for cell in range(len(cells) - 1, -1, -1):
        ahead = [frozenset(each) for size in range(window) for each in itertools.combinations(
            range(cell, min(cell + window - 1, len(cells))), size)]  # fmt: skip
        able.append(set())
        for state in ahead:
            ways = [state] if cell in state else [state | m for m in placements if min(m) == cell and not m & state]
            if any(each - {cell} in able[-2] for each in ways):
                able[-1].add(state)
    return able[::-1]


def test_both_ends_are_those_of_a_naive_program(few: Few) -> None:
    """Wherever both ends meet, a naive program gives the states that the judge accepts, and only without a packing."""
    refuted = 0
    for seed in range(few(20)):
        model = random_board(seed)
        axes = tuple(range(model.dimension))
        able, states = completed(model, axes), states_of(model, axes, [])
        free: dict[str, Any] = {"axes": list(axes), "counted": []}
        closed = not faults(model, {**free, "states": states})
        for meet in range(len(states) + 1):
            numbers = states[:meet] + [len(each) for each in able[meet:-1]]
            outcome = faults(model, {**free, "states": numbers, "meet": meet})
            assert (outcome == []) == closed, (seed, meet, outcome)
            if meet < len(states):
                assert faults(model, {**free, "states": [*numbers[:-1], numbers[-1] + 1], "meet": meet})
            refuted += closed
    assert refuted > few(30)


def test_spoiled_meetings_are_refused() -> None:
    """A place that does not exist, another place, or pieces that are counted beside it: each has its sentence."""
    body = {"axes": [0, 1], "counted": [], "states": [1, 0, 1, 1, 1], "meet": 3}
    assert not faults(ODD, body)
    for changes, fault in (
        ({"meet": 6}, "meet is 6; expected 0 to 5"),
        ({"meet": None}, "meet is None; expected a whole number"),
        ({"meet": 1}, "from 1 states at cell 1 the end can be reached; expected 0"),
        ({"counted": [[0, 0, None]]}, "meet is combined with counted pieces; expected none of them"),
        ({"states": [1, 0, 1, 2, 1]}, "from 1 states at cell 3 the end can be reached; expected 2"),
        ({"states": [1, 1, 1, 1, 1]}, "cell 1 of the sweep is the first empty one of 0 states; expected 1"),
    ):
        (sentence,) = faults(ODD, {**body, **changes})
        assert sentence.startswith(fault), sentence
    even = tiling("board=1x4 pieces=dominoes copies=any")
    assert faults(even, {"axes": [0, 1], "counted": [], "states": [1, 0, 1, 1], "meet": 2}) == [
        "a state that the sweep reaches at cell 2 can reach the end; expected none"
    ]


def test_hostile_bodies_are_refused_in_a_sentence() -> None:
    """Deep nesting and giant numbers end in a sentence as well."""
    deep: list[Any] = []
    for _ in range(10_000):
        deep = [deep]
    for changes in ({"axes": deep}, {"counted": deep}, {"counted": [[0, deep, 0]]}, {"states": [deep] * 5}):
        assert len(faults(ODD, spoiled(**changes))[0]) < 200
    assert len(faults(ODD, spoiled(counted=[[0, 0, 10**100_000]]))[0]) < 200
    assert len(faults(ODD, spoiled(counted=[[10**100_000, 0, 0]]))[0]) < 200
    assert len(faults(ODD, spoiled(counted=[["I2" * 10**6, 0, 0]]))[0]) < 200


def test_counts_without_a_state_are_not_kept() -> None:
    """A sweep that ends at once, on a board where 35 pieces are counted, is accepted without going through their subsets."""
    model = tiling("board=15x14 holes=0,1/1,0 pieces=hexominoes copies=1")
    counted = [[number, 0, 1] for number in range(len(model.pieces))]
    cells = int(model.region.sum())
    assert not faults(model, {"axes": [0, 1], "counted": counted, "states": [1] + [0] * (cells - 1)})
