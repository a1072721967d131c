"""The names that a user gave to options and items, made safe for a format: different names stay different.

A name that the format can state is kept. In any other, each character that the format cannot state becomes `_`, a letter goes
before a name that does not begin with one, and a number behind a name that is taken. Not here: which names users gave.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from exactcover.model.encoding import GivenNames

LONGEST = 200
OBJECTIVE = "cost"
"""The row of the costs, whose name no item gets."""
_OF_LP = re.compile(rf"(?![eE][0-9.]*$|[eE][0-9])[A-Za-z_][A-Za-z0-9_.]{{0,{LONGEST - 1}}}")
_OF_MPS = re.compile(rf"[A-Za-z_][A-Za-z0-9_.,:/()\[\]#+-]{{0,{LONGEST - 1}}}")
_WORDS_OF_LP = re.compile(
    "(?:mini|maxi)mi[sz]e|minimum|maximum|min|max|subject|to|such|that|st|bounds?|binary|binaries|bin|generals?|gen|integers?|int"
    "|semi|sos[12]?|free|inf|infinity|infinite|end",
    re.IGNORECASE,
)
PATTERNS = {"lp": _OF_LP, "mps": _OF_MPS}
"""For each format with names, those that it can state."""


@dataclass(frozen=True)
class Names:
    """The names of variables and rows in a file, by the number of the option or the item, from 1; `xi` and `ri` by default.

    upper: of a row that states a second bound of an item.
    """

    options: Sequence[str] = ()
    items: Sequence[str] = ()
    upper: Sequence[str] = ()

    def meaning(self, options: int, items: int) -> str:
        """Return a comment on the names."""
        if self.options:
            return f"the options and items have the user's names; {options} options, {items} items"
        return f"xi is option i of {options}, ri is item i of {items}"

    def option(self, number: int) -> str:
        """Return the name of an option."""
        return self.options[number - 1] if number <= len(self.options) else f"x{number}"

    def item(self, number: int) -> str:
        """Return the name of the row of an item."""
        return self.items[number - 1] if number <= len(self.items) else f"r{number}"

    def upper_bound(self, number: int) -> str:
        """Return the name of the second row of an item."""
        return self.upper[number - 1] if number <= len(self.upper) else f"r{number}_most"


NUMBERS = Names()
"""No names: `xi` and `ri`."""


def names_in(to: str, names: GivenNames | None) -> Names:
    """Return the names of a user as a format of PATTERNS can state them; without names, numbers."""
    if names is None:
        return NUMBERS
    count = len(names.items)
    rows = _safe([*names.items, *(f"{name}_most" for name in names.items)], to, "r")
    return Names(_safe(names.options, to, "x"), rows[:count], rows[count:])


def _safe(names: Sequence[str], to: str, letter: str) -> list[str]:
    """Return names, all of them different, that the format can state; the first of equal ones keeps its name."""
    taken = {OBJECTIVE}
    written: list[str] = [""] * len(names)
    for number, name in enumerate(names):
        if _states(to, name) and name not in taken:
            written[number] = name
            taken.add(name)
    for number, name in enumerate(names):
        if not written[number]:
            written[number] = _free(name, to, letter, taken)
            taken.add(written[number])
    return written


def _free(name: str, to: str, letter: str, taken: set[str]) -> str:
    """Return a name like another one that the format can state and that is not taken."""
    stem = re.sub(r"[^A-Za-z0-9_.]", "_", name)[: LONGEST - 20]
    stem = stem if _states(to, stem) else letter + stem
    stem = stem if _states(to, stem) else f"{letter}_{stem}"
    following, free = 2, stem
    while free in taken:
        free, following = f"{stem}_{following}", following + 1
    return free


def _states(to: str, name: str) -> bool:
    """Return whether a format can state a name."""
    return PATTERNS[to].fullmatch(name) is not None and not (to == "lp" and _WORDS_OF_LP.fullmatch(name))
