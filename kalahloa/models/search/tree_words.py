"""A recorded search tree in words: the values, the windows, and why moves were cut off."""

from math import inf, isinf, nextafter

from kalahloa.models.search.lecture.scale import score_of_value
from kalahloa.models.search.score import Score, ScoreKind
from kalahloa.models.search.search_tree import NodeKind, TreeNode
from kalahloa.models.text.numbers import INFINITY, MINUS, signed
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence


def value_text(value: float) -> str:
    """Return a value or a limit of a window in few characters: ``+0.84``, ``wins in 3``, ``∞``."""
    if isinf(value):
        return INFINITY if value > 0 else f"{MINUS}{INFINITY}"
    return _score(value).text


def short_value(value: float) -> Sentence | str:
    """Return *value* in the fewest characters: ``+0.84``, ``+8`` stones, ``+1 in 3``, ``−∞``."""
    if isinf(value):
        return signed(value)
    score = _score(value)
    if not score.decided:
        return score.text
    text = signed(score.number)
    if abs(score.number) > 1 or score.plies is None:
        return text
    return QT_TRANSLATE_NOOP("Models", "{value} in {plies}").format(value=text, plies=score.plies)


def value_words(value: float) -> Sentence | str:
    """Return *value* as an object of a sentence: ``+0.84``, ``a win in 3``, ``−∞``."""
    if isinf(value):
        return INFINITY if value > 0 else f"{MINUS}{INFINITY}"
    score = _score(value)
    if not score.decided:
        return score.text
    if abs(score.number) == 1 and score.plies is not None:
        win, loss = (
            QT_TRANSLATE_NOOP("Models", "a win in {number}"),
            QT_TRANSLATE_NOOP("Models", "a loss in {number}"),
        )
        return (win if value > 0 else loss).format(number=score.plies)
    win, loss = (
        QT_TRANSLATE_NOOP("Models", "a win by {number}"),
        QT_TRANSLATE_NOOP("Models", "a loss by {number}"),
    )
    return (win if value > 0 else loss).format(number=abs(round(score.number)))


def _score(value: float) -> Score:
    return score_of_value(value, False, 0, ScoreKind.MARGIN)


def bound_sign(node: TreeNode) -> str:
    """Return ``≥`` or ``≤`` where the value of *node* is only a bound, else nothing."""
    if node.kind in (NodeKind.ESTIMATED, NodeKind.FINISHED):
        return ""
    if node.value >= node.beta:
        return "≥"
    return "≤" if node.value <= node.alpha else ""


def cut_sentence(node: TreeNode, sides: tuple[str, str], max_side: int | None) -> Sentence | str:
    """Return why moves of *node* were cut off; empty if none were.

    *sides* are the names of the game's sides.  The values are for *max_side*, or, where that is
    None, for the side to move.
    """
    if not node.cut_off or not node.pruned:
        return ""
    is_turned = max_side is not None and max_side != node.side
    if _is_edge(node):
        text = (
            QT_TRANSLATE_NOOP(
                "Models",
                "Cut off: the search only asked whether {mover} can hold {other} to {sure} here, "
                "and {mover} can, to {value}.",
            )
            if is_turned
            else QT_TRANSLATE_NOOP(
                "Models",
                "Cut off: the search only asked whether {mover} gets {sure} or more here, "
                "and {mover} gets {value}.",
            )
        )
    else:
        text = (
            QT_TRANSLATE_NOOP(
                "Models",
                "Cut off: elsewhere {other} already has {sure}, here {mover} can hold {other} to "
                "{value}.",
            )
            if is_turned
            else QT_TRANSLATE_NOOP(
                "Models",
                "Cut off: elsewhere {other} can hold {mover} to {sure}, here {mover} gets {value}.",
            )
        )
    sign = -1.0 if is_turned else 1.0
    return text.format(
        other=sides[1 - node.side],
        mover=sides[node.side],
        sure=value_words(0.0 + sign * node.beta),
        value=value_words(0.0 + sign * node.value),
    )


def _is_edge(node: TreeNode) -> bool:
    """Return whether beta of *node* is no side's value: a search has set it, to ask a question."""
    root = node.tree.root
    edge = root.beta if node.side == root.side else -root.alpha
    return node.beta == edge or node.beta <= nextafter(node.alpha, inf)
