"""Colours for the areas of a picture: one hue for each kind of piece, shades for touching pieces of one hue.

Not here: drawing. The twelve hues were found by a search that kept the smallest distance between any two of them (in OKLab)
large to normal eyes and under simulated protanopia, deuteranopia and tritanopia (Machado, Oliveira & Fernandes 2009): at least
0.098 in each of the four, where
the first twelve of matplotlib's Set3, Paired and tab20 have 0.015, 0.006 and 0.007.
"""

from __future__ import annotations

import heapq

from encoders.draw.picture import Picture

Colour = tuple[int, int, int]

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)
HUES: tuple[Colour, ...] = tuple(
    (number >> 16, number >> 8 & 255, number & 255)
    for number in (
        0x679AF9, 0xFEB846, 0xB6D4B0, 0xF78676, 0x8264CB, 0xE1F97E,
        0x3D8895, 0xB79ABB, 0x5AFDFC, 0xC34D5B, 0x6CCCFF, 0xB8831A,
    )
)  # fmt: skip
RED = 9
"""The number of the hue that is red."""
# (towards, how much): the plain hue first; six shades are enough for every plane board of connected areas
SHADES: tuple[tuple[Colour, float], ...] = (
    (WHITE, 0.0),
    (WHITE, 0.5),
    (BLACK, 0.25),
    (WHITE, 0.75),
    (BLACK, 0.45),
    (WHITE, 0.25),
)


def shade(hue: int, step: int) -> Colour:
    """Return the colour of hue number `hue` in shade number `step`; both wrap around."""
    towards, much = SHADES[step % len(SHADES)]
    return mixed(HUES[hue % len(HUES)], towards, much)


def mixed(plain: Colour, towards: Colour, much: float) -> Colour:
    """Return a mixture of two colours, 0 being the first and 1 the second."""
    red, green, blue = (round(a + (b - a) * much) for a, b in zip(plain, towards, strict=True))
    return red, green, blue


def ink(ground: Colour) -> Colour:
    """Return black or white, whichever reads better on `ground` (WCAG 2 relative luminance)."""
    light = [v / 3294.6 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in ground]
    luminance = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
    return BLACK if luminance > 0.179 else WHITE


def colours(picture: Picture) -> list[Colour]:
    """Return a colour for each area, the same for the same picture.

    A kind's hue depends only on the set of names, so a piece keeps it from one solution to the next. Areas of one hue that
    touch differ in shade, always on a plane board of connected areas, otherwise if possible.
    """
    numbers = hues(picture)
    steps = _steps(_alike_and_touching(picture, numbers))
    return [shade(hue, step) for hue, step in zip(numbers, steps, strict=True)]


def hue_of_letter(letter: str) -> int:
    """Return the hue number of a letter: only A, the car that is to leave, is red."""
    place = ord(letter) - ord("A")
    others = [hue for hue in range(len(HUES)) if hue != RED]
    return RED if place == 0 else others[(place - 1) % len(others)]


def hues(picture: Picture) -> list[int]:
    """Return the number of each area's hue, which depends on the names alone.

    Blocks named by letters have the hue of their letter, as in the page editor.
    """
    names = sorted({*(area.name for area in picture.areas), *picture.kinds})
    if all(len(name) == 1 and name.isascii() and name.isalpha() for name in names):
        kinds = {name: hue_of_letter(name) for name in names}
    else:
        kinds = {name: rank % len(HUES) for rank, name in enumerate(names)}
    return [kinds[area.name] for area in picture.areas]


def _alike_and_touching(picture: Picture, hues: list[int]) -> list[set[int]]:
    """Return for each area the areas of its hue that share an edge (in space: a face) with it."""
    forward = [step for step in picture.lattice.steps if step > (0, 0)]
    owner = {cell: number for number, area in enumerate(picture.areas) for cell in area.cells}
    touching: list[set[int]] = [set() for _ in picture.areas]
    for cell, number in owner.items():
        *layer, row, column = cell
        beside: list[tuple[int, ...]] = [(*layer, row + down, column + right) for down, right in forward]
        beside += [(above + 1, row, column) for above in layer]
        for near in beside if picture.body is None else picture.body.neighbours(cell):
            other = owner.get(near, number)
            if other != number and hues[other] == hues[number]:
                touching[number].add(other)
                touching[other].add(number)
    return touching


def _steps(touching: list[set[int]]) -> list[int]:
    """Colour a graph greedily, smallest degree last (Matula & Beck 1983): planar graphs need at most six steps."""
    left = [len(others) for others in touching]
    queue = [(degree, number) for number, degree in enumerate(left)]
    heapq.heapify(queue)
    gone = [False] * len(touching)
    order: list[int] = []
    while queue:
        degree, number = heapq.heappop(queue)
        if gone[number] or degree != left[number]:
            continue
        gone[number] = True
        order.append(number)
        for other in touching[number]:
            if not gone[other]:
                left[other] -= 1
                heapq.heappush(queue, (left[other], other))
    steps = [-1] * len(touching)
    for number in reversed(order):
        taken = [0] * len(SHADES)
        for other in touching[number]:
            if steps[other] >= 0:
                taken[steps[other]] += 1
        steps[number] = taken.index(min(taken))
    return steps
