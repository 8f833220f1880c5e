"""The answer, again and the next one, for whatever exercise is on the board."""

from collections.abc import Iterator

import pytest

from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.exercises import ExerciseHere, Exercises, Help
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.game.registry import find_game
from kalahloa.models.text.errors import BadCommand

COMMANDS = {
    "exercise-show": (Help.SHOW, "solution", "show_answer"),
    "exercise-again": (Help.AGAIN, "retry", "again"),
    "exercise-next": (Help.NEXT, "next", "go_on"),
    "hint": (Help.HINT, "hint", "give_hint"),
}


class Asked:
    """An exercise that says what it was asked for."""

    key = "asked"

    def __init__(self, offers: set[Help]) -> None:
        self.offers = frozenset(offers)
        self.running = True

    def stop(self) -> None:
        self.running = False

    def __getattr__(self, name: str):
        return lambda: name


@pytest.fixture
def app(qapp) -> Iterator[AppContext]:
    made = open_app(find_game("tictactoe"))
    yield made
    made.shut_down()


def begin(app: AppContext, offers: set[Help]) -> Asked:
    exercise = Asked(offers)
    with app.document.one_change():
        app.exercises.begin(exercise)
        app.document.turn_board()
    return exercise


@pytest.mark.parametrize("key", COMMANDS)
def test_the_exercise_on_the_board_is_asked(app, key):
    help_, typed, method = COMMANDS[key]
    begin(app, {help_})

    assert BY_KEY[key].possible(app.document.place)
    assert BY_KEY[key].trigger(app) == Interpreter(app).execute(typed) == method


@pytest.mark.parametrize("key", COMMANDS)
def test_what_it_does_not_offer_is_refused(app, key):
    help_, *_ = COMMANDS[key]
    begin(app, set(Help) - {help_})

    assert not BY_KEY[key].possible(app.document.place)
    with pytest.raises(BadCommand, match=r"^Wait until it is your turn\.|no move to find"):
        BY_KEY[key].trigger(app)


@pytest.mark.parametrize("key", sorted(set(COMMANDS) - {"hint"}))
def test_without_an_exercise_it_is_said_where_they_are(app, key):
    with pytest.raises(BadCommand, match="There is no exercise on the board; see Train"):
        BY_KEY[key].trigger(app)


def test_an_exercise_that_offers_nothing_is_not_on_the_board(app):
    begin(app, set())

    assert app.document.place.get(ExerciseHere) is None
    assert app.exercises.current is None


def test_the_next_exercise_ends_the_one_before_and_is_told(app):
    told: list[tuple[str, bool]] = []
    app.exercises.begun.connect(lambda key, in_game: told.append((key, in_game)))
    first = begin(app, {Help.NEXT})

    app.exercises.begin(Asked({Help.HINT}), in_game=True)

    assert not first.running and told == [("asked", False), ("asked", True)]
    assert isinstance(app.exercises, Exercises)
