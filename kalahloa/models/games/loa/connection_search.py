# cython: language_level=3, cdivision=True
"""The search for the fewest moves with which one side connects its pieces; see `connection`.

It deepens iteratively and leaves out positions which, by their groups, need more moves than are
left.  Say that m moves lead from pieces on the squares S to connected pieces on S'.  Each move
leaves one square and enters one, so at most m squares of S' are not in S, and at most m of S are
not in S'.  Hence S' connects those of the groups of S that it touches by at most m squares besides
their own, and the other groups have at most m pieces together.  `ConnectionSearch.allows_tree` asks
whether there is such a tree, wherever pieces can move.

Bitboards have a1 as bit 0; a smaller board is the corner of a1.
"""

import cython

from kalahloa.models.native.checked import Int, whole

if cython.compiled:
    from cython.cimports.kalahloa.models.games.loa.board import (
        LoaBoard,
        first_group,
        flood_fill,
        list_moves,
    )
    from cython.cimports.kalahloa.models.native.bits import GOLDEN, M64, popcount
else:
    from kalahloa.models.game.position import MAX_MOVES
    from kalahloa.models.games.loa.board import LoaBoard, first_group, flood_fill, list_moves
    from kalahloa.models.native.bits import GOLDEN, M64, popcount, zeros
    from kalahloa.models.native.creation import create

    MAX_SEQUENCE = 24
    MAX_TREE_MOVES = 7
    MAX_TERMINALS = 4
    BEAM_WIDTH = 64
    SLOTS = 16384

from kalahloa.models.game.position import either_side

_ONE = cython.declare(cython.ulonglong, 1)
_NOT_A = cython.declare(cython.ulonglong, 0xFEFEFEFEFEFEFEFE)
_NOT_H = cython.declare(cython.ulonglong, 0x7F7F7F7F7F7F7F7F)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _grown(squares: cython.ulonglong) -> cython.ulonglong:
    """Return *squares* and those next to them."""
    grown: cython.ulonglong = squares | ((squares << 1) & _NOT_A) | ((squares >> 1) & _NOT_H)
    return grown | ((grown << 8) & M64) | (grown >> 8)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _connected(pieces: cython.ulonglong) -> cython.bint:
    """Return whether *pieces* are one group, or none."""
    return first_group(pieces) == pieces


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _slot(own: cython.ulonglong, other: cython.ulonglong) -> cython.int:
    """Return the place of a position in the hash table."""
    return cython.cast(cython.int, ((((((own * GOLDEN) & M64) ^ other) * GOLDEN) & M64) >> 50))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _scatter(own: cython.ulonglong) -> cython.int:
    """Return how far the pieces are from their largest group: the order in which to try moves."""
    left: cython.ulonglong = own
    group: cython.ulonglong
    near: cython.ulonglong = 0
    groups: cython.int = 0
    largest: cython.int = 0
    distances: cython.int = 0
    while left:
        group = first_group(left)
        left ^= group
        groups += 1
        if popcount(group) > largest:
            largest = popcount(group)
            near = group
    while own & ~near:
        distances += popcount(own & ~near)
        near = _grown(near)
    return 2 * distances + 3 * groups


