"""The commands of teaching, and of playing on from any position."""

from dataclasses import dataclass, replace
from typing import Any

from kalahloa.controllers.base.player import DEFAULT_STRENGTH, HUMAN, Level, Player
from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, in_words, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.commands.conditions import GAME_OVER
from kalahloa.controllers.commands.orders import named_sides
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.teaching.state import MAX_MARGIN, MAX_POINTS, MAX_TIMES, Teaching
from kalahloa.controllers.features.teaching.teaching import TeachingController
from kalahloa.models.game.game import Game
from kalahloa.models.record.node import Node
from kalahloa.models.search.levels.levels import PERFECT
from kalahloa.models.search.solver.solvable import can_be_solved
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote


def _is_teaching(place: Place) -> bool:
    return place.get(Teaching) is not None and place[Teaching].settings.on


TEACHING_COMMANDS = CommandTable()

# -- teaching --------------------------------------------------------------------------------------


@TEACHING_COMMANDS.declare(
    key="teaching",
    title=QT_TRANSLATE_NOOP("Commands", "Teachin&g"),
    tip=QT_TRANSLATE_NOOP("Commands", "Stop me when a move loses too much"),
    words=QT_TRANSLATE_NOOP("Commands", "teacher, coach, warn me, trainer"),
    menu="train",
    group=1,
    checked=_is_teaching,
    typed="teaching",
    arguments="[on|off|AMOUNT [TIMES]]",
    following=lambda app: ("on", "off"),
)
def teaching(app: AppContext, words: list[str]) -> str:
    """Take moves back, or no longer; the words say from which amount on, and how often."""
    settings = app[TeachingController].settings
    by_margin = app[TeachingController].by_margin
    given = [word.lower() for word in words]
    if not given:
        settings = replace(settings, on=not settings.on)
    elif given in (["on"], ["off"]):
        settings = replace(settings, on=given == ["on"])
    elif len(given) > 2:
        raise BadCommand(translate("Commands", "Type teaching on, off, or an amount."))
    else:
        amount = _number(given[0], 0, MAX_MARGIN if by_margin else MAX_POINTS)
        if by_margin:
            settings = replace(settings, on=True, margin=amount)
        else:
            settings = replace(settings, on=True, points=amount)
        if given[1:]:
            settings = replace(settings, times=_number(given[1], 1, MAX_TIMES))
    app[TeachingController].set_settings(settings)
    told = app[TeachingController].sentence()
    if settings.on and not app.turns.answers:
        told += " " + translate(
            "Commands", "It only works where the computer replies, so not in Study."
        )
    return told


def _number(word: str, least: int, most: int) -> int:
    """Return the int in *word*, from *least* to *most*; raise `BadCommand` if it is none."""
    if word.isascii() and word.isdigit() and len(word) < 4 and least <= int(word) <= most:
        return int(word)
    sentence = translate("Commands", "'{word}' is not a number from {least} to {most}.")
    raise BadCommand(fill(sentence, word=quote(word), least=least, most=most))


# -- playing from here -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Start:
    """What a game that is played on begins with: `position` is a string, `comment` is on it."""

    game: Game
    rules: Any
    position: str
    comment: str


TEACHING_COMMANDS.declare(
    key="teaching-options",
    title=QT_TRANSLATE_NOOP("Commands", "Teaching &options…"),
    tip=QT_TRANSLATE_NOOP("Commands", "Choose which moves to stop, and how often"),
    words=QT_TRANSLATE_NOOP("Commands", "coach options, teacher options, when to warn"),
    menu="train",
    group=1,
)


def play_from_at(app: AppContext, node: Node) -> str:
    """Play on from *node*; a window goes there, and asks first how."""
    if "play-from" in app.window_actions:
        app.document.go_to(node)
        app.window_actions["play-from"]()
        return ""
    return begin_from(app, start_at(app, node), node.to_move, usual_opponent(app))


@TEACHING_COMMANDS.declare(
    key="play-from",
    title=QT_TRANSLATE_NOOP("Commands", "P&lay from here…"),
    tip=QT_TRANSLATE_NOOP("Commands", "Play on from this position against a computer"),
    words=QT_TRANSLATE_NOOP("Commands", "continue from here, play this position, play on"),
    menu="play",
    group=7,
    shortcuts=("Ctrl+Shift+L",),
    possible=lambda place: place.outcome is None,
    otherwise=GAME_OVER,
    run_at=play_from_at,
    typed="playfrom",
    arguments="[LEVEL] [SIDE]",
    following=named_sides,
)
def play_from(app: AppContext, words: list[str]) -> str:
    """Play on from here, at the level and for the side in *words*, if there are any."""
    place = app.document.place
    names = [in_words(side).lower() for side in place.game.sides]
    side, opponent = place.side, usual_opponent(app)
    for word in words:
        if word.lower() in names:
            side = names.index(word.lower())
        else:
            opponent = Player(_level(app, word))
    if len(words) > 2:
        raise BadCommand(translate("Commands", "Type playfrom, a level, and the side you play."))
    return begin_from(app, start_at(app, app.document.node), side, opponent)


def _level(app: AppContext, word: str) -> Level:
    if word.lower() != "perfect":
        return Level.of_engine(_number(word, 1, PERFECT - 1))
    if not can_be_solved(app.document.position):
        raise BadCommand(translate("Commands", "This game has no perfect level."))
    return Level.of_engine(PERFECT)


def usual_opponent(app: AppContext) -> Player:
    """Return the computer player of the game that is open, or one of the usual level."""
    computers = [player for player in app.document.players if player.is_computer]
    return computers[-1] if computers else Player(Level.of_engine(DEFAULT_STRENGTH))


def start_at(app: AppContext, node: Node) -> Start:
    """Return what a game from *node*, in which the game is not over, begins with.

    Raises `BadCommand` if it is.
    """
    record = app.document.record
    if node.outcome is not None:
        raise BadCommand(translate("Commands", "The game is over."))
    comment = ""
    if node.parent is not None:
        sentence = translate("Commands", "Continued from another game, after {number} moves.")
        comment = fill(sentence, number=node.ply)
    position = record.position_at(node).position_string()
    return Start(record.game, record.rules, position, comment)


def begin_from(app: AppContext, start: Start, side: int, opponent: Player) -> str:
    """Begin a game from *start*: the user plays *side*, *opponent* the other one.

    It is a game of its own, so that the record that is open stays what it is.
    """
    players = (HUMAN, opponent) if side == 0 else (opponent, HUMAN)
    if app.to_play is not None:
        # First, so that nobody begins to think about what is left.
        app.to_play()
    app.document.new_game(start.game, start.rules, players, start.position, start.comment)
    sentence = translate(
        "Commands", "You play {side} from here, against {opponent}; the other game is saved."
    )
    return fill(sentence, side=start.game.sides[side], opponent=opponent.title)
