"""Where undo, redo and other walks lead: functions of a record's nodes and the players."""

from collections.abc import Callable, Sequence

from kalahloa.models.record.record import Node

Step = Callable[[Node, Sequence[bool]], Node | None]
"""`undo_target` or `redo_target`."""


def undo_target(node: Node, computers: Sequence[bool]) -> Node | None:
    """Return the node that undo leads to from *node*, or None if there is nothing to undo.

    *computers* tells for each side whether a computer plays it.  Where one side is a human's and
    the other a computer's, undo leads to before the human's last ply; otherwise one ply back.
    """
    if computers[0] == computers[1]:
        return node.parent
    ply: Node | None = node
    while ply is not None and ply.parent is not None:
        if not computers[ply.side]:
            return ply.parent
        ply = ply.parent
    return None


def redo_target(node: Node, computers: Sequence[bool]) -> Node | None:
    """Return the node that redo leads to from *node*, or None at the end of the line.

    That is one ply forward, or, where one side is a human's and the other a computer's, the next
    node at which the human is to move.
    """
    target = node.followed
    if target is not None and computers[0] != computers[1]:
        while target.followed is not None and computers[target.to_move]:
            target = target.followed
    return target


def end_of_line(node: Node) -> Node:
    """Return the last node of the line that was last followed from *node*; *node* at its end."""
    while node.followed is not None:
        node = node.followed
    return node


def variation_start(node: Node) -> Node | None:
    """Return the first node of the innermost variation with *node*; None in the main line."""
    start: Node | None = node
    while start is not None and start.parent is not None:
        if start.parent.children[0] is not start:
            return start
        start = start.parent
    return None


def repeated(step: Step, node: Node, computers: Sequence[bool], times: int) -> Node | None:
    """Return where *step* leads to when done *times* times, or as often as it can be.

    Returns None if it cannot be done even once.
    """
    target: Node | None = None
    for _ in range(times):
        following = step(target or node, computers)
        if following is None:
            break
        target = following
    return target
