"""The course of a match: the Elo difference and its interval after each pair."""

from collections.abc import Iterable
from dataclasses import dataclass

from kalahloa.models.match.elo import Elo, Pentanomial, measure_elo
from kalahloa.models.match.match import PairPlayed


@dataclass(frozen=True, slots=True)
class CoursePoint:
    """How a match stood after `games` games: won, drawn and lost by the first participant."""

    games: int
    won: int
    drawn: int
    lost: int
    elo: Elo


class MatchPoints:
    """The points of a match so far, to which pairs are added; each takes the same time."""

    def __init__(self, pairs: Iterable[PairPlayed] = ()) -> None:
        self.points: list[CoursePoint] = []
        self._outcomes = [0] * 5
        self._points = [0] * 3
        self.add(pairs)

    def add(self, pairs: Iterable[PairPlayed]) -> None:
        """Add *pairs*, in the order in which they are counted."""
        for pair in pairs:
            self._outcomes[pair.outcome] += 1
            for game in pair.games:
                self._points[round(2 * game.points)] += 1
            elo = measure_elo(self.pentanomial)
            assert elo is not None  # there is a pair
            lost, drawn, won = self._points
            self.points.append(CoursePoint(won + drawn + lost, won, drawn, lost, elo))

    @property
    def pentanomial(self) -> Pentanomial:
        """The numbers of pairs with 0, 1/2, 1, 3/2 and 2 points."""
        a, b, c, d, e = self._outcomes
        return (a, b, c, d, e)

    @property
    def last(self) -> CoursePoint | None:
        """How the match stands; None before the first pair."""
        return self.points[-1] if self.points else None
