"""Looks at many games in every way there is, and counts what is left other than it was.

    python -m tests.benchmarks.looking --games 300 --seed 1

The games have names, comments and variations; each is opened in some way, walked through, reviewed,
guessed at, practised.  Prints how they were opened and each row of the library that differs, but
for those that say where a game was left and what analyses have found.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from kalahloa.app import make_application
from tests.looking import changes


def main() -> int:
    """Look, print the figures, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    values = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        for variable in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
            os.environ[variable] = home
        application = make_application(["looking"])
        began = time.monotonic()
        differences, looks = changes(Path(home), values.games, values.seed)
        application.sendPostedEvents()
    for line in differences:
        print(line)
    ways = ", ".join(f"{count} {way}" for way, count in sorted(looks.items()))
    print(
        f"{values.games} games (seed {values.seed}), {looks.total()} looks ({ways}): "
        f"{len(differences)} lines differ; {time.monotonic() - began:.0f} s."
    )
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
