"""How much sooner two threads reach a depth than one.

    python -m tests.benchmarks.threads [--game loa] [--positions 12] [--rounds 1] [--json]

The positions are of games that begin with random moves and are played on by the engine, from the
opening to the middle game.  Each is searched to the first depth for which one thread needs a
number of nodes that takes it most of a second, one thread and two in turn.

In which order moves that seem as good are searched changes the nodes of a search of Lines of Action
by a factor of 1.4 either way, with one thread too.  A depth that was chosen because one thread
reached it in few nodes takes more on average, with any number of threads.  So what is searched is
not the game by which the depth was chosen but its mirror images: right to left, upside down, both.

A ratio of times means something only where both threads had a processor to themselves: how many
they had is told with each.  Two figures stand in for it where they had not.  Twice the processor's
time of one thread by that of two, and twice the nodes of one by those of two, are what the ratio
would be if both threads always ran at the same pace; the latter takes a node to cost the same with
two threads as with one.
"""

import argparse
import json
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from random import Random

from kalahloa.compiled import is_compiled
from kalahloa.models.game.position import Position
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from tests.models.random_play import play, start

GAMES = ("loa", "kalah")
MEBIBYTES = 64
MIN_NODES = {"loa": 2_800_000, "kalah": 6_000_000} if is_compiled() else {"loa": 50, "kalah": 50}
MAX_NODES = 3
"""How many times its least number of nodes a search may take."""
RANDOM_PLIES = 3
LAST_PLY = {"loa": 27, "kalah": 15}
NODES_A_MOVE = 2_000 if is_compiled() else 20
IMAGES = {"loa": (7, 56, 63), "kalah": (0,)}
"""What is turned over in the number of each square to mirror a game; Kalah has no mirror images."""


@dataclass(frozen=True)
class Cost:
    """What searches took: seconds by the clock and of the processor, and nodes."""

    clock: float = 0.0
    processor: float = 0.0
    nodes: int = 0

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(
            self.clock + other.clock, self.processor + other.processor, self.nodes + other.nodes
        )


@dataclass(frozen=True)
class Comparison:
    """What one thread and two took for the same searches."""

    one: Cost
    two: Cost

    def ratios(self) -> tuple[float, float, float]:
        """Return how many times as fast two were: by clock, by processor and by nodes."""
        return (
            self.one.clock / self.two.clock,
            2 * self.one.processor / self.two.processor,
            2 * self.one.nodes / self.two.nodes,
        )

    def processors(self) -> float:
        """Return how many processors the two threads had."""
        return self.two.processor / self.two.clock


def time_to_depth(position: Position, depth: int, threads: int) -> Cost:
    """Return what a search of *position*, *depth* plies deep with an empty table, takes."""
    engine = Engine(MEBIBYTES, threads)
    engine.warm_up()
    clock, processor = time.perf_counter(), time.process_time()
    analysis = engine.analyse(position, Limits(depth=depth))
    return Cost(time.perf_counter() - clock, time.process_time() - processor, analysis.nodes)


