"""Pictures of large boards: one array with the owner of each position, drawn as PNG, SVG and PDF without lists of cells.

A mosaic has colours for kinds of pieces and lines between pieces, but no text. For details, take a window of it, which is a
Picture. The PNG is written here, in a palette of at most fifteen colours, a few rows at a time.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np

from encoders.draw.colours import HUES, WHITE, Colour
from encoders.draw.picture import EMPTY, HOLE, OUTSIDE, Area, Picture
from exactcover.model.arrays import Integers, Mask
from exactcover.model.errors import InvalidInput

LINE: Colour = (0x22, 0x22, 0x22)
PALE: Colour = (0xF2, 0xF2, 0xF2)
LONGEST_SIDE = 6000  # pixels, as long as cells have more than one
MOST_PIXELS = 12  # maximum side of a cell
ROWS_AT_ONCE = 64
PAGE, BORDER = (595, 842), 36  # points: A4, and its margin


@dataclass(frozen=True, eq=False)
class Mosaic:
    """A board, in the plane or in space, of which each position has an owner.

    owners: the number of a piece, EMPTY or HOLE; kinds: of each piece its kind, an index of names.
    """

    owners: Integers
    kinds: Integers
    names: tuple[str, ...]

    def window(self, low: tuple[int, ...], high: tuple[int, ...]) -> Picture:
        """Return the positions from one corner up to, but excluding, the other; raises InvalidInput if there are none."""
        sides = self.owners.shape
        if not len(low) == len(high) == len(sides):
            raise InvalidInput(f"the window has corners of {len(low)} coordinates; expected {len(sides)} each")
        if not all(0 <= a < b <= side for a, b, side in zip(low, high, sides, strict=True)):
            corners, size = "/".join(",".join(map(str, corner)) for corner in (low, high)), "x".join(map(str, sides))
            raise InvalidInput(
                f"the window is {corners}; expected a first corner, and a second beyond it, within {size}"
            )
        part = self.owners[tuple(slice(a, b) for a, b in zip(low, high, strict=True))]
        inside = np.argwhere(part >= 0)
        owned = part[tuple(inside.T)]
        order = np.argsort(owned, kind="stable")
        ends = np.flatnonzero(np.diff(owned[order])) + 1
        areas = tuple(
            Area(self.names[int(self.kinds[owned[rows[0]]])], tuple(map(tuple, inside[rows].tolist())))
            for rows in (np.split(order, ends) if len(order) else ())
        )
        return Picture(part.shape, areas, frozenset(map(tuple, np.argwhere(part >= EMPTY).tolist())))

    def sheet(self) -> Integers:
        """Return the owners on one sheet; the layers of a board in space are in rows, separated by a hole."""
        if self.owners.ndim == 2:
            return self.owners
        layers, rows, columns = self.owners.shape
        across = max(1, min(layers, ceil(sqrt(layers * (rows + 1) / (columns + 1)))))
        down = ceil(layers / across)
        flat: Integers = np.full((down * (rows + 1) - 1, across * (columns + 1) - 1), HOLE, dtype=self.owners.dtype)
        for layer in range(layers):
            row, column = layer // across * (rows + 1), layer % across * (columns + 1)
            flat[row : row + rows, column : column + columns] = self.owners[layer]
        return flat

    def palette(self) -> tuple[Colour, ...]:
        """Return the colours: those of the kinds (see hues of colours.py), of empty cells, of holes, of lines."""
        return (*HUES, PALE, WHITE, LINE)

    def colours(self) -> Integers:
        """Return the number in the palette of each owner's colour, those of HOLE and EMPTY last."""
        rank = {name: number for number, name in enumerate(sorted(set(self.names)))}
        hues = np.array([rank[name] % len(HUES) for name in self.names], dtype=np.uint8)
        own = hues[self.kinds.astype(np.int64)] if len(self.kinds) else hues[:0]
        return np.concatenate([own, np.array([len(HUES) + 1, len(HUES)], dtype=np.uint8)])


