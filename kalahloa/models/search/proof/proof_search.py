# cython: language_level=3, cdivision=True
"""Depth-first proof-number search (df-pn) for forced wins, compiled and without the GIL.

Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002, with the thresholds
of Pawlewicz and Lew, "Improving depth-first PN-search: 1 + epsilon trick", 2007 (epsilon is 1/4):
a child is left only when its number exceeds the second best by a quarter, which avoids switching
back and forth.  The proof number of a new leaf with the defender to move is its number of moves.
Numbers may grow by sums or as `weaken` says, and begin higher or lower as `estimate` says.

Proof and disproof numbers are from the prover's point of view at all nodes, so that a side may move
several times in a row.  A draw is not a win.  A position that is on the path already counts as not
won there.  A disproof that depends on this is stored with the part of the path it depends on, and
is used only on paths with the same part (graph-history interaction; compare Kishimoto and Mueller,
"A general solution to the graph history interaction problem", 2004).  A proof never depends on it,
as each position is proven by positions that were proven before.
"""

from typing import Any

import cython

from kalahloa.models.native.checked import Int, whole

if cython.compiled:
    from cython.cimports.kalahloa.models.game.position import MAX_MOVES, Position
    from cython.cimports.kalahloa.models.game.searchable import SearchPosition
    from cython.cimports.kalahloa.models.game.value import ONGOING
    from cython.cimports.kalahloa.models.native.bits import GOLDEN, M64
    from cython.cimports.kalahloa.models.native.checks import DEBUG, check, check_range
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
    from cython.cimports.libc.stdlib import calloc, free
else:
    from kalahloa.models.game.position import MAX_MOVES, Position
    from kalahloa.models.game.searchable import SearchPosition
    from kalahloa.models.game.value import ONGOING
    from kalahloa.models.native.bits import GOLDEN, M64, zeros
    from kalahloa.models.native.checks import DEBUG, check, check_range
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

    MAX_CHILDREN = 40000
    NO_LEVEL = 10000
    ANY_LEVEL = -1

from kalahloa.models.game.position import either_side

_MOVE = cython.declare(cython.ulonglong, 0xFFFFFFFF)
_SIGNATURE = cython.declare(cython.ulonglong, 0x1FFFFFFFF)
_KIND = cython.declare(cython.int, 48)
# First numbers double with each so many hundredths of the estimate, which counts within a bound.
_DOUBLING = cython.declare(cython.int, 150)
_MAX_ESTIMATE = cython.declare(cython.int, 900)
# The length, in an entry, of a path part that is the whole path.
_WHOLE_LINE = cython.declare(cython.int, 511)


