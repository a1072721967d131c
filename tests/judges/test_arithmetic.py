"""The judge of sizes and numbers: true arguments are accepted, and what a naive reckoning refutes is refused."""

from __future__ import annotations

import copy
import random
from functools import cache
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import judges
from exactcover.judges import arithmetic
from exactcover.model.certificate import Refutation
from exactcover.model.cover import Cover, cover
from exactcover.model.encoding import Model
from exactcover.model.tiling import Piece, Tiling
from exactcover.transform.reductions import tiling_to_cover
from tests.judges.refusals import altered, refusal
from tests.packings import tiling
from tests.proofs.provers.arguments import number

DOMINO = (np.array([[0, 0], [0, 1]]), np.array([[0, 0], [1, 0]]))
CORNER = tuple(
    np.array(cells)
    for cells in (
        [[0, 0], [0, 1], [1, 0]],
        [[0, 0], [0, 1], [1, 1]],
        [[0, 0], [1, 0], [1, 1]],
        [[0, 1], [1, 0], [1, 1]],
    )
)


def region(*rows: str) -> Any:
    """A mask from a picture."""
    return np.array([[sign == "#" for sign in row] for row in rows], dtype=np.bool_)


# Two islands of 3 cells each need a single each.
ISLANDS = Tiling(
    region("##..", "#...", "..##", "...#"), (Piece("D", DOMINO, 0, 3), Piece("M", (np.array([[0, 0]]),), 1, 1))
)
# A square of 4 cells, of two dominoes or a corner and a single, and a row of 3, of a domino and a single.
SHARED = Tiling(
    region("##.", "##.", "...", "###"),
    (Piece("D", DOMINO, 0, 2), Piece("V", CORNER, 0, 1), Piece("M", (np.array([[0, 0]]),), 0, 1)),
)
SQUARE, ROW = [[0, 0], [0, 1], [1, 0], [1, 1]], [[3, 0], [3, 1], [3, 2]]
LONELY = tiling("board=3x4 pieces=V3 copies=any holes=0,1/1,0/1,1")
NARROW = tiling("board=1x20 pieces=tetrominoes copies=1")
BARS = tiling("board=2x5 pieces=I5,I2 copies=I5:3,rest:any")
PLAIN = tiling("board=4x4 pieces=T4 copies=any")
ODD = tiling("board=3x3 pieces=dominoes copies=any")
NAMED = cover(["a", "b", "c"], [["a", "b"], ["a"]])
SMALL = tiling("board=2x2 pieces=O4,I2 copies=any")
WHOLE: dict[str, Any] = {"argument": "components", "components": [[[r, c] for r in (0, 1) for c in (0, 1)]]}
GAP = Tiling(region("#.#"), (Piece("D", DOMINO, 0, 3),))


def runs(*of_one: list[int]) -> dict[str, Any]:
    """A body with one component, given by its runs."""
    return {"argument": "components", "components": [{"runs": list(of_one)}]}


FIRST, SECOND = [[0, 0], [0, 1], [1, 0]], [[2, 2], [2, 3], [3, 3]]


@pytest.mark.parametrize(
    ("model", "body"),
    [
        (ODD, {"argument": "area"}),
        (tiling("board=4x6 pieces=tetrominoes copies=1"), {"argument": "area"}),
        (tiling("board=4x4 pieces=tetrominoes copies=1"), {"argument": "area"}),
        (tiling("board=2x5 pieces=X5,T4 copies=any holes=0,0"), {"argument": "area"}),
        (LONELY, {"argument": "cell", "cell": [0, 0]}),
        (NARROW, {"argument": "piece", "piece": number(NARROW, "T4")}),
        (BARS, {"argument": "piece", "piece": number(BARS, "I5")}),
        (ISLANDS, {"argument": "components", "components": [FIRST, SECOND]}),
        (SHARED, {"argument": "components", "components": [SQUARE, ROW]}),
        (NAMED, {"argument": "item", "item": "c"}),
    ],
)
def test_true_arguments_are_accepted(model: Model, body: dict[str, Any]) -> None:
    """Each argument is accepted where it holds."""
    assert right(model, body)
    assert not judges.refutation_faults(model, Refutation("arithmetic", body))


