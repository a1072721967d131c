"""The judge of barriers: bodies written by hand, every spoiling refused for its own reason, and no false bound accepted."""

from __future__ import annotations

import copy
import random
from typing import Any

import numpy as np
import pytest

from encoders.catalogue import puzzle
from exactcover import judges
from exactcover.judges import barriers
from exactcover.model.certificate import Refutation
from exactcover.model.encoding import Model
from exactcover.model.growth import Cheaper, Growth
from exactcover.model.refuted import refuted_model
from tests.backends.test_connected_growths import cheapest, growth, position
from tests.judges.refusals import refusal
from tests.packings import tiling
from tests.proofs.provers.arguments import proved

# From the corner of 3x3 to the opposite one: one square at each of three distances, and a weight of 1 for each of these sets.
ROW = growth("blokus board=3x3 goal=cover pieces=I1,I3 targets=2,2")
NEAR = [[0, 0]]
MIDDLE = [[0, 0], [0, 1], [1, 0], [1, 1]]
WHOLE = [[row, column] for row in range(3) for column in range(3)]
BODY: dict[str, Any] = {
    "scale": 1,
    "barriers": [{"wanted": [2, 2], "cells": cells, "weight": 1} for cells in (NEAR, MIDDLE, WHOLE)],
    "pieces": [],
    "edges": [],
}


def faults(body: Any, bound: int | None = 3, model: Model = ROW) -> list[str]:
    """What the judge says."""
    return judges.refutation_faults(model, Refutation("barriers", body, bound))


def with_first(**changed: Any) -> dict[str, Any]:
    """The body with its first barrier changed."""
    body = copy.deepcopy(BODY)
    body["barriers"][0] |= changed
    return body


def test_barriers_written_by_hand_are_accepted() -> None:
    """Three distances are at least three squares, in any scale; and no more is proved by it."""
    for bound in (1, 2, 3):
        assert not faults(BODY, bound)
    assert faults(BODY, 4) == ["the weights of a solution sum to at least 3; expected more than 3"]
    large = {**BODY, "scale": 10**500, "barriers": [each | {"weight": 10**500} for each in BODY["barriers"]]}
    assert not faults(large)
    assert cheapest(ROW) is None  # I3 cannot reach the other corner, and neither can I1 then


def test_a_cell_out_of_reach_is_refuted() -> None:
    """A barrier that nothing crosses is a proof by itself; one that is crossed is none."""
    apart = growth("blokus board=3x3 holes=0,1/1,0/1,1 goal=cover pieces=I1,I2 targets=2,2")
    body = {**BODY, "barriers": [{"wanted": [2, 2], "cells": [[0, 0]], "weight": 1}]}
    assert not faults(body, None, apart)
    assert faults(body, None) == ["'I1' on 0,0 weighs 1; expected at most 0"]


def test_edges_and_pieces_count() -> None:
    """No two dominoes beside each other: of both pieces, which must be placed, on 2x2 only one can touch an edge."""
    fill = growth("blokus board=1x3 goal=fill pieces=I1,I2")
    body: dict[str, Any] = {"scale": 1, "barriers": [], "pieces": [[0, 1], [1, 1]], "edges": [[[0, 0], [0, 1], 1]]}
    assert faults(body, None, fill) == ["'I1' on 0,2 weighs 1; expected at most 0"]
    narrow = growth("blokus board=1x2 goal=fill pieces=I1,I2")
    assert not faults(body, None, narrow)
    assert faults({**body, "pieces": [[0, 1]]}, None, narrow) == [
        "the weights of a solution sum to at least 0; expected more than 0"
    ]


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({**BODY, "sum": 3}, "the body has an unknown key 'sum'"),
        ({key: value for key, value in BODY.items() if key != "scale"}, "the body has no scale"),
        ({**BODY, "scale": 0}, "scale is 0; expected 1 or more"),
        ({**BODY, "scale": True}, "scale is True; expected a whole number"),
        ({**BODY, "barriers": {}}, "barriers is not a list"),
        ({**BODY, "barriers": [5]}, "barrier 0 is not {wanted, cells, weight}"),
        (with_first(more=1), "barrier 0 is not {wanted, cells, weight}"),
        (with_first(wanted=[1, 1]), "barrier 0 is for (1, 1), which need not be covered; expected a wanted cell"),
        (with_first(wanted=[3, 2]), "the wanted cell of barrier 0 is (3, 2); expected a cell of the board"),
        (with_first(wanted=[2]), "the wanted cell of barrier 0 has 1 numbers; expected 2"),
        (with_first(cells=[]), "barrier 0 leaves out a root; expected every root in it"),
        (with_first(cells=5), "the cells of barrier 0 are not a list; expected cells"),
        (with_first(cells=[[0, 0], [0, -1]]), "a cell of barrier 0 is (0, -1); expected a cell of the board"),
        (with_first(weight=0), "the weight of barrier 0 is 0; expected 1 or more"),
        (with_first(weight=2), "'I1' on 0,0 weighs 2; expected at most 1"),
        (with_first(cells=MIDDLE), "weighs 2; expected at most 1"),
        ({**BODY, "pieces": [[0]]}, "a pair of a piece and a weight has 1 numbers; expected 2"),
        ({**BODY, "pieces": [[2, -1]]}, "piece 2 has a weight; expected different ones below 2"),
        ({**BODY, "pieces": [[1, -1], [1, -1]]}, "piece 1 has a weight; expected different ones below 2"),
        ({**BODY, "pieces": [[1, -1]]}, "the weights of a solution sum to at least 2; expected more than 2"),
        ({**BODY, "edges": [[[0, 0], 1]]}, "edge 0 is not two cells and a weight"),
        ({**BODY, "edges": [[[0, 0], [1, 1], 1]]}, "edge 0 has (0, 0) and (1, 1); expected cells an edge-step apart"),
        ({**BODY, "edges": [[[0, 0], [0, 1], 0]]}, "the weight of edge 0 is 0; expected 1 or more"),
        ({**BODY, "barriers": []}, "the weights of a solution sum to at least 0; expected more than 2"),
    ],
)
def test_spoiled_bodies_are_refused(body: dict[str, Any], fault: str) -> None:
    """Each way to spoil barriers has a sentence of its own."""
    (told,) = faults(body)
    assert fault in told


