"""Overlays in the window: the menu, the key, the palette, the text view; kept for each game."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from kalahloa.models.game.registry import find_game
from kalahloa.models.games.loa import overlays as loa_facts
from kalahloa.views.boards import board_overlays
from kalahloa.views.boards.loa_board import LoaBoardView
from tests.views.checker import board_shows_record
from tests.views.conftest import Hands

F4 = Qt.Key.Key_F4
USUAL = {"landing", "offers", "risk"}
"""The overlays of Kalah that F4 shows where none was chosen."""


def switches(hands: Hands) -> dict[str, QAction]:
    return hands.window.overlays.switches


def click(hands: Hands, key: str) -> None:
    """Choose the overlay *key* in View > Overlays, with the mouse."""
    menu = hands.window.overlays
    menu.popup(hands.window.mapToGlobal(QPoint(40, 40)))
    spot = menu.actionGeometry(switches(hands)[key]).center()
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=spot)
    assert not menu.isVisible()
    hands.window.activateWindow()  # which a real window system does
    hands.window.graphical.setFocus()


def drawn(hands: Hands) -> list[str]:
    """Return the texts of the badges that are seen on the board."""
    return [str(sign.said) for sign in hands.board.overlays_shown().badges.shown()]


def settle(hands: Hands, qtbot) -> None:
    """Wait until the overlays of the newest place are shown."""
    qtbot.waitUntil(lambda: not hands.window.graphical.waits_for_overlays)


def test_after_a_walk_they_are_those_of_the_new_position_before_that_is_drawn(open_window, qtbot):
    hands = open_window("loa")
    click(hands, loa_facts.CENTRES)
    hands.click_move(hands.place.position.legal_moves()[0])
    settle(hands, qtbot)
    shown, graphical = hands.board.overlays_shown(), hands.window.graphical
    after = shown.centres_shown()
    qtbot.waitUntil(lambda: not graphical.waits_for_painting)

    hands.window.actions_by_name["back"].trigger()
    assert graphical.waits_for_painting
    qtbot.waitUntil(lambda: not graphical.waits_for_painting)

    at_start = shown.centres_shown()
    assert at_start[0] != after[0] and len(at_start) == 2
    hands.window.actions_by_name["forward"].trigger()
    settle(hands, qtbot)
    assert shown.centres_shown() == after


def test_the_menu_lists_those_of_the_game_and_none_is_on_at_first(open_window):
    hands = open_window("loa")

    assert hands.window.overlays in [one.menu() for one in hands.window.menus["view"].actions()]
    assert list(switches(hands)) == [one.key for one in board_overlays("loa")]
    assert not any(switch.isChecked() for switch in switches(hands).values())
    assert drawn(hands) == []

    hands.document.new_game(find_game("kalah"))
    assert [one.text() for one in hands.window.overlays.actions()] == [
        "Where sowings end", "Captures and extra turns", "Stones at risk",
        "The lecture's numbers", "Pits from the kalah", "Stone by stone",
    ]  # fmt: skip
    hands.document.new_game(find_game("tictactoe"))

    assert hands.window.overlays.actions() == []
    assert not hands.window.overlays.menuAction().isEnabled()
    assert not hands.window.actions_by_name["overlays"].isEnabled()


def test_a_click_in_the_menu_shows_an_overlay_and_another_hides_it(open_window):
    hands = open_window("loa")

    click(hands, "groups")
    assert drawn(hands) == ["6", "6", "6", "6"]
    assert switches(hands)["groups"].isChecked()
    assert hands.window.actions_by_name["overlays"].isChecked()
    board_shows_record(hands)
    click(hands, "groups")

    assert drawn(hands) == []
    assert not switches(hands)["groups"].isChecked()
    board_shows_record(hands)


def test_f4_shows_and_hides_them_and_says_which(open_window):
    hands = open_window("kalah")

    hands.press(F4)
    assert {key for key, switch in switches(hands).items() if switch.isChecked()} == USUAL
    assert "Shown: Where sowings end, Captures and extra turns" in _said(hands)
    assert len(drawn(hands)) > 12
    click(hands, "landing")
    hands.press(F4)
    assert drawn(hands) == []
    assert "Overlays hidden." in _said(hands)
    hands.press(F4)

    shown = {key for key, switch in switches(hands).items() if switch.isChecked()}
    assert shown == {"offers", "risk"}


def _said(hands: Hands) -> str:
    return hands.window.status.sentence.text()


def test_overlays_follow_the_moves(open_window, qtbot):
    hands = open_window("kalah")
    click(hands, "landing")
    before = drawn(hands)

    hands.click_move(3)
    settle(hands, qtbot)
    assert drawn(hands) != before
    hands.undo()

    assert hands.texts() == []
    settle(hands, qtbot)
    assert drawn(hands) == before


def test_the_palette_finds_each_by_its_title(open_window):
    hands = open_window("loa")
    hands.press(Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    popup = hands.window.palette_popup
    QTest.keyClicks(popup.line, "centres")
    assert popup.shown[0].title == "Show overlay: Centres of mass"
    QTest.keyClick(popup.line, Qt.Key.Key_Return)

    assert len(hands.board.overlays_shown().centres_shown()) == 2
    hands.press(Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(popup.line, "hide centres")
    assert popup.shown[0].title == "Hide overlay: Centres of mass"
    QTest.keyClick(popup.line, Qt.Key.Key_Return)

    assert hands.board.overlays_shown().centres_shown() == []


def test_what_is_chosen_is_kept_for_each_game(open_window, qtbot):
    hands = open_window("loa")
    click(hands, "stuck")
    click(hands, "distance")
    hands.document.new_game(find_game("kalah"))
    hands.press(F4)
    hands.press(F4)
    hands.window.close()

    again = open_window("loa")

    on = {key for key, switch in switches(again).items() if switch.isChecked()}
    assert on == {"stuck", "distance"}
    again.document.new_game(find_game("kalah"))
    assert not any(switch.isChecked() for switch in switches(again).values())
    again.press(F4)
    assert {key for key, switch in switches(again).items() if switch.isChecked()} == USUAL


def test_the_text_view_tells_what_an_overlay_shows(open_window):
    hands = open_window("loa")
    hands.press(Qt.Key.Key_F2)

    hands.type_line("overlay stuck")

    said = hands.window.text.messages.toPlainText()
    assert "Pieces that cannot move:\nBlack can move each of its pieces." in said
    assert switches(hands)["stuck"].isChecked()


def test_nothing_is_looked_for_while_the_board_is_hidden(open_window, monkeypatch):
    hands = open_window("loa")
    click(hands, "groups")
    hands.press(Qt.Key.Key_F2)
    with monkeypatch.context() as patched:
        patched.setattr(loa_facts, "_facts", lambda *_: 1 / 0)
        hands.type_line("b1-b3")
        hands.type_line("flip")
    before = drawn(hands)

    hands.press(Qt.Key.Key_F2)

    assert drawn(hands) != before
    assert sorted(drawn(hands)) == ["1", "5", "6", "6", "6"]


def test_the_board_s_own_menu_offers_them(open_window):
    hands = open_window("loa")
    beside = QPoint(2, 2)
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, beside, hands.board.viewport().mapToGlobal(beside)
    )

    QApplication.sendEvent(hands.board.viewport(), event)

    (menu,) = [one for one in hands.window.findChildren(QMenu) if one.isVisible()]
    assert hands.window.actions_by_name["overlays"] in menu.actions()
    menu.close()


def test_small_boards_beside_the_board_show_none(open_window):
    hands = open_window("loa")
    hands.press(F4)

    boards = [one for one in hands.window.findChildren(LoaBoardView) if one is not hands.board]

    assert all(one.state is None or not one.state.overlays for one in boards)
