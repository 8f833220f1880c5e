"""A printed page as a PDF file: laid out by Qt's rich text, and painted page by page.

All of it may run on a thread of its own.  Single calls are short, as other threads run no Python
meanwhile: text goes in by paragraphs, lines are laid out some paragraphs at a time, and diagrams
are compressed in strips.
"""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QIODevice,
    QMarginsF,
    QPointF,
    QRect,
    QRectF,
    QSize,
    QSizeF,
    Qt,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QImageReader,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QPen,
    QPyTextObject,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextOption,
)

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.views.look.theme import LIGHT
from kalahloa.views.pictures.job import ExportStopped, Stopped
from kalahloa.views.pictures.page_pieces import (
    Diagram,
    EmptyLines,
    Paragraph,
    ParagraphKind,
    PrintedPages,
    PrintedRow,
    TreeDrawing,
)

DOTS = 300
"""The resolution of the file, in dots an inch."""
_SCREEN_DOTS = 96
TREE_SCALE = 3
"""Pixels of the picture of a tree for each on a screen."""
MARGIN_MM = 18.0
INDENT_MM = 7.0
DIAGRAM_MM, SMALL_MM = QSizeF(105.0, 75.0), QSizeF(64.0, 44.0)
"""The most room that a diagram takes, and a small one."""
TREE_MM = QSizeF(170.0, 110.0)
FIRST_MM, COLUMN_MM, LINE_MM = 52.0, 26.0, 10.0
"""The widths of the first column of a table and of the others, the height of lines to write on."""
_POINTS = {
    ParagraphKind.TITLE: 17.0,
    ParagraphKind.HEADING: 13.0,
    ParagraphKind.FACT: 10.0,
    ParagraphKind.MOVES: 10.5,
    ParagraphKind.COMMENT: 10.5,
    ParagraphKind.NOTE: 9.5,
}
_ABOVE_MM = {
    ParagraphKind.TITLE: 0.0,
    ParagraphKind.HEADING: 7.0,
    ParagraphKind.FACT: 0.4,
    ParagraphKind.MOVES: 2.4,
    ParagraphKind.COMMENT: 2.4,
    ParagraphKind.NOTE: 3.0,
}
_FOOT_POINTS = 8.5
_FOOT_MM = 8.0
_OBJECT = QTextFormat.ObjectTypes.UserObject.value + 1
_RULES = _OBJECT + 1
_PICTURE = QTextFormat.Property.UserProperty.value + 1
_WIDTH, _HEIGHT = _PICTURE + 1, _PICTURE + 2
_COUNT = _PICTURE + 3
_BLOCKS_AT_ONCE = 25
_STRIP_ROWS, _OVERLAP = 64, 2
"""Of pictures; the rows are a multiple of 16, the size of the blocks in which JPEG is written."""


class _Pictures(QPyTextObject):
    """Draws the diagrams of a document, each from its file, in the room that its format says."""

    def __init__(self, pictures: Sequence[bytes], parent: QTextDocument) -> None:
        super().__init__(parent)
        self._pictures = pictures

    def intrinsicSize(self, document: QTextDocument, place: int, form: QTextFormat) -> QSizeF:
        room = QSizeF(form.doubleProperty(_WIDTH), form.doubleProperty(_HEIGHT))
        size = QSizeF(_size(self._pictures[form.intProperty(_PICTURE)]))
        return size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        document: QTextDocument,
        place: int,
        form: QTextFormat,
    ) -> None:
        picture = _decoded(self._pictures[form.intProperty(_PICTURE)])
        for source in strips(picture.size()):
            scale = rect.width() / picture.width()
            target = QRectF(0, source.top() * scale, rect.width(), source.height() * scale)
            painter.drawImage(target.translated(rect.topLeft()), picture, QRectF(source))


class _Rules(QPyTextObject):
    """Draws lines to write on."""

    def intrinsicSize(self, document: QTextDocument, place: int, form: QTextFormat) -> QSizeF:
        return QSizeF(form.doubleProperty(_WIDTH), form.intProperty(_COUNT) * _dots(LINE_MM))

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        document: QTextDocument,
        place: int,
        form: QTextFormat,
    ) -> None:
        painter.setPen(QPen(LIGHT.outline, _dots(0.2)))
        for number in range(form.intProperty(_COUNT)):
            y = rect.top() + (number + 1) * _dots(LINE_MM) - _dots(1)
            painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))


def strips(size: QSize) -> Iterator[QRect]:
    """Yield the strips in which a picture of *size* is drawn, from the top to the bottom.

    Each also has the first rows of the next, which is drawn over them, so that no seam is seen
    where a reader smooths the edges.
    """
    for top in range(0, size.height(), _STRIP_ROWS):
        height = min(_STRIP_ROWS + _OVERLAP, size.height() - top)
        yield QRect(0, top, size.width(), height)


def _decoded(picture: bytes) -> QImage:
    """Return the picture in a file; other threads run meanwhile, unlike with other ways."""
    buffer = QBuffer()
    buffer.setData(picture)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    return QImageReader(buffer).read()


