"""The verdict on a file: it judges each value in turn, detects duplicate solutions, and judges the claims of answers at
the end.
"""

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
from exactcover.model.count_certificate import count_certificate, is_count_certificate
from exactcover.model.documents import Verdict
from exactcover.model.errors import InvalidInput
from exactcover.model.layout import Layout
from exactcover.model.puzzle_protocol import Puzzle, digest_of
from exactcover.proofs import explain

Cost: TypeAlias = int | float | str | None
MAX_REPORTED = 20


def check_text(
    puzzle: Puzzle, text: str, search: claims.Search | None = None, folder: Path | None = None, *, named: bool = True
) -> Verdict:
    """Judge an answer, a certificate, a solution, or several in JSON lines; return the check object of the contract.

    The output of other solvers for an exported model is judged as the solutions that it stands for. search: repeats a
    search (with any engine), to verify claims that come without evidence; without it these are listed as unverified,
    and a file with an unverified status or bound is not accepted. folder: that of the text's file, for answers whose
    solution is in another file. named: whether the puzzle's pieces have the names that arguments use; if not, sentences
    that differ from those of their certificate are unverified.
    """
    verdict = _Judging(puzzle, search, folder, named=named)
    if selections.is_foreign(text):
        for number, answer in enumerate(selections.answered(text)):
            verdict.take_selection(answer, f"line {answer.line}: " if number else "")
        return verdict.result()
    for number, value in enumerate(reading.objects(text)):
        verdict.take(value, f"line {number + 1}: " if number else "")
    return verdict.result()


def check_layout(
    puzzle: Puzzle, layout: Layout, answer: Answer | None = None, search: claims.Search | None = None
) -> Verdict:
    """Judge a solution in arrays, and the answer that has it if there is one; return the check object of the contract."""
    verdict = _Judging(puzzle, search, None, layout)
    verdict.take(layout if answer is None else answer.to_json({"file": "", "sha256": "", "pieces": len(layout)}), "")
    return verdict.result()


def certificate_faults(puzzle: Puzzle, digest: str, proof: Any) -> list[str]:
    """Return the faults of a certificate, one sentence each; none if it proves its claim.

    The claim is that the puzzle has no solution, or none below its bound.
    """
    try:
        claimed = certificate.certificate(proof)
    except InvalidInput as fault:
        return [str(fault)]
    if claimed.puzzle_sha256 != digest or _canonical(claimed.puzzle) != _canonical(puzzle.canonical()):
        return [f"the certificate is of another puzzle (sha256 {claimed.puzzle_sha256[:64]}); expected {digest}"]
    model = puzzle.encode().model
    return puzzle.encoding_faults(model) or judges.refutation_faults(model, claimed.refutation)


def count_certificate_faults(puzzle: Puzzle, digest: str, proof: Any) -> list[str]:
    """Return the faults of a certificate of a count, one sentence each; none if it proves that there are so many solutions."""
    try:
        claimed = count_certificate(proof)
    except InvalidInput as fault:
        return [str(fault)]
    if claimed.puzzle_sha256 != digest or _canonical(claimed.puzzle) != _canonical(puzzle.canonical()):
        return [f"the certificate is of another puzzle (sha256 {claimed.puzzle_sha256[:64]}); expected {digest}"]
    model = puzzle.encode().model
    return puzzle.encoding_faults(model) or judges.count_faults(model, claimed)


def _canonical(value: Any) -> str | None:
    """Return a JSON value as text, keys sorted: 1, 1.0 and true differ. None if it is nested too deeply."""
    try:
        return json.dumps(value, sort_keys=True, separators=(",", ":"))
    except RecursionError:
        return None


@dataclass
class _Faults:
    """The first faults of a file, and their total number."""

    first: list[str] = field(default_factory=list)
    number: int = 0

    def add(self, where: str, sentences: Iterable[str]) -> bool:
        """Add sentences one at a time; return whether there were any."""
        before = self.number
        for sentence in sentences:
            self.number += 1
            if self.number <= MAX_REPORTED:
                self.first.append(where + sentence)
        return self.number > before


