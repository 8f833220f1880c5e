"""Panels in docks: hidden, moved out, tabbed, arranged by the window's shape, and remembered."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget, QTabBar, QWidget

from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.features.course.course import Course
from kalahloa.views.boards.board_view import BoardView
from kalahloa.views.look.theme import DARK, LIGHT
from kalahloa.views.panels.line_preview import LinePreview
from kalahloa.views.window.docks import ROOM
from tests.views.checker import board_shows_record
from tests.views.conftest import Hands

WIDE, SMALL, PORTRAIT = (1180, 780), (640, 480), (620, 1000)


def dock(hands: Hands, key: str) -> QDockWidget:
    return hands.window.docks.docks[key]


# The screen of the tests is smaller than a wide window, which therefore gets its size again after a
# restart.


def settle(hands: Hands, size: tuple[int, int] | None = None) -> None:
    """Give the window *size*, and wait until the panels stay where they are."""
    if size is not None:
        hands.window.resize(*size)
    docks = hands.window.docks.docks.values()
    seen: list[object] = [None]
    while len(seen) < 4 or seen[-1] != seen[-3]:
        QTest.qWait(20)
        seen.append([dock.geometry() for dock in docks])


def places(hands: Hands) -> dict[str, QRect]:
    """Return where in the window each panel that is seen is."""
    return {
        key: QRect(panel.mapTo(hands.window, QPoint()), panel.size())
        for key, panel in hands.window.docks.panels.items()
        if not panel.visibleRegion().isEmpty()
    }


def board_rect(hands: Hands) -> QRect:
    stack = hands.window.stack
    return QRect(stack.mapTo(hands.window, QPoint()), stack.size())


def test_a_dock_leaves_it_to_the_window_to_paint_it_but_in_a_window_of_its_own(open_window):
    hands = open_window("kalah")
    players = dock(hands, "players")
    painted = []
    players.paintEvent = painted.append
    QTest.qWait(50)

    players.update()
    painted.clear()
    QCoreApplication.sendEvent(players, QEvent(QEvent.Type.UpdateRequest))
    assert not painted
    QTest.qWait(50)
    assert painted
    players.setFloating(True)
    QTest.qWait(50)
    players.update()
    painted.clear()
    QCoreApplication.sendEvent(players, QEvent(QEvent.Type.UpdateRequest))
    assert painted


def test_a_window_is_laid_out_and_painted_in_turns_of_their_own(open_window):
    hands = open_window("kalah")
    QTest.qWait(50)
    seen = Painted(hands.window.docks.panel("moves"))

    dock(hands, "players").hide()
    QCoreApplication.processEvents()
    assert not seen.count
    QTest.qWait(50)
    assert seen.count


def test_a_panel_is_taken_out_by_its_handle_which_is_above_it(open_window):
    hands = open_window("kalah")
    players = dock(hands, "players")
    handle = players.titleBarWidget()
    QTest.qWait(50)

    assert handle.geometry().bottom() < players.widget().y()
    QTest.mouseDClick(handle, Qt.MouseButton.LeftButton)
    assert players.isFloating()
    QTest.qWait(50)
    QTest.mouseDClick(handle, Qt.MouseButton.LeftButton)
    assert not players.isFloating()


class Painted(QObject):
    """Counts how often *widget* is painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.count += event.type() is QEvent.Type.Paint
        return False


# -- one panel -------------------------------------------------------------------------------------


def test_a_panel_is_hidden_and_shown_by_the_view_menu(open_window):
    hands = open_window("kalah")
    panel = hands.window.docks.panel("players")
    toggle = dock(hands, "players").toggleViewAction()
    menus = [action.menu() for action in hands.window.menus["view"].actions()]
    assert any(menu is not None and toggle in menu.actions() for menu in menus)

    toggle.trigger()
    assert not panel.isVisible()
    hands.click_move(3)
    toggle.trigger()

    assert panel.isVisible()
    board_shows_record(hands)


def test_a_panel_is_made_when_it_is_first_shown_and_shows_what_it_has_missed(open_window):
    hands = open_window("kalah")
    assert set(hands.window.docks.panels) == {"players", "moves"}
    hands.click_move(3)
    hands.window.set_preferences(replace(hands.window.preferences, scheme="dark"))

    dock(hands, "explorer").toggleViewAction().trigger()

    panel = hands.window.docks.panels["explorer"]
    assert panel.isVisible() and not panel.visibleRegion().isEmpty()
    assert panel.place is hands.place
    assert panel.theme is DARK
    assert set(hands.window.docks.panels) == {"players", "moves", "explorer"}


