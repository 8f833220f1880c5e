"""The panel of the clock, by clicks."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.features.clock.clock import Clock
from kalahloa.models.match.time_control import TimeControl


def test_the_button_starts_the_clock_and_the_times_go_down(open_window, qtbot):
    hands = open_window("kalah")
    hands.document.new_game(hands.document.game, players=(HUMAN, HUMAN))
    clock = hands.app[Clock]
    clock.control = TimeControl(300.0)
    hands.window.rooms.reveal("clock")
    panel = hands.window.panel_host.panel("clock")
    qtbot.waitUntil(panel.isVisible)
    assert [time.text() for time in panel.times] == ["–:––", "–:––"]

    QTest.mouseClick(panel.start_button, Qt.MouseButton.LeftButton)
    assert [time.text() for time in panel.times] == ["5:00", "5:00"]
    seconds = [0.0]
    clock.now = lambda: seconds[0]
    hands.document.play(hands.document.position.read_move("1"))
    seconds[0] = 100.0

    qtbot.waitUntil(lambda: panel.times[1].text() == "3:20")
    assert panel.times[0].text() == "5:00"
    assert panel.sides[1].text() == "North, to move"
    assert panel.times[1].accessibleName() == "North: 3:20"
    QTest.mouseClick(panel.start_button, Qt.MouseButton.LeftButton)
    assert not clock.is_on and panel.start_button.text() == "Start the clock"
