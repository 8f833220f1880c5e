"""Searches for starts of Kalah that are proven draws, and verifies known ones."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from kalahloa.models.game.knowledge import Knowledge
from kalahloa.models.games.kalah.book.book import Book
from kalahloa.models.games.kalah.book.builder import after_turns
from kalahloa.models.games.kalah.game import read_position, start_position
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.work.cancellation import never

ESTIMATE_NODES = 300_000
MAX_ESTIMATE = 1.5
"""The largest score of a quick search, in stones either way, at which a proof is attempted."""

OnStart = Callable[[str], None]
"""Called with each start, as a position string, before it is examined."""


def drawn_openings(book: Book, rules: Any) -> Iterator[str]:
    """Yield the positions at the end of a turn that *book* gives as draws, as position strings.

    They are sorted by the number of turns from the start of the game.  South is to move in all of
    them; positions with North to move are turned round.
    """
    level = {"": start_position(replace(rules, pie="no"))}
    while level:
        ends: dict[str, Kalah] = {}
        for position in level.values():
            for end in after_turns(position):
                if not end.is_over() and book.value(end) is not None:
                    ends.setdefault(end.position_string(), end.copy())
        found = {_turned(end) for end in ends.values() if book.value(end) == 0}
        yield from sorted(found)
        level = ends


def _turned(position: Kalah) -> str:
    """Return *position* as a position string, turned round if North is to move."""
    stones = position.stones()
    half = len(stones) // 2
    cells = stones[half:] + stones[:half] if position.side else stones
    return Kalah(cells, 0, position.rules).position_string()


class FairStartSearch:
    """Proves starts to be draws, with *solver* and the tablebase and rules of *knowledge*.

    Once *stopped* returns true, nothing more is searched.  *seconds_each* limits each proof.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        solver: Solver,
        stopped: Callable[[], bool] = never,
        seconds_each: float | None = None,
    ) -> None:
        self._knowledge = knowledge
        self._solver = solver
        self._stopped = stopped
        self._seconds_each = seconds_each
        self._engine = Engine(16)

    def is_draw(self, start: str) -> bool | None:
        """Return whether *start*, a position string, is a draw; None if that was not proven."""
        if self._stopped():
            return None
        position: Any = read_position(start, self._knowledge.rules)
        if position.is_over():
            outcome = position.outcome()
            return outcome is not None and outcome.winner is None
        self._knowledge.use_tablebase(position)
        return self._solver.has_value(
            position, 0, seconds=self._seconds_each, stopped=self._stopped
        )

    def find(self, starts: Iterable[str], report: OnStart | None = None) -> Iterator[str]:
        """Yield those of *starts* that are proven draws.

        Starts that a quick search does not find balanced are skipped.  *report* is called with each
        start.
        """
        for start in starts:
            if self._stopped():
                return
            if report is not None:
                report(start)
            if self._is_likely(start) and self.is_draw(start):
                yield start

    def _is_likely(self, start: str) -> bool:
        position = read_position(start, self._knowledge.rules)
        if position.is_over():
            return True
        limits = Limits(nodes=ESTIMATE_NODES)
        try:
            found = self._engine.analyse(position, limits, stopped=self._stopped)
        except SearchStopped:
            return False
        score = found.lines[0].score
        # A proven score may be only a bound on the margin, and far from the value.
        return abs(score.number) <= MAX_ESTIMATE
