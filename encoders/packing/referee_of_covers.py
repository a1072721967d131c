"""The referee of the covers of packings with goals, touching or connectivity: items, options, costs, all by their names.

The items of touching are named by sets of cells, such as 0,0+0,1. They are right if the cells of each touch each other, a
placement has the item exactly if it covers one of its cells, and any two cells that touch are together in some item. What
connectivity adds is right if no other items, options, edges and roots are there than encoders/packing/connected.py describes.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from encoders.geometry.lattice import Cell
from encoders.packing.packing import Packing
from encoders.packing.referee import lies_in_a_way, right_places, right_shapes
from encoders.packing.referee_of_crossings import guards, is_edge
from encoders.packing.referee_of_goals import quantities, touching_cells, wrong_weights
from encoders.packing.referee_of_symmetries import Pieces, wrong_symmetries
from encoders.packing.referee_of_wrapped import rules_of
from encoders.packing.referee_of_wrapped_covers import isometries_of
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover

_EMPTY, _BEFORE, _FIRST = "+", "=", "^"


def cover_faults(packing: Packing, cover: Any) -> list[str]:
    """Return the differences between a cover and the packing."""
    if not isinstance(cover, Cover):
        return [f"the model is a {type(cover).__name__}; expected a cover"]
    if cover.colours is not None or cover.repeated:
        return ["the cover has colours or equal options; expected none"]
    expected = _Expected(packing, cover)
    return expected.faults() or ([] if cover.symmetries is None else expected.wrong_symmetries())


class _Expected:
    """What the cover of a packing must have; the sets of cells that meet are taken from the cover, and judged."""

    def __init__(self, packing: Packing, cover: Cover) -> None:
        self.packing, self.cover = packing, cover
        self.before = {cell for place in packing.fixed for cell in place.cells}
        self.cells: list[Cell] = list(map(tuple, np.argwhere(packing.board).tolist()))
        self.free = [cell for cell in self.cells if cell not in self.before]
        self.loose = [cell for cell in self.free if packing.optional is not None and packing.optional[cell]]
        self.beside = {} if packing.touching == "all" else touching_cells(packing, packing.touching)
        cell_of = {_name(cell): cell for cell in self.free}
        parts = {name: name.split("+") for name in cover.items if "+" in name and name != _EMPTY}
        self.sets = {name: {cell_of[part] for part in own} for name, own in parts.items() if cell_of.keys() >= set(own)}
        self.sets_of: dict[Cell, set[str]] = {}
        for name, own in self.sets.items():
            for cell in own:
                self.sets_of.setdefault(cell, set()).add(name)
        # No cell is sure to be covered: then an option says which one is the first.
        self.rootless = packing.connected and len(self.loose) == len(self.cells)

    def faults(self) -> list[str]:
        """Return what is wrong with the cover."""
        wrong = [*self._wrong_sets(), *self._wrong_items(), *self._wrong_connectivity()]
        return wrong or self._wrong_options()

    def _wrong_sets(self) -> Iterator[str]:
        together: dict[Cell, set[Cell]] = {}
        for own in self.sets.values():
            for cell in own:
                if not own - {cell} <= self.beside.get(cell, set()):
                    yield f"the cells {sorted(own)} are an item of the cover and do not all touch"
                together.setdefault(cell, set()).update(own - {cell})
        for cell in self.beside.keys() - self.before:
            if not self.beside[cell] - self.before <= together.get(cell, set()):
                yield f"{cell} and another cell touch, and no item of the cover has both"

    def _wrong_items(self) -> Iterator[str]:
        packing, cover = self.packing, self.cover
        bounds = dict(zip(cover.items, zip(cover.least.tolist(), cover.most.tolist(), strict=True), strict=True))
        right: dict[str, tuple[int, int]] = {_name(cell): (1, 1) for cell in self.free}
        for piece in packing.pieces:
            used = sum(place.piece == piece.name for place in packing.fixed)
            most = bounds.get(piece.name, (0, -1))[1]
            # Any number of copies may be written as the number that would fill the board.
            enough = most if (most + 1) * len(piece.cells) > len(self.free) else -1
            right[piece.name] = (max(piece.least - used, 0), enough if piece.most is None else piece.most - used)
        right |= {} if packing.optional is None else {_EMPTY: packing.empty}
        right |= dict.fromkeys(self.sets, (0, 1))
        if packing.connected:
            right |= {f"~{_name(cell)}": (0, 1) for cell in [*self.loose, *self.before]}
        if self.rootless:
            right |= {_FIRST: (1, 1)} | {f"{mark}{_name(cell)}": (0, 1) for mark in "!?^" for cell in self.loose}
        if _BEFORE in bounds:
            right[_BEFORE] = (1, 1)
        for name in sorted(right.keys() | bounds.keys()):
            if right.get(name) != bounds.get(name):
                yield f"the cover demands {bounds.get(name)} of the item {name}; expected {right.get(name)}"

    def _wrong_connectivity(self) -> Iterator[str]:
        joined = self.cover.connectivity
        if joined is None or not self.packing.connected:
            if (joined is not None) != self.packing.connected:
                yield "the cover has connectivity and the packing does not, or the other way round"
            return
        names = self.cover.items
        of_cell = {cell: f"~{_name(cell)}" for cell in [*self.loose, *self.before]}
        of_cell |= {cell: _name(cell) for cell in self.cells if cell not in of_cell}
        beside = touching_cells(self.packing, "corners")
        edges = {frozenset((of_cell[cell], of_cell[near])) for cell in self.cells for near in beside[cell]}
        roots = {f"^{_name(cell)}" for cell in self.loose} if self.rootless else set()
        edges |= {frozenset((f"^{_name(cell)}", f"~{_name(cell)}")) for cell in self.loose if self.rootless}
        stated_roots = {names[root] for root in joined.roots.tolist()}
        sure = len(stated_roots) == 1 and stated_roots <= {
            of_cell[cell] for cell in self.cells if cell not in self.loose
        }
        if {names[item] for item in joined.items.tolist()} != {*of_cell.values(), *roots}:
            yield "the connectivity of the cover is not about the cells of the board"
        elif {frozenset((names[a], names[b])) for a, b in joined.edges.tolist()} != edges:
            yield "the connectivity of the cover has edges that are not those of cells with a common side"
        elif stated_roots != roots if self.rootless else not sure:
            yield "the connectivity of the cover has a root that is not sure to be covered"

    def _wrong_options(self) -> list[str]:
        right = dict(self._options())
        options = list(map(frozenset, self.cover.every_option()))
        if set(options) != right.keys() or len(options) != len(right):
            return [f"the cover has {self.cover.options} options that are not the {len(right)} of the puzzle"]
        if self.packing.goals is None:
            return [] if self.cover.costs is None else ["the cover has costs, and the packing has no goal"]
        if self.cover.costs is None:
            return ["the cover has no costs, and the packing has a goal"]
        unit = self.packing.weights.unit
        if any(cost * unit != right[own] for cost, own in zip(self.cover.costs.tolist(), options, strict=True)):
            return ["an option of the cover has another cost than its placement"]
        return wrong_weights(self.packing)

    def wrong_symmetries(self) -> list[str]:
        """Return what is wrong with the symmetries of the cover, which is right otherwise."""
        if self.rootless:
            return ["the cover has symmetries, and chooses the first covered cell; expected none"]
        packing, free = self.packing, np.array([cell not in self.before for cell in self.cells])
        rows = self._rows()
        pieces = Pieces(packing, self.cells, rows)
        isometries = isometries_of(packing, free)
        if packing.goals is not None and packing.goals.cells:
            values = np.array([packing.goals.cells.get(cell, 0) for cell in self.cells])
            kept = {
                key: [each for each in wholes if (values[each[0]] == values).all()]
                for key, wholes in isometries.items()
            }
            isometries = {key: wholes for key, wholes in kept.items() if wholes}
        return wrong_symmetries(self.cover, pieces, isometries, len(self.free), self._others_right)

    def _rows(self) -> list[Integers]:
        """Return for each piece its placements, as numbers of free cells; last the cells that may stay empty."""
        number_of = {_name(cell): number for number, cell in enumerate(self.free)}
        by_name: dict[str, list[list[int]]] = {}
        names = [piece.name for piece in self.packing.pieces]
        names += [] if self.packing.optional is None else [_EMPTY]
        for option, _ in self._options():
            for name in option & set(names):
                by_name.setdefault(name, []).append(sorted(number_of[own] for own in option & number_of.keys()))
        sizes = [len(piece.cells) for piece in self.packing.pieces] + [1]
        return [
            np.array(by_name.get(name, []), dtype=np.int64).reshape(-1, size)
            for name, size in zip(names, sizes, strict=False)
        ]

    def _others_right(self, whole: Integers, images: Integers) -> bool:
        """Return whether the items that are no cells or pieces are mapped as the cells are; whole: the images of all cells."""
        names, cells, moved = self.cover.items, self.cells, list[str]()
        number_of = {cell: number for number, cell in enumerate(cells)}
        name_of = {_name(cell): _name(cells[whole[number]]) for number, cell in enumerate(cells)}
        for name in names[len(self.free) + len(self.packing.pieces) + (self.packing.optional is not None) :]:
            if name in self.sets:
                own = {cells[whole[number_of[cell]]] for cell in self.sets[name]}
                moved.append(next((other for other, those in self.sets.items() if those == own), ""))
            else:
                moved.append(f"~{name_of[name[1:]]}" if name.startswith("~") else name)
        return moved == [names[image] for image in images[len(names) - len(moved) :]]

    def _options(self) -> Iterator[tuple[frozenset[str], Fraction]]:
        """Yield every option with what it adds to the cost of a packing."""
        packing = self.packing
        near = set().union(*(self.beside.get(cell, set()) for cell in self.before))
        for piece in packing.pieces:
            used = sum(place.piece == piece.name for place in packing.fixed)
            left = piece.most is None or piece.most > used
            # Without values of cells, and where all cells count, all placements of a piece add the same.
            varies = packing.goals is None or packing.goals.cells or guards(packing.lattice)
            same = None if varies else _cost(packing, [(piece.name, piece.cells)], 0)
            for placement in _placements(packing, piece.name) if left else ():
                if placement.isdisjoint(self.before | near):
                    names = {_name(cell) for cell in placement} | {piece.name}
                    names |= set().union(*(self.sets_of.get(cell, set()) for cell in placement))
                    if packing.connected:
                        names |= {f"~{_name(cell)}" for cell in placement & set(self.loose)}
                    if self.rootless:
                        names |= {f"!{_name(cell)}" for cell in placement}
                    cost = _cost(packing, [(piece.name, placement)], 0) if same is None else same
                    yield frozenset(names), cost
        for cell in self.loose:
            names = {_name(cell), _EMPTY, *([f"?{_name(cell)}"] if self.rootless else [])}
            yield frozenset(names), _cost(packing, [], int(is_edge(cell, packing.lattice)))
        cost = _cost(packing, [(place.piece, place.cells) for place in packing.fixed], 0)
        if cost or (packing.connected and self.before):
            own = [f"~{_name(cell)}" for cell in self.before] if packing.connected else []
            yield frozenset([_BEFORE, *own]), cost
        if self.rootless:
            for number, cell in enumerate(self.loose):
                empty = [f"!{_name(before)}" for before in self.loose[:number]]
                yield frozenset([_FIRST, f"^{_name(cell)}", f"?{_name(cell)}", *empty]), Fraction(0)
            yield frozenset([_FIRST, *(f"!{_name(cell)}" for cell in self.loose)]), Fraction(0)


def _name(cell: Cell) -> str:
    return ",".join(map(str, cell))


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
