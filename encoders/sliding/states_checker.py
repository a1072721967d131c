"""Checks that a sliding puzzle has no plan, or none of few moves: python3 SCRIPT PUZZLE STATES (Python 3.10 or later).

PUZZLE is a puzzle as JSON; the first line of STATES is `closed`, or `bound N` for no plan of fewer than N moves, and each other
line a depth and a state. Checked: the start has depth 0, no state is a goal, and each move from a state, except from one of depth
N - 1, leads to a listed state whose depth is at most one more. So a plan of n moves ends in a state of depth at most n.
"""

import json
import sys
from math import inf
from typing import Any

Cell = tuple[int, int]
STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


class Puzzle:
    """A canonical puzzle; a state is LABEL@ROW,COLUMN of all blocks, sorted: the first cell of each in row-major order."""

    def __init__(self, puzzle: dict[str, Any]) -> None:
        tiles, board, goal = puzzle["kind"] == "tiles", puzzle["board"], puzzle["goal"]
        if tiles:
            width = int(board.split("x")[1])
            floor = {divmod(i, width): str(n or ".") for i, n in enumerate(puzzle["start"])}
        else:
            floor = {(r, c): x for r, row in enumerate(board.split("/")) for c, x in enumerate(row) if x != "#"}
        own = {x: sorted(cell for cell in floor if floor[cell] == x) for x in {*floor.values()} - {"."}}
        self.floor, self.far, self.two_ls = floor.keys(), puzzle.get("metric") == "moves", goal == "two-ls"
        self.shapes = {x: [(r - cells[0][0], c - cells[0][1]) for r, c in cells] for x, cells in own.items()}
        sides = {x: list(zip(*shape, strict=True)) for x, shape in self.shapes.items()}
        self.corners = [x for x in own if len(own[x]) == 3 and all(len(set(side)) == 2 for side in sides[x])]
        self.ways: dict[str, tuple[Cell, ...]] = dict.fromkeys(own, STEPS)
        for x in own:
            high, wide = (max(side) - min(side) for side in sides[x])
            if puzzle.get("motion") == "lengthwise" and high != wide:
                self.ways[x] = STEPS[:2] if high > wide else STEPS[2:]
        twins = {x: [y for y in own if self.shapes[y] == self.shapes[x] and self.ways[x] == STEPS] for x in own}
        label = {x: min([x, *twins[x]]) if puzzle.get("identical") == "yes" else x for x in own}
        self.start = " ".join(sorted(f"{label[x]}@{cells[0][0]},{cells[0][1]}" for x, cells in own.items()))
        if tiles:
            self.goal = {f"{n}@{i // width},{i % width}" for i, n in enumerate(goal) if n}
        elif not self.two_ls:
            self.goal = {label[each[0]] + each[1:] for each in goal.split("/")}

    def covers(self, x: str, first: Cell) -> set[Cell]:
        """Return the cells of a block with its first cell there."""
        return {(r + first[0], c + first[1]) for r, c in self.shapes[x]}

    def check(self, state: str) -> set[str]:
        """Return the states one move after a state; exits if it is a goal."""
        pairs = [each.split("@") for each in state.split(" ")]
        blocks = [(x, (int(cell.split(",")[0]), int(cell.split(",")[1]))) for x, cell in pairs]
        box = [cell for block in blocks if self.two_ls and block[0] in self.corners for cell in self.covers(*block)]
        sizes = sorted(len({cell[side] for cell in box}) for side in (0, 1))
        if sizes == [2, 3] if self.two_ls else self.goal <= set(state.split(" ")):
            sys.exit(f"NOT PROVED: {state} is a goal")
        empty, states = self.floor - {cell for block in blocks for cell in self.covers(*block)}, set()
        for i, (x, first) in enumerate(blocks):
            free, reached, waiting = empty | self.covers(x, first), {first}, [first]
            while waiting:
                r, c = waiting.pop()
                new = {(r + down, c + right) for down, right in self.ways[x]} - reached
                new = {cell for cell in new if self.covers(x, cell) <= free}
                reached |= new
                waiting += new if self.far else []
            others = [f"{y}@{cell}" for y, cell in pairs[:i] + pairs[i + 1 :]]
            states |= {" ".join(sorted([*others, f"{x}@{r},{c}"])) for r, c in reached - {first}}
        return states


def main(problem: str, proof: str) -> None:
    """Print the statement that is proved; exits with a message if there is none."""
    with open(problem) as puzzles, open(proof) as states:
        puzzle, (claim, *lines) = Puzzle(json.load(puzzles)), states.read().splitlines()
    last = inf if claim == "closed" else int(claim.removeprefix("bound ")) - 1
    depths = {state: int(depth) for depth, state in (line.split(" ", 1) for line in lines)}
    for state, depth in depths.items():
        if any(depth < last and depths.get(each, inf) > depth + 1 for each in puzzle.check(state)):
            sys.exit(f"NOT PROVED: a move from {state} leads to a state that is not listed, or listed at a later depth")
    if depths.get(puzzle.start) != 0:
        sys.exit("NOT PROVED: the start is not listed at depth 0")
    print("PROVED: no plan" if claim == "closed" else f"PROVED: no plan of fewer than {last + 1} moves")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2]) if len(sys.argv) == 3 else sys.exit(__doc__)
