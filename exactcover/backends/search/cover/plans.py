"""The plan of a count or a list: its roots, the result of a root, and the totals.

Everything serializes to JSON: a plan can be run root by root by processes that share only files, and merged by one that loads
no kernel. A count up to symmetry has a *term* for the solutions themselves and one for each conjugacy class whose fixed
solutions Burnside's lemma needs; each root belongs to one term.
Not here: making plans and running roots (roots.py), counts layer by layer, which have no roots (counting.py).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias

from exactcover.backends.search.cover.kernel_names import AUTO, LAYERS, Kernel, kernel_named
from exactcover.model.answer import Checkpoint
from exactcover.model.errors import InvalidInput

SCHEMA = 1
LARGEST = 1 << 62
PlannedTask: TypeAlias = Literal["count", "list"]


class Term(NamedTuple):
    """A set of solutions that is counted separately: those that a symmetry fixes; the identity fixes all.

    symmetry: its number in the cover's sorted group, 0 for the identity; members: the size of its conjugacy class; kernel: the
    one that searches its roots; nodes: estimated for all its roots, None if no estimate is possible; why: one line for people.
    """

    symmetry: int
    members: int
    kernel: Kernel
    nodes: float | None = None
    why: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the term as a JSON object."""
        return self._asdict() | {"kernel": self.kernel._asdict()}

    @classmethod
    def from_json(cls, document: Any) -> Term:
        """Read a term; raises InvalidInput."""
        fields = _fields(document, "a term", cls._fields)
        kernel = _fields(fields["kernel"], "a kernel", Kernel._fields)
        used = kernel_named(str(kernel["name"]), kernel["order"] or None)
        if used in (AUTO, LAYERS):
            raise InvalidInput(f"a term is searched by {used.name}; expected a kernel that searches")
        nodes = fields["nodes"]
        if not (nodes is None or (isinstance(nodes, int | float) and not isinstance(nodes, bool) and nodes >= 0)):
            raise InvalidInput(f"a term has {nodes!r} nodes; expected a number or null")
        symmetry, members = (_integer(fields[name], name, least) for name, least in (("symmetry", 0), ("members", 1)))
        return cls(symmetry, members, used, nodes, str(fields["why"]))


class PlannedRoot(NamedTuple):
    """A root of a term: options chosen (o) and left out (~o), and what its solutions stand for.

    weight: the number of solutions that each of the plan's solutions represents; kept_by: the symmetries that fix it.
    """

    term: int
    chosen: tuple[int, ...]
    weight: int = 1
    kept_by: tuple[int, ...] = (0,)

    def to_json(self) -> dict[str, Any]:
        """Return the root as a JSON object."""
        return self._asdict() | {"chosen": list(self.chosen), "kept_by": list(self.kept_by)}

    @classmethod
    def from_json(cls, document: Any) -> PlannedRoot:
        """Read a root; raises InvalidInput."""
        fields = _fields(document, "a root", cls._fields)
        term, weight = _integer(fields["term"], "term", 0), _integer(fields["weight"], "weight", 1)
        return cls(term, _numbers(fields["chosen"], "chosen", -LARGEST), weight, _numbers(fields["kept_by"], "kept_by"))


@dataclass(frozen=True)
class RootResult:
    """The result of a root: its own solutions and nodes, the weight of a solution, and the term that it belongs to.

    selections: option numbers of each solution, for a list whose solutions were not delivered in another way.
    """

    roots_digest: str
    number: int
    term: int
    weight: int
    solutions: int
    nodes: int
    selections: tuple[tuple[int, ...], ...] | None = None


@dataclass(frozen=True)
class Totals:
    """The totals of a plan's results.

    count: of the solutions; classes: of these up to symmetry, if they were to be counted and all roots are done; selections:
    of a list, in the order of its roots; finished: whether every root is done.
    """

    count: int
    classes: int | None
    nodes: int
    selections: tuple[tuple[int, ...], ...]
    finished: bool


