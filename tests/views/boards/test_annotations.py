"""Arrows and cells drawn with the right button, on every board, and the mark of the move."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from kalahloa.controllers.core.place import Cause
from kalahloa.models.record.annotation import Drawing, Ink, Mark, Notes, Shape
from tests.views.checker import board_shows_record

RIGHT = Qt.MouseButton.RightButton
KEYS = Qt.KeyboardModifier
NONE = KEYS.NoModifier


def drag(hands, start: str, end: str | None, keys: Qt.KeyboardModifier = NONE) -> None:
    """Draw with the right button from the cell *start* to *end*, outside the board for None."""
    board = hands.board
    viewport = board.viewport()
    begin = hands.place_of(board.cell_of(start))
    release = QPoint(1, 1) if end is None else hands.place_of(board.cell_of(end))
    QTest.mousePress(viewport, RIGHT, keys, begin)
    QTest.mouseMove(viewport, (begin + release) / 2)
    QTest.mouseMove(viewport, release)
    QTest.mouseRelease(viewport, RIGHT, keys, release)


def drawings(hands) -> tuple[Drawing, ...]:
    """Return what is drawn, having looked that the board shows just that."""
    notes = hands.document.node.notes
    assert hands.board.annotations.shown == notes.drawings
    assert not hands.board.annotations.previewing
    return notes.drawings


@pytest.fixture
def study(open_window):
    """Return a function that opens a study of a game with some moves played."""

    def opened(game: str, *texts: str, speed: float = 0.0):
        hands = open_window(game, speed=speed)
        hands.window.rooms.open_page("study")
        for text in texts:
            hands.app.turns.play_text(text)
        return hands

    return opened


CELLS = {
    "loa": ("c8", "e6", "a1"),
    "kalah": ("S2", "N3", "SK"),
    "tictactoe": ("1", "9", "5"),
}


@pytest.mark.parametrize("game", CELLS)
def test_a_drag_draws_an_arrow_and_a_click_colours_a_cell(study, game):
    hands = study(game)
    first, second, third = CELLS[game]

    drag(hands, first, second)
    drag(hands, third, third, KEYS.ShiftModifier)

    assert drawings(hands) == (
        Drawing(Shape.ARROW, first, second),
        Drawing(Shape.CELL, third, ink=Ink.GREEN),
    )
    board_shows_record(hands)
    drag(hands, first, second)
    assert drawings(hands) == (Drawing(Shape.CELL, third, ink=Ink.GREEN),)


@pytest.mark.parametrize("game", CELLS)
def test_every_cell_has_a_name_by_which_it_is_found_turned_or_not(study, game):
    hands = study(game)
    for _ in range(2):
        board = hands.board
        labels = [board.cell_label(cell) for cell in board.cells()]
        assert all(labels) and len(set(labels)) == len(labels)
        assert [board.cell_of(label) for label in labels] == list(board.cells())
        assert board.cell_of("") == board.cell_of("z99") == -1
        hands.document.turn_board()


@pytest.mark.parametrize(
    ("keys", "ink"),
    [
        (NONE, Ink.BLUE),
        (KEYS.ShiftModifier, Ink.GREEN),
        (KEYS.ControlModifier, Ink.RED),
        (KEYS.AltModifier, Ink.YELLOW),
    ],
)
def test_keys_choose_the_ink(study, keys, ink):
    hands = study("loa")
    drag(hands, "d5", "d5", keys)
    assert drawings(hands) == (Drawing(Shape.CELL, "d5", ink=ink),)


def test_what_is_drawn_is_seen_above_the_pieces_and_below_nothing_else(study):
    hands = study("loa")
    plain = hands.board.grab().toImage()
    point = hands.place_of(hands.board.cell_of("b8"))

    drag(hands, "b8", "b8", KEYS.ControlModifier)

    drawn = hands.board.grab().toImage()
    before, after = plain.pixelColor(point), drawn.pixelColor(point)
    assert after.red() - before.red() > 40
    assert before.lightness() < 100, "a black piece stands there, and is seen through the ink"
    assert after.red() < 200


def test_a_release_outside_and_escape_draw_nothing(study):
    hands = study("loa")
    drag(hands, "d5", None)
    assert drawings(hands) == ()
    viewport, point = hands.board.viewport(), hands.place_of(20)
    hands.board.setFocus()
    QTest.mousePress(viewport, RIGHT, NONE, point)
    assert hands.board.annotations.previewing
    hands.press(Qt.Key.Key_Escape)
    QTest.mouseRelease(viewport, RIGHT, NONE, point)
    assert drawings(hands) == ()


def test_drawings_belong_to_their_position_and_are_undone_as_edits(study):
    hands = study("loa", "b1-b3")
    drag(hands, "d5", "d5")
    hands.app.navigation.back()
    assert drawings(hands) == ()
    hands.app.navigation.forward()
    assert len(drawings(hands)) == 1
    hands.press(Qt.Key.Key_Z, KEYS.ControlModifier | KEYS.AltModifier)
    assert drawings(hands) == ()


def test_drawings_stand_where_they_belong_on_a_turned_board(study):
    hands = study("loa")
    drag(hands, "a1", "a1")
    hands.document.turn_board()
    board = hands.board
    item = board.annotations._items[0]
    assert board.cell_rect(0).contains(item.sceneBoundingRect().center())
    hands.window.set_theme(hands.window._theme)
    assert len(drawings(hands)) == 1


def test_drawings_from_files_on_cells_that_are_not_there_are_passed_over(study):
    hands = study("tictactoe")
    root = hands.document.record.root
    kept = tuple(
        Drawing(shape, "5", text="ABCDEF" if shape is Shape.LABEL else "")
        for shape in Shape
        if shape is not Shape.ARROW
    )
    strange = (Drawing(Shape.CELL, "c8"), Drawing(Shape.ARROW, "1", "1"))
    with hands.document.one_change():
        hands.document.record.annotate(root, Notes(drawings=(*kept, *strange)))
        hands.document.report(Cause.EDIT)

    assert hands.board.annotations.shown == kept


@pytest.mark.parametrize(
    ("game", "texts", "cell"),
    [("loa", ["b1-b3"], "b3"), ("kalah", ["3", "6"], "S6"), ("tictactoe", ["5"], "5")],
)
def test_the_mark_of_the_move_is_a_badge_on_its_cell(study, game, texts, cell):
    hands = study(game, *texts)
    hands.press(Qt.Key.Key_4, KEYS.AltModifier)
    annotations = hands.board.annotations
    assert annotations.mark_shown is Mark.BLUNDER
    (badge,) = annotations._badge
    rect = hands.board.cell_rect(hands.board.cell_of(cell))
    assert rect.contains(badge.sceneBoundingRect().center())
    assert badge.sceneBoundingRect().width() < 0.6 * rect.width()
    hands.app.navigation.back()
    assert annotations.mark_shown is None


def test_the_badge_waits_for_the_piece(study):
    hands = study("loa", "b1-b3", speed=0.2)
    hands.board.stop_animation()
    hands.document.jump(0)
    hands.app.study.toggle_mark(hands.document.record.nodes[1], Mark.GOOD)
    hands.app.turns.play_text("b1-b3")
    assert hands.board.animating and hands.board.annotations.mark_shown is None
    hands.board.stop_animation()
    assert hands.board.annotations.mark_shown is Mark.GOOD


def _context(hands, reason: QContextMenuEvent.Reason, point: QPoint) -> bool:
    """Ask for a context menu, and return whether there is one."""
    viewport = hands.board.viewport()
    event = QContextMenuEvent(reason, point, viewport.mapToGlobal(point))
    QApplication.sendEvent(viewport, event)
    menus = [menu for menu in hands.window.findChildren(QMenu) if menu.isVisible()]
    for menu in menus:
        menu.close()
    return bool(menus)


def test_the_right_button_draws_on_cells_in_the_study_and_opens_the_menu_elsewhere(study):
    hands = study("loa")
    reasons = QContextMenuEvent.Reason
    on_cell, beside = hands.place_of(20), QPoint(2, 2)
    assert not _context(hands, reasons.Mouse, on_cell)
    assert _context(hands, reasons.Mouse, beside)
    assert _context(hands, reasons.Keyboard, on_cell)
    hands.window.rooms.open_page("play")
    assert _context(hands, reasons.Mouse, on_cell)
    drag(hands, "d5", "e5")
    assert drawings(hands) == ()


def test_a_piece_that_is_dragged_is_not_drawn_upon(study):
    hands = study("loa")
    viewport = hands.board.viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, NONE, hands.place_of(1))
    QTest.mousePress(viewport, RIGHT, NONE, hands.place_of(1))
    assert not hands.board.annotations.previewing
    QTest.mouseRelease(viewport, RIGHT, NONE, hands.place_of(1))
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, NONE, hands.place_of(1))
    assert drawings(hands) == ()