class ProofSearch(SearchControl):
    """A search for a proof that *side* (default: the side to move) wins *position*.

    The search owns *position*, whose game must not be over, and *table* while it runs.  The table
    must be empty, or hold entries of searches of the same position for the same side.
    """

    if not cython.compiled:
        moves: Any = None
        keys: Any = None
        children_end = proof = disproof = level = length = best = second = 0
        weak = False
        open_count = 0
        root_count = 0
        root_proof = root_disproof = 0

    def __cinit__(self, position: Position, table: ProofTable, side: Int | None = None):
        self.position = position
        self.table = table
        self.side = position.side if side is None else either_side(side)
        self.line = ProofPath()
        self.uses_history = position.uses_history()
        self.weak = False
        self.estimates = False
        self.root_count = 0
        self.adapt_polling(position, None)
        if cython.compiled:
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
            self.root_moves = zeros(MAX_MOVES)
            self.keys = zeros(MAX_CHILDREN)

    if cython.compiled:

        def __dealloc__(self):
            free(self.moves)
            free(self.keys)

    # -- called with the GIL ---------------------------------------------------------------------

    def run(self, budget: Int = 0) -> int:
        """Search; return 1 if a win is proven, -1 if it is disproven, 0 if neither.

        The caller has to check a proof by `ProofVerification`.  A *budget* above 0 ends this run
        after that number of nodes; the next run continues with the table.  Raises `ValueError` if
        the game is over.
        """
        spend: cython.longlong = whole(budget, 0, 1 << 62, "budget")
        root: cython.int = self.start()
        key: cython.ulonglong = self.root_key()
        self.budget_end = self.nodes + spend if spend else 0
        self.run_aborted = False
        self.next_poll = 0
        try:
            with cython.nogil:
                self.search_node(key, PROOF_INFINITY, PROOF_INFINITY, 0)
        finally:
            self.finish(root)
        self.budget_end = 0
        if self.run_aborted:
            return 0
        if self.proof == 0:
            return 1
        return -1 if self.level == NO_LEVEL else 0

    def start(self):
        """Take the position and the table for a run, and return the ply of the root.

        Raises `ValueError` if they are not free, the game is over, or `restrict` names moves of
        another position.
        """
        index: cython.int
        self.begin(self.position, self.table.slots)
        try:
            if self.position.result() != ONGOING:
                raise ValueError("The game is over: nothing is left to prove.")
            for index in range(self.root_count):
                if not self.position.obeys_rules(self.root_moves[index]):
                    raise ValueError("The moves to try at the root are those of another position.")
            self.position.reserve(self.position.ply + MAX_LINE + 1)
        except BaseException:
            self.finish(self.position.ply)
            raise
        self.children_end = 0
        return self.position.ply

    def finish(self, root):
        """Give back what `start` took; *root* is what it returned."""
        self.end(self.position, self.table.slots, root)
        return 0

    def weaken(self, weak: bool = True) -> None:
        """Have numbers grow by the hardest line and the number of the others, not by their sum.

        Where many lines lead to the same positions, sums count these again and again (Ueda and
        others, "Weak proof-number search", 2008).
        """
        self.require_idle()
        self.weak = weak

    def estimate(self) -> None:
        """Have the numbers of new leaves double with each step of the evaluation's estimate.

        The proof number grows as the prover is worse off, the disproof number as it is better off.
        With a good evaluation a hard position takes a sixth of the nodes, which take a third longer
        each; one of a few thousand nodes gains nothing.  (Evaluations as first numbers: Winands and
        Schadd, "Evaluation-function based proof-number search", 2010.)  Raises `ValueError` if the
        position has no evaluation.
        """
        self.require_idle()
        if not isinstance(self.position, SearchPosition) or not self.position.has_evaluation():
            raise ValueError("The position has no evaluation.")
        self.estimates = True

    def restrict(self, moves: list[int]) -> None:
        """Have the prover, who must be to move at the root, try only *moves* there.

        A win is found all the same if each other move is the image of one of them by a symmetry.
        Raises `ValueError` if one of them is not legal.
        """
        self.require_idle()
        if self.position.side != self.side or not moves:
            raise ValueError("Only the prover's own moves can be left out.")
        moves = list(dict.fromkeys(moves))
        if not all(self.position.is_playable(move) for move in moves):
            raise ValueError("Only legal moves can be tried.")
        self.root_count = 0
        for move in moves:
            self.root_moves[self.root_count] = move
            self.root_count += 1

    def resume(self) -> None:
        """Go on after a run: what is called next counts its nodes, and polls, as a run does."""
        self.require_idle()
        self.budget_end = 0
        self.run_aborted = False
        self.next_poll = 0

    def root_key(self) -> int:
        """Return the key of the root."""
        return self.position.hash or 1

    def key_after_line(self, moves: list[int]) -> int:
        """Return the key of the position after *moves*, a legal sequence from the root.

        Raises `ValueError` while the search is running, and `IllegalMove` for a move that is none.
        """
        self.require_idle()
        key: cython.ulonglong = self.root_key()
        made: cython.int = 0
        try:
            for move in moves:
                self.position.make(move)
                made += 1
                key = self.key_after(key, move)
        finally:
            while made:
                self.position.unmake()
                made -= 1
        return key

    def numbers(self) -> tuple[int, int]:
        """Return the latest proof number and disproof number of the root."""
        return self.root_proof, self.root_disproof

    # -- the search ------------------------------------------------------------------------------

    def count_node(self):
        """Count a node; return False, without counting it, if the run is aborted."""
        if self.nodes >= self.next_poll:
            self.poll()
        if self.run_aborted:
            return False
        self.nodes += 1
        return True

    def search_node(self, key, proof_limit, disproof_limit, depth):
        """Search the position until it is solved or one of its numbers reaches its threshold.

        The results are left in `proof`, `disproof`, `level` and `length`.
        """
        began: cython.longlong = self.nodes
        base: cython.int = self.children_end
        proves: cython.bint = self.position.side == self.side
        child_proof: cython.int
        child_disproof: cython.int
        place: cython.int
        if DEBUG:
            self.check_node(key, proof_limit, disproof_limit, depth)
        self.line.enter(key, depth)
        end: cython.int = base + self.expand(key, proves, depth)
        self.children_end = end
        while not self.run_aborted:
            self.update_numbers(base, end, proves)
            if DEBUG:
                self.check_numbers(self.proof, self.disproof)
                check_range(self.best, base, end - 1, b"the child to search next")
            if depth == 0:
                self.root_proof = self.proof
                self.root_disproof = self.disproof
            if (
                self.proof == 0
                or self.disproof == 0
                or self.proof >= proof_limit
                or self.disproof >= disproof_limit
            ):
                self.store_result(key, base, end, proves, depth, self.nodes - began)
                break
            place = self.best
            if self.update_child(place, depth + 1):
                continue
            child_proof = PROOF_INFINITY
            child_disproof = PROOF_INFINITY
            if proves:
                child_proof = min(proof_limit, self.second + self.second // 4 + 1)
                if disproof_limit < PROOF_INFINITY:
                    child_disproof = disproof_limit - self.rest(
                        self.disproof, self.disproofs[place]
                    )
            else:
                child_disproof = min(disproof_limit, self.second + self.second // 4 + 1)
                if proof_limit < PROOF_INFINITY:
                    child_proof = proof_limit - self.rest(self.proof, self.proofs[place])
            self.position.push(self.moves[place])
            self.search_node(self.keys[place], child_proof, child_disproof, depth + 1)
            self.position.pop()
            if DEBUG:
                check(
                    self.position.hash == 0 or self.position.hash == key, b"pop restores the hash"
                )
                check_range(self.children_end, end, end, b"the end of the children")
            self.set_child(place, self.proof, self.disproof, self.level)
            self.lengths[place] = self.length
        self.children_end = base
        return 0

    def rest(self, total, own):
        """Return what the other children add to the *own* number of a child to give *total*."""
        return self.open_count - 1 if self.weak else total - own

    def generate(self):
        """Generate the moves behind those of the path's other positions; return their number."""
        count: cython.int
        if cython.compiled:
            count = self.position.generate(self.moves + self.children_end)
        else:
            count = self.position.generate(self.scratch)
            self.moves[self.children_end : self.children_end + count] = self.scratch[:count]
        return count if count else self.no_moves()

    def expand(self, key, proves, depth):
        """Generate the position's children with their numbers; return how many there are.

        If one child decides the position, it is the only one kept.
        """
        base: cython.int = self.children_end
        count: cython.int = self.generate()
        place: cython.int
        if depth == 0 and self.root_count:
            count = self.root_count
            for place in range(count):
                self.moves[base + place] = self.root_moves[place]
        for place in range(base, base + count):
            if not self.count_node():
                return 0
            self.position.push(self.moves[place])
            self.set_child_numbers(place, self.key_after(key, self.moves[place]), depth + 1)
            self.position.pop()
            if (proves and self.proofs[place] == 0) or (
                not proves and self.disproofs[place] == 0 and self.levels[place] == NO_LEVEL
            ):
                self.moves[base] = self.moves[place]
                self.set_child(base, self.proofs[place], self.disproofs[place], self.levels[place])
                self.lengths[base] = self.lengths[place]
                return 1
        return count

    def set_child_numbers(self, place, key, depth):
        """Set the numbers of the child at *place*, the current position."""
        value: cython.int = self.position.result()
        level: cython.int = self.line.level_of(key, depth)
        self.keys[place] = key
        self.lengths[place] = 0
        if level >= 0:
            self.set_child(place, PROOF_INFINITY, 0, ANY_LEVEL if self.uses_history else level)
        elif value != ONGOING:
            level = (
                ANY_LEVEL if self.uses_history or self.position.depends_on_history() else NO_LEVEL
            )
            if self.wins(value):
                self.set_child(place, 0, PROOF_INFINITY, NO_LEVEL)
            else:
                self.set_child(place, PROOF_INFINITY, 0, level)
        elif self.is_full(depth):
            self.set_child(place, PROOF_INFINITY, 0, ANY_LEVEL)
        elif not self.probe_child(place, depth):
            self.set_child(place, 1, 1, NO_LEVEL)
            if self.position.side != self.side:
                self.proofs[place] = self.position.generate(self.scratch)
            if self.estimates:
                self.scale_numbers(place)
        return 0

    def scale_numbers(self, place):
        """Multiply the first numbers of the child at *place*, the current position (`estimate`)."""
        value: cython.int = cython.cast(SearchPosition, self.position).evaluate()
        if self.position.side != self.side:
            value = -value
        value = max(-_MAX_ESTIMATE, min(_MAX_ESTIMATE, value))
        proof: cython.int = self.proofs[place] << (_MAX_ESTIMATE - value) // _DOUBLING
        self.proofs[place] = min(proof, PROOF_INFINITY - 1)
        self.disproofs[place] <<= (_MAX_ESTIMATE + value) // _DOUBLING
        return 0

    def is_full(self, depth):
        """Return whether there is no room to search below a position at *depth*.

        Room is needed for its own moves, those of a child, and for counting a grandchild's.
        """
        return depth >= MAX_LINE or self.children_end > MAX_CHILDREN - 3 * MAX_MOVES

    def wins(self, value):
        """Return whether *value*, for the side to move, is a win of the prover on all paths."""
        if value == 0 or (value > 0) != (self.position.side == self.side):
            return False
        return not self.position.depends_on_history()

    def update_child(self, place, depth):
        """Update the child at *place* from the table; return whether its numbers have changed.

        A position that was proven in the meantime must not be searched again: its new proof might
        depend on positions that were proven by it.
        """
        proof: cython.int = self.proofs[place]
        disproof: cython.int = self.disproofs[place]
        self.probe_child(place, depth)
        return self.proofs[place] != proof or self.disproofs[place] != disproof

    def set_child(self, place, proof, disproof, level):
        self.proofs[place] = proof
        self.disproofs[place] = disproof
        self.levels[place] = level

    def probe_child(self, place, depth):
        """Set the numbers of the child at *place* from the table; return whether it has any."""
        word: cython.ulonglong = self.table.probe(self.keys[place])
        if not word:
            return False
        kind: cython.int = (word >> _KIND) & 7
        if DEBUG:
            check_range(kind, OPEN, DISPROVEN_ON_PATH, b"the kind of an entry")
        span: cython.int
        level: cython.int
        if kind == OPEN:
            self.set_child(place, word & PROOF_INFINITY, (word >> 21) & PROOF_INFINITY, NO_LEVEL)
            if DEBUG:
                check_range(self.proofs[place], 1, PROOF_INFINITY - 1, b"an open proof number")
                check_range(self.disproofs[place], 1, PROOF_INFINITY - 1, b"a disproof number")
        elif kind == WIN:
            self.set_child(place, 0, PROOF_INFINITY, NO_LEVEL)
            self.lengths[place] = (word >> 32) & LONGEST
        elif kind == NO_WIN:
            self.set_child(place, PROOF_INFINITY, 0, NO_LEVEL)
        else:
            span = word & 511
            level = 0 if span == _WHOLE_LINE else depth - span
            if level < 0 or self.line.signature(level, depth) != (word >> 9) & _SIGNATURE:
                # Disproven on another path only.
                return False
            self.set_child(place, PROOF_INFINITY, 0, ANY_LEVEL if span == _WHOLE_LINE else level)
        return True

    def update_numbers(self, base, end, proves):
        """Compute the position's numbers, the most-proving child, and the second best number."""
        place: cython.int
        number: cython.int
        total: cython.int = 0
        summand: cython.int
        most: cython.int = 0
        best: cython.int = PROOF_INFINITY
        self.open_count = 0
        self.best = base
        self.second = PROOF_INFINITY
        for place in range(base, end):
            number = self.proofs[place] if proves else self.disproofs[place]
            summand = self.disproofs[place] if proves else self.proofs[place]
            total += summand
            if summand:
                self.open_count += 1
                most = max(most, summand)
            if number < best:
                self.second = best
                best = number
                self.best = place
            elif number < self.second:
                self.second = number
        if self.weak and most:
            total = most + self.open_count - 1
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

    def store_result(self, key, base, end, proves, depth, nodes):
        """Store the position's numbers, and set `level` and `length` for the caller."""
        place: cython.int = self.best
        child: cython.int
        payload: cython.ulonglong = 0
        high: cython.ulonglong
        kind: cython.int = OPEN
        self.level = NO_LEVEL
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
                self.level = ANY_LEVEL
            for child in range(base, end):
                if proves:
                    self.level = min(self.level, self.levels[child])
                elif self.disproofs[child] == 0:
                    self.level = max(self.level, self.levels[child])
            if self.level >= depth:
                # It depends on no position above this one.
                self.level = NO_LEVEL
            else:
                kind = DISPROVEN_ON_PATH
                payload = _WHOLE_LINE if self.level == ANY_LEVEL else depth - self.level
                payload |= self.line.signature(max(self.level, 0), depth) << 9
        else:
            payload = self.proof
            high = self.disproof
            payload |= high << 21
        self.table.store(key, kind, payload, nodes)

    def key_after(self, key, move):
        """Return the key of the current position, reached by *move* from that of *key*."""
        if self.position.hash:
            return self.position.hash
        # The game has no hash: the moves that led to the position are hashed instead.
        made: cython.ulonglong = cython.cast(cython.ulonglong, move)
        mixed: cython.ulonglong = ((key + made + 1) * GOLDEN) & M64
        return mixed ^ (mixed >> 29)

    # -- checks of a debug build -----------------------------------------------------------------

    def check_node(self, key, proof_limit, disproof_limit, depth):
        """Check the limits, the depths and the position with which `search_node` is called."""
        check_range(proof_limit, 1, PROOF_INFINITY, b"the limit of the proof number")
        check_range(disproof_limit, 1, PROOF_INFINITY, b"the limit of the disproof number")
        check_range(depth, 0, MAX_LINE, b"depth")
        check_range(self.children_end, 0, MAX_CHILDREN - MAX_MOVES, b"the end of the children")
        check(self.position.hash == 0 or self.position.hash == key, b"the key is the hash")
        check(self.position.result() == ONGOING, b"the game goes on")
        return self.position.check_invariants()

    def check_numbers(self, proof, disproof):
        """Check that both numbers are in range, and that one is 0 where the other is infinite."""
        check_range(proof, 0, PROOF_INFINITY, b"proof number")
        check_range(disproof, 0, PROOF_INFINITY, b"disproof number")
        check((proof == 0) == (disproof == PROOF_INFINITY), b"a proof has an infinite disproof")
        check((disproof == 0) == (proof == PROOF_INFINITY), b"a disproof has an infinite proof")
        return 0
