"""What numbers of pieces come to, against going through all numbers; and where the judge asks less, never more."""

from __future__ import annotations

import random
from itertools import product

import pytest

from exactcover.judges.copies import Supply, fill, may_weigh, residues
from exactcover.model.certificate import InvalidCertificate


def totals(supplies: list[Supply], area: int) -> set[int]:
    """All total weights of numbers of pieces with this total size."""
    found = set()
    for numbers in product(*(range(each.least, each.most + 1) for each in supplies)):
        if sum(n * each.size for n, each in zip(numbers, supplies, strict=True)) == area:
            found.add(sum(n * each.weight for n, each in zip(numbers, supplies, strict=True)))
    return found


def some(rng: random.Random, least_size: int = 1) -> list[Supply]:
    """A few random supplies."""
    found = []
    for _ in range(rng.randint(0, 4)):
        least = rng.randint(0, 3)
        size, weight = rng.randint(least_size, 5), rng.randint(-4, 4)
        found.append(Supply(size, weight, least, least + rng.choice([0, 0, 1, 3, 6])))
    return found


@pytest.mark.parametrize("seed", range(150))
def test_residues_are_what_all_numbers_come_to(seed: int) -> None:
    """Residues and possible totals are exactly those of going through all numbers of copies."""
    rng = random.Random(seed)
    supplies, area, modulus = some(rng), rng.randint(0, 30), rng.randint(1, 9)
    expected = totals(supplies, area)
    assert residues(supplies, area, modulus) == {total % modulus for total in expected}
    assert fill(supplies, area) == bool(expected)
    for total in range(-40, 40):
        assert may_weigh(supplies, area, total, 0) == (total in expected)
        assert may_weigh(supplies, area, total, modulus) == (total % modulus in {t % modulus for t in expected})


@pytest.mark.parametrize("seed", range(40))
def test_sizes_of_0_leave_the_area_out(seed: int) -> None:
    """Items of covers have no size: all numbers within bounds count."""
    rng = random.Random(seed)
    supplies = [each._replace(size=0) for each in some(rng)]
    modulus = rng.randint(1, 9)
    assert residues(supplies, 0, modulus) == {total % modulus for total in totals(supplies, 0)}


@pytest.mark.parametrize("seed", range(40))
def test_too_many_areas_are_asked_less(seed: int) -> None:
    """Where areas and residues are too many, the residues found include all true ones, and bounds still count."""
    rng = random.Random(seed)
    supplies, area, modulus = some(rng), rng.randint(0, 30), rng.randint(1, 9)
    found = residues(supplies, area, modulus, most_bits=1)
    assert found >= {total % modulus for total in totals(supplies, area)}
    if sum(each.size * each.least for each in supplies) > area:
        assert not found


def test_bounds_of_time_and_memory_hold() -> None:
    """A board of 10^8 cells is answered by bounds and divisors; ranges beyond the limit are refused."""
    many = [Supply(4, 0, 0, 10**8), Supply(6, 0, 0, 10**8)]
    assert fill(many, 10**8)
    assert not fill(many, 10**8 + 1)
    assert may_weigh([Supply(0, 1, 0, 10**18)], 0, 5, 0)
    with pytest.raises(InvalidCertificate, match="2000 ranges of copies modulo 9999 are more than the judge tries"):
        residues([Supply(0, weight, 0, 10**18) for weight in range(2000)], 0, 9999)
