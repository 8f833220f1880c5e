"""A game that a player resigns, or that both call a draw: its result, and how it is taken back."""

import pytest
from PySide6.QtTest import QSignalSpy

from kalahloa.controllers.features.ending.state import DrawAnswer, DrawOffer
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.record.ending import AGREEMENT, RESIGNATION, TERMINATION
from kalahloa.models.search.request import SearchResult
from kalahloa.models.text.errors import BadCommand, IllegalMove
from kalahloa.views.captions import captions
from tests.controllers.conftest import COMPUTER, legal, texts
from tests.scores import WINNER, estimate, exact


def play(app, *moves: str) -> None:
    for move in moves:
        app.turns.play_text(move)


def type_line(app, line: str) -> str:
    return Interpreter(app).execute(line)


def answer_with(searcher, monkeypatch, score) -> None:
    """Have computers find *score* for the side to move."""

    def choose(position, limits, heuristic, **rest):
        move = position.legal_moves()[0]
        return SearchResult(move, score(position.side), (move,), 1, 0.0, 1)

    monkeypatch.setattr(searcher, "choose", choose)


# -- resigning -------------------------------------------------------------------------------------


def test_between_humans_the_side_to_move_resigns_and_the_other_has_won(app, document):
    play(app, "b1-b3")

    answer = type_line(app, "resign")

    assert document.record.result == "1-0"
    assert document.record.details[TERMINATION] == RESIGNATION
    assert document.place.outcome is None, "by the rules the game could go on"
    assert str(document.place.ending.reason) == "Black wins: White resigned."
    assert "unedit" in answer


def test_against_a_computer_the_human_resigns_also_while_it_thinks(against_computer, searcher):
    app = against_computer
    searcher.shut()
    play(app, "b1-b3")
    assert app.turns.thinking

    BY_KEY["resign"].trigger(app)

    assert app.document.record.result == "0-1"
    assert not app.turns.thinking
    assert texts(app) == ["b1-b3"]


def test_after_the_end_nobody_moves_neither_human_nor_computer(against_computer, qtbot):
    app = against_computer
    play(app, "b1-b3")
    qtbot.waitUntil(lambda: len(texts(app)) == 2)
    type_line(app, "resign")

    with pytest.raises(IllegalMove, match="The game is over: White wins: Black resigned"):
        play(app, legal(app)[0])
    app.turns.continue_play()

    assert not app.turns.thinking and not app.document.place.human_may_move
    assert app.document.place.is_over and not app.document.place.waits_for_continue
    assert len(texts(app)) == 2


def test_the_notice_takes_a_resignation_back_and_the_game_goes_on(app, document):
    play(app, "b1-b3")
    offers = QSignalSpy(app.study.offered)
    BY_KEY["resign"].trigger(app)
    sentence, offer = offers.at(0)
    assert sentence == "White has resigned." and offer.holds()

    assert offer.take() == "Undone: Resignation."

    assert document.record.result == "*" and document.place.ending is None
    play(app, legal(app)[0])
    assert len(texts(app)) == 2


def test_a_resignation_taken_back_is_that_again_by_redo_edit(app, document):
    play(app, "b1-b3")
    type_line(app, "resign")
    app.study.undo_edit()

    app.study.redo_edit()

    assert document.record.result == "1-0"


def test_after_undo_another_move_is_a_variation_and_the_result_stays(app, document):
    play(app, "b1-b3", "a4-c4")
    type_line(app, "resign")

    app.navigation.undo()
    assert document.place.ending is None
    assert captions(document.place)[1].startswith("Game over: White wins")
    play(app, legal(app)[0])

    assert document.place.ending is None and document.place.variation_start is not None
    assert document.record.result == "0-1"
    assert [node.text for node in document.record.main_line()] == ["b1-b3", "a4-c4"]


def test_in_study_the_last_position_of_a_resigned_game_can_be_gone_into(app, document):
    play(app, "b1-b3")
    type_line(app, "resign")
    app.turns.set_answers(False)

    assert document.place.human_may_move
    play(app, legal(app)[0])

    assert len(texts(app)) == 2


