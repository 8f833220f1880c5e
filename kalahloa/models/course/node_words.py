"""A node of a small tree in words, and a whole tree as lines of text."""

from collections.abc import Iterator, Mapping, Set
from math import isinf

from kalahloa.models.course.figure import figure_value
from kalahloa.models.course.question import role
from kalahloa.models.course.small_tree import SmallNode, SmallTree
from kalahloa.models.search.search_tree import NodeKind
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

UNKNOWN = "?"
CUT = "✂"


def shown_value(tree: SmallTree, node: SmallNode, hidden: Set[int] = frozenset()) -> str:
    """Return the value of *node* in few characters, with ≤ or ≥ where it is only a bound."""
    if node.index in hidden:
        return UNKNOWN
    text = figure_value(tree.shown(node), node.kind is NodeKind.FINISHED)
    sign = ""
    if node.kind in (NodeKind.INNER, NodeKind.TABLE):
        least, most = node.value >= node.beta, node.value <= node.alpha
        if not tree.negated and not tree.maximises(node):
            least, most = most, least
        sign = "≥" if least else "≤" if most else ""
    return sign + text


def node_words(
    tree: SmallTree, node: SmallNode, sides: tuple[str, str], hidden: Set[int] = frozenset()
) -> list[str]:
    """Return sentences on *node*: where it is, its value, and what was cut off there."""
    side = sides[node.side]
    where = (
        QT_TRANSLATE_NOOP("Models", "{node}: {side} is to move.")
        if tree.negated
        else QT_TRANSLATE_NOOP("Models", "{node}: {side} is to move, {role}.")
    )
    if node.is_leaf:
        where = QT_TRANSLATE_NOOP("Models", "{node}, a leaf with {side} to move.")
        if node.kind is NodeKind.FINISHED:
            where = QT_TRANSLATE_NOOP("Models", "{node}: the game is over.")
        elif node.kind is NodeKind.TABLE and not hidden:
            where = QT_TRANSLATE_NOOP("Models", "{node}: the table knows this position.")
    sentences: list[str] = []
    if node.parent >= 0:
        after = QT_TRANSLATE_NOOP("Models", "After {line}.")
        sentences.append(after.format(line=tree.line(node.index)))
    sentences.append(where.format(node=node.name, side=side, role=role(tree, node)))
    if node.index not in hidden:
        value = QT_TRANSLATE_NOOP("Models", "Value {value}.")
        sentences.append(value.format(value=shown_value(tree, node)))
        if not (isinf(node.alpha) and isinf(node.beta)):
            window = QT_TRANSLATE_NOOP("Models", "Window from {alpha} to {beta}.")
            low, high = node.alpha, node.beta
            if not tree.negated and not tree.maximises(node):
                low, high = 0.0 - high, 0.0 - low
            sentences.append(window.format(alpha=figure_value(low), beta=figure_value(high)))
        if node.pruned:
            sentences.append(_cut(tree, node))
    return sentences


def _cut(tree: SmallTree, node: SmallNode) -> str:
    cause = tree[node.children[-1]]
    beta = tree.shown(node, node.beta)
    if tree.negated:
        text = QT_TRANSLATE_NOOP(
            "Models",
            "%n move(s) (is|are) cut off: after {move} the value reaches beta, {beta}.",
        )
    elif tree.maximises(node):
        text = QT_TRANSLATE_NOOP(
            "Models",
            "%n move(s) (is|are) cut off: {move} is worth {value} here, and MIN can hold MAX to "
            "{beta} elsewhere.",
        )
    else:
        text = QT_TRANSLATE_NOOP(
            "Models",
            "%n move(s) (is|are) cut off: {move} holds MAX to {value} here, and MAX is sure of "
            "{beta} elsewhere.",
        )
    return text.counted(
        node.pruned,
        move=cause.text,
        value=figure_value(tree.shown(node)),
        beta=figure_value(beta),
    )


def tree_lines(
    tree: SmallTree, hidden: Set[int] = frozenset(), typed: Mapping[int, str] | None = None
) -> Iterator[str]:
    """Yield the nodes of *tree* as lines, each indented by its distance from the root."""
    for node in tree:
        move = f"{node.text} → " if node.text else ""
        kind = "" if tree.negated else f"  {role(tree, node)}"
        value = (typed or {}).get(node.index) or shown_value(tree, node, hidden)
        yield f"{'   ' * node.ply}{move}{node.name}{'' if node.is_leaf else kind}  {value}"
        if node.pruned and node.index not in hidden:
            yield f"{'   ' * (node.ply + 1)}{CUT} {node.pruned}"
