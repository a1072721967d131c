"""Tables for people: plain text, and HTML for notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

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


def html(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Return a table as HTML; everything in it is text."""
    titles = "".join(f"<th>{escape(title)}</th>" for title in head)
    rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in line)}</tr>" for line in lines)
    return f"<table><thead><tr>{titles}</tr></thead><tbody>{rows}</tbody></table>"
