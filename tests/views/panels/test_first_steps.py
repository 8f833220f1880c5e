"""Learning the rules by doing in the window, by real clicks and keys."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.features.first_steps.first_steps import FirstSteps
from kalahloa.controllers.features.first_steps.state import FirstStepsState, StepPhase
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.models.game.first_steps import NO_ILLUSTRATION
from kalahloa.models.game.registry import find_game
from kalahloa.views.panels.first_steps import FirstStepsPanel
from tests.views.checker import board_shows_record
from tests.views.conftest import Hands

NEVER = 10**8


@pytest.fixture
def learn(open_window) -> Callable[..., Hands]:
    """Return a function that opens a window and begins the lesson of a game.

    What follows by itself comes after so many milliseconds.
    """

    def begin(game: str, delay: int = NEVER) -> Hands:
        hands = open_window("loa", (HUMAN, HUMAN))
        hands.window.resize(1180, 780)
        hands.app[FirstSteps].delay_ms = (delay, delay, delay)
        BY_KEY["learn-rules"].perform(hands.app, [game])
        return hands

    return begin


def panel(hands: Hands) -> FirstStepsPanel:
    found = hands.window.panel_host.panel("first_steps")
    assert isinstance(found, FirstStepsPanel)
    return found


def state_of(hands: Hands) -> FirstStepsState:
    return hands.place[FirstStepsState]


def said(hands: Hands) -> str:
    return hands.window.status.sentence.text()


def is_asked(hands: Hands, number: int) -> bool:
    state = state_of(hands)
    return (state.number, state.phase) == (number, StepPhase.MOVING)


def click(hands: Hands, text: str) -> None:
    hands.click_move(hands.document.position.read_move(text))


def press(button: QPushButton, qtbot) -> None:
    qtbot.waitUntil(lambda: button.isVisible() and button.isEnabled())
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


# -- the way through -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["loa", "kalah", "tictactoe"])
def test_one_clicks_through_the_whole_lesson(learn, qtbot, game):
    hands = learn(game, delay=5)
    steps = find_game(game).lesson
    for number, step in enumerate(steps):
        qtbot.waitUntil(lambda number=number: is_asked(hands, number))
        assert hands.board.illustrator.shown == step.marks
        with qtbot.waitSignal(hands.app[FirstSteps].message) as heard:
            click(hands, step.moves[0])
        assert heard.args == [step.praise]
        board_shows_record(hands)
    qtbot.waitUntil(lambda: state_of(hands).phase is StepPhase.OVER)

    assert panel(hands).play_button.isVisible()
    assert all("done" in one for one in panel(hands).steps_shown())


@pytest.mark.parametrize("game", ["loa", "kalah", "tictactoe"])
def test_each_move_can_be_shown_by_a_button(learn, qtbot, game):
    hands = learn(game, delay=5)
    for number in range(len(find_game(game).lesson)):
        qtbot.waitUntil(lambda number=number: is_asked(hands, number))
        press(panel(hands).show_button, qtbot)
    qtbot.waitUntil(lambda: state_of(hands).phase is StepPhase.OVER)


def test_a_wrong_move_is_answered_and_its_piece_goes_back(learn):
    hands = learn("loa")
    click(hands, "c1-e3")

    assert said(hands).startswith("Not yet. That line has two pieces, so the piece moves two ")
    assert hands.texts() == []
    board_shows_record(hands)


def test_keys_alone_make_a_move(learn):
    hands = learn("kalah")
    QTest.keyClicks(hands.board, "3")
    assert said(hands) == (
        "Not yet. That is pit 3: its last stone falls into your kalah. Sow pit 1 now."
    )
    QTest.keyClicks(hands.board, "1")

    assert hands.texts() == ["1"]


def test_undo_opens_the_step_again(learn):
    hands = learn("loa")
    click(hands, "c1-c3")
    assert hands.board.illustrator.shown == NO_ILLUSTRATION
    hands.undo()

    assert is_asked(hands, 0)
    assert hands.board.illustrator.shown == state_of(hands).step.marks
    board_shows_record(hands)


def test_a_move_can_be_typed(learn, qtbot):
    hands = learn("loa")
    hands.window.switch_view()
    hands.type_line("c1-e3")
    hands.type_line("c1-c3")
    qtbot.waitUntil(lambda: "Right: " in hands.window.text.messages.toPlainText())
    messages = hands.window.text.messages.toPlainText()

    assert messages.index("Black: c1-c3") < messages.index("Right: ")
    assert messages.index("Step 1 of 6: ") < messages.index("Not yet. That line has two pieces")
    assert "Right: up the c-file" in messages


# -- the panel -------------------------------------------------------------------------------------


def test_the_panel_comes_to_the_front_and_lists_the_steps(learn, qtbot):
    hands = learn("loa")
    qtbot.waitUntil(lambda: panel(hands).is_seen and bool(panel(hands).steps_shown()))
    press(panel(hands).skip_button, qtbot)
    qtbot.waitUntil(lambda: "the current one" in panel(hands).steps_shown()[1])

    assert panel(hands).steps_shown()[:3] == [
        "Step 1: Choose a line",
        "Step 2, the current one: Count, and move as far",
        "Step 3: Jump over your own pieces",
    ]
    assert panel(hands).left.text() == "about two minutes left"


def test_back_is_possible_after_the_first_step_only(learn, qtbot):
    hands = learn("loa")
    qtbot.waitUntil(lambda: panel(hands).back_button.isVisible())
    assert not panel(hands).back_button.isEnabled()
    assert panel(hands).back_button.toolTip() == "This is the first step."
    press(panel(hands).skip_button, qtbot)
    press(panel(hands).back_button, qtbot)

    assert is_asked(hands, 0)


def test_leave_brings_the_own_game_back(learn, qtbot):
    hands = learn("kalah")
    press(panel(hands).leave_button, qtbot)

    assert hands.document.game.key == "loa"
    assert hands.board.illustrator.shown == NO_ILLUSTRATION
    qtbot.waitUntil(lambda: panel(hands).begin_button.isVisible())
    board_shows_record(hands)


def test_at_the_end_one_plays_against_an_easy_level(learn, qtbot):
    hands = learn("tictactoe")
    for _ in find_game("tictactoe").lesson:
        press(panel(hands).skip_button, qtbot)
    press(panel(hands).play_button, qtbot)

    assert hands.document.game.key == "tictactoe"
    assert [player.is_computer for player in hands.document.players] == [False, True]
    assert hands.window.rooms.page.answers


def test_again_begins_anew(learn, qtbot):
    hands = learn("tictactoe")
    for _ in find_game("tictactoe").lesson:
        press(panel(hands).skip_button, qtbot)
    press(panel(hands).again_button, qtbot)

    assert is_asked(hands, 0)


# -- what is marked --------------------------------------------------------------------------------


def test_the_pieces_of_the_line_and_the_squares_of_the_way_are_numbered(learn, qtbot):
    hands = learn("loa")
    press(panel(hands).skip_button, qtbot)

    assert hands.board.illustrator.numbers_shown() == ["1", "2", "3", "1", "2", "3"]


def test_marks_are_where_the_cells_are_on_a_mirrored_or_turned_board(learn, qtbot):
    hands = learn("kalah")
    before = hands.board.illustrator.number_places()
    BY_KEY["flip"].perform(hands.app, [])
    after = hands.board.illustrator.number_places()

    assert len(before) == len(after) == 4
    assert all(one != other for one, other in zip(before, after, strict=True))
