"""How the values of moves are written on boards, and which moves are the best."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.models.search.score import Score


def board_value_words(value: Score) -> str:
    """Return *value* in words: ``worth +8, proven``."""
    if value.proven:
        told = QCoreApplication.translate("MoveValues", "worth {value}, proven")
    else:
        told = QCoreApplication.translate("MoveValues", "worth {value}, estimated")
    return fill(told, value=in_words(value.short))


def best_moves(values: Mapping[int, Score]) -> frozenset[int]:
    """Return the moves of the highest value; a proven one is preferred to an estimate as high."""
    if not values:
        return frozenset()
    highest = max(value.number for value in values.values())
    best = {move: value for move, value in values.items() if value.number == highest}
    proven = frozenset(move for move, value in best.items() if value.proven)
    return proven or frozenset(best)
