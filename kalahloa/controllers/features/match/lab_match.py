"""The match that is played in the lab: its orders, its course, and its games."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from PySide6.QtCore import QObject, Signal, Slot

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.saving.opening import OpenLibrary
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.work.processors import usable_processors

with lazy_imports():
    from kalahloa.controllers.features.match import match_runner, match_shelf
    from kalahloa.controllers.features.match import state as states
    from kalahloa.controllers.features.match import words as spoken
if TYPE_CHECKING:
    from kalahloa.controllers.features.match.match_runner import MatchRunner
    from kalahloa.controllers.features.match.match_shelf import MatchShelf, ShelfAnswer
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
    """A `Stock`, after `look`."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._runner: MatchRunner | None = None
        self._shelf: MatchShelf | None = None
        self._request = 0
        self._saved = 0
        self._failures: dict[int, Callable[[], object]] = {}
        self._replies: dict[int, Callable[[Any], object]] = {}
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
        self.running = False
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
        self._begin(lambda runner: runner.play(order, self.workers))

    def resume(self, path: Path | None = None) -> None:
        """Go on with the match in the file at *path*, or with that which was stopped last.

        Raises `BadCommand` if there is none.
        """
        self._require_idle()
        if path is None:
            path = self.unfinished
        if path is None:
            raise BadCommand(translate("Match", "There is no match to go on with."))
        known = path
        self._begin(lambda runner: runner.resume(known, self.workers))

    @property
    def unfinished(self) -> Path | None:
        """The file of the match that `resume` goes on with, None without one."""
        if self.begun is not None and not self.complete:
            return self.begun.path
        return next((one.path for one in self.stock.matches if not one.complete), None)

    def _require_idle(self) -> None:
        if self.running:
            raise BadCommand(
                translate("Match", "A match is being played; stop it before another one begins.")
            )

    def _begin(self, submit: "Callable[[MatchRunner], int]") -> None:
        if self._runner is None:
            self._runner = match_runner.MatchRunner(self)
            self._runner.told.connect(self._take)
        self._forget()
        self.running = True
        self._request = submit(self._runner)
        self.changed.emit()

    def stop(self) -> None:
        """Stop the match, with what was played so far; `resume` goes on with it."""
        if not self.running or self._runner is None:
            raise BadCommand(translate("Match", "No match is being played."))
        self._runner.cancel()

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

    @Slot(object)
    def _take(self, news: "MatchNews") -> None:
        if news.number != self._request:
            return
        if news.begun is not None:
            self.begun = news.begun
        self.pairs += news.pairs
        self.points += news.points
        if not news.error:
            self._pace, self.test, self.complete = news.pace, news.test, news.complete
        if news.finished:
            self.running = False
            self.error = news.error
        self.changed.emit()
        if news.finished:
            self.message.emit(news.error or spoken.ended_sentence(self))
            self.ended.emit()
            self.look()

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
        shelf = self._open_shelf()
        request = shelf.ask_text(self.begun, index, bool(swapped), self.pairs[index])
        self._replies[request] = use

    def keep_games(self) -> None:
        """Save the games that are new since the last call in the library.

        Raises `BadCommand` where there are none, or there is no library.
        """
        if self.open_library is None:
            raise BadCommand(translate("Match", "There is no library here."))
        new = tuple(self.pairs[self._saved :])
        if self.begun is None or not new:
            raise BadCommand(translate("Match", "There are no games to keep."))
        shelf = self._open_shelf()
        request = shelf.keep(self.begun, new, self._saved, self.open_library)
        self._failures[request] = partial(setattr, self, "_saved", self._saved)
        self._saved = len(self.pairs)
        self._replies[request] = self._tell_kept

    def _tell_kept(self, count: int) -> None:
        self.message.emit(
            translate("Match", "%n (game|games) of the match (is|are) in the library.", "", count)
        )

    def keep_version(
        self, source: "HeuristicSource", use: Callable[[str], object], fail: Callable[[], object]
    ) -> None:
        """Have *source* kept under a name that is free; *use* is told that, *fail* if it is not."""
        request = self._open_shelf().keep_version(source)
        self._replies[request] = use
        self._failures[request] = fail

    # -- what there is -------------------------------------------------------------------------

    @property
    def pace(self) -> "MatchPace":
        """How fast the match goes, as was told last."""
        return self._pace or states.MatchPace()

    @property
    def stock(self) -> "Stock":
        """What there was when `look` was called last."""
        return self._stock or states.Stock("")

    def look(self) -> None:
        """Look up the stock of the document's game; `stocked` delivers it."""
        request = self._open_shelf().ask_stock(self._document.game.key)
        self._replies[request] = self._take_stock

    def _take_stock(self, stock: "Stock") -> None:
        self._stock = stock
        self.stocked.emit(stock)

    def _open_shelf(self) -> "MatchShelf":
        if self._shelf is None:
            self._shelf = match_shelf.MatchShelf(self)
            self._shelf.answered.connect(self._take_answer)
        return self._shelf

    @Slot(object)
    def _take_answer(self, answer: "ShelfAnswer") -> None:
        use = self._replies.pop(answer.number)
        failed = self._failures.pop(answer.number, lambda: None)
        if answer.error:
            failed()
            self.message.emit(answer.error)
        else:
            use(answer.result)

    @property
    def is_busy(self) -> bool:
        """Whether something is looked up that soon comes to an end."""
        return bool(self._replies)

    @property
    def title(self) -> str:
        """The participants in words; empty without a match."""
        begun = self.begun
        if begun is None:
            return ""
        return " – ".join(spoken.names_of(begun))

    def shut_down(self) -> None:
        """Stop all work; the object cannot be used afterwards."""
        self.running = False
        for background in (self._runner, self._shelf):
            if background is not None:
                background.shut_down()
