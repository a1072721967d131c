"""Sliding blocks encoded and judged: right plans pass, and every spoiling and every mutant is refused in its own words."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoders.catalogue import puzzle
from encoders.puzzle import Puzzle
from exactcover import judges
from exactcover.model.encoding import Solution
from exactcover.model.errors import InvalidModel
from exactcover.model.space import Heuristic, Metric, Sliding
from tests.encoders.sliding.oracle import Oracle, astar, estimate

LS = "blocks board=AAABB/CCDDB/GEEFF/GGHHH/...I. goal=two-ls"
LINES = (
    LS,
    LS + " identical=no",
    "blocks board=AAB/.CB/#.. goal=B@1,2/C@2,1",
    "blocks board=AB.C/AB.C/.... goal=A@1,3/C@0,0/B@1,1 metric=moves",
    "blocks board=AB.C/AB.C/.... goal=A@1,0/C@1,3/B@1,2 metric=moves identical=no",
    "blocks board=#A../BA.#/CC.. goal=#.A./B.A#/.CC.",
    "blocks board=.AA/B.A/BB. goal=two-ls metric=moves",
    "blocks board=AA./A.B/.BB goal=two-ls",
)


def sliding(what: Puzzle) -> Sliding:
    """The state graph that the encoder writes."""
    model = what.encode().model
    assert isinstance(model, Sliding)
    return model


def plan(what: Puzzle) -> Solution | None:
    """A shortest plan, by the oracle, accepted by the judge of state graphs."""
    encoding = what.encode()
    assert isinstance(encoding.model, Sliding)
    states = Oracle(encoding.model).plan()
    if states is None:
        return None
    assert judges.faults(encoding.model, states) == []
    return encoding.decode(states)


WAY = puzzle("blocks board=A../.#B/... goal=A@2,2 metric=moves identical=no")
RIGHT: Solution = {"moves": [["A", "DOWN", "DOWN", "RIGHT"], ["A", "RIGHT"]], "blocks": "AB"}
STEPS = puzzle("blocks board=A../.#B/... goal=A@2,2 identical=no")


def test_plans_of_all_kinds_of_puzzles_are_accepted() -> None:
    """What the oracle finds comes back by letters, and the referee replays it to the goal."""
    for line in LINES:
        what = puzzle(line)
        found = plan(what)
        assert found is not None
        assert found["moves"]
        assert what.faults(found) == []
        assert what.faults({"moves": found["moves"]}) == []
        assert what.faults({**found, "moves": found["moves"][:-1]}) == ["the plan's last board is not the goal"]


def test_identical_blocks_are_told_apart_by_where_they_were() -> None:
    """Of two blocks of one kind each keeps its letter; either may take a place that the goal gives to the other."""
    line = "blocks board=AB./#.. goal=A@1,2/B@1,1 metric=moves"
    found = plan(puzzle(line))
    assert found == {"moves": [["B", "DOWN", "RIGHT"], ["A", "RIGHT", "DOWN"]], "blocks": "AB"}
    assert puzzle(line).faults(found) == []
    assert puzzle(line + " identical=no").faults(found) == ["the plan's last board is not the goal"]


def test_plans_in_steps_and_moves_are_judged_by_their_own_metric() -> None:
    """A path of several directions is one move, and no step; the same path step by step is right in both."""
    assert WAY.faults(RIGHT) == []
    by_step = {"moves": [["A", way] for _, *path in RIGHT["moves"] for way in path]}
    assert WAY.faults(by_step) == STEPS.faults(by_step) == []
    assert STEPS.faults(RIGHT) == ["move 1 has 3 directions; expected one, for plans are counted in steps"]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda p: p["moves"].pop(), "the plan's last board is not the goal"),
        (lambda p: p["moves"].clear(), "the plan's last board is not the goal"),
        (lambda p: p["moves"].reverse(), "move 2 slides A DOWN into the wall at 1,1"),
        (lambda p: p["moves"][0].insert(1, "UP"), "move 1 slides A UP off the board at -1,0"),
        (lambda p: p["moves"][0].insert(1, "RIGHT"), "move 1 slides A DOWN into the wall at 1,1"),
        (lambda p: p["moves"][1].extend(["UP"]), "move 2 slides A UP into B at 1,2"),
        (lambda p: p["moves"][1].extend(["LEFT"]), "move 2 brings A back to where it was; expected it elsewhere"),
        (lambda p: p["moves"].append(["A", "LEFT"]), "the plan's last board is not the goal"),
        (lambda p: p["moves"][0].__setitem__(0, "C"), "move 1 is of block 'C'; expected one of A, B"),
        (lambda p: p["moves"][0].__setitem__(0, "a"), "move 1 is of block 'a'"),
        (lambda p: p["moves"][0].__setitem__(0, ["A"]), "move 1 is of block ['A']"),
        (lambda p: p["moves"][0].__setitem__(0, None), "move 1 is of block None"),
        (lambda p: p["moves"][0].__setitem__(1, "down"), "has direction 'down'; expected UP, DOWN, LEFT or RIGHT"),
        (lambda p: p["moves"][0].__setitem__(1, ["DOWN"]), "has direction ['DOWN']"),
        (lambda p: p["moves"][0].__setitem__(1, 1), "has direction 1"),
        (lambda p: p["moves"].__setitem__(1, ["A"]), "move 2 is ['A']; expected a block and its direction"),
        (lambda p: p["moves"].__setitem__(1, "AR"), "move 2 is 'AR'; expected a block and its direction"),
        (lambda p: p["moves"].__setitem__(1, {"A": "RIGHT"}), "expected a block and its direction"),
        (lambda p: p["moves"].__setitem__(1, None), "move 2 is None"),
        (lambda p: p.update(blocks="BA"), "the solution is of blocks 'BA'; expected AB, in order of their first cells"),
        (lambda p: p.update(blocks=None), "the solution is of blocks None"),
        (lambda p: p.update(moves="A"), "the solution has no list of moves"),
        (lambda p: p.pop("moves"), "the solution has no list of moves"),
    ],
)
def test_spoiled_plans_are_refused(change: Callable[[Any], Any], fault: str) -> None:
    """Each way of spoiling a right plan is told, in its own words."""
    spoiled = copy.deepcopy(RIGHT)
    change(spoiled)
    (found,) = WAY.faults(spoiled)
    assert fault in found


@pytest.mark.parametrize("solution", [None, 5, "x", [], {}, [RIGHT], {"placements": []}, {"blank": ["UP"]}])
def test_things_that_are_no_plan_are_refused(solution: Any) -> None:
    """Without a list of moves there is one fault, which says what was expected."""
    (fault,) = WAY.faults(solution)
    assert fault.startswith("the solution has no list of moves; expected")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["A", "B", "UP", "RIGHT"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["moves", "blocks"]), inner),
    max_leaves=10,
)
MOVE = st.lists(st.sampled_from(["A", "B", "UP", "DOWN", "LEFT", "RIGHT"]), max_size=2)


@settings(max_examples=300)
@given(JSON | st.fixed_dictionaries({"moves": st.lists(MOVE | JSON, max_size=3)}))
def test_any_json_is_judged_in_sentences(solution: Any) -> None:
    """No JSON value makes the referee raise, and none of these is accepted: the goal is four steps away."""
    found = STEPS.faults(solution)
    assert found
    assert all(isinstance(fault, str) and fault and "\n" not in fault for fault in found)


@pytest.mark.parametrize("line", LINES)
def test_right_encodings_have_no_fault(line: str) -> None:
    """The referee recomputes floor, shapes, kinds, start and goals, and finds the encoder's the same."""
    assert puzzle(line).encoding_faults(sliding(puzzle(line))) == []


