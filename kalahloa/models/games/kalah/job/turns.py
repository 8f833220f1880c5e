"""The first turns of a game as a graph: what each position's turn can lead to."""

from collections.abc import Callable
from dataclasses import dataclass

from kalahloa.models.games.kalah.book.book import book_key, position_of
from kalahloa.models.games.kalah.book.builder import after_turns
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits

ESTIMATE_NODES = 4_000
"""The nodes that the engine spends on the estimate of a position."""

Estimate = Callable[[bytes], float]
"""Returns about what the margin of the position with a key is."""


@dataclass(frozen=True, slots=True)
class TurnEnds:
    """What a turn can lead to.

    `finished` is the best margin among the turns that end the game, or None.  `after` has the keys
    of the other positions, each with the stones that the turn has won.
    """

    finished: int | None
    after: tuple[tuple[bytes, int], ...]


class Turns:
    """The ends of the turn of each position of a game under *rules*, kept once they are known."""

    def __init__(self, rules: KalahRules) -> None:
        self.rules = rules
        self._known: dict[bytes, TurnEnds] = {}

    def ends(self, key: bytes) -> TurnEnds:
        """Return the ends of the turn of the position with *key*."""
        if key not in self._known:
            self._known[key] = self._find(key)
        return self._known[key]

    def _find(self, key: bytes) -> TurnEnds:
        position = position_of(key, self.rules)
        finished: int | None = None
        after: dict[bytes, int] = {}
        for end in after_turns(position):
            outcome = end.outcome()
            if outcome is None:
                # The stones of a turn lie in the mover's kalah, however it came there.
                after[book_key(end)] = end.in_kalah(0) - end.in_kalah(1)
            else:
                score = outcome.score_for(0)
                finished = score if finished is None else max(finished, score)
        return TurnEnds(finished, tuple(after.items()))


class Estimates:
    """The engine's estimates of margins under *rules*, kept once they are known."""

    def __init__(self, rules: KalahRules, nodes: int = ESTIMATE_NODES) -> None:
        self._rules = rules
        self._limits = Limits(nodes=nodes)
        self._engine = Engine(4)
        self._known: dict[bytes, float] = {}

    def __call__(self, key: bytes) -> float:
        """Return about what the margin of the position with *key* is."""
        if key not in self._known:
            position: Kalah = position_of(key, self._rules)
            found = self._engine.analyse(position, self._limits)
            self._known[key] = float(found.lines[0].score.number)
        return self._known[key]
