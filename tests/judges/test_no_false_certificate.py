"""No certificate of anything that has a solution: planted models against random, exhaustive, guided and borrowed bodies, and
all provers against brute force on small random boards. The larger runs are slow ones.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from exactcover import judges
from exactcover.judges.clauses import clauses
from exactcover.judges.demands import demands
from exactcover.judges.lrat import check_steps
from exactcover.judges.tree import branches_of
from exactcover.model.answer import Limits
from exactcover.model.certificate import ARGUMENTS, InvalidCertificate, Refutation
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model, name_of
from exactcover.model.events import End, Found
from exactcover.model.tiling import Tiling
from exactcover.proofs.provers import NAMES, prover
from exactcover.solving import portfolio, proving
from tests.packings import tiling
from tests.parts import Few
from tests.planted_models import planted, planted_cover, planted_sliding, planted_tiling
from tests.proofs.provers.arguments import solvable
from tests.proofs.provers.boards import random_board
from tests.random_models import random_cover

JUNK: tuple[Any, ...] = (
    True, False, None, 1.0, -0.0, float("nan"), float("inf"), "1", "", "\u0661", [], [[]], {}, [None], {"items": [0]},
    -1, 0, 1, 2, 10**9, 2**31, 2**63 - 1, 2**63, -(2**63), 10**999, 10**1000 + 1,
)  # fmt: skip


INVARIANT = {"start": 0, "goals": [1], "states": 1, "sha256": ""}


def accepted(model: Model, argument: str, body: Any) -> bool:
    """Whether the judge accepts a body; anything but a sentence instead fails the test."""
    faults = judges.refutation_faults(model, Refutation(argument, body))
    assert all(0 < len(fault) < 400 for fault in faults)
    return not faults


def numbers(rng: random.Random, count: int, low: int, high: int) -> list[int]:
    """Whole numbers, now and then one too many or too few of them."""
    return [rng.randint(low, high) for _ in range(max(0, count + rng.choice((0,) * 18 + (-1, 1))))]


def priced(rng: random.Random, cut: list[int], items: int) -> dict[str, Any]:
    """A body of prices, of random content; cut: the items of its one cut."""
    nodes: list[dict[str, Any]] = []
    for _ in range(rng.randint(1, 4)):
        if items > 1 and rng.random() < 0.2:
            nodes.append({"pair": rng.sample(range(items), 2)})
        else:
            weights = [[0, rng.randint(0, 3)]]
            nodes.append({"scale": rng.randint(1, 3), "prices": numbers(rng, items, -3, 4), "cuts": weights})
    return {"nodes": nodes, "cuts": [cut]}


def barriers(rng: random.Random, cells: list[list[int]]) -> dict[str, Any]:
    """A body of barriers, of random content."""
    return {
        "scale": rng.randint(0, 3),
        "barriers": [{"wanted": cells[0], "cells": cells, "weight": rng.randint(-1, 3)}],
        "pieces": [[number, rng.randint(-2, 2)] for number in range(rng.randint(0, 2))],
        "edges": [[cells[0], cells[-1], rng.randint(-1, 2)]],
    }


def made_up(rng: random.Random, model: Model, argument: str) -> dict[str, Any]:
    """A body of the right form for a model, of random content."""
    asked = demands(model)
    shape = model.region.shape if isinstance(model, Tiling) else (1,)
    cells = [[rng.randrange(-1, n + 1) for n in shape] for _ in range(rng.randint(1, 4))]
    names = [*asked.names, "nobody"]
    items = sorted(rng.sample(range(asked.items), rng.randint(1, asked.items)))
    multipliers = [rng.choice((-3, -2, -1, 1, 1, 2, 3)) for _ in items]
    if argument == "arithmetic":
        argument = rng.choice(("area", "components", "cell", "piece", "item"))
        given = {
            "components": [cells],
            "cell": cells[0],
            "piece": rng.randrange(len(names)),
            "item": rng.choice(names),
        }
        return {"argument": argument} if argument == "area" else {"argument": argument, argument: given[argument]}
    if argument == "colouring":
        modulus = rng.choice((0, 2, 2, 3, 4, 5))
        body = {"modulus": modulus, "weights": numbers(rng, asked.cells or asked.items, -1, 2)}
        if asked.cells and rng.random() < 0.6:
            period = rng.choice((2, 2, 3, 4))
            steps = [rng.randrange(period) for _ in shape]
            body |= {"template": [{"steps": steps, "modulus": period}], "weights": numbers(rng, period, -1, 2)}
        return body | ({"pieces": numbers(rng, asked.items - asked.cells, -2, 4)} if asked.cells else {})
    bodies: dict[str, dict[str, Any]] = {
        "farkas": {"items": items, "multipliers": multipliers},
        "frontier": {
            "axes": rng.sample(range(len(shape)), len(shape)),
            "counted": [
                [number, rng.randint(0, 2), rng.choice((None, 2, 10**9))]
                for number in range(len(names))
                if rng.random() < 0.3
            ],
            "states": numbers(rng, asked.cells, 0, 3),
            **({"counted": [], "meet": rng.randint(-1, asked.cells + 1)} if rng.random() < 0.4 else {}),
        },
        "dead": {
            "rounds": [{"struck": rng.randint(1, 4)} for _ in range(rng.randint(1, 2))],
            **rng.choice(({"item": items[0]}, {"of": "options", "argument": "farkas", "body": {"items": items}})),
        },
        "tree": {
            "items": numbers(rng, rng.randint(1, 9), -1, asked.items - 1),
            "combinations": [{"items": items, "multipliers": multipliers}],
        },
        "clausal": {"steps": numbers(rng, rng.randint(1, 12), -6, 9) + [0, 1, 0] * rng.randint(0, 2)},
        "invariant": {**INVARIANT, "argument": rng.choice(("parity", "closed"))},
        "barriers": barriers(rng, cells),
        "prices": priced(rng, items, asked.items),
        "steiner": {"targets": cells, "weight": rng.randint(-1, 3)},
        "enumeration": {"solutions": [numbers(rng, 2, 0, asked.options)], "steps": numbers(rng, 9, -6, 9)},
    }
    if argument == "clausal" and asked.options and rng.random() < 0.5:
        images = [rng.sample(range(asked.items), asked.items), list(range(asked.items))][: rng.randint(0, 2)]
        orbit = {"option": rng.randrange(asked.options), "symmetries": images, "proof": bodies["clausal"]}
        return {"orbits": [orbit], "steps": [0, rng.randint(1, 30), rng.randint(1, 30), 0]}
    return bodies[argument]


def mutated(rng: random.Random, value: Any) -> Any:
    """A JSON value with one thing in it changed."""
    if isinstance(value, dict) and value and rng.random() < 0.95:
        key = rng.choice(sorted(value))
        return {**value, key: mutated(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.95:
        at, to = rng.randrange(len(value)), rng.randrange(len(value))
        changes = (
            value[:at] + value[at + 1 :],
            [*value[:at], value[to], *value[at:]],
            [*value[:at], value[to], *value[at + 1 :]],
            [*value[:at], mutated(rng, value[at]), *value[at + 1 :]],
        )
        return changes[rng.choice((0, 1, 2, 3, 3, 3))]
    if isinstance(value, int) and not isinstance(value, bool) and rng.random() < 0.9:
        return rng.choice((value + 1, value - 1, -value, 0, 2 * value, rng.randrange(-3, 20)))
    return rng.choice(JUNK)


def neighbour(rng: random.Random, model: Model) -> Model:
    """A model that asks a little more: of one item, or with one option less; its certificates nearly fit."""
    if isinstance(model, Tiling):
        at = rng.randrange(len(model.pieces))
        piece = model.pieces[at]
        least = piece.least + rng.randint(0, 2)
        asks = replace(piece, least=least, most=max(least, min(piece.most, least + rng.randint(0, 2))))
        return replace(model, pieces=(*model.pieces[:at], asks, *model.pieces[at + 1 :]))
    assert isinstance(model, Cover)
    at = rng.randrange(len(model.items))
    fewest, largest = model.least.copy(), model.most.copy()
    fewest[at] += rng.randint(0, 2)
    largest[at] = max(fewest[at], min(largest[at], fewest[at] + rng.randint(0, 1)))
    return replace(model, least=fewest, most=largest)


def borrowed(rng: random.Random, model: Model) -> Iterator[Refutation]:
    """What provers find against a neighbour of a model."""
    near = neighbour(rng, model)
    for name in NAMES:
        if name_of(near) in prover(name).accepts:
            for event in prover(name).run(near, Limits(time=5.0)):
                if isinstance(event, End) and event.refutation is not None:
                    yield event.refutation


def refuse_made_up(seeds: range) -> None:
    """Judge random bodies of every argument, as they are and changed, on planted models."""
    for seed in seeds:
        rng = random.Random(seed)
        model = planted(rng)
        for argument, _ in itertools.product(ARGUMENTS, range(6)):
            body = made_up(rng, model, argument)
            for _ in range(2):
                assert not accepted(model, argument, body), (seed, argument, body)
                body = {**body, (key := rng.choice(sorted(body))): mutated(rng, body[key])}


def refuse_borrowed(seeds: range) -> set[str]:
    """Judge on planted models what proves their neighbours impossible, as it is and changed; return the arguments there were."""
    arguments = set()
    for seed in seeds:
        rng = random.Random(seed)
        model = planted(rng)
        for refutation in borrowed(rng, model):
            arguments.add(refutation.argument)
            for change in range(8):
                body = dict(refutation.body)
                for _ in range(change // 2):
                    body = {**body, (key := rng.choice(sorted(body))): mutated(rng, body[key])}
                assert not accepted(model, refutation.argument, body), (seed, refutation.argument, body)
    return arguments


def refuse_guided_trees(seeds: range) -> None:
    """Follow trees on planted models, closing every branch that closes; where none does, try every combination at hand."""
    for seed in seeds:
        rng = random.Random(seed)
        model = planted(rng)
        asked = demands(model)
        items = sorted(rng.sample(range(asked.items), rng.randint(1, asked.items)))
        body = {"items": items, "multipliers": [rng.choice((-2, -1, 1, 2)) for _ in items]}
        combination = dict(zip(body["items"], body["multipliers"], strict=True))
        order: list[int] = []
        while len(order) < 40:
            for item in rng.sample(range(-1, asked.items), asked.items + 1):
                try:
                    for _ in branches_of(asked, [*order, item], [combination]):
                        pass
                except InvalidCertificate as fault:
                    if "the tree ends" not in str(fault):
                        continue
                order.append(item)
                break
            else:
                break
            assert not accepted(model, "tree", {"items": order, "combinations": [body]}), seed


def refuse_guided_sweeps(seeds: range) -> None:
    """Claim of planted tilings the very states that sweeps have, whatever is counted: they reach the end."""
    for seed in seeds:
        rng = random.Random(seed)
        model = planted_tiling(rng)
        axes = rng.sample(range(model.dimension), model.dimension)
        counted = [
            [number, rng.randint(0, piece.least), rng.choice((None, piece.most, piece.most + 1))]
            for number, piece in enumerate(model.pieces)
            if rng.random() < 0.5
        ]
        states = [10**5] * int(model.region.sum())
        body = {"axes": axes, "counted": counted, "states": states}
        while True:
            (fault,) = judges.refutation_faults(model, Refutation("frontier", body))
            if "reaches the end" in fault:
                break
            words = fault.split()
            assert words[0] == "cell", fault
            states[int(words[1])] = int(words[words.index("states;") - 1])


def refuse_guided_steps(seeds: range) -> None:
    """Derive what follows from planted models' clauses with right hints: lemmas are accepted, the empty one never."""
    for seed in seeds:
        rng = random.Random(seed)
        written = clauses(demands(planted(rng)))
        known, steps = list(written.clauses), list[int]()
        for number in range(12):
            variables = rng.sample(range(1, written.variables + 1), min(number % 4, written.variables))
            lemma = tuple(variable * rng.choice((1, -1)) for variable in variables)
            false, hints, closed = set(lemma), list[int](), False
            order = rng.sample(range(len(known)), len(known))
            for at in [*order, *order, *order]:
                left = [literal for literal in known[at] if literal not in false]
                if not closed and (not left or (len(left) == 1 and -left[0] not in false)):
                    hints.append(at + 1)
                    false.update(-literal for literal in left)
                    closed = not left
            steps = [*steps, *lemma, 0, *hints, 0] if closed and lemma else steps
            known += [lemma] if closed and lemma else []
            with pytest.raises(InvalidCertificate, match=r"the hints of|is not unit"):
                check_steps(written.clauses, [*steps, 0, *([] if closed else hints), 0])


