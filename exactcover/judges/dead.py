"""The judge of dead options: strikes options that no solution can have, round by round, and judges an argument about the rest.

Two options exclude each other if they share an item that may be covered only once. An option is *dead* if it leaves some item
that still demands an option (it demands one and the option does not have it, or it demands two or more) with none that the
option does not exclude. A placement of a piece with a hole is dead: nothing can cover the hole. No solution has a dead option,
so dead ones are struck; then more may be dead. A round strikes all that are dead after the previous rounds.

The body: `rounds`, at least one `{"struck": n}`, how many options a round strikes, 1 or more; with `"items"`, increasing item
numbers (those of check.demands), it only strikes options that have one of these. The judge finds them itself. Then either
`item`, an item left with fewer options than it demands; or `argument` and `body`, an argument about `of`:
- `options`: the cover of the items by the remaining options, cells named `r,c` and pieces `piece NAME`, an item's most being
  no more than its options; the argument is a colouring or farkas;
- `pieces`: the tiling itself, with no more copies of a piece than it has placements left; arithmetic or a colouring.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from exactcover.judges import arithmetic, colouring, farkas
from exactcover.judges.bodies import entry, refuse_unknown, whole_number, whole_numbers
from exactcover.judges.demands import Demands, demands
from exactcover.judges.extent import refuse_large
from exactcover.model.arrays import Integers, Mask
from exactcover.model.certificate import InvalidCertificate
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.tiling import Tiling

MOST_OPTIONS, MOST_PRODUCTS = 1_000_000, 2 * 10**9
MOST_WORK = 4 * 10**9  # items of options examined in all rounds: about 20 seconds
FEW = 250  # of an item's options, examined first
LISTED = 8  # if the options in doubt are this many times fewer than all, they are examined one by one
ARGUMENTS = {"options": ("colouring", "farkas"), "pieces": ("arithmetic", "colouring")}
JUDGES = {"arithmetic": arithmetic.judge, "colouring": colouring.judge, "farkas": farkas.judge}


class Round(NamedTuple):
    """A round: the number of options it strikes, and the items one of which they have; None: any options."""

    struck: int
    items: tuple[int, ...] | None


def judge(model: Model, body: Mapping[str, Any], most_options: int = MOST_OPTIONS, most_work: int = MOST_WORK) -> None:
    """Raise InvalidCertificate unless the body proves that a tiling or a cover has no solution.

    most_options: of the model; most_work: items of options that are looked at in all rounds.
    """
    refuse_unknown(body, ("rounds", "item") if "item" in body else ("rounds", "of", "argument", "body"))
    refuse_large(model, most_options, MOST_PRODUCTS)
    needs = demands(model)
    rounds = rounds_of(needs, body)
    of, argument = ("", "") if "item" in body else _argument(body)
    left = left_after(needs, rounds, most_work)
    if "item" in body:
        item = whole_number(body["item"], "the item", 0, needs.items - 1)
        options = int((left.members == item).sum())
        if options >= left.least[item]:
            raise InvalidCertificate(
                f"item {item} is left with {options} options, which is enough for {left.least[item]}"
            )
        return
    inner = entry(body, "body", "what the argument needs")
    if not isinstance(inner, dict):
        raise InvalidCertificate(f"the body's body is a {type(inner).__name__}; expected an object")
    JUDGES[argument](remainder(model, left, of), inner)


def rounds_of(needs: Demands, body: Mapping[str, Any]) -> list[Round]:
    """Return the rounds of a body; raises InvalidCertificate."""
    value = entry(body, "rounds", "how many options each round strikes")
    if not isinstance(value, list) or not value:
        raise InvalidCertificate("the rounds are not a list; expected at least one {struck, items}")
    rounds = []
    for number, each in enumerate(value):
        if not isinstance(each, dict):
            raise InvalidCertificate(f"round {number} is a {type(each).__name__}; expected an object with struck")
        refuse_unknown(each, ("struck", "items"))
        struck = whole_number(entry(each, "struck", "a number"), f"struck of round {number}", 1, needs.options)
        items: tuple[int, ...] | None = None
        if "items" in each:
            items = tuple(whole_numbers(each["items"], f"items of round {number}", None, 0, needs.items - 1))
            if not items or any(one >= other for one, other in itertools.pairwise(items)):
                raise InvalidCertificate(f"items of round {number} do not increase; expected at least one, increasing")
        rounds.append(Round(struck, items))
    return rounds


def _argument(body: Mapping[str, Any]) -> tuple[str, str]:
    """Return the subject of the argument, and its name; raises InvalidCertificate."""
    of, argument = entry(body, "of", "options or pieces"), entry(body, "argument", "the name of an argument")
    if not isinstance(of, str) or of not in ARGUMENTS:
        raise InvalidCertificate(f"the argument is about {_name(of)}; expected {' or '.join(ARGUMENTS)}")
    if not isinstance(argument, str) or argument not in ARGUMENTS[of]:
        raise InvalidCertificate(f"the argument is {_name(argument)}; expected {' or '.join(ARGUMENTS[of])} of {of}")
    return of, argument


def _name(value: Any) -> str:
    return repr(value[:40]) if isinstance(value, str) else "no text"


def left_after(needs: Demands, rounds: list[Round], most_work: int = MOST_WORK) -> Demands:
    """Return what is left after the rounds; raises InvalidCertificate if one strikes another number of options."""
    work = 0
    for number, each in enumerate(rounds):
        alive = np.ones(needs.options, dtype=np.bool_)
        for step in dead(needs, having(needs, each.items)):
            alive[step.options] = False
            work += step.work
            if work > most_work:
                raise InvalidCertificate(f"the rounds up to {number} examine over {most_work} items; expected less")
        struck = int((~alive).sum())
        if struck != each.struck:
            raise InvalidCertificate(f"round {number} strikes {struck} options; expected {each.struck}")
        needs = kept(needs, alive)
    return needs


class Step(NamedTuple):
    """The options found dead by an item, and the number of items of options examined for that."""

    item: int
    options: Integers
    work: int


def having(needs: Demands, items: tuple[int, ...] | None) -> Mask:
    """Return which options have one of these items; None: all options."""
    if items is None:
        return np.ones(needs.options, dtype=np.bool_)
    wanted = np.zeros(needs.items, dtype=np.bool_)
    wanted[list(items)] = True
    mask = np.zeros(needs.options, dtype=np.bool_)
    mask[needs.owners[wanted[needs.members]]] = True
    return mask


def dead(needs: Demands, candidates: Mask, few: int = FEW, listed: int = LISTED) -> Iterator[Step]:
    """Yield for each item in turn the candidates that are dead by it and not by one before.

    few: options of an item that are looked at before all are; listed: candidates are looked at one by one if they are so many
    times fewer than the options. Both change the time and not the options.
    """
    once = _once(needs)
    marked = np.zeros(needs.items + 1, dtype=np.bool_)
    own, gone = np.zeros((2, needs.options), dtype=np.bool_)
    firsts, by_item = needs.by_item
    doubted = np.flatnonzero(candidates)
    for item in np.flatnonzero(needs.least > 0).tolist():
        mine = by_item[firsts[item] : firsts[item + 1]]
        if not len(mine):  # no solution has any option
            yield Step(item, doubted, needs.options)
            return
        pending = _doubtful(needs, once, int(mine[0]), doubted, marked, listed)
        work = once.shape[1] * len(pending)
        if needs.least[item] == 1:
            own[mine] = True
            pending = pending[~own[pending]]
            own[mine] = False
        dead_ones: list[int] = []
        # A few of the item's options, from all over them, are looked at before all are.
        some, rows = once[mine[:: len(mine) // few + 1]], once[:0]
        while len(pending):
            option = once[pending[0]]
            beside = some[~_sharing(some, marked, option)]
            work += some.size
            if not len(beside):
                rows = rows if len(rows) else once[mine]
                beside = rows[~_sharing(rows, marked, option)]
                work += rows.size
            if len(beside):
                # Only those remain in doubt that also exclude this one of the item's options; the first one does not.
                pending = pending[_sharing(once[pending], marked, beside[0])]
                work += once.shape[1] * len(pending)
            else:
                dead_ones.append(int(pending[0]))
                pending = pending[1:]
        if dead_ones:
            gone[dead_ones] = True
            doubted = doubted[~gone[doubted]]
        yield Step(item, np.array(dead_ones, dtype=np.int64), work)


def _once(needs: Demands) -> Integers:
    """Return each option's items that may be covered only once, (options, a multiple of 8); `items` is the padding."""
    longest = int(np.diff(needs.starts).max(initial=1))
    rows = np.full((needs.options, -(-longest // 8) * 8), needs.items, dtype=np.int64)
    places = np.arange(len(needs.members)) - needs.starts[needs.owners]
    rows[needs.owners, places] = np.where(needs.most[needs.members] == 1, needs.members, needs.items)
    return rows


def _doubtful(needs: Demands, once: Integers, first: int, candidates: Integers, marked: Mask, listed: int) -> Integers:
    """Return the candidates that exclude an option; candidates: increasing."""
    firsts, by_item = needs.by_item
    lists = [by_item[firsts[item] : firsts[item + 1]] for item in once[first].tolist() if item < needs.items]
    if len(candidates) * listed < needs.options:
        return candidates[_sharing(once[candidates], marked, once[first])]
    near = np.zeros(needs.options, dtype=np.bool_)
    for options in lists:
        near[options] = True
    return candidates[near[candidates]]


def _sharing(rows: Integers, marked: Mask, row: Integers) -> Mask:
    """Return which rows share an item with a row; marked: all False before and after, one entry per item and one more."""
    marked[row] = True
    marked[-1] = False
    # Eight booleans of a byte each are read as one number.
    shared = marked.take(rows).view(np.uint64)
    marked[row] = False
    return np.asarray(np.bitwise_or.reduce(shared.T, axis=0) != 0)


def kept(needs: Demands, alive: Mask) -> Demands:
    """Return the demands on the options that are alive."""
    lengths = np.diff(needs.starts)[alive]
    members = needs.members[alive[needs.owners]]
    return replace(needs, starts=np.concatenate(([0], np.cumsum(lengths))).astype(np.int64), members=members)


def remainder(model: Model, left: Demands, of: str) -> Model:
    """Return the subject of the argument, `options` or `pieces`; raises InvalidCertificate if there can be none."""
    options = np.bincount(left.members, minlength=left.items)
    if (options < left.least).any():
        item = int(np.argmax(options < left.least))
        raise InvalidCertificate(f"item {item} is left with {options[item]} options; expected that to be the argument")
    if of == "options":
        cells = [",".join(map(str, cell)) for cell in model.cells().tolist()] if isinstance(model, Tiling) else []
        names = (*cells, *(f"piece {name}" if cells else name for name in left.names))
        return Cover(names, left.least, np.minimum(left.most, options), left.starts, left.members, repeated=True)
    if not isinstance(model, Tiling):
        raise InvalidCertificate("the argument is about the pieces of a cover; expected options")
    pairs = zip(model.pieces, options[left.cells :].tolist(), strict=True)
    return replace(model, pieces=tuple(replace(piece, most=min(piece.most, number)) for piece, number in pairs))