def test_each_dock_has_the_title_of_its_panel_before_that_is_made(open_window):
    hands = open_window("kalah")
    titles = {key: dock.windowTitle() for key, dock in hands.window.docks.docks.items()}

    panels = {key: hands.window.docks.panel(key) for key in titles}

    assert titles == {key: panel.title for key, panel in panels.items()}
    assert all(panel.key == key for key, panel in panels.items())
    assert {key for key, panel in panels.items() if panel.isVisible()} == {"players", "moves"}


def test_a_panel_outside_the_window_goes_on_showing_the_game(open_window):
    hands = open_window("kalah")
    dock(hands, "players").setFloating(True)
    settle(hands)
    assert dock(hands, "players").isWindow()

    hands.click_move(1)

    board_shows_record(hands)
    dock(hands, "players").setFloating(False)
    assert not dock(hands, "players").isWindow()
    board_shows_record(hands)


def test_a_right_click_on_a_handle_offers_to_take_the_panel_out_or_hide_it(open_window):
    hands = open_window("kalah")
    handle = dock(hands, "moves").titleBarWidget()

    def offered() -> dict[str, Callable[[], None]]:
        handle.customContextMenuRequested.emit(QPoint(3, 3))
        menus = [child for child in hands.window.children() if child.inherits("QMenu")]
        menu = next(menu for menu in menus if menu.isVisible())
        found = {action.text(): action.trigger for action in menu.actions()}
        menu.close()
        return found

    offered()["Take out"]()
    assert dock(hands, "moves").isFloating()
    offered()["Put back into the window"]()
    assert not dock(hands, "moves").isFloating()
    offered()["Hide"]()
    assert not dock(hands, "moves").isVisible()


def test_a_panel_behind_another_does_no_work_and_comes_up_to_date(open_window, monkeypatch):
    hands = open_window("kalah")
    hands.window.tabifyDockWidget(dock(hands, "players"), dock(hands, "moves"))
    dock(hands, "moves").raise_()
    settle(hands)
    panel = hands.window.docks.panel("players")
    assert panel.visibleRegion().isEmpty()
    refreshed = []
    refresh = panel.refresh
    monkeypatch.setattr(panel, "refresh", lambda change: (refreshed.append(1), refresh(change)))

    hands.click_move(1)
    hands.click_move(2)
    assert refreshed == []
    tabs = next(bar for bar in hands.window.findChildren(QTabBar) if bar.count() == 2)
    hidden = next(number for number in (0, 1) if number != tabs.currentIndex())
    QTest.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(hidden).center())

    assert not panel.visibleRegion().isEmpty()
    assert refreshed == [1]
    board_shows_record(hands)


# -- when panels are told --------------------------------------------------------------------------


def told(hands: Hands, monkeypatch, *keys: str) -> list[tuple[str, frozenset[Cause]]]:
    """Return a list to which is added what the panels *keys* draw from now on."""
    found: list[tuple[str, frozenset[Cause]]] = []
    for key in keys:
        panel = hands.window.docks.panel(key)

        def refresh(change, key=key, draw=panel.refresh) -> None:
            found.append((key, change.causes))
            draw(change)

        monkeypatch.setattr(panel, "refresh", refresh)
    return found


def test_panels_are_told_of_a_change_after_it(open_window, qtbot, monkeypatch):
    hands = open_window("kalah")
    found = told(hands, monkeypatch, "players", "moves")

    hands.document.play(3)

    assert found == []
    qtbot.waitUntil(lambda: len(found) == 2)
    assert [key for key, _ in found] == ["moves", "players"]
    board_shows_record(hands)


def test_whoever_looks_at_a_panel_has_it_told_before(open_window, monkeypatch):
    hands = open_window("kalah")
    found = told(hands, monkeypatch, "players", "moves")

    hands.document.play(3)

    assert hands.window.docks.panel("moves").tree.move_count == 1
    assert [key for key, _ in found] == ["moves"]
    assert hands.window.docks.panels
    assert [key for key, _ in found] == ["moves", "players"]


def test_changes_that_come_at_once_are_told_as_one(open_window, qtbot, monkeypatch):
    hands = open_window("kalah")
    found = told(hands, monkeypatch, "moves")

    for move in (1, 2, 3):
        hands.document.play(move)
    hands.document.jump(1)

    qtbot.waitUntil(lambda: bool(found))
    qtbot.wait(20)
    assert found == [("moves", frozenset({Cause.MOVE, Cause.WALK}))]
    board_shows_record(hands)


