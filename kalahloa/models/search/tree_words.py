"""A recorded search tree in words: the values, the windows, and why moves were cut off."""

from math import isinf

from kalahloa.models.search.search_tree import NodeKind, TreeNode
from kalahloa.models.search.values import describe_value
from kalahloa.models.sentence import QT_TRANSLATE_NOOP, Sentence

NO_LIMIT = "∞"


def value_text(value: float) -> str:
    """Return a value or a limit of a window in few characters: ``+0.84``, ``wins in 3``, ``∞``."""
    if isinf(value):
        return NO_LIMIT if value > 0 else f"-{NO_LIMIT}"
    return describe_value(value, proven=False)


def bound_sign(node: TreeNode) -> str:
    """Return ``≥`` or ``≤`` where the value of *node* is only a bound, else nothing."""
    if node.kind in (NodeKind.ESTIMATED, NodeKind.FINISHED):
        return ""
    if node.value >= node.beta:
        return "≥"
    return "≤" if node.value <= node.alpha else ""


def cut_sentence(node: TreeNode, sides: tuple[str, str]) -> Sentence | str:
    """Return why moves of *node* were cut off; empty if none were.

    *sides* are the names of the game's sides.
    """
    if not node.cut_off or not node.pruned:
        return ""
    mover, other = sides[node.side], sides[1 - node.side]
    text = QT_TRANSLATE_NOOP(
        "Models",
        "Cut off: {other} already has {sure} elsewhere, here {mover} can hold it to {value}.",
    )
    # From the point of view of the side that would have to go here.
    return text.format(
        other=other,
        mover=mover,
        sure=value_text(0.0 - node.beta),
        value=value_text(0.0 - node.value),
    )
