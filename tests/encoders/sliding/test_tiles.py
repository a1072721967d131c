"""The n-puzzle: keys, encoding, moves and referee; right plans pass, every spoiling and every mutant is refused."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoders.catalogue import puzzle
from exactcover import judges
from exactcover.model.encoding import Solution
from exactcover.model.errors import InvalidInput
from exactcover.model.puzzle_protocol import digest_of
from exactcover.model.space import Heuristic, Sliding
from tests.encoders.sliding.oracle import Oracle, State, astar, estimate

PUZZLE = puzzle("tiles start=351/47b/682")
WIDE = puzzle("tiles board=2x5 start=1,2,3,4,9/5,6,7,8,b goal=1,2,3,4,b/5,6,7,8,9")


def sliding(line: str) -> Sliding:
    """The state graph that the encoder writes."""
    model = puzzle(line).encode().model
    assert isinstance(model, Sliding)
    return model


def plan() -> Solution:
    """A shortest plan of the puzzle, by the oracle."""
    encoding = PUZZLE.encode()
    assert isinstance(encoding.model, Sliding)
    states = Oracle(encoding.model).plan()
    assert states is not None
    assert judges.faults(encoding.model, states) == []
    return encoding.decode(states)


RIGHT = plan()


@pytest.mark.parametrize(
    "line",
    [
        "tiles start=806547231",
        "tiles start=806/547/231",
        "tiles start=8,b,6/5,4,7/2,3,1",
        "tiles board=3x3 start=8b6547231 goal=b12345678",
        "tiles start=8,0,6,5,4,7,2,3,1 goal=0,1,2/3,4,5/6,7,8",
    ],
)
def test_every_way_to_write_the_numbers_is_one_puzzle(line: str) -> None:
    """Digits run together, commas, slashes, b and 0 come to one digest, and so does the goal that is taken unasked."""
    assert digest_of(puzzle(line).canonical()) == digest_of(puzzle("8-puzzle").canonical())


def test_lists_and_lines_of_a_file_are_read() -> None:
    """In files the numbers may be lists, rows of lists, a drawing of lines, or one number."""
    boards: list[Any] = [[3, 5, 1, 4, 7, 0, 6, 8, 2], [[3, 5, 1], [4, 7, "b"], [6, 8, 2]], "351\n47b\n682\n", 351470682]
    for start in boards:
        assert puzzle("tiles", start=start).canonical() == PUZZLE.canonical()
    sixteen = [list(range(4 * row, 4 * row + 4)) for row in range(4)]
    text = "\n".join(",".join(map(str, row)) for row in sixteen)
    assert puzzle("tiles", board="4x4", start=text).value.start == tuple(range(16))


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({}, "the tiles puzzle has no start; expected start=806547231"),
        ({"start": "806547230"}, "start has the blank 2 times; expected 0 to 8, each once"),
        ({"start": "886547231"}, "start has the number 8 2 times; expected 0 to 8, each once"),
        ({"start": "906547231"}, "start has the number 9; expected 0 to 8, each once"),
        ({"start": "80654723"}, "start has 8 numbers; expected 9, one per cell of the board"),
        ({"start": "8065472310"}, "start has 10 numbers; expected 9"),
        ({"start": "806547231", "goal": "12345678"}, "goal has 8 numbers; expected 9"),
        ({"start": "806547231", "goal": "112345678"}, "goal has the number 1 2 times"),
        ({"start": "80654723x"}, "start has 'x'; expected whole numbers, or b for the blank"),
        ({"start": "-06547231"}, "start has '-'; expected whole numbers"),
        ({"start": "²06547231"}, "start has '²'; expected whole numbers"),
        ({"start": ""}, "start is ''; expected numbers row by row"),
        ({"start": None}, "start is None; expected numbers row by row"),
        ({"start": True}, "start is True; expected numbers row by row"),
        ({"start": 10**40}, "start is ''"),
        ({"start": [1.5]}, "start has 1.5; expected whole numbers"),
        ({"start": [[[1]]]}, "start has [1]; expected whole numbers"),
        ({"start": [True] * 9}, "start has True; expected whole numbers"),
        ({"start": [10**30] * 9}, "start has 1000000000"),
        ({"start": "8,0,6,5,4,7,2,3,1", "board": "4x4"}, "start has 9 numbers; expected 16"),
        ({"start": "8,,6", "board": "2x5"}, "start has ''; expected whole numbers"),
        ({"start": "806547231", "board": "3x3x1"}, "board is '3x3x1'; expected a size such as 4x4"),
        ({"start": "806547231", "board": "..."}, "board is '...'; expected a size such as 4x4"),
        ({"start": "806547231", "board": 3}, "board is 3; expected a size such as 4x4"),
        ({"start": "0", "board": "1x1"}, "board is '1x1'; expected 2 to 255 cells"),
        ({"start": "0", "board": "0x9"}, "board is '0x9'; expected 2 to 255 cells"),
        ({"start": "0", "board": "99999x99999"}, "expected 2 to 255 cells"),
        ({"start": "806547231", "goals": ""}, "a tiles puzzle has no key 'goals'; expected board, start, goal"),
        ({"start": "806547231", "goals": ""}, "did you mean 'goal'?"),
    ],
)
def test_bad_keys_are_refused(keys: dict[str, Any], sentence: str) -> None:
    """What is no permutation of the board's numbers, and no board, is refused in one sentence."""
    with pytest.raises(InvalidInput) as refused:
        puzzle("tiles", **keys)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


