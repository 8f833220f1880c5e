"""Measures how fast the engine is with a heuristic of the user's, in a process of its own."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.work.background import Background
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.speed import Speed
from kalahloa.models.sandbox.sandbox import Sandbox
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.text.errors import HeuristicFailed, KalahloaError
from kalahloa.models.text.quotation import shorten
from kalahloa.models.work.cancellation import Stop


class Measures(Protocol):
    """A sandbox, as far as it is used here."""

    def measure(
        self,
        source: HeuristicSource,
        game: Game,
        position: Position,
        stopped: Callable[[], bool] = ...,
        tell: Callable[[str], None] | None = ...,
    ) -> Speed:
        """Return how fast the engine is with *source*."""
        ...

    def close(self) -> None:
        """End the process."""
        ...


@dataclass(frozen=True)
class SpeedRequest:
    """A request for the speed with `source` at `position`, which nobody else may modify."""

    number: int
    source: HeuristicSource
    game: Game
    position: Position
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class SpeedNews:
    """What is done for request `number` (`doing`, a sentence), and at the end the speed.

    `error` is a sentence if there is none, `line` the line of the heuristic if that is known.
    """

    number: int
    doing: str = ""
    speed: Speed | None = None
    error: str = ""
    line: int | None = None


class LabSpeedometer(Background[SpeedRequest]):
    """Measures one heuristic at a time; a new request ends the one before."""

    gives_way = True
    told = Signal(object)
    """A `SpeedNews`; nothing is told of a request that was cancelled."""

    def __init__(
        self, parent: QObject | None = None, make: Callable[[], Measures] | None = None
    ) -> None:
        """*make* returns what heuristics run in; by default a sandbox."""
        super().__init__("lab speed", parent)
        self._make: Callable[[], Measures] = make or Sandbox

    def ask(self, source: HeuristicSource, game: Game, position: Position) -> int:
        """Measure *source* at *position* of *game*; return the number of the request."""
        return self.submit(SpeedRequest(self.next_number(), source, game, position.copy()))

    def work(self, request: SpeedRequest) -> None:
        """Measure what is requested, in a process that ends then: Numba takes much memory."""
        number, stop = request.number, request.stop
        if stop():
            return
        sandbox = self._make()
        try:
            speed = sandbox.measure(
                *(request.source, request.game, request.position, stop),
                lambda doing: self.told.emit(SpeedNews(number, doing)),
            )
            news = SpeedNews(number, speed=speed)
        except SearchStopped:
            return
        except HeuristicFailed as error:
            news = SpeedNews(number, error=in_words(error), line=error.line)
        except KalahloaError as error:
            news = SpeedNews(number, error=in_words(error))
        except Exception as error:  # also of games in plain Python
            sentence = translate("Lab", "The speed could not be measured: {reason}")
            news = SpeedNews(number, error=fill(sentence, reason=shorten(error)))
        finally:
            sandbox.close()
        if not stop():
            self.told.emit(news)
