"""Turns of any game: whose move it is, when the computer searches and when its move lands."""

import time
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, Signal, Slot

from kalahloa.controllers.base.player import Player
from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.core.controller import Controller, Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.controllers.work.search_jobs import SearchNews, SearchReply
from kalahloa.models.record.ending import ending_at
from kalahloa.models.record.record import Node
from kalahloa.models.search.known import OnDemand, nothing_known
from kalahloa.models.search.request import SearchResult
from kalahloa.models.text.errors import IllegalMove


class MoveReceiver(Protocol):
    """Something that takes a human's moves, which are not made then."""

    @property
    def running(self) -> bool:
        """Whether it takes moves now."""
        ...

    def receive_move(self, move: int) -> None:
        """Take *move*, which is legal; raise `IllegalMove` where none is expected."""
        ...


class TurnController(Controller):
    """Runs a document's game between its players, human or computer; independent of the game.

    Play is *held* after undo, redo or a jump: the computer waits until a human moves or
    `continue_play` is called.  Where computers do not *answer*, humans move for both sides.
    """

    progressed = Signal(object)
    """A `SearchNews` of the search for the computer's move."""
    found = Signal(object, object)
    """The node at which the computer has searched, and the `SearchResult`."""

    def __init__(
        self, document: Document, service: AnalysisService, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.minimum_think_seconds = 0.6
        self.is_presenting: Callable[[], bool] = _nothing_is_shown
        """Whether a view is still animating the last move; the computer's next move waits for it,
        and `presented` is called when it has ended."""
        self.is_exercise: Callable[[], bool] = _nothing_is_shown
        """Whether an exercise is on, in which no computer is to answer."""
        self.takers: list[MoveReceiver] = []
        """Each takes humans' moves while it is running, so that they are not made."""
        self.is_judging: Callable[[], bool] = _nothing_is_shown
        """Whether the last move is judged or taken back, before which no computer answers."""
        self.why_wait: Callable[[], str] = str
        """Returns why nobody can move just now, as a sentence; empty if one can."""
        self.known: Callable[[], OnDemand] = _nothing_is_known
        """Returns what returns what is known of the record's rules, for players who use that."""
        self._document = document
        self._service = service
        self._service.replied.connect(self._on_reply)
        self._service.progressed.connect(self._on_news)
        self._held = False
        self._pauses = False
        """Whether play is to be held after a move that was made in the same change."""
        self._answers = True
        self._request = 0
        self._asked: tuple[Node, Player] | None = None
        self._asked_at = 0.0
        self._result: SearchResult | None = None
        self._landing = single_shot(self, self._land)
        document.add_follower(self)

    # -- following the document ----------------------------------------------------------------

    def place_fields(self) -> Fields:
        """Return whether computers answer, play is held and a search for a move is running."""
        return {"answers": self._answers, "held": self._held, "thinking": self.thinking}

    @property
    def answers(self) -> bool:
        """Whether computer players move at all."""
        return self._answers

    @property
    def thinking(self) -> bool:
        """Whether a computer player is searching for its move, or about to make it."""
        return self._asked is not None

    @property
    def waits(self) -> bool:
        """Whether play is held, or no computer answers, here or in an exercise."""
        return self._held or not self._answers or self.is_exercise()

    @property
    def plays_computer(self) -> bool:
        """Whether a computer plays in this game, and it is not over at the main line's end.

        It does not where computers do not answer.
        """
        record = self._document.record
        some_computer = any(player.is_computer for player in self._document.players)
        return self._answers and some_computer and ending_at(record, record.main_end) is None

    def follow(self, causes: frozenset[Cause]) -> None:
        """Hold or release play, and start or stop the search for the computer's move."""
        some_computer = any(player.is_computer for player in self._document.players)
        if Cause.NEW in causes:
            self._held = some_computer and self._document.resumed
        elif Cause.WALK in causes:
            self._held = some_computer
        elif Cause.MOVE in causes:
            self._held = self._pauses
        self._pauses = False
        if self._wanted() != self._asked:
            self._stop()
            self._start()

    def _wanted(self) -> tuple[Node, Player] | None:
        """Return the node at which a computer is to search, and the player; None for no search."""
        return None if self.is_judging() else self._expected()

    def _expected(self) -> tuple[Node, Player] | None:
        """Return the node at which a computer is to move, and the player; None if none is."""
        document = self._document
        player = document.players[document.position.side]
        waits = self.waits or ending_at(document.record, document.node) is not None
        return None if waits or not player.is_computer else (document.node, player)

    def _start(self) -> None:
        self._asked = self._wanted()
        if self._asked is not None:
            level = self._asked[1].level
            assert level is not None
            self._asked_at = time.monotonic()
            self._request = self._service.search(
                self._document.game,
                self._document.position,
                level,
                known=self.known(),
                seed=self._document.seed,
            )

    def _stop(self) -> None:
        if self._request:
            self._service.cancel(self._request)
        self._request = 0
        self._asked = None
        self._result = None
        self._landing.stop()

    # -- playing -------------------------------------------------------------------------------

    @Slot(int)
    def play(self, move: int) -> None:
        """Make a human's *move*; raise `IllegalMove`, and change nothing, if it is not allowed."""
        if self.why_wait():
            raise IllegalMove(self.why_wait())
        if self._expected() is not None:
            document = self._document
            sentence = translate(
                "TurnController",
                "The computer plays {side}; undo or pause to move yourself.",
            )
            raise IllegalMove(fill(sentence, side=document.game.sides[document.position.side]))
        ending = ending_at(self._document.record, self._document.node)
        if ending is not None and self._answers and not self.is_exercise():
            sentence = translate("TurnController", "The game is over: {reason}")
            raise IllegalMove(fill(sentence, reason=ending.reason))
        taker = self._taker()
        if taker is not None:
            self._document.record.require_legal(move)
            taker.receive_move(move)
            return
        self._make(move)

    def _taker(self) -> MoveReceiver | None:
        return next((one for one in self.takers if one.running), None)

    def _make(self, move: int) -> None:
        """Make *move*: where computers answer, and no exercise is on, the game goes on with it."""
        if self._answers and not self.is_exercise():
            self._document.play_on(move)
        else:
            self._document.play(move)

    def play_text(self, text: str) -> None:
        """Make the moves of one turn given in *text*, as one change.

        Raises `IllegalMove`, and changes nothing, if one of them is not allowed.
        """
        moves = self._document.position.read_turn(text)
        if len(moves) > 1 and self._taker() is not None:
            raise IllegalMove(translate("TurnController", "Type one move at a time."))
        with self._document.one_change():
            for move in moves:
                self.play(move)

    def continue_play(self) -> None:
        """Resume play after undo, redo, a jump or a pause."""
        self._set_held(False)

    def pause(self) -> None:
        """Stop the search for the computer's move and hold play, also after a move just made."""
        with self._document.one_change():
            self._pauses = self._held = True
            self._document.report(Cause.ACTIVITY)

    def _set_held(self, held: bool) -> None:
        if held != self._held:
            self._held = held
            self._document.report(Cause.ACTIVITY)

    def set_answers(self, answers: bool) -> None:
        """Set whether computer players move at all."""
        if answers != self._answers:
            self._answers = answers
            # Nothing is played by merely coming back to a record in which a computer is to move.
            self._held = any(player.is_computer for player in self._document.players)
            self._document.report(Cause.ACTIVITY)

    # -- the computer's move -------------------------------------------------------------------

    @Slot()
    def presented(self) -> None:
        """Make the computer's move if it was waiting for a view's animation."""
        if self._result is not None and not self._landing.isActive():
            self._landing.start(0)

    @Slot(object)
    def _on_news(self, news: SearchNews) -> None:
        if news.number == self._request:
            self.progressed.emit(news)

    @Slot(object)
    def _on_reply(self, reply: SearchReply) -> None:
        if not self._request or reply.number != self._request:
            return
        self._request = 0
        if reply.result is None:
            self._stop()
            self._set_held(True)
            self.message.emit(reply.error)
            return
        assert self._asked is not None
        self.found.emit(self._asked[0], reply.result)
        self._result = reply.result
        passed = time.monotonic() - self._asked_at
        self._landing.start(max(0, round(1000 * (self.minimum_think_seconds - passed))))

    @Slot()
    def _land(self) -> None:
        """Make the computer's move, unless a view is still animating the last one."""
        if self._result is not None and not self.is_presenting():
            move = self._result.move
            self._stop()
            with self._document.one_change():
                self._document.record_seed()
                self._make(move)

    @property
    def is_busy(self) -> bool:
        """Whether a computer player is searching for its move, or about to make it."""
        return self.thinking

    def interrupt(self) -> str:
        """Pause the game; return a sentence about that."""
        self.pause()
        return translate("Commands", "The game is paused; type continue to resume, or quit.")

    def shut_down(self) -> None:
        """Stop searching for a move; the controller cannot be used afterwards."""
        self._stop()


def _nothing_is_known() -> OnDemand:
    return nothing_known


def _nothing_is_shown() -> bool:
    return False
