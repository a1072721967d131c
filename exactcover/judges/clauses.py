"""The clauses that a model implies, derived by trusted code, so that a clausal proof about them is about the model.

Literals are written as in DIMACS. Variable o + 1 states that option o of judges.demands is chosen; auxiliary variables follow,
in the order in which the items need them. Clauses come item by item, and are numbered from 1 in that order.

Why a refutation of these clauses refutes the model: every solution satisfies them all, with the auxiliary variables at the
values they stand for. For each item, with n options and multiplicity least..most, there are
- `least` = 1: the clause of its options, one of which a solution has;
- `most` = 1, n up to PAIRWISE_UP_TO: for every two options the clause that not both are chosen;
- `most` = 1, n larger: variables that stand for the bits of the index (in the item's list) of the chosen option, all 0 if none
  is; for each option and bit the clause that the option, if chosen, has that bit there;
- otherwise, if the multiplicity restricts anything: variables s(j, c) that stand for "of the first j options at least c are
  chosen", the clauses that say how s(j, c) follows from s(j-1, c), s(j-1, c-1) and option j, and the other way round, and the
  units s(n, least) and not s(n, most + 1); true and false values of s are left out.
An option that has an item several times (see demands.of_rows) is listed that many times among the n.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from exactcover.judges.demands import Demands
from exactcover.model.certificate import InvalidCertificate

PAIRWISE_UP_TO = 12
MOST_LITERALS = 5_000_000

Clause = tuple[int, ...]


class Meaning(NamedTuple):
    """What an auxiliary variable stands for: of the first `among` literals, options of an item, at least `least` are true."""

    item: int
    literals: tuple[int, ...]
    among: int
    least: int


@dataclass
class Clauses:
    """Clauses, the number of variables in them, and the meanings of the auxiliary variables."""

    options: int
    pairwise_up_to: int = PAIRWISE_UP_TO
    most_literals: int = MOST_LITERALS
    clauses: list[Clause] = field(default_factory=list)
    meanings: list[Meaning] = field(default_factory=list)
    literals: int = 0

    @property
    def variables(self) -> int:
        """The number of variables."""
        return self.options + len(self.meanings)

    def fresh(self, meaning: Meaning) -> int:
        """Return a new variable with that meaning."""
        self.meanings.append(meaning)
        return self.variables

    def add(self, clause: Clause) -> None:
        """Add a clause; raises InvalidCertificate if they become too many."""
        self.literals += len(clause)
        if self.literals > self.most_literals:
            raise InvalidCertificate(
                f"the model's clauses have more than {self.most_literals} literals; expected fewer for a clausal proof"
            )
        self.clauses.append(clause)


def clauses(needs: Demands, pairwise_up_to: int = PAIRWISE_UP_TO, most_literals: int = MOST_LITERALS) -> Clauses:
    """Return the clauses of the demands; raises InvalidCertificate if they have more literals.

    pairwise_up_to: of so many options at most one is chosen by a clause for every two; of more, by variables for the bits of
    its number.
    """
    writer = Clauses(needs.options, pairwise_up_to, most_literals)
    firsts, options = needs.by_item
    for item in range(needs.items):
        literals = tuple(option + 1 for option in options[firsts[item] : firsts[item + 1]].tolist())
        least, most = int(needs.least[item]), int(needs.most[item])
        if least > len(literals):
            writer.add(())
        elif least <= 1 and most == 1:
            if least == 1:
                writer.add(tuple(dict.fromkeys(literals)))
            _at_most_one(writer, item, literals)
        elif least == 1 and most >= len(literals):
            writer.add(tuple(dict.fromkeys(literals)))
        elif least > 0 or most < len(literals):
            _counted(writer, item, literals, least, most)
    return writer


def _at_most_one(writer: Clauses, item: int, literals: tuple[int, ...]) -> None:
    if len(literals) <= writer.pairwise_up_to:
        for place, literal in enumerate(literals):
            for other in literals[:place]:
                writer.add((-other, -literal) if other != literal else (-literal,))
        return
    bits = []
    for bit in range((len(literals) - 1).bit_length()):
        having = tuple(literal for place, literal in enumerate(literals) if place >> bit & 1)
        bits.append(writer.fresh(Meaning(item, having, len(having), 1)))
    for place, literal in enumerate(literals):
        for number, bit in enumerate(bits):
            writer.add((-literal, bit if place >> number & 1 else -bit))


def _counted(writer: Clauses, item: int, literals: tuple[int, ...], least: int, most: int) -> None:
    """Return s(j, c) as a row of variables for each j: `row[c]`, or True if c = 0, or False if c > j."""
    top = max(least, most + 1 if most < len(literals) else 0)
    before: list[int | bool] = [True, *[False] * top]
    for place, literal in enumerate(literals):
        row: list[int | bool] = [True]
        for count in range(1, top + 1):
            if before[count - 1] is False:
                row.append(False)
                continue
            here = writer.fresh(Meaning(item, literals, place + 1, count))
            row.append(here)
            _clause(writer, (_not(before[count]), here))
            _clause(writer, (-literal, _not(before[count - 1]), here))
            _clause(writer, (-here, before[count], literal))
            _clause(writer, (-here, before[count - 1]))
        before = row
    if least > 0:
        _clause(writer, (before[least],))
    if most < len(literals):
        _clause(writer, (_not(before[most + 1]),))


def _not(literal: int | bool) -> int | bool:
    return not literal if isinstance(literal, bool) else -literal


def _clause(writer: Clauses, literals: Sequence[int | bool]) -> None:
    """Add a clause with partly known literals: nothing if one is true, otherwise without the false ones."""
    if not any(literal is True for literal in literals):
        writer.add(tuple(literal for literal in literals if literal is not False))
