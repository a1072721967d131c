"""Entry point of a worker process: it takes over its parent's import path, and searches cubes until the connection closes."""

from __future__ import annotations

import json
import sys

if __name__ == "__main__":
    sys.path[:] = json.loads(sys.argv[3])
    from exactcover.process.death_signal import die_with

    die_with(int(sys.argv[2]))  # first: what comes next takes long to import
    from exactcover.cluster.local import serve

    serve(int(sys.argv[1]))
