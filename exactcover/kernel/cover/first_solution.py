"""The driver interface shared by the kernels that stop at the first solution.

Not here: how they search (degree_buckets.py, live_lists.py), and how kernels take turns (search/cover/first.py).
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from exactcover.kernel.instance import Instance, Step, restrict
from exactcover.model.arrays import Integers

NODES, DEPTH = 0, 1  # indices into the scalars of such a search; the others are the kernel's own
SEARCHING, SOLVED, EXHAUSTED = 0, 1, 2


class FirstSolution(ABC):
    """A search for one solution, run in slices; it finishes with that solution, or when none is left.

    scalars, chosen: of the kernel's state, which is built from `instance`, in which every item left may be covered.
    """

    slack = 0
    scalars: Integers
    chosen: Integers

    def __init__(self, instance: Instance) -> None:
        left = restrict(instance) if (instance.most == 0).any() else None
        self.kept = np.arange(instance.options) if left is None else left.kept
        self.instance = instance if left is None else left.instance
        self.finished = False

    @abstractmethod
    def search(self, nodes: int) -> int:
        """Continue the search for at most `nodes` nodes; return SEARCHING, SOLVED or EXHAUSTED."""

    def run(self, nodes: int, keep: int = 1, most: int = 1) -> Step:
        """Continue for at most `nodes` nodes; list the solution, whatever `keep` and `most` are."""
        none = np.empty((0, 0), np.int32)
        if self.finished:
            return Step(0, none, 0, True)
        before = int(self.scalars[NODES])
        code = self.search(nodes)
        self.finished = code != SEARCHING
        selection = np.sort(self.kept[self.chosen[: self.scalars[DEPTH]]]).astype(np.int32)
        listed = selection[None] if code == SOLVED else none
        return Step(len(listed), listed, int(self.scalars[NODES]) - before, self.finished)
