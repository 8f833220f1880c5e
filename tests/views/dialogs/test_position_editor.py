"""The position editor: boards filled by clicks, drags, keys and text, and what is said of them."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.models.game.draft import Draft
from kalahloa.models.game.game import Game
from kalahloa.models.game.registry import find_game, own_games
from kalahloa.models.games.loa.squares import square_number
from kalahloa.views import accessibility
from kalahloa.views.boards.board_view import BoardView
from kalahloa.views.dialogs import position_editor as dialog_module
from kalahloa.views.dialogs.new_game import NewGameDialog
from kalahloa.views.dialogs.position_editor import PositionEditorDialog
from kalahloa.views.look.theme import DARK
from tests.models.random_play import play, start
from tests.plugins.crossing import GAME as CROSSING

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
NO_MODIFIER = Qt.KeyboardModifier.NoModifier
COMPUTER = Player(Level.of_engine(3))
EMPTY_LOA = "8/8/8/8/8/8/8/8 b"
EMPTY_KALAH = "<6,0,0,0,0,0,0,0,0,0,0,0,0,0,0> S"


class Editor:
    """A position editor, and hands that do to it what a person does."""

    def __init__(self, dialog: PositionEditorDialog) -> None:
        self.dialog = dialog

    @property
    def board(self) -> BoardView:
        board = self.dialog.position_board.board
        assert board is not None
        return board

    @property
    def text(self) -> str:
        """What stands in the line."""
        return self.dialog.position_board.line.text()

    @property
    def said(self) -> str:
        """The sentence below the board."""
        return self.dialog.problem.text()

    @property
    def can_start(self) -> bool:
        return self.dialog.start_game.isEnabled()

    @property
    def can_study(self) -> bool:
        return self.dialog.study is not None and self.dialog.study.isEnabled()

    def at(self, cell: int) -> QPoint:
        """Return where the middle of *cell* is in the board's viewport."""
        return self.board.mapFromScene(self.board.cell_rect(cell).center())

    def click(self, cell: int, button: Qt.MouseButton = LEFT) -> None:
        QTest.mouseClick(self.board.viewport(), button, pos=self.at(cell))

    def drag(self, cell: int, to: QPoint) -> None:
        viewport = self.board.viewport()
        QTest.mousePress(viewport, LEFT, pos=self.at(cell))
        QTest.mouseMove(viewport, (self.at(cell) + to) / 2)
        QTest.mouseMove(viewport, to)
        QTest.mouseRelease(viewport, LEFT, pos=to)

    def wheel(self, cell: int, notches: int) -> None:
        at = self.at(cell)
        QApplication.sendEvent(
            self.board.viewport(),
            QWheelEvent(
                QPointF(at),
                QPointF(self.board.viewport().mapToGlobal(at)),
                QPoint(0, 0),
                QPoint(0, 120 * notches),
                Qt.MouseButton.NoButton,
                NO_MODIFIER,
                Qt.ScrollPhase.NoScrollPhase,
                False,
            ),
        )

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NO_MODIFIER) -> None:
        """Press *key* wherever the focus is."""
        QTest.keyClick(QApplication.focusWidget(), key, modifiers)

    def type(self, text: str) -> None:
        """Type *text* wherever the focus is."""
        QTest.keyClicks(QApplication.focusWidget(), text)

    def write(self, text: str) -> None:
        """Replace what stands in the line by *text*."""
        line = self.dialog.position_board.line
        line.setFocus()
        line.selectAll()
        QTest.keyClicks(line, text)


@pytest.fixture
def edit(qtbot) -> Iterator[Callable[..., Editor]]:
    """Return a function that opens the editor on a position of a game, as it is in the program."""
    kept = []

    def make(game: str | Game, text: str | None = None, **options: object) -> Editor:
        found = find_game(game) if isinstance(game, str) else game
        draft = Draft.of(found, found.rulebook.read(None, options), text)
        dialog = PositionEditorDialog(draft)
        qtbot.addWidget(dialog)
        kept.append(dialog)
        dialog.resize(900, 700)
        dialog.show()
        qtbot.waitExposed(dialog)
        dialog.activateWindow()
        qtbot.waitUntil(dialog.isActiveWindow)
        return Editor(dialog)

    yield make


