"""The benchmark: fixed searches of the built-in games, for the engine's speed and signature."""

from dataclasses import dataclass

from kalahloa.models.game.game import BenchSearch, Game
from kalahloa.models.game.registry import own_games
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits

_MEBIBYTES = 16


@dataclass(frozen=True, slots=True)
class BenchRow:
    """One search of the benchmark, its nodes and its time."""

    game: str
    position: str
    depth: int
    nodes: int
    seconds: float


def suite() -> list[tuple[Game, BenchSearch]]:
    """Return the searches in their order, each with its game."""
    return [(game, search) for game in own_games() for search in game.bench]


def run_bench() -> list[BenchRow]:
    """Run all searches on one thread, each with an empty table."""
    rows = []
    for game, search in suite():
        rules = game.rulebook.read(search.preset)
        if search.position is None:
            position = game.start(rules)
        else:
            position = game.read(search.position, rules)
        evaluator = None if position.has_evaluation() else game.heuristic()
        limits = Limits(depth=search.depth)
        analysis = Engine(_MEBIBYTES).analyse(position, limits, evaluator=evaluator)
        text = position.position_string()
        rows.append(BenchRow(game.key, text, search.depth, analysis.nodes, analysis.seconds))
    return rows
