"""A position of Blokus, in plain Python, for the script that exports publish.

Variables are first the placements by piece, in the order of its least orientation, by orientation and by place. Items are the
pieces, the squares that must be covered, and pairs of squares with a common edge, which only one placement may touch. A corner of
a placement is a free square that touches it at a corner but not along an edge. Then there is y(p, n) for each placement p and
each level n from 0, as many as pieces: p is reached at level n. At level 0 it covers a root, where the first piece may begin;
later, a square c with k(c, n); these are the last variables, for n from 1: c is a corner of a placement reached at level n - 1.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

KEYS = {"kind", "kind blokus", "board", "holes", "pieces", "goal", "own", "others", "anchor", "start", "targets"}
FORMATS = ("veripb", "veripb2")
STEPS, CORNERS = ((-1, 0), (1, 0), (0, -1), (0, 1)), ((-1, -1), (-1, 1), (1, -1), (1, 1))
Cells = set[tuple[int, int]]


def near(cells: Cells, steps: Any) -> Cells:
    """Return the squares one of some steps away, also those outside the board."""
    return {(row + down, column + right) for row, column in cells for down, right in steps}


def position(puzzle: dict[str, Any]) -> tuple[Cells, Cells, Cells, Cells, list[tuple[int, Cells]]]:
    """Return the squares of the box, the free, the roots, those to cover, and the piece and the squares of each placement."""
    own, others, holes, targets = (
        set(map(tuple, puzzle.get(key, []))) for key in ("own", "others", "holes", "targets")
    )
    height, width = map(int, puzzle["board"].split("x"))
    box = set(product(range(height), range(width)))
    free, start = box - holes - others - own - near(own, STEPS), set() if own else {tuple(puzzle["start"])}
    wanted = (targets | (set() if puzzle["goal"] == "most" else start)) - own
    last = (
        max(box) if puzzle["anchor"] == "legacy" else (-1, -1)
    )  # the least row and column of a placement are an anchor
    anchors = sorted((row, column) for row, column in box if row != last[0] and column != last[1])
    shapes = []
    for piece in puzzle["pieces"]:
        turns = set()
        for flip, a, b in product((False, True), (1, -1), (1, -1)):
            cells = [(a * (c if flip else r), b * (r if flip else c)) for r, c in piece["cells"]]
            top, left = map(min, zip(*cells, strict=True))
            turns.add(tuple(sorted((r - top, c - left) for r, c in cells)))
        shapes.append(sorted(turns))
    ways = ((n, near({at}, shape)) for n, turns in enumerate(sorted(shapes)) for shape, at in product(turns, anchors))
    return (
        box,
        free,
        (near(own, CORNERS) | start) & free,
        wanted,
        [(piece, cells) for piece, cells in ways if cells <= free],
    )


def model(puzzle: dict[str, Any]) -> tuple[dict[str, tuple[int, int]], list[list[str]]]:
    """Return the items of a position with their bounds, and its placements as options."""
    box, _, _, wanted, placed = position(puzzle)
    edges = {frozenset((cell, each)) for cell in box for each in near({cell}, STEPS) & box or {cell}}
    items = {f"edge {sorted(edge)}": (0, 1) for edge in edges}
    items |= {f"piece {number}": (int(puzzle["goal"] == "fill"), 1) for number in range(len(puzzle["pieces"]))}
    items |= {f"square {cell}": (1, len(placed)) for cell in wanted}
    options = [[f"piece {piece}", *(f"square {cell}" for cell in cells & wanted)] for piece, cells in placed]
    for option, (_, cells) in zip(options, placed, strict=True):
        option += [f"edge {sorted(edge)}" for edge in edges if edge & cells]
    return items, options


def formula(rows: list[Any], options: int, puzzle: dict[str, Any], text: str) -> Iterator[tuple[Any, ...]]:
    """Yield the costs, unless the file omits them, and the constraints that some choice of variables violates."""
    (_, free, roots, _, placed), levels = position(puzzle), max(1, len(puzzle["pieces"]))
    if puzzle["goal"] != "fill" and "min:" in text:  # what is left over is less by as much as is covered
        sign = -1 if puzzle["goal"] == "most" else 1
        yield "min", *((option, sign * len(cells)) for option, (_, cells) in enumerate(placed, 1))
    for own, least, most in rows:
        yield from [(least, *((option, 1) for option in own))] if least else []
        yield from [(-most, *((option, -1) for option in own))] if max(least, most) < len(own) else []
    corners = [(near(cells, CORNERS) & free) - cells - near(cells, STEPS) for _, cells in placed]
    last = {cell: options * (levels + 1) + n * levels for n, cell in enumerate(sorted(set[Any]().union(*corners)), 1)}
    reached = {(n, level): options + n * levels + level + 1 for n in range(options) for level in range(levels)}
    implied = [(n, [reached[n - 1, level] for level in range(levels)]) for n in range(1, options + 1)]
    for (n, level), here in reached.items():
        cells = placed[n][1]
        implied += [(here, [n + 1])]
        if level or not cells & roots:
            implied += [(here, [last[cell] + level for cell in cells if level and cell in last])]
    for cell, level in product(last, range(1, levels)):
        implied += [(last[cell] + level, [reached[n, level - 1] for n in range(options) if cell in corners[n]])]
    yield from (
        (0, *sorted([(one, -1), *((each, 1) for each in others)])) for one, others in implied
    )  # or one is false


def read(text: str) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield each line but comments, and what it says about the variables, if anything; ~x is 1 - x."""
    for line in text.split("\n"):
        constraint = re.fullmatch("(?:[+-][0-9]+ ~?x[0-9]+ )+>= (-?[0-9]+) ;", line)
        bound, sums = int(constraint[1]) if constraint else 0, Counter[int]()
        for times, negated, x in re.findall("([+-][0-9]+) (~?)x([0-9]+)", line):
            sums[int(x)] += -int(times) if negated else int(times)
            bound -= int(times) if negated else 0
        terms = sorted((x, times) for x, times in sums.items() if times)
        if constraint and bound > sum(min(0, times) for _, times in terms):
            yield line, (bound, *terms)
        elif not constraint and line[:1] not in ("", "*"):
            yield line, ("min" if re.fullmatch("min: ([+-][0-9]+ x[0-9]+ )*;", line) else "no constraint", *terms)
