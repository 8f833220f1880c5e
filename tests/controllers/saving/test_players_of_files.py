"""Players as files name them: whatever stands there, a player or a sentence comes of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.text.quotation import MAX_SENTENCE

GARBAGE = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([10**400, 10**5000, -1, 2**64])
    | st.floats()
    | st.text()
    | st.lists(st.integers(), max_size=2)
    | st.sampled_from(["engine", "alpha-beta", "mobility", "x" * 100_000, "<table>" * 10_000])
)
KEYS = st.sampled_from(["searcher", "depth", "seconds", "heuristic", "strength"]) | st.text()


@given(GARBAGE | st.dictionaries(KEYS, GARBAGE, max_size=5))
def test_any_plain_value_is_a_player_whose_level_makes_sense_or_a_human_with_a_sentence(plain):
    player = Player.from_json(plain)

    if player.level is None:
        assert (player.note == "") == (plain is None)
        assert "human plays" in player.note or plain is None
        assert len(player.note) <= MAX_SENTENCE
    else:
        assert player.note == ""
        level = player.level
        assert level.depth is None or type(level.depth) is int
        assert level.seconds is None or 0 < level.seconds <= 3600
        assert isinstance(level.title, str)
        assert Player.from_json(player.to_json()) == player


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"depth": 1.5}, "A depth is a number from 1 to 8."),
        ({"depth": True}, "A depth is a number from 1 to 8."),
        ({"depth": 10**400}, "A depth is a number from 1 to 8."),
        ({"depth": "4"}, "A depth is a number from 1 to 8."),
        ({"seconds": float("nan")}, "A time per move is more than 0 and at most 3600 seconds."),
        ({"seconds": True}, "A time per move is more than 0 and at most 3600 seconds."),
        ({"heuristic": float("nan")}, "A heuristic is a name, not nan."),
        ({"heuristic": False}, "A heuristic is a name, not False."),
        ({"searcher": 3}, "A searcher is a name, not 3."),
        ({"searcher": "y" * 9999}, f"There is no searcher '{'y' * 39}…'; choose one of: "),
        ({"color": 1}, "A level has no 'color'."),
    ],
)
def test_what_is_wrong_with_a_level_is_said(change, sentence):
    plain = {"searcher": "alpha-beta", "depth": 4, "seconds": None, "heuristic": None} | change

    player = Player.from_json(plain)

    assert player == HUMAN
    assert player.note.startswith(f"Cannot read a player of this game: {sentence}")
    assert player.note.endswith("A human plays instead.")


@pytest.mark.parametrize("depth", [1.5, True, "4", 0, 9])
def test_a_level_checks_its_types_wherever_it_comes_from(depth):
    with pytest.raises(KalahloaError, match="A depth is a number"):
        Level("alpha-beta", depth=depth)


def test_a_heuristic_of_another_game_is_replaced_and_said_when_the_game_is_opened(app, qtbot):
    heuristic = find_game("loa").heuristics[0].name
    players = (HUMAN, Player(Level("alpha-beta", depth=2, heuristic=heuristic)))

    with qtbot.waitSignal(app.document.message) as signal:
        app.document.open_record(Record(find_game("tictactoe")), players)

    assert signal.args[0].startswith(f"Tic-tac-toe has no heuristic '{heuristic}'; it has: ")
    assert app.document.players == (HUMAN, Player(Level("alpha-beta", depth=2)))


def test_a_player_that_could_not_be_read_is_said_when_the_game_is_opened(app, qtbot):
    players = (Player.from_json({"depth": 1.5}), Player.from_json({"depth": 1.5}))

    with qtbot.waitSignal(app.document.message) as signal:
        app.document.open_record(Record(find_game("kalah")), players)

    assert signal.args[0].count("A depth is a number from 1 to 8.") == 1
    assert app.document.players == (HUMAN, HUMAN)
