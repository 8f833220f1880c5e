"""Comparing the searchers on the position that is shown, or on a suite of positions.

Its models are imported with the first comparison: the start of the window has no time for them.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Self

from PySide6.QtCore import QObject, Signal, Slot

from kalahloa.controllers.base.setting import SavedValue, SettingGroup, setting
from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, translate
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.features.comparison.state import ComparisonState
from kalahloa.controllers.work.analysis_service import AnalysisService, Priority
from kalahloa.controllers.work.comparison_job import ComparisonNews, ComparisonRequest
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.game import Game
from kalahloa.models.record.node import Node
from kalahloa.models.search.comparison_bounds import DEFAULT_SECONDS, MAX_DEPTH
from kalahloa.models.search.searchers import searchers

with lazy_imports():
    from kalahloa.controllers.features.comparison import words
    from kalahloa.models.heuristics import naming
    from kalahloa.models.sandbox import comparing
    from kalahloa.models.search import comparison as comparisons
    from kalahloa.models.search import comparison_samples


DEFAULT_DEPTH = 3
DEFAULT_SUITE = 10
"""The size of a suite of random positions."""
MAX_SUITE = 1_000
MIN_SECONDS, MAX_SECONDS = 0.001, 86_400.0
_WORDS = "compared"
"""The group of settings that keeps words."""


class Positions(Enum):
    """Where the positions of a comparison come from."""

    HERE = "here"
    """The position that is shown."""
    RANDOM = "random"
    """A suite from random play, always the same."""
    BENCH = "bench"
    """The positions of the engine's benchmark."""


@dataclass(frozen=True)
class ComparisonSettings(SettingGroup):
    """What is to be compared: by their names the searchers and the heuristic, to `depth`.

    An empty `heuristic` is the game's first, ``file:NAME`` one of the user's.  `count` is the size
    of a suite of random positions.
    """

    GROUP = "comparison"

    searchers: tuple[str, ...] = tuple(one.name for one in searchers())
    depth: int = setting(DEFAULT_DEPTH, 1, MAX_DEPTH)
    heuristic: str = ""
    positions: Positions = setting(Positions.HERE)  # noqa: RUF009 - an enumeration
    count: int = setting(DEFAULT_SUITE, 1, MAX_SUITE)
    seconds: float = setting(DEFAULT_SECONDS, MIN_SECONDS, MAX_SECONDS)

    @classmethod
    def load(cls, reader: SettingsReader) -> Self:
        """Return what *reader* has; defaults replace missing or invalid values."""
        kept = reader.all_words(_WORDS).get("searchers", "").split()
        names = tuple(one.name for one in searchers() if one.name in kept)
        found = super().load(reader)
        return replace(found, searchers=names) if names else found

    def to_json(self) -> dict[str, Any]:
        """Return the choices, the heuristic left out: it is one of a game."""
        return super().to_json() | {f"{_WORDS}/searchers": " ".join(self.searchers)}


