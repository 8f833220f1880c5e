"""Players and their levels, and what is kept of them."""

import json

import pytest

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.models.game.knowledge import KnowledgeSource
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.levels.levels import at_level
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.text.errors import BadRules, KalahloaError


@pytest.mark.parametrize(
    ("player", "title"),
    [
        (HUMAN, "Human"),
        (Player(Level("alpha-beta", depth=4)), "Alpha-beta, depth 4"),
        (Player(Level("engine", depth=None, seconds=1.5)), "Engine, 1.5 s a move"),
        (Player(Level.of_engine(7)), "Engine, level 7"),
        (Player(Level.of_engine(11)), "Engine, perfect"),
    ],
)
def test_a_player_is_kept_under_the_title_it_has(player, title):
    kept = json.loads(json.dumps(player.to_json()))

    assert player.title == title
    assert Player.from_json(kept) == player


def test_players_of_files_that_know_no_levels_with_a_number_can_be_read():
    plain = {"searcher": "alpha-beta", "depth": 3, "seconds": None, "heuristic": None}

    assert Player.from_json(plain) == Player(Level("alpha-beta", depth=3))


@pytest.mark.parametrize("strength", [0, 12, "7", 7.5, True])
def test_a_level_that_there_is_not_becomes_a_human(strength):
    plain = {"searcher": "engine", "depth": None, "strength": strength}

    assert Player.from_json(plain) == HUMAN
    with pytest.raises(KalahloaError, match="levels are 1 to 10"):
        Level.of_engine(strength)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"searcher": "alpha-beta", "depth": None}, "Only the engine has numbered levels"),
        ({"searcher": "engine", "depth": 4}, "takes no depth and no time"),
        ({"searcher": "engine", "depth": None, "seconds": 2.0}, "takes no depth and no time"),
    ],
)
def test_a_level_with_a_number_says_all(more, sentence):
    with pytest.raises(BadRules, match=sentence):
        Level(strength=5, **more)


def test_without_a_seed_each_search_has_its_own(qapp, qtbot):
    game = find_game("kalah")
    seeds = []

    def find(level: Level, seed: int, knowledge: KnowledgeSource) -> Searcher:
        seeds.append(seed)
        return at_level(1, seed)

    service = AnalysisService(find=find)
    try:
        for _ in range(2):
            with qtbot.waitSignal(service.replied, timeout=20_000):
                service.search(game, game.start(game.rulebook.default), Level.of_engine(1))
    finally:
        service.shut_down()

    assert len(set(seeds)) == 2


def test_a_search_is_made_at_the_level_asked_for(qapp, qtbot):
    game = find_game("kalah")
    position = game.start(game.rulebook.default)
    service = AnalysisService(seed=3)
    try:
        chosen = {}
        for strength in (2, 6):
            with qtbot.waitSignal(service.replied, timeout=20_000) as reply:
                service.search(game, position, Level.of_engine(strength))
            chosen[strength] = reply.args[0].result
    finally:
        service.shut_down()

    for strength, result in chosen.items():
        level = at_level(strength, 3)
        expected = level.choose(position, Level.of_engine(strength).limits, game.heuristic())
        assert (result.move, result.nodes) == (expected.move, expected.nodes)
