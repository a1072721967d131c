"""The referee of sliding blocks: replays a plan on the puzzle's own board, and recomputes the state graph an encoder wrote.

Plans come from untrusted files; it is independent of the encoder's states. An encoder that lost a wall, an alternative of the
goal or a distinction between blocks would make every optimum wrong.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection
from typing import Any

from encoders.geometry.lattice import Cell
from encoders.keys import shown
from encoders.sliding.blocks.blocks import Blocks
from exactcover.model.encoding import Model
from exactcover.model.space import Sliding

_WAYS = {"UP": (-1, 0), "DOWN": (1, 0), "LEFT": (0, -1), "RIGHT": (0, 1)}


def faults(puzzle: Blocks, solution: Any) -> list[str]:
    """Return the faults of a plan `{"moves": [["B", "LEFT"], ...]}`, one sentence each; none for a correct one.

    In steps a move has one direction, in moves one or more, in sequence. `blocks`, the letters in order of their first cells,
    may be omitted.
    """
    moves = solution.get("moves") if isinstance(solution, dict) else None
    if not isinstance(moves, list):
        return ['the solution has no list of moves; expected {"moves": [["B", "LEFT"], ...]}']
    order = "".join(sorted(puzzle.blocks, key=lambda letter: min(puzzle.blocks[letter])))
    if "blocks" in solution and solution["blocks"] != order:
        return [
            f"the solution is of blocks {shown(solution['blocks'])}; expected {order}, in order of their first cells"
        ]
    board: dict[Cell, str] = {cell: letter for letter, cells in puzzle.blocks.items() for cell in cells}
    where = {letter: set(cells) for letter, cells in puzzle.blocks.items()}
    for number, move in enumerate(moves, start=1):
        wrong = _replay(puzzle, board, where, move)
        if wrong:
            return [f"move {number} {wrong}"]
    return [] if _solved(puzzle, where) else ["the plan's last board is not the goal"]


def _replay(puzzle: Blocks, board: dict[Cell, str], where: dict[str, set[Cell]], move: Any) -> str:
    """Make a move on the board, or return what is wrong with it."""
    wrong = _misspelt(puzzle, move)
    if wrong:
        return wrong
    letter, *ways = move
    cells = where[letter]
    across = _across(puzzle, letter)
    for way in ways:
        if way in across:
            return f"slides {letter} {way}, across; expected it to move along its length"
        down, right = _WAYS[way]
        cells = {(row + down, column + right) for row, column in cells}
        for cell in sorted(cells):
            against = _against(puzzle, board, letter, cell)
            if against:
                return f"slides {letter} {way} {against} at {cell[0]},{cell[1]}"
    if cells == where[letter]:
        return f"brings {letter} back to where it was; expected it elsewhere"
    for cell in where[letter]:
        del board[cell]
    board.update(dict.fromkeys(cells, letter))
    where[letter] = cells
    return ""


def _misspelt(puzzle: Blocks, move: Any) -> str:
    """Return what is wrong with the format of a move, or nothing."""
    if not isinstance(move, list | tuple) or len(move) < 2:
        return f'is {shown(move)}; expected a block and its direction, such as ["B", "LEFT"]'
    letter, *ways = move
    if not isinstance(letter, str) or letter not in puzzle.blocks:
        return f"is of block {shown(letter)}; expected one of {', '.join(puzzle.blocks)}"
    if puzzle.metric == "steps" and len(ways) > 1:
        return f"has {len(ways)} directions; expected one, for plans are counted in steps"
    unknown = [way for way in ways if not isinstance(way, str) or way not in _WAYS]
    return f"has direction {shown(unknown[0])}; expected UP, DOWN, LEFT or RIGHT" if unknown else ""


def _across(puzzle: Blocks, letter: str) -> tuple[str, ...]:
    """Return the directions that a block may not take because it moves along its length only."""
    heights, widths = ({cell[axis] for cell in puzzle.blocks[letter]} for axis in (0, 1))
    height, width = max(heights) - min(heights), max(widths) - min(widths)
    if puzzle.motion == "any" or height == width:
        return ()
    return ("LEFT", "RIGHT") if height > width else ("UP", "DOWN")


def _against(puzzle: Blocks, board: dict[Cell, str], letter: str, cell: Cell) -> str:
    """Return what a block would hit on a cell, or nothing."""
    if any(not 0 <= x < n for x, n in zip(cell, puzzle.floor.shape, strict=True)):
        return "off the board"
    if not puzzle.floor[cell]:
        return "into the wall"
    other = board.get(cell, letter)
    return f"into {other}" if other != letter else ""


def _solved(puzzle: Blocks, where: dict[str, set[Cell]]) -> bool:
    """Return whether the goal is reached; interchangeable blocks may trade places."""
    if puzzle.goal == "two-ls":
        union = set().union(*(where[letter] for letter in _bent(puzzle)))
        return _is_box(union)
    firsts = {(_outline(puzzle, letter), min(cells)) for letter, cells in where.items()}
    return all((_outline(puzzle, letter), cell) in firsts for letter, cell in puzzle.goal)


def _outline(puzzle: Blocks, letter: str) -> Any:
    """Return a key of interchangeable blocks: their shape, or themselves."""
    if not puzzle.identical or _across(puzzle, letter):
        return letter
    top, left = (min(axis) for axis in zip(*puzzle.blocks[letter], strict=True))
    return frozenset((row - top, column - left) for row, column in puzzle.blocks[letter])


def _bent(puzzle: Blocks) -> list[str]:
    """Return the blocks of three cells that are not in a line."""
    return [
        letter
        for letter, cells in puzzle.blocks.items()
        if len(cells) == 3 and all(len(set(axis)) > 1 for axis in zip(*cells, strict=True))
    ]


def _is_box(cells: Collection[Cell]) -> bool:
    rows, columns = ([*axis] for axis in zip(*cells, strict=True))
    height, width = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
    return len(cells) == 6 and {height, width} == {2, 3}


def sliding_faults(puzzle: Blocks, model: Model) -> list[str]:
    """Return the differences between a state graph and the puzzle: floor, blocks, which of them are interchangeable, goal,
    metric."""
    if not isinstance(model, Sliding):
        return [f"the model is a {type(model).__name__}; expected a Sliding"]
    if model.floor.shape != puzzle.floor.shape or (model.floor != puzzle.floor).any():
        return ["the state graph's floor is not the board without its walls"]
    wrong = []
    if model.metric != puzzle.metric:
        wrong.append(f"the state graph counts {model.metric}; expected {puzzle.metric}")
    if model.motion != puzzle.motion:
        wrong.append(f"the state graph's blocks go {model.motion}; expected {puzzle.motion}")
    labels = model.start.reshape(puzzle.floor.shape)
    groups: dict[str, int] = {}
    covered: set[Cell] = set()
    for letter, cells in puzzle.blocks.items():
        marks = {int(labels[cell]) for cell in cells}
        covered.update(cells)
        groups[letter] = marks.pop() - 1
        shape = sorted((row - min(cells)[0], column - min(cells)[1]) for row, column in cells)
        right = 0 <= groups[letter] < len(model.shapes) and not marks
        if not right or list(map(tuple, model.shapes[groups[letter]].tolist())) != shape:
            return [*wrong, f"the state graph's start does not have block {letter} where and as it is"]
    if {cell for cell in itertools.product(*map(range, labels.shape)) if labels[cell]} != covered:
        wrong.append("the state graph's start has a block that is not on the board")
    if set(groups.values()) != set(range(len(model.shapes))):
        wrong.append("the state graph has a shape of block that is not on the board")
    for one, two in itertools.combinations(groups, 2):
        alike = _outline(puzzle, one) == _outline(puzzle, two)
        if (groups[one] == groups[two]) != alike:
            wrong.append(
                f"the state graph {'tells apart' if alike else 'does not tell apart'} the blocks {one} and {two}"
            )
    return wrong or _wrong_goals(puzzle, model, groups) or _wrong_bounds(puzzle, model, groups)


def _wrong_goals(puzzle: Blocks, model: Sliding, groups: dict[str, int]) -> list[str]:
    """Return whether the alternatives of a state graph's goal differ from the puzzle's."""
    columns = puzzle.floor.shape[1]
    if puzzle.goal == "two-ls":
        one, two = _bent(puzzle)
        near = list(itertools.product(range(-2, 3), range(-2, 3)))  # a box is no wider than three cells
        places = {min(cells): cells for cells in _everywhere(puzzle, two)}
        wanted = {
            frozenset({(groups[one], row * columns + column), (groups[two], (row + down) * columns + column + right)})
            for (row, column), cells in ((min(cells), cells) for cells in _everywhere(puzzle, one))
            for down, right in near
            if (row + down, column + right) in places and _is_box(cells | places[row + down, column + right])
        }
    else:
        wanted = {frozenset((groups[letter], row * columns + column) for letter, (row, column) in puzzle.goal)}
    goals = [frozenset(goal) for goal in model.goals]
    if set(goals) != wanted or len(goals) != len(wanted):
        return [f"the state graph has {len(goals)} goals that are not the puzzle's {len(wanted)}"]
    return []


def _wrong_bounds(puzzle: Blocks, model: Sliding, groups: dict[str, int]) -> list[str]:
    """Return which estimates of a state graph, its goals already judged, do not match their names, cell by cell."""
    cells = list(itertools.product(*map(range, puzzle.floor.shape)))
    away = [[abs(r - row) + abs(c - column) for row, column in cells] for r, c in cells]
    wrong = []
    for name, bound in model.heuristics.items():
        if name in ("misplaced", "manhattan"):
            table = []
            for group in range(len(model.shapes)):
                wanted = [cell for each, cell in model.goals[0] if each == group]
                whole = len(wanted) == list(groups.values()).count(group)
                steps = [min(away[cell][place] for place in wanted) if whole else 0 for cell in range(len(cells))]
                table.append(steps if name == "manhattan" else [min(1, each) for each in steps])
            right = bound.form == "sum" and bound.table is not None and bound.table.tolist() == table
        elif name == "h1":
            least = min(away[one][two] for (_, one), (_, two) in model.goals)
            table = [[max(0, steps - least) for steps in line] for line in away]
            right = bound.form == "pair" and bound.table is not None and bound.table.tolist() == table
        else:
            right = (bound.form, bound.of) in (("box", ()), ("max", ("h1", "h2")))
        named = bound.shapes is None or sorted(bound.shapes) == sorted(groups[letter] for letter in _bent(puzzle))
        if not right or not named:
            wrong.append(f"the state graph's estimate {name} is not what its name says")
    if puzzle.metric == "moves" and set(model.heuristics) - {"misplaced"}:
        wrong.append("the state graph has estimates in steps; expected moves")
    return wrong


def _everywhere(puzzle: Blocks, letter: str) -> list[frozenset[Cell]]:
    """Return every position of a block on the floor, ignoring other blocks."""
    floor = {cell for cell in itertools.product(*map(range, puzzle.floor.shape)) if puzzle.floor[cell]}
    cells = puzzle.blocks[letter]
    ways = ((row - cells[0][0], column - cells[0][1]) for row, column in floor)
    places = (frozenset((row + down, column + right) for row, column in cells) for down, right in ways)
    return [place for place in places if place <= floor]