class Comparisons(Feature):
    """Has searchers compared, one comparison at a time, and keeps the last one.

    A comparison goes on while one walks and edits, and ends with the record.
    """

    SAVED = (SavedValue(ComparisonSettings, "settings"),)
    panel = "comparison"

    changed = Signal()
    """More is known, or the comparison has begun or ended."""

    def __init__(
        self, document: Document, service: AnalysisService, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._service = service
        self._settings = ComparisonSettings()
        self.measure: comparisons.Measure | None = None
        """Does the searches; None is a process of its own."""
        self._apart: comparing.MeasureApart | None = None
        self.comparison: comparisons.Comparison | None = None
        """What is known of the last comparison, None without one."""
        self.asked = self._settings
        """What that is about."""
        self.node: Node | None = None
        """The node that it was asked at."""
        self.task: comparisons.ComparisonTask | None = None
        """The search that goes on."""
        self.nodes = 0
        """Its nodes so far, as far as they are known."""
        self._request = 0
        self._to_answer = False
        service.compared.connect(self._on_news)
        document.add_follower(self)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        return cls(app.document, app.service, app.document)

    # -- following the document ----------------------------------------------------------------

    def place_fields(self) -> Fields:
        """Return whether a comparison is running, and whether there is one."""
        comparison = self.comparison
        known = comparison is not None and bool(comparison.rows)
        return {ComparisonState: ComparisonState(self.running, known)}

    def follow(self, causes: frozenset[Cause]) -> None:
        """Forget the comparison where another record is open."""
        if Cause.NEW in causes:
            self._cancel()
            self.comparison = self.node = None
            self.settings = replace(self.settings, heuristic="")
            self.changed.emit()

    # -- comparing -----------------------------------------------------------------------------

    @property
    def settings(self) -> ComparisonSettings:
        """What is compared next."""
        return self._settings

    @settings.setter
    def settings(self, settings: ComparisonSettings) -> None:
        if settings != self._settings:
            self._settings = settings
            self.settings_changed.emit()

    @property
    def running(self) -> bool:
        """Whether searchers are being compared."""
        return self._request != 0

    def start(self, settings: ComparisonSettings | None = None, to_answer: bool = False) -> None:
        """Compare as *settings* say, by default the last ones, from the current position.

        What is being compared is stopped.  With *to_answer*, the result is told by `answered`.
        Raises `UnknownName` if the game does not have the heuristic, `BadHeuristic` if the user
        has none of this name, or it may not run yet, and `ValueError` if the game
        is over or there are no positions.
        """
        chosen = settings or self.settings
        document = self._document
        game = document.game
        if chosen.positions is Positions.HERE and document.node.outcome is not None:
            raise ValueError("The game is over: there is nothing to compare.")
        plan = comparisons.ComparisonPlan(
            game,
            self._samples(chosen),
            chosen.searchers,
            chosen.depth,
            naming.find_heuristic(chosen.heuristic or None, game),
            chosen.seconds,
        )
        self._cancel()
        self.settings = self.asked = chosen
        self.node = document.node
        self._to_answer = to_answer
        run = comparisons.ComparisonRun(plan)
        self.comparison = run.comparison()
        measure = self.measure or self._process()
        self._request = self._service.submit(
            Priority.COMPARISON, lambda number: ComparisonRequest(number, run, measure)
        )
        self._report()
        self.began.emit()

    def _process(self) -> "comparing.MeasureApart":
        if self._apart is None:
            self._apart = comparing.MeasureApart()
        return self._apart

    def _samples(self, settings: ComparisonSettings) -> "tuple[comparisons.Sample, ...]":
        record = self._document.record
        if settings.positions is Positions.BENCH:
            return comparison_samples.bench_samples(record.game)
        if settings.positions is Positions.RANDOM:
            return comparison_samples.random_samples(record.rules, settings.count)
        path = self._document.node.path()
        moves = tuple(node.move for node in path if node.move is not None)
        return (comparisons.Sample(record.rules, record.start, moves),)

    def stop(self) -> None:
        """Stop comparing; what is known stays."""
        if self.running:
            self._cancel()
            self._report()

    def _cancel(self) -> None:
        if self.running:
            self._service.cancel(self._request)
        self._request = 0
        self.task, self.nodes = None, 0

    @Slot(object)
    def _on_news(self, news: ComparisonNews) -> None:
        if not self.running or news.number != self._request:
            return
        if news.comparison is not None:
            self.comparison = news.comparison
        self.task, self.nodes = news.task, news.nodes
        if not news.finished:
            self.changed.emit()
            return
        self._request = 0
        self._report()
        comparison = self.comparison
        if news.error or comparison is None:
            self.message.emit(news.error)
        elif not self._document.place.secret:  # it could give an answer away
            if self._to_answer:
                self.answered.emit(words.answer_text(comparison))
            else:
                self.message.emit(words.done_sentence(comparison))

    def _report(self) -> None:
        with self._document.one_change():
            self._document.report(Cause.ACTIVITY)
        self.changed.emit()

    @property
    def is_busy(self) -> bool:
        """Whether searchers are being compared."""
        return self.running

    def interrupt(self) -> str | None:
        """Stop comparing; return what is known by then."""
        if not self.running:
            return None
        self.stop()
        if self.comparison is None or not self.comparison.rows:
            return translate("Commands", "Comparison stopped.")
        return words.answer_text(self.comparison)

    def shut_down(self) -> None:
        """Stop all work; the object cannot be used afterwards."""
        self._cancel()
        if self._apart is not None:
            self._apart.close()


NO_BENCH = QT_TRANSLATE_NOOP("Comparison", "The benchmark has no positions for this game.")


def why_no_samples(game: Game, settings: ComparisonSettings) -> str:
    """Return why there are no positions to compare on, as a sentence; empty if there are."""
    if settings.positions is Positions.BENCH and not game.bench:
        return translate("Comparison", NO_BENCH)
    return ""
