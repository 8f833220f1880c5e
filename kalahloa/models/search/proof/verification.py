# cython: language_level=3, cdivision=True
# distutils: extra_compile_args=-O1
"""Verification of a proof by the rules: every defence has an answer that wins.

The table loses entries, and an entry does not depend on the path to its position.  The verification
walks the proof tree, and searches again what is missing and what leads in a cycle because it was
searched again.  Verified positions are marked and not walked again: each position of a proof was
proven before its parent, so that no line of a proof repeats a position.

Where a board counts as repeated also with the other side to move, that is not sufficient, as a line
made of two verified parts may contain a repetition.  If a board occurs with either side to move,
and in games that only say that their results depend on the history, every line of the proof is
walked.
"""

import cython

if cython.compiled:
    from cython.cimports.kalahloa.models.game.value import ONGOING
    from cython.cimports.kalahloa.models.search.proof.proof_search import ProofSearch
    from cython.cimports.kalahloa.models.search.proof.proof_table import OPEN, PROOF_INFINITY, WIN
else:
    from kalahloa.models.game.value import ONGOING
    from kalahloa.models.native.creation import create
    from kalahloa.models.search.proof.proof_search import ProofSearch
    from kalahloa.models.search.proof.proof_table import OPEN, PROOF_INFINITY, WIN

_MOVE = cython.declare(cython.ulonglong, 0xFFFFFFFF)
# How many answers that lead in a cycle are replaced at most.
_MAX_REPAIRS = cython.declare(cython.int, 10000)
_KIND = cython.declare(cython.int, 48)
_MARK = cython.declare(cython.int, 51)


class ProofVerification:
    """The verification of the win that *search* has found, with its table and its limits."""

    if not cython.compiled:
        all_lines = both_sides_met = False
        repairs = 0

        def __new__(cls, *arguments, **options):
            return create(cls, *arguments, **options)

    def __cinit__(self, search: ProofSearch):
        self.search = search
        self.position = search.position
        self.table = search.table

    def run(self) -> bool:
        """Return whether the win is verified; False also if the search's limits are reached."""
        certain: cython.int
        root: cython.int = self.search.start()
        key: cython.ulonglong = self.search.root_key()
        self.all_lines = False
        self.repairs = _MAX_REPAIRS
        self.both_sides_met = self.search.uses_history
        try:
            with cython.nogil:
                certain = self.walk(key, 0)
                if certain and (
                    self.both_sides_met
                    or (self.position.other_side_hash() and self.table.lost_mark)
                ):
                    self.all_lines = True
                    certain = self.walk(key, 0)
        finally:
            self.search.finish(root)
        return certain == 1

    def walk(self, key, depth):
        """Return 1 if the current position, *depth* moves below the root, is won; else 0."""
        word: cython.ulonglong = self.table.probe(key)
        open_payload: cython.ulonglong = 1
        while True:
            if (word >> _KIND) & 7 != WIN:
                self.search.search_node(key, PROOF_INFINITY, PROOF_INFINITY, depth)
                word = self.table.probe(key)
                if self.search.run_aborted or (word >> _KIND) & 7 != WIN:
                    return 0
            if (word >> _MARK) & 1 and not self.all_lines:
                return 1
            if self.walk_on(key, cython.cast(cython.int, word & _MOVE), depth):
                self.table.mark(key)
                return 1
            # If all lines are walked, earlier ones may depend on this answer.
            if self.search.run_aborted or self.all_lines or self.repairs == 0:
                return 0
            self.repairs -= 1
            self.table.store(key, OPEN, open_payload | (open_payload << 21), 0)
            word = 0

    def walk_on(self, key, answer, depth):
        """Return 1 if the winner's *answer*, or every defence, leads to a won position; else 0."""
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
        """Like `walk`, for a position whose game may be over."""
        if not self.search.count_node():
            return 0
        value: cython.int = self.position.result()
        other_side_key: cython.ulonglong = self.position.other_side_hash()
        if other_side_key and (self.table.probe(other_side_key) >> _MARK) & 1:
            self.both_sides_met = True
        if value == ONGOING:
            if self.search.is_full(depth) or self.search.line.level_of(key, depth) >= 0:
                return 0
            return self.walk(key, depth)
        if not self.search.wins(value):
            return 0
        if other_side_key:
            # Another line may reach this board with the other side to move.
            self.table.store(key, WIN, 0, 0)
            self.table.mark(key)
        return 1
