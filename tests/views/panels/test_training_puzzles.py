"""Puzzles in the window, by clicks and keys."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.features.puzzles.puzzles import Puzzles
from kalahloa.controllers.features.puzzles.state import Phase, PuzzleState
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.training.training import Training
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.puzzles.picker import PuzzleStanding
from kalahloa.models.study.puzzles.puzzle import Puzzle
from kalahloa.models.study.puzzles.shipped import shipped_puzzles
from kalahloa.models.study.review.settings import ReviewSettings
from kalahloa.models.study.training.results import read_results, results_path
from kalahloa.models.study.training.schedule import DAY, FAILED, SOLVED
from tests.views.checker import board_shows_record
from tests.views.conftest import Hands
from tests.views.panels.training_hands import choice, facts, headline, link, panel

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier
NOON = 1_700_000_000_000


@pytest.fixture
def time() -> list[int]:
    return [NOON]


@pytest.fixture
def open_learning(open_window, time: list[int]) -> Callable[[str], Hands]:
    """Return a function that opens a window on a game, in which puzzles do not take time."""

    def make(game: str = "loa") -> Hands:
        hands = open_window(game, (HUMAN, HUMAN))
        hands.window.resize(1180, 780)
        hands.app[Puzzles].delay_ms = (5, 5, 5)
        hands.app[Training].clock = lambda: time[0]
        settings = ReviewSettings(Limits(nodes=20_000), mebibytes=1, cached=False)
        hands.app[Reviews]._reviewer.settings = settings
        return hands

    return make


def state_of(hands: Hands) -> PuzzleState:
    state = hands.place.get(PuzzleState)
    assert state is not None
    return state


def standing(hands: Hands) -> PuzzleStanding:
    found = hands.app[Puzzles].collection.stock.standing
    assert found is not None
    return found


def said(hands: Hands) -> str:
    return hands.window.status.sentence.text()


def is_ready(hands: Hands) -> bool:
    stock = hands.app[Puzzles].collection.stock
    return stock.standing is not None and not stock.loading


def learn(hands: Hands, qtbot) -> None:
    """Go to the workspace, and wait until the puzzles are loaded."""
    hands.press(Qt.Key.Key_4, CTRL)
    qtbot.waitUntil(lambda: is_ready(hands), timeout=20_000)


def next_puzzle(hands: Hands, qtbot) -> Puzzle:
    """Click Next, and wait for the puzzle."""
    number = hands.place.record_number
    QTest.mouseClick(panel(hands).next_button, LEFT)
    qtbot.waitUntil(lambda: hands.place.record_number > number, timeout=20_000)
    qtbot.waitUntil(lambda: is_ready(hands), timeout=20_000)
    return state_of(hands).puzzle


def click(hands: Hands, text: str) -> None:
    hands.click_move(hands.document.position.read_move(text))


def solve(hands: Hands, qtbot) -> None:
    """Make the right moves by clicks."""
    solution = state_of(hands).puzzle.solution
    while state_of(hands).phase is not Phase.SOLVED:
        qtbot.waitUntil(lambda: not state_of(hands).phase.waits, timeout=20_000)
        board_shows_record(hands)
        click(hands, solution[hands.document.node.ply])
    qtbot.waitUntil(lambda: is_ready(hands), timeout=20_000)


def wrong_move(hands: Hands) -> str:
    position, right = hands.document.position, state_of(hands).puzzle.solution[0]
    texts = [position.format_move(move) for move in position.legal_moves()]
    return next(text for text in texts if text != right)


def fail(hands: Hands, qtbot) -> None:
    """Make a wrong move by clicks, and wait until it is taken back."""
    click(hands, wrong_move(hands))
    qtbot.waitUntil(
        lambda: state_of(hands).mistakes > 0 and state_of(hands).phase is Phase.SOLVING,
        timeout=20_000,
    )
    qtbot.waitUntil(lambda: is_ready(hands), timeout=20_000)


def kept(hands: Hands) -> list[tuple[str, int]]:
    """Return the results in the file."""
    store = hands.app[Training].store
    assert store is not None and store.wait()
    return [(attempt.item, attempt.quality) for attempt in read_results(results_path())]


def plies(hands: Hands) -> list[int]:
    """Return how many plies the main lines of the games in the library have."""
    return sorted(len(line) for line in hands.disk.lines())


# -- solving -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["loa", "kalah"])
def test_a_puzzle_is_solved_by_clicks(open_learning, qtbot, game):
    hands = open_learning(game)
    learn(hands, qtbot)
    assert panel(hands).next_button.text() == "Start"

    puzzle = next_puzzle(hands, qtbot)
    assert puzzle.game == game and panel(hands).next_button.text() == "Next"
    assert headline(hands)[0] == state_of(hands).task == said(hands)
    assert facts(hands)[0] == "Find" and "Difficulty" in facts(hands)
    solve(hands, qtbot)

    assert said(hands) == panel(hands).told.text() == "Solved."
    assert kept(hands) == [(puzzle.id, SOLVED)]
    assert re.match(r"1 of \d+ tried", panel(hands).aside.whole)
    assert headline(hands)[1] == "Solved."
    board_shows_record(hands)


@pytest.mark.parametrize("game", ["loa", "kalah"])
def test_a_puzzle_that_was_failed_comes_again_tomorrow(open_learning, qtbot, time, game):
    hands = open_learning(game)
    learn(hands, qtbot)
    first = next_puzzle(hands, qtbot)
    fail(hands, qtbot)

    assert kept(hands) == [(first.id, FAILED)]
    assert standing(hands).due == 0 and standing(hands).next_due == NOON + DAY
    assert next_puzzle(hands, qtbot) != first

    time[0] += DAY
    sets = choice(hands, "Which puzzles")
    sets.setCurrentIndex(2)
    sets.activated.emit(2)
    qtbot.waitUntil(lambda: is_ready(hands), timeout=20_000)
    assert standing(hands).due == 1
    assert next_puzzle(hands, qtbot) == first


def test_a_puzzle_that_is_asked_for_by_its_key_brings_its_panel_to_the_front(open_learning, qtbot):
    hands = open_learning()
    learn(hands, qtbot)
    hands.window.rooms.focus("comparison")
    assert not panel(hands).is_seen

    hands.press(Qt.Key.Key_F8, CTRL)

    qtbot.waitUntil(lambda: hands.place.get(PuzzleState) is not None, timeout=20_000)
    qtbot.waitUntil(lambda: panel(hands).is_seen)
    assert hands.board.hasFocus()


def test_everything_is_done_by_keys(open_learning, qtbot):
    hands = open_learning()
    hands.press(Qt.Key.Key_F8, CTRL)
    qtbot.waitUntil(lambda: hands.place.get(PuzzleState) is not None, timeout=20_000)
    assert hands.window.rooms.page.key == "puzzles"
    assert hands.window.graphical.isAncestorOf(QApplication.focusWidget())
    first = state_of(hands).puzzle

    hands.press(Qt.Key.Key_H, CTRL)
    assert said(hands).startswith("Hint: ") and state_of(hands).hints == 1
    hands.press(Qt.Key.Key_F8, CTRL | SHIFT)
    assert said(hands).startswith("The solution: ") and state_of(hands).phase is Phase.SHOWN
    hands.press(Qt.Key.Key_F8, CTRL | ALT)
    assert state_of(hands).puzzle == first and state_of(hands).phase is Phase.SOLVING
    hands.press(Qt.Key.Key_F8, ALT)

    assert (
        hands.place.get(PuzzleState) is None
        and said(hands) == "Back to your game, where you left it."
    )


def test_the_buttons_are_enabled_where_they_do_something(open_learning, qtbot):
    hands = open_learning()
    learn(hands, qtbot)
    buttons = panel(hands)
    assert not buttons.show_button.isEnabled() and not buttons.again_button.isEnabled()
    assert link(hands, "Back to my game") is None

    next_puzzle(hands, qtbot)
    assert buttons.hint_button.isEnabled() and buttons.show_button.isEnabled()
    assert buttons.again_button.isEnabled() and link(hands, "Back to my game") is not None
    QTest.mouseClick(buttons.show_button, LEFT)

    assert not buttons.show_button.isEnabled()
    assert buttons.told.text().startswith("The solution: ")


def test_the_game_is_chosen_in_the_panel(open_learning, qtbot):
    hands = open_learning("loa")
    learn(hands, qtbot)
    box = choice(hands, "Game")
    assert [box.itemData(row) for row in range(box.count())] == ["loa", "kalah"]

    box.activated.emit(1)
    qtbot.waitUntil(lambda: is_ready(hands), timeout=20_000)

    assert next_puzzle(hands, qtbot).game == "kalah"
    assert box.currentText() == "Kalah"


def test_a_set_without_puzzles_says_so(open_learning, qtbot):
    hands = open_learning()
    learn(hands, qtbot)
    choice(hands, "Which puzzles").activated.emit(1)
    qtbot.waitUntil(lambda: is_ready(hands), timeout=20_000)

    QTest.mouseClick(panel(hands).next_button, LEFT)

    qtbot.waitUntil(lambda: said(hands).startswith("No puzzles found in your games yet"))
    assert hands.place.get(PuzzleState) is None


# -- the user's own game -----------------------------------------------------------------------


def test_the_own_game_is_kept_and_comes_back_and_attempts_are_no_games(open_learning, qtbot):
    hands = open_learning()
    hands.document.play(hands.document.position.read_move("c8-c6"))
    learn(hands, qtbot)
    next_puzzle(hands, qtbot)
    fail(hands, qtbot)
    solve(hands, qtbot)
    next_puzzle(hands, qtbot)
    hands.keeper.save()

    assert plies(hands) == [1]
    QTest.mouseClick(link(hands, "Back to my game"), LEFT)
    assert hands.texts() == ["c8-c6"]
    hands.document.play(hands.document.position.read_move("h4-f2"))
    hands.keeper.save()

    assert plies(hands) == [2]
    board_shows_record(hands)


def test_the_own_game_is_on_the_disk_before_anything_is_tried_in_a_puzzle(open_learning, qtbot):
    hands = open_learning()
    hands.document.play(hands.document.position.read_move("c8-c6"))

    hands.app[Puzzles].begin(shipped_puzzles("loa")[0])

    # Nothing is saved at an end here: the program may be killed.
    qtbot.waitUntil(lambda: plies(hands) == [1])
    assert hands.place.get(PuzzleState) is not None


def test_the_own_game_is_opened_from_the_list_of_games_as_it_is_here(open_learning, qtbot):
    hands = open_learning()
    hands.document.play(hands.document.position.read_move("c8-c6"))
    hands.app.study.comment(hands.document.node, "A plan")
    hands.keeper.save()
    record, number = hands.document.record, hands.keeper.game_id
    assert number is not None
    hands.app[Puzzles].begin(shipped_puzzles("loa")[0])

    hands.keeper.open_later(number)
    qtbot.waitUntil(lambda: hands.document.record is record)

    assert hands.place.get(PuzzleState) is None and not hands.place.has_own_game
    hands.app.study.undo_edit()
    assert hands.document.node.comment == ""


def test_the_button_rematch_begins_the_same_puzzle_again(open_learning, qtbot):
    hands = open_learning()
    puzzle = shipped_puzzles("loa")[0]
    hands.app[Puzzles].begin(puzzle)
    fail(hands, qtbot)

    hands.window.actions_by_name["rematch"].trigger()

    assert state_of(hands).puzzle == puzzle and not hands.document.record.root.children
    assert hands.place.has_own_game


def test_the_workspace_in_which_computers_answer_brings_the_own_game(open_learning, qtbot):
    hands = open_learning()
    record = hands.document.record
    learn(hands, qtbot)
    next_puzzle(hands, qtbot)

    hands.press(Qt.Key.Key_2, CTRL)
    assert hands.place.get(PuzzleState) is not None
    hands.press(Qt.Key.Key_1, CTRL)

    qtbot.waitUntil(lambda: hands.document.record is record)
    assert hands.place.get(PuzzleState) is None


def test_a_puzzle_that_one_plays_on_from_is_kept_as_a_game(open_learning, qtbot):
    hands = open_learning("kalah")
    hands.document.play(hands.document.position.read_move("1"))
    learn(hands, qtbot)
    puzzle = next(one for one in shipped_puzzles("kalah") if one.rating == 6)
    hands.app[Puzzles].begin(puzzle)
    solve(hands, qtbot)
    moves = len(puzzle.solution)

    position = hands.document.position
    click(hands, position.format_move(position.legal_moves()[0]))
    hands.keeper.save()

    assert plies(hands) == [1, moves + 1]
    hands.press(Qt.Key.Key_F8, ALT)
    assert hands.texts() == ["1"]
    hands.keeper.save()
    assert plies(hands) == [1, moves + 1]


def test_what_is_written_to_a_solved_puzzle_is_kept(open_learning, qtbot):
    hands = open_learning("kalah")
    hands.app[Puzzles].begin(next(one for one in shipped_puzzles("kalah")))
    solve(hands, qtbot)

    hands.app.study.comment(hands.document.node, "Pit 1 first")
    hands.keeper.save()

    assert len(plies(hands)) == 1


# -- two windows, and the end of the program ---------------------------------------------------


def test_the_results_of_two_windows_are_merged(open_learning, qtbot, time):
    first, second = open_learning(), open_learning()
    puzzles = shipped_puzzles("loa")[:2]
    for hands, puzzle in zip((first, second), puzzles, strict=True):
        hands.window.activateWindow()
        qtbot.waitUntil(hands.window.isActiveWindow)
        learn(hands, qtbot)
        hands.app[Puzzles].begin(puzzle)
        time[0] += 1
        solve(hands, qtbot)

    assert sorted(kept(second)) == sorted((puzzle.id, SOLVED) for puzzle in puzzles)
    told = f"2 of {len(shipped_puzzles('loa'))} tried"
    assert panel(second).aside.whole == told
    first.window.activateWindow()
    qtbot.waitUntil(first.window.isActiveWindow)
    first.press(Qt.Key.Key_1, CTRL)
    first.press(Qt.Key.Key_4, CTRL)
    qtbot.waitUntil(lambda: panel(first).aside.whole == told)


def test_a_mistake_is_kept_although_the_window_is_closed_at_once(open_learning, qtbot):
    hands = open_learning()
    hands.app[Puzzles].begin(shipped_puzzles("loa")[0])
    click(hands, wrong_move(hands))
    qtbot.waitUntil(lambda: state_of(hands).mistakes == 1, timeout=20_000)

    hands.window.close()

    assert [attempt.quality for attempt in read_results(results_path())] == [FAILED]


# -- words -------------------------------------------------------------------------------------


def test_puzzles_are_solved_in_the_text_view(open_learning, qtbot):
    hands = open_learning()
    hands.window.show_view(text=True)
    puzzle = next(one for one in shipped_puzzles("loa") if one.moves_to_find == 2)

    hands.type_line(f"puzzle {puzzle.id}")
    qtbot.waitUntil(lambda: hands.place.get(PuzzleState) is not None, timeout=20_000)
    hands.type_line(puzzle.solution[0])
    qtbot.waitUntil(lambda: state_of(hands).phase is Phase.SOLVING, timeout=20_000)
    hands.type_line(puzzle.solution[2])
    hands.type_line("puzzles")
    hands.type_line("mygame")

    messages = hands.window.text.messages.toPlainText()
    assert state_of_task(puzzle) in messages and "Solved." in messages
    assert "Find: 2 moves" in messages
    assert hands.place.get(PuzzleState) is None


def state_of_task(puzzle: Puzzle) -> str:
    side = ("Black", "White")[puzzle.start().side]
    return f"You play {side}. One move wins by force: which one?"


def test_a_task_longer_than_the_panel_wraps_and_nothing_is_cut_off(open_learning, qtbot):
    hands = open_learning("kalah")
    hands.window.resize(640, 480)
    learn(hands, qtbot)
    puzzle = next(one for one in shipped_puzzles("kalah") if one.value and one.value < -9)
    hands.app[Puzzles].begin(replace(puzzle, rating=10))
    qtbot.waitUntil(lambda: "10 of 10" in facts(hands))

    inside = panel(hands)._inside
    assert inside.width() <= inside.parentWidget().width()
