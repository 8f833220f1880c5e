"""The panel of moves: what a click and a key ask for, and that the current move is in sight."""

from dataclasses import replace
from random import Random

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QPaintEvent,
    QRegion,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from kalahloa.controllers.core.place import Cause, Change
from kalahloa.controllers.session.commands import COMMANDS
from kalahloa.models.record.annotation import Notes
from kalahloa.models.record.record import Node
from kalahloa.views.items.move_delegate import readable_fill
from kalahloa.views.items.move_layout import MIN_ROW_HEIGHT
from kalahloa.views.look.contrast import TEXT, contrast
from kalahloa.views.look.theme import DARK, LIGHT
from kalahloa.views.panels.moves import MovesPanel
from tests.views.items.trees import play_at_random
from tests.views.panels.places import Teller, new_record

CONTROL = Qt.KeyboardModifier.ControlModifier


class Watched:
    """A panel that is shown, a record, and what the panel has asked for."""

    def __init__(self, qtbot, record) -> None:
        self.teller = Teller(record)
        self.panel = MovesPanel(LIGHT)
        self.view = self.panel.view
        self.asked: list[tuple[str, list[str]]] = []
        self.menus: list[tuple[QPoint, Node | None]] = []
        self.panel.asked.connect(lambda key, words: self.asked.append((key, words)))
        self.panel.menu_requested.connect(lambda at, node: self.menus.append((at, node)))
        qtbot.addWidget(self.panel)
        self.panel.resize(300, 400)
        self.panel.show()
        qtbot.waitExposed(self.panel)
        self.panel.activateWindow()
        self.view.setFocus()
        self.tell(self.teller.everything())

    def tell(self, change) -> None:
        self.panel.show_change(change)

    def play(self, moves: str) -> "Watched":
        for move in moves.split():
            self.tell(self.teller.play(move))
        return self

    def go(self, number: int) -> None:
        self.tell(self.teller.jump(number))

    def node(self, number: int) -> Node:
        return self.teller.record.nodes[number]

    def cell(self, node: Node) -> QRect:
        return self.view.visualRect(self.panel.tree.index_of(node))

    def click(self, at: QPoint, button=Qt.MouseButton.LeftButton) -> list:
        QTest.mouseClick(self.view.viewport(), button, pos=at)
        return self.take()

    def press(self, key: Qt.Key, modifiers=Qt.KeyboardModifier.NoModifier) -> list:
        QTest.keyClick(self.view, key, modifiers)
        return self.take()

    def take(self) -> list:
        """Return the keys and words asked for since the last call, each as one text."""
        taken = [" ".join([key, *words]) for key, words in self.asked]
        self.asked.clear()
        return taken

    def is_filled(self, node: Node, theme=LIGHT) -> bool:
        """Return whether the cell of *node* is filled with the accent, to both of its ends."""
        fill = readable_fill(theme.accent, theme.on_accent)
        cell = self.cell(node)
        image = self.view.viewport().grab().toImage()
        ends = (cell.topLeft() + QPoint(9, 3), cell.bottomRight() - QPoint(9, 3))
        return all(image.pixelColor(end).name() == fill.name() for end in ends)


@pytest.fixture
def watched(qtbot):
    return lambda game, start=None: Watched(qtbot, new_record(game, start))


# -- the current move ------------------------------------------------------------------------------


def test_the_current_moves_whole_cell_is_filled_and_follows_undo(watched):
    it = watched("loa").play("b1-b3 a4-c4 d1-d3")
    assert [it.is_filled(it.node(n)) for n in (1, 2, 3)] == [False, False, True]
    it.tell(it.teller.undo())
    assert [it.is_filled(it.node(n)) for n in (1, 2, 3)] == [False, True, False]
    it.go(0)
    assert [it.is_filled(it.node(n)) for n in (1, 2, 3)] == [False, False, False]
    assert not it.view.currentIndex().isValid()


