"""The commands by which the rules are learnt by doing."""

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, translate
from kalahloa.controllers.commands.command import CommandTable, translated
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.first_steps.first_steps import FirstSteps
from kalahloa.controllers.features.first_steps.state import FirstStepsState, StepPhase
from kalahloa.controllers.features.first_steps.words import explanation_text
from kalahloa.models.game.registry import find_game, game_keys
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote

EASY = 1
"""The level of the first game after the lesson."""
_NO_LESSON = QT_TRANSLATE_NOOP("Commands", "No lesson is on the board; type learn to start one.")
_AT_START = QT_TRANSLATE_NOOP("Commands", "This is the first step.")
_GOES_ON = QT_TRANSLATE_NOOP("Commands", "Wait a moment for the next step.")


def _is_open(place: Place) -> bool:
    return place.get(FirstStepsState) is not None


def _is_running(place: Place) -> bool:
    return _is_open(place) and place[FirstStepsState].phase is not StepPhase.OVER


def _can_go_back(place: Place) -> bool:
    return _is_open(place) and place[FirstStepsState].number > 0


def _is_asked(place: Place) -> bool:
    return _is_open(place) and place[FirstStepsState].phase is StepPhase.MOVING


def _why_not(otherwise: str, place: Place) -> str:
    return translated(otherwise if _is_open(place) else _NO_LESSON)


FIRST_STEPS_COMMANDS = CommandTable()


@FIRST_STEPS_COMMANDS.declare(
    key="learn-rules",
    title=QT_TRANSLATE_NOOP("Commands", "Learn the rules in a &minute"),
    tip=QT_TRANSLATE_NOOP("Commands", "Learn the rules by moves; your game is saved"),
    words=QT_TRANSLATE_NOOP("Commands", "tutorial, beginner, introduction, first steps"),
    menu="help",
    typed="learn",
    arguments="[GAME]",
    following=lambda app: game_keys(),
    after="rules",
)
def learn_rules(app: AppContext, words: list[str]) -> str:
    """Begin the lesson of the game that is named, by default that of the current one."""
    if len(words) > 1 or (words and words[0].lower() not in game_keys()):
        sentence = translate("Commands", "'{words}' is not a game; choose one of: {games}.")
        raise BadCommand(fill(sentence, words=quote(" ".join(words)), games=", ".join(game_keys())))
    app[FirstSteps].start(find_game(words[0]) if words else app.document.game)
    return _table(app)


def _table(app: AppContext) -> str:
    """Return the table of the current step, which a line of text has no panel for."""
    state = app[FirstSteps].state
    return "" if state is None else explanation_text(state)


@FIRST_STEPS_COMMANDS.declare(
    key="previous-rule",
    tip=QT_TRANSLATE_NOOP("Commands", "Go back one step in learning the rules"),
    possible=_can_go_back,
    otherwise=lambda place: _why_not(_AT_START, place),
    typed="learnback",
)
def previous_rule(app: AppContext, words: list[str]) -> str:
    """Go back to the step before."""
    app[FirstSteps].back()
    return _table(app)


@FIRST_STEPS_COMMANDS.declare(
    key="play-learnt",
    tip=QT_TRANSLATE_NOOP("Commands", "Play what you have learnt, at an easy level"),
    possible=_is_open,
    otherwise=_NO_LESSON,
    typed="learnplay",
)
def play_learnt(app: AppContext, words: list[str]) -> str:
    """Start a game against an easy level."""
    game = app.document.game
    easy = Player(Level.of_engine(EASY))
    app.document.new_game(game, game.rulebook.default, (HUMAN, easy))
    if app.to_play is not None:
        app.to_play()
    return ""
