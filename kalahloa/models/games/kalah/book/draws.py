"""Follows the drawn positions of a book beyond the turns that it covers fully.

A drawn position is followed by every turn that keeps the draw, of either side, and so on.  Turns
that do not keep it are left out: whoever plays one gives the draw away, and then there is a better
one in the book.  So the positions in which one wrong move decides an even game are known long after
the first turns.
"""

from collections.abc import Callable, Iterator
from typing import Any

from kalahloa.models.games.kalah.book.book import book_key, fixed_score
from kalahloa.models.games.kalah.book.builder import OnTurn, after_turns
from kalahloa.models.games.kalah.game import start_position
from kalahloa.models.games.kalah.position import Kalah

Keeping = Callable[[Kalah], dict[int, bool | None]]
"""Returns for each legal move of a drawn position whether it draws; None if that was stopped."""


class _Stopped(Exception):
    """The search for the moves that keep a draw was stopped."""


class DrawFollower:
    """Adds the margins of drawn positions to *margins*, found by *keeping*.

    *keep* is called with the key and margin of each position that was found.
    """

    def __init__(
        self,
        rules: Any,
        margins: dict[bytes, int],
        keeping: Keeping,
        keep: Callable[[bytes, int], None],
    ) -> None:
        self._rules = rules
        self._margins = margins
        self._keeping = keeping
        self._keep = keep

    def run(self, covered: int, turns: int, report: OnTurn | None = None) -> bool:
        """Follow the draws after *covered* turns, all of whose positions are known, *turns* turns.

        Returns False if that was stopped.
        """
        level = self._draws_after(covered)
        for turn in range(covered + 1, covered + turns + 1):
            following: dict[bytes, Kalah] = {}
            for done, position in enumerate(level):
                if report is not None:
                    report(turn, done, len(level))
                try:
                    for end in self._ends(position):
                        following.setdefault(book_key(end), end)
                except _Stopped:
                    return False
            level = list(following.values())
        return True

    def _draws_after(self, turns: int) -> list[Kalah]:
        """Return the drawn positions after *turns* turns, each with the stones in its kalahs."""
        level = [start_position(self._rules)]
        for _ in range(turns):
            following: dict[tuple[bytes, int], Kalah] = {}
            for position in level:
                for end in after_turns(position):
                    if not end.is_over():
                        name = (book_key(end), fixed_score(end))
                        following.setdefault(name, end.copy(stack=False))
            level = list(following.values())
        drawn = {
            book_key(position): position
            for position in level
            if self._margins[book_key(position)] + fixed_score(position) == 0
        }
        return list(drawn.values())

    def _ends(self, position: Kalah) -> Iterator[Kalah]:
        """Yield the ends of the turn of *position*, a draw, that keep it; note all on the way."""
        side = position.side
        for move, holds in self._keeping(position).items():
            if holds is None:
                raise _Stopped
            if not holds:
                continue
            position.make(move)
            if not position.is_over():
                self._note(position)
                if position.side == side:
                    yield from self._ends(position)
                else:
                    yield position.copy(stack=False)
            position.unmake()

    def _note(self, position: Kalah) -> None:
        """Note that *position* is drawn."""
        key, margin = book_key(position), -fixed_score(position)
        if key not in self._margins:
            self._margins[key] = margin
            self._keep(key, margin)
