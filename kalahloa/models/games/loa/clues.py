"""Where to look for a move of Lines of Action, and what a move brings."""

from kalahloa.models.game.clue import Clue
from kalahloa.models.games.loa.notation import PASS, SIDES
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.squares import square_name
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

MIN_MOBILITY = 3
"""The least number of moves that a side must lose for that to be told."""


def clue(position: Loa, move: int) -> Clue:
    """Return the piece that *move* moves; see `Game.clue`."""
    if move == PASS:
        return Clue(QT_TRANSLATE_NOOP("Models", "No piece can move."))
    square = move & 63
    sentence = QT_TRANSLATE_NOOP("Models", "Look at the piece on {square}.")
    return Clue(sentence.format(square=square_name(square)), (square,))


def why_good(position: Loa, line: list[int]) -> list[Sentence]:
    """Return what the first move of *line* does to both sides' groups; see `Game.why_good`."""
    mover, other = position.side, 1 - position.side
    after = position.copy(stack=False)
    after.make(line[0])
    found = []
    if line[0] != PASS and position.pieces(other) >> (line[0] >> 6) & 1:
        taken = QT_TRANSLATE_NOOP("Models", "It captures the piece on {square}.")
        found.append(taken.format(square=square_name(line[0] >> 6)))
    for side in (mover, other):
        before, now = len(position.groups(side)), len(after.groups(side))
        if now == 1 and before > 1:
            sentence = QT_TRANSLATE_NOOP("Models", "It connects all pieces of {side}.")
            found.append(sentence.format(side=SIDES[side]))
        elif (now < before) if side == mover else (now > before):
            sentence = QT_TRANSLATE_NOOP(
                "Models", "The pieces of {side} form {now} groups instead of {before}."
            )
            found.append(sentence.format(side=SIDES[side], now=now, before=before))
    if after.is_over():
        return found
    lost = len(position.piece_moves(other)) - len(after.piece_moves(other))
    if lost >= MIN_MOBILITY:
        sentence = QT_TRANSLATE_NOOP("Models", "{side} has %n fewer move(s).")
        found.append(sentence.counted(lost, side=SIDES[other]))
    return found


def other_to_move(position: Loa) -> Loa:
    """Return the same board with the other side to move; see `Game.other_to_move`."""
    return Loa(position.pieces(0), position.pieces(1), 1 - position.side, position.rules)
