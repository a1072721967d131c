"""The referee of the covers of packings with goals, or with pieces that must not touch: items, copies, options, costs.

The further items of a cover are named by sets of cells, such as 0,0+0,1. They are right if the cells of each touch each other, a
placement has the item exactly if it covers one of its cells, and any two cells that touch are together in some item.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from encoders.geometry.lattice import Cell
from encoders.packing.packing import Packing
from encoders.packing.referee import lies_in_a_way, right_places, right_shapes
from encoders.packing.referee_of_goals import quantities, touching_cells, wrong_weights
from encoders.packing.referee_of_wrapped import rules_of
from exactcover.model.cover import Cover

_EMPTY, _BEFORE = "+", "="


def cover_faults(packing: Packing, cover: Any) -> list[str]:
    """Return the differences between a cover and the packing."""
    if not isinstance(cover, Cover):
        return [f"the model is a {type(cover).__name__}; expected a cover"]
    if cover.connectivity is not None or cover.colours is not None or cover.symmetries is not None or cover.repeated:
        return ["the cover has connectivity, colours, symmetries or equal options; expected none"]
    before = {cell for place in packing.fixed for cell in place.cells}
    cells: list[Cell] = [cell for cell in map(tuple, np.argwhere(packing.board).tolist()) if cell not in before]
    names = [",".join(map(str, cell)) for cell in cells] + [piece.name for piece in packing.pieces]
    names += [] if packing.optional is None else [_EMPTY]
    further = list(cover.items[len(names) :])
    has_cost = further[-1:] == [_BEFORE]
    sets = further[:-1] if has_cost else further
    if list(cover.items[: len(names)]) != names or (sets and packing.touching == "all"):
        return ["the cover's items are not the free cells, the pieces, and sets of cells that meet"]
    numbers = dict(zip(names, cells, strict=False))
    if not all(part in numbers for name in sets for part in name.split("+")):
        return ["an item of the cover is no set of free cells"]
    groups = [{numbers[part] for part in name.split("+")} for name in sets]
    sentences = _wrong_bounds(packing, cover, len(cells), has_cost)
    beside = {} if packing.touching == "all" else touching_cells(packing)
    sentences += _wrong_sets(groups, beside, before)
    return sentences + _wrong_options(packing, cover, cells, groups, beside)


def _wrong_bounds(packing: Packing, cover: Cover, cells: int, has_cost: bool) -> list[str]:
    """Return what is wrong with the multiplicities of the items."""
    bounds = list(zip(cover.least.tolist(), cover.most.tolist(), strict=True))
    right: list[Any] = [(1, 1)] * cells
    for piece, (_, most) in zip(packing.pieces, bounds[cells:], strict=False):
        used = sum(place.piece == piece.name for place in packing.fixed)
        any_number = most if (most + 1) * len(piece.cells) > cells else -1
        right.append((max(piece.least - used, 0), any_number if piece.most is None else piece.most - used))
    right += [] if packing.optional is None else [packing.empty]
    right += [(0, 1)] * (len(bounds) - len(right) - has_cost) + [(1, 1)] * has_cost
    if bounds != right:
        number = next(n for n, (one, other) in enumerate(zip(bounds, right, strict=True)) if one != other)
        return [f"the cover demands {bounds[number]} of {cover.items[number]}; expected {right[number]}"]
    return []


def _wrong_sets(groups: list[set[Cell]], beside: dict[Cell, set[Cell]], before: set[Cell]) -> list[str]:
    """Return what is wrong with the sets of cells that meet."""
    together: dict[Cell, set[Cell]] = {}
    for group in groups:
        for cell in group:
            if not group - {cell} <= beside[cell]:
                return [f"the cells {sorted(group)} are an item of the cover and do not all touch"]
            together.setdefault(cell, set()).update(group - {cell})
    for cell, others in beside.items():
        if cell not in before and not others - before <= together.get(cell, set()):
            return [f"{cell} and another cell touch, and no item of the cover has both"]
    return []


def _wrong_options(
    packing: Packing, cover: Cover, cells: list[Cell], groups: list[set[Cell]], beside: dict[Cell, set[Cell]]
) -> list[str]:
    """Return what is wrong with the options and their costs."""
    before = {cell for place in packing.fixed for cell in place.cells}
    near = set().union(*(beside.get(cell, set()) for cell in before))
    number_of = {cell: number for number, cell in enumerate(cells)}
    groups_of: dict[Cell, set[int]] = {}
    first = len(cells) + len(packing.pieces) + (packing.optional is not None)
    for item, group in enumerate(groups, first):
        for cell in group:
            groups_of.setdefault(cell, set()).add(item)
    right: dict[tuple[int, ...], Fraction] = {}
    for name, placement in _left(packing, before | near):
        met = set().union(*(groups_of.get(cell, set()) for cell in placement))
        number = len(cells) + [piece.name for piece in packing.pieces].index(name)
        key = tuple(sorted({number_of[cell] for cell in placement} | {number} | met))
        right[key] = _cost(packing, [(name, placement)], 0)
    if packing.optional is not None:
        empty = [number_of[cell] for cell in cells if packing.optional[cell]]
        right.update({(number, first - 1): _cost(packing, [], 1) for number in empty})
    cost_before = _cost(packing, [(place.piece, place.cells) for place in packing.fixed], 0)
    if len(cover.items) > first + len(groups):
        right[first + len(groups),] = cost_before
    elif cost_before:
        return ["the cover leaves out what the pre-placed pieces come to"]
    options = [tuple(cover.members[a:b].tolist()) for a, b in itertools.pairwise(cover.starts.tolist())]
    if set(options) != right.keys() or len(options) != len(right):
        return [f"the cover has {cover.options} options that are not the {len(right)} placements"]
    return _wrong_costs(packing, cover, [right[option] for option in options])


def _left(packing: Packing, taken: set[Cell]) -> Iterator[tuple[str, frozenset[Cell]]]:
    """Yield the placements of each piece that has copies left, on cells that are not taken."""
    for piece in packing.pieces:
        used = sum(place.piece == piece.name for place in packing.fixed)
        if piece.most is None or piece.most > used:
            yield from ((piece.name, each) for each in _placements(packing, piece.name) if each.isdisjoint(taken))


def _wrong_costs(packing: Packing, cover: Cover, right: list[Fraction]) -> list[str]:
    """Return what is wrong with the costs of the options; right: what each adds to the cost of a packing."""
    if packing.goals is None:
        return [] if cover.costs is None else ["the cover has costs, and the packing has no goal"]
    if cover.costs is None:
        return ["the cover has no costs, and the packing has a goal"]
    unit = packing.weights.unit
    if any(cost * unit != own for cost, own in zip(cover.costs.tolist(), right, strict=True)):
        return ["an option of the cover has another cost than its placement"]
    return wrong_weights(packing)


def _cost(packing: Packing, placed: list[Any], empty: int) -> Fraction:
    """Return what placed pieces and a number of empty cells add to the cost of a packing."""
    if packing.goals is None:
        return Fraction(0)
    every = {**quantities(packing, placed), "empty": Fraction(empty)}
    return sum((weight * every[name] for name, weight in packing.weights.of.items()), start=Fraction(0))


def _placements(packing: Packing, name: str) -> set[frozenset[Cell]]:
    """Return the sets of cells that a piece may cover."""
    if packing.wrap is not None:
        return {frozenset(cells) for cells in rules_of(packing).placements[name]}
    cells = set(map(tuple, np.argwhere(packing.board).tolist()))
    places = right_places(packing).get(name)
    placements = set()
    for shape in right_shapes(packing)[name]:
        for corner in cells:
            offset = tuple(x - y for x, y in zip(corner, shape[0], strict=True))
            own = tuple(tuple(x + y for x, y in zip(cell, offset, strict=True)) for cell in shape)
            if cells.issuperset(own) and (places is None or lies_in_a_way(packing, places, own)):
                placements.add(frozenset(own))
    return placements
