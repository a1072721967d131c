"""A nonogram, in plain Python, for the script that exports publish.

Items are, line by line, rows first, the runs of black cells and the cells; then the cells of the picture, whose colour is black
(1) or white (0), and between two runs of a line an item for each k: the first covers it if it lies more than k places after its
first one, the second if at most k places. Options are, line by line, a run at a place, with the white cell behind it, then a
white cell. An option with `item:colour` gives the item a colour.
"""

from typing import Any

KEYS = {"kind", "kind nonogram", "rows", "columns"}


def model(puzzle: dict[str, Any]) -> tuple[dict[str, tuple[int, int]], list[list[str]]]:
    """Return the items of a nonogram with their bounds, and its options."""
    rows, columns = range(len(puzzle["rows"])), range(len(puzzle["columns"]))
    lines = [(runs, [f"{row},{column}" for column in columns]) for row, runs in enumerate(puzzle["rows"])]
    lines += [(runs, [f"{row},{column}" for row in rows]) for column, runs in enumerate(puzzle["columns"])]
    once, some, options = list[str](), [f"{row},{column}" for row in rows for column in columns], list[list[str]]()
    for number, (runs, cells) in enumerate(lines):
        slack, length = len(cells) - sum(runs) - max(0, len(runs) - 1), len(cells)
        once += [f"run {number}.{run}" for run in range(len(runs))] + [f"line {number}.{k}" for k in range(length)]
        some += [f"order {number}.{run}.{k}" for run in range(len(runs) - 1) for k in range(slack)]
        for run, size in enumerate(runs):
            for moved in range(slack + 1):
                start = sum(runs[:run]) + run + moved
                option = [f"run {number}.{run}", *(f"{cell}:1" for cell in cells[start : start + size])]
                option += [f"{cell}:0" for cell in cells[start + size : start + size + 1]]
                option += [f"line {number}.{k}" for k in range(start, min(length, start + size + 1))]
                option += [f"order {number}.{run}.{k}" for k in range(moved if run < len(runs) - 1 else 0)]
                option += [f"order {number}.{run - 1}.{k}" for k in range(moved if run else slack, slack)]
                options.append(option)
        options += ([f"line {number}.{k}", f"{cell}:0"] for k, cell in enumerate(cells))
    return dict.fromkeys(once, (1, 1)) | dict.fromkeys(some, (0, 1)), options
