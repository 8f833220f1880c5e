"""Values on the pits, in the text view and for screen readers; endgames in the status line."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest

from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.saving.preferences import Preferences
from kalahloa.models.games.kalah.game import start_position
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.games.kalah.tablebase.files import tablebase_files
from kalahloa.models.storage.user_cache import cache_folder
from kalahloa.views import accessibility
from kalahloa.views.boards.board_view import BoardState
from kalahloa.views.boards.kalah_board import KalahBoardView
from kalahloa.views.boards.kalah_values import ValueLabel
from kalahloa.views.dialogs.preferences import PreferencesDialog
from kalahloa.views.look.theme import DARK, LIGHT
from tests.scores import estimate, exact
from tests.views.conftest import Hands

FEW_STONES = "<6,19,20,0,2,0,1,0,2,1,0,1,0,1,1> S"
VALUES = {1: estimate(-1.4), 3: exact(8.0)}
CONTROL = Qt.KeyboardModifier.ControlModifier


def state(**more: object) -> BoardState:
    start = start_position(KalahRules())
    return BoardState(start, **({"playable": True, "values": VALUES} | more))


@pytest.fixture
def board(qtbot):
    accessibility.install_accessibility()
    board = KalahBoardView(LIGHT)
    qtbot.addWidget(board)
    board.resize(900, 620)
    board.show()
    qtbot.waitExposed(board)
    QTest.mouseMove(board.viewport(), QPoint(450, 5))
    return board


def labels(board: KalahBoardView) -> list[ValueLabel]:
    """Return the values that are drawn, from the left."""
    drawn = [item for item in board.scene().items() if isinstance(item, ValueLabel)]
    return sorted((item for item in drawn if item.isVisible()), key=lambda item: item.x())


# -- the board -----------------------------------------------------------------------------------


def test_values_stand_at_the_movers_pits(board):
    board.show_state(state())

    assert board.shown_values() == {0: ("−1.4", False), 2: ("+8", True)}
    for label, cell in zip(labels(board), (2, 0), strict=True):
        middle = label.mapRectToScene(label.path().boundingRect()).center()
        assert abs(middle.x() - board.cell_rect(cell).center().x()) < 1
        assert board.board_rect().contains(middle)


def test_only_the_best_proven_values_are_filled_and_ticked(board):
    values = {
        1: exact(-14.0),
        3: exact(8.0),
        4: exact(8.0),
        6: estimate(-1.4),
    }
    board.show_state(state(values=values))

    drawn = {label.value.short: label for label in labels(board)}
    worse, best, about = drawn["−14"], drawn["+8"], drawn["−1.4"]
    assert board.best_cells() == {2, 3}
    assert [label._check.isVisible() for label in (worse, best, about)] == [False, True, False]
    assert best.brush().color() == LIGHT.proven
    assert worse.brush().color() == about.brush().color() == LIGHT.panel
    assert worse.pen().color() == LIGHT.proven
    assert about.pen().color() == LIGHT.outline
    # They differ by more than colour.
    weights = [label._text.font().weight() for label in (best, worse, about)]
    assert weights == sorted(set(weights), reverse=True)
    assert best.pen().style() == Qt.PenStyle.NoPen


def test_no_proven_value_is_marked_the_best_while_an_estimate_is_higher(board):
    values = {1: exact(-14.0), 3: estimate(1.5)}

    board.show_state(state(values=values))

    assert board.best_cells() == set()


def test_an_estimate_turns_into_a_proof_where_it_stands(board):
    board.show_state(state(values={1: estimate(-1.4)}))

    board.refresh_state(state(values={1: exact(-2.0)}))

    assert board.shown_values() == {0: ("−2", True)}


@pytest.mark.parametrize("pits", range(1, 13))
def test_labels_of_neighbouring_pits_never_overlap(board, pits):
    wide = {move: exact(-100.0) for move in range(1, pits + 1)}
    board.show_state(BoardState(start_position(KalahRules(pits=pits)), values=wide))

    areas = [label.mapRectToScene(label.path().boundingRect()) for label in labels(board)]
    assert len(areas) == pits
    assert not any(a.intersects(b) for i, a in enumerate(areas) for b in areas[:i])


def test_values_are_drawn_in_the_colours_of_the_theme(board):
    board.show_state(state())

    board.set_theme(DARK)

    assert labels(board)[0].brush().color() == DARK.proven


def test_values_are_not_seen_while_a_move_is_shown_nor_without_any(board):
    before = start_position(KalahRules())
    after = before.copy()
    after.make(1)

    board.show_state(BoardState(after, last_move=1, before=before, values=VALUES))
    assert board.animating
    assert board.shown_values() == {}

    board.stop_animation()
    board.refresh_state(BoardState(after))
    assert board.shown_values() == {}


def test_a_hint_hides_no_value(board):
    board.show_state(state(hint=3, hint_text="3 +8.00"))

    hint = board._marks.hint_label
    assert hint.isVisible()
    areas = [label.mapRectToScene(label.path().boundingRect()) for label in labels(board)]
    assert not any(area.intersects(hint.area()) for area in areas)


def test_a_pit_under_the_mouse_says_what_it_is_worth(board):
    board.show_state(state())
    said: list[str] = []
    board.remark.connect(said.append)

    QTest.mouseMove(board.viewport(), board.mapFromScene(board.cell_rect(2).center()))

    assert said[-1].endswith("so South moves again. It is worth +8, proven.")


def test_a_screen_reader_is_told_what_a_pit_is_worth(board):
    board.show_state(state())
    interface = QAccessible.queryAccessibleInterface(board)
    children = [interface.child(index) for index in range(interface.childCount())]

    told = {
        child.text(QAccessible.Text.Name): child.text(QAccessible.Text.Description)
        for child in children
    }

    assert told["South's pit 3, 4 stones"] == "worth +8, proven"
    assert told["South's pit 1, 4 stones"] == "worth −1.4, estimated"
    assert told["North's pit 3, 4 stones"] == ""


# -- the window ----------------------------------------------------------------------------------


@pytest.fixture
def hands(open_window) -> Hands:
    made = open_window("kalah")
    made.window.set_preferences(Preferences(scheme="light", speed=0.0, endgames="off"))
    made.document.new_game(made.document.game, start=FEW_STONES)
    return made


def shown(hands: Hands) -> dict[int, tuple[str, bool]]:
    assert isinstance(hands.board, KalahBoardView)
    return hands.board.shown_values()


def all_proven(hands: Hands) -> bool:
    return bool(shown(hands)) and all(proven for _, proven in shown(hands).values())


def test_values_come_and_go_with_a_key(hands, qtbot):
    assert shown(hands) == {}

    hands.press(Qt.Key.Key_E, CONTROL)

    qtbot.waitUntil(lambda: all_proven(hands))
    assert set(shown(hands)) == {1, 3, 5}
    hands.press(Qt.Key.Key_E, CONTROL)
    assert shown(hands) == {}


def test_the_wish_for_values_is_remembered(hands, qtbot):
    hands.press(Qt.Key.Key_E, CONTROL)
    qtbot.waitUntil(lambda: hands.values_kept())

    hands.press(Qt.Key.Key_E, CONTROL)
    qtbot.waitUntil(lambda: not hands.values_kept())


def test_values_follow_the_game(hands, qtbot):
    hands.press(Qt.Key.Key_E, CONTROL)
    qtbot.waitUntil(lambda: all_proven(hands))

    hands.click_move(4)

    side = hands.document.position.side
    qtbot.waitUntil(lambda: all_proven(hands))
    assert all(cell // 7 == side for cell in shown(hands))
    hands.undo()
    qtbot.waitUntil(lambda: all_proven(hands))
    assert set(shown(hands)) == {1, 3, 5}


def test_the_text_view_tells_values_when_asked_and_lists_them_with_the_moves(hands, qtbot):
    hands.press(Qt.Key.Key_F2)
    messages = hands.window.text.messages

    hands.type_line("values")
    qtbot.waitUntil(lambda: "proven" in messages.toPlainText())

    messages.clear()
    hands.type_line("moves")
    assert messages.toPlainText().count("proven") == 3
    hands.window.show_view(text=False)
    assert shown(hands) == {}


# -- endgames ------------------------------------------------------------------------------------


def test_the_status_line_says_how_far_the_endgames_are_and_takes_a_no(hands, qtbot):
    hands.app[Analysis].set_budget("large")
    hands.press(Qt.Key.Key_E, CONTROL)
    note = hands.window.status.builder
    qtbot.waitUntil(note.isVisible)
    assert note.text().startswith("Building the tablebase… ")

    QTest.mouseClick(note.button, Qt.MouseButton.LeftButton)

    assert not note.isVisible()
    assert "not built" in hands.window.status.sentence.text()
    assert tablebase_files(cache_folder()) == []


def test_closing_the_window_stops_a_build(hands, qtbot):
    hands.app[Analysis].set_budget("large")
    hands.press(Qt.Key.Key_E, CONTROL)
    qtbot.waitUntil(hands.window.status.builder.isVisible)

    hands.window.close()

    assert tablebase_files(cache_folder()) == []


def test_the_preferences_say_how_large_the_endgames_are(hands, qtbot):
    hands.window.actions_by_name["preferences"].trigger()
    dialog = hands.window.findChild(PreferencesDialog)
    texts = [dialog.endgames.itemText(row) for row in range(dialog.endgames.count())]
    assert texts[0] == "Off"
    assert all(text.endswith(" MB") for text in texts[1:])
    dialog.endgames.setCurrentIndex(dialog.endgames.findData("small"))

    dialog.accept()

    assert hands.window.preferences.endgames == "small"
    assert hands.app[Analysis]._tablebases._budget == "small"
    qtbot.waitUntil(lambda: hands.kept_preferences().endgames == "small")
