"""A chapter of a study page: the text of one game, and the picture of the board at every node."""

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from kalahloa.models.drawing.board_look import BoardLook
from kalahloa.models.game.position import Position
from kalahloa.models.game.transition import Action, way_of
from kalahloa.models.record.annotation import Drawing, Notes, Shape
from kalahloa.models.record.ending import stated_outcome
from kalahloa.models.record.json_record import RecordSnapshot
from kalahloa.models.record.node import Node
from kalahloa.models.study.game_facts import game_facts
from kalahloa.models.study.pages.frames import BoardFrames, TextRows, frame_change
from kalahloa.models.study.printed_lines import (
    QUESTION_SIGN,
    PrintedMove,
    comment_paragraphs,
    has_sign,
    is_within_turn,
    numbered_text,
    printed_moves,
)
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import ReadingStopped

Words = Callable[[str], str]
MAX_DEPTH = 6
"""Variations within variations are indented by this many steps at most."""
_POLL = 50
_DRAWING = QT_TRANSLATE_NOOP("Models", "Drawn: {drawings}.")
_DRAWN = {
    Shape.ARROW: QT_TRANSLATE_NOOP("Models", "arrow from {cell} to {to}"),
    Shape.CELL: QT_TRANSLATE_NOOP("Models", "{cell} coloured"),
    Shape.TRIANGLE: QT_TRANSLATE_NOOP("Models", "triangle on {cell}"),
    Shape.SQUARE: QT_TRANSLATE_NOOP("Models", "square on {cell}"),
    Shape.CIRCLE: QT_TRANSLATE_NOOP("Models", "circle on {cell}"),
    Shape.CROSS: QT_TRANSLATE_NOOP("Models", "cross on {cell}"),
    Shape.LABEL: QT_TRANSLATE_NOOP("Models", "label {text} on {cell}"),
}


