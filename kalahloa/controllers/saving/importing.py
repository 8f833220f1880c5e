"""Takes games of files into the library, in the background."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.base.translation import in_words, translate
from kalahloa.controllers.saving.opening import OpenLibrary, all_readers
from kalahloa.controllers.work.worker import Worker, WorkerTask
from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.models.library import importer

if TYPE_CHECKING:
    from kalahloa.models.library.importer import ImportProgress, ImportReport


@dataclass(frozen=True)
class Imported:
    """What came of an import; `error` is a sentence where the library cannot be used.

    `again` is whether games that were deleted since they were taken in have come back.
    """

    again: bool
    report: "ImportReport"
    error: str = ""

    def problems(self, most: int) -> list[str]:
        """Return why the library cannot be used, and why files were not read, at most so many."""
        unread = [in_words(one.problem) for one in self.report.failed[:most]]
        return [self.error, *unread] if self.error else unread


class Importing(Worker):
    """Imports files one request at a time; a newer one stops the one before, and goes on after."""

    imported = Signal(object)
    """An `Imported`: what came of an import."""
    progressed = Signal(object)
    """`progress` is this now."""

    def __init__(self, open_library: OpenLibrary, parent: QObject | None = None) -> None:
        super().__init__("import", parent, gives_way=True)
        self._open_library = open_library
        self.progress: ImportProgress | None = None
        """How far an import is; None while none runs."""

    def import_later(self, paths: Iterable[Path], *, again: bool = True) -> None:
        """Import the games of *paths*; see `Keeper.import_later`."""
        wanted = tuple(paths)

        def work(task: WorkerTask) -> "ImportReport | None":
            if task.stop():
                return None
            with self._open_library() as library:
                return importer.import_files(
                    library,
                    wanted,
                    all_readers(),
                    again=again,
                    stopped=task.stop,
                    progress=task.report,
                )

        def end(report: "ImportReport | None", error: str = "") -> None:
            self._note(None)
            if report is not None:
                self.imported.emit(Imported(again, report, error))

        self.cancel()
        self.do(
            work,
            news=self._note,
            done=end,
            failed=lambda sentence, _: end(importer.ImportReport(), sentence),
            failure=translate("Controllers", "Cannot import the files: {reason}."),
        )

    def _note(self, progress: "ImportProgress | None") -> None:
        self.progress = progress
        self.progressed.emit(progress)
