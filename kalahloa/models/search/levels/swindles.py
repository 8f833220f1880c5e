"""Setting problems: of moves that lose alike, the one that opponents most often answer wrongly.

Opponents are players of some levels.  Each of them replies to each of the moves, and proofs tell
which replies give away some of what is won.  The choice is the same for the same seed, unless time
runs out.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.knowledge import Knowledge
from kalahloa.models.search.levels.move_prover import Budget, Prover
from kalahloa.models.search.levels.variety import seeded_choice
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.transposition_table import TranspositionTable

MAX_SOWN = 12
"""The longest turn, in moves, that is followed until the opponent is to move."""
_NO_IDEA = Heuristic("nothing", "Nothing", "All positions are alike.", lambda position: 0.0)
_DEEP = Limits(depth=99)


class Swindles:
    """Chooses by how often *opponents*, made when first needed, answer wrongly; ties by *seed*."""

    def __init__(self, opponents: Callable[[], Sequence[Searcher]], seed: int = 0) -> None:
        self._make = opponents
        self._seed = seed

    @cached_property
    def _opponents(self) -> Sequence[Searcher]:
        return self._make()

    def hardest(
        self,
        position: Any,
        moves: Sequence[int],
        value: int,
        knowledge: Knowledge,
        table: TranspositionTable,
        budget: Budget,
        stopped: Callable[[], bool],
    ) -> int:
        """Return the one of *moves* that is answered wrongly most often.

        All of them are worth *value* for the side to move at *position*, which is restored.
        *knowledge*, *table* and *budget* are those of a `Prover`.
        """
        rates: dict[int, float] = {}
        for move in moves:
            if stopped() or budget.left() is None:
                break
            rates[move] = self._rate(position, move, value, knowledge, table, budget, stopped)
        if not rates:
            return moves[0]
        most = max(rates.values())
        alike = [move for move, rate in rates.items() if rate == most]
        return seeded_choice(alike, position, self._seed)

    def _rate(
        self,
        position: Any,
        move: int,
        value: int,
        knowledge: Knowledge,
        table: TranspositionTable,
        budget: Budget,
        stopped: Callable[[], bool],
    ) -> float:
        """Return the share of replies to *move* that give something away, as far as is proven."""
        side = position.side
        made = [move]
        position.make(move)
        try:
            while not position.is_over() and position.side == side and len(made) < MAX_SOWN:
                prover = Prover(position, knowledge, table, budget, stopped)
                keeps = (one for one in prover.moves if prover.is_at_least(one, value))
                again = next(keeps, None)
                if again is None:
                    return 0.0
                position.make(again)
                made.append(again)
            if position.is_over() or position.side == side:
                return 0.0
            return self._wrong(position, -value, knowledge, table, budget, stopped)
        finally:
            for _ in made:
                position.unmake()

    def _wrong(
        self,
        position: Any,
        value: int,
        knowledge: Knowledge,
        table: TranspositionTable,
        budget: Budget,
        stopped: Callable[[], bool],
    ) -> float:
        """Return the share of opponents whose reply at *position* is worth less than *value*."""
        prover = Prover(position, knowledge, table, budget, stopped)
        if len(prover.moves) == 1:
            return 0.0
        wrong = asked = 0
        for opponent in self._opponents:
            if stopped() or budget.left() is None:
                break
            try:
                # They do not know the tablebase, and are not to see the rest of the game.
                reply = opponent.choose(
                    position.copy(stack=False), _DEEP, _NO_IDEA, stopped=stopped
                )
            except SearchStopped:
                break
            budget.nodes += reply.nodes
            asked += 1
            wrong += prover.is_at_least(reply.move, value) is False
        return wrong / asked if asked else 0.0
