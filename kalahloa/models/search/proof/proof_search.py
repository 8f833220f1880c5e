# cython: language_level=3, cdivision=True
"""Depth-first proof-number search: is a position a forced win?  Compiled, and without the GIL.

After Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002, with the
thresholds of Pawlewicz and Lew, "Improving depth-first PN-search: 1 + epsilon trick", 2007: a
child is left only when its number exceeds the next best's by a quarter, so that the search does
not jump to and fro.  Where the defender is to move the proof number begins as the number of moves.

All numbers are the prover's, whoever is to move, so that a side may move several times in a row.
A draw is no win.  A position that stands on the line already is no win there, for then nothing is
won by going round; what rests on that is kept apart with the part of the line it rests on (the
graph-history interaction; compare Kishimoto and Mueller, "A general solution to the graph history
interaction problem", 2004), and is no disproof elsewhere.  A win never rests on it: each won
position is won by others that were won before it.
"""

from typing import Any

import cython

if cython.compiled:
    from cython.cimports.kalahloa.models.native.bits import GOLDEN, M64
    from cython.cimports.kalahloa.models.position import MAX_MOVES, Position
    from cython.cimports.kalahloa.models.search.proof.path import MAX_LINE, ProofPath
    from cython.cimports.kalahloa.models.search.proof.proof_table import (
        DISPROVEN_ON_PATH,
        LONGEST,
        NO_WIN,
        OPEN,
        PROOF_INFINITY,
        WIN,
        ProofTable,
    )
    from cython.cimports.kalahloa.models.search.search_control import SearchControl
    from cython.cimports.kalahloa.models.value import ONGOING
    from cython.cimports.libc.stdlib import calloc, free
else:
    from kalahloa.models.native.bits import GOLDEN, M64, zeros
    from kalahloa.models.position import MAX_MOVES, Position
    from kalahloa.models.search.proof.path import MAX_LINE, ProofPath
    from kalahloa.models.search.proof.proof_table import (
        DISPROVEN_ON_PATH,
        LONGEST,
        NO_WIN,
        OPEN,
        PROOF_INFINITY,
        WIN,
        ProofTable,
    )
    from kalahloa.models.search.search_control import SearchControl
    from kalahloa.models.value import ONGOING

    MAX_CHILDREN = 40000
    CLEAN = 10000
    UNSURE = -1

_MOVE = cython.declare(cython.ulonglong, 0xFFFFFFFF)
_SIGNATURE = cython.declare(cython.ulonglong, 0x1FFFFFFFF)
_KIND = cython.declare(cython.int, 48)
# Where an entry's length of line stands for the whole line.
_WHOLE_LINE = cython.declare(cython.int, 511)


