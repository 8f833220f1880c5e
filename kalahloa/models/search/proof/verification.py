# cython: language_level=3, cdivision=True
"""A proof walked through by the rules: does each defence meet an answer that wins?

A table forgets, and what it says of a position it says whatever led there.  The walk finds what is
missing and has it searched again; so it does where what was searched again late has made an answer
lead in a circle.  Positions that it has been through it marks, and does not walk
from them again: every position that stands below a won one was won earlier, so that no line of a
proof comes back to a position.

Where a board may not even come back with the other side to move that is not enough: two ways that
are sound each for itself may be no win one after the other.  Where both the board and its twin
occur, and for games that say no more than that they look back, all lines of the proof are walked
one by one.
"""

import cython

if cython.compiled:
    from cython.cimports.kalahloa.models.search.proof.proof_search import ProofSearch
    from cython.cimports.kalahloa.models.search.proof.proof_table import OPEN, PROOF_INFINITY, WIN
    from cython.cimports.kalahloa.models.value import ONGOING
else:
    from kalahloa.models.search.proof.proof_search import ProofSearch
    from kalahloa.models.search.proof.proof_table import OPEN, PROOF_INFINITY, WIN
    from kalahloa.models.value import ONGOING

_MOVE = cython.declare(cython.ulonglong, 0xFFFFFFFF)
# How many answers that turn out to lead in a circle are replaced.
_MAX_REPAIRS = cython.declare(cython.int, 10000)
_KIND = cython.declare(cython.int, 48)
_MARK = cython.declare(cython.int, 51)


class ProofVerification:
    """The check of the win that *search* has found, with the search's own table and limits."""

    if not cython.compiled:
        every_line = twins_met = False
        repairs = 0

    def __init__(self, search: ProofSearch) -> None:
        self.search = search
        self.position = search.position
        self.table = search.table

    def run(self) -> bool:
        """Return whether the win is certain; not where the search's limits come first."""
        key: cython.ulonglong = self.search.root_key()
        certain: cython.int
        self.every_line = False
        self.repairs = _MAX_REPAIRS
        self.twins_met = self.search.uses_history
        with cython.nogil:
            certain = self.walk(key, 0)
            if certain and (
                self.twins_met or (self.position.other_side_hash() and self.table.lost_mark)
            ):
                self.every_line = True
                certain = self.walk(key, 0)
        return certain == 1

    def walk(self, key, depth):
        """Return 1 if the position on the board, *depth* moves below the root, is won; else 0."""
        word: cython.ulonglong = self.table.probe(key)
        open_payload: cython.ulonglong = 1
        while True:
            if (word >> _KIND) & 7 != WIN:
                self.search.visit(key, PROOF_INFINITY, PROOF_INFINITY, depth)
                word = self.table.probe(key)
                if self.search.run_aborted or (word >> _KIND) & 7 != WIN:
                    return 0
            if (word >> _MARK) & 1 and not self.every_line:
                return 1
            if self.walk_on(key, cython.cast(cython.int, word & _MOVE), depth):
                self.table.mark(key)
                return 1
            # Other lines, walked before, may rest on this answer where all are walked.
            if self.search.run_aborted or self.every_line or self.repairs == 0:
                return 0
            self.repairs -= 1
            self.table.store(key, OPEN, open_payload | (open_payload << 21), 0)
            word = 0

    def walk_on(self, key, answer, depth):
        """Return 1 if the winner's *answer*, or each defence, leads to a won position; else 0."""
        proves: cython.bint = self.position.side == self.search.side
        certain: cython.int = 0
        base: cython.int = self.search.children_end
        end: cython.int = base + self.search.generate()
        place: cython.int
        move: cython.int
        self.search.line.enter(key, depth)
        self.search.children_end = end
        for place in range(base, end):
            move = self.search.moves[place]
            if proves and move != answer:
                continue
            self.position.push(move)
            certain = self.walk_child(self.search.key_after(key, move), depth + 1)
            self.position.pop()
            if not certain:
                break
        self.search.children_end = base
        return certain

    def walk_child(self, key, depth):
        """Do as `walk` does for a position whose game may be over."""
        if not self.search.take():
            return 0
        value: cython.int = self.position.result()
        twin: cython.ulonglong = self.position.other_side_hash()
        if twin and (self.table.probe(twin) >> _MARK) & 1:
            self.twins_met = True
        if value == ONGOING:
            if self.search.is_full(depth) or self.search.line.level_of(key, depth) >= 0:
                return 0
            return self.walk(key, depth)
        if not self.search.wins(value):
            return 0
        if twin:
            # The end of one line may be a board that another line has yet to come to.
            self.table.store(key, WIN, 0, 0)
            self.table.mark(key)
        return 1
