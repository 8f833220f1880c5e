"""The commands about the game as a whole: new, opened, copied, passed on."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, in_words, translate
from kalahloa.controllers.commands.command import CommandTable, copied
from kalahloa.controllers.commands.conditions import NO_MOVE_PLAYED, has_moves
from kalahloa.controllers.commands.reports import (
    record_report,
)
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.models.game.registry import find_game, game_keys
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote


def _players_differ(place: Place) -> bool:
    return place.players[0] != place.players[1]


GAME_COMMANDS = CommandTable()


@GAME_COMMANDS.declare(
    key="new",
    title=QT_TRANSLATE_NOOP("Commands", "&New game…"),
    tip=QT_TRANSLATE_NOOP("Commands", "Start another game; this one is saved"),
    words=QT_TRANSLATE_NOOP("Commands", "start a game, begin, against the computer"),
    menu="game",
    icon="new",
    standard="New",
    typed="new",
    arguments="[GAME] [RULES]",
    following=lambda app: game_keys(),
)
def new_game(app: AppContext, words: list[str]) -> str:
    """Start the game and the rules named by *words*, by default those of the current game."""
    game, rules = app.document.game, app.document.record.rules
    rest = list(words)
    if rest and rest[0].lower() in game_keys():
        game = find_game(rest.pop(0))
        rules = game.rulebook.default
    if rest:
        rules = game.rulebook.read(rest.pop(0))
    if rest:
        sentence = translate(
            "Commands", "'{word}' is one argument too many: new takes a game and a preset."
        )
        raise BadCommand(fill(sentence, word=quote(rest[0])))
    app.document.new_game(game, rules)
    return ""


@GAME_COMMANDS.declare(
    key="rematch",
    title=QT_TRANSLATE_NOOP("Commands", "&Rematch"),
    tip=QT_TRANSLATE_NOOP("Commands", "Start the same game again; this one is saved"),
    words=QT_TRANSLATE_NOOP("Commands", "restart, play again, once more"),
    menu="game",
    icon="rematch",
    shortcuts=("Ctrl+Shift+N",),
    possible=has_moves,
    otherwise=NO_MOVE_PLAYED,
    typed="rematch",
)
def rematch(app: AppContext, words: list[str]) -> str:
    """Start the same game again, from the same position; or the same puzzle."""
    if app.start_again():
        return ""
    record = app.document.record
    app.document.new_game(
        record.game, record.rules, start=record.start, comment=record.root.comment
    )
    return ""


@GAME_COMMANDS.declare(
    key="swap-sides",
    title=QT_TRANSLATE_NOOP("Commands", "S&wap sides"),
    tip=QT_TRANSLATE_NOOP("Commands", "Let each player take the other side"),
    words=QT_TRANSLATE_NOOP("Commands", "switch sides, change colour, change places"),
    menu="game",
    possible=_players_differ,
    otherwise=QT_TRANSLATE_NOOP("Commands", "Both sides have the same player."),
    typed="swapsides",
    typed_aliases=("exchange",),
)
def swap_sides(app: AppContext, words: list[str]) -> str:
    """Exchange the players."""
    first, second = app.document.players
    app.document.set_players((second, first))
    sides = zip(app.document.game.sides, app.document.players, strict=True)
    return " ".join(f"{in_words(side)}: {in_words(player.title)}." for side, player in sides)


GAME_COMMANDS.declare(
    key="edit-position",
    title=QT_TRANSLATE_NOOP("Commands", "Set &up a position…"),
    tip=QT_TRANSLATE_NOOP("Commands", "Place the pieces yourself, then play or study the position"),
    words=QT_TRANSLATE_NOOP("Commands", "board editor, custom position, arrange the pieces"),
    menu="game",
    shortcuts=("Ctrl+Shift+E",),
)
GAME_COMMANDS.declare(
    key="open",
    title=QT_TRANSLATE_NOOP("Commands", "&Open…"),
    tip=QT_TRANSLATE_NOOP("Commands", "Open a saved game"),
    words=QT_TRANSLATE_NOOP("Commands", "load, open file, read sgf"),
    menu="game",
    group=1,
    icon="open",
    standard="Open",
)
GAME_COMMANDS.declare(
    key="save",
    title=QT_TRANSLATE_NOOP("Commands", "&Save a copy…"),
    tip=QT_TRANSLATE_NOOP("Commands", "Save the game to a file of your choice"),
    words=QT_TRANSLATE_NOOP("Commands", "save as, store, keep a file"),
    menu="game",
    group=1,
    standard="Save",
    possible=has_moves,
    otherwise=NO_MOVE_PLAYED,
    reveals=True,
)
GAME_COMMANDS.declare(
    key="export",
    title=QT_TRANSLATE_NOOP("Commands", "&Export…"),
    tip=QT_TRANSLATE_NOOP("Commands", "Save a picture, an animation, a web page or pages to print"),
    words=QT_TRANSLATE_NOOP(
        "Commands", "pdf, html, web page, study, picture, gif, svg, print, image, download"
    ),
    menu="game",
    group=1,
    shortcuts=("Ctrl+Shift+X",),
    reveals=True,
)
GAME_COMMANDS.declare(
    key="copy-position",
    title=QT_TRANSLATE_NOOP("Commands", "&Copy position"),
    tip=QT_TRANSLATE_NOOP("Commands", "Copy the position as one line of text"),
    words=QT_TRANSLATE_NOOP(
        "Commands", "position string, notation of the position, clipboard position"
    ),
    menu="game",
    group=2,
    shortcuts=("Ctrl+Shift+C",),
)(copied(lambda app, _: app.document.position.position_string()))
GAME_COMMANDS.declare(
    key="copy-picture",
    title=QT_TRANSLATE_NOOP("Commands", "Cop&y picture"),
    tip=QT_TRANSLATE_NOOP("Commands", "Copy the board as a picture"),
    words=QT_TRANSLATE_NOOP("Commands", "screenshot, image to the clipboard, copy board"),
    menu="game",
    group=2,
)
GAME_COMMANDS.declare(
    key="copy-moves",
    title=QT_TRANSLATE_NOOP("Commands", "Copy &moves"),
    tip=QT_TRANSLATE_NOOP("Commands", "Copy the moves of this line, one per row"),
    words=QT_TRANSLATE_NOOP("Commands", "copy notation, moves as text, share the moves"),
    menu="game",
    group=2,
    possible=has_moves,
    otherwise=NO_MOVE_PLAYED,
)(copied(lambda app, _: record_report(app.document.place)))
GAME_COMMANDS.declare(
    key="copy-game",
    title=QT_TRANSLATE_NOOP("Commands", "Copy g&ame"),
    tip=QT_TRANSLATE_NOOP("Commands", "Copy the game with all variations and comments, as SGF"),
    words=QT_TRANSLATE_NOOP("Commands", "sgf, share the game, clipboard game"),
    menu="game",
    group=2,
    shortcuts=("Ctrl+Alt+G",),
    reveals=True,
)


@GAME_COMMANDS.declare(
    key="paste-game",
    title=QT_TRANSLATE_NOOP("Commands", "&Paste game or position"),
    tip=QT_TRANSLATE_NOOP("Commands", "Open the game or position on the clipboard"),
    words=QT_TRANSLATE_NOOP("Commands", "insert game, paste sgf, from the clipboard"),
    menu="game",
    group=2,
    shortcuts=("Ctrl+Shift+V",),
)
def paste(app: AppContext, words: list[str]) -> str:
    """Go on from what is in the clipboard: a position, a game in SGF, a list of moves."""
    if app.paste is None or app.open_text is None:
        raise BadCommand(translate("Commands", "No clipboard is available."))
    text = app.paste()
    if not text.strip():
        raise BadCommand(translate("Commands", "The clipboard has no text."))
    app.open_text(text)
    return ""


GAME_COMMANDS.declare(
    key="quit",
    title=QT_TRANSLATE_NOOP("Commands", "&Quit"),
    tip=QT_TRANSLATE_NOOP("Commands", "Quit; your game is saved"),
    words=QT_TRANSLATE_NOOP("Commands", "exit, close, leave"),
    menu="game",
    group=3,
    standard="Quit",
    shortcuts=("Ctrl+Q",),
    typed="quit",
)