def relabelled(model: Sliding, cells: list[int], label: int) -> Sliding | None:
    """The state graph with other labels on some cells of its start, or None where no Sliding has such a start."""
    start = model.start.copy()
    start[cells] = label
    try:
        return replace(model, start=start)
    except InvalidModel:
        return None


def mutants(model: Sliding) -> list[Sliding]:
    """State graphs that ask for something else, one change each: goals, metric, floor, kinds, start."""
    other: Metric = "moves" if model.metric == "steps" else "steps"
    found: list[Sliding | None] = [replace(model, metric=other)]
    for number, goal in enumerate(model.goals):
        rest = (*model.goals[:number], *model.goals[number + 1 :])
        found += [replace(model, goals=rest)] if rest else []
        found += [replace(model, goals=(*rest, goal[1:]))] if len(goal) > 1 else []
        for place, (kind, cell) in enumerate(goal):
            moved = [to for to in range(model.cells) if to != cell and model.covered(kind, to) is not None]
            found += [
                replace(model, goals=(*rest, (*goal[:place], (kind, to), *goal[place + 1 :]))) for to in moved[:3]
            ]
    for cell in range(model.cells):
        floor = model.floor.copy().ravel()
        floor[cell] = not floor[cell]
        try:
            found.append(replace(model, floor=floor.reshape(model.floor.shape)))
        except InvalidModel:
            continue
    for kind, first in model.blocks(model.start):
        found.append(relabelled(model, model.covered(kind, first) or [], 0))
        found += [
            relabelled(model, model.covered(kind, first) or [], label + 1)
            for label in range(len(model.shapes))
            if label != kind
        ]
        split = replace(model, shapes=(*model.shapes, model.shapes[kind]))
        found.append(relabelled(split, model.covered(kind, first) or [], len(model.shapes) + 1))
    return [mutant for mutant in found if mutant is not None]


