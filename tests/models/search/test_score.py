"""Scores: what the engine's and the lecture's values become, whose they are, and their text."""

import pytest

from kalahloa.models.game.value import MAX_MARGIN_VALUE, mate_in, mated_in, value_of_margin
from kalahloa.models.search.lecture.scale import (
    MAX_ESTIMATED,
    finished_value,
    lecture_value,
    score_of_value,
)
from kalahloa.models.search.score import Score, ScoreKind, score_of_search, search_value
from tests.models.random_play import start
from tests.scores import estimate, exact

MARGIN, WINNER = ScoreKind.MARGIN, ScoreKind.WINNER


@pytest.mark.parametrize(
    ("key", "kind"), [("kalah", MARGIN), ("tictactoe", MARGIN), ("loa", WINNER)]
)
def test_the_margin_counts_where_every_game_ends(key: str, kind: ScoreKind):
    assert ScoreKind.of(start(key)) is kind


@pytest.mark.parametrize(
    ("value", "complete", "expected", "text"),
    [
        (84, False, Score(0.84, 1, WINNER), "+0.84"),
        (0, False, Score(0.0, 1, WINNER), "0.00"),
        (0, True, Score(0.0, 1, WINNER, True), "draw"),
        (value_of_margin(-8), True, Score(-8.0, 1, WINNER, True), "loses by 8"),
        (value_of_margin(8), False, Score(8.0, 1, WINNER, is_bound=True), "wins by 8 or more"),
        (mate_in(5), False, Score(1.0, 1, WINNER, True, plies=5), "wins in 5"),
        (mated_in(4), True, Score(-1.0, 1, WINNER, True, plies=4), "loses in 4"),
    ],
)
def test_a_value_of_the_engine_becomes_a_score_and_back(value, complete, expected, text):
    score = score_of_search(value, complete, 1, WINNER)

    assert score == expected
    assert score.text == text
    assert search_value(score) == value
    assert score.decided == (value not in (84, 0))


def test_the_largest_margin_of_the_engine_is_a_bound():
    score = score_of_search(MAX_MARGIN_VALUE, True, 0, MARGIN)

    assert score.is_bound and score.decided and not score.proven


@pytest.mark.parametrize(
    ("value", "proven", "kind", "expected", "text"),
    [
        (-0.84, False, MARGIN, Score(-0.84, 0, MARGIN), "−0.84"),
        (MAX_ESTIMATED, False, MARGIN, Score(90.0, 0, MARGIN), "+90.00"),
        (0.0, True, WINNER, Score(0.0, 0, WINNER, True), "draw"),
        (finished_value(8, 11), True, MARGIN, Score(8.0, 0, MARGIN, True, plies=11), "wins by 8"),
        (
            finished_value(-8, 11),
            False,
            MARGIN,
            Score(-8.0, 0, MARGIN, is_bound=True, plies=11),
            "loses by 8 or more",
        ),
        (finished_value(1, 5), False, WINNER, Score(1.0, 0, WINNER, True, plies=5), "wins in 5"),
        (finished_value(1, 0), True, WINNER, Score(1.0, 0, WINNER, True), "wins by 1"),
    ],
)
def test_a_value_of_the_lecture_becomes_a_score_and_back(value, proven, kind, expected, text):
    score = score_of_value(value, proven, 0, kind)

    assert score == expected
    assert score.text == text
    assert lecture_value(score) == value


def test_an_estimate_of_any_size_is_less_than_a_win_on_the_scale_of_the_lecture():
    assert lecture_value(estimate(500.0)) == MAX_ESTIMATED
    assert lecture_value(estimate(-500.0)) == -MAX_ESTIMATED


def test_a_score_is_turned_to_the_other_side_and_back():
    score = Score(-8.0, 0, MARGIN, is_bound=True, plies=11)

    turned = score.for_side(1)

    assert turned == Score(8.0, 1, MARGIN, is_bound=True, plies=11)
    assert turned.for_side(0) == score == score.for_side(0)
    assert str(exact(0.0).for_side(1).number) == "0.0"


@pytest.mark.parametrize(
    ("value", "proven", "kind", "short"),
    [
        (0.84, False, MARGIN, "+0.8"),
        (0.84, False, WINNER, "+0.84"),
        (-0.03, False, MARGIN, "0.0"),
        (-0.003, False, WINNER, "0.00"),
        (0.0, True, MARGIN, "0"),
        (0.0, True, WINNER, "0"),
        (finished_value(8, 11), True, MARGIN, "+8"),
        (finished_value(-8, 11), True, MARGIN, "−8"),
        (finished_value(8, 0), False, MARGIN, "+8.0"),
        (finished_value(1, 5), True, MARGIN, "+1"),
        (finished_value(1, 5), False, WINNER, "wins in 5"),
        (finished_value(-1, 4), True, WINNER, "loses in 4"),
        (finished_value(1, 0), True, WINNER, "wins"),
        (finished_value(3, 6), True, WINNER, "wins by 3"),
    ],
)
def test_a_short_text_is_in_the_style_of_the_game(value, proven, kind, short):
    score = score_of_value(value, proven, 0, kind, depth=7)

    assert (score.short, score.depth) == (short, 7)


@pytest.mark.parametrize(
    ("score", "plies"),
    [
        (exact(8.0, plies=5), None),
        (exact(1.0, kind=WINNER), 0),
        (exact(1.0, kind=WINNER, plies=5), 5),
        (exact(0.0, kind=WINNER), None),
        (estimate(1.0, kind=WINNER), None),
    ],
)
def test_files_tell_a_win_that_is_not_counted_from_what_has_no_length(score, plies):
    assert score.counted_plies == plies
