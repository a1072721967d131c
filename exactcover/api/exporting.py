"""Puzzles and certificates written for other programs: as bytes, or to files. Not here: the formats (files/exports)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from os import PathLike
from pathlib import Path
from typing import overload

from exactcover.api.subjects import Subject, puzzle_about
from exactcover.files import judging
from exactcover.files.outputs import Output, gzipped, is_gzipped, refuse_export
from exactcover.model.answer import Answer
from exactcover.model.certificate import Certificate
from exactcover.model.count_certificate import CountCertificate
from exactcover.model.errors import InvalidInput


@overload
def export(
    subject: Subject,
    to: str,
    path: None = None,
    *,
    certificate: Answer | Certificate | CountCertificate | Mapping[str, object] | str | None = None,
) -> dict[str, bytes]:
    """Return the files by their endings."""


@overload
def export(
    subject: Subject,
    to: str,
    path: str | PathLike[str],
    *,
    certificate: Answer | Certificate | CountCertificate | Mapping[str, object] | str | None = None,
) -> list[Path]:
    """Write the files, and return their names."""


def export(
    subject: Subject,
    to: str,
    path: str | PathLike[str] | None = None,
    *,
    certificate: Answer | Certificate | CountCertificate | Mapping[str, object] | str | None = None,
) -> dict[str, bytes] | list[Path]:
    """Return a puzzle, or a certificate, as files for other programs, by ending; or write them and return their names.

    to: `dlx`, `dimacs`, `opb`, `lp`, `mps`, `txt` or `json`: one file without an added ending, in which variable i is
    option i; for packings `xmpuzzle`; for a certificate `lrat` (.cnf, .lrat), `veripb` or `veripb2` (.opb, .pbp), with the
    canonical puzzle (.puzzle.json) and a script that compares it with the formula (.readme_check.py), if there is one, or
    `states` (.json, .states, .py) or `trees` (.json, .trees, .py), of a count `recount` (.opb, .order, .recount.py);
    `dimacs-check`, `opb-check`: that script for a formula without a proof; `puzzle`: the canonical puzzle. path: where to write,
    gzipped if it ends in `.gz`; the endings of a certificate's files are appended. Files are written atomically.
    certificate: the certificate, as an Answer, an object, or a JSON text. Raises InvalidInput.
    """
    text = text_of(certificate)
    if path is None:
        return {ending: b"".join(chunks) for ending, chunks in exported(subject, to, text).items()}
    output = Path(path)
    refuse_export(to, output)
    return write(exported(subject, to, text), output)


def write(files: Mapping[str, Iterator[bytes]], output: Path) -> list[Path]:
    """Write the files of an export, by their endings, and return their names; gzipped if `output` ends in `.gz`."""
    packed = is_gzipped(output)
    names: list[Path] = []
    with ExitStack() as stack:
        for ending, chunks in files.items():
            names.append(output.with_name(output.name + ending))
            file = stack.enter_context(Output(names[-1]))
            for chunk in gzipped(chunks) if packed and not ending else chunks:
                file.write(chunk)
    return names


def exported(subject: Subject, to: str, text: str | None = None) -> dict[str, Iterator[bytes]]:
    """Return what `export` returns, each file as chunks that are generated on demand; text: a certificate as JSON."""
    return judging.exported(puzzle_about(subject), to, text)


def text_of(proof: object) -> str | None:
    """Return a certificate as text; raises InvalidInput for an answer that has none."""
    if proof is None or isinstance(proof, str):
        return proof
    if isinstance(proof, Answer):
        if proof.certificate is None:
            raise InvalidInput(f"the answer to {proof.task} has no certificate; expected one that `prove` came to")
        proof = proof.certificate
    return json.dumps(proof.to_json() if isinstance(proof, Certificate | CountCertificate) else proof)
