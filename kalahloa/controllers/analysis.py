"""The values of the moves of the current position."""

from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from kalahloa.controllers.endgame_service import EndgameNews, EndgameReply, EndgameService
from kalahloa.controllers.turn_controller import TurnController
from kalahloa.controllers.values_service import ValuesNews, ValuesService
from kalahloa.models.knowledge import USUAL, Knowledge
from kalahloa.models.search.move_values import Values
from kalahloa.models.search.solver.mtd import Probe, probe_nothing
from kalahloa.models.search.strength.levels import PERFECT

_Key = tuple[str, Any]

ANSWER_AFTER_MS = 2500
"""After this time a request is answered with estimates if there are no proven values."""


class Analysis(QObject):
    """Computes the values of the moves at the record's current node while they are wanted.

    Searches for a computer player or a hint have priority.  If the game has a tablebase, it is
    opened or built in the background when values are first wanted; without it values take longer.
    """

    changed = Signal()
    """`values` or `wanted` are different."""
    answered = Signal(str)
    """The values in words, as `ask` has promised."""
    message = Signal(str)
    """A sentence for the user."""
    building = Signal(object)
    """What part of the endgames has been built, from 0 to 1; None when nothing is built now."""

    def __init__(
        self,
        controller: TurnController,
        parent: QObject | None = None,
        service: ValuesService | None = None,
    ) -> None:
        super().__init__(parent)
        self.values: Values = {}
        """The value of each legal move, or of none; see `Valuer`."""
        self.wanted = False
        """Whether values are to be kept and shown at every place."""
        self.budget = USUAL
        self._controller = controller
        self._service = service or ValuesService(self)
        self._service.valued.connect(self._on_values)
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
        controller.changed.connect(self._on_changed)
        controller.state_changed.connect(self._update)

    # -- asking --------------------------------------------------------------------------------

    @property
    def answering(self) -> bool:
        """Whether `ask` has promised an answer that is still to come."""
        return self._patience.isActive()

    @property
    def share_built(self) -> float | None:
        """What part of the endgames has been built, or None when nothing is built now."""
        return self._built

    def set_wanted(self, wanted: bool) -> None:
        """Say whether values are to be kept, at every place the record comes to."""
        if wanted != self.wanted:
            self.wanted = wanted
            self.changed.emit()
            self._update()

    def set_budget(self, budget: str) -> None:
        """Say how large endgames may be: a name in `kalahloa.models.knowledge.BUDGETS`."""
        if budget != self.budget:
            self.budget = budget
            self._forget_endgames()
            self._restart()

    def ask(self) -> str:
        """Return the values in words, or a sentence that they will come by `answered`."""
        if self._controller.outcome is not None:
            return "The game is over; there are no moves."
        if self._controller.thinking or self._controller.hinting:
            return "Wait until the search has ended."
        if self.values and (self._finished or _all_proven(self.values)):
            return self.text()
        self._patience.start()
        self._update()
        return "Computing the values of the moves."

    def text(self) -> str:
        """Return the values that are known, a line each, the best first; empty if none is."""
        position = self._controller.position
        ranked = sorted(self.values.items(), key=lambda item: -item[1].number)
        names = {move: position.format_move(move) for move, _ in ranked}
        width = max(map(len, names.values()), default=0)
        most = max((len(value.text) for _, value in ranked), default=0)
        return "\n".join(
            f"  {names[move]:{width}}  {value.text:{most}}  {value.trust}" for move, value in ranked
        )

    # -- working -------------------------------------------------------------------------------

    @Slot(object)
    def _on_changed(self, _cause: object) -> None:
        self._update()

    @Slot()
    def _update(self) -> None:
        """Have the values of the current place worked out, if they are wanted and are not yet."""
        controller = self._controller
        record = controller.record
        place = (record, record.current)
        if place != self._place:
            self._place = place
            self._patience.stop()
            self._stop()
            self._finished = False
            self._set_values({})
        if self._endgame_request and self._found_for != self._key:
            self._forget_endgames()  # nobody plays that game now; do not build on
        if self._somebody_plays_perfectly():
            self._get_endgames()
        wanted = self.wanted or self.answering
        busy = controller.thinking or controller.hinting
        if not wanted or busy or controller.outcome is not None:
            self._stop()
        elif not self._request and not self._finished:
            self._begin()

    def _begin(self) -> None:
        record = self._controller.record
        self._get_endgames()
        position = record.position.copy()
        probe: Probe = probe_nothing
        knowledge = self._knowledge
        if knowledge is not None:
            knowledge.use_tablebase(position)
            probe = knowledge.probe
        self._request = self._service.request(record.game, position, probe)

    def _stop(self) -> None:
        if self._request:
            self._request = 0
            self._service.cancel()

    def _restart(self) -> None:
        """Work the values out anew: there is more, or less, to look up now."""
        self._stop()
        if not self._finished or not _all_proven(self.values):
            self._finished = False
            self._update()

    def _set_values(self, values: Values) -> None:
        if values != self.values:
            self.values = values
            self.changed.emit()

    @Slot(object)
    def _on_values(self, news: ValuesNews) -> None:
        if news.number != self._request:
            return
        if news.finished:
            self._request = 0
            self._finished = True
        if news.error:
            self.message.emit(news.error)
        # Whoever was stopped begins again with estimates, also of what was proven before.
        known = {move: value for move, value in self.values.items() if value.proven}
        self._set_values({**news.values, **known})
        if self.answering and (news.finished or _all_proven(self.values)):
            self.answer()

    @Slot()
    def answer(self) -> None:
        """Answer now, with what is known, and look for no more unless values are kept."""
        self._patience.stop()
        self.answered.emit(self.text() or "The values are not known yet.")
        if not self.wanted:
            self._stop()

    # -- endgames ------------------------------------------------------------------------------

    @property
    def _key(self) -> _Key:
        """The game that is played and its rules: what is known belongs to both together."""
        record = self._controller.record
        return record.game.key, record.rules

    @property
    def _knowledge(self) -> Knowledge | None:
        """What is known of the game that is played under the rules in force, None if nothing is."""
        return self._found if self._found_for == self._key else None

    def _get_endgames(self) -> None:
        """Get the endgames of the rules in force, unless they are here or on their way."""
        record = self._controller.record
        if self._found_for == self._key or not record.game.knowledge.available:
            return
        self._forget_endgames()
        self._found_for = self._key
        self._endgame_request = self._endgames.request(record.game, record.rules, self.budget)

    def _somebody_plays_perfectly(self) -> bool:
        levels = [player.level for player in self._controller.players]
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
        """Build no endgames now, nor later while the same rules are in force."""
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
        """Stop everything that runs; the valuation is of no use afterwards."""
        self._patience.stop()
        self._request = self._endgame_request = 0
        # Both are told first, so that one does not wait for the other.
        self._service.cancel()
        self._endgames.cancel()
        self._service.shut_down()
        self._endgames.shut_down()


def _all_proven(values: Values) -> bool:
    return bool(values) and all(value.proven for value in values.values())
