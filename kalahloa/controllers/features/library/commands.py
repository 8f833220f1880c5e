"""The commands about the library: opening, importing, throwing away."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.command import Command
from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.controllers.features.library import actions as act

IMPORT = Command(
    key="import",
    after="save",
    title=QT_TRANSLATE_NOOP("Commands", "&Import…"),
    tip=QT_TRANSLATE_NOOP("Commands", "Take files with games into the library"),
    menu="game",
    group=1,
    icon="import",
    shortcuts=("Ctrl+Shift+I",),
    run=act.import_games,
    typed="import",
    arguments="FILE…",
)

UNDO_LIBRARY = Command(
    key="undo-library",
    after="clear-drawings",
    title=QT_TRANSLATE_NOOP("Commands", "Undo library c&hange"),
    tip=QT_TRANSLATE_NOOP("Commands", "Take back the last change of games in the library"),
    menu="edit",
    group=9,
    run=act.undo_edit,
    typed="undolibrary",
    arguments="[CHANGE]",
)

LIBRARY_COMMANDS: tuple[Command, ...] = (
    Command(
        key="library",
        after="next-variation",
        tip=QT_TRANSLATE_NOOP("Commands", "Show all games that are kept"),
        run=act.show_library,
        typed="library",
    ),
    Command(
        key="open-game",
        tip=QT_TRANSLATE_NOOP("Commands", "Open the game of the library with this number"),
        run=act.open_game,
        typed="load",
        arguments="NUMBER",
    ),
    Command(key="trash-game", run=act.trash_games, arguments="NUMBERS"),
    Command(key="restore-game", run=act.restore_games, arguments="[NUMBERS]"),
    Command(key="empty-trash", run=act.delete_trash),
    Command(key="game-details", run=act.game_details, arguments="NUMBER"),
    Command(key="tag-games", run=act.tag_games, arguments="ADDED REMOVED NUMBERS"),
    Command(key="copy-games", run=act.copy_games, arguments="NUMBERS"),
    Command(key="export-games", run=act.export_games, arguments="FILE NUMBERS"),
)
"""The commands about the library; those without a name are what panels ask for."""
