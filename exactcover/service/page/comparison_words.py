"""A comparison of engines in words and figures: the verdict, and for each engine its work, its quality and a sentence.

Nothing is searched or judged here; the answers are those of the job.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Json = dict[str, Any]

TITLES = {
    "exact": "Exact cover",
    "cpsat": "CP-SAT",
    "sat": "SAT solver",
    "brute": "Brute force",
    "bfs": "Breadth first",
    "dfs": "Depth first",
    "ucs": "Uniform cost",
    "greedy": "Greedy",
    "astar": "A*",
    "wastar": "Weighted A*",
    "idastar": "Iterative A*",
    "beam": "Beam search",
    "batch": "Best in batches",
    "compose": "Composing",
    "fill": "Filling",
    "local-beam": "Local beam",
    "anneal": "Annealing",
    "prices": "Prices",
    "highs": "HiGHS",
}
"""Engines as people call them; those of other packages keep their names."""
ABOUT = {
    "exact": "Covers item after item, the one with the fewest options first.",
    "cpsat": "Google’s constraint solver, on sums of zeros and ones.",
    "sat": "A solver of logical clauses that learns from each dead end.",
    "brute": "Takes or leaves every option in turn; for small puzzles.",
    "bfs": "Every position one move away, then two, and so on.",
    "dfs": "Follows one way to its end before it tries another.",
    "ucs": "The position with the least cost so far comes first.",
    "greedy": "The position that looks nearest to the goal comes first.",
    "astar": "Cost so far plus estimate: the least sum comes first.",
    "wastar": "Like A*, with more trust in the estimate.",
    "idastar": "Depth first below a growing limit; needs little memory.",
    "beam": "Keeps only the best few positions at each depth.",
    "batch": "Expands the best few positions together, and drops none.",
    "compose": "Builds a box from smaller boxes.",
    "fill": "Random pieces, steered by counts; ruins a part when stuck.",
    "local-beam": "Moves overlapping pieces about, on several boards at once.",
    "anneal": "Moves overlapping pieces about, at a falling temperature.",
    "prices": "Prices of items bound the cost, and branches close the gap.",
    "highs": "A solver of integer programs.",
}
"""How each engine works, in a sentence."""
OPTIONS = {
    "misplaced": "tiles misplaced",
    "manhattan": "steps of tiles",
    "sum": "both estimates added",
    "max": "the larger estimate",
}
"""Options of engines as people call them."""
PROVED = ("OPTIMAL", "INFEASIBLE")


def title(backend: str) -> str:
    """Return what people call an engine, with its option: `Beam search (10)`."""
    name, _, option = backend.partition(":")
    option = "" if option == "one" else OPTIONS.get(option, option)
    return TITLES.get(name, name) + (f" ({option})" if option else "")


def joined(names: Sequence[str]) -> str:
    """Return names as in `A*, Greedy and CP-SAT`."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def grouped(number: int) -> str:
    """Return a number in groups of three digits, with thin spaces."""
    return f"{number:,}".replace(",", "\N{THIN SPACE}")


def work(answer: Mapping[str, Any]) -> int:
    """Return the work of an engine in its nodes; in conflicts if it counts no nodes."""
    used = answer["statistics"]
    return int(used["nodes"] or used["conflicts"] or 0)


def is_applicable(answer: Mapping[str, Any]) -> bool:
    """Return whether an entry of a comparison is an answer, and not the reason why an engine does not suit."""
    return "not_applicable" not in answer


def entry(backend: str, answer: Mapping[str, Any], unit: str) -> Json:
    """Return what a page shows of one engine; unit: `move`, `cost`, or empty if solutions have no cost."""
    shown: Json = {"backend": backend, "title": title(backend)}
    if not is_applicable(answer):
        return shown | {
            "state": "unsuited",
            "sentence": f"Does not suit: {answer['not_applicable']}",
            "work": None,
            "cost": None,
        }
    status, used = answer["status"], answer["statistics"]
    cost = None if answer["cost"] is None else float(answer["cost"])
    spent = f"{grouped(work(answer))} {'nodes' if used['nodes'] or not used['conflicts'] else 'conflicts'}"
    if status == "UNKNOWN":
        stopped = answer["stop_reason"]
        state = "unsolved"
        sentence = f"nothing yet, stopped by {stopped}" if stopped else "nothing found"
    elif status == "INFEASIBLE":
        state, sentence = "impossible", "no solution"
    else:
        state = "solved"
        sentence = amount(answer["cost"], unit) if cost is not None else "solved"
        sentence += ", none is better" if status == "OPTIMAL" else ""
    return shown | {
        "state": state,
        "proved": status in PROVED,
        "status": status,
        "evidence": answer["evidence"] or "",
        "sentence": f"{sentence} · {spent}",
        "work": work(answer),
        "cost": cost,
        "bound": answer["bound"],
        "statistics": used,
        "stop_reason": answer["stop_reason"] or "",
    }


