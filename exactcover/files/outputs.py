"""Output files: written completely or not at all; devices in place; the format follows the ending."""

from __future__ import annotations

import os
import stat
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO

from exactcover.files.exports import written
from exactcover.model.errors import InvalidInput
from exactcover.process import unfinished

STANDARD_OUTPUT = Path("/dev/stdout")
_STANDARD = {str(STANDARD_OUTPUT): 1, "/dev/stderr": 2, "/dev/fd/1": 1, "/dev/fd/2": 2}


def gzipped(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the gzipped content of chunks."""
    deflating = zlib.compressobj(wbits=31)
    yield from map(deflating.compress, chunks)
    yield deflating.flush()


def is_gzipped(output: Path) -> bool:
    """Tell whether a file is gzipped, by its ending."""
    return output.suffix.lower() == ".gz"


def refuse_export(to: str, output: Path, certificate: Path | None = None) -> None:
    """Raise InvalidInput for a name under which a format is not written.

    That is an ending of no file of the format, `.gz` left aside; and a device, for a problem and its proof, which are several
    files whose endings are added to the name, whatever it is, and none of which may be the file of the certificate.
    """
    both = written.CERTIFICATES.get(to)
    for ending in (*both, *written.BESIDE_CERTIFICATES) if both and certificate else ():
        if os.path.realpath(f"{output}{ending}") == os.path.realpath(certificate or output):
            raise InvalidInput(f"{to} writes {output}{ending}, which is the certificate; expected -o with another STEM")
    if both and Path("/dev") in output.parents:
        names = ", ".join(f"STEM{ending}" for ending in both)
        raise InvalidInput(f"{to} is several files, {names} and others; expected -o STEM")
    ending = Path(output.stem if is_gzipped(output) else output).suffix.lower()
    endings = written.ENDINGS.get(to, ())
    if ending and endings and ending not in endings:
        raise InvalidInput(
            f"{to} cannot be written to {output}; expected a name that ends in {', '.join(endings)} or {endings[-1]}.gz,"
            " or in nothing"
        )


class Output:
    """A file being written, which appears under its name only if the block succeeds.

    It is opened before the work begins, so that an unwritable folder is refused before anything is lost. A symbolic
    link stays a link, and its target is replaced. A replaced file keeps its permissions; a new one gets those of the
    umask. resume_at: instead, write in place after that many bytes, and truncate the rest. Raises InvalidInput if the
    file cannot be written.
    """

    def __init__(self, path: Path, resume_at: int | None = None) -> None:
        self.path = path
        self.resume_at = resume_at
        self.target = Path(os.path.realpath(path))
        self.temporary: Path | None = None
        self.lock: int | None = None  # shares the lock of the temporary file, until it is renamed
        self.wanted = True
        try:
            self.file = self._opened()
        except OSError as error:
            raise self._unwritable(error) from error

    def _opened(self) -> IO[bytes]:
        if str(self.path) in _STANDARD:  # shares the file position with printed text, if both go to one file
            sys.stdout.flush()
            return os.fdopen(os.dup(_STANDARD[str(self.path)]), "wb")
        mode = self._mode()
        if mode is not None and stat.S_ISDIR(mode):
            raise InvalidInput(f"the output {self.path} is a folder; expected the name of a file")
        if mode is not None and not stat.S_ISREG(mode):  # a device or a pipe
            return self.path.open("wb")
        if self.resume_at is not None:
            descriptor = os.open(self.target, os.O_WRONLY | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o666)
            if os.fstat(descriptor).st_size < self.resume_at:
                os.close(descriptor)
                raise InvalidInput(
                    f"the output {self.path} has fewer than the {self.resume_at} bytes of the checkpoint; expected it unchanged"
                )
            os.ftruncate(descriptor, self.resume_at)
            os.lseek(descriptor, 0, os.SEEK_END)
            return os.fdopen(descriptor, "wb")
        unfinished.remove_stale(self.target.parent)
        self.temporary, descriptor = unfinished.begun(self.target.parent)
        self.lock = os.dup(descriptor)
        if mode is not None and hasattr(os, "fchmod"):
            os.fchmod(descriptor, stat.S_IMODE(mode))
        return os.fdopen(descriptor, "wb")

    def _mode(self) -> int | None:
        """Return the mode of the existing file, None if there is none; raises OSError for an invalid name."""
        try:
            return os.stat(self.path).st_mode
        except FileNotFoundError:
            return None

    def _unwritable(self, error: OSError) -> InvalidInput:
        why = (error.strerror or "error").lower()
        return InvalidInput(f"the output {self.path} cannot be written ({why}); expected a file that can be")

    def write(self, content: bytes) -> None:
        """Write more content; raises InvalidInput, or BrokenPipeError if the reader of a pipe has gone."""
        try:
            self.file.write(content)
            if self.temporary is None and self.resume_at is None:
                self.file.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise self._unwritable(error) from error

    def synced(self) -> int:
        """Flush everything to disk, and return the size of the file in bytes."""
        self.file.flush()
        os.fsync(self.file.fileno())
        return self.file.tell()

    def leave_out(self) -> None:
        """Discard the content: what is under the name stays as it was."""
        self.wanted = False

    def __enter__(self) -> Output:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.file.close()
            if self.temporary is not None and kind is None and self.wanted:
                self.temporary.replace(self.target)
                self.temporary = None
        except BrokenPipeError:
            if kind is None:
                raise
        except OSError as failed:
            if kind is None:
                raise self._unwritable(failed) from failed
        finally:
            if self.temporary is not None:
                self.temporary.unlink(missing_ok=True)
            if self.lock is not None:
                os.close(self.lock)
