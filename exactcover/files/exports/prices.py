"""Proofs by prices as pseudo-Boolean proofs of a bound on the objective, or of infeasibility.

A variable t means that a solution costs at most the limit to be excluded; if t is false, the objective is larger.
Prices define a sum of constraints; under t it leaves the slack that the judge computes: an option whose reduced cost is
too large is propagated to 0, and if nothing is left there is a contradiction. A pair of items gets a variable that
means that one chosen option has both. A closed node becomes the clause that t or one of its branching literals is
false; two such clauses give that of the parent, and the last one is that t is false, after which the other half of t's
definition gives the bound.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import gcd
from typing import Any

from exactcover.files.exports.cutting_planes import Proof
from exactcover.judges.prices import limit_of, replayed
from exactcover.model.cover import CheaperCover, Cover


@dataclass(frozen=True)
class _Path:
    """The path to a node: its branching literals, and for each whether it is the second branch.

    demands: an item, and the constraint that demands more of it there than the problem does.
    """

    literals: tuple[tuple[int, bool], ...] = ()
    demands: tuple[tuple[int, int], ...] = ()


def write_prices(model: Cover | CheaperCover, body: Mapping[str, Any], proof: Proof) -> None:
    """Append the steps for a body that the judge has accepted; raises InvalidCertificate for any other."""
    writer = _Writer(model, body, proof)
    open_paths = [_Path()]
    for node, _, parts in replayed(model, body):
        path = open_paths.pop()
        if "prices" in node:
            writer.add(node, path)
            if parts:
                open_paths.append(path)
            else:
                writer.close(path)
        else:
            open_paths.extend(reversed(writer.branches(node, path)))


class _Writer:
    """The proof being written, with the definitions of its extension variables."""

    def __init__(self, model: Cover | CheaperCover, body: Mapping[str, Any], proof: Proof) -> None:
        self.proof, self.needs = proof, proof.needs
        self.variables = self.needs.options
        self.pairs: dict[tuple[int, int], tuple[int, int]] = {}
        for option, one, other in sorted(body.get("dominated", []), key=lambda each: -self._length(each[0])):
            proof.replace(option + 1, (one + 1, other + 1))
        self.excluded, self.limit_half, self.other_half, self.gain, self.step = 0, 0, 0, 0, 1
        if isinstance(model, CheaperCover):
            assert model.cover.costs is not None
            self._state_limit(model.cover.costs.tolist(), model.cost)
        self.cuts = [self._cut(items) for items in body.get("cuts", [])]

    def _length(self, option: int) -> int:
        return int(self.needs.starts[option + 1] - self.needs.starts[option])

    def _state_limit(self, costs: list[int], bound: int) -> None:
        """Define t: if it is true, the objective is at most the limit; if false, it is larger."""
        limit = limit_of(costs, bound)
        self.step = gcd(*costs) or 1
        self.variables += 1
        self.excluded = self.variables
        objective = [(cost, option) for option, cost in enumerate(costs, 1) if cost]
        room = max(1, sum(max(0, cost) for cost in costs) - limit)
        self.gain = max(1, limit + 1 - sum(min(0, cost) for cost in costs))
        below = [(-cost, option) for cost, option in objective]
        self.limit_half = self.proof.define([*below, (room, -self.excluded)], -limit, self.excluded, 0)
        self.other_half = self.proof.define([*objective, (self.gain, self.excluded)], limit + 1, self.excluded, 1)

    def _cut(self, items: list[int]) -> int:
        """Derive a cut: half of the sum of its items' demands, rounded up."""
        parts = [str(self.proof.least(item)) for item in items]
        return self.proof.polish(" ".join([parts[0], *(f"{part} +" for part in parts[1:])]) + " 2 d")

    def add(self, node: Mapping[str, Any], path: _Path) -> None:
        """Derive the sum of constraints weighted by prices; under t, the limit on the objective is one of them."""
        demands = dict(path.demands)
        parts = [(self.limit_half, node["scale"])] if self.limit_half else []
        for item, price in enumerate(node["prices"]):
            if price:
                number = demands.get(item, self.proof.least(item)) if price > 0 else self.proof.most(item)
                parts.append((number, abs(price)))
        parts.extend((self.cuts[cut], weight) for cut, weight in node.get("cuts", []) if weight)
        terms = [f"{number} {times} *" if times > 1 else str(number) for number, times in parts]
        if terms:
            self.proof.polish(" ".join([terms[0], *(f"{term} +" for term in terms[1:])]))

    def branches(self, node: Mapping[str, Any], path: _Path) -> list[_Path]:
        """Return the paths to the two children of a node; a pair of items gets its variable."""
        if "option" in node:
            literal, demands = node["option"] + 1, path.demands
        else:
            first, second = sorted(node["pair"])
            literal, half = self.pairs.get((first, second)) or self._pair(first, second)
            more = [(item, half) for item in (first, second) if self.needs.least[item] == 0]
            demands = (*path.demands, *more)
        return [
            _Path((*path.literals, (literal, False)), demands),
            _Path((*path.literals, (-literal, True)), path.demands),
        ]

    def _pair(self, first: int, second: int) -> tuple[int, int]:
        """Define a variable for one chosen option having both items, and derive its consequences for options with one
        of them.
        """
        firsts, options = self.needs.by_item
        having = [set(options[firsts[item] : firsts[item + 1]].tolist()) for item in (first, second)]
        both = sorted(option + 1 for option in having[0] & having[1])
        self.variables += 1
        variable = self.variables
        half = self.proof.define([(1, -variable), *((1, option) for option in both)], 1, variable, 0)
        none = [(len(both), variable), *((1, -option) for option in both)]
        self.proof.define(none, len(both), variable, 1)
        for item in (first, second):
            self.proof.polish(f"{half} {self.proof.most(item)} +")
        self.pairs[first, second] = variable, half
        return variable, half

    def close(self, path: _Path) -> None:
        """Derive the clause of a closed node, and those of the ancestors that are closed with it."""
        literals = path.literals
        self._clause(literals)
        while literals and literals[-1][1]:
            literals = literals[:-1]
            self._clause(literals)

    def _clause(self, literals: tuple[tuple[int, bool], ...]) -> None:
        excluded = (-self.excluded,) if self.excluded else ()
        self.proof.clause((*excluded, *(-literal for literal, _ in literals)))
        if not literals and self.excluded:
            number = self.proof.constraints
            multiple = f" {self.step} d {self.step} *" if self.step > 1 else ""
            self.proof.bounded(self.proof.polish(f"{self.other_half} {number} {self.gain} * +{multiple}"))
