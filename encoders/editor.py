"""The description of a kind's page editor: its keys, and the control for each. Values only, no page.

A kind provides its editor in its `KIND`; one without gets a line of text for every key. The editor edits the keys of a
specification, so that the page can express nothing that a file could not. `editable` writes the keys of any puzzle as an
editor takes them. Not here: validating keys (each kind's keys.py).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from encoders.keys import Keys

EXACT_IN_BROWSERS = 2**53
"""A browser's numbers are floats: smaller integers are exact in them."""

Widget = Literal["board", "numbers", "symbols", "pieces", "choice", "text", "whole", "lines", "items", "colours"]
"""What a key is edited with: a grid of cells that are painted; a grid of numbers that are swapped; a square grid into which
symbols are typed, 1 to 9 and then letters; names of sets and drawn pieces; one of a few words; a line of text; integers with
commas; a text of lines, each a list of words; the same, where a line is one word, or a word and how often at least and at most;
a table of colours: of cells of the board (the key that `size` names), of pieces, and which of them may meet.
"""

Stroke = Literal["mark", "letter", "cells", "cell", "place", "drag"]
"""What a brush does to a cell: write its mark into the board's picture, or a letter that is typed; put the cell on the list
of its key, or in the place of what the key had; say that the block which has the typed letter is to go there; move the
whole block of a letter over empty cells.
"""


@dataclass(frozen=True)
class Brush:
    """What the cells of a board can be painted with.

    label: its name on the page; stroke: its effect; mark: the character shown in a cell; key: the key that it writes, if that
    is not the board's own.
    """

    label: str
    stroke: Stroke
    mark: str
    key: str = ""


@dataclass(frozen=True)
class Field:
    """One key on the page.

    hint: a sentence on its possible values; choices: the words, or the sets of pieces, to choose from; brushes: what a board
    is painted with; solid: a board may have layers; size: the key that has the size of a grid of numbers, symbols or colours;
    boxes: the cells of a grid of symbols are in boxes, as many as there are cells in each; of such a grid choices are the
    numbers of cells to a side; rare: it is collapsed until it has a value; drawn: it is edited on the board or among the pieces,
    and has no control; unpainted: values with which the page does not paint the board: it has lines of text, and shows a drawing.
    """

    key: str
    label: str
    widget: Widget
    hint: str = ""
    choices: tuple[str, ...] = ()
    brushes: tuple[Brush, ...] = ()
    solid: bool = False
    size: str = ""
    boxes: bool = False
    rare: bool = False
    drawn: bool = False
    unpainted: tuple[str, ...] = ()


@dataclass(frozen=True)
class PaintedLattice:
    """A lattice, besides that of squares, whose boards the page paints.

    start: the keys of a new puzzle on it; sets: the sets of pieces to choose from.
    """

    start: Mapping[str, Any]
    sets: tuple[str, ...] = ()


def _as_they_are(keys: Keys) -> Keys:
    return keys


@dataclass(frozen=True)
class Editor:
    """The editor of a kind: a name and a sentence for people, the initial keys of a new puzzle, and its fields.

    unfolded: expands keys for which fields edit the expansion; raises InvalidInput; painted: the lattices that the page paints
    besides that of squares, by name; it draws boards of the others if the field `lattice` has them as unpainted.
    """

    name: str
    about: str
    start: Mapping[str, Any] = field(default_factory=dict)
    fields: tuple[Field, ...] = ()
    unfolded: Callable[[Keys], Keys] = _as_they_are
    painted: Mapping[str, PaintedLattice] = field(default_factory=dict)


def plain_editor(kind: str, keys: tuple[str, ...]) -> Editor:
    """Return the editor of a kind that has none: a line of text for every key."""
    return Editor(kind, "Its keys, as a file has them.", {}, tuple(Field(key, key, "text") for key in keys))


def editable(editor: Editor, keys: Keys) -> dict[str, Any]:
    """Return keys as an editor takes them: as text, except colours, published figures, and lists of pieces, lines or numbers.

    Lists in a field of text stay lists, which the page shows as JSON: not every list is the same puzzle as its text. Keys
    without effect are omitted.
    """
    lists = {field.key for field in editor.fields if field.widget in ("pieces", "lines", "items")}
    whole = {"published", *(field.key for field in editor.fields if field.widget == "colours")}
    unfolded = editor.unfolded(keys)
    plain = {key: value for key, value in unfolded.items() if key in whole}
    typed = {field.key for field in editor.fields if field.widget in ("whole", "text")}
    taken = {
        key: _listed(value)
        if key in lists
        else _numbers(value)
        if key in typed and isinstance(value, list)
        else as_text(value)
        for key, value in unfolded.items()
    }
    return {key: value for key, value in taken.items() if value not in ("", [])} | plain


def as_text(value: Any) -> str:
    """Return a value of a key as the command line would write it, or as JSON if it has no such form."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value.strip("\n")
    if isinstance(value, list) and value and all(_is_plain(each) for each in value):
        return ",".join(map(str, value))
    if isinstance(value, list) and all(isinstance(each, list) and all(map(_is_plain, each)) for each in value):
        return "/".join(",".join(map(str, each)) for each in value)
    if isinstance(value, dict) and all(_is_plain(each) for each in value.values()):
        return ",".join(f"{key}:{each}" for key, each in value.items())
    return json.dumps(value, ensure_ascii=False)


def _numbers(values: list[Any]) -> list[Any]:
    """Return a list with integers that a browser would round as text."""
    return [str(each) if type(each) is int and abs(each) >= EXACT_IN_BROWSERS else each for each in values]


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _listed(value: Any) -> Any:
    """Return a text or a table as a list: names, or tables with their names in them."""
    if isinstance(value, str):
        return [word.strip() for word in value.split(",") if word.strip()]
    if isinstance(value, dict):
        return [{"name": name, **_table(each)} for name, each in value.items()]
    return value


def _table(piece: Any) -> dict[str, Any]:
    if isinstance(piece, dict):
        return piece
    return {"picture": piece} if isinstance(piece, str) else {"cells": piece}
