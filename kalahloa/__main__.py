"""`python -m kalahloa` is the command `kalahloa`."""

import sys

from kalahloa.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
