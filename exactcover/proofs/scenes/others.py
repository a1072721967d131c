"""Arguments that a person cannot follow in full, in a scene or two: what they say, their size, and what can be drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from exactcover.judges.demands import demands
from exactcover.judges.tree import order_of
from exactcover.model.cover import CheaperCover, Cover
from exactcover.model.encoding import Model
from exactcover.model.growth import Cheaper, Growth
from exactcover.model.space import Sliding, Within
from exactcover.model.tiling import Tiling
from exactcover.proofs.explain import barriers, clausal, enumeration, frontier, invariant, prices, steiner, tree
from exactcover.proofs.scenes.pictures import (
    MOST_POSITIONS,
    Json,
    Plane,
    bars,
    board,
    chips,
    heat_look,
    plane_of,
    region_cells,
    scene,
)

MOST_CURVE = 400
"""The most points of a curve."""


def of_tree(model: Model, body: Mapping[str, Any]) -> list[Json]:
    """Return a tree of choices in a scene, with the cell at which it begins."""
    sentences = tree.sentences(model, body)
    needs = demands(model)
    root = next(iter(order_of(needs, body)))
    plane = plane_of(model) if isinstance(model, Tiling) else None
    picture = None
    if plane is not None and isinstance(model, Tiling) and 0 <= root < needs.cells:
        cells = region_cells(model.region)
        picture = board(plane, cells, "The board, with the cell at which the tree begins", marks=[cells[root]])
    return [scene("Try everything, in a tree of choices", sentences, picture)]


def of_frontier(model: Model, body: Mapping[str, Any]) -> list[Json]:
    """Return a sweep over the board in scenes: how it goes, and how many states there are at each cell."""
    first, *rest = frontier.sentences(model, body)
    states = [int(number) for number in body["states"]]
    step = -(-len(states) // MOST_CURVE)
    curve = {"kind": "curve", "name": f"Number of states at each of {len(states):,} cells", "values": states[::step]}
    return [scene("Fill the board cell by cell", [first]), scene("See where it ends", rest, curve)]


def of_clauses(model: Model, body: Mapping[str, Any]) -> list[Json]:
    """Return a clausal proof in a scene."""
    return [scene("A proof for machines", clausal.sentences(model, body))]


def of_enumeration(model: Model, body: Mapping[str, Any]) -> list[Json]:
    """Return a complete list in a scene: how many solutions it has, and how the proof excludes any other."""
    return [scene("These are all", enumeration.sentences(model, body))]


def of_invariant(model: Model, body: Mapping[str, Any]) -> list[Json]:
    """Return an invariant of moves in scenes: a parity, or the states that can be reached."""
    sentences = invariant.sentences(model, body)
    if isinstance(model, Within) or body.get("argument") != "parity" or not isinstance(model, Sliding):
        states = int(body["states"])
        reached = bars(
            "Positions that can be reached, and goals among them",
            ("Positions reached", states, f"{states:,}", ""),
            ("Goals among them", 0, "0", "bad"),
        )
        return [scene("Visit every position", sentences, reached)]
    start = _tiles(model, model.start.tolist(), "The start")
    goal = [0] * model.cells
    for shape, cell in model.goals[0]:
        goal[cell] = shape + 1
    count, step, moved, kept, end = sentences
    return [
        scene("Count the pairs in the wrong order", [count], start),
        scene("See what a step does", [step, moved]),
        scene("So something never changes", [kept]),
        scene("Compare start and goal", [end], _tiles(model, goal, "The goal")),
    ]


def _tiles(model: Sliding, labels: list[int], name: str) -> Json:
    """Return a board of tiles, each with its number among the shapes, and the empty cell marked."""
    cells = np.argwhere(model.floor).tolist()
    texts = {tuple(cell): labels[cell[0] * model.columns + cell[1]] for cell in cells}
    plane = Plane(model.floor.shape)
    empty = [cell for cell in cells if not texts[tuple(cell)]]
    return board(
        plane,
        cells,
        name,
        look=lambda cell: ("tile", str(texts[cell])) if texts[cell] else ("", ""),
        marks=empty,
    )


def of_barriers(model: Model, body: Mapping[str, Any]) -> list[Json]:
    """Return barriers in a scene: in how many of them, by weight, each cell lies, and the cells to be reached."""
    growth = model.growth if isinstance(model, Cheaper) else model
    assert isinstance(growth, Growth)
    weights: dict[tuple[int, ...], int] = {}
    for each in body["barriers"]:
        for cell in each["cells"]:
            weights[tuple(cell)] = weights.get(tuple(cell), 0) + int(each["weight"])
    wanted = sorted({tuple(each["wanted"]) for each in body["barriers"]})
    picture = _growth_board(growth, "The board, with the weights of the barriers that a cell lies in", weights, wanted)
    return [scene("Every solution must cross barriers", barriers.sentences(model, body), picture)]


def of_steiner(model: Model, body: Mapping[str, Any]) -> list[Json]:
    """Return a connection by trees in a scene, with the cells that are to be connected."""
    growth = model.growth if isinstance(model, Cheaper) else model
    assert isinstance(growth, Growth)
    targets = [tuple(cell) for cell in body["targets"]]
    picture = _growth_board(growth, "The board, with the cells to be connected to the start", {}, targets)
    return [scene("Connect the cells", steiner.sentences(model, body), picture)]


def _growth_board(
    growth: Growth, name: str, weights: dict[tuple[int, ...], int], marks: list[tuple[int, ...]]
) -> Json | None:
    if growth.dimension > 2 or growth.region.size > MOST_POSITIONS:
        return None
    look = heat_look(weights)
    cells = region_cells(growth.region | growth.wanted)
    return board(Plane(growth.region.shape), cells, name, look=look, marks=marks)


def of_prices(model: Model, body: Mapping[str, Any]) -> list[Json]:
    """Return prices in a scene: those of the items at the first node, and the bound."""
    cover = model.cover if isinstance(model, CheaperCover) else model
    assert isinstance(cover, Cover)
    priced = next((node for node in body["nodes"] if "prices" in node), None)
    picture = None
    if priced is not None:
        each = zip(cover.items, priced["prices"], strict=True)
        picture = chips("Items with their prices", [(name, int(price)) for name, price in each if price])
    return [scene("Give the items prices", prices.sentences(model, body), picture)]
