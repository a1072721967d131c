"""The formula of `--to dimacs`, for check_script.py: Sinz's counters in both directions (CP 2005)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, count
from typing import Any


def formula(rows: list[Any], options: int, _puzzle: dict[str, Any], _text: str) -> list[tuple[Any, ...]]:
    """Return header and clauses; rows that those of items covered just once imply have none."""
    fresh, clauses = count(options + 1), list[tuple[Any, ...]]()
    once = [own for own, least, most in rows if least == most == 1]
    uses = Counter(option for own in once for option in own)  # how many of these items an option has
    for own, least, most in rows:
        fewest = min((uses[option] for option in own), default=0)
        if least or most < min(len(own), len(once) // fewest if fewest else len(own)):
            clauses += (tuple(sorted(each)) for each in clauses_of(own, least, max(least, min(most, len(own))), fresh))
    return [("p", "cnf", f"{next(fresh) - 1}", f"{len(clauses)}"), *clauses]


def clauses_of(own: list[int], least: int, most: int, fresh: Iterator[int]) -> Iterator[Iterable[int]]:
    """Yield the clauses that from least to most of the options are chosen: by pairs, bits of an index, or counters."""
    size, before = len(own), list[int]()
    if least > size:
        yield ()
    elif most == 1 < size:
        yield from [*([own] if least else []), *(combinations([-each for each in own], 2) if size <= 6 else [])]
        for place in range((size - 1).bit_length() if size > 6 else 0):
            bit, having = next(fresh), [each for index, each in enumerate(own) if index >> place & 1]
            yield from ((-each, bit if index >> place & 1 else -bit) for index, each in enumerate(own))
            yield -bit, *having
    else:
        if size - least < most:  # fewer counters count the options that are not chosen
            own, least, most = [-each for each in own], size - most, size - least
        for option in own:  # counter j: at least j of the options so far are chosen
            yield from [(-option, *(-each for each in before[-1:]))] if len(before) == most < size else []
            row = [next(fresh) for _ in range(min(len(before) + 1, most if most < size else least))]
            for place, here in enumerate(row):
                same, fewer = before[place : place + 1], before[max(0, place - 1) : place]
                yield -here, option, *same
                yield here, -option, *(-each for each in fewer)
                yield from [*((here, -each) for each in same), *((-here, each) for each in fewer)]
            before = row
        yield from [before[least - 1 : least]] if least else []