class Painted(QObject):
    """Collects what is painted of a widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.region = QRegion()
        widget.installEventFilter(self)

    def eventFilter(self, widget, event) -> bool:
        if isinstance(event, QPaintEvent):
            self.region = self.region.united(event.region())
        return False


@pytest.mark.parametrize(("at", "to"), [(6, 5), (6, 1), (4, 3)])
def test_where_one_walks_only_the_cells_left_and_reached_are_painted(qtbot, watched, at, to):
    it = watched("kalah").play("3 6 1 5 2 1")
    it.go(at)
    qtbot.waitUntil(it.view.viewport().updatesEnabled)
    qtbot.wait(50)
    painted = Painted(it.view.viewport())

    it.go(to)
    qtbot.waitUntil(lambda: not painted.region.isEmpty())

    for number in (at, to):
        assert painted.region.contains(it.cell(it.node(number)).center())
    assert painted.region.boundingRect().height() < it.view.viewport().height() // 2


def test_another_theme_fills_the_cell_in_its_colours(watched):
    it = watched("loa").play("b1-b3")
    it.panel.set_theme(DARK)
    assert it.is_filled(it.node(1), DARK)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_moves_are_written_in_the_text_colour_and_the_current_one_in_that_of_the_accent(
    watched, theme
):
    it = watched("loa").play("b1-b3 a4-c4 d1-d3")
    it.panel.set_theme(theme)
    image = it.view.viewport().grab().toImage()
    for number, colour in ((1, theme.text), (2, theme.text), (3, theme.on_accent)):
        cell = it.cell(it.node(number)).adjusted(6, 3, -6, -3)
        nearest = min(
            sum(abs(a - b) for a, b in zip(pixel.getRgb(), colour.getRgb(), strict=True))
            for x in range(cell.left(), cell.right())
            for y in range(cell.top(), cell.bottom())
            if (pixel := image.pixelColor(x, y)).isValid()
        )
        assert nearest < 90


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_text_on_the_accent_can_be_read(theme):
    fill = readable_fill(theme.accent, theme.on_accent)
    assert contrast(fill, theme.on_accent) >= TEXT


def test_contrast_is_that_of_wcag():
    assert contrast(QColor("black"), QColor("white")) == pytest.approx(21)
    assert contrast(QColor("#777777"), QColor("white")) == pytest.approx(4.48, abs=0.01)


def test_the_current_move_is_in_sight_wherever_one_goes_and_after_a_resize(watched):
    it = watched("loa")
    play_at_random(it.teller, Random(1), 300, 0.25)
    it.tell(it.teller.everything())
    chance = Random(2)
    for _ in range(40):
        node = chance.choice(it.teller.record.nodes[1:])
        it.go(node.number)
        cell = it.cell(node)
        assert not cell.isEmpty()
        assert it.view.viewport().rect().contains(cell)
        it.panel.resize(chance.randrange(250, 500), chance.randrange(150, 500))
        assert it.view.viewport().rect().contains(it.cell(node))


def test_a_variation_is_folded_until_one_goes_into_it(watched):
    it = watched("loa").play("b1-b3 a4-c4 d1-d3 a5-c5")
    it.go(3)
    it.play("a3-c5 e1-e3 a6-c6")
    start = it.node(5)
    it.go(1)
    it.panel.refresh(it.teller.everything())
    assert not it.view.is_folded(it.panel.tree.row_of(start))  # as one left it
    it.view.forget_folds()
    it.panel.refresh(it.teller.everything())
    assert it.view.is_folded(it.panel.tree.row_of(start))
    it.go(5)
    assert it.view.is_folded(it.panel.tree.row_of(start))
    assert it.view.viewport().rect().contains(it.cell(start))
    it.go(7)
    assert not it.view.is_folded(it.panel.tree.row_of(start))
    assert it.is_filled(it.node(7))


def test_what_was_unfolded_stays_so_when_the_panel_was_hidden_but_not_in_another_game(watched):
    it = watched("loa").play("b1-b3 a4-c4 d1-d3 a5-c5")
    it.go(3)
    it.play("a3-c5 e1-e3")
    head = it.panel.tree.row_of(it.node(5))
    it.go(1)
    it.panel.hide()
    it.go(2)
    it.panel.show()
    assert not it.view.is_folded(it.panel.tree.row_of(it.node(5)))
    assert it.panel.tree.row_of(it.node(5)) is not head
    it.teller = Teller(new_record("kalah"))
    it.tell(it.teller.everything())
    it.play("3")
    assert it.is_filled(it.node(1))


def test_two_games_in_a_row(watched):
    it = watched("loa").play("b1-b3 a4-c4")
    it.teller = Teller(new_record("tictactoe"))
    it.tell(it.teller.everything())
    assert it.panel.tree.rowCount() == 0
    it.play("5 1")
    assert it.is_filled(it.node(2))
    assert it.click(it.cell(it.node(1)).center()) == ["goto-node 1"]


# -- clicks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [250, 500])
def test_the_whole_cell_is_a_target(watched, width):
    it = watched("kalah").play("3 6 2 1 5")
    it.panel.resize(width, 400)
    it.go(5)
    cell = it.cell(it.node(1))
    assert cell.height() >= MIN_ROW_HEIGHT
    assert cell.width() >= width / 3
    for at in (cell.topLeft() + QPoint(1, 1), cell.center(), cell.bottomRight() - QPoint(1, 1)):
        assert it.click(at) == ["goto-node 2"]
    number = QPoint(4, cell.center().y())
    assert it.click(number) == ["goto-node 2"]


def test_in_the_current_turn_a_click_on_a_sowing_goes_to_it(watched):
    it = watched("kalah").play("3 6")
    cell = it.cell(it.node(1))
    assert it.click(cell.topLeft() + QPoint(8, 8)) == ["goto-node 1"]
    it.go(1)
    assert it.click(cell.topLeft() + QPoint(8, 8)) == []
    assert it.click(QPoint(cell.right() - 4, cell.center().y())) == ["goto-node 2"]


def test_a_click_on_a_move_in_a_folded_variation_goes_to_it(watched):
    it = watched("loa").play("b1-b3 a4-c4 d1-d3 a5-c5")
    it.go(3)
    it.play("a3-c5")
    it.go(1)
    cell = it.cell(it.node(5))
    assert it.click(cell.center()) == ["goto-node 5"]


def test_a_click_on_the_arrowhead_unfolds_and_folds(watched):
    it = watched("loa").play("b1-b3 a4-c4 d1-d3 a5-c5")
    it.go(3)
    it.play("a3-c5 e1-e3")
    it.go(1)
    row = it.panel.tree.row_of(it.node(5))
    mark = it.view.fold_mark(row)
    assert not it.view.is_folded(row)
    assert it.click(mark.center()) == []
    assert it.view.is_folded(row)
    it.click(mark.center())
    assert not it.view.is_folded(row)


def test_a_click_where_no_move_is_does_nothing(watched):
    it = watched("loa").play("b1-b3")
    cell = it.cell(it.node(1))
    assert it.click(QPoint(cell.right() + 30, cell.center().y())) == []
    assert it.click(cell.center() + QPoint(0, 200)) == []


def test_the_result_is_a_target_for_the_end_of_the_game(watched):
    it = watched("tictactoe").play("1 4 2 5 3")
    it.go(1)
    result = it.view.visualRect(it.panel.tree.index(3, 0))
    assert it.click(result.center()) == ["goto-node 5"]


def test_a_menu_is_about_the_move_under_the_mouse_or_by_key_about_the_current_one(watched):
    it = watched("loa").play("b1-b3 a4-c4")
    for reason, at, node in (
        (QContextMenuEvent.Reason.Mouse, it.cell(it.node(1)).center(), it.node(1)),
        (QContextMenuEvent.Reason.Keyboard, QPoint(0, 0), it.node(2)),
        (QContextMenuEvent.Reason.Mouse, QPoint(50, 300), None),
    ):
        it.menus.clear()
        there = it.view.viewport().mapToGlobal(at)
        QApplication.sendEvent(it.view.viewport(), QContextMenuEvent(reason, at, there))
        assert [found for _, found in it.menus] == [node]
    assert it.click(it.cell(it.node(1)).center(), Qt.MouseButton.RightButton) == []


# -- keys ------------------------------------------------------------------------------------------


def test_keys_walk_at_once(watched):
    it = watched("kalah").play("3 6 2 1 5 5")
    keys = Qt.Key
    plain = (keys.Key_Left, keys.Key_Right, keys.Key_Home, keys.Key_End)
    assert [it.press(key) for key in plain] == [["back"], ["forward"], ["start"], ["end"]]
    assert it.press(keys.Key_Up, CONTROL) == ["previous-variation"]
    assert it.press(keys.Key_Down, CONTROL) == ["next-variation"]


@pytest.mark.parametrize(
    ("at", "key", "asked"),
    [
        (6, Qt.Key.Key_Up, ["goto-node 4"]),
        (5, Qt.Key.Key_Up, ["goto-node 2"]),
        (4, Qt.Key.Key_Up, ["goto-node 0"]),
        (1, Qt.Key.Key_Up, ["goto-node 0"]),
        (0, Qt.Key.Key_Up, []),
        (0, Qt.Key.Key_Down, ["goto-node 2"]),
        (1, Qt.Key.Key_Down, ["goto-node 5"]),
        (3, Qt.Key.Key_Down, ["goto-node 6"]),
        (5, Qt.Key.Key_Down, ["goto-node 6"]),
        (6, Qt.Key.Key_Down, []),
        (6, Qt.Key.Key_PageUp, ["goto-node 0"]),
        (0, Qt.Key.Key_PageDown, ["goto-node 6"]),
        (1, Qt.Key.Key_Return, ["goto-node 2"]),
        (2, Qt.Key.Key_Return, []),
    ],
)
def test_up_and_down_go_to_the_end_of_the_turn_above_and_below(watched, at, key, asked):
    it = watched("kalah").play("3 6 2 1 5 5")  # 3-6 2-1, 5 5
    it.go(at)
    assert it.press(key) == asked


def test_down_follows_the_line_that_was_visited_last(watched):
    it = watched("loa").play("b1-b3 a4-c4 d1-d3")
    it.go(2)
    it.play("e1-e3")
    it.go(1)
    it.go(2)
    it.teller.record.nodes[2].followed = it.node(4)
    it.go(1)
    assert it.press(Qt.Key.Key_Down) == ["goto-node 4"]


def test_a_page_is_ten_moves(watched):
    it = watched("loa")
    while len(it.teller.record.nodes) < 50:
        it.teller = Teller(new_record("loa"))
        play_at_random(it.teller, Random(4), 60, 0)
    it.tell(it.teller.everything())
    it.go(23)
    assert it.press(Qt.Key.Key_PageUp) == ["goto-node 3"]
    assert it.press(Qt.Key.Key_PageDown) == ["goto-node 43"]


def test_keys_that_mean_nothing_here_are_left_to_the_window(qtbot, watched):
    it = watched("kalah").play("3")
    seen = []

    class _Window(QWidget):
        def keyPressEvent(self, event) -> None:
            seen.append(Qt.Key(event.key()))

    window = _Window()
    qtbot.addWidget(window)
    it.panel.setParent(window)
    it.panel.show()
    window.show()
    keys = [Qt.Key.Key_Space, Qt.Key.Key_6, Qt.Key.Key_A, Qt.Key.Key_Escape]
    for key in keys:
        assert it.press(key) == []
    assert seen == keys


def test_plus_and_minus_unfold_and_fold_the_variations_of_the_current_move(watched):
    it = watched("loa").play("b1-b3 a4-c4 d1-d3 a5-c5")
    it.go(3)
    it.play("a3-c5 e1-e3")
    it.go(4)
    row = it.panel.tree.row_of(it.node(5))
    it.press(Qt.Key.Key_Minus)
    assert it.view.is_folded(row)
    it.press(Qt.Key.Key_Plus)
    assert not it.view.is_folded(row)


def test_the_list_is_one_tab_stop(qtbot, watched):
    it = watched("loa").play("b1-b3 a4-c4 d1-d3")
    window = QWidget()
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    before, after = QLineEdit(), QLineEdit()
    for widget in (before, it.panel, after):
        layout.addWidget(widget)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    before.setFocus()
    stops = []
    for _ in range(3):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        stops.append(QApplication.focusWidget())
    assert stops == [it.view, after, before]


# -- what else is shown ----------------------------------------------------------------------------


def labels(it: Watched) -> str:
    return it.panel.counts.text()


def test_moves_and_variations_are_counted(watched):
    it = watched("loa")
    assert labels(it) == ""
    it.play("b1-b3 a4-c4")
    assert labels(it) == "1 move"
    it.play("d1-d3")
    it.go(2)
    it.play("e1-e3")
    assert labels(it) == "2 moves · 1 variation"
    it.go(0)
    it.play("c1-c3")
    assert labels(it) == "2 moves · 2 variations"


def test_comments_are_counted_where_there_are_any(watched):
    it = watched("loa").play("b1-b3 a4-c4")
    for number, comment, counted in (
        (1, "A plan", "1 move · 1 comment"),
        (0, "Once more", "1 move · 2 comments"),
        (1, " ", "1 move · 1 comment"),
    ):
        it.teller.record.annotate(it.node(number), Notes(comment))
        it.tell(it.teller.edit(it.node(number)))
        assert labels(it) == counted
    it.tell(it.teller.everything())
    assert labels(it) == "1 move · 1 comment"


def test_from_right_to_left_the_counts_stand_at_the_left_edge(watched):
    it = watched("loa").play("b1-b3 a4-c4")

    def ink() -> float:
        """Return the middle of what is written in the label, as a share of its width."""
        image = it.panel.counts.grab().toImage()
        ground = image.pixelColor(0, 0)
        columns = [
            x
            for x in range(image.width())
            if any(image.pixelColor(x, y) != ground for y in range(image.height()))
        ]
        return (columns[0] + columns[-1]) / 2 / image.width()

    assert ink() > 0.6
    it.panel.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert ink() < 0.4


def test_from_right_to_left_the_keys_left_and_right_change_places(watched):
    it = watched("loa").play("b1-b3 a4-c4")
    it.panel.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    keys = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End)
    assert [it.press(key) for key in keys] == [["forward"], ["back"], ["start"], ["end"]]


def test_what_is_under_the_mouse_has_a_soft_background(watched):
    it = watched("loa").play("b1-b3 a4-c4 d1-d3 a5-c5")
    it.go(3)
    it.play("a3-c5")
    viewport = it.view.viewport()

    def ground(node: Node) -> str:
        return viewport.grab().toImage().pixelColor(it.cell(node).topRight() + QPoint(-6, 4)).name()

    plain = ground(it.node(1))
    assert ground(it.node(2)) == plain
    QTest.mouseMove(viewport, it.cell(it.node(1)).center())
    assert it.view.hover_rect() == it.cell(it.node(1))
    assert ground(it.node(1)) != plain
    assert ground(it.node(2)) == plain
    QTest.mouseMove(viewport, it.cell(it.node(5)).center())
    assert it.view.hover_rect().contains(it.cell(it.node(5)))
    assert ground(it.node(1)) == plain
    QTest.mouseMove(viewport, QPoint(50, 390))
    assert it.view.hover_rect().isEmpty()
    QTest.mouseMove(viewport, it.cell(it.node(1)).center())
    QApplication.sendEvent(viewport, QEvent(QEvent.Type.Leave))
    assert ground(it.node(1)) == plain


def test_the_menu_offers_commands_that_exist():
    assert set(MovesPanel.context_commands) - {""} <= {command.key for command in COMMANDS}


def test_without_moves_a_sentence_says_so(watched):
    it = watched("loa")
    assert it.panel.empty.isVisible()
    assert it.panel.empty.text() == "No move yet"
    it.play("b1-b3")
    assert not it.panel.empty.isVisible()


def test_rows_grow_with_the_font(watched):
    it = watched("loa").play("b1-b3 a4-c4")
    small = it.cell(it.node(1)).height()
    font = QFont(it.view.font())
    font.setPointSizeF(font.pointSizeF() * 2.5)
    it.view.setFont(font)
    assert it.cell(it.node(1)).height() > 1.5 * small
    assert it.click(it.cell(it.node(1)).center()) == ["goto-node 1"]


def test_from_right_to_left_the_first_sides_column_is_on_the_right(watched):
    it = watched("loa").play("b1-b3 a4-c4")
    assert it.cell(it.node(1)).right() < it.cell(it.node(2)).left() + 1
    it.panel.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert it.cell(it.node(2)).right() < it.cell(it.node(1)).left() + 1
    assert it.is_filled(it.node(2))
    assert it.click(it.cell(it.node(1)).center()) == ["goto-node 1"]


def test_a_screen_reader_is_told_the_current_cell(watched):
    it = watched("loa").play("b1-b3 a4-c4")
    interface = QAccessible.queryAccessibleInterface(it.view)
    assert interface.text(QAccessible.Text.Name) == "Moves played"
    cells = [interface.child(at) for at in range(interface.childCount())]
    focused = [cell.text(QAccessible.Text.Name) for cell in cells if cell.state().focused]
    assert focused == ["Move 1, White: a4-c4"]
    assert "Move 1, Black: b1-b3" in [cell.text(QAccessible.Text.Name) for cell in cells]


# -- comments --------------------------------------------------------------------------------------


def _comment(it: Watched, number: int, text: str) -> QRect:
    """Comment on node *number*; return where the comment's row is, from its first column on."""
    node = it.node(number)
    it.teller.record.annotate(node, Notes(text))
    it.tell(it.teller.edit(node))
    row = it.panel.tree.row_of(node)
    comment = next(comment for comment in row.comments if comment.node is node)
    return it.view.visualRect(it.panel.tree.index_of_row(comment))