# -- pieces ----------------------------------------------------------------------------------------


def test_clicks_place_turn_and_remove_a_piece(edit):
    editor = edit("loa", EMPTY_LOA)
    d4 = square_number("d4")

    seen = []
    for _ in range(3):
        editor.click(d4)
        seen.append((editor.text, editor.board.shown_pieces()))

    assert seen == [
        ("8/8/8/8/3b4/8/8/8 b", {d4: 0}),
        ("8/8/8/8/3w4/8/8/8 b", {d4: 1}),
        (EMPTY_LOA, {}),
    ]


def test_the_right_button_begins_with_the_other_colour(edit):
    editor = edit("loa", EMPTY_LOA)

    editor.click(0, RIGHT)

    assert editor.board.shown_pieces() == {0: 1}


def test_a_piece_is_dragged_to_another_square_and_taken_where_it_comes_to(edit):
    editor = edit("loa", "8/8/8/8/8/8/8/b6w b")

    editor.drag(square_number("a1"), editor.at(square_number("h1")))

    assert editor.text == "8/8/8/8/8/8/8/7b b"
    assert editor.board.shown_pieces() == {square_number("h1"): 0}
    assert editor.board.focus_cell == square_number("h1")


def test_a_piece_that_is_dragged_off_the_board_is_removed(edit):
    editor = edit("loa", "8/8/8/8/8/8/8/b6w b")

    editor.drag(square_number("a1"), QPoint(1, 1))

    assert editor.text == "8/8/8/8/8/8/8/7w b"


def test_a_piece_that_is_let_go_where_it_was_stays(edit):
    editor = edit("loa", "8/8/8/8/8/8/8/b6w b")
    cell = square_number("a1")
    viewport = editor.board.viewport()
    QTest.mousePress(viewport, LEFT, pos=editor.at(cell))
    QTest.mouseMove(viewport, editor.at(20))
    QTest.mouseMove(viewport, editor.at(cell))

    QTest.mouseRelease(viewport, LEFT, pos=editor.at(cell))

    assert editor.text == "8/8/8/8/8/8/8/b6w b"
    assert editor.board.shown_pieces() == {0: 0, 7: 1}


@pytest.mark.parametrize("button", [LEFT, RIGHT])
def test_a_click_that_ends_on_another_square_does_nothing(edit, button):
    editor = edit("loa", EMPTY_LOA)
    viewport = editor.board.viewport()

    QTest.mousePress(viewport, button, pos=editor.at(0))
    QTest.mouseMove(viewport, editor.at(9))
    QTest.mouseRelease(viewport, button, pos=editor.at(9))

    assert editor.text == EMPTY_LOA


def test_escape_ends_a_drag_without_a_change(edit):
    editor = edit("loa", "8/8/8/8/8/8/8/b6w b")
    viewport = editor.board.viewport()
    QTest.mousePress(viewport, LEFT, pos=editor.at(0))
    QTest.mouseMove(viewport, editor.at(9))
    QTest.mouseMove(viewport, editor.at(18))

    editor.press(Qt.Key.Key_Escape)
    QTest.mouseRelease(viewport, LEFT, pos=editor.at(18))

    assert editor.dialog.isVisible()
    assert editor.text == "8/8/8/8/8/8/8/b6w b"
    assert editor.board.shown_pieces() == {0: 0, 7: 1}


def test_pieces_are_placed_by_the_keyboard_alone(edit):
    editor = edit("loa", EMPTY_LOA)
    editor.press(Qt.Key.Key_Tab, SHIFT)
    editor.press(Qt.Key.Key_Tab)
    assert editor.board.hasFocus()
    first = editor.board.focus_cell

    editor.type("w")
    editor.press(Qt.Key.Key_Right)
    editor.type("B")
    editor.press(Qt.Key.Key_Right)
    editor.press(Qt.Key.Key_Return)
    editor.press(Qt.Key.Key_Right)
    editor.press(Qt.Key.Key_Space, SHIFT)
    shown = editor.board.shown_pieces()
    editor.press(Qt.Key.Key_Delete)

    assert shown == {first: 1, first + 1: 0, first + 2: 0, first + 3: 1}
    assert editor.board.shown_pieces() == {first: 1, first + 1: 0, first + 2: 0}
    assert editor.board.cell_name(first) == "b8 white"