def agree_with_brute_force(models: Iterator[Model]) -> Counter[str]:
    """Run all provers as `prove` does, and each alone, beside brute force; return how the models were settled."""
    settled: Counter[str] = Counter()
    for number, model in enumerate(models):
        feasible = solvable(model)
        stages, _ = portfolio.arguments("", model)
        alone = portfolio.arguments(NAMES[number % 4], model)[0] if isinstance(model, Tiling) else stages
        for each, name in ((stages, "prove"), (alone, "alone")):
            events = list(proving.run(each, model, Limits()))
            for event in events:
                if isinstance(event, Found):
                    assert feasible
                    assert not judges.faults(model, event.selection)
            end = events[-1]
            assert isinstance(end, End)
            if end.refutation is not None:
                assert not feasible, (number, end.refutation)
                assert not judges.refutation_faults(model, end.refutation)
            if name == "prove":
                argument = end.refutation.argument if end.refutation else "nothing"
                settled[argument if not feasible else "feasible"] += 1
    return settled


def test_made_up_bodies_are_refused(few: Few) -> None:
    """Of 5,000 random bodies of all arguments on planted models none is accepted, and each is refused in a short sentence."""
    refuse_made_up(range(few(35)))


@pytest.mark.deep("tries the proofs of twelve neighbours on every planted model")
def test_borrowed_bodies_are_refused() -> None:
    """What proves a neighbour impossible is refused on the planted model, changed or not, by every argument on covers."""
    assert refuse_borrowed(range(12)) == set(ARGUMENTS) - {"invariant", "barriers", "steiner", "enumeration"}


