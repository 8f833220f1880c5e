"""The course of a match: the same figures as of the whole result, after each pair."""

from random import Random

from kalahloa.models.match.elo import measure_elo
from kalahloa.models.match.elo_series import MatchPoints
from kalahloa.models.match.match import GamePlayed, PairPlayed


def pairs(count: int, seed: int = 1) -> list[PairPlayed]:
    chance = Random(seed)

    def game() -> GamePlayed:
        return GamePlayed(chance.choice((0.0, 0.5, 1.0)), 20, False)

    return [PairPlayed((), (game(), game())) for _ in range(count)]


def test_each_point_is_what_the_games_up_to_it_imply():
    played = pairs(30)

    course = MatchPoints(played)

    for count, point in enumerate(course.points, 1):
        games = [game for pair in played[:count] for game in pair.games]
        counts = [sum(pair.outcome == n for pair in played[:count]) for n in range(5)]
        assert point.games == 2 * count == len(games)
        assert point.won == sum(game.points == 1 for game in games)
        assert point.drawn == sum(game.points == 0.5 for game in games)
        assert point.lost == sum(game.points == 0 for game in games)
        assert point.elo == measure_elo(tuple(counts))


def test_pairs_can_be_added_in_any_portions():
    played = pairs(20)
    course = MatchPoints(played[:7])

    course.add(played[7:9])
    course.add([])
    course.add(played[9:])

    assert course.points == MatchPoints(played).points
    assert course.last == course.points[-1]
    assert sum(course.pentanomial) == 20


def test_without_pairs_there_is_nothing():
    assert MatchPoints().points == []
    assert MatchPoints().last is None
