"""Games of a match say what has played, as games against a computer do."""

from kalahloa.controllers.player import Level, Player
from kalahloa.models.match.games import new_game
from kalahloa.models.match.match import GamePlayed, MatchConfig
from kalahloa.models.match.openings import Openings
from kalahloa.models.match.participant import Participant
from kalahloa.models.registry import find_game
from kalahloa.models.search.limits import Limits


def test_a_level_of_the_engine_is_kept_as_that_of_a_computer_player():
    engine, player = Participant("engine", level=2), Player(Level.of_engine(2))

    assert engine.plain_level == player.to_plain()
    assert engine.title == str(player.title)


def test_a_searcher_with_a_depth_is_kept_as_a_computer_player():
    searcher = Participant("alpha-beta", limits=Limits(depth=3))

    assert searcher.plain_level == Player(Level("alpha-beta", depth=3)).to_plain()
    assert searcher.title == "alpha-beta:depth=3"


def test_what_no_computer_player_has_is_kept_besides():
    engine = Participant("engine", limits=Limits(nodes=500), network=False)

    assert engine.plain_level["nodes"] == 500
    assert engine.plain_level["network"] is False
    assert engine.title == engine.text


def test_levels_and_names_change_sides_in_the_second_game_of_a_pair():
    participants = Participant("engine", level=2), Participant("random")
    rules = find_game("tictactoe").rulebook.default
    config = MatchConfig("tictactoe", rules, *participants, Openings(1, 1), None, 9)
    played = GamePlayed(1.0, 5, False, moves=("1", "4", "2", "5", "3"))

    first, second = (new_game(config, 0, swapped, played) for swapped in (False, True))

    assert first.levels == (participants[0].plain_level, participants[1].plain_level)
    assert second.levels == first.levels[::-1]
    assert second.players == first.players[::-1]
