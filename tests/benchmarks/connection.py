"""How far a side of Lines of Action is from connecting: ``python -m tests.benchmarks.connection``.

The positions are of games that the engine plays against itself with few nodes, a random move now
and then.  For each part of the games it prints in how many positions the fewest moves were found,
how many the bounds leave open elsewhere, and the time of a call.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from random import Random
from statistics import mean, median

from kalahloa.compiled import compiled_note
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.loa.connection import MAX_NODES, connection
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits

PHASES = (0, 10, 20, 30, 40)
"""The plies at which the parts of a game begin."""
ENGINE_NODES = 600
RANDOM_SHARE = 0.1


def positions(seed: int) -> Iterator:
    """Yield the positions of a game, one object that changes."""
    game = find_game("loa")
    rng = Random(seed)
    position = game.start(game.rulebook.default)
    engine = Engine(1, network=True)
    first = rng.randrange(6)
    while not position.is_over() and position.ply < 150:
        yield position
        if position.ply < first or rng.random() < RANDOM_SHARE:
            position.make(rng.choice(position.legal_moves()))
        else:
            limits = Limits(nodes=ENGINE_NODES)
            position.make(engine.choose(position, limits, game.heuristic()).move)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.connection", description=__doc__
    )
    parser.add_argument("--games", type=int, default=30, help="how many games; 30 by default")
    parser.add_argument("--nodes", type=int, default=MAX_NODES, help="the limit of a search")
    asked = parser.parse_args(arguments)
    rows = []
    for seed in range(asked.games):
        for position in positions(seed):
            for side in (0, 1):
                began = time.process_time()
                found = connection(position, side, max_nodes=asked.nodes)
                milliseconds = 1000 * (time.process_time() - began)
                rows.append((position.ply, found, milliseconds))
    print(f"{asked.games} games, {asked.nodes:,} nodes; {compiled_note()}.")
    print("plies     positions   exact   open   median ms   95 % ms   max ms")
    for first, end in [*zip(PHASES, (*PHASES[1:], 1000), strict=True), (0, 1000)]:
        part = [(found, spent) for ply, found, spent in rows if first <= ply < end]
        if not part:
            continue
        times = sorted(spent for _, spent in part)
        exact = sum(found.exact for found, _ in part) / len(part)
        gaps = [
            found.upper - found.lower
            for found, _ in part
            if found.upper is not None and not found.exact
        ]
        plies = (
            "all" if end - first == 1000 else f"{first}-{end - 1}" if end < 1000 else f"{first}-"
        )
        print(
            f"{plies:<8} {len(part):>10} {exact:>7.1%} {mean(gaps or [0]):>6.1f} "
            f"{median(times):>11.2f} {times[int(0.95 * len(times))]:>9.2f} {times[-1]:>8.2f}"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
