"""A game as pages to print, with text and diagrams."""

from functools import partial

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from kalahloa.models.record.json_record import RecordSnapshot
from kalahloa.models.record.record import Record
from kalahloa.views.pictures.board_picture import BoardPicture, png
from kalahloa.views.pictures.job import Elsewhere, Job, Slice
from kalahloa.views.pictures.options import BoardOptions, PageOptions
from kalahloa.views.pictures.page_pdf import pdf_page
from kalahloa.views.pictures.page_plan import PagePlan

DIAGRAM_WIDTH = 440
"""There are twice as many pixels in the picture."""
_DRAWING = 0.7
"""Which share of the work the diagrams are, about."""


def page_pdf(record: Record, options: PageOptions) -> Job[bytes]:
    """Return *record* as a PDF file; raise `BadFile` if the game has no board."""
    plan, pictures = yield from _parts(record, options)
    font = QApplication.font()
    return (yield Elsewhere(lambda stopped: pdf_page(plan, pictures, font, stopped)))


def _parts(record: Record, options: PageOptions) -> Job[tuple[PagePlan, list[bytes]]]:
    """Return what stands on the page, and the diagrams as PNG files."""
    snapshot = RecordSnapshot.of(record)
    yield Slice(0.0)
    plan: PagePlan = yield Elsewhere(lambda stopped: PagePlan(snapshot, options, stopped))
    pictures: list[bytes] = []
    diagrams = plan.diagrams
    if not diagrams:
        return plan, pictures
    drawn = BoardOptions(
        width=DIAGRAM_WIDTH,
        scale=2,
        flipped=options.flipped,
        mirrored=options.mirrored,
        caption=False,
    )
    picture = BoardPicture(record.game, drawn, QColor("white"))
    try:
        yield Slice(0.0)
        for done, diagram in enumerate(diagrams):
            share = _DRAWING * done / len(diagrams)
            yield from picture.shown(diagram.scene, share)
            image = yield from picture.painted(share)
            pictures.append((yield Elsewhere(partial(png, image))))
    finally:
        picture.close()
    return plan, pictures
