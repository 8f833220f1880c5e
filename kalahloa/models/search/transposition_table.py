# cython: language_level=3, cdivision=True
"""The transposition table: search results of positions by their hash key.

An entry consists of two 64-bit words.  The second packs, from the lowest bit, move + 1 (16 bits, 0
for none), value + 32768 (16), depth (8), bound (2), age (6) and, in the entries of exact searches,
whose value is the lower bound, the upper bound + 32768 (16).  The first is the key XOR the second
word, so that an entry torn by two concurrent writers matches no key (Hyatt and Mann, "A lockless
transposition table implementation for parallel search", 2002).  A bucket of four entries fills one
cache line; in a full bucket the entry of the least depth is replaced.

A second, small array holds the moves that threads are searching at the moment, for ABDADA.  It is
lossy: what it says is a hint only.

Entries of an earlier age are invisible, so that the table is cleared at once and a search does not
depend on earlier ones.
"""

from collections.abc import Callable
from operator import index as as_index
from typing import Any, NamedTuple

import cython

from kalahloa.models.native.checked import MAX_WORD, Int, whole
from kalahloa.models.work.cancellation import never

if cython.compiled:
    from cython.cimports.kalahloa.models.game.value import WON
    from cython.cimports.kalahloa.models.native.bits import GOLDEN, M64
    from cython.cimports.kalahloa.models.native.checks import DEBUG, check, check_range
    from cython.cimports.kalahloa.models.native.memory import prefetch, raw_block, zeroed_block
    from cython.cimports.libc.stdlib import calloc, free
    from cython.cimports.libc.string import memset
else:
    from array import array

    from kalahloa.models.game.value import WON
    from kalahloa.models.native.bits import GOLDEN, M64
    from kalahloa.models.native.checks import DEBUG, check, check_range
    from kalahloa.models.native.creation import create

    UPPER = 1
    LOWER = 2
    EXACT = 3
    SOLVED = 255
    BUCKET_BYTES = 64
    SEARCHING_SLOTS = 4096
    BUCKET = 4
    AGES = 64

    def low_of(word):
        return (word >> 16 & 0xFFFF) - 32768

    def high_of(word):
        return (word >> 48) - 32768

    def find_word(table, key):
        return table.probe(key)

    def prefetch_word(table, key):
        table.prefetch_bucket(key)


MAX_MEBIBYTES = 1 << 16
ENTRY_BYTES = 16
"""The size of an entry."""
TAKEN_AT_ONCE = 1 << 13
"""How many buckets are taken over between two questions whether to stop: some milliseconds."""
# Bits of an entry's second word.
_MOVE_AND_AGE = cython.declare(cython.ulonglong, 0xFC000000FFFF)
# An upper bound of 0 at depth 0.
_WORTHLESS = cython.declare(cython.ulonglong, 0x10080000000)


class Entry(NamedTuple):
    """A table entry, unpacked.

    `move` is the low 16 bits of the best move, or -1.  `bound` is `UPPER` (1), `LOWER` (2) or
    `EXACT` (3), and says how `value` relates to the position's value.  `depth` is in plies; it is
    `SOLVED` (255) where the value does not depend on any heuristic leaf.
    """

    move: int
    value: int
    depth: int
    bound: int


