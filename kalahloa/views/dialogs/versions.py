"""The earlier versions of a heuristic: each beside what was changed since, to be brought back."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import (
    QColor,
    QFontDatabase,
    QPalette,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.features.lab.reports import KeptVersion, LabVersions
from kalahloa.controllers.features.lab.version_words import (
    change_text,
    difference_text,
    signed_line,
    version_time,
    versions_sentence,
)
from kalahloa.models.heuristics.differences import DiffLine, LineKind
from kalahloa.views.accessibility import MadeWithoutEvents
from kalahloa.views.look.plain_label import PlainLabel

_TINT = 48
"""How opaque (0 to 255) the ground of lines is that were added."""
_FAINT = 28
"""And of those that were removed."""


class VersionsDialog(QDialog, metaclass=MadeWithoutEvents):
    """Lists the versions; accepted, `chosen` is the number of the one to bring back."""

    def __init__(self, found: LabVersions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(fill(self.tr("Versions of {name}"), name=found.name))
        self._found = found
        self.sentence = PlainLabel(self, versions_sentence(found))
        self.sentence.setWordWrap(True)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Versions, the latest first"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setWordWrap(True)
        for one in found.versions:
            row = self.tr("Version {number}, {time}\n{change}")
            self.list.addItem(
                fill(row, number=one.number, time=version_time(one), change=change_text(one))
            )
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setAccessibleName(self.tr("Changes since"))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.back = QPushButton(self.tr("&Restore"), self)
        self.back.setToolTip(self.tr("Load this version into the editor; Undo there reverts it"))
        self.buttons.addButton(self.back, QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.back.setDefault(True)
        both = QSplitter(self)
        both.addWidget(self.list)
        both.addWidget(self.text)
        both.setChildrenCollapsible(False)
        both.setStretchFactor(0, 2)
        both.setStretchFactor(1, 5)
        both.setVisible(bool(found.versions))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(self.sentence)
        layout.addWidget(both, 1)
        layout.addStretch(0)
        layout.addWidget(self.buttons)
        self.list.currentRowChanged.connect(self._show)
        self.list.itemActivated.connect(self._take_activated)
        self._show(-1)
        if found.versions:
            self.list.setCurrentRow(0)
            self.list.setFocus()
            self.resize(720, 420)
        else:
            self.resize(420, 140)

    @property
    def version(self) -> KeptVersion | None:
        """The version that is looked at."""
        row = self.list.currentRow()
        return self._found.versions[row] if row >= 0 else None

    @property
    def chosen(self) -> int:
        """Its number, 0 without one."""
        return 0 if self.version is None else self.version.number

    @Slot()
    def _take_activated(self) -> None:
        if self.back.isEnabled():
            self.accept()

    @Slot(int)
    def _show(self, row: int) -> None:
        """Show what was changed since the version in this row."""
        version = self.version
        self.back.setEnabled(version is not None and bool(version.lines) and not version.problem)
        self.text.clear()
        if version is None:
            return
        if version.problem or not version.lines:
            self.text.setPlainText(difference_text(version))
            return
        cursor = QTextCursor(self.text.document())
        for number, line in enumerate(version.lines):
            if number:
                cursor.insertBlock()
            cursor.setBlockFormat(self._background(line))
            cursor.insertText(signed_line(line), self._ink(line))
        self.text.moveCursor(QTextCursor.MoveOperation.Start)

    def _background(self, line: DiffLine) -> QTextBlockFormat:
        background = QTextBlockFormat()
        if line.kind in (LineKind.ADDED, LineKind.REMOVED):
            is_added = line.kind is LineKind.ADDED
            roles = QPalette.ColorRole
            colour = QColor(self.palette().color(roles.Highlight if is_added else roles.Text))
            colour.setAlpha(_TINT if is_added else _FAINT)
            background.setBackground(colour)
        return background

    def _ink(self, line: DiffLine) -> QTextCharFormat:
        ink = QTextCharFormat()
        if line.kind in (LineKind.SAME, LineKind.GAP):
            ink.setForeground(self.palette().color(QPalette.ColorRole.PlaceholderText))
        return ink
