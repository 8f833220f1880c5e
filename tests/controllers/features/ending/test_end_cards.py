"""What is told of a game that has ended: the result, its turning point, and a better level."""

import pytest

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.features.ending import words
from kalahloa.controllers.features.ending.end_cards import EndCards
from kalahloa.controllers.features.ending.state import EndCard, Streak
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.game.registry import find_game
from kalahloa.models.text.errors import IllegalMove
from kalahloa.views.captions import captions

TICTACTOE = find_game("tictactoe")
LEVEL = Player(Level.of_engine(4))


@pytest.fixture
def rooms(app):
    """The app in a window with rooms; returns those that were asked for."""
    asked: list[str] = []
    app.to_play = lambda: asked.append("play")
    app.to_study = lambda: (asked.append("study"), app.turns.set_answers(False))
    return asked


def lose(app, players=(HUMAN, LEVEL), moves: str = "1 2 3 5 4 8") -> None:
    """Play a game of tic-tac-toe that O, with an own line in the middle, wins."""
    app.document.new_game(TICTACTOE, players=players)
    for move in moves.split():
        app.document.play(app.document.position.read_move(move))


def card(app) -> EndCard:
    return app.document.place[EndCard]


def found(app, qtbot) -> EndCard:
    """Return the card when the review has ended."""
    qtbot.waitUntil(lambda: not app[Reviews].running, timeout=30_000)
    return card(app)


# -- the result ------------------------------------------------------------------------------------


def test_the_result_is_told_from_the_players_point_of_view(app):
    lose(app)
    assert words.result_title(app.document.place, card(app)) == "You lost: three in a row"

    lose(app, players=(LEVEL, HUMAN))
    assert words.result_title(app.document.place, card(app)) == "You won: three in a row"

    lose(app, players=(HUMAN, HUMAN))
    assert words.result_title(app.document.place, card(app)) == "O won: three in a row"


def test_a_resignation_is_told_as_what_it_is(app):
    lose(app, moves="1 2")
    assert app.document.place.get(EndCard) is None

    Interpreter(app).execute("resign")

    assert words.result_title(app.document.place, card(app)) == "You resigned"
    assert captions(app.document.place)[0] == "You have resigned"
    app.study.undo_edit()
    assert app.document.place.get(EndCard) is None


def test_how_long_it_took_is_counted_from_the_first_move(app):
    now = [100.0]
    app[EndCards].now = lambda: now[0]
    app.document.new_game(TICTACTOE, players=(HUMAN, LEVEL))
    now[0] += 1000
    moves = ["1", "2", "3", "5", "4", "8"]
    for move in moves:
        app.document.play(app.document.position.read_move(move))
        now[0] += 30

    place = app.document.place
    told = words.facts_line(place, card(app))

    assert told == "3 moves, 2 minutes. You played X against level 4."


def test_who_played_is_told_of_computers_also_where_others_play_the_next_game(app):
    level = Player(Level.of_engine(7))
    lose(app, players=(LEVEL, level))
    app.document.set_players((HUMAN, HUMAN))

    told = words.facts_line(app.document.place, card(app))

    assert told.endswith("Level 4 played X, level 7 played O.")


def test_the_headline_says_which_move_ended_the_game(app):
    lose(app)
    assert captions(app.document.place)[0] == "The computer's move 8 ended the game"

    lose(app, players=(LEVEL, HUMAN))
    assert captions(app.document.place)[0] == "Your move 8 ended the game"


def test_the_card_is_there_on_the_main_line_and_not_in_a_variation(app):
    lose(app)
    app.navigation.undo()
    assert app.document.place.get(EndCard) is not None

    app.document.play(app.document.position.read_move("9"))

    assert app.document.place.variation_start is not None
    assert app.document.place.get(EndCard) is None


# -- the turning point -----------------------------------------------------------------------------


def test_the_turning_point_is_looked_for_as_soon_as_the_game_has_ended(app, rooms, qtbot):
    lose(app)
    assert card(app).is_looking
    assert words.turning_title(card(app)) == "Looking for the turning point…"

    end = found(app, qtbot)

    # O has answered in the middle of an edge, which loses; X has not used that, and lost.
    assert end.turning is not None and not end.is_looking
    assert end.turning.ply.side == 0
    assert words.turning_title(end) == f"It turned on move {end.turning.number}"
    assert end.turning.node.children[0].text == end.turning.ply.text
    played = words.turning_played(app.document.place, end, end.turning)
    assert played.startswith(f"You played {end.turning.ply.text}")
    told = words.turning_sentence(app.document.place, end)
    assert told.startswith("You could have blocked ")


def test_nobody_waits_for_the_review_and_nothing_is_said_of_it(app, rooms, qtbot):
    said = []
    app[Reviews].message.connect(said.append)
    lose(app)

    assert app[Reviews].running and not app.is_busy
    found(app, qtbot)

    assert said == []


def test_a_new_game_stops_the_review(app, rooms):
    lose(app)
    assert app[Reviews].running

    app.document.new_game(TICTACTOE)

    assert not app[Reviews].running
    assert app.document.place.get(EndCard) is None


