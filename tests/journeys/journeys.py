"""The five journeys; each takes a traveller to the end, and fails where the way is not seen."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.features.lab.state import LabState
from kalahloa.controllers.features.puzzles.puzzles import Puzzles
from kalahloa.controllers.features.puzzles.state import Phase, PuzzleState
from kalahloa.controllers.features.training.state import TrainingState
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.views.lesson.lecture_view import LectureView
from tests.journeys.traveller import Traveller

TITLES = {"loa": "Lines of Action", "kalah": "Kalah", "tictactoe": "Tic-tac-toe"}
MOVES_BEFORE_RESIGNING = 3
"""A first game of Lines of Action takes long; it ends by resigning."""
ENDS = ("You won", "You lost", "You resigned", "Draw")
PUZZLES = 10
OPPONENTS = (HUMAN, Player(Level.of_engine(1)))
"""Who plays the game that is open at first."""
USUAL = (1180, 780)
SIZES = {"a lesson on a projector": (1024, 768)}
"""The sizes of the window, where they are not the usual one."""


def is_users_turn(you: Traveller) -> bool:
    """Return whether the user can move, or the game is over."""
    place = you.hands.place
    return place.ending is not None or (place.human_may_move and not place.thinking)


def first_game(you: Traveller, game: str) -> None:
    """From Home to the end of a first game, and to the next one."""
    you.press(f"Play {TITLES[game]}")
    you.wait(lambda: you.hands.document.game.key == game)
    you.see("Your turn")
    made = 0
    while you.hands.place.ending is None:
        you.wait(lambda: is_users_turn(you))
        if you.hands.place.ending is not None:
            break
        if game == "loa" and made == MOVES_BEFORE_RESIGNING:
            you.press("Resign")
            break
        position = you.hands.document.position
        you.move(position.format_move(position.legal_moves()[0]))
        made += 1
    you.wait(lambda: you.hands.place.ending is not None)
    you.wait(lambda: any(end in " ".join(you.texts()) for end in ENDS))
    you.press("Rematch")
    you.wait(lambda: not you.hands.document.record.root.children or is_users_turn(you))


def losing_moves(position: Position) -> int:
    """Return the legal move of tic-tac-toe after which the other side does best."""

    def value(here: Position) -> float:
        """Return the value for the side to move."""
        outcome = here.outcome()
        if outcome is not None:
            return 0.0 if outcome.winner is None else 1.0 if outcome.winner == here.side else -1.0
        best = -2.0
        for move in here.legal_moves():
            here.make(move)
            best = max(best, -value(here))
            here.unmake()
        return best

    worst, found = 2.0, position.legal_moves()[0]
    for move in position.legal_moves():
        position.make(move)
        worth = -value(position)
        position.unmake()
        if worth < worst:
            worst, found = worth, move
    return found


def why_was_it_lost(you: Traveller) -> None:
    """From a game that is being lost to the reason of the mistake, and to the better move."""
    game = find_game("tictactoe")
    you.hands.document.new_game(game, players=(HUMAN, Player(Level.of_engine(9))))
    you.hands.window.rooms.open_page("play")
    while you.hands.place.ending is None:
        you.wait(lambda: is_users_turn(you))
        if you.hands.place.ending is None:
            position = you.hands.document.position.copy()
            you.move(position.format_move(losing_moves(position)))
    you.see("You lost")
    you.see("It turned")
    you.press("Show on the board")
    you.see("It turned on move")
    you.see("You lost")
    you.press("Try again")
    you.see("Find a better move")
    you.press("Show")
    you.see("Better was")


def a_lesson(you: Traveller) -> None:
    """From Home to a lesson that a room can read, to its first exercise, and back."""
    you.press("Algorithms")
    you.press("Lecture mode")
    you.wait(lambda: lecture() is not None)
    while not shown_lecture().exercise.isVisible():
        before = shown_lecture().page.heading.text()
        you.key(Qt.Key.Key_PageDown)
        you.wait(lambda before=before: shown_lecture().page.heading.text() != before)
    you.press("Check")
    you.wait(lambda: bool(shown_lecture().page.verdict.text()))
    you.key(Qt.Key.Key_Escape)
    you.wait(lambda: lecture() is None and you.hands.window.rooms.page.key == "course")


def lecture() -> LectureView | None:
    """Return the lecture, if it is in sight."""
    for widget in QApplication.allWidgets():
        if isinstance(widget, LectureView) and widget.isVisible():
            return widget
    return None


def shown_lecture() -> LectureView:
    """Return the lecture, which is in sight."""
    found = lecture()
    assert found is not None
    return found


def a_heuristic(you: Traveller) -> None:
    """From Home to a heuristic of one's own that is changed, and to its match against level 2."""
    you.press("Lab")
    you.wait(lambda: bool(you.hands.place[LabState].examples))
    you.press(you.hands.place[LabState].examples[0])
    you.wait(lambda: you.hands.place[LabState].report is not None)
    you.type_into("# Mine.")
    you.press("Save")
    you.press("Match")
    you.see("Level 2")
    you.press("Match")
    you.see(" games")
    you.press("Stop")


