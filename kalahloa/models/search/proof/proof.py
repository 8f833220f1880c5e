"""Proofs of forced wins: `prove` searches for one, and a `Proof` can be replayed."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from kalahloa.models.game.position import Position
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.proof.proof_search import ProofSearch
from kalahloa.models.search.proof.proof_table import ProofTable
from kalahloa.models.search.proof.strategies import (
    LineStrategy,
    PartialStrategy,
    TableStrategy,
)
from kalahloa.models.search.proof.verification import ProofVerification
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.work.cancellation import never, wait_until

DEFAULT_MEBIBYTES = 64
FIRST_NODES = 500_000
"""The nodes of proof-number search before the engine is tried; most endgames take fewer."""
ENGINE_NODES = 200_000
"""The maximal number of nodes of the engine ..."""
ENGINE_SHARE = 8
"""... which gets at most this fraction (1/8) of the limits."""
ENGINE_MEBIBYTES = 4
_MAX_GAME = 2000

Result = TypeVar("Result")


class ProofResult(Enum):
    """The result: a proven win, a disproven win (a draw or a loss), or unknown."""

    WIN = "win"
    NO_WIN = "no win"
    UNKNOWN = "unknown"


class InvalidProof(Exception):
    """A proof is incomplete or wrong: an answer to a defence is missing, or does not win."""


@dataclass(frozen=True)
class ProofProgress:
    """The state of a running proof search.

    `proof` and `disproof` are the root's proof number and disproof number: the least number of
    leaves that remain to be proven, or disproven, to solve it.
    """

    nodes: int
    seconds: float
    proof: int
    disproof: int


class Proof:
    """The result of the search for a forced win of *side* in *position*.

    `result` is what was found, with `nodes` and `seconds`.  For a proven win `line` is a line to
    the end of the game against the longest defence in this proof; it is empty if the table has lost
    a part of it that was not found again within the limits.  *strategy* has the answers of a win,
    None if there is none; a table has *mebibytes* MiB.
    """

    def __init__(
        self,
        position: Position,
        side: int,
        result: ProofResult,
        limits: Limits,
        strategy: PartialStrategy | None = None,
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
        self.strategy = strategy
        self._limits = limits

    @property
    def proven(self) -> bool:
        """Whether the win is proven."""
        return self.result is ProofResult.WIN

    def answer(self, position: Position) -> int | None:
        """Return the winning move in *position*, reached from `position` by playing the proof.

        It is None if the proof has no answer.  Raises `ValueError` if the defender is to move.
        """
        if position.side != self.side:
            raise ValueError("It is not the winner's move.")
        return None if self.strategy is None else self.strategy.answer(position)

    def replay(
        self, defend: Callable[[Position], int], *, stopped: Callable[[], bool] = never
    ) -> list[int]:
        """Play the proof against *defend*, which returns a legal move; return all moves.

        Every move is checked by the rules, and the game ends with a win.  A missing answer is
        searched for again, within the limits of the proof and until *stopped* returns True.  Raises
        `InvalidProof` if that fails or if no win was proven, and `ValueError` for an illegal
        defence.
        """
        moves: list[int] = []

        def mend(position: Position) -> Proof:
            return find_proof(position, self._limits, self.side, self.mebibytes, stopped, None)

        self._replay(defend, mend, moves)
        return moves

    def _replay(
        self,
        defend: Callable[[Position], int],
        mend: Callable[[Position], "Proof"],
        moves: list[int],
    ) -> None:
        """Do what `replay` does, and append to *moves*; *mend* proves a position again."""
        if not self.proven:
            raise InvalidProof("No proven win.")
        position = self.position.copy()
        plan = self
        while not position.is_over():
            if len(moves) == _MAX_GAME:
                raise InvalidProof("The proof does not end.")
            if position.side != self.side:
                move = defend(position)
                if move not in position.legal_moves():
                    raise ValueError(f"{move} is no legal defence.")
            else:
                found = plan.answer(position)
                if found is None:
                    plan = mend(position)
                    found = plan.answer(position)
                if found is None:
                    raise InvalidProof("The proof has no reply to this defence.")
                move = found
            position.make(move)
            moves.append(move)
        outcome = position.outcome()
        if outcome is None or outcome.winner != self.side:
            raise InvalidProof("The proof leads to a game that is not won.")

    def longest_defence(self, position: Position) -> int:
        """Return the longest defence in *position* by this proof, or the first legal move."""
        move = None if self.strategy is None else self.strategy.answer(position)
        return position.legal_moves()[0] if move is None else move


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

    *limits* has a time, a number of nodes or both; *mebibytes* is the size of the table in MiB.
    *position* is copied; moves made before count for repetitions.  If `FIRST_NODES` nodes do not
    suffice, the engine searches with a small part of the limits: a win that it finds, with a line
    to the end of the game, is a proof.  The search ends once *stopped* returns True (see
    `cancellation`); *report* is called ten times a second.  A game whose results depend on more
    than the board must say so (`Position.uses_history`).  Raises `ValueError` if the game is over.
    """
    if position.is_over():
        raise ValueError("The game is over: there is nothing to prove.")
    began = time.monotonic()
    side = position.side if side is None else side
    proof = find_proof(position, limits, side, mebibytes, stopped, report)
    if proof.proven and not proof.line:
        _complete_line(proof, limits, began, stopped)
    proof.seconds = time.monotonic() - began
    return proof


