"""Steps by moves, which are turns, along the record."""

from kalahloa.models.record.record import Node


def moves_away(node: Node, moves: int) -> Node:
    """Return the last ply of the same side's turn so many *moves* on (back if it is negative).

    Forward it follows the line that was visited last.  Ends at the root, or at the line's end.
    """
    for _ in range(2 * abs(moves) if node.parent is not None else 2 * abs(moves) - 1):
        node = _before_turn(node) if moves < 0 else _after_turn(node)
    return node


def _before_turn(node: Node) -> Node:
    """Return the node from which the turn that *node* is in began."""
    side = node.side
    while node.parent is not None and node.side == side:
        node = node.parent
    return node


def turn_end(node: Node) -> Node:
    """Return the last node of *node*'s turn on the line that was visited last."""
    following = _following(node)
    while following is not None and following.side == node.side:
        node = following
        following = _following(node)
    return node


def _after_turn(node: Node) -> Node:
    """Return the last node of the turn after *node*'s, or the last of its own if that is all."""
    node = turn_end(node)
    following = _following(node)
    return node if following is None else turn_end(following)


def _following(node: Node) -> Node | None:
    return node.followed or (node.children[0] if node.children else None)