@dataclass(frozen=True)
class SearchPlan:
    """How to count a cover, or list its solutions: terms, and the roots of each, by number.

    cover_digest: of the cover (roots.digest_of); group_order: the number of its symmetries if the classes are to be counted,
    otherwise 0; up_to_symmetry: list one solution per class.
    """

    task: PlannedTask
    cover_digest: str
    terms: tuple[Term, ...]
    roots: tuple[PlannedRoot, ...]
    group_order: int = 0
    up_to_symmetry: bool = False

    @cached_property
    def roots_digest(self) -> str:
        """The digest of everything that determines what a root's number means: the cover, the terms' kernels, the roots."""
        terms = [(term.symmetry, term.members, *term.kernel) for term in self.terms]
        content = (self.task, self.cover_digest, self.group_order, self.up_to_symmetry, terms, self.roots)
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()

    @property
    def how(self) -> str:
        """The search method for the solutions themselves, in a line for people."""
        return f"kernel {self.terms[0].kernel.name}, {self.terms[0].why}"

    def result(self, number: int, solutions: int, nodes: int) -> RootResult:
        """Return the result of a root from its solutions and nodes."""
        root = self.roots[number]
        return RootResult(self.roots_digest, number, root.term, root.weight, solutions, nodes)

    def resumed(self, checkpoint: Checkpoint) -> list[RootResult]:
        """Return the results that a checkpoint has; raises InvalidInput if it is of a search with other roots.

        Likewise if a root has more solutions than a count can find at its nodes: at most one at each, and one before.
        """
        if not checkpoint.roots_digest and not checkpoint.done:
            return []
        if checkpoint.roots_digest not in ("", self.roots_digest) or not all(
            0 <= number < len(self.roots) for number in checkpoint.done
        ):
            raise InvalidInput(
                "the checkpoint is of another search: its roots are not those of this search;"
                " expected the same puzzle, seed and version"
            )
        for number, (solutions, nodes) in checkpoint.done.items():
            if self.task == "count" and solutions > nodes + 1:
                raise InvalidInput(
                    f"the checkpoint has {solutions} solutions at {nodes} nodes of root {number}; expected at most one per node"
                )
        return [self.result(number, *done) for number, done in checkpoint.done.items()]

    def to_json(self) -> dict[str, Any]:
        """Return the plan as a JSON object."""
        terms, roots = ([each.to_json() for each in row] for row in (self.terms, self.roots))
        return {"schema": SCHEMA, **self._values(), "terms": terms, "roots": roots, "roots_digest": self.roots_digest}

    def _values(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    @classmethod
    def from_json(cls, document: Any) -> SearchPlan:
        """Read a plan; raises InvalidInput, also if its roots do not match its digest."""
        fields = _fields(document, "a plan", ("schema", *cls.__dataclass_fields__, "roots_digest"))
        if fields["task"] not in ("count", "list") or not isinstance(fields["up_to_symmetry"], bool):
            raise InvalidInput(f"a plan has the task {fields['task']!r}; expected count or list, up to symmetry or not")
        plan = cls(
            fields["task"],
            str(fields["cover_digest"]),
            tuple(map(Term.from_json, _list(fields["terms"], "terms"))),
            tuple(map(PlannedRoot.from_json, _list(fields["roots"], "roots"))),
            _integer(fields["group_order"], "group_order", 0),
            fields["up_to_symmetry"],
        )
        if not plan.terms or plan.terms[0].symmetry != 0 or any(root.term >= len(plan.terms) for root in plan.roots):
            raise InvalidInput("a plan has a root of no term; expected a term for all solutions, and one per symmetry")
        if plan.roots_digest != fields["roots_digest"]:
            raise InvalidInput("the roots of a plan are not those of its digest; expected a plan that was not changed")
        return plan


def merge(plan: SearchPlan, results: Iterable[RootResult]) -> Totals:
    """Return the totals of a plan's results; raises InvalidInput for a duplicate result, or one of another plan."""
    of_root: dict[int, RootResult] = {}
    for result in results:
        number = result.number
        if result.roots_digest != plan.roots_digest or not 0 <= number < len(plan.roots):
            raise InvalidInput(f"the result of root {number} is of another plan; expected those of this plan")
        if (result.term, result.weight) != (plan.roots[number].term, plan.roots[number].weight):
            raise InvalidInput(
                f"the result of root {number} has another weight or term than the root; expected the same"
            )
        if number in of_root:
            raise InvalidInput(f"root {number} has two results; expected one per root")
        of_root[number] = result
    pieces = [(number, result.solutions, result.nodes) for number, result in of_root.items()]
    selections = tuple(selection for number in sorted(of_root) for selection in of_root[number].selections or ())
    totals = merged(plan, pieces, finished=len(of_root) == len(plan.roots))
    return replace(totals, selections=selections)


def merged(plan: SearchPlan, pieces: Iterable[tuple[int, int, int]], *, finished: bool = True) -> Totals:
    """Return the totals of parts of roots, each given by the number of its root, its solutions and its nodes.

    finished: whether they cover all roots exactly once, which the caller knows.
    """
    kept, nodes = [0] * len(plan.terms), 0
    for number, solutions, spent in pieces:
        root = plan.roots[number]
        kept[root.term] += solutions * root.weight
        nodes += spent
    classes = None
    if finished and plan.group_order:
        members = [term.members for term in plan.terms]
        classes = mean_kept(sum(n * each for n, each in zip(members, kept, strict=True)), plan.group_order)
    return Totals(kept[0], classes, nodes, (), finished)


def mean_kept(kept: int, group_order: int, *, resumed: bool = False) -> int:
    """Return the number of classes: the mean number of solutions fixed by a symmetry, `kept` being the sum.

    resumed: some of them come from a checkpoint; raises InvalidInput if they cannot be right.
    """
    if kept % group_order and resumed:
        raise InvalidInput(
            f"the checkpoint's counts cannot be right: with them {group_order} symmetries keep {kept} solutions in all;"
            f" expected a multiple of {group_order}"
        )
    if kept % group_order:
        raise ArithmeticError(f"{group_order} symmetries keep {kept} solutions in all: Burnside's mean is not whole")
    return kept // group_order


def _fields(document: Any, name: str, expected: Iterable[str]) -> Mapping[str, Any]:
    if not isinstance(document, dict) or set(document) != set(expected):
        raise InvalidInput(f"{name} has missing or unknown keys; expected {', '.join(expected)}")
    if document.get("schema", SCHEMA) != SCHEMA:
        raise InvalidInput(f"{name} has the schema {document['schema']!r}; expected {SCHEMA}")
    return document


def _list(value: Any, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise InvalidInput(f"{name} is {type(value).__name__}; expected a list")
    return value


def _integer(value: Any, name: str, least: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise InvalidInput(f"{name} is {value!r}; expected an integer of at least {least}")
    return value


def _numbers(value: Any, name: str, least: int = 0) -> tuple[int, ...]:
    return tuple(_integer(each, name, least) for each in _list(value, name))
