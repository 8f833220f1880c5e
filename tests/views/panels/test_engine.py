"""The panel of the engine by itself: lines, the best first; moves are pointed at and followed."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause, Change, Place
from kalahloa.controllers.features.analysis.findings import Effort
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.move_values import Line
from kalahloa.views.boards.board_preferences import BOARDS
from kalahloa.views.items.line_view import NOWHERE, Spot
from kalahloa.views.look.theme import DARK, LIGHT
from kalahloa.views.panels.engine import EnginePanel
from tests.scores import estimate, exact

PROVEN, ESTIMATED = exact(8.0), estimate(9.5)
LOW = exact(-2.0)


@pytest.fixture
def document(qapp) -> Document:
    return Document(find_game("kalah"))


@pytest.fixture
def place(document) -> Place:
    return document.place


@pytest.fixture
def panel(qtbot, place) -> EnginePanel:
    made = EnginePanel(LIGHT)
    qtbot.addWidget(made)
    made.resize(380, 300)
    made.show()
    made.show_change(Change.everything(place))
    return made


def _analysed(place: Place, live: Live) -> Place:
    return replace(place, states={**place.states, Live: live})


def _tell(panel: EnginePanel, place: Place, live: Live | None = None, **fields: object) -> None:
    shown = replace(place, **fields) if live is None else _analysed(place, live)
    panel.show_change(Change(frozenset({Cause.FINDINGS}), shown))


def _analyse(panel: EnginePanel, place: Place, *lines: Line, **fields: object) -> None:
    live = Live(place.node, place.position, on=True, lines=lines, effort=Effort(14, 4_100_000, 1.0))
    _tell(panel, place, live=replace(live, **fields))


def _rows(panel: EnginePanel) -> list[str]:
    return [panel.model.index(row).data() for row in range(panel.model.rowCount())]


LINES = (Line(3, PROVEN, (3, 6, 1, 5)), Line(1, LOW, (1, 2)))
"""3 and 6 are one turn, for 3 moves again."""


# -- rows ------------------------------------------------------------------------------------------


def test_lines_are_written_as_in_the_list_of_moves(panel, place):
    _analyse(panel, place, *LINES)

    assert _rows(panel) == ["+8  1. 3-6 1 2. 5", "−2  1. 1 2"]
    assert panel.list.isVisible()
    assert not panel.values_button.isVisible()
    assert not panel.analyse_button.isVisible()


def test_without_an_analysis_the_values_are_listed_the_best_first(panel, place):
    _tell(panel, place, values_wanted=True, values={1: ESTIMATED, 3: PROVEN})

    assert _rows(panel) == ["+9.5  1. 1", "+8  1. 3"]


def test_a_screen_reader_hears_value_trust_and_moves(panel, place, document):
    document.play(3)
    document.go_to(document.record.root)
    _analyse(panel, document.place, *LINES)

    spoken = [panel.model.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(2)]

    assert spoken == ["+8, proven, played: 1. 3-6 1 2. 5", "−2, proven: 1. 1 2"]
    assert [row.played for row in panel.model.rows] == [True, False]
    assert [row.best for row in panel.model.rows] == [True, False]


def test_a_line_of_the_second_side_goes_on_with_its_number(panel, document):
    document.new_game(find_game("loa"))
    for text in ("b1-b3", "a2-c2"):
        document.play(document.position.read_move(text))
    document.go_to(document.node.parent)
    position = document.place.position
    moves, there = [], position.copy()
    for text in ("a2-c2", "d1-d3", "c2-e2"):
        moves.append(there.read_move(text))
        there.make(moves[-1])

    _analyse(panel, document.place, Line(moves[0], ESTIMATED, tuple(moves)))

    assert _rows(panel) == ["+9.5  1… a2-c2 2. d1-d3 c2-e2"]


def test_analysis_and_values_are_offered(qtbot, panel):
    for button, key in ((panel.values_button, "values"), (panel.analyse_button, "analyse")):
        with qtbot.waitSignal(panel.asked) as asked:
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert asked.args == [key, []]
    assert not panel.list.isVisible()


@pytest.mark.parametrize(
    ("fields", "facts"),
    [
        ({"values_wanted": False}, ""),
        ({"values_wanted": True}, "Searching…"),
        ({"values_wanted": True, "values": {3: PROVEN}}, "proven, for South"),
        ({"values_wanted": True, "values": {3: ESTIMATED}}, "estimated, searching…, for South"),
        (
            {"values_wanted": True, "values": {3: ESTIMATED}, "values_final": True},
            "estimated, for South",
        ),
    ],
)
def test_the_header_says_how_far_values_are_known(panel, place, fields, facts):
    _tell(panel, place, **fields)

    assert panel.facts.whole == facts


@pytest.mark.parametrize(
    ("value", "fields", "facts"),
    [
        (ESTIMATED, {}, "depth 14 · 4.1 M/s · estimated, for South"),
        (
            ESTIMATED,
            {"effort": Effort(3, 50_000, 0.1)},
            "depth 3 · 500 k/s · estimated, for South",
        ),
        (PROVEN, {}, "proven, for South"),
        (PROVEN, {"paused": True}, "paused · proven, for South"),
        (None, {}, "Searching…"),
        (None, {"paused": True}, "paused"),
    ],
)
def test_the_header_says_how_far_the_analysis_has_gone(panel, place, value, fields, facts):
    lines = () if value is None else (Line(3, value, (3,)),)

    _analyse(panel, place, *lines, **fields)

    assert panel.facts.whole == facts


def test_the_depth_is_that_of_what_is_shown_when_a_search_begins_again(panel, place):
    deep, less = (
        Line(move, replace(LOW, proven=False, depth=12 - move), (move,)) for move in (1, 2)
    )

    _analyse(panel, place, deep, less, Line(3, PROVEN, (3,)), effort=Effort(4, 50_000, 0.1))

    assert panel.facts.whole == "depth 10 · 500 k/s · partly proven, for South"


def test_a_locked_analysis_says_where_it_stays(panel, document):
    root, position = document.record.root, document.place.position
    document.play(3)

    live = Live(root, position, on=True, locked=True, lines=LINES)
    _tell(panel, document.place, live=live)

    assert panel.facts.whole == "locked at the start · proven, for South"
    assert _rows(panel)[0] == "+8  1. 3-6 1 2. 5"


# -- calm ------------------------------------------------------------------------------------------


def test_rows_do_not_move_while_one_points_at_them(panel, place):
    _analyse(panel, place, *LINES)
    rect = panel.list.word_rect(Spot(1, 0))
    QTest.mouseMove(panel.list.viewport(), rect.center())
    better = estimate(11.0)

    _analyse(panel, place, Line(1, better, (1, 4)), Line(2, PROVEN, (2,)))
    assert _rows(panel) == ["+8  1. 3-6 1 2. 5", "+11.0  1. 1 2"]

    QApplication.sendEvent(panel.list, QEvent(QEvent.Type.Leave))
    assert _rows(panel) == ["+11.0  1. 1 4", "+8  1. 2"]


def test_another_place_has_other_lines_also_under_the_mouse(panel, document):
    _analyse(panel, document.place, *LINES)
    QTest.mouseMove(panel.list.viewport(), panel.list.word_rect(Spot(1, 0)).center())

    document.play(1)
    live = Live(document.node, document.place.position, on=True)
    panel.show_change(Change(frozenset({Cause.MOVE}), _analysed(document.place, live)))

    assert _rows(panel) == []


def test_a_selected_row_stays_selected_while_values_improve(panel, place):
    _analyse(panel, place, *LINES)
    panel.list.setCurrentIndex(panel.model.index(1))

    _analyse(panel, place, LINES[0], Line(1, LOW, (1, 2, 3)))

    assert panel.list.currentIndex().row() == 1


# -- mouse -----------------------------------------------------------------------------------------


def test_a_hover_plays_the_line_out_on_a_small_board(qtbot, panel, place):
    _analyse(panel, place, *LINES)

    QTest.mouseMove(panel.list.viewport(), panel.list.word_rect(Spot(0, 1)).center())

    expected = place.position.copy()
    for move in (3, 6, 1):
        expected.make(move)
    preview = panel.preview
    assert preview is not None and preview.isVisible()
    qtbot.waitUntil(lambda: preview.board.position.position_string() == expected.position_string())
    assert preview.board.state.last_move == 1
    QApplication.sendEvent(panel.list, QEvent(QEvent.Type.Leave))
    assert not preview.isVisible()
    panel.set_theme(DARK)


def test_a_click_on_a_move_follows_the_line_to_it(qtbot, panel, place):
    _analyse(panel, place, *LINES)

    with qtbot.waitSignal(panel.asked) as asked:
        QTest.mouseClick(
            panel.list.viewport(),
            Qt.MouseButton.LeftButton,
            pos=panel.list.word_rect(Spot(0, 1)).center(),
        )

    assert asked.args == ["follow-line", ["0", "3", "6", "1"]]


def test_a_click_on_the_first_move_plays_it_where_one_may_move(qtbot, panel, place):
    _analyse(panel, place, *LINES)

    with qtbot.waitSignal(panel.asked) as asked:
        QTest.mouseClick(
            panel.list.viewport(),
            Qt.MouseButton.LeftButton,
            pos=panel.list.word_rect(Spot(0, 0)).center(),
        )

    assert asked.args == ["play", ["3-6"]]


def test_a_click_beside_the_moves_follows_nothing(qtbot, panel, place):
    _analyse(panel, place, *LINES)

    with qtbot.assertNotEmitted(panel.asked):
        right = panel.list.viewport().width() - 3
        y = panel.list.word_rect(Spot(0, 0)).center().y()
        QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(right, y))


def test_the_menu_of_a_line_inserts_and_copies_it(qtbot, panel, place):
    _analyse(panel, place, *LINES)
    point = panel.list.word_rect(Spot(1, 0)).center()
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, point, panel.list.viewport().mapToGlobal(point)
    )
    QApplication.sendEvent(panel.list.viewport(), event)
    menu = panel.findChild(QMenu, "lineMenu")
    asked = []
    panel.asked.connect(lambda key, words: asked.append((key, words)))

    for action in menu.actions()[:3]:
        action.trigger()

    assert asked == [
        ("insert-at", ["0", "1"]),
        ("insert-at", ["0", "1", "2"]),
        ("copy-text", ["1. 1 2"]),
    ]
    menu.close()


def test_beside_the_lines_the_menu_is_that_of_the_panel(qtbot, panel, place):
    _analyse(panel, place, *LINES)
    point = QPoint(20, panel.list.viewport().height() - 4)

    with qtbot.waitSignal(panel.menu_requested):
        event = QContextMenuEvent(
            QContextMenuEvent.Reason.Mouse, point, panel.list.viewport().mapToGlobal(point)
        )
        QApplication.sendEvent(panel.list.viewport(), event)


# -- keys ------------------------------------------------------------------------------------------


def test_keys_choose_a_row_and_a_move_and_follow_it(qtbot, panel, place):
    _analyse(panel, place, *LINES)
    panel.list.setFocus()
    QTest.keyClick(panel.list, Qt.Key.Key_Down)
    panel.list.setCurrentIndex(panel.model.index(1))

    QTest.keyClick(panel.list, Qt.Key.Key_Right)
    QTest.keyClick(panel.list, Qt.Key.Key_Right)
    assert panel.list.spot == Spot(1, 1)
    assert panel.preview.isVisible()
    with qtbot.waitSignal(panel.asked) as asked:
        QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert asked.args == ["follow-line", ["0", "1", "2"]]

    QTest.keyClick(panel.list, Qt.Key.Key_Up)
    assert panel.list.currentIndex().row() == 0
    assert panel.list.spot == NOWHERE
    with qtbot.waitSignal(panel.asked) as asked:
        QTest.keyClick(panel.list, Qt.Key.Key_Enter)
    assert asked.args == ["play", ["3-6"]]


def test_the_small_board_is_turned_and_mirrored_as_the_large_one(panel, place):
    at = panel.list.word_rect
    for flipped, mirrored in ((False, True), (True, True), (True, False)):
        BOARDS.choose(mirrored=mirrored)
        _analyse(panel, replace(place, flipped=flipped), *LINES)
        QTest.mouseMove(panel.list.viewport(), at(Spot(0, 1)).center())
        QTest.mouseMove(panel.list.viewport(), at(Spot(0, 0)).center())
        board = panel.preview.board
        assert (board.flipped, board.mirrored) == (flipped, mirrored)


def test_escape_ends_the_preview(panel, place):
    _analyse(panel, place, *LINES)
    panel.list.setCurrentIndex(panel.model.index(0))
    QTest.keyClick(panel.list, Qt.Key.Key_Right)
    assert panel.preview.isVisible()

    QTest.keyClick(panel.list, Qt.Key.Key_Escape)

    assert not panel.preview.isVisible()


def test_a_narrow_panel_shows_as_many_moves_as_fit(panel, place):
    _analyse(panel, place, Line(3, PROVEN, (3, 6, 1, 5, 2)))
    wide = len(panel.list.delegate.pieces(panel.model.rows[0], panel.list.rect()))

    panel.resize(170, 300)

    narrow = panel.list.delegate.pieces(panel.model.rows[0], panel.list.rect())
    assert 1 <= len(narrow) < wide
    assert QPointF(narrow[0].rect.topLeft()).x() > 0


# -- while lines change under the keyboard ---------------------------------------------------------


def _keyboard_at(panel: EnginePanel, row: int, word: int) -> None:
    """Choose a word of a row by keys, with the mouse elsewhere."""
    QApplication.sendEvent(panel.list, QEvent(QEvent.Type.Leave))
    panel.list.setFocus()
    panel.list.setCurrentIndex(panel.model.index(row))
    for _ in range(word + 1):
        QTest.keyClick(panel.list, Qt.Key.Key_Right)
    assert panel.list.spot == Spot(row, word)


def _asked(panel: EnginePanel) -> list[tuple[str, list[str]]]:
    asked: list[tuple[str, list[str]]] = []
    panel.asked.connect(lambda key, words: asked.append((key, words)))
    return asked


def test_enter_on_a_line_that_became_shorter_begins_it_and_never_fails(panel, place):
    _analyse(panel, place, *LINES)
    asked = _asked(panel)
    _keyboard_at(panel, 0, 2)

    _analyse(panel, place, Line(3, PROVEN, (3, 6)), LINES[1])
    QTest.keyClick(panel.list, Qt.Key.Key_Return)

    assert asked == [("play", ["3-6"])]
    assert panel.list.spot == NOWHERE


def test_what_keys_have_chosen_is_followed_to_another_row(panel, place):
    _analyse(panel, place, *LINES)
    asked = _asked(panel)
    _keyboard_at(panel, 0, 1)

    _analyse(panel, place, LINES[1], LINES[0])

    assert panel.list.currentIndex().row() == 1
    assert panel.list.spot == Spot(1, 1)
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert asked == [("follow-line", ["0", "3", "6", "1"])]


def test_a_line_that_is_gone_is_chosen_no_longer(panel, place):
    _analyse(panel, place, *LINES)
    asked = _asked(panel)
    _keyboard_at(panel, 1, 0)

    _analyse(panel, place, LINES[0])

    assert panel.list.spot == NOWHERE
    assert not panel.list.currentIndex().isValid()
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert asked == []


def test_the_same_moves_at_another_position_are_not_what_was_chosen(panel, place, document):
    _analyse(panel, place, *LINES)
    _keyboard_at(panel, 1, 1)

    document.play(1)
    _analyse(panel, document.place, *reversed(LINES))

    assert panel.list.spot == NOWHERE
    assert not panel.list.currentIndex().isValid()
