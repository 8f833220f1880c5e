"""What guesses are worth, and the score of many."""

import pytest

from kalahloa.models.record.annotation import Mark
from kalahloa.models.study.guessing import NO_GUESSES, Guess, guess_points
from kalahloa.models.study.review.judgement import mark_of
from kalahloa.models.study.review.reviewed import ReviewedPly
from tests.scores import move_score


def ply(text: str, loss: float, mark: Mark | None = None, best: str = "best") -> ReviewedPly:
    value, top = (move_score(number, False, None, True, 5) for number in (4.0 - loss, 4.0))
    return ReviewedPly(1, 1, text, 0, value, 2, best, top, loss, False, mark)


def guess(text: str, played: str, loss: float | None, played_loss: float, **marks) -> Guess:
    guessed = None if loss is None else ply(text, loss, marks.get("mark"))
    return Guess(1, 0, text, played, guessed, ply(played, played_loss, marks.get("played_mark")))


@pytest.mark.parametrize(
    ("loss", "mark", "points"),
    [
        (0.0, None, 10),
        (0.5, None, 8),
        (1.0, Mark.DUBIOUS, 5),
        (3.0, Mark.MISTAKE, 2),
        (9.0, Mark.BLUNDER, 0),
        (0.0, Mark.ONLY, 10),
    ],
)
def test_points_are_those_of_the_mark_a_review_gives(loss, mark, points):
    assert guess_points(ply("a", loss, mark)) == points


def test_points_never_rise_with_what_is_given_away():
    best = move_score(4.0, False, None, True, 5)
    earned = []
    for loss in (0.0, 0.2, 0.9, 1.0, 2.9, 3.0, 5.9, 6.0, 20.0):
        played = move_score(4.0 - loss, False, None, True, 5)
        earned.append(guess_points(ply("a", loss, mark_of(best, played, None))))

    assert earned == sorted(earned, reverse=True)
    assert earned[0] == 10 and earned[-1] == 0


def test_the_games_own_move_earns_no_more_than_it_is_worth():
    same = guess("a", "a", 9.0, 9.0, mark=Mark.BLUNDER, played_mark=Mark.BLUNDER)

    assert same.exact and same.points == 0 and not same.better


@pytest.mark.parametrize(
    ("text", "loss", "played_loss", "better"),
    [("a", 0.0, 2.0, True), ("a", 2.0, 0.0, False), ("a", 1.0, 1.0, False), ("b", 0.0, 2.0, False)],
)
def test_a_guess_is_better_where_it_gives_away_less(text, loss, played_loss, better):
    assert guess(text, "b", loss, played_loss).better is better


def test_a_score_sums_up_what_was_judged():
    score = NO_GUESSES
    for one in (
        guess("a", "a", 0.0, 0.0),
        guess("b", "c", 0.5, 4.0, played_mark=Mark.MISTAKE),
        guess("d", "e", 9.0, 0.0, mark=Mark.BLUNDER),
        guess("f", "f", None, 0.0),
    ):
        score = score.with_guess(one)

    assert (score.points, score.most, score.best) == (18, 30, 10)
    assert score.average == 6.0
    assert (score.exact, score.better, score.kept) == (2, 1, 1)
    assert score.played_points == 10 + 2 + 10


def test_no_guesses_have_no_average():
    assert NO_GUESSES.average is None and NO_GUESSES.best is None
    assert (NO_GUESSES.points, NO_GUESSES.most) == (0, 0)


def test_the_best_move_is_the_guess_itself_where_that_keeps_the_value():
    assert guess("a", "b", 0.0, 2.0).best_text == "a"
    assert guess("a", "b", 2.0, 0.0).best_text == "best"
    assert Guess(1, 0, "a", "b", None, None).best_text == ""
