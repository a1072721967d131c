"""The possible totals of numbers of pieces: their total size and, modulo a number, the total of a weight.

For judges: exact, in integers, and bounded; if the exact sets would be too large, it uses weaker conditions (and so proves
less).
"""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd
from typing import NamedTuple

from exactcover.model.certificate import InvalidCertificate

MOST_BITS = 2**36  # written in all
MOST_BITS_AT_ONCE = 2**30
MOST_STEPS = 2**23  # sets of areas processed in all
MOST_SPREAD = 10**4  # exact totals that are distinguished one by one


class Supply(NamedTuple):
    """Pieces that count alike: their size and weight, and the least and most copies."""

    size: int
    weight: int
    least: int
    most: int


def merged(supplies: Iterable[Supply]) -> list[Supply]:
    """Return the supplies, those of equal size and weight merged."""
    ranges: dict[tuple[int, int], tuple[int, int]] = {}
    for size, weight, least, most in supplies:
        few, many = ranges.get((size, weight), (0, 0))
        ranges[size, weight] = (few + least, many + most)
    return [Supply(*key, *range_) for key, range_ in sorted(ranges.items())]


def fill(supplies: Iterable[Supply], area: int) -> bool:
    """Return whether numbers of pieces within their bounds may have this total area; True if that takes too long to decide."""
    return bool(residues([supply._replace(weight=0) for supply in supplies], area, 1))


def residues(supplies: Iterable[Supply], area: int, modulus: int, most_bits: int = MOST_BITS) -> set[int]:
    """Return what the total weight can be modulo `modulus` (1 or more) where the total size is `area`.

    The set may be too large, never too small: if areas and residues together are too many, the only condition on the area is
    that neither the bounds nor the greatest common divisor of the sizes exclude it. Raises InvalidCertificate if even the
    residues alone are too many.
    """
    different = merged(supply._replace(weight=supply.weight % modulus) for supply in supplies)
    different = [each._replace(most=min(each.most, area // each.size)) if each.size else each for each in different]
    if any(least > most for _, _, least, most in different) or not _possible(different, area):
        return set()
    steps = sum((most - least).bit_length() for _, _, least, most in different)
    if steps * modulus * (area + 1) > most_bits or modulus * (area + 1) > MOST_BITS_AT_ONCE:
        within = modulus - 1  # more copies than that come to nothing new
        apart = ((weight, least, min(most, least + within)) for _, weight, least, most in different)
        different, area = merged(Supply(0, *rest) for rest in apart), 0
        steps = sum((most - least).bit_length() for _, _, least, most in different)
    if (steps + 1) * modulus > MOST_STEPS:
        raise InvalidCertificate(f"{len(different)} ranges of copies modulo {modulus} are more than the judge tries")
    return _reached(different, area, modulus)


def may_weigh(supplies: Iterable[Supply], area: int, total: int, modulus: int) -> bool:
    """Return whether numbers of pieces of this total area may have that total weight, modulo a number or (0) exactly.

    True also if that takes too long to decide. Raises InvalidCertificate as `residues` does.
    """
    listed = list(supplies)
    if not modulus:
        ends = [sorted((weight * least, weight * most)) for _, weight, least, most in listed]
        low, high = sum(end[0] for end in ends), sum(end[1] for end in ends)
        if not low <= total <= high:
            return False
        modulus = high - low + 1  # totals this close are equal if they agree modulo this
        if modulus > MOST_SPREAD:
            return True
    return total % modulus in residues(listed, area, modulus)


def _possible(supplies: list[Supply], area: int) -> bool:
    """Return whether neither the bounds of the total size nor its divisor exclude the area."""
    fewest = sum(size * least for size, _, least, _ in supplies)
    largest = sum(size * most for size, _, _, most in supplies)
    divisor = gcd(*(size for size, _, least, most in supplies if most > least))
    return fewest <= area <= largest and (area == fewest or (divisor > 0 and (area - fewest) % divisor == 0))


def _reached(supplies: list[Supply], area: int, modulus: int) -> set[int]:
    """Return the residues of the area: for each residue the set of areas, as the bits of a number."""
    fewest = sum(size * least for size, _, least, _ in supplies)
    start = sum(weight * least for _, weight, least, _ in supplies) % modulus
    within = (1 << (area + 1)) - 1
    areas = [0] * modulus
    areas[start] = 1 << fewest
    for size, weight, least, most in supplies:
        # Steps of 1, 2, 4, ... and the rest, each taken or not, give every number of copies from 0 to most - least.
        left, step = most - least, 1
        while left > 0:
            taken = min(step, left)
            turn, shift = weight * taken % modulus, size * taken
            moved = [areas[residue - turn] << shift & within for residue in range(modulus)]
            areas = [mine | other for mine, other in zip(areas, moved, strict=True)]
            left, step = left - taken, step * 2
    return {residue for residue in range(modulus) if areas[residue] >> area & 1}
