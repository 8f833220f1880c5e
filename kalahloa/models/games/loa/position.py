# cython: language_level=3, cdivision=True
"""Positions of Lines of Action: the board with an evaluation, and an order of moves for searches.

Squares and moves are numbered as in `kalahloa.models.games.loa.board`.
"""

from typing import Any

import cython

from kalahloa.models.game.outcome import FIRST, SECOND
from kalahloa.models.game.term import Term
from kalahloa.models.games.loa.evaluation import terms
from kalahloa.models.games.loa.mobility import prepare_mobility
from kalahloa.models.games.loa.network import MAX_PIECES
from kalahloa.models.games.loa.network_file import shipped_network
from kalahloa.models.games.loa.rules import MAX_SIZE, MIN_SIZE
from kalahloa.models.games.loa.squares import board_squares
from kalahloa.models.native.checked import Int

if cython.compiled:
    from cython.cimports.kalahloa.models.games.loa.board import LoaBoard
    from cython.cimports.kalahloa.models.games.loa.evaluation import evaluate_pieces
    from cython.cimports.kalahloa.models.games.loa.network import ACCUMULATOR, LoaNetwork
    from cython.cimports.kalahloa.models.native.bits import popcount
    from cython.cimports.libc.stdlib import free, realloc
    from cython.cimports.libc.string import memcpy

    _CENTRE = cython.declare(cython.int[576])
else:
    from kalahloa.models.games.loa.board import LoaBoard
    from kalahloa.models.games.loa.evaluation import evaluate_pieces
    from kalahloa.models.games.loa.network import ACCUMULATOR, LoaNetwork
    from kalahloa.models.native.bits import popcount, zeros

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
    """A position of Lines of Action (see `LoaBoard`).

    It is evaluated by named terms, or by `network`, which is None unless one is in use.
    """

    if not cython.compiled:
        network: Any = None
        uses_network = False
        accumulators: Any = ()

    def __cinit__(self, black: Int, white: Int, side: Int, rules: Any):
        if self.size < MAX_SIZE:
            prepare_mobility(self.size)

    if cython.compiled:

        def __dealloc__(self):
            free(self.accumulators)

    def push(self, move):
        captures: cython.bint = (self.other >> (move >> 6)) & 1
        mover: cython.int = self.side
        LoaBoard.push(self, move)
        if self.uses_network:
            self.update_accumulator(mover, move, captures)
        return 0

    def reserve(self, plies):
        LoaBoard.reserve(self, plies)
        if self.uses_network:
            # Nobody may use the accumulators of before, should there be no memory.
            self.uses_network = False
            self.reserve_accumulators()
            self.uses_network = True
        return 0

    # -- evaluation and what else searches ask ---------------------------------------------------

    def evaluate(self):
        if self.uses_network:
            if cython.compiled:
                return self.network.value(self.accumulators + ACCUMULATOR * self.ply, self.side)
            return self.network.value(self.accumulators[self.ply], self.side)
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
        twin = Loa(*self.__getnewargs__())
        twin.use_network(self.network)
        return twin

    def has_evaluation(self) -> bool:
        return True

    def evaluation_terms(self) -> list[Term]:
        return terms(self.own, self.other, self.size)

    # -- the network -------------------------------------------------------------------------------

    def use_network(self, network: LoaNetwork | None) -> None:
        """Have *network* evaluate from now on; None stops that.

        It does nothing on boards, or with numbers of pieces, that networks are not trained on.
        """
        if network is not None and not isinstance(network, LoaNetwork):
            raise TypeError("That is no network for Lines of Action.")
        self.require_free()
        self.uses_network = False
        self.network = None
        if network is None or self.size != MAX_SIZE:
            return
        moves = self.move_stack()
        for _ in moves:
            self.pop()
        try:
            if max(popcount(self.own), popcount(self.other)) <= MAX_PIECES:
                self.network = network
                self.refresh_accumulator()
        finally:
            for move in moves:
                self.push(move)

    def use_shipped_network(self) -> None:
        if self.size == MAX_SIZE:
            self.use_network(shipped_network())

    def refresh_accumulator(self):
        """Compute the accumulator of the board; the stack of moves is empty."""
        black: cython.ulonglong = self.pieces(FIRST)
        white: cython.ulonglong = self.pieces(SECOND)
        self.reserve_accumulators()
        if cython.compiled:
            self.network.refresh(self.accumulators, black, white)
        else:
            self.accumulators[0] = zeros(ACCUMULATOR)
            self.network.refresh(self.accumulators[0], black, white)
        self.uses_network = True
        return 0

    def reserve_accumulators(self):
        """Make room for accumulators as there is room for plies."""
        if cython.compiled:
            accumulators = cython.cast(
                cython.p_short,
                realloc(
                    self.accumulators,
                    (self.capacity + 1) * ACCUMULATOR * cython.sizeof(cython.short),
                ),
            )
            if not accumulators:
                raise MemoryError
            self.accumulators = accumulators
        else:
            self.accumulators = [
                *self.accumulators,
                *zeros(self.capacity + 1 - len(self.accumulators)),
            ]
        return 0

    def update_accumulator(self, mover, move, captures):
        """Compute the accumulator after *move*, the last one made."""
        origin: cython.int = move & 63
        target: cython.int = move >> 6
        if cython.compiled:
            after: cython.p_short = self.accumulators + ACCUMULATOR * self.ply
            if origin == target:
                # A pass, or a null move.
                memcpy(after, after - ACCUMULATOR, ACCUMULATOR * cython.sizeof(cython.short))
            else:
                self.network.update(after - ACCUMULATOR, after, mover, origin, target, captures)
        elif origin == target:
            self.accumulators[self.ply] = self.accumulators[self.ply - 1]
        else:
            self.accumulators[self.ply] = zeros(ACCUMULATOR)
            self.network.update(
                self.accumulators[self.ply - 1],
                self.accumulators[self.ply],
                mover,
                origin,
                target,
                captures,
            )

    def network_value(self) -> int | None:
        if self.network is None:
            return None
        return self.network.value_of(self.own, self.other)
