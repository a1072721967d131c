"""What a server sends in reply to look-ups, checked for its shape: files by their ending, lists of objects.

Not here: whether it is true (verification.py).
"""

from __future__ import annotations

from base64 import b64decode
from typing import Any

from exactcover.files.exports.written import BESIDE_CERTIFICATES, CERTIFICATES
from exactcover.model.errors import InvalidInput
from exactcover.service.connection import ServerBroke, object_in
from exactcover.service.job import Json

ENDINGS = (
    "",
    ".svg",
    ".png",
    ".pdf",
    ".gif",
    ".txt",
    ".stl",
    ".obj",
    *(ending for both in CERTIFICATES.values() for ending in both),
    *BESIDE_CERTIFICATES,
)
"""The file endings that a server may send; no path is made from any other."""


def whole_files(result: Json, task: str) -> dict[str, bytes]:
    """Return the files of a look-up; raises InvalidInput if a limit stopped it."""
    if "stop_reason" in result:
        raise InvalidInput(
            f"{task} stopped at the limit on {result['stop_reason']}; expected a higher limit, or a smaller puzzle"
        )
    return files_in(result)


def files_in(result: Json) -> dict[str, bytes]:
    """Return the files that a server sent, by ending; raises ServerBroke if they are malformed."""
    files: dict[str, bytes] = {}
    listed = result.get("files", [])
    for each in listed if isinstance(listed, list) else [None]:
        file = each if isinstance(each, dict) else {}
        ending, text, binary = file.get("ending"), file.get("text"), file.get("base64")
        if ending not in ENDINGS or not isinstance(text if binary is None else binary, str):
            raise ServerBroke("the server sent an invalid file")
        try:
            files[ending] = str(text).encode() if binary is None else b64decode(binary, validate=True)
        except ValueError as error:
            raise ServerBroke("the server sent an invalid file") from error
    return files


def objects_in(value: Any, key: str) -> list[Json]:
    """Return the list of objects that a server sent under a key; raises ServerBroke."""
    listed = object_in(value).get(key)
    if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        raise ServerBroke(f"the server answered without {key}")
    return listed
