"""The n-puzzle as a kind of puzzle: its interface to the rest of the program."""

from __future__ import annotations

from collections.abc import Hashable

from encoders.kind import Kind
from encoders.sliding import CHECKERS, ENGINES, table
from encoders.sliding.slides import OPPOSITE
from encoders.sliding.tiles import keys, referee, to_picture, to_sliding
from encoders.sliding.tiles.editor import EDITOR
from encoders.sliding.tiles.tiles import Tiles
from encoders.solutions import Plan
from exactcover.model.encoding import Solution


def _blank(solution: Solution) -> tuple[str, ...]:
    """Return the directions of the blank, each opposite to that of the sliding tile."""
    if "blank" in solution:
        return tuple(solution["blank"])
    return tuple(OPPOSITE[direction] for _, direction in solution["moves"])


def _cost(tiles: Tiles, solution: Solution) -> int:
    return len(_blank(solution))


def _identity(tiles: Tiles, solution: Solution) -> Hashable:
    """Return the path of the blank: a plan is the same whether given by tiles, by the blank, or by both."""
    return _blank(solution)


KIND = Kind(
    name="tiles",
    keys=keys.KEYS,
    read=keys.tiles,
    canonical=Tiles.canonical,
    encode=to_sliding.encode,
    faults=referee.faults,
    encoding_faults=referee.sliding_faults,
    picture=to_picture.picture,
    cost=_cost,
    identity=_identity,
    engines=lambda tiles: ENGINES,
    solution=Plan,
    moves=Tiles.moves,
    film=to_picture.picture,
    table=table.of_tiles,
    checkers=CHECKERS,
    independent=lambda _: "encoders.sliding.tiles.independent_encoder",
    editor=EDITOR,
)
