"""Which engine, or which engines side by side, and which arguments in which order, suit a model, and why, in one line."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover import backends
from exactcover.model.answer import Task
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model, name_of
from exactcover.model.errors import InvalidInput
from exactcover.model.growth import Growth
from exactcover.model.linear import Linear
from exactcover.model.space import Sliding
from exactcover.model.tiling import Tiling
from exactcover.proofs import provers
from exactcover.solving.plan import BestAndBound, CountListed, Entrant, Prove, Race, Run, Share, Stage

ARGUMENTS: tuple[Stage, ...] = (
    (Share("arithmetic", part=0.2),),
    (Share("colouring", 60.0, part=0.4), Share("dead", 20.0, part=0.2)),
    (Share("farkas", 30.0, part=0.3),),
    (Share("frontier", 60.0, part=0.4),),
    (Share("tree"), Share("clausal")),
    (Share("barriers", part=0.5),),
    (Share("steiner"),),
    (Share("prices"),),
)
"""From the argument that people verify at a glance to those that a machine replays; a tree and clauses get all remaining time.

Only barriers and Steiner trees apply to pieces that grow from a root; a search for the best runs side by side with them.
Colourings and dead placements take turns, because either may be found in a moment when the other takes seconds.
"""

BELOW: tuple[Stage, ...] = ((Share("invariant", 60.0, part=0.5),), (Share("clausal"),))
"""That no plan is shorter: the states reachable in fewer moves, which the judge replays, or a proof from clauses."""

QUICK: tuple[Stage, ...] = (
    (Share("arithmetic", 0.5, part=0.1),),
    (Share("colouring", 2.0, part=0.2), Share("dead", 2.0, part=0.2)),
    (Share("farkas", 1.0, part=0.1),),
    (Share("frontier", 2.0, part=0.2),),
)
"""Arguments tried during a search that finds nothing: they cost a few seconds and settle boards that no search ever would."""

AHEAD, MOST_FIRST = 2, 50_000
"""The number of those stages that precede the search of a model with more placements than this: listing them takes seconds."""

BY_CUBES = "tree"
"""The argument that an executor finds."""

BESIDE_GROWING: tuple[Stage, ...] = ((Share("barriers", 30.0, part=0.3),),)
"""That a cell is out of reach."""

RACED: tuple[Stage, ...] = (
    (Share("arithmetic", 4.0, part=0.2),),
    (Share("colouring", 60.0, part=0.5), Share("dead", 60.0, part=0.5)),
    (Share("farkas", 10.0, part=0.2),),
    (Share("frontier", 20.0, part=0.3),),
)
"""Arguments tried in turns with engines side by side: longer than QUICK, because the others have their turns in between."""

SURE_CELLS = 100
"""Regions of at most this many cells are searched by exact alone."""
MOST_OPTIONS = 200_000
"""A tiling with more placements than this is not written out as a cover."""
FILL_NODE_SECONDS, FEW_ORIENTATIONS, MOST_TIMES = 8e-7, 100, 2.0
EXACT_NODE_SECONDS_CELL, EXACT_NODE_SECONDS_MOST, EXACT_WEIGHT = 5e-8, 5e-5, 0.5
FILL_SECONDS_SINGLE, FILL_SECONDS_SINGLE_CELL = 0.1, 2.2e-4
COMPOSE_HASTE, PATIENCE, EXACT_AHEAD, MOST_SINGLE = 1.3, 1.3, 0.5, 40
EXACT_START, EXACT_START_CELL, PROVERS_START, PROVERS_LATEST = 0.02, 5e-4, 0.03, 0.5
"""Of a race: the seconds per node of each engine, the weight of `exact` in it, and when the runs that wait begin.

Of `fill` and `compose`, the one with the shorter estimated time goes first; `compose` only if its estimate is shorter by the
factor COMPOSE_HASTE, because it often takes longer than estimated, and not at all for up to MOST_SINGLE pieces used once each.
The other begins a little after both should be done. If all pieces are alike, `fill` often stalls. To list some packings,
`exact` has a head start of EXACT_AHEAD, because it can tell that there are no others. Its preparation takes longer on larger
boards. Provers begin soon, as no filler can tell that a board is impossible; on a large one they give up after half a second.

