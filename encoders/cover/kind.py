"""Exact covers as a kind of puzzle: its interface to the rest of the program."""

from __future__ import annotations

from collections.abc import Hashable

from encoders.cover import keys, naming, referee, symmetries, to_cover, to_picture
from encoders.cover.editor import EDITOR
from encoders.cover.order import canonical
from encoders.kind import Kind
from encoders.solutions import Selection
from exactcover.model.amounts import Amount, amount
from exactcover.model.cover import Cover, Multicover
from exactcover.model.encoding import Solution
from exactcover.model.errors import InvalidInput


def _cost(cover: Cover, solution: Solution) -> Amount | None:
    """Return the sum of the costs of a solution's options."""
    if cover.costs is None:
        return None
    return amount(int(cover.costs[[number - 1 for number in referee.chosen(cover, solution)]].sum()), cover.unit)


def _identity(cover: Cover, solution: Solution) -> Hashable:
    """Return the options: neither they nor their items have an order."""
    if cover.repeated:
        return frozenset(referee.chosen(cover, solution))
    return frozenset(tuple(sorted(names)) for names in solution["options"])


def _orbit(cover: Cover, solution: Solution, rotations_only: bool) -> Hashable | None:
    """Return a value that a solution shares with its images; None if the symmetries cannot be found."""
    try:
        return symmetries.orbit(cover, referee.chosen(cover, solution))
    except InvalidInput:
        return None


def _engines(cover: Cover) -> tuple[str, ...]:
    if isinstance(cover, Multicover):
        return ("cpsat", "sat")
    return ("exact", "cpsat", "sat") if cover.costs is None else ("prices", "highs", "cpsat", "exact")


KIND = Kind(
    name="cover",
    keys=keys.KEYS,
    read=keys.cover,
    canonical=canonical,
    encode=to_cover.encode,
    faults=referee.faults,
    all_right=referee.all_right,
    encoding_faults=referee.cover_faults,
    picture=to_picture.picture,
    cost=_cost,
    identity=_identity,
    orbit=_orbit,
    engines=_engines,
    solution=Selection,
    with_names=naming.with_names,
    names=naming.own_names,
    editor=EDITOR,
    independent=lambda _: "encoders.cover.independent_encoder",
)
