"""What is known of the game that is played beyond its rules: book, tablebase and proofs."""

from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from kalahloa.controllers.base.translation import translate
from kalahloa.controllers.work.worker import Worker, WorkerTask
from kalahloa.models.game.game import Game
from kalahloa.models.game.knowledge import BUDGETS, USUAL, Knowledge
from kalahloa.models.work.cancellation import Throttle

_Key = tuple[str, Any]


class Tablebases(QObject):
    """Opens or builds the tablebase of one game and its rules at a time, in the background.

    What was loaded of each game under its last rules is kept.
    """

    arrived = Signal()
    """More is known than before: `knowledge` returns another one."""
    building = Signal(object)
    """The fraction of the tablebase built so far, from 0 to 1; None when none is being built."""
    message = Signal(str)
    """A sentence for the user."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.share_built: float | None = None
        """The fraction of the tablebase built so far, or None when none is being built."""
        self._budget = USUAL
        self._worker = Worker("endgames", self, gives_way=True)
        self._key: _Key | None = None
        self._loaded: dict[_Key, Knowledge] = {}
        self._is_whole = False
        """Whether all is loaded that is known under the last rules asked for."""

    def knowledge(self, game: Game, rules: Any) -> Knowledge | None:
        """Return what is known of *game* under *rules*; None if it is not loaded."""
        return self._loaded.get((game.key, rules))

    @property
    def is_loading(self) -> bool:
        """Whether a tablebase is being opened or built."""
        return self._worker.is_busy

    def want(self, game: Game, rules: Any) -> None:
        """Load what is known of *game* under *rules*, unless it is loaded, requested or refused."""
        key = (game.key, rules)
        if self._key != key and key not in self._loaded and game.knowledge.available:
            self._leave()
            self._key = key
            budget = self._budget
            self._worker.do(
                lambda task: load_knowledge(game, rules, budget, task),
                news=self._receive_news,
                done=self._take_all,
                failed=self._fail,
                failure=translate("Controllers", "There is no tablebase: {reason}"),
            )

    def stop_other(self, game: Game, rules: Any) -> None:
        """Stop building the tablebase of any other game or rules."""
        if self.is_loading and self._key != (game.key, rules):
            self._leave()

    def set_budget(self, budget: str) -> bool:
        """Set the size limit of tablebases, a key of `kalahloa.models.game.knowledge.BUDGETS`.

        Returns whether it was another one; then what was loaded is forgotten.
        """
        if budget == self._budget:
            return False
        self._budget = budget
        self.forget()
        return True

    def _leave(self) -> None:
        """Stop building, and forget what was loaded before that, if it is only a part."""
        self._stop()
        if self._key is not None and not self._is_whole:
            self._loaded.pop(self._key, None)
        self._key = None
        self._is_whole = False

    def forget(self) -> None:
        """Forget what is loaded, and stop building."""
        self._leave()
        self._loaded.clear()

    @Slot()
    def cancel(self) -> None:
        """Stop building the tablebase, and do not build it again for the current rules."""
        if self.is_loading:
            self._stop()
            self.message.emit(
                translate(
                    "Controllers",
                    "The tablebase is not built, so values take longer. Choose its size in "
                    "Preferences.",
                )
            )

    def _stop(self) -> None:
        self._worker.drop()
        self._set_built(None)

    def _set_built(self, share: float | None) -> None:
        if share != self.share_built:
            self.share_built = share
            self.building.emit(share)

    def _receive_news(self, news: float | Knowledge) -> None:
        if isinstance(news, Knowledge):
            self._receive(news, is_whole=False)
        else:
            self._set_built(news)

    def _take_all(self, knowledge: Knowledge) -> None:
        self._set_built(None)
        if any(knowledge.notes):
            self.message.emit(" ".join(knowledge.notes))
        self._receive(knowledge, is_whole=True)

    def _receive(self, knowledge: Knowledge, is_whole: bool) -> None:
        assert self._key is not None
        game = self._key[0]
        kept = {key: one for key, one in self._loaded.items() if key[0] != game}
        self._loaded = {**kept, self._key: knowledge}
        self._is_whole = is_whole
        self.arrived.emit()

    def _fail(self, sentence: str, error: BaseException) -> None:
        self._set_built(None)
        if isinstance(error, MemoryError):
            sentence = translate("Controllers", "There is not enough memory for the tablebase.")
        self.message.emit(sentence)

    def shut_down(self) -> None:
        """Stop building, and end the thread; the object cannot be used afterwards."""
        self._worker.shut_down()


def load_knowledge(game: Game, rules: Any, budget: str, task: WorkerTask) -> Knowledge:
    """Return what is known of *game* under *rules*, with a tablebase within *budget*.

    The book, which needs no building, is told first; while a tablebase is built, its share that is
    done, at most ten times a second.  Raises what `KnowledgeSource.open` raises.
    """
    throttle = Throttle()

    def report(done: int, total: int) -> None:
        if throttle.is_due():
            task.report(done / total)

    source, max_bytes = game.knowledge, BUDGETS[budget]
    book = source.book(rules)
    if book.has_book and max_bytes:
        task.report(book)
    return source.open(rules, max_bytes, report, task.stop)