@pytest.mark.parametrize(
    ("prepare", "reason"),
    [
        (lambda app: None, "No moves yet"),
        (lambda app: (play(app, "b1-b3"), app.navigation.undo()), "Go to the last move"),
        (lambda app: (play(app, "b1-b3"), type_line(app, "resign")), "The game is over"),
        (lambda app: (play(app, "b1-b3"), app.turns.set_answers(False)), "in Play, not in Study"),
        (
            lambda app: (play(app, "b1-b3"), app.document.set_players((COMPUTER, COMPUTER))),
            "Only computers",
        ),
    ],
)
def test_one_cannot_resign_where_no_game_of_ones_own_goes_on(app, prepare, reason):
    prepare(app)

    for line in ("resign", "draw"):
        with pytest.raises(BadCommand, match=reason):
            type_line(app, line)


# -- draws -----------------------------------------------------------------------------------------


def test_a_draw_between_humans_is_offered_and_accepted(app, document):
    play(app, "b1-b3")

    type_line(app, "draw")
    assert captions(document.place)[0] == "White offers a draw"
    assert document.record.result == "*"
    type_line(app, "accept")

    assert document.record.result == "1/2-1/2"
    assert document.record.details[TERMINATION] == AGREEMENT
    assert captions(document.place) == ("Draw", "Both sides agreed.")
    assert document.place.get(DrawOffer) is None


def test_who_offers_may_move_and_the_other_declines_by_a_move(app, document):
    play(app, "b1-b3")
    type_line(app, "draw")

    play(app, legal(app)[0])
    assert document.place[DrawOffer].is_open
    play(app, legal(app)[0])

    assert document.place.get(DrawOffer) is None
    with pytest.raises(BadCommand, match="Nobody offers a draw"):
        type_line(app, "accept")


def test_a_draw_that_was_declined_is_offered_again_after_a_move_only(app, document):
    play(app, "b1-b3")
    type_line(app, "draw")
    type_line(app, "decline")
    assert captions(document.place)[0] == "Black declines the draw"

    with pytest.raises(BadCommand, match="play on first"):
        type_line(app, "draw")
    play(app, legal(app)[0])

    type_line(app, "draw")
    assert document.place[DrawOffer].side == 0


@pytest.mark.parametrize(
    ("score", "accepted"),
    [
        (lambda side: exact(0, side, WINNER), True),
        (lambda side: estimate(0.0, side, WINNER), True),
        (lambda side: estimate(3.0, side, WINNER), True),  # good for the human, who is to move
        (lambda side: estimate(-3.0, side, WINNER), False),
        (lambda side: exact(-1, side, WINNER), False),
        (lambda side: exact(1, side, WINNER), True),
    ],
)
def test_a_computer_accepts_where_it_does_not_stand_better(
    against_computer, searcher, monkeypatch, qtbot, score, accepted
):
    app = against_computer
    play(app, "b1-b3")
    qtbot.waitUntil(lambda: len(texts(app)) == 2)
    answer_with(searcher, monkeypatch, score)

    type_line(app, "draw")
    assert app.document.place[DrawOffer].answer is DrawAnswer.THINKING
    qtbot.waitUntil(lambda: not app.is_busy)

    assert app.document.record.result == ("1/2-1/2" if accepted else "*")
    if not accepted:
        assert app.document.place[DrawOffer].answer is DrawAnswer.DECLINED
        assert captions(app.document.place)[1] == "It expects to win."


def test_a_computer_that_thinks_about_its_move_answers_before_it_moves(
    against_computer, searcher, qtbot
):
    app = against_computer
    searcher.shut()
    play(app, "b1-b3")
    type_line(app, "draw")

    assert searcher.began.wait(5)
    searcher.open()  # it finds that neither side stands better
    qtbot.waitUntil(lambda: not app.is_busy)

    assert app.document.record.result == "1/2-1/2"
    assert texts(app) == ["b1-b3"], "and it moves no more"
    assert len(searcher.asked) == 1, "it has not searched twice"


def test_an_offer_that_a_computer_thinks_about_lapses_with_a_move(
    against_computer, searcher, qtbot
):
    app = against_computer
    play(app, "b1-b3")
    qtbot.waitUntil(lambda: len(texts(app)) == 2)
    searcher.shut()
    type_line(app, "draw")

    play(app, legal(app)[0])

    assert app.document.place.get(DrawOffer) is None
    searcher.open()
    qtbot.waitUntil(lambda: len(texts(app)) == 4)
    assert app.document.record.result == "*"


def test_an_offer_ends_with_the_record(app, document):
    play(app, "b1-b3")
    type_line(app, "draw")

    document.new_game(document.game)

    assert document.place.get(DrawOffer) is None
