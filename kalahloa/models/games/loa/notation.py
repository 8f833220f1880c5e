"""Notation of Lines of Action: position strings, moves, diagrams, and descriptions in words.

Squares and moves are numbered as in `kalahloa.models.games.loa.position`.  The functions use only
the methods of `LoaPosition`, and leave the position as it was.
"""

from typing import Any, Protocol

from kalahloa.models.errors import IllegalMove
from kalahloa.models.games.loa.squares import (
    FILES,
    distance,
    line_name,
    line_through,
    square_name,
    square_number,
    squares_between,
)
from kalahloa.models.outcome import FIRST, SECOND, Outcome
from kalahloa.models.quotation import quote
from kalahloa.models.transition import Action, Step

PASS = 0
SIDES = ("Black", "White")
LETTERS = "bw"
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


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
        again = "again" if position.rules.repetition == "second" else "for the third time"
        return Outcome(
            None,
            0,
            "Draw: one move has connected both sides."
            if own and other
            else f"Draw: the same position stands {again}.",
        )
    winner = position.side if score > 0 else mover
    name = SIDES[winner]
    if own and other:
        reason = f"{name} wins: its move has connected both sides, and the mover wins."
    elif not (own if winner == position.side else other):
        reason = f"{name} wins: {SIDES[position.side]} has no legal move."
    elif len(position.squares(winner)) == 1:
        reason = f"{name} wins: a single piece is connected."
    elif winner == mover or position.ply == 0:
        reason = f"{name} wins: all its pieces are connected."
    else:
        reason = f"{name} wins: {SIDES[mover]}'s own move has connected all {name} pieces."
    return Outcome(winner, 1 if winner == FIRST else -1, reason)


def position_string(position: LoaPosition) -> str:
    """Return the ranks from the eighth to the first as in FEN, and the side to move."""
    black = position.pieces(FIRST)
    white = position.pieces(SECOND)
    ranks = []
    for rank in range(7, -1, -1):
        text = ""
        empty = 0
        for square in range(8 * rank, 8 * rank + 8):
            if (black | white) >> square & 1:
                text += (str(empty) if empty else "") + LETTERS[white >> square & 1]
                empty = 0
            else:
                empty += 1
        ranks.append(text + (str(empty) if empty else ""))
    return "/".join(ranks) + " " + LETTERS[position.side]


def format_move(position: LoaPosition, move: int) -> str:
    """Return *move*, which is legal in *position*, as in ``b1-b3``, ``b1xh7`` or ``pass``."""
    if move == PASS:
        return "pass"
    sign = "x" if _stands_on(position, 1 - position.side, move >> 6) else "-"
    return square_name(move & 63) + sign + square_name(move >> 6)


def parse_move(text: str) -> int:
    """Return the move written as *text*, legal or not; raise `IllegalMove` if it is not a move."""
    plain = text.strip().lower()
    if plain == "pass":
        return PASS
    for sign in "-x: –×":
        plain = plain.replace(sign, "")
    if len(plain) != 4:
        raise IllegalMove(
            f"'{quote(text)}' is not a move; write the square to move from and the square to move "
            "to, as in b1-b3."
        )
    origin = square_number(plain[:2])
    target = square_number(plain[2:])
    if origin == target:
        raise IllegalMove("A move goes from one square to another.")
    return origin | target << 6


def why_illegal(position: LoaPosition, move: int) -> str:
    """Return a sentence on why *move* is illegal in *position*."""
    mover = SIDES[position.side]
    if move == PASS:
        return f"{mover} may not pass: it has a legal move."
    origin = move & 63
    target = move >> 6
    start = square_name(origin)
    end = square_name(target)
    if _stands_on(position, 1 - position.side, origin):
        return f"The piece on {start} is {SIDES[1 - position.side]}'s; {mover} is to move."
    if not _stands_on(position, position.side, origin):
        return f"No piece stands on {start}."
    line = line_through(origin, target)
    if line < 0:
        return f"{end} is not on a straight line with {start}."
    count = position.line_count(origin, target)
    if count != distance(origin, target):
        squares = "square" if count == 1 else "squares"
        right = [
            square_name(other)
            for other in range(64)
            if line_through(origin, other) == line and distance(origin, other) == count
        ]
        where = f" ({' or '.join(right)})" if right else ", which leaves the board"
        stand = "piece stands" if count == 1 else "pieces stand"
        return (
            f"{_NUMBERS[count].capitalize()} {stand} on {line_name(origin, target)}, so "
            f"{start} moves {_NUMBERS[count]} {squares} along it{where}."
        )
    for square in squares_between(origin, target):
        if _stands_on(position, 1 - position.side, square):
            enemy = SIDES[1 - position.side].lower()
            return f"{start} is blocked: a {enemy} piece stands on {square_name(square)}."
    return f"{mover}'s own piece stands on {end}."


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
        return f"{SIDES[position.side]} has no legal move and passes."
    origin = move & 63
    target = move >> 6
    count = position.line_count(origin, target)
    stand = "piece stands" if count == 1 else "pieces stand"
    squares = "square" if count == 1 else "squares"
    taken = f"{SIDES[position.side]} takes {square_name(target)}: "
    going = f"{SIDES[position.side]} moves {square_name(origin)} to {square_name(target)}: "
    return (
        (taken if _stands_on(position, 1 - position.side, target) else going)
        + f"{_NUMBERS[count]} {stand} on {line_name(origin, target)}, "
        + f"so the move is {_NUMBERS[count]} {squares}."
    )


def status(position: LoaPosition, side: int) -> str:
    """Return the number of pieces and of groups of *side*, in words."""
    count = len(position.squares(side))
    groups = len(position.groups(side))
    pieces = "1 piece" if count == 1 else f"{count} pieces"
    return f"{pieces}, " + ("connected" if groups == 1 else f"{groups} groups")


def diagram(position: LoaPosition, flipped: bool = False) -> str:
    """Return the board as text, the eighth rank at the top; if *flipped*, turned by 180 degrees."""
    black = position.pieces(FIRST)
    white = position.pieces(SECOND)
    ranks = range(8) if flipped else range(7, -1, -1)
    files = range(7, -1, -1) if flipped else range(8)
    letters = "    " + " ".join(FILES[file] for file in files)
    edge = "  +" + "-" * 17 + "+"
    rows = []
    for rank in ranks:
        cells = " ".join(
            "b" if black >> 8 * rank + file & 1 else "w" if white >> 8 * rank + file & 1 else "."
            for file in files
        )
        rows.append(f"{rank + 1} | {cells} | {rank + 1}")
    return "\n".join([letters, edge, *rows, edge, letters])
