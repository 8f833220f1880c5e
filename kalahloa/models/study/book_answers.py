"""Which move answers a student who practises against what is proven."""

from collections import Counter
from random import Random
from typing import Any

from kalahloa.models.game.knowledge import Knowledge
from kalahloa.models.study.book_page import ProvenMove, ProvenPage, page_of


class Answerer:
    """Draws moves that keep the value, those that were drawn less often before more likely.

    With *tempting* it takes those after which the smallest share of the moves keeps the value.
    """

    def __init__(self, random: Random, tempting: bool = False) -> None:
        self._random = random
        self._tempting = tempting
        self._drawn: Counter[tuple[str, int]] = Counter()

    def answer(self, knowledge: Knowledge, position: Any) -> int | None:
        """Return a move that keeps the value of *position*, None where none is known.

        Moves that stay within what is known are preferred.
        """
        page = page_of(knowledge, position)
        moves = candidates(page, self._tempting)
        if not moves:
            return None
        text = position.position_string()
        weights = [1 / (1 + self._drawn[text, move.move]) ** 4 for move in moves]
        (chosen,) = self._random.choices(moves, weights)
        self._drawn[text, chosen.move] += 1
        return chosen.move


def candidates(page: ProvenPage, tempting: bool) -> list[ProvenMove]:
    """Return the moves of *page* from which the answer is drawn."""
    moves = [move for move in page.moves if move.keeps]
    moves = [move for move in moves if move.keepers is not None] or moves
    if tempting and moves:
        least = min(map(_share, moves))
        moves = [move for move in moves if _share(move) == least]
    return moves


def _share(move: ProvenMove) -> float:
    """Return the share of the moves after *move* that keep the value."""
    return 1.0 if move.keepers is None else move.keepers / move.choices
