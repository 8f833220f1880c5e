"""Kalah's endgames: how long they take, how large they are, and whether they are right.

``python -m tests.benchmarks.endgames`` prints, for boards of six pits, the seconds to build, to
check by the builder's own reckoning, and to open from a file.  Then every position with few stones
is compared with plain minimax over the game's rules, under all four rule sets.
"""

import argparse
import os
import tempfile
from collections.abc import Sequence
from time import perf_counter

from kalahloa.compiled import compiled_note, is_compiled
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.games.kalah.tablebase.builder import build_tablebase, count_mismatches
from kalahloa.models.games.kalah.tablebase.files import open_or_build
from kalahloa.models.games.kalah.tablebase.verification import margin_of
from tests.models.games.kalah.kalah_minimax import every_rule_set, minimax, position_of, spread

TIMED = (12, 14, 16, 18) if is_compiled() else (6, 8)
DEFAULT_STONES = 10 if is_compiled() else 6


def time_builds() -> None:
    """Print a row of sizes and times for each number of stones."""
    print(f"{'stones':>6} {'bytes':>13} {'1 thread':>9} {'2 threads':>9} {'check':>9} {'open':>9}")
    rules = KalahRules()
    for stones in TIMED:
        seconds = []
        for threads in (1, 2):
            began = perf_counter()
            table = build_tablebase(rules, stones, threads=threads)
            seconds.append(perf_counter() - began)
        began = perf_counter()
        assert count_mismatches(table) == 0
        seconds.append(perf_counter() - began)
        with tempfile.TemporaryDirectory() as folder:
            os.environ["KALAHLOA_CACHE"] = folder
            open_or_build(rules, stones)
            began = perf_counter()
            opened = open_or_build(rules, stones)
            seconds.append(perf_counter() - began)
            assert not opened.built
        times = " ".join(f"{time:7.3f} s" for time in seconds)
        print(f"{stones:6} {table.size:13,} {times}", flush=True)


def compare(rules: KalahRules, stones: int) -> int:
    """Return how many margins of positions with at most *stones* are not what minimax finds."""
    table = build_tablebase(rules, stones)
    memo: dict[bytes, int] = {}
    compared = wrong = 0
    for total in range(stones + 1):
        for pits in spread(12, total):
            position = position_of(rules, pits)
            compared += 1
            wrong += margin_of(table, position) != minimax(position, memo)
    assert compared == table.size
    return wrong


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the times and what was compared; return the exit code, 1 where anything differs."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.endgames", description=__doc__
    )
    parser.add_argument(
        "--stones",
        type=int,
        default=DEFAULT_STONES,
        help=f"compare positions with at most so many (default: {DEFAULT_STONES})",
    )
    stones = parser.parse_args(arguments).stones
    print(f"Kalahloa's endgames are {compiled_note()}.")
    time_builds()
    differing = 0
    for rules in every_rule_set():
        began = perf_counter()
        wrong = compare(rules, stones)
        differing += wrong
        print(
            f"capture {rules.capture}, end {rules.end}: every position with at most {stones} "
            f"stones compared, {wrong} differ ({perf_counter() - began:.1f} s)",
            flush=True,
        )
    return 1 if differing else 0


if __name__ == "__main__":
    raise SystemExit(main())
