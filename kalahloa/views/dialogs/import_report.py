"""What came of an import: how many games were read, and what was not, and why."""

from collections.abc import Iterable

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.models.library.importer import ImportReport, Unread
from kalahloa.models.storage.json_file import shown_path
from kalahloa.models.text.quotation import shorten
from kalahloa.views.accessibility import MadeWithoutEvents
from kalahloa.views.look.plain_label import PlainLabel

MAX_LISTED = 1_000
"""So many problems are listed; how many more there are is said."""


class ImportReportDialog(QDialog, metaclass=MadeWithoutEvents):
    """Lists the files, and the games in them, that were not read or not as they stand there."""

    def __init__(self, report: ImportReport, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Import"))
        imported, failed = len(report.imported), len(report.failed)
        lines = [
            self.tr("Imported 1 game.")
            if imported == 1
            else self.tr("Imported %n games.", "", imported)
        ]
        if known := len(report.known):
            lines.append(
                self.tr("1 file was already imported.")
                if known == 1
                else self.tr("%n files were already imported.", "", known)
            )
        if failed:
            lines.append(
                self.tr("1 file or game could not be read.")
                if failed == 1
                else self.tr("%n files or games could not be read.", "", failed)
            )
        self.summary = PlainLabel(self, "\n".join(lines), lines=True)
        self.list = QPlainTextEdit(self)
        self.list.setReadOnly(True)
        self.list.setTabChangesFocus(True)
        self.list.setAccessibleName(self.tr("Files and games not read, and why"))
        self.list.setPlainText("\n".join((*self._told(report.failed), *self._told(report.notes))))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.summary)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.buttons)
        self.resize(560, 320)

    def _told(self, unread: tuple[Unread, ...]) -> Iterable[str]:
        for one in unread[:MAX_LISTED]:
            # A sentence may begin with its file.
            told = shorten(in_words(one.problem))
            name = shown_path(one.path)
            yield told if name in told else f"{name}: {told}"
        if len(unread) > MAX_LISTED:
            yield fill(self.tr("… and {n} more"), n=f"{len(unread) - MAX_LISTED:,}")
