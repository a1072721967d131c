"""CSV: an option per line, its cost and then the names of its items, each of which is to be covered exactly once.

`2.5,flight 1,flight 7` costs 2.5 and covers two items. The first line may be a heading, `cost,...`; lines that begin with `#`
and empty ones are ignored; names may be quoted. Costs may be omitted on all lines, `,a,b`. Source: RFC 4180.
"""

from __future__ import annotations

import csv
import io
from typing import Any

from encoders.imports.rows_to_cover import MOST_VARIABLES
from exactcover.model.amounts import exact
from exactcover.model.errors import InvalidInput


def keys(text: str) -> dict[str, Any]:
    """Return the keys of the cover that the lines describe; raises InvalidInput with the line at fault."""
    items: dict[str, None] = {}
    options: list[list[str]] = []
    costs: list[str] = []
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff")), strict=True)
    try:
        for fields in reader:
            cost, *names = [each.strip() for each in fields] or [""]
            names = [name for name in names if name]
            if (not cost and not names) or cost.startswith("#") or (not options and cost.lower() == "cost"):
                continue
            if cost and exact(cost) is None:
                raise InvalidInput(f"the cost is {cost[:40]!r}; expected a number before the first comma, or nothing")
            if not names:
                raise InvalidInput("the option has no item; expected a cost, and names of items after commas")
            if len(set(names)) < len(names):
                twice = next(name for number, name in enumerate(names) if name in names[:number])
                raise InvalidInput(f"the option has the item {twice[:40]!r} twice; expected different items")
            if options and bool(cost) != bool(costs):
                raise InvalidInput("some options have a cost and some have none; expected all of them, or none")
            items.update(dict.fromkeys(names))
            options.append(names)
            costs += [cost] if cost else []
            if len(options) > MOST_VARIABLES:
                raise InvalidInput(f"over {MOST_VARIABLES} options; expected at most that many")
    except csv.Error as fault:
        raise InvalidInput(f"line {reader.line_num}: {fault}; expected fields with commas between them") from fault
    except InvalidInput as fault:
        raise InvalidInput(f"line {reader.line_num}: {fault}") from fault
    if not options:
        raise InvalidInput("the text has no option; expected lines such as 2,a,b")
    return {"kind": "cover", "items": list(items), "options": options} | ({"costs": costs} if costs else {})
