"""On every lattice pieces come apart by straight steps, as a naive search says, and two rules agree on steps."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

import exactcover
from encoders.geometry import lattices, sweeps
from encoders.geometry.lattice import Cell, Lattice
from encoders.packing.referee_of_steps import StepRule
from exactcover.backends.search.graphs.disassembly import come_apart
from exactcover.judges.disassembly import faults
from exactcover.model.disassembly import Steps
from exactcover.model.errors import Unsuitable

FLAT = [lattices.HEXAGON, lattices.TRIANGLE, lattices.TETRAKIS, lattices.KISRHOMBILLE]
SOLID = [lattices.PRISM, lattices.HEXAGONAL_PRISM, lattices.FCC, lattices.RHOMBIC, lattices.TETRA_OCTA]
SAMPLED = [*FLAT, lattices.PRISM, lattices.RHOMBIC, lattices.TETRA_OCTA]
EVERY = [lattices.SQUARE, lattices.CUBIC, *FLAT, *SOLID]


def by_name(lattice: Lattice) -> str:
    return lattice.name


def steps_on(lattice: Lattice) -> Steps:
    steps = sweeps.steps_of(lattice)
    assert steps is not None
    return steps


@pytest.mark.parametrize("lattice", EVERY, ids=by_name)
def test_encoder_and_referee_know_the_same_steps(lattice: Lattice) -> None:
    """A cell passes through the same cells by planes that separate bodies as by times at which they overlap."""
    steps, rule = steps_on(lattice), StepRule(lattice)
    cells = sorted(lattice.around)
    for cell in random.Random(4).sample(cells, min(2, len(cells))):
        for number, vector in enumerate(steps.vectors):
            assert set(steps.passed(number, cell)) == set(rule(cell, vector) or ())
            back = tuple(-x for x in vector)
            passed = set(rule(cell, back) or ())
            assert all(cell in (rule(other, vector) or ()) for other in passed)
    assert rule(cells[0], (7,) * lattice.dimension) is None


@pytest.mark.parametrize("lattice", EVERY, ids=by_name)
def test_a_step_takes_every_cell_to_a_cell(lattice: Lattice) -> None:
    """Steps are translations of the lattice, and a cell passes through its next place."""
    steps = steps_on(lattice)
    for number, vector in enumerate(steps.vectors):
        for cell in lattice.around:
            moved = tuple(x + y for x, y in zip(cell, vector, strict=True))
            assert lattice.around[lattice.residue(moved)] == lattice.around[cell]
            assert moved in set(steps.passed(number, cell))


@cache
def inside(lattice: Lattice, residue: Cell) -> list[tuple[Fraction, ...]]:
    """Points in the inside of a cell, on its way: mixtures of its corners with positive weights."""
    corners = sorted(set(sweeps.corners(lattice, residue)))
    chance = random.Random(9)
    mixed = []
    for _ in range(3):
        weights = [Fraction(chance.choice((1, 1, 7, 40)), 1) for _ in corners]
        mixed.append(
            tuple(
                sum((w * Fraction(at, 6) for w, at in zip(weights, axis, strict=True)), Fraction(0)) / sum(weights)
                for axis in zip(*corners, strict=True)
            )
        )
    return mixed


@pytest.mark.parametrize("lattice", SAMPLED, ids=by_name)
def test_points_of_a_moving_cell_are_in_cells_that_it_passes(lattice: Lattice) -> None:
    """Sampled points on the way are in its own place or in cells of the table; each cell of it takes up as much space."""
    steps = steps_on(lattice)
    chance = random.Random(2)
    for cell in chance.sample(sorted(lattice.around), min(2, len(lattice.around))):
        for number, vector in enumerate(steps.vectors):
            passed = {cell, *steps.passed(number, cell)}
            for point in inside(lattice, cell):
                time = Fraction(chance.randrange(1, 997), 997)
                at = [x + time * y for x, y in zip(point, vector, strict=True)]
                assert any(contains(lattice, other, at) for other in passed)


def contains(lattice: Lattice, cell: Cell, point: list[Fraction]) -> bool:
    """Whether a point is in a convex cell, its boundary included: on the inner side of each line or plane through corners."""
    corners = [[Fraction(x, 6) for x in corner] for corner in sorted(set(sweeps.corners(lattice, cell)))]
    for some in combinations(corners, lattice.dimension):
        edges = [[x - y for x, y in zip(other, some[0], strict=True)] for other in some[1:]]
        across = [-edges[0][1], edges[0][0]] if len(edges) == 1 else crossed(*edges)
        sides = [sum(n * (x - y) for n, x, y in zip(across, other, some[0], strict=True)) for other in corners]
        own = sum(n * (x - y) for n, x, y in zip(across, point, some[0], strict=True))
        if (all(side >= 0 for side in sides) and own < 0) or (all(side <= 0 for side in sides) and own > 0):
            return False
    return True


def crossed(one: list[Fraction], other: list[Fraction]) -> list[Fraction]:
    (a, b, c), (x, y, z) = one, other
    return [b * z - c * y, c * x - a * z, a * y - b * x]


def naive_level(pieces: list[list[Cell]], lattice: Lattice) -> int | None:
    """The fewest moves until something is free, by single steps of every group in every direction; None if nothing ever is."""
    rule = StepRule(lattice)
    vectors = [tuple(sign * x for x in vector) for vector in steps_on(lattice).vectors for sign in (1, -1)]
    groups = [set(some) for size in range(1, len(pieces)) for some in combinations(range(len(pieces)), size)]
    span = max(max(axis) - min(axis) for axis in zip(*(cell for piece in pieces for cell in piece), strict=True))
    far = 3 * span + 3 * lattice.modulus + 6

    def step(state: tuple[Any, ...], group: set[int], vector: Cell) -> tuple[Any, ...] | None:
        still = {cell for number, cells in enumerate(state) if number not in group for cell in cells}
        for number in group:
            if any(other in still for cell in state[number] for other in rule(cell, vector) or ()):
                return None
        return tuple(
            frozenset(tuple(x + y for x, y in zip(cell, vector, strict=True)) for cell in cells)
            if number in group
            else cells
            for number, cells in enumerate(state)
        )

    def normal(state: tuple[Any, ...]) -> tuple[Any, ...]:
        shift = [x - y for x, y in zip(min(state[0]), min(pieces[0]), strict=True)]
        return tuple(
            frozenset(tuple(x - y for x, y in zip(cell, shift, strict=True)) for cell in cells) for cells in state
        )

    start = tuple(map(frozenset, pieces))
    known, front, level = {start}, [start], 0
    while front:
        level += 1
        following = []
        for state, group, vector in product(front, groups, vectors):
            reached, number = step(state, group, vector), 1
            while reached is not None and number < far:
                if normal(reached) not in known:
                    known.add(normal(reached))
                    following.append(normal(reached))
                reached, number = step(reached, group, vector), number + 1
            if number == far:
                return level
        front = following
    return None


def assembly(lattice: Lattice, seed: int) -> list[list[Cell]]:
    """Five or more cells around a cell, most of them dealt to two or three pieces, which need not be connected."""
    chance = random.Random(seed)
    near, fresh = [min(lattice.around)], [min(lattice.around)]
    while len(near) < 5 + 3 * seed:
        for other in lattice.neighbours(fresh.pop(0)):
            if other not in near:
                near.append(other)
                fresh.append(other)
    dealt: dict[int, list[Cell]] = {}
    for cell in near:
        dealt.setdefault(chance.randrange(0, 4), []).append(cell)
    return [cells for owner, cells in sorted(dealt.items()) if owner]


@pytest.mark.parametrize("lattice", [*FLAT, *SOLID], ids=by_name)
def test_first_levels_are_those_of_a_naive_search(lattice: Lattice) -> None:
    """Of random assemblies, of which some come apart; a disassembly has no fault by the referee's rule of steps."""
    apart = 0
    for seed in range(4):
        pieces = assembly(lattice, seed)
        stage = come_apart(pieces, steps=steps_on(lattice))
        level = naive_level(pieces, lattice)
        assert (level is None) <= (stage is None)
        if stage is not None:
            apart += 1
            assert stage.levels[0] == level
            assert not list(faults(pieces, stage, rule=StepRule(lattice)))
    assert apart


