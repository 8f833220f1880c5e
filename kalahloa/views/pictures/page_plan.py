"""What stands on a printed page: a game's facts, moves with variations, comments and diagrams."""

from collections.abc import Iterator, Sequence

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.models.record.ending import stated_outcome
from kalahloa.models.record.json_record import RecordSnapshot
from kalahloa.models.record.record import Node
from kalahloa.models.study.game_facts import game_facts, game_title
from kalahloa.models.study.printed_lines import (
    DIAGRAM_SIGN,
    QUESTION_SIGN,
    comment_paragraphs,
    has_sign,
    is_within_turn,
    numbered_text,
    printed_moves,
)
from kalahloa.models.study.turn_numbers import number_of
from kalahloa.models.text.quotation import shorten
from kalahloa.views.pictures.board_picture import Scene
from kalahloa.views.pictures.job import ExportStopped, Stopped
from kalahloa.views.pictures.lines import LinePositions, move_title
from kalahloa.views.pictures.options import PageOptions
from kalahloa.views.pictures.page_pieces import Diagram, Paragraph, ParagraphKind, Piece, TextRun

MAX_DIAGRAMS = 400
"""Further diagrams are left out, which the page says."""
MAX_DEPTH = 6
"""Variations within variations are indented by this many steps at most."""
MAX_MOVES = 80
"""How many moves a paragraph has at most; longer ones are hard to read, and slow to lay out."""
_POLL = 200


class PagePlan:
    """Everything that stands on the page of one record, in order; for any thread."""

    def __init__(self, record: RecordSnapshot, options: PageOptions, stopped: Stopped) -> None:
        self.pieces: list[Piece] = []
        self._record = record
        self._options = options
        self._stopped = stopped
        self._positions = LinePositions(record.game, record.rules, record.start)
        self._notes = dict(zip(record.nodes, record.notes, strict=True))
        self._children: dict[Node, list[Node]] = {node: [] for node in record.nodes}
        for node, parent in zip(record.nodes, record.parents, strict=True):
            if parent is not None:
                self._children[parent].append(node)
        self._runs: list[TextRun] = []
        self._depth = 0
        self._last: Node | None = None
        self._drawn: set[Node] = set()
        self._left_out = 0
        self.title = game_title(record, in_words)
        self._add_head()
        self._add_moves()
        self._add_end()

    @property
    def diagrams(self) -> list[Diagram]:
        """The diagrams, in order."""
        return [piece for piece in self.pieces if isinstance(piece, Diagram)]

    # -- head and end --------------------------------------------------------------------------

    def _add_head(self) -> None:
        record = self._record
        self.pieces.append(Paragraph(ParagraphKind.TITLE, 0, (TextRun(self.title, True),)))
        for name, value in game_facts(record, in_words):
            colon = fill(translate("Pictures", "{name}:"), name=name)
            self.pieces.append(
                Paragraph(ParagraphKind.FACT, 0, (TextRun(colon, True), TextRun(f" {value}")))
            )
        root = record.nodes[0]
        usual = record.game.start(record.rules).position_string()
        if self._options.at_ends and record.start != usual:
            self._add_diagram(root)
        self._add_notes(root)

    def _add_end(self) -> None:
        node = end = self._record.nodes[0]
        while self._children[node]:
            node = end = self._children[node][0]
        if self._options.at_ends and end.parent is not None:
            self._add_diagram(end)
        outcome = end.outcome or stated_outcome(self._record.details, self._record.game.sides)
        if outcome is not None:
            self._say(ParagraphKind.NOTE, in_words(outcome.reason))
        if self._left_out:
            count = self._left_out
            left_out = translate("Pictures", "%n more diagram(s) left out.", "", count)
            self._say(ParagraphKind.NOTE, left_out)

    # -- moves ---------------------------------------------------------------------------------

    def _add_moves(self) -> None:
        for done, (node, depth, number, ends) in enumerate(
            printed_moves(self._record.nodes[0], self._children)
        ):
            if done % _POLL == 0 and self._stopped():
                raise ExportStopped
            if depth != self._depth:
                self._end_paragraph()
                self._depth = depth
            self._add_move(node, number)
            self._add_notes(node)
            if ends:
                self._end_paragraph()
        self._end_paragraph()

    def _add_move(self, node: Node, number: int) -> None:
        goes_on = self._last is node.parent and bool(self._runs)
        if goes_on and is_within_turn(node):
            # The next sowing of a turn.
            last = self._runs.pop()
            text = f"{last.text}-{node.text}"
        else:
            text = numbered_text(node, number, goes_on)
        if len(self._runs) >= MAX_MOVES:
            self._end_paragraph()
        notes = self._notes[node]
        self._runs.append(TextRun(shorten(f"{text} {notes.symbols}".rstrip()), self._depth == 0))
        self._last = node

    def _end_paragraph(self) -> None:
        if self._runs:
            depth = min(self._depth, MAX_DEPTH)
            self.pieces.append(Paragraph(ParagraphKind.MOVES, depth, tuple(_spaced(self._runs))))
        self._runs = []
        self._last = None

    # -- comments and diagrams -----------------------------------------------------------------

    def _add_notes(self, node: Node) -> None:
        notes = self._notes[node]
        asks = any(has_sign(notes.comment, sign) for sign in (DIAGRAM_SIGN, QUESTION_SIGN))
        marked = self._options.at_marks and bool(notes.marks)
        if asks or notes.drawings or marked:
            self._end_paragraph()
            self._add_diagram(node)
        for paragraph in comment_paragraphs(notes.comment):
            self._end_paragraph()
            self._say(ParagraphKind.COMMENT, paragraph)

    def _say(self, kind: ParagraphKind, text: str) -> None:
        self.pieces.append(Paragraph(kind, min(self._depth, MAX_DEPTH), (TextRun(text),)))

    def _add_diagram(self, node: Node) -> None:
        if node in self._drawn:
            return
        self._drawn.add(node)
        if len(self._drawn) > MAX_DIAGRAMS:
            self._left_out += 1
            return
        record = self._record
        caption = (
            translate("Pictures", "The start")
            if node.parent is None
            else move_title(record.game, node, number_of(node), record.players)
        )
        scene = Scene(self._positions.at(node), node.move, self._notes[node])
        self.pieces.append(Diagram(min(self._depth, MAX_DEPTH), scene, caption))


def _spaced(runs: Sequence[TextRun]) -> Iterator[TextRun]:
    for index, run in enumerate(runs):
        yield TextRun(f" {run.text}", run.bold) if index else run
