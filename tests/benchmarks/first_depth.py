"""Searches with almost no time, from a cold start: ``python -m tests.benchmarks.first_depth``.

Each search has a searcher of its own, whose memory nobody has touched, in a position of its own and
within 0, 1, 5 or 20 ms, or one node.  All have to complete depth 1, and none may return a move that
is worse than the best at depth 1: it is the best one at depth 1, or the same search finds it again
at the depth that it has reached, or after as many nodes, or the next depths find it no worse, or it
is no worse by exact values.  What is proven is taken on trust here; oracles test it elsewhere.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from statistics import median
from time import monotonic

from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.levels.levels import PERFECT, at_level, sure_engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import SearchResult
from kalahloa.models.search.score import search_value
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.searchers import find_searcher
from kalahloa.models.search.solver.solver import Solver
from tests.models.random_play import GAME_RULES, random_position

LIMITS = (*(Limits(seconds=ms / 1000) for ms in (0, 1, 5, 20)), Limits(nodes=1))
COUNTED = (Limits(seconds=0.0), *(Limits(nodes=count) for count in (1, 100, 1000)))
"""Limits within which a search is the same on every machine: without any time, and by nodes."""
MEBIBYTES = 4
MAX_PLIES = 40
SOLVER_SECONDS = 30.0
A_PROCESS = 25
"""So many searches a process, so that interpreter and network are cold again and again."""


def _kalah_only(make: Callable[[], Searcher]) -> Callable[[str], Searcher]:
    return lambda key: make() if key == "kalah" else Engine(MEBIBYTES, network=True)


SEARCHERS: dict[str, Callable[[str], Searcher]] = {
    "engine": lambda key: Engine(MEBIBYTES, network=True),
    "engine with proofs": _kalah_only(
        lambda: sure_engine(Limits(seconds=9.0), 0, find_game("kalah").knowledge)
    ),
    "perfect": _kalah_only(lambda: at_level(PERFECT, 0, find_game("kalah").knowledge)),
    "alpha-beta-ordered": lambda key: find_searcher("alpha-beta-ordered"),
    "game-tree": lambda key: find_searcher("game-tree"),
}


@dataclass(frozen=True, slots=True)
class Task:
    """One search: who searches which position, within what."""

    searcher: str
    key: str
    preset: str
    seed: int
    limits: Limits


def tasks(count: int, within: Sequence[Limits] = LIMITS) -> list[Task]:
    """Return *count* tasks, over all searchers, the limits *within*, games and rules."""
    found = []
    for number in range(count):
        key, preset = GAME_RULES[number % len(GAME_RULES)]
        limits = within[number % len(within)]
        # The lecture's searchers count no nodes.
        names = [name for name in SEARCHERS if limits.nodes is None or name[0] == "e"]
        found.append(Task(names[number // 2 % len(names)], key, preset, number, limits))
    return found


def position_of(task: Task) -> Position:
    """Return the position of *task*, always the same."""
    return random_position(task.key, task.seed, task.seed % MAX_PLIES, task.preset)


def search(task: Task) -> SearchResult:
    """Search from a cold start."""
    heuristic = find_game(task.key).heuristic()
    return SEARCHERS[task.searcher](task.key).choose(position_of(task), task.limits, heuristic)


def faults(task: Task) -> list[str]:
    """Search, and return what is wrong with the result."""
    return _faults(task, search(task))


def _faults(task: Task, result: SearchResult) -> list[str]:
    position = position_of(task)
    if result.move not in position.legal_moves():
        return [f"{task}: the move is not legal"]
    if result.score.proven:
        return []
    if result.depth < 1:
        return [f"{task}: depth {result.depth}"]
    if not _is_sound(task, position, result):
        return [f"{task}: {position.format_move(result.move)} is worse, depth {result.depth}"]
    return []


def _is_sound(task: Task, position: Position, result: SearchResult) -> bool:
    """Return whether the move is no worse than the best at depth 1 (see the module)."""
    is_lecture = task.searcher.startswith(("alpha", "game"))
    at_depth_1 = Engine(MEBIBYTES, network=True).analyse(position, Limits(depth=1), lines=1000)
    best = at_depth_1.lines[0]
    alike = [
        line.move
        for line in at_depth_1.lines
        if search_value(line.score) == search_value(best.score)
    ]
    if result.move in alike and not is_lecture:
        return True
    if _again(task, Limits(depth=result.depth)) == result.move:
        return True
    if is_lecture:
        return False  # what the last depth has found, and nothing else
    if task.searcher == "engine" or task.key != "kalah":
        return _again(task, Limits(nodes=result.nodes)) == result.move
    depths = range(result.depth, result.depth + 3)
    if any(_compares(position, depth, best.move, result.move) for depth in depths):
        return True
    # What is partly proven may speak against what every depth expects.
    exact = Solver(64).values(position, seconds=SOLVER_SECONDS, with_lines=False).moves
    return exact[result.move].low >= exact[best.move].high


def _again(task: Task, limits: Limits) -> int:
    """Return the move of the same search within other *limits*; without proofs."""
    plain = "engine" if task.searcher in ("perfect", "engine with proofs") else task.searcher
    heuristic = find_game(task.key).heuristic()
    return SEARCHERS[plain](task.key).choose(position_of(task), limits, heuristic).move


def _compares(position: Position, depth: int, rival: int, move: int) -> bool:
    """Return whether *move* is worth as much as *rival* at *depth*."""
    values = {
        line.move: search_value(line.score)
        for line in Engine(MEBIBYTES, network=True)
        .analyse(position, Limits(depth=depth), lines=1000)
        .lines
    }
    return values[move] >= values[rival]


def _several(some: Sequence[Task]) -> list[tuple[Task, int, float, list[str]]]:
    found = []
    for task in some:
        began = monotonic()
        result = search(task)
        seconds = monotonic() - began
        found.append((task, result.depth, seconds, _faults(task, result)))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Print how deep the searches came and what was wrong; return 1 if anything was."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.first_depth")
    parser.add_argument("--searches", type=int, default=2000)
    parser.add_argument("--side-by-side", type=int, default=4, help="so many processes")
    asked = parser.parse_args(arguments)
    every = tasks(asked.searches)
    parts = [every[first : first + A_PROCESS] for first in range(0, len(every), A_PROCESS)]
    with ProcessPoolExecutor(
        asked.side_by_side, get_context("spawn"), max_tasks_per_child=1
    ) as pool:
        found = [one for part in pool.map(_several, parts) for one in part]
    for limits in LIMITS:
        mine = [(depth, seconds) for task, depth, seconds, _ in found if task.limits == limits]
        depths = Counter(depth for depth, _ in mine)
        words = "1 node" if limits.nodes else f"{1000 * (limits.seconds or 0):g} ms"
        print(
            f"{words:>6}: {len(mine)} searches, least depth {min(depths)}, most {max(depths)}, "
            f"depth 1 in {depths[1]}; {1000 * median(s for _, s in mine):.1f} ms in the median"
        )
    wrong = [fault for *_, some in found for fault in some]
    print(f"{len(found)} searches, {len(wrong)} faults.")
    print(*wrong[:20], sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
