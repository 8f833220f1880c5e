"""Comments and marks by mouse and keys, in a whole window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.models.record.annotation import MAX_COMMENT_TEXT, Mark
from kalahloa.views.panels.comment import CommentPanel
from kalahloa.views.window.status_line import Rank
from tests.views.checker import board_shows_record

CONTROL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def hands(open_window):
    """A study of Lines of Action with two lines; the current node is the first move."""
    made = open_window("loa")
    made.window.rooms.open_page("study")
    made.window.rooms.reveal("comment")
    for number, text in ((0, "b1-b3"), (1, "a4-c4"), (1, "a5-c5"), (0, "d1-d3")):
        made.document.jump(number)
        made.app.turns.play_text(text)
    made.document.jump(1)
    return made


def panel(hands) -> CommentPanel:
    found = hands.window.panel_host.panel("comment")
    assert isinstance(found, CommentPanel)
    return found


def test_ctrl_m_leads_to_the_comment_and_what_is_typed_is_written_at_once(hands):
    hands.press(Qt.Key.Key_M, CONTROL)
    field = panel(hands).field
    assert QApplication.focusWidget() is field

    QTest.keyClicks(field, "Why ")
    QTest.keyClicks(field, "not?")
    QTest.keyClick(field, Qt.Key.Key_Return)
    QTest.keyClicks(field, "Because.")

    assert hands.document.node.comment == "Why not?\nBecause."
    assert field.textCursor().atEnd()
    assert hands.window.panel_host.panel("moves").tree.comment_count == 1
    board_shows_record(hands)
    field.setFocus()
    hands.press(Qt.Key.Key_Z, CONTROL | ALT)
    assert hands.document.node.comment == "" == field.toPlainText()


def test_in_the_field_ctrl_z_is_its_own(hands):
    field = panel(hands).field
    field.setFocus()
    QTest.keyClicks(field, "abc")

    hands.undo()

    assert hands.document.node.number == 1
    assert field.toPlainText() == hands.document.node.comment == ""
    hands.redo()
    assert field.toPlainText() == hands.document.node.comment == "abc"


def test_each_position_has_its_own_comment_and_the_start_has_one_too(hands):
    field = panel(hands).field
    field.setFocus()
    QTest.keyClicks(field, "first")
    hands.press(Qt.Key.Key_Left, ALT)
    assert field.toPlainText() == ""
    assert "game" in field.placeholderText()
    QTest.keyClicks(field, "start")
    hands.press(Qt.Key.Key_Right, ALT)

    assert field.toPlainText() == "first"
    assert hands.document.record.root.comment == "start"
    assert panel(hands).move_label.whole == "after b1-b3"


def test_a_comment_that_is_too_long_is_refused_with_a_sentence(hands):
    field = panel(hands).field
    field.setFocus()
    QTest.keyClicks(field, "kept")

    QApplication.clipboard().setText("x" * MAX_COMMENT_TEXT)
    field.paste()

    assert field.toPlainText() == hands.document.node.comment == "kept"
    assert "100,000" in hands.window.status.sentence_of(Rank.NOTICE)


def test_marks_are_buttons_with_names_and_keys(hands):
    buttons = panel(hands).marks
    QTest.mouseClick(buttons[Mark.BLUNDER], Qt.MouseButton.LeftButton)

    assert hands.document.node.notes.marks == (Mark.BLUNDER,)
    assert buttons[Mark.BLUNDER].isChecked() and not buttons[Mark.GOOD].isChecked()
    assert buttons[Mark.BLUNDER].accessibleName() == "Blunder"
    assert "Alt+4" in buttons[Mark.BLUNDER].toolTip()
    hands.press(Qt.Key.Key_1, ALT)
    assert hands.document.node.notes.marks == (Mark.GOOD,)
    assert buttons[Mark.GOOD].isChecked() and not buttons[Mark.BLUNDER].isChecked()
    assert hands.window.actions_by_name["mark-good"].isChecked()
    assert hands.window.status.sentence_of(Rank.NOTICE) == "b1-b3: Good move."
    board_shows_record(hands)
    hands.press(Qt.Key.Key_1, ALT)
    assert not buttons[Mark.GOOD].isChecked()
    hands.press(Qt.Key.Key_Home, ALT)
    assert not buttons[Mark.GOOD].isEnabled()


def test_after_a_deletion_a_button_brings_it_back(hands):
    hands.document.jump(2)
    hands.board.setFocus()
    hands.press(Qt.Key.Key_Delete, CONTROL)

    status = hands.window.status
    assert status.sentence_of(Rank.NOTICE) == "1 move deleted."
    assert status.offer.isVisible() and status.offer.text() == "Undo"
    assert [node.number for node in hands.document.record.root.subtree()] == [0, 1, 3, 4]
    board_shows_record(hands)

    QTest.mouseClick(status.offer, Qt.MouseButton.LeftButton)

    assert not status.offer.isVisible()
    assert hands.document.node.number == 2
    board_shows_record(hands)
    assert status.sentence_of(Rank.NOTICE) == "Undone: Delete from here."


def test_the_offer_passes_with_the_notice(hands):
    hands.press(Qt.Key.Key_Delete, CONTROL)
    status = hands.window.status
    assert status.offered is not None

    status.say("Something else.")

    assert status.offered is None and not status.offer.isVisible()
    hands.press(Qt.Key.Key_Z, CONTROL | ALT)
    hands.press(Qt.Key.Key_Delete, CONTROL)
    status.end_notice()
    assert not status.offer.isVisible()


def test_an_offer_is_gone_as_soon_as_another_edit_has_come_between(hands):
    hands.press(Qt.Key.Key_Delete, CONTROL)
    status = hands.window.status
    assert status.offer.isVisible()

    hands.app.study.comment(hands.document.node, "Since then")

    assert status.offered is None and not status.offer.isVisible()
    assert status.sentence_of(Rank.NOTICE) == "3 moves deleted."
    assert hands.document.node.comment == "Since then"


def test_an_offer_never_takes_back_an_edit_of_another_game(hands):
    hands.press(Qt.Key.Key_Delete, CONTROL)
    offer = hands.window.status.offered
    assert offer is not None and offer.holds()

    hands.document.new_game(hands.document.game)
    hands.app.turns.play_text("b1-b3")
    hands.app.study.comment(hands.document.node, "Here")

    assert not offer.holds()
    assert hands.window.status.offered is None


def test_what_is_typed_stays_at_the_move_where_typing_began(open_window, searcher, qtbot):
    hands = open_window("loa", (HUMAN, Player(Level(depth=1))))
    hands.window.rooms.open_page("study")
    hands.window.rooms.reveal("comment")
    hands.window.rooms.open_page("play")
    hands.window.rooms.focus("comment")
    searcher.shut()
    hands.app.turns.play_text("b1-b3")
    qtbot.waitUntil(lambda: hands.place.thinking)
    mine = hands.document.node
    field = panel(hands).field
    field.setFocus()
    QTest.keyClicks(field, "Why ")

    searcher.open()
    qtbot.waitUntil(lambda: hands.document.node is not mine)
    QTest.keyClicks(field, "not?")

    assert mine.comment == "Why not?" == field.toPlainText()
    assert hands.document.node.comment == ""
    assert panel(hands).move_label.whole == "after b1-b3"
    hands.board.setFocus()
    assert field.toPlainText() == ""
    assert panel(hands).move_label.whole != "after b1-b3"


def test_autoplay_does_not_tear_a_comment_apart(hands, qtbot):
    field = panel(hands).field
    hands.press(Qt.Key.Key_Home, ALT)
    field.setFocus()
    QTest.keyClicks(field, "The ")
    hands.app.autoplay.start(0.1)
    qtbot.waitUntil(lambda: hands.document.node.number == 1)

    QTest.keyClicks(field, "start")

    hands.app.autoplay.stop()
    assert hands.document.record.root.comment == "The start"
    assert hands.document.record.nodes[1].comment == ""


def test_the_menu_of_another_move_is_about_that_move(hands, qtbot):
    view = hands.window.panel_host.panel("moves").view
    row = view.tree.index_of(hands.document.record.nodes[4])
    point = view.visualRect(row).center()
    view.menu_wanted.emit(view.viewport().mapToGlobal(point), hands.document.record.nodes[4])
    menu = next(one for one in hands.window.findChildren(QMenu) if one.isVisible())
    actions = {action.objectName(): action for action in menu.actions()}
    assert actions["promote"].isEnabled()
    assert not hands.window.actions_by_name["promote"].isEnabled()

    actions["promote"].trigger()
    menu.close()

    assert hands.document.record.main_line()[0].number == 4
    board_shows_record(hands)
    assert hands.document.node.number == 1


def test_autoplay_is_shown_as_checked_and_ends_with_a_click(hands, qtbot):
    hands.document.jump(0)
    hands.press(Qt.Key.Key_P, CONTROL | SHIFT)
    action = hands.window.actions_by_name["autoplay"]
    assert action.isChecked()

    hands.click_move(hands.document.position.legal_moves()[0])

    assert not action.isChecked()


def test_the_list_of_moves_shows_the_comments_until_they_are_hidden_which_is_remembered(
    open_window,
):
    hands = open_window("loa")
    hands.app.turns.play_text("b1-b3")
    hands.app.study.comment(hands.document.node, "A plan")
    tree = hands.window.panel_host.panel("moves").tree
    assert [tree.data(tree.index(at, 0)) for at in range(tree.rowCount())][:2] == ["1", "A plan"]
    assert hands.window.actions_by_name["list-comments"].isChecked()

    hands.window.actions_by_name["list-comments"].trigger()

    assert "A plan" not in [tree.data(tree.index(at, 0)) for at in range(tree.rowCount())]
    hands.window.close()
    assert not SettingsReader(hands.settings).flag("preferences/comments_listed", True)
    assert not open_window("loa", as_left=True).place.comments_listed
