"""While an exercise hides what comes next, no command shows it, from wherever it is asked for."""

import re
from collections.abc import Callable, Iterator

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.commands.command import HIDDEN
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.exercises import Help
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.controllers.features.analysis.threat_state import Threat
from kalahloa.controllers.features.book.practice_state import Practice
from kalahloa.controllers.features.guessing.state import Guessing
from kalahloa.controllers.features.proofs.state import ProofState
from kalahloa.controllers.features.puzzles.puzzles import Puzzles
from kalahloa.controllers.features.puzzles.state import PuzzleState
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.reviews.trial_state import Trial
from kalahloa.controllers.features.trees.steps_state import StepsState
from kalahloa.controllers.features.trees.tree_place import TreePlace
from kalahloa.controllers.session.commands import BY_KEY, COMMANDS
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.game.registry import find_game
from kalahloa.models.notation.sgf.writer import write_games
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.review.settings import ReviewSettings
from kalahloa.models.text.errors import BadCommand, KalahloaError
from tests.models.study.puzzles.puzzle_samples import win_in_3

LOA = find_game("loa")
Begin = Callable[[AppContext, object], set[str]]
"""Begins an exercise; returns what may not be told during it."""
OWN = {
    *("exercise-show", "hint", "exercise-next"),
    *("typed solution", "typed hint", "typed next"),
}
"""The commands by which an exercise itself gives its answer, or makes way for the next one."""
LISTED = {"typed moves", "help", "typed help", "lesson", "typed lesson"}
"""Those that list all legal moves, the right one among them, or tell what is always so."""
WRITING = ("save", "export", "copy-game")
"""Those by which the front writes the whole game elsewhere."""
REVEALING = [command for command in COMMANDS if command.reveals]


def to_sgf(app: AppContext) -> str:
    return write_games([app.document.record]).decode()


@pytest.fixture
def app(qapp) -> Iterator[AppContext]:
    made = open_app(LOA)
    made.turns.minimum_think_seconds = 0.0
    made.paste = str
    made.document.new_game(LOA, players=(HUMAN, HUMAN))
    yield made
    made.shut_down()


def puzzle(app: AppContext, qtbot) -> set[str]:
    """Show a puzzle; return what may not be told."""
    found = win_in_3()
    app[Puzzles].begin(found)
    return {found.solution[0]}


def known_puzzle(app: AppContext, qtbot) -> set[str]:
    """Analyse a position, find its values, and make a puzzle of it afterwards."""
    found = win_in_3()
    app.document.new_game(LOA, found.rules, (HUMAN, HUMAN), found.position)
    for name in ("analyse", "values", "threat"):
        Interpreter(app).execute(name)
    return puzzle(app, qtbot)


def guessing(app: AppContext, qtbot) -> set[str]:
    """Guess a game that is analysed."""
    app.document.new_game(LOA, players=(HUMAN, HUMAN))
    for text in ("c1-c3", "a3-c5"):
        app.turns.play_text(text)
    app.navigation.to_start()
    for name in ("analyse", "guess both"):
        Interpreter(app).execute(name)
    return {"c1-c3", "a3-c5"}


def trying_again(app: AppContext, qtbot) -> set[str]:
    """Review a game in which a win is missed, and look for the better move."""
    found = win_in_3()
    app.document.new_game(LOA, found.rules, (HUMAN, HUMAN), found.position)
    for text in ("b8-b7", "d5-b5"):
        app.turns.play_text(text)
    app[Reviews].start(ReviewSettings(Limits(depth=4), mebibytes=1))
    qtbot.waitUntil(lambda: not app[Reviews].running, timeout=20_000)
    app.navigation.to_start()
    Interpreter(app).execute("tryagain")
    return {found.solution[0], "d5-b5"}


def practising(app: AppContext, qtbot) -> set[str]:
    """Practise the opening of Kalah, of which the book is known."""
    app.document.new_game(find_game("kalah"), players=(HUMAN, HUMAN))
    Interpreter(app).execute("values")
    Interpreter(app).execute("practise")
    qtbot.waitUntil(lambda: app.document.place[Practice].asking, timeout=20_000)
    return {"3-6", "+8", "+4", "−8", "−10"}


