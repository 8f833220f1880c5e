"""The engine against OpenSpiel's Monte Carlo tree search, which has ten times as long for a move.

    python -m tests.benchmarks.openspiel_match loa [--games N] [--seconds S] [--workers W] [--json]

The opponent is the ``MCTSBot`` of OpenSpiel's C++ library with random rollouts (one a simulation),
UCT with a constant of 2, and its solver.  Each opening is played twice with the sides swapped, by
the rules that are OpenSpiel's; ``--openings start`` has none, and the rollouts' chance makes the
games differ.  Times depend on the machine; one that does nothing else is fair.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import pyspiel

from kalahloa.cli.progress import ProgressLine
from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.match.elo import measure_elo
from kalahloa.models.match.match import play_game
from kalahloa.models.match.openings import read_openings
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.levels.perfect import PerfectEngine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.solver.solvable import can_be_solved
from kalahloa.models.work.calls import call_processes, in_order
from tests.models.random_play import start
from tests.openspiel import COUNTERPARTS, Counterpart

NOTHING = Heuristic("nothing", "Nothing", "All positions are alike.", lambda position: 0.0)
TIMES_AS_LONG = 10
OPENINGS = "random:4:1"
NO_OPENINGS = "start"
MAX_PLIES = 300
MAX_SIMULATIONS = 10**9
MEBIBYTES = 64
TREE_MEBIBYTES = 1000
UCT = 2.0


class Mover:
    """Chooses moves, and keeps how long that took."""

    def __init__(self) -> None:
        self.taken: list[float] = []

    def __call__(self, position: Position) -> int:
        began = time.perf_counter()
        move = self.choose(position)
        self.taken.append(time.perf_counter() - began)
        return move

    def choose(self, position: Position) -> int:
        """Return the move to make."""
        raise NotImplementedError


class EngineMover(Mover):
    """The house's engine on one thread, which stops early where there is only one move."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._limits = Limits(seconds=seconds)
        self._engine = Engine(MEBIBYTES)
        self._engine.warm_up()

    def choose(self, position: Position) -> int:
        return self._engine.analyse(position, self._limits, for_play=True).lines[0].move


class ProvingMover(Mover):
    """The house's engine where games can be solved: level *perfect*, as far as time allows.

    Where several moves are as good and as hard to answer, chance decides, by *seed*.
    """

    def __init__(self, key: str, seconds: float, position: Position, seed: int) -> None:
        super().__init__()
        self._limits = Limits(seconds=seconds)
        self._engine = PerfectEngine(seed, find_game(key).knowledge)
        self._engine.warm_up(position)

    def choose(self, position: Position) -> int:
        return self._engine.choose(position, self._limits, NOTHING).move


class MctsMover(Mover):
    """OpenSpiel's tree search."""

    def __init__(self, seconds: float, counterpart: Counterpart, seed: int) -> None:
        super().__init__()
        self._counterpart = counterpart
        self._game = pyspiel.load_game(counterpart.theirs)
        self._bot = pyspiel.MCTSBot(
            self._game,
            pyspiel.RandomRolloutEvaluator(1, seed),
            UCT,
            MAX_SIMULATIONS,
            TREE_MEBIBYTES,
            True,
            seed,
            False,
            max_wall_clock_time=seconds,
        )

    def choose(self, position: Position) -> int:
        state = self._game.new_initial_state()
        replay = start(self._counterpart.key, self._counterpart.preset)
        action = self._counterpart.action
        for move in position.move_stack():
            state.apply_action(action(replay, move))
            replay.make(move)
        chosen = self._bot.step(state)
        return next(move for move in position.legal_moves() if action(position, move) == chosen)


@dataclass(frozen=True)
class Pair:
    """Two games of one opening: the engine's points, and the seconds of all moves of either."""

    points: tuple[float, float]
    plies: tuple[int, int]
    engine: tuple[float, ...]
    mcts: tuple[float, ...]


