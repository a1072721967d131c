"""Lower bounds on the remaining cost of a growth, for the state laid out and for each placement that may follow.

The estimates: king's steps to the farthest target; the published sum over the targets, which overestimates; Steiner trees;
pieces that no longer fit anywhere. A Steiner tree connects the uncovered targets to the covered cells through free ones, by
edge- and corner-steps; each of its cells counts. A corner-step connects two pieces, or costs one cell more within a piece:
with `weight` half cells for each corner-step, a tree of minimum weight L implies that n further pieces cover at least (L -
weight n) / 2 cells. And n pieces cover no less than the n smallest and no more than the n largest remaining; the estimate is
the minimum over n. With weight 0 it is the plain Steiner tree.

The trees of a state are found by dynamic programming over sets of targets; a placement closes further cells, so the trees of
the previous state give a lower bound for it too.

Source: S. E. Dreyfus, R. A. Wagner, The Steiner problem in graphs, Networks 1 (1971).
"""

from __future__ import annotations

from exactcover.kernel.arrays import Array, Number
from exactcover.kernel.graphs.growth import (
    CELLS,
    CLOSED,
    COVERED,
    FAR,
    FITTING,
    FORM,
    JOINED,
    KING,
    LEFT,
    NOTHING,
    READY,
    REMAINING,
    STAMP,
    TERMINALS,
    GrowthGraph,
)
from exactcover.kernel.jit import njit
from exactcover.kernel.uncounted import UNCOUNTED

NEVER = -1


@njit(**UNCOUNTED)
def estimate(graph: GrowthGraph) -> Number:
    """Return the estimate of the state laid out, NEVER if no solution follows, and store what `estimate_after` needs."""
    form = graph.sizes[FORM]
    if form == NOTHING:
        return 0
    if form == FITTING:
        return unplaced(graph)
    look_around(graph)
    if form == JOINED:
        return joined_by_trees(graph)
    total = 0
    for target in range(len(graph.targets)):
        far = graph.near[target]
        if far == 0:
            continue
        if form == KING:
            total = max(total, far if far < FAR else 1)
        else:
            one = summand(far, graph.near_straight[target])
            if one == NEVER:
                return NEVER
            total += one
    return total


@njit(**UNCOUNTED)
def summand(far: int, straight: bool) -> Number:
    """Return the published estimate's term for a target; 0 while no cell is covered."""
    if far >= FAR:
        return 0
    if far == 1:
        return NEVER
    return far + 1 if straight else far - 1


@njit(**UNCOUNTED)
def look_around(graph: GrowthGraph) -> None:
    """Compute each target's distance from the covered cells."""
    for target in range(len(graph.targets)):
        nearest, straight = graph.from_roots[target], False
        for each in range(graph.counts[COVERED]):
            cell = graph.covered[each]
            far = graph.distances[target, cell]
            if far < nearest:
                nearest, straight = far, graph.straight[target, cell]
            elif far == nearest:
                straight = straight or graph.straight[target, cell]
        graph.near[target], graph.near_straight[target] = nearest, straight


@njit(**UNCOUNTED)
def estimate_after(graph: GrowthGraph, turn: int, offset: int) -> Number:
    """Return an estimate for the state after a placement; if that is a legal estimate, it never exceeds the state's own."""
    form = graph.sizes[FORM]
    if form in (NOTHING, FITTING):
        return 0
    begin, end = graph.starts[turn], graph.starts[turn + 1]
    if form == JOINED:
        return joined_after(graph, turn, offset)
    total = 0
    for target in range(len(graph.targets)):
        nearest, straight = graph.near[target], graph.near_straight[target]
        for each in range(begin, end):
            cell = graph.number_of[offset + graph.deltas[each]]
            far = graph.distances[target, cell]
            if far < nearest:
                nearest, straight = far, graph.straight[target, cell]
            elif far == nearest:
                straight = straight or graph.straight[target, cell]
        if nearest == 0:
            continue
        if form == KING:
            total = max(total, nearest)
        else:
            one = summand(nearest, straight)
            if one == NEVER:
                return NEVER
            total += one
    return total


