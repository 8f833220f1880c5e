"""The speed of a heuristic in the panel of the lab: what is done, Stop, and what came of it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from kalahloa.controllers.features.lab.state import LabSpeed
from kalahloa.controllers.work.search_jobs import SearchNews
from kalahloa.models.heuristics.stages import STAGES
from tests.controllers.features.lab.test_timing import COMPILED, Scripted
from tests.views.panels.test_lab import LabHands

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def scripted() -> Scripted:
    return Scripted()


@pytest.fixture
def lab(open_window, qtbot, scripted) -> LabHands:
    hands = open_window("loa")
    hands.window.resize(1300, 860)
    lab = LabHands(hands, qtbot)
    lab.lab.timing.make_sandbox = lambda: scripted
    lab.begin()
    qtbot.waitUntil(lambda: lab.features.speed.isEnabled())
    return lab


def test_the_speed_is_measured_from_below_the_features(lab, scripted, qtbot):
    row = lab.heuristic.speed
    assert not row.isVisible()

    QTest.mouseClick(lab.features.speed, LEFT)
    qtbot.waitUntil(lambda: row.label.text() == STAGES[1])
    assert row.stop.isVisible()
    qtbot.waitUntil(lambda: not lab.features.speed.isEnabled())
    scripted.go.set()
    qtbot.waitUntil(lambda: row.label.text().startswith("Compiled: 500 k nodes/s"))

    assert not row.stop.isVisible() and row.isVisible()
    qtbot.waitUntil(lambda: lab.features.speed.isEnabled())
    assert lab.state.speed == LabSpeed(speed=COMPILED)


def test_stop_ends_it_and_the_row_goes(lab, scripted, qtbot):
    row = lab.heuristic.speed
    QTest.mouseClick(lab.features.speed, LEFT)
    qtbot.waitUntil(lambda: row.stop.isVisible() and bool(scripted.measured))

    QTest.mouseClick(row.stop, LEFT)

    qtbot.waitUntil(lambda: not row.isVisible())
    qtbot.waitUntil(lambda: scripted.closed == 1)
    assert lab.state.speed == LabSpeed()


def test_what_is_typed_takes_the_speed_away_and_undo_brings_it_back(lab, scripted, qtbot):
    scripted.go.set()
    QTest.mouseClick(lab.features.speed, LEFT)
    row = lab.heuristic.speed
    qtbot.waitUntil(lambda: row.label.text().startswith("Compiled"))

    QTest.keyClicks(lab.editor, "#")
    qtbot.waitUntil(lambda: not row.isVisible())
    lab.editor.undo()

    qtbot.waitUntil(lambda: row.isVisible())


def test_the_status_line_says_that_a_players_heuristic_is_compiled(open_window):
    hands = open_window("loa")

    hands.app.turns.progressed.emit(SearchNews(1, None, STAGES[1]))

    assert hands.window.status.sentence.whole == STAGES[1]