def test_a_label_is_the_number_of_its_tile() -> None:
    """States read as the board does, the goal has every tile in its place, and the referee finds nothing else asked."""
    for what in (PUZZLE, WIDE, puzzle("15-puzzle"), puzzle("14-15-puzzle")):
        model = what.encode().model
        assert isinstance(model, Sliding)
        assert tuple(model.start.tolist()) == what.value.start
        assert model.is_goal(np.array(what.value.goal))
        assert what.encoding_faults(model) == []


def test_moves_are_those_of_the_tiles_around_the_blank() -> None:
    """Each tile beside the blank slides onto it; in a corner there are two, in a row of cells one or two."""
    assert PUZZLE.moves() == [[2, "UP"], [1, "DOWN"], [7, "RIGHT"]]
    assert puzzle("tiles start=b12345678").moves() == [[3, "UP"], [1, "LEFT"]]
    assert puzzle("tiles board=1x3 start=1b2").moves() == [[2, "LEFT"], [1, "RIGHT"]]


def test_moves_of_the_start_are_the_states_one_move_away() -> None:
    """There are as many moves as neighbours in the state graph, here and where the blank is in a corner."""
    for line in ("tiles start=351/47b/682", "tiles start=b12345678", "tiles board=2x2 start=1,2,3,0"):
        oracle = Oracle(sliding(line))
        assert len(puzzle(line).moves()) == len(list(oracle.after(oracle.start)))


def test_plans_come_back_with_tiles_and_the_blank() -> None:
    """A shortest plan has as many moves as published; what the blank does is what the tile does, the other way."""
    assert len(RIGHT["moves"]) == len(RIGHT["blank"]) == 9
    opposite = {"UP": "DOWN", "DOWN": "UP", "LEFT": "RIGHT", "RIGHT": "LEFT"}
    assert RIGHT["blank"] == [opposite[direction] for _, direction in RIGHT["moves"]]
    assert PUZZLE.faults(RIGHT) == []
    assert PUZZLE.faults({"moves": RIGHT["moves"]}) == PUZZLE.faults({"blank": RIGHT["blank"]}) == []
    assert puzzle("tiles start=b12345678").faults({"moves": []}) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda p: p["moves"].pop(), "the plan ends at"),
        (lambda p: p["blank"].pop(), "the plan ends at"),
        (lambda p: p["moves"].clear(), "the plan ends at '3,5,1/4,7,0/6,8,2'; expected the goal '0,1,2/3,4,5/6,7,8'"),
        (lambda p: p["moves"].insert(0, [3, "UP"]), "move 1 slides tile 3 UP, where the blank is not"),
        (lambda p: p["moves"][0].__setitem__(1, "LEFT"), "where the blank is not"),
        (lambda p: p["blank"].insert(0, "RIGHT"), "move 1 takes the blank off the board (RIGHT)"),
        (lambda p: p["moves"].__setitem__(0, "1"), "move 1 is '1'; expected a tile and its direction"),
        (lambda p: p["moves"][0].append("UP"), "expected a tile and its direction"),
        (lambda p: p["moves"][0].__setitem__(0, "1"), "move 1 is of tile '1'; expected a number from 1 to 8"),
        (lambda p: p["moves"][0].__setitem__(0, True), "is of tile True"),
        (lambda p: p["moves"][0].__setitem__(0, 1.0), "is of tile 1.0"),
        (lambda p: p["moves"][0].__setitem__(0, 0), "is of tile 0"),
        (lambda p: p["moves"][0].__setitem__(0, 9), "is of tile 9"),
        (lambda p: p["moves"][0].__setitem__(0, [[]]), "is of tile [[]]"),
        (lambda p: p["moves"][0].__setitem__(1, "up"), "has direction 'up'; expected UP, DOWN, LEFT or RIGHT"),
        (lambda p: p["moves"][0].__setitem__(1, None), "has direction None"),
        (lambda p: p["moves"][0].__setitem__(1, ["UP"]), "has direction ['UP']"),
        (lambda p: p["blank"].__setitem__(0, ["UP"]), "has direction ['UP']"),
        (lambda p: p.__setitem__("moves", "UP"), "the solution has no list of moves"),
        (lambda p: p.__setitem__("blank", {}), "the solution has no list of moves"),
        (lambda p: p["blank"].extend(["LEFT", "RIGHT"]), "move 10 takes the blank off"),
        (
            lambda p: p["blank"].extend(["RIGHT", "LEFT"]),
            "the moves of the tiles and of the blank are two different plans",
        ),
    ],
)
def test_spoiled_plans_are_refused(change: Callable[[Any], Any], fault: str) -> None:
    """Each way of spoiling a right plan is told, in its own words."""
    spoiled = copy.deepcopy(RIGHT)
    change(spoiled)
    assert any(fault in each for each in PUZZLE.faults(spoiled))


