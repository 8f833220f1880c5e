"""Checks of what is said of a move of tic-tac-toe: it is true, and tells two lines apart."""

from collections.abc import Callable

from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.game.move_fact import MoveFact
from kalahloa.models.games.tictactoe.position import TicTacToe

ROWS = ("012", "345", "678", "036", "147", "258", "048", "246")
NAMES = (
    *("top left", "top centre", "top right", "middle left", "middle centre", "middle right"),
    *("bottom left", "bottom centre", "bottom right"),
)


def cell(move: int) -> str:
    return f"{move} ({NAMES[move - 1]})"


class Lines:
    """Two lines from a position, as boards of nine signs."""

    def __init__(self, start: TicTacToe, played: list[int], best: list[int]) -> None:
        self.start, self.played, self.best = start, played, best
        self.mover, self.other = "XO"[start.side], "OX"[start.side]

    def board(self, line: list[int], plies: int) -> str:
        assert len(line) >= plies
        cells = list(self.start.position_string().replace("/", "")[:9])
        for number, move in enumerate(line[:plies]):
            assert cells[move - 1] == "."
            cells[move - 1] = (self.mover, self.other)[number % 2]
        return "".join(cells)

    def check(self, fact: MoveFact) -> None:
        """Check *fact*: its sentence, that only one of the lines has it, and its moves."""
        CHECKS[fact.key](self, fact, self.board(self.played, 1), self.board(self.best, 1))
        kind, is_played, plies = SHOWN[fact.key]
        assert fact.kind is kind
        assert fact.proven
        line = self.played if is_played else self.best
        assert len(fact.moves) == plies
        assert fact.key == "missed-block" or list(fact.moves) == line[:plies]
        assert fact.moves[0] == line[0]


def rows(board: str, side: str) -> list[str]:
    """Return the rows of which *side* has two cells, and nobody the third."""
    found = []
    for row in ROWS:
        signs = [board[int(one)] for one in row]
        if sorted(signs) == sorted([side, side, "."]):
            found.append(row)
    return found


def ways(board: str, side: str) -> set[int]:
    """Return the moves with which *side* would complete a row."""
    return {int(one) + 1 for row in rows(board, side) for one in row if board[int(one)] == "."}


def has_row(board: str, side: str) -> bool:
    return any(all(board[int(one)] == side for one in row) for row in ROWS)


def missed_row(lines: Lines, fact: MoveFact, after: str, better: str) -> None:
    assert fact.text == f"{lines.mover} could have completed a row with {cell(lines.best[0])}."
    assert has_row(better, lines.mover)
    assert not has_row(after, lines.mover)


def missed_block(lines: Lines, fact: MoveFact, after: str, better: str) -> None:
    reply = fact.moves[1]
    assert fact.text == (
        f"{lines.mover} could have blocked {cell(reply)}, where {lines.other} can now complete "
        "a row."
    )
    assert reply in ways(after, lines.other)
    assert not ways(better, lines.other)


def missed_fork(lines: Lines, fact: MoveFact, after: str, better: str) -> None:
    assert fact.text == (
        f"{lines.mover} could have forked with {cell(lines.best[0])}: two rows to complete, of "
        f"which {lines.other} can block only one."
    )
    assert len(ways(better, lines.mover)) > 1 >= len(ways(after, lines.mover))


def allowed_fork(lines: Lines, fact: MoveFact, after: str, better: str) -> None:
    reply = lines.played[1]
    assert fact.text == (
        f"{lines.other} can now fork with {cell(reply)}: two rows to complete, of which "
        f"{lines.mover} can block only one."
    )
    assert len(ways(lines.board(lines.played, 2), lines.other)) > 1
    for move in range(1, 10):
        if better[move - 1] == ".":
            there = better[: move - 1] + lines.other + better[move:]
            assert len(ways(there, lines.other)) < 2


def missed_threat(lines: Lines, fact: MoveFact, after: str, better: str) -> None:
    assert fact.text == f"{cell(lines.best[0])} would have forced {lines.other} to block a row."
    assert ways(better, lines.mover)
    assert not ways(after, lines.mover)
    assert not ways(better, lines.other)


def dead_rows(lines: Lines, fact: MoveFact, after: str, better: str) -> None:
    now, fewer = (
        sum(lines.mover not in {board[int(one)] for one in row} for row in ROWS)
        for board in (after, better)
    )
    plural = "" if now == 1 else "s"
    assert fact.text == (
        f"After {cell(lines.played[0])}, {lines.other} can still complete {now} row{plural}; "
        f"after {cell(lines.best[0])}, only {fewer}."
    )
    assert fewer < now


SHOWN = {
    "missed-row": (MistakeKind.MISSED_WIN, False, 1),
    "missed-block": (MistakeKind.ALLOWED_WIN, True, 2),
    "missed-fork": (MistakeKind.MISSED_WIN, False, 1),
    "allowed-fork": (MistakeKind.ALLOWED_WIN, True, 2),
    "missed-threat": (None, False, 1),
    "dead-rows": (None, False, 1),
}
"""The kind of each fact, and the line and number of the moves that show it."""
CHECKS: dict[str, Callable[[Lines, MoveFact, str, str], None]] = {
    "missed-row": missed_row,
    "missed-block": missed_block,
    "missed-fork": missed_fork,
    "allowed-fork": allowed_fork,
    "missed-threat": missed_threat,
    "dead-rows": dead_rows,
}
