"""The commands about the library: opening, importing, throwing away."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote

with lazy_imports():
    from kalahloa.controllers.features.library import library_view
if TYPE_CHECKING:
    from kalahloa.controllers.features.library.library_view import LibraryView

MAX_DIGITS = 15
"""Longer ids are not read."""
_IDS = re.compile(rf"[0-9]{{1,{MAX_DIGITS}}}+(?:,[0-9]{{1,{MAX_DIGITS}}}+)*")
"""Ids with commas between."""
MAX_TAG = 60
"""Maximum length of a tag, in characters."""
LIBRARY_COMMANDS = CommandTable()
"""The commands about the library; those without a name are what panels ask for."""


@LIBRARY_COMMANDS.declare(
    key="import",
    after="save",
    title=QT_TRANSLATE_NOOP("Commands", "&Import…"),
    tip=QT_TRANSLATE_NOOP("Commands", "Import files of games into the library"),
    words=QT_TRANSLATE_NOOP("Commands", "add games, take files, read games"),
    menu="game",
    group=1,
    icon="import",
    shortcuts=("Ctrl+Shift+I",),
    typed="import",
    arguments="FILE…",
)
def import_into_library(app: AppContext, words: list[str]) -> str:
    """Take files and folders into the library."""
    if not words:
        raise BadCommand(translate("Commands", "Type the names of files or folders."))
    _library(app).import_files(Path(word).expanduser() for word in words)
    return ""


@LIBRARY_COMMANDS.declare(
    key="library",
    after="next-variation",
    tip=QT_TRANSLATE_NOOP("Commands", "Show all saved games"),
    typed="library",
)
def show_library(app: AppContext, words: list[str]) -> str:
    """Show the library, where there is a window."""
    if "library" not in app.window_actions:
        raise BadCommand(translate("Commands", "This needs the graphical window."))
    app.window_actions["library"]()
    return ""


@LIBRARY_COMMANDS.declare(
    key="open-game",
    tip=QT_TRANSLATE_NOOP("Commands", "Open the library game with this number"),
    typed="load",
    arguments="NUMBER",
)
def open_library_game(app: AppContext, words: list[str]) -> str:
    """Open the game with an id."""
    _library(app).open(_one(words))
    return ""


@LIBRARY_COMMANDS.declare(
    key="trash-game",
    arguments="NUMBERS",
)
def trash_games(app: AppContext, words: list[str]) -> str:
    """Put games into the trash."""
    _library(app).trash(_some(_ids(words)))
    return ""


@LIBRARY_COMMANDS.declare(
    key="restore-game",
    arguments="[NUMBERS]",
)
def restore_games(app: AppContext, words: list[str]) -> str:
    """Take games out of the trash; without words those that were put there last."""
    _library(app).restore(_ids(words))
    return ""


@LIBRARY_COMMANDS.declare(
    key="empty-trash",
)
def delete_trash(app: AppContext, words: list[str]) -> str:
    """Delete the games in the trash for good."""
    _library(app).empty_trash()
    return ""


@LIBRARY_COMMANDS.declare(
    key="game-details",
    arguments="NUMBER",
)
def game_details(app: AppContext, words: list[str]) -> str:
    """Edit the details of the game with an id."""
    _library(app).ask_details(_one(words))
    return ""


def _one(words: list[str]) -> int:
    ids = _ids(words)
    if len(ids) != 1:
        raise BadCommand(translate("Commands", "Type the number of one library game."))
    return ids[0]


@LIBRARY_COMMANDS.declare(
    key="tag-games",
    arguments="ADDED REMOVED NUMBERS",
)
def tag_games(app: AppContext, words: list[str]) -> str:
    """Give games tags, and take others from them: both separated by commas, and then the ids."""
    if len(words) < 3:
        raise BadCommand(
            translate("Commands", "Type tags to add, tags to remove, and the numbers of games.")
        )
    _library(app).tag(_ids(words[2:]), _tags(words[0]), _tags(words[1]))
    return ""


def _tags(word: str) -> list[str]:
    tags = [" ".join(tag.split())[:MAX_TAG] for tag in word.split(",")]
    return list(dict.fromkeys(tag for tag in tags if tag))


@LIBRARY_COMMANDS.declare(
    key="copy-games",
    arguments="NUMBERS",
)
def copy_games(app: AppContext, words: list[str]) -> str:
    """Put games on the clipboard, as text in SGF."""
    if app.copy is None:
        raise BadCommand(translate("Commands", "No clipboard is available."))
    _library(app).copy(_some(_ids(words)), app.copy)
    return ""


@LIBRARY_COMMANDS.declare(
    key="export-games",
    arguments="FILE NUMBERS",
)
def export_from_library(app: AppContext, words: list[str]) -> str:
    """Write games to a file in SGF or as a web page: its path, and then the ids."""
    if len(words) < 2:
        raise BadCommand(translate("Commands", "Type a file name, then the numbers of games."))
    _library(app).export(_ids(words[1:]), Path(words[0]).expanduser())
    return ""


def _library(app: AppContext) -> "LibraryView":
    library = app.get(library_view.LibraryView)
    if library is None:
        raise BadCommand(translate("Commands", "No library is open here."))
    return library


def _ids(words: Sequence[str]) -> list[int]:
    # All at once: they may be 100,000, and one by one they take longer than a frame.
    together = ",".join(words)
    if not words:
        return []
    if not _IDS.fullmatch(together):
        word = next(one for one in together.split(",") if not _IDS.fullmatch(one))
        sentence = translate("Commands", "'{word}' is not the number of a game.")
        raise BadCommand(fill(sentence, word=quote(word)))
    return list(map(int, together.split(",")))


def _some(ids: list[int]) -> list[int]:
    if not ids:
        raise BadCommand(translate("Commands", "Type the numbers of library games."))
    return ids


@LIBRARY_COMMANDS.declare(
    key="undo-library",
    after="clear-drawings",
    title=QT_TRANSLATE_NOOP("Commands", "Undo library c&hange"),
    tip=QT_TRANSLATE_NOOP("Commands", "Undo the last change to games in the library"),
    words=QT_TRANSLATE_NOOP("Commands", "restore games, undo deleted game, undo import"),
    menu="edit",
    group=9,
    typed="undolibrary",
    arguments="[CHANGE]",
)
def undo_library_edit(app: AppContext, words: list[str]) -> str:
    """Take back an edit of the library: that with a number, or the newest one."""
    ids = _ids(words)
    if len(ids) > 1:
        raise BadCommand(translate("Commands", "Undo one change at a time."))
    _library(app).undo(*ids)
    return ""