class ConnectionSearch:
    """A search for moves of *side* that connect its pieces on *board* while the other passes."""

    if not cython.compiled:

        def __new__(cls, *arguments, **options):
            return create(cls, *arguments, **options)

    def __cinit__(self, board: LoaBoard, side: Int):
        mine: cython.bint = either_side(side) == board.side
        self.own = board.own if mine else board.other
        self.other = board.other if mine else board.own
        self.outside = board.outside
        self.captures_may_end = not _connected(self.other)
        self.nodes = 0
        if not cython.compiled:
            self.line = zeros(MAX_SEQUENCE)
            self.groups = zeros(64)
            self.sizes = zeros(64)
            self.trees = zeros(128)
            self.least = zeros(16)
            self.seen_own = zeros(SLOTS)
            self.seen_other = zeros(SLOTS)
            self.seen_moves = zeros(SLOTS)
            room = BEAM_WIDTH * (MAX_SEQUENCE + 1)
            self.beam_own = zeros(room)
            self.beam_other = zeros(room)
            self.beam_parent = zeros(room)
            self.beam_move = zeros(room)
            self.beam_score = zeros(room)

    def run(self, max_nodes: Int, max_moves: Int) -> tuple[int, int | None, tuple[int, ...]]:
        """Return the bounds and the moves of a `ConnectionDistance`; `nodes` counts positions.

        After *max_nodes* the search becomes a beam search, which looks at some thousands more.
        """
        most: cython.int = whole(max_moves, 0, MAX_SEQUENCE, "number of moves")
        lower: cython.int = 0
        upper: cython.int = -1
        index: cython.int
        self.max_nodes = whole(max_nodes, 0, 10**9, "number of nodes")
        self.nodes = 0
        self.aborted = False
        with cython.nogil:
            for index in range(SLOTS):
                self.seen_own[index] = 0
            if _connected(self.own):
                upper = 0
            else:
                lower = 1
                while lower <= most and not self.allows(self.own, lower):
                    lower += 1
            while upper < 0 and lower <= most:
                if self.search(self.own, self.other, lower, 0):
                    upper = lower
                elif self.aborted:
                    upper = self.beam(most)
                    break
                else:
                    lower += 1
        if upper < 0:
            return lower, None, ()
        return lower, upper, tuple([self.line[index] for index in range(upper)])

    # -- called without the GIL ------------------------------------------------------------------

    def search(self, own, other, remaining, ply):
        """Return whether *remaining* moves connect *own*, which fewer do not.

        The moves are in `line` from *ply* on.
        """
        moves: cython.int[512]
        order: cython.int[512]
        count: cython.int
        kept: cython.int = 0
        index: cython.int
        place: cython.int
        move: cython.int
        score: cython.int
        landing: cython.ulonglong
        after: cython.ulonglong
        others: cython.ulonglong
        if not cython.compiled:
            moves = zeros(MAX_MOVES)
            order = zeros(MAX_MOVES)
        if remaining == 1:
            self.line[ply] = self.last_move(own, other)
            return self.line[ply] != 0
        if remaining == 2:
            return self.last_two_moves(own, other, ply)
        count = list_moves(own, other, self.outside, moves)
        self.nodes += count
        if self.nodes > self.max_nodes:
            self.aborted = True
            return False
        for index in range(count):
            move = moves[index]
            landing = _ONE << (move >> 6)
            after = (own ^ (_ONE << (move & 63))) | landing
            others = other & ~landing
            if self.ends(other, others) or self.is_seen(after, others, remaining - 1, MAX_SEQUENCE):
                continue
            if not self.allows(after, remaining - 1):
                self.mark_seen(after, others, remaining - 1)
                continue
            score = _scatter(after)
            place = kept
            while place > 0 and (order[place - 1] >> 12) > score:
                order[place] = order[place - 1]
                place -= 1
            order[place] = (score << 12) | move
            kept += 1
        for index in range(kept):
            move = order[index] & 4095
            landing = _ONE << (move >> 6)
            after = (own ^ (_ONE << (move & 63))) | landing
            self.line[ply] = move
            if self.search(after, other & ~landing, remaining - 1, ply + 1):
                return True
            if self.aborted:
                return False
        self.mark_seen(own, other, remaining)
        return False

    def last_two_moves(self, own, other, ply):
        """Do what `search` does, for two moves.

        The second move goes to a square that touches all groups which the first one leaves, except
        the piece that moves, if it stood alone.  So a first move after which no square does that is
        left out.  The groups are taken as they are before; those after it touch no more squares.
        """
        moves: cython.int[512]
        groups: cython.ulonglong[64]
        near: cython.ulonglong[64]
        sizes: cython.int[64]
        left: cython.ulonglong = own
        origin: cython.ulonglong
        landing: cython.ulonglong
        others: cython.ulonglong
        joined: cython.ulonglong
        touching: cython.ulonglong
        touching_but_one: cython.ulonglong
        count: cython.int
        group_count: cython.int = 0
        index: cython.int
        group: cython.int
        size: cython.int
        stands_alone: cython.bint
        if not cython.compiled:
            moves = zeros(MAX_MOVES)
            groups = zeros(64)
            near = zeros(64)
            sizes = zeros(64)
        if self.is_seen(own, other, 2, MAX_SEQUENCE):
            return False
        count = list_moves(own, other, self.outside, moves)
        self.nodes += count
        if self.nodes > self.max_nodes:
            self.aborted = True
            return False
        while left:
            groups[group_count] = first_group(left)
            left ^= groups[group_count]
            near[group_count] = _grown(groups[group_count])
            sizes[group_count] = popcount(groups[group_count])
            group_count += 1
        for index in range(count):
            origin = _ONE << (moves[index] & 63)
            landing = _ONE << (moves[index] >> 6)
            joined = _grown(landing)
            stands_alone = True
            touching = ~(own | landing | self.outside) & M64 | origin
            touching_but_one = 0
            for group in range(group_count):
                size = sizes[group]
                if groups[group] & origin:
                    size -= 1
                if size == 0:
                    continue
                if near[group] & landing:
                    joined |= near[group]
                    stands_alone = False
                    continue
                touching_but_one &= near[group]
                if size == 1:
                    touching_but_one |= touching & ~near[group]
                touching &= near[group]
                if not (touching | touching_but_one):
                    break
            touching_but_one &= joined
            if not stands_alone:
                touching &= joined
            if not (touching | touching_but_one):
                continue
            others = other & ~landing
            if self.ends(other, others):
                continue
            self.nodes += 1
            self.line[ply] = moves[index]
            self.line[ply + 1] = self.last_move((own ^ origin) | landing, others)
            if self.line[ply + 1]:
                return True
        self.mark_seen(own, other, 2)
        return False

    def last_move(self, own, other):
        """Return a move that connects *own*, or 0."""
        moves: cython.int[512]
        count: cython.int
        index: cython.int
        origin: cython.int = -1
        left: cython.ulonglong
        group: cython.ulonglong
        near: cython.ulonglong = 0
        if not cython.compiled:
            moves = zeros(MAX_MOVES)
        count = list_moves(own, other, self.outside, moves)
        for index in range(count):
            # The moves of a piece come together.
            if (moves[index] & 63) != origin:
                origin = moves[index] & 63
                left = own ^ (_ONE << origin)
                near = M64
                while left and near:
                    group = first_group(left)
                    left ^= group
                    near &= _grown(group)
            if (near >> (moves[index] >> 6)) & 1:
                return moves[index]
        return 0

    def ends(self, before, after):
        """Return whether a capture that leaves *after* of the pieces *before* ends the game.

        The move does not connect the pieces of the side that makes it.
        """
        return self.captures_may_end and before != after and _connected(after)

    # -- bounds ----------------------------------------------------------------------------------

    def allows(self, own, budget):
        """Return whether the bounds allow *own* to connect with *budget* moves (at least 1)."""
        left: cython.ulonglong = own
        group: cython.ulonglong
        near: cython.ulonglong
        touching: cython.ulonglong = ~(own | self.outside) & M64
        touching_but_one: cython.ulonglong = 0
        count: cython.int = 0
        place: cython.int
        size: cython.int
        while left:
            group = first_group(left)
            left ^= group
            size = popcount(group)
            near = _grown(group)
            touching_but_one &= near
            if size == 1:
                touching_but_one |= touching & ~near
            touching &= near
            place = count
            while place > 0 and self.sizes[place - 1] < size:
                self.groups[place] = self.groups[place - 1]
                self.sizes[place] = self.sizes[place - 1]
                place -= 1
            self.groups[place] = group
            self.sizes[place] = size
            count += 1
        if count == 1 or touching or touching_but_one:
            return True
        # A move takes away one group, if that is a single piece, and makes one of at most four:
        # of the neighbours of a square no more than four are not neighbours of each other.
        if budget == 1 or count > 4 * budget + 1:
            return False
        return budget > MAX_TREE_MOVES or self.allows_tree(own, count, budget)

    def allows_tree(self, own, count, budget):
        """Return whether some of the first *count* `groups` form a tree with *budget* squares more.

        The others may have *budget* pieces.  Dreyfus and Wagner, "The Steiner problem in graphs",
        Networks 1, 1971: the trees that touch a set of terminals come from those of two parts of
        it.  The terminals are the largest groups; of the rest any may be in a tree, at no cost.
        """
        free: cython.ulonglong = ~(own | self.outside) & M64
        root: cython.ulonglong = M64
        reached: cython.ulonglong = own
        squares: cython.ulonglong
        near: cython.ulonglong
        chosen: cython.int[4]
        terminals: cython.int = 0
        first: cython.int = 0
        # How many pieces of the terminals have to be in the tree.
        needed: cython.int = -budget
        held: cython.int
        mask: cython.int
        index: cython.int
        _step: cython.int
        if not cython.compiled:
            chosen = zeros(MAX_TERMINALS)
        if self.sizes[0] > budget:
            # The largest group is in every tree, and what is too far away from it is in none.
            root = reached = self.groups[0]
            first = 1
            for _step in range(budget):
                reached |= _grown(reached) & free
                near = _grown(reached) & own & ~reached
                if near:
                    reached |= flood_fill(near, own)
            needed += popcount(own & ~reached)
            if needed > 0:
                return False
        for index in range(first, count):
            if terminals < MAX_TERMINALS and self.groups[index] & reached:
                chosen[terminals] = index
                terminals += 1
                needed += self.sizes[index]
        if needed <= 0:
            return True
        for mask in range(1, 1 << terminals):
            held = 0
            for index in range(budget + 1):
                self.trees[mask * 8 + index] = 0
            for index in range(terminals):
                if (mask >> index) & 1:
                    held += self.sizes[chosen[index]]
                    self.trees[mask * 8] = self.groups[chosen[index]]
            if mask & (mask - 1):
                self.trees[mask * 8] = 0
                self.merge_trees(own, mask, budget)
            self.least[mask] = budget + 1
            squares = 0
            for index in range(budget + 1):
                squares |= self.trees[mask * 8 + index]
                if not squares:
                    continue
                near = _grown(squares)
                if near & own & ~squares:
                    squares |= flood_fill(near & own, own)
                    near = _grown(squares)
                if held >= needed and squares & root:
                    return True
                if index < self.least[mask]:
                    self.least[mask] = index
                self.trees[mask * 8 + index] = squares
                squares |= near & free
        return False

    def merge_trees(self, own, mask, budget):
        """Put the trees of the terminals *mask* together from those of two parts of it."""
        lowest_bit: cython.int = mask & -mask
        part: cython.int = (mask - 1) & mask
        rest: cython.int
        one: cython.int
        two: cython.int
        common: cython.ulonglong
        while part:
            if part & lowest_bit:
                rest = mask ^ part
                for one in range(self.least[part], budget + 1):
                    for two in range(self.least[rest], budget + (2 if one else 1) - one):
                        common = self.trees[part * 8 + one] & self.trees[rest * 8 + two]
                        if common and one + two <= budget:
                            self.trees[mask * 8 + one + two] |= common & own
                        if common and one and two:
                            # Both have the free square.
                            self.trees[mask * 8 + one + two - 1] |= common & ~own
            part = (part - 1) & mask

    # -- the hash table --------------------------------------------------------------------------

    def is_seen(self, own, other, least, most):
        """Return whether a position is marked with *least* to *most* moves."""
        slot: cython.int = _slot(own, other)
        return (
            self.seen_own[slot] == own
            and self.seen_other[slot] == other
            and least <= self.seen_moves[slot] <= most
        )

    def mark_seen(self, own, other, remaining):
        """Mark a position with its number of moves, instead of another position."""
        slot: cython.int = _slot(own, other)
        self.seen_own[slot] = own
        self.seen_other[slot] = other
        self.seen_moves[slot] = remaining

    # -- the beam search -------------------------------------------------------------------------

    def beam(self, max_moves):
        """Return the number of moves in a sequence that connects, now in `line`, or -1."""
        moves: cython.int[512]
        count: cython.int
        index: cython.int
        level: cython.int
        parent: cython.int
        landing: cython.ulonglong
        own: cython.ulonglong
        other: cython.ulonglong
        others: cython.ulonglong
        if not cython.compiled:
            moves = zeros(MAX_MOVES)
        for index in range(BEAM_WIDTH * (max_moves + 1)):
            self.beam_own[index] = 0
        self.beam_own[0] = self.own
        self.beam_other[0] = self.other
        for level in range(1, max_moves + 1):
            for parent in range(BEAM_WIDTH * (level - 1), BEAM_WIDTH * level):
                if self.beam_own[parent] == 0:
                    break
                other = self.beam_other[parent]
                count = list_moves(self.beam_own[parent], other, self.outside, moves)
                self.nodes += count
                for index in range(count):
                    landing = _ONE << (moves[index] >> 6)
                    own = (self.beam_own[parent] ^ (_ONE << (moves[index] & 63))) | landing
                    others = other & ~landing
                    if _connected(own):
                        self.trace(level, parent, moves[index])
                        return level
                    if not self.ends(other, others) and not self.is_seen(own, others, -1, -1):
                        self.mark_seen(own, others, -1)
                        self.keep(own, others, parent, moves[index], level)
        return -1

    def keep(self, own, other, parent, move, level):
        """Keep a position of *level* moves unless enough others are less scattered."""
        score: cython.int = _scatter(own)
        first: cython.int = BEAM_WIDTH * level
        place: cython.int = first + BEAM_WIDTH - 1
        if self.beam_own[place] and self.beam_score[place] <= score:
            return
        while place > first and (
            self.beam_own[place - 1] == 0 or self.beam_score[place - 1] > score
        ):
            place -= 1
            self.beam_own[place + 1] = self.beam_own[place]
            self.beam_other[place + 1] = self.beam_other[place]
            self.beam_parent[place + 1] = self.beam_parent[place]
            self.beam_move[place + 1] = self.beam_move[place]
            self.beam_score[place + 1] = self.beam_score[place]
        self.beam_own[place] = own
        self.beam_other[place] = other
        self.beam_parent[place] = parent
        self.beam_move[place] = move
        self.beam_score[place] = score

    def trace(self, level, parent, move):
        """Write the moves to `line` that lead to *parent*, and *move*: *level* together."""
        self.line[level - 1] = move
        while level > 1:
            level -= 1
            self.line[level - 1] = self.beam_move[parent]
            parent = self.beam_parent[parent]
