"""Matches between two participants: each opening is played twice, with the sides swapped.

The pairs are played by the workers of a pool: processes, or those of a cluster.  They are counted
in the order of their openings, not in the order in which they finish, so that a match without time
limits gives the same result with any number of workers, even if the sequential test ends it early.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from math import isfinite
from typing import Any

from kalahloa.models.game.line import format_line
from kalahloa.models.game.outcome import FIRST
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.match.elo import Elo, Pentanomial, measure_elo
from kalahloa.models.match.opening import Opening
from kalahloa.models.match.openings import Openings
from kalahloa.models.match.participant import NO_EFFORT, MatchEffort, Mover, Participant
from kalahloa.models.match.sprt import SequentialTest, SprtStatus
from kalahloa.models.match.time_control import OutOfTime
from kalahloa.models.work.calls import CallPool, in_order
from kalahloa.models.work.cancellation import never

DEFAULT_MAX_PLIES = 300


@dataclass(frozen=True, slots=True)
class MatchConfig:
    """The configuration of a match.

    `game` is the key of the game, `rules` its rules, and `start` the position from which the
    openings begin, as text (None for the start position).  The score is that of `first`.  A game
    that is not over after `max_plies` plies, the opening included, is a draw.  With `keep_moves`,
    the moves of the games are kept in the result.
    """

    game: str
    rules: Any
    first: Participant
    second: Participant
    openings: Openings
    start: str | None = None
    max_plies: int = DEFAULT_MAX_PLIES
    keep_moves: bool = False

    def position(self) -> Position:
        """Return the position before the openings."""
        game = find_game(self.game)
        return game.start(self.rules) if self.start is None else game.read(self.start, self.rules)

    def beginning(self, start: str | None) -> "MatchConfig":
        """Return the configuration of a pair that begins from *start*; None for `start`."""
        return self if start is None else replace(self, start=start)


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """A finished game: the `points` (0, 1/2 or 1) of the first participant, and its length.

    `cut_off` tells whether it was adjudicated a draw because of its length, `on_time` whether it
    was lost on time.  `moves`, in notation, begin with the opening; there are none unless
    `MatchConfig.keep_moves` is set.
    """

    points: float
    plies: int
    cut_off: bool
    on_time: bool = False
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PairPlayed:
    """An opening and its two games; in the first one the first participant moved first.

    `efforts` are what the moves of the two participants took, which differs between runs.  `start`
    is the position before the opening, as text, if it is not that of the match.
    """

    opening: tuple[str, ...]
    games: tuple[GamePlayed, GamePlayed]
    efforts: tuple[MatchEffort, MatchEffort] = field(default=(NO_EFFORT, NO_EFFORT), compare=False)
    start: str | None = None

    @property
    def outcome(self) -> int:
        """The points of the first participant, in half points (0 to 4)."""
        return round(2 * sum(game.points for game in self.games))


def play_game(
    position: Position,
    movers: Sequence[Mover],
    max_plies: int = DEFAULT_MAX_PLIES,
    moves: list[str] | None = None,
) -> float | None:
    """Play the game from *position*; *movers* choose the moves of sides 0 and 1.

    The moves are added to *moves*, in notation, as they are made.

    Returns the points of side 0 (0, 1/2 or 1), or None if the game is not over after *max_plies*
    plies, earlier moves included.  Raises `ValueError` for an illegal move, and `OutOfTime` if the
    side to move has lost on time.
    """
    while True:
        outcome = position.outcome()
        if outcome is not None:
            return 0.5 if outcome.winner is None else float(outcome.winner == FIRST)
        if position.ply >= max_plies:
            return None
        move = movers[position.side](position)
        if move not in position.legal_moves():
            raise ValueError(f"The move {move} is not legal in {position.position_string()}.")
        if moves is not None:
            moves.append(position.format_move(move))
        position.make(move)


def play_opening(
    config: MatchConfig,
    number: int,
    opening: Sequence[int],
    swapped: bool = False,
    tell: Callable[[int, MatchEffort], None] | None = None,
) -> GamePlayed:
    """Play a game of *opening*, in which the second participant moves first if *swapped*.

    *tell* is told what each move of participant 0 or 1 took.
    """
    game = find_game(config.game)
    position = config.position()
    moves: list[str] | None = [] if config.keep_moves else None
    for move in opening:
        if moves is not None:
            moves.append(position.format_move(move))
        position.make(move)
    seed = 2 * number + swapped
    movers = [
        participant.mover(
            game,
            seed + (config.openings.seed << 32),
            None if tell is None else partial(tell, which),
        )
        for which, participant in enumerate((config.first, config.second))
    ]
    on_time = False
    try:
        points = play_game(position, movers[::-1] if swapped else movers, config.max_plies, moves)
    except OutOfTime:
        on_time = True
        points = float(position.side != FIRST)
    mine = 0.5 if points is None else 1 - points if swapped else points
    return GamePlayed(mine, position.ply, points is None, on_time, tuple(moves or ()))


def play_pair(
    config: MatchConfig, number: int, opening: Sequence[int], start: str | None = None
) -> PairPlayed:
    """Play both games of *opening*, whose index in the match is *number*; run by the workers.

    The opening begins from *start*, None for the start of the match.
    """
    config = config.beginning(start)
    efforts = [NO_EFFORT, NO_EFFORT]

    def tell(which: int, effort: MatchEffort) -> None:
        efforts[which] += effort

    first = play_opening(config, number, opening, False, tell)
    second = play_opening(config, number, opening, True, tell)
    texts = format_line(config.position(), opening)
    return PairPlayed(texts, (first, second), (efforts[0], efforts[1]), start)


@dataclass(frozen=True)
class MatchResult:
    """The result of a match so far: the counted pairs in the order of their openings.

    `wanted` is the number of pairs to play; `test`, if there is one, may end the match earlier.
    """

    config: MatchConfig
    wanted: int
    test: SequentialTest | None = None
    pairs: tuple[PairPlayed, ...] = field(default=(), repr=False)

    @property
    def games(self) -> list[GamePlayed]:
        """All counted games."""
        return [game for pair in self.pairs for game in pair.games]

    @property
    def score(self) -> float:
        """The points of the first participant."""
        return sum(game.points for game in self.games)

    @property
    def pentanomial(self) -> Pentanomial:
        """The numbers of pairs in which the first participant has 0, 1/2, 1, 3/2 and 2 points."""
        counts = [0] * 5
        for pair in self.pairs:
            counts[pair.outcome] += 1
        return (counts[0], counts[1], counts[2], counts[3], counts[4])

    @property
    def elo(self) -> Elo | None:
        """The Elo difference in favour of the first participant; None before the first pair."""
        return measure_elo(self.pentanomial)

    @property
    def efforts(self) -> tuple[MatchEffort, MatchEffort]:
        """What the moves of the two participants took."""
        first = sum((pair.efforts[0] for pair in self.pairs), NO_EFFORT)
        return first, sum((pair.efforts[1] for pair in self.pairs), NO_EFFORT)

    @property
    def status(self) -> SprtStatus | None:
        """The state of the sequential test, or None if there is none."""
        return None if self.test is None else self.test.status(self.pentanomial)

    @property
    def complete(self) -> bool:
        """Whether all pairs were played or the sequential test is decided."""
        return len(self.pairs) == self.wanted or self.status not in (None, SprtStatus.OPEN)

    def won(self, points: float) -> int:
        """Return the number of games in which the first participant has *points* (0, 1/2 or 1)."""
        return sum(game.points == points for game in self.games)

    def lost_on_time(self, points: float) -> int:
        """Return the number of those games that were lost on time (*points* is 0 or 1)."""
        return sum(game.on_time and game.points == points for game in self.games)

    def to_json(self) -> dict[str, object]:
        """Return the result as plain data for JSON, in which an infinite Elo is None.

        The data of a repeatable match are the same in every run.
        """
        config, games, elo = self.config, self.games, self.elo
        return {
            "game": config.game,
            "rules": asdict(config.rules),
            "position": config.start,
            "first": config.first.text,
            "second": config.second.text,
            "openings": config.openings.text,
            "most_plies": config.max_plies,
            "repeatable": config.first.repeatable and config.second.repeatable,
            "complete": self.complete,
            "games": len(games),
            "wins": self.won(1),
            "draws": self.won(0.5),
            "losses": self.won(0),
            "cut_off": sum(game.cut_off for game in games),
            "first_lost_on_time": self.lost_on_time(0),
            "second_lost_on_time": self.lost_on_time(1),
            "score": self.score,
            "pentanomial": list(self.pentanomial),
            "elo": elo and _finite(elo.difference),
            "elo_low": elo and _finite(elo.low),
            "elo_high": elo and _finite(elo.high),
            "sprt": self._test_to_json(),
            "pairs": [
                {
                    **({} if pair.start is None else {"position": pair.start}),
                    "opening": list(pair.opening),
                    "points": [game.points for game in pair.games],
                    "plies": [game.plies for game in pair.games],
                }
                for pair in self.pairs
            ],
        }

    def _test_to_json(self) -> dict[str, object] | None:
        if self.test is None:
            return None
        return {
            "elo0": self.test.elo0,
            "elo1": self.test.elo1,
            "llr": self.test.ratio(self.pentanomial),
            "bound": self.test.bound,
            "verdict": self.test.status(self.pentanomial).value,
        }


def _finite(number: float) -> float | None:
    return number if isfinite(number) else None


class Match:
    """A match, which `play` plays; `result` is its result so far, at any time."""

    def __init__(
        self,
        config: MatchConfig,
        pairs: int,
        test: SequentialTest | None = None,
        allow_fewer: bool = False,
        played: Sequence[PairPlayed] = (),
        report: Callable[[int], None] | None = None,
        stopped: Callable[[], bool] = never,
    ) -> None:
        """Prepare a match of *pairs* (>= 1) pairs, with as many openings.

        If there are fewer openings, the match is shorter if *allow_fewer* is true; otherwise, and
        if there are none, `BadCommand` is raised.  *played* are the first pairs of this match, of
        which there are *pairs* at most, as an earlier run has played them.  *report* is called
        with the number of even openings found so far, which may take a while; once *stopped*
        returns True, the match has only those.
        """
        self.config = config
        game = find_game(config.game)
        self._openings: list[Opening] = config.openings.offered(
            config.position(),
            pairs,
            game.knowledge,
            read=None if config.start is not None else lambda text: game.read(text, config.rules),
            fewer=allow_fewer,
            report=report,
            stopped=stopped,
        )
        self.result = MatchResult(config, len(self._openings), test, tuple(played))

    def resumed(self, played: Sequence[PairPlayed]) -> "Match":
        """Return this match with *played*, its first pairs, as an earlier run has played them."""
        self.result = replace(self.result, pairs=tuple(played))
        return self

    @property
    def openings(self) -> tuple[Opening, ...]:
        """The openings of its pairs, in their order."""
        return tuple(self._openings)

    def play(
        self,
        pool: CallPool,
        report: Callable[[MatchResult], None] | None = None,
        stopped: Callable[[], bool] = never,
    ) -> MatchResult:
        """Play the match on *pool*.

        *report* is called after each counted pair; no further pair is counted once *stopped*
        returns True.  Raises what a worker has raised, and `PoolFailed`; `result` is kept.
        """
        if self.result.complete:
            return self.result
        numbered = list(enumerate(self._openings))[len(self.result.pairs) :]
        calls = (
            partial(play_pair, self.config, number, opening.moves, opening.start)
            for number, opening in numbered
        )
        for pair in in_order(pool, calls, stopped):
            self.result = replace(self.result, pairs=(*self.result.pairs, pair))
            if report is not None:
                report(self.result)
            if self.result.complete:
                break
        return self.result
