"""Connectivity: the chosen must be connected. In a cover it applies to items, in a linear model to the variables that state
which items are covered."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from exactcover.model.arrays import Integers, frozen
from exactcover.model.errors import InvalidModel


@dataclass(frozen=True, eq=False)
class Connectivity:
    """Of some items, the covered ones must all be reachable from a covered root along `edges` between covered ones.

    items: item numbers, increasing; edges: (m, 2) of them, each pair once; roots: some of them.
    """

    items: Integers
    edges: Integers
    roots: Integers

    def __post_init__(self) -> None:
        for name, dimensions in (("items", 1), ("edges", 2), ("roots", 1)):
            object.__setattr__(self, name, frozen(getattr(self, name), dimensions=dimensions))
        if (np.diff(self.items) <= 0).any():
            raise InvalidModel("items of a connectivity are out of order; expected increasing item numbers")
        if self.edges.shape[1] != 2:
            raise InvalidModel(f"a connectivity edge joins {self.edges.shape[1]} items; expected 2")
        if len(self.edges) and (self.edges[:, 0] == self.edges[:, 1]).any():
            raise InvalidModel("a connectivity edge joins an item to itself; expected two different items")
        for numbers, name in ((self.edges, "edge"), (self.roots, "root")):
            if not np.isin(numbers, self.items).all():
                raise InvalidModel(f"a connectivity {name} names an item that is not among its items")
