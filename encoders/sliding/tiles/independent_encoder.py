"""Plans of tiles that slide, in plain Python, for the script that exports publish.

A plan of 1 to N moves becomes one of N if its last move is undone and redone, as often as necessary; so there are layers 0 to N,
one move apart, of which one from 1 on is the goal. Each layer has variables for the places, a tile's number and a cell, whether
the tile is there; for the cells, whether they are empty; and for the places again, whether the tile that moved was there before,
and whether it is now. Auxiliary variables follow, then one for the goal in each layer from 1 on.
"""

import re
import sys
from itertools import count, pairwise, product
from typing import Any

KEYS = {"kind", "kind tiles", "board", "start", "goal"}
FORMATS = ("lrat",)


def formula_of(clauses_of: Any, puzzle: dict[str, Any], text: str) -> list[tuple[Any, ...]]:
    """Return header and clauses, for the number of moves that the first line of the file states."""
    head = re.match("c plans of at most ([0-9]+) moves\n", text)
    if head is None or puzzle["start"] == puzzle["goal"]:
        sys.exit("the formula is not the puzzle: it states no number of moves, or the start is the goal")
    height, wide = map(int, puzzle["board"].split("x"))
    cells, tiles = list(product(range(height), range(wide))), range(1, height * wide)
    near = {(r, c): [cell for cell in cells if abs(r - cell[0]) + abs(c - cell[1]) == 1] for r, c in cells}
    places = list(product(tiles, cells))
    names: list[Any] = [*places, *cells, *(("was", *place) for place in places), *(("is", *place) for place in places)]
    layers = [{x: n * len(names) + i for i, x in enumerate(names, 1)} for n in range(int(head[1]) + 1)]
    fresh, clauses = count(len(layers) * len(names) + 1), list[list[int]]()
    for now in layers:
        rows: list[list[Any]] = [[*((tile, cell) for tile in tiles), cell] for cell in cells]
        rows += [[(tile, cell) for cell in cells] for tile in tiles] + [list(cells)]
        rows += [[(word, *place) for place in places] for word in ("was", "is") if now is not layers[0]]
        clauses += [list(clause) for row in rows for clause in clauses_of([now[x] for x in row], 1, 1, fresh)]
    for tile, cell in places:
        here = layers[0][tile, cell]
        clauses += [[here if puzzle["start"][cells.index(cell)] == tile else -here]]
    for old, now in pairwise(layers):
        for tile, cell in places:
            before, after, left, came = old[tile, cell], now[tile, cell], now["was", tile, cell], now["is", tile, cell]
            clauses += [[-left, before], [-left, -after], [-came, -before], [-came, after]]
            clauses += [[-before, after, left], [before, -after, came]]
            clauses += [[-came, *(now["was", tile, each] for each in near[cell])]]
            clauses += [[-left, *(now["is", tile, each] for each in near[cell])]]
            clauses += [[-came, old[cell]]]
        for cell in cells:
            clauses += [[-old[cell], now[cell], *(now["is", tile, cell] for tile in tiles)]]
            clauses += [[old[cell], -now[cell], *(now["was", tile, cell] for tile in tiles)]]
    goals = [(next(fresh), now) for now in layers[1:]]
    for here, now in goals:
        clauses += [[-here, now[tile, cell]] for tile, cell in zip(puzzle["goal"], cells, strict=True) if tile]
    clauses += [[here for here, _ in goals]]
    print(f"plans of at most {len(layers) - 1} moves:")
    return [("p", "cnf", f"{next(fresh) - 1}", f"{len(clauses)}"), *(tuple(sorted(clause)) for clause in clauses)]