def test_a_panel_that_is_hidden_meanwhile_comes_up_to_date(open_window, qtbot):
    hands = open_window("kalah")
    hands.document.play(3)
    dock(hands, "moves").hide()
    qtbot.wait(20)

    dock(hands, "moves").show()

    board_shows_record(hands)


def test_what_is_written_as_a_comment_goes_to_the_move_where_one_began(open_window):
    hands = open_window("kalah")
    hands.window.workspaces.switch("study")
    hands.window.docks.focus("comment")
    field = hands.window.docks.panel("comment").field
    QTest.keyClicks(field, "first")

    hands.document.play(3)
    QTest.keyClicks(field, "second")

    root = hands.document.record.root
    assert (root.comment, hands.document.node.comment) == ("firstsecond", "")


def test_a_move_is_not_made_where_its_panel_does_not_show_the_position_any_more(open_window):
    hands = open_window("kalah")
    panel = hands.window.docks.panel("moves")

    hands.document.play(3)
    panel.asked.emit("play", ["1"])
    assert len(hands.document.record.nodes) == 2
    panel.asked.emit("back", [])
    assert hands.document.node.parent is None

    hands.window.docks.settle()
    panel.asked.emit("play", ["1"])
    assert hands.document.node.text == "1"


# -- arrangements ----------------------------------------------------------------------------------


def test_in_a_wide_window_the_panels_stand_above_each_other_at_the_right(open_window):
    hands = open_window("loa")

    settle(hands, WIDE)

    found, board = places(hands), board_rect(hands)
    assert set(found) == {"players", "moves"}
    assert all(rect.left() > board.right() for rect in found.values())
    assert found["players"].bottom() < found["moves"].top()
    assert found["moves"].height() > found["players"].height()
    assert board.width() > 2 * found["moves"].width()


def test_analysis_and_moves_share_what_the_others_leave(open_window):
    hands = open_window("kalah")
    hands.window.workspaces.switch("study")

    settle(hands, (1440, 900))

    found = places(hands)
    assert abs(found["analysis"].height() - found["moves"].height()) <= 2
    assert found["analysis"].height() > found["players"].height()


def test_a_panel_that_is_brought_to_the_front_has_the_room_that_all_others_can_spare(open_window):
    hands = open_window("kalah")
    settle(hands, (1180, 900))
    hands.window.workspaces.switch("study")
    settle(hands)
    docks = hands.window.docks
    column = [docks.docks[key] for key in ("players", "analysis", "moves", "graph")]
    low = 60
    spare = (column[1].height() - low) // 2
    heights = [column[0].height(), low, column[2].height() + spare, column[3].height() + spare]
    hands.window.resizeDocks(column, heights, Qt.Orientation.Vertical)
    settle(hands)
    before = {one: one.height() for one in column}
    spared = {one: before[one] - docks._needed(one) for one in column[2:]}
    assert min(spared.values()) > 20

    docks.bring("analysis")
    settle(hands)

    wanted = ROOM - before[column[1]]
    assert max(spared.values()) < wanted  # so that one alone would not do
    given = column[1].height() - before[column[1]]
    assert given > max(spared.values()) + 40
    assert given == pytest.approx(min(wanted, sum(spared.values())), abs=16)  # and the players'
    for one in column[2:]:
        assert one.height() >= docks._needed(one) - 16


def test_in_a_small_window_the_panels_are_narrow_and_the_board_is_wide(open_window):
    hands = open_window("loa")

    settle(hands, SMALL)

    found = places(hands)
    assert found["players"].bottom() < found["moves"].top()
    assert found["moves"].height() > 150
    assert board_rect(hands).width() >= 380


def test_in_a_portrait_window_the_panels_are_below_the_board(open_window):
    hands = open_window("loa")

    settle(hands, PORTRAIT)

    found, board = places(hands), board_rect(hands)
    assert set(found) == {"players", "moves"}
    assert all(rect.top() > board.bottom() for rect in found.values())
    assert found["players"].right() < found["moves"].left()
    assert board.width() == hands.window.width()
    assert board.height() > hands.window.height() // 2


def test_each_shape_is_left_and_found_again(open_window):
    hands = open_window("loa")
    settle(hands, WIDE)
    dock(hands, "players").toggleViewAction().trigger()

    settle(hands, PORTRAIT)
    assert set(places(hands)) == {"players", "moves"}
    settle(hands, WIDE)

    assert set(places(hands)) == {"moves"}


