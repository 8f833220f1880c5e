"""Proofs of which every answer is kept, so that they can be written to a file and walked."""

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from kalahloa.models.game.position import Position
from kalahloa.models.game.proof_checker import (
    CheckStopped,
    WrongProof,
    check_proof,
    is_all_that_counts,
)
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.proof.extraction import ProofExtraction
from kalahloa.models.search.proof.proof import (
    ENGINE_SHARE,
    ProofProgress,
    ProofResult,
    run_apart,
)
from kalahloa.models.search.proof.proof_file import file_answers
from kalahloa.models.search.proof.proof_search import ProofSearch
from kalahloa.models.search.proof.proof_table import ProofTable
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.search.score import search_value
from kalahloa.models.work.cancellation import never

SHORT_NODES = 4_000_000
"""The nodes that are searched before the engine is asked; short proofs take fewer."""
ENGINE_NODES = 6_000_000
"""The nodes of the engine, for all moves together."""
ENGINE_MEBIBYTES = 64


@dataclass(frozen=True)
class WholeProof:
    """The result of the search for a whole proof, and the answers for a `ProofFile` if one is won.

    `answers` is None unless the win is proven and its tree is whole.
    """

    result: ProofResult
    answers: bytes | None
    nodes: int
    seconds: float


def prove_whole(
    position: Position,
    limits: Limits,
    *,
    mebibytes: int,
    moves: Sequence[int] = (),
    stopped: Callable[[], bool] = never,
    report: Callable[[ProofProgress], None] | None = None,
) -> WholeProof:
    """Search for a forced win of the side to move in *position*, with all answers.

    Only *moves* are tried at first, all if there are none: those of which the others are images by
    a symmetry of the board, for instance; the win must be forced by one of them.  A long search
    tries the engine's best of them, and the others only once that is known not to win.  *position*
    counts without the moves that led to it.  See `prove` for the rest.  Raises `ValueError` if the
    game is over, `WrongProof` if the moves before a position count, so that no proof could be
    checked, and `BadFile` if a position has more moves than a file can tell apart.
    """
    if not is_all_that_counts(position):
        raise WrongProof(
            "Under these rules, the value of a position depends on the moves before it."
        )
    if position.is_over():
        raise ValueError("The game is over: there is nothing to prove.")
    began = time.monotonic()
    search = ProofSearch(position.copy(stack=False), ProofTable(mebibytes))
    tried = list(moves) or position.legal_moves()
    search.restrict(tried)
    search.limit(limits.seconds, limits.nodes)
    value = run_apart(lambda: search.run(SHORT_NODES), search, began, stopped, report)
    if value == 0 and not search.is_over():
        # Long proofs come to the same positions by many ways.
        search.weaken()
        left = limits.left(time.monotonic() - began, search.node_count()) or limits
        best = _best_move(position, tried, left, stopped)
        search.restrict([best])
        value = run_apart(search.run, search, began, stopped, report)
        others = [move for move in tried if move != best]
        if value < 0 and others:
            search.restrict(others)
            value = run_apart(search.run, search, began, stopped, report)
    result, answers = ProofResult.UNKNOWN, None
    if value < 0:
        result = ProofResult.NO_WIN
    elif value > 0:
        tree = ProofExtraction()
        if run_apart(lambda: tree.run(search), search, began, stopped, report):
            result = ProofResult.WIN
            with suppress(CheckStopped):
                answers = file_answers(check_proof(position, position.side, tree, stopped=stopped))
    return WholeProof(result, answers, search.node_count(), time.monotonic() - began)


def _best_move(
    position: Position, moves: Sequence[int], limits: Limits, stopped: Callable[[], bool]
) -> int:
    """Return the one of *moves* after which the engine finds the side to move best off.

    It takes at most a small part of *limits*.  Once *stopped* returns True, those that were
    searched by then are compared.
    """
    board = position.copy(stack=False)
    engine = Engine(ENGINE_MEBIBYTES)
    share = ENGINE_SHARE * len(moves)
    nodes = ENGINE_NODES // len(moves)
    each = Limits(
        seconds=None if limits.seconds is None else limits.seconds / share,
        nodes=nodes if limits.nodes is None else max(1, min(nodes, limits.nodes // share)),
    )
    values = {}
    for move in moves:
        board.make(move)
        if board.is_over():
            values[move] = 0
        else:
            try:
                best = engine.analyse(board, each, stopped=stopped).lines[0].score
            except SearchStopped:
                break
            values[move] = search_value(best.for_side(position.side))
        board.unmake()
    return max(values or moves, key=lambda move: values.get(move, 0))


def different_moves(
    position: Position, images: Callable[[Position], Iterable[str]] | None
) -> list[int]:
    """Return the legal moves of *position* without those that a symmetry makes of others.

    *images* returns the position strings of the images of a position (see `Game.symmetric`).
    """
    moves = position.legal_moves()
    if images is None:
        return moves
    board = position.copy(stack=False)
    known: set[str] = set()
    different = []
    for move in moves:
        board.make(move)
        image = min(images(board))
        board.unmake()
        if image not in known:
            known.add(image)
            different.append(move)
    return different
