# cython: language_level=3, cdivision=True
"""The table of proof-number search, in the memory of a transposition table.

Buckets, ages and probing are those of `TranspositionTable`; the second word of an entry has another
layout.  From the lowest bit: a payload (42 bits), the age (6), the kind (3), the mark (1), and the
binary logarithm of the nodes searched below the position (6).  The payload of

* `OPEN` is the proof number and the disproof number, 21 bits each;
* `WIN` is the winning move or the longest defence (32) and the plies to the end of the game (10);
* `DISPROVEN_ON_PATH` is the number of earlier positions it depends on (9) and a hash of them (33);
* `NO_WIN` is empty.
"""

import cython

from kalahloa.models.native.checked import MAX_WORD, Int, whole

if cython.compiled:
    from cython.cimports.kalahloa.models.search.transposition_table import TranspositionTable
else:
    from kalahloa.models.native.creation import create
    from kalahloa.models.search.transposition_table import TranspositionTable

    OPEN = 1
    WIN = 2
    NO_WIN = 3
    DISPROVEN_ON_PATH = 4
    PROOF_INFINITY = 2097151
    LONGEST = 1023

_PAYLOAD = cython.declare(cython.ulonglong, 0x3FFFFFFFFFF)
_AGE = cython.declare(cython.int, 42)
_KIND = cython.declare(cython.int, 48)
_MARK = cython.declare(cython.int, 51)
_WORK = cython.declare(cython.int, 52)


class ProofTable:
    """A table of *mebibytes* MiB for one `ProofSearch` at a time.

    Raises `ValueError` for a size that is out of range, and `MemoryError` if there is not enough
    memory.
    """

    if not cython.compiled:
        lost_mark = False

        def __new__(cls, *arguments, **options):
            return create(cls, *arguments, **options)

    def __cinit__(self, mebibytes: Int = 64):
        self.slots = TranspositionTable(mebibytes)
        self.lost_mark = False

    def forget(self) -> None:
        """Clear the table; no search may be using it."""
        self.slots.forget()
        self.lost_mark = False

    def look_up(self, key: Int) -> tuple[int, int, bool] | None:
        """Return kind, payload and mark of the entry of *key*, or None."""
        sought: cython.ulonglong = whole(key, 0, MAX_WORD, "key")
        word: cython.ulonglong = self.probe(sought)
        if not word:
            return None
        kind: cython.int = (word >> _KIND) & 7
        payload: cython.ulonglong = word & _PAYLOAD
        marked: cython.bint = (word >> _MARK) & 1
        return kind, payload, bool(marked)

    def keep(self, key: Int, kind: Int, payload: Int, nodes: Int) -> None:
        """Store an entry under *key*; *nodes* is the number of nodes that were searched for it.

        Raises `ValueError` for what no search can have found.
        """
        self.store(
            whole(key, 0, MAX_WORD, "key"),
            whole(kind, OPEN, DISPROVEN_ON_PATH, "kind"),
            whole(payload, 0, (1 << 42) - 1, "payload"),
            whole(nodes, 0, (1 << 63) - 1, "number of nodes"),
        )

    def mark_win(self, key: Int) -> None:
        """Mark the entry of *key* as verified, if there is one."""
        self.mark(whole(key, 0, MAX_WORD, "key"))

    def winning_move(self, key: Int) -> int | None:
        """Return the move stored with a won position, or None if *key* has no such entry."""
        entry = self.look_up(key)
        if entry is None or entry[0] != WIN:
            return None
        return entry[1] & 0xFFFFFFFF

    # -- called without the GIL ------------------------------------------------------------------

    def probe(self, key):
        """Return the second word of the entry of *key*, or 0 if there is none."""
        return self.slots.probe(key)

    def store(self, key, kind, payload, nodes):
        """Store an entry; in a full bucket the one with the fewest nodes is replaced."""
        place: cython.ulonglong = self.slots.place(key)
        worst: cython.ulonglong = place
        worst_work: cython.int = 1 << 20
        work: cython.int
        word: cython.ulonglong
        slot: cython.int
        for slot in range(4):
            word = self.slots.entries[place + 1]
            work = -1
            if (word >> _AGE) & 63 == self.slots.age:
                work = cython.cast(cython.int, word >> _WORK)
                if self.slots.entries[place] ^ word == key:
                    worst = place
                    worst_work = -1
                    break
            if work < worst_work:
                worst_work = work
                worst = place
            place += 2
        if worst_work >= 0 and (self.slots.entries[worst + 1] >> _MARK) & 1:
            self.lost_mark = True
        spent: cython.ulonglong = 0
        while nodes > 0 and spent < 63:
            spent += 1
            nodes >>= 1
        word = kind
        word = payload | (self.slots.age << _AGE) | (word << _KIND) | (spent << _WORK)
        self.slots.entries[worst] = key ^ word
        self.slots.entries[worst + 1] = word

    def mark(self, key):
        """Mark the entry of *key* as verified, if there is one."""
        place: cython.ulonglong = self.slots.place(key)
        word: cython.ulonglong
        bit: cython.ulonglong = 1
        slot: cython.int
        for slot in range(4):
            word = self.slots.entries[place + 1]
            if self.slots.entries[place] ^ word == key and (word >> _AGE) & 63 == self.slots.age:
                word |= bit << _MARK
                self.slots.entries[place] = key ^ word
                self.slots.entries[place + 1] = word
                return
            place += 2
