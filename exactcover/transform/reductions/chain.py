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
    omitted_piece,
    secondary_cells,
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
    to_count: bool = False,
) -> Chain:
    """Reduce until `accepts` has the model's name; break symmetry if the model becomes a cover on the way.

    with_symmetries: compute the symmetries of the cover; tighten: tighten its multiplicities to those that follow from the
    area; to_count: before that, rewrite empty cells and an omitted piece so that a count by search is shorter.
    Raises Unsuitable if no chain leads to an accepted model.
    """
    name = name_of(model)
    steps: list[Reduction] = []
    written: Cover | None = None
    rewrites = _rewrites(to_count=to_count, tighten=tighten, break_symmetry=break_symmetry)
    while True:
        if isinstance(model, Cover):
            for rewrite in rewrites:
                step = rewrite(model)
                if step is not None:
                    assert isinstance(step.model, Cover)
                    steps.append(step)
                    model = step.model
            rewrites = []
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


def _rewrites(*, to_count: bool, tighten: bool, break_symmetry: bool) -> list[Callable[[Cover], Reduction | None]]:
    """Return the reductions from a cover to another cover, in order."""
    rewrites: list[Callable[[Cover], Reduction | None]] = []
    if to_count:
        rewrites += [secondary_cells.reduce, omitted_piece.reduce]
    if tighten:
        rewrites.append(tighten_multiplicities.reduce)
    if break_symmetry:
        rewrites.append(symmetry_breaking.reduce)
    return rewrites


def _lift_through(steps: list[Reduction]) -> Callable[[Integers], Integers]:
    def lift(selection: Integers) -> Integers:
        for step in reversed(steps):
            selection = step.lift(selection)
        return selection

    return lift