def play_pair(key: str, seconds: float, number: int, opening: Sequence[int]) -> Pair:
    """Play *opening*, the one with this *number*, with the engine on either side."""
    counterpart = next(one for one in COUNTERPARTS if one.key == key)
    points, plies = [], []
    beginning = start(counterpart.key, counterpart.preset)
    engine: Mover = (
        ProvingMover(key, seconds, beginning, number)
        if can_be_solved(beginning)
        else EngineMover(seconds)
    )
    taken: list[float] = []
    for engine_side in (0, 1):
        position = start(counterpart.key, counterpart.preset)
        for move in opening:
            position.make(move)
        mcts = MctsMover(TIMES_AS_LONG * seconds, counterpart, 2 * number + engine_side + 1)
        movers = (engine, mcts) if engine_side == 0 else (mcts, engine)
        first = play_game(position, movers, MAX_PLIES)
        points.append(0.5 if first is None else abs(first - engine_side))
        plies.append(position.ply)
        taken += mcts.taken
    return Pair((points[0], points[1]), (plies[0], plies[1]), tuple(engine.taken), tuple(taken))


def match(key: str, games: int, seconds: float, workers: int, openings: str) -> list[Pair]:
    """Play *games* games, an even number, on *workers* processes."""
    counterpart = next(one for one in COUNTERPARTS if one.key == key)
    lines: list[tuple[int, ...]] = [()] * (games // 2)
    if openings != NO_OPENINGS:
        known = find_game(key).knowledge
        lines = read_openings(openings).first(start(key, counterpart.preset), games // 2, known)
    calls = (partial(play_pair, key, seconds, *numbered) for numbered in enumerate(lines))
    pairs: list[Pair] = []
    with ProgressLine() as line, call_processes(workers) as pool:
        for pair in in_order(pool, calls):
            pairs.append(pair)
            score = sum(sum(pair.points) for pair in pairs)
            line.show(len(pairs), len(lines), f"{score:g} of {2 * len(pairs)}")
    return pairs


def figures(key: str, seconds: float, openings: str, pairs: list[Pair]) -> dict:
    """Return what is told of *pairs*; the Elo is None where it is beyond measure."""
    counts = [0] * 5
    for pair in pairs:
        counts[round(2 * sum(pair.points))] += 1
    points = [one for pair in pairs for one in pair.points]
    elo = measure_elo((counts[0], counts[1], counts[2], counts[3], counts[4]))
    engine = [one for pair in pairs for one in pair.engine]
    mcts = [one for pair in pairs for one in pair.mcts]
    return {
        "game": key,
        "openings": openings,
        "seconds_engine": seconds,
        "seconds_mcts": TIMES_AS_LONG * seconds,
        "games": len(points),
        "wins": points.count(1),
        "draws": points.count(0.5),
        "losses": points.count(0),
        "pentanomial": counts,
        "elo": elo and elo.text,
        "plies_a_game": sum(sum(pair.plies) for pair in pairs) / len(points),
        "mean_seconds_engine": sum(engine) / len(engine),
        "mean_seconds_mcts": sum(mcts) / len(mcts),
        "longest_engine": max(engine),
        "longest_mcts": max(mcts),
    }


def show(found: dict) -> None:
    """Print the figures in words."""
    print(
        f"{found['game']}: the engine at {found['seconds_engine']:g} s a move against MCTS at "
        f"{found['seconds_mcts']:g} s, openings {found['openings']}"
    )
    print(
        f"{found['games']} games: +{found['wins']} ={found['draws']} −{found['losses']}, "
        f"Elo {found['elo']}; {found['plies_a_game']:.0f} plies a game"
    )
    print(
        f"seconds a move: {found['mean_seconds_engine']:.3f} (longest "
        f"{found['longest_engine']:.3f}) and {found['mean_seconds_mcts']:.3f} (longest "
        f"{found['longest_mcts']:.3f})"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the match and print its result; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.openspiel_match")
    parser.add_argument("game", choices=[one.key for one in COUNTERPARTS])
    parser.add_argument("--games", type=int, default=20, help="an even number")
    parser.add_argument("--seconds", type=float, default=0.1, help="the engine's, for a move")
    parser.add_argument("--workers", type=int, default=1, help="on how many processes")
    parser.add_argument(
        "--openings",
        default=OPENINGS,
        help=f"{NO_OPENINGS}, or as kalahloa match takes them (default: {OPENINGS})",
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args(arguments)
    if options.games < 2 or options.games % 2 or options.seconds <= 0 or options.workers < 1:
        parser.error("games come in pairs, and seconds and workers are more than 0")
    pairs = match(options.game, options.games, options.seconds, options.workers, options.openings)
    found = figures(options.game, options.seconds, options.openings, pairs)
    if options.json:
        print(json.dumps(found, indent=1))
    else:
        show(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
