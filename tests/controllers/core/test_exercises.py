"""While an exercise hides what comes next, no command shows it, from wherever it is asked for."""

import re
from collections.abc import Callable, Iterator

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.commands.command import HIDDEN
from kalahloa.controllers.commands.commands import BY_KEY, COMMANDS
from kalahloa.controllers.commands.typed import Interpreter
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.desk import Desk
from kalahloa.models.game.registry import find_game
from kalahloa.models.notation.sgf.writer import write_games
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.review.settings import ReviewSettings
from kalahloa.models.text.errors import BadCommand, KalahloaError
from tests.models.study.puzzles.puzzle_samples import win_in_3

LOA = find_game("loa")
Begin = Callable[[Desk, object], set[str]]
"""Begins an exercise; returns what may not be told during it."""
OWN = {
    *("show-solution", "puzzle-hint", "give-up", "show-answer"),
    *("typed solution", "typed puzzlehint", "typed giveup", "typed answer"),
}
"""The commands by which an exercise itself gives its answer."""
LISTED = {"typed moves", "help", "typed help", "lesson", "typed lesson"}
"""Those that list all legal moves, the right one among them, or tell what is always so."""
WRITING = ("save", "export", "copy-game")
"""Those by which the front writes the whole game elsewhere."""
REVEALING = [command for command in COMMANDS if command.reveals]


def to_sgf(desk: Desk) -> str:
    return write_games([desk.document.record]).decode()


@pytest.fixture
def desk(qapp) -> Iterator[Desk]:
    made = Desk.of(LOA)
    made.turns.minimum_think_seconds = 0.0
    made.paste = str
    made.document.new_game(LOA, players=(HUMAN, HUMAN))
    yield made
    made.shut_down()


def puzzle(desk: Desk, qtbot) -> set[str]:
    """Show a puzzle; return what may not be told."""
    found = win_in_3()
    desk.puzzles.begin(found)
    return {found.solution[0]}


def known_puzzle(desk: Desk, qtbot) -> set[str]:
    """Analyse a position, find its values, and make a puzzle of it afterwards."""
    found = win_in_3()
    desk.document.new_game(LOA, found.rules, (HUMAN, HUMAN), found.position)
    for name in ("analyse", "values", "threat"):
        Interpreter(desk).execute(name)
    return puzzle(desk, qtbot)


def guessing(desk: Desk, qtbot) -> set[str]:
    """Guess a game that is analysed."""
    desk.document.new_game(LOA, players=(HUMAN, HUMAN))
    for text in ("c1-c3", "a3-c5"):
        desk.turns.play_text(text)
    desk.walks.to_start()
    for name in ("analyse", "guess both"):
        Interpreter(desk).execute(name)
    return {"c1-c3", "a3-c5"}


def trying_again(desk: Desk, qtbot) -> set[str]:
    """Review a game in which a win is missed, and look for the better move."""
    found = win_in_3()
    desk.document.new_game(LOA, found.rules, (HUMAN, HUMAN), found.position)
    for text in ("b8-b7", "d5-b5"):
        desk.turns.play_text(text)
    desk.reviews.start(ReviewSettings(Limits(depth=4), mebibytes=1))
    qtbot.waitUntil(lambda: not desk.reviews.running, timeout=20_000)
    desk.walks.to_start()
    Interpreter(desk).execute("tryagain")
    return {found.solution[0], "d5-b5"}


def practising(desk: Desk, qtbot) -> set[str]:
    """Practise the opening of Kalah, of which the book is known."""
    desk.document.new_game(find_game("kalah"), players=(HUMAN, HUMAN))
    Interpreter(desk).execute("values")
    Interpreter(desk).execute("practise")
    qtbot.waitUntil(lambda: desk.document.place.practice.asking, timeout=20_000)
    return {"3-6", "+8", "+4", "−8", "−10"}


EXERCISES: dict[Begin, Callable[[Place], object]] = {
    puzzle: lambda place: place.puzzle,
    known_puzzle: lambda place: place.puzzle,
    guessing: lambda place: place.guessing,
    trying_again: lambda place: place.trial,
    practising: lambda place: place.practice,
}
"""How each exercise is begun, and what of a place tells that it is on."""


class _Running:
    """Any exercise."""

    running = True

    def stop(self) -> None:
        self.running = False


@pytest.mark.parametrize("begin", EXERCISES, ids=lambda begin: begin.__name__)
def test_no_command_tells_what_is_to_be_found(desk, qtbot, begin):
    heard: list[str] = []
    for signal in (*desk.messages, *desk.answers):
        signal.connect(lambda text, *_: heard.append(str(text)))
    desk.copy = heard.append
    for key in WRITING:
        desk.errands[key] = lambda: heard.append(to_sgf(desk))
    interpreter = Interpreter(desk)
    hidden = begin(desk, qtbot)
    assert desk.document.place.secret and EXERCISES[begin](desk.document.place)
    names = re.compile("|".join(rf"(?<![\w.−+-]){re.escape(text)}(?![\w.-])" for text in hidden))

    done: dict[str, Callable[[], str | None]] = {
        command.key: lambda command=command: command.trigger(desk)
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
        place = desk.document.place
        if not place.secret or not EXERCISES[begin](place):  # the user has gone elsewhere
            begin(desk, qtbot)
            continue
        told = [text for text in heard if names.search(text)]
        assert not told or key in LISTED, (key, told)
        about = [text for text in heard if "proven" in text or "estimated" in text]
        assert not about or key in LISTED, (key, about)
        assert not place.values and place.hint is None and place.proof is None, key
        assert place.live is None or not place.live.lines, key
        assert (place.tree, place.steps, place.threat) == (None, None, None), key


@pytest.mark.parametrize("command", REVEALING, ids=lambda command: command.key)
def test_what_reveals_is_refused_with_one_sentence_and_possible_again_afterwards(desk, command):
    before = command.possible(desk.document.place)
    exercise = _Running()
    desk.exercises.begin(exercise)
    desk.document.turn_board()
    place = desk.document.place
    assert place.secret

    assert not command.possible(place)
    assert command.why_not(place) == HIDDEN
    with pytest.raises(BadCommand, match=HIDDEN):
        command.perform(desk, [])
    with pytest.raises(BadCommand, match=HIDDEN):
        command.trigger(desk)
    exercise.stop()
    desk.document.turn_board()
    assert command.possible(desk.document.place) == before
    assert command.why_not(desk.document.place) != HIDDEN


def test_values_that_were_asked_for_before_do_not_come_during_an_exercise(desk, qtbot):
    told: list[str] = []
    desk.analysis.answered.connect(told.append)
    Interpreter(desk).execute("values")

    desk.exercises.begin(_Running())
    desk.document.turn_board()
    desk.analysis.answer()

    assert not any("c1-c3" in text for text in told)
    assert "proven" not in BY_KEY["moves"].perform(desk, [])


def test_all_that_tells_what_comes_next_is_known_to_reveal():
    """Whoever adds a command that does has to say so, too."""
    keys = {command.key for command in REVEALING}

    assert keys >= {
        *("hint", "threat", "list-values", "lines", "insert-best", "insert-line", "copy-analysis"),
        *("book", "next-only-move", "book-end", "proven-line", "prove", "proof", "copy-proof"),
        *("look-inside", "tree-node", "tree-to-board", "step", "skipped", "stack", "compare"),
        *("comparison", "run-heuristic", "review", "keep-review", "copy-line", "figure-here"),
        *WRITING,
    }
    assert not keys & OWN
