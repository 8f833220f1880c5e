"""Ways through a recorded search tree, and whose point of view its numbers have.

A tree has all numbers from the point of view of the side to move at each node (negamax).  With MAX
and MIN they are all from the point of view of MAX, the side to move at the root: *max_side* is that
side, or None where the numbers stay as they are.
"""

from collections.abc import Callable, Sequence

from kalahloa.models.game.position import Position
from kalahloa.models.search.search_tree import TreeNode
from kalahloa.models.search.tree_words import bound_sign, short_value

_OPPOSITE = {"≥": "≤", "≤": "≥", "": ""}


# -- ways ------------------------------------------------------------------------------------------


def child_after(node: TreeNode, move: int) -> TreeNode | None:
    """Return the child of *node* that *move* leads to, the last one if it was searched again."""
    return next((child for child in reversed(node.children) if child.move == move), None)


def find_line(root: TreeNode, moves: Sequence[int]) -> list[TreeNode]:
    """Return the nodes from *root* along *moves*, as far as they were searched and recorded."""
    line = [root]
    for move in moves:
        child = child_after(line[-1], move)
        if child is None:
            break
        line.append(child)
    return line


def moves_to(node: TreeNode) -> tuple[int, ...]:
    """Return the moves from the root of the tree to *node*."""
    return tuple(above.move for above in node.path() if above.move is not None)


def texts_to(node: TreeNode) -> tuple[str, ...]:
    """Return the moves from the root of the tree to *node*, in notation."""
    return tuple(above.text for above in node.path()[1:])


def best_child(node: TreeNode) -> TreeNode | None:
    """Return the child that the value of *node* comes from, None if none was recorded.

    Of several of the same value it is the first, as in the search, but where a move was searched
    again, its last search counts.
    """
    children = node.children
    last = {child.move: child for child in children}
    for child in children:
        newest = last[child.move]
        if value_for(newest, node.side) == node.value:
            return newest
    return None


def best_line(node: TreeNode) -> list[TreeNode]:
    """Return *node* and the best play that follows, as far as it was recorded."""
    line = [node]
    while (child := best_child(line[-1])) is not None:
        line.append(child)
    return line


def left_out(node: TreeNode, position: Position) -> tuple[int, ...]:
    """Return the moves at *node*, which has *position*, that were cut off or are not recorded.

    Empty for leaves, and for nodes that the table has answered.
    """
    if not node.pruned and not node.unrecorded:
        return ()
    searched = {child.move for child in node.children}
    return tuple(move for move in position.legal_moves() if move not in searched)


# -- points of view --------------------------------------------------------------------------------


def _is_turned(node: TreeNode, max_side: int | None) -> bool:
    return max_side is not None and node.side != max_side


def value_for(node: TreeNode, max_side: int | None) -> float:
    """Return the value of *node* from the point of view of *max_side*."""
    return 0.0 - node.value if _is_turned(node, max_side) else node.value


def window_for(node: TreeNode, max_side: int | None) -> tuple[float, float]:
    """Return alpha and beta when *node* was entered, from the point of view of *max_side*."""
    if _is_turned(node, max_side):
        return 0.0 - node.beta, 0.0 - node.alpha
    return node.alpha, node.beta


def last_window_for(node: TreeNode, max_side: int | None) -> tuple[float, float]:
    """Return alpha and beta when *node* was left, from the point of view of *max_side*."""
    if _is_turned(node, max_side):
        return 0.0 - node.beta, 0.0 - node.last_alpha
    return node.last_alpha, node.beta


def bound_for(node: TreeNode, max_side: int | None) -> str:
    """Return ``≥`` or ``≤`` where `value_for` is only a bound, else nothing."""
    sign = bound_sign(node)
    return _OPPOSITE[sign] if _is_turned(node, max_side) else sign


def signed_value(
    node: TreeNode, max_side: int | None, words: Callable[[float], str] = short_value
) -> str:
    """Return the value of *node*, in *words*, with the sign of a bound: ``≤ +0.84``."""
    sign = bound_for(node, max_side)
    text = words(value_for(node, max_side))
    return f"{sign} {text}" if sign else text


def window_at(node: TreeNode, step: int, max_side: int | None) -> tuple[float, float]:
    """Return alpha and beta of *node*, which is being searched, after *step* of the search."""
    tree, alpha = node.tree, node.alpha
    newest: dict[int | None, float] = {}
    for child in node.children:
        if tree.left_at(child.index) <= step:
            newest[child.move] = value_for(child, node.side)
    alpha = max(alpha, *newest.values()) if newest else alpha
    if _is_turned(node, max_side):
        return 0.0 - node.beta, 0.0 - alpha
    return alpha, node.beta
