"""Looks things up in what is known of the game that is open, on a thread of its own."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Self

from PySide6.QtCore import QObject, QTimer, Slot

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.work.worker import Policy, Worker
from kalahloa.models.game.knowledge import Knowledge
from kalahloa.models.record.record import Record
from kalahloa.models.text.quotation import shorten
from kalahloa.models.work.cancellation import Stop

LOADING_MS = 50
"""How often it is looked whether a tablebase is loaded."""
Question = Callable[[Knowledge, Stop], Any]
"""Looks something up; runs on the thread, and must not use what the GUI's thread changes."""


@dataclass(frozen=True)
class _Asked:
    """A question about `record`, and what is done with its answer."""

    record: Record
    question: Question
    answer: Callable[[Any], None]
    is_enough: Callable[[Any], bool] | None


class BookLookup(Feature):
    """Asks the book and the tablebase of the document's rules.

    As long as the tablebase is not loaded, the book alone is asked.  The first question has it
    loaded.  Nothing of that is done on the caller's thread, importing what reads books included.
    """

    def __init__(
        self, document: Document, analysis: Analysis, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._analysis = analysis
        # Its tasks are short, and in Python: with a lower priority they would keep the interpreter
        # from the GUI where other threads keep the processors busy.
        self._worker = Worker("books", self)
        self._waiting: dict[str, _Asked] = {}
        self._later: dict[str, _Asked] = {}
        """What is asked again when the tablebase is loaded."""
        self._loading = QTimer(self)
        self._loading.setInterval(LOADING_MS)
        self._loading.timeout.connect(self._ask_again)
        self._ended = False

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        return cls(app.document, app[Analysis], app.document)

    @property
    def knowledge_number(self) -> int:
        """Another one whenever more or less is known."""
        return self._analysis.knowledge_number

    @property
    def is_loading(self) -> bool:
        """Whether a tablebase is being opened or built."""
        return self._analysis.is_loading

    def is_waiting(self, kind: str) -> bool:
        """Return whether a question of this *kind* is not answered yet."""
        return kind in self._waiting or kind in self._later

    def ask(
        self,
        kind: str,
        question: Question,
        answer: Callable[[Any], None],
        is_enough: Callable[[Any], bool] | None = None,
    ) -> None:
        """Run *question* in the background, and call *answer* with its result.

        It replaces an earlier question of the same kind.

        What *is_enough* refuses is asked again once the tablebase is there, if it is being loaded.
        A question that fails is answered with None, and its error is told.
        """
        if self._ended:
            return
        self._later.pop(kind, None)
        record, known = self._document.record, self._analysis.known_now()

        self._worker.do(
            lambda task: question(known(), task.stop),
            done=partial(self._receive, kind),
            failed=partial(self._fail, kind),
            policy=Policy.LATEST,
            kind=kind,
        )
        self._waiting[kind] = _Asked(record, question, answer, is_enough)

    def drop(self, kind: str) -> None:
        """Answer a question of this *kind* no longer."""
        self._later.pop(kind, None)
        if self._waiting.pop(kind, None) is not None:
            self._worker.drop(kind)

    def _fail(self, kind: str, _sentence: str, error: BaseException) -> None:
        asked = self._waiting.pop(kind)
        sentence = translate("Books", "Cannot read the book: {reason}")
        self.message.emit(fill(sentence, reason=shorten(error)))
        asked.answer(None)

    def _receive(self, kind: str, result: Any) -> None:
        asked = self._waiting.pop(kind)
        # What reads books is imported by now.
        self._analysis.want_knowledge()
        if asked.is_enough is not None and not asked.is_enough(result) and self.is_loading:
            self._later[kind] = asked
            self._loading.start()
            return
        asked.answer(result)

    @Slot()
    def _ask_again(self) -> None:
        """Ask what waits for the tablebase, if that is loaded, or is not going to be."""
        if self.is_loading and self._later:
            return
        self._loading.stop()
        later, self._later = self._later, {}
        for kind, asked in later.items():
            if asked.record is self._document.record:
                self.ask(kind, asked.question, asked.answer)

    def shut_down(self) -> None:
        """End the thread; nothing is answered any longer."""
        self._ended = True
        self._loading.stop()
        self._waiting.clear()
        self._later.clear()
        self._worker.shut_down()
