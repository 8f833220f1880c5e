"""Learning the rules by doing, in an app context: right and wrong moves, and the own game."""

from dataclasses import replace

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.first_steps.commands import EASY
from kalahloa.controllers.features.first_steps.first_steps import FirstSteps
from kalahloa.controllers.features.first_steps.state import FirstStepsState, StepPhase
from kalahloa.controllers.features.first_steps.words import first_steps_headline, time_left
from kalahloa.controllers.features.puzzles.puzzles import Puzzles
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.game.first_steps import after_line
from kalahloa.models.game.registry import find_game, own_games
from kalahloa.models.study.puzzles.shipped import shipped_puzzles
from kalahloa.models.text.errors import BadCommand, IllegalMove
from tests.controllers.conftest import texts


@pytest.fixture
def said(app: AppContext) -> list[str]:
    heard: list[str] = []
    app[FirstSteps].message.connect(heard.append)
    return heard


@pytest.fixture
def quick(app: AppContext) -> AppContext:
    """The app, in which nothing waits."""
    app[FirstSteps].delay_ms = (1, 1, 1)
    return app


@pytest.fixture
def slow(app: AppContext) -> AppContext:
    """The app, in which what follows by itself never comes."""
    app[FirstSteps].delay_ms = (10**8, 10**8, 10**8)
    return app


def perform(app: AppContext, key: str, *words: str) -> str:
    return BY_KEY[key].perform(app, list(words))


def state_of(app: AppContext) -> FirstStepsState:
    return app.document.place[FirstStepsState]


def play(app: AppContext, text: str) -> None:
    app.turns.play(app.document.position.read_move(text))


def headline(app: AppContext) -> tuple[str, str]:
    found = first_steps_headline(app.document.place)
    assert found is not None
    return found.title, found.detail


def is_asked(app: AppContext, number: int) -> bool:
    state = state_of(app)
    return (state.number, state.phase) == (number, StepPhase.MOVING)


# -- the way through -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", own_games(), ids=lambda game: game.key)
def test_right_moves_lead_through_the_whole_lesson(quick, qtbot, game):
    perform(quick, "learn-rules", game.key)
    for number, step in enumerate(game.lesson):
        qtbot.waitUntil(lambda number=number: is_asked(quick, number))
        assert headline(quick) == (step.rule, step.task)
        play(quick, step.moves[0])
        assert headline(quick) == (step.rule, step.praise)
    qtbot.waitUntil(lambda: state_of(quick).phase is StepPhase.OVER)

    assert headline(quick) == (f"You know the rules of {game.title}", game.lesson[-1].praise)
    assert state_of(quick).done == frozenset(range(len(game.lesson)))
    assert not quick.exercises.running


def test_the_other_side_answers_before_it_goes_on(slow):
    perform(slow, "learn-rules", "loa")
    play(slow, "c1-c3")
    slow[FirstSteps]._later._timer.timeout.emit()

    assert texts(slow) == ["c1-c3", "h4-f4"]
    assert state_of(slow).phase is StepPhase.MADE


def test_a_wrong_move_is_not_made_and_what_it_does_is_said(slow, said):
    perform(slow, "learn-rules", "loa")
    perform(slow, "exercise-next")
    play(slow, "f8-d6")

    told = (
        "Not yet. That line has two pieces, so the piece moves two squares: to d6. "
        "Choose the f-file."
    )
    assert texts(slow) == []
    assert headline(slow) == (find_game("loa").lesson[1].rule, told)
    assert said[-1] == told
    play(slow, "f8-f5")
    assert texts(slow) == ["f8-f5"]


def test_an_illegal_move_is_refused_by_the_rules(slow):
    perform(slow, "learn-rules", "loa")
    with pytest.raises(IllegalMove, match="is not on a straight line"):
        play(slow, "c1-d3")
    assert is_asked(slow, 0)


def test_nothing_can_be_moved_while_it_goes_on_by_itself(slow):
    perform(slow, "learn-rules", "kalah")
    play(slow, "1")
    slow[FirstSteps]._later._timer.timeout.emit()
    with pytest.raises(IllegalMove, match="for the next step"):
        play(slow, "2")


