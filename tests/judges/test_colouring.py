"""The judge of colourings: true ones are accepted, and whatever a naive reckoning refutes is refused."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import judges
from exactcover.judges.colouring import judge
from exactcover.model.certificate import InvalidCertificate, Refutation
from exactcover.model.cover import Cover, cover
from exactcover.model.encoding import Model
from exactcover.model.linear import Linear
from exactcover.model.tiling import Tiling
from exactcover.transform.reductions import tiling_to_cover
from tests.judges.refusals import altered
from tests.packings import tiling
from tests.proofs.provers.arguments import proved

BOARDS = (
    "board=4x5 pieces=tetrominoes copies=1",
    "board=4x5 pieces=tetrominoes copies=0..1",
    "board=6x6 pieces=L4 copies=any",
    "board=6x6 pieces=T4 copies=any",
    "board=4x4 pieces=dominoes copies=any holes=0,0/3,3",
    "board=8x8 pieces=I3 copies=any holes=0,0",
    "board=6x6 pieces=I4 copies=any",
    "board=3x6x6 pieces=I4 copies=any",
)
CHESSBOARD = {"modulus": 2, "template": [{"steps": [1, 1], "modulus": 2}], "weights": [1, 0], "pieces": [0, 0, 1, 0, 0]}
TETROMINOES = tiling("board=4x5 pieces=tetrominoes copies=1")
# The corner items of a mutilated 2x4 chessboard, as a cover: dark a, b, c, light x.
UNBALANCED = cover(["a", "b", "c", "x"], [["a", "x"], ["b", "x"], ["c", "x"]])


@cache
def options(model: Tiling) -> list[list[int]]:
    """The items of every option of a tiling's cover."""
    written = tiling_to_cover.reduce(model).model
    assert isinstance(written, Cover)
    return [written.members[a:b].tolist() for a, b in pairwise(written.starts.tolist())]


def right(model: Tiling, body: Any) -> bool:
    """Tell whether a body of the right form is a proof, by looking at every option of the cover and all numbers of pieces."""
    modulus = body["modulus"]
    cells = list(map(tuple, model.cells().tolist()))
    if "template" in body:
        weights = []
        for cell in cells:
            place = 0
            for form in body["template"]:
                digit = sum(step * x for step, x in zip(form["steps"], cell, strict=True)) % form["modulus"]
                place = place * form["modulus"] + digit
            weights.append(body["weights"][place])
    else:
        weights = body["weights"]
    every = [*weights, *(-weight for weight in body["pieces"])]
    sums = [sum(every[item] for item in option) for option in options(model)]
    if any(total % modulus if modulus else total for total in sums):
        return False
    possible = {(0, 0)}
    for piece, weight in zip(model.pieces, body["pieces"], strict=True):
        numbers = range(piece.least, piece.most + 1)
        possible = {(area + n * piece.size, total + n * weight) for area, total in possible for n in numbers}
    reached = {total for area, total in possible if area == len(cells)}
    difference = {sum(weights) - total for total in reached}
    return all(d % modulus if modulus else d for d in difference)


