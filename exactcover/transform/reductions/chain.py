"""The chain of reductions from a model to one that an engine accepts, and the composed way back."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model, Reduction, name_of
from exactcover.model.errors import Unsuitable
from exactcover.model.growth import Growth
from exactcover.model.space import Sliding
from exactcover.model.tiling import Tiling
from exactcover.transform.reductions import (
    cover_to_linear,
    growth_to_cover,
    sliding_to_horizon,
    symmetry_breaking,
    tighten_multiplicities,
    tiling_to_cover,
    tiling_to_naive_placement,
)


@dataclass(frozen=True)
class Chain(Reduction):
    """A chain of reductions; `written` is the cover of a tiling or a growth, before symmetry breaking."""

    written: Cover | None = None


def reduce(
    model: Model,
    accepts: Collection[str],
    *,
    break_symmetry: bool = False,
    with_symmetries: bool = True,
    tighten: bool = False,
) -> Chain:
    """Reduce until `accepts` has the model's name; break symmetry if the model becomes a cover on the way.

    with_symmetries: compute the symmetries of the cover; tighten: tighten its multiplicities to those that follow from the
    area.
    Raises Unsuitable if no chain leads to an accepted model.
    """
    name = name_of(model)
    steps: list[Reduction] = []
    written: Cover | None = None
    while True:
        if tighten and isinstance(model, Cover):
            tightened = tighten_multiplicities.reduce(model)
            if tightened is not None:
                steps.append(tightened)
                model = tightened.model
            tighten = False
        if break_symmetry and isinstance(model, Cover):
            broken = symmetry_breaking.reduce(model)
            if broken is not None:
                steps.append(broken)
                model = broken.model
            break_symmetry = False
        if name_of(model) in accepts:
            return Chain(model, _lift_through(steps), written, by_parts=all(step.by_parts for step in steps))
        if isinstance(model, Tiling) and "naive placement" in accepts:
            board = tiling_to_naive_placement.reduce(model)
            steps.append(board)
            written = board.written
        elif isinstance(model, Tiling):
            steps.append(tiling_to_cover.reduce(model, with_symmetries=with_symmetries))
            assert isinstance(steps[-1].model, Cover)
            written = steps[-1].model
        elif isinstance(model, Growth):
            steps.append(growth_to_cover.reduce(model))
            assert isinstance(steps[-1].model, Cover)
            written = steps[-1].model
        elif isinstance(model, Cover):
            steps.append(cover_to_linear.reduce(model))
        elif isinstance(model, Sliding):
            steps.append(sliding_to_horizon.reduce(model))
        else:
            raise Unsuitable(f"a {name} model was given; expected one that leads to {' or '.join(sorted(accepts))}")
        model = steps[-1].model


def _lift_through(steps: list[Reduction]) -> Callable[[Integers], Integers]:
    def lift(selection: Integers) -> Integers:
        for step in reversed(steps):
            selection = step.lift(selection)
        return selection

    return lift
