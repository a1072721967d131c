"""Checks how few squares a Blokus solution can cover: python3 SCRIPT PUZZLE TREES (Python 3.10 or later).

PUZZLE is a position as JSON. TREES has three lines: `bound N` (every solution covers N squares or more) or `none` (there is no
solution); `weight W`; and `targets ROW,COLUMN ...`, some of the squares that must be covered.

Take a solution of n placements that covers k squares. Within a placement, steps over edges lead to all its squares; the placement
is entered once, at a root (a square on which the first piece may begin) or over a corner of an earlier one. With a base from
which a step leads to each root, these steps are a tree of all k squares. If a square weighs 2, and a step over a corner or from
the base W, the tree weighs 2k + Wn. It contains the base and the targets, so this is at least L, the least weight of such a tree:
k >= (L - Wn) / 2. And n different pieces cover at least the sum of the n smallest sizes, and at most that of the n largest. The
least k for some n is the bound.

L is computed as by S. E. Dreyfus and R. A. Wagner, The Steiner problem in graphs, Networks 1 (1971).
"""

import heapq
import json
import sys
from itertools import product
from typing import Any

Cell = tuple[int, int]
BASE = (-9, -9)
STEPS, CORNERS = ((-1, 0), (1, 0), (0, -1), (0, 1)), ((-1, -1), (-1, 1), (1, -1), (1, 1))


def near(cell: Cell, steps: tuple[Cell, ...]) -> set[Cell]:
    """Return the squares one of some steps away, also those outside the board."""
    return {(cell[0] + down, cell[1] + right) for down, right in steps}


def pairs(cells: Any) -> set[Cell]:
    """Return a list of squares as a set."""
    return {(row, column) for row, column in cells}


class Position:
    """A canonical puzzle: the squares that may be covered, the roots, the squares that must be covered, and the sizes."""

    def __init__(self, puzzle: dict[str, Any]) -> None:
        if puzzle["kind"] != "blokus":
            sys.exit("NOT PROVED: this is no Blokus")
        self.goal, (height, width) = puzzle["goal"], map(int, puzzle["board"].split("x"))
        own, pieces = pairs(puzzle["own"]), [pairs(piece["cells"]) for piece in puzzle["pieces"]]
        closed = pairs(puzzle["holes"]) | pairs(puzzle["others"]) | own
        self.free = set(product(range(height), range(width))) - closed.union(*(near(cell, STEPS) for cell in own))
        start = set() if own else pairs([puzzle["start"]])
        self.roots = self.free & start.union(*(near(cell, CORNERS) for cell in own))
        first = set() if self.goal == "most" else start  # with that goal, no piece need be placed
        self.wanted = (pairs(puzzle.get("targets", [])) | first) - own
        self.sizes = sorted(map(len, pieces))
        for cells in pieces:
            reached, waiting = {min(cells)}, [min(cells)]
            for cell in waiting:
                new = near(cell, STEPS) & cells - reached
                reached |= new
                waiting += new
            if reached != cells:
                sys.exit("NOT PROVED: a piece is in parts")

    def steps(self, weight: int) -> dict[Cell, list[tuple[Cell, int]]]:
        """Return the steps from each square, and from the base, with their weights."""
        steps = {cell: [(each, 0) for each in near(cell, STEPS) & self.free] for cell in self.free}
        for cell in self.free:
            steps[cell] += [(each, weight) for each in near(cell, CORNERS) & self.free]
            steps[cell] += [(BASE, weight)] if cell in self.roots else []
        return steps | {BASE: [(cell, weight) for cell in self.roots]}

    def lightest(self, targets: list[Cell], weight: int) -> int | None:
        """Return the least weight of a tree of the base and the targets, None if there is none.

        trees[S][v] is that of a tree of v and the targets in S, a set of bits, without v's own weight.
        """
        steps, trees = self.steps(weight), [dict[Cell, int]()]
        for members in range(1, 1 << len(targets)):
            target, part = targets[members.bit_length() - 1], (members - 1) & members
            weighs = {} if part or target not in self.free else {target: 0}
            while part > members ^ part:  # each way to divide the set, once
                for cell, one in trees[part].items():
                    if cell in trees[members ^ part]:
                        weighs[cell] = min(weighs.get(cell, sys.maxsize), one + trees[members ^ part][cell])
                part = (part - 1) & members
            queue = [(least, cell) for cell, least in weighs.items()]
            heapq.heapify(queue)
            while queue:
                least, cell = heapq.heappop(queue)
                for each, more in steps[cell] if least == weighs[cell] else []:
                    new = least + more + (0 if cell == BASE else 2)
                    if new < weighs.get(each, sys.maxsize):
                        weighs[each] = new
                        heapq.heappush(queue, (new, each))
            trees.append(weighs)
        return trees[-1].get(BASE)

    def fewest(self, targets: list[Cell], weight: int) -> int | None:
        """Return the least number of squares that a solution covers, None if there is no solution."""
        least, possible = self.lightest(targets, weight), list[int]()
        if least is None:
            return None
        for n in range(1, len(self.sizes) + 1):
            cells = max((least - weight * n + 1) // 2, sum(self.sizes[:n]))
            possible += [cells] if cells <= sum(self.sizes[-n:]) else []
        return min(possible, default=None)


def main(problem: str, proof: str) -> None:
    """Print the statement that is proved; exits with a message if there is none."""
    with open(problem) as puzzle, open(proof) as trees:
        position, (claim, second, third) = Position(json.load(puzzle)), trees.read().splitlines()
    weight, words = int(second.removeprefix("weight ")), third.removeprefix("targets ").split(" ")
    targets = sorted({(int(row), int(column)) for row, column in (word.split(",") for word in words)})
    if weight < 0 or not position.wanted.issuperset(targets):
        sys.exit("NOT PROVED: the weight is negative, or a target need not be covered")
    fewest = position.fewest(targets, weight)
    bound = None if claim == "none" else int(claim.removeprefix("bound "))
    if fewest is not None and (bound is None or fewest < bound):
        sys.exit(f"NOT PROVED: {claim}; the trees prove that {fewest} squares are covered")
    if bound is not None and position.goal != "cover":
        sys.exit(f"NOT PROVED: {claim}; with the goal {position.goal} squares do not cost")
    print("PROVED: no solution" if bound is None else f"PROVED: every solution covers at least {bound} squares")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2]) if len(sys.argv) == 3 else sys.exit(__doc__)
