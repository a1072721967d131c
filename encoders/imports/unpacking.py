"""Reads files of other programs as text, gzipped or not, up to a limited number of bytes."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from encoders.keys import shown
from exactcover.model.errors import InvalidInput

AT_ONCE = 1 << 20
MAGIC = b"\x1f\x8b"
"""The magic number of gzip files; no UTF-8 text begins with it."""
_XML = re.compile(rb"\s*<")
_DECLARED = re.compile(rb"""\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]{0,39})["']""")


def text_of(path: Path, largest: int) -> str:
    """Return the text of a file, decompressed if it is gzipped; raises InvalidInput if it is missing or too large.

    A file is gzipped if its name ends in `.gz` or its first bytes say so. largest: in bytes, after decompression, which stops
    there.
    """
    try:
        with path.open("rb") as file:
            content = _unpacked(path, iter(lambda: file.read(AT_ONCE), b""), largest)
    except (OSError, ValueError) as error:  # ValueError: a name with a null character in it
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise InvalidInput(f"the file {shown(str(path))} cannot be read ({reason}); expected a file") from error
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        if _XML.match(content):
            return _xml_in_another_encoding(path, content)
        raise InvalidInput(f"the file {path} is not UTF-8 text (byte {error.start}); expected text") from error


def _xml_in_another_encoding(path: Path, content: bytes) -> str:
    """Return the text of XML that is not UTF-8: in the encoding that it declares, or else in Latin-1, as BurrTools wrote it."""
    declared = _DECLARED.match(content)
    name = declared[1].decode() if declared else "latin-1"
    try:
        return content.decode(name)
    except (LookupError, UnicodeError) as error:
        raise InvalidInput(
            f"the file {path} is neither UTF-8 text nor text in the encoding {name} that it declares; expected one of these"
        ) from error


def _unpacked(path: Path, chunks: Iterator[bytes], largest: int) -> bytes:
    begin = next(chunks, b"")
    inflating = zlib.decompressobj(wbits=31) if path.suffix == ".gz" or begin.startswith(MAGIC) else None
    content = bytearray()
    for chunk in chain([begin], chunks):
        try:
            content += chunk if inflating is None else inflating.decompress(chunk, largest + 1 - len(content))
        except zlib.error as error:
            raise InvalidInput(f"the file {path} is not a gzip file ({error}); expected the output of gzip") from error
        if len(content) > largest:
            raise InvalidInput(f"the file {path} has over {largest} bytes; expected at most {largest}")
    if inflating is not None and inflating.unused_data:
        raise InvalidInput(f"the file {path} continues after its gzip content; expected one gzip member")
    if inflating is not None and not inflating.eof:
        raise InvalidInput(f"the file {path} is truncated; expected the whole output of gzip")
    return bytes(content)
