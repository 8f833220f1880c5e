"""Tests for `kalahloa.models.game.win_probability`."""

import pytest

from kalahloa.models.game.win_probability import GENERIC, WinProbability
from tests.scores import move_score


def _value(number, proven=False):
    return move_score(number, proven, None, False, 0)


@pytest.mark.parametrize(("number", "probability"), [(1, 1.0), (0, 0.5), (-1, 0.0), (8, 1.0)])
def test_proven_values_are_certain(number, probability):
    assert WinProbability(0.1, 2.0).of(_value(number, proven=True)) == probability


def test_an_estimate_follows_the_logistic_function():
    scale = WinProbability(0.5, 0.25)

    assert scale.of(_value(0)) == pytest.approx(0.5622, abs=1e-4)
    assert scale.of(_value(2)) == pytest.approx(0.7773, abs=1e-4)


def test_without_an_intercept_both_sides_add_up_to_one():
    scale = WinProbability(0.7, bend=3)

    for number in (0.1, 1, 5, 80):
        assert scale.of_estimate(number) + scale.of_estimate(-number) == pytest.approx(1)


def test_it_grows_with_the_value_and_stays_between_0_and_1_however_large():
    for scale in (GENERIC, WinProbability(40.0), WinProbability(0.5, -0.1, bend=4)):
        found = [scale.of_estimate(n) for n in (-1e9, -90, -3, -1, 0, 1, 3, 90, 1e9)]

        assert found == sorted(found)
        assert 0 <= found[0] < found[4] < found[-1] <= 1


def test_beyond_the_bend_estimates_count_less():
    bent = WinProbability(1.0, bend=2)

    assert bent.of_estimate(0.1) == pytest.approx(WinProbability(1.0).of_estimate(0.1), abs=1e-3)
    assert bent.of_estimate(10) < WinProbability(1.0).of_estimate(10) - 0.005
