"""Proves recorded trees: every value, window and cut against plain minimax, and the counts::

    python -m tests.benchmarks.recorded_trees [--count 500] [--seed 14]

The positions are small and random, of three games in turn.  Each is searched by all searchers of
the lecture, recorded, counted and plain.  The exit code is 1 if anything is wrong.
"""

import argparse
import sys
import time
import traceback

from tests.models.search.recorded_trees import COUNT, KEYS, SEARCHERS, Minimax, Proven, cases, prove


def main() -> int:
    """Prove, and print what was proven, by game; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=COUNT, help="number of positions")
    parser.add_argument("--seed", type=int, default=14, help="of the positions")
    values = parser.parse_args()
    began = time.process_time()
    proven = {key: Proven() for key in KEYS}
    wrong = 0
    for case in cases(values.count, values.seed):
        exact = Minimax(case)
        for searcher in SEARCHERS:
            try:
                prove(searcher, case, exact, proven[case.key])
            except AssertionError:
                wrong += 1
                print(f"{searcher.name}, depth {case.depth}: {case.position.position_string()}")
                traceback.print_exc()
    for key, found in proven.items():
        print(
            f"{key:10} {found.searches:6,} searches, {found.passes:6,} passes, {found.nodes:9,} "
            f"nodes, {found.cuts:7,} cut-offs, {found.pruned:7,} moves left out, {found.hits:6,} "
            f"hits, {found.again:5,} searched again, {found.failed_high} windows failed high, "
            f"{found.failed_low} low"
        )
    seconds = time.process_time() - began
    print(f"{values.count} positions, {wrong} wrong, {seconds:.1f} s of processor time")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