def test_a_move_is_shown_and_then_made(quick, qtbot):
    perform(quick, "learn-rules", "kalah")
    perform(quick, "exercise-next")
    said = perform(quick, "exercise-show")

    assert said == "Watch: the move is 2."
    assert state_of(quick).illustration == state_of(quick).step.shown
    qtbot.waitUntil(lambda: is_asked(quick, 2))
    assert 1 in state_of(quick).done


def test_back_and_skip_lead_from_step_to_step(slow):
    perform(slow, "learn-rules", "loa")
    assert not BY_KEY["previous-rule"].possible(slow.document.place)
    assert BY_KEY["previous-rule"].why_not(slow.document.place) == "This is the first step."
    for _ in range(5):
        perform(slow, "exercise-next")
    assert is_asked(slow, 5)
    perform(slow, "previous-rule")
    assert is_asked(slow, 4)

    perform(slow, "exercise-next")
    perform(slow, "exercise-next")
    assert state_of(slow).phase is StepPhase.OVER
    assert not BY_KEY["exercise-next"].possible(slow.document.place)
    assert state_of(slow).done == frozenset()


def test_the_time_that_is_left_is_said_roughly(slow):
    perform(slow, "learn-rules", "loa")
    found = [time_left(state_of(slow))]
    for _ in range(6):
        perform(slow, "exercise-next")
        found.append(time_left(state_of(slow)))

    assert found == [
        *("about two minutes left", "about two minutes left"),
        *("about a minute left", "about a minute left", "about a minute left"),
        *("almost done", "done"),
    ]


# -- undo ------------------------------------------------------------------------------------------


def test_undo_takes_a_right_move_back_and_the_step_is_open_again(slow):
    perform(slow, "learn-rules", "loa")
    assert not BY_KEY["undo"].possible(slow.document.place)
    play(slow, "c1-c3")
    perform(slow, "undo")

    assert is_asked(slow, 0)
    assert headline(slow)[1] == find_game("loa").lesson[0].task
    play(slow, "c1-c3")
    assert state_of(slow).phase is StepPhase.MADE


def test_undo_takes_the_answer_back_together_with_the_move(quick, qtbot):
    quick[FirstSteps].delay_ms = (1, 1, 10**8)
    perform(quick, "learn-rules", "loa")
    play(quick, "c1-c3")
    qtbot.waitUntil(lambda: len(texts(quick)) == 2)
    perform(quick, "undo")
    qtbot.waitUntil(lambda: is_asked(quick, 0))

    assert texts(quick) == []


# -- the user's own game ---------------------------------------------------------------------------


@pytest.mark.parametrize("steps", [0, 2])
def test_leaving_brings_the_own_game_back(slow, steps):
    play(slow, "b1-b3")
    record = slow.document.record
    perform(slow, "learn-rules", "kalah")
    for _ in range(steps):
        perform(slow, "exercise-next")
    perform(slow, "own-game")

    assert slow.document.record is record
    assert texts(slow) == ["b1-b3"]
    assert slow.document.place.get(FirstStepsState) is None
    assert not slow.exercises.running


def test_no_computer_plays_in_a_lesson_and_it_plays_on_afterwards(against_computer, searcher):
    app = against_computer
    app[FirstSteps].delay_ms = (10**8, 10**8, 10**8)
    perform(app, "learn-rules", "loa")
    play(app, "c1-c3")
    assert not app.turns.thinking
    perform(app, "own-game")

    assert app.document.players[1].is_computer


def test_a_puzzle_ends_the_lesson_and_the_lesson_a_puzzle(slow):
    record = slow.document.record
    perform(slow, "learn-rules", "loa")
    slow[Puzzles].begin(shipped_puzzles("loa")[0])
    assert slow.document.place.get(FirstStepsState) is None
    perform(slow, "learn-rules", "loa")
    assert not slow[Puzzles].running
    perform(slow, "own-game")

    assert slow.document.record is record


