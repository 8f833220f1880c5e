"""Playing on from any position, as a game of its own."""

import pytest

from kalahloa.controllers.base.player import DEFAULT_STRENGTH, HUMAN, Level, Player
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.teaching.commands import start_at, usual_opponent
from kalahloa.controllers.session.commands import BY_KEY, BY_TYPED_NAME
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.json_record import record_to_json
from kalahloa.models.search.levels.levels import PERFECT
from kalahloa.models.text.errors import BadCommand
from tests.controllers.conftest import COMPUTER

LOA = find_game("loa")


@pytest.fixture
def studied(app: AppContext) -> AppContext:
    """An app context at the second move of a game with a variation, between two humans."""
    for text in ("b1-b3", "a2-c2", "b3-b1"):
        app.turns.play_text(text)
    app.navigation.undo(2)
    app.turns.play_text("a4-c4")
    return app


def typed(app: AppContext, line: str) -> str:
    name, *words = line.split()
    return BY_TYPED_NAME[name].perform(app, words)


def test_a_game_of_its_own_begins_and_the_record_that_was_open_stays_what_it_was(studied):
    record = studied.document.record
    before = record_to_json(record)
    here = studied.document.position.position_string()
    studied.turns.set_answers(False)
    shown = []
    studied.to_play = lambda: shown.append(studied.document.record)

    answer = typed(studied, "playfrom 3")

    document = studied.document
    assert document.record is not record and record_to_json(record) == before
    assert shown == [record]
    assert document.record.start == here and document.node.parent is None
    assert document.players == (HUMAN, Player(Level.of_engine(3)))
    assert document.position.side == 0
    assert "after 2 moves" in document.node.comment
    assert "You play Black from here, against Engine, level 3" in answer


def test_without_words_it_is_the_level_of_the_game_that_is_open_or_the_usual_one(studied):
    assert usual_opponent(studied) == Player(Level.of_engine(DEFAULT_STRENGTH))
    studied.document.set_player(1, COMPUTER)
    studied.turns.pause()

    typed(studied, "playfrom")

    assert studied.document.players == (HUMAN, COMPUTER)


def test_the_other_side_can_be_played(studied, searcher, qtbot):
    typed(studied, "playfrom White 4")

    assert studied.document.players == (Player(Level.of_engine(4)), HUMAN)
    qtbot.waitUntil(lambda: studied.document.node.ply == 1)
    assert studied.document.place.human_may_move


def test_rules_stay_what_they_are(app):
    rules = LOA.rulebook.read("olympiad")
    app.document.new_game(LOA, rules)
    app.turns.play_text("b1-b3")

    typed(app, "playfrom 1 white")

    assert app.document.record.rules == rules


def test_at_the_start_nothing_is_said_of_another_game(app):
    typed(app, "playfrom 1")

    assert app.document.node.comment == ""
    assert app.document.record.start == LOA.start(LOA.rulebook.default).position_string()


def test_it_begins_at_a_move_of_the_list(studied):
    node = studied.document.record.root.children[0]

    BY_KEY["play-from"].perform_at(studied, node)

    expected = LOA.start(LOA.rulebook.default)
    expected.make(node.move)
    assert studied.document.record.start == expected.position_string()


def test_a_window_asks_first_also_at_a_move_of_the_list(studied):
    asked = []
    studied.window_actions["play-from"] = lambda: asked.append(studied.document.node)
    record = studied.document.record

    BY_KEY["play-from"].perform_at(studied, record.root.children[0])

    assert asked == [record.root.children[0]] and studied.document.record is record


def test_a_game_that_is_over_cannot_be_played_on(app):
    app.document.new_game(find_game("tictactoe"), start="XXX/OO./... O")

    with pytest.raises(BadCommand, match="The game is over"):
        typed(app, "playfrom 2")
    with pytest.raises(BadCommand, match="The game is over"):
        start_at(app, app.document.node)


@pytest.mark.parametrize("words", ["0", "12", "green", "3 4 5", "perfect", "level 3"])
def test_words_that_are_no_level_change_nothing(studied, words):
    record = studied.document.record

    with pytest.raises(BadCommand):
        typed(studied, f"playfrom {words}")

    assert studied.document.record is record


def test_perfect_is_a_level_where_the_game_can_be_solved(app):
    app.document.new_game(find_game("kalah"))

    typed(app, "playfrom perfect")

    assert app.document.players[1] == Player(Level.of_engine(PERFECT))
