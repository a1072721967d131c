"""The command language of the 8-puzzle: set, shuffle, move and solve a state, one command per line.

setState 1b2 345 678 move up|down|left|right (the blank) printState randomizeState N maxNodes N solve A-star h1|h2 solve
beam K test

The goal is b12 345 678. `solve beam K` is the engine `batch:K`, which expands the K best states of a queue that is
never pruned. An unknown or illegal command changes nothing, and the next one is read.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from exactcover import api
from exactcover.model.answer import Answer
from exactcover.model.errors import InvalidInput, nearest
from exactcover.process.tables import table

COMMANDS = ("setState", "move", "printState", "randomizeState", "maxNodes", "solve", "test")
GOAL = "012345678"
STEPS = {"up": -3, "down": 3, "left": -1, "right": 1}
ENGINES = {"A* h1": "astar:h1", "A* h2": "astar:h2", "beam 5": "batch:5", "beam 10": "batch:10"}
SHUFFLES = (4, 8, 12, 16, 20, 30, 40, 60, 80, 120)
"""The numbers of random moves from the goal, one for each row of `test`."""
MOST_MOVES = 1_000_000


@dataclass(frozen=True)
class Reply:
    """The outcome of a line: its number, its output, and whether the line was at fault."""

    line: int
    text: str
    fault: bool = False


def run(lines: Iterable[str], seed: int = 0) -> Iterator[Reply]:
    """Yield the outcome of each line of a script; blank lines and those that begin with # have none."""
    puzzle = EightPuzzle(seed)
    for number, line in enumerate(lines, start=1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        try:
            text = puzzle.perform(words)
        except InvalidInput as fault:
            yield Reply(number, f"line {number}: {fault}", fault=True)
        else:
            if text:
                yield Reply(number, text)


class EightPuzzle:
    """The interpreter's state: nine digits, row by row, 0 for the blank; and a limit on nodes."""

    def __init__(self, seed: int = 0) -> None:
        self.state = GOAL
        self.most: int | None = None
        self.rng = random.Random(seed)

    def perform(self, words: list[str]) -> str:
        """Execute a command and return its output; raises InvalidInput and leaves the state unchanged."""
        name, *rest = words
        if name not in COMMANDS:
            raise InvalidInput(
                f"the command {name[:40]!r} is not recognized; expected {', '.join(COMMANDS)}{nearest(name, COMMANDS)}"
            )
        if name == "setState":
            self.state = _state(rest)
        elif name == "move":
            self.state = _moved(self.state, _only(rest, name, tuple(STEPS)))
        elif name == "randomizeState":
            self.state = self._shuffled(self.state, _number(rest, name, MOST_MOVES))
        elif name == "maxNodes":
            self.most = _number(rest, name, 10**18)
        elif name == "solve":
            return self._solve(rest)
        elif rest:
            raise InvalidInput(f"{name} was given {' '.join(rest)[:40]!r}; expected no arguments")
        elif name == "printState":
            return _shown(self.state)
        else:
            return self._test()
        return ""

    def _solve(self, words: list[str]) -> str:
        """Return the number of moves and the blank's moves of a plan, or why there is none."""
        answer = self._answer(self.state, _engine(words))
        if not isinstance(answer.solution, dict):
            return _unsolved(answer)
        blank = [way.lower() for way in answer.solution["blank"]]
        number = f"{len(blank)} move{'' if len(blank) == 1 else 's'}"
        return f"{number}: {' '.join(blank)}" if blank else number

    def _answer(self, state: str, backend: str) -> Answer:
        puzzle = api.puzzle("tiles", board="3x3", start=state, goal=GOAL)
        return api.solve(puzzle, backend=backend, limits=api.Limits(nodes=self.most))

    def _shuffled(self, state: str, moves: int) -> str:
        for _ in range(moves):
            state = _moved(state, self.rng.choice([way for way in STEPS if _target(state, way) is not None]))
        return state

    def _test(self) -> str:
        """Return a table of random states: moves, and how many states each method expanded."""
        lines = []
        for moves in SHUFFLES:
            state = self._shuffled(GOAL, moves)
            answers = [self._answer(state, backend) for backend in ENGINES.values()]
            cells = [f"{each.statistics.popped} ({each.cost})" if each.cost is not None else "-" for each in answers]
            lines.append((_shown(state), *cells))
        return table(("state", *(f"{name}: states (moves)" for name in ENGINES)), lines)


def _unsolved(answer: Answer) -> str:
    if answer.status == "INFEASIBLE":
        return "no solution: " + " ".join(answer.argument)
    return (
        f"no solution found: stopped at the limit of {'nodes' if answer.stop_reason == 'nodes' else answer.stop_reason}"
    )


def _state(words: list[str]) -> str:
    digits = "".join(words).replace("b", "0")
    if sorted(digits) != list(GOAL):
        raise InvalidInput(f"the state is {' '.join(words)[:40]!r}; expected b and the digits 1 to 8, each once")
    return digits


def _shown(state: str) -> str:
    text = state.replace("0", "b")
    return f"{text[:3]} {text[3:6]} {text[6:]}"


def _target(state: str, way: str) -> int | None:
    """Return the cell to which the blank would move; None at the edge."""
    blank = state.index("0")
    target = blank + STEPS[way]
    off = not 0 <= target < 9 or (way in ("left", "right") and target // 3 != blank // 3)
    return None if off else target


def _moved(state: str, way: str) -> str:
    target = _target(state, way)
    if target is None:
        raise InvalidInput(f"the blank cannot move {way}: it is at the edge of {_shown(state)}")
    cells = list(state)
    blank = state.index("0")
    cells[blank], cells[target] = cells[target], cells[blank]
    return "".join(cells)


def _only(words: list[str], name: str, known: tuple[str, ...]) -> str:
    if len(words) != 1 or words[0] not in known:
        text = " ".join(words)[:40]
        raise InvalidInput(f"{name} was given {text!r}; expected {', '.join(known)}{nearest(text, known)}")
    return words[0]


def _number(words: list[str], name: str, most: int) -> int:
    if len(words) != 1 or not words[0].isdecimal() or len(words[0]) > 19 or int(words[0]) > most:
        raise InvalidInput(f"{name} was given {' '.join(words)[:40]!r}; expected a whole number up to {most}")
    return int(words[0])


def _engine(words: list[str]) -> str:
    """Return the engine for `A-star h1`, `A-star h2` or `beam K`."""
    method, rest = (words[0], words[1:]) if words else ("", [])
    if method == "A-star":
        return f"astar:{_only(rest, 'solve A-star', ('h1', 'h2'))}"
    if method == "beam":
        width = _number(rest, "solve beam", 10**6)
        if width == 0:
            raise InvalidInput("solve beam was given 0; expected at least 1")
        return f"batch:{width}"
    raise InvalidInput(f"solve was given {' '.join(words)[:40]!r}; expected A-star h1, A-star h2 or beam K")
