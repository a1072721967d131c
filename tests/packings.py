"""Tilings of packings, and how many packings there are."""

from __future__ import annotations

from typing import Any

from encoders.packing import to_tiling
from encoders.packing.packing import Packing
from encoders.puzzle import Puzzle, puzzle_of
from exactcover import api
from exactcover.model.tiling import Tiling
from tests.random_models import counted


def tiling(line: str) -> Tiling:
    """The tiling of a packing given in one line."""
    return tiling_of(api.puzzle("packing", *line.split()))


def tiling_of(source: Puzzle | Packing) -> Tiling:
    """The tiling that the encoder writes."""
    encoding = to_tiling.encode(source) if isinstance(source, Packing) else source.encode()
    assert isinstance(encoding.model, Tiling)
    return encoding.model


def count(keys: dict[str, Any]) -> int | None:
    """How many packings there are."""
    return counted("exact", puzzle_of("packing", keys).encode().model)
