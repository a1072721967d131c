"""Classic exact covers, built from their rules, with the symmetries that their counts are taken up to."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from exactcover.model.cover import Cover, cover


def queens(n: int) -> Cover:
    """n queens that do not attack each other; symmetries: the turns and mirrors of the board."""
    squares = [(r, c) for r in range(n) for c in range(n)]
    options = [(f"row{r}", f"column{c}", f"rising{r + c}", f"falling{r - c}") for r, c in squares]
    lines = [f"{what}{k}" for what in ("row", "column") for k in range(n)]
    found = cover(lines, options, secondary=sorted({name for option in options for name in option[2:]}))
    turn, mirror = [(c, n - 1 - r) for r, c in squares], [(r, n - 1 - c) for r, c in squares]
    return with_symmetries(found, squares, (turn, mirror))


def langford(n: int) -> Cover:
    """Two of each number from 1 to n in a row, k places between the two of k; symmetry: the row read backwards."""
    pairs = [(k, first, first + k + 1) for k in range(1, n + 1) for first in range(2 * n - k - 1)]
    items = [*(f"number{k}" for k in range(1, n + 1)), *(f"place{p}" for p in range(2 * n))]
    found = cover(items, [(f"number{k}", f"place{a}", f"place{b}") for k, a, b in pairs])
    return with_symmetries(found, pairs, ([(k, 2 * n - 1 - b, 2 * n - 1 - a) for k, a, b in pairs],))


def latin(n: int) -> Cover:
    """Latin squares of order n, every one of them another."""
    return _squares(n, lambda r, c: [])


def sudoku(n: int) -> Cover:
    """Filled sudokus of n x n boxes of n x n cells."""
    return _squares(n * n, lambda r, c: [f"box{r // n * n + c // n}"])


def _squares(n: int, places: Callable[[int, int], list[str]]) -> Cover:
    entries = [
        [f"cell{r},{c}", *(f"{where} {value}" for where in (f"row{r}", f"column{c}", *places(r, c)))]
        for r in range(n)
        for c in range(n)
        for value in range(n)
    ]
    return cover(sorted({item for entry in entries for item in entry}), entries)


def with_symmetries(given: Cover, names: Sequence[Hashable], maps: Iterable[Sequence[Hashable]]) -> Cover:
    """Add the group that some symmetries generate; each says which option (by name) every option becomes."""
    number = {name: option for option, name in enumerate(names)}
    options_of = [frozenset(given.owners[given.members == item].tolist()) for item in range(len(given.items))]
    item_with = {options: item for item, options in enumerate(options_of)}
    generators = [
        tuple(item_with[frozenset(number[where[option]] for option in options)] for options in options_of)
        for where in maps
    ]
    return replace(given, symmetries=np.array(closed(len(given.items), generators)))


def closed(size: int, generators: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The group of permutations that some of them generate, the identity first."""
    generators = list(generators)
    group = [tuple(range(size))]
    seen = set(group)
    for member in group:
        for generator in generators:
            further = tuple(generator[image] for image in member)
            if further not in seen:
                seen.add(further)
                group.append(further)
    return group
