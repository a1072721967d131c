"""Answers of jobs in the words of the pages: a verdict, what more is known, and a phrase for the list of jobs.

Nothing is claimed that the answer does not say: "impossible" only of an answer that is INFEASIBLE, a reason only of an argument
with a certificate that the judge accepted. Not here: the status and the figures under *Details* (job_facts.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from exactcover.model.amounts import from_json
from exactcover.model.objective import bound_in_words, cost_in_words, gap_in_words, none_better
from exactcover.service.job import COMPARE, Job, JobState, Json
from exactcover.service.page import wording

REASONS = {
    "colouring": "the colours do not add up.",
    "arithmetic": "the sizes of the pieces do not add up.",
    "invariant": "no move changes what would have to change.",
}
"""The reasons that arguments give, in a few words; the sentences of an argument say more."""
CUT = {"memory": "memory_limit", "nodes": "node_limit", "time": "time_limit"}


class Verdict(NamedTuple):
    """What a page says of an answer.

    tone: "" for yes, `bad` for no, `wait` for anything else; text: the verdict; more: a second sentence; phrase: both, short;
    longer: whether a longer search may say more; reason: whether a certificate gives one.
    """

    tone: str
    text: str
    more: str = ""
    phrase: str = ""
    longer: bool = False
    reason: bool = False


def grouped(number: Any) -> str:
    """Write a number in groups of three digits, with thin spaces; a fraction as it is."""
    whole = isinstance(number, int) or (isinstance(number, str) and number.lstrip("-").isdigit())
    return f"{int(number):,}".replace(",", "\u2009") if whole else str(number)


def capital(sentence: str) -> str:
    """Return a sentence with a capital letter first."""
    return sentence[:1].upper() + sentence[1:]


def plural(number: Any, noun: str) -> str:
    """Write a number with its noun."""
    return f"{grouped(number)} {noun}{'' if int(number) == 1 else 's'}"


def verdict_of(job: Job) -> Verdict:
    """Return the verdict on a job that has ended."""
    answer = job.answer
    if answer is None:
        if job.state == JobState.CANCELLED:
            return Verdict("wait", "Cancelled.", "Nothing had been found.", "Cancelled")
        return Verdict("wait", "That failed here, not in your puzzle.", "", "Failed here", longer=True)
    if answer.get("task") == COMPARE:
        compared = f"{len(answer['answers'])} of {plural(len(answer['backends']), 'engine')} compared"
        return Verdict("", f"{compared}.", "They ran one after the other.", compared)
    if "batch" in job.source:
        words = wording.of_batch(answer)
        return Verdict("", f"{words[:1].upper()}{words[1:]}.", "", words)
    return _of_answer(answer, job.task, job.options)


def phrase_of_line(line: Mapping[str, Any], options: Json) -> str:
    """Return a phrase for a line of a batch, or for an engine's answer in a comparison."""
    if "error" in line:
        return str(line["error"])
    if "not_applicable" in line:
        return f"Not applicable: {line['not_applicable']}"
    return _of_answer(line, line["task"], options).phrase


def _of_answer(answer: Mapping[str, Any], task: str, options: Json) -> Verdict:
    if answer["status"] == "INFEASIBLE":
        return _impossible(answer)
    of_task = {"count": _counted, "list": _listed, "sample": _sampled, "prove": _proved}
    return of_task.get(task, _solved)(answer, options)


def _impossible(answer: Mapping[str, Any]) -> Verdict:
    proof = answer["certificate"]
    if proof is None:
        return Verdict("bad", "Impossible:", "every way was tried.", "Impossible, every way was tried")
    more = REASONS.get(proof["kind"], "there is a proof, which was checked.")
    return Verdict("bad", "Impossible:", more, "Impossible, with a proof", reason=True)


def _until(answer: Mapping[str, Any], options: Json) -> str:
    """Return where a search was stopped, with its preposition."""
    reason = answer["stop_reason"]
    limit = options.get(CUT.get(reason, ""))
    if reason == "interrupted":
        return "before it was cancelled"
    if limit is None:
        return "within its limits"
    shown = f"{limit:,g}".replace(",", "\u2009")
    return {"time": f"in {shown} s", "memory": f"in {shown} MB", "nodes": f"in {shown} nodes"}[reason]


def _undecided(answer: Mapping[str, Any], options: Json, text: str = "Not decided") -> Verdict:
    until = _until(answer, options)
    more = []
    if answer["bound"] is not None:
        more.append(_bound(answer))
    if answer["best_attempt"] is not None:
        more.append(f"The best attempt has {plural(answer['best_attempt']['faults'], 'fault')}.")
    return Verdict("wait", f"{text} {until}.", " ".join(more), f"{text} {until}", longer=True)


def _unit(answer: Mapping[str, Any]) -> str:
    """Return what the cost of a plan counts; empty for other puzzles."""
    solution = answer["solution"] or {}
    if "moves" not in solution and "blank" not in solution:
        return ""
    return str(answer["puzzle"].get("metric", "moves"))


