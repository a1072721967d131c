"""The lines along which a laser cuts the pieces of a board in the plane, as SVG in millimetres.

Without a kerf the pieces stay together, and each edge between two of them, or between one and the outside, is cut once, in lines
as long as possible. With a kerf they lie apart, and each is cut around, half of the kerf outside its edge.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from encoders.draw.looks import SQUARES
from encoders.draw.picture import Picture, outline
from encoders.draw.workshop import Body, Measures

STROKE = 0.1  # millimetres
COLOUR = "#ff0000"


def svg(bodies: list[Body], measures: Measures, board: Picture | None) -> str:
    """Return the document; board: its cells that no piece covers are cut out too."""
    if measures.kerf:
        path = "".join(_around(body, measures) for body in bodies)
    else:
        path = "".join(_lines(_edges(bodies, board), measures.cell))
    squares = [cell[1:] for body in bodies for cell in body.cells]
    squares += [] if board is None else [cell[-2:] for cell in board.cells]
    rows, columns = (max(square[axis] for square in squares) + 1 for axis in (0, 1))
    margin = measures.kerf / 2 + STROKE
    width, height = (side * measures.cell + 2 * margin for side in (columns, rows))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm"'
        f' viewBox="{-margin:g} {-margin:g} {width:g} {height:g}">\n'
        f'<path fill="none" stroke="{COLOUR}" stroke-width="{STROKE}" d="{path}"/>\n</svg>\n'
    )


def _edges(bodies: list[Body], board: Picture | None) -> Iterator[tuple[int, int, bool]]:
    """Yield the edges to cut, each once, as (row, column, whether it runs along the row) of its upper left end."""
    owner = {} if board is None else {cell[-2:]: -1 for cell in board.cells}
    owner |= {cell[1:]: number for number, body in enumerate(bodies) for cell in body.cells}
    for (row, column), own in sorted(owner.items()):
        if owner.get((row - 1, column)) != own:
            yield row, column, True
        if owner.get((row, column - 1)) != own:
            yield row, column, False
        if (row + 1, column) not in owner:
            yield row + 1, column, True
        if (row, column + 1) not in owner:
            yield row, column + 1, False


def _lines(edges: Iterator[tuple[int, int, bool]], cell: float) -> Iterator[str]:
    """Yield the edges as straight lines, as long as possible, those along rows first."""
    by_line: defaultdict[tuple[bool, int], set[int]] = defaultdict(set)
    for row, column, along in edges:
        by_line[not along, row if along else column].add(column if along else row)
    for (down, line), places in sorted(by_line.items()):
        for first in sorted(place for place in places if place - 1 not in places):
            last = first
            while last in places:
                last += 1
            begin, end, at = first * cell, last * cell, line * cell
            yield f"M{at:g} {begin:g}V{end:g}" if down else f"M{begin:g} {at:g}H{end:g}"


def _around(body: Body, measures: Measures) -> str:
    """Return the loops around a piece, half of the kerf outside its edges: within its holes they are smaller."""
    half, path = measures.kerf / 2, ""
    for loop in outline({(cell[1], cell[2]) for cell in body.cells}, SQUARES):
        corners = []
        for before, corner, after in zip(loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1], strict=True):
            down, right = 0.0, 0.0
            for start, end in (
                (before, corner),
                (corner, after),
            ):  # the piece is on the right hand: outside is on the left
                down -= half * _sign(end[1] - start[1])
                right += half * _sign(end[0] - start[0])
            corners.append(f"{corner[1] * measures.cell + right:g} {corner[0] * measures.cell + down:g}")
        path += f"M{'L'.join(corners)}Z"
    return path


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)
