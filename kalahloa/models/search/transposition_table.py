# cython: language_level=3, cdivision=True
"""The transposition table: what is known of positions that were searched before.

An entry is two words.  The second packs, from the low end, move + 1 (16 bits, 0 for none), value
+ 32768 (16), depth (8), bound (2), age (6) and, for the spans of exact searches, whose value is
the lower bound, the upper one + 32768 (16); the first is the position's key XOR the second, so
that two threads that write the same entry at once leave one that fits no key (Hyatt and Mann, "A
lockless transposition table implementation for parallel search", 2002).  Four entries make a
bucket of one cache line; of a full bucket the shallowest entry is given up.

Beside the entries stand claims: which moves of which positions some thread is busy with just now.
They are a hint that may be wrong.

What an earlier search wrote has another age and counts as nothing, so that the table is as good
as empty at once, and a search depends on nothing but its question.
"""

from typing import Any, NamedTuple

import cython

if cython.compiled:
    from cython.cimports.kalahloa.models.native.bits import GOLDEN, M64
    from cython.cimports.kalahloa.models.native.memory import prefetch, zeroed_block
    from cython.cimports.libc.stdlib import calloc, free
    from cython.cimports.libc.string import memset
else:
    from array import array

    from kalahloa.models.native.bits import GOLDEN, M64

    UPPER = 1
    LOWER = 2
    EXACT = 3
    SOLVED = 255
    BUCKET_BYTES = 64
    CLAIMS = 4096
    BUCKET = 4
    AGES = 64

MAX_MEBIBYTES = 1 << 16


class Entry(NamedTuple):
    """What the table tells of a position.

    `move` is the best move's low 16 bits, or -1; `bound` is 1 where the position is worth at most
    `value`, 2 for at least, 3 for exactly; `depth` is 255 where it was searched to the end.
    """

    move: int
    value: int
    depth: int
    bound: int


