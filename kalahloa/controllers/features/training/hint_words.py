"""Hints for the move that an exercise asks for."""

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position

with lazy_imports():
    from kalahloa.models.study.puzzles import rule_of_thumb

SHOWN_TOGETHER = 3
"""How many moves a hint names, one of which is right."""


def no_more_hints() -> str:
    """Return that there are no more hints."""
    return translate("Training", "There are no more hints; you can show the answer.")


def exercise_hint(game: Game, position: Position, move: int, nth: int) -> str:
    """Return the *nth* hint (from 0) for *move*, the right one in *position*; empty after the last.

    One says what kind of move it is, where several moves are of that kind and some are not; the
    last one names some of the moves that this leaves.  So no hint gives the move away.
    """
    moves = position.legal_moves()
    kind = rule_of_thumb.move_kind(position, move)
    same = [one for one in moves if rule_of_thumb.move_kind(position, one) is kind]
    hints = []
    if 1 < len(same) < len(moves):
        hints.append(_kind_sentence(game, position, kind))
        moves = same
    if len(moves) > SHOWN_TOGETHER:
        at = moves.index(move)
        step = len(moves) // SHOWN_TOGETHER
        named = sorted(moves[(at + step * number) % len(moves)] for number in range(SHOWN_TOGETHER))
        texts = ", ".join(position.format_move(one) for one in named)
        hints.append(fill(translate("Training", "Hint: it is one of these: {moves}."), moves=texts))
    return hints[nth] if nth < len(hints) else ""


def _kind_sentence(game: Game, position: Position, kind: "rule_of_thumb.MoveKind") -> str:
    if kind is rule_of_thumb.MoveKind.AGAIN:
        sentence = translate("Training", "Hint: after the right move {side} moves again.")
        return fill(sentence, side=game.sides[position.side])
    if kind is rule_of_thumb.MoveKind.TAKES:
        return translate("Training", "Hint: the right move captures.")
    return translate("Training", "Hint: the right move captures nothing.")
