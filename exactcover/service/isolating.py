"""The isolation of the processes of a server's jobs and look-ups: what they may read, and what is said about it.

Jobs that name an executor are not isolated: they reach its workers and the store. Not here: the measures of the kernel
(exactcover/process/isolation.py).
"""

from __future__ import annotations

import contextlib
import importlib.util
import logging
import tempfile
from collections.abc import Iterator
from pathlib import Path

from exactcover import plugins
from exactcover.kernel.cache_folder import make_private, user_folder
from exactcover.model.errors import InvalidInput
from exactcover.process.control_groups import control_groups
from exactcover.process.isolation import Isolation, exposed, isolation, measures
from exactcover.service.logs import LOG, say
from exactcover.service.settings import Settings

ALL = ("files", "network", "processes")
FOLDER = "isolated"
"""The folder of isolated processes in the user's cache: only they read what they write there."""


@contextlib.contextmanager
def isolated(settings: Settings) -> Iterator[Isolation | None]:
    """The isolation that the settings ask for, while a server runs; None for none.

    Raises InvalidInput if it is required, and this system lacks a part of it.
    """
    can = measures()
    missing = [measure for measure in ALL if measure not in can]
    if settings.isolation == "required" and missing:
        raise InvalidInput(
            f"isolation is required, and this system cannot take {' and '.join(missing)} from a process; expected "
            "Linux 6.12 with Landlock and seccomp, or --isolation auto"
        )
    if settings.isolation == "off" or not can:
        say("jobs are not isolated", logging.WARNING if settings.isolation != "off" else logging.INFO)
        yield None
        return
    with (
        tempfile.TemporaryDirectory(prefix="exactcover-serve-", ignore_cleanup_errors=True) as scratch,
        control_groups() as groups,
    ):
        own = isolation(Path(scratch), _cache(Path(scratch)), _packages(), groups)
        say("jobs are isolated", measures=list(own.measures), missing=missing or None)
        for secret in _secrets(settings):
            folder = exposed(own, secret)
            if folder:
                LOG.warning("jobs can read %s: it lies in %s, which they need; move it elsewhere", secret, folder)
        yield own


def _secrets(settings: Settings) -> list[str]:
    """Return the files that no job should read: the token file, and the store if it is a file."""
    store = "" if "://" in settings.store else settings.store
    return [each for each in (settings.token_file, store) if each]


def _cache(scratch: Path) -> Path:
    """Return the folder for what isolated processes keep; below scratch for a user without a folder of his own."""
    folder = user_folder()
    with contextlib.suppress(OSError):
        if folder is not None:
            make_private(folder / FOLDER)
            return folder / FOLDER
    return scratch


def _packages() -> tuple[str, ...]:
    """Return the folders of this program's packages, and of those that plugins come from."""
    specs = (importlib.util.find_spec(name) for name in ("exactcover", "encoders", *plugins.packages()))
    return tuple(
        folder
        for spec in specs
        if spec is not None
        for folder in spec.submodule_search_locations or (spec.origin or "",)
    )
