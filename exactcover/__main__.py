"""`python -m exactcover`: the command line, as the installed program."""

import sys

from exactcover.cli import main

if __name__ == "__main__":
    sys.exit(main())
