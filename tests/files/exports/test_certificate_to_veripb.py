"""Pseudo-Boolean proofs: an independent reader accepts those of every kind that can be written, and no spoiled one."""

from __future__ import annotations

import random

import pytest

from exactcover.backends.search.prices import branching
from exactcover.backends.search.prices.cheapest import Rounds
from exactcover.files.exports import certificate_to_veripb, certificate_to_veripb2
from exactcover.files.exports.certificate_to_veripb import convert
from exactcover.files.exports.cutting_planes import Proof
from exactcover.files.exports.written import ARGUMENTS, CERTIFICATES
from exactcover.judges.clauses import PAIRWISE_UP_TO
from exactcover.judges.demands import demands
from exactcover.model import certificate
from exactcover.model.certificate import Refutation
from exactcover.model.cover import cover
from exactcover.model.encoding import Model
from exactcover.model.errors import InvalidInput
from tests.backends.search.test_prices import end_of, graph_cover, with_costs
from tests.backends.search.test_prices import run as run_prices
from tests.classic_covers import langford, queens
from tests.files.exports import cutting_planes_reader
from tests.files.exports.foreign_solvers import by_clasp, by_scip
from tests.packings import tiling
from tests.proofs.provers.arguments import proved, refutation
from tests.proofs.provers.impossible import IMPOSSIBLE
from tests.random_models import random_cover

PACKINGS = (
    ("arithmetic", "board=5x5 pieces=I3,V3 copies=any"),
    ("arithmetic", "board=3x5 pieces=pentominoes copies=1"),
    ("arithmetic", "board=3x5 pieces=X5 copies=3"),
    ("arithmetic", "board=3x3 pieces=dominoes copies=any holes=0,1/1,1/2,1"),
    ("colouring", "board=4x5 pieces=tetrominoes copies=1"),
    ("colouring", "board=10x14 pieces=tetrominoes copies=7"),
    ("colouring", "board=10x10 pieces=L4 copies=any"),
    ("colouring", "board=6x10 pieces=T4 copies=any"),
    ("colouring", "board=8x8 pieces=dominoes copies=any holes=0,0/7,7"),
    ("frontier", "board=1x5 pieces=dominoes copies=any"),
    ("frontier", "board=3x5 pieces=V3 copies=any"),
    ("frontier", "board=6x10 pieces=T4 copies=any"),
    ("frontier", "board=2x10 pieces=tetrominoes copies=1"),
    ("frontier", "board=2x6 pieces=L4,O4 copies=O4:2,L4:any"),
    ("tree", "board=4x5 pieces=tetrominoes copies=1"),
    ("tree", "board=4x4 pieces=T4,L4 copies=T4:1..3,L4:1..2"),
    ("tree", "board=6x12 pieces=T4 copies=any"),
)


def checked(model: Model, kind: str) -> int:
    """The number of steps of a proof that the reader accepts."""
    return cutting_planes_reader.check(*convert(model, proved(kind, model)))


@pytest.mark.parametrize(("kind", "line"), PACKINGS)
def test_an_independent_reader_accepts_packings(kind: str, line: str) -> None:
    """Refutations of packings, written as OPB and proof, are followed to a contradiction."""
    assert checked(tiling(line), kind) > 0


@pytest.mark.parametrize("kind", ["tree", "clausal"])
def test_an_independent_reader_accepts_covers(kind: str) -> None:
    """Trees and clausal proofs of known covers are followed to a contradiction."""
    assert checked(langford(5), kind) > 10
    assert checked(queens(3), kind) > 3


def test_trees_and_clausal_proofs_of_random_covers_are_followed() -> None:
    """Multiplicities, ranges and secondary items are counted by further variables, and every clause about these is derived."""
    counted = 0
    for seed in range(200):
        model = random_cover(seed)
        for kind in ("tree", "clausal"):
            found = refutation(kind, model)
            if found is not None:
                opb, proof = convert(model, found)
                assert cutting_planes_reader.check(opb, proof) > 0
                counted += b"red " in proof
    assert counted > 4


def test_constraints_without_terms_are_left_out() -> None:
    """Of items that no option has only what cannot hold is stated, and proofs refer to the constraints that are left."""
    model = cover({"n": (0, 3), "a": 2}, [["a"]])
    opb, proof = convert(model, Refutation("farkas", {"items": [0, 1], "multipliers": [-1, -1]}))
    assert opb.decode().splitlines() == ["* #variable= 1 #constraint= 2", "+1 x1 >= 2 ;", "-1 x1 >= -1 ;"]
    assert proof.decode().splitlines()[1:4] == ["f 2 ;", "rup >= 0 ;", "pol 3 1 + ;"]
    assert cutting_planes_reader.check(opb, proof) > 0
    nobody = cover({"n": 2, "a": (0, 1)}, [["a"]])
    opb, proof = convert(nobody, Refutation("farkas", {"items": [0], "multipliers": [-1]}))
    assert opb.decode().splitlines()[:2] == ["* #variable= 1 #constraint= 3", "+0 x1 >= 2 ;"]
    assert cutting_planes_reader.check(opb, proof) > 0