def test_guided_bodies_are_refused(few: Few) -> None:
    """Trees, sweeps and clausal proofs that are right up to their last step cannot take it on planted models."""
    refuse_guided_trees(range(few(20)))
    refuse_guided_sweeps(range(few(20)))
    refuse_guided_steps(range(few(20)))


def test_all_small_colourings_are_refused() -> None:
    """No weights from -1 to 1 refute a board that can be packed, of up to 6 cells, modulo 0, 2, 3 or 4."""
    for line, modulus in itertools.product(
        (
            "board=2x3 pieces=I2 copies=any",
            "board=1x4 pieces=I1,I3 copies=I1:1,I3:0..1",
            "board=2x2 pieces=I2,I1 copies=0..2",
        ),
        (0, 2, 3, 4),
    ):
        model = tiling(line)
        cells = int(model.region.sum())
        for weights in itertools.product((-1, 0, 1) if cells < 6 else (0, 1), repeat=cells):
            for pieces in itertools.product((-1, 0, 1, 2), repeat=len(model.pieces)):
                body = {"modulus": modulus, "weights": list(weights), "pieces": list(pieces)}
                assert not accepted(model, "colouring", body)


def test_all_small_multipliers_are_refused() -> None:
    """No multipliers from -2 to 2 refute a planted cover of up to 4 items, as a combination or as a leaf of a tree."""
    covers = (planted_cover(random.Random(seed)) for seed in range(200))
    for model in itertools.islice((each for each in covers if len(each.items) <= 4), 12):
        for given in itertools.product(range(-2, 3), repeat=len(model.items)):
            items = [item for item, y in enumerate(given) if y]
            body = {"items": items, "multipliers": [y for y in given if y]}
            assert not accepted(model, "farkas", body)
            assert not items or not accepted(model, "tree", {"items": [-1], "combinations": [body]})


