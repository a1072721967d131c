"""From the keys of a specification to a sudoku; each refusal is one sentence. Not here: cages (cages.py)."""

from __future__ import annotations

import re
from typing import Any

from encoders.geometry.lattice import Cell
from encoders.keys import Keys, refuse_unknown, shown, yes_or_no
from encoders.sudoku import MOVES, NO_CELL, Sudoku, usual_boxes
from encoders.sudoku.cages import read_cages
from encoders.symbols import SYMBOLS, begun_grid, regions_of
from exactcover.model.errors import InvalidInput, nearest

KEYS = ("grid", "boxes", "regions", "diagonal", "anti", "cages", "sums", "begun")
LINES = "/|+-"
"""What may stand between the cells of a picture, besides blanks and the ends of lines."""
SIDES = (4, 6, 8, 9, 10, 12, 15, 16, 20, 25)
"""The sides of grids whose boxes need not be named."""
MOST_SIDE, MOST_WIDTH = 25, 60


def read(keys: Keys) -> Sudoku:
    """Return the sudoku of the keys; raises InvalidInput."""
    refuse_unknown(keys, "sudoku", KEYS)
    boxes, picture = _boxes(keys.get("boxes")), keys.get("regions")
    regions = "" if picture in (None, "") else regions_of(picture, 2, MOST_SIDE, of_size=True)
    if boxes and regions:
        raise InvalidInput("boxes and regions are both named; expected one of them")
    side = boxes[0] * boxes[1] if boxes else int(len(regions) ** 0.5)
    grid = keys.get("grid", "." * side**2 or None)
    if not isinstance(grid, str):
        raise InvalidInput(f"grid is {shown(grid)}; expected a character per cell")
    rows = [
        "".join(mark for mark in row if mark not in LINES and not mark.isspace()) for row in re.split("[/\n]", grid)
    ]
    rows = [row for row in rows if row]
    several = NO_CELL in grid or (boxes is not None and len(rows) > 1 and sum(map(len, rows)) != side**2)
    if several:
        boxes, side = boxes or (3, 3), side or 9
        if regions:
            raise InvalidInput("grid has several grids, and regions are named; expected boxes")
        corners = _corners(rows, boxes)
    else:
        side, boxes, corners = *_only_grid(grid, rows, side, boxes), ((0, 0),)
    cells, width = "".join(rows).replace("0", "."), len(rows[0]) if several else side
    _refuse_symbols(cells, width, side)
    cells = begun_grid(cells, keys["begun"], side) if "begun" in keys else cells
    present: set[Cell] = {divmod(number, width) for number, mark in enumerate(cells) if mark != NO_CELL}
    return Sudoku(
        grid=cells,
        width=width,
        boxes=boxes,
        corners=corners,
        regions=regions,
        diagonal=yes_or_no(keys.get("diagonal", False), "diagonal"),
        anti=_anti(keys.get("anti", "")),
        cages=read_cages(keys, width, present, side),
    )


def _only_grid(grid: str, rows: list[str], side: int, boxes: tuple[int, int] | None) -> tuple[int, tuple[int, int]]:
    """Return the side and the boxes of one grid; with regions, boxes are its rows and not used."""
    number = sum(map(len, rows))
    if side and number != side**2:
        due = f"{side**2}, or rows with several grids of {side}x{side}" if boxes else f"{side**2}, as many as regions"
        raise InvalidInput(f"grid has {number} cells; expected {due}: {shown(grid)}")
    if not side:
        sides = {each**2: each for each in SIDES}
        if number not in sides:
            sizes = ", ".join(map(str, sides))
            raise InvalidInput(f"grid has {number} cells; expected one of {sizes}: {shown(grid)}")
        side = sides[number]
        boxes = usual_boxes(side)
    return side, boxes or (1, side)


def _refuse_symbols(cells: str, width: int, side: int) -> None:
    known = SYMBOLS[:side]
    wrong = next((character for character in cells if character not in known and character not in (".", NO_CELL)), None)
    if wrong is not None:
        row, column = divmod(cells.index(wrong), width)
        last = f"1 to {known[-1]}" if side < 10 else f"1 to 9, A to {known[-1]}"
        raise InvalidInput(
            f"grid has {shown(wrong)} in row {row}, column {column}; expected {last}, or . or 0 for empty"
        )


def _boxes(value: Any) -> tuple[int, int] | None:
    if value in (None, ""):
        return None
    sides = re.fullmatch(r"(\d{1,2})x(\d{1,2})", value) if isinstance(value, str) else None
    rows, columns = (int(each) for each in sides.groups()) if sides else (0, 0)
    if not 1 < rows * columns <= MOST_SIDE:
        raise InvalidInput(
            f"boxes is {shown(value)}; expected rows x columns of a box, such as 2x3, 2 to {MOST_SIDE} cells"
        )
    return rows, columns


def _corners(rows: list[str], boxes: tuple[int, int]) -> tuple[Cell, ...]:
    """Return the upper left cells of the grids in a picture: squares of cells, some whole boxes from its edges."""
    side, height, width = boxes[0] * boxes[1], len(rows), len(rows[0])
    uneven = next((row for row in rows if len(row) != width), None)
    if uneven is not None:
        raise InvalidInput(f"grid has rows of {width} and of {len(uneven)} positions; expected rows of one length")
    if max(height, width) > MOST_WIDTH:
        raise InvalidInput(f"grid has {height}x{width} positions; expected at most {MOST_WIDTH}x{MOST_WIDTH}")
    corners = [
        (top, left)
        for top in range(0, height - side + 1, boxes[0])
        for left in range(0, width - side + 1, boxes[1])
        if not any(NO_CELL in row[left : left + side] for row in rows[top : top + side])
    ]
    for row, line in enumerate(rows):
        for column, mark in enumerate(line):
            inside = any(top <= row < top + side and left <= column < left + side for top, left in corners)
            if mark != NO_CELL and not inside:
                raise InvalidInput(
                    f"grid has the cell {row},{column} outside grids; expected {side}x{side} cells that begin"
                    f" whole boxes of {boxes[0]}x{boxes[1]} from the upper left"
                )
    if not corners:
        raise InvalidInput(f"grid has no cell; expected grids of {side}x{side} cells")
    return tuple(corners)


def _anti(value: Any) -> tuple[str, ...]:
    names = [name for name in value.split(",") if name] if isinstance(value, str) else value
    if not isinstance(names, list | tuple):
        raise InvalidInput(f"anti is {shown(value)}; expected knight, king, or both: king,knight")
    for name in names:
        if name not in MOVES:
            raise InvalidInput(f"anti has {shown(name)}; expected knight or king{nearest(str(name), MOVES)}")
    return tuple(sorted(set(names)))
