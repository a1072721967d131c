"""Edge-matching tiles, in plain Python, for the script that exports publish.

Items are the tiles, the cells row by row, and the edges, whose colours agree: below cells, right of cells, then those of the
border (N, E, S, W) if their colours are free, or one for all if they have one colour. Options are the tiles, in the order of
their turns, on the cells that hints and border admit. If the tiles have only as many edges of the border's colour as it needs,
no others are of it. An option with `item:colour` gives the item a colour.
"""

from itertools import product
from typing import Any

KEYS = {"kind", "kind edge-matching", "board", "tiles", "rotations", "copies", "border", "hints"}


def model(puzzle: dict[str, Any]) -> tuple[dict[str, tuple[int, int]], list[list[str]]]:
    """Return the items of the tiles with their bounds, and the options."""
    (rows, columns), border, tiles = puzzle["board"], puzzle["border"], puzzle["tiles"]
    cells, hints = list(product(range(rows), range(columns))), {(r, c): edges for r, c, edges in puzzle["hints"]}
    items = {f"tile {tile}": (least, most) for tile, (least, most) in zip(tiles, puzzle["copies"], strict=True)}
    items |= {f"cell {r},{c}": (1, 1) for r, c in cells}
    items |= {f"below {r},{c}": (0, 1) for r, c in cells if r < rows - 1}
    items |= {f"right {r},{c}": (0, 1) for r, c in cells if c < columns - 1}
    rim = [f"{side} {k}" for side, length in zip("NESW", (columns, rows) * 2, strict=True) for k in range(length)]
    items |= dict.fromkeys(rim if border == "any" else ["border"] if border == "same" else [], (0, 1))
    edges = sum(most * tile.count(border) for tile, (_, most) in zip(tiles, puzzle["copies"], strict=True))
    scarce, options = edges <= 2 * (rows + columns), list[list[str]]()
    for tile in tiles:
        turns = sorted({tile[k:] + tile[:k] for k in range(4)}) if puzzle["rotations"] else [tile]
        for turn, (r, c) in product(turns, cells):
            inner = f"below {r - 1},{c}", f"right {r},{c}", f"below {r},{c}", f"right {r},{c - 1}"
            outer = f"N {c}", f"E {r}", f"S {c}", f"W {r}"
            names = [own if own in items else rest for own, rest in zip(inner, outer, strict=True)]
            sides = [(name if name in items else "border", x) for name, x in zip(names, turn, strict=True)]
            colours = {f"{side}:{x}" for side, x in sides if side in items}
            right = all(x == border if side == "border" else not scarce or x != border for side, x in sides)
            one = len(colours) == len({side for side, _ in sides} & {*items})  # the border has one colour at a corner
            if hints.get((r, c), turn) == turn and one and (right or border in ("any", "same")):
                options.append([f"tile {tile}", f"cell {r},{c}", *sorted(colours)])
    return items, options
