"""Sentences about a board of any game."""

from kalahloa.controllers.translation import fill, translate
from kalahloa.views.boards.board_state import BoardState
from kalahloa.views.boards.move_values import worth


def worth_of(state: BoardState | None, move: int | None) -> str:
    """Return what *move* is worth, in words; empty where that is not known."""
    value = None if state is None or move is None else state.values.get(move)
    return "" if value is None else worth(value)


def with_worth(sentence: str, state: BoardState | None, move: int) -> str:
    """Return *sentence*, followed by what *move* is worth where that is known."""
    value = worth_of(state, move)
    if not value:
        return sentence
    told = translate("BoardSentences", "{sentence} It is {worth}.")
    return fill(told, sentence=sentence, worth=value)


def over_sentence(reason: str) -> str:
    """Return why no move can be made any more; *reason* is that of the outcome."""
    return fill(translate("BoardSentences", "The game is over: {reason}"), reason=reason)


def not_your_turn_sentence(mover: str) -> str:
    """Return why no move can be made now: *mover* is to move."""
    told = translate("BoardSentences", "It is not your turn: {mover} is to move.")
    return fill(told, mover=mover)
