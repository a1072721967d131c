"""The judge of invariants: right ones are accepted, spoiled ones refused, each for its own reason."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from exactcover.backends import bfs
from exactcover.judges import invariant, refutation_faults
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.certificate import Refutation
from exactcover.model.cover import cover
from exactcover.model.events import End
from exactcover.model.space import Metric, Sliding, Within
from tests.judges.refusals import refusal
from tests.parts import Few
from tests.sliding_models import EIGHT_GOAL, blocks, labels_of, numbers, random_sliding, states_by_depth, tiles, two_ls

ODD = tiles(numbers("021345678"))
PARITY = {"argument": "parity", "start": 1, "goals": [0]}


def refuted(puzzle: Sliding) -> dict[str, Any]:
    """The body of the refutation that a search from the start ends with."""
    end = list(bfs.run("solve", puzzle, EngineOptions(own={"ends": "one"}), Limits()))[-1]
    assert isinstance(end, End)
    assert end.refutation is not None
    return dict(end.refutation.body)


def faults(puzzle: Any, body: dict[str, Any]) -> str:
    """What the judge says, nothing where it accepts."""
    return " ".join(refutation_faults(puzzle, Refutation("invariant", body)))


def boxed(metric: Metric = "steps", identical: bool = True) -> Sliding:
    """Two bars that cannot pass each other in a walled corridor."""
    return blocks(("AA.BC", "#.#.."), [{"B": (0, 0)}], metric, identical)


def test_parity_is_accepted() -> None:
    """One transposition of the goal, and of a board with a wall in it, is refuted by parity."""
    assert refuted(ODD) == PARITY
    assert not faults(ODD, PARITY)
    floor = [True] * 8 + [False]
    walled = tiles((2, 1, 3, 4, 5, 6, 7, 0, 0), (1, 2, 3, 4, 5, 6, 7, 0, 0), floor=floor)
    assert not faults(walled, refuted(walled))


def test_parity_agrees_with_reachability() -> None:
    """Of the boards of a 2x3 puzzle exactly those in the start's half are not refuted."""
    rng = np.random.default_rng(2)
    for _ in range(40):
        start = rng.permutation(6)
        puzzle = tiles(start.tolist(), (0, 1, 2, 3, 4, 5), rows=2)
        end = list(bfs.run("solve", puzzle, EngineOptions(), Limits()))[-1]
        assert isinstance(end, End)
        solved = end.bound is not None
        assert solved == (end.refutation is None)
        if end.refutation is not None:
            assert not faults(puzzle, dict(end.refutation.body))


@pytest.mark.parametrize(
    ("puzzle", "body", "sentence"),
    [
        (ODD, {**PARITY, "start": 0}, "the start's parity is 1; the body says 0"),
        (ODD, {**PARITY, "goals": [1]}, "the parity of goal 0 is 0; the body says 1"),
        (ODD, {**PARITY, "goals": [0, 0]}, "goals has 2 numbers; expected 1"),
        (ODD, {**PARITY, "extra": 1}, "unknown key 'extra'"),
        (ODD, {"argument": "parity", "start": 1}, "the body has no goals"),
        (ODD, {"argument": "colour"}, "the argument is 'colour'; expected parity or closed"),
        (tiles(EIGHT_GOAL), {**PARITY, "start": 0}, "goal 0 has the parity of the start"),
        (two_ls(), {"argument": "parity", "start": 1, "goals": [0] * 24}, "of several cells|several cells|goals has"),
        (blocks(("AB.",), [{"B": (0, 0)}]), {**PARITY}, "two tiles are alike"),
        (blocks(("AB..",), [{"B": (0, 0)}], identical=False), {**PARITY}, "expected one empty cell"),
        (blocks(("AB.",), [{"B": (0, 0)}], identical=False), {**PARITY, "start": 0}, "does not say where every tile"),
        (cover(["a"], [["a"]]), PARITY, "this is a cover; expected a colouring"),
    ],
)
def test_spoiled_parities_are_refused(puzzle: Any, body: dict[str, Any], sentence: str) -> None:
    """Each wrong word, and each puzzle of which parity says nothing, is refused for its own reason."""
    import re

    assert re.search(sentence, faults(puzzle, body))


@pytest.mark.parametrize("metric", ["steps", "moves"])
@pytest.mark.parametrize("identical", [True, False])
def test_closed_sets_are_accepted(metric: Metric, identical: bool) -> None:
    """The states that the start can reach, counted and digested by the search, are those that the judge finds."""
    puzzle = boxed(metric, identical)
    body = refuted(puzzle)
    assert body["argument"] == "closed"
    assert body["states"] > 3
    assert not faults(puzzle, body)


def test_closed_sets_of_two_ls() -> None:
    """Two-L's with a goal that no state has: all 110,804 states are visited by the judge."""
    puzzle = two_ls()
    lost = replace(puzzle, goals=(((0, 0), (0, 1)),), heuristics={})
    body = refuted(lost)
    assert body["states"] == 110_804
    assert not faults(lost, body)