class StudyChapter:
    """What stands in one chapter, in HTML and in JSON-compatible values.

    `text` is the HTML of the moves and comments; each move has the index of its node, in the order
    of the text, 0 for the start.  `nodes` has for each index the parent's index, a sentence on the
    move, and how picture and text of the board differ from the parent's (see `frame_change`).
    `questions` has the nodes at which the reader finds the next move, each with the cells to click,
    as x, y, width and height.
    """

    def __init__(
        self,
        record: RecordSnapshot,
        look: BoardLook,
        words: Words,
        stopped: Callable[[], bool],
    ) -> None:
        """Raises `ReadingStopped` soon after *stopped* returns True."""
        self._record = record
        self._look = look
        self._words = words
        self._stopped = stopped
        self.facts = tuple(game_facts(record, words))
        self.board = BoardFrames(record.game, record.rules, look)
        self.rows = TextRows()
        self.nodes: list[list[Any]] = []
        self.questions: dict[int, list[list[float]]] = {}
        self.text: list[str] = []
        self.first_frame: list[int] = []
        self._notes = dict(zip(record.nodes, record.notes, strict=True))
        self._children: dict[Node, list[Node]] = {node: [] for node in record.nodes}
        for node, parent in zip(record.nodes, record.parents, strict=True):
            if parent is not None:
                self._children[parent].append(node)
        self._paragraph: list[str] = []
        self._write()

    def _write(self) -> None:
        record = self._record
        root = record.nodes[0]
        walk = _Walk(record.game.read(record.start, record.rules), root)
        indices = {root: 0}
        frames = {root: self._add_node(walk, root, -1, 0, ([], []))}
        self.first_frame = frames[root][0]
        self._add_comments(root, 0, 0)
        last: Node | None = None
        for move in printed_moves(root, self._children):
            node, parent = move.node, move.node.parent
            assert parent is not None
            if len(indices) % _POLL == 0 and self._stopped():
                raise ReadingStopped
            index = indices[node] = len(indices)
            walk.go_to(parent)
            self._add_question(walk.position, parent, node, indices[parent])
            frames[node] = self._add_node(walk, node, indices[parent], move.number, frames[parent])
            if self._children[parent][-1] is node:
                # The last that needs it: a record may have 100,000 nodes.
                del frames[parent]
            self._add_move(move, index, last is parent and bool(self._paragraph))
            last = node
            self._add_comments(node, index, move.depth)
            if move.ends:
                self._end_paragraph(move.depth)
                last = None
        self._add_end(indices)

    # -- positions -----------------------------------------------------------------------------

    def _add_node(
        self,
        walk: "_Walk",
        node: Node,
        parent: int,
        number: int,
        before: tuple[list[int], list[int]],
    ) -> tuple[list[int], list[int]]:
        """Add the entry of *node*, and return its picture and its text."""
        position, last, marked = walk.position, None, -1
        effects: Sequence[str] = ()
        if node.move is not None:
            old = position.copy()
            if self._record.game.effects is not None:
                effects = self._record.game.effects(old, node.move)
            marked = (move_cells(old, node.move) or (-1,))[-1]
            last = (old, node.move)
            walk.go_to(node)
        notes = self._notes[node]
        picture = self.board.frame(position, last, notes, marked)
        rows = self.rows.frame(self._rows(position, notes))
        self.nodes.append(
            [
                parent,
                self._sentence(node, number, notes, effects),
                frame_change(before[0], picture),
                frame_change(before[1], rows),
            ]
        )
        return picture, rows

    def _rows(self, position: Position, notes: Notes) -> list[str]:
        """Return the board as text, an empty row, and sentences on it."""
        rows = position.diagram(self._look.flipped).rstrip("\n").split("\n")
        said = [
            f"{self._said(side)}: {self._said(position.status(number))}."
            for number, side in enumerate(self._record.game.sides)
        ]
        drawn = ", ".join(self._drawn(drawing) for drawing in notes.drawings)
        if drawn:
            said.append(self._words(_DRAWING.format(drawings=drawn)))
        return [*rows, "", *said]

    def _drawn(self, drawing: Drawing) -> str:
        cell, to, text = (shorten(name) for name in (drawing.cell, drawing.to, drawing.text))
        return self._words(_DRAWN[drawing.shape].format(cell=cell, to=to, text=text))

    def _sentence(self, node: Node, number: int, notes: Notes, effects: Sequence[str]) -> str:
        game = self._record.game
        if node.parent is None:
            move = self._words(QT_TRANSLATE_NOOP("Models", "The start."))
        else:
            said = [node.text, *effects, *(mark.title for mark in notes.marks)]
            move = self._words(
                QT_TRANSLATE_NOOP("Models", "{number}. {side}: {move}.").format(
                    number=number,
                    side=game.sides[node.side],
                    move=", ".join(map(self._said, said)),
                )
            )
        if node.outcome is not None:
            return f"{move} {self._said(node.outcome.reason)}"
        to_move = QT_TRANSLATE_NOOP("Models", "{side} to move.")
        return f"{move} {self._words(to_move.format(side=quote(game.sides[node.to_move])))}"

    def _said(self, text: str) -> str:
        return shorten(self._words(text))

    def _add_question(self, position: Position, parent: Node, node: Node, index: int) -> None:
        """Ask at *parent* for *node*'s move, if the comment does so."""
        first = self._children[parent][0] is node
        if not first or not has_sign(self._notes[parent].comment, QUESTION_SIGN):
            return
        assert node.move is not None
        places = self.board.cells
        cells = [places[cell] for cell in move_cells(position, node.move) if cell in places]
        self.questions[index] = [[round(side, 1) for side in cell.rect] for cell in cells]

    # -- text ----------------------------------------------------------------------------------

    def _add_move(self, move: PrintedMove, index: int, goes_on: bool) -> None:
        node = move.node
        if goes_on and is_within_turn(node):
            self._paragraph.append("-")
            text = node.text
        else:
            self._paragraph.append(" " if self._paragraph else "")
            text = numbered_text(node, move.number, goes_on)
        if not self._paragraph[0]:
            kind = "moves" if move.depth else "moves main"
            self._paragraph[0] = f'<p class="{kind}" data-node="{index}"{_indent(move.depth)}>'
        text = html_text(f"{text} {self._notes[node].symbols}".rstrip())
        self._paragraph.append(f'<button type="button" data-node="{index}">{text}</button>')

    def _end_paragraph(self, depth: int) -> None:
        if self._paragraph:
            self.text += [*self._paragraph, "</p>\n"]
        self._paragraph = []

    def _add_comments(self, node: Node, index: int, depth: int) -> None:
        for paragraph in comment_paragraphs(self._notes[node].comment):
            self._end_paragraph(depth)
            words = html_text(paragraph).replace("\n", "<br>\n")
            self.text.append(
                f'<p class="comment" dir="auto" data-node="{index}"{_indent(depth)}>{words}</p>\n'
            )

    def _add_end(self, indices: dict[Node, int]) -> None:
        end = self._record.nodes[0]
        while self._children[end]:
            end = self._children[end][0]
        record = self._record
        outcome = end.outcome or stated_outcome(record.details, record.game.sides)
        if outcome is not None:
            words = html_text(self._said(outcome.reason))
            self.text.append(f'<p class="ending" data-node="{indices[end]}">{words}</p>\n')


class _Walk:
    """The position of a record, brought from node to node; nodes near each other are near."""

    def __init__(self, position: Position, root: Node) -> None:
        self.position = position
        self._at = root

    def go_to(self, node: Node) -> None:
        """Go to *node*."""
        ahead: list[Node] = []
        there = node
        # Both go up until they meet.
        while there is not self._at:
            if there.ply >= self._at.ply:
                assert there.parent is not None
                ahead.append(there)
                there = there.parent
            else:
                assert self._at.parent is not None
                self.position.unmake()
                self._at = self._at.parent
        for step in reversed(ahead):
            assert step.move is not None
            self.position.make(step.move)
        self._at = node


def move_cells(position: Position, move: int) -> tuple[int, ...]:
    """Return the cells that one clicks to make *move*, which is legal: one, or from and to."""
    steps = position.transition(move)
    cells = way_of(steps)
    return cells if any(step.action is Action.MOVE for step in steps) else cells[:1]


def html_text(text: str) -> str:
    """Return *text* as HTML writes it, also within quotation marks."""
    return escape(text)


def _indent(depth: int) -> str:
    return f' style="margin-left:{min(depth, MAX_DEPTH) * 1.2:g}em"' if depth else ""
