"""Takes files into the library on a background thread."""

import threading
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.saving.opening import OpenLibrary, all_readers
from kalahloa.controllers.work.background import Background
from kalahloa.models.library.importer import ImportProgress, Report, import_files
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.text.quotation import shorten
from kalahloa.models.work.cancellation import Stop


@dataclass(frozen=True)
class ImportRequest:
    """A request to take the games of `paths`, files and folders, into the library.

    `again` is whether games that were deleted since they were taken in come back.
    """

    number: int
    paths: tuple[Path, ...]
    again: bool
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class Imported:
    """What came of an import; `error` is a sentence where the library cannot be used."""

    request: ImportRequest
    report: Report = Report()  # noqa: RUF009  (it is frozen)
    error: str = ""

    def problems(self, most: int) -> list[str]:
        """Return why the library cannot be used, and why files were not read, at most so many."""
        unread = [in_words(one.problem) for one in self.report.failed[:most]]
        return [self.error, *unread] if self.error else unread


class LibraryImporter(Background[ImportRequest]):
    """Imports files one request at a time; a newer one stops the one before, and goes on after."""

    gives_way = True
    progressed = Signal()
    """`progress` is another one; emitted on the importer's thread."""
    finished = Signal()
    """`take_results` has a new result; emitted on the importer's thread."""

    def __init__(self, open_library: OpenLibrary, parent: QObject | None = None) -> None:
        super().__init__("import", parent)
        self._open_library = open_library
        self._lock = threading.Lock()
        self._results: list[Imported] = []
        self.progress: ImportProgress | None = None
        """How far the import is that runs, None if none does."""

    def import_later(self, paths: tuple[Path, ...], *, again: bool = True) -> int:
        """Request the import of *paths*, and return its number."""
        return self.submit(ImportRequest(self.next_number(), paths, again))

    def work(self, request: ImportRequest) -> None:
        """Import what *request* names."""
        if request.stop():
            return
        result = self._imported(request)
        with self._lock:
            self._results.append(result)
        self.progress = None
        self.finished.emit()

    def _imported(self, request: ImportRequest) -> Imported:
        try:
            with self._open_library() as library:
                report = import_files(
                    library,
                    request.paths,
                    all_readers(),
                    again=request.again,
                    stopped=request.stop,
                    progress=self._note,
                )
        except KalahloaError as error:
            return Imported(request, error=in_words(error))
        except Exception as error:  # a plug-in may raise anything
            sentence = translate("Controllers", "The files cannot be imported: {reason}.")
            return Imported(request, error=fill(sentence, reason=shorten(error)))
        return Imported(request, report)

    def _note(self, progress: ImportProgress) -> None:
        self.progress = progress
        self.progressed.emit()

    def take_results(self) -> list[Imported]:
        """Return the results since the last call, in order."""
        with self._lock:
            results, self._results = self._results, []
        return results
