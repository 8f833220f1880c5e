"""Sentences about a board of any game."""

from collections.abc import Iterator, Sequence

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.models.record.annotation import Drawing, Ink, Shape
from kalahloa.models.text.quotation import shorten
from kalahloa.views.boards.board_state import BoardState
from kalahloa.views.boards.move_values import board_value_words


def move_value_words(state: BoardState | None, move: int | None) -> str:
    """Return what *move* is worth, in words; empty where that is not known."""
    value = None if state is None or move is None else state.values.get(move)
    return "" if value is None else board_value_words(value)


def with_move_value(sentence: str, state: BoardState | None, move: int) -> str:
    """Return *sentence* in words, followed by what *move* is worth where that is known."""
    value = move_value_words(state, move)
    if not value:
        return in_words(sentence)
    told = translate("BoardSentences", "{sentence} It is {worth}.")
    return fill(told, sentence=sentence, worth=value)


def over_sentence(reason: str) -> str:
    """Return why no move can be made any more; *reason* is that of the outcome."""
    return fill(translate("BoardSentences", "The game is over: {reason}"), reason=reason)


def not_your_turn_sentence(mover: str) -> str:
    """Return why no move can be made now: *mover* is to move."""
    told = translate("BoardSentences", "It is not your turn: {mover} is to move.")
    return fill(told, mover=mover)


def drawn_at(drawings: Sequence[Drawing], cell: str) -> Iterator[str]:
    """Yield what of *drawings* begins, ends or stands at the cell that is called *cell*."""
    if not cell:
        return
    for drawing in drawings:
        if drawing.cell == cell:
            yield fill(
                _drawing_words(drawing.shape),
                ink=_ink_words(drawing.ink),
                cell=shorten(drawing.to),
                text=shorten(drawing.text),
            )
        elif drawing.shape is Shape.ARROW and drawing.to == cell:
            yield fill(
                translate("BoardSentences", "{ink} arrow from {cell}"),
                ink=_ink_words(drawing.ink),
                cell=shorten(drawing.cell),
            )


def _drawing_words(shape: Shape) -> str:
    return {
        Shape.ARROW: translate("BoardSentences", "{ink} arrow to {cell}"),
        Shape.CELL: translate("BoardSentences", "coloured {ink}"),
        Shape.TRIANGLE: translate("BoardSentences", "{ink} triangle"),
        Shape.SQUARE: translate("BoardSentences", "{ink} square"),
        Shape.CIRCLE: translate("BoardSentences", "{ink} circle"),
        Shape.CROSS: translate("BoardSentences", "{ink} cross"),
        Shape.LABEL: translate("BoardSentences", "label {text}"),
    }[shape]


def _ink_words(ink: Ink) -> str:
    return {
        Ink.BLUE: translate("BoardSentences", "blue"),
        Ink.GREEN: translate("BoardSentences", "green"),
        Ink.RED: translate("BoardSentences", "red"),
        Ink.YELLOW: translate("BoardSentences", "yellow"),
    }[ink]
