"""Periodic colourings: cells classified by linear forms of their coordinates, so that the size of a board does not matter.

All templates whose moduli divide q are coarsenings of the classes (r mod q, c mod q). A placement's classes depend only on its
orientation and on its offset modulo q: a family of templates needs only the board folded modulo q.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import gcd, prod

import numpy as np

from exactcover.judges.copies import may_weigh
from exactcover.model.arrays import Integers
from exactcover.model.tiling import Tiling
from exactcover.proofs.provers.colouring_folds import Folds
from exactcover.proofs.provers.colouring_lattice import (
    Echelon,
    Weights,
    moduli,
    remainder,
    simplest,
    spanned,
    spanning,
    telling,
    vector,
    weightings,
)
from exactcover.proofs.provers.colouring_pieces import Pieces

Form = tuple[tuple[int, ...], int]
"""Steps along the axes and a modulus."""
Template = tuple[Form, ...]


@dataclass(frozen=True)
class Proof:
    """A colouring by a template that proves there is no solution: its weights and those of the pieces."""

    template: Template
    weights: Weights
    pieces: tuple[int, ...]


def templates(period: int, axes: int) -> list[Template]:
    """Return the templates whose moduli divide a period: one form, or a form for each of several axes; simple ones first."""
    divisors = [m for m in range(2, period + 1) if period % m == 0]
    made: list[Template] = []
    for modulus in divisors:
        units = [u for u in range(1, modulus) if gcd(u, modulus) == 1]
        for steps in product(range(modulus), repeat=axes):
            orders = [modulus // gcd(step, modulus) for step in steps]
            alone = sum(order > 1 for order in orders) == 1
            if gcd(*steps, modulus) > 1 or (prod(orders) == modulus and not alone):
                continue  # a coarser form, or the same classes as one form per axis
            if steps == min(tuple(step * unit % modulus for step in steps) for unit in units):
                made.append(((steps, modulus),))
    for sizes in product([1, *divisors], repeat=axes):
        if sum(size > 1 for size in sizes) > 1:
            units_of = np.eye(axes, dtype=np.int64).tolist()
            made.append(tuple((tuple(units_of[a]), size) for a, size in enumerate(sizes) if size > 1))
    return sorted(made, key=_plainness)


def _plainness(template: Template) -> tuple[object, ...]:
    """Sort key of templates: few classes first; of two classes the chessboard, of more the stripes."""
    classes = prod(modulus for _, modulus in template)
    used = sum(bool(step) for steps, _ in template for step in steps)
    large = sum(sum(steps) for steps, _ in template)
    return classes, len(template), -used if classes == 2 else used, large, [-step for step in template[0][0]]


@dataclass(frozen=True, eq=False)
class Family:
    """The classes modulo a period: of the region's cells, and of each piece's distinct placements."""

    period: int
    board: Integers
    pieces: tuple[Integers, ...]


def family(tiling: Tiling, folds: Folds, period: int) -> Iterator[Family | None]:
    """Yield None while running, finally the family of a period, which divides one of those by which the tiling is folded."""
    axes = tiling.dimension
    sizes = (period,) * axes
    rows: list[Integers] = []
    for number, piece in enumerate(tiling.pieces):
        tables = [np.zeros((0, period**axes), dtype=np.int64)]
        for cells, fit in zip(piece.orientations, folds.fitting(period, number), strict=False):
            places = np.argwhere(fit)
            classes = np.ravel_multi_index(tuple(np.moveaxis((places[:, None] + cells) % period, -1, 0)), sizes)
            table = np.zeros((len(places), period**axes), dtype=np.int64)
            np.add.at(table, (np.arange(len(places))[:, None], classes), 1)
            tables.append(table)
            yield None
        narrow = np.int8 if piece.size < 128 else np.int64  # byte rows are sorted several times faster
        rows.append(np.unique(np.concatenate(tables).astype(narrow), axis=0).astype(np.int64))
    yield Family(period, folds.cells(period).ravel(), tuple(rows))


def classes(template: Template, period: int, axes: int) -> Integers:
    """Return the template's class of each class modulo the period."""
    positions = np.indices((period,) * axes, dtype=np.int64).reshape(axes, -1)
    numbers = np.zeros(period**axes, dtype=np.int64)
    for steps, modulus in template:
        numbers = numbers * modulus + np.array(steps) @ positions % modulus
    return numbers


def search(every: Family, known: Pieces, tried: set[Template], axes: int) -> Iterator[Proof | None]:
    """Yield None while running, and then the simplest proof by a template of a family, if there is one."""
    table, target = known.relations(every.pieces, every.board)
    form: Echelon = {}
    for form in spanning(table):
        yield None
        if remainder(form, vector(target)) is None:
            tried.update(templates(every.period, axes))  # coarser classes distinguish no more
            return
    fine = np.array([[row.get(place, 0) for place in range(len(target))] for row in form.values()], dtype=object)
    for template in templates(every.period, axes):
        if template in tried:
            continue
        tried.add(template)
        gather = _gather(template, every.period, axes)
        coarse, goal = spanned(fine.reshape(-1, len(target)) @ gather), target @ gather
        yield None
        if remainder(coarse, vector(goal)) is None:
            continue
        for classes_weights in _weightings(coarse, goal):
            weights = known.weights([rows @ gather for rows in every.pieces], classes_weights)
            total = int(np.array(classes_weights.values) @ (every.board @ gather))
            if not may_weigh(known.supplies(weights), known.area, total, classes_weights.modulus):
                yield Proof(template, classes_weights, weights)
                return


def _weightings(form: Echelon, target: Integers) -> Iterator[Weights]:
    """Yield weights that separate a target from a lattice, the simplest for each possible modulus, simple moduli first."""
    for modulus in moduli(form, len(target)):
        weights = simplest(form, target, modulus)
        if weights is not None:
            yield weights
    weights = telling(form, vector(target), len(target))
    if weights is not None:
        yield weights


def search_ranges(every: Family, known: Pieces, axes: int, most: int) -> Iterator[Proof | None]:
    """Yield None while running, then a proof that uses the bounds of copies: weights of pieces with restricted numbers.

    most: the largest modulus tried.
    """
    loose, _ = known.relations(every.pieces, every.board, free=False)
    for template in templates(every.period, axes):
        gather = _gather(template, every.period, axes)
        form = spanned(loose @ gather)
        for modulus in range(2, most + 1):
            for line in weightings(form, gather.shape[1], modulus):
                yield None
                classes_weights = Weights(modulus, tuple(line.tolist()))
                weights = known.weights([rows @ gather for rows in every.pieces], classes_weights)
                total = int(line @ (every.board @ gather))
                if not may_weigh(known.supplies(weights), known.area, total, modulus):
                    yield Proof(template, classes_weights, weights)
                    return


def _gather(template: Template, period: int, axes: int) -> Integers:
    """Return the 0/1 table that sums the classes modulo a period to a template's."""
    of_fine = classes(template, period, axes)
    gather = np.zeros((len(of_fine), prod(modulus for _, modulus in template)), dtype=np.int64)
    gather[np.arange(len(of_fine)), of_fine] = 1
    return gather