def mean_ratio(ratios: Sequence[float]) -> float:
    """Return the geometric mean of *ratios*."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def spread_of(ratios: Sequence[float]) -> float:
    """Return by which factor *ratios* lie from their mean, as a standard deviation."""
    mean = math.log(mean_ratio(ratios))
    squares = sum((math.log(ratio) - mean) ** 2 for ratio in ratios)
    return math.exp(math.sqrt(squares / max(1, len(ratios) - 1)))


def tasks(key: str, count: int) -> Iterator[tuple[list[Position], int]]:
    """Yield *count* positions of the game *key* in all images, with the depth to search them to."""
    found = 0
    least = MIN_NODES[key]
    for seed in range(1000 * count):
        last = RANDOM_PLIES + (LAST_PLY[key] - RANDOM_PLIES) * found // max(1, count - 1)
        position = _played(key, seed, last)
        if position.is_over():
            continue
        before = Engine(MEBIBYTES).analyse(position, Limits(nodes=least))
        limits = Limits(depth=before.depth + 1, nodes=MAX_NODES * least)
        after = Engine(MEBIBYTES).analyse(position, limits)
        # Decided games, and those where a depth more takes very long, are no measure.
        if after.depth == limits.depth and not after.lines[0].score.decided:
            found += 1
            yield [_image(position, key, turned) for turned in IMAGES[key]], after.depth
            if found == count:
                return


def _played(key: str, seed: int, last: int) -> Position:
    """Return the position after *last* plies, random ones first, or at the end of the game."""
    position = start(key)
    rng = Random(seed)
    play(position, [rng.randrange(1000) for _ in range(RANDOM_PLIES)])
    engine = Engine(1)
    limits = Limits(nodes=NODES_A_MOVE)
    while position.ply < last and not position.is_over():
        position.make(engine.analyse(position, limits).lines[0].move)
    return position


def _image(position: Position, key: str, turned: int) -> Position:
    """Return *position* as it is at the end of its game with *turned* done to all squares."""
    image = start(key)
    for move in position.move_stack():
        image.make(move ^ (turned | turned << 6))
    return image


def compared(positions: Sequence[Position], depth: int, rounds: int) -> Comparison:
    """Return what one thread and two take in turn for all *positions*, *rounds* times."""
    total = Comparison(Cost(), Cost())
    for position in list(positions) * rounds:
        one = time_to_depth(position, depth, 1)
        total = Comparison(total.one + one, total.two + time_to_depth(position, depth, 2))
    return total


def threads_compared(key: str, count: int, rounds: int = 1) -> dict:
    """Return how much sooner two threads reach a depth than one, over *count* positions."""
    rows = []
    all_of_them = Comparison(Cost(), Cost())
    for images, depth in tasks(key, count):
        position = images[0]
        found = compared(images, depth, rounds)
        all_of_them = Comparison(all_of_them.one + found.one, all_of_them.two + found.two)
        rows.append(
            {
                "position": position.position_string(),
                "ply": position.ply,
                "depth": depth,
                "one": asdict(found.one),
                "two": asdict(found.two),
                "ratios": found.ratios(),
                "processors": found.processors(),
            }
        )
    by_kind = list(zip(*(row["ratios"] for row in rows), strict=True))
    return {
        "game": key,
        "searches": rounds * len(IMAGES[key]),
        "positions": rows,
        "summed": all_of_them.ratios(),
        "mean": [mean_ratio(ratios) for ratios in by_kind],
        "spread": [spread_of(ratios) for ratios in by_kind],
        "processors": all_of_them.processors(),
    }


def show(found: dict) -> None:
    """Print what `threads_compared` found as a table."""
    searches = found["searches"]
    print(f"\ntwo threads against one, {found['game']}: times as fast, searches each: {searches}")
    print("  ply  depth  one, s  two, s  processors    clock  processor  nodes")
    for row in found["positions"]:
        one, two = (row[name]["clock"] / searches for name in ("one", "two"))
        print(
            f"{row['ply']:5}{row['depth']:7}{one:8.2f}{two:8.2f}{row['processors']:12.2f}"
            f"{_in_columns(row['ratios'])}   {row['position']}"
        )
    print(f"{'summed times':28}{found['processors']:12.2f}{_in_columns(found['summed'])}")
    for name, ratios in (("geometric mean", found["mean"]), ("spread, a factor", found["spread"])):
        print(f"{name:40}{_in_columns(ratios)}")


def _in_columns(ratios: Sequence[float]) -> str:
    """Return three ratios as `show` prints them."""
    clock, processor, nodes = ratios
    return f"{clock:9.2f}{processor:11.2f}{nodes:7.2f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.threads")
    parser.add_argument("--game", choices=GAMES, help="one game only")
    parser.add_argument("--positions", type=int, default=12, help="of each game")
    parser.add_argument("--rounds", type=int, default=1, help="searches of each image")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args(arguments)
    for key in GAMES if options.game is None else (options.game,):
        found = threads_compared(key, max(1, options.positions), max(1, options.rounds))
        if options.json:
            print(json.dumps(found, indent=1))
        else:
            show(found)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
