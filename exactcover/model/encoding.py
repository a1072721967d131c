"""Encodings: a model and the way back from its selections. Puzzles make them, reductions compose them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from exactcover.model.arrays import Integers
from exactcover.model.cover import CheaperCover, Cover
from exactcover.model.growth import Cheaper, Growth
from exactcover.model.horizon import Horizon
from exactcover.model.linear import Linear
from exactcover.model.many import SelectionTable, SolutionTable
from exactcover.model.space import NaivePlacement, Sliding, Within
from exactcover.model.tiling import Tiling

Model: TypeAlias = (
    Tiling | Cover | CheaperCover | Growth | Cheaper | Linear | Horizon | Sliding | Within | NaivePlacement
)

MODELS: dict[str, type[Model]] = {
    "cover": Cover,
    "cheaper cover": CheaperCover,
    "growth": Growth,
    "cheaper": Cheaper,
    "horizon": Horizon,
    "linear": Linear,
    "naive placement": NaivePlacement,
    "sliding": Sliding,
    "tiling": Tiling,
    "within": Within,
}
"""The models by name; an engine's `accepts` lists such names."""

Solution: TypeAlias = Any
"""A dictionary in the contract's format, like {"placements": [{"piece": "X5", "cells": [[0, 1], ...]}, ...]}, or a Layout."""


class GivenNames(NamedTuple):
    """The names that a user gave to the options and the items of a cover, in the order of the model."""

    options: tuple[str, ...]
    items: tuple[str, ...]


@dataclass(frozen=True)
class Encoding:
    """A model and `decode`, the way back from its selections to a solution of the puzzle.

    decode_many: the same for many at once, for solutions that are lists of parts without costs; otherwise None. unit: the
    value of a cost of 1 of the model in the puzzle's numbers (see amounts.py). symmetric: whether the model has the symmetries of
    the puzzle, so that classes can be listed. with_symmetries: returns the model with its symmetries if these take long to
    find, and raises InvalidInput; None: the model has those that it is to have. names: those that a user
    gave to the options, for exports.

    A selection is an array: of option numbers (Cover), of true variables (Linear), of placements
    `piece, orientation, *offset` (Tiling, Growth), of states from the start to a goal (Sliding), of layers from the start to a
    goal, each the values 0 or 1 of its variables (Horizon), of the labels of the covered board (NaivePlacement).
    """

    model: Model
    decode: Callable[[Integers], Solution]
    decode_many: Callable[[SelectionTable], SolutionTable] | None = None
    unit: Fraction = Fraction(1)
    symmetric: bool = True
    with_symmetries: Callable[[], Cover] | None = None
    names: GivenNames | None = None


@dataclass(frozen=True)
class Reduction:
    """A model made from another, and `lift`, the way back from its selections to the other's.

    by_parts: whether selections are lifted part by part, so that tables of selections can be lifted.
    """

    model: Model
    lift: Callable[[Integers], Integers]
    by_parts: bool = field(default=False, kw_only=True)


def name_of(model: Model) -> str:
    """Return the name of a model, as in engines' `accepts`."""
    return next(name for name, type_ in MODELS.items() if isinstance(model, type_))
