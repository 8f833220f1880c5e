"""The tags of some games: which of them all have, and which only some."""

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QListWidget,
    QVBoxLayout,
    QWidget,
)

from kalahloa.views.accessibility import MadeWithoutEvents
from kalahloa.views.look.plain_label import PlainLabel

ALL, SOME, NONE = (
    Qt.CheckState.Checked,
    Qt.CheckState.PartiallyChecked,
    Qt.CheckState.Unchecked,
)
MAX_TEXT = 1_000
"""How many characters new tags have together."""


class TagsDialog(QDialog, metaclass=MadeWithoutEvents):
    """Asks which tags games are to have; a tag that only some have stays so unless it is changed.

    *counts* are how many of the *games* have each of their tags.
    """

    def __init__(
        self, counts: Mapping[str, int], games: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Tags"))
        sentence = (
            self.tr("Tags of the selected game")
            if games == 1
            else self.tr("Tags of %n selected games", "", games)
        )
        self.sentence = PlainLabel(self, sentence)
        self.list = QListWidget(self)
        self.list.setAccessibleName(sentence)
        self._before = {tag: ALL if count >= games else SOME for tag, count in counts.items()}
        self.list.addItems(list(self._before))
        for row, state in enumerate(self._before.values()):
            item = self.list.item(row)
            flags = Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsEnabled
            if state is SOME:
                flags |= Qt.ItemFlag.ItemIsUserTristate
                item.setToolTip(self.tr("Only some of the games have this tag"))
            item.setFlags(flags | Qt.ItemFlag.ItemIsSelectable)
            item.setCheckState(state)
        self.list.setVisible(bool(counts))
        self.new = QLineEdit(self)
        self.new.setMaxLength(MAX_TEXT)
        self.new.setAccessibleName(self.tr("New tags"))
        self.new.setPlaceholderText(self.tr("New tags, separated by commas"))
        buttons = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(buttons.Ok | buttons.Cancel, self)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for widget in (self.sentence, self.list, self.new, self.buttons):
            layout.addWidget(widget)
        self.new.setFocus()

    def _states(self) -> dict[str, Qt.CheckState]:
        items = [self.list.item(row) for row in range(self.list.count())]
        return {item.text(): item.checkState() for item in items}

    def added(self) -> list[str]:
        """Return the tags that all games are to have, and not all of them had."""
        states = self._states()
        known = [tag for tag, state in states.items() if state is ALL != self._before[tag]]
        new = (" ".join(tag.split()) for tag in self.new.text().split(","))
        return [*known, *dict.fromkeys(tag for tag in new if tag)]

    def removed(self) -> list[str]:
        """Return the tags that no game is to have."""
        return [tag for tag, state in self._states().items() if state is NONE]
