"""Plans as clauses and 0/1 rows: constraints within a layer and between two, unrolled by an engine to some horizon.

Layer t describes the state after t moves, and the last move. Every layer but the first is reached by exactly one move: a plan
of at most T moves is one whose goal is in some layer t <= T, and engines ask for t = least, least + stride, ... in turn. Not
here: numbering layers for a solver (reductions/horizon_to_linear.py).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from exactcover.model.arrays import Integers, frozen
from exactcover.model.errors import InvalidModel
from exactcover.model.linear import Linear


@dataclass(frozen=True, eq=False)
class Horizon:
    """A planning problem over layers of n variables; raises InvalidModel if malformed.

    layer: the variables, and the constraints of every layer; arrival: the constraints of every layer but the first, over the
    same variables; step: clauses over two consecutive layers, literals up to n of the earlier one and from n + 1 on of the
    later; start: literals that hold in layer 0; goal: the literal of a layer that is a goal; earliest: (n,) the first layer
    that can have each variable true; remaining: (n,) the least number of layers from one that has it true to a goal.

    A plan has least, or least + stride, or least + 2 stride ... moves; if there are `detours`, literals the j-th of which
    states that more than j moves so far led away from the goal, a plan of least + j stride moves makes at most j of them.
    Arrival and step may exclude plans, but never all shortest ones.
    """

    layer: Linear
    arrival: Linear
    step: tuple[tuple[int, ...], ...]
    start: tuple[int, ...]
    goal: int
    earliest: Integers
    remaining: Integers
    least: int = 0
    stride: int = 1
    detours: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "earliest", frozen(self.earliest, dimensions=1))
        object.__setattr__(self, "remaining", frozen(self.remaining, dimensions=1))
        count = len(self.layer.variables)
        if self.arrival.variables != self.layer.variables:
            raise InvalidModel("the arrival has its own variables; expected those of the layer")
        for name, literals, most in (
            ("the start", self.start, count),
            ("the goal", (self.goal,), count),
            ("the detours", self.detours, count),
            ("a step", tuple(literal for clause in self.step for literal in clause), 2 * count),
        ):
            wrong = next((literal for literal in literals if not 1 <= abs(literal) <= most), None)
            if wrong is not None:
                raise InvalidModel(f"{name} has literal {wrong}; expected 1 to {most} or its negation")
        for name, table in (("earliest", self.earliest), ("remaining", self.remaining)):
            if len(table) != count or (table < 0).any():
                raise InvalidModel(f"the table {name} has {len(table)} numbers; expected {count}, none below 0")
        if self.least < 0 or self.stride < 1:
            raise InvalidModel(f"least is {self.least} and stride {self.stride}; expected 0 or more and 1 or more")

    @property
    def variables(self) -> int:
        """The number of variables of a layer."""
        return len(self.layer.variables)

    def next_length(self, horizon: int) -> int:
        """Return the first number of moves from `horizon` on that a plan may have."""
        late = max(0, horizon - self.least)
        return self.least + -(-late // self.stride) * self.stride

    def late(self, horizon: int) -> list[tuple[int, int]]:
        """Return (layer, variable) for each variable that a goal in layer `horizon` forces to be false there."""
        pairs: list[tuple[int, int]] = []
        for variable in np.flatnonzero(self.remaining).tolist():
            first = max(int(self.earliest[variable]), horizon - int(self.remaining[variable]) + 1, 0)
            pairs.extend((layer, variable) for layer in range(first, horizon + 1))
        return pairs

    def detours_at_most(self, horizon: int) -> int | None:
        """Return the literal that is false in layer `horizon` where it is a goal, or None if nothing is known."""
        spare = (horizon - self.least) // self.stride
        return self.detours[spare] if 0 <= spare < len(self.detours) else None
