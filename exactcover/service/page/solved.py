"""Stored solutions of puzzles of the catalogue, which the front page shows before anything has been searched.

Each is a picture, a row a word, with one letter per piece; a capital and its small letter are two copies of a piece. Layers
of a body, the lowest first, are separated by `|`. The pages of puzzles take their solutions from a search instead.

Historical note. A search for the six pictures takes half a second with compiled kernels and up to a minute without, and the
front page would wait for it after each start of the server.
"""

from __future__ import annotations

from typing import NamedTuple

Placed = tuple[str, list[list[int]]]
"""The name of a piece, and its cells."""


class Card(NamedTuple):
    """A puzzle of the catalogue with solutions.

    fact: its published count in words; size: the number of cells of a piece; only: the name of the one piece, if all are equal;
    apart: the name of a piece of another size.
    """

    name: str
    title: str
    fact: str
    pictures: tuple[str, ...]
    size: int = 5
    only: str = ""
    apart: str = ""

    def solutions(self) -> list[list[Placed]]:
        """Return each solution as its pieces with their cells (layer, row, column; or row, column) in order of first cells."""
        return [[(self._name(letter), cells) for letter, cells in _cells(picture)] for picture in self.pictures]

    def _name(self, letter: str) -> str:
        return self.apart if self.apart.startswith(letter) else self.only or f"{letter.upper()}{self.size}"


def _cells(picture: str) -> list[tuple[str, list[list[int]]]]:
    cells: dict[str, list[list[int]]] = {}
    layers = picture.split("|")
    for layer, rows in enumerate(layers):
        for number, row in enumerate(rows.split()):
            for column, letter in enumerate(row):
                if letter != ".":
                    place = [layer, number, column] if len(layers) > 1 else [number, column]
                    cells.setdefault(letter, []).append(place)
    return list(cells.items())


HERO = Card(
    "pentominoes-6x10",
    "6 × 10",
    "9 356 solutions",
    (
        "LLUUXWWTTT ILUXXXWWTV ILUUXZZWTV ILNNNFZVVV INNYFFZZPP IYYYYFFPPP",
        "PPZYYYYTTT PPZZZYWWTI PXUUZWWNTI XXXUVWFNNI LXUUVFFFNI LLLLVVVFNI",
        "UUXVVVNLLI UXXXFVNNLI UUXFFVTNLI PZZWFFTNLI PPZWWTTTYI PPZZWWYYYY",
        "YUUTIIIIIZ YYUTTTFZZZ YUUTXFFZLL YWWXXXFFVL WWPPXNNNVL WPPPNNVVVL",
        "LLFFNNNVVV LFFYPPNNZV LTFYPPZZZV LTYYWPZXUU TTTYWWXXXU IIIIIWWXUU",
        "VZYYYYUUUI VZZZYWUXUI VVVZWWXXXI PNNWWFFXTI PPNNNLFFTI PPLLLLFTTT",
        "LLLLXUUPPY LFFXXXUPPY ZZFFXUUPYY VZFTNNNWWY VZZTTTNNWW VVVTIIIIIW",
        "VVVZWWPPPI VZZZXWWPPI VZFXXXWTLI UUFFXTTTLI UFFYNNNTLI UUYYYYNNLL",
    ),
)
CARDS = (
    HERO._replace(pictures=(HERO.pictures[3],)),
    Card(
        "pentominoes-8x8-centre",
        "A square with a hole",
        "65 different solutions",
        ("YYYYXLLI UUYXXXLI UTTTXNLI UUT..NLI PPT..NNI PPWZZFNV PWWZFFFV WWZZFVVV",),
    ),
    Card(
        "soma",
        "Soma cube",
        "11 520 solutions",
        ("TLL BAV BBV | TTL BAV PAA | TSL PSS PPS",),
        size=4,
        apart="V3",
    ),
    Card(
        "y-pentominoes-10x10",
        "Twenty times the Y",
        "350 solutions",
        (
            "abbbbccccd aaebfgchdd aeeffghhid ajekfgghid jjekfglhii mjnkklloip mjnkqrloop mmnnqrlopp msnqqrrotp ssssqrtttt",
        ),
        only="Y5",
    ),
    Card(
        "pentominoes-8x8-corners",
        "Without its corners",
        "2 170 different solutions",
        (".NNYYYY. PPNNNYUU PPPLLLLU TTTLFZUU VTWFFZZZ VTWWFFXZ VVVWWXXX .IIIIIX.",),
    ),
)
