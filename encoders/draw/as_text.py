"""Pictures as text: Unicode box drawing around every piece, a label in it, and colours for terminals that support them.

Not here: the layout of a whole answer (status, engine, seconds), which is the command line's. The coloured drawing is the
plain one with ANSI codes added; nothing is conveyed by colour alone.
"""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

from encoders.draw.ansi import DIM, RESET, ground
from encoders.draw.as_letters import letters
from encoders.draw.colours import colours as colours_of
from encoders.draw.colours import hues
from encoders.draw.labels import Labels, in_lines, labels, printable
from encoders.draw.look import Square
from encoders.draw.looks import look_of
from encoders.draw.picture import (
    EMPTY,
    EMPTY_MARK,
    HOLE,
    OUTSIDE,
    Grid,
    Picture,
    grids,
    in_layer,
    longest_run,
    parts,
    per_row,
)

Spots = dict[Square, tuple[str, int]]  # where a run begins: the label to set in it, and its length in cells
Piece = tuple[str, int]  # text and the owner of its background: an area's number, EMPTY, HOLE, or OUTSIDE for none

GAP = 3  # between layers
LINES = " ╴╷┐╶─┌┬╵┘│┤└┴├┼"  # by arms: 1 left, 2 down, 4 right, 8 up
FILLS = {EMPTY: " ", HOLE: "▒", OUTSIDE: " "}
FIXED_FILL = "░"
GROUNDS = {EMPTY: DIM, HOLE: DIM}


def text(picture: Picture, colours: int = 0, columns: int = 100) -> str:
    """Return the picture as lines of text, in as many ANSI colours as there are: 0, 16, 256 or 2^24.

    A cell is 3 characters wide, or 2 or 1 where the board would otherwise pass `columns`; lines are never broken. As many
    layers as `columns` allows are side by side. Labels other than names are explained in a legend below; ░ fills pre-placed
    pieces, ▒ enclosed holes, · stands in empty cells that have no mark. Boards that are not of squares are drawn as letters.
    """
    place = look_of(picture.lattice).letters
    if place is not None:
        return letters(picture, place, _grounds(picture, colours) if colours else {}, RESET, columns)
    width, names = _fit(picture, columns)
    blocks = _blocks(picture, width, names)
    grounds = _grounds(picture, colours) if colours else {}
    lines = [_line(row, grounds) for row in _beside_each_other(picture, blocks, columns)]
    return "\n".join([*lines, *in_lines(names.legend, columns)])


def _fit(picture: Picture, columns: int) -> tuple[int, Labels]:
    """Choose the widest cells that keep a layer within `columns`, wider if labels need it."""
    across = picture.shape[2]
    width = next((w for w in (3, 2) if across * (w + 1) + 1 <= columns), 1)
    names = labels(picture, width)
    return max([width, *map(len, names.of_area), *(len(mark) for _, mark in picture.marks)]), names


def _blocks(picture: Picture, width: int, names: Labels) -> list[list[list[Piece]]]:
    """Return each layer as rows of text pieces."""
    fills = {number: FIXED_FILL if area.fixed else " " for number, area in enumerate(picture.areas)} | FILLS
    spots: list[Spots] = [{} for _ in range(picture.shape[0])]
    for part in () if picture.written else parts(picture):
        row, first, length = longest_run(part.squares)
        label = names.of_area[part.area]
        roomy = length * (width + 1) - 1 >= len(label) + 2
        spots[part.layer][row, first] = (f" {label} " if roomy and picture.areas[part.area].fixed else label, length)
    for _, cell, mark in picture.written_marks:
        spots[0][cell[0], cell[1]] = (mark, 1)
    for cell, mark in picture.shown_marks.items():
        layer, square = in_layer(cell)
        spots[layer][square] = (mark, 1)
    blocks = []
    for grid, spot in zip(grids(picture), spots, strict=True):
        rows: list[list[Piece]] = []
        for row in range(len(grid) - 1):
            rows.append(_border_row(grid, row, width, fills))
            if row < len(grid) - 2:
                rows.append(_cell_row(grid, row, width, fills, spot))
        blocks.append(rows)
    return blocks


def _border_row(grid: Grid, row: int, width: int, fills: dict[int, str]) -> list[Piece]:
    """Return the line above a row of cells."""
    above, below = grid[row], grid[row + 1]
    pieces: list[Piece] = []
    for column in range(len(above) - 1):
        a, b, c, d = above[column], above[column + 1], below[column], below[column + 1]
        arms = 8 * (a != b) + 4 * (b != d) + 2 * (c != d) + (a != c)
        pieces.append((LINES[arms], OUTSIDE) if arms else (fills[a], a))
        if column < len(above) - 2:
            pieces.append(("─" * width, OUTSIDE) if b != d else (fills[b] * width, b))
    return pieces


def _cell_row(grid: Grid, row: int, width: int, fills: dict[int, str], spots: Spots) -> list[Piece]:
    """Return the line through a row of cells, each part's label in the middle of its longest run."""
    owners = grid[row + 1]
    pieces: list[Piece] = []
    column = 0
    while column < len(owners) - 1:
        left, here = owners[column], owners[column + 1]
        pieces.append(("│", OUTSIDE) if left != here else (fills[here], here))
        if column == len(owners) - 2:
            break
        label, length = spots.get((row, column), (EMPTY_MARK if here == EMPTY else "", 1))
        pieces.append((label.center(length * (width + 1) - 1, fills[here]), here))
        column += length
    return pieces


def _beside_each_other(picture: Picture, blocks: list[list[list[Piece]]], columns: int) -> list[list[Piece]]:
    """Lay out the layers in rows, each under its caption; a plane board has one block and no caption."""
    if len(picture.dims) == 2:
        return blocks[0]
    drawn = sum(len(characters) for characters, _ in blocks[0][0])
    width = max(drawn, *(len(printable(picture.called(layer))) for layer in range(len(blocks))))
    side = per_row(len(blocks), width, GAP, columns)
    lines: list[list[Piece]] = []
    for first in range(0, len(blocks), side):
        shown = blocks[first : first + side]
        heads = [printable(picture.called(first + place)).ljust(width + GAP) for place in range(len(shown))]
        lines += [[], [(head, OUTSIDE) for head in heads]] if first else [[(head, OUTSIDE) for head in heads]]
        between = (" " * (width + GAP - drawn), OUTSIDE)
        for rows in zip(*shown, strict=True):
            lines.append([piece for row in rows for piece in (*row, between)])
    return lines


def _grounds(picture: Picture, colours: int) -> dict[int, str]:
    """Return the ANSI code of each owner's background."""
    grounds = dict(GROUNDS)
    for number, (colour, hue) in enumerate(zip(colours_of(picture), hues(picture), strict=True)):
        grounds[number] = ground(colour, hue, colours)
    return grounds


def _line(row: list[Piece], grounds: dict[int, str]) -> str:
    """Join a row's pieces, without trailing blanks; codes are written only when the background changes."""
    while row and row[-1][1] == OUTSIDE and not row[-1][0].strip():
        row = row[:-1]
    if not grounds:
        return "".join(characters for characters, _ in row).rstrip()
    written = []
    for owner, pieces in groupby(row, key=itemgetter(1)):
        characters = "".join(piece[0] for piece in pieces)
        written.append(f"{grounds[owner]}{characters}{RESET}" if owner in grounds else characters)
    return "".join(written).rstrip()
