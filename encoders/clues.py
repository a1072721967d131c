"""Clues of grids: the given cells, as what may vary while a puzzle is designed (exactcover/model/variation.py)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from exactcover.model.variation import Removal, Variation

Value = TypeVar("Value")
EMPTY = "."


def clues(grid: Callable[[Value], str], filled_in: Callable[[Value, str], Value]) -> Mapping[str, Variation[Value]]:
    """Return the variation of a kind; grid: the cells of a puzzle; filled_in: the same puzzle with other cells."""

    def empty(value: Value) -> list[int]:
        return [cell for cell, mark in enumerate(grid(value)) if mark == EMPTY]

    def giving(value: Value, solution: Any, numbers: Collection[int]) -> Value:
        cells, own = list(grid(value)), empty(value)
        for number in numbers:
            cells[own[number]] = solution["grid"][own[number]]
        return filled_in(value, "".join(cells))

    def parts(value: Value, solution: Any) -> int:
        return len(empty(value))

    return {"clues": Removal(parts, giving, grid)}
