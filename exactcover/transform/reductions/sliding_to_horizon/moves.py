"""The transition between layers of a sliding puzzle: one block moves, and everything else stays, in both directions of time.

There are two encodings. With one empty cell, a variable for each block, place and direction. With more, a variable for the
place that a block leaves and one for the place that it enters, and between them the places on its way: in metric steps none,
and the direction determines which pairs fit; in metric moves as many as there are empty cells, minus one. That is enough: a
shortest way visits different translates of the block inside its own cells and the empty ones, and n translates of s cells
cover at least s + n - 1 cells (sums of sets in the plane).

Plans that are not needed are excluded. A block does not go straight back (in metric moves, does not move twice in a row). Two
moves in a row that touch no common cell could be made in either order: the one whose block has the earlier first cell comes
first. A block that could turn a corner either way tries the first direction first. Of all shortest plans, the one that is
first in order of (first cell left, direction), move by move, satisfies these rules.

Historical note. CPU seconds with CaDiCaL, plan and proof: two L's, 30 steps, 11.4 by direction and 7.0 by ends; 8-puzzle, 31
moves, 4.2 by direction and 5.3 by ends (2.0 and 7.3 with glucose, which learns more from the binary clauses).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from exactcover.model.linear import Row, count_row
from exactcover.transform.reductions.sliding_to_horizon.grounding import Grounding, Place

Clause = tuple[int, ...]
OPPOSITE = (1, 0, 3, 2)


@dataclass
class Script:
    """Allocates variables of a layer, and collects clauses; step clauses name an earlier and a later layer."""

    names: list[str] = field(default_factory=list)
    arrival: list[Clause] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    between: list[tuple[Clause, Clause]] = field(default_factory=list)

    @property
    def count(self) -> int:
        """The number of variables."""
        return len(self.names)

    def variable(self, name: str) -> int:
        """Return a new variable as a literal."""
        self.names.append(name)
        return len(self.names)

    def step(self, earlier: Clause, later: Clause) -> None:
        """Add a clause over the literals of two consecutive layers."""
        self.between.append((earlier, later))

    def steps(self) -> list[Clause]:
        """Return the clauses between two layers; the later one's literals follow the earlier one's."""
        return [
            (*earlier, *(x + self.count if x > 0 else x - self.count for x in later)) for earlier, later in self.between
        ]

    def exactly_one(self, literals: list[int]) -> None:
        """Require exactly one true variable of these in every layer but the first."""
        self.rows.append(count_row(tuple(literal - 1 for literal in literals), 1, 1))

    def any_of(self, one: int, others: list[int]) -> None:
        """Define a variable as the disjunction of others."""
        self.arrival.append((-one, *others))
        self.arrival.extend((one, -other) for other in others)


@dataclass(frozen=True)
class Moved:
    """The single steps that were written: from where, to where, and the literals whose conjunction states each."""

    slides: list[tuple[Place, Place, Clause]]


def moves_by_direction(grounding: Grounding, script: Script, at: dict[Place, int], empty: dict[int, int]) -> Moved:
    """Write the step of a puzzle with at most one empty cell, with a variable for each place and direction."""
    slide = {
        (place, direction): script.variable(f"slide{place[0]}.{place[1]}.{direction}")
        for place, near in grounding.neighbours.items()
        for direction in near
    }
    leaving = {place: [slide[place, direction] for direction in near] for place, near in grounding.neighbours.items()}
    coming: dict[Place, list[int]] = {place: [] for place in at}
    for (place, direction), variable in slide.items():
        coming[grounding.neighbours[place][direction]].append(variable)
    left = {cell: script.variable(f"left{cell}") for cell in grounding.cells}
    for cell in grounding.cells:
        script.any_of(left[cell], [x for place in at if place[1] == cell for x in leaving[place]])
    script.exactly_one(list(left.values()))
    for place, occupied in at.items():
        script.arrival.extend((-a, -b) for i, a in enumerate(leaving[place]) for b in leaving[place][i + 1 :])
        script.step((-occupied,), (occupied, *leaving[place]))
        script.step((occupied,), (-occupied, *coming[place]))
    enters: dict[int, list[int]] = {cell: [] for cell in grounding.cells}
    leaves: dict[int, list[int]] = {cell: [] for cell in grounding.cells}
    for (place, direction), variable in slide.items():
        end = grounding.neighbours[place][direction]
        script.step((at[place],), (-variable,))
        script.step((-at[end],), (-variable,))
        script.arrival.extend([(-variable, at[end]), (-variable, -at[place])])
        for cell in sorted(grounding.covers[end] - grounding.covers[place]):
            enters[cell].append(variable)
            script.step((empty[cell],), (-variable,))
        for cell in sorted(grounding.covers[place] - grounding.covers[end]):
            leaves[cell].append(variable)
            script.arrival.append((-variable, empty[cell]))
        script.step((-variable,), (-slide[end, OPPOSITE[direction]],))
    for cell in grounding.cells:
        script.step((-empty[cell],), (empty[cell], *enters[cell]))
        script.step((empty[cell],), (-empty[cell], *leaves[cell]))
    return Moved([(place, grounding.neighbours[place][way], (literal,)) for (place, way), literal in slide.items()])


def moves_by_ends(grounding: Grounding, script: Script, at: dict[Place, int], empty: dict[int, int]) -> Moved:
    """Write the step of a puzzle with the places that a block leaves and enters."""
    leaves = {place: script.variable(f"leaves{place[0]}.{place[1]}") for place in at}
    comes = {place: script.variable(f"comes{place[0]}.{place[1]}") for place in at}
    left = {cell: script.variable(f"left{cell}") for cell in grounding.cells}
    for cell in grounding.cells:
        here = [leaves[place] for place in at if place[1] == cell]
        script.any_of(left[cell], here)
        script.arrival.extend((-a, -b) for i, a in enumerate(here) for b in here[i + 1 :])
    script.exactly_one(list(comes.values()))
    for place, occupied in at.items():
        script.step((occupied,), (-leaves[place],))
        script.step((-occupied,), (-comes[place],))
        script.arrival.extend([(-leaves[place], -occupied), (-comes[place], occupied)])
        script.step((-occupied,), (occupied, leaves[place]))
        script.step((occupied,), (-occupied, comes[place]))
    over: dict[int, list[Place]] = {cell: [] for cell in grounding.cells}
    for place in at:
        for cell in grounding.covers[place]:
            over[cell].append(place)
    for cell in grounding.cells:
        script.step((-empty[cell],), (empty[cell], *(comes[place] for place in over[cell])))
        script.step((empty[cell],), (-empty[cell], *(leaves[place] for place in over[cell])))
    touches = {
        cell: [variable[place] for place in over[cell] for variable in (leaves, comes)] for cell in grounding.cells
    }
    later = _ladder(grounding, script, left)
    if grounding.puzzle.metric == "moves":
        _ways(grounding, script, leaves, comes, empty, touches)
        _order_of_ways(grounding, script, left, later, _touched(script, touches))
        return Moved([])
    way = [script.variable(f"direction{number}") for number in range(len(OPPOSITE))]
    script.exactly_one(way)
    _single_steps(grounding, script, leaves, comes, empty, way)
    _order_of_steps(grounding, script, leaves, way, later, _touched(script, touches), empty)
    return Moved(
        [
            (place, occupied, (leaves[place], way[direction]))
            for place, near in grounding.neighbours.items()
            for direction, occupied in near.items()
        ]
    )


def _ladder(grounding: Grounding, script: Script, left: dict[int, int]) -> dict[int, int]:
    """Return variables that state: the moving block has its first cell here or later; there is one such cell."""
    later = {cell: script.variable(f"later{cell}") for cell in grounding.cells}
    script.arrival.append(tuple(left.values()))
    for cell, after in zip(grounding.cells, [*grounding.cells[1:], None], strict=True):
        script.arrival.append((-left[cell], later[cell]))
        if after is None:
            script.arrival.append((-later[cell], left[cell]))
            continue
        script.arrival.extend([(-later[after], later[cell]), (-later[after], -left[cell])])
        script.arrival.append((-later[cell], later[after], left[cell]))
    return later


def _touched(script: Script, touches: dict[int, list[int]]) -> dict[int, int]:
    """Return variables that are true only if the move covers the cell before, after or on its way."""
    touched = {}
    for cell, by in touches.items():
        touched[cell] = script.variable(f"touched{cell}")
        script.arrival.append((-touched[cell], *by))
    return touched


def _single_steps(
    grounding: Grounding,
    script: Script,
    leaves: dict[Place, int],
    comes: dict[Place, int],
    empty: dict[int, int],
    way: list[int],
) -> None:
    """State that a block enters the place next to the one it leaves, over cells that were empty, leaving others empty."""
    for place, near in grounding.neighbours.items():
        back = {direction: near.get(OPPOSITE[direction]) for direction in range(len(way))}
        for direction, literal in enumerate(way):
            after, before = near.get(direction), back[direction]
            script.arrival.append((-leaves[place], -literal, *([comes[after]] if after else [])))
            script.arrival.append((-comes[place], -literal, *([leaves[before]] if before else [])))
        for cell in sorted(grounding.covers[place]):
            freed = [d for d, after in near.items() if cell not in grounding.covers[after]]
            for condition in _directions(way, freed, len(near)):
                script.arrival.append((-leaves[place], *condition, empty[cell]))
            entered = [d for d, before in back.items() if before and cell not in grounding.covers[before]]
            for condition in _directions(way, entered, len(near)):
                script.step((empty[cell],), (-comes[place], *condition))


def _directions(way: list[int], some: list[int], possible: int) -> list[Clause]:
    """Return what a clause states about each of some directions; nothing if those are all possible directions."""
    return [()] if len(some) == possible else [(-way[direction],) for direction in some]


def _order_of_steps(
    grounding: Grounding, script: Script, leaves: dict[Place, int], way: list[int], later: dict[int, int],
    touched: dict[int, int], empty: dict[int, int],
) -> None:  # fmt: skip
    """Exclude immediate reversals, independent steps in the wrong order, and corners turned the second way."""
    after = dict(zip(grounding.cells, grounding.cells[1:], strict=False))
    for place, near in grounding.neighbours.items():
        for direction, end in near.items():
            here = (-leaves[place], -way[direction])
            script.step(here, (-leaves[end], -way[OPPOSITE[direction]]))
            if place[1] in after:
                shared = sorted(grounding.covers[place] | grounding.covers[end])
                script.step((-later[after[place[1]]], *(touched[cell] for cell in shared)), here)
            for turn, corner in near.items():
                if turn >= direction or turn == OPPOSITE[direction] or turn not in grounding.neighbours[end]:
                    continue
                needed = sorted(grounding.covers[corner] - grounding.covers[place] - grounding.covers[end])
                script.step((*here, *(-empty[cell] for cell in needed)), (-leaves[end], -way[turn]))


def _ways(
    grounding: Grounding, script: Script, leaves: dict[Place, int], comes: dict[Place, int], empty: dict[int, int],
    touches: dict[int, list[int]],
) -> None:  # fmt: skip
    """State that a block enters a place that it can slide to, place by place, over cells that are empty or its own."""
    reached = leaves
    for number in range(1, grounding.empty + 1):
        last = number == grounding.empty
        reaches = comes if last else {place: script.variable(f"way{number}.{place[0]}.{place[1]}") for place in leaves}
        for place, variable in reaches.items():
            near = [reached[other] for other in grounding.neighbours[place].values()]
            script.arrival.append((-variable, reached[place], *near))
            for cell in sorted(grounding.covers[place]):
                own = [leaves[other] for other in leaves if other[0] == place[0] and cell in grounding.covers[other]]
                script.step((empty[cell],), (-variable, *own))
                if not last:
                    touches[cell].append(variable)
        reached = reaches
    for place, variable in leaves.items():
        script.step((-comes[place],), (-variable,))


def _order_of_ways(
    grounding: Grounding, script: Script, left: dict[int, int], later: dict[int, int], touched: dict[int, int]
) -> None:
    """Exclude independent moves in the wrong order; moves that both touch some cell depend on each other."""
    shares = script.variable("shares")
    common = {cell: script.variable(f"shares{cell}") for cell in grounding.cells}
    script.arrival.append((-shares, *common.values()))
    for cell, variable in common.items():
        script.arrival.append((-variable, touched[cell]))
        script.step((touched[cell],), (-variable,))
    for cell, after in zip(grounding.cells, grounding.cells[1:], strict=False):
        script.step((-later[after],), (-left[cell], shares))
