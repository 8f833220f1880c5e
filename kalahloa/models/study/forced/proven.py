"""What the answer to a question about a forced win says of the moves of a position."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf

from kalahloa.models.game.position import Position
from kalahloa.models.search.score import Score, ScoreKind
from kalahloa.models.search.solver.solvable import can_be_solved
from kalahloa.models.study.forced.question import Replies, Reply, Verdict, WinProver

Range = tuple[float, float]
"""The least and the greatest value that is not ruled out."""


@dataclass(frozen=True, slots=True)
class ProvenMoves:
    """What is proven of a position, for the side to move there.

    The value of the best move lies within `best`, and those of moves within their `ranges`;
    `values` are exact.  `line` is one of the proof, or of best play; it may be empty.
    """

    best: Range
    values: Mapping[int, Score] = field(default_factory=dict)
    ranges: Mapping[int, Range] = field(default_factory=dict)
    line: tuple[int, ...] = ()


def proven_at(prover: WinProver, verdict: Verdict, position: Position) -> ProvenMoves | None:
    """Return what *verdict*, of *prover*, says of *position*, which it is about; None if nothing.

    May be called on any thread; it takes a millisecond.
    """
    side = verdict.question.side
    wins = position.side == side
    if verdict.low is None and verdict.high is None:  # only the winner counts
        if verdict.is_win:
            replies = prover.replies(()) or _uncounted(verdict, position)
            return proven_by_replies(position, side, replies, verdict.line)
        return None if verdict.is_open else ProvenMoves(_for_mover((-inf, 0.0), wins))
    low = -inf if verdict.low is None else float(verdict.low)
    high = inf if verdict.high is None else float(verdict.high)
    best = _for_mover((low, high), wins)
    values = {}
    if low == high and verdict.line:
        values[verdict.line[0]] = Score(best[0], position.side, ScoreKind.MARGIN, True)
    return ProvenMoves(best, values, line=verdict.line)


def proven_below(
    prover: WinProver, verdict: Verdict, position: Position, moves: Sequence[int]
) -> ProvenMoves | None:
    """Return what *prover* has kept of *position*, after *moves* in the tree of its win.

    None is returned where *moves* lead out of the tree, or too little of it is kept.
    """
    if not verdict.is_win:
        return None
    for count, move in enumerate(moves):
        replies = prover.replies(moves[:count]) or ()
        if all(reply.move != move for reply in replies):
            return None
    replies = prover.replies(moves) or ()
    return proven_by_replies(position, verdict.question.side, replies) if replies else None


def proven_by_replies(
    position: Position, side: int, replies: Replies, line: tuple[int, ...] = ()
) -> ProvenMoves:
    """Return what *replies*, at *position* in the tree of a win of *side*, say of its moves."""
    wins = position.side == side
    always_ends = can_be_solved(position)
    values: dict[int, Score] = {}
    ranges: dict[int, Range] = {}
    for reply in replies:
        low, high = ranges[reply.move] = _for_mover(_range(reply), wins)
        if low == high:
            values[reply.move] = Score(low, position.side, ScoreKind.MARGIN, True)
        elif not always_ends:
            plies = None if reply.plies is None else reply.plies + 1
            number = 1.0 if wins else -1.0
            values[reply.move] = Score(number, position.side, ScoreKind.WINNER, True, plies=plies)
    # The winner's one move is not called the best; the other side has no more moves than these.
    least = max((low for low, _ in ranges.values()), default=1.0 if wins else -inf)
    most = inf if wins else max(high for _, high in ranges.values())
    return ProvenMoves((least, most), values, ranges, line)


def _uncounted(verdict: Verdict, position: Position) -> Replies:
    """Return the replies at *position*, which *verdict* is about, as far as they are certain."""
    moves = position.legal_moves()
    if position.side == verdict.question.side:
        moves = list(verdict.line[:1])
    return tuple(Reply(move, position.format_move(move), position.side) for move in moves)


def _range(reply: Reply) -> Range:
    """Return the range of the winner's margin after *reply*; a win is one by at least a point."""
    low = 1.0 if reply.low is None else float(reply.low)
    return low, inf if reply.high is None else float(reply.high)


def _for_mover(margin: Range, wins: bool) -> Range:
    return margin if wins else (-margin[1], -margin[0])
