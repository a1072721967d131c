"""Plans of blocks that slide, in plain Python, for the script that exports publish.

A plan of 1 to N moves becomes one of N if its last move is undone and redone as often as necessary, or that but one; so there
are layers 0 to N, one move apart, and one from 1 on is a goal. A place is a label, of blocks that are interchangeable, and the
first cell of a block. Each layer has variables for the places, whether a block is there; for the cells, whether they are empty;
and for the places again, way 0 to way n: where the block that moved was, may have been after so many steps or fewer, and is.
With metric steps n is 1, otherwise the number of empty cells. Auxiliary variables follow, then one for each goal in each layer.
"""

import re
import sys
from itertools import count, pairwise, product
from typing import Any

KEYS = {"kind", "kind blocks", "board", "goal", "metric", "identical", "motion"}
FORMATS = ("lrat",)


def blocks_of(puzzle: dict[str, Any], order: list[Any]) -> tuple[Any, ...]:
    """Return the floor, the cells of each place, those next to it, those at the start and in goals; order: of the labels."""
    drawn = {(r, c): x for r, row in enumerate(puzzle["board"].split("/")) for c, x in enumerate(row) if x != "#"}
    own = {x: sorted(cell for cell in drawn if drawn[cell] == x) for x in {*drawn.values()} - {"."}}
    shapes = {x: [(r - cells[0][0], c - cells[0][1]) for r, c in cells] for x, cells in own.items()}
    sides = {x: [max(side) - min(side) for side in zip(*shape, strict=True)] for x, shape in shapes.items()}
    line = {x for x in own if puzzle.get("motion") == "lengthwise" and sides[x][0] != sides[x][1]}
    alike = own.keys() - line if puzzle["identical"] == "yes" else set()
    label = {x: min([x, *(y for y in alike if x in alike and shapes[x] == shapes[y])]) for x in own}
    labels = [label.get(drawn.get(cell, ""), "") for cell in order]
    if sorted(labels) != sorted({*label.values()}):
        sys.exit("the formula is not the puzzle: its blocks are others")
    every = (((x, (r, c)), {(r + i, c + j) for i, j in shapes[x]}) for x in labels for r, c in sorted(drawn))
    covers = {place: cells for place, cells in every if cells <= drawn.keys()}
    every_way = ((-1, 0), (1, 0), (0, -1), (0, 1))
    ways = {x: [way for way in every_way if x not in line or (sides[x][0] > sides[x][1]) == (way[0] != 0)] for x in own}
    near = {(x, (r, c)): [y for i, j in ways[x] if (y := (x, (r + i, c + j))) in covers] for x, (r, c) in covers}
    goals = [{(label[x], (int(r), int(c))) for x, r, c in re.findall("([A-Za-z])@([0-9]+),([0-9]+)", puzzle["goal"])}]
    if puzzle["goal"] == "two-ls":  # two blocks of three cells around a corner in a box of six; by its height and place
        corners = sorted({label[x] for x in own if sides[x] == [1, 1] and len(own[x]) == 3}, key=labels.index)
        pairs = [(a, b, covers[a] | covers[b]) for a, b in product(covers, covers) if [a[0], b[0]] == corners]
        sized: list[Any] = [[*map(len, map(set, zip(*box, strict=True))), min(box), a, b] for a, b, box in pairs]
        goals = [{a, b} for high, wide, _, a, b in sorted(sized) if high * wide == len(covers[a] | covers[b]) == 6]
    return sorted(drawn), covers, near, [(label[x], cells[0]) for x, cells in own.items()], goals


def formula_of(clauses_of: Any, puzzle: dict[str, Any], text: str) -> list[tuple[Any, ...]]:
    """Return header and clauses, for the number of moves and the order of the labels that the first two lines state."""
    head = re.match("c plans of at most ([0-9]+) moves\nc blocks at((?: [0-9]+,[0-9]+)+)\n", text)
    if head is None:
        sys.exit("the formula is not the puzzle: it does not state the number of moves and the blocks")
    order = [(int(r), int(c)) for r, c in re.findall("([0-9]+),([0-9]+)", head[2])]
    floor, covers, near, blocks, goals = blocks_of(puzzle, order)
    if any(goal <= {*blocks} or not goal <= covers.keys() for goal in goals):
        sys.exit("the formula is not the puzzle: the start is the goal, or the goal is off the board")
    empty = len(floor) - sum(len(covers[place]) for place in blocks)
    steps = max(1, empty) if puzzle["metric"] == "moves" else 1
    names = [*covers, *floor, *((step, place) for step in range(steps + 1) for place in covers)]
    layers = [{x: n * len(names) + i for i, x in enumerate(names, 1)} for n in range(int(head[1]) + 1)]
    over = {cell: [place for place in covers if cell in covers[place]] for cell in floor}
    fresh, clauses = count(len(layers) * len(names) + 1), list[list[int]]()
    counts = {x: sum(x == y for y, _ in blocks) for x, _ in covers}
    for now in layers:
        rows: list[tuple[int, list[Any]]] = [(1, [*over[cell], cell]) for cell in floor]
        rows += [(counts[x], [each for each in covers if each[0] == x]) for x in counts]
        entered = [(1, [(step, place) for place in covers]) for step in (0, steps) if now is not layers[0]]
        rows += [(empty, floor), *entered]
        clauses += [[*clause] for n, own in rows for clause in clauses_of([now[x] for x in own], n, n, fresh)]
    clauses += [[layers[0][place] if place in blocks else -layers[0][place]] for place in covers]
    for old, now in pairwise(layers):
        for x in covers:
            left, came = now[0, x], now[steps, x]
            clauses += [[-left, old[x]], [-left, -now[x]], [-came, -old[x]], [-came, now[x]]]
            clauses += [[-old[x], now[x], left], [old[x], -now[x], came]]
        for cell in floor:
            clauses += [[-old[cell], now[cell], *(now[steps, y] for y in over[cell])]]
            clauses += [[old[cell], -now[cell], *(now[0, y] for y in over[cell])]]
        for n, x in product(range(1, steps + 1), covers):
            stays = [x] if steps > 1 else []
            clauses += [[-now[n, x], *(now[n - 1, y] for y in stays + near[x])]]
            clauses += [] if stays else [[-now[0, x], *(now[1, y] for y in near[x])]]
            for cell in covers[x]:
                mine = [y for y in over[cell] if y[0] == x[0] and (stays or y in near[x])]
                clauses += [[-now[n, x], old[cell], *(now[0, y] for y in mine)]]
    reached = [(next(fresh), now, goal) for now in layers[1:] for goal in goals]
    clauses += [[-here, now[place]] for here, now, goal in reached for place in goal]
    clauses += [[here for here, _, _ in reached]]
    print(f"plans of at most {head[1]} moves:")
    return [("p", "cnf", f"{next(fresh) - 1}", f"{len(clauses)}"), *(tuple(sorted(clause)) for clause in clauses)]