def png(mosaic: Mosaic) -> bytes:
    """Return a mosaic as a PNG file, the same for the same mosaic; cells are 1 to 12 pixels wide."""
    sheet = mosaic.sheet()
    height, width = sheet.shape
    side = max(1, min(MOST_PIXELS, LONGEST_SIDE // max(height, width)))
    edge = 1 if side > 1 else 0  # the line around the board
    packing = zlib.compressobj(6)
    pixels = b"".join(
        packing.compress(rows.tobytes()) for rows in _rows(sheet, mosaic.colours(), side, len(mosaic.palette()) - 1)
    )
    header = struct.pack(">IIBBBBB", width * side + edge, height * side + edge, 8, 3, 0, 0, 0)
    colours = bytes(part for colour in mosaic.palette() for part in colour)
    parts = ((b"IHDR", header), (b"PLTE", colours), (b"IDAT", pixels + packing.flush()), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, content) for name, content in parts)


def _chunk(name: bytes, content: bytes) -> bytes:
    """Return a chunk of a PNG file: length, type, data and checksum (PNG specification, section 5.3)."""
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def _rows(sheet: Integers, colours: Integers, side: int, line: int) -> Iterator[Integers]:
    """Yield rows of pixels, each after the filter byte 0 (none); line: the colour of lines."""
    height, width = sheet.shape
    rim = np.full((1, width), OUTSIDE, dtype=sheet.dtype)
    for first in range(0, height + (side > 1), ROWS_AT_ONCE):
        part = sheet[first : first + ROWS_AT_ONCE]
        last = side > 1 and first + ROWS_AT_ONCE > height
        own = np.concatenate([part, rim]) if last else part
        above = np.concatenate([sheet[first - 1 : first] if first else rim, own[:-1]])
        shown = np.where(own == OUTSIDE, len(colours) - 2, own)
        pixels = np.repeat(np.repeat(colours[shown], side, axis=0), side, axis=1)
        if side > 1:
            pixels = np.concatenate([pixels, np.full((len(pixels), 1), colours[-2])], axis=1)
            pixels[::side, :-1][np.repeat(_parted(own, above), side, axis=1)] = line
            left = np.full((len(own), 1), OUTSIDE, dtype=sheet.dtype)
            between = _parted(np.concatenate([own, left], axis=1), np.concatenate([left, own], axis=1))
            pixels[:, ::side][np.repeat(between, side, axis=0)] = line
        if last:
            pixels = pixels[: len(part) * side + 1]
        yield np.concatenate([np.zeros((len(pixels), 1), dtype=np.uint8), pixels.astype(np.uint8)], axis=1)


def _parted(own: Integers, other: Integers) -> Mask:
    """Return where a line separates two positions: their owners differ, and at least one is a cell."""
    parted: Mask = (own != other) & ((own >= EMPTY) | (other >= EMPTY))
    return parted


def svg(mosaic: Mosaic) -> str:
    """Return a mosaic as an SVG document: a path for each colour and one for all lines, in units of a cell."""
    sheet, colours, palette = mosaic.sheet(), mosaic.colours(), mosaic.palette()
    height, width = sheet.shape
    shown = colours[sheet]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {width + 2} {height + 2}" role="img">',
        "<title>A board</title>",
    ]
    for number in np.unique(shown).tolist():
        if palette[number] != WHITE:
            path = "".join(f"M{column} {row}h{n}v1h-{n}z" for row, column, n in _runs(shown == number))
            lines.append(f'<path fill="#{"{:02x}{:02x}{:02x}".format(*palette[number])}" d="{path}"/>')
    across, down = _lines(sheet)
    path = "".join([f"M{c} {r}h{n}" for r, c, n in across] + [f"M{c} {r}v{n}" for c, r, n in down])
    lines.append(f'<path fill="none" stroke="#222" stroke-width=".1" stroke-linecap="square" d="{path}"/>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def pdf(mosaic: Mosaic) -> bytes:
    """Return a mosaic as a PDF of one page of A4: rectangles for each colour and one path for all lines, in points.

    The file is written here: PDF 1.4 (ISO 32000-1, sections 7.5 and 8.5), the drawing compressed.
    """
    sheet, colours, palette = mosaic.sheet(), mosaic.colours(), mosaic.palette()
    height, width = sheet.shape
    across, up = PAGE if height >= width else PAGE[::-1]
    unit = min((across - 2 * BORDER) / width, (up - 2 * BORDER) / height)
    drawn = [f"{unit:.6f} 0 0 {-unit:.6f} {BORDER} {up - BORDER} cm 0.1 w 2 J"]
    shown = colours[sheet]
    for number in np.unique(shown).tolist():
        if palette[number] != WHITE:
            drawn.append("{:.4f} {:.4f} {:.4f} rg".format(*(part / 255 for part in palette[number])))
            drawn += [f"{column} {row} {n} 1 re" for row, column, n in _runs(shown == number)] + ["f"]
    across_runs, down_runs = _lines(sheet)
    drawn.append("{:.4f} {:.4f} {:.4f} RG".format(*(part / 255 for part in LINE)))
    drawn += [f"{column} {row} m {column + n} {row} l" for row, column, n in across_runs]
    drawn += [f"{column} {row} m {column} {row + n} l" for column, row, n in down_runs] + ["S"]
    content = zlib.compress("\n".join(drawn).encode(), 6)
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {across} {up}] /Contents 4 0 R /Resources << >> >>".encode(),
        f"<< /Length {len(content)} /Filter /FlateDecode >>\nstream\n".encode() + content + b"\nendstream",
    )
    written, places = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(written))
        written += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = (
        f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\n"
    )
    return written + f"{end}startxref\n{len(written)}\n%%EOF\n".encode()


def _lines(sheet: Integers) -> tuple[Iterator[tuple[int, int, int]], Iterator[tuple[int, int, int]]]:
    """Return the lines between positions, as runs across (row, column, length) and runs down (column, row, length)."""
    around = np.pad(sheet, 1, constant_values=OUTSIDE)
    across = _runs(_parted(around[1:, 1:-1], around[:-1, 1:-1]))
    return across, _runs(_parted(around[1:-1, 1:], around[1:-1, :-1]).T)


def _runs(marked: Mask) -> Iterator[tuple[int, int, int]]:
    """Yield (row, first column, length) of the runs of marked positions in rows."""
    edges = np.diff(np.pad(marked, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, firsts = np.nonzero(edges == 1)
    ends = np.nonzero(edges == -1)[1]
    yield from zip(rows.tolist(), firsts.tolist(), (ends - firsts).tolist(), strict=True)


def corners(window: str) -> list[tuple[int, ...]]:
    """Return the corners of a window written as `0,0/40,80`; raises InvalidInput."""
    parts = [part.split(",") for part in window.split("/")]
    if len(parts) != 2 or not all(each.isascii() and each.isdigit() and len(each) < 10 for c in parts for each in c):
        raise InvalidInput(f"the window is {window[:60]!r}; expected two corners such as 0,0/40,80")
    return [tuple(map(int, part)) for part in parts]


def in_file(mosaic: Mosaic, ending: str) -> bytes:
    """Return the content of a file with that extension, .png, .svg or .pdf; raises InvalidInput for text."""
    if ending not in (".png", ".svg", ".pdf"):
        raise InvalidInput("the board is too large for text; expected a window such as 0,0/40,80, or -o FILE.png")
    if ending == ".pdf":
        return pdf(mosaic)
    return png(mosaic) if ending == ".png" else svg(mosaic).encode()
