"""Drawings of covers: on the positions of its items, or one line per option, one column per item, a mark if it has the item."""

from __future__ import annotations

from encoders.cover import layout
from encoders.draw.picture import Area, Picture
from exactcover.model.cover import Cover
from exactcover.model.encoding import Solution


def picture(cover: Cover, solution: Solution | None) -> Picture:
    """Return the picture of a solution's options, or of all options of the cover; items from left to right by name."""
    if cover.layout:
        return layout.picture(cover, solution)
    columns = {name: column for column, name in enumerate(cover.items)}
    if cover.colours is not None:  # an item is one column, whatever its colour
        pairs = {name for option in cover.every_option() for name in option}
        columns |= {name: columns[name.partition(":")[0]] for name in pairs}
    lines = [cover.option(option) for option in range(cover.options)] if solution is None else solution["options"]
    own = cover.named.names if solution is None and cover.named is not None else (solution or {}).get("names", ())
    areas = tuple(
        Area(own[line] if own else str(line + 1), tuple(sorted({(line, columns[name]) for name in names})))
        for line, names in enumerate(lines)
    )
    dims = (max(1, len(lines)), len(cover.items))
    cells = frozenset(cell for area in areas for cell in area.cells)
    return Picture(dims, areas, cells)
