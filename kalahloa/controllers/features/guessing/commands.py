"""The commands by which one guesses the moves of a game."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.commands.conditions import NO_MOVE_PLAYED, has_moves
from kalahloa.controllers.commands.orders import named_sides
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.guessing.guesses import Guesses
from kalahloa.controllers.features.guessing.state import Guessing
from kalahloa.controllers.features.library.commands import open_library_game
from kalahloa.models.study.edits import Edit, EditKind, InsertLine
from kalahloa.models.text.errors import BadCommand

BOTH, WINNER = "both", "winner"
SIDES = ("first", "second")
"""How the sides can be typed in any game."""


def _is_guessing(place: Place) -> bool:
    return place.get(Guessing) is not None and place[Guessing].running


def _has_guesses(place: Place) -> bool:
    guessing = place.get(Guessing)
    return guessing is not None and not guessing.running and bool(guessing.score.guesses)


GUESS_COMMANDS = CommandTable()


@GUESS_COMMANDS.declare(
    key="guess",
    title=QT_TRANSLATE_NOOP("Commands", "Guess the mo&ves"),
    tip=QT_TRANSLATE_NOOP("Commands", "Guess the moves of this game from here, or stop"),
    words=QT_TRANSLATE_NOOP("Commands", "guess the move, predict moves, follow a game"),
    menu="train",
    group=3,
    shortcuts=("Ctrl+F9",),
    possible=has_moves,
    otherwise=NO_MOVE_PLAYED,
    checked=_is_guessing,
    typed="guess",
    arguments="[SIDE]",
    following=lambda app: [*named_sides(app), BOTH, WINNER],
)
def guess(app: AppContext, words: list[str]) -> str:
    """Begin with the moves of the typed side, by default the winner's; without words, or stop."""
    if not words and app[Guesses].stop() is not None:
        return ""  # it has said how it went
    sides = read_sides(app, words)
    app.autoplay.stop()
    return app[Guesses].start(sides)


def read_sides(app: AppContext, words: list[str]) -> tuple[int, ...] | None:
    """Return the sides that *words* name, None for the winner's.

    Raises `BadCommand` where they name none.
    """
    names = [str(side).lower() for side in app.document.game.sides]
    word = " ".join(words).lower()
    if word in ("", WINNER):
        return None
    if word == BOTH:
        return (0, 1)
    for known in (names, SIDES):
        if word in known:
            return (known.index(word),)
    sentence = translate("Commands", "Type guess {sides}, both or winner.")
    raise BadCommand(fill(sentence, sides=", ".join(names)))


@GUESS_COMMANDS.declare(
    key="keep-guesses",
    title=QT_TRANSLATE_NOOP("Commands", "Save my g&uesses"),
    tip=QT_TRANSLATE_NOOP("Commands", "Add your guesses to the game as variations"),
    words=QT_TRANSLATE_NOOP("Commands", "save guesses, store guesses, my guesses"),
    menu="train",
    group=3,
    possible=_has_guesses,
    otherwise=QT_TRANSLATE_NOOP("Commands", "There are no guesses to save."),
    typed="saveguesses",
    typed_aliases=("keepguesses",),
)
def keep_guesses(app: AppContext, words: list[str]) -> str:
    """Write the guesses that differ from the game into the record, as one edit."""
    state, record = app[Guesses].state, app.document.record
    edits: list[Edit] = []
    for one in () if state is None else state.score.guesses:
        before = record.nodes[one.number].parent
        is_there = before is None or any(child.text == one.text for child in before.children)
        if before is not None and before.in_tree and not is_there:
            edits.append(InsertLine(before.number, (one.text,)))
    if not edits:
        return translate("Commands", "All guesses are in the game already.")
    app.study.do(edits, EditKind.REVIEW)
    count = len(edits)
    sentence = translate("Commands", "%n variation(s) added; Undo edit removes them.", "", count)
    return sentence


@GUESS_COMMANDS.declare(
    key="guess-game",
    tip=QT_TRANSLATE_NOOP("Commands", "Guess the moves of a game in the library"),
    arguments="NUMBER",
)
def guess_game(app: AppContext, words: list[str]) -> str:
    """Open a game of the library, and begin at its start."""
    answer = open_library_game(app, words)
    app[Guesses].await_game()
    return answer
