"""A child process begins here: it takes over its parent's import path, and serves its parent until that is done with it."""

from __future__ import annotations

import json
import sys

if __name__ == "__main__":
    sys.path[:] = json.loads(sys.argv[3])
    from exactcover.process.child import serve
    from exactcover.process.process_pool import give_way

    give_way(int(sys.argv[4]))
    serve(int(sys.argv[1]), int(sys.argv[2]))
