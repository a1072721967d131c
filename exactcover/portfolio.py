"""Which engine, and which arguments in which order, for which model, and why, in one line."""

from __future__ import annotations

from exactcover import backends, provers
from exactcover.answer import Task
from exactcover.errors import InvalidInput
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model, name_of
from exactcover.model.growth import Growth
from exactcover.model.linear import Linear
from exactcover.model.space import Sliding
from exactcover.model.tiling import Tiling
from exactcover.running.job import Share, Stage

ARGUMENTS: tuple[Stage, ...] = (
    (Share("arithmetic", part=0.2),),
    (Share("colouring", 60.0, part=0.4), Share("dead", 20.0, part=0.2)),
    (Share("farkas", 30.0, part=0.3),),
    (Share("frontier", 60.0, part=0.4),),
    (Share("tree"), Share("clausal")),
    (Share("barriers", part=0.5),),
)
"""From the argument that is read at a glance to the ones that are replayed by machine; a tree and clauses have all the time left.
Of pieces that grow from a root only barriers speak, and half of the time is for the search.

Colourings and dead placements take turns, for either may be found in a moment where the other takes seconds.
"""

BELOW: tuple[Stage, ...] = ((Share("invariant", 60.0, part=0.5),), (Share("clausal"),))
"""That no plan is shorter: the states that fewer moves reach, which the judge replays, or a proof from clauses."""

QUICK: tuple[Stage, ...] = (
    (Share("arithmetic", 0.5, part=0.1),),
    (Share("colouring", 2.0, part=0.2), Share("dead", 2.0, part=0.2)),
    (Share("farkas", 1.0, part=0.1),),
    (Share("frontier", 2.0, part=0.2),),
)
"""What is tried beside a search that finds nothing: it costs a few seconds and settles boards that no search ever would."""

BESIDE_GROWING: tuple[Stage, ...] = ((Share("barriers", 30.0, part=0.3),),)
"""That a cell is out of reach, or a bound on the cost."""

MOST_BREADTH_TILES, MOST_PATTERN_CELLS = 8, 32
"""Up to so many tiles all states are visited; above, IDA* has pattern databases for boards of so many cells."""


def choose(name: str, task: Task, model: Model) -> tuple[str, str]:
    """Return the engine to run and the reason; raises InvalidInput for an unknown engine or one that cannot do the task."""
    if name != "auto":
        engine = backends.engine(name)
        if task not in engine.can:
            raise InvalidInput(f"the engine {name} cannot {task}; expected one of {', '.join(engine.can)}")
        return name, "asked for"
    sliding = isinstance(model, Sliding)
    if sliding and task != "solve":
        raise InvalidInput(f"a puzzle whose solutions are plans was asked to {task}; expected solve, or prove")
    costs = isinstance(model, Linear) and model.objective is not None
    large = isinstance(model, Sliding) and _is_large_tile_puzzle(model)
    connected = isinstance(model, Cover) and model.connectivity is not None
    growing = isinstance(model, Growth)
    choices = (
        (costs, "cpsat", "a linear model with an objective: CP-SAT brings bounds"),
        (isinstance(model, Linear), "sat", "a linear model without costs: CaDiCaL"),
        (large, "idastar", "tiles on more than 9 cells: IDA* with pattern databases needs no memory for states"),
        (sliding, "bfs", "sliding blocks: visiting every state once is the fastest proof of the shortest plan"),
        (growing and task == "solve", "cpsat", "pieces that grow from a root: CP-SAT brings solutions and bounds"),
        (growing, "exact", "pieces that grow from a root: exact search, with what does not hang together left out"),
        (connected and task == "solve", "cpsat", "a cover whose items must be connected: CP-SAT states it"),
        (True, "exact", f"a {name_of(model)}: compiled exact-cover search is the fastest engine for those"),
    )
    return next((engine, why) for fits, engine, why in choices if fits)


def _is_large_tile_puzzle(model: Sliding) -> bool:
    """Tell whether a puzzle is one of different tiles and one blank, with too many states to visit and a goal for each tile."""
    tiles = len(model.shapes)
    single = all(len(shape) == 1 for shape in model.shapes) and int(model.floor.sum()) == tiles + 1
    return single and model.cells <= MOST_PATTERN_CELLS and tiles > MOST_BREADTH_TILES and len(model.goals[0]) == tiles


def arguments(argument: str, model: Model) -> tuple[tuple[Stage, ...], str]:
    """Return the stages of provers for a proof, and why; raises InvalidInput for an unknown argument or one out of place."""
    name = name_of(model)
    if not argument:
        able = [tuple(share for share in stage if name in provers.prover(share.prover).accepts) for stage in ARGUMENTS]
        stages = tuple(stage for stage in able if stage)
        order = ", then ".join(" beside ".join(share.prover for share in stage) for stage in stages)
        return stages, f"the shorter argument first: {order}" if stages else f"no prover speaks of a {name}"
    accepts = provers.prover(argument).accepts
    if name not in accepts:
        raise InvalidInput(f"the argument {argument} speaks of a {' or a '.join(accepts)}; the puzzle is a {name}")
    return ((Share(argument),),), "asked for"


def arguments_below(argument: str) -> tuple[Stage, ...]:
    """Return the stages of provers for a bound on the moves of plans; raises InvalidInput for an argument out of place."""
    known = [share.prover for stage in BELOW for share in stage]
    if argument and argument not in known:
        raise InvalidInput(f"the argument {argument} was asked of a puzzle of moves; expected {' or '.join(known)}")
    return ((Share(argument),),) if argument else BELOW


def quick_arguments(model: Model) -> tuple[Stage, ...]:
    """Return the stages of provers that are tried beside a search where the engine was not asked for."""
    if isinstance(model, Growth):
        return BESIDE_GROWING
    return QUICK if isinstance(model, Tiling | Cover) else ()
