"""The settings of a server: one table, read from options, the environment and a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from exactcover.model.errors import InvalidInput
from exactcover.process import passwords
from exactcover.service import configuration, settings
from exactcover.service.settings import Bounds, Settings, table
from tests.commands import run
from tests.source_files import ROOT


def test_the_page_has_the_table_of_settings() -> None:
    """The table of the README is that of the program."""
    page = (ROOT / "exactcover" / "service" / "README.md").read_text()
    assert settings.as_markdown() in page, "run python -m exactcover.service.settings"


def test_options_precede_the_environment_and_the_file(tmp_path: Path) -> None:
    """Each source of a setting precedes the next one, and a setting that none names has its default."""
    config = tmp_path / "server.toml"
    config.write_text('workers = 3\nport = 1003\nowner-followers = 3\npublic_url = "https://example.org"\n')
    environment = {"EXACTCOVER_SERVE_WORKERS": "2", "EXACTCOVER_SERVE_PORT": "1002", "HOME": "/"}
    read = configuration.read({"workers": "1", "port": None}, environment, config, "1.0")
    assert (read.workers, read.port, read.bounds.owner_followers) == (1, 1002, 3)
    assert (read.public_url, read.host, read.version) == ("https://example.org", "127.0.0.1", "1.0")
    assert read.bounds.lookups_at_once == Bounds().lookups_at_once


@pytest.mark.parametrize("row", [row for row in table() if isinstance(row.default, int | float)])
def test_every_number_is_checked(row: settings.Setting) -> None:
    """A value that is no number in range is refused in one sentence, which names the option."""
    for wrong in ("x", "nan", "-1", ""):
        with pytest.raises(InvalidInput, match=row.option):
            configuration.read({row.name: wrong}, {}, None, "")


@pytest.mark.parametrize(
    "text",
    [
        "workers = ",
        "nothing = 1",
        "workers = true",
        "workers = 1.5",
        "host = 1",
        "verbose = 3",
        "[workers]\n",
        'store = "a\\u0000b"',
        "a = " + "[" * 99_999,
    ],
)
def test_wrong_files_are_refused(tmp_path: Path, text: str) -> None:
    """A file that is no TOML, an unknown key and a value of another type are refused with the name of the file."""
    config = tmp_path / "server.toml"
    config.write_text(text)
    with pytest.raises(InvalidInput, match=r"server\.toml"):
        configuration.read({}, {}, config, "")


@pytest.mark.parametrize("name", ["time_limit", "memory_limit", "lookup_time"])
def test_limits_that_contradict_each_other_are_refused(name: str) -> None:
    """The limit of those that set none is not above the largest that may be set."""
    most = getattr(Bounds(), f"max_{name}")
    with pytest.raises(InvalidInput, match=f"max_{name}"):
        configuration.read({name: most + 1}, {}, None, "")


@pytest.mark.parametrize("url", ["example.org", "https://", "ftp://example.org", "https://example.org/path"])
def test_a_wrong_public_url_is_refused(url: str) -> None:
    """A public URL has a scheme and a host, and no path."""
    with pytest.raises(InvalidInput, match="public URL"):
        Settings(public_url=url)


@pytest.mark.parametrize(
    ("store", "has"),
    [
        ("postgresql://ann:secret@localhost/x", True),
        ("postgresql:///x?host=a&password=secret", True),
        ("postgresql://ann@localhost/x", False),
        ("/var/lib/jobs.sqlite", False),
        ("postgresql://[", False),
        ("", False),
    ],
)
def test_a_password_in_an_argument_is_noticed(store: str, has: bool) -> None:
    """The password of a database is noticed where every user of the machine can read it."""
    assert passwords.has_password(store) == has


def test_who_gives_a_password_as_an_argument_is_warned() -> None:
    """The command warns of it, in one sentence that does not repeat it; not where it comes from the environment."""
    url = "postgresql://ann:secret@127.0.0.1:1/x"
    warned = run("serve", "--store", url)
    assert "every user of this machine can read the password of --store" in warned.stderr
    assert "secret" not in warned.stderr
    assert "every user" not in run("serve", EXACTCOVER_SERVE_STORE=url).stderr
