"""Games that are dragged out of the list: files that are written when somebody takes them."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QUrl

from kalahloa.controllers.features.library.library_view import LibraryView
from kalahloa.models.text.errors import KalahloaError

MAX_DRAGGED = 50
"""So many games can be dragged at once: the program that takes them waits."""
URI_LIST = "text/uri-list"


class GameFiles(QMimeData):
    """The games with *ids* as files in SGF, in *folder*, which is to last: some read them later."""

    def __init__(self, library: LibraryView, ids: Sequence[int], folder: Path) -> None:
        super().__init__()
        self._library = library
        self._ids = tuple(ids)
        self._folder = folder
        self._urls: list[QUrl] = []

    def formats(self) -> list[str]:
        """Return the one format."""
        return [URI_LIST]

    def hasFormat(self, mime_type: str) -> bool:
        """Return whether *mime_type* is the one format."""
        return mime_type == URI_LIST

    def retrieveData(self, mime_type: str, preferred: object) -> object:
        """Write the files at the first call, and return where they are; None if that fails."""
        if mime_type != URI_LIST:
            return None
        if not self._urls:
            try:
                paths = self._library.write_files(self._ids, self._folder)
            except KalahloaError:
                return None
            self._urls = [QUrl.fromLocalFile(str(path)) for path in paths]
        return self._urls
