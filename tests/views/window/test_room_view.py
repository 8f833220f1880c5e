"""The panels of a page: shown, hidden, moved out, made larger; each page is as it was left."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.views.panels.placements import PANELS
from kalahloa.views.window.card import Edge, PanelCard
from tests.views.checker import board_shows_record
from tests.views.conftest import Hands
from tests.views.window.arranged import board_rect, click_tab, places, settle, tabs_of

COMPUTER = Player(Level(depth=1))
CONTROL, LEFT = Qt.KeyboardModifier.ControlModifier, Qt.MouseButton.LeftButton
HOME, PLAY, STUDY = Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3
WIDE, PORTRAIT = (1180, 780), (620, 1000)


# -- showing and hiding ----------------------------------------------------------------------------


def test_a_panel_is_hidden_and_shown_by_the_view_menu(open_window):
    hands = open_window("kalah")
    panel = hands.window.panel_host.panel("players")
    toggle = hands.window.rooms.toggle_actions["players"]
    menus = [action.menu() for action in hands.window.menus["view"].actions()]
    assert any(menu is not None and toggle in menu.actions() for menu in menus)
    assert toggle.isChecked()

    toggle.trigger()
    assert not panel.isVisible() and not toggle.isChecked()
    hands.click_move(3)
    toggle.trigger()

    assert panel.isVisible() and toggle.isChecked()
    board_shows_record(hands)


def test_each_page_is_as_it_was_left(open_window):
    hands = open_window("kalah")
    rooms = hands.window.rooms
    rooms.hide_panel("players")
    rooms.reveal("graph")

    hands.press(STUDY, CONTROL)
    rooms.hide_panel("moves")
    rooms.reveal("players")
    assert rooms.is_shown("players") and not rooms.is_shown("moves")
    hands.press(PLAY, CONTROL)

    assert not rooms.is_shown("players")
    assert rooms.is_shown("graph") and rooms.is_shown("moves")
    hands.press(STUDY, CONTROL)
    assert rooms.is_shown("players") and not rooms.is_shown("moves")


def test_a_panel_of_no_page_that_is_shown_is_added_beside_the_board(open_window):
    hands = open_window("kalah")
    settle(hands, (1180, 1000))

    hands.window.rooms.focus("proof")
    settle(hands)

    assert hands.window.rooms.page.key == "play"
    assert hands.window.panel_host.panel("proof").is_seen
    assert set(places(hands)) == {"players", "moves", "proof"}
    assert not places(hands)["proof"].intersects(board_rect(hands))
    hands.window.rooms.hide_panel("proof")
    assert not hands.window.rooms.is_shown("proof")


@pytest.mark.parametrize("key", ["comparison", "course", "match", "games", "heuristic"])
def test_a_panel_that_needs_most_of_a_page_is_shown_on_its_own(open_window, key):
    hands = open_window("kalah")

    hands.window.rooms.reveal(key)

    assert hands.window.rooms.page.key in PANELS[key].pages
    assert hands.window.panel_host.panel(key).is_seen


def test_from_a_page_without_a_board_a_panel_leads_to_its_own_page(open_window):
    hands = open_window("kalah")
    hands.window.rooms.open_page("library")

    hands.window.rooms.reveal("comment")
    assert hands.window.rooms.page.key == "study"
    hands.window.rooms.open_page("home")
    hands.window.rooms.reveal("clock")

    assert hands.window.rooms.page.has_board
    assert hands.window.panel_host.panel("clock").is_seen


def test_a_click_on_a_tab_brings_its_panel_to_the_front(open_window):
    hands = open_window("kalah")
    hands.press(STUDY, CONTROL)
    host = hands.window.panel_host
    assert host.panel("engine").is_seen and "proof" not in host.areas

    click_tab(hands, "proof")

    assert host.panel("proof").is_seen and not host.panel("engine").is_seen
    card, number = tabs_of(hands, "proof")
    assert card.tabs.currentIndex() == number
    click_tab(hands, "engine")
    assert host.panel("engine").is_seen and not host.panel("proof").is_seen
    board_shows_record(hands)


def test_a_panel_behind_another_does_no_work_and_comes_up_to_date(open_window, monkeypatch):
    hands = open_window("kalah")
    hands.press(STUDY, CONTROL)
    panel = hands.window.panel_host.panel("engine")
    click_tab(hands, "proof")
    refreshed = []
    refresh = panel.refresh
    monkeypatch.setattr(panel, "refresh", lambda change: (refreshed.append(1), refresh(change)))

    hands.click_move(1)
    hands.click_move(2)
    hands.window.panel_host.finish()
    assert refreshed == []
    click_tab(hands, "engine")

    assert refreshed == [1]
    board_shows_record(hands)


def test_no_tabs_of_another_page_stay_in_the_window(open_window):
    hands = open_window("tictactoe")
    rooms = hands.window.rooms
    settle(hands, (1400, 1000))

    def shown_tabs() -> list[list[str]]:
        cards = [card for card in rooms.findChildren(PanelCard) if card.tabs.isVisible()]
        return [[card.tabs.tabText(at) for at in range(card.tabs.count())] for card in cards]

    for key in ("study", "library", "study", "play", "study"):
        rooms.open_page(key)
    assert ["Engine", "Proof"] in shown_tabs()
    rooms.open_page("library")
    assert ["Engine", "Proof"] not in shown_tabs()
    rooms.open_page("study")
    assert ["Engine", "Proof"] in shown_tabs()

    rooms.hide_panel("proof")
    assert not any("Engine" in tabs for tabs in shown_tabs())


def test_a_panel_with_a_condition_is_there_only_while_it_is_true(open_window, qtbot, monkeypatch):
    hands = open_window("kalah")
    entry = replace(
        PANELS["graph"], pages=("play",), when=lambda place: place.node.move is not None
    )
    monkeypatch.setitem(PANELS, "graph", entry)
    rooms = hands.window.rooms
    assert not rooms.is_shown("graph")

    hands.click_move(3)
    qtbot.waitUntil(lambda: hands.window.panel_host.panel("graph").is_seen)
    assert rooms.toggle_actions["graph"].isChecked()
    board_shows_record(hands)
    hands.undo()
    qtbot.waitUntil(lambda: "graph" not in rooms.children_shown())

    assert not rooms.is_shown("graph")
    rooms.reveal("graph")  # whoever asks for it gets it
    assert rooms.is_shown("graph")
    board_shows_record(hands)


# -- windows of their own --------------------------------------------------------------------------


def offered(hands: Hands, key: str) -> dict[str, Callable[[], None]]:
    """Right-click the panel called *key*; return what is offered."""
    rooms = hands.window.rooms
    point = hands.window.panel_host.areas[key].geometry().center()
    where = rooms.mapToGlobal(point)
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(rooms, QContextMenuEvent(reason, point, where))
    menu = next(menu for menu in rooms.findChildren(QMenu) if menu.isVisible())
    found = {action.text(): action.trigger for action in menu.actions()}
    menu.hide()
    return found


def test_a_right_click_on_a_panel_offers_to_undock_or_hide_it(open_window):
    hands = open_window("kalah")
    rooms = hands.window.rooms

    offered(hands, "moves")["Undock Moves"]()
    assert rooms.is_detached("moves")
    rooms.detached_window("moves").close()
    assert not rooms.is_detached("moves") and rooms.is_shown("moves")
    offered(hands, "moves")["Hide Moves"]()

    assert not rooms.is_shown("moves")
    board_shows_record(hands)


def test_a_panel_in_a_window_of_its_own_goes_on_showing_the_game(open_window):
    hands = open_window("kalah")
    rooms, panel = hands.window.rooms, hands.window.panel_host.panel("moves")
    rooms.undock("moves")
    settle(hands)
    assert panel.window() is rooms.detached_window("moves")
    assert panel.window().windowTitle() == "Moves"
    assert set(places(hands)) == {"players"}

    hands.click_move(1)
    board_shows_record(hands)
    hands.press(HOME, CONTROL)
    assert panel.is_seen and panel.isVisible()
    hands.document.play(2)
    board_shows_record(hands)
    hands.press(PLAY, CONTROL)
    rooms.dock("moves")

    assert panel.window() is hands.window and panel.isVisible()
    assert set(places(hands)) == {"players", "moves"}
    board_shows_record(hands)


def test_a_panel_that_has_more_room_in_its_window_fills_it(open_window, qtbot):
    hands = open_window("kalah")
    hands.window.rooms.undock("moves")
    window = hands.window.rooms.detached_window("moves")

    window.resize(700, 400)

    area = hands.window.panel_host.areas["moves"]
    qtbot.waitUntil(lambda: window.width() == 700 and area.geometry() == window.rect())


# -- edges -----------------------------------------------------------------------------------------


def edge_of(hands: Hands, key: str) -> Edge:
    edges = [edge for edge in hands.window.rooms.findChildren(Edge) if edge.isVisible()]
    return next(edge for edge in edges if edge.handle is not None and edge.handle.key == key)


def drag(edge: Edge, by: QPoint) -> None:
    """Drag *edge* with the left button."""
    begin = edge.mapToGlobal(edge.rect().center())
    QTest.mousePress(edge, LEFT, pos=edge.rect().center())
    for at in (begin + by / 2, begin + by):
        event = QMouseEvent(
            QEvent.Type.MouseMove,
            edge.mapFromGlobal(at).toPointF(),
            at.toPointF(),
            Qt.MouseButton.NoButton,
            LEFT,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(edge, event)
    QTest.mouseRelease(edge, LEFT, pos=edge.mapFromGlobal(begin + by))


def test_an_edge_is_dragged_and_double_clicked(open_window):
    hands = open_window("kalah")
    settle(hands, WIDE)
    before = places(hands)["moves"]

    drag(edge_of(hands, "side"), QPoint(-80, 0))
    settle(hands)
    moves = places(hands)["moves"]
    assert moves.left() == pytest.approx(before.left() - 80, abs=8)
    assert moves.right() == before.right()
    assert board_rect(hands).right() < moves.left()
    QTest.mouseDClick(edge_of(hands, "side"), LEFT)
    settle(hands)

    assert places(hands)["moves"] == before
    board_shows_record(hands)


def test_an_edge_between_cards_is_dragged(open_window):
    hands = open_window("kalah")
    settle(hands, WIDE)
    before = places(hands)

    drag(edge_of(hands, "players|moves"), QPoint(0, 60))
    settle(hands)

    after = places(hands)
    assert after["players"].height() == pytest.approx(before["players"].height() + 60, abs=8)
    assert after["moves"].bottom() == before["moves"].bottom()


def test_where_one_reads_from_the_right_everything_is_the_other_way_round(open_window, qapp):
    hands = open_window("kalah")
    settle(hands, WIDE)
    left_board, before = board_rect(hands), places(hands)["moves"]
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        settle(hands)
        width = hands.window.width() - 1
        moves = places(hands)["moves"]
        assert (moves.left(), moves.right()) == (width - before.right(), width - before.left())
        assert board_rect(hands).left() == width - left_board.right()
        drag(edge_of(hands, "side"), QPoint(80, 0))
        settle(hands)
        assert places(hands)["moves"].right() == pytest.approx(moves.right() + 80, abs=8)
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


# -- room for what is asked for --------------------------------------------------------------------


def test_a_panel_that_is_brought_to_the_front_gets_some_room(open_window):
    hands = open_window("kalah")
    hands.press(STUDY, CONTROL)
    settle(hands, WIDE)

    hands.window.rooms.bring("proof")
    settle(hands)

    assert hands.window.panel_host.panel("proof").is_seen
    assert places(hands)["proof"].height() >= 150
    board_shows_record(hands)


def test_in_an_upright_window_the_panels_are_below_the_board(open_window):
    hands = open_window("loa")

    settle(hands, PORTRAIT)

    found, board = places(hands), board_rect(hands)
    assert found
    assert all(rect.top() > board.bottom() for rect in found.values())
    assert board.height() > hands.window.height() // 2


@pytest.mark.parametrize("size", [WIDE, (640, 480), PORTRAIT])
def test_reset_layout_puts_everything_back(open_window, size):
    hands = open_window("loa")
    settle(hands, size)
    before = places(hands)
    rooms = hands.window.rooms
    rooms.undock("moves")
    rooms.hide_panel("players")
    rooms.reveal("graph")
    rooms.drag("side", 0.5)
    settle(hands)

    hands.window.actions_by_name["reset-layout"].trigger()
    settle(hands)

    assert places(hands) == before
    board_shows_record(hands)


# -- remembered ------------------------------------------------------------------------------------


def test_the_page_is_the_same_after_a_restart(open_window):
    hands = open_window("kalah", (HUMAN, COMPUTER))
    hands.window.rooms.open_page("openings")
    hands.window.rooms.hide_panel("moves")
    hands.window.close()

    again = open_window("kalah", (HUMAN, COMPUTER))

    assert again.window.rooms.page.key == "openings"
    assert again.window.rooms.current.key == "train"
    assert again.window.bar.room_actions["train"].isChecked()
    assert again.window.bar.page_actions["openings"].isChecked()
    assert not again.place.answers
    assert not again.window.rooms.is_shown("moves")
    board_shows_record(again)


def test_every_page_is_arranged_as_before_after_a_restart(open_window):
    hands = open_window("loa")
    rooms = hands.window.rooms
    settle(hands, WIDE)
    rooms.hide_panel("players")
    rooms.reveal("graph")
    rooms.drag("side", 0.4)
    settle(hands)
    play = places(hands)
    rooms.open_page("study")
    rooms.drag("side", 0.5)
    rooms.reveal("proof")
    settle(hands)
    study = places(hands)
    assert set(play) == {"moves", "graph"} and "proof" in study
    hands.window.close()

    again = open_window("loa")
    settle(again, WIDE)

    assert places(again) == study
    again.press(PLAY, CONTROL)
    settle(again)
    assert places(again) == play
    board_shows_record(again)


@pytest.mark.parametrize(
    "damage",
    [
        *("", "{", "7", "[1, 2]", 7, '{"hidden": 3}', '{"added": [[]]}'),
        *(
            '{"shares": {"side": "x"}}',
            '{"shares": {"side": NaN}}',
            '{"shares": {"side": Infinity}}',
        ),
    ],
)
def test_a_damaged_arrangement_is_that_of_a_new_window(open_window, damage):
    hands = open_window("loa")
    settle(hands, WIDE)
    before = places(hands)
    hands.window.rooms.hide_panel("players")
    hands.window.close()
    hands.settings.sync()
    assert hands.settings.value("rooms/play")
    hands.settings.setValue("rooms/play", damage)
    hands.settings.sync()

    again = open_window("loa")
    settle(again, WIDE)

    assert places(again) == before
    again.click_move(again.document.position.read_move("b1-b3"))
    board_shows_record(again)


@pytest.mark.parametrize(
    "odd",
    [
        '{"added": ["nobody", "graph"], "hidden": ["nothing"]}',
        '{"shares": {"side": 1e300, "players|moves": -5, "nothing": 0.5}, "fronts": ["nobody"]}',
    ],
)
def test_odd_arrangements_do_no_harm(open_window, odd):
    hands = open_window("loa")
    hands.window.close()
    hands.settings.sync()
    hands.settings.setValue("rooms/play", odd)
    hands.settings.sync()

    again = open_window("loa")
    settle(again, WIDE)

    page = again.window.rooms.rect()
    assert again.window.panel_host.panel("moves").is_seen
    assert all(
        page.contains(again.window.panel_host.areas[key].geometry()) for key in places(again)
    )
    board_shows_record(again)
