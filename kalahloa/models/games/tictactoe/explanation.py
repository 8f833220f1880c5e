"""Why a move of tic-tac-toe is worse than another: rows, forks and blocks."""

from collections.abc import Iterator, Sequence

from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.game.move_fact import MoveFact
from kalahloa.models.games.tictactoe.position import CELL_NAMES, LINES, SIDES, TicTacToe
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

_MISSES_ROW = QT_TRANSLATE_NOOP("Models", "{mover} could have completed a row with {best}.")
_MISSES_BLOCK = QT_TRANSLATE_NOOP(
    "Models", "{mover} could have blocked {best}, where {other} can now complete a row."
)
_MISSES_FORK = QT_TRANSLATE_NOOP(
    "Models",
    "{mover} could have forked with {best}: two rows to complete, of which {other} can block only "
    "one.",
)
_LETS_FORK = QT_TRANSLATE_NOOP(
    "Models",
    "{other} can now fork with {reply}: two rows to complete, of which {mover} can block only one.",
)
_MISSES_THREAT = QT_TRANSLATE_NOOP("Models", "{best} would have forced {other} to block a row.")
_DEAD_ROWS = QT_TRANSLATE_NOOP(
    "Models",
    "After {played}, {other} can still complete %n row(s); after {best}, only {fewer}.",
)
_ROW, _FORK, _THREAT, _DEAD = 100.0, 10.0, 2.0, 1.0


def explain(position: TicTacToe, played: Sequence[int], best: Sequence[int]) -> list[MoveFact]:
    """Return what tells the line *played* from the better line *best*; see `Game.explain`."""
    return list(_facts(position, tuple(played), tuple(best)))


def _facts(
    position: TicTacToe, played: tuple[int, ...], best: tuple[int, ...]
) -> Iterator[MoveFact]:
    side, other = position.side, 1 - position.side
    after, better = (_after(position, line[:1]) for line in (played, best))
    told = {"mover": SIDES[side], "best": _cell(best[0])}
    if _has_row(better, side):
        text = _MISSES_ROW.format(**told)
        yield MoveFact("missed-row", text, best[:1], _ROW, MistakeKind.MISSED_WIN)
        return
    if after.is_over():
        return
    wins = _completing(after, other)
    if wins and not _completing(better, other):
        reply = wins[0] + 1
        text = _MISSES_BLOCK.format(mover=SIDES[side], other=SIDES[other], best=_cell(reply))
        yield MoveFact("missed-block", text, (played[0], reply), _ROW, MistakeKind.ALLOWED_WIN)
        return
    if len(_completing(better, side)) >= 2 and len(_completing(after, side)) < 2:
        text = _MISSES_FORK.format(**told, other=SIDES[other])
        yield MoveFact("missed-fork", text, best[:1], _FORK, MistakeKind.MISSED_WIN)
        return
    if len(played) > 1 and not better.is_over():
        there = _after(position, played[:2])
        if len(_completing(there, other)) >= 2 and not _has_fork(better, other):
            text = _LETS_FORK.format(mover=SIDES[side], other=SIDES[other], reply=_cell(played[1]))
            yield MoveFact("allowed-fork", text, played[:2], _FORK, MistakeKind.ALLOWED_WIN)
            return
    if _completing(better, side) and not _completing(after, side):
        text = _MISSES_THREAT.format(best=told["best"], other=SIDES[other])
        yield MoveFact("missed-threat", text, best[:1], _THREAT)
    now, fewer = (len(_open_rows(board, other)) for board in (after, better))
    if fewer < now:
        text = _DEAD_ROWS.counted(
            now, other=SIDES[other], played=_cell(played[0]), best=told["best"], fewer=fewer
        )
        yield MoveFact("dead-rows", text, best[:1], _DEAD)


def _cell(move: int) -> Sentence:
    """Return the cell of *move* in words: ``5 (middle centre)``."""
    return QT_TRANSLATE_NOOP("Models", "{number} ({place})").format(
        number=move, place=CELL_NAMES[move - 1]
    )


def _after(position: TicTacToe, moves: Sequence[int]) -> TicTacToe:
    after = position.copy(stack=False)
    for move in moves:
        after.make(move)
    return after


def _has_row(position: TicTacToe, side: int) -> bool:
    return any(position.marks(side) & row == row for row in LINES)


def _open_rows(position: TicTacToe, side: int) -> list[int]:
    """Return the rows that *side* can still complete."""
    return [row for row in LINES if not position.marks(1 - side) & row]


def _completing(position: TicTacToe, side: int) -> list[int]:
    """Return the cells in which a mark of *side* would complete a row."""
    left = [row & ~position.marks(side) for row in _open_rows(position, side)]
    return sorted({row.bit_length() - 1 for row in left if row.bit_count() == 1})


def _has_fork(position: TicTacToe, side: int) -> bool:
    """Return whether *side*, which is to move, has a move that leaves it two rows to complete."""
    return any(
        len(_completing(_after(position, [move]), side)) >= 2 for move in position.legal_moves()
    )
