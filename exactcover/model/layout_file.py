"""Files of layouts: `.npz`, with the arrays `kinds`, `piece`, `orientation` and `offset`, in the format of numpy's savez.

Files are untrusted. Nothing in them is unpickled, and nothing is decompressed before its size is known to be possible for a
solution of the puzzle.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from dataclasses import dataclass
from math import prod
from pathlib import Path
from tokenize import TokenError
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from exactcover.model.arrays import Integers
from exactcover.model.errors import InvalidInput
from exactcover.model.layout import Layout

ARRAYS = ("kinds", "piece", "orientation", "offset")
MOST_KINDS, LONGEST_KIND = 10_000, 1_000
LONGEST_HEADER = 1_000
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN = (
    *(zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError),
    *(OSError, EOFError, ValueError, TypeError, SyntaxError, TokenError, KeyError, OverflowError),
)
"""What zipfile and numpy raise for invalid files; an OSError is attributed to the file too."""


def content(layout: Layout) -> bytes:
    """Return the bytes of a layout's file, deterministically."""
    stream = io.BytesIO()
    np.savez(
        stream,
        kinds=np.array(layout.kinds, dtype=np.str_),
        piece=layout.piece,
        orientation=layout.orientation,
        offset=layout.offset,
    )
    return stream.getvalue()


@dataclass(frozen=True)
class LayoutFile:
    """A file, or its content, that claims to hold a layout; name: its name in messages."""

    name: str
    source: Path | bytes

    def read(self, most: int) -> tuple[tuple[str, ...], Integers, Integers, Integers]:
        """Return kinds, piece, orientation and offset; most: the maximum number of rows. Raises InvalidInput."""
        try:
            stream: IO[bytes] = io.BytesIO(self.source) if isinstance(self.source, bytes) else self.source.open("rb")
            with stream, zipfile.ZipFile(stream) as members:
                return self._arrays(members, most)
        except InvalidInput:
            raise
        except _BROKEN as fault:
            why = " ".join(str(fault).split())[:100] or type(fault).__name__
            raise self._refused(f"is not a readable .npz file ({why})") from fault

    def _arrays(self, members: zipfile.ZipFile, most: int) -> tuple[tuple[str, ...], Integers, Integers, Integers]:
        names = [info.filename for info in members.infolist()]
        if sorted(names) != sorted(f"{name}.npy" for name in ARRAYS):
            shown = ", ".join(names[:5])[:100] or "nothing"
            raise self._refused(f"has {shown}; expected the arrays {', '.join(ARRAYS)}")
        kinds = self._array(members, "kinds", "U", 1, MOST_KINDS)
        piece, orientation = (self._array(members, name, "iu", 1, most) for name in ("piece", "orientation"))
        offset = self._array(members, "offset", "iu", 2, most)
        if not len(piece) == len(orientation) == len(offset):
            raise self._refused(
                f"has {len(piece)} pieces, {len(orientation)} orientations and {len(offset)} offsets; expected as many"
            )
        return tuple(kinds.tolist()), piece, orientation, offset

    def _array(self, members: zipfile.ZipFile, name: str, letters: str, dimensions: int, most: int) -> NDArray[Any]:
        """Return an array with that many dimensions, at most that many lines, and a type with one of those letters."""
        info = members.getinfo(f"{name}.npy")
        if info.compress_type not in _METHODS:
            raise self._refused(f"has {name} packed in a way that numpy does not write; expected stored or deflated")
        with members.open(info) as stream:
            version = np.lib.format.read_magic(stream)
            if version not in ((1, 0), (2, 0)):
                raise self._refused(f"has {name} in version {version} of the format; expected 1.0 or 2.0")
            header = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
            shape, by_columns, dtype = header(stream, max_header_size=LONGEST_HEADER)
            if dtype.kind not in letters or dtype.itemsize > (8 if letters == "iu" else 4 * LONGEST_KIND):
                raise self._refused(f"has {name} of {dtype}; expected {'text' if letters == 'U' else 'integers'}")
            if len(shape) != dimensions or (dimensions == 2 and shape[1] not in (2, 3)):
                expected = "(n,)" if dimensions == 1 else "(n, 2) or (n, 3)"
                raise self._refused(f"has {name} of shape {shape}; expected {expected}")
            if not 0 <= shape[0] <= most:
                raise self._refused(f"has {shape[0]} lines of {name}; expected at most {most}")
            size = prod(shape) * dtype.itemsize
            packed = stream.read(size + 1)
        if len(packed) != size:
            raise self._refused(f"has {name} of {len(packed)} bytes or more; its header says {size}")
        array = np.frombuffer(packed, dtype=dtype).reshape(shape, order="F" if by_columns else "C")
        if letters == "U":
            return array
        if dtype.kind == "u" and dtype.itemsize == 8 and array.size and int(array.max()) > np.iinfo(np.int64).max:
            raise self._refused(f"has the number {array.max()} in {name}; expected integers of 64 bits")
        signed = np.dtype(np.int64) if dtype.kind == "u" and dtype.itemsize == 8 else dtype.newbyteorder("=")
        return array.astype(signed)

    def _refused(self, sentence: str) -> InvalidInput:
        return InvalidInput(f"the file {self.name} {sentence}")
