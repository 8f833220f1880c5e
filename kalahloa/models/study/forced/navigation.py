"""Walks a proof of a forced win to the end of every line, by the rules, and keeps what it meets.

The table of a proof search loses entries, and the lengths in it may be outdated.  The walk visits
every defence, has proven again what is missing, and counts the plies.  A position is kept only once
all that follows it is kept, with more plies than any of that; and what is kept never changes.  So
the positions kept form a proof of their own, in which no line can repeat a position.

Where the same position may be worth something else after another line (see `by_path`), positions
are told apart by the lines that lead to them.
"""

from collections.abc import Callable, Sequence
from time import monotonic

from kalahloa.models.game.position import Position
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.proof.proof import engine_win, find_proof
from kalahloa.models.search.proof.strategies import LineStrategy, PartialStrategy
from kalahloa.models.study.forced.question import LineNotFollowed
from kalahloa.models.work.cancellation import never

MAX_POSITIONS = 200_000
"""A proof with more positions is not walked as a whole; each takes some 200 bytes."""
MAX_PLIES = 320
"""Longer lines are not walked."""
MEND_NODES = 5_000_000
"""The maximal number of nodes for proving one position again."""
MEND_MEBIBYTES = 4
_ENGINE_NODES = 30_000
_MAX_NESTED = 12
"""How often what is proven again may miss something in turn."""
_ASKED_EVERY = 64
_MOVE = 0xFFFFFFFF


class NavigationStopped(Exception):
    """The walk was stopped, is out of time, or has met more than it can keep."""


class _NotWon(Exception):
    """A line of the plan ends without a win, or goes on for too long."""


