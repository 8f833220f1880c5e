"""Commands that describe the game, for users who do not see the board."""

from collections.abc import Callable, Sequence
from typing import Any

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, in_words, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.commands.conditions import NO_MOVE_PLAYED, has_past
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.spoken import last_turn, score_sentences, turn_sentence
from kalahloa.models.text.errors import BadCommand

SPOKEN_COMMANDS = CommandTable()


@SPOKEN_COMMANDS.declare(
    key="last-move",
    title=QT_TRANSLATE_NOOP("Commands", "Describe the last mo&ve"),
    tip=QT_TRANSLATE_NOOP("Commands", "Say what the last turn did, and the score (L)"),
    words=QT_TRANSLATE_NOOP("Commands", "what happened, what was played, read the move"),
    menu="help",
    group=2,
    possible=has_past,
    otherwise=NO_MOVE_PLAYED,
    typed="last",
)
def last_move(app: AppContext, words: list[str]) -> str:
    """Say what the last turn did, and how both sides stand."""
    return last_turn(app.document.place)


@SPOKEN_COMMANDS.declare(
    key="score",
    title=QT_TRANSLATE_NOOP("Commands", "Describe the sc&ore"),
    tip=QT_TRANSLATE_NOOP("Commands", "Say whose turn it is, and how both sides stand (S)"),
    words=QT_TRANSLATE_NOOP("Commands", "whose turn, who is ahead, state of the game"),
    menu="help",
    group=2,
    typed="score",
)
def score(app: AppContext, words: list[str]) -> str:
    """Say whose turn it is, and how both sides stand."""
    place = app.document.place
    return " ".join([turn_sentence(place), *score_sentences(place)])


SPOKEN_COMMANDS.declare(
    key="say-again",
    title=QT_TRANSLATE_NOOP("Commands", "Say it a&gain"),
    tip=QT_TRANSLATE_NOOP("Commands", "Repeat the last announcement (R)"),
    words=QT_TRANSLATE_NOOP("Commands", "repeat, what was that, read again"),
    menu="help",
    group=2,
    shortcuts=("F12",),
)


@SPOKEN_COMMANDS.declare(
    key="look-at",
    tip=QT_TRANSLATE_NOOP("Commands", "Say what is in a cell and what it can do"),
    typed="look",
    arguments="CELL",
)
def look_at(app: AppContext, words: list[str]) -> str:
    """Say what is in a cell, and what can be done from there."""
    return _at_cell(app, words, app.document.game.cell_sentences)


@SPOKEN_COMMANDS.declare(
    key="lines-at",
    tip=QT_TRANSLATE_NOOP("Commands", "Say what can reach a cell"),
    typed="reach",
    arguments="CELL",
)
def lines_at(app: AppContext, words: list[str]) -> str:
    """Say what can reach a cell."""
    return _at_cell(app, words, app.document.game.lines_sentences)


def _at_cell(
    app: AppContext, words: list[str], tell: Callable[[Any, str], Sequence[str]] | None
) -> str:
    if tell is None:
        raise BadCommand(translate("Commands", "This game does not describe its cells."))
    if len(words) != 1:
        raise BadCommand(translate("Commands", "Name one cell, as in 'look b1' or 'look S3'."))
    return " ".join(in_words(said) for said in tell(app.document.position, words[0]))