@pytest.mark.parametrize("size", [WIDE, SMALL, PORTRAIT])
def test_reset_layout_puts_everything_back(open_window, size):
    hands = open_window("loa")
    settle(hands, size)
    before = places(hands)
    dock(hands, "moves").setFloating(True)
    dock(hands, "players").close()
    settle(hands)

    hands.window.actions_by_name["reset-layout"].trigger()
    settle(hands)

    assert set(places(hands)) == set(before)
    for key, rect in places(hands).items():
        assert (rect.topLeft() - before[key].topLeft()).manhattanLength() <= 8
    board_shows_record(hands)


# -- remembered ------------------------------------------------------------------------------------


def test_the_arrangement_is_the_same_after_a_restart(open_window):
    hands = open_window("loa")
    hands.window.splitDockWidget(
        dock(hands, "moves"), dock(hands, "players"), Qt.Orientation.Vertical
    )
    settle(hands)
    before = places(hands)
    assert before["moves"].top() < before["players"].top()
    hands.window.close()

    again = open_window("loa")
    settle(again, WIDE)

    assert places(again) == before


def test_a_panel_that_was_added_to_a_workspace_is_there_after_a_restart(open_window, qtbot):
    hands = open_window("loa")
    settle(hands, WIDE)
    dock(hands, "explorer").toggleViewAction().trigger()
    qtbot.waitUntil(lambda: bool(hands.window.docks.panel("explorer").empty.text()))
    settle(hands)
    before = places(hands)
    assert set(before) == {"players", "moves", "explorer"}
    hands.window.close()

    again = open_window("loa")
    settle(again, WIDE)
    qtbot.waitUntil(lambda: bool(again.window.docks.panel("explorer").empty.text()))
    settle(again)

    assert places(again) == before
    board_shows_record(again)


def test_a_panel_that_was_hidden_or_outside_is_so_after_a_restart(open_window):
    hands = open_window("loa")
    dock(hands, "players").close()
    dock(hands, "moves").setFloating(True)
    settle(hands)
    hands.window.close()

    again = open_window("loa")
    settle(again, WIDE)

    assert not dock(again, "players").isVisible()
    assert dock(again, "moves").isFloating()
    again.click_move(again.document.position.read_move("b1-b3"))
    board_shows_record(again)


@pytest.mark.parametrize(
    "damage",
    [
        lambda state: QByteArray(state.data()[:20]),
        lambda state: QByteArray(bytes(reversed(state.data()))),
        lambda state: QByteArray(b""),
        lambda state: "no layout",
        lambda state: 7,
        lambda state: [1, 2],
    ],
)
def test_a_damaged_arrangement_is_that_of_a_new_window(open_window, damage):
    hands = open_window("loa")
    settle(hands)
    before = places(hands)
    dock(hands, "players").close()
    hands.window.close()
    name = "layouts/play-wide"
    hands.settings.sync()
    state = hands.settings.value(name)
    assert isinstance(state, QByteArray)
    hands.settings.setValue(name, damage(state))
    hands.settings.sync()

    again = open_window("loa")
    settle(again, WIDE)

    assert places(again) == before
    again.click_move(again.document.position.read_move("b1-b3"))
    board_shows_record(again)


def test_a_resize_moves_no_dock_before_the_window_has_its_size(open_window, monkeypatch, qtbot):
    hands = open_window("loa")
    settle(hands, WIDE)
    resizing: list[bool] = []
    shown = hands.window.resizeEvent
    arranged: list[bool] = []
    restore = hands.window.restoreState

    def resize_event(event) -> None:
        resizing.append(True)
        shown(event)
        resizing.pop()

    def restore_state(*arguments) -> bool:
        arranged.append(bool(resizing))
        return restore(*arguments)

    monkeypatch.setattr(hands.window, "resizeEvent", resize_event)
    monkeypatch.setattr(hands.window, "restoreState", restore_state)
    settle(hands, PORTRAIT)
    settle(hands, WIDE)

    assert arranged == [False]


def test_every_board_in_the_window_is_mirrored_also_those_that_are_made_later(open_window, qtbot):
    hands = open_window("kalah")
    window = hands.window
    window.docks.panel("course")
    hands.app[Course].open()
    window.set_preferences(replace(window.preferences, mirrored=True))
    preview = LinePreview(LIGHT, window)
    preview.play_out(hands.place, hands.place.position, (1,), QRect(9, 9, 9, 9))

    boards = [board for board in window.findChildren(BoardView) if board.state is not None]
    assert hands.board in boards and preview.board in boards
    assert all(board.mirrored for board in boards)
    window.set_preferences(replace(window.preferences, mirrored=False))
    assert not any(board.mirrored for board in boards)
    preview.stop()
