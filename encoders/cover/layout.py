"""Positions of a cover's items, read from its key `layout`, and pictures of solutions on them: cells coloured by option.

Items without a position, such as pieces, are not drawn; if an option has one of them, it is the option's name.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from math import prod
from typing import Any

from encoders.draw.picture import MOST_POSITIONS, Area, Cell, Picture
from encoders.keys import shown
from exactcover.model.cover import Cover
from exactcover.model.encoding import Solution
from exactcover.model.errors import InvalidInput, nearest

FARTHEST = 1_000_000


def with_layout(cover: Cover, layout: Any) -> Cover:
    """Return the cover with the positions of items in its key; raises InvalidInput.

    layout: a table from names to [row, column] or [layer, row, column], or a text like a:0,0/b:0,1.
    """
    if layout is None:
        return cover
    if isinstance(layout, str):
        layout = _in_lines(layout)
    if not isinstance(layout, dict) or not layout:
        raise InvalidInput(f"layout is {shown(layout)}; expected a table from items to [row, column]")
    positions, seen = dict[str, Cell](), dict[Cell, str]()
    dimensions = len(next(iter(layout.values()))) if isinstance(next(iter(layout.values())), list) else 2
    for name, position in layout.items():
        if name not in cover.items:
            hint = nearest(name, cover.items) or "; expected a declared item"
            raise InvalidInput(f"layout has unknown item {shown(name)}{hint}")
        if not _is_position(position, dimensions):
            expected = "three whole numbers, as before" if dimensions == 3 else "[row, column], whole numbers"
            raise InvalidInput(f"layout has {shown(position)} for item {name!r}; expected {expected}")
        cell = tuple(position)
        if cell in seen:
            raise InvalidInput(
                f"layout has items {seen[cell]!r} and {name!r} at {list(cell)}; expected different positions"
            )
        positions[name], seen[cell] = cell, name
    if prod(_dims(list(seen))) > MOST_POSITIONS:
        raise InvalidInput(f"layout spans over {MOST_POSITIONS} positions; expected a smaller board")
    return replace(cover, layout=tuple(positions.get(name, ()) for name in cover.items))


def _in_lines(text: str) -> dict[str, Any]:
    """Return the table in a text, an item with its position a line or a part between slashes; raises InvalidInput."""
    layout: dict[str, Any] = {}
    for part in filter(None, map(str.strip, re.split(r"[/\n]", text))):
        name, _, position = part.rpartition(":")
        numbers = re.fullmatch(r"\s*-?\d+(\s*,\s*-?\d+){1,2}\s*", position)
        if not name or numbers is None or name in layout:
            raise InvalidInput(f"layout has {shown(part)}; expected each item once as ITEM:ROW,COLUMN, / between them")
        layout[name] = list(map(int, position.split(",")))
    return layout


def as_text(layout: Any) -> str:
    """Return the text of a table of positions; empty if it has none."""
    whole = isinstance(layout, dict) and all(isinstance(each, list) for each in layout.values())
    if not whole or any(not re.fullmatch(r"[^/\s](?:[^/\n]*[^/\s])?", name) for name in layout):
        return ""
    return "/".join(f"{name}:{','.join(map(str, position))}" for name, position in layout.items())


def written(cover: Cover) -> dict[str, list[int]]:
    """Return the positions of a cover's items by name, ready for json.dumps."""
    return {name: list(cell) for name, cell in zip(cover.items, cover.layout, strict=True) if cell}


def picture(cover: Cover, solution: Solution | None) -> Picture:
    """Return the picture of a solution's options on the positions of their items, or of the positions alone.

    A cell that several options cover belongs to none of them, and shows its colour or how many they are.
    """
    used = [cell for cell in cover.layout if cell]
    corner = tuple(map(min, zip(*used, strict=True)))
    cells = {
        name: tuple(at - first for at, first in zip(cell, corner, strict=True))
        for name, cell in zip(cover.items, cover.layout, strict=True)
        if cell
    }
    options = [] if solution is None else [[_item(name, cover) for name in option] for option in solution["options"]]
    times = Counter(item for option in options for item in option)
    areas = []
    for number, option in enumerate(options, 1):
        others = [item for item in option if item not in cells]
        alone = tuple(sorted(cells[item] for item in option if item in cells and times[item] == 1))
        if alone:
            areas.append(Area(others[0] if len(others) == 1 else str(number), alone))
    colours = dict(name.partition(":")[::2] for option in (solution or {"options": []})["options"] for name in option)
    marks = tuple(
        (cells[item], (colours.get(item, "") if cover.colours is not None else "")[:2] or str(number)[:2])
        for item, number in sorted(times.items())
        if number > 1 and item in cells
    )
    return Picture(_dims(used), tuple(areas), frozenset(cells.values()), marks=marks)


def _item(name: str, cover: Cover) -> str:
    return name.partition(":")[0] if cover.colours is not None else name


def _dims(cells: list[Cell]) -> tuple[int, ...]:
    return tuple(max(axis) - min(axis) + 1 for axis in zip(*cells, strict=True))


def _is_position(value: Any, dimensions: int) -> bool:
    whole = isinstance(value, list) and all(type(each) is int and abs(each) <= FARTHEST for each in value)
    return whole and len(value) == dimensions and dimensions in (2, 3)
