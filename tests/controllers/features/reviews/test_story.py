"""The story of a reviewed game: how it stood until it turned, in the player's words."""

import pytest

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.reviews.story import Story, TurningPoint
from kalahloa.controllers.features.reviews.story_words import story_sentence
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.score import Score
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.study.review.settings import ReviewSettings
from kalahloa.models.text.sentence import Sentence
from tests.scores import WINNER, estimate, exact

LEVEL = Player(Level.of_engine(4))
LOST = "5 2 1 9 4 7 6"
WHY = Sentence("Models", "{other} could then win by force.", {"other": "North"})


def told(app, key: str, side: int, best: Score, players=(HUMAN, LEVEL), reason: str = WHY) -> str:
    """Return what is told of a mistake of *side* where *best* was to be had."""
    app.document.new_game(find_game(key), players=players)
    node, position = app.document.node, app.document.position
    value = Score(best.number - 2, side, best.kind, best.proven)
    best = Score(best.number, side, best.kind, best.proven)
    ply = ReviewedPly(1, 1, "1", side, value, 2, "2", best, 2, best.proven)
    point = TurningPoint(node, position, ply, 1, reason)
    return story_sentence(app.document.place, players, point)


@pytest.mark.parametrize(
    ("side", "best", "begins"),
    [
        (0, exact(4), "You were winning by 4 stones until move 1. "),
        (1, exact(1), "The computer was winning by 1 stone until move 1. "),
        (0, exact(0), "The game was even until move 1. "),
        (0, exact(-3), "You were losing by only 3 stones until move 1. "),
        (1, exact(-3), "The computer was losing by only 3 stones until move 1. "),
        (0, estimate(4.2, 3), "You were ahead until move 1. "),
        (1, estimate(-4.2, 3), "The computer was already behind at move 1. "),
        (1, estimate(0.2, 3), "The game was even until move 1. "),
    ],
)
def test_margins_are_told_where_they_are_proven(app, side, best, begins):
    assert told(app, "kalah", side, best).startswith(begins)


@pytest.mark.parametrize(
    ("side", "best", "begins"),
    [
        (0, exact(1, kind=WINNER), "Black was ahead until move 1. "),
        (1, exact(-1, kind=WINNER), "White was already behind at move 1. "),
        (1, estimate(0.0, 0, WINNER), "The game was even until move 1. "),
    ],
)
def test_who_was_ahead_is_told_in_lines_of_action(app, side, best, begins):
    assert told(app, "loa", side, best, (HUMAN, HUMAN)).startswith(begins)


def test_the_reason_follows_in_the_players_words_or_what_was_lost(app):
    assert told(app, "kalah", 1, exact(4)).endswith("move 1. You could then win by force.")
    without = told(app, "kalah", 0, exact(4), reason="")
    assert without.endswith("move 1. 2 was better: 1 lost 2 stones.")


def test_there_is_a_story_when_the_whole_game_is_reviewed_and_none_before(app, qtbot):
    game = find_game("tictactoe")
    app.document.new_game(game, players=(HUMAN, HUMAN))
    for text in LOST.split():
        app.document.play(app.document.position.read_move(text))
    assert app.document.place.get(Story) is None

    app[Reviews].start(ReviewSettings(Limits(depth=9), mebibytes=1))
    assert app.document.place.get(Story) is None
    qtbot.waitUntil(lambda: not app[Reviews].running, timeout=30_000)

    story = app.document.place[Story]
    assert [(point.ply.text, point.node.ply) for point in story.points] == [("2", 1)]
    app.document.go_to(app.document.record.root)
    assert app.document.place[Story] is story
    app.document.play(1)
    app.document.go_to(app.document.record.main_end)
    assert app.document.place[Story] is story
