"""From tiles with coloured edges to a cover: an item per tile and per cell, and a secondary item, coloured, per edge.

An option is a tile, its turn and a cell. Edges where two tiles meet are items; the edges of the border are items if their colours
are free, and one item together if they have one colour. Options that the colour of the border or a hint excludes are omitted. No
symmetry is declared, for a cover with colours has none.
"""

from __future__ import annotations

from encoders.edge_matching import ANY, SAME, EdgeMatching, turns
from exactcover.model.arrays import Integers, frozen
from exactcover.model.cover import Cover
from exactcover.model.encoding import Encoding, Solution


def encode(puzzle: EdgeMatching) -> Encoding:
    """Return the cover, and the way back to the edges of the tile in each cell, row by row."""
    rows, columns, known = puzzle.rows, puzzle.columns, len(puzzle.tiles)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    hints = {(row, column): edges for row, column, edges in puzzle.hints}
    names = [f"tile {tile}" for tile in puzzle.tiles] + [f"cell {row},{column}" for row, column in cells]
    sides, edges = _sides(puzzle, len(names))
    names += edges
    palette = tuple(sorted(set("".join(puzzle.tiles))))
    scarce = _is_scarce(puzzle)
    starts, members, colours, options = [0], list[int](), list[int](), list[tuple[int, str]]()
    for number, tile in enumerate(puzzle.tiles):
        for turned in sorted(set(turns(tile))) if puzzle.rotations else [tile]:
            shades = [palette.index(colour) + 1 for colour in turned]
            for cell, place in enumerate(cells):
                if hints.get(place, turned) != turned or not _fits(puzzle, turned, sides[cell], scarce):
                    continue
                entries = {(item, shade) for item, shade in zip(sides[cell], shades, strict=True) if item >= 0}
                if len({item for item, _ in entries}) < len(entries):
                    continue  # a corner of two colours, where the border has one
                row = [(number, 0), (known + cell, 0), *sorted(entries)]
                members += [item for item, _ in row]
                colours += [shade for _, shade in row]
                starts.append(len(members))
                options.append((cell, turned))
    used = sorted(set(colours) - {0})
    ranks = {0: 0} | {shade: rank for rank, shade in enumerate(used, 1)}
    least = [low for low, _ in puzzle.copies] + [1] * len(cells) + [0] * len(edges)
    most = [high for _, high in puzzle.copies] + [1] * len(cells) + [1] * len(edges)
    cover = Cover(
        tuple(names),
        frozen(least, dimensions=1),
        frozen(most, dimensions=1),
        frozen(starts, dimensions=1),
        frozen(members, dimensions=1),
        colours=frozen([ranks[shade] for shade in colours], dimensions=1) if used else None,
        palette=tuple(palette[shade - 1] for shade in used),
    )

    def decode(selection: Integers) -> Solution:
        placed = dict(options[option] for option in selection.tolist())
        return {"tiles": [[placed[row * columns + column] for column in range(columns)] for row in range(rows)]}

    return Encoding(cover, decode)


def _sides(puzzle: EdgeMatching, first: int) -> tuple[list[list[int]], list[str]]:
    """Return the items of the four edges of each cell, -1 for none, and the names of these items.

    first: the number of the first. The edges of the border have an item each if their colours are free, one together if they have
    one colour, and none if it is known.
    """
    rows, columns = puzzle.rows, puzzle.columns
    names = [f"below {row},{column}" for row in range(rows - 1) for column in range(columns)]
    names += [f"right of {row},{column}" for row in range(rows) for column in range(columns - 1)]
    rim = [f"{side} {k}" for side, length in zip("NESW", (columns, rows) * 2, strict=True) for k in range(length)]
    names += rim if puzzle.border == ANY else ["border"] if puzzle.border == SAME else []
    numbers = {name: first + number for number, name in enumerate(names)}

    def item(edge: str, rim: str) -> int:
        return numbers.get(edge, numbers.get(rim, numbers.get("border", -1)))

    sides = [
        [
            item(f"below {row - 1},{column}", f"N {column}"),
            item(f"right of {row},{column}", f"E {row}"),
            item(f"below {row},{column}", f"S {column}"),
            item(f"right of {row},{column - 1}", f"W {row}"),
        ]
        for row in range(rows)
        for column in range(columns)
    ]
    return sides, names


def _fits(puzzle: EdgeMatching, turned: str, sides: list[int], scarce: bool) -> bool:
    """Return whether a tile has the colour of the border on it, and, if the tiles have just as much of it, nowhere else."""
    if puzzle.border in (ANY, SAME):
        return True
    return all(
        colour == puzzle.border if item < 0 else not (scarce and colour == puzzle.border)
        for item, colour in zip(sides, turned, strict=True)
    )


def _is_scarce(puzzle: EdgeMatching) -> bool:
    """Return whether all edges that may have the colour of the border are needed on the border."""
    edges = sum(high * tile.count(puzzle.border) for tile, (_, high) in zip(puzzle.tiles, puzzle.copies, strict=True))
    return edges <= 2 * (puzzle.rows + puzzle.columns)
