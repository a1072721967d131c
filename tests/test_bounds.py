"""Shortest plans with evidence: `prove` finds the plan and the certificate of its length, and `check` judges both."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from exactcover import api
from exactcover.cli import main
from exactcover.model.answer import Limits
from exactcover.model.errors import InvalidInput
from tests.files.exports import lrat_reader
from tests.schemas import validate

SHORT = ["tiles", "start=142305678", "goal=b12345678"]
"""Two moves from its goal, which is a plan of 2."""
BLOCKS = ["blocks", "board=AAB/C../..D", "goal=D@0,2", "metric=moves", "identical=no"]


@pytest.fixture(scope="module", params=["invariant", "clausal"])
def answer(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The answer to `prove` with one kind of argument."""
    return api.prove(api.puzzle(*BLOCKS), argument=request.param).to_json()


def faults(given: Any, words: list[str] = BLOCKS) -> list[str]:
    """What `check` says is wrong with an answer or a certificate."""
    told = api.check_text(api.puzzle(*words), json.dumps(given))
    validate("check", told)
    found: list[str] = told["faults"]
    return found


def test_the_answer_has_a_plan_and_the_certificate_of_its_length(answer: dict[str, Any]) -> None:
    """`prove` ends OPTIMAL by a kind of certificate; `check` accepts the answer, and the certificate alone."""
    validate("answer", answer)
    assert (answer["status"], answer["bound"]) == ("OPTIMAL", answer["cost"])
    assert answer["evidence"] == answer["certificate"]["kind"]
    assert answer["certificate"]["bound"] == answer["cost"] == len(answer["solution"]["moves"]) > 1
    assert any(f"every plan has at least {answer['cost']}" in sentence for sentence in answer["argument"])
    assert not faults(answer)
    assert not faults(answer["certificate"])


Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda a: a.update(status="FEASIBLE"), "what else it says makes OPTIMAL"),
        (lambda a: a.update(status="INFEASIBLE"), "what else it says makes OPTIMAL"),
        (lambda a: a.update(evidence="exhausted"), "its certificate is of the kind"),
        (lambda a: a.update(bound=a["bound"] - 1), "what else it says makes FEASIBLE"),
        (lambda a: a.update(bound=a["bound"] + 1), "above the cost"),
        (lambda a: a.update(bound=float(a["bound"])), "expected null or a number"),
        (lambda a: a.update(cost=a["cost"] + 1), "what else it says makes FEASIBLE"),
        (lambda a: a.update(solution=None), "and no solution"),
        (lambda a: a.update(count="1"), "has a count"),
        (lambda a: a["solution"]["moves"].pop(), "goal"),
        (lambda a: a.update(schema=99), "schema is 99; expected the number 1"),
        (lambda a: a.update(puzzle={"kind": "x"}), "puzzle does not match its digest"),
        (lambda a: a.update(exhausted="lies"), "exhausted is lies; expected true or false"),
        (lambda a: a.update(task=[["count"]]), "task is a list; expected one of solve"),
        (lambda a: a.update(best_attempt={"placements": [], "faults": 1}), "has an attempt"),
        (lambda a: a.update(argument=["There is no plan at all."]), "argument does not match its certificate"),
        (lambda a: a["certificate"].pop("bound"), ""),
        (lambda a: a["certificate"].update(bound=a["bound"] + 1), ""),
        (lambda a: a["certificate"].update(bound=True), "has bound True"),
        (lambda a: a["certificate"].update(bound=0), "the bound is 0; expected a whole number from 1"),
        (lambda a: a["certificate"].update(bound=None), "has bound None"),
        (lambda a: a["certificate"].update(bound=[2]), "has bound a list"),
    ],
)
def test_answers_that_claim_more_than_is_proved_are_refused(
    answer: dict[str, Any], change: Change, sentence: str
) -> None:
    """A status, bound, cost or plan that the certificate does not bear out is refused, and so is another bound."""
    spoiled = json.loads(json.dumps(answer))
    change(spoiled)
    assert any(sentence in fault for fault in faults(spoiled))


def test_a_longer_plan_with_the_certificate_is_feasible() -> None:
    """With a move made, taken back and made again the plan is longer than the bound: FEASIBLE is accepted, OPTIMAL is not."""
    told = api.prove(api.puzzle(*SHORT)).to_json()
    (tile, way), *_ = told["solution"]["moves"]
    back = {"LEFT": "RIGHT", "RIGHT": "LEFT", "UP": "DOWN", "DOWN": "UP"}[way]
    longer = {**told, "solution": {"moves": [[tile, way], [tile, back], *told["solution"]["moves"]]}, "cost": 4}
    assert not faults({**longer, "status": "FEASIBLE"}, SHORT)
    (fault,) = faults(longer, SHORT)
    assert fault.endswith("what else it says makes FEASIBLE")


