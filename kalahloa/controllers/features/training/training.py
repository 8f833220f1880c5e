"""The results of all exercises: kept in the background, and what is to be repeated."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Self

from PySide6.QtCore import QObject, Signal, Slot

from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.features.training.state import TrainingState
from kalahloa.controllers.features.training.words import statistic_report
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.game import Game
from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.game.position import Position
from kalahloa.models.study.training.kinds import ExerciseKind, item_id

with lazy_imports():
    from kalahloa.controllers.features.training import store as stores
    from kalahloa.models.study.training import deck, schedule, statistics


def milliseconds_now() -> int:
    """Return the time in milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


class Training(Feature):
    """Keeps what every attempt at an exercise was worth, and picks what is to be repeated.

    Nothing is read, and no thread runs, before something is wanted or kept.
    """

    answered_store = Signal(object)
    """The `StoreAnswer` to a request of `ask`, whoever asked."""
    picked = Signal(object)
    """The `DeckItem` that `pick` has found; None if there is none."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.clock: Callable[[], int] = milliseconds_now
        """What time it is, in milliseconds since 1970."""
        self._store: stores.TrainingStore | None = None
        self._state = TrainingState()
        self._newest = 0
        self._wanted = self._reported = 0
        self._shown: dict[str, int] = {}
        """When items of the deck were shown, by their ids."""
        self._ended = False
        document.add_follower(self)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        return cls(app.document, app.document)

    def place_fields(self) -> Fields:
        """Return how one does."""
        return {TrainingState: self._state}

    @property
    def store(self) -> "stores.TrainingStore":
        """What reads and writes on a thread of its own; made when it is first asked for."""
        if self._store is None:
            self._store = stores.TrainingStore(self)
            self._store.answered.connect(self._receive_answer)
        return self._store

    # -- keeping -------------------------------------------------------------------------------

    def keep_attempt(self, attempt: "schedule.Attempt") -> None:
        """Keep *attempt*."""
        self.store.keep(attempt)
        self.refresh()

    def keep(self, kind: ExerciseKind, game: Game, position: Position, quality: int) -> None:
        """Keep an attempt at the exercise of *kind* at *position*, of this *quality*."""
        item = item_id(kind, game, position)
        self.keep_attempt(schedule.Attempt(self.clock(), item, quality))

    def add_missed(
        self,
        kind: ExerciseKind,
        game: Game,
        position: Position,
        played: str,
        *,
        counts: bool,
        mistake: MistakeKind | None = None,
    ) -> None:
        """Have *position* repeated by *kind* from tomorrow on: *played* was wrong there.

        It *counts* as an attempt that failed, unless it was one at an exercise of another kind.
        *mistake* is what kind of mistake *played* was, if that is known.
        """
        item = deck.make_item(kind, game, position, played, self.clock(), mistake)
        self.store.add(item)
        if counts:
            self.keep_attempt(schedule.Attempt(item.time, item.id, schedule.FAILED))
        else:
            self.refresh()

    # -- asking --------------------------------------------------------------------------------

    def want(self) -> None:
        """Find out how one does, unless that is known or asked for."""
        if self._state.statistic is None and not self._state.loading:
            self.refresh()

    def refresh(self, *, anew: bool = False) -> None:
        """Find out how one does; *anew* reads the files again, which others may have changed."""
        self.ask(anew=anew)

    def report(self) -> None:
        """Find out how one does, and answer a typed line with that."""
        self._reported = self.ask(anew=True)

    def pick(self, kind: ExerciseKind, game: str, mistake: str = "") -> None:
        """Find what is to be repeated of *kind*, rather in *game*; `picked` delivers it.

        With *mistake*, it is to be a mistake of the kind with this word.
        """
        shown = dict(self._shown)
        self._wanted = self.ask(kind=kind, game=game, mistake=mistake, shown=shown, anew=True)

    def ask(self, **fields: Any) -> int:
        """Ask the store for a `StoreRequest` with these *fields*; return its number."""
        fields.setdefault("game", self._document.game.key)
        until = statistics.end_of_day(self.clock())
        request = stores.StoreRequest(number=0, until=until, **fields)
        self._newest = self.store.ask(request)
        self._set(replace(self._state, loading=True))
        return self._newest

    @Slot(object)
    def _receive_answer(self, answer: "stores.StoreAnswer") -> None:
        if self._ended:
            return
        if answer.error:
            self.message.emit(answer.error)
        number = answer.request.number
        loading = number != self._newest
        self._set(TrainingState(answer.statistic, loading=loading))
        if number == self._reported and answer.statistic is not None:
            self.answered.emit(statistic_report(answer.statistic))
        if number == self._wanted:
            self._wanted = 0
            if answer.item is not None:
                self._shown[answer.item.id] = self.clock()
            self.picked.emit(answer.item)
        self.answered_store.emit(answer)

    def _set(self, state: TrainingState) -> None:
        if state != self._state:
            self._state = state
            self._document.report(Cause.PUZZLE)

    @property
    def is_busy(self) -> bool:
        """Whether something is read or written that soon comes to an end."""
        return self._state.loading

    def shut_down(self) -> None:
        """Stop; results that wait are written."""
        self._ended = True
        if self._store is not None:
            self._store.shut_down()
