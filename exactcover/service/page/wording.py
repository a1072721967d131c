"""Answers in words: the verdict, the sentences and the figures that a page shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactcover.model import certificate
from exactcover.model.answer import Answer, EngineReport, Statistics
from exactcover.model.best_attempt import BestAttempt
from exactcover.solving.summary import summary

GOOD = ("FEASIBLE", "OPTIMAL")


def answer_of(texts: Mapping[str, Any]) -> Answer:
    """Return the Answer of an answer object that the program wrote; its contents are not judged here."""
    proof, attempt = texts["certificate"], texts["best_attempt"]
    return Answer(
        task=texts["task"],
        puzzle=texts["puzzle"],
        puzzle_sha256=texts["puzzle_sha256"],
        engine=EngineReport(**texts["engine"]),
        exhausted=texts["exhausted"],
        stop_reason=texts["stop_reason"],
        evidence=texts["evidence"],
        solution=texts["solution"],
        best_attempt=None if attempt is None else BestAttempt(attempt, attempt["faults"]),
        cost=texts["cost"],
        bound=texts["bound"],
        count=None if texts["count"] is None else int(texts["count"]),
        classes=None if texts["classes"] is None else int(texts["classes"]),
        statistics=Statistics(**texts["statistics"]),
        certificate=None if proof is None else certificate.certificate(proof),
        argument=tuple(texts["argument"] or ()),
    )


def verdict_of(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return an answer object for a template: its status, the tone of the status, and the command line's sentences."""
    verdict, *lines = summary(answer_of(answer)).split("\n")
    status, _, rest = verdict.partition(": ")
    argument = lines[: len(answer["argument"] or ())]
    tone = "good" if status in GOOD else "bad" if status == "INFEASIBLE" else ""
    return {"status": status, "tone": tone, "verdict": rest, "argument": argument, "work": lines[len(argument) :]}


def of_batch(answer: Mapping[str, Any]) -> str:
    """Return how many lines of a batch have which status, in words."""
    total = answer.get("batch") or {}
    words = [f"{number:,} {STATUSES.get(name, name)}" for name, number in total.items() if name != "lines"]
    reason = answer["stop_reason"]
    cut = "cancelled" if reason == "interrupted" else f"stopped by the limit on {reason}"
    return ", ".join([f"{total['lines']:,} puzzles: {', '.join(words)}", *([cut] if reason else [])]) if total else cut


STATUSES = {
    "bad": "invalid",
    "FEASIBLE": "with a solution",
    "OPTIMAL": "with the best solution",
    "INFEASIBLE": "without one",
    "UNKNOWN": "undecided",
}


def facts(info: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return facts about a puzzle, as pairs of a name and a figure."""
    pairs: list[tuple[str, str]] = []
    if info["cells"] is not None:
        pairs.append(("Cells to cover", f"{info['cells']:,}"))
    if info["area_of_pieces"] is not None:
        least, most = info["area_of_pieces"]
        pairs.append(("Area of the pieces", f"{least:,}" if least == most else f"{least:,} to {most:,}"))
    if info["pieces"]:
        number = len(info["pieces"])
        pairs.append(("Pieces", f"{number:,} kind{'' if number == 1 else 's'}"))
        pairs.append(("Placements", f"{sum(piece['placements'] for piece in info['pieces']):,}"))
    if info["fixed"]:
        pairs.append(("Pre-placed", f"{info['fixed']:,}"))
    if info["symmetry"] is not None:
        order, rotations = info["symmetry"]["order"], info["symmetry"]["rotations"]
        pairs.append(("Symmetries", f"{order} ({rotations} rotations)" if order > 1 else "none"))
    if info["size"] is not None:
        pairs.append(("Exact cover", f"{info['size']['items']:,} items, {info['size']['options']:,} options"))
    pairs.append(("Engine", info["engine"]["name"]))
    pairs += [(f"Published {key}", str(value)) for key, value in info["published"].items()]
    return pairs


def warnings(info: Mapping[str, Any]) -> list[str]:
    """Return why a puzzle obviously has no solution."""
    texts = []
    cells, area = info["cells"], info["area_of_pieces"]
    if info["symmetry"] is not None and cells is not None and not area[0] <= cells <= area[1]:
        pieces = f"{area[0]:,}" if area[0] == area[1] else f"{area[0]:,} to {area[1]:,}"
        texts.append(f"The pieces cover {pieces} cells, and the board has {cells:,}: there is no solution.")
    dead = info["uncoverable"]
    if info["symmetry"] is not None and dead is not None and dead["count"]:
        where = " ".join(",".join(map(str, cell)) for cell in dead["cells"][:5])
        more = " and others" if dead["count"] > 5 else ""
        texts.append(f"No piece can cover {where}{more}: there is no solution.")
    return texts