def test_a_click_on_a_comment_goes_to_its_move_and_to_the_field(watched):
    it = watched("loa").play("b1-b3 a4-c4")
    place = _comment(it, 1, "A plan")
    assert it.click(place.center()) == ["goto-node 1", "comment"]
    it.go(1)
    assert it.click(place.center()) == ["comment"]
    assert it.click(it.cell(it.node(2)).center()) == ["goto-node 2"]


def test_a_comment_is_written_below_its_move_on_a_ground_of_its_own(qtbot, watched):
    it = watched("loa").play("b1-b3 a4-c4")
    place = _comment(it, 1, "A plan")
    qtbot.waitUntil(it.view.viewport().updatesEnabled)
    assert place.top() == it.cell(it.node(1)).bottom() + 1
    assert place.left() == it.cell(it.node(1)).left()
    image = it.view.viewport().grab().toImage()
    assert image.pixelColor(place.right() - 9, place.center().y()) == LIGHT.window
    assert _inks(image, place.adjusted(4, 4, -place.width() // 2, -4)) > 1


def _inks(image, place: QRect) -> int:
    """Return how many colours *image* has in *place*."""
    xs, ys = range(place.left(), place.right()), range(place.top(), place.bottom())
    return len({image.pixelColor(x, y).name() for x in xs for y in ys})


@pytest.mark.parametrize(
    ("text", "is_left"), [("A plan", True), ("\u05ea\u05d5\u05db\u05e0", False)]
)
def test_a_comment_stands_at_the_edge_where_its_script_begins(qtbot, watched, text, is_left):
    it = watched("loa").play("b1-b3 a4-c4")
    place = _comment(it, 1, text).adjusted(4, 4, -6, -4)
    qtbot.waitUntil(it.view.viewport().updatesEnabled)
    image = it.view.viewport().grab().toImage()
    third = place.width() // 3
    left = _inks(image, place.adjusted(0, 0, -2 * third, 0)) > 1
    right = _inks(image, place.adjusted(2 * third, 0, 0, 0)) > 1
    assert (left, right) == (is_left, not is_left)


def test_from_right_to_left_a_comment_stands_left_of_the_numbers(watched):
    it = watched("loa").play("b1-b3 a4-c4")
    it.panel.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    place = _comment(it, 1, "A plan")
    assert place.left() == 0
    assert place.right() == it.cell(it.node(1)).right()


def test_a_comment_on_another_move_than_the_rows_first_names_it(watched):
    it = watched("kalah").play("3 6 2")
    texts = []
    for number in (1, 2, 3):
        _comment(it, number, "Why?")
    for comment in it.panel.tree.row_of(it.node(1)).comments:
        parts = it.view._layout.parts(comment, 300, folded=False)
        texts.append([piece.text for piece in parts.pieces])
    assert texts == [["3"], [], ["2"]]


def test_comments_are_hidden_and_shown_where_the_current_move_stays_filled(watched):
    it = watched("loa").play("b1-b3 a4-c4")
    _comment(it, 1, "A plan")
    for listed in (False, True):
        place = replace(it.teller.everything().place, comments_listed=listed)
        it.tell(Change(frozenset({Cause.VIEW}), place))
        assert it.panel.tree.rowCount() == 1 + listed
        assert it.view.currentIndex() == it.panel.tree.index_of(it.node(2))


def test_a_comment_that_is_too_long_to_see_is_cut_off_and_not_measured(watched, monkeypatch):
    measured = []
    it = watched("loa").play("b1-b3")
    elided = QFontMetrics.elidedText
    monkeypatch.setattr(
        QFontMetrics,
        "elidedText",
        lambda self, *words: measured.append(words[0]) or elided(self, *words),
    )
    _comment(it, 1, "word " * 20_000)
    it.view.viewport().grab()
    assert max(map(len, measured)) <= 401


def test_the_result_is_seen_with_the_move_that_ended_the_game(watched):
    it = watched("kalah").play("3 1 6 5 4 3 6 1 2 2 6 2 4 4 1 1 6 5 6")
    it.panel.resize(300, 150)
    it.go(1)
    it.go(it.teller.record.nodes[-1].number)
    rows = it.panel.tree.main.rows

    last = it.view.visualRect(it.panel.tree.index_of_row(rows[-1]))

    assert rows[-1].outcome is not None
    assert it.view.viewport().rect().contains(last)
