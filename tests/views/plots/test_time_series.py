"""Curves over time: means, days, and not more points than can be seen."""

from kalahloa.models.library.mistakes import GivenAway
from kalahloa.models.library.statistics import RatedGame
from kalahloa.views.plots.time_series import MAX_GAMES, accuracy_series, given_series


def test_points_are_the_means_and_their_keys_the_games():
    series = accuracy_series(
        (RatedGame(7, "2026-01-02", 50, 50), RatedGame(9, "2026-01-03", 90, 70))
    )

    assert [(point.x, point.y, point.key) for point in series.points] == [(1, 50, 7), (2, 70, 9)]
    assert series.points[1].text == "2026-01-03: 90 %; mean of the last 2 games 70 %"
    assert [tick.text for tick in series.numbers] == ["2026-01-02", "2026-01-03"]
    assert (series.low, series.high, series.last) == (0, 100, 2)


def test_of_many_games_a_part_is_shown_and_always_the_last():
    rated = [RatedGame(number, f"day {number}", 50, 50) for number in range(1, 1_004)]

    series = accuracy_series(rated)

    assert len(series.points) <= MAX_GAMES
    assert series.points[-1].x == series.points[-1].key == series.last == 1_003
    assert 2 <= len(series.numbers) <= 6


def test_what_was_given_away_is_that_of_a_move_in_its_unit():
    given = [GivenAway(number, "2026", 10, 10.0 * number) for number in range(1, 13)]

    stones, percent = given_series(given, True), given_series(given, False)

    assert [point.y for point in stones.points[:3]] == [1, 1.5, 2]
    assert stones.points[-1].y == sum(range(3, 13)) / 10  # of the last ten
    assert stones.high == 8
    assert not stones.ticks[-1].text.endswith("%") and percent.ticks[-1].text.endswith("%")


def test_nothing_is_a_series_without_points():
    assert accuracy_series(()).points == given_series((), True).points == ()
