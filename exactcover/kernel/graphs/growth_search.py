"""Search of growths: uniform cost, greedy, A*, weighted A*, breadth first, depth first, and A* that also searches for solutions
early.

A state costs the same however it is reached, so none is ever reopened. Open states are in lists, by the number of pieces
placed (`layered`) or in a single level, and by priority = own x cost + other x estimate; last in, first out. If layered, the
search alternates between the best state of the next number of pieces in turn, which soon leads to solutions, and the best
state overall, which raises the bound; a state whose priority is no less than the cost of the incumbent is dropped. Tree
estimates are computed when a state comes off its list; if the estimate rises, the state is filed again. Not here: estimates
(growth_bounds.py), and the settings behind an engine's name (search/graphs/growths.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from exactcover.kernel.arrays import Array, Number, Words
from exactcover.kernel.graphs.growth import (
    BOX,
    CELLS_COST,
    DEAD,
    FITTING,
    FORM,
    JOINED,
    LEFT,
    LEFT_OVER_COSTS,
    MUST,
    PRICE,
    REMAINING,
    SUMMED,
    WORDS,
    GrowthGraph,
    lay,
    list_moves,
    start,
)
from exactcover.kernel.graphs.growth_bounds import NEVER, estimate, estimate_after
from exactcover.kernel.graphs.state_table import Table, enter, enter_all, find, hashed
from exactcover.kernel.jit import njit
from exactcover.kernel.uncounted import UNCOUNTED
from exactcover.model.arrays import Integers

EXHAUSTED, OUT_OF_NODES, NO_ROOM, GOAL = range(4)
COUNT, HEAD, POPPED, EXPANDED, GENERATED, REACHED, BEST, BOUND, TURN, LEVEL = range(10)
OWN, OTHER, ORDER, LAYERED, AT_ONCE, MIRRORED = range(6)
BY_PRIORITY, BY_AGE, BY_DEPTH = range(3)
NO_COST = 1 << 40


@dataclass(frozen=True)
class Rules:
    """The settings of a search: weights of cost and estimate, the order, `layered`, whether a solution counts when it is
    generated (`at_once`) or when it is expanded, and whether states with an already expanded image are skipped (`mirrored`).
    """

    weights: tuple[int, int] = (1, 1)
    order: int = BY_PRIORITY
    layered: bool = False
    at_once: bool = False
    mirrored: bool = False


@njit(**UNCOUNTED)
def link(following: Array, before: Array, heads: Array, level: int, key: int, number: int) -> None:
    """File a state at the front of its list."""
    head = heads[level, key]
    following[number], before[number] = head, -1
    if head >= 0:
        before[head] = number
    heads[level, key] = number


@njit(**UNCOUNTED)
def unlink(following: Array, before: Array, heads: Array, level: int, key: int, number: int) -> None:
    """Take a state out of its list."""
    if before[number] >= 0:
        following[before[number]] = following[number]
    else:
        heads[level, key] = following[number]
    if following[number] >= 0:
        before[following[number]] = before[number]


@njit(**UNCOUNTED)
def first_key(heads: Array, least: Array, level: int) -> Number:
    """Return the lowest priority of an open state of a level, or the number of priorities."""
    key = least[level]
    while key < heads.shape[1] and heads[level, key] < 0:
        key += 1
    least[level] = key
    return key


@njit(**UNCOUNTED)
def choose(heads: Array, least: Array, registers: Array, layered: bool) -> Number:
    """Return level x priorities + priority of the state to expand next, or -1 if no open state could be better.

    BOUND becomes the lowest priority of all whenever that is computed.
    """
    keys, levels = heads.shape[1], heads.shape[0]
    best_key, best_level = keys, 0
    for level in range(levels - 1, -1, -1):
        key = first_key(heads, least, level)
        if key < best_key:
            best_key, best_level = key, level
    if best_key == keys or (best_key >= registers[BEST] and layered):
        return -1
    registers[BOUND] = max(registers[BOUND], best_key)
    registers[TURN] ^= 1
    if not layered or registers[TURN]:
        return best_level * keys + best_key
    for _ in range(levels):
        registers[LEVEL] = (registers[LEVEL] + 1) % levels
        key = least[registers[LEVEL]]
        if key < keys and key < registers[BEST]:
            return registers[LEVEL] * keys + key
    return best_level * keys + best_key


@njit(**UNCOUNTED)
def image_closed(graph: GrowthGraph, states: Array, slots: Array, closed: Array, number: int, row: Array) -> bool:
    """Return whether an image of a state was expanded; row (1, words): scratch space for one."""
    words = graph.sizes[WORDS]
    for image in graph.images:
        for word in range(states.shape[1]):
            row[0, word] = states[number, word] if word >= words else 0
        for cell in range(len(image)):
            if states[number, cell // 64] >> np.uint64(cell % 64) & np.uint64(1):
                other = image[cell]
                row[0, other // 64] |= np.uint64(1) << np.uint64(other % 64)
        child = find(slots, states, row, 0, hashed(row, 0))
        if child >= 0 and child != number and closed[child]:
            return True
    return False


@njit(cache=True, nogil=True)
def advance(
    graph: Any, states: Array, slots: Array, costs: Array, keys: Array, depths: Array, parents: Array, moves: Array,
    following: Array, before: Array, closed: Array, heads: Array, least: Array, registers: Array, rules: Array, pops: int,
) -> Number:  # fmt: skip
    """Expand at most `pops` states; return EXHAUSTED, OUT_OF_NODES, NO_ROOM or GOAL (state REACHED)."""
    row = np.zeros((1, states.shape[1]), np.uint64)
    price, trees = graph.sizes[PRICE], graph.sizes[FORM] in (JOINED, FITTING)
    layered, order, own, other = rules[LAYERED] != 0, rules[ORDER], rules[OWN], rules[OTHER]
    while True:
        if pops == 0:
            return OUT_OF_NODES
        level, key = 0, 0
        if order == BY_AGE:
            number = registers[HEAD]
            if number == registers[COUNT]:
                return EXHAUSTED
        else:
            place = choose(heads, least, registers, layered)
            if place < 0:
                return EXHAUSTED
            level, key = place // heads.shape[1], place % heads.shape[1]
            number = heads[level, key]
        lay(graph, states, number)
        hopeless = graph.sizes[FORM] != 0 and graph.counts[DEAD] > 0
        if not hopeless and rules[MIRRORED]:
            hopeless = image_closed(graph, states, slots, closed, number, row)
        rest = NEVER if hopeless else estimate(graph)
        goal = graph.counts[REMAINING] == 0 and graph.counts[MUST] == 0
        if rest != NEVER and trees and not goal and order == BY_PRIORITY:
            risen = own * costs[number] + other * rest
            if risen > key:
                registers[POPPED] += 1
                pops -= 1
                unlink(following, before, heads, level, key, number)
                if risen < heads.shape[1] and not (layered and risen >= registers[BEST]):
                    keys[number] = risen
                    link(following, before, heads, level, risen, number)
                continue
        ends = goal and rest != NEVER and price != LEFT_OVER_COSTS
        count = 0 if ends or rest == NEVER else list_moves(graph)
        if registers[COUNT] + count > len(states):
            return NO_ROOM
        registers[POPPED] += 1
        pops -= 1
        if order == BY_AGE:
            registers[HEAD] += 1
        else:
            unlink(following, before, heads, level, key, number)
        if ends:
            registers[REACHED] = number
            return GOAL
        if rest == NEVER:
            continue
        if goal and graph.counts[LEFT] < registers[BEST]:
            registers[BEST], registers[REACHED] = graph.counts[LEFT], number
        closed[number] = True
        registers[EXPANDED] += 1
        registers[GENERATED] += count
        made = follow(
            graph, states, slots, costs, keys, depths, parents, moves, following, before, closed, heads, least, registers,
            rules, number, key, count, row,
        )  # fmt: skip
        if made:
            return GOAL


@njit(cache=True, nogil=True)
def follow(
    graph: Any, states: Array, slots: Array, costs: Array, keys: Array, depths: Array, parents: Array, moves: Array,
    following: Array, before: Array, closed: Array, heads: Array, least: Array, registers: Array, rules: Array, number: int,
    parent_key: int, count: int, row: Array,
) -> bool:  # fmt: skip
    """File the successors by the placements listed; return whether one is a solution that ends the search (`at_once`)."""
    box, words, price = graph.sizes[BOX], graph.sizes[WORDS], graph.sizes[PRICE]
    layered, order, own, other = rules[LAYERED] != 0, rules[ORDER], rules[OWN], rules[OTHER]
    one = np.uint64(1)
    made = False
    for each in range(count):
        move = graph.moves[each]
        turn, offset = move // box, move % box
        piece = graph.owners[turn]
        for word in range(states.shape[1]):
            row[0, word] = states[number, word]
        row[0, words + piece // 64] |= one << np.uint64(piece % 64)
        remaining = graph.counts[REMAINING]
        for which in range(graph.starts[turn], graph.starts[turn + 1]):
            cell = graph.number_of[offset + graph.deltas[which]]
            row[0, cell // 64] |= one << np.uint64(cell % 64)
            remaining -= graph.wanted[cell]
        mixed = hashed(row, 0)
        child = find(slots, states, row, 0, mixed)
        if child >= 0:
            if order == BY_DEPTH and not closed[child]:
                unlink(following, before, heads, 0, keys[child], child)
                parents[child], moves[child] = number, move
                link(following, before, heads, 0, keys[child], child)
            continue
        step = 1
        if price == CELLS_COST:
            step = graph.piece_sizes[piece]
        elif price == LEFT_OVER_COSTS:
            step = 0
        cost = costs[number] + step
        goal = remaining == 0 and graph.counts[MUST] - graph.must[piece] == 0
        rest = 0 if goal and price != LEFT_OVER_COSTS else estimate_after(graph, turn, offset)
        if rest == NEVER:
            continue
        key = own * cost + other * rest if order == BY_PRIORITY else 0
        if own == other and order == BY_PRIORITY and graph.sizes[FORM] != SUMMED:
            key = max(key, parent_key)
        if key >= heads.shape[1] or (layered and key >= registers[BEST]):
            continue
        new = registers[COUNT]
        enter(slots, states, new, row, 0, mixed, ~child)
        registers[COUNT] += 1
        costs[new], keys[new], depths[new], parents[new], moves[new] = cost, key, depths[number] + 1, number, move
        closed[new] = False
        if goal and price != LEFT_OVER_COSTS and (layered or rules[AT_ONCE]):
            if cost < registers[BEST]:
                registers[BEST], registers[REACHED] = cost, new
            made = rules[AT_ONCE] != 0
            continue
        if order != BY_AGE:
            level = depths[new] if layered else 0
            least[level] = min(least[level], key)
            link(following, before, heads, level, key, new)
    return made


class Search:
    """A search from one state, run in slices."""

    def __init__(self, graph: GrowthGraph, rules: Rules, allowed: int, root: Words | None = None) -> None:
        self.graph, self.rules = graph, rules
        root = start(graph) if root is None else root
        numbers: dict[str, type] = dict.fromkeys(
            ("costs", "keys", "depths", "parents", "moves", "following", "before"), np.int64
        )
        self.table = Table(root.shape[1], allowed, numbers | {"closed": np.bool_})
        total = int(graph.piece_sizes.sum()) + len(graph.piece_sizes)
        aims = graph.distances[:, :-1].max(axis=1, initial=0) + 1
        estimated = max(total, int(aims.sum())) + 1
        own, other = rules.weights
        by_priority = rules.order == BY_PRIORITY
        levels = len(graph.piece_sizes) + 1 if rules.layered else 1
        self.heads = np.full((levels, own * total + other * estimated + 1 if by_priority else 1), -1, dtype=np.int64)
        self.least: Integers = np.zeros(levels, dtype=np.int64)
        self.registers: Integers = np.zeros(10, dtype=np.int64)
        self.registers[REACHED] = -1
        self.registers[BEST] = NO_COST
        self.registers[COUNT] = enter_all(self.table.slots, self.table.states, 0, root)
        for name in ("following", "before", "parents"):
            self.table.beside[name][0] = -1
        if rules.order != BY_AGE:
            self.heads[0, 0] = 0

    def run(self, pops: int) -> int:
        """Take at most that many states off their lists; return EXHAUSTED, OUT_OF_NODES or GOAL. Raises OutOfMemory."""
        rules = self.rules
        packed = np.array([*rules.weights, rules.order, rules.layered, rules.at_once, rules.mirrored], dtype=np.int64)
        begun = int(self.registers[POPPED])
        while True:
            table, beside = self.table, self.table.beside
            code = int(
                advance(
                    self.graph, table.states, table.slots, beside["costs"], beside["keys"], beside["depths"],
                    beside["parents"], beside["moves"], beside["following"], beside["before"], beside["closed"], self.heads,
                    self.least, self.registers, packed, pops - (int(self.registers[POPPED]) - begun),
                )
            )  # fmt: skip
            if code != NO_ROOM:
                return code
            count = int(self.registers[COUNT])
            table.grow(count, count + len(self.graph.moves), self.heads.nbytes)

    @property
    def cost(self) -> int:
        """The cost of the best state reached."""
        if self.graph.sizes[PRICE] == LEFT_OVER_COSTS:
            return int(self.registers[BEST])
        return int(self.table.beside["costs"][int(self.registers[REACHED])])

    def path(self) -> Integers:
        """Return the moves that lead to the best state reached."""
        number, moves = int(self.registers[REACHED]), []
        while self.table.beside["parents"][number] >= 0:
            moves.append(int(self.table.beside["moves"][number]))
            number = int(self.table.beside["parents"][number])
        return np.array(moves[::-1], dtype=np.int64)