def test_other_programs_read_the_problems() -> None:
    """clasp and SCIP find no solution of the problems that proofs are about, those of items without options too."""
    read = 0
    for seed in range(60):
        model = random_cover(seed)
        found = refutation("tree", model)
        if found is not None:
            text = convert(model, found)[0].decode()
            assert by_clasp(text, ".opb", model.options) is None
            assert by_scip(text, ".opb") is None
            read += 1
    assert read > 10


def test_bits_are_defined_and_used() -> None:
    """At-most-one by bits leads to further variables, too, and their clauses are derived."""
    marks = [f"{item}{number}" for item in "bc" for number in range(PAIRWISE_UP_TO)]
    model = cover(["a", "b", "c"], [["a", mark[0], mark] for mark in marks], secondary=marks)
    opb, proof = convert(model, proved("clausal", model))
    assert b"red " in proof
    assert cutting_planes_reader.check(opb, proof) > 3


def test_a_colouring_is_three_lines() -> None:
    """A colouring of a cover modulo 2 is written literally: both sums divided by 2, their sum, and the contradiction."""
    model = cover(["a", "b", "c"], [["a", "b"], ["b", "c"], ["a", "c"]])
    opb, proof = convert(model, Refutation("colouring", {"modulus": 2, "weights": [1, 1, 1]}))
    assert opb.decode().splitlines()[:3] == [
        "* #variable= 3 #constraint= 6",
        "+1 x1 +1 x3 >= 1 ;",
        "-1 x1 -1 x3 >= -1 ;",
    ]
    assert proof.decode().splitlines() == [
        "pseudo-Boolean proof version 3.0",
        "f 6 ;",
        "pol 1 3 + 5 + 2 d ;",
        "pol 2 4 + 6 + 2 d ;",
        "pol 7 8 + ;",
        "rup >= 1 ;",
        "output NONE ;",
        "conclusion UNSAT : 10 ;",
        "end pseudo-Boolean proof ;",
    ]
    assert cutting_planes_reader.check(opb, proof) == 4


def test_both_versions_have_the_same_steps() -> None:
    """As veripb2 a proof is of version 2.0: without semicolons at the ends of lines, and one before a witness."""
    model = tiling("board=6x10 pieces=T4 copies=any")
    for kind in ("frontier", "clausal"):
        found = proved(kind, model)
        opb, proof = convert(model, found)
        assert certificate_to_veripb2.convert(model, found)[0] == opb
        older = certificate_to_veripb2.convert(model, found)[1]
        assert older.startswith(b"pseudo-Boolean proof version 2.0\nf ")
        assert older.endswith(b"\nend pseudo-Boolean proof\n")
        assert cutting_planes_reader.statements(older) == cutting_planes_reader.statements(proof)
        assert b"\nred " in older
    with pytest.raises(cutting_planes_reader.Refused):
        cutting_planes_reader.statements(older.replace(b"version 2.0", b"version 3.0"))
    with pytest.raises(cutting_planes_reader.Refused):
        cutting_planes_reader.statements(proof.replace(b"version 3.0", b"version 2.0"))


def test_a_combination_is_one_line() -> None:
    """Multipliers of Farkas are written as one sum; those above 0 take `at most`, those below `at least`."""
    model = cover({"a": 1, "b": 1, "c": (0, 1)}, [["a", "c"], ["b", "c"]])
    body = {"items": [0, 1, 2], "multipliers": [-2, -2, 2]}
    opb, proof = convert(model, Refutation("farkas", body))
    assert proof.decode().splitlines()[2] == "pol 1 2 * 3 2 * + 6 2 * + ;"
    assert cutting_planes_reader.check(opb, proof) == 2


def test_what_cannot_be_written_says_so() -> None:
    """Kinds without a form in this format, and colourings that go through numbers of copies, are refused in a sentence."""
    model = tiling("board=2x2 pieces=O4 copies=any")
    with pytest.raises(
        InvalidInput, match="the argument invariant cannot be written for VeriPB; expected arithmetic, colouring"
    ):
        convert(model, Refutation("invariant", {}))
    ranges = cover({"a": (0, 1), "b": 1}, [["a", "b"], ["b"]])
    body = {"modulus": 3, "weights": [1, 0]}
    with pytest.raises(InvalidInput, match="this colouring enumerates numbers of copies"):
        convert(ranges, Refutation("colouring", body))


def test_spoiled_proofs_are_refused() -> None:
    """Without a line that others need a proof is refused, and for a board with a packing it is, whatever number is changed."""
    impossible = tiling("board=4x5 pieces=tetrominoes copies=1")
    opb, proof = convert(impossible, proved("colouring", impossible))
    lines, rng = proof.decode().splitlines(), random.Random(4)
    with pytest.raises(cutting_planes_reader.Refused):
        cutting_planes_reader.check(opb, "\n".join([*lines[:4], *lines[5:]]).encode())
    # The same cells and pieces, but other numbers of copies, and so a packing.
    feasible = Proof(demands(tiling("board=4x5 pieces=tetrominoes copies=0..5"))).problem()
    for _ in range(30):
        made = list(lines)
        place = rng.choice([2, 3])
        words = made[place].split(" ")
        chosen = rng.choice([number for number, word in enumerate(words) if word.isdigit()])
        words[chosen] = str(rng.randint(1, 50))
        made[place] = " ".join(words)
        with pytest.raises(cutting_planes_reader.Refused):
            cutting_planes_reader.check(feasible, "\n".join(made).encode())


