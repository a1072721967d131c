"""Random puzzles over all lattices and wraps against second programs that share no geometry with the first.

    python -m tests.second_program_of_lattices 2000 [FIRST]

Each number from FIRST (0 if it is left out) is a puzzle: in turn a flat board of any lattice of the plane, whose placements are
compared (naive_lattices.py), a board of squares that wraps round (brute_wraps.py), and a parallelogram of hexagons or triangles
that does (brute_parallelograms.py). Of those that wrap round, the counts of packings are compared too: all of them, the classes
up to symmetry, and up to rotations alone. It prints how many agree, and each puzzle that does not; then its status is 1.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from encoders.puzzle import puzzle_of
from exactcover.model.cover import Cover
from tests.brute_parallelograms import random_folded
from tests.brute_wraps import Oracle, classes, packings, random_wrapped
from tests.naive_lattices import differences_on_flat, random_flat
from tests.test_published import counted


def differences_on_wrapped(small: Oracle) -> Iterator[str]:
    """Yield what the program and the oracle of a board that wraps round do not agree about."""
    if not small.cells:
        return
    puzzle = puzzle_of("packing", small.keys())
    cover = puzzle.encode().model
    assert isinstance(cover, Cover)
    yield from puzzle.encoding_faults(cover)
    placed = {
        (option[-1], frozenset(tuple(map(int, cell.split(","))) for cell in option[:-1]))
        for option in cover.every_option()
    }
    if placed != small.placements():
        yield f"{small} has {len(placed)} placements; expected {len(small.placements())}"
    number = len(packings(small))
    for group, rotations_only in ((cover.symmetries, False), (cover.rotations, True)):
        own, expected = (
            counted(replace(cover, symmetries=group)),
            (number, classes(small, rotations_only=rotations_only)),
        )
        if own != expected:
            yield f"{small} has {own} packings and classes, rotations only: {rotations_only}; expected {expected}"


def differences(seed: int) -> tuple[str, list[str]]:
    """Return what a random puzzle is, and what the programs do not agree about."""
    if seed % 3 == 0:
        flat = random_flat(seed)
        return f"flat {flat.lattice}", list(differences_on_flat(flat))
    if seed % 3 == 1:
        wrapped = random_wrapped(seed)
        return f"square wrap={wrapped.word}", list(differences_on_wrapped(wrapped))
    folded = random_folded(seed)
    name = "triangle" if folded.triangles else "hexagon"
    return f"{name} wrap={folded.word}", list(differences_on_wrapped(folded))


def main() -> int:
    """Compare as many puzzles as the command line says."""
    number = int(sys.argv[1])
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    all_of, agreed = Counter[str](), Counter[str]()
    for seed in range(first, first + number):
        name, sentences = differences(seed)
        all_of[name] += 1
        agreed[name] += not sentences
        for sentence in sentences:
            print(f"seed {seed}, {name}: {sentence}", flush=True)
        if (seed - first + 1) % 100 == 0:
            print(f"{agreed.total()} of {all_of.total()} agree", file=sys.stderr, flush=True)
    for name in sorted(all_of):
        print(f"{name}: {agreed[name]} of {all_of[name]} agree")
    print(f"{agreed.total()} of {all_of.total()} random puzzles agree")
    return int(agreed.total() < all_of.total())


if __name__ == "__main__":
    sys.exit(main())
