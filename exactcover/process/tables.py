"""Plain tables of text, for people."""

from __future__ import annotations

from collections.abc import Sequence

from exactcover.process.escaping import escaped


def table(head: Sequence[str], lines: Sequence[Sequence[object]]) -> str:
    """Return a plain table: columns as wide as needed, numbers right-aligned, unprintable characters escaped."""
    cells = [[escaped(str(cell)) for cell in line] for line in (head, *lines)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    number = [all(isinstance(line[at], int) for line in lines) for at in range(len(head))]
    return "\n".join(
        "  ".join(
            text.rjust(width) if right else text.ljust(width)
            for text, width, right in zip(line, widths, number, strict=True)
        ).rstrip()
        for line in cells
    )