@pytest.mark.parametrize("solution", [None, 5, "x", [], {}, [RIGHT], {"placements": []}, {"moves": None}])
def test_things_that_are_no_plan_are_refused(solution: Any) -> None:
    """Without a list of moves there is one fault, which says what was expected."""
    (fault,) = PUZZLE.faults(solution)
    assert fault.startswith("the solution has no list of moves; expected")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["UP", "LEFT", "x"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["moves", "blank"]), inner),
    max_leaves=10,
)
MOVE = st.tuples(st.integers(-1, 9), st.sampled_from(["UP", "DOWN", "LEFT", "RIGHT"])).map(list)


@settings(max_examples=300)
@given(JSON | st.fixed_dictionaries({"moves": st.lists(MOVE | JSON, max_size=6)}))
def test_any_json_is_judged_in_sentences(solution: Any) -> None:
    """No JSON value makes the referee raise, and none of these is accepted: the goal is nine moves away."""
    found = PUZZLE.faults(solution)
    assert found
    assert all(isinstance(fault, str) and fault and "\n" not in fault for fault in found)


def mutants(model: Sliding) -> list[tuple[str, Sliding]]:
    """State graphs that ask for something else, each with a word of the fault that tells it."""
    swapped = model.start.copy()
    swapped[[0, 1]] = swapped[[1, 0]]
    (goal,) = model.goals
    manhattan = model.heuristics["manhattan"]
    assert manhattan.table is not None
    worse = manhattan.table.copy()
    worse[3, 4] += 1
    return [
        ("start", replace(model, start=swapped)),
        ("goal", replace(model, goals=(goal[1:],))),
        ("goal", replace(model, goals=(goal, goal[:3]))),
        ("goal", replace(model, goals=(((0, goal[1][1]), (1, goal[0][1]), *goal[2:]),))),
        ("counts moves", replace(model, metric="moves")),
        ("estimate manhattan", replace(model, heuristics={"manhattan": Heuristic("sum", worse)})),
        ("estimate misplaced", replace(model, heuristics={"misplaced": manhattan})),
        ("estimate h2", replace(model, heuristics={"h2": Heuristic("largest", manhattan.table)})),
        ("floor", replace(model, floor=model.floor.reshape(1, -1))),
    ]


def test_mutants_of_the_encoding_are_caught() -> None:
    """Whatever the encoder loses or changes, the referee tells from the puzzle alone."""
    for line in ("tiles start=351/47b/682", "tiles board=2x5 start=1,2,3,4,9/5,6,7,8,b"):
        for word, mutant in mutants(sliding(line)):
            (fault, *_) = puzzle(line).encoding_faults(mutant)
            assert word in fault
    tiling = puzzle("packing board=1x2 pieces=I2").encode().model
    assert PUZZLE.encoding_faults(tiling) == ["the model is a Tiling; expected a Sliding"]


def test_estimates_count_tiles_and_steps_without_the_blank() -> None:
    """At the goal all estimates are 0; one move away misplaced and manhattan say 1 and their sum 2."""
    model = sliding("tiles start=b12345678")
    oracle = Oracle(model)
    names = ("misplaced", "manhattan", "h1", "h2", "sum")
    assert [estimate(model, name, oracle.start) for name in names] == [0, 0, 0, 0, 0]
    for state in oracle.after(oracle.start):
        assert [estimate(model, name, state) for name in names] == [1, 1, 1, 1, 2]


@pytest.mark.parametrize(
    ("start", "h1", "h2", "length"),
    [
        ("351470682", 19, 10, 9),
        ("251370468", 134, 40, 13),
        ("014237685", 2459, 676, 20),
        pytest.param("546308172", 33089, 1632, 26, marks=pytest.mark.slow),
    ],
)
def test_searches_with_the_estimates_pop_as_many_states_as_published(start: str, h1: int, h2: int, length: int) -> None:
    """A* pops on these boards what the published table says, with both estimates."""
    model = sliding(f"tiles start={start}")
    found = [astar(model, name) for name in ("h1", "h2")]
    assert [(popped, steps) for popped, _, _, steps in found] == [(h1, length), (h2, length)]


def test_admissible_estimates_never_exceed_the_distance() -> None:
    """On all states within fourteen moves of the goal misplaced and manhattan are at most the distance; their sum is not."""
    model = sliding("tiles start=b12345678")
    oracle = Oracle(model)
    above: dict[str, State] = {}
    for distance, layer in zip(range(15), oracle.layers([oracle.start]), strict=False):
        for state in layer:
            above |= {name: state for name in ("h1", "h2", "sum") if estimate(model, name, state) > distance}
    assert list(above) == ["sum"]