def test_no_invariant_refutes_a_board_that_moves_solve() -> None:
    """Every parity that can be claimed, and every size of a closed set with its digest, is refused where a plan is planted."""
    refused: Counter[str] = Counter()
    for seed in range(60):
        reached, other = planted_sliding(random.Random(seed))
        for start, goal in itertools.product((0, 1), repeat=2):
            body = {"argument": "parity", "start": start, "goals": [goal]}
            assert not accepted(reached, "invariant", body)
            refused["parity"] += accepted(other, "invariant", body)
        for states in (1, 3, 12, 360):
            assert not accepted(reached, "invariant", {"argument": "closed", "states": states, "sha256": "0" * 64})
    assert refused["parity"] > 10


def test_provers_agree_with_brute_force() -> None:
    """On 40 small random boards and 30 covers what is refuted has no solution, and nothing is left undecided."""
    settled = agree_with_brute_force(random_board(seed) for seed in range(5_000, 5_040))
    settled += agree_with_brute_force(random_cover(seed) for seed in range(5_000, 5_030))
    assert settled["nothing"] == 0
    assert settled["feasible"] > 15


@pytest.mark.slow
def test_ten_thousand_boards_agree_with_brute_force() -> None:
    """On 10^4 small random boards and as many covers no certificate is wrong, and every one without a solution gets one."""
    settled = agree_with_brute_force(random_board(seed) for seed in range(20_000, 30_000))
    print("boards:", dict(settled))
    assert settled["nothing"] == 0
    covers = agree_with_brute_force(random_cover(seed) for seed in range(20_000, 30_000))
    print("covers:", dict(covers))
    assert covers["nothing"] == 0


@pytest.mark.slow
def test_a_hundred_thousand_bodies_are_refused() -> None:
    """Tens of thousands of bodies of each argument, made up, guided and borrowed, are all refused on planted models."""
    refuse_made_up(range(10_000, 15_000))
    refuse_guided_trees(range(10_000, 13_000))
    refuse_guided_sweeps(range(10_000, 12_000))
    refuse_guided_steps(range(10_000, 12_000))
    assert refuse_borrowed(range(10_000, 12_000)) == set(ARGUMENTS) - {
        "invariant",
        "barriers",
        "steiner",
        "enumeration",
    }
