"""What the commands about the library do: see `command_actions`; most words are ids of games."""

import re
from collections.abc import Sequence
from pathlib import Path

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.library.library_view import LibraryView
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote

MAX_DIGITS = 15
"""Longer ids are not read."""
_IDS = re.compile(rf"[0-9]{{1,{MAX_DIGITS}}}+(?:,[0-9]{{1,{MAX_DIGITS}}}+)*")
"""Ids with commas between."""
MAX_TAG = 60
"""Maximum length of a tag, in characters."""


def show_library(app: AppContext, words: list[str]) -> str:
    """Show the library, where there is a window."""
    if "library" not in app.window_actions:
        raise BadCommand(
            translate("Commands", "There is no window here in which this could be done.")
        )
    app.window_actions["library"]()
    return ""


def open_game(app: AppContext, words: list[str]) -> str:
    """Open the game with an id."""
    _library(app).open(_one(words))
    return ""


def game_details(app: AppContext, words: list[str]) -> str:
    """Edit the details of the game with an id."""
    _library(app).ask_details(_one(words))
    return ""


def _one(words: list[str]) -> int:
    ids = _ids(words)
    if len(ids) != 1:
        raise BadCommand(translate("Commands", "Write the number of one game of the library."))
    return ids[0]


def import_games(app: AppContext, words: list[str]) -> str:
    """Take files and folders into the library."""
    if not words:
        raise BadCommand(translate("Commands", "Write the names of files or folders."))
    _library(app).import_files(Path(word).expanduser() for word in words)
    return ""


def trash_games(app: AppContext, words: list[str]) -> str:
    """Put games into the trash."""
    _library(app).trash(_some(_ids(words)))
    return ""


def restore_games(app: AppContext, words: list[str]) -> str:
    """Take games out of the trash; without words those that were put there last."""
    _library(app).restore(_ids(words))
    return ""


def delete_trash(app: AppContext, words: list[str]) -> str:
    """Delete the games in the trash for good."""
    _library(app).empty_trash()
    return ""


def tag_games(app: AppContext, words: list[str]) -> str:
    """Give games tags, and take others from them: both separated by commas, and then the ids."""
    if len(words) < 3:
        raise BadCommand(
            translate("Commands", "Write tags to add, tags to remove, and the numbers of games.")
        )
    _library(app).tag(_ids(words[2:]), _tags(words[0]), _tags(words[1]))
    return ""


def _tags(word: str) -> list[str]:
    tags = [" ".join(tag.split())[:MAX_TAG] for tag in word.split(",")]
    return list(dict.fromkeys(tag for tag in tags if tag))


def undo_edit(app: AppContext, words: list[str]) -> str:
    """Take back an edit of the library: that with a number, or the newest one."""
    ids = _ids(words)
    if len(ids) > 1:
        raise BadCommand(translate("Commands", "One change is undone at a time."))
    _library(app).undo(*ids)
    return ""


def copy_games(app: AppContext, words: list[str]) -> str:
    """Put games on the clipboard, as text in SGF."""
    if app.copy is None:
        raise BadCommand(translate("Commands", "There is no clipboard here."))
    _library(app).copy(_some(_ids(words)), app.copy)
    return ""


def export_games(app: AppContext, words: list[str]) -> str:
    """Write games to a file in SGF: its path, and then the ids."""
    if len(words) < 2:
        raise BadCommand(translate("Commands", "Write a file, and then the numbers of games."))
    _library(app).export(_ids(words[1:]), Path(words[0]).expanduser())
    return ""


def _library(app: AppContext) -> LibraryView:
    library = app.get(LibraryView)
    if library is None:
        raise BadCommand(translate("Commands", "There is no library here."))
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
        raise BadCommand(translate("Commands", "Write the numbers of games of the library."))
    return ids
