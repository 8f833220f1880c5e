"""Wins within a number of plies, by trying all moves: nothing is trusted but the rules.

A search to a fixed depth that leaves nothing out proves both that a move wins, whatever the other
side answers, and that another one does not win within so many plies.
"""

from collections.abc import Callable

from kalahloa.models.game.position import Position
from kalahloa.models.work.cancellation import never

MAX_WIN_PLIES = 7
"""The longest win that is searched for; each two plies more take about ten times as long."""
_ASKED_EVERY = 512


class WinsStopped(Exception):
    """The search was stopped by its caller, or took more than its maximal number of nodes."""


class WinSearch:
    """Searches for forced wins of *side* from *position*, which is copied.

    Positions before *position* are not known to it, as in a puzzle.  The methods raise
    `WinsStopped` once *stopped* returns True, or after *max_nodes* nodes (None: no limit).
    """

    def __init__(
        self,
        position: Position,
        side: int,
        *,
        max_nodes: int | None = None,
        stopped: Callable[[], bool] = never,
    ) -> None:
        self._position = position.copy(stack=False)
        self._side = side
        self._max_nodes = max_nodes
        self._stopped = stopped
        self.nodes = 0
        repetition = position.repetition
        # Within `MAX_WIN_PLIES` no position can come for the third time, but it can for the second.
        uses_history = position.uses_history() or (repetition is not None and repetition.times < 3)
        self._known: dict[tuple[int, int], bool] | None = None if uses_history else {}
        self._good: dict[tuple[int, int], list[int]] = {}

    def make(self, move: int) -> None:
        """Make *move*, which is legal, on the position that is searched."""
        self._position.make(move)

    def unmake(self) -> None:
        """Take back the last move made."""
        self._position.unmake()

    @property
    def position(self) -> Position:
        """The position that is searched; it must not be changed but by `make` and `unmake`."""
        return self._position

    def wins_within(self, plies: int) -> bool:
        """Return whether `side` forces a win here within *plies* (0 to `MAX_WIN_PLIES`) plies."""
        if self._position.is_over():
            return self._has_won()
        return plies > 0 and self._is_won(plies)

    def moves_within(self, plies: int) -> list[int]:
        """Return the legal moves after which `side` has won, or forces a win, within *plies* plies.

        The move itself counts as a ply.
        """
        found = []
        for move in self._position.legal_moves():
            self._position.make(move)
            if self.wins_within(plies - 1):
                found.append(move)
            self._position.unmake()
        return found

    def distance(self, most: int) -> int | None:
        """Return within how few plies `side` forces a win here, or None if more than *most*.

        The sides are taken to move in turn, and the winner to make the last move: lengths are tried
        in steps of two.  Where that is not so, the length may be one more than necessary.
        """
        if self._position.is_over():
            return 0 if self._has_won() else None
        first = 1 if self._position.side == self._side else 2
        for plies in range(first, most + 1, 2):
            if self.wins_within(plies):
                return plies
        return None

    def _is_won(self, plies: int) -> bool:
        """Return whether `side` wins within *plies* >= 1; the game is not over."""
        position = self._position
        key = (position.hash, plies)
        if self._known is not None and key in self._known:
            return self._known[key]
        self._count()
        attacks = position.side == self._side
        moves = position.legal_moves()
        place = (plies, position.side)
        if plies > 1:
            good = self._good.setdefault(place, [])
            moves = [move for move in good if move in moves] + [
                move for move in moves if move not in good
            ]
        found = not attacks
        for move in moves:
            position.make(move)
            is_over = position.is_over()
            won = self._has_won() if is_over else plies > 1 and self._is_won(plies - 1)
            position.unmake()
            if won == attacks:
                found = attacks
                if plies > 1:
                    good = self._good[place]
                    if move in good:
                        good.remove(move)
                    self._good[place] = [move, *good[:5]]
                break
        if self._known is not None:
            self._known[key] = found
        return found

    def _has_won(self) -> bool:
        outcome = self._position.outcome()
        return outcome is not None and outcome.winner == self._side

    def _count(self) -> None:
        self.nodes += 1
        if self._max_nodes is not None and self.nodes > self._max_nodes:
            raise WinsStopped
        if self.nodes % _ASKED_EVERY == 0 and self._stopped():
            raise WinsStopped
