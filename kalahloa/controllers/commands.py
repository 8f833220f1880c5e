"""Every command once: what it is called, when it is possible and what it does.

Menus, the toolbar, context menus, the command palette, the typed language and the help's table of
keys are made from `COMMANDS`.
"""

from difflib import get_close_matches

from kalahloa.controllers import command_actions as act
from kalahloa.controllers.command import Command
from kalahloa.controllers.command_reports import command_report, commands_report
from kalahloa.controllers.desk import Desk
from kalahloa.controllers.library_commands import IMPORT, LIBRARY_COMMANDS
from kalahloa.controllers.live_commands import LIVE_COMMANDS
from kalahloa.controllers.overlay_commands import NAMED_OVERLAY, OVERLAY_COMMANDS
from kalahloa.controllers.place import Place
from kalahloa.controllers.review_commands import REVIEW_COMMANDS
from kalahloa.controllers.study_commands import AUTOPLAY_COMMANDS, STUDY_COMMANDS
from kalahloa.controllers.translation import QT_TRANSLATE_NOOP, fill, translate
from kalahloa.controllers.walks import neighbour_line
from kalahloa.models.errors import BadCommand
from kalahloa.models.quotation import quote

MENUS = {
    "game": QT_TRANSLATE_NOOP("Commands", "&Game"),
    "edit": QT_TRANSLATE_NOOP("Commands", "&Edit"),
    "play": QT_TRANSLATE_NOOP("Commands", "&Play"),
    "moves": QT_TRANSLATE_NOOP("Commands", "&Moves"),
    "analysis": QT_TRANSLATE_NOOP("Commands", "&Analysis"),
    "view": QT_TRANSLATE_NOOP("Commands", "&View"),
    "help": QT_TRANSLATE_NOOP("Commands", "&Help"),
}


def _can_undo(place: Place) -> bool:
    return place.undo_target is not None


def _can_redo(place: Place) -> bool:
    return place.redo_target is not None


def _has_past(place: Place) -> bool:
    return place.node.parent is not None


def _has_future(place: Place) -> bool:
    return place.ahead is not None


def _has_moves(place: Place) -> bool:
    return bool(place.root.children)


def _players_differ(place: Place) -> bool:
    return place.players[0] != place.players[1]


_NO_MOVE_PLAYED = QT_TRANSLATE_NOOP("Commands", "No move has been played.")


def _why_no_move(place: Place) -> str:
    if place.outcome is not None:
        return translate("Commands", "The game is over.")
    sentence = translate("Commands", "{side} is played by the computer; pause to move yourself.")
    return fill(sentence, side=place.side_name)


def _why_no_hint(place: Place) -> str:
    if place.outcome is not None:
        return translate("Commands", "The game is over.")
    if place.hinting:
        return translate("Commands", "A hint is being looked for.")
    if place.trial is not None:
        return translate("Commands", "Find the move yourself, or give up.")
    return translate("Commands", "Wait until it is your turn.")


