"""Loads or builds tablebases in the background."""

from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.work.background import Background
from kalahloa.models.game.game import Game
from kalahloa.models.game.knowledge import BUDGETS, BuildStopped, Knowledge
from kalahloa.models.text.quotation import shorten
from kalahloa.models.work.cancellation import Stop, Throttle


@dataclass(frozen=True)
class EndgameRequest:
    """A request for the tablebase of a game and its rules; *budget* names its size limit."""

    number: int
    game: Game
    rules: Any
    budget: str
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class EndgameReply:
    """The reply to request *number*: *knowledge*, or None and an *error* message.

    Unless *finished*, another reply follows.
    """

    number: int
    knowledge: Knowledge | None
    error: str = ""
    finished: bool = True


@dataclass(frozen=True)
class EndgameNews:
    """The progress of request *number*, from 0 to 1."""

    number: int
    share: float


class EndgameService(Background[EndgameRequest]):
    """Answers each request with `replied`, unless it is cancelled first.

    The book, which needs no building, is sent first.
    """

    gives_way = True
    replied = Signal(object)
    """An `EndgameReply`."""
    progressed = Signal(object)
    """An `EndgameNews`, at most ten per second; only while a tablebase is built."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("endgames", parent)

    def request(self, game: Game, rules: Any, budget: str) -> int:
        """Request the knowledge of *game* within *budget*; return the number of the request."""
        return self.submit(EndgameRequest(self.next_number(), game, rules, budget))

    def work(self, request: EndgameRequest) -> None:
        """Load or build the tablebase and emit `replied`."""
        throttle = Throttle()

        def report(done: int, all_of_them: int) -> None:
            if throttle.is_due():
                self.progressed.emit(EndgameNews(request.number, done / all_of_them))

        if request.stop.is_set():
            return
        try:
            source = request.game.knowledge
            max_bytes = BUDGETS[request.budget]
            book = source.book(request.rules)
            if book.has_book and max_bytes:
                self.replied.emit(EndgameReply(request.number, book, finished=False))
            knowledge = source.open(request.rules, max_bytes, report, request.stop)
            reply = EndgameReply(request.number, knowledge)
        except BuildStopped:
            return
        except MemoryError:
            reply = EndgameReply(
                request.number,
                None,
                translate("Controllers", "There is not enough memory for the tablebase."),
            )
        except Exception as error:  # no error may end the thread
            reply = EndgameReply(
                request.number,
                None,
                fill(
                    translate("Controllers", "There is no tablebase: {reason}"),
                    reason=shorten(error),
                ),
            )
        if not request.stop.is_set():
            self.replied.emit(reply)