def amount(cost: Any, unit: str) -> str:
    """Return a cost with its unit, as in `31 moves`."""
    return f"{cost} move{'' if cost == 1 else 's'}" if unit == "move" else f"cost {cost}"


def verdict(entries: Sequence[Json], unit: str) -> Json:
    """Return the verdict on a comparison: its tone, and what each engine came to in sentences."""
    ran = [each for each in entries if each["state"] != "unsuited"]
    solved = [each for each in ran if each["state"] == "solved"]
    impossible = [each for each in ran if each["state"] == "impossible"]
    unsolved = _unsolved(ran)
    if impossible and not solved:
        more = f"{_titles(impossible)} {_verb(impossible, 'reports', 'report')} that every way was tried."
        return {"tone": "bad", "text": "There is no solution.", "more": f"{more} {unsolved}".strip()}
    if not solved:
        return {"tone": "wait", "text": "No engine has decided it.", "more": unsolved}
    if all(each["cost"] is not None for each in solved):
        return _of_costs(solved, unsolved, unit)
    least = min(solved, key=lambda each: each["work"])
    text = f"{_titles(solved)} {_verb(solved, 'solves', 'solve')} it."
    fewest = f"{least['title']} needs the fewest nodes: {grouped(least['work'])}." if len(solved) > 1 else ""
    return {"tone": "good", "text": text, "more": f"{fewest} {unsolved}".strip()}


def _of_costs(solved: list[Json], unsolved: str, unit: str) -> Json:
    """Return the verdict if solutions have costs: which engines exclude anything better, and how much worse the others are."""
    best = min(each["cost"] for each in solved)
    proving = [each for each in solved if each["proved"] and each["cost"] == best]
    figure = amount(_whole(best), unit)
    named = {"move": "the shortest plan"}.get(unit, "the best")
    if proving:
        text = f"{figure[0].upper()}{figure[1:]} is {named}."
        more = f"{_titles(proving)} {_verb(proving, 'excludes', 'exclude')} anything better."
    else:
        text, more = f"The best found is {figure}.", "No engine excludes a better one."
    same = [each for each in solved if each["cost"] == best and not each["proved"]]
    if same and proving:
        more += f" {_titles(same)} {_verb(same, 'finds', 'find')} as good a one, without a proof."
    for cost in sorted({each["cost"] for each in solved if each["cost"] > best}):
        those = sorted((each for each in solved if each["cost"] == cost), key=lambda each: each["work"])
        extra = f"{_whole(cost - best)} {'more' if unit == 'move' else 'above'}"
        least, most = those[0]["work"], those[-1]["work"]
        number = grouped(least) if least == most else f"{grouped(least)} to {grouped(most)}"
        nodes = f" {_verb(those, 'looks', 'look')} at {number} nodes and" if most else ""
        more += f" {_titles(those)}{nodes} {_verb(those, 'finds', 'find')} {amount(_whole(cost), unit)}, {extra}."
    return {"tone": "good", "text": text, "more": f"{more} {unsolved}".strip()}


def _whole(number: float) -> Any:
    return int(number) if number == int(number) else number


def _titles(entries: Sequence[Json]) -> str:
    return joined([each["title"] for each in entries])


def _verb(entries: Sequence[Json], one: str, more: str) -> str:
    return one if len(entries) == 1 else more


def _unsolved(ran: Sequence[Json]) -> str:
    those = [each for each in ran if each["state"] == "unsolved"]
    return f"{_titles(those)} found nothing within the limits." if those else ""
