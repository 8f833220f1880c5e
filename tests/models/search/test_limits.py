"""Limits are numbers in their range, or they cannot be made."""

from math import inf, nan

import pytest

from kalahloa.models.search.limits import NO_LIMITS, Limits

WRONG = {
    "depth": (0, -1, 2.0, "3", True, [3], nan),
    "nodes": (0, -5, 1e6, "many", False, (1,)),
    "seconds": (-0.1, nan, "1", True, [1.0], 1j),
    "soft_seconds": (-1, nan, "soon", True),
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in WRONG.items() for value in values]
)
def test_what_is_no_limit_is_refused_with_its_value(name, value):
    with pytest.raises(ValueError) as caught:
        Limits(**{name: value})

    assert repr(value) in str(caught.value)


def test_limits_that_can_be_are_kept_as_they_are():
    limits = Limits(depth=1, seconds=0, nodes=10**30, soft_seconds=0.5)

    assert (limits.depth, limits.seconds, limits.nodes, limits.soft_seconds) == (1, 0, 10**30, 0.5)
    assert Limits(seconds=inf).tighten(Limits(seconds=2)) == Limits(seconds=2)
    assert Limits() == NO_LIMITS


def test_what_is_left_of_limits_is_none_once_one_is_used_up():
    assert Limits(seconds=2, nodes=10).left(0.5, 4) == Limits(seconds=1.5, nodes=6)
    assert Limits(seconds=2).left(2, 0) is None and Limits(nodes=10).left(0, 10) is None
