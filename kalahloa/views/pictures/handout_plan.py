"""What stands on the handout of a chapter: its pages, room for answers, and the answers."""

from collections.abc import Sequence
from re import split

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.features.course.words import form_hint
from kalahloa.models.course.figure import ShownFigure
from kalahloa.models.course.handout import Handout, HandoutPage
from kalahloa.models.course.question import AnswerKind, CourseQuestion
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.views.pictures.board_picture import Scene
from kalahloa.views.pictures.page_pieces import (
    Diagram,
    EmptyLines,
    Paragraph,
    ParagraphKind,
    Piece,
    PrintedRow,
    TextRun,
    TreeDrawing,
)

_LINES = {AnswerKind.LINE: 2, AnswerKind.HEURISTIC: 8}
"""So many lines there are for an answer; one for others."""


class HandoutPlan:
    """Everything that is printed of a chapter, in order; the answers are on a page of their own."""

    def __init__(self, handout: Handout) -> None:
        chapter = handout.chapter
        self.title = f"{chapter.number}. {in_words(chapter.title)}"
        self.pieces: list[Piece] = []
        self._answers: list[tuple[str, str]] = []
        self._say(ParagraphKind.TITLE, TextRun(self.title, True))
        self._say(ParagraphKind.NOTE, TextRun(in_words(chapter.sentence)))
        for page in handout.pages:
            self._add_page(page)
        self._add_answers()

    @property
    def drawings(self) -> list[Diagram | TreeDrawing]:
        """What is drawn, in order."""
        return [one for one in self.pieces if isinstance(one, Diagram | TreeDrawing)]

    def _say(
        self, kind: ParagraphKind, *runs: TextRun, keep: bool = False, new_page: bool = False
    ) -> None:
        self.pieces.append(Paragraph(kind, 0, runs, new_page, keep))

    def _add_page(self, page: HandoutPage) -> None:
        described, title = page.page.page, page.page.title
        self._say(ParagraphKind.HEADING, TextRun(title, True), keep=True)
        *others, last = page.page.paragraphs
        for paragraph in others:
            self._say(ParagraphKind.COMMENT, *_stressed(paragraph))
        is_asked = page.question is not None
        self._say(ParagraphKind.COMMENT, *_stressed(last), keep=is_asked)
        if page.shown is not None and described.figure is not None:
            self._add_figure(page.shown, described.figure.ground.game)
        if page.question is not None and described.exercise is not None:
            self._add_question(title, page.question, described.exercise.ground.game)

    def _add_figure(self, shown: ShownFigure, game: Game) -> None:
        rows = [tuple(map(in_words, row)) for row in shown.rows]
        self._add_board(shown.position, game, keep=shown.tree is None and bool(rows))
        if shown.tree is not None:
            first, second = game.sides
            self.pieces.append(TreeDrawing(shown.tree, (first, second), beside=True))
        self._add_rows(rows, headed=True)
        if shown.result:
            self._say(ParagraphKind.NOTE, TextRun(in_words(shown.result)))

    def _add_board(self, position: Position, game: Game, *, keep: bool) -> None:
        self.pieces.append(Diagram(0, Scene(position), "", game, small=True, keep=keep))

    def _add_rows(
        self, rows: Sequence[tuple[str, ...]], *, headed: bool = False, keep: bool = False
    ) -> None:
        """Add a table, with headings if it is *headed*, that stands on one page."""
        for number, row in enumerate(rows):
            is_last = number == len(rows) - 1
            self.pieces.append(PrintedRow(row, headed and not number, keep or not is_last))

    def _add_question(self, title: str, question: CourseQuestion, game: Game) -> None:
        """Add what is asked, all of it on one page, and room for the answer."""
        tree = question.tree
        self._add_board(question.position, game, keep=tree is None)
        if tree is not None:
            first, second = game.sides
            drawing = TreeDrawing(tree, (first, second), question.hidden, beside=True, keep=True)
            self.pieces.append(drawing)
        if any(choice.note for choice in question.choices):
            rows = [(choice.text, str(in_words(choice.note))) for choice in question.choices]
            self._add_rows(rows, keep=True)
        elif question.choices:
            texts = "   ".join(choice.text for choice in question.choices)
            self._say(ParagraphKind.MOVES, TextRun(texts), keep=True)
        self._say(ParagraphKind.COMMENT, TextRun(in_words(question.text), True), keep=True)
        self.pieces.append(EmptyLines(_LINES.get(question.form, 1)))
        answer = "   ".join(question.solution())
        self._answers.append((title, answer or form_hint(question.form)))

    def _add_answers(self) -> None:
        """Write the answers on a page of their own, which is not handed out before."""
        if not self._answers:
            return
        heading = fill(translate("Pictures", "Answers: {title}"), title=self.title)
        self._say(ParagraphKind.HEADING, TextRun(heading, True), new_page=True)
        for title, answer in self._answers:
            self._say(ParagraphKind.COMMENT, TextRun(title, True), keep=True)
            self._say(ParagraphKind.FACT, TextRun(answer))


def _stressed(paragraph: str) -> tuple[TextRun, ...]:
    """Return the words of *paragraph*, those between asterisks in bold."""
    parts = split(r"\*([^*]+)\*", paragraph)
    return tuple(TextRun(part, bool(place % 2)) for place, part in enumerate(parts) if part)