def test_what_would_help_is_hidden(slow):
    perform(slow, "learn-rules", "loa")

    assert slow.document.place.secret
    assert slow.document.place.hint is None and not slow.document.place.can_hint
    task = find_game("loa").lesson[0].task
    assert str(task) in perform(slow, "hint")  # what to do, not how


# -- the end ---------------------------------------------------------------------------------------


def test_again_begins_with_the_first_step(slow):
    perform(slow, "learn-rules", "tictactoe")
    perform(slow, "exercise-next")
    perform(slow, "learn-rules")
    assert is_asked(slow, 0)


def test_starting_the_same_again_begins_the_lesson_anew(slow):
    perform(slow, "learn-rules", "loa")
    perform(slow, "exercise-next")
    play(slow, "f8-f5")
    perform(slow, "rematch")
    assert is_asked(slow, 0)


def test_a_game_against_an_easy_level_follows(slow):
    perform(slow, "learn-rules", "kalah")
    perform(slow, "play-learnt")
    human, computer = slow.document.players

    assert slow.document.game.key == "kalah"
    assert human == HUMAN and computer.level is not None and computer.level.strength == EASY
    assert slow.document.is_own and not slow.document.for_exercise


# -- words -----------------------------------------------------------------------------------------


def test_a_lesson_is_begun_and_answered_in_words(slow, said, qtbot):
    interpreter = Interpreter(slow)
    table = interpreter.execute("learn loa")
    assert said[-1].startswith("Step 1 of 6: Pieces move along lines: straight or diagonal. Move ")
    assert table.splitlines()[:2] == [
        "The lines through c1:",
        "Up the c-file: 2 pieces, 2 squares, to c3",
    ]
    interpreter.execute("c1-e3")
    assert said[-1].startswith("Not yet. That line has two pieces")
    interpreter.execute("c1-c3")
    qtbot.waitUntil(lambda: not said[-1].startswith("Not yet."))

    assert said[-1] == find_game("loa").lesson[0].praise


def test_another_word_is_no_game(slow):
    with pytest.raises(BadCommand, match="'chess' is not a game; choose one of: "):
        perform(slow, "learn-rules", "chess")


def test_a_game_without_a_lesson_says_so_and_nothing_is_begun(slow):
    record = slow.document.record
    game = replace(find_game("loa"), first_steps=None)
    with pytest.raises(BadCommand, match="Lines of Action has no lesson"):
        slow[FirstSteps].start(game)

    assert slow.document.record is record
    assert not slow.exercises.running


def test_what_was_right_is_said_after_the_move(slow, said, qtbot):
    perform(slow, "learn-rules", "loa")
    heard: list[str] = []
    slow.document.changed.connect(lambda change: heard.extend(one.text for one in change.played))
    slow[FirstSteps].message.connect(heard.append)
    play(slow, "c1-c3")
    qtbot.waitUntil(lambda: len(heard) == 2)

    assert heard == ["c1-c3", find_game("loa").lesson[0].praise]


def test_what_was_right_is_not_said_once_the_move_is_taken_back(slow, said, qtbot):
    perform(slow, "learn-rules", "loa")
    play(slow, "c1-c3")
    perform(slow, "undo")
    qtbot.waitUntil(lambda: not slow[FirstSteps]._praising.isActive())

    assert find_game("loa").lesson[0].praise not in said


def test_without_a_lesson_the_buttons_say_so(app):
    for key in ("previous-rule", "play-learnt"):
        command = BY_KEY[key]
        assert not command.possible(app.document.place)
        assert (
            command.why_not(app.document.place)
            == "No lesson is on the board; type learn to start one."
        )


def test_the_position_of_a_step_is_that_of_its_line(slow):
    perform(slow, "learn-rules", "kalah")
    perform(slow, "exercise-next")
    game = find_game("kalah")
    there = after_line(game.start(game.rulebook.default), game.lesson[1].line)

    assert slow.document.position.position_string() == there.position_string()
