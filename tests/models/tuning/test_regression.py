"""Logistic regression: what was planted in data is found again."""

from math import log
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kalahloa.models.tuning.regression import (
    Fit,
    FitStopped,
    Observation,
    cross_entropy,
    fit,
    probability,
    solve,
)


def planted(true: list[float], count: int, seed: int, *, offset: float = 0.0) -> list[Observation]:
    """Return *count* rows of random features whose results follow the parameters *true*."""
    chance = Random(seed)
    rows = []
    for number in range(count):
        features = tuple(chance.gauss(0, 1) for _ in true)
        logit = offset + sum(a * b for a, b in zip(features, true, strict=True))
        target = float(chance.random() < probability(logit))
        rows.append(Observation(features, target, offset, cluster=number))
    return rows


def distances(found: Fit, true: list[float]) -> list[float]:
    """Return how many standard errors the parameters are away from *true*."""
    return [
        abs(a - b) / error for a, b, error in zip(found.parameters, true, found.errors, strict=True)
    ]


@settings(max_examples=12, deadline=None)
@given(
    st.lists(st.floats(-1.5, 1.5), min_size=1, max_size=4),
    st.integers(0, 10**6),
    st.floats(-1, 1),
)
def test_planted_parameters_are_within_their_errors(true, seed, offset):
    rows = planted(true, 1_500, seed, offset=offset)

    found = fit(rows, (), [0.0] * len(true))

    assert found.converged
    assert max(distances(found, true)) < 5
    assert all(0.02 < error < 0.2 for error in found.errors)


def test_the_errors_are_neither_too_small_nor_too_large():
    true = [0.8, -0.5]

    misses = 0
    for seed in range(60):
        found = fit(planted(true, 300, seed), (), [0.0, 0.0])
        misses += sum(distance > 1.96 for distance in distances(found, true))

    assert 1 <= misses <= 16  # 6 of 120 are expected


def test_rows_of_one_cluster_count_as_little_as_they_know():
    rows = planted([0.7], 500, 3)
    alike = [
        Observation(row.features, row.target, 0.0, row.cluster) for row in rows for _ in range(4)
    ]

    once, often = fit(rows, (), [0.0]), fit(alike, (), [0.0])

    assert often.parameters == pytest.approx(once.parameters)
    assert often.errors == pytest.approx(once.errors, rel=0.01)


def test_the_loss_falls_from_iteration_to_iteration_and_is_that_of_the_rows():
    rows, other = planted([1.0, 2.0], 400, 5), planted([1.0, 2.0], 200, 6)

    found = fit(rows, other, [-1.0, 0.0])

    losses = [one.loss for one in found.iterations]
    assert losses == sorted(losses, reverse=True)
    assert found.iterations[0].loss == cross_entropy(rows, [-1.0, 0.0])
    assert found.iterations[-1].loss == pytest.approx(cross_entropy(rows, found.parameters))
    assert found.iterations[-1].held_out == pytest.approx(cross_entropy(other, found.parameters))
    assert found.iterations[-1].held_out < found.iterations[0].held_out


def test_no_other_parameters_near_by_are_better():
    rows = planted([0.4, -1.1, 0.0], 600, 7)

    found = fit(rows, (), [0.0] * 3)

    best = cross_entropy(rows, found.parameters)
    for index in range(3):
        for step in (-0.01, 0.01):
            moved = [p + step * (i == index) for i, p in enumerate(found.parameters)]
            assert cross_entropy(rows, moved) > best


def test_draws_pull_to_the_middle():
    rows = [Observation((1.0,), 0.5) for _ in range(10)]

    assert fit(rows, (), [2.0]).parameters == pytest.approx([0.0], abs=1e-6)


def test_results_that_can_be_told_for_sure_do_not_run_away():
    rows = [Observation((side,), float(side > 0)) for side in (-1.0, 1.0) for _ in range(50)]

    found = fit(rows, (), [0.0])

    assert found.parameters[0] > 3
    assert found.iterations[-1].loss < 0.05


def test_features_that_say_the_same_share_the_parameter():
    rows = [
        Observation((*row.features, *row.features), row.target) for row in planted([1.0], 800, 9)
    ]

    found = fit(rows, (), [0.0, 0.0])

    assert sum(found.parameters) == pytest.approx(1.0, abs=0.3)


def test_a_fit_stops_when_it_is_told_to():
    with pytest.raises(FitStopped):
        fit(planted([1.0], 100, 1), (), [0.0], stopped=lambda: True)


def test_losses_are_exact_for_large_logits():
    assert cross_entropy([Observation((800.0,), 1.0)], [1.0]) == 0.0
    assert cross_entropy([Observation((800.0,), 0.0)], [1.0]) == 800.0
    assert cross_entropy([Observation((0.0,), 1.0)], [1.0]) == pytest.approx(log(2))
    assert cross_entropy([], [1.0]) == 0.0


def test_equations_are_solved_and_what_is_not_determined_is_zero():
    assert solve([[0, 2], [1, 1]], [4, 5]) == pytest.approx([3, 2])
    assert solve([[2, 0], [0, 0]], [4, 0]) == pytest.approx([2, 0])


def test_steps_that_lead_too_far_are_halved():
    rows = planted([0.5], 300, 11)

    found = fit(rows, (), [12.0])

    assert found.parameters == pytest.approx(fit(rows, (), [0.0]).parameters, abs=1e-4)
