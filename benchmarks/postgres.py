"""A private PostgreSQL server: started in a temporary folder, reached by a socket in it, and removed afterwards.

For tests and measurements. `initdb` refuses to run as root, in which case the server runs as another user.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
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


@contextmanager
def server(*, durable: bool = True) -> Iterator[str]:
    """Run a server and yield the URL of its database `postgres`; durable: with fsync, as in production."""
    own: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="exactcover-pg-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if os.geteuid() == 0:
            user = _user()
            assert user is not None
            own = {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}
            shutil.chown(folder, user)
        initdb, postgres = program("initdb"), program("postgres")
        made = [initdb, "-D", str(folder / "data"), "-U", "exactcover", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
        subprocess.run(made, check=True, capture_output=True, cwd=folder, **own)
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(folder),
            "fsync": "on" if durable else "off",
            "max_connections": "200",
            "shared_buffers": "64MB",
        }
        words = [f"-c{key}={value}" for key, value in settings.items()]
        with (folder / "log").open("wb") as log:
            command = [postgres, "-D", str(folder / "data"), *words]
            process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, **own)
        try:
            url = f"postgresql://exactcover@/postgres?host={folder}"
            _wait(process, url, folder / "log")
            yield url
        finally:
            process.terminate()  # smart shutdown, which waits for connections
            try:
                process.wait(2)
            except subprocess.TimeoutExpired:
                process.send_signal(3)  # SIGQUIT: immediate shutdown
                process.wait()


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
