"""Looks for damage in the library on a background thread, and has it repaired."""

import threading
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.saving.opening import MendLibrary
from kalahloa.controllers.work.background import Background
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.text.quotation import shorten
from kalahloa.models.work.cancellation import Stop


@dataclass(frozen=True)
class CheckRequest:
    """A request to look at all of the library; it cannot be cancelled."""

    number: int
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class Checked:
    """What came of a check: what the user is to be told of a repair, or an `error`.

    `last` is the game that was changed last, None if there is none.
    """

    sentences: tuple[str, ...] = ()
    error: str = ""
    last: int | None = None


class LibraryChecker(Background[CheckRequest]):
    """Checks the library, and repairs it if it is damaged."""

    gives_way = True
    finished = Signal()
    """`take_results` has a new result; emitted on the checker's thread."""

    def __init__(self, mend: MendLibrary, parent: QObject | None = None) -> None:
        super().__init__("checking games", parent)
        self._mend = mend
        self._lock = threading.Lock()
        self._results: list[Checked] = []

    def check(self) -> None:
        """Request a check."""
        self.submit(CheckRequest(self.next_number()))

    def work(self, request: CheckRequest) -> None:
        """Check the library."""
        result = self._checked()
        with self._lock:
            self._results.append(result)
        self.finished.emit()

    def _checked(self) -> Checked:
        try:
            library, sentences = self._mend()
            with library:
                last = [header.id for header in library.search(limit=1)]
        except KalahloaError as error:
            return Checked(error=in_words(error))
        except Exception as error:  # an unexpected one must not end the thread
            sentence = translate("Controllers", "The library cannot be checked: {reason}.")
            return Checked(error=fill(sentence, reason=shorten(error)))
        return Checked(tuple(map(in_words, sentences)), last=last[0] if last else None)

    def take_results(self) -> list[Checked]:
        """Return the results since the last call, in order."""
        with self._lock:
            results, self._results = self._results, []
        return results
