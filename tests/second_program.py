"""A second program for small puzzles of every kind: it tries everything, and shares no code with the first.

It reads the keys of a puzzle as `exactcover.puzzle` does and returns what is true of it: how many solutions there are, how many
classes of symmetric ones, and the least cost. Small means a dozen cells, options or blocks; nothing here is fast.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.second_packings import Cell, Packing, Placement, moved, turned, turns
from tests.second_program_of_designs import designs, schedules

WAYS = {"UP": (-1, 0), "DOWN": (1, 0), "LEFT": (0, -1), "RIGHT": (0, 1)}


@dataclass(frozen=True)
class Truth:
    """What is true of a puzzle; None for what the puzzle does not have: plans are not counted, packings have no cost."""

    feasible: bool
    count: int | None = None
    classes: int | None = None
    cost: int | None = None


def truth(kind: str, keys: dict[str, Any]) -> Truth:
    """Return what is true of a puzzle of a kind."""
    return TRUTHS[kind](keys)


# Packings


def _of_packing(keys: dict[str, Any]) -> Truth:
    packing = Packing(keys)
    solutions = set(packing.solutions())
    group = packing.symmetries()
    seen: set[frozenset[Placement]] = set()
    classes = 0
    for solution in solutions:
        if solution not in seen:
            classes += 1
            seen.update(frozenset(map(move, solution)) for move in group)
    return Truth(bool(solutions), len(solutions), None if packing.labelled else classes)


# Covers


def _of_cover(keys: dict[str, Any]) -> Truth:
    """Each set of options is looked at; an item written `name:colour` has the colour."""
    bounds = {}
    for item in keys["items"]:
        name, least, most = item if isinstance(item, list) else (item, 1, 1)
        bounds[name] = least, most
    costs = keys.get("costs") or [0] * len(keys["options"])
    number, cheapest = 0, None
    for chosen in itertools.product((False, True), repeat=len(keys["options"])):
        entries = [name for taken, option in zip(chosen, keys["options"], strict=True) if taken for name in option]
        if all(_covered(name, least, most, entries) for name, (least, most) in bounds.items()):
            number += 1
            cost = sum(cost for taken, cost in zip(chosen, costs, strict=True) if taken)
            cheapest = cost if cheapest is None else min(cheapest, cost)
    return Truth(number > 0, number, None, cheapest if keys.get("costs") else None)


def _covered(name: str, least: int, most: int, entries: list[str]) -> bool:
    plain = entries.count(name)
    colours = {entry for entry in entries if entry.startswith(f"{name}:")}
    if colours:
        return plain == 0 and len(colours) == 1
    return least <= plain <= most


# Pictures, stars and dominoes


def _of_nonogram(keys: dict[str, Any]) -> Truth:
    """Try all pictures."""
    width = len(keys["columns"])

    def runs(line: tuple[str, ...]) -> list[int]:
        return [len(run) for run in "".join(line).split(".") if run]

    rows_of = [[line for line in itertools.product(".#", repeat=width) if runs(line) == clue] for clue in keys["rows"]]
    number = sum(
        all(runs(column) == clue for column, clue in zip(zip(*grid, strict=True), keys["columns"], strict=True))
        for grid in itertools.product(*rows_of)
    )
    return Truth(number > 0, number)


def _of_star_battle(keys: dict[str, Any]) -> Truth:
    """One star in each row: the columns are a permutation."""
    rows = keys["regions"].split("/")
    number = sum(
        len({rows[row][column] for row, column in enumerate(columns)}) == len(rows)
        and all(abs(one - other) > 1 for one, other in itertools.pairwise(columns))
        for columns in itertools.permutations(range(len(rows)))
    )
    return Truth(number > 0, number)


def _of_dominosa(keys: dict[str, Any]) -> Truth:
    """Cover the first open cell in both ways, with dominoes that are left."""
    rows = keys["grid"].split("/")

    def ways(open_cells: frozenset[tuple[int, int]], used: frozenset[str]) -> int:
        if not open_cells:
            return 1
        row, column = min(open_cells)
        total = 0
        for other in ((row, column + 1), (row + 1, column)):
            if other in open_cells:
                domino = "".join(sorted(rows[row][column] + rows[other[0]][other[1]]))
                if domino not in used:
                    total += ways(open_cells - {(row, column), other}, used | {domino})
        return total

    number = ways(frozenset((r, c) for r in range(len(rows)) for c in range(len(rows[0]))), frozenset())
    return Truth(number > 0, number)


# Tiles with coloured edges


def _of_edge_matching(keys: dict[str, Any]) -> Truth:
    """Every way to fill the cells with turned tiles, whose copies are added if they are equal up to turns."""
    (height, width), turning = keys["board"], 4 if keys["rotations"] else 1
    names = [min(tile[k:] + tile[:k] for k in range(turning)) for tile in keys["tiles"]]
    least, most = (keys["copies"][end] for end in (0, 1))
    shapes = {name[k:] + name[:k]: name for name in names for k in range(turning)}
    places = [(row, column) for row in range(height) for column in range(width)]
    number = 0
    for filling in itertools.product(shapes, repeat=len(places)):
        grid = dict(zip(places, filling, strict=True))
        used = [shapes[tile] for tile in filling]
        rim = {grid[0, c][0] for c in range(width)} | {grid[height - 1, c][2] for c in range(width)}
        rim |= {grid[r, 0][3] for r in range(height)} | {grid[r, width - 1][1] for r in range(height)}
        number += (
            all(least * names.count(name) <= used.count(name) <= most * names.count(name) for name in names)
            and all(grid[r, c][1] == grid[r, c + 1][3] for r, c in places if c + 1 < width)
            and all(grid[r, c][2] == grid[r + 1, c][0] for r, c in places if r + 1 < height)
            and (keys["border"] == "any" or len(rim) == 1)
            and (keys["border"] in ("any", "same") or rim == {keys["border"]})
            and all(grid[r, c] == tile for r, c, tile in keys.get("hints", []))
        )
    return Truth(number > 0, number)


# Symbols in grids, queens, Langford pairs


def _filled(size: int, given: str, units: list[list[int]], symbols: str) -> int:
    """How many ways there are to fill a grid so that no unit has a symbol twice."""
    grid = list(given)
    free = [place for place, mark in enumerate(grid) if mark in ".0"]

    def fits(place: int) -> bool:
        marks = [[grid[p] for p in unit if grid[p] in symbols] for unit in units if place in unit]
        return all(len(set(unit)) == len(unit) for unit in marks)

    def ways(number: int) -> int:
        if number == len(free):
            return 1
        total = 0
        for symbol in symbols[:size]:
            grid[free[number]] = symbol
            total += ways(number + 1) if fits(free[number]) else 0
        grid[free[number]] = "."
        return total

    return ways(0) if all(fits(place) for place in range(len(grid)) if place not in free) else 0


def _lines(size: int) -> list[list[int]]:
    rows = [[row * size + column for column in range(size)] for row in range(size)]
    return rows + [list(column) for column in zip(*rows, strict=True)]


def _of_sudoku(keys: dict[str, Any]) -> Truth:
    grid = keys["grid"]
    size = round(len(grid) ** 0.5)
    box = round(size**0.5)
    boxes = [
        [(top + r) * size + left + c for r in range(box) for c in range(box)]
        for top in range(0, size, box)
        for left in range(0, size, box)
    ]
    number = _filled(size, grid, _lines(size) + boxes, "123456789")
    return Truth(number > 0, number)


def _of_latin(keys: dict[str, Any]) -> Truth:
    size = keys["n"]
    number = _filled(size, keys.get("grid", "." * size * size), _lines(size), "123456789")
    return Truth(number > 0, number)


def _of_queens(keys: dict[str, Any]) -> Truth:
    size = keys["n"]
    number = sum(
        len({row + column for row, column in enumerate(columns)}) == size
        and len({row - column for row, column in enumerate(columns)}) == size
        and all(columns[row] == column for row, column in keys.get("fixed", []))
        for columns in itertools.permutations(range(size))
    )
    return Truth(number > 0, number)


def _of_langford(keys: dict[str, Any]) -> Truth:
    """A sequence and its reverse are two solutions."""

    def ways(row: list[int], number: int) -> int:
        if number == 0:
            return 1
        total = 0
        for place in range(len(row) - number - 1):
            if row[place] == row[place + number + 1] == 0:
                row[place] = row[place + number + 1] = number
                total += ways(row, number - 1)
                row[place] = row[place + number + 1] = 0
        return total

    number = ways([0] * (2 * keys["n"]), keys["n"])
    return Truth(number > 0, number)


# Plans


def _shortest(start: Hashable, solved: Callable[[Any], bool], after: Callable[[Any], Iterable[Hashable]]) -> Truth:
    """The length of a shortest plan, by layers."""
    layer, seen, steps = {start}, {start}, 0
    while layer:
        if any(map(solved, layer)):
            return Truth(True, cost=steps)
        layer = {state for one in layer for state in after(one)} - seen
        seen |= layer
        steps += 1
    return Truth(False)


def _of_tiles(keys: dict[str, Any]) -> Truth:
    height, width = map(int, keys["board"].split("x"))
    start, goal = (tuple(map(int, keys[key].split(","))) for key in ("start", "goal"))

    def after(state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        blank = state.index(0)
        for down, right in WAYS.values():
            row, column = blank // width + down, blank % width + right
            if 0 <= row < height and 0 <= column < width:
                tiles = list(state)
                tiles[blank], tiles[row * width + column] = tiles[row * width + column], 0
                yield tuple(tiles)

    return _shortest(start, lambda state: state == goal, after)


def _of_blocks(keys: dict[str, Any]) -> Truth:
    """A state is the cells of each block, in the order of their letters."""
    rows = keys["board"].split("/")
    drawn: dict[Cell, str] = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
    floor = {cell for cell, mark in drawn.items() if mark != "#"}
    letters = sorted({mark for mark in drawn.values() if mark.isalpha()})
    start = tuple(frozenset(cell for cell, mark in drawn.items() if mark == letter) for letter in letters)
    lengthwise, moves = keys.get("motion") == "lengthwise", keys.get("metric") == "moves"

    def ways(block: frozenset[Cell]) -> list[tuple[int, int]]:
        height, width = (len({cell[axis] for cell in block}) for axis in (0, 1))
        if not lengthwise or height == width:
            return list(WAYS.values())
        return [way for way in WAYS.values() if (way[0] != 0) == (height > width)]

    def steps(state: tuple[frozenset[Cell], ...], number: int) -> Iterator[tuple[frozenset[Cell], ...]]:
        others = frozenset().union(*state[:number], *state[number + 1 :])
        for down, right in ways(start[number]):
            block = frozenset((r + down, c + right) for r, c in state[number])
            if block <= floor and not block & others:
                yield (*state[:number], block, *state[number + 1 :])

    def after(state: tuple[frozenset[Cell], ...]) -> Iterator[tuple[frozenset[Cell], ...]]:
        for number in range(len(state)):
            reached = set(steps(state, number))
            fresh = reached if moves else set()
            while fresh:
                fresh = {other for one in fresh for other in steps(one, number)} - reached
                reached |= fresh
            yield from reached

    def outline(number: int) -> Hashable:
        if not keys.get("identical", True) or len(ways(start[number])) < 4:
            return letters[number]
        row, column = (min(axis) for axis in zip(*start[number], strict=True))
        return frozenset((r - row, c - column) for r, c in start[number])

    goal: list[list[str]] = [part.split("@") for part in keys["goal"].split("/")]
    wanted = {(outline(letters.index(letter)), tuple(map(int, cell.split(",")))) for letter, cell in goal}

    def solved(state: tuple[frozenset[Cell], ...]) -> bool:
        return wanted <= {(outline(number), min(block)) for number, block in enumerate(state)}

    return _shortest(start, solved, after)


# Blokus


def _of_blokus(keys: dict[str, Any]) -> Truth:
    """Every position that can be reached, as the squares covered and the pieces used."""
    height, width = map(int, keys["board"].split("x"))
    holes, own, others = (frozenset(map(tuple, keys.get(key, []))) for key in ("holes", "own", "others"))
    free = frozenset(itertools.product(range(height), range(width))) - holes - own - others
    shapes = [
        {frozenset(turned(m, map(tuple, piece["cells"]))) for m in turns(2, "isometries")} for piece in keys["pieces"]
    ]
    places = [
        {
            place
            for shape in each
            for offset in itertools.product(range(height), range(width))
            if (place := moved(shape, offset)) <= free
        }
        for each in shapes
    ]
    start, goal = tuple(keys.get("start", (0, 0))), keys["goal"]

    def legal(covered: frozenset[Cell], cells: frozenset[Cell]) -> bool:
        if not covered:
            return start in cells
        edges = {(r + a, c + b) for r, c in cells for a, b in WAYS.values()}
        corners = {(r + a, c + b) for r, c in cells for a in (-1, 1) for b in (-1, 1)}
        return not (edges | cells) & covered and bool(corners & covered)

    first = own, frozenset[int]()
    seen, pending = {first}, [first]
    while pending:
        covered, used = pending.pop()
        for piece, each in enumerate(places):
            if piece not in used:
                for cells in each:
                    after = covered | cells, used | {piece}
                    if legal(covered, cells) and after not in seen:
                        seen.add(after)
                        pending.append(after)
    if goal == "fill":
        return Truth(any(len(used) == len(places) for _, used in seen))
    if goal == "most":
        area = sum(len(piece["cells"]) for piece in keys["pieces"])
        return Truth(True, cost=area - max(len(covered - own) for covered, _ in seen))
    corners = list(itertools.product((0, height - 1), (0, width - 1)))
    targets = set(map(tuple, keys["targets"])) if goal == "cover" else set(corners)
    costs = [len(covered - own) for covered, _ in seen if targets <= covered]
    return Truth(bool(costs), cost=min(costs, default=None))


def _of_number(number: int) -> Truth:
    return Truth(number > 0, number)


TRUTHS: dict[str, Callable[[dict[str, Any]], Truth]] = {
    "block-design": lambda keys: _of_number(designs(keys)),
    "blocks": _of_blocks,
    "blokus": _of_blokus,
    "cover": _of_cover,
    "dominosa": _of_dominosa,
    "edge-matching": _of_edge_matching,
    "golfers": lambda keys: _of_number(schedules(**keys)),
    "langford": _of_langford,
    "latin": _of_latin,
    "nonogram": _of_nonogram,
    "packing": _of_packing,
    "queens": _of_queens,
    "star-battle": _of_star_battle,
    "sudoku": _of_sudoku,
    "tiles": _of_tiles,
}