class ExploredProof:
    """The positions of a proof that *side* wins *position*, which is copied, as far as walked.

    `walk` and `follow` are called on one thread; any other may read `plies_at` and `move_at`.
    """

    def __init__(self, position: Position, side: int, max_positions: int = MAX_POSITIONS) -> None:
        self.side = side
        self.by_path = _depends_on_line(position)
        self._root = position.copy()
        self._known: dict[int, int] = {}
        self._max_positions = max_positions
        self._path: set[int] = set()
        self._stopped: Callable[[], bool] = never
        self._ends = 0.0
        self._visits = 0
        self._nested = 0

    # -- what is kept --------------------------------------------------------------------------

    def __len__(self) -> int:
        """Return how many positions are kept."""
        return len(self._known)

    def root_key(self) -> int:
        """Return the key of the position at the root."""
        return 0 if self.by_path else self._root.hash

    def key_after(self, key: int, move: int, position: Position) -> int:
        """Return the key of *position*, reached by *move* from that of *key*."""
        return hash((key, move)) if self.by_path else position.hash

    def plies_at(self, key: int) -> int | None:
        """Return how many plies the game lasts at most from *key*; None if that is not kept."""
        found = self._known.get(key)
        return None if found is None else found >> 32

    def move_at(self, key: int) -> int | None:
        """Return the winner's move, or the longest defence, at *key*; None if that is not kept."""
        found = self._known.get(key)
        return None if found is None else found & _MOVE

    def longest_line(self, moves: Sequence[int] = ()) -> tuple[int, ...]:
        """Return the line with the longest defence after *moves*; empty if it is not kept."""
        position, key = self.reach(moves)
        line: list[int] = []
        while not position.is_over():
            move = self.move_at(key)
            if move is None:
                return ()
            position.make(move)
            key = self.key_after(key, move, position)
            line.append(move)
        return tuple(line)

    def reach(self, moves: Sequence[int], root: Position | None = None) -> tuple[Position, int]:
        """Return a new position after *moves*, with its key.

        *root* is a copy of the walk's position, for other threads than that of `walk`.
        """
        position = (root or self._root).copy()
        key = self.root_key()
        for move in moves:
            position.make(move)
            key = self.key_after(key, move, position)
        return position, key

    def forget(self) -> None:
        """Forget what is kept."""
        self._known.clear()

    # -- walking -------------------------------------------------------------------------------

    def walk(
        self,
        moves: Sequence[int],
        plan: PartialStrategy,
        stopped: Callable[[], bool] = never,
        seconds: float = float("inf"),
    ) -> int:
        """Walk all lines after *moves*, where *plan* wins; return how many plies they last at most.

        Raises `NavigationStopped` once *stopped* returns True, after *seconds*, or if there is more
        than can be kept; and `LineNotFollowed` if a win could not be proven again.  What was walked
        by then is kept.
        """
        self._stopped = stopped
        self._ends = monotonic() + seconds
        self._nested = 0
        self._path = set()
        position, key = self.reach(moves)
        try:
            return self._visit(position, key, plan)
        except (_NotWon, RecursionError) as error:
            raise LineNotFollowed from error

    def find_plan(
        self,
        position: Position,
        stopped: Callable[[], bool],
        seconds: float = float("inf"),
        by_engine: bool = False,
        nodes: int | None = None,
    ) -> PartialStrategy:
        """Return a plan that wins *position*, found again; with *by_engine* the engine goes first.

        Raises `LineNotFollowed` if there is none within *seconds* and *nodes*
        (default: `MEND_NODES`).
        """
        time = None if seconds == float("inf") else max(seconds, 0.01)
        if by_engine:
            few = Limits(seconds=time, nodes=_ENGINE_NODES)
            line, _ = engine_win(position, few, self.side, stopped)
            if line:
                return LineStrategy(line, position)
        limits = Limits(seconds=time, nodes=nodes or MEND_NODES)
        proof = find_proof(position, limits, self.side, MEND_MEBIBYTES, stopped, None)
        if proof.strategy is None:
            raise LineNotFollowed
        return proof.strategy

    def _visit(self, position: Position, key: int, plan: PartialStrategy) -> int:
        """Walk all lines from *position*, and return how many plies they last at most."""
        known = self._known.get(key)
        if known is not None:
            return known >> 32
        self._ask()
        if key in self._path or len(self._path) >= MAX_PLIES:
            return self._mend(position, key, plan)
        wins = position.side == self.side
        if wins:
            answer = plan.answer(position)
            if answer is None:
                return self._mend(position, key, plan)
            moves = [answer]
        else:
            moves = position.legal_moves()
        longest, best = -1, moves[0]
        self._path.add(key)
        try:
            for move in moves:
                position.make(move)
                try:
                    if position.is_over():
                        plies = self._ended(position)
                    else:
                        plies = self._visit(position, self.key_after(key, move, position), plan)
                finally:
                    position.unmake()
                if plies > longest:
                    longest, best = plies, move
        except _NotWon:
            if not wins:
                raise
            self._path.discard(key)
            return self._mend(position, key, plan)
        finally:
            self._path.discard(key)
        # What follows may have met this position, and kept it already.
        return self._known.setdefault(key, (longest + 1) << 32 | best & _MOVE) >> 32

    def _ended(self, position: Position) -> int:
        outcome = position.outcome()
        if outcome is None or outcome.winner != self.side:
            raise _NotWon
        return 0

    def _mend(self, position: Position, key: int, plan: PartialStrategy) -> int:
        """Prove *position* again, and walk that proof on its own."""
        if self._nested >= _MAX_NESTED:
            raise _NotWon
        path, self._path = self._path, set()
        self._nested += 1
        try:
            seconds = self._ends - monotonic()
            found = self.find_plan(position, self._stopped, seconds, isinstance(plan, LineStrategy))
            return self._visit(position, key, found)
        except LineNotFollowed as error:
            self._ask(always=True)
            raise _NotWon from error
        finally:
            self._nested -= 1
            self._path = path

    def _ask(self, always: bool = False) -> None:
        self._visits += 1
        if len(self._known) >= self._max_positions:
            raise NavigationStopped
        is_due = always or self._visits % _ASKED_EVERY == 0
        if is_due and (self._stopped() or monotonic() >= self._ends):
            raise NavigationStopped


def _depends_on_line(position: Position) -> bool:
    repetition = position.repetition
    any_side = repetition is not None and repetition.any_side
    return position.hash == 0 or position.uses_history() or any_side
