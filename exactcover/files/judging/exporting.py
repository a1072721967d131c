"""The contents of an export: a puzzle, its model, or a certificate with its problem, once the referee and the judge
accept it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from exactcover.files.exports import check_script, count_to_recount, formats, written
from exactcover.files.exports.cover_rows import in_chunks
from exactcover.files.judging.drawables import drawable
from exactcover.files.judging.reading import evidence_in, objects
from exactcover.files.judging.verdict import count_certificate_faults
from exactcover.model.count_certificate import count_certificate, is_count_certificate
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput, JudgeRefused, Unsuitable, nearest
from exactcover.model.linear import Linear
from exactcover.model.puzzle_protocol import Puzzle, digest_of
from exactcover.model.tiling import Tiling


def exported(puzzle: Puzzle, to: str, text: str | None) -> dict[str, Iterator[bytes]]:
    """Return the files of an export by ending, each in chunks; raises InvalidInput.

    text: a certificate as JSON, for certificate formats only.
    """
    own = (*puzzle.formats(), *written.CHECKS, written.PUZZLE)
    if text is not None and (to in formats.MODELS or to in own):
        raise InvalidInput(f"{to} is a format of puzzles, but a certificate was given; expected none")
    if to in written.CHECKS:
        return {"": iter([_check(puzzle, written.CHECKS[to])])}
    if to == written.PUZZLE:
        return {"": in_chunks(_in_lines(puzzle.canonical()))}
    if to in own:
        return {"": in_chunks(puzzle.in_format(to))}
    if to in formats.MODELS:
        encoding = puzzle.encode()
        model = encoding.model
        wrong = puzzle.encoding_faults(model)
        if wrong:
            raise JudgeRefused(f"the puzzle's referee refused the encoding: {wrong[0]}")
        if to == "json" and isinstance(model, Linear):  # its rows have no names
            names = {} if encoding.names is None else {"names": list(encoding.names.options)}
            return {"": in_chunks(_in_lines(puzzle.canonical() | names))}
        return {"": formats.model_in(model, to, encoding.unit, encoding.names)}
    known = (*formats.CERTIFICATES, *formats.MODELS, *own)
    if to not in known:
        raise InvalidInput(f"the format is {to!r}; expected {', '.join(known[:-1])} or {known[-1]}{nearest(to, known)}")
    if text is None:
        raise InvalidInput(f"{to} is a format of certificates, but none was given; expected --certificate FILE")
    return _certified(puzzle, to, text)


def _certified(puzzle: Puzzle, to: str, text: str) -> dict[str, Iterator[bytes]]:
    """Return the files of a certificate."""
    certified = next((value for value in objects(text) if is_count_certificate(value)), None)
    if certified is not None or to == "recount":
        return _recounted(puzzle, to, certified)
    judged = drawable(puzzle, evidence_in(text))
    if judged.refutation is None:
        raise InvalidInput("the file has a solution and no certificate; expected a certificate")
    files = formats.certificate_in(judged.puzzle.encode().model, judged.refutation, to, judged.puzzle)
    if to in check_script.PARTS and not (judged.refutation.of_list and judged.refutation.bound is not None):
        files |= _beside(judged.puzzle, "lrat-list" if judged.refutation.of_list else to)
    return {ending: iter([content]) for ending, content in files.items()}


def _recounted(puzzle: Puzzle, to: str, proof: Any) -> dict[str, Iterator[bytes]]:
    """Return the files with which a stranger repeats a count; proof: the certificate of the count, None if there is none."""
    if to != "recount" or proof is None:
        kind = "a certificate of a count" if proof is not None else "no certificate of a count"
        raise InvalidInput(
            f"{to} was given {kind}; expected recount for one of a count, and other formats for the others"
        )
    wrong = count_certificate_faults(puzzle, digest_of(puzzle.canonical()), proof)
    if wrong:
        raise InvalidInput(f"the certificate proves nothing: {wrong[0]}")
    encoding = puzzle.encode()
    assert isinstance(encoding.model, Tiling | Cover), "the judge has counted its solutions"
    formula = formats.model_in(encoding.model, "opb", encoding.unit, encoding.names)
    further = count_to_recount.convert(encoding.model, count_certificate(proof).order)
    files = dict(zip(written.CERTIFICATES[to][1:], further, strict=True)) | _beside(puzzle, "opb")
    return {written.CERTIFICATES[to][0]: formula} | {ending: iter([content]) for ending, content in files.items()}


def _beside(puzzle: Puzzle, to: str) -> dict[str, bytes]:
    """Return the canonical puzzle, and the script that compares a formula with it; nothing if there is no such script."""
    if puzzle.independent_encoder(to) is None:
        return {}
    canonical = "".join(_in_lines(puzzle.canonical())).encode()
    return dict(zip(written.BESIDE_CERTIFICATES, (canonical, _check(puzzle, to)), strict=True))


def _check(puzzle: Puzzle, to: str) -> bytes:
    """Return the script that compares a formula in a format with the puzzle; raises Unsuitable if there is none."""
    encoder = puzzle.independent_encoder(to)
    if encoder is None:
        raise Unsuitable(
            f"no independent encoder reads all keys of this {puzzle.kind}; expected one of the puzzles that PROOFS.md names"
        )
    return check_script.script(encoder, to).encode()


def _in_lines(canonical: Mapping[str, Any]) -> Iterator[str]:
    """Yield a puzzle as JSON, one entry of each of its lists per line."""
    before = "{"
    for key, value in canonical.items():
        yield f"{before}{json.dumps(key)}: "
        if isinstance(value, list) and value:
            yield "[\n"
            yield ",\n".join(map(json.dumps, value))
            yield "\n]"
        else:
            yield json.dumps(value)
        before = ", "
    yield "}\n"
