"""What a page offers for a puzzle: tasks, engines that suit it, engines to compare, options, and export formats.

Whatever could only fail is left out. Not here: pages (service/page), and which engine `auto` chooses (solving/portfolio.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

import numpy as np

from encoders.puzzle import Puzzle
from exactcover import backends
from exactcover.backends.search.boards import shares
from exactcover.backends.search.graphs import consistency
from exactcover.files.exports import formats
from exactcover.model import offsets
from exactcover.model.answer import Task
from exactcover.model.cover import Cover
from exactcover.model.encoding import Encoding, Model, name_of
from exactcover.model.errors import InvalidInput
from exactcover.model.growth import Growth
from exactcover.model.linear import Linear
from exactcover.model.space import Sliding
from exactcover.model.tiling import Tiling
from exactcover.proofs.explain.phrases import joined
from exactcover.solving import portfolio
from exactcover.solving.comparable import compared_as

LEADS_TO = {
    "tiling": ("cover", "linear"),
    "growth": ("cover", "linear"),
    "cover": ("linear",),
    "sliding": ("horizon",),
}
"""The models that reductions lead to from each model that a puzzle may have, except naive placement."""
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
    suited = {task: [name for name in backends.ENGINES if _suits(name, task, model)] for task in CHOSEN}
    solvers = {name.partition(":")[0] for name in suited["solve"]}
    return {
        "tasks": [task for task in get_args(Task) if _is_possible(task, model)] + ["compare"],
        "engines": {task: [_as_chosen(name, model) for name in names] for task, names in suited.items()},
        "compared": [name for name in puzzle.engines() if name.partition(":")[0] in solvers],
        "options": _options(model),
        "formats": _writable(puzzle, encoding),
    }


def contenders(puzzle: Puzzle) -> Mapping[str, Any]:
    """Return the engines for a comparison on a puzzle.

    suited: those that can solve it, as they are requested, those that are compared by default first; compared: these;
    complete: those of them that can prove that nothing is better, or that there is none; unsuited: a sentence for each other.
    """
    model = puzzle.encode().model
    names = [name for name in backends.ENGINES if _suits(name, "solve", model)]
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
        "unsuited": {name: _why_not(name, model) for name in backends.ENGINES if name not in names},
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


def _why_not(name: str, model: Model) -> str:
    """Return why an engine does not suit a model."""
    engine = backends.engine(name)
    if "solve" not in engine.can:
        return "It does not look for solutions."
    reachable = {name_of(model), *LEADS_TO.get(name_of(model), ())}
    if name in NEEDS and reachable & set(engine.accepts):
        return NEEDED[name]
    if "naive placement" in engine.accepts and isinstance(model, Tiling):
        return "It places counted pieces, and here some may be used in any number."
    if isinstance(model, Sliding):
        return "It fills boards, and the blocks of this puzzle move."
    taken = joined([TAKEN.get(each, each) for each in engine.accepts], "or")
    return f"It takes {taken}; this is {TAKEN.get(name_of(model), name_of(model))}."


def _is_possible(task: Task, model: Model) -> bool:
    """Return whether a task does not fail for every puzzle with such a model."""
    if task == "prove":
        return True
    if isinstance(model, Sliding):
        return task == "solve"
    return any(_suits(name, task, model) for name in backends.ENGINES)


def _suits(name: str, task: Task, model: Model) -> bool:
    """Return whether an engine can do a task for a model."""
    engine = backends.engine(name)
    if task not in engine.can or (isinstance(model, Sliding) and task != "solve"):
        return False
    if name in NEEDS and not NEEDS[name](model):
        return False
    if {name_of(model), *LEADS_TO.get(name_of(model), ())} & set(engine.accepts):
        return True
    return "naive placement" in engine.accepts and isinstance(model, Tiling) and _is_counted(model)


def _is_counted(model: Tiling) -> bool:
    """Return whether the number of copies of each piece is known, which a search that places pieces expects."""
    copies = sum(piece.most for piece in model.pieces)
    return all(piece.least == piece.most for piece in model.pieces) and copies <= model.region.size


def _is_plain(model: Model) -> bool:
    """Return whether a model is a packing that covers each cell, without colours."""
    return isinstance(model, Tiling) and model.grounds is None and not any(piece.empty for piece in model.pieces)


def _is_box(model: Model) -> bool:
    """Return whether a model is such a packing of a rectangle or a box."""
    if not isinstance(model, Tiling) or not _is_plain(model) or not model.region.any():
        return False
    corners = [(int(axis.min()), int(axis.max()) + 1) for axis in np.nonzero(model.region)]
    return bool(model.region[tuple(slice(*corner) for corner in corners)].all())


def _is_counted_rectangle(model: Model) -> bool:
    """Return whether a model is a packing of a rectangle with pieces counted to fill it."""
    if not isinstance(model, Tiling) or not _is_box(model) or not model.pieces:
        return False
    return model.dimension == 2 and shares.counts_of(model.pieces, int(model.region.sum())) is not None


def _is_plain_cover(model: Model) -> bool:
    """Return whether a model leads to a cover that states neither connectivity nor colours."""
    if isinstance(model, Cover):
        return model.connectivity is None and model.colours is None
    return isinstance(model, Tiling)


NEEDS: Mapping[str, Callable[[Model], bool]] = {
    "anneal": _is_counted_rectangle,
    "compose": _is_box,
    "fill": _is_plain,
    "highs": _is_plain_cover,
    "local-beam": _is_counted_rectangle,
    "prices": portfolio.priced,
}
"""What engines need of a model beyond its type; the test of offers runs each engine on puzzles of each kind."""


INCOMPLETE = {"anneal", "beam", "compose", "fill", "local-beam"}
"""Engines that may miss a solution."""
UNPROVED = {"batch", "dfs", "greedy", "wastar"}
"""Engines that find a solution sooner or later, and prove nothing about its cost."""
NEEDED: Mapping[str, str] = {
    "anneal": "It packs rectangles with counted pieces that fill them exactly.",
    "compose": "It composes rectangles and boxes without holes or colours.",
    "fill": "It fills every cell, without colours.",
    "highs": "It takes covers without colours and without rules on connectivity.",
    "local-beam": "It packs rectangles with counted pieces that fill them exactly.",
    "prices": "It takes exact covers whose options have costs.",
}
"""The same as sentences about an engine, for people."""
TAKEN: Mapping[str, str] = {
    "tiling": "a packing",
    "cover": "an exact cover",
    "growth": "pieces that grow from a start",
    "linear": "a linear program",
    "sliding": "sliding blocks",
    "horizon": "plans of a fixed length",
    "naive placement": "pieces placed one at a time",
    "clauses": "clauses",
}
"""The models in words."""


def _as_chosen(name: str, model: Model) -> str:
    """Return an engine as it is requested: a search from both ends does not suit pieces that grow."""
    return compared_as(name) if isinstance(model, Growth) else name


def _options(model: Model) -> list[str]:
    """Return which options of a list or a count apply."""
    costs = isinstance(model, Cover) and model.costs is not None
    turned = isinstance(model, Tiling) and model.isometries is not None
    names = {
        "optimal": costs or (isinstance(model, Growth) and model.price != "nothing"),
        "up_to_symmetry": not isinstance(model, Linear | Sliding),
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
