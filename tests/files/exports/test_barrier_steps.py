"""Barriers as pseudo-Boolean proofs: the model of growth has the solutions of the growth, and the reader follows the proofs."""

from __future__ import annotations

import random
import re

import pytest

from exactcover.files.exports.barrier_steps import GrowthRows, write_barriers
from exactcover.files.exports.certificate_to_veripb import convert
from exactcover.model.certificate import Refutation
from exactcover.model.errors import Unsuitable
from exactcover.model.growth import Cheaper, Growth
from tests.backends.test_connected_growths import cheapest
from tests.files.exports import cutting_planes_reader
from tests.files.exports.foreign_solvers import by_clasp
from tests.growth_models import published, random_position
from tests.judges.test_barriers import BODY, ROW
from tests.parts import Few
from tests.proofs.provers.arguments import refutation


def best_by_clasp(model: Growth) -> int | None:
    """The least number of covered cells by clasp on the pseudo-Boolean model, None if there is no solution."""
    rows = GrowthRows(model)
    costs = [model.pieces[placement.piece].size for placement in rows.placements]
    chosen = by_clasp(rows.problem(costs).decode(), ".opb", len(costs))
    return None if chosen is None else sum(costs[number - 1] for number in chosen)


def test_the_model_has_the_solutions_of_the_growth(few: Few) -> None:
    """clasp finds a solution of the pseudo-Boolean model if and only if there is a growth, and one of the same cost."""
    seen = set()
    for seed in range(few(200)):
        model = random_position(seed)
        if model.price == "cells":
            best = cheapest(model)
            assert best_by_clasp(model) == best, seed
            seen.add(best)
    assert None in seen
    assert len(seen) > 4


def test_proofs_of_random_positions_are_followed(few: Few) -> None:
    """The reader accepts what the prover finds, with the bound, and refuses a larger bound."""
    seen = set()
    for seed in range(few(120)):
        model = random_position(seed)
        found = refutation("barriers", model)
        if found is None:
            continue
        opb, proof = convert(model, found)
        assert cutting_planes_reader.check(opb, proof) > 0, seed
        seen.add((model.price, found.bound is None))
        if found.bound is not None:
            stated = re.search(rb"BOUNDS (-?\d+) :", proof)
            assert stated is not None
            forged = proof.replace(stated[0], b"BOUNDS %d :" % (int(stated[1]) + 1))
            with pytest.raises(cutting_planes_reader.Refused):
                cutting_planes_reader.check(opb, forged)
    assert {refuted for _, refuted in seen} == {False, True}
    assert len({price for price, _ in seen}) > 1


def test_a_distance_by_hand_is_followed() -> None:
    """Three barriers around a corner: each is a clause, and their sum with the costs says that three squares are needed."""
    opb, proof = write_barriers(Cheaper(ROW, 3), BODY, "3.0")
    lines = proof.decode().splitlines()[2:]
    assert [line.split(" ")[0] for line in lines] == ["rup", "rup", "rup", "pol", "output", "conclusion", "end"]
    assert cutting_planes_reader.check(opb, proof) == 4
    assert b"\nconclusion BOUNDS 3 : " in proof


def test_mutated_proofs_prove_no_larger_bound(few: Few) -> None:
    """No change to the numbers of a proof proves more than the least cost, which a search knows."""
    rng, tried = random.Random(2), 0
    for seed in range(30):
        model = random_position(seed)
        found, best = refutation("barriers", model), cheapest(model)
        if found is None or found.bound is None or best is None or model.price != "cells":
            continue
        opb, proof = convert(model, found)
        lines = proof.decode().splitlines()
        for _ in range(few(200)):
            tried += 1
            forged = list(lines)
            for place in rng.sample(range(2, len(lines)), min(2, len(lines) - 2)):
                words = forged[place].split(" ")
                chosen = rng.choice([number for number, word in enumerate(words) if re.search(r"\d", word)] or [0])
                words[chosen] = re.sub(r"\d+", str(rng.randint(0, 40)), words[chosen], count=1)
                forged[place] = " ".join(words)
            forged[-2] = re.sub(r"BOUNDS \d+", f"BOUNDS {best + 1}", forged[-2])
            with pytest.raises((cutting_planes_reader.Refused, IndexError, ValueError)):
                cutting_planes_reader.check(opb, "\n".join([*forged, ""]).encode())
    assert tried > few(200)


def test_large_positions_are_refused() -> None:
    """A model with more literals than allowed is refused in a sentence; published positions are not."""
    model = published("cover-6x6")
    found = Refutation("barriers", {**BODY, "barriers": []}, 1)
    with pytest.raises(Unsuitable, match="the model of growth has too many literals for VeriPB; `check` judges"):
        write_barriers(Cheaper(model, 1), found.body, "3.0", most_literals=1000)
    assert convert(model, found)[0].startswith(b"* #variable= ")
