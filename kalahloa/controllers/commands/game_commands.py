"""The commands about the game as a whole: new, opened, copied, passed on."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands import command_actions as act
from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.commands.conditions import NO_MOVE_PLAYED, has_moves
from kalahloa.controllers.core.place import Place


def _players_differ(place: Place) -> bool:
    return place.players[0] != place.players[1]


GAME_COMMANDS: tuple[Command, ...] = (
    Command(
        key="new",
        title=QT_TRANSLATE_NOOP("Commands", "&New game…"),
        tip=QT_TRANSLATE_NOOP("Commands", "Start another game; this one is saved"),
        menu="game",
        icon="new",
        standard="New",
        run=act.new_game,
        typed="new",
        arguments="[GAME] [RULES]",
    ),
    Command(
        key="rematch",
        title=QT_TRANSLATE_NOOP("Commands", "&Rematch"),
        tip=QT_TRANSLATE_NOOP("Commands", "Start the same game again; this one is saved"),
        menu="game",
        icon="rematch",
        shortcuts=("Ctrl+Shift+N",),
        possible=has_moves,
        otherwise=NO_MOVE_PLAYED,
        run=act.rematch,
        typed="rematch",
    ),
    Command(
        key="swap-sides",
        title=QT_TRANSLATE_NOOP("Commands", "S&wap sides"),
        tip=QT_TRANSLATE_NOOP("Commands", "Exchange the players of the two sides"),
        menu="game",
        possible=_players_differ,
        otherwise=QT_TRANSLATE_NOOP("Commands", "Both sides have the same player."),
        run=act.swap_sides,
        typed="exchange",
    ),
    Command(
        key="edit-position",
        title=QT_TRANSLATE_NOOP("Commands", "Set &up a position…"),
        tip=QT_TRANSLATE_NOOP(
            "Commands", "Fill a board as you like, to play from it or to study it"
        ),
        menu="game",
        shortcuts=("Ctrl+Shift+E",),
    ),
    Command(
        key="open",
        title=QT_TRANSLATE_NOOP("Commands", "&Open…"),
        tip=QT_TRANSLATE_NOOP("Commands", "Open a saved game"),
        menu="game",
        group=1,
        standard="Open",
    ),
    Command(
        key="save",
        title=QT_TRANSLATE_NOOP("Commands", "&Save a copy…"),
        tip=QT_TRANSLATE_NOOP("Commands", "Save the game to a file of your choice"),
        menu="game",
        group=1,
        standard="Save",
        possible=has_moves,
        otherwise=NO_MOVE_PLAYED,
        reveals=True,
    ),
    Command(
        key="export",
        title=QT_TRANSLATE_NOOP("Commands", "&Export…"),
        tip=QT_TRANSLATE_NOOP("Commands", "Write a picture, an animation or a page to print"),
        menu="game",
        group=1,
        shortcuts=("Ctrl+Shift+X",),
        reveals=True,
    ),
    Command(
        key="copy-position",
        title=QT_TRANSLATE_NOOP("Commands", "&Copy position"),
        tip=QT_TRANSLATE_NOOP("Commands", "Copy the position as one line of text"),
        menu="game",
        group=2,
        shortcuts=("Ctrl+Shift+C",),
        run=act.copied(act.position),
    ),
    Command(
        key="copy-picture",
        title=QT_TRANSLATE_NOOP("Commands", "Cop&y picture"),
        tip=QT_TRANSLATE_NOOP("Commands", "Copy the board as a picture"),
        menu="game",
        group=2,
    ),
    Command(
        key="copy-moves",
        title=QT_TRANSLATE_NOOP("Commands", "Copy &moves"),
        tip=QT_TRANSLATE_NOOP("Commands", "Copy the moves of this line, one a row"),
        menu="game",
        group=2,
        possible=has_moves,
        otherwise=NO_MOVE_PLAYED,
        run=act.copied(act.record),
    ),
    Command(
        key="copy-game",
        title=QT_TRANSLATE_NOOP("Commands", "Copy g&ame"),
        tip=QT_TRANSLATE_NOOP("Commands", "Copy the game with all variations and comments, as SGF"),
        menu="game",
        group=2,
        shortcuts=("Ctrl+Alt+G",),
        reveals=True,
    ),
    Command(
        key="paste-game",
        title=QT_TRANSLATE_NOOP("Commands", "&Paste game or position"),
        tip=QT_TRANSLATE_NOOP(
            "Commands", "Go on with the game, or from the position, in the clipboard"
        ),
        menu="game",
        group=2,
        shortcuts=("Ctrl+Shift+V",),
        run=act.paste,
    ),
    Command(
        key="quit",
        title=QT_TRANSLATE_NOOP("Commands", "&Quit"),
        tip=QT_TRANSLATE_NOOP("Commands", "Quit; the game is saved"),
        menu="game",
        group=3,
        standard="Quit",
        shortcuts=("Ctrl+Q",),
        typed="quit",
    ),
)
