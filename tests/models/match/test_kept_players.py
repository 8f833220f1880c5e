"""Games of a match say what has played, as games against a computer do."""

from kalahloa.controllers.player import Level, Player
from kalahloa.models.match.participant import Participant
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
