"""Recorded trees are right: every value, window and cut, and the counts, by plain minimax."""

from functools import cache

import pytest

from tests.models.search.recorded_trees import (
    KEYS,
    SEARCHERS,
    Case,
    Minimax,
    Proven,
    cases,
    prove,
)
from tests.sweeps import rounds

SAMPLE = rounds(60)
"""How many positions are proven."""


@cache
def sample() -> list[tuple[Case, Minimax]]:
    """The positions, with plain minimax, whose values are computed once for all searchers."""
    return [(case, Minimax(case)) for case in cases(SAMPLE)]


@cache
def proofs(number: int, key: str) -> Proven:
    """What is proven of the searcher with this number in the game called *key*."""
    proven = Proven()
    for case, exact in sample():
        if case.key == key:
            prove(SEARCHERS[number], case, exact, proven)
    return proven


@pytest.mark.parametrize("number", range(len(SEARCHERS)))
@pytest.mark.parametrize("key", KEYS)
def test_every_value_window_and_cut_is_that_of_plain_minimax(number: int, key: str):
    assert proofs(number, key).searches == SAMPLE // len(KEYS)


def test_cuts_second_looks_hits_and_failed_windows_are_among_what_is_proven():
    made = [proofs(number, key) for number in range(len(SEARCHERS)) for key in KEYS]

    for name, least in (
        ("pruned", 100),
        ("again", 100),
        ("hits", 100),
        ("failed_high", 10),
        ("failed_low", 10),
    ):
        assert sum(getattr(proven, name) for proven in made) >= least, name
