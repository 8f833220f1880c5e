# cython: language_level=3, cdivision=True
# distutils: extra_compile_args=-O1
"""The tree of a proof, taken out of the table before anything of it is lost.

The table of a long search has lost most of its entries in the end.  The extraction walks the proof
from the root, searches again what is missing, and keeps an answer for each position in which the
prover is to move.  An answer is kept only after those of all positions below it, so that the proof
never leads back to a position it has passed.
"""

from typing import Any

import cython

if cython.compiled:
    from cython.cimports.kalahloa.models.game.position import Position
    from cython.cimports.kalahloa.models.game.value import ONGOING
    from cython.cimports.kalahloa.models.native.bits import GOLDEN
    from cython.cimports.kalahloa.models.search.proof.proof_search import ProofSearch
    from cython.cimports.kalahloa.models.search.proof.proof_table import OPEN, PROOF_INFINITY, WIN
    from cython.cimports.libc.stdlib import calloc, free
else:
    from kalahloa.models.game.position import Position
    from kalahloa.models.game.value import ONGOING
    from kalahloa.models.native.bits import GOLDEN, M64, zeros
    from kalahloa.models.native.creation import create
    from kalahloa.models.search.proof.proof_search import ProofSearch
    from kalahloa.models.search.proof.proof_table import OPEN, PROOF_INFINITY, WIN

_MOVE = cython.declare(cython.ulonglong, 0xFFFFFFFF)
_KIND = cython.declare(cython.int, 48)
# How many answers that lead in a cycle are replaced at most.
_MAX_REPAIRS = cython.declare(cython.int, 1000000)
_FIRST_ROOM = cython.declare(cython.longlong, 1 << 12)


class ProofExtraction:
    """The tree of the wins that searches have found; that of a later one builds on what is there.

    So what was extracted once leads to nothing that was not extracted before.
    """

    if not cython.compiled:
        keys: Any = None
        answers: Any = None

        def __new__(cls, *arguments, **options):
            return create(cls, *arguments, **options)

    def __cinit__(self):
        self.count = 0
        self.room = 0
        self.repairs = 0
        self.grow()

    if cython.compiled:

        def __dealloc__(self):
            free(self.keys)
            free(self.answers)

    def run(self, search: ProofSearch) -> bool:
        """Add the tree of the win that *search*, for the same side as others, has in its table.

        Return whether it is whole; False if the limits of *search* are reached before.
        """
        complete: cython.int
        self.search = search
        self.position = search.position
        self.table = search.table
        self.search.resume()
        root: cython.int = self.search.start()
        self.repairs = _MAX_REPAIRS
        key: cython.ulonglong = self.search.root_key()
        try:
            with cython.nogil:
                complete = self.walk(key, 0)
        finally:
            self.search.finish(root)
        return complete == 1

    def answer(self, position: Position) -> int | None:
        """Return the prover's move in *position*, or None if it is not in the tree."""
        sought: cython.ulonglong = position.hash or 1
        place: cython.longlong = self.place_of(sought)
        return self.answers[place] if self.keys[place] == sought else None

    # -- called without the GIL ------------------------------------------------------------------

    def walk(self, key, depth):
        """Keep the tree of the current position, *depth* moves below the root; return 1, or 0."""
        word: cython.ulonglong
        open_payload: cython.ulonglong = 1
        place: cython.longlong
        answer: cython.int
        if self.position.side != self.search.side:
            if self.walk_moves(key, -1, depth):
                return 1
            # On this path it is not won: what is above must not take it for a win again.
            self.table.store(key, OPEN, open_payload | (open_payload << 21), 0)
            return 0
        place = self.place_of(key)
        if self.keys[place] == key:
            return 1
        while True:
            word = self.table.probe(key)
            if (word >> _KIND) & 7 != WIN:
                self.search.search_node(key, PROOF_INFINITY, PROOF_INFINITY, depth)
                word = self.table.probe(key)
                if self.search.run_aborted or (word >> _KIND) & 7 != WIN:
                    return 0
            answer = cython.cast(cython.int, word & _MOVE)
            if self.walk_moves(key, answer, depth):
                self.keep(key, answer)
                return 1
            if self.search.run_aborted or self.repairs == 0:
                return 0
            self.repairs -= 1
            self.table.store(key, OPEN, open_payload | (open_payload << 21), 0)

    def walk_moves(self, key, answer, depth):
        """Walk all moves of the defender, or the prover's *answer*; return whether all are won."""
        proves: cython.bint = self.position.side == self.search.side
        won: cython.int = 0
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
            won = self.walk_child(self.search.key_after(key, move), depth + 1)
            self.position.pop()
            if not won:
                break
        self.search.children_end = base
        return won

    def walk_child(self, key, depth):
        """Like `walk`, for a position whose game may be over."""
        if not self.search.count_node():
            return 0
        value: cython.int = self.position.result()
        if value != ONGOING:
            return self.search.wins(value)
        if self.search.is_full(depth) or self.search.line.level_of(key, depth) >= 0:
            return 0
        return self.walk(key, depth)

    def place_of(self, key):
        """Return the place of *key*, or the free one where it belongs."""
        mixed: cython.ulonglong = key * GOLDEN
        if not cython.compiled:
            mixed &= M64
        place: cython.longlong = (mixed >> 24) & (self.room - 1)
        while self.keys[place] and self.keys[place] != key:
            place = (place + 1) & (self.room - 1)
        return place

    def keep(self, key, answer):
        """Keep the *answer* in the position with *key*."""
        place: cython.longlong
        if 3 * self.count >= 2 * self.room:
            with cython.gil:
                self.grow()
        place = self.place_of(key)
        if not self.keys[place]:
            self.count += 1
        self.keys[place] = key
        self.answers[place] = answer
        return 0

    def grow(self):
        """Make room for twice as many answers; raise `MemoryError`."""
        before: cython.longlong = self.room
        index: cython.longlong
        place: cython.longlong
        old_keys = self.keys
        old_answers = self.answers
        room: cython.longlong = 2 * before if before else _FIRST_ROOM
        if cython.compiled:
            keys = cython.cast(
                cython.pointer(cython.ulonglong), calloc(room, cython.sizeof(cython.ulonglong))
            )
            answers = cython.cast(cython.p_int, calloc(room, cython.sizeof(cython.int)))
            if not keys or not answers:
                free(keys)
                free(answers)
                raise MemoryError
            self.keys = keys
            self.answers = answers
        else:
            self.keys = zeros(room)
            self.answers = zeros(room)
        self.room = room
        for index in range(before):
            if old_keys[index]:
                place = self.place_of(old_keys[index])
                self.keys[place] = old_keys[index]
                self.answers[place] = old_answers[index]
        if cython.compiled:
            free(old_keys)
            free(old_answers)
        return 0
