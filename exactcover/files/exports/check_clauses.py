"""The clauses of a row of an LRAT proof's formula, for check_script.py: those of judges/clauses.py, written here again.

Not here: which rows there are (check_lrat.py, and the encoders of plans).
"""

from collections.abc import Iterable, Iterator
from itertools import combinations


def clauses_of(own: list[int], least: int, most: int, fresh: Iterator[int]) -> Iterator[Iterable[int]]:
    """Yield the clauses that from least to most of the options are chosen: by pairs, bits of an index, or counters."""
    size, before = len(own), list[int]()
    if least > size or (least == 1 and (most == 1 or most >= size)):
        yield set(own) if least == 1 else ()
    if least > size:
        return
    if least <= 1 == most and size <= 12:
        yield from combinations([-each for each in own], 2)
    elif least <= 1 == most:
        bits = [next(fresh) for _ in range((size - 1).bit_length())]
        for index, each in enumerate(own):
            yield from ((-each, bit if index >> place & 1 else -bit) for place, bit in enumerate(bits))
    elif least > 1 or most < size:
        top = max(least, most + 1 if most < size else 0)
        for option in own:  # counter j: at least j of the options so far are chosen
            row = [next(fresh) for _ in range(min(len(before) + 1, top))]
            for place, here in enumerate(row):
                same, fewer = before[place : place + 1], before[max(0, place - 1) : place]
                yield -here, option, *same
                yield here, -option, *(-each for each in fewer)
                yield from [*((here, -each) for each in same), *((-here, each) for each in fewer)]
            before = row
        yield from [before[least - 1 : least]] if least else []
        yield from [[-before[most]]] if most < size else []
