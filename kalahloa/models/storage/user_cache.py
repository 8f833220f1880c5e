"""The folder for files that can be made anew, such as tablebases."""

import os
import sys
from pathlib import Path

from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

VARIABLE = "KALAHLOA_CACHE"
"""The environment variable that names another folder."""


class CacheUnavailable(KalahloaError):
    """The cache cannot be used; the sentence says where and why."""


def cache_folder() -> Path:
    """Return the folder: `VARIABLE` if it is set, or the system's usual place.

    It need not exist.  Raises `CacheUnavailable` if the user has no home folder.
    """
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen)
    try:
        if sys.platform == "win32":
            local = os.environ.get("LOCALAPPDATA")
            return (Path(local) if local else Path.home() / "AppData" / "Local") / "kalahloa"
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "kalahloa"
        given = os.environ.get("XDG_CACHE_HOME", "")
        return (Path(given) if os.path.isabs(given) else Path.home() / ".cache") / "kalahloa"
    except RuntimeError as error:
        raise CacheUnavailable(
            QT_TRANSLATE_NOOP("Models", "There is no folder for the cache: {reason}").format(
                reason=error
            )
        ) from error
