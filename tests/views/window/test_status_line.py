"""The status line: which sentence is seen, for how long, and what a screen reader hears."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QStatusTipEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.offer import Offer
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.models.text.errors import LibraryFull
from kalahloa.views.window import status_line
from kalahloa.views.window.status_line import Rank, StatusLine
from tests.views.checker import board_shows_record

COMPUTER = Player(Level(depth=1))


@pytest.fixture
def spoken(monkeypatch) -> list[str]:
    """What is announced in the name of the status line."""
    heard: list[str] = []
    monkeypatch.setattr(status_line, "announce", lambda _widget, text: heard.append(text))
    return heard


@pytest.fixture
def line(qtbot, monkeypatch) -> StatusLine:
    monkeypatch.setattr(status_line, "NOTICE_MS", 30)
    made = StatusLine()
    qtbot.addWidget(made)
    made.show()
    return made


# -- ranks and ages --------------------------------------------------------------------------------


def test_the_sentence_of_the_highest_rank_is_seen(line):
    for rank in Rank:
        line.show_sentence(rank, rank.name)
        assert line.sentence.text() == rank.name

    for rank in reversed(Rank):
        assert line.sentence.text() == rank.name
        line.show_sentence(rank, "")
    assert line.sentence.text() == ""


def test_a_sentence_of_a_lower_rank_waits(line):
    line.show_sentence(Rank.REMARK, "a pit")

    line.show_sentence(Rank.STANDING, "South to move")

    assert line.sentence.text() == "a pit"
    line.remark("")
    assert line.sentence.text() == "South to move"


def test_a_notice_passes_and_what_holds_comes_back(line, qtbot):
    line.show_sentence(Rank.STANDING, "South to move")

    line.say("That is not possible.")
    assert line.sentence.text() == "That is not possible."

    qtbot.waitUntil(lambda: line.sentence.text() == "South to move")


def test_a_second_notice_has_its_whole_time(qtbot, line, monkeypatch):
    monkeypatch.setattr(status_line, "NOTICE_MS", 60_000)
    line._age.setTimerType(Qt.TimerType.PreciseTimer)
    line.say("one")
    qtbot.wait(60)
    left = line._age.remainingTime()

    line.say("two")

    assert line._age.remainingTime() > left + 30
    assert line.sentence.text() == "two"


def test_a_hint_ends_the_notice_that_one_is_looked_for_and_is_spoken_once(line, spoken):
    line.say("Looking for a good move.")

    for _ in range(3):
        line.show_hint("Hint: pit 3")

    assert line.sentence.text() == "Hint: pit 3"
    assert spoken == ["Looking for a good move.", "Hint: pit 3"]


def test_a_failure_stays_beside_every_other_sentence_and_is_spoken_once(line, spoken):
    line.show_failure("The disk is full.")
    line.say("one")
    line.show_failure("The disk is full.")
    assert line.failure.isVisible()
    assert line.failure.text() == "The disk is full."
    assert line.sentence.text() == "one"
    assert spoken == ["The disk is full.", "one"]

    line.show_failure("")

    assert not line.failure.isVisible()


# -- in the window ---------------------------------------------------------------------------------


def test_refusals_on_the_board_are_spoken(open_window, spoken):
    hands = open_window("loa")

    hands.click_cell(63)

    assert spoken
    assert spoken[-1] == hands.window.status.sentence.text()


def test_refusals_of_commands_and_of_thinking_computers_are_spoken(
    open_window, spoken, searcher, qtbot
):
    hands = open_window("kalah", (HUMAN, COMPUTER))
    searcher.shut()
    hands.click_move(1)
    qtbot.waitUntil(searcher.began.is_set)

    hands.window.graphical.asked.emit("hint", [])
    hands.window.graphical.asked.emit("no-such-command", [])

    assert spoken == ["Wait until it is your turn.", "There is no command 'no-such-command'."]


def test_a_hint_is_spoken(open_window, spoken, qtbot):
    hands = open_window("kalah")

    hands.press(Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: hands.place.hint is not None)

    assert spoken[-1].startswith("Hint")
    assert spoken[-1] == hands.window.status.sentence.text()


def test_the_standing_sentence_comes_back_after_what_the_mouse_was_on(open_window):
    hands = open_window("kalah")
    standing = hands.window.status.sentence.text()

    QTest.mouseMove(hands.board.viewport(), hands.place_of(2))
    assert hands.window.status.sentence.text() != standing
    hands.window.status.remark("")

    assert hands.window.status.sentence.text() == standing


def test_what_the_mouse_was_on_is_no_longer_said_after_a_move(open_window):
    hands = open_window("kalah")
    hands.window.status.remark("South's pit 3, 4 stones.")

    hands.app.turns.play(1)

    assert hands.window.status.sentence_of(Rank.REMARK) == ""
    board_shows_record(hands)


def test_a_move_of_a_board_that_the_rules_refuse_is_said(open_window):
    hands = open_window("kalah")

    hands.window.graphical.move_chosen.emit(99)  # as a plug-in's board may

    assert hands.window.status.sentence_of(Rank.NOTICE) == hands.place.position.why_illegal(99)
    board_shows_record(hands)


def test_progress_is_gone_when_the_computer_is_paused(open_window, searcher, qtbot):
    hands = open_window("kalah", (HUMAN, COMPUTER))
    searcher.shut()
    hands.click_move(1)
    qtbot.waitUntil(searcher.began.is_set)
    hands.window.status.show_sentence(Rank.PROGRESS, "Thinking: depth 4")

    hands.window.actions_by_name["pause"].trigger()

    assert hands.window.status.sentence_of(Rank.PROGRESS) == ""
    board_shows_record(hands)


def test_a_failure_to_keep_stays_until_the_game_is_kept_again(open_window, qtbot):
    hands = open_window("kalah")
    hands.disk.trouble = LibraryFull("The disk is full.")
    status = hands.window.status

    hands.click_move(1)
    qtbot.waitUntil(status.failure.isVisible)
    hands.click_move(2)
    hands.keeper.save()
    assert status.failure.isVisible()
    assert status.failure.text() == "The disk is full."
    assert status.minimumSizeHint().width() < 640

    hands.disk.trouble = None
    hands.click_move(3)
    hands.keeper.save()

    assert not status.failure.isVisible()
    board_shows_record(hands)


def test_what_a_button_does_is_said_beside_an_offer_not_over_it(open_window):
    hands = open_window("loa", players=(HUMAN, Player(Level.of_engine(1))))
    status = hands.window.status
    tip = BY_KEY["copy-position"].tip
    QApplication.sendEvent(hands.window.bar, QStatusTipEvent(tip))
    assert (status.sentence.isVisible(), status.sentence_of(Rank.TIP)) == (True, tip)

    status.say_and_offer("Resigned.", "Undo", Offer(lambda: True, lambda: None))

    assert status.currentMessage() == ""
    assert status.sentence.isVisible() and status.offer.isVisible()
    assert not status.sentence.geometry().intersects(status.offer.geometry())
    QApplication.sendEvent(hands.window.bar, QStatusTipEvent(""))
    assert status.sentence_of(Rank.TIP) == ""