def test_a_key_that_means_nothing_is_told_what_would(edit):
    editor = edit("loa")

    editor.type("q")

    assert "B, W, Delete" in editor.said
    assert "You can play this" in editor.said


def test_what_changes_nothing_is_told(edit):
    editor = edit("loa", "8/8/8/8/8/8/8/b6w b")
    editor.click(9)
    editor.press(Qt.Key.Key_Delete)

    editor.press(Qt.Key.Key_Delete)

    assert editor.said.startswith("Nothing changes: b2 empty.")


# -- stones ----------------------------------------------------------------------------------------


def test_clicks_add_stones_and_the_right_button_takes_them_away(edit):
    editor = edit("kalah", EMPTY_KALAH)

    for _ in range(3):
        editor.click(2)
    editor.click(2, RIGHT)
    editor.click(6)

    assert editor.text == "<6,1,0,0,0,2,0,0,0,0,0,0,0,0,0> S"
    assert editor.board.shown_counts()[2] == 2
    assert editor.board.written_counts()[6] == 1


def test_the_wheel_adds_stones_and_takes_them_away(edit):
    editor = edit("kalah", EMPTY_KALAH)

    editor.wheel(7, 3)
    editor.wheel(7, -1)

    assert editor.board.shown_counts()[7] == 2


def test_a_number_is_typed_into_the_focused_pit_and_corrected(edit):
    editor = edit("kalah", EMPTY_KALAH)
    editor.click(0)

    editor.type("127")
    typed = editor.board.written_counts()[0]
    editor.press(Qt.Key.Key_Backspace)
    corrected = editor.board.written_counts()[0]
    editor.press(Qt.Key.Key_Left)
    editor.type("3+-")
    editor.press(Qt.Key.Key_Backspace)

    assert (typed, corrected) == (127, 12)
    assert editor.board.written_counts()[:2] == [12, 0]


def test_a_number_begins_anew_in_another_pit_and_after_the_focus_was_elsewhere(edit):
    editor = edit("kalah", EMPTY_KALAH)
    editor.board.setFocus()
    editor.board.set_focus_cell(5)  # the leftmost of the lower row
    editor.type("1")
    editor.press(Qt.Key.Key_Right)
    editor.type("2")
    before = editor.board.written_counts()[:6]
    editor.dialog.clear_button.setFocus()
    editor.board.setFocus()
    editor.type("3")

    assert before == [0, 0, 0, 0, 2, 1]
    assert editor.board.written_counts()[:6] == [0, 0, 0, 0, 3, 1]


def test_a_number_that_is_too_large_is_refused_with_a_sentence(edit):
    editor = edit("kalah", EMPTY_KALAH)
    editor.click(0)

    editor.type("99999")

    assert editor.board.written_counts()[0] == 9999
    assert editor.said.startswith("A cell holds at most 9999.")


def test_too_many_stones_in_all_are_explained(edit):
    editor = edit("kalah")
    editor.click(0)

    editor.type("9999")

    assert editor.said == (
        "You cannot play this: A cell cannot hold fewer than 0 stones, nor the board more than "
        "9999."
    )
    assert not editor.can_start
    assert not editor.can_study


def test_stones_are_poured_from_a_pit_into_another(edit):
    editor = edit("kalah")

    editor.drag(0, editor.at(6))

    assert (editor.board.shown_counts()[0], editor.board.shown_counts()[6]) == (0, 4)


def test_an_empty_pit_has_nothing_to_take_away(edit):
    editor = edit("kalah", EMPTY_KALAH)

    editor.click(0, RIGHT)

    assert editor.said.startswith("Nothing changes: South's pit 1, 0 stones.")


def test_the_totals_run_along(edit):
    editor = edit("kalah")

    editor.click(6)

    assert editor.dialog.totals.text() == (
        "South: 25 stones, 24 in the pits and 1 in the kalah. "
        "North: 24 stones, 24 in the pits and 0 in the kalah. "
        "49 stones in all; a game starts with 48."
    )


