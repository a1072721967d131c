"""What look-ups print, out of the JSON object that a library or a server returns."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exactcover.model.answer import SCHEMA
from exactcover.model.count_certificate import CountCertificate
from exactcover.model.errors import ANSWERED, INTERRUPTED, UNKNOWN
from exactcover.process.escaping import escaped


@dataclass(frozen=True)
class Printed:
    """Text that a look-up prints, and its exit status."""

    text: str
    status: int = ANSWERED


def left_output(result: Mapping[str, Any], as_json: bool) -> Printed:
    """Return the output of `remaining`: the sentence, and the argument if there is one."""
    if "sentence" not in result:
        return Printed(json.dumps(result) + "\n", UNKNOWN) if as_json else stopped_output("remaining", result)
    lines = [json.dumps(result)] if as_json else [result["sentence"], *(result["argument"] or ())]
    return Printed("".join(f"{line}\n" for line in lines), UNKNOWN if result["status"] == "UNKNOWN" else ANSWERED)


def hint_output(result: Mapping[str, Any], as_json: bool) -> Printed:
    """Return the output of `hint`: the sentence, and why nothing is left, if so."""
    if "sentence" not in result:
        return Printed(json.dumps(result) + "\n", UNKNOWN) if as_json else stopped_output("hint", result)
    lines = [json.dumps(result)] if as_json else [result["sentence"], *(result["argument"] or ())]
    status = UNKNOWN if result["status"] == "UNKNOWN" else ANSWERED
    return Printed("".join(f"{line if as_json else escaped(line)}\n" for line in lines), status)


def marginals_output(result: Mapping[str, Any], as_json: bool, most: int) -> Printed:
    """Return the output of `marginals`: the sentence, and the options that are in most solutions, at most `most` of them."""
    status = UNKNOWN if result["status"] == "UNKNOWN" else ANSWERED
    if "sentence" not in result:
        return Printed(json.dumps(result) + "\n", UNKNOWN) if as_json else stopped_output("marginals", result)
    if as_json:
        return Printed(json.dumps(result) + "\n", status)
    each = result["placements"] if result["placements"] is not None else result["options"] or []
    if "samples" in result:
        likely = sorted(each, key=lambda one: -one["share"])[:most]
        shares = [f"{one['share']:6.1%} ±{one['error']:.1%}  {_option_named(one)}" for one in likely]
        return Printed("".join(f"{escaped(line)}\n" for line in [result["sentence"], *shares]), status)
    lines, total = [result["sentence"]], int(result["solutions"])
    ranked = sorted(each, key=lambda one: -int(one["solutions"]))[:most] if total else []
    width = max((len(f"{int(one['solutions']):,}") for one in ranked), default=0)
    for one in ranked:
        number = int(one["solutions"])
        lines.append(f"{number:>{width},} {number / total:6.1%}  {_option_named(one)}")
    return Printed("".join(f"{escaped(line)}\n" for line in lines))


def _option_named(one: Mapping[str, Any]) -> str:
    """Return a placement as `fixed` has it, a cell that stays empty, or the items of an option."""
    if "items" in one:
        return " ".join(one["items"])
    cells = "/".join(",".join(map(str, cell)) for cell in one["cells"])
    return f"{cells} stays empty" if one["piece"] is None else f"{one['piece']}:{cells}"


def stopped_output(task: str, result: Any) -> Printed:
    """Return the output of a look-up that a limit stopped."""
    return Printed(f"UNKNOWN: {task} was stopped by the {result['stop_reason']} limit and has no result\n", UNKNOWN)


def info_output(result: Mapping[str, Any], as_json: bool, verbose: bool) -> Printed:
    """Return the output of `info`."""
    from exactcover.cli import terminal

    if "stop_reason" in result and not as_json:
        return stopped_output("info", result)
    status = UNKNOWN if "stop_reason" in result else ANSWERED
    return Printed((json.dumps(result) if as_json else terminal.about(result, verbose=verbose)) + "\n", status)


def certified_output(result: CountCertificate | None, as_json: bool) -> Printed:
    """Return the output of `count --certificate`: the count, or that it was not certified."""
    if result is None:
        document = {"schema": SCHEMA, "task": "count", "status": "UNKNOWN"}
        text = json.dumps(document) if as_json else "UNKNOWN: the limits ended the count before there was a certificate"
        return Printed(text + "\n", UNKNOWN)
    number = f"{result.count:,} solution{'' if result.count == 1 else 's'}"
    number += "" if result.classes is None else f", {result.classes:,} up to symmetry"
    text = result.to_text() if as_json else f"{number}: there is a certificate, accepted by the judge"
    return Printed(text + "\n")


def choices_output(result: Mapping[str, Any], as_json: bool, counted: bool) -> Printed:
    """Return the output of `count --over` and `list --project`: the sentence, then a line for each choice."""
    if "sentence" not in result:
        return Printed(json.dumps(result) + "\n", UNKNOWN) if as_json else stopped_output("choices", result)
    status = UNKNOWN if result["status"] == "UNKNOWN" else ANSWERED
    status = INTERRUPTED if result["stop_reason"] == "interrupted" else status
    if as_json:
        return Printed(json.dumps(result) + "\n", status)
    each = result["choices"]
    width = max((len(f"{int(one['solutions']):,}") for one in each), default=0)
    lines = [result["sentence"]]
    for one in each:
        words = " ".join(map(_chosen_named, one["choice"])) or "none"
        lines.append(f"{int(one['solutions']):>{width},}  {words}" if counted else words)
    return Printed("".join(f"{escaped(line)}\n" for line in lines), status)


def _chosen_named(one: Any) -> str:
    """Return a cell, the name of a piece, a placement as `fixed` has it, or the items of an option."""
    if isinstance(one, str):
        return one
    if isinstance(one, Mapping):
        return f"{one['piece']}:{'/'.join(','.join(map(str, cell)) for cell in one['cells'])}"
    return ",".join(map(str, one)) if all(isinstance(x, int) for x in one) else f"[{' '.join(one)}]"