def _solved(answer: Mapping[str, Any], options: Json) -> Verdict:
    solution, cost = answer["solution"], answer["cost"]
    if solution is None:
        return _undecided(answer, options)
    best, unit = answer["status"] == "OPTIMAL", _unit(answer)
    if unit and cost is not None:
        moves = plural(cost, unit.removesuffix("s"))
        if best:
            return Verdict("", f"{moves} is the shortest.", "", f"{moves}, the shortest")
        more = _bounded(answer, options)
        return Verdict("", f"Solved in {moves}.", more, f"Solved in {moves}", longer=_is_cut(answer))
    if cost is not None:
        puzzle = answer["puzzle"]
        words = cost_in_words(puzzle, grouped(cost), solution.get("goals"))
        if best:
            return Verdict("", "Solved.", f"{capital(words)}, and {none_better(puzzle)}.", f"Best: {words}")
        more = f"{capital(words)}. {_bounded(answer, options)}"
        return Verdict("", "Solved.", more.strip(), f"Solved, {words}", longer=_is_cut(answer))
    return Verdict("", "Solved.", _pieces(solution), "Solved")


def _is_cut(answer: Mapping[str, Any]) -> bool:
    return answer["stop_reason"] in ("time", "memory", "nodes", "interrupted")


def _bounded(answer: Mapping[str, Any], options: Json) -> str:
    """Return what is proved of the cost of the best solution, and why no more is."""
    bound = "" if answer["bound"] is None else _bound(answer)
    cut = f" Not proved the best {_until(answer, options)}." if _is_cut(answer) else " Not proved the best."
    return f"{bound}{cut}".strip()


def _bound(answer: Mapping[str, Any]) -> str:
    gap = gap_in_words(from_json(answer["cost"]), from_json(answer["bound"]))
    return f"{capital(bound_in_words(answer['puzzle'], grouped(answer['bound'])))}{gap}."


def _pieces(solution: Mapping[str, Any]) -> str:
    placements = solution.get("placements")
    if not placements or not all("cells" in each for each in placements):
        return ""
    cells = sum(len(each["cells"]) for each in placements)
    return f"{plural(len(placements), 'piece')} {'fills' if len(placements) == 1 else 'fill'} {plural(cells, 'cell')}."


def _different(count: Any, classes: Any) -> str:
    """Return how many of the solutions differ up to symmetry, for the end of a sentence; empty if all do, or none is known to."""
    if classes is None or int(classes) == int(count):
        return ""
    return ", all alike up to symmetry" if int(classes) == 1 else f", {grouped(classes)} different"


def _counted(answer: Mapping[str, Any], options: Json) -> Verdict:
    count, classes = answer["count"], answer["classes"]
    if answer["exhausted"] and count is not None:
        if int(count) == 1:
            return Verdict("", "Exactly one solution.", "", "Exactly one solution")
        text = f"{plural(count, 'solution')}{_different(count, classes)}"
        return Verdict("", f"{text}.", "", text)
    if not int(count or 0):
        return _undecided(answer, options)
    least = f"At least {plural(count, 'solution')}"
    if answer["stop_reason"] == "solutions":
        return Verdict("", f"{least}.", "The count stopped at your limit.", least)
    return Verdict("wait", f"{least}.", f"Not all were counted {_until(answer, options)}.", least, longer=True)


def _listed(answer: Mapping[str, Any], options: Json) -> Verdict:
    number = int(answer["count"] or 0)
    if not number:
        return _undecided(answer, options)
    different = " different" if options.get("up_to_symmetry") else ""
    text = f"{grouped(number)}{different} solution{'' if number == 1 else 's'}"
    best = "" if answer["cost"] is None else f" of cost {grouped(answer['cost'])}"
    if answer["exhausted"]:
        if number == 1 and not different and not best:
            return Verdict("", "Exactly one solution.", "", "Exactly one solution")
        return Verdict(
            "", f"{text}{best}.", "There are no others." if number == 1 else "These are all.", f"{text}{best}"
        )
    if answer["stop_reason"] == "solutions":
        return Verdict("", f"{text}{best}.", "The list stopped at your limit; there may be more.", f"The first {text}")
    more = f"Not all were found {_until(answer, options)}."
    return Verdict("wait", f"{text}{best} found.", more, f"{text} found, not all", longer=True)


def _sampled(answer: Mapping[str, Any], options: Json) -> Verdict:
    number = int(answer["count"] or 0)
    if not number:
        return _undecided(answer, options)
    return Verdict(
        "", f"{plural(number, 'solution')} drawn at random.", "Every solution was equally likely.", "Drawn at random"
    )


def _proved(answer: Mapping[str, Any], options: Json) -> Verdict:
    if answer["solution"] is not None:
        solved = _solved(answer, options)
        if answer["status"] != "OPTIMAL" or answer["certificate"] is None:
            return solved
        return solved._replace(more=f"{solved.more} A certificate, which was checked, proves it.".strip())
    if answer["certificate"] is not None and answer["bound"] is not None:
        least = f"Every solution costs at least {grouped(answer['bound'])}"
        return Verdict("", f"{least}.", "A certificate, which was checked, proves it.", least)
    return _undecided(answer, options, "Neither a proof nor a solution")
