"""Connectivity constraints for engines: cuts for a disconnected selection, and an arborescence for CP-SAT."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from exactcover.model.connectivity import Connectivity

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


class Joints:
    """The items that must be connected, with their neighbours."""

    def __init__(self, connectivity: Connectivity) -> None:
        self.near: dict[int, list[int]] = {item: [] for item in connectivity.items.tolist()}
        for a, b in connectivity.edges.tolist():
            self.near[a].append(b)
            self.near[b].append(a)
        self.roots = set(connectivity.roots.tolist())

    def cuts(self, chosen: set[int]) -> Iterator[tuple[int, list[int]]]:
        """Yield each chosen item that no chosen root reaches, with the items around its component, one of which must be
        chosen.

        Yields nothing if everything chosen is connected.
        """
        left = chosen.intersection(self.near)
        while left:
            part, pending = set[int](), [min(left)]
            while pending:
                item = pending.pop()
                if item not in part:
                    part.add(item)
                    pending.extend(left.intersection(self.near[item]))
            left -= part
            if not part & self.roots:
                around = sorted({other for item in part for other in self.near[item]} - part)
                yield from ((item, around) for item in sorted(part))

    def state(self, written: cp_model.CpModel, variables: list[Any], *, determined: bool) -> None:
        """Have CP-SAT grow an arborescence from the roots over the true variables: a parent for each, of a lower level.

        determined: the levels are the distances from the roots and all parents count, so that they are determined by the
        variables and no solution occurs twice.
        """
        levels = {
            item: written.new_constant(0)
            if item in self.roots
            else written.new_int_var(0, len(self.near), f"level {item}")
            for item in self.near
        }
        for item, others in self.near.items():
            if item in self.roots:
                continue
            here = variables[item]
            arcs = []
            for other in others:
                arc, before = written.new_bool_var(f"{other} before {item}"), variables[other]
                written.add_implication(arc, before)
                written.add_implication(arc, here)
                written.add(levels[item] >= levels[other] + 1).only_enforce_if(arc)
                if determined:
                    written.add(levels[item] <= levels[other] + 1).only_enforce_if(here, before)
                    written.add(levels[item] <= levels[other]).only_enforce_if(here, before, arc.negated())
                arcs.append(arc)
            if determined:
                written.add_bool_or([*arcs, here.negated()])
                written.add(levels[item] == 0).only_enforce_if(here.negated())
            else:
                written.add_exactly_one([*arcs, here.negated()])