@pytest.mark.parametrize(
    ("model", "body", "fault"),
    [
        (PLAIN, {}, "the body has no argument; expected area, components, cell, piece, item"),
        (PLAIN, {"argument": 3}, "the argument is not a text; expected area, components, cell, piece, item"),
        (PLAIN, {"argument": "size"}, "the argument is 'size'; expected area, components, cell, piece, item"),
        (PLAIN, {"argument": "area", "cell": [0, 0]}, "the body has an unknown key 'cell'; expected argument"),
        (PLAIN, {"argument": "area"}, "pieces within their copies may have the region's area of 16 cells"),
        (PLAIN, {"argument": "item", "item": "a"}, "the argument item does not apply to a tiling"),
        (NAMED, {"argument": "area"}, "the argument area does not apply to a cover"),
        (NAMED, {"argument": "item"}, "the body has no item; expected its name"),
        (NAMED, {"argument": "item", "item": 0}, "the item is not a text; expected an item of the cover"),
        (NAMED, {"argument": "item", "item": "d"}, "the item is 'd'; expected an item of the cover"),
        (NAMED, {"argument": "item", "item": "b"}, "item 'b' is in 1 options, which is enough for 1"),
        (PLAIN, {"argument": "cell"}, "the body has no cell; expected its coordinates"),
        (PLAIN, {"argument": "cell", "cell": [0]}, "the cell has 1 numbers; expected 2"),
        (PLAIN, {"argument": "cell", "cell": [0, 4]}, "cell (0, 4) is not in the region"),
        (PLAIN, {"argument": "cell", "cell": [0, -(10**30)]}, "cell (0, a long number) is not in the region"),
        (PLAIN, {"argument": "cell", "cell": [0, 0]}, "cell (0, 0) is covered by a placement of 'T4'"),
        (NARROW, {"argument": "piece"}, "the body has no piece; expected its number"),
        (NARROW, {"argument": "piece", "piece": "T4"}, "the piece is 'T4'; expected a whole number"),
        (NARROW, {"argument": "piece", "piece": True}, "the piece is True; expected a whole number"),
        (NARROW, {"argument": "piece", "piece": 5}, "the piece is 5; expected 0 to 4"),
        (NARROW, {"argument": "piece", "piece": -1}, "the piece is -1; expected 0 to 4"),
        (NARROW, {"argument": "piece", "piece": 0}, "piece 'I4' has 17 placements, which is enough for 1 copies"),
        (ISLANDS, {"argument": "components"}, "the body has no components; expected lists of cells"),
        (ISLANDS, {**WHOLE, "components": []}, "the components are not a list; expected at least one list of cells"),
        (ISLANDS, {**WHOLE, "components": [[]]}, "component 0 is not a list of cells; expected at least one cell"),
        (ISLANDS, {"argument": "components", "components": [[[0]]]}, "a cell of component 0 has 1 numbers; expected 2"),
        (ISLANDS, {"argument": "components", "components": [[[0, 3]]]}, "cell (0, 3) of component 0 is not in the region"),
        (ISLANDS, {"argument": "components", "components": [FIRST, FIRST[:1]]}, "cell (0, 0) is in components 0 and 1"),
        (ISLANDS, {"argument": "components", "components": [FIRST[:2]]}, "a placement of 'D' joins two components"),
        (ISLANDS, runs(), "the runs of component 0 are not a list; expected at least one run"),
        (ISLANDS, runs([0, 0]), "a run of component 0 has 2 numbers; expected 3"),
        (ISLANDS, runs([0, 0, 0]), "the length of a run of component 0 is 0; expected 1 or more"),
        (ISLANDS, runs([0, 0, 3]), "cell (0, 2) of component 0 is not in the region"),
        (ISLANDS, runs([2, 2, 10**30]), "cell (2, a long number) of component 0 is not in the region"),
        (ISLANDS, runs([-1, 0, 1]), "cell (-1, 0) of component 0 is not in the region"),
        (ISLANDS, runs([0, 0, 2], [0, 1, 1]), "cell (0, 1) is in components 0 and 0"),
        (ISLANDS, runs([0, 0, 2]), "a placement of 'D' joins two components"),
        (GAP, runs([0, 0, 3]), "a cell between (0, 0) and (0, 2) of component 0 is not in the region"),
        (SMALL, WHOLE, "the copies may be divided so that every component gets its area"),
    ],
)  # fmt: skip
def test_every_spoiling_has_its_sentence(model: Model, body: dict[str, Any], fault: str) -> None:
    """A body of another form, or one that proves nothing, is refused with what, where and what was expected."""
    assert judges.refutation_faults(model, Refutation("arithmetic", body)) == [fault]


def test_sharing_is_bounded() -> None:
    """Too many ways to divide the copies are refused, not gone through."""
    single = Piece("M", (np.array([[0, 0]]),), 0, 9)
    model = Tiling(region("##.##.##"), (single, Piece("D", DOMINO, 0, 9)))
    body = {"argument": "components", "components": [[[0, 0], [0, 1]], [[0, 3], [0, 4]]]}
    for limits, fault in (
        ({}, "the copies may be divided so that every component gets its area"),
        ({"most_shares": 3}, "there are over 3 ways to divide the copies"),
        ({"most_rest": 1}, "there are too many ways to divide the copies with a rest that large"),
    ):
        assert refusal(arithmetic.judge, model, body, **limits) == fault


@cache
def options(model: Tiling) -> tuple[list[str], list[list[str]]]:
    """The item names of a tiling's cover, and those of every option."""
    written = tiling_to_cover.reduce(model).model
    assert isinstance(written, Cover)
    names = written.items
    return list(names), [[names[i] for i in written.members[a:b]] for a, b in pairwise(written.starts.tolist())]


