"""Answers with certificates: of an engine's optimum, of a refutation, of a complete list; and what is said without one."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import exactcover
from encoders.puzzle import puzzle_of
from encoders.solutions import Selection
from exactcover.backends import exact
from exactcover.cli import main
from exactcover.model.answer import Answer, EngineOptions, EngineReport, Limits, request
from exactcover.model.errors import InvalidInput
from exactcover.model.events import End, Event
from exactcover.proofs.scenes import scenes
from exactcover.solving import certifying, dispatch
from exactcover.solving.plan import Prove, Share
from exactcover.solving.summary import SETTLED, without_certificate
from tests.classic_covers import queens
from tests.schemas import validate
from tests.solving.test_optima import TIED

COSTLY = puzzle_of("cover", TIED)
COLOURED = puzzle_of(
    "cover",
    {
        "items": ["a", "b", ["x", 0, 1]],
        "options": [["a", "x:r"], ["a", "x:g"], ["b", "x:g"], ["b", "x:r"]],
        "costs": [1, 2, 1, 5],
    },
)
NONE = puzzle_of("cover", {"items": ["a", "b", "c"], "options": [["a", "b"], ["b", "c"], ["a", "c"]]})


@pytest.mark.parametrize("backend", ["auto", "exact", "cpsat", "prices"])
def test_an_optimum_has_a_certificate_whichever_engine_is_first(backend: str) -> None:
    """The answer waits for prices that prove the bound, and both are accepted again."""
    answer = exactcover.solve(COSTLY, backend=backend, certificate=True)
    assert (answer.status, answer.cost, answer.evidence) == ("OPTIMAL", 3, "prices")
    assert answer.certificate is not None
    assert answer.certificate.refutation.bound == 3
    assert exactcover.check(answer)["accepted"]
    assert not exactcover.check(answer)["unverified"]


def test_without_the_option_the_engine_is_enough() -> None:
    """The engine exact proves an optimum by its search alone, and its answer says so."""
    answer = exactcover.solve(COSTLY, backend="exact")
    assert (answer.status, answer.evidence, answer.certificate) == ("OPTIMAL", "exhausted", None)


def test_an_optimum_of_a_cover_with_colours_has_a_certificate() -> None:
    """Prices apply to a cover with colours once these are written as items."""
    answer = exactcover.solve(COLOURED, certificate=True)
    assert (answer.status, answer.cost, answer.evidence) == ("OPTIMAL", 3, "prices")
    assert exactcover.check(answer)["accepted"]


def test_a_shortest_plan_has_a_certificate() -> None:
    """A plan that a search has found to be shortest gets the proof that `prove` gives."""
    answer = exactcover.solve("tiles board=2x3 start=1,2,3,b,4,5 goal=1,2,3,4,5,b", certificate=True)
    assert (answer.status, answer.cost) == ("OPTIMAL", 2)
    assert answer.certificate is not None
    assert answer.certificate.refutation.bound == 2
    assert exactcover.check(answer)["accepted"]


@pytest.mark.parametrize("backend", ["auto", "exact", "sat"])
def test_what_has_no_solution_has_a_refutation(backend: str) -> None:
    """An engine's claim that there is no solution is followed by the arguments of `prove`."""
    answer = exactcover.solve(NONE, backend=backend, certificate=True)
    assert answer.status == "INFEASIBLE"
    assert answer.certificate is not None
    assert exactcover.check(answer)["accepted"]


def test_a_limit_that_ends_the_provers_leaves_the_answer() -> None:
    """The engine's result stands with its evidence, and the remark says what the provers came to."""
    model = COSTLY.encode().model
    cheapest = End(True, bound=3)

    def search() -> Any:

        yield from (each for each in exact.run("solve", model, EngineOptions(), Limits()) if not isinstance(each, End))
        yield cheapest

    def in_vain(_model: Any, _provers: Prove) -> Any:
        yield from ()
        return End(False, "time", remark="prices: no proof was found")

    stages = Prove(((Share("prices"),),))
    events: list[Event] = list(certifying.of_one(model, search(), stages, Prove(), in_vain))
    assert events[-1] == End(True, bound=3, remark="prices: no proof was found")


