"""Forced wins: `prove` searches for one, and the `Proof` it returns can be played through."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from kalahloa.models.cancellation import never, wait_until
from kalahloa.models.position import Position
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.proof.proof_search import ProofSearch
from kalahloa.models.search.proof.proof_table import ProofTable
from kalahloa.models.search.proof.verification import ProofVerification

DEFAULT_MEBIBYTES = 64
FIRST_NODES = 500_000
"""After so many nodes without a proof the engine looks: three of four endgames take fewer."""
ENGINE_NODES = 200_000
"""How many nodes the engine may visit ..."""
ENGINE_SHARE = 8
"""... unless that is more than one part in so many of the limits."""
ENGINE_MEBIBYTES = 4
_LONGEST_GAME = 2000


class ProofResult(Enum):
    """What is known: a forced win, certainly none (a draw or a loss), or neither."""

    WIN = "win"
    NO_WIN = "no win"
    UNKNOWN = "unknown"


class BrokenPlan(Exception):
    """A proof has no answer to a defence, or one that does not win."""


@dataclass(frozen=True)
class ProofProgress:
    """How far a search for a proof has come.

    `proof` and `disproof` are how many positions still have to be shown won, or not won, at the
    least, to decide the matter, as it looks at this moment.
    """

    nodes: int
    seconds: float
    proof: int
    disproof: int


class Proof:
    """What a search for a forced win of *side* in *position* has found.

    `result`; `nodes` and `seconds`, what it took; `line`, where there is a win, the winner's
    moves against the defence that lasts longest in this proof, to the end of the game.  The line
    is empty where the table has lost a part of it that could not be found again within the limits.
    *search* has the table with the proof, of *mebibytes*; None stands for a proof that knows no
    more than `line`.
    """

    def __init__(
        self,
        position: Position,
        side: int,
        result: ProofResult,
        limits: Limits,
        search: ProofSearch | None = None,
        line: tuple[int, ...] = (),
        nodes: int = 0,
        seconds: float = 0.0,
        mebibytes: int = DEFAULT_MEBIBYTES,
    ) -> None:
        self.position = position
        self.side = side
        self.result = result
        self.line = line
        self.nodes = nodes
        self.seconds = seconds
        self.mebibytes = mebibytes
        self._search = search
        self._limits = limits

    @property
    def proven(self) -> bool:
        """Whether the win is forced."""
        return self.result is ProofResult.WIN

    def answer(self, position: Position) -> int:
        """Return the winner's move in *position*, to which the plan has led from `position`.

        Raises `BrokenPlan` where the plan has no answer, and `ValueError` where the other side is
        to move.
        """
        if position.side != self.side:
            raise ValueError("It is not the winner's move.")
        move = self._stored_move(position)
        if move is None:
            raise BrokenPlan("The proof has no answer to this defence.")
        return move

    def replay(
        self, defend: Callable[[Position], int], *, stopped: Callable[[], bool] = never
    ) -> list[int]:
        """Play the plan against *defend*, which returns a legal move; return all moves.

        Every move is checked by the rules, and the game ends with a win.  An answer that is
        missing is searched for again from where it is missing, within the proof's limits and
        until *stopped* says so.  Raises `BrokenPlan` where that fails and where nothing was
        proven.
        """
        moves: list[int] = []

        def mend(position: Position) -> Proof:
            return _find_proof(position, self._limits, self.side, self.mebibytes, stopped, None)

        self._replay(defend, mend, moves)
        return moves

    def _replay(
        self,
        defend: Callable[[Position], int],
        mend: Callable[[Position], "Proof"],
        moves: list[int],
    ) -> None:
        """Do as `replay` does, and put the moves into *moves*; *mend* proves a position again."""
        if not self.proven:
            raise BrokenPlan("No win was proven.")
        position = self.position.copy()
        plan = self
        while not position.is_over():
            if len(moves) == _LONGEST_GAME:
                raise BrokenPlan("The plan does not come to an end.")
            if position.side != self.side:
                move = defend(position)
                if move not in position.legal_moves():
                    raise ValueError(f"{move} is no legal defence.")
            else:
                try:
                    move = plan.answer(position)
                except BrokenPlan:
                    plan = mend(position)
                    if not plan.proven:
                        raise
                    move = plan.answer(position)
            position.make(move)
            moves.append(move)
        outcome = position.outcome()
        if outcome is None or outcome.winner != self.side:
            raise BrokenPlan("The plan has led to a game that is not won.")

    def longest_defence(self, position: Position) -> int:
        """Return the defender's move in *position* that lasts longest in this proof.

        It is the first legal one where the proof does not know.
        """
        move = self._stored_move(position)
        return position.legal_moves()[0] if move is None else move

    def _stored_move(self, position: Position) -> int | None:
        """Return the move that the proof knows in *position*, None where it knows none."""
        made = position.move_stack()[len(self.position.move_stack()) :]
        if self._search is None:
            known = len(made) < len(self.line) and list(self.line[: len(made)]) == made
            move = self.line[len(made)] if known else None
        else:
            key = position.hash or self._search.key_after_line(made)
            move = self._search.table.winning_move(key)
        return move if move in position.legal_moves() else None


def prove(
    position: Position,
    limits: Limits,
    *,
    side: int | None = None,
    mebibytes: int = DEFAULT_MEBIBYTES,
    stopped: Callable[[], bool] = never,
    report: Callable[[ProofProgress], None] | None = None,
) -> Proof:
    """Search for a forced win of *side* (default: the side to move) in *position*.

    *limits* are a time, a number of nodes or both, and *mebibytes* is the size of the table.
    *position* is copied, and what was played before counts for repetitions.  What is not proven
    soon the engine looks at with a small share of the limits: a win that it finds with a line to
    the end is the proof.  The search ends once *stopped* says so (see `stopping`); *report* is
    told ten times a second.  A game whose results depend on more than the board must say so
    (`Position.uses_history`).  Raises `ValueError` if the game is over.
    """
    if position.is_over():
        raise ValueError("The game is over: there is nothing to prove.")
    began = time.monotonic()
    side = position.side if side is None else side
    proof = _find_proof(position, limits, side, mebibytes, stopped, report)
    if proof.proven and not proof.line:
        _complete_line(proof, limits, began, stopped)
    proof.seconds = time.monotonic() - began
    return proof


def _find_proof(
    position: Position,
    limits: Limits,
    side: int,
    mebibytes: int,
    stopped: Callable[[], bool],
    report: Callable[[ProofProgress], None] | None,
) -> Proof:
    """Do as `prove` does, but leave the line out where it would have to be put together."""
    began = time.monotonic()
    search = ProofSearch(position.copy(), ProofTable(mebibytes), side)
    search.limit(limits.seconds, limits.nodes)
    result = _search(search, FIRST_NODES, began, stopped, report)
    line: tuple[int, ...] = ()
    nodes = 0
    if result is None:
        line, nodes = _engine_win(position, limits, side, stopped)
        left = None if line else limits.left(time.monotonic() - began, nodes)
        result = ProofResult.WIN if line else ProofResult.UNKNOWN
        if left is not None:
            search.limit(left.seconds, left.nodes)
            result = _search(search, 0, began, stopped, report) or ProofResult.UNKNOWN
    seconds = time.monotonic() - began
    nodes += search.node_count()
    knows = None if line else search
    return Proof(position.copy(), side, result, limits, knows, line, nodes, seconds, mebibytes)


def _complete_line(proof: Proof, limits: Limits, began: float, stopped: Callable[[], bool]) -> None:
    """Give *proof* its line; what the table has lost is searched for with what *limits* leave."""
    moves: list[int] = []

    def mend(position: Position) -> Proof:
        left = limits.left(time.monotonic() - began, proof.nodes)
        if left is None or stopped():
            raise BrokenPlan("No time is left to find the answer again.")
        found = _find_proof(position, left, proof.side, proof.mebibytes, stopped, None)
        proof.nodes += found.nodes
        return found

    try:
        proof._replay(proof.longest_defence, mend, moves)
    except BrokenPlan:
        return
    proof.line = tuple(moves)


def _engine_win(
    position: Position, limits: Limits, side: int, stopped: Callable[[], bool]
) -> tuple[tuple[int, ...], int]:
    """Return the line of a win of *side*, empty where the engine finds none, and its nodes.

    It is the shortest win unless the engine's share is used up before that is known.  The
    engine's table keys positions by their boards: it does not look where results depend on more.
    """
    if position.uses_history():
        return (), 0
    nodes = ENGINE_NODES
    if limits.nodes is not None:
        nodes = min(nodes, limits.nodes // ENGINE_SHARE)
    seconds = None if limits.seconds is None else limits.seconds / ENGINE_SHARE
    if nodes == 0:
        return (), 0
    found = Engine(ENGINE_MEBIBYTES).analyse(
        position, Limits(seconds=seconds, nodes=nodes), stopped=stopped
    )
    best = found.lines[0]
    wins = (best.score.value > 0) == (position.side == side)
    whole = best.score.plies == len(best.line)
    return (best.line if wins and whole else ()), found.nodes


def _search(
    search: ProofSearch,
    budget: int,
    began: float,
    stopped: Callable[[], bool],
    report: Callable[[ProofProgress], None] | None,
) -> ProofResult | None:
    """Search in a thread, listen and report meanwhile; return the verdict or raise its error.

    It is None where a *budget* of nodes above 0 was used up before the limits were.
    """
    found: list[ProofResult | None] = []
    errors: list[BaseException] = []
    done = threading.Event()

    def work() -> None:
        try:
            found.append(_result(search, budget))
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()

    worker = threading.Thread(target=work)
    worker.start()

    def tell() -> None:
        if report is not None:
            seconds = time.monotonic() - began
            report(ProofProgress(search.node_count(), seconds, *search.numbers()))

    try:
        wait_until(done, stopped, search.stop, tell)
    except BaseException:
        search.stop()
        raise
    finally:
        worker.join()
    if errors:
        raise errors[0]
    return found[0]


def _result(search: ProofSearch, budget: int) -> ProofResult | None:
    value = search.run(budget)
    if value > 0:
        return ProofResult.WIN if ProofVerification(search).run() else ProofResult.UNKNOWN
    if value < 0:
        return ProofResult.NO_WIN
    return None if search.was_aborted() and not search.is_over() else ProofResult.UNKNOWN
