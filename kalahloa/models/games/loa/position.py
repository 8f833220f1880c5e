# cython: language_level=3, cdivision=True
"""Positions of Lines of Action: the board with an evaluation, and an order of moves for searches.

Squares and moves are numbered as in `kalahloa.models.games.loa.board`.
"""

from typing import Any

import cython

from kalahloa.models.games.loa.evaluation import terms
from kalahloa.models.games.loa.mobility import prepare_mobility
from kalahloa.models.games.loa.rules import MAX_SIZE, MIN_SIZE
from kalahloa.models.games.loa.squares import board_squares
from kalahloa.models.outcome import FIRST, SECOND
from kalahloa.models.term import Term

if cython.compiled:
    from cython.cimports.kalahloa.models.games.loa.board import LoaBoard
    from cython.cimports.kalahloa.models.games.loa.evaluation import evaluate_pieces

    _CENTRE = cython.declare(cython.int[576])
else:
    from kalahloa.models.games.loa.board import LoaBoard
    from kalahloa.models.games.loa.evaluation import evaluate_pieces
    from kalahloa.models.native.bits import zeros

    _CENTRE = zeros(576)


def _fill_centres() -> None:
    for size in range(MIN_SIZE, MAX_SIZE + 1):
        for square in board_squares(size):
            # 0 in the corners; 9 in the middle of a board of 8 ranks.
            file, rank = square % 8, square // 8
            near = min(file, size - 1 - file), min(rank, size - 1 - rank)
            _CENTRE[64 * size + square] = near[0] + near[1] + min(near)


_fill_centres()


class Loa(LoaBoard):
    """A position of Lines of Action (see `LoaBoard`)."""

    def __init__(self, black: int, white: int, side: int, rules: Any):
        LoaBoard.__init__(self, black, white, side, rules)
        if self.size < MAX_SIZE:
            prepare_mobility(self.size)

    # -- evaluation and what else searches ask ---------------------------------------------------

    def evaluate(self):
        return evaluate_pieces(self.own, self.other, self.size)

    def order_score(self, move):
        """Prefer moves towards the centre, captures among them."""
        target: cython.int = move >> 6
        board: cython.int = 64 * self.size
        gain: cython.int = _CENTRE[board + target] - _CENTRE[board + (move & 63)]
        return gain + 2 if self.other >> target & 1 else gain

    def score_moves(self, moves, scores, base, end):
        # As `order_score`, with what is the same for all moves taken out of the loop.
        index: cython.int
        target: cython.int
        gain: cython.int
        board: cython.int = 64 * self.size
        other: cython.ulonglong = self.other
        for index in range(base, end):
            target = moves[index] >> 6
            gain = _CENTRE[board + target] - _CENTRE[board + (moves[index] & 63)]
            scores[index] = gain + 2 if (other >> target) & 1 else gain

    def allows_reductions(self):
        return True

    def evaluation_words(self, words):
        """Write the side to move, the bitboards of Black and of White, and the number of ranks."""
        words[0] = self.side
        words[1 + self.side] = self.own
        words[2 - self.side] = self.other
        words[3] = self.size
        return 4

    def copy_without_stack(self):
        return Loa(self.pieces(FIRST), self.pieces(SECOND), self.side, self.rules)

    def has_evaluation(self) -> bool:
        return True

    def evaluation_terms(self) -> list[Term]:
        return terms(self.own, self.other, self.size)