Historical note. Y5 on 20x40: `compose` alone took 0.05 CPU seconds, `auto` 0.9 when a node of `exact` was counted as a tenth of
that and `fill` began after 0.01; solid pentominoes in 30x40x50: 0.1, and 0.4 when `fill` began after 0.07. Tetromino sets
28x70: `fill` alone 0.003, `auto` 0.007 when `compose` went first, which takes 0.007. Dominoes on 1000x1000 without two corners
of one colour: refuted in 1 second, and in 310 when provers waited for twice the estimated time of `fill`. 35 hexominoes on
15x15 less 3x5, with an unlucky seed: `exact` alone 0.5, `auto` 11 when a node of `exact` was counted as five times what it
takes there, one of `fill` as half.
"""

PROVERS_OWED = 0.4
"""The fraction of the processor time owed to provers that take turns with engines looking for a solution."""
PROVERS_PART = 0.5
"""The fraction of the time for each prover that runs side by side with a search for the best."""

GROWING_NODE_SECONDS = 5e-7
"""Of A* on pieces that grow: the seconds per state, for each cell and each set of the cells to be joined."""
GROWING_TERMINALS = 8
STEINER_START, BARRIERS_START, ROWS_START = 0.3, 0.6, 2.0
"""Most boards are done before these begin."""
ROWS_WEIGHT = 0.25

BRANCHING_NODE_SECONDS, MOVED_SECONDS, BRANCHING_NODES = 5e-7, 1e-8, 500
"""Of exact search for the cheapest: seconds per node, and per entry of the options that it leaves out; nodes of a look."""
SHORT_LOOK, LONGEST_LOOK, MOST_BRANCHED = 0.003, 0.1, 5_000
"""If a look takes less than SHORT_LOOK, exact goes first; if more than LONGEST_LOOK, or with more options, prices run alone."""
LOOKS, PRICES_AHEAD = 0.009, 20.0
"""The clock of exact after two looks, each with a solution; and otherwise by how many looks prices are ahead."""
CLAUSES_START, CLAUSES_PART, EXACT_LATER, EXACT_TRIAL = 8.0, 0.25, 0.5, 0.5
"""When CP-SAT joins both, and its weight; when exact begins at the earliest, unless it goes first; and how long its trial is."""

DEEPENING_NODE_SECONDS, LARGE_DEEPENING_NODE_SECONDS, TILE_BEAM_NODE_SECONDS = 1e-7, 2.5e-7, 5e-7
BEAM_START, BEAM_WEIGHT, DEEPENING_WAIT, DEEPENED_CELLS = 0.1, 0.5, 0.05, 16
"""Of tiles: the seconds per node, and which engine begins when.

