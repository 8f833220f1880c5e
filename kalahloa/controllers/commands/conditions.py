"""When commands are possible, and why they are not, where several tables of commands ask this."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, translate
from kalahloa.controllers.core.place import Place

GAME_OVER = QT_TRANSLATE_NOOP("Commands", "The game is over.")
NO_MOVE_PLAYED = QT_TRANSLATE_NOOP("Commands", "No moves yet.")


def has_past(place: Place) -> bool:
    """Return whether a move has led to *place*."""
    return place.node.parent is not None


def has_future(place: Place) -> bool:
    """Return whether the line goes on after *place*."""
    return place.ahead is not None


def is_going_on(place: Place) -> bool:
    """Return whether the game is not over at *place*."""
    return place.outcome is None


def has_moves(place: Place) -> bool:
    """Return whether any move has been played in the game."""
    return bool(place.root.children)


def why_no_move(place: Place) -> str:
    """Return why a human cannot move at *place*, as a sentence."""
    if place.ending is not None:
        return translate("Commands", GAME_OVER)
    if place.is_taken_back:
        return translate("Commands", "The program is about to undo your last move.")
    sentence = translate("Commands", "The computer plays {side}; pause to move yourself.")
    return fill(sentence, side=place.side_name)
