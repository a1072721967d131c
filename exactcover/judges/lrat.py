"""The checker of clausal proofs with hints: small, and it never searches.

A step adds a clause, its lemma. Its hints are the numbers of earlier clauses: suppose all literals of the lemma false;
each hint but the last then has exactly one literal that is not false, and that becomes true; the last has none left. So the
lemma follows from the hints' clauses. The proof ends with the empty lemma. This is LRAT without its RAT steps.

Source: L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp, Efficient certified RAT verification, CADE 2017.
"""

from __future__ import annotations

from collections.abc import Sequence

from exactcover.model.certificate import InvalidCertificate

MOST_READ = 3 * 10**8
"""Limit on literals of the clauses named by hints, in all steps: half a minute; honest proofs read a few for each number."""


def check_steps(clauses: Sequence[tuple[int, ...]], steps: list[int], read: int = 0) -> int:
    """Raise InvalidCertificate unless the steps derive the empty clause; return the number of literals of clauses named by
    hints.

    read: the number already counted for earlier proofs.

    clauses: numbered from 1, literals as in DIMACS; steps: of each step its literals, 0, its hints, 0; lemmas take the numbers
    that follow those of the clauses.
    """
    known = list(clauses)
    place, step = 0, 0
    while place < len(steps):
        try:
            middle = steps.index(0, place)
            end = steps.index(0, middle + 1)
        except ValueError:
            raise InvalidCertificate(f"step {step} is cut off; expected literals, 0, hints, 0") from None
        lemma, hints = tuple(steps[place:middle]), steps[middle + 1 : end]
        read += sum(len(known[hint - 1]) for hint in hints if 0 < hint <= len(known))
        if read > MOST_READ:
            raise InvalidCertificate(
                f"up to step {step} the hints name clauses of over {MOST_READ} literals; expected fewer"
            )
        _check_lemma(known, lemma, hints, step)
        known.append(lemma)
        place, step = end + 1, step + 1
        if not lemma:
            if place < len(steps):
                raise InvalidCertificate(f"the empty clause is derived in step {step - 1}; expected no more steps")
            return read
    raise InvalidCertificate(f"the {step} steps do not derive the empty clause")


def _check_lemma(known: list[tuple[int, ...]], lemma: tuple[int, ...], hints: list[int], step: int) -> None:
    false = set(lemma)
    for number, hint in enumerate(hints):
        if not 1 <= hint <= len(known):
            raise InvalidCertificate(
                f"step {step} has the hint {hint}; expected the number of an earlier clause, 1 to {len(known)}"
            )
        left = [literal for literal in known[hint - 1] if literal not in false]
        if len(left) > 1:
            raise InvalidCertificate(
                f"clause {hint} is not unit where step {step} hints at it: {len(left)} literals are not false"
            )
        if not left:
            if number + 1 < len(hints):
                raise InvalidCertificate(f"step {step} has hints after the one that has no literal left; expected none")
            return
        false.add(-left[0])
    raise InvalidCertificate(f"the hints of step {step} lead to no contradiction")
