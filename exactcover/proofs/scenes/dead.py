"""Dead placements in scenes: one of them, the rounds in which they are struck out, and the argument about what is left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from exactcover.judges.dead import Round, dead, having, kept, left_after, remainder, rounds_of
from exactcover.judges.demands import Demands, demands
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.tiling import Tiling
from exactcover.proofs.explain import dead as words
from exactcover.proofs.scenes import arithmetic, colouring, farkas
from exactcover.proofs.scenes.pictures import (
    Json,
    Plane,
    bars,
    board,
    chips,
    heat_look,
    piece,
    plane_of,
    region_cells,
    scene,
    strip,
)

MOST_STRUCK = 24
"""How many struck placements are drawn, over all rounds."""
OF = {"arithmetic": arithmetic.scenes, "colouring": colouring.scenes, "farkas": farkas.scenes}


def scenes(model: Model, body: Mapping[str, Any]) -> list[Json]:
    """Return the argument in scenes, from a body that the judge has accepted."""
    needs = demands(model)
    rounds = rounds_of(needs, body)
    sentences = words.sentences(model, body)
    told, rest = sentences[:2], sentences[2 + min(len(rounds), words.MOST_ROUNDS) + (len(rounds) > words.MOST_ROUNDS) :]
    counted = sentences[2 : len(sentences) - len(rest)]
    plane = plane_of(model) if isinstance(model, Tiling) else None
    struck, left = _struck(needs, rounds), left_after(needs, rounds)
    thing = "placement" if isinstance(model, Tiling) else "option"
    first = [
        scene(
            f"When {'a' if thing == 'placement' else 'an'} {thing} is dead",
            told,
            _example(model, needs, rounds[0], plane),
        )
    ]
    drawn = (
        [_board(model, plane, needs, *each) for each in struck]
        if plane is not None and isinstance(model, Tiling)
        else []
    )
    if drawn:
        picture = strip(f"Dead {thing}s, struck out one after another", drawn)
    else:
        numbers = [needs.options, *_left(needs, rounds)]
        picture = bars(
            f"{thing.capitalize()}s left after each round",
            *((f"After round {n}" if n else "At first", number, f"{number:,}", "") for n, number in enumerate(numbers)),
        )
    first.append(scene("Strike them out, one after another", counted, picture))
    if "item" in body:
        return [*first, scene("Too little is left", rest, _short(model, plane, int(body["item"]), needs))]
    inner = remainder(model, left, body["of"])
    if isinstance(model, Tiling) and isinstance(inner, Cover) and plane is not None:
        return [*first, scene("Add up what is left", rest, _weights(model, plane, inner, body))]
    nested = OF[body["argument"]](inner, body["body"])
    nested[0]["sentences"] = [*_between(rest), *nested[0]["sentences"]]
    return first + nested


def _between(rest: list[str]) -> list[str]:
    """Return the sentences that lead to the argument about what is left."""
    ahead = 1 + (len(rest) > 1 and rest[1].startswith("No placement of "))
    return rest[:ahead]


def _left(needs: Demands, rounds: list[Round]) -> list[int]:
    """Return how many options are left after each round."""
    left, numbers = needs.options, []
    for each in rounds:
        left -= each.struck
        numbers.append(left)
    return numbers


def _struck(needs: Demands, rounds: list[Round]) -> list[tuple[list[int], int]]:
    """Return the items of some struck options, in the order of the rounds, each with the item that it leaves uncoverable."""
    shown: list[tuple[list[int], int]] = []
    share = max(1, MOST_STRUCK // len(rounds))
    for each in rounds:
        alive = np.ones(needs.options, dtype=np.bool_)
        some: list[tuple[list[int], int]] = []
        for step in dead(needs, having(needs, each.items)):
            alive[step.options] = False
            for option in step.options.tolist():
                some.append((needs.members[needs.starts[option] : needs.starts[option + 1]].tolist(), step.item))
        shown += some[:: max(1, len(some) // share)][:share]
        needs = kept(needs, alive)
        if len(shown) >= MOST_STRUCK:
            break
    return shown[:MOST_STRUCK]


def _board(tiling: Tiling, plane: Plane, needs: Demands, items: list[int], bare: int) -> Json:
    """Return the board with a dead placement, and the cell that it leaves uncoverable."""
    cells = region_cells(tiling.region)
    own = [cells[item] for item in items[:-1]]
    name = needs.names[items[-1] - needs.cells]
    marks = [cells[bare]] if bare < needs.cells else []
    where = f"; nothing covers row {marks[0][-2]}, column {marks[0][-1]} then" if marks and len(marks[0]) > 1 else ""
    return board(plane, cells, f"{name}, struck out{where}", pieces=[piece(plane, name, own, "struck")], marks=marks)


def _example(model: Model, needs: Demands, first: Round, plane: Plane | None) -> Json | None:
    """Return the picture of the dead option that the sentences name."""
    step = next(step for step in dead(needs, having(needs, first.items)) if len(step.options))
    option = int(step.options[len(step.options) // 2])
    items = needs.members[needs.starts[option] : needs.starts[option + 1]].tolist()
    if isinstance(model, Tiling):
        return None if plane is None else _board(model, plane, needs, items, step.item)
    bare = needs.names[step.item]
    named = [(needs.names[item], None) for item in items] + [(bare, None)]
    return chips("The option, and the item that nothing can cover then", named, [bare])


def _short(model: Model, plane: Plane | None, item: int, needs: Demands) -> Json | None:
    """Return the picture of the item for which too few options are left."""
    if not isinstance(model, Tiling):
        return chips("The item for which too few options are left", [(needs.names[item], None)], [needs.names[item]])
    if plane is None or item >= needs.cells:
        return None
    cells = region_cells(model.region)
    return board(plane, cells, "The cell for which too few placements are left", marks=[cells[item]])


def _weights(tiling: Tiling, plane: Plane, inner: Cover, body: Mapping[str, Any]) -> Json | None:
    """Return the board with the weights of its cells in an argument about the options that are left."""
    own = body["body"]
    if body["argument"] == "colouring":
        weights = dict(enumerate(own["weights"]))
    else:
        weights = dict(zip(own["items"], own["multipliers"], strict=True))
    cells = region_cells(tiling.region)
    by_cell = {tuple(cell): int(weights.get(number, 0)) for number, cell in enumerate(cells)}
    assert len(inner.items) >= len(cells)
    return board(plane, cells, "The board with the weights of its cells", look=heat_look(by_cell))
