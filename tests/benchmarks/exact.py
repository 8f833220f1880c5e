"""Exact Kalah: how long proofs take, and whether they are right.

    python -m tests.benchmarks.exact start|oracles|games|perfect [--games N] [--threads T]
                                     [--against levels|mcts] [--seconds S] [--seed S]

``start`` proves (6,4) from nothing, by the command line as a user would, with one thread and two.
``oracles`` compares every move of all positions that an independent program solved.  ``games``
asks for the values of every move at positions from games of mixed strength, with the book and the
endgames that the program has of itself.  ``perfect`` plays so many different games as first player
against every level, or against OpenSpiel's tree search with so many seconds for a move (see
`perfect_games`).  Times depend on the machine; one that does nothing else is fair.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from random import Random
from statistics import median
from time import perf_counter

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.games.kalah.knowledge import KalahKnowledge, book_alone, open_knowledge
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.search.levels.levels import at_level
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.solver.solver import Solver
from tests.benchmarks.perfect_games import Tally, opponents, play
from tests.models.random_play import start
from tests.oracles import oracle

PRESETS = ("lecture", "standard", "empty-capture")
START_MEBIBYTES = 1024
MEBIBYTES = 256
ORACLE_STONES = 20
MIXED_LEVELS = (2, 3, 4, 5, 6, 7, 8)
NOTHING = Heuristic("nothing", "Nothing", "All positions are alike.", lambda position: 0.0)
NO_LIMIT = Limits(depth=100)
MAX_SEED = 999
GAMES_A_SEED = 1_000_000
"""So many games have numbers of their own under one seed."""


def prove_start(threads: Sequence[int]) -> bool:
    """Print what the proofs of (6,4) take; return whether they all end."""
    whole = True
    for preset in PRESETS:
        seconds = []
        for count in threads:
            command = f"solve kalah --rules {preset} --no-book --no-cache --json --threads {count}"
            table = ["--table", str(START_MEBIBYTES)]
            done = subprocess.run(
                [sys.executable, "-m", "kalahloa", *command.split(), *table],
                capture_output=True,
                check=True,
            )
            found = json.loads(done.stdout)
            whole &= found["proven"]
            seconds.append(found["seconds"])
            print(
                f"{preset}, {count} threads: {found['value']:+}, {found['nodes']:,} nodes, "
                f"{found['seconds']:.2f} s",
                flush=True,
            )
        print(f"{preset}: {seconds[0] / seconds[-1]:.2f} times as fast with {threads[-1]} threads")
    return whole


def compare_oracles(threads: int) -> int:
    """Print how many positions are not what the independent program found; return that number."""
    wrong = 0
    times = []
    for preset, entries in oracle("kalah")["exact_positions"].items():
        rules = start("kalah", preset).rules
        knowledge = open_knowledge(rules, ORACLE_STONES, cached=False, booked=False)
        solver = Solver(MEBIBYTES, threads)
        for entry in entries:
            position = Kalah(entry["pos"], 0, rules)
            knowledge.use_tablebase(position)
            began = perf_counter()
            found = solver.values(position)
            times.append(perf_counter() - began)
            values = {str(move): bounds.value for move, bounds in found.moves.items()}
            if values != entry["moves"]:
                wrong += 1
                print(f"{preset} {entry['pos']}: {values}, but {entry['moves']}")
    print(f"{len(times)} positions, {wrong} of them wrong; {spread(times)}")
    return wrong


def kalah_start(preset: str = "lecture") -> Kalah:
    """Return the start position of (6,4) under the rules *preset*."""
    position = start("kalah", preset)
    assert isinstance(position, Kalah)
    return position


def mixed_games(preset: str, numbers: Sequence[int]) -> Iterator[list[Kalah]]:
    """Yield the positions of games between players of different levels, by the games' *numbers*."""
    for number in numbers:
        chance = Random(f"{preset} {number}")
        players = [at_level(chance.choice(MIXED_LEVELS), number) for _ in range(2)]
        position = kalah_start(preset)
        passed = []
        while not position.is_over():
            passed.append(position.copy())
            position.make(players[position.side].choose(position, NO_LIMIT, NOTHING).move)
        yield passed


def time_games(games: int, threads: int, seed: int) -> None:
    """Print how long the values of every move take at a position of each game."""
    numbers = range(seed * GAMES_A_SEED, seed * GAMES_A_SEED + games)
    for preset in PRESETS:
        times = []
        knowledge = open_knowledge(start("kalah", preset).rules)
        for number, passed in zip(numbers, mixed_games(preset, numbers), strict=True):
            position = Random(number).choice(passed)
            times.append(time_values(position, knowledge, threads))
        at_start = time_values(kalah_start(preset), knowledge, threads)
        print(f"{preset}: {spread(times)}; at the start {at_start:.3f} s", flush=True)


def time_values(position: Kalah, knowledge: KalahKnowledge, threads: int) -> float:
    """Return the seconds until the values of all moves of *position* are proven, from nothing."""
    solver = Solver(MEBIBYTES, threads, knowledge.probe)
    solver.warm_up()
    knowledge.use_tablebase(position)
    began = perf_counter()
    assert solver.values(position).proven
    return perf_counter() - began


def spread(times: list[float]) -> str:
    """Return the median of *times* and how long the longest are, in words."""
    times = sorted(times)
    most = times[min(len(times) - 1, len(times) * 95 // 100)]
    return f"median {median(times):.4f} s, 95 % {most:.3f} s, longest {times[-1]:.2f} s"


def play_perfectly(games: int, against: str, seconds: float, seed: int) -> bool:
    """Print the margins *against* each opponent; return whether none is below the start's value."""
    value = book_alone(kalah_start().rules).probe(kalah_start())
    assert value is not None
    whole = Tally()
    numbers = iter(range(seed * GAMES_A_SEED, (seed + 1) * GAMES_A_SEED))
    for name, opponent in opponents(against, seconds):
        tally = play(games, opponent, numbers, whole.games)
        whole.add(tally)
        print(f"perfect against {name}: {tally.text}", flush=True)
    print(f"perfect in all: {whole.text}; {value:+} is proven")
    return min(whole.margins) >= value


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure one part, print its figures and return 0, or 1 where a value is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.exact")
    parser.add_argument("part", choices=("start", "oracles", "games", "perfect"))
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--against", choices=("levels", "mcts"), default="levels")
    parser.add_argument("--seconds", type=float, default=0.1, help="MCTS's, for a move")
    parser.add_argument("--seed", type=int, default=0, help="other games (from 0 on)")
    options = parser.parse_args(arguments)
    if options.games < 1 or options.threads < 1:
        parser.error("there is at least 1 game and 1 thread")
    if options.seconds <= 0 or not 0 <= options.seed <= MAX_SEED:
        parser.error(f"seconds are more than 0, and a seed is 0 to {MAX_SEED}")
    if options.part == "perfect" and options.against == "mcts" and find_spec("pyspiel") is None:
        print("OpenSpiel is not installed; pip install open_spiel gets it.", file=sys.stderr)
        return 2
    right = True
    if options.part == "start":
        right = prove_start((1, options.threads))
    elif options.part == "oracles":
        right = compare_oracles(options.threads) == 0
    elif options.part == "games":
        time_games(options.games, options.threads, options.seed)
    else:
        right = play_perfectly(options.games, options.against, options.seconds, options.seed)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
