"""OR-Library's text format of set partitioning: the numbers of rows and columns, then for each column its cost, its number of
rows, and the rows.

Rows are numbered from 1; line breaks are ignored, but faults are reported by line. Columns may repeat: of those with the same
rows the cheapest counts. A row becomes an item, named by its number, to be covered exactly once, and a column an option, named
by its own.
Source: J. E. Beasley, OR-Library, http://people.brunel.ac.uk/~mastjjb/jeb/orlib/sppinfo.html
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from exactcover.model.errors import InvalidInput

MOST_ROWS = 100_000
MOST_COLUMNS = 2_000_000
LARGEST_COST = 10**15
_WORD = re.compile(r"\S+")
_WHOLE = re.compile(r"[+-]?[0-9]{1,16}")


class Number(NamedTuple):
    """A number of the text, and its line."""

    value: int
    line: int


def keys(text: str) -> dict[str, Any]:
    """Return the keys of the cover that the text describes; raises InvalidInput with the line at fault."""
    numbers = _numbers(text)
    rows = _next(numbers, "the number of rows", 1, MOST_ROWS)
    columns = _next(numbers, "the number of columns", 0, MOST_COLUMNS)
    names = [str(row) for row in range(1, rows.value + 1)]
    cheapest: dict[tuple[int, ...], tuple[int, str]] = {}
    for column in range(1, columns.value + 1):
        cost = _next(numbers, f"the cost of column {column}", -LARGEST_COST, LARGEST_COST).value
        length = _next(numbers, f"the number of rows of column {column}", 1, rows.value)
        own = sorted(_next(numbers, f"a row of column {column}", 1, rows.value).value for _ in range(length.value))
        if len(set(own)) < len(own):
            raise InvalidInput(f"line {length.line}: column {column} has a row twice; expected different rows")
        rows_of_column = tuple(own)
        if rows_of_column not in cheapest or cheapest[rows_of_column][0] > cost:
            cheapest[rows_of_column] = cost, str(column)
    rest = next(numbers, None)
    if rest is not None:
        raise InvalidInput(f"line {rest.line}: {rest.value} follows the last column; expected the end of the text")
    read = {
        "kind": "cover",
        "items": names,
        "options": [[names[row - 1] for row in own] for own in cheapest],
        "costs": [cost for cost, _ in cheapest.values()],
    }
    return read | {"names": [name for _, name in cheapest.values()]} if cheapest else read


def _numbers(text: str) -> Iterator[Number]:
    for line, content in enumerate(text.split("\n"), 1):
        for word in _WORD.findall(content):
            if not _WHOLE.fullmatch(word):
                raise InvalidInput(f"line {line}: {word[:40]!r} is not an integer; expected one of up to 16 digits")
            yield Number(int(word), line)


def _next(numbers: Iterator[Number], name: str, least: int, most: int) -> Number:
    number = next(numbers, None)
    if number is None:
        raise InvalidInput(f"the text ends before {name}; expected a cost, a number of rows and rows of each column")
    if not least <= number.value <= most:
        raise InvalidInput(f"line {number.line}: {name} is {number.value}; expected {least} to {most}")
    return number