@pytest.mark.parametrize("line", LINES)
def test_mutants_of_the_encoding_are_caught(line: str) -> None:
    """A goal lost or moved, a wall lost or put up, a block lost, kinds merged or split: the referee tells each of them."""
    what = puzzle(line)
    every = mutants(sliding(what))
    assert len(every) > 10
    names = len(set(what.value.groups()))
    for mutant in every:
        # A kind split off so that only its number differs says the same of the puzzle.
        same = len({*mutant.start.tolist()} - {0}) == names == len(mutant.shapes)
        if same and (mutant.goals, mutant.metric) == (sliding(what).goals, sliding(what).metric):
            continue
        assert what.encoding_faults(mutant), mutant


def test_faults_of_encodings_have_their_own_words() -> None:
    """Merged blocks, split kinds, a lost alternative, a lost wall, another start and another model are told apart."""
    one, apart = puzzle(LS), puzzle(LS + " identical=no")
    model = sliding(one)
    assert "does not tell apart the blocks A and H" in apart.encoding_faults(model)[0]
    assert "tells apart the blocks A and H" in one.encoding_faults(sliding(apart))[0]
    (fault,) = one.encoding_faults(replace(model, goals=model.goals[1:]))
    assert fault == "the state graph has 23 goals that are not the puzzle's 24"
    walled = puzzle("blocks board=AAB/.CB/#.. goal=C@0,1")
    (fault,) = walled.encoding_faults(sliding(puzzle("blocks board=AAB/.CB/... goal=C@0,1")))
    assert fault == "the state graph's floor is not the board without its walls"
    (fault,) = walled.encoding_faults(sliding(puzzle("blocks board=AAB/C.B/#.. goal=C@0,1")))
    assert fault == "the state graph's start does not have block C where and as it is"
    tiling = puzzle("packing board=1x2 pieces=I2").encode().model
    assert walled.encoding_faults(tiling) == ["the model is a Tiling; expected a Sliding"]


def test_mutants_of_the_estimates_are_caught() -> None:
    """An estimate with one figure changed, of another form, of other blocks, or in another metric is told by its name."""
    placed, corners = puzzle("blocks board=AB../CC.. goal=A@1,3/C@0,2 identical=no"), puzzle(LS)
    for what in (placed, corners):
        model = sliding(what)
        for name, bound in model.heuristics.items():
            changed: list[Heuristic] = []
            if bound.table is not None:
                worse = bound.table.copy()
                worse[0, 1] += 1
                changed += [replace(bound, table=worse), replace(bound, form="largest")]
            if bound.shapes is not None:
                changed.append(replace(bound, shapes=(bound.shapes[0], bound.shapes[1] + 1)))
            changed += [replace(bound, of=("h2", "h2"))] if bound.of else []
            for mutant in changed:
                (fault,) = what.encoding_faults(replace(model, heuristics={**model.heuristics, name: mutant}))
                assert fault == f"the state graph's estimate {name} is not what its name says"
    far = puzzle("blocks board=AB../CC.. goal=A@1,3/C@0,2 identical=no metric=moves")
    (fault,) = far.encoding_faults(replace(sliding(far), heuristics=sliding(placed).heuristics))
    assert fault == "the state graph has estimates in steps; expected moves"


def test_numbered_blocks_have_the_labels_of_the_reference() -> None:
    """With identical=no the blocks A to I are labels 1 to 9; merged, the five dominoes and bars are fewer kinds."""
    model = sliding(puzzle(LS + " identical=no"))
    assert model.start.reshape(5, 5).tolist()[0] == [1, 1, 1, 2, 2]
    assert model.start.reshape(5, 5).tolist()[4] == [0, 0, 0, 9, 0]
    assert len(model.shapes) == 9
    assert len(sliding(puzzle(LS)).shapes) == 5