IDA* solves nearly all of Korf's hundred before the beams begin. On larger boards, where it rarely ends, the first beam, of a
twentieth of a second, goes first, and both get the same time.
"""
BREADTH_NODE_SECONDS, BLOCKS_BEAM_NODE_SECONDS, BREADTH_PATIENCE = 1.2e-6, 2e-6, 0.5
"""Of sliding blocks: approximate seconds per state of bfs and of a beam, and the time that bfs has before the first beam."""
MOST_BREADTH_TILES, MOST_PATTERN_CELLS = 8, 32
"""Up to this many tiles, all states are visited; above, IDA* has pattern databases for boards of at most this many cells."""


def choose(name: str, task: Task, model: Model) -> tuple[str, str]:
    """Return the engine to run and the reason; raises InvalidInput for an unknown engine or one that cannot do the task."""
    if name != "auto":
        engine = backends.engine(name)
        if task not in engine.can:
            raise InvalidInput(f"the engine {name} cannot {task}; expected one of {', '.join(engine.can)}")
        return name, "asked for"
    sliding = isinstance(model, Sliding)
    if sliding and task != "solve":
        raise InvalidInput(f"a puzzle whose solutions are plans does not support {task}; expected solve, or prove")
    costs = isinstance(model, Linear) and model.objective is not None
    large = isinstance(model, Sliding) and _is_large_tile_puzzle(model)
    connected = isinstance(model, Cover) and model.connectivity is not None
    dear = isinstance(model, Cover) and model.colours is not None and model.costs is not None
    beyond = isinstance(model, Cover) and _costs_beyond_prices(model)
    growing = isinstance(model, Growth)
    choices = (
        (costs, "cpsat", "a linear model with an objective: CP-SAT brings bounds"),
        (isinstance(model, Linear), "sat", "a linear model without costs: CaDiCaL"),
        (large, "idastar", "tiles on more than 9 cells: IDA* with pattern databases needs no memory for states"),
        (sliding, "bfs", "sliding blocks: visiting every state once is the fastest proof of the shortest plan"),
        (growing and task == "solve", "astar", "pieces that grow: A* raises the bound and looks for solutions in turn"),
        (growing, "exact", "pieces that grow from a root: exact search, with what does not hang together left out"),
        (
            priced(model) and task == "solve",
            "prices",
            "a cover with costs: prices on items raise the bound, dives find covers",
        ),
        (connected and task == "solve", "cpsat", "a cover whose items must be connected: CP-SAT states it"),
        (dear and task == "solve", "cpsat", "a cover with costs and colours: CP-SAT brings bounds"),
        (beyond and task == "solve", "cpsat", "a cover with costs too large for prices: CP-SAT brings bounds"),
        (True, "exact", f"a {name_of(model)}: compiled exact-cover search is the fastest engine for those"),
    )
    return next((engine, why) for fits, engine, why in choices if fits)


def priced(model: Model) -> bool:
    """Return whether a model is a cover with costs whose optimum prices can prove.

    They would also prove that an item is in too few options, but that is seen at a glance.
    """
    if (
        not isinstance(model, Cover)
        or model.costs is None
        or model.connectivity is not None
        or model.colours is not None
        or _costs_beyond_prices(model)
    ):
        return False
    return bool((np.bincount(model.members, minlength=len(model.items)) >= model.least).all())


def _costs_beyond_prices(model: Cover) -> bool:
    """Return whether the scaled prices of the costs would not fit into 64 bits, as with fractions of many digits."""
    from exactcover.backends.search.prices.table import LARGEST_COST  # part of the searches, which no judge loads

    return model.costs is not None and int(np.abs(model.costs).max(initial=0)) > LARGEST_COST


class Choice(NamedTuple):
    """Plans side by side, and why they were chosen."""

    plan: Race | BestAndBound
    why: str


def race(model: Model, break_symmetry: bool) -> Choice | None:
    """Return the engines that look for one solution side by side; None if a single engine is the right choice."""
    from exactcover.backends.search.boards.regions import may_stay_empty, why_not_row_by_row

    if not isinstance(model, Tiling) or (may_stay_empty(model) and why_not_row_by_row(model)):
        return None
    cells = int(model.region.sum())
    if cells <= SURE_CELLS:
        return None
    engines, usual = _board_fillers(model, break_symmetry)
    exact_start = usual + EXACT_START + (cells - SURE_CELLS) * EXACT_START_CELL
    if _placements_at_most(model) <= MOST_OPTIONS:
        exact = Run("exact", "solve", break_symmetry=break_symmetry)
        engines.append(Entrant(exact, _exact_node(cells), EXACT_WEIGHT, exact_start))
    names = ", ".join(entrant.name for entrant in engines)
    why = f"a board of {cells:,} cells: {names} and provers side by side, for none is the fastest on all such boards"
    return Choice(Race((*engines, _refuters(min(2 * usual, PROVERS_LATEST) + PROVERS_START))), why)


def race_for_some(model: Model, task: Task) -> Choice | None:
    """Return the engines that list or count some solutions, side by side; None if a single engine is the right choice.

    The race for a list is over when an engine has a solution: if exact finds one soon, it continues the list, to the end if
    there are few. The race for a count is over when an engine has the requested number, or exact has them all.
    """
    if race(model, False) is None:
        return None
    assert isinstance(model, Tiling)
    fill = Run("fill", "list")
    engines = [Entrant(CountListed(fill) if task == "count" else fill, _fill_node(model), wait=EXACT_AHEAD)]
    if _placements_at_most(model) <= MOST_OPTIONS:
        engines.insert(0, Entrant(Run("exact", task), _exact_node(int(model.region.sum()))))
    names = " and ".join(entrant.name for entrant in engines)
    end = "until one has as many as are asked for" if task == "count" else "until there is a first one"
    why = f"some packings of {int(model.region.sum()):,} cells: {names} with provers alongside, {end}"
    return Choice(Race((*engines, _refuters(PROVERS_LATEST))), why)


def _refuters(start: float) -> Entrant:
    """Return the provers of a race; start: the initial value of their clock, in the same nominal seconds as those of engines."""
    return Entrant(Prove(RACED), start=start, owed=PROVERS_OWED)


def _exact_node(cells: int) -> float:
    """Return the approximate seconds per node of exact, on a board of so many cells."""
    return min(EXACT_NODE_SECONDS_CELL * cells, EXACT_NODE_SECONDS_MOST)


def _fill_node(model: Tiling) -> float:
    """Return the approximate seconds per node of fill: more if pieces have very many orientations."""
    orientations = sum(len(piece.orientations) for piece in model.pieces)
    return FILL_NODE_SECONDS * min(max(1.0, orientations / FEW_ORIENTATIONS), MOST_TIMES)


def _board_fillers(model: Tiling, break_symmetry: bool) -> tuple[list[Entrant], float]:
    """Return the engines that fill a board without an exhaustive search, and the time by which they usually succeed."""
    from exactcover.backends.search.boards.composing import compose_seconds  # imports kernels, which no judge loads
    from exactcover.backends.search.boards.durations import beam_seconds, fill_seconds
    from exactcover.backends.search.boards.regions import may_stay_empty
    from exactcover.backends.search.boards.slanted import slanted

    single = sum(piece.most > 0 for piece in model.pieces) == 1
    alike = FILL_SECONDS_SINGLE + FILL_SECONDS_SINGLE_CELL * int(model.region.sum())
    fill = alike if single else fill_seconds(model)
    filling, composing = (Run(each, "solve", break_symmetry=break_symmetry) for each in ("fill", "compose"))
    if may_stay_empty(model):
        return [Entrant(filling, _fill_node(model))], beam_seconds(model)
    few = all(piece.most <= 1 for piece in model.pieces) and len(model.pieces) <= MOST_SINGLE
    if few or model.grounds is not None or (not model.region.all() and slanted(model) is None):
        return [Entrant(filling, _fill_node(model))], fill
    compose = compose_seconds(model)
    usual = max(fill, compose)
    first = compose * COMPOSE_HASTE < fill
    composer = Entrant(composing, 0.0, wait=0.0 if first else PATIENCE * usual)
    filler = Entrant(filling, _fill_node(model), wait=PATIENCE * usual if first else 0.0)
    return [composer, filler] if first else [filler, composer], usual


def best_and_bound(model: Growth, break_symmetry: bool, argument: str = "", *, patient: bool = False) -> Choice:
    """Return the entrants that look for the best solution and bound of a growth; argument: the only prover, from the start."""
    sets = 1 << min(GROWING_TERMINALS, int(model.wanted.sum()))
    state = GROWING_NODE_SECONDS * int(model.region.sum()) * sets
    engines = (
        Entrant(Run("astar", "solve", break_symmetry=break_symmetry), state),
        Entrant(Run("cpsat", "solve", {"turns": "yes"}, break_symmetry), 0.0, ROWS_WEIGHT, ROWS_START),
    )
    beginning = {"steiner": STEINER_START, "barriers": BARRIERS_START}
    if argument:
        beginning = {name: 0.0 for name in beginning if name == argument}
    provers = tuple(
        Entrant(Prove(((Share(name, part=PROVERS_PART),),)), start=start) for name, start in beginning.items()
    )
    names = ", ".join(each.name for each in (*engines, *provers))
    why = f"pieces that grow: {names} side by side, for the best solution and the best bound"
    return Choice(BestAndBound((*engines, *provers), Prove(arguments(argument, model)[0]), patient), why)


def cheapest(model: Cover, break_symmetry: bool) -> Choice | None:
    """Return the entrants for a cheapest cover and its bound; None if prices should run alone: a node of exact takes long.

    Exact search goes first if its first nodes take almost no time: it is done with small covers before a linear program is
    solved.
    """
    ways = len(model.members) / max(1, len(model.items))
    moved = (len(model.members) / max(1, model.options)) ** 2 * ways
    node = BRANCHING_NODE_SECONDS + moved * MOVED_SECONDS
    look = BRANCHING_NODES * node
    if look > LONGEST_LOOK or model.options > MOST_BRANCHED:
        return None
    first = look < SHORT_LOOK
    prices = Entrant(Run("prices", "solve", break_symmetry=break_symmetry), wait=LOOKS if first else 0.0)
    search = Run("exact", "solve", break_symmetry=break_symmetry)
    exact = Entrant(search, node, start=0.0 if first else max(EXACT_LATER, look * PRICES_AHEAD), trial=EXACT_TRIAL)
    clauses = Entrant(Run("cpsat", "solve", {"turns": "yes"}, break_symmetry), 0.0, CLAUSES_PART, CLAUSES_START)
    entrants = (exact, prices, clauses) if first else (prices, exact, clauses)
    names = ", ".join(each.name for each in entrants)
    why = f"a cover with costs: {names} side by side; prices on items raise the bound, few covers are searched sooner"
    return Choice(BestAndBound(entrants, Prove(arguments("prices", model)[0])), why)


def plans(model: Sliding) -> Choice:
    """Return the entrants that look for a shortest plan and a bound on its length.

    Beams start only if bfs has not visited all states by then; they find plans soon, and shorter ones as they widen.
    """
    widening = Run("beam", "solve", {"width": "1000", "grows": "yes"})
    if not _is_large_tile_puzzle(model):
        visiting = Entrant(Run("bfs", "solve"), BREADTH_NODE_SECONDS)
        beams = Entrant(widening, BLOCKS_BEAM_NODE_SECONDS, BEAM_WEIGHT, wait=BREADTH_PATIENCE)
        why = "sliding blocks: bfs visits every state once and raises the bound, beams of growing width find plans"
        return Choice(BestAndBound((visiting, beams)), why)
    if model.cells > DEEPENED_CELLS:
        deepening = Run("idastar", "solve", {"grows": "yes"})
        bounding = Entrant(deepening, LARGE_DEEPENING_NODE_SECONDS, wait=DEEPENING_WAIT)
        entrants = (Entrant(widening, TILE_BEAM_NODE_SECONDS), bounding)
    else:
        beams = Entrant(widening, TILE_BEAM_NODE_SECONDS, BEAM_WEIGHT, BEAM_START)
        entrants = (Entrant(Run("idastar", "solve"), DEEPENING_NODE_SECONDS), beams)
    return Choice(
        BestAndBound(entrants),
        "tiles on more than 9 cells: IDA* with pattern databases raises the bound, beams of growing width find shorter plans",
    )


def _is_large_tile_puzzle(model: Sliding) -> bool:
    """Return whether a puzzle has different tiles, one blank, a goal for each tile, and too many states to visit."""
    tiles = len(model.shapes)
    single = all(len(shape) == 1 for shape in model.shapes) and int(model.floor.sum()) == tiles + 1
    return single and model.cells <= MOST_PATTERN_CELLS and tiles > MOST_BREADTH_TILES and len(model.goals[0]) == tiles


def arguments(argument: str, model: Model) -> tuple[tuple[Stage, ...], str]:
    """Return the stages of provers for a proof, and why; raises InvalidInput if the argument is unknown or does not apply."""
    name = name_of(model)
    if not argument:
        able = [tuple(share for share in stage if name in provers.prover(share.prover).accepts) for stage in ARGUMENTS]
        stages = tuple(stage for stage in able if stage)
        order = ", then ".join(" alongside ".join(share.prover for share in stage) for stage in stages)
        return stages, f"the shorter argument first: {order}" if stages else f"no prover applies to a {name}"
    accepts = provers.prover(argument).accepts
    if name not in accepts:
        raise InvalidInput(f"the argument {argument} applies to a {' or a '.join(accepts)}; the puzzle is a {name}")
    return ((Share(argument),),), "asked for"


def arguments_by_cubes(argument: str, model: Model) -> tuple[tuple[Stage, ...], str]:
    """Return the stages of provers before a tree by cubes, and why; raises InvalidInput if cubes do not apply to the request."""
    coloured = isinstance(model, Cover) and model.colours is not None
    if not isinstance(model, Tiling | Cover) or priced(model) or coloured:
        kept = " with colours" if coloured else " with costs" if priced(model) else ""
        raise InvalidInput(
            f"an executor does not support a proof about a {name_of(model)}{kept};"
            " expected a tiling or a plain cover, which a tree refutes"
        )
    if argument not in ("", BY_CUBES):
        raise InvalidInput(
            f"an executor does not support the argument {argument}; expected {BY_CUBES}, which is cut into cubes"
        )
    if argument:
        return (), "asked for, by cubes"
    name = name_of(model)
    able = [tuple(share for share in stage if name in provers.prover(share.prover).accepts) for stage in QUICK]
    stages = tuple(stage for stage in able if stage)
    order = ", then ".join(" alongside ".join(share.prover for share in stage) for stage in stages)
    return stages, f"a few seconds for shorter arguments: {order}; then {BY_CUBES} by cubes"


def arguments_below(argument: str) -> tuple[Stage, ...]:
    """Return the stages of provers for a lower bound on moves; raises InvalidInput for an argument that does not apply."""
    known = [share.prover for stage in BELOW for share in stage]
    if argument and argument not in known:
        raise InvalidInput(
            f"the argument {argument} does not apply to a puzzle of moves; expected {' or '.join(known)}"
        )
    return ((Share(argument),),) if argument else BELOW


def quick_arguments(model: Model) -> tuple[tuple[Stage, ...], tuple[Stage, ...]]:
    """Return the stages of provers before a search, and those that take turns with it, if no engine was requested."""
    if isinstance(model, Growth):
        return (), BESIDE_GROWING
    if priced(model):
        return (), ()  # the engine proves its own claims
    if isinstance(model, Tiling) and _placements_at_most(model) > MOST_FIRST:
        return QUICK[:AHEAD], QUICK[AHEAD:]
    return (), QUICK if isinstance(model, Tiling | Cover) else ()


def _placements_at_most(model: Tiling) -> int:
    return int(model.region.sum()) * sum(len(piece.orientations) for piece in model.pieces if piece.most)
