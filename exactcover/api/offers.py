"""What a page offers for a puzzle: tasks, engines that suit it, engines to compare, options, and export formats.

Whatever could only fail is left out. Not here: pages (service/page), and which engine `auto` chooses (solving/portfolio.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from encoders.puzzle import Puzzle
from exactcover import backends
from exactcover.api import suits
from exactcover.backends.search.graphs import consistency
from exactcover.files.exports import formats
from exactcover.model import offsets
from exactcover.model.answer import Task
from exactcover.model.cover import Cover
from exactcover.model.encoding import Encoding, Model
from exactcover.model.errors import InvalidInput
from exactcover.model.growth import Growth
from exactcover.model.linear import Linear
from exactcover.model.space import Sliding
from exactcover.model.tiling import Tiling
from exactcover.solving.comparable import compared_as

CHOSEN: tuple[Task, ...] = ("solve", "list", "count")
"""The tasks for which a user may choose the engine."""
MOST_TRIED = 20_000
"""The most placements of a packing whose export formats are tried; for more, they are offered untried."""

UNREAD: Mapping[str, Any] = {
    "tasks": [*get_args(Task)],
    "engines": {task: [] for task in CHOSEN},
    "compared": [],
    "options": [],
    "formats": [],
}
"""What is offered before the keys make a puzzle."""


def offers(puzzle: Puzzle) -> Mapping[str, Any]:
    """Return what can be done with a puzzle.

    tasks: the tasks; engines: for each task that takes one, the engines that suit; compared: the engines that are compared by
    default; options: those options that apply; formats: the formats in which it can be written.
    """
    encoding = puzzle.encode()
    model = encoding.model
    suited = {task: [name for name in backends.ENGINES if suits.is_suited(name, task, model)] for task in CHOSEN}
    solvers = {name.partition(":")[0] for name in suited["solve"]}
    return {
        "tasks": [task for task in get_args(Task) if _is_possible(task, model)] + ["compare"],
        "engines": {task: [_as_chosen(name, model) for name in names] for task, names in suited.items()},
        "compared": [name for name in puzzle.engines() if name.partition(":")[0] in solvers],
        "options": _options(model, symmetric=encoding.symmetric),
        "formats": _writable(puzzle, encoding),
    }


def contenders(puzzle: Puzzle) -> Mapping[str, Any]:
    """Return the engines for a comparison on a puzzle.

    suited: those that can solve it, as they are requested, those that are compared by default first; compared: these;
    complete: those of them that can prove that nothing is better, or that there is none; unsuited: a sentence for each other.
    """
    model = puzzle.encode().model
    reasons = suits.reasons(model)
    names = [name for name, why in reasons.items() if why is None]
    compared = [name for name in puzzle.engines() if name.partition(":")[0] in names]
    bases = {name.partition(":")[0] for name in compared}
    suited = compared + [_as_chosen(name, model) for name in names if name not in bases] + _variants(model)
    without_proof = INCOMPLETE | (UNPROVED if _has_costs(model) else set())
    return {
        "suited": suited,
        "compared": compared,
        "complete": [
            name for name in suited if name.partition(":")[0] not in without_proof and _never_overestimates(name, model)
        ],
        "unsuited": {name: why for name, why in reasons.items() if why is not None},
    }


def _never_overestimates(name: str, model: Model) -> bool:
    """Return whether the estimate that an engine is requested with is proved to be a lower bound; True without one."""
    engine, _, estimate = name.partition(":")
    if engine != "astar" or not isinstance(model, Sliding) or estimate not in model.heuristics:
        return True
    return consistency.proved(model, estimate)


def _variants(model: Model) -> list[str]:
    """Return A* and greedy search with each named estimate of a puzzle of moves."""
    if not isinstance(model, Sliding):
        return []
    named = [
        name
        for name in model.heuristics
        if not (name[0] == "h" and name[1:].isdecimal() and "misplaced" in model.heuristics)
    ]
    return [f"{engine}:{name}" for engine in ("astar", "greedy") for name in named] if len(named) > 1 else []


def unit(puzzle: Puzzle) -> str:
    """Return what the costs of solutions count: `move`, `cost`, or nothing if solutions have no cost."""
    model = puzzle.encode().model
    return "move" if isinstance(model, Sliding) else "cost" if _has_costs(model) else ""


def _has_costs(model: Model) -> bool:
    """Return whether solutions of a model differ in cost: plans in their length."""
    if isinstance(model, Growth):
        return model.price != "nothing"
    return isinstance(model, Sliding) or (isinstance(model, Cover) and model.costs is not None)


def _is_possible(task: Task, model: Model) -> bool:
    """Return whether a task does not fail for every puzzle with such a model."""
    if task == "prove":
        return True
    if isinstance(model, Sliding):
        return task == "solve"
    return any(suits.is_suited(name, task, model) for name in backends.ENGINES)


INCOMPLETE = {"anneal", "beam", "compose", "fill", "local-beam"}
"""Engines that may miss a solution."""
UNPROVED = {"batch", "dfs", "greedy", "wastar"}
"""Engines that find a solution sooner or later, and prove nothing about its cost."""
"""The models in words."""


def _as_chosen(name: str, model: Model) -> str:
    """Return an engine as it is requested: a search from both ends does not suit pieces that grow."""
    return compared_as(name) if isinstance(model, Growth) else name


def _options(model: Model, *, symmetric: bool) -> list[str]:
    """Return which options of a list or a count apply."""
    costs = isinstance(model, Cover) and model.costs is not None
    turned = isinstance(model, Cover) and model.rotations is not None
    turned = turned or (isinstance(model, Tiling) and model.isometries is not None)
    names = {
        "optimal": costs or (isinstance(model, Growth) and model.price != "nothing"),
        "up_to_symmetry": symmetric and not isinstance(model, Linear | Sliding),
        "rotations_only": turned,
    }
    return [name for name, applies in names.items() if applies]


def _writable(puzzle: Puzzle, encoding: Encoding) -> list[str]:
    """Return the formats in which a puzzle can be written, as the start of each file shows."""
    model = encoding.model
    if isinstance(model, Tiling) and _placements(model) > MOST_TRIED:
        coloured = model.grounds is not None
        return [*(name for name in formats.MODELS if not coloured or name in formats.COLOURED), *puzzle.formats()]
    if isinstance(model, Tiling):
        model = formats.options_of(model)
    return [name for name in (*formats.MODELS, *puzzle.formats()) if _is_written(puzzle, model, name, encoding)]


def _is_written(puzzle: Puzzle, model: Model, name: str, encoding: Encoding) -> bool:
    try:
        if name in puzzle.formats():
            next(iter(puzzle.in_format(name)), None)
        elif name == "dimacs":  # its first line has the number of clauses, which all have to be made
            formats.model_in(model, name, encoding.unit)
            return isinstance(model, Cover) and model.costs is None
        elif name != "json" or not isinstance(model, Linear):  # which is written as the puzzle
            next(formats.model_in(model, name, encoding.unit), None)
    except InvalidInput:
        return False
    return True


def _placements(model: Tiling) -> int:
    return sum(int(window.sum()) for windows in offsets.fitting(model) for window in windows)