def spoilt(body: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A body with one or two of its numbers changed, all of the right form."""
    found = copy.deepcopy(body)
    for _ in range(rng.choice([1, 1, 2])):
        where = rng.choice(["modulus", "weights", "weights", "pieces", "steps"])
        if where == "modulus":
            found["modulus"] = rng.choice([0, 1, 2, 3, 4, 5, 6, 8, 16])
        elif where == "steps" and "template" in found:
            form = rng.choice(found["template"])
            form["steps"][rng.randrange(len(form["steps"]))] = rng.randrange(form["modulus"])
        else:
            numbers = found["weights" if where == "steps" else where]
            numbers[rng.randrange(len(numbers))] += rng.choice([-2, -1, 1, 2, 4])
    return found


@pytest.mark.parametrize("line", BOARDS)
def test_tampered_colourings_are_refused(line: str) -> None:
    """Of 60 tampered colourings of each board the judge accepts only those that a naive reckoning proves right."""
    model = tiling(line)
    body = dict(proved("colouring", model).body)
    assert right(model, body)
    rng = random.Random(line)
    refused = 0
    for _ in range(60):
        changed = spoilt(body, rng)
        accepted = not judges.refutation_faults(model, Refutation("colouring", changed))
        # With no numbers narrowed by their placements, the judge accepts just what is right.
        assert accepted == right(model, changed), changed
        refused += not accepted
    assert refused > 20


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"modulus": None}, "the body has no modulus; expected 0 or more"),
        ({"modulus": -1}, "the modulus is -1; expected 0 to 10000"),
        ({"modulus": 10001}, "the modulus is 10001; expected 0 to 10000"),
        ({"modulus": True}, "the modulus is True; expected a whole number"),
        ({"weights": None}, "the body has no weights; expected whole numbers"),
        ({"weights": 7}, "weights is not a list; expected whole numbers"),
        ({"weights": [1]}, "weights has 1 numbers; expected 2"),
        ({"weights": [1, 10**7]}, "number 1 of weights is 10000000; expected -1000000 to 1000000"),
        ({"weights": [1, "0"]}, "number 1 of weights is '0'; expected a whole number"),
        ({"weights": [1, 1]}, "a placement of 'T4' weighs 4; expected 1 modulo 2"),
        ({"weights": [1, 0], "modulus": 4}, "a placement of 'I4' weighs 2; expected 0 modulo 4"),
        ({"weights": [0, 0], "modulus": 0}, "a placement of 'T4' weighs 0; expected 1"),
        ({"weights": [0, 0], "pieces": [0] * 5}, "the pieces may weigh what the board does, 0 modulo 2"),
        ({"weights": [0, 0], "pieces": [0] * 5, "modulus": 0}, "the pieces may weigh what the board does, 0"),
        ({"modulus": 1}, "the pieces may weigh what the board does, 10 modulo 1"),
        ({"pieces": None}, "the body has no pieces; expected a weight for each piece"),
        ({"pieces": [0, 0, 1, 0]}, "pieces has 4 numbers; expected 5"),
        ({"template": 1}, "the template is not a list; expected 1 to 8 forms"),
        ({"template": []}, "the template is not a list; expected 1 to 8 forms"),
        ({"template": [7]}, "form 0 of the template is not an object; expected steps and modulus"),
        ({"template": [{"steps": [1, 1], "modulus": 2, "x": 1}]}, "the body has an unknown key 'x'; expected steps, modulus"),
        ({"template": [{"steps": [1, 1]}]}, "the body has no modulus; expected 1 or more"),
        ({"template": [{"modulus": 2}]}, "the body has no steps; expected one whole number per axis"),
        ({"template": [{"steps": [1, 1], "modulus": 0}]}, "the modulus of form 0 is 0; expected 1 to 100000"),
        ({"template": [{"steps": [1], "modulus": 2}]}, "the steps of form 0 has 1 numbers; expected 2"),
        ({"template": [{"steps": [1, 2], "modulus": 2}]}, "number 1 of the steps of form 0 is 2; expected 0 to 1"),
        ({"template": [{"steps": [1, 1], "modulus": 10**5}] * 8}, "the template has over 100000 classes of cells"),
        ({"extra": 1}, "the body has an unknown key 'extra'; expected modulus, template, weights, pieces"),
    ],
)  # fmt: skip
def test_every_spoiling_has_its_sentence(change: dict[str, Any], fault: str) -> None:
    """A body of another form, or one that proves nothing, is refused with what, where and what was expected."""
    body = {key: value for key, value in {**CHESSBOARD, **change}.items() if value is not None}
    assert judges.refutation_faults(TETROMINOES, Refutation("colouring", body)) == [fault]


def test_colourings_by_cell_count_the_cells_of_the_region() -> None:
    """Without a template there is a weight for each cell, in lexicographic order."""
    weights = ((np.indices((4, 5)).sum(axis=0) + 1) % 2).ravel().tolist()
    body = {"modulus": 2, "weights": weights, "pieces": [0, 0, 1, 0, 0]}
    judge(TETROMINOES, body)
    with pytest.raises(InvalidCertificate, match="weights has 19 numbers; expected 20"):
        judge(TETROMINOES, {**body, "weights": weights[1:]})


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({"modulus": 0, "weights": [1, 1, 1, -1]}, None),
        ({"modulus": 3, "weights": [1, 1, 1, 2]}, None),
        ({"modulus": 2, "weights": [1, 1, 1, 1]}, "the items' multiplicities may weigh what options do, 0 modulo 2"),
        ({"modulus": 0, "weights": [0, 0, 0, 0]}, "the items' multiplicities may weigh what options do, 0"),
        ({"modulus": 0, "weights": [1, 1, 1, 1]}, "an option weighs 2; expected 0"),
        ({"modulus": 5, "weights": [1, 1, 1, 1]}, "an option weighs 2; expected 0 modulo 5"),
        ({"modulus": 5, "weights": [1, 1, 1]}, "weights has 3 numbers; expected 4"),
        ({"modulus": 5}, "the body has no weights; expected a weight an item"),
        ({"modulus": 5, "weights": [1] * 4, "pieces": []}, "the body has an unknown key 'pieces'; expected modulus, weights"),
    ],
)  # fmt: skip
def test_covers_weigh_their_items(body: dict[str, Any], fault: str | None) -> None:
    """In a cover every option must weigh 0, and the items as often as they are covered must not."""
    found = judges.refutation_faults(UNBALANCED, Refutation("colouring", body))
    assert found == ([] if fault is None else [fault])


def test_items_with_ranges_count_in_every_number() -> None:
    """An item of unknown multiplicity makes a colouring worthless where some number of it closes the gap."""
    body = {"modulus": 0, "weights": [1, 1, 1, -1]}
    for most, accepted in ((2, True), (3, False)):
        model: Model = cover({"a": 1, "b": 1, "c": 1, "x": (1, most)}, [["a", "x"], ["b", "x"], ["c", "x"]])
        assert (not judges.refutation_faults(model, Refutation("colouring", body))) is accepted


def test_linear_models_are_not_coloured() -> None:
    """A model without items is refused in one sentence."""
    with pytest.raises(InvalidCertificate, match="a colouring applies to a tiling or a cover, not to a linear model"):
        judge(Linear(("x",), (), ()), CHESSBOARD)


@settings(max_examples=70, deadline=None)
@given(st.data())
def test_whatever_a_stranger_writes_is_refused_in_a_sentence(data: st.DataObject) -> None:
    """A body with any JSON value in any place is refused as InvalidCertificate or accepted; nothing else is raised."""
    body = altered(CHESSBOARD, data)
    for model in (TETROMINOES, UNBALANCED):
        assert len(judges.refutation_faults(model, Refutation("colouring", body))) <= 1


@pytest.mark.parametrize("key", ["modulus", "weights", "pieces", "template"])
@pytest.mark.parametrize("wrap", [lambda x: x, lambda x: [x, x], lambda x: [{"steps": [x, 0], "modulus": x}]])
def test_numbers_of_any_length_are_refused(key: str, wrap: Callable[[int], Any]) -> None:
    """A number too long to be written in digits is refused like any other."""
    (fault,) = judges.refutation_faults(TETROMINOES, Refutation("colouring", {**CHESSBOARD, key: wrap(10**6000)}))
    assert len(fault) < 200
