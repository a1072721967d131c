"""Instances and an oracle for the tests of the kernels: plain Python, sharing nothing with what they judge."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Sequence

import numpy as np

from exactcover.kernel.instance import Instance

PENTOMINOES = {
    "F": ".XX/XX./.X.", "I": "XXXXX", "L": "XXXX/X...", "N": "XXX./..XX", "P": "XXX/XX.", "T": "XXX/.X./.X.",
    "U": "X.X/XXX", "V": "XXX/X../X..", "W": "X../XX./.XX", "X": ".X./XXX/.X.", "Y": "XXXX/.X..", "Z": "XX./.X./.XX",
}  # fmt: skip
TETROMINOES = {"I": "XXXX", "O": "XX/XX", "L": "XXX/X..", "S": "XX./.XX", "T": "XXX/.X."}


def built(least: Sequence[int], most: Sequence[int], options: Iterable[Iterable[int]]) -> Instance:
    """Return an instance from plain lists; options are item numbers."""
    rows = [sorted(option) for option in options]
    starts = np.cumsum([0] + [len(row) for row in rows])
    members = np.array([item for row in rows for item in row], dtype=np.int64)
    return Instance(np.array(least, dtype=np.int64), np.array(most, dtype=np.int64), starts.astype(np.int64), members)


def brute(given: Instance) -> set[tuple[int, ...]]:
    """Return every solution, by deciding option after option."""
    rows = [given.members[a:b].tolist() for a, b in itertools.pairwise(given.starts)]
    least, most = given.least.tolist(), given.most.tolist()
    left = [[0] * given.items for _ in range(len(rows) + 1)]
    for option in range(len(rows) - 1, -1, -1):
        left[option] = [count + (item in rows[option]) for item, count in enumerate(left[option + 1])]
    solutions: set[tuple[int, ...]] = set()

    def decide(option: int, used: list[int], chosen: tuple[int, ...]) -> None:
        if any(have + more < need for have, more, need in zip(used, left[option], least, strict=True)):
            return
        if option == len(rows):
            solutions.add(chosen)
            return
        decide(option + 1, used, chosen)
        taken = [have + (item in rows[option]) for item, have in enumerate(used)]
        if all(have <= limit for have, limit in zip(taken, most, strict=True)):
            decide(option + 1, taken, (*chosen, option))

    decide(0, [0] * given.items, ())
    return solutions


def random_instance(seed: int) -> Instance:
    """Return a small random instance with multiplicities, secondary items, empty items and single-item options."""
    rng = random.Random(seed)
    items = rng.randint(1, 8)
    kinds = rng.choice(["plain", "plain", "secondary", "multiple", "all"])
    ranges = []
    for _ in range(items):
        kind = rng.random()
        if kinds in ("secondary", "all") and kind < 0.3:
            ranges.append((0, 1))
        elif kinds in ("multiple", "all") and kind > 0.5:
            least = rng.randint(0, 3)
            ranges.append((least, least + rng.choice([0, 0, 1, 2])))
        else:
            ranges.append((1, 1))
    options: set[tuple[int, ...]] = set()
    for _ in range(rng.randint(0, 13)):
        size = rng.randint(1, min(items, rng.choice([1, 2, 3, 4])))
        options.add(tuple(sorted(rng.sample(range(items), size))))
    rows = sorted(options)
    rng.shuffle(rows)
    return built([low for low, _ in ranges], [high for _, high in ranges], rows)


def turned(picture: str, mirror: bool, dimensions: int) -> list[tuple[tuple[int, int, int], ...]]:
    """Return the orientations of a drawn piece, cells sorted and from 0, in the plane or in space."""
    cells = [(r, c, 0) for r, row in enumerate(picture.split("/")) for c, mark in enumerate(row) if mark == "X"]
    found = set()
    for axes in itertools.permutations(range(3)):
        for signs in itertools.product((1, -1), repeat=3):
            matrix = np.zeros((3, 3), dtype=np.int64)
            matrix[np.arange(3), axes] = signs
            if dimensions == 2 and (axes[2] != 2 or signs[2] < 0):
                continue
            if round(float(np.linalg.det(matrix))) != 1 and not mirror:
                continue
            moved = np.array(cells) @ matrix.T
            found.add(tuple(sorted((int(a), int(b), int(c)) for a, b, c in moved - moved.min(axis=0))))
    return sorted(found)


def packing(
    shape: tuple[int, ...], pieces: dict[str, str], copies: dict[str, tuple[int, int]] | None = None,
    holes: Iterable[tuple[int, ...]] = (),
) -> Instance:  # fmt: skip
    """Return the cover of a board by pieces: cells first, then an item a piece unless copies is None (any number of each)."""
    size = (*shape, 1)[:3]
    board = [cell for cell in itertools.product(*map(range, size)) if cell[: len(shape)] not in set(holes)]
    number = {cell: k for k, cell in enumerate(board)}
    ranges = [(1, 1)] * len(board) + [copies[name] for name in pieces if copies is not None]
    options = []
    for place, picture in enumerate(pieces.values()):
        for cells in turned(picture, mirror=len(shape) == 2, dimensions=len(shape)):
            for by in itertools.product(*map(range, size)):
                moved = [(a + by[0], b + by[1], c + by[2]) for a, b, c in cells]
                if all(cell in number for cell in moved):
                    options.append(
                        [number[cell] for cell in moved] + ([len(board) + place] if copies is not None else [])
                    )
    return built([low for low, _ in ranges], [high for _, high in ranges], options)


def once(pieces: dict[str, str], copies: int = 1) -> dict[str, tuple[int, int]]:
    """Return that every piece is used exactly `copies` times."""
    return dict.fromkeys(pieces, (copies, copies))


def langford(n: int) -> Instance:
    """Return Langford's problem: pairs of 1..n in 2n places, k between the two of k, each arrangement and its mirror."""
    options = [(k - 1, n + a, n + a + k + 1) for k in range(1, n + 1) for a in range(2 * n - k - 1)]
    return built([1] * 3 * n, [1] * 3 * n, options)


