"""Tests for the engine with a heuristic as its evaluation."""

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.games.kalah.game import GAME
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.search.engine.heuristic_engine import HeuristicEngine
from kalahloa.models.search.limits import Limits


def test_the_heuristic_evaluates_though_the_game_has_an_evaluation():
    evaluated = []

    def always_seven(position):
        evaluated.append(position)
        return 7.0

    engine = HeuristicEngine(Heuristic("seven", "Seven", "", always_seven))
    engine.analyse(GAME.start(KalahRules()), Limits(depth=1))
    assert evaluated
