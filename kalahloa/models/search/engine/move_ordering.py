# cython: language_level=3, cdivision=True
"""In which order the moves of a position are searched: the likely best first.

First comes what the table says, then what the game itself promises (captures, moves to the middle,
extra turns) together with what has refuted other moves: killer moves, which did so at the same
distance from the root (Akl and Newborn, "The principal continuation and the killer heuristic",
1977), and the history heuristic, which counts for each move how often it did so anywhere
(Schaeffer, "The history heuristic", 1983).
"""

from typing import Any

import cython

if cython.compiled:
    from cython.cimports.kalahloa.models.position import MAX_MOVES, NO_MOVE
    from cython.cimports.kalahloa.models.searchable import SearchPosition
    from cython.cimports.libc.stdlib import calloc, free
else:
    from kalahloa.models.native.bits import zeros
    from kalahloa.models.position import MAX_MOVES, NO_MOVE
    from kalahloa.models.searchable import SearchPosition

    TABLE_FIRST = 1 << 30
    KILLER = 1 << 18
    MAX_PROMISE = 1 << 22
    PROMISE_WEIGHT = 64
    FULL_DEPTH_SCORE = 1 << 17
    DEFERRED = 1 << 29
    HISTORY_MOVES = 4096
    HISTORY_TOP = 1 << 13


class MoveOrder:
    """The moves of all nodes on the way to the one that is searched, each with a score.

    They are those of *position*, which the search moves about, and of at most *plies* nodes at
    once, one node's behind those of the node above.
    """

    if not cython.compiled:
        block: Any = None
        end = 0

    def __init__(self, position: SearchPosition, plies: int):
        self.position = position
        index: cython.int
        count: cython.int = plies
        if cython.compiled:
            free(self.block)
            self.block = cython.cast(
                cython.p_int,
                calloc(
                    2 * count * MAX_MOVES + 2 * count + 2 * HISTORY_MOVES,
                    cython.sizeof(cython.int),
                ),
            )
            if not self.block:
                raise MemoryError
            self.moves = self.block
            self.scores = self.moves + count * MAX_MOVES
            self.killers = self.scores + count * MAX_MOVES
            self.history = self.killers + 2 * count
        else:
            self.moves = zeros(count * MAX_MOVES)
            self.scores = zeros(count * MAX_MOVES)
            self.killers = zeros(2 * count)
            self.history = zeros(2 * HISTORY_MOVES)
        for index in range(2 * count):
            self.killers[index] = NO_MOVE

    if cython.compiled:

        def __dealloc__(self):
            free(self.block)

    def list_moves(self, ply):
        """Put the position's moves, with their scores, behind those of its ancestors."""
        base: cython.int = self.end
        if cython.compiled:
            self.end = base + self.position.generate(self.moves + base)
        else:
            found = zeros(MAX_MOVES)
            count = self.position.generate(found)
            self.end = base + count
            self.moves[base : self.end] = found[:count]
        self.rank_moves(base, ply)
        return 0

    def rank_moves(self, base, ply):
        """Give each move from *base* on a score by which it is searched early or late."""
        index: cython.int
        move: cython.int
        score: cython.int
        row: cython.int = self.position.side * HISTORY_MOVES
        first: cython.int = self.killers[2 * ply]
        second: cython.int = self.killers[2 * ply + 1]
        moves: cython.p_int = self.moves
        scores: cython.p_int = self.scores
        history: cython.p_int = self.history
        self.position.score_moves(moves, scores, base, self.end)
        for index in range(base, self.end):
            move = moves[index]
            score = max(-MAX_PROMISE, min(MAX_PROMISE, scores[index]))
            score = PROMISE_WEIGHT * score + history[row + (move & 4095)]
            if move == first:
                score += KILLER
            elif move == second:
                score += KILLER - 1
            scores[index] = score

    def begin(self, base, move):
        """Bring the first move to *base*: the one with the low 16 bits *move*, or the best."""
        index: cython.int
        if move != NO_MOVE:
            for index in range(base, self.end):
                if (self.moves[index] & 0xFFFF) == move:
                    self.scores[index] = TABLE_FIRST
        if base < self.end:
            self.pick(base, self.end)

    def pick(self, place, end):
        """Bring the most promising of the moves from *place* on to *place*, and return it."""
        moves: cython.p_int = self.moves
        scores: cython.p_int = self.scores
        top: cython.int = place
        score: cython.int = scores[place]
        other: cython.int
        higher: cython.int
        for other in range(place + 1, end):
            # All bits or none: a branch here would be guessed wrong too often.
            higher = -(scores[other] > score)
            score ^= (score ^ scores[other]) & higher
            top ^= (top ^ other) & higher
        move: cython.int = moves[top]
        moves[top] = moves[place]
        scores[top] = scores[place]
        moves[place] = move
        scores[place] = score
        return move

    def reward(self, move, side, depth, ply):
        """Remember that *move*, made by *side*, refuted the move before it."""
        index: cython.int
        place: cython.int = side * HISTORY_MOVES + (move & 4095)
        if self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        self.history[place] += depth * depth
        if self.history[place] >= HISTORY_TOP:
            for index in range(2 * HISTORY_MOVES):
                self.history[index] >>= 1