def test_clausal_proofs_derive_only_what_they_use() -> None:
    """Of the clauses of a board only those that hints name are derived: 13 MB become 131 kB, and a sudoku needs none."""
    opb, proof = convert(IMPOSSIBLE["sudoku"](), proved("clausal", IMPOSSIBLE["sudoku"]()))
    assert (b"red " in proof, len(proof) < 200) == (False, True)
    model = IMPOSSIBLE["y-5x15"]()
    assert len(convert(model, proved("clausal", model))[1]) < 300_000
    model = tiling("board=2x6 pieces=T4,O4 copies=T4:1,O4:2")
    opb, proof = convert(model, proved("clausal", model))
    assert cutting_planes_reader.check(opb, proof) > 0


def test_large_boards_are_refused_before_anything_is_listed() -> None:
    """A colouring of a million cells would be a problem of gigabytes: one sentence says so."""
    model = tiling("board=1010x1010 pieces=tetrominoes copies=51005")
    with pytest.raises(InvalidInput, match="up to 19381900 options; expected at most 500000"):
        convert(model, proved("colouring", model))


def test_components_given_by_runs_are_written() -> None:
    """A component by its runs is the same as one by its cells."""
    model = tiling("board=1x10 pieces=I3 copies=any holes=0,4")
    body = {"argument": "components", "components": [{"runs": [[0, 0, 4]]}]}
    assert convert(model, Refutation("arithmetic", body)) == convert(model, proved("arithmetic", model))


def test_bounds_by_prices_are_followed() -> None:
    """Optima of random covers, and covers without a solution, are proved with the objective; a larger bound is refused."""
    seen = set()
    for seed in range(60):
        model = with_costs(seed)
        refutation = end_of(run_prices(model)).refutation
        assert refutation is not None
        opb, proof = convert(model, refutation)
        assert cutting_planes_reader.check(opb, proof) > 0, seed
        seen.add((refutation.bound is None, any("pair" in node for node in refutation.body["nodes"])))
        if refutation.bound is not None:
            forged = proof.replace(
                f"BOUNDS {refutation.bound} :".encode(), f"BOUNDS {refutation.bound + 14} :".encode()
            )
            with pytest.raises(cutting_planes_reader.Refused):
                cutting_planes_reader.check(opb, forged)
    assert {refuted for refuted, _ in seen} == {False, True}


def test_options_left_out_for_cheaper_ones_are_followed() -> None:
    """That two options take the place of a third, which costs as much or more, is a step that the reader verifies."""
    items: dict[str, int | tuple[int, int]] = {"a": 1, "b": 1, "c": (1, 2)}
    model = cover(items, [["a", "b"], ["a"], ["b"], ["c"], ["b", "c"]], costs=[4, 2, 2, 1, 4])
    body = {"nodes": [{"scale": 1, "prices": [2, 2, 1]}], "dominated": [[0, 1, 2]]}
    opb, proof = convert(model, Refutation("prices", body, 5))
    assert b"x1 -> 0 x2 -> 1 x3 -> 1" in proof
    assert cutting_planes_reader.check(opb, proof) > 0
    with pytest.raises(cutting_planes_reader.Refused):
        cutting_planes_reader.check(opb, proof.replace(b"x3 -> 1", b"x4 -> 1"))


def test_branches_on_prices_are_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways to branch, on pairs of items and on options, become steps that the reader follows."""
    seen: set[str] = set()
    for number in range(48):
        seed, by_pairs = divmod(number, 2)
        monkeypatch.setattr(branching, "PAIRS", 6 * by_pairs)
        monkeypatch.setattr(branching, "OPTIONS", 6 * (1 - by_pairs))
        model = graph_cover(seed)
        refutation = end_of(run_prices(model, rounds=Rounds(0, 0))).refutation
        assert refutation is not None
        seen.update(key for node in refutation.body["nodes"] for key in node)
        assert cutting_planes_reader.check(*convert(model, refutation)) > 0, seed
    assert {"pair", "option"} <= seen


def test_what_can_be_written_is_told_in_one_place() -> None:
    """The arguments that pages offer as files of VeriPB are those that there is a writer for."""
    assert (
        set(ARGUMENTS["veripb"]) == set(ARGUMENTS["veripb2"]) == {*certificate_to_veripb.WRITERS, "prices", "barriers"}
    )
    assert set(ARGUMENTS) == set(CERTIFICATES)
    assert set().union(*map(set, ARGUMENTS.values())) <= set(certificate.ARGUMENTS)
