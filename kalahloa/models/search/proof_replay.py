"""Forced wins: `prove` searches for one, and the `Proof` it returns can be played through."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from kalahloa.models.position import Position
from kalahloa.models.search.proof import ProofSearch
from kalahloa.models.search.proof_check import ProofCheck
from kalahloa.models.search.proof_table import ProofTable
from kalahloa.models.stopping import never, wait_until

DEFAULT_MEBIBYTES = 64
_LONGEST_GAME = 2000


class Verdict(Enum):
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


@dataclass(frozen=True)
class ProofLimits:
    """How long to search: a time in seconds (> 0), a number of nodes (>= 1), the table's size.

    With nodes alone a search is the same on every machine.  Raises `ValueError`.
    """

    seconds: float | None = None
    nodes: int | None = None
    mebibytes: int = DEFAULT_MEBIBYTES

    def __post_init__(self) -> None:
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError(f"A search takes more than 0 seconds, not {self.seconds}.")
        if self.nodes is not None and self.nodes < 1:
            raise ValueError(f"A search visits at least 1 node, not {self.nodes}.")


class Proof:
    """What a search for a forced win of *side* in *position* has found.

    `verdict`; `nodes` and `seconds`, what it took; `line`, where there is a win, the winner's
    moves against the defence that lasts longest in this proof, to the end of the game.
    """

    def __init__(
        self,
        position: Position,
        search: ProofSearch,
        verdict: Verdict,
        seconds: float,
        limits: ProofLimits,
    ) -> None:
        self.position = position
        self.side = search.side
        self.verdict = verdict
        self.nodes = search.node_count()
        self.seconds = seconds
        self._search = search
        self._limits = limits
        self.line = self._longest_line() if verdict is Verdict.WIN else ()

    @property
    def proven(self) -> bool:
        """Whether the win is forced."""
        return self.verdict is Verdict.WIN

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

    def replay(self, defend: Callable[[Position], int]) -> list[int]:
        """Play the plan against *defend*, which returns a legal move; return all moves.

        Every move is checked by the rules, and the game ends with a win.  An answer that is
        missing is searched for again from where it is missing, within the proof's limits.  Raises
        `BrokenPlan` where that fails and where nothing was proven.
        """
        if not self.proven:
            raise BrokenPlan("No win was proven.")
        position = self.position.copy()
        plan = self
        moves: list[int] = []
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
                    plan = prove(position, self._limits)
                    move = plan.answer(position)
            position.make(move)
            moves.append(move)
        outcome = position.outcome()
        if outcome is None or outcome.winner != self.side:
            raise BrokenPlan("The plan has led to a game that is not won.")
        return moves

    def longest_defence(self, position: Position) -> int:
        """Return the defender's move in *position* that lasts longest in this proof.

        It is the first legal one where the proof does not know.
        """
        move = self._stored_move(position)
        return position.legal_moves()[0] if move is None else move

    def _stored_move(self, position: Position) -> int | None:
        key = position.hash
        if not key:
            made = position.moves_made()[len(self.position.moves_made()) :]
            key = self._search.key_after_line(made)
        move = self._search.table.winning_move(key)
        return move if move in position.legal_moves() else None

    def _longest_line(self) -> tuple[int, ...]:
        try:
            return tuple(self.replay(self.longest_defence))
        except BrokenPlan:
            return ()


def prove(
    position: Position,
    limits: ProofLimits,
    *,
    side: int | None = None,
    stopped: Callable[[], bool] = never,
    report: Callable[[ProofProgress], None] | None = None,
) -> Proof:
    """Search for a forced win of *side* (default: the side to move) in *position*.

    *position* is copied, and what was played before counts for repetitions.  It ends once
    *stopped* says so (see `stopping`); *report* is told ten times a second.  A game whose results
    depend on more than the board must say so (`Position.looks_back`).  Raises `ValueError` if the
    game is over.
    """
    if position.is_over():
        raise ValueError("The game is over: there is nothing to prove.")
    began = time.monotonic()
    search = ProofSearch(position.copy(), ProofTable(limits.mebibytes), side)
    search.limit(limits.seconds, limits.nodes)
    verdict = _search(search, began, stopped, report)
    return Proof(position.copy(), search, verdict, time.monotonic() - began, limits)


def _search(
    search: ProofSearch,
    began: float,
    stopped: Callable[[], bool],
    report: Callable[[ProofProgress], None] | None,
) -> Verdict:
    """Search in a thread, listen and report meanwhile; return the verdict or raise its error."""
    found: list[Verdict] = []
    errors: list[BaseException] = []
    done = threading.Event()

    def work() -> None:
        try:
            found.append(_verdict(search))
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
    finally:
        search.stop()
        worker.join()
    if errors:
        raise errors[0]
    return found[0]


def _verdict(search: ProofSearch) -> Verdict:
    value = search.run()
    if value > 0:
        return Verdict.WIN if ProofCheck(search).run() else Verdict.UNKNOWN
    return Verdict.NO_WIN if value < 0 else Verdict.UNKNOWN