def test_bounds_are_of_plans_only() -> None:
    """A certificate with a bound on a packing, and a kind that knows no bounds on a plan, are refused in a sentence."""
    board = ["packing", "board=4x5", "pieces=tetrominoes"]
    packed = api.prove(api.puzzle(*board)).to_json()["certificate"]
    (fault,) = faults({**packed, "bound": 3}, board)
    assert (
        fault
        == "a bound was given for a tiling; expected a puzzle whose solutions are plans, or options or pieces that cost"
    )
    plan = api.prove(api.puzzle(*BLOCKS)).to_json()["certificate"]
    for kind in ("arithmetic", "colouring", "farkas", "frontier", "tree"):
        assert len(faults({**plan, "kind": kind})) == 1


def test_a_start_that_is_a_goal_needs_no_certificate() -> None:
    """A plan of no moves is optimal by itself."""
    told = api.prove(api.puzzle("tiles", start="b12345678", goal="b12345678")).to_json()
    assert (told["status"], told["cost"], told["certificate"]) == ("OPTIMAL", 0, None)


def test_a_puzzle_without_a_plan_is_refuted_whatever_argument_was_asked_for() -> None:
    """Clauses speak of few moves only: that there is no plan at all is said by an invariant."""
    for argument in ("", "invariant", "clausal"):
        told = api.prove(api.puzzle("14-15-puzzle"), argument=argument).to_json()
        assert (told["status"], told["evidence"]) == ("INFEASIBLE", "invariant")


def test_provers_without_success_leave_the_plan_and_say_so() -> None:
    """Where no certificate comes of it within the limit on nodes, the plan stands by the engine's word."""
    told = api.prove(api.puzzle("two-ls"), argument="clausal", limits=Limits(nodes=4000))
    assert (told.status, told.evidence, told.cost) == ("OPTIMAL", "exhausted", 30)
    assert "clausal: no answer after 4" in told.engine.why


@pytest.mark.deep("waits for a prover to overrun its limit")
@pytest.mark.parametrize("limits", [Limits(time=0.5), Limits(memory=300)])
def test_a_prover_that_overruns_a_limit_leaves_the_plan_optimal(limits: Limits) -> None:
    """Where the child is ended while it writes clauses, what the search had proved is not lost."""
    wide = api.puzzle("blocks", board="/".join(["A" + "." * 29, *["." * 30] * 29]), goal="A@20,20")
    told = api.prove(wide, argument="clausal", limits=limits)
    assert (told.status, told.evidence, told.bound, told.cost) == ("OPTIMAL", "exhausted", 40, 40)
    assert told.stop_reason in ("time", "memory")


def test_arguments_out_of_place_are_refused() -> None:
    """A colouring is asked of a puzzle of moves in vain."""
    with pytest.raises(InvalidInput, match="expected invariant or clausal"):
        api.prove(api.puzzle("two-ls"), argument="colouring")


def test_files_and_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`prove -o` writes the certificate, or draws the plan; `check` accepts it; the summary says what stands behind it."""
    path = tmp_path / "bound.json"
    assert main(["prove", *SHORT, "-o", str(path)]) == 0
    out = capsys.readouterr().out
    assert (
        "OPTIMAL: a solution, accepted by both judges, cost 2, and none costs less (invariant, accepted by the judge)"
        in out
    )
    written = json.loads(path.read_text())
    validate("certificate", written)
    assert (written["kind"], written["bound"]) == ("invariant", 2)
    assert main(["check", *SHORT, str(path)]) == 0
    assert main(["check", *BLOCKS, str(path)]) == 4
    assert main(["prove", *SHORT, "-o", str(tmp_path / "plan.svg"), "--quiet"]) == 0
    assert (tmp_path / "plan.svg").read_text().startswith("<svg")


def test_clausal_bounds_leave_as_lrat(tmp_path: Path) -> None:
    """The clauses of short plans and their refutation, exported, satisfy an independent reader; reached states are refused."""
    path = tmp_path / "bound.json"
    assert main(["prove", *SHORT, "--argument", "clausal", "-o", str(path), "--quiet"]) == 0
    files = api.export(api.puzzle(*SHORT), "lrat", certificate=path.read_text())
    lrat_reader.check(files[".cnf"], files[".lrat"])
    with pytest.raises(InvalidInput, match="expected LRAT"):
        api.export(api.puzzle(*SHORT), "veripb", certificate=path.read_text())
    assert main(["prove", *SHORT, "-o", str(path), "--quiet"]) == 0
    with pytest.raises(InvalidInput, match="expected clausal"):
        api.export(api.puzzle(*SHORT), "lrat", certificate=path.read_text())
