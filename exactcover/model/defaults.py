"""The table of defaults: what a request, a job, a server and a listing have when nobody says otherwise.

Seconds and megabytes. Not here: the options of single engines, which each engine knows itself.
"""

from __future__ import annotations

ENGINE = "auto"
SEED = 0
WORKERS = 0
"""Of a request: the default of its task, which is all cores for a count and 1 otherwise."""

TIME_LIMIT = 60.0
"""Of a job, of each engine of a comparison, and of each solve of the test of plugins. A request of the command line has none."""
MEMORY_LIMIT = 2000.0
"""Of a job. A request of the command line has none."""
MAX_TIME_LIMIT, MAX_MEMORY_LIMIT = 86_400.0, 16_000.0
"""What a job may ask for."""
MARGINALS_PRINTED = 12
REMAINING_SECONDS, LEAST_SECONDS, REASON_SECONDS, POCKET_SECONDS = 0.3, 0.2, 0.5, 5.0
"""Of `remaining`: for all its searches together; for a solution and for a reason however late it is; for a cell that no piece
covers or a pocket, which is found in milliseconds unless the machine is busy."""
HINT_SECONDS = 1.0
LOOKUP_TIME_LIMIT, LOOKUP_MEMORY_LIMIT = 10.0, 1000.0
"""Of what a server answers without a job."""
MAX_LOOKUP_TIME_LIMIT = 60.0
"""Of the look-ups that somebody waits for longer: files, and the lists of puzzles and engines."""
MAX_SOLUTION_BYTES = 256 * 2**20
"""Of all solutions of a job."""

RETENTION_SECONDS, RETENTION_BYTES = 30 * 86_400.0, 10 * 2**30
"""How long ended jobs are kept, and how much they may hold."""
OWNER_BYTES, PRUNE_SECONDS = 2 * 2**30, 60.0
"""How much the jobs of one owner may hold, and how often jobs are deleted."""
HOST, PORT = "127.0.0.1", 8000
SERVER_URL = f"http://{HOST}:{PORT}"
JOBS_AT_ONCE = 1
JOBS_A_PAGE = 50

SOLUTIONS_SHOWN, SOLUTIONS_PICTURED = 20, 300
"""Solutions that a list prints on a terminal, and that a sheet shows."""
