"""What is written over the board: whose turn it is, what was played, how it has ended."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.models.game.registry import find_game
from kalahloa.views.captions import captions, result_sentence, standing
from tests.scripted import ScriptedSearcher

COMPUTER = Player(Level(searcher="game-tree", depth=1))


@pytest.fixture
def app(qapp) -> Iterator[AppContext]:
    """Kalah between humans; computers think until they are stopped."""
    searcher = ScriptedSearcher()
    searcher.shut()
    made = open_app(find_game("kalah"), service=AnalysisService(find=searcher.find))
    made.document.new_game(find_game("kalah"), players=(HUMAN, HUMAN))
    yield made
    searcher.open()
    made.shut_down()


def said(app: AppContext) -> tuple[str, str]:
    return captions(app.document.place)


def test_at_the_start_the_side_to_move_is_named(app):
    assert said(app) == ("South to move", "")


def test_the_comment_of_the_start_is_told_there(app):
    app.document.new_game(app.document.game, comment="A fair start")

    assert said(app) == ("South to move", "A fair start")


def test_all_sowings_of_a_turn_are_told(app):
    app.turns.play_text("3")
    assert said(app) == ("South to move", "South played 3 and moves again")

    app.turns.play_text("6")
    assert said(app) == ("North to move", "South played 3-6")


def test_your_own_turn_is_told_to_you(app):
    app.document.set_player(1, COMPUTER)
    app.turns.play_text("3")

    assert said(app) == ("Your turn", "You played 3: move again")


def test_the_turn_of_a_computer_is_told_to_its_opponent_without_a_side(app):
    app.document.play(app.document.position.read_move("1"))
    app.document.play(app.document.position.read_move("2"))
    app.document.set_player(1, COMPUTER)
    assert said(app)[1] == "The computer played 2"

    app.turns.set_answers(False)

    assert said(app)[1] == "North played 2"


def test_a_swap_is_told_by_name(app):
    rules = replace(find_game("kalah").rulebook.default, pie="yes")
    app.document.new_game(find_game("kalah"), rules=rules)
    for text in ("1", "swap"):
        app.turns.play_text(text)

    assert said(app)[1] == "North swapped sides"


def test_only_the_last_turn_is_told(app):
    for turn in ("3-6", "1", "1"):
        app.turns.play_text(turn)

    assert said(app)[1] == "South played 1"


@pytest.mark.parametrize(
    ("players", "side"), [((HUMAN, COMPUTER), "South"), ((COMPUTER, HUMAN), "North")]
)
def test_the_only_human_is_you(app, players, side):
    start = "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> " + side[0]
    app.document.new_game(app.document.game, players=players, start=start)

    assert said(app) == ("Your turn", app.document.game.invitation)


def test_the_computer_that_thinks_is_named(app):
    app.document.set_player(0, COMPUTER)

    assert said(app) == ("South is thinking", COMPUTER.title)


def test_a_computer_that_waits_says_how_to_go_on(app):
    app.document.set_player(0, COMPUTER)
    app.turns.pause()

    assert said(app) == ("South to move", "Paused: press Space to let the computer continue")


def test_where_computers_do_not_answer_nobody_is_you(app):
    app.document.set_player(1, COMPUTER)
    app.turns.set_answers(False)
    app.turns.play_text("1")

    assert said(app) == ("North to move", "South played 1")


def test_the_result_stands_over_the_last_position_and_over_those_before(app):
    app.document.new_game(find_game("tictactoe"), start="XX./OO./... X")
    app.turns.play_text("3")
    reason = app.document.place.outcome.reason
    title, subtitle = said(app)
    assert (title, subtitle) == ("X's move 3 ended the game", reason)
    assert standing(app.document.place) == reason

    app.navigation.undo()

    assert said(app) == ("X to move", f"Game over: {reason}")
    assert "Your turn" not in result_sentence(app.document.place)
    assert subtitle[:1] == subtitle[:1].upper()


def test_title_and_subtitle_are_one_sentence_for_screen_readers(app):
    assert result_sentence(app.document.place) == "South to move."
    app.turns.play_text("1")
    assert result_sentence(app.document.place) == "North to move. South played 1"