def queens(n: int) -> Instance:
    """Return n queens: rows and columns primary, diagonals secondary."""
    options = [(r, n + c, 2 * n + r + c, 4 * n - 1 + r - c + n - 1) for r in range(n) for c in range(n)]
    return built([1] * 2 * n + [0] * (4 * n - 2), [1] * (6 * n - 2), options)


def sudoku(grid: str) -> Instance:
    """Return a 9x9 sudoku; givens leave out the other options of their cell."""
    options = []
    for place, mark in enumerate(grid):
        r, c = divmod(place, 9)
        for d in range(9):
            if mark in "0." or int(mark) == d + 1:
                options.append((place, 81 + 9 * r + d, 162 + 9 * c + d, 243 + 9 * (r // 3 * 3 + c // 3) + d))
    return built([1] * 324, [1] * 324, options)


def symmetries(shape: tuple[int, ...], pieces: int, holes: Iterable[tuple[int, ...]] = ()) -> np.ndarray:
    """Return the isometries of a plane board, as permutations of its cells and of so many piece items (kept in place)."""
    board = [cell for cell in itertools.product(*map(range, shape)) if cell not in set(holes)]
    number = {cell: k for k, cell in enumerate(board)}
    height, width = shape
    rows = []
    for swap, up, left in itertools.product((False, True), repeat=3):
        moved = [((height - 1 - r) if up else r, (width - 1 - c) if left else c) for r, c in board]
        moved = [(c, r) if swap else (r, c) for r, c in moved]
        if all(cell in number for cell in moved):
            rows.append([number[cell] for cell in moved] + list(range(len(board), len(board) + pieces)))
    return np.array(rows, dtype=np.int64)
