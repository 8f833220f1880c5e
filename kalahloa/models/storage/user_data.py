"""The folder of what the user makes: the library."""

import os
import sys
from pathlib import Path

from kalahloa.models.text.errors import LibraryUnavailable
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

VARIABLE = "KALAHLOA_DATA"
"""The environment variable that names another folder."""
LIBRARY_FILE = "library.sqlite"
_OURS = Path("Kalahloa") / "Kalahloa"
"""Organization and application, as in Qt's `AppDataLocation`."""


def data_folder() -> Path:
    """Return the folder: `VARIABLE` if it is set, or the system's place for the data of programs.

    It need not exist.  Raises `LibraryUnavailable` if the user has no home folder.
    """
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        given = os.environ.get("APPDATA", "")
        parts: tuple[str, ...] = ("AppData", "Roaming")
    elif sys.platform == "darwin":
        given, parts = "", ("Library", "Application Support")
    else:
        given, parts = os.environ.get("XDG_DATA_HOME", ""), (".local", "share")
    if os.path.isabs(given):
        return Path(given) / _OURS
    return _home().joinpath(*parts) / _OURS


def library_path() -> Path:
    """Return the path of the user's library; raises what `data_folder` raises."""
    return data_folder() / LIBRARY_FILE


def old_games_folder() -> Path:
    """Return the folder where versions without a library kept games.

    Raises what `data_folder` raises.
    """
    return data_folder() / "games"


def _home() -> Path:
    try:
        home = Path.home()
    except RuntimeError:
        home = Path()
    if not home.is_absolute():
        raise LibraryUnavailable(
            QT_TRANSLATE_NOOP(
                "Models",
                "There is no folder for the library: the user has no home folder, and {variable} "
                "names no other.",
            ).format(variable=VARIABLE)
        )
    return home