def test_spoiled_closed_sets_are_refused() -> None:
    """A state too many or too few, another digest, and a set with a goal in it are refused."""
    puzzle = boxed()
    body = refuted(puzzle)
    assert "can reach more states" in faults(puzzle, {**body, "states": body["states"] - 1})
    assert f"can reach {body['states']} states" in faults(puzzle, {**body, "states": body["states"] + 1})
    assert "digest" in faults(puzzle, {**body, "sha256": "0" * 64})
    assert "the body has no sha256" in faults(puzzle, {"argument": "closed", "states": 3})
    solvable = replace(puzzle, goals=(*puzzle.goals, ((0, 1),)))
    assert "all that goal 1 asks for" in faults(solvable, body)


def test_tampered_invariants_are_refused_unless_they_say_the_same() -> None:
    """Of 600 random changes to parities and closed sets none is accepted but those that change nothing."""
    rng = random.Random(7)
    right = [(ODD, PARITY), *((each, refuted(each)) for each in (boxed(), boxed("moves"), boxed(identical=False)))]
    strange: tuple[Any, ...] = (
        None,
        -1,
        0,
        1,
        2,
        3,
        10**9,
        1.0,
        True,
        "1",
        "parity",
        "closed",
        [],
        [0],
        [1],
        {},
        "0" * 64,
    )
    refused = 0
    for _ in range(600):
        puzzle, body = rng.choice(right)
        changed = dict(body)
        key = rng.choice([*body, "start", "goals", "states", "sha256", "extra"])
        value = rng.choice(strange)
        if isinstance(body.get(key), str) and rng.random() < 0.5:
            at = rng.randrange(len(body[key]))
            value = body[key][:at] + rng.choice("0123456789abcdef") + body[key][at + 1 :]
        elif isinstance(body.get(key), int) and rng.random() < 0.5:
            value = body[key] + rng.choice((-2, -1, 1, 2))
        if rng.random() < 0.1:
            changed.pop(key, None)
        else:
            changed[key] = value
        accepted = not faults(puzzle, changed)
        assert accepted == (changed == body and repr(changed) == repr(body))
        refused += not accepted
    assert refused > 500


def test_reached_states_prove_exactly_what_is_so(few: Few) -> None:
    """On 100 random boards: the states that m moves reach are a proof where a shortest plan has more, and only there."""
    rng, judged = random.Random(12), {True: 0, False: 0}
    for _ in range(few(100)):
        puzzle = random_sliding(rng)
        layers = states_by_depth(puzzle, 5)
        least = next((m for m, layer in enumerate(layers) if any(set(g) <= s for s in layer for g in puzzle.goals)), 99)
        for moves in range(len(layers)):
            body = {"argument": "reached", **reached(puzzle, moves)}
            accepted = not refutation_faults(puzzle, Refutation("invariant", body, moves + 1))
            assert accepted == (moves < least)
            judged[accepted] += 1
    assert min(judged.values()) > few(50)


def test_chunks_of_a_layer_make_no_difference() -> None:
    """A layer judged a few states at a time has the same states; too much work, or too many states, is refused in a sentence."""
    puzzle = two_ls(metric="moves")
    body = {"argument": "reached", **reached(puzzle, 12)}
    within = Within(puzzle, 12)
    for chunk in (invariant.LABELS_A_CHUNK, 1):
        assert not refusal(invariant.judge, within, body, labels_a_chunk=chunk)
        fault = refusal(invariant.judge, within, {**body, "states": 40}, labels_a_chunk=chunk)
        assert fault == "the start can reach more states than the body says"
        fault = refusal(invariant.judge, within, body, labels_a_chunk=chunk, most_made=10_000)
        assert fault.startswith("the moves of the states make over 10000 labels")


def reached(puzzle: Sliding, moves: int) -> dict[str, Any]:
    """The number and the digest of the states within so many moves, by a naive search."""
    within = {bytes(labels_of(puzzle, state)) for layer in states_by_depth(puzzle, moves) for state in layer}
    return {"states": len(within), "sha256": hashlib.sha256(b"".join(sorted(within))).hexdigest()}


@pytest.mark.slow
def test_exchange_of_two_pieces_of_two_ls() -> None:
    """With pieces numbered, A and H cannot change places: 2,659,296 states, none of them that one."""
    puzzle = two_ls(identical=False)
    places = dict(puzzle.blocks(puzzle.start))
    places[0], places[7] = places[7], places[0]
    lost = replace(puzzle, goals=(tuple(places.items()),), heuristics={})
    body = refuted(lost)
    assert body["states"] == 2_659_296
    assert not faults(lost, body)


def test_goals_that_leave_no_cell_empty_are_refused() -> None:
    """A goal that asks for one tile in two places, so that no cell is left for the blank, is no whole board."""
    tile = np.array([[0, 0]])
    goal = ((0, 0), (1, 1), (2, 2), (0, 3))
    puzzle = Sliding(np.ones((2, 2), dtype=np.bool_), (tile, tile, tile), np.array([1, 2, 3, 0]), (goal,))
    assert "goal 0 does not say where every tile belongs" in faults(puzzle, PARITY)


def test_closed_sets_beyond_memory_are_refused() -> None:
    """On a board of 2500 cells a set of 10^7 states, 25 gigabytes of labels, is refused before one is visited."""
    wide = blocks(("AB" + "." * 48, *["." * 50] * 49), [{"A": (49, 49)}])
    body = {"argument": "closed", "states": 10**7, "sha256": "0" * 64}
    assert "states is 10000000; expected 1 to 200000" in faults(wide, body)