@njit(**UNCOUNTED)
def unplaced(graph: GrowthGraph) -> Number:
    """Return the number of cells of unused pieces that no longer fit, NEVER if one of them must be placed."""
    cells = graph.sizes[CELLS]
    total, piece = 0, -1
    fits = True
    for turn in range(len(graph.owners)):
        if graph.owners[turn] != piece:
            if not fits:
                if graph.must[piece]:
                    return NEVER
                total += graph.piece_sizes[piece]
            piece = graph.owners[turn]
            fits = graph.used[piece]
        if fits:
            continue
        begin, end = graph.starts[turn], graph.starts[turn + 1]
        for cell in range(cells):
            offset = graph.at[cell] - graph.deltas[begin]
            if graph.marks[graph.at[cell]] == CLOSED or not graph.anchors[offset]:
                continue
            fits = True
            for each in range(begin + 1, end):
                if graph.marks[offset + graph.deltas[each]] == CLOSED:
                    fits = False
                    break
            if fits:
                break
    if not fits:
        if graph.must[piece]:
            return NEVER
        total += graph.piece_sizes[piece]
    return total


@njit(**UNCOUNTED)
def choose_terminals(graph: GrowthGraph) -> None:
    """Choose the uncovered targets that the trees connect: the farthest, if there are more than trees are computed for."""
    limit = 0
    while (1 << limit) < graph.sets.shape[1]:
        limit += 1
    for target in graph.targets:
        graph.terminal_of[target] = -1
    count = 0
    while count < limit:
        best = -1
        for target in range(len(graph.targets)):
            far, cell = graph.near[target], graph.targets[target]
            if far and graph.terminal_of[cell] < 0 and (best < 0 or far > graph.near[best]):
                best = target
        if best < 0:
            break
        graph.terminals[count] = graph.targets[best]
        graph.terminal_of[graph.targets[best]] = count
        count += 1
    graph.counts[TERMINALS] = count


@njit(**UNCOUNTED)
def spread(graph: GrowthGraph, best: Array, weight: int) -> None:
    """Relax the trees that end in each cell (cells + 1,): none is heavier than a neighbour's plus the cell."""
    cells = graph.sizes[CELLS]
    edge, corner = 2, 2 + weight
    width = graph.earlier.shape[2]
    changed = True
    while changed:
        changed = False
        for cell in range(cells):
            if graph.marks[graph.at[cell]] == CLOSED:
                continue
            own = best[cell]
            for each in range(width):
                own = min(own, best[graph.earlier[0, cell, each]] + edge, best[graph.earlier[1, cell, each]] + corner)
            if own < best[cell]:
                best[cell] = own
                changed = True
        for cell in range(cells - 1, -1, -1):
            if graph.marks[graph.at[cell]] == CLOSED:
                continue
            own = best[cell]
            for each in range(width):
                own = min(own, best[graph.later[0, cell, each]] + edge, best[graph.later[1, cell, each]] + corner)
            if own < best[cell]:
                best[cell] = own
                changed = True


@njit(**UNCOUNTED)
def plant(graph: GrowthGraph, layer: int) -> None:
    """Find the minimum weight of a tree of each set of terminals that ends in each cell, with the layer's corner weight."""
    cells = graph.sizes[CELLS]
    weight = graph.weights[layer]
    count = graph.counts[TERMINALS]
    for members in range(1, 1 << count):
        best = graph.sets[layer, members]
        best[:] = FAR
        if members & (members - 1) == 0:
            for each in range(count):
                if members >> each & 1:
                    best[graph.terminals[each]] = 2
        else:
            part = (members - 1) & members
            while part > members ^ part:
                one, other = graph.sets[layer, part], graph.sets[layer, members ^ part]
                for cell in range(cells):
                    best[cell] = min(best[cell], one[cell] + other[cell] - 2)
                part = (part - 1) & members
            for cell in range(cells):
                if graph.marks[graph.at[cell]] == CLOSED:
                    best[cell] = FAR
        spread(graph, best, weight)
        for cell in range(cells):
            graph.tables[layer, cell, members] = best[cell]


@njit(**UNCOUNTED)
def combine(joined: Array, members: int, count: int) -> Number:
    """Return the minimum weight of trees that connect a set of terminals to the covered cells, separately or together."""
    for each in range(1, 1 << count):
        if each & ~members:
            continue
        part = (each - 1) & each
        while part > each ^ part:
            joined[each] = min(joined[each], joined[part] + joined[each ^ part])
            part = (part - 1) & each
    return joined[members]


