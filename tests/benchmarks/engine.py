"""How fast the engine is, what a second thread brings, how well it keeps time, what it keeps.

    python -m tests.benchmarks.engine [--searches 1000] [--positions 12] [--json]

Rates and ratios mean something only on a machine that does nothing else; for the comparison of
threads see `threads`, which does that part alone.
"""

import argparse
import json
import threading
import time
from collections.abc import Sequence

from kalahloa.compiled import compiled_note, is_compiled
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from tests.benchmarks.threads import GAMES, MEBIBYTES, threads_compared, time_to_depth
from tests.benchmarks.threads import show as show_threads
from tests.memory import resident_bytes
from tests.models.random_play import random_position, start

RATE_DEPTHS = {"loa": 11, "kalah": 20} if is_compiled() else {"loa": 2, "kalah": 5}
TIMES = (0.01, 0.02, 0.03)
ROUNDS = 3


def speed(key: str) -> dict:
    """Return the nodes a second of one thread from the start of the game *key*; the best counts."""
    found = [time_to_depth(start(key), RATE_DEPTHS[key], 1) for _ in range(ROUNDS)]
    nodes = found[0].nodes
    return {
        "game": key,
        "depth": RATE_DEPTHS[key],
        "nodes": nodes,
        "nodes_a_second": max(nodes / cost.clock for cost in found),
        "nodes_a_processor_second": max(nodes / cost.processor for cost in found),
    }


def depth_in_a_second(key: str) -> int:
    """Return how deep one thread comes in a second from the start of the game *key*."""
    return Engine(MEBIBYTES).analyse(start(key), Limits(seconds=1.0)).depth


def stop_latencies(key: str, searches: int) -> list[float]:
    """Return how long a search without limits runs on once it was told to stop, in ms, sorted."""
    engine = Engine(MEBIBYTES)
    position = start(key)
    stop = threading.Event()
    ended: list[float] = []

    def ask() -> None:
        engine.analyse(position, Limits(), stopped=stop.is_set)
        ended.append(time.perf_counter())

    latencies = []
    for number in range(searches):
        stop.clear()
        asker = threading.Thread(target=ask)
        asker.start()
        # At every moment of the round in which the engine listens.
        time.sleep(0.02 + 0.0001 * (number % 40))
        told = time.perf_counter()
        stop.set()
        asker.join()
        latencies.append(1000 * (ended.pop() - told))
    return sorted(latencies)


def overruns(key: str, searches: int) -> list[float]:
    """Return by how much searches are late for their time, in ms, sorted; early is negative."""
    engine = Engine(MEBIBYTES)
    late = []
    for number in range(searches):
        position = random_position(key, number % 50, number % 30)
        seconds = TIMES[number % len(TIMES)]
        began = time.perf_counter()
        engine.analyse(position, Limits(seconds=seconds))
        late.append(1000 * (time.perf_counter() - began - seconds))
    return sorted(late)


def memory(searches: int) -> dict:
    """Return what the process holds, in MiB, as it asks *searches* questions one after another.

    The questions are of all games, from their starts and later; `table` is by how much the first of
    them had the process grow, most of which is the table.
    """
    keys = (*GAMES, "tictactoe")
    engine = Engine(MEBIBYTES)
    held = [resident_bytes()]

    def ask(first: int, last: int) -> None:
        for number in range(first, last):
            position = random_position(keys[number % 3], number // 3, number % 40)
            engine.analyse(position, Limits(nodes=2_000 if is_compiled() else 20))
        held.append(resident_bytes())

    ask(0, 1)
    ask(1, searches // 10)
    ask(searches // 10, searches)
    none, one, some, all_of_them = (size / (1 << 20) for size in held)
    return {
        "searches": searches,
        "table_as_set": MEBIBYTES,
        "before": none,
        "table": one - none,
        "after_one": one,
        "after_a_tenth": some,
        "after_all": all_of_them,
        "growth_percent": 100 * (all_of_them / one - 1) if one else 0.0,
        "growth_after_a_tenth_percent": 100 * (all_of_them / some - 1) if some else 0.0,
    }


def spread(sample: list[float]) -> dict:
    """Return what is told of a sorted *sample* of times."""
    return {
        "searches": len(sample),
        "median": sample[len(sample) // 2],
        "percentile_99": sample[min(len(sample) - 1, int(0.99 * len(sample)))],
        "percentile_99_9": sample[min(len(sample) - 1, int(0.999 * len(sample)))],
        "longest": sample[-1],
    }


def measure(searches: int, positions: int) -> dict:
    """Return all figures, with *searches* for each kind of time and *positions* for threads."""
    # First, while no other table has been had and given back.
    held = memory(searches)
    return {
        "compiled": compiled_note(),
        "speed": [speed(key) for key in GAMES],
        "depth_in_a_second": {key: depth_in_a_second(key) for key in GAMES},
        "threads": [threads_compared(key, positions) for key in GAMES],
        "stop_latency_ms": {key: spread(stop_latencies(key, searches // 5)) for key in GAMES},
        "overrun_ms": {key: spread(overruns(key, searches)) for key in GAMES},
        "memory_mib": held,
    }


def show(figures: dict) -> None:
    """Print *figures* as a table."""
    print(f"The engine is {figures['compiled']}; table of {MEBIBYTES} MiB.\n")
    print("game    depth        nodes   nodes a second  a processor's second  depth in 1 s")
    for row in figures["speed"]:
        print(
            f"{row['game']:6}{row['depth']:7}{row['nodes']:13,}{row['nodes_a_second']:17,.0f}"
            f"{row['nodes_a_processor_second']:22,.0f}"
            f"{figures['depth_in_a_second'][row['game']]:14}"
        )
    for row in figures["threads"]:
        show_threads(row)
    for name, title in (("stop_latency_ms", "stop latency"), ("overrun_ms", "time overrun")):
        print(f"\n{title}, ms\ngame   searches   median     99 %   99.9 %  longest")
        for key, row in figures[name].items():
            print(
                f"{key:6}{row['searches']:9}{row['median']:9.2f}{row['percentile_99']:9.2f}"
                f"{row['percentile_99_9']:9.2f}{row['longest']:9.2f}"
            )
    held, tenth = figures["memory_mib"], figures["memory_mib"]["searches"] // 10
    print("\nmemory, MiB")
    print(f"{held['before']:8.1f}  before any search")
    print(f"{held['table']:8.1f}  more for the first (the table has {held['table_as_set']})")
    print(f"{held['after_one']:8.1f}  after 1 search")
    print(f"{held['after_a_tenth']:8.1f}  after {tenth}")
    print(
        f"{held['after_all']:8.1f}  after {held['searches']}: {held['growth_percent']:+.1f} %, of "
        f"which {held['growth_after_a_tenth_percent']:+.1f} % since the {tenth}th"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.engine")
    parser.add_argument("--searches", type=int, default=1000, help="for each kind of time")
    parser.add_argument("--positions", type=int, default=12, help="to compare threads on")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args(arguments)
    figures = measure(max(20, options.searches), max(1, options.positions))
    if options.json:
        print(json.dumps(figures, indent=1))
    else:
        show(figures)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
