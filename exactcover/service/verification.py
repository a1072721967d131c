"""Verification of what a server sends: solutions, certificates and answers are judged again, as if from an untrusted
source.

A wrong solution, a certificate that proves nothing, an answer to another puzzle, or one that contradicts itself is a
fault of the server and is never shown. A count, and the claim that a search was exhausted, are taken on the server's
word, as they are on an engine's word in a local run.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import fields
from typing import Any

from exactcover.files.judging import certificate_faults, count_certificate_faults
from exactcover.files.judging.answer_shape import contradictions, shape_faults
from exactcover.model import certificate
from exactcover.model.amounts import Amount, amount, from_json
from exactcover.model.answer import Answer, EngineReport, Statistics
from exactcover.model.best_attempt import BestAttempt
from exactcover.model.count_certificate import CountCertificate, count_certificate
from exactcover.model.errors import InvalidInput, JudgeRefused
from exactcover.model.events import Accepted
from exactcover.model.puzzle_protocol import Puzzle, digest_of
from exactcover.proofs import explain


class AnswerVerifier:
    """Judges what a server sends in reply to one request; puzzle: the caller's own copy."""

    def __init__(self, puzzle: Puzzle, task: str) -> None:
        self.puzzle, self.task = puzzle, task
        self.canonical = puzzle.canonical()
        self.digest = digest_of(self.canonical)
        self.number = 0
        self._identities: set[Hashable] = set()

    def solution(self, solution: Any) -> Accepted:
        """Judge one of many solutions and return it; raises JudgeRefused."""
        cost = self._judged(solution)
        if self.task == "list":
            identity = self.puzzle.identity(solution)
            if identity in self._identities:
                raise JudgeRefused("the server sent the same solution twice")
            self._identities.add(identity)
        self.number += 1
        return Accepted(solution, cost)

    def _judged(self, solution: Any) -> Amount | None:
        for fault in self.puzzle.each_fault(solution):
            raise JudgeRefused(f"the server sent a wrong solution: {fault}")
        return self.puzzle.cost(solution)

    def check_puzzle(self, digest: Any) -> None:
        """Raise JudgeRefused if the digest is that of another puzzle."""
        if digest != self.digest:
            raise JudgeRefused("the server answered about another puzzle than the one it was sent")

    def count_certificate(self, document: Any) -> CountCertificate:
        """Judge a certificate of a count and return it; raises JudgeRefused."""
        for fault in count_certificate_faults(self.puzzle, self.digest, document):
            raise JudgeRefused(f"the server sent a certificate that proves nothing: {fault}")
        return count_certificate(document)

    def answer(self, document: Any) -> Answer:
        """Judge an answer and return it; raises JudgeRefused, and InvalidInput for a solution too large to be sent."""
        if not isinstance(document, dict):
            raise JudgeRefused("the server sent no answer")
        for fault in shape_faults(document) or contradictions(document):
            raise JudgeRefused(f"the server sent an invalid answer: {fault}")
        if document["task"] != self.task:
            raise JudgeRefused("the server sent the answer to another task")
        if document["puzzle"] is not None:
            self.check_puzzle(document["puzzle_sha256"])
            if digest_of(document["puzzle"]) != self.digest:
                raise JudgeRefused("the server sent an answer whose puzzle does not match its digest")
        answer = self._rebuilt(document)
        if answer.status != document["status"]:
            raise InvalidInput("the solution has too many pieces to be sent; expected a smaller puzzle, or no server")
        if self.task in ("list", "sample"):
            self._of_many(answer)
        return answer

    def _of_many(self, answer: Answer) -> None:
        if answer.count != self.number:
            raise JudgeRefused(f"the server reported {answer.count} solutions but sent {self.number}")

    def _rebuilt(self, document: Mapping[str, Any]) -> Answer:
        solution, proof, attempt = document["solution"], document["certificate"], document["best_attempt"]
        if solution is not None and self._judged(solution) != from_json(document["cost"]):
            raise JudgeRefused("the server reported a cost that is not the cost of its solution")
        return Answer(
            document["task"],
            document["puzzle"],
            document["puzzle_sha256"],
            EngineReport(**document["engine"]),
            document["exhausted"],
            document["stop_reason"],
            document["evidence"],
            solution,
            None if attempt is None else self._attempt(attempt),
            from_json(document["cost"]),
            from_json(document["bound"]),
            None if document["count"] is None else int(document["count"]),
            None if document["classes"] is None else int(document["classes"]),
            Statistics(**{each.name: document["statistics"][each.name] for each in fields(Statistics)}),
            None if proof is None else self._certificate(document),
            tuple(document["argument"] or ()),
        )

    def _attempt(self, attempt: Mapping[str, Any]) -> BestAttempt | None:
        """Return an attempt after recounting its faults; None if only the number of its pieces was sent."""
        if "pieces" in attempt:
            return None
        solution = {key: value for key, value in attempt.items() if key != "faults"}
        if sum(1 for _ in self.puzzle.each_fault(solution)) != attempt["faults"]:
            raise JudgeRefused("the server reported a number of faults that is not that of its attempt")
        return BestAttempt(solution, attempt["faults"])

    def _certificate(self, document: Mapping[str, Any]) -> certificate.Certificate:
        proof = document["certificate"]
        for fault in certificate_faults(self.puzzle, self.digest, proof):
            raise JudgeRefused(f"the server sent a wrong certificate: {fault}")
        judged = certificate.certificate(proof)
        encoding, bound = self.puzzle.encode(), judged.refutation.bound
        if bound is not None and amount(bound, encoding.unit) != from_json(document["bound"]):
            raise JudgeRefused("the server reported a bound that is not that of its certificate")
        if judged.refutation.of_list and str(len(judged.refutation.body["solutions"])) != document["count"]:
            raise JudgeRefused(
                "the server sent a certificate of a list with another number of solutions than it reported"
            )
        if document["argument"] != explain.sentences(encoding.model, judged.refutation):
            raise JudgeRefused("the server sent an argument that does not match its certificate")
        return judged
