"""Walks that look for faults: what they find, with how few actions, and what they do not mind."""

from random import Random

import pytest

from kalahloa.models.game.random_walk import FaultFound, RandomWalk, WalkFault, find_fault, repeat
from kalahloa.models.text.errors import BadCommand


class Switches(RandomWalk):
    """Letters are switched on; with "b" after "a" something is wrong, and at the end with "z"."""

    closed = 0

    def __init__(self) -> None:
        self.done = ""

    def choose(self, chance: Random) -> str:
        return chance.choice("abcdefgh!")

    def do(self, action: str) -> None:
        if action == "!":
            raise BadCommand("Not here.")
        self.done += action
        if action == "b" and "a" in self.done:
            raise FaultFound("b comes after a.")
        if action == "x":
            raise ZeroDivisionError("by x")

    def end(self) -> None:
        if "z" in self.done:
            raise FaultFound("There is a z.")

    def close(self) -> None:
        type(self).closed += 1


def test_a_fault_is_found_with_the_fewest_actions_that_lead_there():
    assert find_fault(Switches, seed=1, steps=200) == WalkFault("b comes after a.", ("a", "b"))
    assert str(WalkFault("Wrong.", ("a", "b"))) == "Wrong.  It happens after: a; b"


@pytest.mark.parametrize("seed", range(5))
def test_the_same_seed_does_the_same_and_none_is_found_before_the_steps_are_enough(seed):
    first = find_fault(Switches, seed, steps=200)

    assert find_fault(Switches, seed, steps=200) == first
    assert find_fault(Switches, seed, steps=1) is None


def test_what_is_refused_is_no_fault_and_is_not_among_the_actions():
    assert repeat(Switches, ["!", "a", "!"]) is None


def test_any_other_error_is_a_fault_that_says_where():
    sentence = repeat(Switches, ["a", "x"])

    assert sentence is not None
    assert "test_random_walk.py, line " in sentence
    assert sentence.endswith("raises ZeroDivisionError: by x.")


def test_what_is_seen_only_at_the_end_is_found_and_each_walk_is_closed():
    before = Switches.closed

    assert repeat(Switches, ["z"]) == "There is a z."
    assert Switches.closed == before + 1


def test_a_walk_that_cannot_begin_is_a_fault():
    def begin() -> Switches:
        raise OSError("no room")

    fault = find_fault(begin, seed=1, steps=5)

    assert fault is not None and "raises OSError: no room." in fault.sentence
    assert fault.actions == ()