class ProofSearch(SearchControl):
    """The search for a proof that *side* (default: the side to move) wins *position*.

    *position*, whose game must not be over, is the search's own from now on, and *table* for as
    long as it runs; what the table holds must come from searches of the same position for the
    same side.
    """

    if not cython.compiled:
        moves: Any = None
        keys: Any = None
        children_end = proof = disproof = level = length = best = second = 0
        root_proof = root_disproof = 0

    def __init__(self, position: Position, table: ProofTable, side: int | None = None) -> None:
        self.position = position
        self.table = table
        self.side = position.side if side is None else side
        self.line = ProofPath()
        self.uses_history = position.uses_history()
        self.adapt_polling(position, None)
        position.reserve(position.ply + MAX_LINE + 1)
        if cython.compiled:
            free(self.moves)
            free(self.keys)
            self.moves = cython.cast(
                cython.p_int, calloc(5 * MAX_CHILDREN + MAX_MOVES, cython.sizeof(cython.int))
            )
            self.keys = cython.cast(
                cython.pointer(cython.ulonglong),
                calloc(MAX_CHILDREN, cython.sizeof(cython.ulonglong)),
            )
            if not self.moves or not self.keys:
                raise MemoryError
            self.proofs = self.moves + MAX_CHILDREN
            self.disproofs = self.proofs + MAX_CHILDREN
            self.levels = self.disproofs + MAX_CHILDREN
            self.lengths = self.levels + MAX_CHILDREN
            self.scratch = self.lengths + MAX_CHILDREN
        else:
            self.moves = zeros(MAX_CHILDREN)
            self.proofs = zeros(MAX_CHILDREN)
            self.disproofs = zeros(MAX_CHILDREN)
            self.levels = zeros(MAX_CHILDREN)
            self.lengths = zeros(MAX_CHILDREN)
            self.scratch = zeros(MAX_MOVES)
            self.keys = zeros(MAX_CHILDREN)

    if cython.compiled:

        def __dealloc__(self):
            free(self.moves)
            free(self.keys)

    # -- for the thread that asks ----------------------------------------------------------------

    def run(self, budget: int = 0) -> int:
        """Search; return 1 for a win, -1 where there is certainly none, 0 for unknown.

        `ProofVerification` verifies a win before it is announced.  A *budget* above 0 ends this run
        after so many nodes; the next one goes on with what the table knows.
        """
        key: cython.ulonglong = self.root_key()
        self.budget_end = self.nodes + budget if budget else 0
        self.run_aborted = False
        self.next_poll = 0
        with cython.nogil:
            self.visit(key, PROOF_INFINITY, PROOF_INFINITY, 0)
        self.budget_end = 0
        if self.run_aborted:
            return 0
        if self.proof == 0:
            return 1
        return -1 if self.level == CLEAN else 0

    def root_key(self) -> int:
        """Return the key of the position that is searched."""
        return self.position.hash or 1

    def key_after_line(self, moves: list[int]) -> int:
        """Return the key of the position to which *moves*, legal one after the other, lead.

        The search must not be running.
        """
        key: cython.ulonglong = self.root_key()
        made: cython.int = 0
        for move in moves:
            self.position.make(move)
            key = self.key_after(key, move)
            made += 1
        while made:
            self.position.unmake()
            made -= 1
        return key

    def numbers(self) -> tuple[int, int]:
        """Return the root's proof number and disproof number as they were last counted."""
        return self.root_proof, self.root_disproof

    # -- the search ------------------------------------------------------------------------------

    def take(self):
        """Count a node; return False, and do not count it, where the search is to give up."""
        if self.nodes >= self.next_poll:
            self.poll()
        if self.run_aborted:
            return False
        self.nodes += 1
        return True

    def visit(self, key, proof_limit, disproof_limit, depth):
        """Search the position until it is solved or one of its numbers reaches its limit."""
        began: cython.longlong = self.nodes
        base: cython.int = self.children_end
        proves: cython.bint = self.position.side == self.side
        child_proof: cython.int
        child_disproof: cython.int
        place: cython.int
        self.line.enter(key, depth)
        end: cython.int = base + self.expand(key, proves, depth)
        self.children_end = end
        while not self.run_aborted:
            self.add_up(base, end, proves)
            if depth == 0:
                self.root_proof = self.proof
                self.root_disproof = self.disproof
            if (
                self.proof == 0
                or self.disproof == 0
                or self.proof >= proof_limit
                or self.disproof >= disproof_limit
            ):
                self.conclude(key, base, end, proves, depth, self.nodes - began)
                break
            place = self.best
            if self.is_news(place, depth + 1):
                continue
            child_proof = PROOF_INFINITY
            child_disproof = PROOF_INFINITY
            if proves:
                child_proof = min(proof_limit, self.second + self.second // 4 + 1)
                if disproof_limit < PROOF_INFINITY:
                    child_disproof = disproof_limit - self.disproof + self.disproofs[place]
            else:
                child_disproof = min(disproof_limit, self.second + self.second // 4 + 1)
                if proof_limit < PROOF_INFINITY:
                    child_proof = proof_limit - self.proof + self.proofs[place]
            self.position.push(self.moves[place])
            self.visit(self.keys[place], child_proof, child_disproof, depth + 1)
            self.position.pop()
            self.set_child(place, self.proof, self.disproof, self.level)
            self.lengths[place] = self.length
        self.children_end = base
        return 0

    def generate(self):
        """Write the moves after those of the line's other positions and return how many."""
        count: cython.int
        if cython.compiled:
            count = self.position.generate(self.moves + self.children_end)
        else:
            count = self.position.generate(self.scratch)
            self.moves[self.children_end : self.children_end + count] = self.scratch[:count]
        return count if count else self.no_moves()

    def expand(self, key, proves, depth):
        """Weigh the position's children; return how many are to be regarded.

        One that decides is regarded alone.
        """
        base: cython.int = self.children_end
        count: cython.int = self.generate()
        place: cython.int
        for place in range(base, base + count):
            if not self.take():
                return 0
            self.position.push(self.moves[place])
            self.weigh(place, self.key_after(key, self.moves[place]), depth + 1)
            self.position.pop()
            if (proves and self.proofs[place] == 0) or (
                not proves and self.disproofs[place] == 0 and self.levels[place] == CLEAN
            ):
                self.moves[base] = self.moves[place]
                self.set_child(base, self.proofs[place], self.disproofs[place], self.levels[place])
                self.lengths[base] = self.lengths[place]
                return 1
        return count

    def weigh(self, place, key, depth):
        """Note the numbers of the child at *place*, which stands on the board."""
        value: cython.int = self.position.result()
        level: cython.int = self.line.level_of(key, depth)
        self.keys[place] = key
        self.lengths[place] = 0
        if level >= 0:
            self.set_child(place, PROOF_INFINITY, 0, UNSURE if self.uses_history else level)
        elif value != ONGOING:
            level = UNSURE if self.uses_history or self.position.depends_on_history() else CLEAN
            if self.wins(value):
                self.set_child(place, 0, PROOF_INFINITY, CLEAN)
            else:
                self.set_child(place, PROOF_INFINITY, 0, level)
        elif self.is_full(depth):
            self.set_child(place, PROOF_INFINITY, 0, UNSURE)
        elif not self.recall(place, depth):
            self.set_child(place, 1, 1, CLEAN)
            if self.position.side != self.side:
                self.proofs[place] = self.position.generate(self.scratch)
        return 0

    def is_full(self, depth):
        """Return whether there is no room for what lies below a position at *depth*.

        Its own moves, those of one more position and as many to count still fit.
        """
        return depth >= MAX_LINE or self.children_end > MAX_CHILDREN - 3 * MAX_MOVES

    def wins(self, value):
        """Return whether a game that ends so, for the side to move, is won whatever came before."""
        if value == 0 or (value > 0) != (self.position.side == self.side):
            return False
        return not self.position.depends_on_history()

    def is_news(self, place, depth):
        """Return whether the table has learnt of the child at *place*, and note what it has.

        A position that was won meanwhile must not be searched again: it might then be won by one
        that is won by it.
        """
        proof: cython.int = self.proofs[place]
        disproof: cython.int = self.disproofs[place]
        self.recall(place, depth)
        return self.proofs[place] != proof or self.disproofs[place] != disproof

    def set_child(self, place, proof, disproof, level):
        self.proofs[place] = proof
        self.disproofs[place] = disproof
        self.levels[place] = level

    def recall(self, place, depth):
        """Note what the table knows of the child at *place*; return whether it knows anything."""
        word: cython.ulonglong = self.table.probe(self.keys[place])
        if not word:
            return False
        kind: cython.int = (word >> _KIND) & 7
        span: cython.int
        level: cython.int
        if kind == OPEN:
            self.set_child(place, word & PROOF_INFINITY, (word >> 21) & PROOF_INFINITY, CLEAN)
        elif kind == WIN:
            self.set_child(place, 0, PROOF_INFINITY, CLEAN)
            self.lengths[place] = (word >> 32) & LONGEST
        elif kind == NO_WIN:
            self.set_child(place, PROOF_INFINITY, 0, CLEAN)
        else:
            span = word & 511
            level = 0 if span == _WHOLE_LINE else depth - span
            if level < 0 or self.line.signature(level, depth) != (word >> 9) & _SIGNATURE:
                # It was no win on another line; on this one it may be.
                return False
            self.set_child(place, PROOF_INFINITY, 0, UNSURE if span == _WHOLE_LINE else level)
        return True

    def add_up(self, base, end, proves):
        """Work out the position's numbers, the child to search next, and the next best number."""
        place: cython.int
        number: cython.int
        total: cython.int = 0
        best: cython.int = PROOF_INFINITY
        self.best = base
        self.second = PROOF_INFINITY
        for place in range(base, end):
            number = self.proofs[place] if proves else self.disproofs[place]
            total += self.disproofs[place] if proves else self.proofs[place]
            if number < best:
                self.second = best
                best = number
                self.best = place
            elif number < self.second:
                self.second = number
        if best == 0:
            total = PROOF_INFINITY
        elif total >= PROOF_INFINITY:
            total = PROOF_INFINITY - 1
        if proves:
            self.proof = best
            self.disproof = total
        else:
            self.disproof = best
            self.proof = total

    def conclude(self, key, base, end, proves, depth, nodes):
        """Tell the table, and whoever called, what was found of the position."""
        place: cython.int = self.best
        child: cython.int
        payload: cython.ulonglong = 0
        high: cython.ulonglong
        kind: cython.int = OPEN
        self.level = CLEAN
        self.length = 0
        if self.proof == 0:
            kind = WIN
            if not proves:
                for child in range(base, end):
                    if self.lengths[child] > self.lengths[place]:
                        place = child
            self.length = min(self.lengths[place] + 1, LONGEST)
            high = self.length
            payload = (cython.cast(cython.ulonglong, self.moves[place]) & _MOVE) | (high << 32)
        elif self.disproof == 0:
            kind = NO_WIN
            if not proves:
                self.level = UNSURE
            for child in range(base, end):
                if proves:
                    self.level = min(self.level, self.levels[child])
                elif self.disproofs[child] == 0:
                    self.level = max(self.level, self.levels[child])
            if self.level >= depth:
                # It rests on nothing above this position.
                self.level = CLEAN
            else:
                kind = DISPROVEN_ON_PATH
                payload = _WHOLE_LINE if self.level == UNSURE else depth - self.level
                payload |= self.line.signature(max(self.level, 0), depth) << 9
        else:
            payload = self.proof
            high = self.disproof
            payload |= high << 21
        self.table.store(key, kind, payload, nodes)

    def key_after(self, key, move):
        """Return the key of the position that *move* has led to from that of *key*."""
        if self.position.hash:
            return self.position.hash
        # The game has no hashes: the way to the position stands for it.
        made: cython.ulonglong = cython.cast(cython.ulonglong, move)
        mixed: cython.ulonglong = ((key + made + 1) * GOLDEN) & M64
        return mixed ^ (mixed >> 29)

    def no_moves(self):
        with cython.gil:
            raise ValueError("A position whose game goes on has no legal move.")