class TranspositionTable:
    """A transposition table of *mebibytes* MiB.

    It may be shared by searches on several threads.  Raises `ValueError` for a size that makes no
    sense and `MemoryError` where there is not so much memory.
    """

    if not cython.compiled:
        entries = array("Q")
        claims = array("Q")
        buckets = 0
        age = 0
        mebibytes = 0

    def __init__(self, mebibytes: int = 64):
        if not 1 <= mebibytes <= MAX_MEBIBYTES:
            raise ValueError(f"A table has 1 to {MAX_MEBIBYTES} MiB, not {mebibytes}.")
        size: cython.ulonglong = mebibytes
        self.mebibytes = mebibytes
        self.buckets = (size << 20) // BUCKET_BYTES
        self.age = 1
        if cython.compiled:
            free(self.entries)
            free(self.claims)
            self.claims = cython.cast(
                cython.pointer(cython.ulonglong), calloc(CLAIMS, cython.sizeof(cython.ulonglong))
            )
            block: cython.p_void
            # Much memory takes long to get; other threads may use the time.
            with cython.nogil:
                block = zeroed_block(self.buckets * BUCKET_BYTES)
            self.entries = cython.cast(cython.pointer(cython.ulonglong), block)
            if not self.entries or not self.claims:
                raise MemoryError
        else:
            self.claims = array("Q", bytes(8 * CLAIMS))
            self.entries = array("Q", bytes(self.buckets * BUCKET_BYTES))

    if cython.compiled:

        def __dealloc__(self):
            free(self.entries)
            free(self.claims)

    # -- for the thread that asks ----------------------------------------------------------------

    def forget(self) -> None:
        """Let all entries count as nothing; no search may be using the table."""
        index: cython.ulonglong
        for index in range(CLAIMS):  # of searches that gave up
            self.claims[index] = 0
        self.age += 1
        if self.age == AGES:
            self.age = 1
            if cython.compiled:
                with cython.nogil:
                    memset(self.entries, 0, self.buckets * BUCKET_BYTES)
            else:
                self.entries = array("Q", bytes(self.buckets * BUCKET_BYTES))

    def grow(self) -> None:
        """Become twice as large and keep all entries; no search may be using the table.

        Raises `MemoryError`, and leaves the table as it was, where there is not so much memory.
        """
        before: cython.ulonglong = self.buckets
        old = self.entries
        if cython.compiled:
            block: cython.p_void
            with cython.nogil:
                block = zeroed_block(2 * before * BUCKET_BYTES)
            if not block:
                raise MemoryError
            self.entries = cython.cast(cython.pointer(cython.ulonglong), block)
            self.buckets = 2 * before
            with cython.nogil:
                self.take_over(old, before)
            free(old)
        else:
            self.entries = array("Q", bytes(2 * before * BUCKET_BYTES))
            self.buckets = 2 * before
            self.take_over(old, before)
        self.mebibytes *= 2

    def bytes_held(self) -> int:
        """Return the size of the entries in bytes."""
        return self.buckets * BUCKET_BYTES

    def share_used(self) -> float:
        """Return the share of entries that hold something, from 0 to 1, from a sample."""
        used: cython.int = 0
        index: cython.ulonglong
        sample: cython.ulonglong = min(self.buckets, cython.cast(cython.ulonglong, 1024)) * BUCKET
        for index in range(sample):
            if (self.entries[2 * index + 1] >> 42) & 63 == self.age:
                used += 1
        return 1.0 * used / sample

    def look_up(self, key: int) -> Entry | None:
        """Return what is known of the position with the hash *key*, or None."""
        sought: cython.ulonglong = key
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

    def look_up_span(self, key: int) -> tuple[int, int, int] | None:
        """Return the best move's low 16 bits (or -1) and both bounds of a span, or None."""
        word: cython.ulonglong = self.probe(key)
        if not word:
            return None
        return cython.cast(cython.int, word & 0xFFFF) - 1, self.low_of(word), self.high_of(word)

    def keep(self, key: int, entry: Entry) -> None:
        """Store *entry* for the position with the hash *key*."""
        self.store(key, entry.move, entry.value, entry.depth, entry.bound)

    def take_over(self, old, buckets):
        """Keep all entries of the table *old*, which has half as many *buckets* as this one."""
        index: cython.ulonglong
        word: cython.ulonglong
        key: cython.ulonglong
        place: cython.ulonglong
        for index in range(buckets * BUCKET):
            word = old[2 * index + 1]
            if (word >> 42) & 63 == self.age:
                key = old[2 * index] ^ word
                # There is room: a bucket here gets entries of but one of the old table's.
                place = self.place(key)
                while self.entries[place + 1]:
                    place += 2
                self.entries[place] = key ^ word
                self.entries[place + 1] = word

    # -- for the search --------------------------------------------------------------------------

    def place(self, key):
        """Return the index of the first word of the bucket of *key*."""
        spread: cython.ulonglong = (key * GOLDEN) & M64
        return (((spread >> 32) * self.buckets) >> 32) * 8

    def probe(self, key):
        """Return the packed second word for *key*, or 0."""
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
        """Keep what a search found of *key*; *move* is -1 for none."""
        packed: cython.ulonglong = value + 32768
        word: cython.ulonglong = (move + 1) & 0xFFFF
        packed = word | (packed << 16)
        word = depth
        packed |= word << 32
        word = bound
        packed |= word << 40
        self.write(key, packed)

    def store_span(self, key, move, low, high, rank):
        """Keep that *key* is worth *low* to *high*, for what is kept the longer the higher *rank*.

        Such entries and those of `store` do not go into one table.
        """
        packed: cython.ulonglong = low + 32768
        word: cython.ulonglong = (move + 1) & 0xFFFF
        packed = word | (packed << 16)
        word = rank
        packed |= word << 32
        word = high + 32768
        packed |= word << 48
        self.write(key, packed)

    def low_of(self, word):
        """Return the lower bound in what `probe` gave of a span."""
        return cython.cast(cython.int, (word >> 16) & 0xFFFF) - 32768

    def high_of(self, word):
        """Return the upper bound in what `probe` gave of a span."""
        return cython.cast(cython.int, word >> 48) - 32768

    def write(self, key, packed):
        """Put the word *packed*, without its age, into the bucket of *key*."""
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

    def fetch(self, key):
        """Bring the bucket of *key* near to the processor."""
        if cython.compiled:
            prefetch(cython.address(self.entries[self.place(key)]))

    def is_searched_elsewhere(self, key):
        """Return whether a thread is busy with *key*."""
        return self.claims[key & (CLAIMS - 1)] == key

    def mark_searching(self, key):
        """Tell the other threads that this one is busy with *key*."""
        self.claims[key & (CLAIMS - 1)] = key

    def release(self, key):
        """Take back what `mark_searching` told."""
        if self.claims[key & (CLAIMS - 1)] == key:
            self.claims[key & (CLAIMS - 1)] = 0
