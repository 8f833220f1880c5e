"""Heuristics as users write them, for tests."""

from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.store import HeuristicStore

HOME_TEXT = '''"""Stones at home, and moves."""

HOME = 1.0
MOVES = 0.5
UNUSED = 0.25


def evaluate(position):
    me, other = position.side, 1 - position.side
    home = position.kalah(me) - position.kalah(other)
    moves = position.mobility(me) - position.mobility(other)
    return HOME * home + MOVES * moves
'''
PLAIN_TEXT = "def evaluate(position):\n    return float(position.side)\n"


def keep(name: str, text: str = HOME_TEXT, game: str = "kalah") -> HeuristicSource:
    """Keep a heuristic in the user's folder, as the lab does, and return it."""
    source = HeuristicSource(name, game, text)
    HeuristicStore().save(source)
    return source
