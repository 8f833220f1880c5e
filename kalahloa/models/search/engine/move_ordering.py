# cython: language_level=3, cdivision=True
"""Move ordering: the moves of a position are searched most promising first.

The table move comes first.  The others are sorted by the game's own order score (captures,
centralisation, extra turns), to which killer moves and the history heuristic are added.  Killer
moves are those that caused a cutoff at the same ply (Akl and Newborn, "The principal continuation
and the killer heuristic", 1977); the history heuristic counts the cutoffs a move caused anywhere in
the tree (Schaeffer, "The history heuristic", 1983).
"""

from typing import Any

import cython

from kalahloa.models.native.checked import Int, whole

if cython.compiled:
    from cython.cimports.kalahloa.models.game.position import MAX_MOVES, NO_MOVE
    from cython.cimports.kalahloa.models.game.searchable import SearchPosition
    from cython.cimports.kalahloa.models.native.checks import DEBUG, check_range
    from cython.cimports.libc.stdlib import calloc, free
else:
    from kalahloa.models.game.position import MAX_MOVES, NO_MOVE
    from kalahloa.models.game.searchable import SearchPosition
    from kalahloa.models.native.bits import zeros
    from kalahloa.models.native.checks import DEBUG, check_range
    from kalahloa.models.native.creation import create

    TABLE_MOVE = 1 << 30
    KILLER = 1 << 18
    MAX_ORDER_SCORE = 1 << 22
    ORDER_SCORE_WEIGHT = 64
    FULL_DEPTH_SCORE = 1 << 17
    DEFERRED = 1 << 29
    HISTORY_MOVES = 4096
    MAX_HISTORY = 1 << 13


class MoveOrder:
    """A stack with the scored moves of every node on the current path.

    *position* is the one that the search makes its moves on, *plies* the maximal length of the
    path.  The moves of a node follow those of its parent.
    """

    if not cython.compiled:
        block: Any = None
        end = 0

    def __cinit__(self, position: SearchPosition, plies: Int):
        self.position = position
        self.plies = whole(plies, 1, 1000, "number of plies")
        index: cython.int
        count: cython.int = self.plies
        if cython.compiled:
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

    else:

        def __new__(cls, *arguments, **options):
            return create(cls, *arguments, **options)

    def list_moves(self, ply):
        """Generate and score the position's moves, and push them on the stack."""
        base: cython.int = self.end
        if DEBUG:
            check_range(ply, 0, self.plies - 1, b"ply")
            check_range(base, 0, (self.plies - 1) * MAX_MOVES, b"the end of the moves above")
        if cython.compiled:
            self.end = base + self.position.generate(self.moves + base)
        else:
            found = zeros(MAX_MOVES)
            count = self.position.generate(found)
            self.end = base + count
            self.moves[base : self.end] = found[:count]
        if DEBUG:
            check_range(self.end, base, base + MAX_MOVES, b"the end of the moves")
        self.score_moves(base, ply)
        return 0

    def score_moves(self, base, ply):
        """Set the score of each move from *base* on; moves with a higher score come first."""
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
            score = max(-MAX_ORDER_SCORE, min(MAX_ORDER_SCORE, scores[index]))
            score = ORDER_SCORE_WEIGHT * score + history[row + (move & 4095)]
            if move == first:
                score += KILLER
            elif move == second:
                score += KILLER - 1
            scores[index] = score

    def begin(self, base, move):
        """Move the table move (low 16 bits *move*), or else the best-scored one, to *base*."""
        index: cython.int
        if move != NO_MOVE:
            for index in range(base, self.end):
                if (self.moves[index] & 0xFFFF) == move:
                    self.scores[index] = TABLE_MOVE
        if base < self.end:
            self.pick(base, self.end)

    def pick(self, place, end):
        """Swap the best-scored move of *place* to *end* to *place*, and return it."""
        if DEBUG:
            check_range(place, 0, end - 1, b"the place of a move")
            check_range(end, 1, self.end, b"the end of the moves")
        moves: cython.p_int = self.moves
        scores: cython.p_int = self.scores
        top: cython.int = place
        score: cython.int = scores[place]
        other: cython.int
        higher: cython.int
        for other in range(place + 1, end):
            # A mask of all bits or none, since a branch would be mispredicted too often.
            higher = -(scores[other] > score)
            score ^= (score ^ scores[other]) & higher
            top ^= (top ^ other) & higher
        move: cython.int = moves[top]
        moves[top] = moves[place]
        scores[top] = scores[place]
        moves[place] = move
        scores[place] = score
        return move

    def record_cutoff(self, move, side, depth, ply):
        """Update killers and history after *move*, made by *side*, has caused a cutoff."""
        index: cython.int
        place: cython.int = side * HISTORY_MOVES + (move & 4095)
        if DEBUG:
            check_range(ply, 0, self.plies - 1, b"ply")
            check_range(place, 0, 2 * HISTORY_MOVES - 1, b"the move's place in the history table")
        if self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        self.history[place] += depth * depth
        if self.history[place] >= MAX_HISTORY:
            for index in range(2 * HISTORY_MOVES):
                self.history[index] >>= 1
