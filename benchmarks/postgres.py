"""A private PostgreSQL server: started in a temporary folder, reached by a socket in it, and removed afterwards.

For tests and measurements. `initdb` refuses to run as root, in which case the server runs as another user.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

START_SECONDS = 60.0
USERS = ("postgres", "nobody")


def missing() -> str:
    """Return why no server can be started here; empty if one can."""
    if not program("initdb") or not program("postgres"):
        return "initdb and postgres are not there; Debian has them in the package postgresql"
    if os.geteuid() == 0 and _user() is None:
        return f"initdb refuses root, and there is no user {' or '.join(USERS)}"
    return ""


def program(name: str) -> str:
    """Return the path of a PostgreSQL program; empty if it is not installed."""
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    return shutil.which(name) or (str(places[0]) if places else "")


def _user() -> str | None:
    names = {each.pw_name for each in pwd.getpwall()}
    return next((name for name in USERS if name in names), None)


class Server:
    """A server in a folder, which can be stopped, started, restarted and paused; url: of its database `postgres`."""

    def __init__(self, folder: Path, *, durable: bool = True) -> None:
        self.folder, self.url = folder, f"postgresql://exactcover@/postgres?host={folder}"
        self._own: dict[str, Any] = {}
        if os.geteuid() == 0:
            user = _user()
            assert user is not None
            self._own = {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}
            shutil.chown(folder, user)
        initdb = [program("initdb"), "-D", str(folder / "data"), "-U", "exactcover", "-A", "trust", "-E", "UTF8"]
        subprocess.run([*initdb, "--locale=C", "-N"], check=True, capture_output=True, cwd=folder, **self._own)
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(folder),
            "fsync": "on" if durable else "off",
            "max_connections": "200",
            "shared_buffers": "64MB",
        }
        words = [f"-c{key}={value}" for key, value in settings.items()]
        self._command = [program("postgres"), "-D", str(folder / "data"), *words]
        self.start()

    def start(self) -> None:
        """Start it, and wait until it accepts connections."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(self._command, stdout=log, stderr=log, cwd=self.folder, **self._own)
        _wait(self.process, self.url, self.folder / "log")

    def kill(self) -> None:
        """End it at once, as a crash of the machine would."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()

    def pause(self, number: int = signal.SIGSTOP) -> None:
        """Stop all its processes where they are; SIGCONT: let them go on."""
        for process in (self.process.pid, *_children(self.process.pid)):
            with suppress(ProcessLookupError):
                os.kill(process, number)

    def stop(self) -> None:
        """Shut it down, without waiting long for connections."""
        self.process.terminate()
        try:
            self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.kill()


def _children(process: int) -> list[int]:
    text = Path(f"/proc/{process}/task/{process}/children").read_text()
    return list(map(int, text.split()))


def _wait(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    import psycopg

    end = time.monotonic() + START_SECONDS
    while True:
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError as error:
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"PostgreSQL did not start: {log.read_text()[-500:]}") from error
            time.sleep(0.05)
        else:
            return


@contextmanager
def controlled(*, durable: bool = True) -> Iterator[Server]:
    """Run a server that can be stopped and started within a block; durable: with fsync, as in production."""
    with tempfile.TemporaryDirectory(prefix="exactcover-pg-", ignore_cleanup_errors=True) as name:
        server = Server(Path(name), durable=durable)
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def server(*, durable: bool = True) -> Iterator[str]:
    """Run a server and yield the URL of its database `postgres`."""
    with controlled(durable=durable) as running:
        yield running.url


def database(url: str, name: str, template: str = "") -> str:
    """Create a database on a server and return its URL; template: the name of the database to copy."""
    import psycopg
    from psycopg import sql

    command = sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name))
    if template:
        command += sql.SQL(" TEMPLATE {}").format(sql.Identifier(template))
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(command)
    return url.replace("/postgres?", f"/{name}?")


def drop(url: str, name: str) -> None:
    """Drop a database, even if it is in use."""
    import psycopg
    from psycopg import sql

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