def _size(picture: bytes) -> QSize:
    """Return the size of the picture in a file, without reading all of it."""
    buffer = QBuffer()
    buffer.setData(picture)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    return QImageReader(buffer).size()


def pdf_page(plan: PrintedPages, pictures: Sequence[bytes], font: QFont, stopped: Stopped) -> bytes:
    """Return a PDF file of everything in *plan*, on A4.

    *pictures* are the diagrams as PNG files, in order.  Raises `ExportStopped` soon after *stopped*
    returns True.
    """
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DOTS)
    margins = QMarginsF(MARGIN_MM, MARGIN_MM, MARGIN_MM, MARGIN_MM)
    writer.setPageLayout(
        QPageLayout(
            QPageSize(QPageSize.PageSizeId.A4),
            QPageLayout.Orientation.Portrait,
            margins,
            QPageLayout.Unit.Millimeter,
        )
    )
    writer.setTitle(plan.title)
    writer.setCreator("Kalahloa")
    document = _Text(plan, pictures, font, writer, stopped).document
    _print(document, plan.title, font, writer, stopped)
    return bytes(data.data())


class _Text:
    """The document of a plan, with its lines laid out."""

    def __init__(
        self,
        plan: PrintedPages,
        pictures: Sequence[bytes],
        font: QFont,
        writer: QPdfWriter,
        stopped: Stopped,
    ) -> None:
        self.document = document = QTextDocument()
        document.setUndoRedoEnabled(False)
        document.setDocumentMargin(0)
        document.documentLayout().setPaintDevice(writer)
        document.setDefaultFont(font)
        wrapping = QTextOption()
        wrapping.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        document.setDefaultTextOption(wrapping)
        document.documentLayout().registerHandler(_OBJECT, _Pictures(pictures, document))
        document.documentLayout().registerHandler(_RULES, _Rules(document))
        self._pictures = pictures
        self._width = float(writer.width())
        self._font = font
        self._cursor = QTextCursor(document)
        self._is_empty = True
        self._kept: list[int] = []
        """The numbers of the blocks that stand on the page of the next one."""
        drawn = 0
        for piece in plan.pieces:
            if stopped():
                raise ExportStopped
            if isinstance(piece, Diagram | TreeDrawing):
                self._add_diagram(piece, drawn)
                drawn += 1
            elif isinstance(piece, PrintedRow):
                self._add_row(piece)
            elif isinstance(piece, EmptyLines):
                self._add_lines(piece)
            else:
                self._add(piece)
            if piece.keep:
                self._kept.append(self.document.blockCount() - 1)
        self._lay_out(writer, stopped)

    def _add(self, paragraph: Paragraph) -> None:
        self._begin_block(paragraph.depth, _ABOVE_MM[paragraph.kind], new_page=paragraph.new_page)
        for run in paragraph.runs:
            shown = run.text.replace("\n", "\N{LINE SEPARATOR}")
            self._cursor.insertText(shown, self._format(paragraph.kind, run.bold))

    def _add_diagram(self, diagram: Diagram | TreeDrawing, number: int) -> None:
        if isinstance(diagram, TreeDrawing) and diagram.beside:
            self._cursor.insertText("\N{EM SPACE}" * 2)
        else:
            self._begin_block(diagram.depth, 3.0, keep=True)
        room = self._room_of(diagram, number)
        form = QTextCharFormat()
        form.setObjectType(_OBJECT)
        form.setProperty(_PICTURE, number)
        form.setProperty(_WIDTH, room.width())
        form.setProperty(_HEIGHT, room.height())
        self._cursor.insertText("\N{OBJECT REPLACEMENT CHARACTER}", form)
        if diagram.caption:
            self._begin_block(diagram.depth, 0.8)
            self._cursor.insertText(diagram.caption, self._format(ParagraphKind.NOTE, False))

    def _room_of(self, diagram: Diagram | TreeDrawing, number: int) -> QSizeF:
        """Return the most room that a diagram takes, in dots."""
        if isinstance(diagram, Diagram):
            return (SMALL_MM if diagram.small else DIAGRAM_MM) * (DOTS / 25.4)
        natural = QSizeF(_size(self._pictures[number])) * (DOTS / _SCREEN_DOTS / TREE_SCALE)
        return natural.boundedTo(TREE_MM * (DOTS / 25.4))

    def _add_row(self, row: PrintedRow) -> None:
        self._begin_block(0, 0.6)
        block = self._cursor.blockFormat()
        right = QTextOption.TabType.RightTab
        # Qt takes tab stops for those of a screen, too.
        scale = _SCREEN_DOTS / 25.4
        stops = ((FIRST_MM + COLUMN_MM * number) * scale for number in range(1, len(row.cells)))
        block.setTabPositions([QTextOption.Tab(stop, right) for stop in stops])
        self._cursor.setBlockFormat(block)
        text = "\t".join(row.cells)
        self._cursor.insertText(text, self._format(ParagraphKind.FACT, row.bold))

    def _add_lines(self, lines: EmptyLines) -> None:
        self._begin_block(0, 0.6, keep=True)
        form = QTextCharFormat()
        form.setObjectType(_RULES)
        form.setProperty(_COUNT, lines.count)
        form.setProperty(_WIDTH, self._width * 0.98)
        self._cursor.insertText("\N{OBJECT REPLACEMENT CHARACTER}", form)

    def _begin_block(
        self, depth: int, above: float, *, keep: bool = False, new_page: bool = False
    ) -> None:
        block = QTextBlockFormat()
        block.setLeftMargin(_dots(INDENT_MM * depth))
        # Qt takes heights for those of a screen, and widths as they are.
        block.setTopMargin(above * _SCREEN_DOTS / 25.4)
        if keep:
            # What belongs to a picture is not on the next page.
            block.setNonBreakableLines(True)
        if new_page:
            block.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
        if self._is_empty:
            self._cursor.setBlockFormat(block)
        else:
            self._cursor.insertBlock(block)
        self._is_empty = False

    def _format(self, kind: ParagraphKind, bold: bool) -> QTextCharFormat:
        form = QTextCharFormat()
        font = QFont(self._font)
        font.setPointSizeF(_POINTS[kind])
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        form.setFont(font)
        form.setForeground(LIGHT.muted if kind is ParagraphKind.NOTE else QColor("black"))
        return form

    def _lay_out(self, writer: QPdfWriter, stopped: Stopped) -> None:
        """Lay out all lines, some paragraphs at a time: all at once would take seconds."""
        room = _room(writer)
        self.document.setPageSize(room.size())
        layout = self.document.documentLayout()
        block = self.document.begin()
        count = 0
        while block.isValid():
            count += 1
            if count % _BLOCKS_AT_ONCE == 0:
                if stopped():
                    raise ExportStopped
                layout.blockBoundingRect(block)
            block = block.next()
        for first, last in _runs(self._kept):
            self._keep_together(first, last, room.height())

    def _keep_together(self, first: int, last: int, height: float) -> None:
        """Begin the blocks from *first* to *last* on a new page, if not all are on one."""
        begin, end = self.document.findBlockByNumber(first), self.document.findBlockByNumber(last)
        if not end.isValid():
            return
        layout = self.document.documentLayout()
        layout.pageCount()  # all is laid out then
        page = _middle_of_line(layout.blockBoundingRect(begin), begin, 0) // height
        after = _middle_of_line(layout.blockBoundingRect(end), end, -1) // height
        if page != after:
            form = begin.blockFormat()
            form.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
            QTextCursor(begin).setBlockFormat(form)


