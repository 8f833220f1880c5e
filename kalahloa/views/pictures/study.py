"""A game as a web page, in the user's language."""

from PySide6.QtCore import QLocale

from kalahloa.controllers.base.translation import in_words
from kalahloa.models.drawing.board_look import BoardLook
from kalahloa.models.record.json_record import RecordSnapshot
from kalahloa.models.record.record import Record
from kalahloa.models.study.pages.study_page import write_study_page
from kalahloa.models.work.cancellation import ReadingStopped
from kalahloa.views.pictures.job import Elsewhere, ExportStopped, Job, Slice, Stopped
from kalahloa.views.pictures.options import StudyOptions


def study_page(record: Record, options: StudyOptions) -> Job[bytes]:
    """Return *record* as an HTML file; raise `BadFile` if it has too many positions."""
    snapshot = RecordSnapshot.of(record)
    language = QLocale().bcp47Name() or "en"

    def write(stopped: Stopped) -> bytes:
        try:
            return write_study_page(
                [snapshot],
                look=BoardLook(flipped=options.flipped, mirrored=options.mirrored),
                language=language,
                words=in_words,
                stopped=stopped,
            )
        except ReadingStopped:
            raise ExportStopped from None

    yield Slice(0.0)
    return (yield Elsewhere(write))
