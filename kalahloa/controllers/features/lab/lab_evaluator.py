"""Runs the user's heuristic on a position and on those after each move, in the sandbox."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.features.lab.reports import LabReport, RankedMove
from kalahloa.controllers.features.lab.state import LabFailure
from kalahloa.controllers.work.background import Background
from kalahloa.models.game.position import Position
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.record.node import Node
from kalahloa.models.sandbox.orders import Evaluation
from kalahloa.models.sandbox.sandbox import Sandbox
from kalahloa.models.text.errors import HeuristicFailed, KalahloaError
from kalahloa.models.text.quotation import shorten
from kalahloa.models.work.cancellation import Stop

WON = 100.0
"""The value of a finished game that is won, beyond all that a heuristic may return."""


class Evaluates(Protocol):
    """A sandbox, as far as it is used here."""

    def evaluate(
        self,
        source: HeuristicSource,
        positions: Sequence[Position],
        terms: bool = True,
        stopped: Callable[[], bool] = ...,
        lines: bool = False,
    ) -> tuple[Evaluation | None, ...]:
        """Return what *source* says of *positions*, None where the game is over."""
        ...

    def close(self) -> None:
        """End the process."""
        ...


@dataclass(frozen=True)
class EvaluationRequest:
    """A request for what `source` says of `position`, which nobody else may modify, at `node`."""

    number: int
    source: HeuristicSource
    node: Node
    position: Position
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class EvaluationAnswer:
    """The answer to the request with the same number: a report, or why there is none."""

    number: int
    report: LabReport | None = None
    failure: LabFailure | None = None


class LabEvaluator(Background[EvaluationRequest]):
    """Runs one heuristic at a time; a new request ends the one before."""

    answered = Signal(object)
    """An `EvaluationAnswer`; emitted on this thread, not if the request was cancelled."""

    def __init__(
        self, parent: QObject | None = None, make: Callable[[], Evaluates] | None = None
    ) -> None:
        """*make* returns what heuristics run in; by default a sandbox."""
        super().__init__("lab", parent)
        self._make: Callable[[], Evaluates] = make or Sandbox
        self._sandbox: Evaluates | None = None

    def ask(self, source: HeuristicSource, node: Node, position: Position) -> int:
        """Run *source* at *node*, where *position* is; return the number of the request."""
        number = self.next_number()
        return self.submit(EvaluationRequest(number, source, node, position.copy()))

    def work(self, request: EvaluationRequest) -> None:
        """Run the heuristic of *request*, and tell what it said."""
        if request.stop():
            return
        try:
            answer = EvaluationAnswer(request.number, self._report(request))
        except HeuristicFailed as error:
            answer = _failed(request, in_words(error), error.line)
        except KalahloaError as error:
            answer = _failed(request, in_words(error))
        except Exception as error:  # also of games in plain Python
            sentence = translate("Lab", "The heuristic could not be run: {reason}")
            answer = _failed(request, fill(sentence, reason=shorten(error)))
        if not request.stop():
            self.answered.emit(answer)

    def _report(self, request: EvaluationRequest) -> LabReport:
        began = monotonic()
        if self._sandbox is None:
            self._sandbox = self._make()
        position = request.position
        moves = position.legal_moves()
        after = [_after(position, move) for move in moves]
        here, *there = self._sandbox.evaluate(
            request.source, [position, *after], True, request.stop, lines=True
        )
        if here is None:
            raise KalahloaError(translate("Lab", "The game is over."))
        ranked = [
            _ranked(position, move, later, found)
            for move, later, found in zip(moves, after, there, strict=True)
        ]
        ranked.sort(key=lambda one: -one.value)
        return LabReport(
            request.source.name,
            request.source.digest,
            request.node,
            position,
            position.side,
            here.value,
            here.terms,
            request.source.weights,
            tuple(ranked),
            here.lines,
            monotonic() - began,
            here.printed,
            here.costs,
            here.microseconds,
        )

    def shut_down(self) -> None:
        """End the thread and the sandbox's process; may be called twice."""
        super().shut_down()
        if self._sandbox is not None:
            self._sandbox.close()
            self._sandbox = None


def _after(position: Position, move: int) -> Position:
    after = position.copy()
    after.make(move)
    return after


def _ranked(position: Position, move: int, after: Position, found: Evaluation | None) -> RankedMove:
    """Return *move* with what was *found* after it, for the side that makes it."""
    text = position.format_move(move)
    if found is None:
        outcome = after.outcome()
        if outcome is None or outcome.winner is None:
            value = 0.0
        else:
            value = WON if outcome.winner == position.side else -WON
        return RankedMove(move, text, value, {}, "" if outcome is None else str(outcome.reason))
    sign = 1.0 if after.side == position.side else -1.0
    terms: Mapping[str, float] = {name: sign * term + 0.0 for name, term in found.terms.items()}
    return RankedMove(move, text, sign * found.value + 0.0, terms)


def _failed(request: EvaluationRequest, sentence: str, line: int | None = None) -> EvaluationAnswer:
    return EvaluationAnswer(request.number, failure=LabFailure(sentence, line))
