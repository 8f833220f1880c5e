"""Why a move was a mistake, in sentences.

What can be said of any game is said here; what is of one game, such as captures, by the function
that the game provides (`Game.reasons`).  Terms of the evaluation are told only of a game that has
no such function.

In the sentences the side that made the mistake is `mover`, and the opponent is `other`: whoever
says them can put other words there than the names of the sides (see `called`).
"""

from collections.abc import Sequence

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.term import Term
from kalahloa.models.study.review.kinds import (
    ALLOWS_WIN,
    ALLOWS_WIN_AT_ONCE,
    ALLOWS_WIN_IN,
    MISSES_WIN,
    MISSES_WIN_AT_ONCE,
    MISSES_WIN_IN,
    WIN_TO_DRAW,
)
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.text.numbers import signed
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

MIN_CHANGE = 20
"""The least change of a term of the evaluation that is told, in hundredths of the game's unit."""
AT_ONCE = 1
"""A win in so many plies is one at once."""
MAX_TERMS = 2
"""How many terms are told at most."""


def why(game: Game, position: Position, ply: ReviewedPly) -> tuple[str, ...]:
    """Return sentences that say why *ply*, made in *position*, was worse than the best move.

    *position* is left as it was.  What the game's own function raises is not caught.
    """
    found: list[str] = [*_result(game, ply)]
    if game.reasons is not None:
        line = moves_of(position, ply.line)
        played = moves_of(position, (ply.text, *ply.refutation))
        found += game.reasons(position, played, line)
    elif not (ply.best_value.proven and ply.value.proven):
        found += _terms(position, ply)
    return tuple(found)


def called(reason: str, mover: str, other: str) -> str:
    """Return *reason* with other words for the side that made the mistake, and for the other one.

    At its beginning they have a capital letter.  A sentence of earlier versions, or of a game that
    knows no such words, stays as it is.
    """
    if not isinstance(reason, Sentence) or reason.fields is None:
        return reason
    words = {"mover": mover, "other": other}
    put = {
        name: word[:1].upper() + word[1:] if reason.template.startswith(f"{{{name}}}") else word
        for name, word in words.items()
        if name in reason.fields
    }
    return Sentence(reason.context, reason.template, {**reason.fields, **put}, reason.number)


def moves_of(position: Position, texts: Sequence[str]) -> list[int]:
    """Return the moves of *texts*, made one after the other from *position*."""
    walker = position.copy()
    moves = []
    for text in texts:
        moves.append(walker.read_move(text))
        walker.make(moves[-1])
    return moves


def _result(game: Game, ply: ReviewedPly) -> list[Sentence]:
    """Return what the move changed about who wins, and how soon."""
    best, value = ply.best_value, ply.value
    mover, other = game.sides[ply.side], game.sides[1 - ply.side]
    found = []
    if value.proven and value.number < 0 and not (best.proven and best.number < 0):
        if value.plies is None:
            found.append(ALLOWS_WIN.format(other=other))
        elif value.plies <= AT_ONCE + 1:
            found.append(ALLOWS_WIN_AT_ONCE.format(other=other))
        else:
            found.append(ALLOWS_WIN_IN.counted(value.plies // 2, other=other))
    if best.proven and best.number > 0 and not (value.proven and value.number > 0):
        if best.plies is None:
            found.append(MISSES_WIN.format(mover=mover))
        elif best.plies <= AT_ONCE:
            found.append(MISSES_WIN_AT_ONCE.format(mover=mover))
        else:
            found.append(MISSES_WIN_IN.counted((best.plies + 1) // 2, mover=mover))
    if value.proven and value.number == 0 and best.proven and best.number > 0:
        found.append(WIN_TO_DRAW)
    return found


def _terms(position: Position, ply: ReviewedPly) -> list[Sentence]:
    """Return which terms of the evaluation became worse for the side that moved.

    They are compared where the same side is to move again, after the answer; without one, or where
    the game is over then, nothing is told.
    """
    before = {term.name: term for term in position.evaluation_terms()}
    walker = position.copy()
    for text in (ply.text, *ply.refutation):
        walker.make(walker.read_move(text))
        if walker.side == ply.side or walker.is_over():
            break
    if walker.is_over() or walker.side != ply.side or walker.ply == position.ply + 1:
        return []
    changes = []
    for term in walker.evaluation_terms():
        old = before.get(term.name)
        if old is not None and old.value - term.value >= MIN_CHANGE:
            changes.append((old, term))
    changes.sort(key=lambda pair: pair[1].value - pair[0].value)
    return [_change(old, new) for old, new in changes[:MAX_TERMS]]


def _change(old: Term, new: Term) -> Sentence:
    return QT_TRANSLATE_NOOP(
        "Models", "The evaluation of {term} falls from {before} to {after}."
    ).format(term=new.name, before=signed(old.value / 100, 2), after=signed(new.value / 100, 2))
