"""A worker's process begins here: it takes over its parent's import path, and searches cubes until that is done with it."""

from __future__ import annotations

import json
import sys

if __name__ == "__main__":
    sys.path[:] = json.loads(sys.argv[3])
    from exactcover.cluster.local import serve

    serve(int(sys.argv[1]), int(sys.argv[2]))