class TranspositionTable:
    """A transposition table of *mebibytes* MiB.

    It may be shared by searches on several threads.  Raises `ValueError` for a size that is out of
    range, and `MemoryError` if there is not enough memory.
    """

    if not cython.compiled:
        entries = array("Q")
        searching = array("Q")
        buckets = 0
        age = 0
        mebibytes = 0
        users = 0

    def __cinit__(self, mebibytes: Int = 64):
        mebibytes = as_index(mebibytes)
        if not 1 <= mebibytes <= MAX_MEBIBYTES:
            raise ValueError(f"A table has 1 to {MAX_MEBIBYTES} MiB, not {mebibytes}.")
        size: cython.ulonglong = mebibytes
        self.mebibytes = mebibytes
        self.buckets = (size << 20) // BUCKET_BYTES
        self.age = 1
        if cython.compiled:
            self.searching = cython.cast(
                cython.pointer(cython.ulonglong),
                calloc(SEARCHING_SLOTS, cython.sizeof(cython.ulonglong)),
            )
            block: cython.p_void
            # A large allocation takes a while, during which other threads may run.
            with cython.nogil:
                block = zeroed_block(self.buckets * BUCKET_BYTES)
            self.entries = cython.cast(cython.pointer(cython.ulonglong), block)
            if not self.entries or not self.searching:
                raise MemoryError
        else:
            self.searching = array("Q", bytes(8 * SEARCHING_SLOTS))
            self.entries = array("Q", bytes(self.buckets * BUCKET_BYTES))

    if cython.compiled:

        def __dealloc__(self):
            free(self.entries)
            free(self.searching)

    else:

        def __new__(cls, *arguments, **options):
            return create(cls, *arguments, **options)

    # -- called with the GIL ---------------------------------------------------------------------

    def acquire(self):
        """Note that one more search uses the table; raise `ValueError` if it is being changed."""
        self.require_whole()
        self.users += 1
        return 0

    def release(self):
        """Note that a search has ended."""
        self.users -= 1

    def require_unused(self):
        """Raise `ValueError` if a search uses the table, or it is being changed."""
        if self.users:
            raise ValueError("The table is in use.")
        return 0

    def forget(self) -> None:
        """Clear the table; raise `ValueError` if a search is using it."""
        self.require_unused()
        index: cython.ulonglong
        for index in range(SEARCHING_SLOTS):  # left by aborted searches
            self.searching[index] = 0
        self.age += 1
        if self.age == AGES:
            self.age = 1
            if cython.compiled:
                self.users = -1
                with cython.nogil:
                    memset(self.entries, 0, self.buckets * BUCKET_BYTES)
                self.users = 0
            else:
                self.entries = array("Q", bytes(self.buckets * BUCKET_BYTES))

    def keep_moves(self) -> None:
        """Forget all values, but not the best moves.

        Raises `ValueError` if a search is using the table.  What is left orders the moves of a
        search in which values found on other paths may not hold.  Uncompiled, that would take
        longer than it saves, and everything is forgotten.
        """
        if not cython.compiled:
            self.forget()
            return
        self.require_unused()
        index: cython.ulonglong
        for index in range(SEARCHING_SLOTS):
            self.searching[index] = 0
        self.users = -1
        with cython.nogil:
            self.forget_values()
        self.users = 0

    def grow(self, stopped: Callable[[], bool] = never) -> bool:
        """Double the size and keep all entries; raise `ValueError` if a search uses the table.

        Once *stopped* returns True, within a few milliseconds, the table is left as it was, and
        False is returned.  Raises `MemoryError`, and leaves the table unchanged, if there is not
        enough memory.
        """
        self.require_unused()
        if 2 * self.mebibytes > MAX_MEBIBYTES:
            raise MemoryError
        before: cython.ulonglong = self.buckets
        first: cython.ulonglong = 0
        end: cython.ulonglong
        old = self.entries
        if cython.compiled:
            block: cython.p_void
            block = raw_block(2 * before * BUCKET_BYTES)
            if not block:
                raise MemoryError
            self.entries = cython.cast(cython.pointer(cython.ulonglong), block)
        else:
            self.entries = array("Q", bytes(2 * before * BUCKET_BYTES))
        self.buckets = 2 * before
        self.users = -1
        try:
            while first < before:
                if stopped():
                    return False
                end = min(first + TAKEN_AT_ONCE, before)
                with cython.nogil:
                    self.take_over(old, first, end)
                first = end
        finally:
            # Also where asking has raised.
            self.users = 0
            dropped = old
            if first < before:
                dropped = self.entries
                self.entries = old
                self.buckets = before
            if cython.compiled:
                free(dropped)
        self.mebibytes *= 2
        return True

    def bytes_held(self) -> int:
        """Return the size of the entries in bytes."""
        return self.buckets * BUCKET_BYTES

    def hashfull(self) -> float:
        """Return the share of entries in use, 0 to 1, estimated from a sample."""
        self.require_whole()
        used: cython.int = 0
        index: cython.ulonglong
        sample: cython.ulonglong = min(self.buckets, cython.cast(cython.ulonglong, 1024)) * BUCKET
        for index in range(sample):
            if (self.entries[2 * index + 1] >> 42) & 63 == self.age:
                used += 1
        return 1.0 * used / sample

    def look_up(self, key: Int) -> Entry | None:
        """Return the entry of *key*, or None; raise `ValueError` if that is no key."""
        self.require_whole()
        sought: cython.ulonglong = whole(key, 0, MAX_WORD, "key")
        word: cython.ulonglong = self.probe(sought)
        if not word:
            return None
        fields: Any = word
        return Entry(
            (fields & 0xFFFF) - 1,
            (fields >> 16 & 0xFFFF) - 32768,
            fields >> 32 & 0xFF,
            fields >> 40 & 3,
        )

    def look_up_span(self, key: Int) -> tuple[int, int, int] | None:
        """Return the low 16 bits of the best move (or -1) and both bounds of *key*, or None."""
        self.require_whole()
        sought: cython.ulonglong = whole(key, 0, MAX_WORD, "key")
        word: cython.ulonglong = self.probe(sought)
        if not word:
            return None
        return cython.cast(cython.int, word & 0xFFFF) - 1, low_of(word), high_of(word)

    def keep(self, key: Int, entry: Entry) -> None:
        """Store *entry* under *key*; raise `ValueError` for what no search can have found."""
        self.require_whole()
        self.store(
            whole(key, 0, MAX_WORD, "key"),
            whole(entry.move, -1, 0x7FFFFFFF, "move"),
            whole(entry.value, -WON, WON, "value"),
            whole(entry.depth, 0, SOLVED, "depth"),
            whole(entry.bound, UPPER, EXACT, "bound"),
        )

    def require_whole(self):
        """Raise `ValueError` if the table is being changed just now."""
        if self.users < 0:
            raise ValueError("The table is being changed.")
        return 0

    def take_over(self, old, first, end):
        """Copy the entries of *old*, which has half as many buckets, from *first* up to *end*.

        They come into twice as many buckets in the same order, which are empty, or not zeroed yet.
        """
        if cython.compiled:
            memset(self.entries + 2 * first * 8, 0, 2 * (end - first) * BUCKET_BYTES)
        index: cython.ulonglong
        word: cython.ulonglong
        key: cython.ulonglong
        place: cython.ulonglong
        for index in range(first * BUCKET, end * BUCKET):
            word = old[2 * index + 1]
            if (word >> 42) & 63 == self.age:
                key = old[2 * index] ^ word
                # There is room: each bucket gets entries of only one old bucket.
                place = self.place(key)
                while self.entries[place + 1]:
                    place += 2
                self.entries[place] = key ^ word
                self.entries[place + 1] = word

    # -- called without the GIL ------------------------------------------------------------------

    def forget_values(self):
        """Turn each entry into one of depth 0, an upper bound that is never used."""
        index: cython.ulonglong
        word: cython.ulonglong
        key: cython.ulonglong
        for index in range(self.buckets * BUCKET):
            word = self.entries[2 * index + 1]
            if word:
                key = self.entries[2 * index] ^ word
                word = (word & _MOVE_AND_AGE) | _WORTHLESS
                self.entries[2 * index] = key ^ word
                self.entries[2 * index + 1] = word

    def place(self, key):
        """Return the index of the first word of the bucket of *key*."""
        spread: cython.ulonglong = (key * GOLDEN) & M64
        if DEBUG:
            check((spread >> 32) * self.buckets >> 32 < self.buckets, b"the bucket is in the table")
        return (((spread >> 32) * self.buckets) >> 32) * 8

    def probe(self, key):
        """Return the second word of the entry of *key*, or 0 if there is none."""
        place: cython.ulonglong = self.place(key)
        word: cython.ulonglong
        _slot: cython.int
        for _slot in range(4):
            word = self.entries[place + 1]
            if self.entries[place] ^ word == key and (word >> 42) & 63 == self.age:
                return word
            place += 2
        return 0

    def store(self, key, move, value, depth, bound):
        """Store a search result under *key*; *move* is -1 for none."""
        if DEBUG:
            check_range(move, -1, 0x7FFFFFFF, b"move")
            check_range(value, -WON, WON, b"value")
            check_range(depth, 0, SOLVED, b"depth")
            check_range(bound, UPPER, EXACT, b"bound")
        packed: cython.ulonglong = value + 32768
        word: cython.ulonglong = (move + 1) & 0xFFFF
        packed = word | (packed << 16)
        word = depth
        packed |= word << 32
        word = bound
        packed |= word << 40
        self.write(key, packed)

    def store_span(self, key, move, low, high, rank):
        """Store the bounds *low* and *high* under *key*; a higher *rank* is replaced later.

        A table must not mix such entries with those of `store`.
        """
        if DEBUG:
            check_range(move, -1, 0x7FFFFFFF, b"move")
            check_range(low, -32768, high, b"lower bound")
            check_range(high, low, 32767, b"upper bound")
            check_range(rank, 0, 255, b"rank")
        packed: cython.ulonglong = low + 32768
        word: cython.ulonglong = (move + 1) & 0xFFFF
        packed = word | (packed << 16)
        word = rank
        packed |= word << 32
        word = high + 32768
        packed |= word << 48
        self.write(key, packed)

    def check_word(self, word, max_depth):
        """Check, in a debug build, that `store` may have packed *word*.

        Depths are less than *max_depth*, or `SOLVED`.
        """
        value: cython.int = cython.cast(cython.int, (word >> 16) & 0xFFFF) - 32768
        depth: cython.int = cython.cast(cython.int, (word >> 32) & 0xFF)
        check_range(value, -WON, WON, b"the value in the table")
        check(depth < max_depth or depth == SOLVED, b"the depth in the table is one of a search")
        check_range((word >> 40) & 3, UPPER, EXACT, b"the bound in the table")
        return 0

    def write(self, key, packed):
        """Write the word *packed*, which has no age yet, into the bucket of *key*."""
        place: cython.ulonglong = self.place(key)
        worst: cython.ulonglong = place
        worst_rank: cython.int = 1 << 20
        rank: cython.int
        word: cython.ulonglong
        _slot: cython.int
        for _slot in range(4):
            word = self.entries[place + 1]
            rank = -1
            if (word >> 42) & 63 == self.age:
                if self.entries[place] ^ word == key:
                    if not packed & 0xFFFF:
                        packed |= word & 0xFFFF
                    worst = place
                    break
                rank = (word >> 32) & 0xFF
            if rank < worst_rank:
                worst_rank = rank
                worst = place
            place += 2
        word = self.age
        packed |= word << 42
        self.entries[worst] = key ^ packed
        self.entries[worst + 1] = packed

    def prefetch_bucket(self, key):
        """Prefetch the bucket of *key* into the processor's cache."""
        if cython.compiled:
            prefetch(cython.address(self.entries[self.place(key)]))

    def is_searched_elsewhere(self, key):
        """Return whether another thread is searching *key*, a position or a move in one."""
        return self.searching[key & (SEARCHING_SLOTS - 1)] == key

    def mark_searching(self, key):
        """Mark *key* as being searched by this thread."""
        self.searching[key & (SEARCHING_SLOTS - 1)] = key

    def unmark_searching(self, key):
        """Remove the mark of `mark_searching`."""
        if self.searching[key & (SEARCHING_SLOTS - 1)] == key:
            self.searching[key & (SEARCHING_SLOTS - 1)] = 0
