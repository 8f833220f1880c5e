"""Tuning the weights of a heuristic: the order, its progress, and what becomes of the result."""

from typing import TYPE_CHECKING, Self

from PySide6.QtCore import QObject, Signal, Slot

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.features.match.lab_match import LabMatch
from kalahloa.controllers.work.worker import Worker, WorkerTask
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.heuristics.file_names import FILE_PREFIX
from kalahloa.models.text.errors import BadCommand

with lazy_imports():
    from kalahloa.controllers.features.match import state as lab_match_state
    from kalahloa.controllers.features.match import words as lab_match_words
    from kalahloa.controllers.features.tuning import tuning_work
    from kalahloa.controllers.features.tuning import words as tuning_words
    from kalahloa.models.heuristics import source as sources
if TYPE_CHECKING:
    from kalahloa.models.heuristics.source import HeuristicSource
    from kalahloa.models.tuning.recipe import TuningOrder
    from kalahloa.models.tuning.tuning import TuningProgress, TuningResult

MATCH_GAMES = 200
"""How many games new weights play against the old ones."""
NEW = "new weights of {name}"
"""What a heuristic with new weights is called in its match; the old one has its name, and is told
by its version.  It is kept with the games, as text in no language of the user's."""


class TuningController(Feature):
    """Tunes the weights of one heuristic at a time in worker processes, and keeps the result."""

    changed = Signal()
    """Something of what can be read here is new; at most ten times a second."""
    kept = Signal(str)
    """The name of the heuristic under which new weights were kept."""

    def __init__(self, document: Document, match: LabMatch, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._match = match
        self._worker = Worker("tuning", self, gives_way=True)
        self._task: WorkerTask | None = None
        self.source: HeuristicSource | None = None
        """The heuristic that is tuned, or was; None at first."""
        self.progress: TuningProgress | None = None
        self.result: TuningResult | None = None
        self.error = ""
        self.keeping = False
        self.kept_as = ""
        """The name under which the result was kept; empty if it was not."""
        self.verdict = ""
        """How the new weights have done against the old ones; empty if they did not play."""
        match.ended.connect(self._look_at_match)
        match.changed.connect(self._look_at_match)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        return cls(app.document, app[LabMatch], app.document)

    def start(self, order: "TuningOrder") -> None:
        """Tune what *order* says; raises `BadCommand` while other weights are tuned."""
        if self.running:
            raise BadCommand(translate("Tuning", "Tuning is already running; stop it first."))
        self.source = self.progress = self.result = None
        self.error = self.kept_as = self.verdict = ""
        workers, open_library = self._match.workers, self._match.open_library
        self._task = self._worker.do(
            lambda task: tuning_work.do_tuning(order, workers, open_library, task),
            news=self._receive,
            done=self._finish,
            failed=self._fail,
            failure=translate("Tuning", "Cannot tune the weights: {reason}."),
        )
        self.changed.emit()

    def stop(self) -> None:
        """Stop; nothing is kept of it.  Raises `BadCommand` if nothing is tuned."""
        if self._task is None:
            raise BadCommand(translate("Tuning", "No tuning is running."))
        self._task.cancel()

    @property
    def running(self) -> bool:
        """Whether weights are being tuned."""
        return self._task is not None

    def _receive(self, news: "HeuristicSource | TuningProgress") -> None:
        if isinstance(news, sources.HeuristicSource):
            self.source = news
        else:
            self.progress = news
        self.changed.emit()

    def _finish(self, result: "TuningResult | None") -> None:
        self._task, self.result = None, result
        self.changed.emit()
        if result is None:
            self.message.emit(translate("Tuning", "Tuning stopped; no weight has changed."))
        else:
            self.message.emit(tuning_words.tuning_sentence(result))

    def _fail(self, sentence: str, _error: BaseException) -> None:
        self._task, self.error = None, sentence
        self.changed.emit()
        self.message.emit(sentence)

    # -- the result ----------------------------------------------------------------------------

    def _require_result(self) -> "TuningResult":
        if self.result is None:
            raise BadCommand(translate("Tuning", "You have tuned no weights."))
        return self.result

    def play(self, games: int = MATCH_GAMES) -> None:
        """Start a match of *games* games between the new weights and the old ones.

        Raises `BadCommand` if there are none, or a match is being played.
        """
        result = self._require_result()
        new, old = _with_new_weights(result), result.source
        self._match.start(
            lab_match_state.MatchOrder(
                result.source.game,
                self._document.record.rules,
                f"engine:heuristic={FILE_PREFIX}{new.name}",
                f"engine:heuristic={FILE_PREFIX}{old.name}",
                games,
                sources={f"{FILE_PREFIX}{one.name}": one for one in (new, old)},
            )
        )

    @Slot()
    def _look_at_match(self) -> None:
        """Say how the new weights do, if it is they that play."""
        begun, points = self._match.begun, self._match.points
        if self.result is None or begun is None or not points:
            return
        first, second = begun.config.first.source, begun.config.second.source
        if (first, second) != (_with_new_weights(self.result), self.result.source):
            return
        elo = points[-1].elo
        sentence = translate("Tuning", "New against old after {games} games: {elo} Elo, {interval}")
        verdict = fill(
            sentence,
            games=points[-1].games,
            elo=lab_match_words.elo_text(elo.difference),
            interval=lab_match_words.interval_text(elo),
        )
        if verdict != self.verdict:
            self.verdict = verdict
            self.changed.emit()

    def keep(self) -> None:
        """Keep the new weights as a new version of the heuristic, whose name `kept` tells.

        Raises `BadCommand` if there are none, or they are kept already.
        """
        result = self._require_result()
        if self.kept_as:
            sentence = translate("Tuning", "These weights are already saved as {name}.")
            raise BadCommand(fill(sentence, name=self.kept_as))
        if not self.keeping:
            self.keeping = True
            self._match.keep_version(result.tuned, self._take_name, self._fail_to_keep)

    def _take_name(self, name: str) -> None:
        self.keeping = False
        self.kept_as = name
        self.changed.emit()
        sentence = translate("Tuning", "Saved the new weights as {name}.")
        self.message.emit(fill(sentence, name=name))
        self.kept.emit(name)

    def _fail_to_keep(self) -> None:
        self.keeping = False

    @property
    def is_busy(self) -> bool:
        """Whether new weights are being saved."""
        return self.keeping

    def shut_down(self) -> None:
        """Stop all work; the object cannot be used afterwards."""
        self._task = None
        self._worker.shut_down()


def _with_new_weights(result: "TuningResult") -> "HeuristicSource":
    """Return the heuristic with its new weights, under a name of its own."""
    name = sources.fitting_name(NEW.format(name=result.source.name))
    made: HeuristicSource = sources.HeuristicSource(name, result.source.game, result.tuned.text)
    return made
