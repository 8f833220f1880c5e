"""Notation of Lines of Action: position strings, moves, diagrams, and descriptions in words.

Squares and moves are numbered as in `kalahloa.models.games.loa.board`.  The functions use only
the methods of `LoaPosition`, and leave the position as it was.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, Protocol

from kalahloa.models.game.outcome import FIRST, SECOND, Outcome
from kalahloa.models.game.transition import Action, Step
from kalahloa.models.games.loa.rules import MAX_SIZE
from kalahloa.models.games.loa.squares import (
    FILES,
    board_squares,
    distance,
    line_name,
    line_through,
    square_name,
    square_number,
    squares_between,
)
from kalahloa.models.text.errors import BadPosition, IllegalMove
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

PASS = 0
SIDES = (QT_TRANSLATE_NOOP("Models", "Black"), QT_TRANSLATE_NOOP("Models", "White"))
LETTERS = "bw"
_NUMBERS = (
    QT_TRANSLATE_NOOP("Models", "no"),
    QT_TRANSLATE_NOOP("Models", "one"),
    QT_TRANSLATE_NOOP("Models", "two"),
    QT_TRANSLATE_NOOP("Models", "three"),
    QT_TRANSLATE_NOOP("Models", "four"),
    QT_TRANSLATE_NOOP("Models", "five"),
    QT_TRANSLATE_NOOP("Models", "six"),
    QT_TRANSLATE_NOOP("Models", "seven"),
    QT_TRANSLATE_NOOP("Models", "eight"),
)
_FIRST_NUMBERS = (
    QT_TRANSLATE_NOOP("Models", "No"),
    QT_TRANSLATE_NOOP("Models", "One"),
    QT_TRANSLATE_NOOP("Models", "Two"),
    QT_TRANSLATE_NOOP("Models", "Three"),
    QT_TRANSLATE_NOOP("Models", "Four"),
    QT_TRANSLATE_NOOP("Models", "Five"),
    QT_TRANSLATE_NOOP("Models", "Six"),
    QT_TRANSLATE_NOOP("Models", "Seven"),
    QT_TRANSLATE_NOOP("Models", "Eight"),
)
"""The numbers where a sentence begins with them."""

# Why a game is won.
_BOTH_CONNECTED = QT_TRANSLATE_NOOP(
    "Models", "{winner} wins: the move connected both sides, and the mover wins."
)
_NO_MOVE = QT_TRANSLATE_NOOP("Models", "{winner} wins: {loser} has no legal move.")
_SINGLE_PIECE = QT_TRANSLATE_NOOP("Models", "{winner} wins: a single piece is connected.")
_CONNECTED = QT_TRANSLATE_NOOP("Models", "{winner} wins: all its pieces are connected.")
_CONNECTED_BY_OTHER = QT_TRANSLATE_NOOP(
    "Models", "{winner} wins: {loser}'s own move connected all {winner} pieces."
)
_HOW: Mapping[Sentence, Sentence] = {
    _CONNECTED: QT_TRANSLATE_NOOP("Models", "{winner} connected all pieces"),
    _BOTH_CONNECTED: QT_TRANSLATE_NOOP("Models", "{winner}'s move connected both sides"),
    _SINGLE_PIECE: QT_TRANSLATE_NOOP("Models", "{winner} has a single piece, which is connected"),
}
"""The reasons that speak of the winner without its name, as they stand alone."""


class LoaPosition(Protocol):
    """The methods of a position used here; they are documented in the class `Loa`."""

    side: int
    ply: int
    rules: Any

    def pieces(self, side: int) -> int:
        """Return the pieces of *side* as a bitboard, bit 0 being a1."""
        ...

    def squares(self, side: int) -> list[int]:
        """Return the squares of the pieces of *side* in ascending order."""
        ...

    def groups(self, side: int) -> list[int]:
        """Return the sizes of the connected groups of *side*, the largest first."""
        ...

    def line_count(self, origin: int, target: int) -> int:
        """Return the number of pieces of both sides on the line through two squares, or 0."""
        ...


def _stands_on(position: LoaPosition, side: int, square: int) -> bool:
    return bool(position.pieces(side) >> square & 1)


def outcome(position: LoaPosition, score: int) -> Outcome:
    """Return the outcome of the finished game in *position*.

    *score* is the result for the side to move: positive for a win, 0 for a draw.
    """
    own, other = (len(position.groups(side)) == 1 for side in (position.side, 1 - position.side))
    mover = 1 - position.side
    if score == 0:
        if own and other:
            reason = QT_TRANSLATE_NOOP("Models", "Draw: one move connected both sides.")
        elif position.rules.repetition == "second":
            reason = QT_TRANSLATE_NOOP("Models", "Draw: the position is repeated.")
        else:
            reason = QT_TRANSLATE_NOOP("Models", "Draw: the position occurs for the third time.")
        return Outcome(None, 0, reason)
    winner = position.side if score > 0 else mover
    if own and other:
        reason = _BOTH_CONNECTED
    elif not (own if winner == position.side else other):
        reason = _NO_MOVE
    elif len(position.squares(winner)) == 1:
        reason = _SINGLE_PIECE
    elif winner == mover or position.ply == 0:
        reason = _CONNECTED
    else:
        reason = _CONNECTED_BY_OTHER
    return _won(winner, reason)


@cache
def _won(winner: int, reason: Sentence) -> Outcome:
    """Return the outcome of a won game; kept, as searches in Python ask for many of them."""
    sides = {"winner": SIDES[winner], "loser": SIDES[1 - winner]}
    how = _HOW[reason].format(**sides) if reason in _HOW else ""
    return Outcome(winner, 1 if winner == FIRST else -1, reason.format(**sides), how)


def position_string(position: LoaPosition) -> str:
    """Return the ranks from the last to the first as in FEN, and the side to move."""
    board = write_board(position.pieces(FIRST), position.pieces(SECOND), position.rules.size)
    return f"{board} {LETTERS[position.side]}"


def write_board(black: int, white: int, size: int = MAX_SIZE) -> str:
    """Return the pieces of both sides, bitboards, rank by rank as `position_string` writes them.

    The board has *size* ranks.
    """
    return "/".join(
        [
            _write_rank(black >> rank & 0xFF, white >> rank & 0xFF, size)
            for rank in range(8 * size - 8, -1, -8)
        ]
    )


@cache
def _write_rank(black: int, white: int, size: int) -> str:
    """Return a rank of *size* squares with the pieces of both sides, one bit a square."""
    text = ""
    empty = 0
    for file in range(size):
        if (black | white) >> file & 1:
            text += (str(empty) if empty else "") + LETTERS[white >> file & 1]
            empty = 0
        else:
            empty += 1
    return text + (str(empty) if empty else "")


def board_size(text: str) -> int:
    """Return the number of ranks in the position string *text*, which may be malformed.

    It is 0 where the first rank does not have as many squares.
    """
    board = text.split(maxsplit=1)[:1]
    ranks = board[0].split("/") if board else []
    first = ranks[0][: MAX_SIZE + 1] if ranks else ""
    squares = sum(int(sign) if sign in "12345678" else 1 for sign in first)
    return squares if squares == len(ranks) else 0


def read_board(text: str, size: int = MAX_SIZE) -> tuple[int, int, int]:
    """Return the bitboards of Black's and White's pieces and the side to move, as *text* has them.

    The board has *size* ranks.  No rule is checked: a side may lack pieces.  Raises `BadPosition`
    where *text* is malformed.
    """
    parts = text.split()
    if len(parts) != 2:
        raise BadPosition(
            QT_TRANSLATE_NOOP(
                "Models",
                "A position is {number} ranks from {size} to 1, separated by '/', then a space and "
                "the side to move, b or w.",
            ).format(number=_NUMBERS[size], size=size)
        )
    board, side = parts
    if side not in ("b", "w"):
        raise BadPosition(
            QT_TRANSLATE_NOOP("Models", "The side to move is b or w, not '{side}'.").format(
                side=quote(side)
            )
        )
    ranks = board.split("/")
    if len(ranks) != size:
        raise BadPosition(
            QT_TRANSLATE_NOOP("Models", "A board has {size} ranks, not {ranks}.").format(
                size=size, ranks=len(ranks)
            )
        )
    pieces = [0, 0]
    for number, rank in zip(range(size - 1, -1, -1), ranks, strict=True):
        black, white = _read_rank(number, rank, size)
        pieces[0] |= black << 8 * number
        pieces[1] |= white << 8 * number
    return pieces[0], pieces[1], LETTERS.index(side)


@lru_cache(maxsize=1024)
def _read_rank(number: int, rank: str, size: int) -> tuple[int, int]:
    """Return the pieces of both sides on the *rank* with that *number*, one bit a square.

    It has *size* squares.

    Raises `BadPosition`.
    """
    pieces = [0, 0]
    file = 0
    for sign in rank:
        if sign in LETTERS and file < size:
            pieces[LETTERS.index(sign)] |= 1 << file
            file += 1
        elif sign in "12345678":
            file += int(sign)
        elif sign not in LETTERS:
            raise BadPosition(
                QT_TRANSLATE_NOOP(
                    "Models", "Rank {rank} has '{sign}'; only b, w and 1-{size} are allowed."
                ).format(rank=number + 1, sign=sign, size=size)
            )
        else:
            file += 1
    if file != size:
        raise BadPosition(
            QT_TRANSLATE_NOOP(
                "Models", "Rank {rank} has {squares} squares instead of {size}."
            ).format(rank=number + 1, squares=file, size=size)
        )
    return pieces[0], pieces[1]


@cache
def format_move(move: int, is_capture: int) -> str:
    """Return *move*, which may be a capture (1) or not (0): ``b1-b3``, ``b1xh7`` or ``pass``."""
    if move == PASS:
        return "pass"
    return square_name(move & 63) + "-x"[is_capture] + square_name(move >> 6)


@lru_cache(maxsize=8192)
def parse_move(text: str, size: int = MAX_SIZE) -> int:
    """Return the move written as *text*, legal or not, on a board of *size* ranks.

    Raises `IllegalMove` if it is not a move.
    """
    plain = text.strip().lower()
    if plain == "pass":
        return PASS
    for sign in "-x: –×":
        plain = plain.replace(sign, "")
    if len(plain) != 4:
        raise IllegalMove(
            QT_TRANSLATE_NOOP(
                "Models",
                "'{text}' is not a move; type the square to move from and the square to move "
                "to, as in b1-b3.",
            ).format(text=quote(text))
        )
    origin = square_number(plain[:2], size)
    target = square_number(plain[2:], size)
    if origin == target:
        raise IllegalMove(QT_TRANSLATE_NOOP("Models", "A move goes from one square to another."))
    return origin | target << 6


def why_illegal(position: LoaPosition, move: int) -> str:
    """Return a sentence on why *move* is illegal in *position*."""
    mover = SIDES[position.side]
    if move == PASS:
        return QT_TRANSLATE_NOOP("Models", "{mover} may not pass: it has a legal move.").format(
            mover=mover
        )
    origin = move & 63
    target = move >> 6
    start = square_name(origin)
    end = square_name(target)
    size = position.rules.size
    if _stands_on(position, 1 - position.side, origin):
        return QT_TRANSLATE_NOOP(
            "Models", "The piece on {start} is {side}'s; {mover} is to move."
        ).format(start=start, side=SIDES[1 - position.side], mover=mover)
    if not _stands_on(position, position.side, origin):
        return QT_TRANSLATE_NOOP("Models", "No piece stands on {start}.").format(start=start)
    if target % 8 >= size or target // 8 >= size:
        return QT_TRANSLATE_NOOP(
            "Models", "{end} is not on the board; its squares are a1 to {last}."
        ).format(end=end, last=square_name(9 * (size - 1)))
    line = line_through(origin, target)
    if line < 0:
        return QT_TRANSLATE_NOOP("Models", "{end} is not on a straight line with {start}.").format(
            end=end, start=start
        )
    count = position.line_count(origin, target)
    if count != distance(origin, target):
        return QT_TRANSLATE_NOOP(
            "Models",
            "{Number} piece(s) (stands|stand) on {line}, so {start} moves {number} square(s) along "
            "it{where}.",
        ).counted(
            count,
            Number=_FIRST_NUMBERS[count],
            number=_NUMBERS[count],
            line=line_name(origin, target, size),
            start=start,
            where=_right_squares(origin, line, count, size),
        )
    for square in squares_between(origin, target):
        if _stands_on(position, 1 - position.side, square):
            blocked = (
                QT_TRANSLATE_NOOP("Models", "{start} is blocked: a white piece stands on {square}.")
                if position.side == FIRST
                else QT_TRANSLATE_NOOP(
                    "Models", "{start} is blocked: a black piece stands on {square}."
                )
            )
            return blocked.format(start=start, square=square_name(square))
    return QT_TRANSLATE_NOOP("Models", "{mover}'s own piece stands on {end}.").format(
        mover=mover, end=end
    )


def _right_squares(origin: int, line: int, count: int, size: int) -> str:
    """Return the squares on *line*, *count* squares from *origin*, as the end of a sentence."""
    right = [
        square_name(other)
        for other in board_squares(size)
        if line_through(origin, other) == line and distance(origin, other) == count
    ]
    if len(right) == 2:
        return QT_TRANSLATE_NOOP("Models", " ({first} or {second})").format(
            first=right[0], second=right[1]
        )
    return f" ({right[0]})" if right else QT_TRANSLATE_NOOP("Models", ", which leaves the board")


def transition(position: LoaPosition, move: int) -> tuple[Step, ...]:
    """Return the steps of *move*, which is legal in *position*; none for a pass."""
    if move == PASS:
        return ()
    target = move >> 6
    going = Step(Action.MOVE, move & 63, target, position.side)
    if _stands_on(position, 1 - position.side, target):
        return going, Step(Action.CAPTURE, -1, target, 1 - position.side)
    return (going,)


def describe(position: LoaPosition, move: int) -> str:
    """Return a sentence on what *move*, legal in *position*, does, and why it goes that far."""
    if move == PASS:
        return QT_TRANSLATE_NOOP("Models", "{side} has no legal move and passes.").format(
            side=SIDES[position.side]
        )
    origin = move & 63
    target = move >> 6
    count = position.line_count(origin, target)
    sentence = (
        QT_TRANSLATE_NOOP(
            "Models",
            "{side} captures {target}: {number} piece(s) (stands|stand) on {line}, so the move "
            "is {number} square(s).",
        )
        if _stands_on(position, 1 - position.side, target)
        else QT_TRANSLATE_NOOP(
            "Models",
            "{side} moves {origin} to {target}: {number} piece(s) (stands|stand) on {line}, so the "
            "move is {number} square(s).",
        )
    )
    return sentence.counted(
        count,
        side=SIDES[position.side],
        origin=square_name(origin),
        target=square_name(target),
        number=_NUMBERS[count],
        line=line_name(origin, target, position.rules.size),
    )


def status(position: LoaPosition, side: int) -> str:
    """Return the number of pieces and of groups of *side*, in words."""
    pieces = QT_TRANSLATE_NOOP("Models", "%n piece(s)").counted(len(position.squares(side)))
    groups = len(position.groups(side))
    if groups == 1:
        return QT_TRANSLATE_NOOP("Models", "{pieces}, connected").format(pieces=pieces)
    return QT_TRANSLATE_NOOP("Models", "{pieces}, %n group(s)").counted(groups, pieces=pieces)


def diagram(position: LoaPosition, flipped: bool = False) -> str:
    """Return the board as text, the last rank at the top; if *flipped*, turned by 180 degrees."""
    size = position.rules.size
    black = position.pieces(FIRST)
    white = position.pieces(SECOND)
    ranks = range(size) if flipped else range(size - 1, -1, -1)
    files = range(size - 1, -1, -1) if flipped else range(size)
    letters = "    " + " ".join(FILES[file] for file in files)
    edge = "  +" + "-" * (2 * size + 1) + "+"
    rows = []
    for rank in ranks:
        cells = " ".join(
            "b" if black >> 8 * rank + file & 1 else "w" if white >> 8 * rank + file & 1 else "."
            for file in files
        )
        rows.append(f"{rank + 1} | {cells} | {rank + 1}")
    return "\n".join([letters, edge, *rows, edge, letters])