def test_a_hexagon_leaves_its_notch_but_not_its_ring() -> None:
    """A ring of six hexagons keeps the one in its middle, and so do five of them; three let it go."""
    steps, rule = steps_on(lattices.HEXAGON), StepRule(lattices.HEXAGON)
    ring = list(lattices.HEXAGON.neighbours((0, 0)))
    assert come_apart([ring, [(0, 0)]], steps=steps) is None
    assert come_apart([ring[1:], [(0, 0)]], steps=steps) is None
    notch = [cell for cell in ring if cell not in ((0, 1), (1, 0), (1, -1))]
    stage = come_apart([notch, [(0, 0)]], steps=steps)
    assert stage is not None
    assert stage.levels == (1,)
    assert not list(faults([notch, [(0, 0)]], stage, rule=rule))


def test_spheres_roll_over_no_others() -> None:
    """A sphere may leave two that touch it, but it does not go along a row of them."""
    steps = steps_on(lattices.FCC)
    row = [(0, 0, 2 * number) for number in range(2)]
    number = steps.vectors.index((0, 1, 1))
    assert (0, 0, 2) not in set(steps.passed(number, (0, 0, 0)))
    assert {(1, 0, 1), (-1, 0, 1), (1, 1, 0), (-1, 1, 0), (0, 1, 1)} == set(steps.passed(number, (0, 0, 0)))
    stage = come_apart([row, [(0, 1, 1)]], steps=steps)
    assert stage is not None
    assert stage.levels == (1,)
    cage = list(lattices.FCC.neighbours((0, 0, 0)))
    assert come_apart([cage, [(0, 0, 0)]], steps=steps) is None


@pytest.mark.parametrize("lattice", [lattices.PRISM, lattices.RHOMBIC, lattices.TETRA_OCTA], ids=by_name)
def test_a_shell_keeps_its_core(lattice: Lattice) -> None:
    """A cell whose neighbours are one piece does not come out; if one of them is missing, the referee refuses to force it."""
    core = min(lattice.around)
    shell = list(lattice.neighbours(core))
    assert come_apart([shell, [core]], steps=steps_on(lattice)) is None
    rule = StepRule(lattice)
    for vector in steps_on(lattice).vectors:
        assert set(rule(core, vector) or ()) & set(shell)


def test_lines_are_not_taken_apart() -> None:
    """Pieces of edges have no inside; the refusal is a sentence."""
    puzzle = exactcover.puzzle(
        "packing", lattice="square-edges", board="2x2", pieces=[{"name": "a", "cells": [[0, 1]]}]
    )
    with pytest.raises(Unsuitable, match="square-edges are lines"):
        exactcover.disassemble(puzzle, {"placements": []})