def test_all_counts_are_right_where_not_every_stone_is_drawn(edit):
    editor = edit("kalah", EMPTY_KALAH)
    editor.click(0)

    editor.type("5000")
    editor.press(Qt.Key.Key_Delete)
    editor.type("300")

    assert editor.board.written_counts()[0] == 300


def test_the_stones_stay_where_they_were_put_although_the_game_is_over(edit):
    editor = edit("kalah", EMPTY_KALAH)

    editor.click(8)

    assert editor.board.shown_counts()[8] == 1
    assert editor.said == ("The game is already over: North wins by 1 to 0. You can only study it.")


def test_other_rules_change_the_board_and_lose_no_stone_on_the_way(edit):
    editor = edit("kalah")
    editor.click(0)
    pits = editor.dialog.rules_form.fields["pits"]
    pits.setFocus()
    pits.selectAll()

    editor.type("12")

    assert len(editor.board.cells()) == 26
    assert editor.board.shown_counts()[:7] == [5, 4, 4, 4, 4, 4, 0]


def test_whether_sides_may_be_swapped_is_chosen_under_the_pie_rule(edit):
    editor = edit("kalah")
    assert not editor.dialog.phase.isVisible()
    pie = editor.dialog.rules_form.fields["pie"]

    pie.setCurrentIndex(pie.findData("yes"))
    assert editor.text.endswith(" S pie")
    editor.dialog.phase.setFocus()
    editor.press(Qt.Key.Key_Down)

    assert editor.dialog.phase.isVisible()
    assert editor.text.endswith(" S swap")


# -- marks -----------------------------------------------------------------------------------------


def test_marks_are_set_by_mouse_and_keys(edit):
    editor = edit("tictactoe")

    editor.click(0)
    editor.click(4, RIGHT)
    editor.type("9")  # goes to the last cell
    editor.type("x")

    assert editor.text == "X../.O./..X X"
    assert editor.board.shown_marks() == {0: 0, 4: 1, 8: 0}


def test_a_mark_is_dragged(edit):
    editor = edit("tictactoe", "X../.../... O")

    editor.drag(0, editor.at(8))

    assert editor.board.shown_marks() == {8: 0}


def test_it_is_said_whose_win_it_already_is(edit):
    editor = edit("tictactoe", "XX./OO./... X")
    assert editor.can_start

    editor.click(2)

    assert editor.said == "The game is already over: X wins: three in a row. You can only study it."
    assert not editor.can_start
    assert "X wins" in editor.dialog.start_game.toolTip()
    assert "X wins" in editor.dialog.start_game.accessibleDescription()
    assert editor.can_study


# -- the whole board -------------------------------------------------------------------------------


def test_the_buttons_clear_set_up_swap_and_flip_the_board(edit, qtbot):
    editor = edit("loa", "8/8/8/8/8/8/8/b6w b")
    dialog = editor.dialog

    QTest.mouseClick(dialog.swap_button, LEFT)
    assert editor.text == "8/8/8/8/8/8/8/w6b w"
    QTest.mouseClick(dialog.flip_button, LEFT)
    assert editor.board.flipped
    assert editor.board.cells()[0] == square_number("h1")
    QTest.mouseClick(dialog.clear_button, LEFT)
    assert editor.text == EMPTY_LOA
    assert editor.said == "You cannot play this: Black has no piece on the board."
    QTest.mouseClick(dialog.start_button, LEFT)
    assert editor.text.startswith("1bbbbbb1/")
    assert editor.board.flipped


def test_the_side_to_move_is_chosen(edit):
    editor = edit("loa")

    QTest.mouseClick(editor.dialog.sides[1], LEFT, pos=QPoint(8, 8))

    assert editor.text.endswith(" w")
    assert editor.said == "You can play this: White is to move."
    editor.dialog.sides[1].setFocus()
    editor.press(Qt.Key.Key_Left)
    assert editor.text.endswith(" b")