COMMANDS: tuple[Command, ...] = (
    # -- game ------------------------------------------------------------------------------------
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
        possible=_has_moves,
        otherwise=_NO_MOVE_PLAYED,
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
        possible=_has_moves,
        otherwise=_NO_MOVE_PLAYED,
    ),
    IMPORT,
    Command(
        key="export",
        title=QT_TRANSLATE_NOOP("Commands", "&Export…"),
        tip=QT_TRANSLATE_NOOP("Commands", "Write a picture, an animation or a page to print"),
        menu="game",
        group=1,
        shortcuts=("Ctrl+Shift+X",),
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
        possible=_has_moves,
        otherwise=_NO_MOVE_PLAYED,
        run=act.copied(act.record),
    ),
    Command(
        key="copy-game",
        title=QT_TRANSLATE_NOOP("Commands", "Copy g&ame"),
        tip=QT_TRANSLATE_NOOP("Commands", "Copy the game with all variations and comments, as SGF"),
        menu="game",
        group=2,
        shortcuts=("Ctrl+Alt+G",),
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
    # -- play ------------------------------------------------------------------------------------
    Command(
        key="undo",
        title=QT_TRANSLATE_NOOP("Commands", "&Undo"),
        tip=QT_TRANSLATE_NOOP("Commands", "Take back the last move"),
        menu="play",
        icon="undo",
        standard="Undo",
        possible=_can_undo,
        otherwise=QT_TRANSLATE_NOOP("Commands", "There is nothing to undo."),
        run=act.undo,
        typed="undo",
        arguments="[N]",
    ),
    Command(
        key="redo",
        title=QT_TRANSLATE_NOOP("Commands", "&Redo"),
        tip=QT_TRANSLATE_NOOP("Commands", "Go forward again"),
        menu="play",
        icon="redo",
        standard="Redo",
        shortcuts=("Ctrl+Shift+Z",),
        possible=_can_redo,
        otherwise=QT_TRANSLATE_NOOP("Commands", "There is nothing to redo."),
        run=act.redo,
        typed="redo",
        arguments="[N]",
    ),
    Command(
        key="hint",
        title=QT_TRANSLATE_NOOP("Commands", "&Hint"),
        tip=QT_TRANSLATE_NOOP("Commands", "Show the move that the computer would play"),
        menu="play",
        group=1,
        icon="hint",
        shortcuts=("Ctrl+H",),
        possible=lambda place: place.can_hint,
        otherwise=_why_no_hint,
        run=act.hint,
        typed="hint",
    ),
    Command(
        key="continue",
        title=QT_TRANSLATE_NOOP("Commands", "&Continue"),
        tip=QT_TRANSLATE_NOOP("Commands", "Let the computer move"),
        menu="play",
        group=1,
        icon="continue",
        shortcuts=("Space",),
        possible=lambda place: place.waits_for_continue,
        otherwise=QT_TRANSLATE_NOOP("Commands", "The computer is not waiting."),
        run=lambda desk, _: desk.turns.continue_play(),
        typed="go",
    ),
    Command(
        key="pause",
        title=QT_TRANSLATE_NOOP("Commands", "&Pause"),
        tip=QT_TRANSLATE_NOOP("Commands", "Stop the computer and pause the game"),
        menu="play",
        group=1,
        icon="pause",
        shortcuts=("Ctrl+P",),
        possible=lambda place: place.thinking,
        otherwise=QT_TRANSLATE_NOOP("Commands", "The computer is not thinking."),
        run=lambda desk, _: desk.turns.pause(),
        typed="pause",
        typed_answer=QT_TRANSLATE_NOOP("Commands", "The game is paused; type go to continue."),
    ),
    Command(
        key="first-player",
        title=QT_TRANSLATE_NOOP("Commands", "&First player…"),
        tip=QT_TRANSLATE_NOOP("Commands", "Choose who plays the first side"),
        menu="play",
        group=2,
    ),
    Command(
        key="second-player",
        title=QT_TRANSLATE_NOOP("Commands", "&Second player…"),
        tip=QT_TRANSLATE_NOOP("Commands", "Choose who plays the second side"),
        menu="play",
        group=2,
    ),
    # -- moves -----------------------------------------------------------------------------------
    Command(
        key="back",
        title=QT_TRANSLATE_NOOP("Commands", "&Previous move"),
        tip=QT_TRANSLATE_NOOP("Commands", "Go back one ply"),
        menu="moves",
        icon="previous",
        shortcuts=("Alt+Left",),
        possible=_has_past,
        otherwise=QT_TRANSLATE_NOOP("Commands", "This is the start."),
        run=lambda desk, _: desk.walks.back(),
        typed="back",
    ),
    Command(
        key="forward",
        title=QT_TRANSLATE_NOOP("Commands", "Ne&xt move"),
        tip=QT_TRANSLATE_NOOP("Commands", "Go forward one ply"),
        menu="moves",
        icon="next",
        shortcuts=("Alt+Right",),
        possible=_has_future,
        otherwise=QT_TRANSLATE_NOOP("Commands", "This is the end of the line."),
        run=lambda desk, _: desk.walks.forward(),
        typed="forward",
    ),
    Command(
        key="start",
        title=QT_TRANSLATE_NOOP("Commands", "&First position"),
        tip=QT_TRANSLATE_NOOP("Commands", "Go to the start"),
        menu="moves",
        icon="first",
        shortcuts=("Alt+Home",),
        possible=_has_past,
        otherwise=QT_TRANSLATE_NOOP("Commands", "This is the start."),
        run=lambda desk, _: desk.walks.to_start(),
        typed="start",
    ),
    Command(
        key="end",
        title=QT_TRANSLATE_NOOP("Commands", "&Last position"),
        tip=QT_TRANSLATE_NOOP("Commands", "Go to the end of this line"),
        menu="moves",
        icon="last",
        shortcuts=("Alt+End",),
        possible=_has_future,
        otherwise=QT_TRANSLATE_NOOP("Commands", "This is the end of the line."),
        run=lambda desk, _: desk.walks.to_end(),
        typed="end",
    ),
    Command(
        key="previous-variation",
        title=QT_TRANSLATE_NOOP("Commands", "Previous &variation"),
        tip=QT_TRANSLATE_NOOP("Commands", "Go to the line above that begins with another move"),
        menu="moves",
        group=1,
        shortcuts=("Alt+Up",),
        possible=lambda place: neighbour_line(place.node, -1) is not None,
        otherwise=QT_TRANSLATE_NOOP("Commands", "No other line begins before this one."),
        run=lambda desk, _: desk.walks.to_next_line(-1),
    ),
    Command(
        key="next-variation",
        title=QT_TRANSLATE_NOOP("Commands", "Next v&ariation"),
        tip=QT_TRANSLATE_NOOP("Commands", "Go to the line below that begins with another move"),
        menu="moves",
        group=1,
        shortcuts=("Alt+Down",),
        possible=lambda place: neighbour_line(place.node, 1) is not None,
        otherwise=QT_TRANSLATE_NOOP("Commands", "No other line begins after this one."),
        run=lambda desk, _: desk.walks.to_next_line(1),
    ),
    *LIBRARY_COMMANDS,
    *AUTOPLAY_COMMANDS,
    # -- edit ------------------------------------------------------------------------------------
    *STUDY_COMMANDS,
    *LIVE_COMMANDS,
    *REVIEW_COMMANDS,
    # -- view ------------------------------------------------------------------------------------
    Command(
        key="graphical",
        title=QT_TRANSLATE_NOOP("Commands", "&Graphical"),
        tip=QT_TRANSLATE_NOOP("Commands", "The board as a picture"),
        menu="view",
        checkable=True,
    ),
    Command(
        key="text",
        title=QT_TRANSLATE_NOOP("Commands", "&Text"),
        tip=QT_TRANSLATE_NOOP("Commands", "The board in characters, and a line to type into"),
        menu="view",
        checkable=True,
    ),
    Command(
        key="switch-view",
        title=QT_TRANSLATE_NOOP("Commands", "&Switch view"),
        tip=QT_TRANSLATE_NOOP("Commands", "Switch between the graphical and the text view"),
        menu="view",
        shortcuts=("F2",),
        typed="view",
    ),
    Command(
        key="flip",
        title=QT_TRANSLATE_NOOP("Commands", "&Flip board"),
        tip=QT_TRANSLATE_NOOP("Commands", "Show the board from the other side"),
        menu="view",
        group=1,
        icon="flip",
        shortcuts=("Ctrl+L",),
        run=lambda desk, _: desk.document.turn_board(),
        typed="flip",
    ),
    Command(
        key="values",
        title=QT_TRANSLATE_NOOP("Commands", "Show &values"),
        tip=QT_TRANSLATE_NOOP("Commands", "Show the value of each move, proven or estimated"),
        menu="view",
        group=1,
        shortcuts=("Ctrl+E",),
        checked=lambda place: place.values_wanted,
        run=act.show_values,
    ),
    *OVERLAY_COMMANDS,
    Command(
        key="evaluation-bar",
        title=QT_TRANSLATE_NOOP("Commands", "Evaluation &bar"),
        tip=QT_TRANSLATE_NOOP("Commands", "Show beside the board which side stands better"),
        menu="view",
        group=1,
        checkable=True,
    ),
    Command(
        key="best-arrows",
        title=QT_TRANSLATE_NOOP("Commands", "&Arrows to the best moves"),
        tip=QT_TRANSLATE_NOOP("Commands", "Point out the best moves where the board has arrows"),
        menu="view",
        group=1,
        checkable=True,
    ),
    Command(
        key="full-screen",
        title=QT_TRANSLATE_NOOP("Commands", "F&ull screen"),
        tip=QT_TRANSLATE_NOOP("Commands", "Use the whole screen; Escape comes back"),
        menu="view",
        group=2,
        standard="FullScreen",
        shortcuts=("F11",),
        checkable=True,
    ),
    Command(
        key="reset-layout",
        title=QT_TRANSLATE_NOOP("Commands", "&Reset layout"),
        tip=QT_TRANSLATE_NOOP("Commands", "Put all panels back where they belong"),
        menu="view",
        group=2,
    ),
    Command(
        key="palette",
        title=QT_TRANSLATE_NOOP("Commands", "Find a &command…"),
        tip=QT_TRANSLATE_NOOP("Commands", "Type to find any command"),
        menu="view",
        group=3,
        shortcuts=("Ctrl+K",),
    ),
    Command(
        key="preferences",
        title=QT_TRANSLATE_NOOP("Commands", "Pr&eferences…"),
        tip=QT_TRANSLATE_NOOP("Commands", "Colours, speed, sizes and the tablebase"),
        menu="view",
        group=3,
        standard="Preferences",
        shortcuts=("Ctrl+,",),
    ),
    # -- help ------------------------------------------------------------------------------------
    Command(
        key="help",
        title=QT_TRANSLATE_NOOP("Commands", "&Help"),
        tip=QT_TRANSLATE_NOOP("Commands", "How to play, and the commands"),
        menu="help",
        standard="HelpContents",
        run=lambda desk, words: _help(desk, words),
        typed="help",
        arguments="[COMMAND]",
    ),
    Command(
        key="rules",
        title=QT_TRANSLATE_NOOP("Commands", "&Rules of this game"),
        tip=QT_TRANSLATE_NOOP("Commands", "The rules of this game"),
        menu="help",
        run=act.rules,
        typed="rules",
    ),
    Command(
        key="keys",
        title=QT_TRANSLATE_NOOP("Commands", "&Keys and commands"),
        tip=QT_TRANSLATE_NOOP("Commands", "All keys, and all commands that can be typed"),
        menu="help",
    ),
    Command(
        key="show-log",
        title=QT_TRANSLATE_NOOP("Commands", "Show &log"),
        tip=QT_TRANSLATE_NOOP("Commands", "Show the file that a report of an error should contain"),
        menu="help",
        group=1,
    ),
    Command(
        key="about",
        title=QT_TRANSLATE_NOOP("Commands", "&About Kalahloa"),
        tip=QT_TRANSLATE_NOOP("Commands", "Version, and whether the rules run compiled"),
        menu="help",
        group=1,
    ),
    # -- typed, or asked for by panels --------------------------------------------------------
    Command(
        key="moves",
        tip=QT_TRANSLATE_NOOP("Commands", "List the legal moves, with their values if known"),
        run=act.moves,
        typed="moves",
    ),
    Command(
        key="list-values",
        tip=QT_TRANSLATE_NOOP("Commands", "List the value of each move, proven or estimated"),
        run=act.list_values,
        typed="values",
    ),
    NAMED_OVERLAY,
    Command(
        key="board",
        tip=QT_TRANSLATE_NOOP("Commands", "Show the board again"),
        run=act.board,
        typed="board",
    ),
    Command(
        key="player",
        tip=QT_TRANSLATE_NOOP("Commands", "Set the player of a side"),
        run=act.player,
        typed="player",
        arguments="SIDE human|computer [LEVEL]|SEARCHER [DEPTH]",
    ),
    Command(
        key="players",
        tip=QT_TRANSLATE_NOOP("Commands", "Show the players"),
        run=act.players,
        typed="players",
    ),
    Command(
        key="record",
        tip=QT_TRANSLATE_NOOP("Commands", "List the moves played, and the variations"),
        run=act.record,
        typed="record",
    ),
    Command(
        key="goto",
        tip=QT_TRANSLATE_NOOP("Commands", "Go to the position after N plies of this line"),
        possible=lambda place: _has_past(place) or _has_future(place),
        otherwise=_NO_MOVE_PLAYED,
        run=act.goto,
        typed="goto",
        arguments="N",
    ),
    Command(
        key="position",
        tip=QT_TRANSLATE_NOOP("Commands", "Show the position in one line"),
        run=act.position,
        typed="position",
    ),
    Command(
        key="play",
        tip=QT_TRANSLATE_NOOP("Commands", "Make a move, also one named like a command"),
        possible=lambda place: place.human_may_move,
        otherwise=_why_no_move,
        run=act.play,
        typed="play",
        arguments="MOVE",
    ),
    Command(
        key="goto-node",
        possible=_has_moves,
        otherwise=_NO_MOVE_PLAYED,
        run=act.goto_node,
        arguments="NUMBER",
    ),
)

BY_KEY = {command.key: command for command in COMMANDS}
"""All commands by their keys."""
BY_TYPED_NAME = {command.typed: command for command in COMMANDS if command.typed}
"""The commands that can be typed, by their names there."""


def no_such_command(word: str) -> str:
    """Return a sentence that *word* is no command, with the one that was probably meant."""
    meant = get_close_matches(word.lower(), BY_TYPED_NAME, n=1)
    if meant:
        sentence = translate("Commands", "There is no command '{word}'; did you mean {meant}?")
        return fill(sentence, word=quote(word), meant=meant[0])
    sentence = translate("Commands", "There is no command '{word}'; type help for the list.")
    return fill(sentence, word=quote(word))


def _help(desk: Desk, words: list[str]) -> str:
    """Return how to play and one line a command, or what the command in *words* does."""
    if not words:
        return commands_report(desk.document.game, BY_TYPED_NAME.values(), desk.columns)
    command = BY_TYPED_NAME.get(words[0].lower())
    if command is None:
        raise BadCommand(no_such_command(words[0]))
    return command_report(command)
