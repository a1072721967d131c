"""Terminal colours: 24-bit, the 256 of xterm, or the sixteen of every colour terminal.

Not here: which of them a terminal supports (exactcover/cli/terminal.py).
"""

from __future__ import annotations

from encoders.draw.colours import BLACK, Colour, ink

NONE, SIXTEEN, XTERM, TRUE_COLOUR = 0, 16, 256, 1 << 24
"""The number of colours that a terminal supports."""

RESET = "\x1b[0m"
DIM = "\x1b[2m"

STEPS = (0, 95, 135, 175, 215, 255)  # of red, green and blue in xterm's cube, colours 16 to 231
GREYS = tuple(8 + 10 * step for step in range(24))  # colours 232 to 255
XTERM_BLACK, XTERM_WHITE = 16, 231
# A background for each of the twelve hues of colours.py, close in name, all different; those in DEEP have white letters.
GROUNDS_OF_SIXTEEN = (104, 43, 102, 101, 45, 103, 46, 105, 106, 41, 44, 42)
DEEP = (41, 44, 45)


def ground(colour: Colour, hue: int, colours: int) -> str:
    """Return the code for a background and a legible text colour; hue: the colour's number in HUES."""
    if colours >= TRUE_COLOUR:
        return "\x1b[38;2;{};{};{};48;2;{};{};{}m".format(*ink(colour), *colour)
    if colours >= XTERM:
        return f"\x1b[38;5;{XTERM_BLACK if ink(colour) == BLACK else XTERM_WHITE};48;5;{nearest_of_xterm(colour)}m"
    code = GROUNDS_OF_SIXTEEN[hue % len(GROUNDS_OF_SIXTEEN)]
    return f"\x1b[{97 if code in DEEP else 30};{code}m"


def nearest_of_xterm(colour: Colour) -> int:
    """Return the number of the nearest colour in xterm's cube or its greys; on a tie, the first."""
    levels = [min(range(6), key=lambda level: (abs(STEPS[level] - part), level)) for part in colour]
    cube = 16 + 36 * levels[0] + 6 * levels[1] + levels[2]
    grey = min(range(24), key=lambda step: (sum((GREYS[step] - part) ** 2 for part in colour), step))
    away = sum((STEPS[level] - part) ** 2 for level, part in zip(levels, colour, strict=True))
    return 232 + grey if sum((GREYS[grey] - part) ** 2 for part in colour) < away else cube