def _runs(kept: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last of the blocks that stand on one page, each with the next."""
    for place, number in enumerate(kept):
        if not place or kept[place - 1] != number - 1:
            first = number
        if place + 1 == len(kept) or kept[place + 1] != number + 1:
            yield first, number + 1


def _middle_of_line(area: QRectF, block: QTextBlock, line: int) -> float:
    """Return how far down the document a line of *block*, which takes *area*, stands."""
    layout = block.layout()
    if not layout.lineCount():
        return area.center().y()
    found = layout.lineAt(line % layout.lineCount())
    return area.top() + found.y() + found.height() / 2


def _print(
    document: QTextDocument, title: str, font: QFont, writer: QPdfWriter, stopped: Stopped
) -> None:
    room = _room(writer)
    pages = document.pageCount()
    small = QFont(font)
    small.setPointSizeF(_FOOT_POINTS)
    painter = QPainter(writer)
    try:
        for page in range(pages):
            if stopped():
                raise ExportStopped
            if page:
                writer.newPage()
            within = QRectF(0, page * room.height(), room.width(), room.height())
            painter.save()
            painter.translate(0, -within.top())
            document.drawContents(painter, within)
            painter.restore()
            _print_foot(painter, small, room, title, page + 1, pages)
    finally:
        painter.end()


def _print_foot(
    painter: QPainter, font: QFont, room: QRectF, title: str, page: int, pages: int
) -> None:
    """Write title and number below what is on the page."""
    numbers = fill(translate("Pictures", "{page} of {pages}"), page=page, pages=pages)
    metrics = QFontMetricsF(font, painter.device())
    left = room.width() - metrics.horizontalAdvance(numbers) * 1.5
    foot = QRectF(0, room.bottom(), room.width(), _dots(_FOOT_MM))
    painter.setFont(font)
    painter.setPen(LIGHT.muted)
    shown = metrics.elidedText(title, Qt.TextElideMode.ElideRight, left)
    painter.drawText(foot, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft, shown)
    painter.drawText(foot, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignRight, numbers)


def _room(writer: QPdfWriter) -> QRectF:
    """Return where text may be on a page, in dots, with room for the foot below."""
    return QRectF(0, 0, writer.width(), writer.height() - _dots(_FOOT_MM))


def _dots(millimetres: float) -> float:
    return millimetres * DOTS / 25.4
