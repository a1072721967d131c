r"""Text that may come from files, made harmless for a terminal: control characters are written as \x1b or \u202e."""

from __future__ import annotations

import re

_COLOUR = re.compile("(\x1b\\[[0-9;]*m)")


def escaped(text: str) -> str:
    """Return the text with every character that is not printable, line ends too, written as an escape of Python."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def escaped_lines(text: str) -> str:
    """Return the text with every character that is not printable written as an escape, but for the ends of lines."""
    return "\n".join(map(escaped, text.split("\n")))


def escaped_drawing(text: str) -> str:
    """Return the text with every character that is not printable written as an escape, but for ends of lines and colours."""
    return "".join(part if number % 2 else escaped_lines(part) for number, part in enumerate(_COLOUR.split(text)))
