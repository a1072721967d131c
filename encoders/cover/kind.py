"""Exact covers as a kind of puzzle: what the rest of the program may ask of them."""

from __future__ import annotations

from collections.abc import Hashable

from encoders.cover import keys, referee, to_cover, to_picture
from encoders.cover.editor import EDITOR
from encoders.cover.order import canonical
from encoders.kind import Kind
from exactcover.model.cover import Cover
from exactcover.model.encoding import Solution


def _cost(cover: Cover, solution: Solution) -> int | None:
    """Return the sum of the costs of a solution's options."""
    if cover.costs is None:
        return None
    costs: dict[frozenset[str], int] = dict(
        zip(map(frozenset, cover.every_option()), cover.costs.tolist(), strict=True)
    )
    return sum(costs[frozenset(names)] for names in solution["options"])


def _identity(cover: Cover, solution: Solution) -> Hashable:
    """Return the options: neither they nor their items have an order."""
    return frozenset(frozenset(names) for names in solution["options"])


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
    engines=lambda cover: ("exact", "cpsat", "sat") if cover.costs is None else ("prices", "highs", "cpsat", "exact"),
    editor=EDITOR,
)
