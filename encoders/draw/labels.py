"""Labels for the areas of a picture: their names if these are short, otherwise abbreviations and a legend.

Not here: the positions of labels, which each drawing decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count, islice, product
from string import ascii_lowercase, ascii_uppercase, digits
from textwrap import wrap
from unicodedata import combining, east_asian_width

from encoders.draw.picture import Picture

SIGNS = ascii_uppercase + ascii_lowercase + digits


@dataclass(frozen=True)
class Labels:
    """A label for each area, in order, and the lines of the legend, none if every label is a name."""

    of_area: tuple[str, ...]
    legend: tuple[str, ...]


def printable(words: str) -> str:
    """Return text with a blank for every character that terminals or XML would interpret."""
    return "".join(sign if sign.isprintable() else " " for sign in words)


def labels(picture: Picture, room: int | None = None, *, apart: bool = False) -> Labels:
    """Return labels of at most `room` terminal columns (more only if that few cannot distinguish all names).

    Without `room`, names are not abbreviated.

    Pieces of one name share a label, except in space and if no lines are drawn between pieces (`apart`), where each gets its
    own: a piece that continues in the next layer or cell could otherwise not be distinguished from its twin. If all areas have
    labels of their own, these are used. If the picture has no labels they are empty, unless nothing else shows a piece.
    """
    if not (picture.labelled or apart):
        return Labels(("",) * len(picture.areas), ())
    names = [printable(area.label or area.name) for area in picture.areas]
    kinds = sorted(set(names))
    told_apart = len(picture.dims) == 3 and not all(area.label for area in picture.areas)
    if (apart or told_apart) and len(kinds) < len(names):
        return _a_sign_each(picture, names)
    if room is None:
        return Labels(tuple(names), ())
    short = _shortened(kinds, room)
    return Labels(tuple(short[name] for name in names), _legend(kinds, short))


def _a_sign_each(picture: Picture, names: list[str]) -> Labels:
    order = sorted(range(len(names)), key=lambda number: (names[number], min(picture.areas[number].cells)))
    sign = dict(zip(order, _signs(), strict=False))
    owned: dict[str, list[str]] = {}
    for number in order:
        owned.setdefault(names[number], []).append(sign[number])
    legend = tuple(f"{' '.join(signs)} = {name}" for name, signs in owned.items())
    return Labels(tuple(sign[number] for number in range(len(order))), legend)


def _legend(kinds: list[str], short: dict[str, str]) -> tuple[str, ...]:
    """Explain every label that is not a name; if all abbreviate names in one pattern, the first suffices."""
    other = [name for name in kinds if short[name] != name]
    fronts = {name.removesuffix(short[name]) for name in other}
    if len(other) > 3 and len(fronts) == 1 and len(other) == len(kinds):
        return (f"{short[other[0]]} = {other[0]}, and so on",)
    return tuple(f"{short[name]} = {name}" for name in other)


def _signs() -> Iterator[str]:
    """Yield A to 9, then pairs of these, and so on."""
    for length in count(1):
        yield from map("".join, product(SIGNS, repeat=length))


def _shortened(kinds: list[str], room: int) -> dict[str, str]:
    """Return a label for each name: itself, the part after its hyphen, its first letters, or an unused sign."""
    short = {name: name for name in kinds if _fits(name, room)}
    taken = set(short)
    free = (sign for sign in _signs() if sign not in taken)
    for name in kinds:
        if name not in short:
            short[name] = next((c for c in _candidates(name, room) if c not in taken), "") or next(free)
            taken.add(short[name])
    return short


def _fits(words: str, room: int) -> bool:
    """Return whether text has at most `room` columns, and no wide or combining character."""
    return 0 < len(words) <= room and not any(east_asian_width(sign) in "WF" or combining(sign) for sign in words)


def _candidates(name: str, room: int) -> Iterator[str]:
    tail = name.rpartition("-")[2]
    if _fits(tail, room):
        yield tail
    letters = "".join(islice((sign for sign in name if sign.isalnum() and _fits(sign, 1)), room))
    for length in range(1, len(letters) + 1):
        yield letters[:length]


def in_lines(entries: Iterable[str], most: int) -> list[str]:
    """Wrap a legend's entries in lines of at most `most` characters (at least 20), breaking only entries that are too long."""
    lines: list[str] = []
    for entry in entries:
        if lines and len(lines[-1]) + 3 + len(entry) <= max(20, most):
            lines[-1] += "   " + entry
        else:
            lines += wrap(entry, max(20, most), subsequent_indent="  ")
    return lines