@njit(**UNCOUNTED)
def paid(graph: GrowthGraph, weight: int, least: int) -> Number:
    """Return the fewest cells of further pieces whose trees have at least that weight; NEVER if too few pieces are left."""
    largest = len(graph.of_size) - 2
    smallest, few = 1, 0
    biggest, many = largest, 0
    low, high, number = 0, 0, 0
    answer = NEVER
    while True:
        while smallest <= largest and few == graph.of_size[smallest]:
            smallest, few = smallest + 1, 0
        while biggest > 0 and many == graph.of_size[biggest]:
            biggest, many = biggest - 1, 0
        if smallest > largest or (answer != NEVER and low + smallest >= answer):
            return answer
        few += 1
        many += 1
        low += smallest
        high += biggest
        number += 1
        needed = (least - weight * number + 1) // 2
        if high >= needed:
            cost = max(low, needed)
            if answer == NEVER or cost < answer:
                answer = cost


@njit(**UNCOUNTED)
def joined_by_trees(graph: GrowthGraph) -> Number:
    """Return the estimate by Steiner trees of the state laid out."""
    choose_terminals(graph)
    count = graph.counts[TERMINALS]
    if count == 0:
        return NEVER if graph.counts[REMAINING] else 0
    everything = (1 << count) - 1
    highest = 0
    for layer in range(len(graph.weights)):
        plant(graph, layer)
        for members in range(1, 1 << count):
            best = FAR
            for each in range(graph.counts[READY]):
                best = min(best, graph.tables[layer, graph.ready[each], members])
            graph.joined[members] = best + graph.weights[layer]
        least = combine(graph.joined, everything, count)
        if least >= FAR:
            return NEVER
        cost = paid(graph, graph.weights[layer], least)
        if cost == NEVER:
            return NEVER
        highest = max(highest, cost)
    return highest


@njit(**UNCOUNTED)
def joined_after(graph: GrowthGraph, turn: int, offset: int) -> Number:
    """Return the estimate, by the state's trees, for the state after a placement."""
    count, counts = graph.counts[TERMINALS], graph.counts
    begin, end = graph.starts[turn], graph.starts[turn + 1]
    counts[STAMP] += 1
    stamp = counts[STAMP]
    members = (1 << count) - 1
    for each in range(begin, end):
        cell = graph.number_of[offset + graph.deltas[each]]
        graph.shadow[cell] = stamp
        for other in graph.edges[cell]:
            graph.shadow[other] = stamp
        if graph.terminal_of[cell] >= 0:
            members &= ~(1 << graph.terminal_of[cell])
    if members == 0:
        return 0
    size = graph.piece_sizes[graph.owners[turn]]
    graph.of_size[size] -= 1
    counts[LEFT] -= size
    highest = 0
    for layer in range(len(graph.weights)):
        least = grafted(graph, layer, begin, end, offset, stamp, members, count)
        cost = NEVER if least >= FAR else paid(graph, graph.weights[layer], least)
        if cost == NEVER:
            highest = NEVER
            break
        highest = max(highest, cost)
    graph.of_size[size] += 1
    counts[LEFT] += size
    return highest


@njit(**UNCOUNTED)
def grafted(
    graph: GrowthGraph, layer: int, begin: int, end: int, offset: int, stamp: int, members: int, count: int
) -> Number:
    """Return the minimum weight of trees that connect terminals to the covered cells and a placement, in one layer."""
    joined, tables, sets = graph.joined, graph.tables, 1 << count
    for each in range(sets):
        joined[each] = FAR
    for number in range(graph.counts[READY]):
        cell = graph.ready[number]
        if graph.shadow[cell] != stamp:
            for each in range(1, sets):
                joined[each] = min(joined[each], tables[layer, cell, each])
    for which in range(begin, end):
        own = graph.number_of[offset + graph.deltas[which]]
        for cell in graph.corners[own]:
            if graph.shadow[cell] != stamp and graph.marks[graph.at[cell]] != CLOSED:
                for each in range(1, sets):
                    joined[each] = min(joined[each], tables[layer, cell, each])
    for each in range(1, sets):
        joined[each] += graph.weights[layer]
    return combine(joined, members, count)
