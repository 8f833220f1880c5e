"""Exporting from the window: commands, dialogs, progress, and what is written."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QLineEdit

from kalahloa.controllers.features.course.course import Course
from kalahloa.models.notation.sgf.reader import read_games
from kalahloa.views.dialogs.export import ExportDialog
from kalahloa.views.look.theme import DARK, LIGHT
from kalahloa.views.window.status_line import Rank
from tests.models.study.pages.page_reader import ReadPage
from tests.views.conftest import Hands
from tests.views.pictures.games import MOVES


def play(hands: Hands, moves: str) -> None:
    for text in moves.split():
        hands.app.turns.play_text(text)


def notice(hands: Hands) -> str:
    return hands.window.status.sentence_of(Rank.NOTICE)


def choose_file(hands: Hands, path: Path, qtbot, command: str = "export") -> None:
    """Give the command, and type *path* into the dialog that asks for it."""
    hands.window.actions_by_name[command].trigger()
    dialog = hands.window.findChild(QFileDialog)
    assert dialog.isVisible()
    line = dialog.findChild(QLineEdit)
    line.setText(str(path))
    QTest.keyClick(line, Qt.Key.Key_Return)


def ask_how(hands: Hands, path: Path, qtbot) -> ExportDialog:
    """Choose *path*, and return the dialog with the options of its kind."""
    choose_file(hands, path, qtbot)
    qtbot.waitUntil(lambda: hands.window.findChild(ExportDialog) is not None)
    return hands.window.findChild(ExportDialog)


def accept(dialog: ExportDialog) -> None:
    button = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
def test_a_board_or_game_is_exported_to_the_file_that_is_chosen(
    open_window, qtbot, tmp_path, suffix
):
    hands = open_window("loa")
    play(hands, MOVES["loa"])
    path = tmp_path / f"game.{suffix}"

    accept(ask_how(hands, path, qtbot))

    qtbot.waitUntil(lambda: notice(hands) == f"Exported to {path}.", timeout=20_000)
    assert path.stat().st_size > 1000
    assert hands.window.status.exporter.isHidden()


def test_a_web_page_is_exported_without_further_questions(open_window, qtbot, tmp_path):
    hands = open_window("loa")
    play(hands, MOVES["loa"])
    path = tmp_path / "game.html"

    choose_file(hands, path, qtbot)

    qtbot.waitUntil(lambda: notice(hands) == f"Exported to {path}.", timeout=20_000)
    assert hands.window.findChild(ExportDialog) is None
    assert ReadPage(path.read_bytes()).buttons[0] == (1, "1. c8-c6")


@pytest.mark.parametrize("suffix", ["gif", "webp"])
def test_a_game_is_exported_as_an_animation(open_window, qtbot, tmp_path, suffix):
    image = pytest.importorskip("PIL.Image")
    hands = open_window("tictactoe")
    play(hands, MOVES["tictactoe"])
    path = tmp_path / f"game.{suffix}"

    dialog = ask_how(hands, path, qtbot)
    dialog.width_field.setValue(120)
    dialog.pace.setValue(0.5)
    accept(dialog)

    qtbot.waitUntil(path.exists, timeout=20_000)
    with image.open(path) as file:
        file.load()
        assert (file.n_frames, file.width) == (6, 120)
        assert file.info["duration"] == 500


def test_what_the_fields_say_is_what_is_drawn(open_window, qtbot, tmp_path):
    hands = open_window("loa")
    path = tmp_path / "board.png"

    dialog = ask_how(hands, path, qtbot)
    dialog.width_field.setValue(300)
    dialog.scale.setCurrentIndex(1)
    dialog.colours.setCurrentIndex(1)
    dialog.caption.setChecked(False)
    accept(dialog)

    qtbot.waitUntil(path.exists, timeout=20_000)
    image = QImage(str(path))
    assert (image.width(), image.height()) == (600, 600)
    assert image.pixelColor(2, 2) == DARK.window


def test_a_picture_too_large_is_refused_in_the_dialog(open_window, qtbot, tmp_path):
    hands = open_window("loa")
    dialog = ask_how(hands, tmp_path / "board.png", qtbot)
    dialog.width_field.setValue(8000)
    dialog.scale.setCurrentIndex(3)

    accept(dialog)

    assert dialog.isVisible()
    assert "8,192 pixels" in dialog.problem.text()
    dialog.reject()


def test_an_unknown_kind_of_file_is_refused_in_words(open_window, qtbot, tmp_path):
    hands = open_window("loa")

    choose_file(hands, tmp_path / "board.xyz", qtbot)

    qtbot.waitUntil(lambda: "'.xyz' is not a format" in notice(hands))
    assert hands.window.findChild(ExportDialog) is None


def test_a_file_that_cannot_be_written_is_told(open_window, qtbot, tmp_path):
    hands = open_window("tictactoe")
    path = tmp_path / "board.png"
    dialog = ask_how(hands, path, qtbot)
    path.mkdir()

    accept(dialog)

    qtbot.waitUntil(lambda: "cannot be written" in notice(hands), timeout=20_000)
    assert hands.window.status.exporter.isHidden()


def test_an_export_shows_how_far_it_is_and_can_be_stopped(open_window, qtbot, tmp_path):
    hands = open_window("kalah")
    play(hands, MOVES["kalah"])
    path = tmp_path / "board.png"
    note = hands.window.status.exporter
    dialog = ask_how(hands, path, qtbot)
    dialog.width_field.setValue(4000)
    accept(dialog)
    assert note.isVisible()
    assert note.text() == "Exporting… 0 %"
    hands.window.actions_by_name["copy-picture"].trigger()
    assert "Another export" in notice(hands)

    QTest.mouseClick(note.button, Qt.MouseButton.LeftButton)

    assert notice(hands) == "Export stopped; no file saved."
    assert note.isHidden()
    assert not path.exists()


def test_moves_that_are_played_meanwhile_do_no_harm(open_window, qtbot, tmp_path):
    hands = open_window("tictactoe")
    play(hands, "5")
    path = tmp_path / "board.svg"
    dialog = ask_how(hands, path, qtbot)

    accept(dialog)
    play(hands, "1 3")

    qtbot.waitUntil(path.exists, timeout=20_000)
    assert "1. X: 5" in path.read_text()


@pytest.mark.parametrize("game", tuple(MOVES))
def test_the_board_is_copied_as_a_picture(open_window, qtbot, game):
    hands = open_window(game)
    play(hands, MOVES[game])
    clipboard = QGuiApplication.clipboard()
    clipboard.clear()

    hands.window.actions_by_name["copy-picture"].trigger()

    qtbot.waitUntil(lambda: not clipboard.image().isNull(), timeout=20_000)
    assert clipboard.image().width() == 800
    assert clipboard.image().pixelColor(2, 2) == LIGHT.window
    assert notice(hands) == "Copied the picture of the board."


def test_the_game_is_copied_as_sgf_with_its_variations(open_window, qtbot):
    hands = open_window("loa")
    play(hands, MOVES["loa"])
    hands.app.document.jump(1)
    play(hands, "a4-c4")
    clipboard = QGuiApplication.clipboard()
    clipboard.clear()

    hands.press(Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)

    qtbot.waitUntil(lambda: clipboard.text() != "")
    (read,) = read_games(clipboard.text().encode())
    assert [node.text for node in read.record.nodes] == [
        node.text for node in hands.app.document.record.root.subtree()
    ]
    assert not clipboard.mimeData().hasHtml()
    assert notice(hands) == "Copied the game as SGF."


def test_the_window_closes_in_the_middle_of_an_export(open_window, qtbot, tmp_path):
    hands = open_window("kalah")
    dialog = ask_how(hands, tmp_path / "board.png", qtbot)
    dialog.width_field.setValue(4000)
    accept(dialog)
    assert hands.window.window_actions.exports.is_busy

    hands.window.close()

    assert not hands.window.window_actions.exports.is_busy
    assert list(tmp_path.glob("board*")) == []


def test_another_kind_of_file_changes_the_suffix_of_the_name(open_window, qtbot):
    hands = open_window("loa")
    hands.window.actions_by_name["export"].trigger()
    dialog = hands.window.findChild(QFileDialog)
    assert dialog.findChild(QLineEdit).text() == "loa.png"

    page = next(name for name in dialog.nameFilters() if name.endswith("(*.pdf)"))
    dialog.selectNameFilter(page)
    dialog.filterSelected.emit(page)

    assert dialog.findChild(QLineEdit).text() == "loa.pdf"
    dialog.reject()


def test_the_handout_of_the_open_chapter_is_printed(open_window, tmp_path, qtbot):
    hands = open_window("kalah")
    course = hands.app[Course]
    assert not hands.window.actions_by_name["print-handout"].isEnabled()
    course.open("move-ordering", quietly=True)
    qtbot.waitUntil(lambda: not course.state.busy)

    path = tmp_path / "handout.pdf"
    choose_file(hands, path, qtbot, "print-handout")

    qtbot.waitUntil(lambda: notice(hands) == f"Exported to {path}.", timeout=30_000)
    assert path.read_bytes().startswith(b"%PDF")
