"""The plain twins of the bit operations, which run where nothing is compiled."""

import pytest

from kalahloa.models.native.bits import M64, lowest, popcount, splitmix64


@pytest.mark.parametrize(
    ("word", "count", "index"),
    [(1, 1, 0), (0b1100, 2, 2), (1 << 63, 1, 63), (M64, 64, 0), (0xFF00, 8, 8)],
)
def test_set_bits_are_counted_and_the_lowest_is_found(word, count, index):
    assert popcount(word) == count
    assert lowest(word) == index


def test_no_bits_of_zero_are_set():
    assert popcount(0) == 0


def test_the_words_for_hashes_are_those_of_splitmix64():
    # The first outputs of the authors' C program for the seed 1234567.
    expected = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]

    assert splitmix64(1234567, 5) == expected
