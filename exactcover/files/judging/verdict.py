"""The verdict on a file: each of its values judged in turn, solutions told apart, and the claims of its answers at the end."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

from exactcover import judges
from exactcover.files.judging import answer_shape, claims, files, reading, selections
from exactcover.model import certificate
from exactcover.model.amounts import in_json
from exactcover.model.answer import SCHEMA, Answer
from exactcover.model.documents import Verdict
from exactcover.model.errors import InvalidInput
from exactcover.model.layout import Layout
from exactcover.model.puzzle_protocol import Puzzle, digest_of
from exactcover.proofs import explain

Cost: TypeAlias = int | float | str | None
MOST_TOLD = 20


def check_text(
    puzzle: Puzzle, text: str, search: claims.Search | None = None, folder: Path | None = None, *, named: bool = True
) -> Verdict:
    """Judge an answer, a certificate, a solution, or several in JSON lines; return the check object of the contract.

    What other solvers answer to an exported model is judged as the solutions that it stands for.
    search: what makes a search again (any engine), for the claims that nothing in the file proves; without it these are listed as
    unverified, and a file whose status or bound is among them is not accepted. folder: of the text's file, for answers
    whose solution is in another one. named: whether the puzzle's pieces have the names that arguments use; if not, sentences
    that differ from those of their certificate are unverified.
    """
    verdict = _Judging(puzzle, search, folder, named=named)
    if selections.is_foreign(text):
        for number, answer in enumerate(selections.answered(text)):
            verdict.take_selection(answer, f"line {answer.line}: " if number else "")
        return verdict.told()
    for number, value in enumerate(reading.objects(text)):
        verdict.take(value, f"line {number + 1}: " if number else "")
    return verdict.told()


def check_layout(
    puzzle: Puzzle, layout: Layout, answer: Answer | None = None, search: claims.Search | None = None
) -> Verdict:
    """Judge a solution in arrays, and the answer that has it if there is one; return the check object of the contract."""
    verdict = _Judging(puzzle, search, None, layout)
    verdict.take(layout if answer is None else answer.to_json({"file": "", "sha256": "", "pieces": len(layout)}), "")
    return verdict.told()


def certificate_faults(puzzle: Puzzle, digest: str, proof: Any) -> list[str]:
    """Return what is wrong with a certificate, one sentence per fault; none where it proves what it claims.

    It claims that the puzzle has no solution, or none below its bound.
    """
    try:
        claimed = certificate.certificate(proof)
    except InvalidInput as fault:
        return [str(fault)]
    if claimed.puzzle_sha256 != digest or _canonical(claimed.puzzle) != _canonical(puzzle.canonical()):
        return [f"the certificate is of another puzzle (sha256 {claimed.puzzle_sha256[:64]}); expected {digest}"]
    model = puzzle.encode().model
    return puzzle.encoding_faults(model) or judges.refutation_faults(model, claimed.refutation)


def _canonical(value: Any) -> str | None:
    """Return a JSON value as text, keys sorted: 1, 1.0 and true are three texts. None where it is nested too deeply."""
    try:
        return json.dumps(value, sort_keys=True, separators=(",", ":"))
    except RecursionError:
        return None


@dataclass
class _Faults:
    """The first faults of a file, and how many there are in all."""

    first: list[str] = field(default_factory=list)
    number: int = 0

    def add(self, where: str, sentences: Iterable[str]) -> bool:
        """Take sentences one at a time, and return whether there were any."""
        before = self.number
        for sentence in sentences:
            self.number += 1
            if self.number <= MOST_TOLD:
                self.first.append(where + sentence)
        return self.number > before


class _Judging:
    """Takes the values of a file one at a time, and holds no more of them than the end needs."""

    def __init__(
        self,
        puzzle: Puzzle,
        search: claims.Search | None,
        folder: Path | None,
        layout: Layout | None = None,
        *,
        named: bool = True,
    ) -> None:
        self.puzzle, self.search, self.folder = puzzle, search, folder
        self.layout = layout  # what an answer refers to, if it is at hand
        self.named = named
        self.placements: files.PlacementLines | None = None  # a solution that has one per line
        self.canonical, self.digest = _canonical(puzzle.canonical()), digest_of(puzzle.canonical())
        self.faults = _Faults()
        self.kinds: set[str] = set()
        self.identities: set[Hashable] = set()
        self.parts: dict[Hashable, Hashable] = {}
        self.solutions: list[Any] = []  # where a search is made again, which may ask which class each of them is of
        self.lines = 0
        self.costs: set[Cost] = set()  # of the solutions, where an answer may say that all cost as much
        self.unexplained = False  # an argument whose names of pieces are not known
        self.counted = False  # the faults of an attempt, which are as many as it says
        self.sentences: list[str] = []
        self.listed: tuple[str, dict[str, Any]] | None = None  # judged once all lines are there
        self.claimed: set[str] = set()
        self.unverified: set[str] = set()
        self.other = ""  # that an answer or a certificate is of another puzzle

    def take(self, value: Any, where: str) -> None:
        """Judge a value; where: what stands before sentences about it."""
        if reading.is_answer(value):
            self.kinds.add("answer")
            self._answer(value, where)
        elif certificate.is_certificate(value):
            self.kinds.add("certificate")
            if self._certificate(value, where):
                self._note(("certificate", "bound") if "bound" in value else ("certificate",), {"certificate", "bound"})
        elif selections.is_list(value):
            self.take_selection(selections.Answered(value, 0, listed=True), where)
        elif reading.is_placement(value):
            self.placements = self.placements or files.PlacementLines(self.puzzle)
            with self._telling(where):
                self.placements.add(value)
        else:
            self.kinds.add("solution")
            self._solution(value, where)
            self.lines += 1

    def take_selection(self, answer: selections.Answered, where: str) -> None:
        """Judge the options that another solver chose, against the model, and what they decode to by the puzzle's rules."""
        self.kinds.add("solution")
        self.lines += 1
        wrong, solution = selections.selected(self.puzzle, answer)
        if self.faults.add(where, wrong) or not self._solution(solution, where) or answer.cost is None:
            return
        cost = self._cost(solution)
        if answer.cost != cost:
            self.faults.add(where, [f"the file says cost {answer.cost}; the solution costs {cost}"])
        self._note(("cost",), {"cost"})

    def _cost(self, solution: Any) -> Cost:
        """Return what a right solution costs, as answers write it."""
        return in_json(self.puzzle.cost(solution))

    @contextlib.contextmanager
    def _telling(self, where: str) -> Iterator[None]:
        """Make a fault of what is no solution at all."""
        try:
            yield
        except InvalidInput as fault:
            self.faults.add(where, [str(fault)])

    def told(self) -> Verdict:
        """Return the check object of the contract."""
        if self.placements is not None:
            with self._telling(""):
                self.take(self.placements.layout(), "")
        if self.listed is not None:
            where, answer = self.listed
            self._claims(answer, where, self._cost_of_all(answer))
        if not self.kinds:
            self.faults.add("", ["the file is empty; expected an answer, a solution or a certificate"])
        if "solution" in self.kinds:
            self._note(("solution",), {"solution"})
        if self.other:  # what else is wrong follows from that
            self.faults = _Faults([self.other], 1)
        right = not self.faults.number
        accepted = right and not self.unverified & {"status", "bound"}
        order = [key for key in claims.CLAIMS if key in self.claimed]
        verified = self.claimed - self.unverified if right else set()
        return {
            "schema": SCHEMA,
            "task": "check",
            "puzzle_sha256": self.digest,
            "accepted": accepted,
            "kind": next((kind for kind in ("answer", "certificate") if kind in self.kinds), "solution"),
            "verified": [key for key in order if key in verified],
            "unverified": [key for key in order if key not in verified],
            "argument": self.sentences if right and self.sentences else None,
            "faults": self.faults.first,
            "fault_count": self.faults.number,
        }

    def _note(self, claimed: Iterable[str], verified: set[str]) -> None:
        """Note claims, and which of them were borne out; one that is made twice is verified where it is both times."""
        made = set(claimed)
        self.claimed |= made
        self.unverified |= made - verified

    def _certificate(self, proof: Any, where: str) -> bool:
        """Judge a certificate; return whether it is right."""
        wrong = certificate_faults(self.puzzle, self.digest, proof)
        self.faults.add(where, wrong)
        if not wrong:
            model = self.puzzle.encode().model
            self.sentences = explain.sentences(model, certificate.certificate(proof).refutation)
        return not wrong

    def _solution(self, solution: Any, where: str) -> bool:
        """Judge a solution, and whether it was there before; return whether it is right."""
        if self.faults.add(where, self.puzzle.each_fault(solution)):
            return False
        self.costs.add(self._cost(solution))
        if self.search is not None:
            self.solutions.append(solution)
        identity = self.puzzle.identity(solution)
        if isinstance(identity, frozenset):  # long lists say the same parts again and again: each is held once
            identity = frozenset(self.parts.setdefault(part, part) for part in identity)
        if identity in self.identities:
            self.faults.add(where, ["the same solution was there before"])
        self.identities.add(identity)
        return True

    def _answer(self, answer: dict[str, Any], where: str) -> None:
        """Judge an answer but for the number of solutions that a list claims."""
        wrong = answer_shape.shape_faults(answer)
        if not wrong:
            wrong = self._of_another_puzzle(answer) + answer_shape.contradictions(answer)
        self.faults.add(where, wrong)
        self.claimed.update(claims.claimed(answer))
        if wrong:
            return
        if answer["certificate"] is not None:
            if not self._certificate(answer["certificate"], where):
                return
            self._explanation(answer["argument"], where)
        cost, solution = None, answer["solution"]
        if files.is_reference(solution):
            at_hand = self.layout is not None
            solution = self.layout if at_hand else files.referenced(self.puzzle, solution, self.folder)
        if solution is not None:
            if not self._solution(solution, where):
                return
            cost = self._cost(solution)
        if answer["best_attempt"] is not None and not self._attempt(answer["best_attempt"], where):
            return
        if answer["task"] not in ("list", "sample"):
            self._claims(answer, where, cost)
        elif self.listed is not None:
            self.faults.add(where, ["it is a second answer about many solutions; expected one to a file"])
        else:
            self.listed = where, answer

    def _explanation(self, sentences: list[str], where: str) -> None:
        """Judge whether sentences are those of the certificate, which the names of pieces decide."""
        self.unexplained = sentences != self.sentences and not self.named
        if sentences != self.sentences and self.named:
            self.faults.add(where, ["the answer's argument is not what its certificate says"])

    def _cost_of_all(self, answer: dict[str, Any]) -> Cost:
        """Return what the solutions cost of which an answer says that all cost as much; of those that do not, what one does."""
        if answer["cost"] is None:
            return None
        return max(self.costs, key=lambda cost: cost != answer["cost"], default=None)

    def _apart(self, answer: dict[str, Any]) -> bool:
        """Tell whether it is known of the solutions listed up to symmetry that none is an image of another."""
        options, orbits = answer["engine"]["options"], set[Hashable]()
        if options.get("up_to_symmetry") is not True:
            return False
        for solution in self.solutions:
            orbit = self.puzzle.orbit(solution, rotations_only=options.get("rotations_only") is True)
            if orbit is None or orbit in orbits:
                return False
            orbits.add(orbit)
        return True

    def _attempt(self, attempt: dict[str, Any], where: str) -> bool:
        """Judge whether an attempt has the faults that it says, and one at least; return whether it does."""
        if "pieces" in attempt:
            return True
        placements = {key: value for key, value in attempt.items() if key != "faults"}
        faults = sum(1 for _ in self.puzzle.each_fault(placements))
        if faults != attempt["faults"]:
            said = answer_shape.cut(attempt["faults"])
            self.faults.add(where, [f"the answer's attempt says {said} faults; it has {faults}"])
        self.counted = faults == attempt["faults"]
        return self.counted

    def _of_another_puzzle(self, answer: dict[str, Any]) -> list[str]:
        if answer["puzzle_sha256"] != self.digest:
            claimed = answer_shape.cut(answer["puzzle_sha256"])
            self.other = f"the answer is of another puzzle (sha256 {claimed}); expected {self.digest}"
            return [self.other]
        if _canonical(answer["puzzle"]) != self.canonical:
            return ["the answer's puzzle is not the one of its digest; expected the canonical puzzle"]
        return []

    def _claims(self, answer: dict[str, Any], where: str, cost: Cost) -> None:
        """Judge the claims of an answer; a search is made again only where all else is right."""
        verified = {"best_attempt"} if self.counted else set()
        search = None if self.faults.number else self.search
        apart = search is not None and self._apart(answer)
        unit = self.puzzle.encode().unit if answer["certificate"] is not None else Fraction(1)
        judged = claims.judged(answer, cost, self.lines, search, verified, apart=apart, unit=unit)
        self.faults.add(where, judged.faults)
        self._note(claims.claimed(answer), judged.verified - ({"argument"} if self.unexplained else set()))
