"""What stands on a printed page: a game's facts, moves with variations, comments and diagrams."""

from collections.abc import Iterator, Sequence

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.models.game.outcome import FIRST
from kalahloa.models.record.annotation import MAX_COMMENT_TEXT
from kalahloa.models.record.ending import stated_outcome
from kalahloa.models.record.json_record import RecordSnapshot
from kalahloa.models.record.record import Node
from kalahloa.models.study.turn_numbers import next_number, number_of
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.views.pictures.board_picture import Scene
from kalahloa.views.pictures.job import ExportStopped, Stopped
from kalahloa.views.pictures.lines import LinePositions, both_players, move_title
from kalahloa.views.pictures.options import PageOptions
from kalahloa.views.pictures.page_pieces import Diagram, Paragraph, ParagraphKind, Piece, TextRun
from kalahloa.views.rule_words import rules_in_words

MAX_DIAGRAMS = 400
"""Further diagrams are left out, which the page says."""
MAX_DEPTH = 6
"""Variations within variations are indented by this many steps at most."""
MAX_MOVES = 80
"""How many moves a paragraph has at most; longer ones are hard to read, and slow to lay out."""
DIAGRAM_SIGN = "#"
"""A line of a comment that is this alone asks for a diagram."""
_POLL = 200
_CONTINUED = "…"
_FACTS = ("event", "round", "place", "date", "annotator", "source")


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
        self.title = _title(record)
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
        for name, value in _facts(record):
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
        """Write all lines: a move, then what could be played instead of it, then what follows."""
        root = self._record.nodes[0]
        ahead = [(child, 0, 1) for child in self._children[root][:1]]
        done = 0
        while ahead:
            done += 1
            if done % _POLL == 0 and self._stopped():
                raise ExportStopped
            node, depth, number = ahead.pop()
            if depth != self._depth:
                self._end_paragraph()
                self._depth = depth
            self._add_move(node, number)
            self._add_notes(node)
            for child in self._children[node][:1]:
                ahead.append((child, depth, next_number(number, child)))
            parent = node.parent
            assert parent is not None
            siblings = self._children[parent]
            if siblings[0] is node and len(siblings) > 1:
                self._end_paragraph()
                ahead += [(other, depth + 1, number) for other in reversed(siblings[1:])]
            elif not self._children[node]:
                self._end_paragraph()
        self._end_paragraph()

    def _add_move(self, node: Node, number: int) -> None:
        parent = node.parent
        assert parent is not None
        goes_on = self._last is parent and bool(self._runs)
        if goes_on and parent.side == node.side:
            # The next sowing of a turn.
            last = self._runs.pop()
            text = f"{last.text}-{node.text}"
        elif goes_on and node.side != FIRST:
            text = node.text
        else:
            sign = "." if node.side == FIRST and not _is_within_turn(node) else _CONTINUED
            text = f"{number}{sign} {node.text}"
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
        paragraphs = [part.strip() for part in notes.comment.split("\n\n")]
        asks = any(line.strip() == DIAGRAM_SIGN for line in notes.comment.splitlines())
        marked = self._options.at_marks and bool(notes.marks)
        if asks or notes.drawings or marked:
            self._end_paragraph()
            self._add_diagram(node)
        for paragraph in paragraphs:
            lines = [line for line in paragraph.splitlines() if line.strip() != DIAGRAM_SIGN]
            if lines:
                self._end_paragraph()
                text = "\n".join(shorten(line, MAX_COMMENT_TEXT) for line in lines)
                self._say(ParagraphKind.COMMENT, text)

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


def _is_within_turn(node: Node) -> bool:
    parent = node.parent
    return parent is not None and parent.parent is not None and parent.side == node.side


def _spaced(runs: Sequence[TextRun]) -> Iterator[TextRun]:
    for index, run in enumerate(runs):
        yield TextRun(f" {run.text}", run.bold) if index else run


def _title(record: RecordSnapshot) -> str:
    return both_players(record.players) or quote(in_words(record.game.title))


def _facts(record: RecordSnapshot) -> Iterator[tuple[str, str]]:
    """Yield names and values of what is known about the game as a whole."""
    game = record.game
    yield translate("Pictures", "Game"), quote(in_words(game.title))
    yield translate("Pictures", "Rules"), rules_in_words(game.rulebook, record.rules)
    for side, player in zip(game.sides, record.players, strict=True):
        if player:
            yield quote(in_words(side)), shorten(in_words(player))
    names = {
        "event": translate("Pictures", "Event"),
        "round": translate("Pictures", "Round"),
        "place": translate("Pictures", "Place"),
        "date": translate("Pictures", "Date"),
        "annotator": translate("Pictures", "Annotator"),
        "source": translate("Pictures", "Source"),
    }
    for key in _FACTS:
        if record.details.get(key):
            yield names[key], shorten(record.details[key])
    if record.result != "*":
        yield translate("Pictures", "Result"), shorten(record.result)
