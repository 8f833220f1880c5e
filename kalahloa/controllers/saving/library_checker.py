"""Looks for damage in the library on a background thread, and has it repaired."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, Slot

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.saving.opening import MendLibrary
from kalahloa.controllers.work.worker import Worker
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.text.quotation import shorten

SLOW_MS, AGAIN_MS = 1000, 5000
"""An update that takes longer is told of, and again as long as it goes on."""


@dataclass(frozen=True)
class Checked:
    """What came of a check: what the user is to be told of a repair, or an `error`.

    `last` is the game that was changed last, None if there is none.
    """

    sentences: tuple[str, ...] = ()
    error: str = ""
    last: int | None = None


class LibraryChecker(Worker):
    """Has the library checked, brought up to date, and repaired if it is damaged."""

    message = Signal(str)
    """A sentence about an update that takes long."""
    _began_update = Signal()

    def __init__(
        self,
        mend: MendLibrary,
        parent: QObject | None = None,
        updates: Callable[[], bool] = lambda: False,
    ) -> None:
        """Check what *mend* opens; *updates* returns whether that will be brought up to date."""
        super().__init__("checking games", parent, gives_way=True)
        self._mend = mend
        self._updates = updates
        self._has_told = False
        self._slow = single_shot(self, self._tell_slow, SLOW_MS)
        self._began_update.connect(self._slow.start)
        self.checks: deque[Checked] = deque()
        """What has come of checks, also of one that ends while this is shut down."""

    def check(self, done: Callable[[], object]) -> None:
        """Check the library, and call *done* when `checks` has what came of it."""
        self.do(
            lambda _: self.checks.append(self.checked()),
            done=lambda _: self._end(done),
            failed=lambda *_: None,
        )

    @Slot()
    def _tell_slow(self) -> None:
        self._has_told = True
        self.message.emit(translate("Controllers", "Updating your library for this version…"))
        self._slow.start(AGAIN_MS)

    def _end(self, done: Callable[[], object]) -> None:
        self._slow.stop()
        if self._has_told:
            self._has_told = False
            self.message.emit(translate("Controllers", "Your library is up to date."))
        done()

    def checked(self) -> Checked:
        """Look at all of the library, on the calling thread, and return what came of it."""
        try:
            if self._updates():
                self._began_update.emit()
            library, sentences = self._mend()
            with library:
                last = [header.id for header in library.search(limit=1)]
        except KalahloaError as error:
            return Checked(error=in_words(error))
        except Exception as error:
            sentence = translate("Controllers", "Cannot check the library: {reason}.")
            return Checked(error=fill(sentence, reason=shorten(error)))
        return Checked(tuple(map(in_words, sentences)), last=last[0] if last else None)
