"""Games between two sets of weights of one evaluation, as the programs that tune them play them."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from kalahloa.models.game.position import Position
from kalahloa.models.match.elo import SCORES, measure_elo
from kalahloa.models.match.match import play_game
from kalahloa.models.match.participant import Mover
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits

Weights = TypeVar("Weights")


def share_of_pair(
    start: Position,
    one: Weights,
    other: Weights,
    use: Callable[[Weights], None],
    nodes: int,
    longest: int,
) -> float:
    """Return the share, 0 to 1, that *one* gets of two games from *start*, one with each side.

    *use* has the process evaluate by weights; *nodes* are searched for a move; a game that goes on
    after *longest* moves is a draw.
    """
    engine = Engine(mebibytes=1)

    def mover(weights: Weights) -> Mover:
        def move(position: Position) -> int:
            use(weights)
            return engine.analyse(position, Limits(nodes=nodes)).lines[0].move

        return move

    movers = mover(one), mover(other)
    as_first = play_game(start.copy(), movers, longest)
    as_second = play_game(start.copy(), movers[::-1], longest)
    lost = 0.5 if as_second is None else as_second
    return ((0.5 if as_first is None else as_first) + 1 - lost) / 2


def report(scores: Sequence[float], nodes: int) -> str:
    """Return a sentence with the score of pairs that gave these *shares*."""
    none, quarter, half, most, whole = (scores.count(share) for share in SCORES)
    found = measure_elo((none, quarter, half, most, whole))
    elo = found.text if found else "unknown"
    points = 2 * sum(scores)
    return f"{nodes} nodes a move: {points:g} of {2 * len(scores)} points, Elo {elo}."
