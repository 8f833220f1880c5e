"""How a game ends that the rules have not ended: a side resigns, or both agree on a draw.

This is told by two details of the record, and counts for the end of its main line only.  A game
that ends by the rules has no such details.
"""

from collections.abc import Mapping, Sequence

from kalahloa.models.game.outcome import FIRST, SECOND, Outcome
from kalahloa.models.record.node import Node
from kalahloa.models.record.record import Record
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

RESULT, TERMINATION = "result", "termination"
"""The names of two details: the points, and how the game ended (``resignation``, ``time``)."""
RESIGNATION, AGREEMENT = "resignation", "agreement"
_WINNERS = {"1-0": FIRST, "0-1": SECOND}
_DRAWN = "1/2-1/2"
_LOST_BY = {
    RESIGNATION: QT_TRANSLATE_NOOP("Models", "{winner} wins: {loser} resigned."),
    "time": QT_TRANSLATE_NOOP("Models", "{winner} wins: {loser} ran out of time."),
    "forfeit": QT_TRANSLATE_NOOP("Models", "{winner} wins: {loser} forfeited the game."),
}
_AGREED = QT_TRANSLATE_NOOP("Models", "Draw: both sides agreed.")


def resigned(side: int) -> dict[str, str]:
    """Return the details of a game that *side* has resigned."""
    return {RESULT: "0-1" if side == FIRST else "1-0", TERMINATION: RESIGNATION}


def agreed() -> dict[str, str]:
    """Return the details of a game in which both sides have agreed on a draw."""
    return {RESULT: _DRAWN, TERMINATION: AGREEMENT}


def stated_outcome(details: Mapping[str, str], sides: Sequence[str]) -> Outcome | None:
    """Return the outcome that *details* tell; None where they do not say who ended the game.

    *sides* are the names of both.  Nothing is counted: the score is 0.
    """
    result, termination = details.get(RESULT, ""), details.get(TERMINATION, "")
    if result == _DRAWN and termination == AGREEMENT:
        return Outcome(None, 0, _AGREED)
    winner, reason = _WINNERS.get(result), _LOST_BY.get(termination)
    if winner is None or reason is None:
        return None
    return Outcome(winner, 0, reason.format(winner=sides[winner], loser=sides[1 - winner]))


def ending_at(record: Record, node: Node) -> Outcome | None:
    """Return how the game of *record* has ended at *node*, None if it has not.

    That is the outcome by the rules, or at the end of the main line what the details tell.
    """
    if node.outcome is not None or node.children or RESULT not in record.details:
        return node.outcome
    is_main = node is record.main_end
    return stated_outcome(record.details, record.game.sides) if is_main else None