def test_other_models_are_refused() -> None:
    """Barriers speak of growths that cost something, of a bounded size."""
    assert faults(BODY, None, tiling("board=2x2 pieces=I2")) == [
        "barriers were given for a tiling; expected pieces that grow from a root"
    ]
    (fault,) = faults(BODY, 3, growth("blokus board=3x3 goal=fill pieces=I1"))
    assert "a bound was given for a growth" in fault
    below = refuted_model(ROW, Refutation("barriers", BODY, 3))
    fault = refusal(barriers.judge, below, BODY, most_work=10)
    assert fault == "there are over 3 placements and 3 weights; expected fewer"
    assert refusal(barriers.judge, below, BODY, most_cells=8) == "the board has 9 cells; expected at most 8"


def test_no_false_bound_is_accepted() -> None:
    """Of right certificates, spoiled at random, none proves more than is true."""
    rng, accepted = random.Random(7), 0
    for seed in range(1, 30, 2):
        model = growth(position(seed))
        if model.price == "nothing":
            continue
        least = cheapest(model)
        body: dict[str, Any] = {"scale": 1, "barriers": [], "pieces": [], "edges": []}
        cells = [list(map(int, cell)) for cell in zip(*model.region.nonzero(), strict=True)]
        roots = [list(map(int, cell)) for cell in zip(*model.roots.nonzero(), strict=True)]
        wanted = [list(map(int, cell)) for cell in zip(*model.wanted.nonzero(), strict=True)]
        for _ in range(60):
            body["barriers"] = [
                {
                    "wanted": rng.choice(wanted),
                    "cells": roots + rng.sample(cells, rng.randint(0, len(cells))),
                    "weight": 1,
                }
                for _ in range(rng.randint(1, 3) if wanted else 0)
            ]
            body["pieces"] = [[0, rng.choice([-1, 1])]] if rng.random() < 0.3 else []
            for bound in (None, *range(1, 8)):
                if not faults(body, bound, model):
                    accepted += 1
                    assert least is None or (bound is not None and bound <= least), (position(seed), body, bound)
    assert accepted > 20


def test_selections_that_cost_too_much_are_no_solutions() -> None:
    """Of the question for less than a cost, what costs as much is no solution."""
    model = growth("blokus board=2x2 goal=cover pieces=I1,I2 targets=0,0")
    refutation = proved("barriers", model)
    assert refutation.bound == 1
    one, two = np.array([[0, 0, 0, 0]]), np.array([[1, 0, 0, 0]])
    assert not judges.faults(model, two)
    assert not judges.faults(Cheaper(model, 2), one)
    assert judges.faults(Cheaper(model, 2), two) == ["the cost is 2; expected less than 2"]
    assert judges.cost(Cheaper(model, 2), one) == 1
    assert isinstance(puzzle("blokus-corners-6x6").encode().model, Growth)