class _Judging:
    """Judges the values of a file one at a time, keeping only what the end needs."""

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
        self.placements: files.PlacementLines | None = None  # a solution with one placement per line
        self.canonical, self.digest = _canonical(puzzle.canonical()), digest_of(puzzle.canonical())
        self.faults = _Faults()
        self.kinds: set[str] = set()
        self.identities: set[Hashable] = set()
        self.parts: dict[Hashable, Hashable] = {}
        self.solutions: list[Any] = []  # kept for a repeated search, which may need their symmetry classes
        self.lines = 0
        self.counts: list[tuple[str, int]] = []  # of certificates: where, and how many solutions there are
        self.costs: set[Cost] = set()  # of the solutions: an answer may claim that all cost the same
        self.unexplained = False  # an argument whose names of pieces are not known
        self.counted = False  # the attempt has as many faults as it claims
        self.sentences: list[str] = []
        self.listed: tuple[str, dict[str, Any]] | None = None  # judged after all lines
        self.claimed: set[str] = set()
        self.unverified: set[str] = set()
        self.other = ""  # the fault that an answer or a certificate is of another puzzle

    def take(self, value: Any, where: str) -> None:
        """Judge a value; where: a prefix for sentences about it."""
        if reading.is_answer(value):
            self.kinds.add("answer")
            self._answer(value, where)
        elif certificate.is_certificate(value):
            self.kinds.add("certificate")
            if self._certificate(value, where):
                self._note(("certificate", "bound") if "bound" in value else ("certificate",), {"certificate", "bound"})
        elif is_count_certificate(value):
            self.kinds.add("certificate")
            self._count(value, where)
        elif selections.is_list(value):
            self.take_selection(selections.Answered(value, 0, listed=True), where)
        elif reading.is_placement(value):
            self.placements = self.placements or files.PlacementLines(self.puzzle)
            with self._reporting(where):
                self.placements.add(value)
        else:
            self.kinds.add("solution")
            self._solution(value, where)
            self.lines += 1

    def take_selection(self, answer: selections.Answered, where: str) -> None:
        """Judge the options that another solver chose, against the model, and the decoded solution by the puzzle's rules."""
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
        """Return the cost of a correct solution, as answers state it."""
        return in_json(self.puzzle.cost(solution))

    @contextlib.contextmanager
    def _reporting(self, where: str) -> Iterator[None]:
        """Turn InvalidInput, for what is not a solution at all, into a fault."""
        try:
            yield
        except InvalidInput as fault:
            self.faults.add(where, [str(fault)])

    def result(self) -> Verdict:
        """Return the check object of the contract."""
        if self.placements is not None:
            with self._reporting(""):
                self.take(self.placements.layout(), "")
        if self.listed is not None:
            where, answer = self.listed
            self._claims(answer, where, self._cost_of_all(answer))
        if not self.kinds:
            self.faults.add("", ["the file is empty; expected an answer, a solution or a certificate"])
        for where, count in self.counts if self.lines else ():
            if count != self.lines:
                self.faults.add(where, [f"there are {count} solutions; the file has {self.lines} of them"])
        if "solution" in self.kinds:
            self._note(("solution",), {"solution"})
        if self.other:  # all other faults follow from that
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
        """Record claims, and which of them are verified; a claim that is made twice is verified if it is both times."""
        made = set(claimed)
        self.claimed |= made
        self.unverified |= made - verified

    def _certificate(self, proof: Any, where: str) -> bool:
        """Judge a certificate; return whether it is accepted."""
        wrong = certificate_faults(self.puzzle, self.digest, proof)
        self.faults.add(where, wrong)
        if not wrong:
            model = self.puzzle.encode().model
            self.sentences = explain.sentences(model, certificate.certificate(proof).refutation)
        return not wrong

    def _count(self, proof: Any, where: str) -> None:
        """Judge a certificate of a count; with solutions in the same file, it is that of all that there are."""
        wrong = count_certificate_faults(self.puzzle, self.digest, proof)
        if not self.faults.add(where, wrong):
            claimed = count_certificate(proof)
            self.counts.append((where, claimed.count))
            self.sentences = [explain.of_count(claimed.count, claimed.classes, len(claimed.symmetries))]
            claims_made = ("certificate", "count", *(("classes",) if claimed.classes is not None else ()))
            self._note(claims_made, set(claims_made))

    def _solution(self, solution: Any, where: str) -> bool:
        """Judge a solution, and whether it is a duplicate; return whether it is correct."""
        if self.faults.add(where, self.puzzle.each_fault(solution)):
            return False
        self.costs.add(self._cost(solution))
        if self.search is not None:
            self.solutions.append(solution)
        identity = self.puzzle.identity(solution)
        if isinstance(identity, frozenset):  # long lists repeat the same parts: each is stored once
            identity = frozenset(self.parts.setdefault(part, part) for part in identity)
        if identity in self.identities:
            self.faults.add(where, ["duplicate of an earlier solution"])
        self.identities.add(identity)
        return True

    def _answer(self, answer: dict[str, Any], where: str) -> None:
        """Judge an answer, except for the number of solutions that a list claims."""
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
            self.faults.add(where, ["this is a second answer about many solutions; expected one per file"])
        else:
            self.listed = where, answer

    def _explanation(self, sentences: list[str], where: str) -> None:
        """Judge whether sentences are those of the certificate, which the names of pieces decide."""
        self.unexplained = sentences != self.sentences and not self.named
        if sentences != self.sentences and self.named:
            self.faults.add(where, ["the answer's argument does not match its certificate"])

    def _cost_of_all(self, answer: dict[str, Any]) -> Cost:
        """Return the common cost of the solutions, if an answer claims one; if they differ from it, one of the others."""
        if answer["cost"] is None:
            return None
        return max(self.costs, key=lambda cost: cost != answer["cost"], default=None)

    def _apart(self, answer: dict[str, Any]) -> bool:
        """Return whether the solutions listed up to symmetry are known to be in different classes."""
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
        """Judge whether an attempt has as many faults as it claims, and at least one; return whether it does."""
        if "pieces" in attempt:
            return True
        placements = {key: value for key, value in attempt.items() if key != "faults"}
        faults = sum(1 for _ in self.puzzle.each_fault(placements))
        if faults != attempt["faults"]:
            claimed = answer_shape.cut(attempt["faults"])
            self.faults.add(where, [f"the answer's attempt says {claimed} faults; it has {faults}"])
        self.counted = faults == attempt["faults"]
        return self.counted

    def _of_another_puzzle(self, answer: dict[str, Any]) -> list[str]:
        if answer["puzzle_sha256"] != self.digest:
            claimed = answer_shape.cut(answer["puzzle_sha256"])
            self.other = f"the answer is of another puzzle (sha256 {claimed}); expected {self.digest}"
            return [self.other]
        if _canonical(answer["puzzle"]) != self.canonical:
            return ["the answer's puzzle does not match its digest; expected the canonical puzzle"]
        return []

    def _claims(self, answer: dict[str, Any], where: str, cost: Cost) -> None:
        """Judge the claims of an answer; a search is repeated only if everything else is right."""
        verified = {"best_attempt"} if self.counted else set()
        search = None if self.faults.number else self.search
        apart = search is not None and self._apart(answer)
        unit = self.puzzle.encode().unit if answer["certificate"] is not None else Fraction(1)
        judged = claims.judged(answer, cost, self.lines, search, verified, apart=apart, unit=unit)
        self.faults.add(where, judged.faults)
        self._note(claims.claimed(answer), judged.verified - ({"argument"} if self.unexplained else set()))