def ten_puzzles(you: Traveller) -> None:
    """From Home to ten puzzles: most solved, one with a hint, one failed, one shown."""
    you.press("Train")
    you.press("Start")
    for number in range(PUZZLES):
        you.wait(lambda: you.hands.place.get(PuzzleState) is not None)
        you.wait(lambda: you.hands.place[PuzzleState].phase is Phase.SOLVING)
        you.see("which one?")
        if number == 1:
            you.press("Hint")
            you.see("Hint: ")
        if number == 2:
            you.press("Show")
            you.see("The solution: ")
        else:
            if number == 3:
                make_a_wrong_move(you)
            solve(you)
            you.see("Solved.")
        if number + 1 < PUZZLES:
            before = you.hands.place[PuzzleState].puzzle
            you.press("Next")
            you.wait(lambda before=before: is_another(you, before))
    you.wait(lambda: not you.hands.place[TrainingState].loading)
    you.see("8 of 10")
    you.press("Back to my game")
    you.wait(lambda: you.hands.place.get(PuzzleState) is None)


def is_another(you: Traveller, before: object) -> bool:
    """Return whether another puzzle than *before* is on the board."""
    state = you.hands.place.get(PuzzleState)
    return state is not None and state.puzzle != before


def make_a_wrong_move(you: Traveller) -> None:
    """Make a move that is not the solution's, and see it taken back."""
    right = you.hands.place[PuzzleState].puzzle.solution[0]
    position = you.hands.document.position
    texts = [position.format_move(move) for move in position.legal_moves()]
    you.move(next(text for text in texts if text != right))
    you.wait(lambda: you.hands.place[PuzzleState].mistakes == 1)
    you.wait(lambda: you.hands.place[PuzzleState].phase is Phase.SOLVING)


def solve(you: Traveller) -> None:
    """Make the moves of the solution."""
    while not you.hands.place[PuzzleState].phase.is_over:
        you.wait(lambda: not you.hands.place[PuzzleState].phase.waits)
        state = you.hands.place[PuzzleState]
        if not state.phase.is_over:
            you.move(state.puzzle.solution[you.hands.document.node.ply])


JOURNEYS: dict[str, Callable[[Traveller], None]] = {
    "first game of Lines of Action": lambda you: first_game(you, "loa"),
    "first game of Kalah": lambda you: first_game(you, "kalah"),
    "first game of tic-tac-toe": lambda you: first_game(you, "tictactoe"),
    "why a game was lost": why_was_it_lost,
    "a lesson on a projector": a_lesson,
    "a heuristic of one's own": a_heuristic,
    "ten puzzles": ten_puzzles,
}
"""Each begins on Home; the computers are those that a new user meets."""


def quicken(you: Traveller) -> None:
    """Have nothing wait for people to look at it."""
    you.hands.app[Puzzles].delay_ms = (0, 0, 0)
    you.hands.app.turns.minimum_think_seconds = 0.0
