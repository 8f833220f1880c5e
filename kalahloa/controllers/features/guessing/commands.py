"""The commands by which one guesses the moves of a game."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.commands.conditions import NO_MOVE_PLAYED, has_moves
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.guessing.state import Guessing
from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.controllers.features.guessing import actions as act


def _is_guessing(place: Place) -> bool:
    return place.get(Guessing) is not None and place[Guessing].running


def _has_guesses(place: Place) -> bool:
    guessing = place.get(Guessing)
    return guessing is not None and not guessing.running and bool(guessing.score.guesses)


GUESS_COMMANDS: tuple[Command, ...] = (
    Command(
        key="guess",
        title=QT_TRANSLATE_NOOP("Commands", "Guess the &moves"),
        tip=QT_TRANSLATE_NOOP("Commands", "Guess the moves of this game from here on; or stop"),
        menu="learn",
        group=3,
        shortcuts=("Ctrl+F9",),
        possible=has_moves,
        otherwise=NO_MOVE_PLAYED,
        checked=_is_guessing,
        run=act.guess,
        typed="guess",
        arguments="[SIDE]",
    ),
    Command(
        key="keep-guesses",
        title=QT_TRANSLATE_NOOP("Commands", "Write the &guesses into the game"),
        tip=QT_TRANSLATE_NOOP("Commands", "Add the guesses that differ as variations"),
        menu="learn",
        group=3,
        possible=_has_guesses,
        otherwise=QT_TRANSLATE_NOOP("Commands", "There are no guesses to be written."),
        run=act.keep_guesses,
        typed="keepguesses",
    ),
    Command(
        key="guess-game",
        tip=QT_TRANSLATE_NOOP("Commands", "Guess the moves of a game of the library"),
        run=act.guess_game,
        arguments="NUMBER",
    ),
)
