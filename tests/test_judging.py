"""Certificates in files: judged by the puzzle's rules, and refused in a sentence where anything about them is wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from exactcover import api, judges
from exactcover.backends import bfs
from exactcover.cli import main
from exactcover.files import judging
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.certificate import Certificate, Refutation
from exactcover.model.encoding import Encoding, Model
from exactcover.model.errors import InvalidInput
from exactcover.model.events import End
from exactcover.model.space import Sliding
from exactcover.model.tiling import Tiling
from exactcover.solving import portfolio, proving
from tests.schemas import validate

BOARD = ["packing", "board=4x5", "pieces=tetrominoes"]
OTHER = ["packing", "board=6x12", "pieces=T4", "copies=any"]


@pytest.fixture(scope="module")
def answer() -> dict[str, Any]:
    """The answer to `prove` on a board without a packing."""
    return api.prove(api.puzzle(*BOARD)).to_json()


def refused(given: Any) -> list[str]:
    """What is wrong with a certificate or an answer about the board."""
    told = api.check_text(api.puzzle(*BOARD), given if isinstance(given, str) else json.dumps(given))
    validate("check", told)
    faults: list[str] = told["faults"]
    return faults


def test_answers_and_certificates_are_accepted(answer: dict[str, Any]) -> None:
    """What `prove` writes is accepted, as an answer and as a certificate alone, and both follow their schemas."""
    validate("answer", answer)
    assert answer["status"] == "INFEASIBLE"
    assert answer["evidence"] == answer["certificate"]["kind"] == "colouring"
    assert any("chessboard" in sentence for sentence in answer["argument"])
    assert not refused(answer)
    assert not refused(answer["certificate"])


Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda c: c.update(schema=2), "has schema 2; expected 1"),
        (lambda c: c.update(schema=True), "has schema True; expected 1"),
        (lambda c: c.update(schema=1.0), "has schema 1.0; expected 1"),
        (lambda c: c.update(kind="magic"), "of the unknown kind 'magic'"),
        (lambda c: c.update(kind=[["deep"]]), "of the unknown kind a list"),
        (lambda c: c.update(kind="farkas"), "the body has "),
        (lambda c: c.update(kind="invariant"), ""),
        (lambda c: c.update(body=[]), "body or puzzle is not a JSON object"),
        (lambda c: c.update(body={}), "the body has no "),
        (lambda c: c.update(extra=1), "unknown key 'extra'"),
        (lambda c: c.pop("puzzle"), "has no puzzle"),
        (lambda c: c.update(puzzle_sha256=5), "puzzle_sha256 is not a text"),
        (lambda c: c.update(puzzle_sha256="0" * 64), "is of another puzzle"),
        (lambda c: c["puzzle"].update(board="5x4"), "is of another puzzle"),
        (lambda c: c["body"].update(modulus=10**500), "the modulus is"),
        (lambda c: c["body"].update(modulus="2"), "the modulus is '2'; expected a whole number"),
    ],
)
def test_spoiled_certificates_are_refused(answer: dict[str, Any], change: Change, sentence: str) -> None:
    """Each way to spoil a certificate is refused in one sentence that says what is wrong."""
    spoiled = json.loads(json.dumps(answer["certificate"]))
    change(spoiled)
    faults = refused(spoiled)
    assert len(faults) == 1
    assert sentence in faults[0]
    assert refused({**answer, "certificate": spoiled})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda a: a.update(status="UNKNOWN"), "says UNKNOWN by colouring; what else it says makes INFEASIBLE"),
        (lambda a: a.update(evidence="exhausted"), "its certificate is of the kind colouring"),
        (lambda a: a.update(count="3"), "its certificate says that there is none"),
        (lambda a: a.update(cost=3), "has a cost, and a certificate"),
        (lambda a: a.update(solution={"placements": []}), "a solution and a certificate that there is none"),
    ],
)
def test_answers_that_claim_more_than_their_certificate_are_refused(
    answer: dict[str, Any], change: Change, sentence: str
) -> None:
    """A status, evidence, count or solution that the certificate does not bear out is refused."""
    spoiled = json.loads(json.dumps(answer))
    change(spoiled)
    assert any(sentence in fault for fault in refused(spoiled))


@pytest.mark.parametrize("long", ["9" * 10**5, [["deep"] * 10**5]], ids=["text", "list"])
def test_what_answers_claim_is_cut_short(answer: dict[str, Any], long: Any) -> None:
    """Whatever a stranger wrote for a status, a count or a digest, the faults found with it are short sentences."""
    claims = {"status": long, "evidence": long, "count": long, "puzzle_sha256": long}
    for given in ({**answer, **claims}, {**answer, **claims, "certificate": None}):
        assert all(len(fault) < 300 for fault in refused(given))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"schema":1,"puzzle"', "is not JSON"),
        ('{"schema": ' + "1" * 100_000 + ', "kind": "tree", "body": {}}', "is not JSON"),
        ('{"kind": "tree", "body": ' + "[" * 100_000, "is not JSON: nested too deeply"),
        ("[" * 900 + "]" * 900, "no list of placements"),
        ('{"kind":"tree","body":{"x":[' + "[]," * 4_000_000 + "[]]}}", "more memory than 3 times its size"),
        ('{"kind":"tree","body":{"x":[' + "0.5," * 4_000_000 + "1]}}", "more memory than 3 times its size"),
        ("[" + ",".join(map(str, range(10**6, 10**6 + 3 * 10**6))) + "]", "more memory than 3 times its size"),
        ('{"placements": [' + "{}," * 3_000_000 + "{}]}", "more memory than 3 times its size"),
    ],
    ids=["truncated", "digits", "nested", "nested closed", "lists", "fractions", "numbers", "objects"],
)
def test_files_that_are_no_certificates_are_refused(text: str, sentence: str) -> None:
    """Files cut off, with numbers of 10^5 digits, nested deeply or too large cost little and are one sentence."""
    try:
        faults = refused(text)
    except InvalidInput as fault:
        faults = [str(fault)]
    assert len(faults) == 1
    assert sentence in faults[0]


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("before", ["", "{}\n"], ids=["alone", "second line"])
@pytest.mark.parametrize("size", [1, 2_000_000])
@pytest.mark.parametrize(("once", "twice"), [('"count":', '"count": "9", "count":'), ('"kind":', '"kind": 1, "kind":')])
def test_keys_that_come_twice_are_refused(
    answer: dict[str, Any], once: str, twice: str, size: int, before: str, indent: int | None
) -> None:
    """An answer, or the certificate in it, that has a key twice is refused in a sentence with the key, however large it is."""
    text = json.dumps({**answer, "more": "x" * size}, indent=None if before else indent)
    key = once.split('"')[1]
    with pytest.raises(InvalidInput, match=f"^an object of the file has the key '{key}' twice; expected it once$"):
        refused(before + text.replace(once, twice, 1))


def test_deep_bodies_are_refused_without_a_traceback(answer: dict[str, Any]) -> None:
    """A body nested as deeply as JSON can be read is refused by each kind of judge."""
    deep: Any = []
    for _ in range(800):
        deep = [deep]
    for kind in (
        "arithmetic",
        "colouring",
        "farkas",
        "dead",
        "frontier",
        "tree",
        "clausal",
        "invariant",
        "barriers",
        "steiner",
        "prices",
    ):
        for key in (
            "nodes",
            "cuts",
            "modulus",
            "scale",
            "weights",
            "items",
            "argument",
            "proof",
            "axis",
            "states",
            "multipliers",
        ):
            assert refused({**answer["certificate"], "kind": kind, "body": {key: deep}})


def with_piece(tiling: Tiling, **changed: Any) -> Tiling:
    """The tiling with its first piece changed."""
    return replace(tiling, pieces=(replace(tiling.pieces[0], **changed), *tiling.pieces[1:]))


def without_cell(tiling: Tiling) -> Tiling:
    """The tiling with the first cell out of the region."""
    region = tiling.region.copy()
    region[(0,) * tiling.dimension] = False
    return replace(tiling, region=region)


def refuted(model: Model) -> Refutation:
    """What refutes a model, accepted by its judge."""
    if isinstance(model, Sliding):
        events = list(bfs.run("solve", model, EngineOptions(own={"ends": "one"}), Limits()))
    else:
        events = list(proving.run(portfolio.arguments("", model)[0], model, Limits()))
    end = events[-1]
    assert isinstance(end, End)
    assert end.refutation is not None
    assert not judges.refutation_faults(model, end.refutation)
    return end.refutation


DOMINOES = {"board": "2x2", "pieces": "I2", "copies": "any"}
COVER = {"items": ["a", "b", "c"], "options": [["a"], ["b", "c"]]}
MUTANTS: list[tuple[str, dict[str, Any], Callable[[Any], Model], str]] = [
    ("packing", DOMINOES, without_cell, "the tiling's region is not the board"),
    ("packing", {**DOMINOES, "board": "1x4"},
     lambda given: with_piece(given, orientations=tuple(c for c in given.pieces[0].orientations if c[1, 0])),
     "1 orientations of I2 that are not its 2"),
    ("packing", DOMINOES, lambda given: with_piece(given, most=1), "demands 0..1 copies of I2"),
    ("packing", DOMINOES, lambda given: with_piece(given, least=1, most=1), "demands 1..1 copies of I2"),
    ("packing", DOMINOES, lambda given: replace(given, pieces=()), "the tiling has pieces []"),
    ("packing", {"board": "2x2x2", "pieces": "I4,O4", "copies": "I4:0,O4:2"}, without_cell, "region is not"),
    ("cover", COVER, lambda given: replace(given, starts=given.starts[:-1], members=given.members[:1]), "or options"),
    ("cover", COVER, lambda given: replace(given, least=given.least + 1, most=given.most + 1), "items or options"),
    ("blocks", {"board": "A./B.", "goal": "A@0,1", "identical": "no"},
     lambda given: replace(given, goals=(((0, 1), (1, 1)),)), "1 goals that are not the puzzle's 1"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "keys", "mutant", "sentence"), MUTANTS)
def test_what_refutes_only_a_wrong_encoding_is_refused(
    kind: str, keys: dict[str, Any], mutant: Callable[[Any], Model], sentence: str
) -> None:
    """Where an encoder lost a part of a puzzle that has a solution, what refutes the model it wrote is no certificate."""
    puzzle = api.puzzle(kind, **keys)
    right = puzzle.encode()
    wrong = mutant(right.model)
    digest = api.digest_of(puzzle.canonical())
    written = Certificate(puzzle.canonical(), digest, refuted(wrong)).to_json()
    assert judging.certificate_faults(puzzle, digest, written)
    rules = replace(puzzle.rules, encode=lambda value: Encoding(wrong, right.decode))
    faults = judging.certificate_faults(replace(puzzle, rules=rules), digest, written)
    assert any(sentence in fault for fault in faults)


def test_the_command_line_proves_checks_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`prove -o`, `check`, `draw` and `solve` go together; a certificate for another board ends with status 4."""
    path = str(tmp_path / "no.json")
    assert main(["prove", *BOARD, "-o", path]) == 0
    assert "INFEASIBLE: there is a certificate (colouring)" in capsys.readouterr().out
    assert main(["check", *BOARD, path]) == 0
    assert main(["check", *OTHER, path]) == 4
    assert "is of another puzzle" in capsys.readouterr().out
    assert main(["draw", path]) == 0
    assert "1" in capsys.readouterr().out
    assert main(["draw", path, "-o", str(tmp_path / "no.svg")]) == 0
    assert (tmp_path / "no.svg").read_text().startswith("<svg")
    assert main(["solve", *BOARD]) == 0
    assert "(colouring), accepted by the judge" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("keys", "argument"),
    [
        (["board=2x8", "pieces=L4,T4,I1", "copies=T4:2,L4:2,I1:0"], "frontier"),
        (["board=2x80", "pieces=tetrominoes", "copies=8"], "frontier"),
        (["board=1x20", "pieces=tetrominoes", "copies=1"], "arithmetic"),
    ],
)
def test_a_certificate_alone_is_judged_whatever_it_counts(
    keys: list[str], argument: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What speaks of pieces by their numbers is right for a stranger who has the file alone, where the pieces have no names."""
    path = tmp_path / "no.json"
    assert main(["prove", "packing", *keys, "--argument", argument, "-o", str(path)]) == 0
    body = json.loads(path.read_text())["body"]
    assert body.get("counted") or body["argument"] == "piece"
    assert not any(name in json.dumps(body) for name in ("T4", "L4", "I1"))
    assert main(["draw", str(path)]) == 0
    assert main(["check", "packing", *reversed(keys), str(path)]) == 0
    assert "wrong" not in capsys.readouterr().out


def test_proving_a_feasible_board_gives_its_packing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`prove` on a board that can be filled ends FEASIBLE, and `-o` writes the packing."""
    path = str(tmp_path / "yes.json")
    assert main(["prove", "packing", "board=4x4", "pieces=L4", "copies=any", "-o", path]) == 0
    assert "FEASIBLE" in capsys.readouterr().out
    assert main(["check", "packing", "board=4x4", "pieces=L4", "copies=any", path]) == 0


def test_an_argument_that_does_not_hold_leaves_it_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    """`prove --argument colouring` where a signed tiling exists ends UNKNOWN, with status 3, and says so."""
    assert main(["prove", *OTHER, "--argument", "colouring", "--verbose"]) == 3
    out = capsys.readouterr().out
    assert "UNKNOWN: neither a certificate nor a solution found" in out
    assert "signed tiling" in out
    assert main(["prove", *OTHER, "--argument", "colouring", "--json"]) == 3
    told = json.loads(capsys.readouterr().out)
    validate("answer", told)


def test_checking_imports_no_engine_no_prover_and_no_compiler(tmp_path: Path) -> None:
    """To judge a certificate loads neither numba nor a solver, an engine or a prover."""
    path = str(tmp_path / "no.json")
    assert main(["prove", *BOARD, "-o", path, "--quiet"]) == 0
    program = f"""
import sys
from exactcover import api
assert api.check_text(api.puzzle(*{BOARD!r}), open({path!r}).read())["accepted"]
print(*sorted(sys.modules))
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(ran.stdout.split())
    assert "exactcover.judges.colouring" in loaded
    assert not loaded & {"numba", "pysat", "ortools", "flint", "highspy"}
    assert not [name for name in loaded if name.startswith(("exactcover.backends.", "exactcover.proofs.provers."))]
    assert not [name for name in loaded if name.startswith(("exactcover.kernel", "exactcover.backends.search"))]


PLAN = {"moves": [[1, "RIGHT"]], "blank": ["LEFT"]}
ONE_MOVE = {"cost": 1, "status": "FEASIBLE", "bound": None, "solution": PLAN}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, ""),
        ({"bound": 0}, ""),
        ({"cost": 2}, "says cost 2; its solution costs 1"),
        ({"cost": None}, "says cost None; its solution costs 1"),
        ({"status": "OPTIMAL", "bound": 1}, ""),
        ({"bound": 1}, "says FEASIBLE by nothing; what else it says makes OPTIMAL"),
        ({"status": "UNKNOWN"}, "what else it says makes FEASIBLE"),
        ({"solution": {"moves": []}}, "the plan ends at"),
    ],
)
def test_costs_are_judged_and_bounds_are_not(changes: dict[str, Any], sentence: str) -> None:
    """A plan's length is counted again; that none is shorter is more than its moves can say."""
    what = api.puzzle("tiles", board="3x3", start="102345678", goal="012345678")
    answer = api.solve(what, backend="greedy").to_json()
    assert answer["solution"] == PLAN
    faults = api.check_text(what, json.dumps({**answer, **ONE_MOVE, **changes}))["faults"]
    assert faults == [] if not sentence else any(sentence in fault for fault in faults)


def test_costs_of_covers_are_judged() -> None:
    """The cost of a cover's solution is the sum of its options' costs."""
    what = api.puzzle("cover", items=["a", "b"], options=[["a"], ["b"], ["a", "b"]], costs=[1, 2, 7])
    answer = api.solve(what, backend="exact").to_json()
    assert (answer["cost"], answer["status"]) == (3, "OPTIMAL")
    feasible = {**answer, "status": "FEASIBLE", "bound": None}
    assert api.check_text(what, json.dumps(feasible))["faults"] == []
    assert api.check_text(what, json.dumps({**feasible, "cost": 2}))["faults"]
