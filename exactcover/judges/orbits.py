"""Orbits in a clausal proof: a refuted option excludes all its images under symmetries of the model.

A proof with orbits is `{"orbits": [{"option": o, "symmetries": [...], "proof": {...}}, ...], "steps": [...]}`, and `proof` is
of the same form, with `orbits` omitted if there are none. Options and items are those of check.demands. A symmetry is the list
of the items' images. It must keep every item's least and most, make an option of every option, and map the options chosen so
far, and those excluded so far, onto themselves: all of this is verified here, and nothing is trusted.

Each entry first chooses its option in addition to the earlier choices, and its `proof` must refute that; then every option in
the orbit of its option is excluded. After the last entry `steps` refute the rest: steps on the model's clauses, followed by a
unit clause for each chosen option in the order of choice, and by a negative one for each excluded option, increasing.

Why that proves something: suppose a solution has the chosen options, none of the excluded ones, and an option of the orbit.
Some product of the symmetries maps that option to the refuted one, and the solution to a selection that is also a solution,
with the chosen options and none of the excluded ones. The proof says there is none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from exactcover.judges.bodies import entry, refuse_unknown, whole_number, whole_numbers
from exactcover.judges.clauses import Clauses
from exactcover.judges.demands import Demands
from exactcover.judges.lrat import check_steps
from exactcover.model.certificate import InvalidCertificate

MOST_NUMBERS = 25_000_000
LARGEST_NUMBER = 10**9
MOST_DEPTH = 50
MOST_WORK = 2 * 10**8
"""Limit on clauses and options of the model per entry, members and items per symmetry: about a minute."""


class Judge:
    """A judge of one proof with orbits, which counts how much has been read."""

    def __init__(
        self, needs: Demands, encoded: Clauses, most_numbers: int = MOST_NUMBERS, most_work: int = MOST_WORK
    ) -> None:
        self.needs, self.encoded = needs, encoded
        self.most_numbers, self.most_work = most_numbers, most_work
        self.numbers = self.work = self.read = 0
        self.options: dict[tuple[int, ...], list[int]] = {}
        self.rows = [row.tolist() for row in np.split(needs.members, needs.starts[1:-1])] if needs.options else []
        for option, row in enumerate(self.rows):
            self.options.setdefault(tuple(sorted(row)), []).append(option)

    def judge(
        self, body: Mapping[str, Any], chosen: tuple[int, ...] = (), excluded: frozenset[int] = frozenset()
    ) -> None:
        """Raise InvalidCertificate unless the body refutes every solution with the chosen and without the excluded options."""
        if len(chosen) > MOST_DEPTH:
            raise InvalidCertificate(f"the orbits are nested more than {MOST_DEPTH} deep; expected less")
        if not isinstance(body, Mapping):
            raise InvalidCertificate("the proof of an orbit is not an object; expected steps, and orbits before them")
        refuse_unknown(body, ("orbits", "steps"))
        orbits = body.get("orbits", [])
        if not isinstance(orbits, list):
            raise InvalidCertificate("orbits is not a list; expected an option, its symmetries and a proof of each")
        for each in orbits:
            excluded = self._orbit(each, chosen, excluded)
        self._spend(len(self.encoded.clauses) + self.needs.options)
        numbers = entry(body, "steps", "literals, 0, hints, 0 of each step")
        self.numbers += len(numbers) if isinstance(numbers, list) else 0
        if self.numbers > self.most_numbers:
            raise InvalidCertificate(f"the steps have over {self.most_numbers} numbers; expected fewer")
        steps = whole_numbers(numbers, "steps", least=-LARGEST_NUMBER, most=LARGEST_NUMBER)
        units = [*((option + 1,) for option in chosen), *((-option - 1,) for option in sorted(excluded))]
        self.read = check_steps([*self.encoded.clauses, *units], steps, self.read)

    def _orbit(self, value: Any, chosen: tuple[int, ...], excluded: frozenset[int]) -> frozenset[int]:
        """Judge an entry and return the options excluded after it."""
        if not isinstance(value, dict):
            raise InvalidCertificate("an orbit is not an object; expected an option, its symmetries and a proof")
        refuse_unknown(value, ("option", "symmetries", "proof"))
        number = entry(value, "option", "the number of an option")
        option = whole_number(number, "the option of an orbit", 0, self.needs.options - 1)
        images = entry(value, "symmetries", "the images of all items for each")
        if not isinstance(images, list):
            raise InvalidCertificate(
                "the symmetries of an orbit are not a list; expected the images of all items for each"
            )
        symmetries = [self.options_of(each) for each in images]
        for symmetry in symmetries:
            for kept, name in ((chosen, "chosen"), (excluded, "excluded")):
                if {symmetry[each] for each in kept} != set(kept):
                    raise InvalidCertificate(f"a symmetry does not map the {name} options onto themselves")
        self.judge(entry(value, "proof", "steps"), (*chosen, option), excluded)
        orbit, waiting = {option}, [option]
        while waiting:
            last = waiting.pop()
            for symmetry in symmetries:
                if symmetry[last] not in orbit:
                    orbit.add(symmetry[last])
                    waiting.append(symmetry[last])
        return excluded | orbit

    def options_of(self, value: Any) -> list[int]:
        """Return the images of all options under a symmetry of the model given on its items; raises InvalidCertificate."""
        needs = self.needs
        self._spend(needs.items + len(needs.members) + needs.options)
        images = whole_numbers(value, "a symmetry", needs.items, 0, needs.items - 1)
        if len(set(images)) != needs.items:
            raise InvalidCertificate("a symmetry maps two items to one; expected each item once")
        for bounds, name in ((needs.least, "least"), (needs.most, "most")):
            if not np.array_equal(bounds[images], bounds):
                raise InvalidCertificate(f"a symmetry maps an item to one with another {name}")
        to = [-1] * needs.options
        for row, numbers in self.options.items():
            others = self.options.get(tuple(sorted(images[item] for item in row)), [])
            if len(others) != len(numbers):
                raise InvalidCertificate(
                    f"a symmetry maps option {numbers[0]} to a set of items that is not an option, or not that often"
                )
            for number, other in zip(numbers, others, strict=True):
                to[number] = other
        return to

    def _spend(self, work: int) -> None:
        self.work += work
        if self.work > self.most_work:
            raise InvalidCertificate(
                f"the orbits and their symmetries take over {self.most_work} steps; expected fewer"
            )
