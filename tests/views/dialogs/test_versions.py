"""The dialog of a heuristic's earlier versions, by mouse and keys."""

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from kalahloa.controllers.features.lab.lab import Lab
from kalahloa.controllers.features.lab.reports import KeptVersion, LabVersions
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.models.heuristics.differences import differences
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.views.dialogs.versions import VersionsDialog
from tests.views.panels.test_lab import SIMPLE, LabHands

WHEN = datetime(2026, 5, 4, 3, 2, 1, tzinfo=UTC)


def version(number: int, text: str, now: str, problem: str = "") -> KeptVersion:
    return KeptVersion(number, WHEN, text, differences(text, now), True, problem)


@pytest.fixture
def dialog(qtbot) -> VersionsDialog:
    now = "a\nb\nc"
    found = (version(3, "a\nx\nc", now), version(2, now, now), version(1, "y", now, "Too long."))
    dialog = VersionsDialog(LabVersions("loa", "mine", found))
    qtbot.addWidget(dialog)
    dialog.open()
    return dialog


def test_the_latest_version_is_shown_first_with_what_was_changed_since(dialog):
    assert dialog.list.count() == 3
    assert dialog.list.item(0).text().startswith("Version 3, ")
    assert dialog.list.item(0).text().endswith("\n1 line added, 1 line removed since")
    assert dialog.text.toPlainText() == "  a\n− x\n+ b\n  c"
    assert dialog.back.isEnabled() and dialog.chosen == 3


def test_lines_that_were_added_and_removed_have_grounds_of_their_own(dialog):
    document = dialog.text.document()
    grounds = [document.findBlockByNumber(number).blockFormat().background() for number in range(4)]

    assert grounds[0].style() is Qt.BrushStyle.NoBrush
    assert grounds[1].color() != grounds[2].color()
    assert grounds[3].style() is Qt.BrushStyle.NoBrush


def test_what_is_as_it_is_now_or_cannot_be_edited_is_not_brought_back(dialog):
    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    assert dialog.text.toPlainText() == "Nothing has changed since."
    assert not dialog.back.isEnabled()
    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    assert dialog.text.toPlainText() == "Too long."
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    assert dialog.isVisible()


def test_without_versions_it_says_when_there_will_be_one(qtbot):
    dialog = VersionsDialog(LabVersions("loa", "mine", ()))
    qtbot.addWidget(dialog)
    dialog.open()

    assert "mine has no earlier version yet" in dialog.sentence.text()
    assert not dialog.list.isVisible() and not dialog.back.isEnabled()
    assert dialog.buttons.button(QDialogButtonBox.StandardButton.Close).isEnabled()


def test_a_version_is_brought_back_into_the_editor_and_undone_there(open_window, qtbot):
    lab = LabHands(open_window("loa"), qtbot)
    lab.begin()
    lab.hands.app[Lab].keep()
    lab.settle()
    qtbot.waitUntil(lambda: lab.editor.isVisible() and lab.editor.toPlainText() == SIMPLE)
    changed = SIMPLE.replace("0.5", "2.5")
    lab.editor.replace_all(changed)
    QTest.keyClick(lab.editor, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: HeuristicStore().load("loa", "mine").text == changed)
    qtbot.waitUntil(lambda: not lab.state.heuristic.is_changed)

    BY_KEY["versions"].trigger(lab.hands.app)
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is not None)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, VersionsDialog)
    assert "− MOVES = 0.5\n+ MOVES = 2.5" in dialog.text.toPlainText()
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: lab.lab.text("mine") == SIMPLE)

    assert lab.editor.toPlainText() == SIMPLE
    assert lab.state.heuristic.is_changed
    lab.editor.undo()
    assert lab.editor.toPlainText() == changed
    qtbot.waitUntil(lambda: not lab.state.heuristic.is_changed)
