"""Opens or builds tablebases in the background."""

from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.background import Background
from kalahloa.models.cancellation import Stop, Throttle
from kalahloa.models.game import Game
from kalahloa.models.knowledge import BUDGETS, BuildStopped, Knowledge
from kalahloa.models.quotation import shorten


@dataclass(frozen=True)
class EndgameRequest:
    """A request for the tablebase of a game and its rules; *budget* is its largest size."""

    number: int
    game: Game
    rules: Any
    budget: str
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class EndgameReply:
    """The reply to the request with this number: *knowledge*, or None and an *error* sentence.

    Unless *finished*, another reply follows.
    """

    number: int
    knowledge: Knowledge | None
    error: str = ""
    finished: bool = True


@dataclass(frozen=True)
class EndgameNews:
    """The progress of the request with this number, from 0 to 1."""

    number: int
    share: float


class EndgameService(Background[EndgameRequest]):
    """Answers each request with `replied`, unless it is stopped before that.

    The book, which needs no building, comes first.
    """

    gives_way = True
    replied = Signal(object)
    """An `EndgameReply`."""
    progressed = Signal(object)
    """An `EndgameNews`, ten a second at most; none where nothing has to be built."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("endgames", parent)

    def request(self, game: Game, rules: Any, budget: str) -> int:
        """Get what *game*, which has endgames, has within *budget*; return the number."""
        return self.submit(EndgameRequest(self.next_number(), game, rules, budget))

    def work(self, request: EndgameRequest) -> None:
        """Read or build, and emit `replied`."""
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
                request.number, None, "There is not enough memory for the tablebase."
            )
        except Exception as error:  # nothing that goes wrong here may end the thread
            reply = EndgameReply(request.number, None, f"There is no tablebase: {shorten(error)}")
        if not request.stop.is_set():
            self.replied.emit(reply)
