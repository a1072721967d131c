"""Files that answers are written to: whole or not at all, a device in place; the format follows the ending."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from types import TracebackType
from typing import IO

from exactcover.model.malformed import Malformed


class Output:
    """A file being written: it appears under its name when the block ends well, and not at all when it does not.

    Opened before the work begins, so that a folder that cannot be written to is refused before anything is lost.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.temporary: Path | None = None
        self.wanted = True
        try:
            if path.exists() and not path.is_file():
                if path.is_dir():
                    raise Malformed(f"the output {path} is a folder; expected the name of a file")
                self.file: IO[bytes] = path.open("wb")  # a device or a pipe: written in place
                return
            descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        except OSError as error:
            raise Malformed(
                f"the output {path} cannot be written ({(error.strerror or 'error').lower()}); expected a file"
            ) from error
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)  # what any program's new file would get
        self.temporary = Path(name)
        self.file = os.fdopen(descriptor, "wb")

    def leave_out(self) -> None:
        """Write no file after all: what is under the name stays as it was."""
        self.wanted = False

    def __enter__(self) -> Output:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.file.close()
        if self.temporary is None:
            return
        if kind is None and self.wanted:
            self.temporary.replace(self.path)
        else:
            self.temporary.unlink()
