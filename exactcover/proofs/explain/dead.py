"""Explains dead placements: what one of them leaves uncoverable, how many are struck, and the argument about the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactcover.judges.dead import Round, dead, having, left_after, remainder, rounds_of
from exactcover.judges.demands import Demands, demands
from exactcover.model.encoding import Model
from exactcover.model.tiling import Tiling
from exactcover.proofs.explain import arithmetic, colouring, farkas
from exactcover.proofs.explain.phrases import copies_phrase, joined
from exactcover.proofs.explain.tree import item_phrase, option_phrase

MOST_ROUNDS = 4  # listed one by one
WORDS = {"arithmetic": arithmetic.sentences, "colouring": colouring.sentences, "farkas": farkas.sentences}


def sentences(model: Model, body: Mapping[str, Any]) -> list[str]:
    """Return the argument in sentences, from a body that the judge has accepted."""
    needs = demands(model)
    rounds = rounds_of(needs, body)
    tiling = isinstance(model, Tiling)
    thing, other = ("placement", "cell or piece") if tiling else ("option", "item")
    rule = f"nothing is left beside it that can cover some other {other}: no solution has a dead one."
    explanation = [f"Call {'a' if tiling else 'an'} {thing} dead if {rule}", _example(model, needs, rounds[0])]
    for number, each in enumerate(rounds[:MOST_ROUNDS], 1):
        those = f"{each.struck:,} {thing}{'' if each.struck == 1 else 's'}{_of(model, needs, each)}"
        again = " by what is left then" if number > 1 else ""
        explanation.append(f"{those} {'is' if each.struck == 1 else 'are'} dead{again}.")
    if len(rounds) > MOST_ROUNDS:
        more = sum(each.struck for each in rounds[MOST_ROUNDS:])
        explanation.append(f"{len(rounds) - MOST_ROUNDS} more rounds of that kind strike {more:,}.")
    if "item" in body:
        item = body["item"]
        verb = "placed" if tiling and item >= needs.cells else "covered"
        times = copies_phrase(int(needs.least[item]))
        return [
            *explanation,
            f"Too few are left for the {item_phrase(model, needs, item)}, which must be {verb} {times}.",
        ]
    rest = remainder(model, left_after(needs, rounds), body["of"])
    argued = WORDS[body["argument"]](rest, body["body"])
    if not isinstance(rest, Tiling) or not isinstance(model, Tiling):
        return [*explanation, "For what is left:", *argued]
    explanation.append("For what is left, and no piece has more copies than placements:")
    idle = [one.name for one, other in zip(rest.pieces, model.pieces, strict=True) if one.most == 0 < other.most]
    return [*explanation, *([f"No placement of {joined(idle, 'or')} is left."] if idle else []), *argued]


def _example(model: Model, needs: Demands, first: Round) -> str:
    """Return a dead option, and an item that nothing can cover alongside it."""
    step = next(step for step in dead(needs, having(needs, first.items)) if len(step.options))
    option = int(step.options[len(step.options) // 2])
    return f"Such a one is {option_phrase(model, needs, option)}: nothing covers the {item_phrase(model, needs, step.item)} then."


def _of(model: Model, needs: Demands, each: Round) -> str:
    """Return the pieces whose options a round examines, if not all."""
    if each.items is None:
        return ""
    names = [needs.names[item - needs.cells] for item in each.items if item >= needs.cells]
    return f" of {joined(names)}" if len(names) == len(each.items) else " among those of some items"