def right(model: Model, body: dict[str, Any]) -> bool:
    """Tell by the written-out cover, and by all numbers of pieces, whether an argument holds."""
    argument = body["argument"]
    if isinstance(model, Cover):
        item = model.items.index(body["item"])
        return bool((model.members == item).sum() < model.least[item])
    assert isinstance(model, Tiling)
    _, every = options(model)
    if argument == "cell":
        name = ",".join(map(str, body["cell"]))
        return bool(model.region[tuple(body["cell"])]) and all(name not in option for option in every)
    if argument == "piece":
        piece: Piece = model.pieces[body["piece"]]
        return sum(piece.name in option for option in every) < piece.least
    parts = [{",".join(map(str, cell)) for cell in cells} for cells in body.get("components", [])]
    cells = {",".join(map(str, cell)) for cell in model.cells().tolist()}
    parts.append(cells.difference(*parts))
    if sum(map(len, parts)) != len(cells) or any(
        0 < len(part & set(option)) < len(option) - 1 for part in parts for option in every
    ):
        return False
    homes = [[any(piece.name in o and part & set(o) for o in every) for part in parts] for piece in model.pieces]
    ways = []
    for piece, home in zip(model.pieces, homes, strict=True):
        most = min(piece.most, sum(piece.name in option for option in every)) if argument == "area" else piece.most
        ends = [len(part) // piece.size if fits else 0 for part, fits in zip(parts, home, strict=True)]
        shares = product(*(range(last + 1) for last in ends))
        ways.append([share for share in shares if piece.least <= sum(share) <= most])
    return not any(
        all(
            sum(share[place] * piece.size for share, piece in zip(chosen, model.pieces, strict=True)) == len(part)
            for place, part in enumerate(parts)
        )
        for chosen in product(*ways)
    )


def spoilt(model: Tiling, body: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A body of the right form with something changed."""
    cells = model.cells().tolist()
    argument = rng.choice(["area", "cell", "piece", "components", "components", "components"])
    if argument == "components":
        parts: list[Any] = copy.deepcopy(body.get("components", [[rng.choice(cells)]]))
        for _ in range(rng.randint(1, 3)):
            part, cell = rng.choice(parts), rng.choice(cells)
            if rng.random() < 0.3:
                parts.append([cell])
            elif rng.random() < 0.5:
                part.append(cell)
            elif len(part) > 1:
                part.pop(rng.randrange(len(part)))
        return {"argument": argument, "components": parts[rng.choice([0, 0, 1]) :] or [[cells[0]]]}
    values = {"cell": rng.choice(cells), "piece": rng.randrange(len(model.pieces))}
    return {"argument": argument} | ({argument: values[argument]} if argument in values else {})


@pytest.mark.parametrize(
    ("model", "body"),
    [
        (ISLANDS, {"argument": "components", "components": [FIRST, SECOND]}),
        (SHARED, {"argument": "components", "components": [SQUARE, ROW]}),
        (LONELY, {"argument": "cell", "cell": [0, 0]}),
        (NARROW, {"argument": "piece", "piece": number(NARROW, "T4")}),
        (ODD, {"argument": "area"}),
        (PLAIN, {"argument": "area"}),
    ],
    ids=["islands", "shared", "lonely", "narrow", "odd", "plain"],
)
def test_tampered_arguments_are_refused(model: Tiling, body: dict[str, Any]) -> None:
    """Of 60 tampered arguments a board the judge accepts only those that a naive reckoning proves right."""
    rng = random.Random(7)
    for _ in range(60):
        changed = spoilt(model, body, rng)
        well_formed = all(len(part) == len({tuple(cell) for cell in part}) for part in changed.get("components", []))
        accepted = not judges.refutation_faults(model, Refutation("arithmetic", changed))
        assert accepted == (well_formed and right(model, changed)), changed


@settings(max_examples=70, deadline=None)
@given(st.data())
def test_whatever_a_stranger_writes_is_refused_in_a_sentence(data: st.DataObject) -> None:
    """A body with any JSON value in any place is refused as InvalidCertificate or accepted; nothing else is raised."""
    body = altered({"argument": "components", "components": [FIRST, SECOND]}, data)
    for model in (ISLANDS, NAMED):
        assert len(judges.refutation_faults(model, Refutation("arithmetic", body))) <= 1


@pytest.mark.parametrize("argument", ["cell", "piece", "components", "item"])
def test_numbers_of_any_length_are_refused(argument: str) -> None:
    """A number too long to be written in digits is refused like any other."""
    for value in (10**6000, [10**6000, 0], [[[10**6000, 0]]]):
        for model in (ISLANDS, NAMED):
            body = {"argument": argument, argument: value}
            (fault,) = judges.refutation_faults(model, Refutation("arithmetic", body))
            assert len(fault) < 200


def test_components_may_be_given_by_runs() -> None:
    """Runs of cells along the last axis stand for their cells, beside components that are listed."""
    for listed in (
        [{"runs": [[0, 0, 2], [1, 0, 2]]}, {"runs": [[3, 0, 3]]}],
        [SQUARE, {"runs": [[3, 0, 1], [3, 1, 2]]}],
    ):
        body = {"argument": "components", "components": listed}
        assert judges.refutation_faults(SHARED, Refutation("arithmetic", body)) == []
