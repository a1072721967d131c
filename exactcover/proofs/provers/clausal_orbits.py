"""Options that can be chosen without loss of generality: all options of an item are images of one under symmetries.

Such items are searched for one after the other, with symmetries that fix the earlier choices. The proof then only has to
refute the model with all these options chosen (judges/orbits.py explains how the rest follows).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from exactcover.judges.clauses import Clause, Clauses
from exactcover.judges.demands import Demands
from exactcover.model.events import Event, Progress
from exactcover.process.deadline import Deadline
from exactcover.transform.symmetry.automorphisms import Automorphisms

MOST_CHOSEN = 6
MOST_ITEMS_TRIED = 20
MOST_OPTIONS_OF_AN_ITEM = 40
MOST_MEMBERS = 100_000


@dataclass(frozen=True)
class Choice:
    """A chosen option, symmetries that map it to all other options of an item that are still open, and its whole orbit."""

    option: int
    symmetries: list[list[int]]
    orbit: list[int]


def choices(needs: Demands, deadline: Deadline) -> Generator[Event, None, list[Choice]]:
    """Return choices that lose no generality, each given those before it."""
    if len(needs.members) > MOST_MEMBERS:
        return []
    automorphisms = Automorphisms(needs.least, needs.most, needs.starts, needs.members)
    chosen: list[Choice] = []
    if automorphisms.repeated:
        return chosen
    while len(chosen) < MOST_CHOSEN:
        kept = [each.option for each in chosen]
        for options in _items(needs, kept):
            yield Progress(f"looking for symmetries: {len(chosen)} options chosen")
            symmetries = _of_item(automorphisms, kept, options, deadline)
            if symmetries is not None:
                orbit = automorphisms.orbit(options[0], symmetries)
                chosen.append(Choice(options[0], symmetries, orbit))
                break
        else:
            return chosen
    return chosen


def _items(needs: Demands, kept: list[int]) -> Iterator[list[int]]:
    """Yield the open options of each item, given the choices: items with few of them come first."""
    firsts, options = needs.by_item
    rows = [set(needs.members[needs.starts[each] : needs.starts[each + 1]].tolist()) for each in range(needs.options)]
    full = {item for option in kept for item in rows[option] if needs.most[item] == 1}
    ranked = []
    for item in np.flatnonzero((needs.least == 1) & (needs.most == 1)).tolist():
        having = options[firsts[item] : firsts[item + 1]].tolist()
        available = [option for option in having if not rows[option] & full]
        if item not in full and len(available) > 1 and len(having) <= MOST_OPTIONS_OF_AN_ITEM:
            ranked.append((len(available) - len(having), -sum(len(rows[each]) for each in available), item, available))
    for _, _, _, available in sorted(ranked)[:MOST_ITEMS_TRIED]:
        yield available


def _of_item(
    automorphisms: Automorphisms, kept: list[int], options: list[int], deadline: Deadline
) -> list[list[int]] | None:
    """Return symmetries that map the first option to each of the others, or None if one is missing."""
    symmetries = []
    for option in options[1:]:
        images = None if deadline.over() else automorphisms.carrying(kept, options[0], option)
        if images is None:
            return None
        symmetries.append(images)
    return symmetries


def units(chosen: list[Choice]) -> list[Clause]:
    """Return the clauses that the choices add to those of the model."""
    return [(each.option + 1,) for each in chosen]


def nested(encoded: Clauses, chosen: list[Choice], steps: list[int]) -> dict[str, Any] | None:
    """Return the body of a proof whose steps refute the model with all choices made; None if propagation does not close it."""
    from exactcover.kernel.proofs import backward_check

    body: dict[str, Any] = {"steps": steps}
    for depth in range(len(chosen) - 1, -1, -1):
        choice = chosen[depth]
        left = [*units(chosen[:depth]), *((-option - 1,) for option in choice.orbit)]
        elaboration = backward_check.Elaboration(encoded.variables, [*encoded.clauses, *left], [()])
        if elaboration.run(1) != backward_check.CHECKED:
            return None
        orbit = {"option": choice.option, "symmetries": choice.symmetries, "proof": body}
        body = {"orbits": [orbit], "steps": elaboration.steps()}
    return body
