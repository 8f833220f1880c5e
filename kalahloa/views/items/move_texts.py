"""The texts of the cells of a list of moves: shown, spoken by a screen reader, and as a tip."""

from PySide6.QtCore import Qt

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.models.game.outcome import Outcome
from kalahloa.models.record.annotation import Mark
from kalahloa.models.record.record import Node
from kalahloa.models.text.quotation import MAX_SENTENCE, shorten
from kalahloa.views.items.move_rows import CommentRow, MoveRow, turn_joint, turn_text
from kalahloa.views.look.plain_label import plain_tool_tip

_MAX_LOOKED_AT = 2 * MAX_SENTENCE
"""How much of a comment is looked at, in characters."""


def shown_text(row: MoveRow, side: int, marks: bool = True) -> str:
    """Return the text of the cell of *side* in *row*, which is built; -1 is that of the number."""
    if row.outcome is not None:
        return result_text(row.outcome) if side < 0 else ""
    if side < 0:
        return str(row.number)
    nodes = row.shared(side) + row.turn(side)
    return (
        turn_text(nodes, row.line.found)
        if marks
        else turn_joint(nodes).join(node.text for node in nodes)
    )


def spoken_text(row: MoveRow, side: int, sides: tuple[str, str]) -> str:
    """Return what a screen reader says of the cell; *sides* are the names of the two sides."""
    text = shorten(shown_text(row, side, marks=False), MAX_SENTENCE)
    if row.outcome is not None or not text:
        return text
    varied = row.line.parent is not None
    if side < 0:
        if row.is_head:
            return fill(translate("MoveTree", "Variation, {moves}"), moves=row.line.text())
        if varied:
            return fill(translate("MoveTree", "Variation, move {number}"), number=row.number)
        return fill(translate("MoveTree", "Move {number}"), number=row.number)
    sentence = (
        translate("MoveTree", "Variation, move {number}, {side}: {moves}")
        if varied
        else translate("MoveTree", "Move {number}, {side}: {moves}")
    )
    said = fill(sentence, number=row.number, side=shorten(sides[side]), moves=text)
    marks = [in_words(mark.title) for node in row.turn(side) for mark in node.notes.marks]
    marks += [found_mark_text(mark) for mark in _found(row, side)]
    if marks:
        said = f"{said}. {', '.join(marks)}"
    comment = _first_comment(row.turn(side))
    if not comment:
        return said
    return fill(translate("MoveTree", "{move}. Comment: {comment}"), move=said, comment=comment)


def tip_text(row: MoveRow, side: int) -> str:
    """Return what may be cut off in the cell, and the first line of the turn's comment."""
    if row.outcome is not None:
        return plain_tool_tip(result_text(row.outcome))
    if side < 0:
        return plain_tool_tip(row.line.text()) if row.is_head else ""
    turn = row.turn(side)
    comment = _first_comment(turn)
    can_be_cut = len(turn) > 1 or (turn and row.line.parent is not None)
    moves = turn_text(row.shared(side) + turn, row.line.found) if can_be_cut else ""
    found = ", ".join(found_mark_text(mark) for mark in _found(row, side))
    return plain_tool_tip("  ".join(part for part in (moves, found, comment) if part))


def shown_comment(row: CommentRow) -> str:
    """Return the comment of *row* on one line, shortened; white space is a single space."""
    return shorten(" ".join(row.node.comment[:_MAX_LOOKED_AT].split()))


def comment_text(row: CommentRow, role: int, sides: tuple[str, str]) -> str:
    """Return the comment of *row* for display, for a screen reader, or as a tool tip.

    *sides* are the names of the two sides.
    """
    node, text = row.node, shown_comment(row)
    if role == Qt.ItemDataRole.DisplayRole:
        return text
    if role == Qt.ItemDataRole.ToolTipRole:
        return plain_tool_tip(text)
    if row.subject is None:
        return fill(translate("MoveTree", "Comment on the game: {comment}"), comment=text)
    return fill(
        translate("MoveTree", "Comment on move {number}, {side}, {move}: {comment}"),
        number=row.subject.number,
        side=shorten(sides[node.side]),
        move=node.text,
        comment=text,
    )


def _found(row: MoveRow, side: int) -> list[Mark]:
    """Return the marks of a review in the turn of *side*, of plies that the user has not marked."""
    found = row.line.found
    return [
        found[node.number]
        for node in (row.turn(side) if found else ())
        if node.number in found and not node.notes.marks
    ]


def found_mark_text(mark: Mark) -> str:
    """Return in words that a review has found what *mark* says."""
    return fill(translate("MoveTree", "{mark}, found by the review"), mark=in_words(mark.title))


def result_text(outcome: Outcome) -> str:
    """Return the result of a game and how it came about, in one line."""
    return f"{outcome.points}  {shorten(in_words(outcome.reason))}"


def _first_comment(nodes: list[Node]) -> str:
    """Return the first line of the first comment in *nodes*, shortened; empty if there is none."""
    for node in nodes:
        lines = node.comment.strip().splitlines()
        if lines:
            return shorten(lines[0])
    return ""
