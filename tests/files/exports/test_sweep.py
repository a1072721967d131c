"""Frontiers as pseudo-Boolean proofs: whatever is counted, an independent reader follows them, and they are short."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from exactcover.files.exports import sweep_states
from exactcover.files.exports.certificate_to_veripb import convert
from exactcover.files.exports.cutting_planes import Proof
from exactcover.files.exports.sweep import Bounds, write_frontier
from exactcover.files.exports.sweep_states import Sweep
from exactcover.judges.demands import demands
from exactcover.model.certificate import InvalidCertificate, Refutation
from exactcover.model.errors import InvalidInput, Unsuitable
from exactcover.model.tiling import Tiling
from exactcover.proofs.provers import frontier
from tests.files.exports import cutting_planes_reader
from tests.packings import tiling
from tests.proofs.provers.arguments import proved, solvable
from tests.proofs.provers.boards import random_board

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


def test_sweeps_that_are_too_long_are_refused() -> None:
    """Too many states, too many literals along each axis, and a proof of too many bytes are each refused in a sentence."""
    model = tiling(LONG)
    refutation = proved("frontier", model)
    limits = {
        "states": "this frontier has 17 states; expected at most 10 for VeriPB",
        "literals": "the clauses of this frontier have more than 10 literals along each axis; expected a smaller one",
        "most_bytes": r"this frontier takes more than 10 bytes, at cell \d+ of 27; expected a smaller one for VeriPB",
    }
    for limit, sentence in limits.items():
        with pytest.raises(InvalidInput, match=sentence):
            write_frontier(model, refutation.body, Proof(demands(model)), Bounds(**{limit: 10}))


def test_literals_are_limited_before_anything_is_written() -> None:
    """A frontier with too many literals is refused while its states are looked at: no step is written before."""
    model = tiling(LONG)
    proof = Proof(demands(model))
    with pytest.raises(Unsuitable):
        write_frontier(model, proved("frontier", model).body, proof, Bounds(literals=10))
    assert not proof.lines


def test_literals_are_counted_as_they_are_written() -> None:
    """Where no copies are counted, the literals that are limited are those of the clauses in the proof."""
    model = tiling("board=6x10 pieces=T4 copies=any")
    refutation = proved("frontier", model)
    counted = Sweep(model, demands(model), refutation.body["axes"], [])
    assert sum(1 for _ in counted.failures()) < sum(refutation.body["states"])
    lines = convert(model, refutation)[1].decode().splitlines()
    assert counted.literals == sum(len(re.findall(r"x\d", line)) for line in lines if line.startswith("rup "))


def test_the_axes_that_end_first_are_written() -> None:
    """Orders of the axes have their turns, and the one with the fewest literals is written, and followed by the reader."""
    model = tiling("board=3x8 pieces=T4 copies=any")
    literals = {}
    for axes in ((0, 1), (1, 0)):
        counted = Sweep(model, demands(model), axes, [])
        assert list(counted.failures())[-1].state.cell == 0
        literals[axes] = counted.literals
    assert literals[1, 0] < literals[0, 1]
    bodies = [{"axes": list(axes), "counted": [], "states": []} for axes in literals]
    written = []
    for body in bodies:
        proof = Proof(demands(model))
        write_frontier(model, body, proof, Bounds(turn=1))
        written.append(proof.lines)
    assert written[0] == written[1] != []
    assert cutting_planes_reader.check(*convert(model, Refutation("frontier", bodies[1]))) > 0


def test_frontiers_from_both_ends_are_written_from_one() -> None:
    """A frontier from both ends becomes a proof by a sweep from one end, and the reader follows it."""
    model = tiling("board=5x12 pieces=T4 copies=any")
    refutation = proved("frontier", model, bounds=frontier.Bounds(work=1))
    assert "meet" in refutation.body
    assert cutting_planes_reader.check(*convert(model, refutation)) > 0


def test_states_of_several_words_are_compared_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the bits of states take one word or many, the proof is the same."""
    model = tiling("board=6x10 pieces=T4 copies=any")
    refutation = proved("frontier", model)
    files = convert(model, refutation)
    for bits in (3, 1):
        monkeypatch.setattr(sweep_states, "WORD", bits)
        assert convert(model, refutation) == files
