"""Where and how the game of a record has ended."""

from kalahloa.models.game.outcome import Outcome
from kalahloa.models.record.ending import RESULT, told_outcome
from kalahloa.models.record.node import Node
from kalahloa.models.record.record import Record


def ending_at(record: Record, node: Node) -> Outcome | None:
    """Return how the game of *record* has ended at *node*, None if it has not.

    That is the outcome by the rules, or at the end of the main line what the details tell.
    """
    if node.outcome is not None or node.children or RESULT not in record.details:
        return node.outcome
    is_main = node is record.main_end
    return told_outcome(record.details, record.game.sides) if is_main else None