def test_changes_are_taken_back_and_made_again_by_keys(edit):
    editor = edit("loa", EMPTY_LOA)
    editor.click(0)
    editor.click(9)

    editor.press(Qt.Key.Key_Z, CONTROL)
    once = editor.board.shown_pieces()
    editor.press(Qt.Key.Key_Z, CONTROL)
    twice = editor.board.shown_pieces()
    can_undo = editor.dialog.undo_button.isEnabled()
    editor.press(Qt.Key.Key_Z, CONTROL | SHIFT)

    assert (once, twice, can_undo) == ({0: 0}, {}, False)
    assert editor.board.shown_pieces() == {0: 0}


def test_a_typed_number_is_taken_back_as_one(edit):
    editor = edit("kalah")
    editor.click(0)
    editor.type("12")

    QTest.mouseClick(editor.dialog.undo_button, LEFT)

    assert editor.board.written_counts()[0] == 5


def test_another_game_is_taken_back_with_its_rules(edit):
    editor = edit("kalah", "<3,1,0,4,4,4,4,4,4> N")
    games = editor.dialog.games
    games.setFocus()

    games.setCurrentIndex(games.findData("loa"))
    assert len(editor.board.cells()) == 64
    editor.press(Qt.Key.Key_Z, CONTROL)

    assert games.currentData() == "kalah"
    assert editor.dialog.rules_form.fields["pits"].value() == 3
    assert editor.board.written_counts() == [4, 4, 4, 1, 4, 4, 4, 0]
    assert editor.dialog.sides[1].isChecked()


# -- the text --------------------------------------------------------------------------------------


def test_the_board_follows_the_text_as_one_types(edit):
    editor = edit("loa")

    editor.write("w6w/8/8/8/8/8/8/b6b w")

    assert editor.board.shown_pieces() == {0: 0, 7: 0, 56: 1, 63: 1}
    assert editor.dialog.sides[1].isChecked()
    assert editor.can_start


def test_pieces_keep_their_squares_on_a_smaller_board(edit):
    editor = edit("loa", "8/8/8/8/8/1w6/b6b/1b5w b")
    size = editor.dialog.rules_form.fields["size"]
    size.setFocus()
    size.selectAll()

    editor.type("6")

    assert editor.text == "6/6/6/1w4/b5/1b4 b"
    assert len(editor.board.cells()) == 36
    assert editor.board.shown_pieces() == {1: 0, 8: 0, 17: 1}
    editor.click(square_number("f6"))
    assert editor.text == "5b/6/6/1w4/b5/1b4 b"


def test_the_board_gets_the_size_of_the_text(edit):
    editor = edit("loa")

    editor.write("w4/5/5/5/b3b w")

    assert editor.dialog.rules_form.fields["size"].value() == 5
    assert editor.board.shown_pieces() == {0: 0, 4: 0, 32: 1}
    assert editor.dialog.choice().rules.size == 5


def test_what_is_wrong_with_the_text_is_said_and_the_board_stays(edit):
    editor = edit("loa", "8/8/8/8/8/8/8/b6w b")

    editor.write("8/8")

    assert editor.said.startswith("You cannot play this: A position is eight ranks")
    assert editor.text == "8/8"
    assert editor.board.shown_pieces() == {0: 0, 7: 1}
    assert not editor.can_start


def test_control_z_in_the_text_is_the_fields_own(edit):
    editor = edit("tictactoe")
    editor.click(0)
    line = editor.dialog.position_board.line
    line.setFocus()
    line.end(False)
    editor.press(Qt.Key.Key_Backspace)
    editor.type("O")
    assert editor.text.endswith(" O")

    editor.press(Qt.Key.Key_Z, CONTROL)

    assert not editor.text.endswith(" O")
    assert editor.board.shown_marks() == {0: 0}


def test_a_position_of_another_game_is_pasted(edit):
    editor = edit("loa")
    QGuiApplication.clipboard().setText("<2,0,0,1,2,3,4> N")
    line = editor.dialog.position_board.line
    line.setFocus()
    line.selectAll()

    editor.press(Qt.Key.Key_V, CONTROL)

    assert editor.dialog.games.currentData() == "kalah"
    assert editor.dialog.choice().rules.pits == 2
    assert editor.board.written_counts() == [1, 2, 0, 3, 4, 0]
    assert line.hasFocus()


