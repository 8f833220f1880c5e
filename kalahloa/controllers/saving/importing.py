"""Takes games of files into the library, in the background."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from kalahloa.controllers.saving.opening import OpenLibrary
from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.controllers.saving import library_importer

if TYPE_CHECKING:
    from kalahloa.models.library.importer import ImportProgress


class Importing(QObject):
    """Imports files on a thread that is made, with what it needs, when it is first used."""

    imported = Signal(object)
    """An `Imported`: what came of an import."""
    progressed = Signal(object)
    """`progress` is this now."""

    def __init__(self, open_library: OpenLibrary, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open_library = open_library
        self._importer: library_importer.LibraryImporter | None = None

    def import_later(self, paths: Iterable[Path], *, again: bool = True) -> None:
        """Import the games of *paths*; see `Keeper.import_later`."""
        if self._importer is None:
            self._importer = library_importer.LibraryImporter(self._open_library, self)
            self._importer.finished.connect(self._take_results)
            self._importer.progressed.connect(self._tell_progress)
        self._importer.import_later(tuple(paths), again=again)

    def stop(self) -> None:
        """Stop the import that runs, if any; what was read until then is in the library."""
        if self._importer is not None:
            self._importer.cancel()

    @property
    def progress(self) -> "ImportProgress | None":
        """How far an import is; None while none runs."""
        return None if self._importer is None else self._importer.progress

    @Slot()
    def _tell_progress(self) -> None:
        self.progressed.emit(self.progress)

    @Slot()
    def _take_results(self) -> None:
        for result in self._importer.take_results() if self._importer is not None else ():
            self.progressed.emit(self.progress)
            self.imported.emit(result)

    def shut_down(self) -> None:
        """Stop, and end the thread; may be called twice."""
        if self._importer is not None:
            self._importer.shut_down()
