"""A fixed suite of searches over the house's games, to time the engine and to know it again."""

from dataclasses import dataclass

from kalahloa.models.games import find_game
from kalahloa.models.search.engine import Engine, EngineLimits

_MEBIBYTES = 16
SUITE = (
    ("loa", "tutorial", None, 9),
    ("loa", "tutorial", "8/2w5/1wbbb3/2wwbb2/3wbw2/2bw4/3w4/8 b", 9),
    ("loa", "olympiad", "1b1bb3/w6w/2b3b1/w6w/w3b3/w2w3w/w3ww2/2bbbb2 w", 8),
    ("kalah", "lecture", None, 16),
    ("kalah", "standard", "<6,7,5,0,1,7,7,0,6,1,0,6,0,7,1> S", 17),
    ("kalah", "empty-capture", "<6,2,3,1,6,0,6,5,5,5,0,6,5,0,4> N", 16),
    ("tictactoe", "classic", None, 9),
)


@dataclass(frozen=True, slots=True)
class BenchRow:
    """One search of the suite: what was searched, and what that took."""

    game: str
    position: str
    depth: int
    nodes: int
    seconds: float


def run_bench() -> list[BenchRow]:
    """Search every position of the suite on one thread, each with an empty table."""
    rows = []
    for key, preset, start, depth in SUITE:
        game = find_game(key)
        rules = game.rulebook.read(preset)
        position = game.start(rules) if start is None else game.read(start, rules)
        judge = None if position.has_evaluation() else game.heuristic()
        analysis = Engine(_MEBIBYTES).analyse(position, EngineLimits(depth=depth), judge=judge)
        text = position.position_string()
        rows.append(BenchRow(key, text, depth, analysis.nodes, analysis.seconds))
    return rows
