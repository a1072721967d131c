"""Knuth's text format of exact covers: a line of items, then a line per option; with secondary items, colours, bounds and
costs.

`|` alone in the line of items separates the secondary items; `2:3|name` or `2|name` bounds how often a primary item is
covered. An option names its items, a secondary one perhaps with a colour, `item:c`, and may have a cost, `|n`. Blank lines and
lines that begin with `|` are ignored. Options without a primary item are dropped, and the source of the puzzle says so.
Options with the same items are different ones, and an option may have an item of bounds twice. Source: D. E. Knuth, The Art of
Computer Programming, volume 4B, section 7.2.2.1, and his programs DLX1, DLX2, DLX3, DLX5,
https://cs.stanford.edu/~knuth/programs.html
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from encoders.keys import shown
from exactcover.model.errors import InvalidInput, nearest

MOST_ITEMS = 1_000_000
MOST_OPTIONS = 2_000_000
LARGEST_COST = 10**15
LINES_SHOWN = 5
_BOUNDS = re.compile(r"(?:([0-9]{1,9}):)?([0-9]{1,9})")
_COST = re.compile(r"-?[0-9]{1,16}")


def keys(text: str, most_options: int = MOST_OPTIONS) -> dict[str, Any]:
    """Return the keys of the cover that the text describes; raises InvalidInput with the line at fault.

    most_options: more are refused.
    """
    lines = _lines(io.StringIO(text))
    number, words = next(lines, (0, []))
    if not words:
        raise InvalidInput("the text has no line of items; expected their names, then a line per option")
    items, primary = _items(number, words)
    reader = _Options(items, primary, most_options)
    for number, words in lines:
        reader.read(number, words)
    return reader.keys()


def _lines(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the words of each significant line, with its number."""
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words and not words[0].startswith("|"):
            yield number, words


def _items(line: int, words: list[str]) -> tuple[dict[str, tuple[int, int]], int]:
    """Return the multiplicity of each item, primary ones first, and how many of them are primary."""
    if len(words) > MOST_ITEMS:
        raise InvalidInput(f"line {line}: {len(words)} items; expected at most {MOST_ITEMS}")
    if words.count("|") > 1:
        raise InvalidInput(
            f"line {line}: '|' occurs twice among the items; expected it once, before the secondary ones"
        )
    primary = words.index("|") if "|" in words else len(words)
    items: dict[str, tuple[int, int]] = {}
    for place, word in enumerate(words):
        if place == primary:
            continue
        bounds, bar, name = word.rpartition("|")
        least, most = (1, 1) if place < primary else (0, 1)
        if bar:
            least, most = _bounds(line, word, bounds)
            if place > primary:
                raise InvalidInput(f"line {line}: the secondary item {shown(name)} has bounds; expected none")
        if not name or ":" in name:
            raise InvalidInput(f"line {line}: {shown(word)} is not an item; expected a name without ':' and '|'")
        if name in items:
            raise InvalidInput(f"line {line}: the item {shown(name)} occurs twice; expected different names")
        items[name] = (least, most)
    return items, primary


def _bounds(line: int, word: str, bounds: str) -> tuple[int, int]:
    numbers = _BOUNDS.fullmatch(bounds)
    if numbers is None:
        raise InvalidInput(f"line {line}: {shown(word)} has no bounds before '|'; expected 2:3|name or 2|name")
    least, most = int(numbers[1] or numbers[2]), int(numbers[2])
    if least > most:
        raise InvalidInput(f"line {line}: {shown(word)} has a lower bound above the upper one; expected 2:3|name")
    return least, most


class _Options:
    """The options read so far."""

    def __init__(self, items: dict[str, tuple[int, int]], primary: int, most_options: int) -> None:
        self.items, self.most_options = items, most_options
        self.listed, self.primary = list(items), primary
        self.numbers = {name: number for number, name in enumerate(items)}
        self.names: dict[str, str] = {name: name for name in items}  # one string for each name and colour
        self.options: list[list[str]] = []
        self.costs: list[int] = []
        self.priced = False
        self.dropped: list[int] = []
        self.left_out = 0

    def read(self, line: int, words: list[str]) -> None:
        """Read an option."""
        if self._read_plain(words):
            return
        costs = [word for word in words if word.startswith("|")]
        cost = _cost(line, costs)
        self.priced |= bool(costs)
        pairs = sorted(
            (self._named(line, word) for word in words if not word.startswith("|")), key=lambda pair: pair[0]
        )
        for (one, name), (other, _) in pairwise(pairs):
            if one == other and self.items[name.partition(":")[0]][1] <= 1:
                raise InvalidInput(
                    f"line {line}: the item {shown(name.partition(':')[0])} occurs twice in the option; expected it once"
                )
        if all(number >= self.primary for number, _ in pairs):
            self.left_out += 1
            if len(self.dropped) < LINES_SHOWN:
                self.dropped.append(line)
            return
        if len(self.options) == self.most_options:
            raise InvalidInput(
                f"line {line}: the text has over {self.most_options} options; expected at most that many"
            )
        self.options.append([name for _, name in pairs])
        self.costs.append(cost)

    def _read_plain(self, words: list[str]) -> bool:
        """Read an option of different items, one of them primary, without colours and cost; return whether it is so plain."""
        try:
            row = sorted([self.numbers[word] for word in words])
        except KeyError:
            return False
        if row[0] >= self.primary or len(set(row)) < len(row) or len(self.options) == self.most_options:
            return False
        self.options.append([self.listed[number] for number in row])
        self.costs.append(0)
        return True

    def _named(self, line: int, word: str) -> tuple[int, str]:
        """Return the number of the item that a word names, and the word, interned."""
        known = self.names.get(word)
        name, _, colour = word.partition(":")
        if known is not None:
            return self.numbers[name], known
        if name not in self.numbers:
            raise InvalidInput(
                f"line {line}: unknown item {shown(name)}{nearest(name, self.numbers) or '; expected one of the line of items'}"
            )
        if self.numbers[name] < self.primary:
            raise InvalidInput(
                f"line {line}: the primary item {shown(name)} has a colour; expected colours only on secondary items"
            )
        if not colour or ":" in colour or "|" in colour:
            raise InvalidInput(f"line {line}: {shown(word)} has no colour after ':'; expected item:colour")
        self.names[word] = word
        return self.numbers[name], word

    def keys(self) -> dict[str, Any]:
        """Return the keys of the cover."""
        read: dict[str, Any] = {
            "kind": "cover",
            "items": [name if bounds == (1, 1) else [name, *bounds] for name, bounds in self.items.items()],
            "options": self.options,
        }
        if self.priced:
            read["costs"] = self.costs
        if self.left_out:
            lines = ", ".join(map(str, self.dropped)) + (", ..." if self.left_out > len(self.dropped) else "")
            read["source"] = f"{self.left_out} options without a primary item were left out (lines {lines})"
        return read


def _cost(line: int, words: list[str]) -> int:
    if not words:
        return 0
    if len(words) > 1:
        raise InvalidInput(f"line {line}: the option has the costs {' and '.join(map(shown, words[:2]))}; expected one")
    digits = words[0][1:]
    if not _COST.fullmatch(digits) or abs(int(digits)) > LARGEST_COST:
        raise InvalidInput(
            f"line {line}: {shown(words[0])} is not a cost; expected '|' and a whole number up to {LARGEST_COST}"
        )
    return int(digits)