def test_an_answer_without_a_certificate_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A solution without a cost needs no certificate: one sentence says so, and no file is written."""
    path = tmp_path / "c.json"
    assert main(["solve", "queens", "n=6", "--certificate", str(path), "--quiet"]) == 0
    assert "no certificate was made: a solution needs none" in capsys.readouterr().err
    assert not path.exists()
    with pytest.warns(RuntimeWarning, match="no certificate was made: the search ended before the list was complete"):
        list(exactcover.iterate("queens n=6", certificate=True, limits=Limits(solutions=2)))


def test_the_file_has_the_certificate_and_the_other_file_the_solution(tmp_path: Path) -> None:
    """`--certificate` and `-o` are two files, and `check` accepts both."""
    puzzle, solution, proof = tmp_path / "p.json", tmp_path / "s.json", tmp_path / "c.json"
    puzzle.write_text(json.dumps({"kind": "cover", **TIED}))
    assert main(["solve", str(puzzle), "--certificate", str(proof), "-o", str(solution)]) == 0
    assert json.loads(proof.read_text())["kind"] == "prices"
    assert "options" in json.loads(solution.read_text())
    assert main(["check", str(puzzle), str(proof)]) == 0
    assert main(["check", str(puzzle), str(solution)]) == 0


@pytest.mark.parametrize(
    "subject",
    [queens(6), "packing board=4x5 pieces=I4,L4,T4 copies=any", "latin n=3", COLOURED, COSTLY, "langford n=4"],
    ids=["queens", "packing", "latin", "colours", "costs", "langford"],
)
def test_a_complete_list_has_a_certificate(subject: Any) -> None:
    """The certificate lists as many solutions as there are, and an answer with its solutions is verified as a whole."""
    solutions = exactcover.iterate(subject, certificate=True)
    listed = list(solutions)
    answer = solutions.answer
    assert answer is not None
    assert (answer.status, answer.evidence, answer.exhausted, answer.count) == (
        "FEASIBLE",
        "enumeration",
        True,
        len(listed),
    )
    assert answer.certificate is not None
    assert len(answer.certificate.refutation.body["solutions"]) == len(listed)
    validate("answer", json.loads(json.dumps(answer.to_json())))
    verdict = exactcover.check(answer.certificate)
    assert verdict["accepted"]
    assert verdict["argument"] is not None
    assert verdict["argument"][0].startswith(f"The certificate lists {len(listed)} solution")


def test_all_optima_have_a_certificate() -> None:
    """The certificate of the cheapest lists them, proves that there are no others of that cost, and that none costs less."""
    solutions = exactcover.iterate(COSTLY, optimal=True, certificate=True)
    listed = list(solutions)
    answer = solutions.answer
    assert answer is not None
    assert (answer.status, answer.cost, answer.bound, answer.evidence) == ("OPTIMAL", 3, 3, "enumeration")
    assert answer.certificate is not None
    assert answer.certificate.refutation.bound == 3
    assert len(listed) == 3
    assert exactcover.check(answer.certificate)["accepted"]


def test_a_list_of_none_has_a_refutation() -> None:
    """A list without solutions is refuted as by `prove`."""
    solutions = exactcover.iterate(NONE, certificate=True)
    assert not list(solutions)
    assert solutions.answer is not None
    assert solutions.answer.status == "INFEASIBLE"
    assert solutions.answer.refuted


@pytest.mark.parametrize("change", ["missing", "twice", "other", "count", "status"])
def test_a_file_that_is_not_the_certified_list_is_refused(change: str, tmp_path: Path) -> None:
    """A list with its certificate is accepted as a whole; with a solution missing, twice, or of another task it is not."""
    solutions = exactcover.iterate("queens n=6", certificate=True)
    lines: list[Any] = list(solutions)
    assert solutions.answer is not None
    answer = solutions.answer.to_json()
    right = "\n".join(map(json.dumps, [*lines, answer]))
    verdict = exactcover.check_text("queens n=6", right)
    assert verdict["accepted"]
    assert not verdict["unverified"]
    if change == "missing":
        lines, answer = lines[1:], {**answer, "count": "3"}
    elif change == "twice":
        lines[0] = lines[1]
    elif change == "other":
        answer |= {"task": "count"}
    elif change == "count":
        answer |= {"count": "3"}
    else:
        answer |= {"status": "INFEASIBLE"}
    wrong = exactcover.check_text("queens n=6", "\n".join(map(json.dumps, [*lines, answer])))
    assert not wrong["accepted"]
    assert wrong["fault_count"]


def test_a_certificate_of_a_list_is_no_refutation() -> None:
    """An answer that there is no solution is not verified by a certificate that there are no others than one."""
    solutions = exactcover.iterate("latin n=2", certificate=True)
    list(solutions)
    none = exactcover.solve("packing board=1x3 pieces=I2 copies=any", certificate=True).to_json()
    assert solutions.answer is not None
    listed = solutions.answer.to_json()
    kept = ("puzzle", "puzzle_sha256", "certificate", "argument", "evidence")
    forged = {**none, **{key: listed[key] for key in kept}}
    verdict = exactcover.check_text("latin n=2", json.dumps(forged))
    assert not verdict["accepted"]
    assert "complete list" in " ".join(verdict["faults"])


@pytest.mark.parametrize(
    ("task", "settings", "feature"),
    [
        ("solve", {"gap": 0.1}, "a search that a gap ends"),
        ("list", {"up_to_symmetry": True}, "a list up to symmetry"),
        ("list", {"executor": "local"}, "an executor"),
    ],
)
def test_requests_that_have_no_certificate_are_refused(task: str, settings: dict[str, Any], feature: str) -> None:
    """What nothing certifies is refused before the search, with the reason."""
    made = request("solve" if task == "solve" else "list", certificate=True, **settings)
    with pytest.raises(InvalidInput, match=f"certificate does not apply to {feature}"):
        dispatch.job_of(made, COSTLY.encode().model)


def test_a_list_is_exported_as_clauses(tmp_path: Path) -> None:
    """`export --to lrat` writes the clauses, those that exclude the solutions among them, and the proof."""
    proof, stem = tmp_path / "c.json", tmp_path / "out"
    assert main(["list", "queens", "n=6", "--certificate", str(proof), "--quiet"]) == 0
    assert main(["export", "queens", "n=6", "--certificate", str(proof), "--to", "lrat", "-o", str(stem)]) == 0
    cnf = (tmp_path / "out.cnf").read_text().splitlines()
    assert len([line for line in cnf[1:] if line.count("-") == 6]) == 4
    assert (tmp_path / "out.lrat").read_text().splitlines()[-1].split()[1] == "0"
    assert main(["export", "queens", "n=6", "--certificate", str(proof), "--to", "veripb", "-o", str(stem)]) == 2


def test_each_way_to_have_no_certificate_has_its_sentence() -> None:
    """What was stopped, what is too long and what was not proved have different sentences."""
    report = EngineReport("exact", {"up_to_symmetry": False, "certificate": True}, "")
    blank = Answer("list", {}, "", report)
    sentences = [
        without_certificate(each)
        for each in (
            replace(blank, count=100_001, exhausted=True),
            replace(blank, count=4, exhausted=True),
            replace(blank, count=4, stop_reason="solutions"),
            replace(blank, count=0, stop_reason="time"),
            replace(blank, task="solve", solution=Selection(options=[]), cost=3, stop_reason="time"),
            replace(
                blank,
                task="solve",
                solution=Selection(options=[]),
                cost=3,
                bound=3,
                exhausted=True,
                evidence="exhausted",
            ),
            replace(blank, task="solve", exhausted=True, evidence="exhausted"),
        )
    ]
    assert sentences == [
        "no certificate was made: the list has more than 100,000 solutions",
        "no certificate was made: within the limits no prover certified what the search had exhausted",
        "no certificate was made: the search ended before the list was complete",
        "no certificate was made: the search ended before there was an answer",
        "no certificate was made: the search ended before a solution was proved to be the best",
        f"no certificate was made: {SETTLED}; the answer stands on that alone (exhausted)",
        f"no certificate was made: {SETTLED}; the answer stands on that alone (exhausted)",
    ]


def test_a_certificate_has_a_scene() -> None:
    """A complete list is a story too: how many solutions it has, and how any other is excluded."""
    solutions = exactcover.iterate("queens n=6", certificate=True)
    assert len(list(solutions)) == 4
    assert solutions.answer is not None
    assert solutions.answer.certificate is not None
    (told,) = scenes(exactcover.puzzle("queens n=6").encode().model, solutions.answer.certificate.refutation)
    assert told["sentences"] == list(solutions.answer.argument)


def test_the_certificates_of_a_batch_have_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A batch is refused with the option, which names one file."""
    grids = tmp_path / "grids.txt"
    grids.write_text("1...2...3.......\n")
    assert main(["solve", "sudoku", f"file={grids}", "--certificate", str(tmp_path / "c.json")]) == 2
    assert "expected a single puzzle" in capsys.readouterr().err


def test_a_list_that_is_cut_short_claims_no_more_than_it_has() -> None:
    """A time limit that ends the proof leaves a complete list without a certificate, which `check` finds well-formed."""
    solutions = exactcover.iterate("packing board=3x20 pieces=pentominoes", certificate=True, limits=Limits(time=2.5))
    with pytest.warns(RuntimeWarning, match="no certificate was made"):
        listed = list(solutions)
    assert solutions.answer is not None
    answer = solutions.answer.to_json()
    verdict = exactcover.check_text(
        "packing board=3x20 pieces=pentominoes", "\n".join(map(json.dumps, [*listed, answer]))
    )
    assert not verdict["fault_count"]
    assert answer["certificate"] is None
    assert "exhausted" not in verdict["verified"]
