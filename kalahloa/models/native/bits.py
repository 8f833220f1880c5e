"""Bit operations, constants and arrays in plain Python: the twins of `bits.pxd`.

Compiled modules take the C functions of the `.pxd`; sources that run uncompiled import these.
"""

from typing import Any

M64 = 0xFFFFFFFFFFFFFFFF
"""What unsigned 64-bit arithmetic is cut to; compiled, it is so by itself."""
GOLDEN = 0x9E3779B97F4A7C15
"""2^64 divided by the golden ratio: a product with it spreads keys of which few bits differ."""


def popcount(word: int) -> int:
    """Return how many bits of *word* (not negative) are set."""
    return word.bit_count()


def lowest(word: int) -> int:
    """Return the index, from 0, of the lowest set bit of *word* (> 0)."""
    return (word & -word).bit_length() - 1


def reversed_bytes(word: int) -> int:
    """Return *word*, of 64 bits, with its bytes in the opposite order."""
    return int.from_bytes(word.to_bytes(8, "little"), "big")


def zeros(length: int) -> list[Any]:
    """Return a list of *length* zeros, which stands in for a C array."""
    return [0] * length


def splitmix64(seed: int, count: int) -> list[int]:
    """Return *count* well-mixed 64-bit words that depend on *seed* alone.

    Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.  Used to fill
    the hash tables, which have to be the same on every machine and in both modes.
    """
    words = []
    for _ in range(count):
        seed = (seed + GOLDEN) & M64
        word = seed
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & M64
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & M64
        words.append(word ^ (word >> 31))
    return words
