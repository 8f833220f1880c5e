"""A chapter of the course as a PDF file to be handed out."""

from functools import partial

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication

from kalahloa.models.course.chapter import find_chapter
from kalahloa.models.course.handout import make_handout
from kalahloa.models.game.game import Game
from kalahloa.models.search.request import SearchStopped
from kalahloa.views.look.theme import LIGHT
from kalahloa.views.pictures.board_picture import BoardPicture, png
from kalahloa.views.pictures.handout_plan import HandoutPlan
from kalahloa.views.pictures.job import Elsewhere, ExportStopped, Job, Slice, Stopped
from kalahloa.views.pictures.options import BoardOptions
from kalahloa.views.pictures.page_pdf import TREE_SCALE, pdf_page
from kalahloa.views.pictures.page_pieces import Diagram, TreeDrawing
from kalahloa.views.plots.tree_figure import TreeFigure

BOARD_WIDTH = 320
TREE_WIDTH = 440
"""Pixels, as a screen counts them; both stand side by side on a page."""
LETTERS = 14
_DRAWING = 0.8
"""Which share of the work the drawings are, about."""


def handout_pdf(name: str) -> Job[bytes]:
    """Return the handout of the chapter called *name* as a PDF file.

    Raises `UnknownName` if there is none.
    """
    yield Slice(0.0)
    plan: HandoutPlan = yield Elsewhere(partial(_plan, name))
    pictures: list[bytes] = []
    boards: dict[str, BoardPicture] = {}
    try:
        for done, drawing in enumerate(plan.drawings):
            share = _DRAWING * done / len(plan.drawings)
            yield Slice(share)
            if isinstance(drawing, TreeDrawing):
                image = tree_image(drawing)
            else:
                image = yield from _board_image(drawing, boards, share)
            pictures.append((yield Elsewhere(partial(png, image))))
    finally:
        for board in boards.values():
            board.close()
    font = QApplication.font()
    return (yield Elsewhere(lambda stopped: pdf_page(plan, pictures, font, stopped)))


def _plan(name: str, stopped: Stopped) -> HandoutPlan:
    try:
        return HandoutPlan(make_handout(find_chapter(name), stopped))
    except SearchStopped:
        raise ExportStopped from None


def _board_image(drawing: Diagram, boards: dict[str, BoardPicture], share: float) -> Job[QImage]:
    game = drawing.game
    assert isinstance(game, Game)
    if game.key not in boards:
        drawn = BoardOptions(width=BOARD_WIDTH, scale=2, caption=False)
        boards[game.key] = BoardPicture(game, drawn, QColor("white"))
    picture = boards[game.key]
    yield from picture.shown(drawing.scene, share)
    return (yield from picture.painted(share))


def tree_image(drawing: TreeDrawing) -> QImage:
    """Return a picture of a tree on white paper."""
    figure = TreeFigure(LIGHT)
    font = QFont(QApplication.font())
    font.setPixelSize(LETTERS)
    figure.setFont(font)
    # Qt does not tell of sizes what is never shown.
    figure.viewport().resize(TREE_WIDTH, 100)
    figure.show_tree(drawing.tree, drawing.sides, drawing.hidden)
    room = figure.sceneRect()
    image = QImage(room.size().toSize() * TREE_SCALE, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    figure.scene().render(painter, QRectF(image.rect()), room)
    painter.end()
    figure.deleteLater()
    return image
