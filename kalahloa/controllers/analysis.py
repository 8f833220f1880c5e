"""The values of the moves of the current position."""

from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from kalahloa.controllers.document import Document
from kalahloa.controllers.place import Cause, Hint
from kalahloa.controllers.player import Level
from kalahloa.controllers.work.analysis_service import (
    AnalysisService,
    Priority,
    SearchNews,
    SearchReply,
    ValuesNews,
)
from kalahloa.controllers.work.endgame_service import EndgameNews, EndgameReply, EndgameService
from kalahloa.models.knowledge import USUAL, Knowledge
from kalahloa.models.search.move_values import MoveValue, Values
from kalahloa.models.search.solver.mtd import Probe, probe_nothing
from kalahloa.models.search.strength.levels import PERFECT

_Key = tuple[str, Any]

HINT_LEVEL = Level(searcher="engine", depth=None, seconds=1.0)
ANSWER_AFTER_MS = 2500
"""Time after which a request is answered with estimates if there are no proven values."""


class Analysis(QObject):
    """Computes the values of the moves at the record's current node while they are wanted.

    Searches for a computer player or a hint have priority.  If the game has a tablebase, it is
    opened or built in the background when values are first wanted; without it values take longer.
    """

    progressed = Signal(object)
    """A `SearchNews` of the search for a hint."""
    answered = Signal(str)
    """The reply to `ask`: the values as text."""
    message = Signal(str)
    """A sentence for the user."""
    building = Signal(object)
    """The fraction of the tablebase built so far, from 0 to 1; None when none is being built."""

    def __init__(
        self,
        document: Document,
        service: AnalysisService,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.values: Values = {}
        """The values of the legal moves known so far, by move; see `Valuer`."""
        self.wanted = False
        """Whether values are computed and shown at every node."""
        self.budget = USUAL
        self.hint: Hint | None = None
        self._document = document
        self._hint_request = 0
        self._service = service
        self._service.valued.connect(self._on_values)
        self._service.replied.connect(self._on_reply)
        self._service.progressed.connect(self._on_hint_news)
        self._endgames = EndgameService(self)
        self._endgames.replied.connect(self._on_endgames)
        self._endgames.progressed.connect(self._on_progress)
        self._place: object = None
        self._request = 0
        self._finished = False
        self._found: Knowledge | None = None
        self._found_for: _Key | None = None
        self._endgame_request = 0
        self._built: float | None = None
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(ANSWER_AFTER_MS)
        self._patience.timeout.connect(self.answer)
        document.add_follower(self)

    # -- requests ------------------------------------------------------------------------------

    @property
    def answering(self) -> bool:
        """Whether a reply to `ask` is pending."""
        return self._patience.isActive()

    @property
    def share_built(self) -> float | None:
        """The fraction of the tablebase built so far, or None when none is being built."""
        return self._built

    def set_wanted(self, wanted: bool) -> None:
        """Set whether values are computed at every node the record goes to."""
        if wanted != self.wanted:
            self.wanted = wanted
            self._update()
            self._document.note(Cause.FINDINGS)

    def set_budget(self, budget: str) -> None:
        """Set the size limit of tablebases, a key of `kalahloa.models.knowledge.BUDGETS`."""
        if budget != self.budget:
            self.budget = budget
            self._forget_endgames()
            self._restart()

    def ask(self) -> str:
        """Return the values as text, or a sentence that `answered` will report them."""
        if self._document.node.outcome is not None:
            return "The game is over; there are no moves."
        if self.values and (self._finished or _all_proven(self.values)):
            return self.text()
        self._patience.start()
        self._update()
        return "Computing the values of the moves."

    def text(self) -> str:
        """Return the known values, one per line, the best first; empty if there are none."""
        position = self._document.position
        ranked = sorted(self.values.items(), key=lambda item: -item[1].number)
        names = {move: position.format_move(move) for move, _ in ranked}
        width = max(map(len, names.values()), default=0)
        most = max((len(value.text) for _, value in ranked), default=0)
        return "\n".join(
            f"  {names[move]:{width}}  {value.text:{most}}  {value.trust}" for move, value in ranked
        )

    # -- searching -----------------------------------------------------------------------------

    def follow(self, causes: frozenset[Cause]) -> None:
        """Stop what belongs to another node, and start what is wanted here."""
        self._update()

    def place_fields(self) -> dict[str, Any]:
        """Return the hint and the values, and whether they are wanted."""
        return {
            "hint": self.hint,
            "hinting": self._hint_request != 0,
            "values": self.values if self.wanted else {},
            "values_wanted": self.wanted,
            "values_final": self._finished,
        }

    def request_hint(self) -> None:
        """Search for a hint."""
        document = self._document
        self.hint = None
        self._hint_request = self._service.search(
            document.game, document.position, HINT_LEVEL, Priority.HINT
        )
        document.note(Cause.ACTIVITY)

    @Slot(object)
    def _on_hint_news(self, news: SearchNews) -> None:
        if news.number == self._hint_request:
            self.progressed.emit(news)

    @Slot(object)
    def _on_reply(self, reply: SearchReply) -> None:
        if not self._hint_request or reply.number != self._hint_request:
            return
        self._hint_request = 0
        with self._document.telling():
            if reply.result is not None:
                result = reply.result
                text = self._document.position.format_move(result.move)
                value = MoveValue(result.value, result.proven, result.value_text)
                self.hint = Hint(result.move, text, value)
                self._document.note(Cause.FINDINGS)
            self._document.note(Cause.ACTIVITY)
        if reply.error:
            self.message.emit(reply.error)

    def _update(self) -> None:
        """Start computing the values of the current node if they are wanted and missing."""
        record = self._document.record
        place = (record, record.current)
        if place != self._place:
            self._place = place
            self._patience.stop()
            self._stop()
            self._finished = False
            self.values = {}
            self.hint = None
            if self._hint_request:
                self._service.cancel(self._hint_request)
                self._hint_request = 0
        if self._endgame_request and self._found_for != self._key:
            self._forget_endgames()  # that game is no longer played; stop building
        if self._somebody_plays_perfectly():
            self._get_endgames()
        wanted = self.wanted or self.answering
        if not wanted or self._document.node.outcome is not None:
            self._stop()
        elif not self._request and not self._finished:
            self._begin()

    def _begin(self) -> None:
        record = self._document.record
        self._get_endgames()
        position = record.position.copy()
        probe: Probe = probe_nothing
        knowledge = self._knowledge
        if knowledge is not None:
            knowledge.use_tablebase(position)
            probe = knowledge.probe
        self._request = self._service.values(record.game, position, probe)

    def _stop(self) -> None:
        if self._request:
            self._service.cancel(self._request)
            self._request = 0

    def _restart(self) -> None:
        """Compute the values anew, because the available knowledge has changed."""
        self._stop()
        if not self._finished or not _all_proven(self.values):
            self._finished = False
            self._update()

    def _set_values(self, values: Values) -> None:
        if values != self.values:
            self.values = values
            self._document.note(Cause.FINDINGS)

    @Slot(object)
    def _on_values(self, news: ValuesNews) -> None:
        if news.number != self._request:
            return
        if news.finished:
            self._request = 0
            self._finished = True
        if news.error:
            self.message.emit(news.error)
        # A restarted search reports estimates first, even for moves whose values were proven.
        known = {move: value for move, value in self.values.items() if value.proven}
        self._set_values({**news.values, **known})
        if self.answering and (news.finished or _all_proven(self.values)):
            self.answer()

    @Slot()
    def answer(self) -> None:
        """Reply now with what is known, and stop searching unless values are shown."""
        self._patience.stop()
        self.answered.emit(self.text() or "The values are not known yet.")
        if not self.wanted:
            self._stop()

    # -- tablebases ----------------------------------------------------------------------------

    @property
    def _key(self) -> _Key:
        """The key of the current game and its rules, which identify a `Knowledge`."""
        record = self._document.record
        return record.game.key, record.rules

    @property
    def _knowledge(self) -> Knowledge | None:
        """The `Knowledge` of the current game and rules, or None if it is not loaded."""
        return self._found if self._found_for == self._key else None

    def _get_endgames(self) -> None:
        """Request the tablebase of the current rules, unless it is loaded or requested."""
        record = self._document.record
        if self._found_for == self._key or not record.game.knowledge.available:
            return
        self._forget_endgames()
        self._found_for = self._key
        self._endgame_request = self._endgames.request(record.game, record.rules, self.budget)

    def _somebody_plays_perfectly(self) -> bool:
        levels = [player.level for player in self._document.players]
        return any(level is not None and level.strength == PERFECT for level in levels)

    def _forget_endgames(self) -> None:
        self._endgame_request = 0
        self._endgames.cancel()
        self._found = None
        self._found_for = None
        self._set_built(None)

    def _set_built(self, share: float | None) -> None:
        if share != self._built:
            self._built = share
            self.building.emit(share)

    @Slot()
    def cancel_endgames(self) -> None:
        """Stop building the tablebase, and do not build it again for the current rules."""
        if self._endgame_request:
            self._endgame_request = 0
            self._endgames.cancel()
            self._set_built(None)
            self.message.emit(
                "The tablebase is not built; values take longer without it. "
                "The preferences have its size."
            )

    @Slot(object)
    def _on_progress(self, news: EndgameNews) -> None:
        if news.number == self._endgame_request:
            self._set_built(news.share)

    @Slot(object)
    def _on_endgames(self, reply: EndgameReply) -> None:
        if reply.number != self._endgame_request:
            return
        if not reply.finished:
            self._found = reply.knowledge
            self._restart()
            return
        self._endgame_request = 0
        self._set_built(None)
        self._found = reply.knowledge or self._found
        notes = [reply.error] if reply.knowledge is None else reply.knowledge.notes
        if notes:
            self.message.emit(" ".join(notes))
        if reply.knowledge is not None:
            self._restart()

    @Slot()
    def shut_down(self) -> None:
        """Stop all background work; the object cannot be used afterwards."""
        self._patience.stop()
        self._request = self._endgame_request = 0
        self._endgames.shut_down()


def _all_proven(values: Values) -> bool:
    return bool(values) and all(value.proven for value in values.values())
