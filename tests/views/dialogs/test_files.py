"""Asking for files: the dialogs are open and the program goes on."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QWidget

from kalahloa.views.dialogs.files import ask_open_file, ask_save_file


@pytest.fixture
def parent(qtbot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


def type_name(dialog: QFileDialog, name: str) -> None:
    """Put *name* into the dialog's line and press Enter."""
    line = dialog.findChild(QLineEdit)
    # Not by keys: the list of completions wants to grab the keyboard, which is not to be had.
    line.setText(name)
    QTest.keyClick(line, Qt.Key.Key_Return)


def test_the_file_that_is_chosen_is_told(parent, tmp_path, qtbot):
    (tmp_path / "game.kalahloa").write_text("{}")
    chosen: list[Path] = []

    dialog = ask_open_file(parent, tmp_path, chosen.append)
    assert chosen == []
    assert dialog.isVisible()
    type_name(dialog, "game.kalahloa")

    qtbot.waitUntil(lambda: chosen == [tmp_path / "game.kalahloa"])


def test_nothing_is_told_if_the_user_cancels(parent, tmp_path):
    chosen: list[Path] = []
    for ask in (
        lambda: ask_open_file(parent, tmp_path, chosen.append),
        lambda: ask_save_file(parent, tmp_path, "game", chosen.append),
    ):
        dialog = ask()

        QTest.keyClick(QApplication.focusWidget() or dialog, Qt.Key.Key_Escape)

        assert not dialog.isVisible()
    assert chosen == []


def test_a_name_to_save_is_offered_and_gets_its_suffix(parent, tmp_path, qtbot):
    chosen: list[Path] = []
    dialog = ask_save_file(parent, tmp_path, "kalah game.kalahloa", chosen.append)
    assert dialog.findChild(QLineEdit).text() == "kalah game.kalahloa"

    type_name(dialog, "other")

    qtbot.waitUntil(lambda: chosen == [tmp_path / "other.kalahloa"])


def test_only_games_are_listed_at_first(parent, tmp_path):
    dialog = ask_open_file(parent, tmp_path, print)

    assert dialog.nameFilters() == ["Games (*.kalahloa *.sgf)", "All files (*)"]
    assert dialog.selectedNameFilter() == "Games (*.kalahloa *.sgf)"
    assert dialog.fileMode() is QFileDialog.FileMode.ExistingFile
    assert dialog.windowModality() is Qt.WindowModality.WindowModal
    dialog.reject()
