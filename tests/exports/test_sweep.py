"""Frontiers as pseudo-Boolean proofs: whatever is counted, an independent reader follows them, and they are short."""

from __future__ import annotations

import random
from typing import Any

import pytest

from exactcover.certificate import InvalidCertificate, Refutation
from exactcover.check.demands import demands
from exactcover.errors import InvalidInput
from exactcover.exports import sweep
from exactcover.exports.certificate_to_veripb import convert
from exactcover.exports.cutting_planes import Proof
from exactcover.model.tiling import Tiling
from tests.exports import cutting_planes_reader
from tests.provers.arguments import proved, solvable, tiling
from tests.provers.boards import random_board

LONG = "board=3x9 pieces=V3 copies=any"


def some_body(rng: random.Random, model: Tiling) -> dict[str, Any]:
    """What a frontier of the model could count, along any axes."""
    counted = []
    for number, piece in enumerate(model.pieces):
        if rng.random() < 0.6:
            least = rng.randint(0, piece.least) if rng.random() < 0.5 else piece.least
            counted.append([number, least, rng.choice((None, piece.most, piece.most + 1))])
    return {"axes": rng.sample(range(model.dimension), model.dimension), "counted": counted, "states": []}


def test_random_boards_are_followed_or_reach_the_end() -> None:
    """Of random boards, swept along any axes and counting anything, each is followed to a contradiction or reaches the end."""
    followed = reached = counted = 0
    for seed in range(120):
        model = random_board(seed)
        body = some_body(random.Random(seed), model)
        if int(model.region.sum()) > 12:
            continue
        try:
            opb, proof = convert(model, Refutation("frontier", body))
        except InvalidCertificate:
            reached += 1
            continue
        assert not solvable(model)
        cutting_planes_reader.check(opb, proof)
        followed += 1
        counted += bool(body["counted"])
    assert min(followed, reached, counted) > 10


def test_one_clause_does_for_many_states() -> None:
    """A sweep of 51,373 states is written in fewer than 40,000 lines, and one of 4,238 in less than a megabyte."""
    model = tiling("board=12x14 pieces=T4 copies=any")
    assert len(convert(model, proved("frontier", model))[1]) < 1_000_000
    model = tiling("board=10x13 pieces=Y5 copies=any")
    assert convert(model, proved("frontier", model))[1].count(b"\n") < 40_000


def test_spoiled_sweeps_are_refused() -> None:
    """Without one of the clauses of states that others rest on a proof is refused, and so it is for a board with a packing."""
    model = tiling(LONG)
    opb, proof = convert(model, proved("frontier", model))
    lines = proof.decode().splitlines()
    clauses = [place for place, line in enumerate(lines) if line.startswith("rup ")]
    refused = 0
    for place in clauses[:-1]:
        shown = [*lines[:place], "rup >= 0 ;", *lines[place + 1 :]]
        try:
            cutting_planes_reader.check(opb, "\n".join(shown).encode())
        except cutting_planes_reader.Refused:
            refused += 1
    assert refused > len(clauses) // 3
    feasible = Proof(demands(tiling("board=3x9 pieces=V3,I3 copies=I3:any,V3:any"))).problem()
    with pytest.raises(cutting_planes_reader.Refused):
        cutting_planes_reader.check(feasible, proof)


def test_sweeps_that_are_too_long_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A frontier whose steps would fill the memory is refused in a sentence."""
    monkeypatch.setattr(sweep, "MOST_STEPS", 10)
    model = tiling(LONG)
    with pytest.raises(InvalidInput, match="this frontier takes more than 10 steps; expected a smaller one for VeriPB"):
        convert(model, proved("frontier", model))
