"""Elo, its confidence interval and the sequential test, compared with published figures."""

from math import inf, log10, sqrt

import pytest

from kalahloa.models.match.elo import (
    Elo,
    elo_of,
    expected_score,
    mean_score,
    measure_elo,
)
from kalahloa.models.match.sprt import SequentialTest, SprtStatus


@pytest.mark.parametrize(
    ("score", "elo"), [(0.5, 0), (0.64, 99.95), (0.76, 200.24), (0.25, -190.85)]
)
def test_a_score_corresponds_to_an_elo_difference(score, elo):
    assert elo_of(score) == pytest.approx(elo, abs=0.01)
    assert expected_score(elo_of(score)) == pytest.approx(score)


def test_a_score_of_0_or_1_is_an_infinite_elo_difference():
    assert elo_of(1) == inf
    assert elo_of(0) == -inf


def test_the_interval_is_that_of_the_mean_score_of_the_pairs():
    pairs = (3, 4, 20, 9, 14)

    elo = measure_elo(pairs)

    score = (4 * 0.25 + 20 * 0.5 + 9 * 0.75 + 14) / 50
    squares = (4 * 0.0625 + 20 * 0.25 + 9 * 0.5625 + 14) / 50
    reach = 1.959964 * sqrt((squares - score * score) / 50)
    assert mean_score(pairs) == pytest.approx(score)
    assert elo.difference == pytest.approx(400 * log10(score / (1 - score)))
    assert elo.low == pytest.approx(elo_of(score - reach), abs=1e-4)
    assert elo.high == pytest.approx(elo_of(score + reach), abs=1e-4)


def test_paired_games_give_a_narrower_interval_than_independent_ones():
    # 100 games at 50 %, wins and losses only: ±69 Elo if games were independent.
    split = measure_elo((0, 0, 50, 0, 0))
    swept = measure_elo((25, 0, 0, 0, 25))

    assert split.high < 69 < swept.high


def test_the_interval_is_open_above_if_all_pairs_are_won():
    elo = measure_elo((0, 0, 0, 0, 30))

    assert elo.difference == elo.high == inf
    assert 300 < elo.low < 600
    assert measure_elo((30, 0, 0, 0, 0)).high == pytest.approx(-elo.low)
    assert elo.text == f"above {elo.low:+.0f} (95 %)"


def test_the_interval_is_open_below_if_all_pairs_are_lost():
    elo = measure_elo((30, 0, 0, 0, 0))

    assert elo.text == f"below −{-elo.high:.0f} (95 %)"


def test_an_open_interval_stands_beside_a_known_difference():
    assert Elo(40.0, -120.0, inf).text == "+40 (95 %: above −120)"
    assert Elo(inf, -inf, inf).text == "not enough games yet"


def test_without_pairs_there_is_no_elo():
    assert measure_elo((0, 0, 0, 0, 0)) is None
    assert SequentialTest(0, 5).ratio((0, 0, 0, 0, 0)) == 0


@pytest.mark.parametrize(
    ("elo0", "elo1", "pairs", "ratio"),
    [  # From the tests of fastchess's logistic model.
        (0.5, 2.5, (223, 9863, 21279, 10037, 246), -3.07),
        (0, 2, (871, 26175, 55983, 26678, 821), -4.98),
    ],
)
def test_the_log_likelihood_ratio_is_that_of_fastchess(elo0, elo1, pairs, ratio):
    assert SequentialTest(elo0, elo1).ratio(pairs) == pytest.approx(ratio, abs=0.01)


def test_swapping_the_participants_negates_the_log_likelihood_ratio():
    pairs = (5, 10, 30, 20, 15)

    assert SequentialTest(0, 20).ratio(pairs) == pytest.approx(
        -SequentialTest(-20, 0).ratio(pairs[::-1])
    )


def test_the_test_decides_at_the_logarithm_of_19():
    test = SequentialTest(0, 100)

    assert test.bound == pytest.approx(2.9444, abs=1e-4)
    assert test.status((0, 0, 5, 0, 30)) is SprtStatus.STRONGER
    assert test.status((30, 0, 5, 0, 0)) is SprtStatus.WEAKER
    assert test.status((1, 0, 1, 0, 1)) is SprtStatus.OPEN


def test_a_sequential_test_needs_elo0_below_elo1():
    with pytest.raises(ValueError, match="smaller one first"):
        SequentialTest(5, 5)
