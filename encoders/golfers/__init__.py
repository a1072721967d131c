"""The social golfer problem as a value, groups of golfers week by week, and how it is read from keys. Not here: the groups."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Any

from encoders.keys import Keys, refuse_unknown, whole_number
from exactcover.model.errors import InvalidInput

KEYS = ("groups", "size", "weeks")
MOST_GOLFERS, MOST_WEEKS, MOST_ENTRIES = 99, 99, 5_000_000


@dataclass(frozen=True)
class Golfers:
    """Golfers 1, 2, ... in `groups` groups of `size` every week for `weeks` weeks, no two in one group twice.

    Weeks and golfers are numbered, and the groups of a week are not: schedules that differ in the order of groups are the same.
    """

    groups: int
    size: int
    weeks: int

    @property
    def golfers(self) -> int:
        """The number of golfers."""
        return self.groups * self.size

    @property
    def everyone_meets(self) -> bool:
        """Whether each golfer has just as many partners in all weeks as there are other golfers."""
        return self.weeks * (self.size - 1) == self.golfers - 1

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle ready for json.dumps."""
        return {"kind": "golfers", "groups": self.groups, "size": self.size, "weeks": self.weeks}


def read(keys: Keys) -> Golfers:
    """Return the golfers of the keys; raises InvalidInput."""
    refuse_unknown(keys, "puzzle of golfers", KEYS)
    groups, size = (whole_number(keys.get(key), key, 1, MOST_GOLFERS) for key in ("groups", "size"))
    weeks = whole_number(keys.get("weeks"), "weeks", 1, MOST_WEEKS)
    if groups * size > MOST_GOLFERS:
        raise InvalidInput(f"groups times size is {groups * size} golfers; expected at most {MOST_GOLFERS}")
    entries = weeks * comb(groups * size, size) * (size + comb(size, 2))
    if entries > MOST_ENTRIES:
        raise InvalidInput(
            f"groups, size and weeks make options with {entries:,} items in all; expected at most {MOST_ENTRIES:,}"
        )
    return Golfers(groups, size, weeks)
