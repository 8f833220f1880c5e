"""Computes the values of all moves of a position in the background."""

from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.work.background import Background
from kalahloa.models.cancellation import Stop
from kalahloa.models.errors import UnknownName
from kalahloa.models.game import Game
from kalahloa.models.heuristic import Heuristic
from kalahloa.models.position import Position
from kalahloa.models.quotation import shorten
from kalahloa.models.search.move_values import TIME_SLICES, TimeSlice, Valuer, Values
from kalahloa.models.search.solver.mtd import Probe, probe_nothing


@dataclass(frozen=True)
class ValuesRequest:
    """A request for the values of the moves of a position, which the request owns."""

    number: int
    game: Game
    position: Position
    probe: Probe
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class ValuesNews:
    """The values known so far for request *number*; with *finished*, no more will follow.

    *error* is a sentence if something failed, otherwise empty.
    """

    number: int
    values: Values
    finished: bool = False
    error: str = ""


class ValuesService(Background[ValuesRequest]):
    """Reports the values of all moves of a position with `valued`, improving step by step.

    A cancelled request gets no final `ValuesNews`.
    """

    gives_way = True
    valued = Signal(object)
    """A `ValuesNews`, at most about ten per second."""

    def __init__(
        self, parent: QObject | None = None, time_slices: tuple[TimeSlice, ...] = TIME_SLICES
    ) -> None:
        super().__init__("values", parent)
        self._time_slices = time_slices
        self._valuer: Valuer | None = None

    def request(self, game: Game, position: Position, probe: Probe = probe_nothing) -> int:
        """Compute the values for a copy of *position*; return the number of the request.

        *probe* returns known values of positions; it is called on the background thread.
        """
        return self.submit(ValuesRequest(self.next_number(), game, position.copy(), probe))

    def work(self, request: ValuesRequest) -> None:
        """Compute the values and emit `valued`."""
        if request.stop.is_set():
            return
        try:
            if self._valuer is None:
                self._valuer = Valuer(self._time_slices)
            values = self._valuer.values(
                request.position,
                evaluator=_evaluator(request),
                probe=request.probe,
                stopped=request.stop,
                report=lambda values: self.valued.emit(ValuesNews(request.number, values)),
            )
            news = ValuesNews(request.number, values, True)
        except Exception as error:  # a plug-in's game may raise anything; memory may be short
            news = ValuesNews(
                request.number, {}, True, f"The values cannot be computed: {shorten(error)}"
            )
        if not request.stop.is_set():
            self.valued.emit(news)


def _evaluator(request: ValuesRequest) -> Heuristic | None:
    """Return the heuristic for leaves; None if the position has its own, or the game none."""
    if request.position.has_evaluation():
        return None
    try:
        return request.game.heuristic()
    except UnknownName:
        return None
