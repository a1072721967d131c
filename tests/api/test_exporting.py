"""`export` from Python: the files of the command, as bytes or written under a name."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import exactcover
from exactcover.cli import main

FIVE = "pentominoes-5x5-lnuwy"


@pytest.mark.parametrize("to", ["dlx", "dimacs", "json", "xmpuzzle"])
def test_a_file_is_what_the_command_writes(to: str, tmp_path: Path) -> None:
    """A puzzle is written as the command writes it, as bytes, into a file, and gzipped if the name says so."""
    (content,) = exactcover.export(FIVE, to).values()
    assert exactcover.export(FIVE, to, tmp_path / "by-python") == [tmp_path / "by-python"]
    assert main(["export", FIVE, "--to", to, "-o", str(tmp_path / "by-command")]) == 0
    assert (tmp_path / "by-python").read_bytes() == (tmp_path / "by-command").read_bytes() == content
    exactcover.export(FIVE, to, str(tmp_path / "packed.gz"))
    assert gzip.decompress((tmp_path / "packed.gz").read_bytes()) == content


def test_a_certificate_is_four_files(tmp_path: Path) -> None:
    """A certificate comes from an Answer, as it is, as its object or as text, and is written under four endings."""
    answer = exactcover.prove("packing board=3x3 pieces=I2 copies=any", argument="tree")
    certificate = answer.certificate
    assert certificate is not None
    files = exactcover.export("packing board=3x3 pieces=I2 copies=any", "lrat", certificate=answer)
    assert set(files) == {".cnf", ".lrat", ".puzzle.json", ".readme_check.py"}
    for same in (certificate, certificate.to_json(), certificate.to_text()):
        assert exactcover.export("packing board=3x3 pieces=I2 copies=any", "lrat", certificate=same) == files
    names = exactcover.export("packing board=3x3 pieces=I2 copies=any", "lrat", tmp_path / "no", certificate=answer)
    assert names == [tmp_path / f"no{ending}" for ending in files]
    assert [name.read_bytes() for name in names] == list(files.values())


def test_names_and_answers_that_do_not_suit_are_refused(tmp_path: Path) -> None:
    """Another format's ending, an answer without a certificate and a format that is none leave no file behind."""
    with pytest.raises(exactcover.InvalidInput, match="dlx cannot be written to"):
        exactcover.export(FIVE, "dlx", tmp_path / "model.mps")
    with pytest.raises(exactcover.InvalidInput, match="the answer to solve has no certificate"):
        exactcover.export(FIVE, "lrat", tmp_path / "model", certificate=exactcover.solve(FIVE))
    with pytest.raises(exactcover.InvalidInput, match="did you mean 'dlx'"):
        exactcover.export(FIVE, "dlz", tmp_path / "model")
    with pytest.raises(exactcover.Unsuitable, match="neither a cover nor a packing"):
        exactcover.export("8-puzzle", "dlx", tmp_path / "model")
    assert list(tmp_path.iterdir()) == []
