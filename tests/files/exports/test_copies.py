"""Numbers of copies without the area of a board, as pseudo-Boolean proofs that an independent reader follows."""

from __future__ import annotations

from itertools import product

import pytest

from exactcover.files.exports import copies
from exactcover.files.exports.certificate_to_veripb import convert
from exactcover.model.certificate import Refutation
from exactcover.model.errors import Unsuitable
from tests.files.exports import cutting_planes_reader
from tests.packings import tiling
from tests.proofs.provers.arguments import proved

PIECES = {2: "I2", 3: "I3", 4: "I4", 5: "I5"}


@pytest.mark.parametrize(
    "words",
    [
        "board=1x7 pieces=I3,I5 copies=any",
        "board=2x8 pieces=I3,I5,V3 copies=I3:0..3,I5:3,V3:0..1",
        "board=3x5 pieces=I4,O4,I3 copies=I4:1..2,O4:any,I3:2",
        "board=1x23 pieces=I5,I4 copies=I5:0..1,I4:any",
        "board=5x7 pieces=I5,I4 copies=I5:2..6,I4:0..2 holes=0,0/0,1/4,6",
    ],
)
def test_numbers_of_copies_are_refuted_one_sum_after_another(words: str) -> None:
    """Areas that no numbers of copies within their limits have; variables for thresholds are defined by redundance steps."""
    model = tiling(words)
    assert cutting_planes_reader.check(*convert(model, proved("arithmetic", model))) > 0


def test_all_small_lines_are_decided_alike() -> None:
    """On lines of up to 12 cells every refutation of sizes by the prover is written; each has a step for the area."""
    written = 0
    for length, (one, other), most in product(range(4, 13), ((3, 5), (4, 5), (2, 5)), (1, 2)):
        if any(one * a + other * b == length for a in range(most + 1) for b in range(most + 1)):
            continue
        model = tiling(f"board=1x{length} pieces={PIECES[one]},{PIECES[other]} copies=0..{most}")
        assert cutting_planes_reader.check(*convert(model, proved("arithmetic", model))) > 0
        written += 1
    assert written > 20


def test_a_component_that_pieces_do_not_fill_is_written() -> None:
    """Of two parts of a board one has seven cells, which threes and fives do not fill, though the whole is filled by sizes."""
    model = tiling("board=2x11 pieces=I3,I5 copies=any holes=0,7/0,8/0,9/0,10/1,0/1,1/1,2/1,3/1,4/1,5/1,6/1,7")
    refutation = proved("arithmetic", model)
    assert refutation.body["argument"] == "components"
    opb, proof = convert(model, refutation)
    assert cutting_planes_reader.check(opb, proof) > 0


def test_a_forged_area_is_refused() -> None:
    """Steps about an area that pieces do have are not written as a proof: the judge refuses the argument, and the writer too."""
    model = tiling("board=1x8 pieces=I3,I5 copies=any")
    with pytest.raises(AssertionError):
        convert(model, Refutation("arithmetic", {"argument": "area"}))


def test_large_definitions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the greatest number of terms a sentence says so."""
    monkeypatch.setattr(copies, "MOST_TERMS", 10)
    model = tiling("board=1x7 pieces=I3,I5 copies=any")
    with pytest.raises(Unsuitable, match="take over 10 terms; expected a smaller board"):
        convert(model, proved("arithmetic", model))