@pytest.mark.parametrize(
    ("name", "figures"), [("h1", (28984, 6828, 30)), ("h2", (4319, 1037, 30)), ("max", (4311, 1036, 30))]
)
def test_searches_of_the_two_ls_generate_as_many_states_as_published(name: str, figures: tuple[int, int, int]) -> None:
    """A* with each estimate generates and expands what was published, for a plan of 30 steps."""
    assert astar(sliding(puzzle(LS + " identical=no")), name)[1:] == figures


@pytest.mark.slow
def test_of_the_estimates_of_the_two_ls_only_h1_is_admissible() -> None:
    """Over all 110,804 states h1 never overestimates; h2 and max do on 8 of them, by 1."""
    model = sliding(puzzle(LS))
    oracle = Oracle(model)
    states = [state for layer in oracle.layers([oracle.start]) for state in layer]
    goals = [state for state in states if oracle.is_goal(state)]
    assert (len(states), len(goals)) == (110804, 47076)
    above: dict[str, list[int]] = {"h1": [], "h2": [], "max": []}
    for distance, layer in enumerate(oracle.layers(goals)):
        for state in layer:
            for name, found in above.items():
                found += [more for more in [estimate(model, name, state) - distance] if more > 0]
    assert above == {"h1": [], "h2": [1] * 8, "max": [1] * 8}


def random_board(seed: int) -> str:
    """A small board of random dominoes, corners and squares among empty cells and walls."""
    random = Random(seed)
    rows = [["." for _ in range(4)] for _ in range(3)]
    shapes = [[(0, 0)], [(0, 0), (0, 1)], [(0, 0), (1, 0)], [(0, 0), (0, 1), (1, 0)], [(0, 1), (1, 0), (1, 1)]]
    for letter in "ABC#":
        shape = random.choice(shapes)
        places = [
            [(row + down, column + right) for down, right in shape]
            for row in range(3)
            for column in range(4)
            if all(r + row < 3 and c + column < 4 and rows[r + row][c + column] == "." for r, c in shape)
        ]
        for row, column in random.choice(places) if places else []:
            rows[row][column] = letter
    return "/".join("".join(row) for row in rows)


@pytest.mark.parametrize("metric", ["steps", "moves"])
def test_admissible_estimates_never_exceed_the_distance(metric: str) -> None:
    """On random boards scrambled from the goal, misplaced in both metrics and manhattan in steps are lower bounds."""
    judged = 0
    for seed in range(40):
        board = random_board(seed)
        oracle = Oracle(sliding(puzzle("blocks", board=board, goal=board, metric=metric)))
        model = oracle.sliding
        assert sorted(model.heuristics) == (["manhattan", "misplaced"] if metric == "steps" else ["misplaced"])
        for distance, layer in enumerate(oracle.layers([oracle.start])):
            for state in layer:
                judged += 1
                assert all(estimate(model, name, state) <= distance for name in model.heuristics)
    assert judged > 1000


def test_estimates_say_nothing_of_kinds_with_blocks_to_spare() -> None:
    """Where any of several blocks may go to the goal's place, the others would be counted for nothing: the estimate is 0."""
    model = sliding(puzzle("blocks board=AB../CC.. goal=A@1,3/C@0,2"))
    oracle = Oracle(model)
    assert estimate(model, "manhattan", oracle.start) == 3
    assert estimate(model, "misplaced", oracle.start) == 1
    named = sliding(puzzle("blocks board=AB../CC.. goal=A@1,3/C@0,2 identical=no"))
    assert estimate(named, "manhattan", Oracle(named).start) == 4 + 3


@pytest.mark.parametrize("metric", ["steps", "moves"])
def test_plans_of_random_boards_are_accepted_and_their_shortenings_are_not(metric: str) -> None:
    """Shortest plans to boards some moves away pass both judges; without any one of their moves they are refused or longer."""
    judged = 0
    for seed in range(30):
        board = random_board(seed)
        start = Oracle(sliding(puzzle("blocks", board=board, goal=board, identical="no")))
        far = list(start.layers([start.start]))[-1][0]
        letters = np.array(["#.ABC"[label + 1] for label in start.labels(far)]).reshape(3, 4)
        letters[~start.sliding.floor] = "#"
        goal = "/".join("".join(row) for row in letters.tolist())
        what = puzzle("blocks", board=board, goal=goal, metric=metric, identical="no")
        found = plan(what)
        assert found is not None
        assert what.faults(found) == []
        for number in range(len(found["moves"])):
            assert what.faults({"moves": found["moves"][:number] + found["moves"][number + 1 :]})
            judged += 1
    assert judged > 60