def find_proof(
    position: Position,
    limits: Limits,
    side: int,
    mebibytes: int,
    stopped: Callable[[], bool],
    report: Callable[[ProofProgress], None] | None,
) -> Proof:
    """Do what `prove` does, but do not construct the line of a proof by proof-number search."""
    began = time.monotonic()
    search = ProofSearch(position.copy(), ProofTable(mebibytes), side)
    search.limit(limits.seconds, limits.nodes)
    result = run_search(search, FIRST_NODES, began, stopped, report)
    line: tuple[int, ...] = ()
    nodes = 0
    if result is None:
        line, nodes = engine_win(position, limits, side, stopped)
        left = None if line else limits.left(time.monotonic() - began, nodes)
        result = ProofResult.WIN if line else ProofResult.UNKNOWN
        if left is not None:
            search.limit(left.seconds, left.nodes)
            result = run_search(search, 0, began, stopped, report) or ProofResult.UNKNOWN
    seconds = time.monotonic() - began
    nodes += search.node_count()
    root = position.copy()
    strategy: PartialStrategy | None = None
    if result is ProofResult.WIN:
        strategy = LineStrategy(line, root) if line else TableStrategy(search, root)
    return Proof(root, side, result, limits, strategy, line, nodes, seconds, mebibytes)


def _complete_line(proof: Proof, limits: Limits, began: float, stopped: Callable[[], bool]) -> None:
    """Set the line of *proof*; what the table has lost is searched again within *limits*."""
    moves: list[int] = []

    def mend(position: Position) -> Proof:
        left = limits.left(time.monotonic() - began, proof.nodes)
        if left is None or stopped():
            raise InvalidProof("No time left to find the reply again.")
        found = find_proof(position, left, proof.side, proof.mebibytes, stopped, None)
        proof.nodes += found.nodes
        return found

    try:
        proof._replay(proof.longest_defence, mend, moves)
    except InvalidProof:
        return
    proof.line = tuple(moves)


def engine_win(
    position: Position, limits: Limits, side: int, stopped: Callable[[], bool]
) -> tuple[tuple[int, ...], int]:
    """Return a winning line of *side*, empty if the engine finds none, and the engine's nodes.

    It is the shortest win unless the engine's part of the limits is used up.  The engine identifies
    positions by their boards, and is not used if results depend on more.
    """
    if position.uses_history():
        return (), 0
    nodes = ENGINE_NODES
    if limits.nodes is not None:
        nodes = min(nodes, limits.nodes // ENGINE_SHARE)
    seconds = None if limits.seconds is None else limits.seconds / ENGINE_SHARE
    if nodes == 0:
        return (), 0
    try:
        found = Engine(ENGINE_MEBIBYTES).analyse(
            position, Limits(seconds=seconds, nodes=nodes), stopped=stopped
        )
    except SearchStopped:
        return (), 0
    best = found.lines[0]
    wins = best.score.for_side(side).number > 0
    whole = best.score.plies == len(best.line)
    return (best.line if wins and whole else ()), found.nodes


def run_search(
    search: ProofSearch,
    budget: int,
    began: float,
    stopped: Callable[[], bool],
    report: Callable[[ProofProgress], None] | None,
) -> ProofResult | None:
    """Run *search* in a thread; return its result, or raise what it raised.

    The result is None if a *budget* of nodes above 0 was used up before the limits.
    """
    return run_apart(lambda: _result(search, budget), search, began, stopped, report)


def run_apart(
    run: Callable[[], Result],
    search: ProofSearch,
    began: float,
    stopped: Callable[[], bool],
    report: Callable[[ProofProgress], None] | None,
) -> Result:
    """Call *run*, which uses *search*, in a thread; return its result, or raise what it raised."""
    found: list[Result] = []
    errors: list[BaseException] = []
    done = threading.Event()

    def work() -> None:
        try:
            found.append(run())
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