EXERCISES: dict[Begin, Callable[[Place], object]] = {
    puzzle: lambda place: place.get(PuzzleState),
    known_puzzle: lambda place: place.get(PuzzleState),
    guessing: lambda place: place.get(Guessing),
    trying_again: lambda place: place.get(Trial),
    practising: lambda place: place.get(Practice),
}
"""How each exercise is begun, and what of a place tells that it is on."""


class _Running:
    """Any exercise."""

    key = "any"
    running = True
    offers = frozenset(Help)

    def stop(self) -> None:
        self.running = False


@pytest.mark.usefixtures("brief")
@pytest.mark.parametrize("begin", EXERCISES, ids=lambda begin: begin.__name__)
def test_no_command_tells_what_is_to_be_found(app, qtbot, begin):
    heard: list[str] = []
    app.document.message.connect(heard.append)
    for controller in app.controllers:
        controller.message.connect(heard.append)
        controller.answered.connect(heard.append)
    app.copy = heard.append
    for key in WRITING:
        app.window_actions[key] = lambda: heard.append(to_sgf(app))
    interpreter = Interpreter(app)
    hidden = begin(app, qtbot)
    assert app.document.place.secret and EXERCISES[begin](app.document.place)
    names = re.compile("|".join(rf"(?<![\w.−+-]){re.escape(text)}(?![\w.-])" for text in hidden))

    done: dict[str, Callable[[], str | None]] = {
        command.key: lambda command=command: command.trigger(app)
        for command in COMMANDS
        if command.title
    }
    typed = [command.typed for command in COMMANDS if command.typed]
    done |= {f"typed {name}": lambda name=name: interpreter.execute(name) for name in typed}
    for key, deed in done.items():
        if key in OWN:
            continue
        heard.clear()
        try:
            heard.append(deed() or "")
        except KalahloaError as error:
            heard.append(str(error))
        place = app.document.place
        if not place.secret or not EXERCISES[begin](place):  # the user has gone elsewhere
            begin(app, qtbot)
            continue
        told = [text for text in heard if names.search(text)]
        assert not told or key in LISTED, (key, told)
        about = [text for text in heard if "proven" in text or "estimated" in text]
        assert not about or key in LISTED, (key, about)
        assert not place.values and place.hint is None and place.get(ProofState) is None, key
        assert place.get(Live) is None or not place[Live].lines, key
        assert (place.get(TreePlace), place.get(StepsState), place.get(Threat)) == (
            None,
            None,
            None,
        ), key


@pytest.mark.parametrize("command", REVEALING, ids=lambda command: command.key)
def test_what_reveals_is_refused_with_one_sentence_and_possible_again_afterwards(app, command):
    before = command.possible(app.document.place)
    exercise = _Running()
    app.exercises.begin(exercise)
    app.document.turn_board()
    place = app.document.place
    assert place.secret

    assert not command.possible(place)
    assert command.why_not(place) == HIDDEN
    with pytest.raises(BadCommand, match=HIDDEN):
        command.perform(app, [])
    with pytest.raises(BadCommand, match=HIDDEN):
        command.trigger(app)
    exercise.stop()
    app.document.turn_board()
    assert command.possible(app.document.place) == before
    assert command.why_not(app.document.place) != HIDDEN


def test_values_that_were_asked_for_before_do_not_come_during_an_exercise(app, qtbot):
    told: list[str] = []
    app[Analysis].answered.connect(told.append)
    Interpreter(app).execute("values")

    app.exercises.begin(_Running())
    app.document.turn_board()
    app[Analysis].answer()

    assert not any("c1-c3" in text for text in told)
    assert "proven" not in BY_KEY["moves"].perform(app, [])


def test_all_that_tells_what_comes_next_is_known_to_reveal():
    """Whoever adds a command that does has to say so, too."""
    keys = {command.key for command in REVEALING}

    assert keys >= {
        *("threat", "list-values", "lines", "insert-best", "insert-line", "copy-analysis"),
        *("book", "next-only-move", "book-end", "proven-line", "prove", "proof", "copy-proof"),
        *("look-inside", "tree-node", "tree-to-board", "step", "skipped", "stack", "compare"),
        *("comparison", "run-heuristic", "review", "keep-review", "copy-line", "figure-here"),
        *WRITING,
    }
    assert not keys & OWN