@pytest.mark.parametrize("game", own_games(), ids=lambda game: game.key)
@pytest.mark.parametrize("seed", range(6))
def test_any_position_that_comes_about_goes_in_and_out_and_is_shown(edit, game, seed):
    dice = Random(seed)
    position = start(game.key)
    play(position, [dice.randrange(1000) for _ in range(dice.randrange(60))])

    editor = edit(game.key, position.position_string())

    assert editor.text == position.position_string()
    assert not editor.said.startswith("You cannot")
    choice = editor.dialog.choice()
    again = game.read(choice.start or editor.text, choice.rules)
    assert again.position_string() == position.position_string()
    named = [editor.board.cell_name(cell) for cell in editor.board.cells()]
    editor.write(position.position_string())
    assert [editor.board.cell_name(cell) for cell in editor.board.cells()] == named


@pytest.mark.parametrize("game", own_games(), ids=lambda game: game.key)
def test_a_board_clicked_at_random_is_a_position_or_says_why_not(edit, game):
    dice = Random(11)
    editor = edit(game.key)
    QTest.mouseClick(editor.dialog.clear_button, LEFT)

    for _ in range(40):
        cell = dice.choice(editor.board.cells())
        what = dice.randrange(4)
        if what == 0:
            editor.drag(cell, editor.at(dice.choice(editor.board.cells())))
        elif what == 1:
            editor.type(dice.choice("bwxo7+-"))
        else:
            editor.click(cell, dice.choice((LEFT, RIGHT)))
        draft = editor.dialog.draft
        assert editor.text == draft.text
        verdict = editor.said.splitlines()[-1]
        assert verdict.startswith("You cannot play this") == (draft.position is None)
        assert verdict.startswith("The game is already over") == (draft.outcome is not None)
        assert editor.can_start == verdict.startswith("You can play this")
        assert editor.can_study == (draft.position is not None)


# -- games without a board to set up ---------------------------------------------------------------


def test_a_game_without_a_set_up_and_a_board_is_set_up_by_its_text(edit):
    editor = edit(CROSSING)
    position_board = editor.dialog.position_board
    assert position_board.board is None
    before = position_board.diagram.text()

    editor.write("f.f.ss s")

    assert editor.can_start
    assert position_board.diagram.text() != before
    editor.write("f")
    assert not editor.can_start
    assert "six cells" in editor.said
    assert not editor.dialog.clear_button.isEnabled()


# -- in the program --------------------------------------------------------------------------------


def opened(hands, qtbot) -> Editor:
    """Press the command's key, and return the editor that opens."""
    hands.press(Qt.Key.Key_E, CONTROL | SHIFT)
    dialog = hands.window.findChild(PositionEditorDialog)
    qtbot.waitUntil(dialog.isActiveWindow)
    return Editor(dialog)


def test_a_game_is_started_from_what_was_set_up_with_the_same_players(open_window, qtbot):
    hands = open_window("loa", (HUMAN, COMPUTER))
    editor = opened(hands, qtbot)
    assert editor.text == hands.document.position.position_string()
    QTest.mouseClick(editor.dialog.clear_button, LEFT)
    for name, button in (("a1", LEFT), ("h1", LEFT), ("a8", RIGHT), ("h8", RIGHT)):
        editor.click(square_number(name), button)

    QTest.mouseClick(editor.dialog.start_game, LEFT)

    assert hands.document.record.start == "w6w/8/8/8/8/8/8/b6b b"
    assert hands.document.players == (HUMAN, COMPUTER)
    assert hands.window.rooms.current.key == "play"
    assert hands.board.shown_pieces() == {0: 0, 7: 0, 56: 1, 63: 1}


def test_what_was_set_up_is_studied_and_no_computer_answers(open_window, qtbot):
    hands = open_window("kalah", (COMPUTER, COMPUTER))
    editor = opened(hands, qtbot)
    QTest.mouseClick(editor.dialog.clear_button, LEFT)
    editor.click(0)
    editor.type("3")
    editor.click(8)

    QTest.mouseClick(editor.dialog.study, LEFT)

    assert hands.document.record.start == "<6,0,0,3,0,0,0,0,0,0,1,0,0,0,0> S"
    assert hands.window.rooms.current.key == "study"
    assert not hands.place.thinking


