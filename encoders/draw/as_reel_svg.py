"""What films of disassemblies as animated SVG share: the document with a legend, and groups seen for a time, by SMIL."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from encoders.draw.as_svg import LINE, MARGIN, escaped, hexadecimal
from encoders.draw.reels import Show
from encoders.draw.sheet import LETTER

HEADING, WORDS = 30, 15  # user units: the height of the caption's line and of those of the legend, and of letters
NARROWEST = 240  # user units: captions need some room


def document(shown: Show, lines: Iterable[str]) -> str:
    """Return a film as an SVG document, with the names of its pieces below; lines: what is in it."""
    named = list(shown.legend(max(shown.size[0], NARROWEST), LETTER * WORDS))
    width = max(shown.size[0], NARROWEST) + 2 * MARGIN
    height = shown.size[1] + HEADING * (2 + max(line for _, line, _ in named)) + 2 * MARGIN
    left, top = shown.corner[0] - MARGIN, shown.corner[1] - MARGIN - HEADING
    box = f"{left} {top} {width} {height}"
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{2 * width}" height="{2 * height}" role="img">',
        "<title>How the pieces come apart</title>",
        f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="#fff"/>',
    ]
    names = [f'<g fill="{LINE}" font-family="Helvetica,Arial,sans-serif" font-size="{WORDS}">']
    for right, line, piece in named:
        x, y = shown.corner[0] + round(right), shown.corner[1] + shown.size[1] + HEADING * (line + 1)
        ground = hexadecimal(shown.grounds[piece])
        names.append(f'<rect x="{x}" y="{y - 11}" width="12" height="12" fill="#{ground}" stroke="{LINE}"/>')
        names.append(f'<text x="{x + 18}" y="{y}">{escaped(shown.names[piece])}</text>')
    return "\n".join([*head, *lines, *names, "</g>", "</svg>"]) + "\n"


def opening(shown: Show, caption: str, begin: float, end: float, whole: float) -> Iterator[str]:
    """Yield the opening of a group that is seen from its beginning to its end, and its caption; whole: seconds of the film."""
    hidden = ' visibility="hidden"' if begin else ""
    yield f"<g{hidden}>"
    changes = [(0.0, "hidden")] if begin else []
    changes += [(begin, "visible"), *([(end, "hidden")] if end < whole - 1e-6 else [])]
    if len(changes) > 1:
        yield f'<animate attributeName="visibility" calcMode="discrete" {keys(changes, whole)}/>'
    yield (
        f'<text x="{shown.corner[0]}" y="{shown.corner[1] - HEADING // 2}" fill="{LINE}" font-size="{WORDS}"'
        f' font-family="Helvetica,Arial,sans-serif">{escaped(caption)}</text>'
    )


def keys(changes: list[tuple[float, str]], whole: float) -> str:
    """Return the duration, values and their key times, as fractions of the whole film."""
    times = (f"{second / whole:.6f}".rstrip("0").rstrip(".") for second, _ in changes)
    values = ";".join(value for _, value in changes)
    return f'dur="{whole:g}s" repeatCount="indefinite" keyTimes="{";".join(times)}" values="{values}"'
