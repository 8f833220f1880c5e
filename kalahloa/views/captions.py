"""Captions for all views: whose turn it is, and who has won."""

from kalahloa.controllers.turn_controller import TurnController
from kalahloa.models.quotation import shorten


def captions(controller: TurnController) -> tuple[str, str]:
    """Return a title and a subtitle for the current position."""
    game = controller.game
    outcome = controller.outcome
    if outcome is not None:
        head, _, reason = outcome.reason.partition(": ")
        return head.rstrip("."), reason[:1].upper() + reason[1:]
    side = game.sides[controller.position.side]
    if controller.thinking:
        return f"{side} is thinking", controller.player_to_move.title
    if controller.waits_for_continue:
        return f"{side} to move", "Paused: press Space to let the computer continue"
    played = _played(controller)
    if sum(not player.is_computer for player in controller.players) == 1:
        return "Your turn", played or f"You play {side}"
    return f"{side} to move", played


def _played(controller: TurnController) -> str:
    """Return the last move, or at the start the record's comment on it."""
    node = controller.record.current
    if node.parent is None:
        return shorten(node.comment)
    again = ", and moves again" if node.side == node.to_move else ""
    return f"{controller.game.sides[node.side]} played {node.text}{again}"


def result_sentence(controller: TurnController) -> str:
    """Return title and subtitle in one line, for text and for screen readers."""
    title, subtitle = captions(controller)
    return f"{title}. {subtitle}".strip() if subtitle else f"{title}."
