"""The kinds of puzzle: the list, and nothing else. What a kind says of itself is in the `kind.py` of its own folder."""

from __future__ import annotations

from typing import Any

from encoders.cover.kind import KIND as COVER
from encoders.kind import Kind
from encoders.packing.kind import KIND as PACKING
from encoders.sliding.blocks.kind import KIND as BLOCKS
from encoders.sliding.tiles.kind import KIND as TILES

KINDS: dict[str, Kind[Any]] = {
    kind.name: kind
    for kind in (
        PACKING,
        TILES,
        BLOCKS,
        COVER,
    )
}
"""All kinds by name, in the order in which people are told of them."""