def test_a_resignation_taken_back_stops_the_review(app, rooms):
    lose(app, moves="1 2 3")
    Interpreter(app).execute("resign")
    assert app[Reviews].running

    app.study.undo_edit()

    assert not app[Reviews].running


def test_a_review_that_is_asked_for_takes_the_place_of_that_one(app, rooms, qtbot):
    lose(app)
    BY_KEY["review-ended-game"].trigger(app)

    assert rooms == ["study"]
    assert app[Reviews].is_busy
    assert found(app, qtbot).turning is not None


def test_one_goes_to_the_turning_point_in_study(app, rooms, qtbot):
    lose(app)
    end = found(app, qtbot)

    BY_KEY["show-turning-point"].trigger(app)

    assert rooms == ["study"]
    assert app.document.node is end.turning.node
    title, detail = captions(app.document.place)
    assert title == words.turning_title(end)
    assert detail.startswith(words.turning_sentence(app.document.place, end))
    assert f"You played {end.turning.ply.text}" in detail
    app.navigation.redo()
    assert captions(app.document.place)[0] != title


def test_a_game_without_a_mistake_says_so(app, rooms, qtbot):
    lose(app, players=(HUMAN, HUMAN), moves="5 1 9 3 2 8 4 6 7")
    end = found(app, qtbot)

    assert end.outcome.winner is None
    assert end.turning is None and end.is_reviewed
    assert words.turning_title(end) == "No single move decided it"
    assert "Neither side" in words.turning_sentence(app.document.place, end)


def test_in_a_terminal_nothing_is_reviewed(app):
    lose(app)

    assert not app[Reviews].running and not card(app).is_looking


def test_an_opened_game_that_is_over_has_a_card_and_is_not_reviewed(app, rooms):
    lose(app)
    record = app.document.record
    app.document.new_game(TICTACTOE)

    app.document.open_record(record, (HUMAN, LEVEL))

    assert card(app).seconds is None
    assert not app[Reviews].running


# -- levels ----------------------------------------------------------------------------------------


def test_after_three_losses_in_a_row_a_lower_level_is_suggested(app):
    for _ in range(2):
        lose(app)
        assert card(app).streak is None
    lose(app)
    streak = card(app).streak

    assert words.streak_words(streak) == "Three losses in a row against level 4."
    assert words.suggestion(streak) == "Play level 3 next time"
    answer = BY_KEY["play-suggested-level"].trigger(app)

    assert answer == "Level 3 plays the next game."
    assert app.document.players == (HUMAN, Player(Level.of_engine(3)))
    assert card(app).players == (HUMAN, LEVEL), "who has played this one does not change"
    assert card(app).streak is None


def test_after_three_wins_in_a_row_a_higher_level_is_suggested(app):
    for _ in range(3):
        lose(app, players=(LEVEL, HUMAN))

    assert words.streak_words(card(app).streak) == "Three wins in a row against level 4."
    assert card(app).streak.suggested_level == 5


def test_a_resignation_that_was_taken_back_does_not_count(app):
    for _ in range(2):
        lose(app)
    lose(app, moves="1 2 3")
    Interpreter(app).execute("resign")
    assert card(app).streak is not None
    app.study.undo_edit()

    assert app[EndCards].streaks == "tictactoe:4:-2"


def test_a_game_counts_once(app):
    lose(app)
    app.navigation.undo()
    app.document.play(app.document.position.read_move("4"))
    app.document.play(app.document.position.read_move("8"))

    assert app[EndCards].streaks == "tictactoe:4:-1"


@pytest.mark.parametrize(
    ("streak", "level", "score", "after"),
    [
        (Streak(4, -2), 4, -1, Streak(4, -3)),
        (Streak(4, -2), 4, 1, Streak(4, 1)),
        (Streak(4, 2), 4, 0, Streak(4, 0)),
        (Streak(4, -2), 5, -1, Streak(5, -1)),
    ],
)
def test_a_streak_is_against_one_level(streak, level, score, after):
    assert streak.after(level, score) == after


@pytest.mark.parametrize(
    ("streak", "level"),
    [(Streak(4, 2), None), (Streak(10, 3), None), (Streak(1, -5), None), (Streak(9, 3), 10)],
)
def test_only_levels_that_there_are_are_suggested(streak, level):
    assert streak.suggested_level == level


@pytest.mark.parametrize("text", ["", "loa", "loa:x:y", "loa:4:-2 kalah", "::"])
def test_streaks_that_cannot_be_read_are_left_out(app, text):
    app[EndCards].set_streaks(text)

    assert app[EndCards].streaks in ("", "loa:4:-2")


# -- the next game ---------------------------------------------------------------------------------


def test_a_rematch_with_sides_swapped_exchanges_the_players(app):
    lose(app)

    BY_KEY["swap-and-rematch"].trigger(app)

    assert app.document.players == (LEVEL, HUMAN)
    assert not app.document.record.root.children
    with pytest.raises(IllegalMove):
        app.turns.play_text("1")  # the computer begins
