"""What a heuristic of the user's says of a position and of those after each move."""

from collections.abc import Mapping
from time import monotonic

from kalahloa.controllers.base.translation import translate
from kalahloa.controllers.features.lab.reports import LabReport, RankedMove
from kalahloa.models.game.position import Position
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.record.node import Node
from kalahloa.models.sandbox.orders import Evaluation
from kalahloa.models.sandbox.sandbox import Sandbox
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.work.cancellation import Stop

WON = 100.0
"""The value of a finished game that is won, beyond all that a heuristic may return."""


def evaluate(
    sandbox: Sandbox, source: HeuristicSource, node: Node, position: Position, stop: Stop
) -> LabReport:
    """Return what *source* says of *position*, which is that of *node*, and of what follows it.

    Raises a `KalahloaError`, and what games in plain Python raise.
    """
    began = monotonic()
    moves = position.legal_moves()
    after = [_after(position, move) for move in moves]
    here, *there = sandbox.evaluate(source, [position, *after], True, stop, lines=True)
    if here is None:
        raise KalahloaError(translate("Lab", "The game is over."))
    ranked = [
        _ranked(position, move, later, found)
        for move, later, found in zip(moves, after, there, strict=True)
    ]
    ranked.sort(key=lambda one: -one.value)
    return LabReport(
        source.name,
        source.digest,
        node,
        position,
        position.side,
        here.value,
        here.terms,
        source.weights,
        tuple(ranked),
        here.lines,
        monotonic() - began,
        here.printed,
        here.costs,
        here.microseconds,
    )


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
