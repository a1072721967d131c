"""Boards with cells other than squares as text: the label of each cell at its position, without lines between cells."""

from __future__ import annotations

from collections.abc import Callable

from encoders.draw.labels import in_lines, labels, printable
from encoders.draw.picture import EMPTY, EMPTY_MARK, Picture, grids, in_layer


def letters(
    picture: Picture, place: Callable[[int, int], tuple[int, int]], grounds: dict[int, str], reset: str, columns: int
) -> str:
    """Return a picture as lines of labels; place: the (line, half column) of a cell; grounds: codes for background colours."""
    names = labels(picture, 2, apart=True)
    width = max(map(len, names.of_area), default=1)
    step = (width + 2) // 2
    lines: list[str] = []
    left = min((place(*in_layer(cell)[1])[1] for cell in picture.cells), default=0)
    for layer, grid in enumerate(grids(picture)):
        if len(picture.dims) == 3:
            lines.append(printable(picture.called(layer)))
        marks: dict[int, dict[int, tuple[str, int]]] = {}
        for row, owners in enumerate(grid[1:-1]):
            for column, owner in enumerate(owners[1:-1]):
                if owner >= EMPTY:
                    line, half = place(row, column)
                    mark = EMPTY_MARK if owner == EMPTY else names.of_area[owner]
                    marks.setdefault(line, {})[(half - left) * step] = (mark.center(width), owner)
        for line in range(min(marks, default=0), max(marks, default=-1) + 1):
            lines.append(_line(marks.get(line, {}), grounds, reset))
    return "\n".join([*lines, *in_lines(names.legend, columns)])


def _line(marks: dict[int, tuple[str, int]], grounds: dict[int, str], reset: str) -> str:
    written, end = "", 0
    for start, (mark, owner) in sorted(marks.items()):
        written += " " * (start - end) + (f"{grounds[owner]}{mark}{reset}" if owner in grounds else mark)
        end = start + len(mark)
    return written.rstrip()
