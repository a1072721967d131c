"""Reduces linear rows to clauses: cardinality rows by encodings of PySAT, weighted rows by decision diagrams.

Historical note. Chosen by `python -m benchmarks cardinality` (benchmarks/results/cardinality.md): for `at most one`, bitwise
took 2.7 CPU seconds over seven packings, ladder 3.7, pairwise 6.0 and totalizer 12.5; for `at most k`, seqcounter took 5.9 and
totalizer 10.8. CaDiCaL and glucose differ by less than the variance between runs.

Source of the diagrams: N. Een, N. Sorensson, Translating pseudo-Boolean constraints into SAT, JSAT 2 (2006), section 4.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from exactcover.model.linear import Linear, Row

AT_MOST_ONE = "bitwise"
COUNTED = "seqcounter"
PAIRWISE_UP_TO = 5


@dataclass
class ClauseWriter:
    """Clauses being written, and the number of variables used so far."""

    variables: int
    at_most_one: str
    counted: str
    clauses: list[tuple[int, ...]] = field(default_factory=list)

    def fresh(self) -> int:
        """Return a new variable as a literal."""
        self.variables += 1
        return self.variables

    def row(self, row: Row) -> None:
        """Write a linear row as clauses."""
        literals = [v + 1 if c > 0 else -(v + 1) for v, c in zip(row.variables, row.coefficients, strict=True)]
        weights = [abs(c) for c in row.coefficients]
        shift = sum(c for c in row.coefficients if c < 0)
        least, most = max(0, row.least - shift), min(sum(weights), row.most - shift)
        if least > most:
            self.clauses.append(())
        elif all(weight == 1 for weight in weights):
            self._count(literals, least, most)
        else:
            self._weighted(list(zip(weights, literals, strict=True)), most)
            self._weighted([(w, -x) for w, x in zip(weights, literals, strict=True)], sum(weights) - least)

    def _count(self, literals: list[int], least: int, most: int) -> None:
        if least == len(literals):
            self.clauses.extend((literal,) for literal in literals)
        elif most == 0:
            self.clauses.extend((-literal,) for literal in literals)
        else:
            if least == 1:
                self.clauses.append(tuple(literals))
            elif least > 1:
                self._at_most([-literal for literal in literals], len(literals) - least)
            if most < len(literals):
                self._at_most(literals, most)

    def _at_most(self, literals: list[int], most: int) -> None:
        from pysat.card import CardEnc, EncType

        name = self.counted
        if most == 1:
            name = self.at_most_one if len(literals) > PAIRWISE_UP_TO else "pairwise"
        encoding = CardEnc.atmost(lits=literals, bound=most, top_id=self.variables, encoding=getattr(EncType, name))
        self.variables = max(self.variables, encoding.nv)
        self.clauses.extend(map(tuple, encoding.clauses))

    def _weighted(self, terms: list[tuple[int, int]], most: int) -> None:
        """Write sum of weights of true literals <= most, heaviest first, with a node for each (index, remaining sum)."""
        terms = sorted(terms, key=lambda term: (-term[0], abs(term[1])))
        left = [0] * (len(terms) + 1)  # left[i]: the weights from index i on
        for place in range(len(terms) - 1, -1, -1):
            left[place] = left[place + 1] + terms[place][0]
        # A node is the literal "the terms from `place` on sum to at most `room`"; 0 stands for true, None for false.
        nodes: dict[tuple[int, int], int | None] = {}
        pending = [(0, most)]
        while pending:
            place, room = pending[-1]
            if room < 0 or left[place] <= room:
                nodes[place, room] = None if room < 0 else 0
            weight, literal = terms[place] if (place, room) not in nodes else (0, 0)
            children = [] if (place, room) in nodes else [(place + 1, room), (place + 1, room - weight)]
            missing = [child for child in children if child not in nodes]
            if missing:
                pending.extend(missing)
                continue
            pending.pop()
            if children:
                nodes[place, room] = self._node(literal, nodes[children[0]], nodes[children[1]])
        top = nodes[0, most]
        if top != 0:
            self.clauses.append(() if top is None else (top,))

    def _node(self, literal: int, without: int | None, taken: int | None) -> int:
        node = self.fresh()
        if without != 0:
            self.clauses.append((-node,) if without is None else (-node, without))
        if taken != 0:
            self.clauses.append((-node, -literal) if taken is None else (-node, -literal, taken))
        return node


def clauses(model: Linear, at_most_one: str = "", counted: str = "") -> ClauseWriter:
    """Return the clauses of a linear model, its rows encoded; variables 1..len(model.variables) keep their numbers."""
    writer = ClauseWriter(len(model.variables), at_most_one or AT_MOST_ONE, counted or COUNTED, list(model.clauses))
    for row in model.rows:
        writer.row(row)
    return writer
