"""Games of a match say what has played, as games against a computer do."""

import pytest

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.models.game.registry import find_game
from kalahloa.models.library.library import Library
from kalahloa.models.match.games import library_game
from kalahloa.models.match.match import GamePlayed, MatchConfig
from kalahloa.models.match.openings import Openings
from kalahloa.models.match.participant import Participant, read_participant
from kalahloa.models.search.limits import Limits
from kalahloa.models.text.errors import BadCommand

GAME = GamePlayed(1.0, 2, True, moves=("1", "1"))


def test_a_level_of_the_engine_is_kept_as_that_of_a_computer_player():
    engine, player = Participant("engine", level=2), Player(Level.of_engine(2))

    assert engine.level_to_json == player.to_json()
    assert engine.title == str(player.title)


def test_a_searcher_with_a_depth_is_kept_as_a_computer_player():
    searcher = Participant("alpha-beta", limits=Limits(depth=3))

    assert searcher.level_to_json == Player(Level("alpha-beta", depth=3)).to_json()
    assert searcher.title == "alpha-beta:depth=3"


def test_what_no_computer_player_has_is_kept_besides():
    engine = Participant("engine", limits=Limits(nodes=500), network=False)

    assert engine.level_to_json["nodes"] == 500
    assert engine.level_to_json["network"] is False
    assert engine.title == engine.text


@pytest.mark.parametrize(
    "text",
    [
        *("random", "engine:level=2", "engine:level=perfect", "engine:depth=12:seconds=0.5"),
        *("engine:nodes=500", "engine:nodes=500:network=off", "engine:clock=60+0.5"),
        *("alpha-beta:depth=3", "alpha-beta:depth=12", "game-tree:seconds=1.5:heuristic=stones"),
    ],
)
def test_what_played_is_read_back_from_the_library(text, tmp_path):
    game = find_game("kalah")
    played = read_participant(text.replace("stones", game.heuristics[0].name), game)
    rules = game.rulebook.default
    config = MatchConfig("kalah", rules, played, Participant("random"), Openings(1, 1), None, 9)
    with Library.open(tmp_path / "library.sqlite") as library:
        (number,) = library.add_many([library_game(config, 0, False, GAME)])
        plain, other = library.load(number).header.levels

    assert Participant.from_json(plain) == played
    player = Player.from_json(plain)
    assert player.to_json() == plain or (
        player == HUMAN and str(player.note).startswith(f"{played.text} played this side")
    )
    assert str(Player.from_json(other).note) == (
        "random played this side in a match. A human continues instead."
    )


@pytest.mark.parametrize(
    "plain",
    [
        {"searcher": 3},
        {"searcher": "one of tomorrow", "nodes": 5},
        {"searcher": "engine", "nodes": "many"},
        {"searcher": "engine", "clock": 60},
        {"searcher": "engine", "network": 1},
        {"searcher": "engine", "strength": "two", "nodes": 5},
        {"searcher": "random", "colour": "red"},
    ],
)
def test_what_no_participant_is_like_is_not_read(plain):
    with pytest.raises(BadCommand):
        Participant.from_json(plain)
    assert "Cannot read" in str(Player.from_json(plain).note)


def test_levels_and_names_change_sides_in_the_second_game_of_a_pair():
    participants = Participant("engine", level=2), Participant("random")
    rules = find_game("tictactoe").rulebook.default
    config = MatchConfig("tictactoe", rules, *participants, Openings(1, 1), None, 9)
    played = GamePlayed(1.0, 5, False, moves=("1", "4", "2", "5", "3"))

    first, second = (library_game(config, 0, swapped, played) for swapped in (False, True))

    assert first.levels == (participants[0].level_to_json, participants[1].level_to_json)
    assert second.levels == first.levels[::-1]
    assert second.players == first.players[::-1]
