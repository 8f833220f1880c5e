"""`kalahloa library`: lists, shows, imports and exports the games that are kept."""

from kalahloa.cli.command import CommandGroup, PlainCommand
from kalahloa.cli.library.exporting import add_export, export_games
from kalahloa.cli.library.importing import add_import, run_import
from kalahloa.cli.library.listing import add_game_list, add_show, list_games, show_game
from kalahloa.cli.library.statistics import add_statistics, print_statistics
from kalahloa.cli.library.upkeep import (
    add_backup,
    add_library_check,
    add_tag,
    add_trash,
    add_where,
    back_up,
    check_library,
    restore,
    show_place,
    tag,
    trash,
)

COMMAND = CommandGroup(
    "library",
    "List, show, import and export the games in the library. The environment variable "
    "KALAHLOA_DATA sets another folder for it.",
    (
        PlainCommand(
            "list",
            "List the games in the library, or those that match.",
            "kalahloa library list --game loa --player anna --json",
            add_game_list,
            list_games,
        ),
        PlainCommand(
            "show",
            "Show a game of the library: its main line, and all its nodes.",
            "kalahloa library show 1 --json",
            add_show,
            show_game,
        ),
        PlainCommand(
            "import",
            "Import files and folders into the library: SGF, JSON, lists of moves.",
            "kalahloa library import games.sgf old-games/",
            add_import,
            run_import,
        ),
        PlainCommand(
            "export",
            "Export games from the library to files.",
            "kalahloa library export 1 2 --output games.sgf",
            add_export,
            export_games,
        ),
        PlainCommand(
            "statistics",
            "Show a player's results by opponent and opening, and where the mistakes are.",
            "kalahloa library statistics --game kalah --json",
            add_statistics,
            print_statistics,
        ),
        PlainCommand(
            "check",
            "Check the library file and, with --repair, repair it.",
            "kalahloa library check --json",
            add_library_check,
            check_library,
        ),
        PlainCommand(
            "backup",
            "Copy the library to a file, even while it is in use.",
            "kalahloa library backup backup.sqlite",
            add_backup,
            back_up,
        ),
        PlainCommand(
            "where",
            "Print the path of the library.",
            "kalahloa library where",
            add_where,
            show_place,
        ),
        PlainCommand(
            "trash",
            "Move games to the trash.",
            "kalahloa library trash 2",
            add_trash,
            trash,
        ),
        PlainCommand(
            "restore",
            "Restore games from the trash.",
            "kalahloa library restore 2",
            add_trash,
            restore,
        ),
        PlainCommand(
            "tag",
            "Add tags to a library game, or remove them.",
            "kalahloa library tag 1 endgame beautiful",
            add_tag,
            tag,
        ),
    ),
)