def test_the_editor_is_left_without_a_change(open_window, qtbot):
    hands = open_window("tictactoe")
    editor = opened(hands, qtbot)
    editor.click(0)

    editor.press(Qt.Key.Key_Escape)

    assert not editor.dialog.isVisible()
    assert hands.document.position.position_string() == ".../.../... X"


def test_the_start_of_a_new_game_is_set_up(open_window, qtbot):
    hands = open_window("loa")
    hands.press(Qt.Key.Key_N, CONTROL)
    dialog = hands.window.findChild(NewGameDialog)
    qtbot.waitUntil(dialog.isActiveWindow)
    QTest.mouseClick(dialog.start_field.set_up, LEFT)
    editor = Editor(dialog.findChild(PositionEditorDialog))
    qtbot.waitUntil(editor.dialog.isActiveWindow)
    assert editor.dialog.study is None

    editor.write("<2,0,0,1,2,3,4> N")
    editor.press(Qt.Key.Key_Return)

    assert not editor.dialog.isVisible()
    choice = dialog.choice()
    assert (choice.game.key, choice.rules.pits) == ("kalah", 2)
    assert choice.start == "<2,0,0,1,2,3,4> N"
    assert not dialog.problem.isVisible()


def test_enter_in_the_text_begins_nothing_that_cannot_be_played(edit):
    editor = edit("loa")
    editor.write("8/8/8/8/8/8/8/b7 b")

    editor.press(Qt.Key.Key_Return)

    assert editor.dialog.isVisible()
    ok = editor.dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    assert not ok.isEnabled()
    editor.dialog.accept()
    assert editor.dialog.isVisible()


# -- games whose board cannot be set up, screen readers, colours -----------------------------------


def test_a_board_that_cannot_be_filled_says_that_its_text_can(edit):
    editor = edit(replace(find_game("loa"), set_up=None))

    editor.click(9)
    refused = editor.said
    editor.type("b")
    editor.write("8/8/8/8/8/8/8/b7 b")
    shown = editor.board.shown_pieces()
    editor.write("w6w/8/8/8/8/8/8/b6b w")

    assert refused.startswith("Set up this board by typing the position as text")
    assert len(shown) == 24  # what could be read last
    assert editor.board.shown_pieces() == {0: 0, 7: 0, 56: 1, 63: 1}
    assert not editor.dialog.sides[0].isEnabled()
    assert editor.can_start


def test_a_screen_reader_presses_a_cell_and_hears_what_has_come_of_it(edit, monkeypatch, qtbot):
    heard: list[str] = []
    monkeypatch.setattr(dialog_module, "announce", lambda _widget, text: heard.append(text))
    accessibility.install_accessibility()
    editor = edit("loa", EMPTY_LOA)
    board = QAccessible.queryAccessibleInterface(editor.board)
    a1 = board.child(56)
    assert a1.text(QAccessible.Text.Name) == "a1 empty"

    a1.actionInterface().doAction(QAccessibleActionInterface.pressAction())

    assert a1.text(QAccessible.Text.Name) == "a1 black"
    assert editor.board.shown_pieces() == {0: 0}
    qtbot.waitUntil(lambda: bool(heard))
    assert heard == ["You cannot play this: White has no piece on the board."]


def test_the_colours_follow_the_desktop(edit, qapp, qtbot):
    editor = edit("loa")
    usual = qapp.palette()
    assert not editor.board.theme.dark
    editor.click(9)

    qapp.setPalette(DARK.palette())
    qtbot.waitUntil(lambda: editor.board.theme.dark)
    shown = editor.board.shown_pieces()
    qapp.setPalette(usual)

    assert shown[9] == 0


def test_the_focus_is_seen_while_the_board_has_it_and_comes_back_to_its_cell(edit):
    editor = edit("loa")
    editor.click(20)

    editor.dialog.clear_button.setFocus()
    away = editor.board.focus_cell
    editor.board.setFocus()

    assert (away, editor.board.focus_cell) == (-1, 20)
