"""The referee of edge-matching tiles: judges rows of tiles by their edges, and compares the encoder's model with the puzzle.

Solutions come from untrusted files. It is independent of the encoder's options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from encoders.edge_matching import EdgeMatching
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model

Place = tuple[int, int]
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def faults(puzzle: EdgeMatching, solution: Any) -> Iterator[str]:
    """Yield the faults of a solution `{"tiles": [["abca", ...], ...]}`, one sentence each; none for a correct one."""
    lines = solution.get("tiles") if isinstance(solution, dict) else None
    if (
        not isinstance(lines, list)
        or [isinstance(line, list) and len(line) for line in lines] != [puzzle.columns] * puzzle.rows
    ):
        yield f'the solution has no {puzzle.rows} rows of {puzzle.columns} tiles; expected {{"tiles": [["abca", ...], ...]}}'
        return
    placed = {(row, column): tile for row, line in enumerate(lines) for column, tile in enumerate(line)}
    number: Counter[str] = Counter()
    for (row, column), tile in placed.items():
        name = _name(puzzle, tile)
        if name is None:
            yield f"row {row}, column {column} has {tile!r:.60}; expected one of the tiles"
            return
        number[name] += 1
    for tile, (least, most) in zip(puzzle.tiles, puzzle.copies, strict=True):
        if not least <= number[tile] <= most:
            yield f"the tile {tile} is placed {number[tile]} times; expected {least} to {most}"
    for row, column, tile in puzzle.hints:
        if placed[row, column] != tile:
            yield f"row {row}, column {column} has {placed[row, column]}, and {tile} is given there"
    yield from _edge_faults(puzzle, placed)


def _edge_faults(puzzle: EdgeMatching, placed: dict[Place, str]) -> Iterator[str]:
    """Yield the edges that do not match, and the faults of the border."""
    rim = set()
    for (row, column), tile in placed.items():
        for side, (down, right) in enumerate(STEPS):
            other = placed.get((row + down, column + right))
            if other is None:
                rim.add(tile[side])
            elif side in (1, 2) and other[side - 2] != tile[side]:
                yield f"{tile} in row {row}, column {column} meets {other} with {tile[side]} on {other[side - 2]}"
    if puzzle.border == "same" and len(rim) > 1:
        yield f"the border has the colours {', '.join(sorted(rim))}; expected one"
    elif puzzle.border not in ("any", "same") and rim != {puzzle.border}:
        yield f"the border has the colours {', '.join(sorted(rim))}; expected {puzzle.border} alone"


def _name(puzzle: EdgeMatching, tile: Any) -> str | None:
    """Return the name of a tile as it lies, None for what is no tile of the puzzle."""
    if not isinstance(tile, str) or len(tile) != 4:
        return None
    for turn in range(4 if puzzle.rotations else 1):
        if tile[turn:] + tile[:turn] in puzzle.tiles:
            return tile[turn:] + tile[:turn]
    return None


def cover_faults(puzzle: EdgeMatching, model: Model) -> list[str]:
    """Return the differences between a model and the tiles: the options must be exactly the placements that are possible."""
    if not isinstance(model, Cover) or model.costs is not None or model.connectivity is not None:
        return ["the model is not a plain cover"]
    tiles, cells = len(puzzle.tiles), puzzle.rows * puzzle.columns
    perimeter = 2 * (puzzle.rows + puzzle.columns)
    edges = 2 * cells - perimeter // 2 + {"same": 1, "any": perimeter}.get(puzzle.border, 0)
    due = [*puzzle.copies, *[(1, 1)] * cells, *[(0, 1)] * edges]
    if list(zip(model.least.tolist(), model.most.tolist(), strict=True)) != due:
        return ["the model's items are not the tiles, cells and edges with their multiplicities"]
    expected: Counter[tuple[tuple[int, str], ...]] = Counter()
    for number, tile in enumerate(puzzle.tiles):
        for turned in {tile[turn:] + tile[:turn] for turn in range(4 if puzzle.rotations else 1)}:
            for cell in range(cells):
                coloured = _edges(puzzle, divmod(cell, puzzle.columns), turned)
                if coloured is not None:
                    own = sorted((tiles + cells + edge, colour) for edge, colour in coloured.items())
                    expected[((number, ""), (tiles + cell, ""), *own)] += 1
    ends = model.starts.tolist()
    shades = [""] * len(model.members)
    if model.colours is not None:
        shades = [("", *model.palette)[shade] for shade in model.colours.tolist()]
    entries = list(zip(model.members.tolist(), shades, strict=True))
    written = Counter(tuple(entries[begin:end]) for begin, end in pairwise(ends))
    return [] if written == expected else ["the model's options are not the placements that the puzzle allows"]


def _edges(puzzle: EdgeMatching, place: Place, tile: str) -> dict[int, str] | None:
    """Return the colours of the edges that a tile shares, numbered below the cells, then beside them, then the border
    from the north clockwise, or all of the border as one.

    None where it cannot lie: a hint has another tile there, or its colours on the border are none that the border may have; or
    it needs an edge of the border's colour inside, and the tiles have no more of it than the border takes.
    """
    row, column = place
    if any((row, column) == hint[:2] and tile != hint[2] for hint in puzzle.hints):
        return None
    perimeter = 2 * (puzzle.rows + puzzle.columns)
    supply = sum(
        most
        for name, (_, most) in zip(puzzle.tiles, puzzle.copies, strict=True)
        for edge in name
        if edge == puzzle.border
    )
    below = (puzzle.rows - 1) * puzzle.columns
    last = below + puzzle.rows * (puzzle.columns - 1)
    coloured: dict[int, str] = {}
    before = (0, puzzle.columns, puzzle.columns + puzzle.rows, 2 * puzzle.columns + puzzle.rows)
    for side, (colour, (down, right)) in enumerate(zip(tile, STEPS, strict=True)):
        top, left = min(row, row + down), min(column, column + right)
        inside = 0 <= row + down < puzzle.rows and 0 <= column + right < puzzle.columns
        if inside and not (colour == puzzle.border and supply <= perimeter):
            coloured[top * puzzle.columns + left if down else below + top * (puzzle.columns - 1) + left] = colour
        elif inside or (puzzle.border not in ("any", "same") and colour != puzzle.border):
            return None
        elif puzzle.border == "any":
            coloured[last + before[side] + (column if down else row)] = colour
        elif puzzle.border == "same" and coloured.setdefault(last, colour) != colour:
            return None
    return coloured
