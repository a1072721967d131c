"""Sliding blocks as a kind of puzzle: its interface to the rest of the program."""

from __future__ import annotations

from collections.abc import Hashable

from encoders.kind import Kind
from encoders.sliding import CHECKERS, ENGINES, table
from encoders.sliding.blocks import keys, referee, to_picture, to_sliding
from encoders.sliding.blocks.blocks import Blocks
from encoders.sliding.blocks.editor import EDITOR
from encoders.solutions import Plan
from exactcover.model.encoding import Solution


def _cost(blocks: Blocks, solution: Solution) -> int:
    """Return the plan's length in the puzzle's metric, under which the referee has accepted it."""
    return len(solution["moves"])


def _identity(blocks: Blocks, solution: Solution) -> Hashable:
    """Return the moves in their order, each with its path."""
    return tuple(tuple(move) for move in solution["moves"])


KIND = Kind(
    name="blocks",
    keys=keys.KEYS,
    read=keys.blocks,
    canonical=Blocks.canonical,
    encode=to_sliding.encode,
    faults=referee.faults,
    encoding_faults=referee.sliding_faults,
    picture=to_picture.picture,
    cost=_cost,
    identity=_identity,
    engines=lambda blocks: ENGINES,
    solution=Plan,
    with_names=keys.with_names,
    names=lambda blocks: {"blocks": "".join(sorted(blocks.blocks, key=lambda letter: blocks.blocks[letter][0]))},
    moves=Blocks.moves,
    film=to_picture.film,
    table=table.of_blocks,
    checkers=CHECKERS,
    independent=lambda _: "encoders.sliding.blocks.independent_encoder",
    editor=EDITOR,
)
