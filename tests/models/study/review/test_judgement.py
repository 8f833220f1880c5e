"""Tests for `kalahloa.models.study.review.judgement`."""

from dataclasses import replace

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.game.win_probability import GENERIC, WinProbability
from kalahloa.models.record.annotation import Mark
from kalahloa.models.study.review.judgement import (
    accuracy_of,
    is_only,
    loss_of,
    mark_of,
    move_accuracy,
    review_of,
    scale_for,
)
from kalahloa.models.study.review.reviewed import Accuracy, ReviewedPly
from tests.scores import move_score

_SCALE = WinProbability(1.0)


def _stones(number, proven=True):
    return move_score(number, proven, None, True, 0)


def _wins(number, proven=False):
    return move_score(number, proven, 5 if proven and number else None, False, 0)


@pytest.mark.parametrize(
    ("best", "played", "mark"),
    [
        (8, 8, None),
        (8, 7, Mark.DUBIOUS),
        (8, 6, Mark.DUBIOUS),
        (8, 5, Mark.MISTAKE),
        (8, 3, Mark.MISTAKE),
        (8, 2, Mark.BLUNDER),
        (1, 0, Mark.MISTAKE),
        (0, -1, Mark.BLUNDER),
        (1, -1, Mark.BLUNDER),
        (-1, -2, Mark.DUBIOUS),
        (-1, -4, Mark.MISTAKE),
    ],
)
def test_proven_margins_are_marked_by_stones_and_by_who_wins(best, played, mark):
    assert mark_of(_stones(best), _stones(played), None) is mark
    assert loss_of(_stones(best), _stones(played), None) == best - played


@pytest.mark.parametrize(
    ("best", "played", "mark"),
    [
        (0.6, -0.5, Mark.DUBIOUS),
        (0.4, -0.5, None),
        (1.5, -1.0, Mark.BLUNDER),
        (1.5, 0.2, Mark.MISTAKE),
        (5.0, 3.5, Mark.DUBIOUS),
    ],
)
def test_estimates_near_0_do_not_say_who_wins(best, played, mark):
    assert mark_of(_stones(best, False), _stones(played, False), None) is mark


@pytest.mark.parametrize(
    ("best", "played", "mark"),
    [
        (0.1, 0.0, None),
        (0.25, 0.0, Mark.DUBIOUS),
        (0.5, 0.0, Mark.MISTAKE),
        (1.0, 0.0, Mark.BLUNDER),
        (0.0, 0.1, None),
    ],
)
def test_estimates_are_marked_by_points_of_win_probability(best, played, mark):
    assert mark_of(_wins(best), _wins(played), _SCALE) is mark


def test_a_proven_win_given_up_is_a_mistake_at_least():
    assert mark_of(_wins(1, True), _wins(2.6), _SCALE) is Mark.MISTAKE
    assert mark_of(_wins(1, True), _wins(0, True), _SCALE) is Mark.BLUNDER
    assert mark_of(_wins(1, True), _wins(-1, True), _SCALE) is Mark.BLUNDER
    assert mark_of(_wins(0, True), _wins(-1, True), _SCALE) is Mark.BLUNDER


def test_a_win_that_is_as_good_as_certain_was_not_given_up():
    assert mark_of(_wins(1, True), _wins(8), _SCALE) is None


def test_a_longer_win_and_a_shorter_loss_give_nothing_away():
    slow = replace(_wins(1, True), plies=9)

    assert loss_of(_wins(1, True), slow, _SCALE) == 0
    assert mark_of(_wins(-1, True), _wins(-1, True), _SCALE) is None


def test_a_lost_position_that_is_proven_lost_is_no_blunder():
    assert mark_of(_wins(-4), _wins(-1, True), _SCALE) is None
    assert mark_of(_wins(0.0), _wins(-1, True), _SCALE) is Mark.BLUNDER


def test_a_move_is_the_only_one_if_every_other_is_a_mistake():
    assert is_only(_stones(4), _stones(1), None)
    assert not is_only(_stones(4), _stones(2), None)
    assert is_only(_wins(0.5), _wins(-0.5), _SCALE)


def test_the_formula_of_accuracy_is_that_of_lichess():
    assert move_accuracy(0) == pytest.approx(100, abs=0.01)
    assert move_accuracy(10) == pytest.approx(63.6, abs=0.1)
    assert move_accuracy(100) == 0


def _ply(side, loss, mark=None):
    value = _stones(0)
    return ReviewedPly(1, 1, "1", side, value, 1, "1", value, loss, True, mark)


def test_accuracy_by_margin_is_the_share_of_moves_that_kept_the_value():
    plies = [_ply(0, 0.0), _ply(0, 4.0, Mark.MISTAKE), _ply(1, 1.0, Mark.DUBIOUS), _ply(0, 0.0)]

    assert accuracy_of(plies, 0, True) == Accuracy(3, 2, 4.0, pytest.approx(66.67, abs=0.01), 0, 1)
    assert accuracy_of(plies, 1, True) == Accuracy(1, 0, 1.0, 0.0, 1)
    assert accuracy_of([], 1, True) == Accuracy()


def test_accuracy_by_probability_is_the_mean_of_the_moves():
    plies = [_ply(0, 0.0), _ply(0, 10.0)]

    assert accuracy_of(plies, 0, False).percent == pytest.approx(81.8, abs=0.1)
    assert accuracy_of(plies, 0, False).given == 10.0


def test_a_review_is_exact_if_every_value_is_proven():
    proven, estimated = _ply(0, 0.0), replace(_ply(1, 0.0), proven=False)

    assert review_of([proven], 1, True, 0.1).exact
    assert not review_of([proven, estimated], 2, True, 0.1).exact
    assert not review_of([], 2, True, 0.1).exact
    assert review_of([proven, estimated], 2, True, 0.1).complete
    assert not review_of([proven], 2, True, 0.1).complete


@pytest.mark.parametrize("key", ["kalah", "tictactoe"])
def test_games_that_always_end_are_compared_by_margin(key):
    game = find_game(key)

    assert scale_for(game, game.start(game.rulebook.default)) is None


def test_others_are_compared_by_their_own_win_probability_or_a_mild_one():
    loa = find_game("loa")
    start = loa.start(loa.rulebook.default)

    assert scale_for(replace(loa, win_probability=_SCALE), start) is _SCALE
    assert scale_for(replace(loa, win_probability=None), start) is GENERIC
