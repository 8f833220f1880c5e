"""The match that is played in the lab: its orders, its course, and its games."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.saving.opening import OpenLibrary
from kalahloa.controllers.work.worker import Worker, WorkerTask
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.work.processors import usable_processors

with lazy_imports():
    from kalahloa.controllers.features.match import match_playing, match_storage
    from kalahloa.controllers.features.match import state as states
    from kalahloa.controllers.features.match import words as spoken
if TYPE_CHECKING:
    from kalahloa.controllers.features.match.state import (
        MatchBegun,
        MatchNews,
        MatchOrder,
        MatchPace,
        Stock,
        TestState,
    )
    from kalahloa.models.heuristics.source import HeuristicSource
    from kalahloa.models.match.elo_series import CoursePoint
    from kalahloa.models.match.match import PairPlayed


class LabMatch(Feature):
    """Has one match at a time played in worker processes, and has what is known of it.

    The match goes on whatever becomes of the document.  It plays heuristics as they were when it
    began.
    """

    changed = Signal()
    """Something of what can be read here is new; a few times a second while a match is played."""
    ended = Signal()
    """The match has ended, or was stopped."""
    stocked = Signal(object)
    """A `Stock`, after `load_stock`."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._player = Worker("match", self, gives_way=True)
        self._keeper = Worker("matches", self)
        self._task: WorkerTask | None = None
        self._saved = 0
        self.workers = usable_processors()
        """How many processes play."""
        self.open_library: OpenLibrary | None = None
        """What opens the library that games are kept in; None where there is none."""
        self.begun: MatchBegun | None = None
        """The match that is played, or was played last; None at first."""
        self.pairs: list[PairPlayed] = []
        self.points: list[CoursePoint] = []
        """Its pairs, and how it stood after each."""
        self._pace: MatchPace | None = None
        self.test: TestState | None = None
        self.complete = False
        self.error = ""
        self._stock: Stock | None = None

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        return cls(app.document, app.document)

    # -- playing -------------------------------------------------------------------------------

    def start(self, order: "MatchOrder") -> None:
        """Start the match *order*; raises `BadCommand` while another match is running."""
        self._require_idle()
        self._begin(order)

    def resume(self, path: Path | None = None) -> None:
        """Go on with the match in the file at *path*, or with that which was stopped last.

        Raises `BadCommand` if there is none.
        """
        self._require_idle()
        if path is None:
            path = self.unfinished
        if path is None:
            raise BadCommand(translate("Match", "There is no match to resume."))
        self._begin(path)

    @property
    def unfinished(self) -> Path | None:
        """The file of the match that `resume` goes on with, None without one."""
        if self.begun is not None and not self.complete:
            return self.begun.path
        return next((one.path for one in self.stock.matches if not one.complete), None)

    def _require_idle(self) -> None:
        if self.running:
            raise BadCommand(translate("Match", "A match is running; stop it first."))

    def _begin(self, what: "MatchOrder | Path") -> None:
        self._forget()
        workers = self.workers
        self._task = self._player.do(
            lambda task: match_playing.play_ordered(what, workers, task),
            news=self._receive,
            done=self._finish,
            failed=self._fail,
            failure=translate("Match", "The match cannot continue: {reason}."),
        )
        self.changed.emit()

    def stop(self) -> None:
        """Stop the match, with what was played so far; `resume` goes on with it."""
        if self._task is None:
            raise BadCommand(translate("Match", "No match is running."))
        self._task.cancel()

    def put_away(self) -> None:
        """Show the match no longer that was played; raises `BadCommand` while it is."""
        self._require_idle()
        self._forget()
        self.changed.emit()

    def _forget(self) -> None:
        self.begun = None
        self.pairs, self.points = [], []
        self._pace, self.test = None, None
        self.complete, self.error = False, ""
        self._saved = 0

    @property
    def running(self) -> bool:
        """Whether a match is being played."""
        return self._task is not None

    def _receive(self, news: "MatchNews") -> None:
        if news.begun is not None:
            self.begun = news.begun
        self.pairs += news.pairs
        self.points += news.points
        self._pace, self.test, self.complete = news.pace, news.test, news.complete
        self.changed.emit()

    def _finish(self, news: "MatchNews") -> None:
        self._task = None
        self._receive(news)
        self._end(spoken.ended_sentence(self))

    def _fail(self, sentence: str, _error: BaseException) -> None:
        self._task, self.error = None, sentence
        self.changed.emit()
        self._end(sentence)

    def _end(self, sentence: str) -> None:
        self.message.emit(sentence)
        self.ended.emit()
        self.load_stock()

    # -- games ---------------------------------------------------------------------------------

    @property
    def games(self) -> int:
        """How many games were counted."""
        return 2 * len(self.pairs)

    def fetch_game(self, number: int, use: Callable[[str], object]) -> None:
        """Write game *number* (from 1) as SGF, and call *use* with the text.

        Raises `BadCommand` if there is no such game.
        """
        if self.begun is None or not 1 <= number <= self.games:
            sentence = translate("Match", "There is no game {number}; the match has {count}.")
            raise BadCommand(fill(sentence, number=number, count=self.games))
        index, swapped = divmod(number - 1, 2)
        begun, pair = self.begun, self.pairs[index]
        config, game = begun.config.beginning(pair.start), pair.games[swapped]
        self._ask(
            lambda _: match_storage.game_text(config, begun.versions, index, bool(swapped), game),
            use,
        )

    def keep_games(self) -> None:
        """Save the games that are new since the last call in the library.

        Raises `BadCommand` where there are none, or there is no library.
        """
        if self.open_library is None:
            raise BadCommand(translate("Match", "No library is open here."))
        new = tuple(self.pairs[self._saved :])
        if self.begun is None or not new:
            raise BadCommand(translate("Match", "There are no games to save."))
        begun, saved, open_library = self.begun, self._saved, self.open_library
        self._saved = len(self.pairs)
        self._ask(
            lambda _: match_storage.write_match_games(
                begun.config, begun.versions, new, saved, open_library
            ),
            self._tell_kept,
            partial(setattr, self, "_saved", saved),
        )

    def _tell_kept(self, count: int) -> None:
        self.message.emit(
            translate("Match", "Saved %n (game|games) of the match in the library.", "", count)
        )

    def keep_version(
        self, source: "HeuristicSource", use: Callable[[str], object], fail: Callable[[], object]
    ) -> None:
        """Have *source* kept under a name that is free; *use* is told that, *fail* if it is not."""
        self._ask(lambda _: match_storage.keep_version(source), use, fail)

    # -- what there is -------------------------------------------------------------------------

    @property
    def pace(self) -> "MatchPace":
        """How fast the match goes, as was told last."""
        return self._pace or states.MatchPace()

    @property
    def stock(self) -> "Stock":
        """What there was when `load_stock` was called last."""
        return self._stock or states.Stock("")

    def load_stock(self) -> None:
        """Look up the stock of the document's game; `stocked` delivers it."""
        key = self._document.game.key
        self._ask(lambda _: match_storage.stock(key), self._receive_stock)

    def _receive_stock(self, stock: "Stock") -> None:
        self._stock = stock
        self.stocked.emit(stock)

    def _ask(
        self,
        run: Callable[[WorkerTask], Any],
        use: Callable[[Any], object],
        fail: Callable[[], object] = lambda: None,
    ) -> None:
        """Call *run* on the thread of kept matches, and *use* with its result, or *fail*."""

        def failed(sentence: str, _error: BaseException) -> None:
            fail()
            self.message.emit(sentence)

        failure = translate("Match", "This failed: {reason}.")
        self._keeper.do(run, done=use, failed=failed, failure=failure)

    @property
    def is_busy(self) -> bool:
        """Whether something is looked up that soon comes to an end."""
        return self._keeper.is_busy

    @property
    def title(self) -> str:
        """The participants in words; empty without a match."""
        begun = self.begun
        if begun is None:
            return ""
        return " – ".join(spoken.participant_names(begun))

    def shut_down(self) -> None:
        """Stop all work; the object cannot be used afterwards."""
        self._task = None
        for worker in (self._player, self._keeper):
            worker.shut_down()
