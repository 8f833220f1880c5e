"""What each move of the place is worth, the best first."""

from PySide6.QtCore import QModelIndex, Qt, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.place import Change, Place
from kalahloa.views.items.move_values import MOVE, TRUST, VALUE, MoveValuesModel
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel
from kalahloa.views.panels.titles import title_of


class ValuesPanel(Panel):
    """A list of the moves with their values; Enter or a double click plays one."""

    key = "values"
    context_commands = ("values", "hint", "copy-position")

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        title = PlainLabel(self, self.title)
        title.setObjectName("cardTitle")
        self.facts = PlainLabel(self)
        self.facts.setObjectName("muted")
        self.facts.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.model = MoveValuesModel(self)
        self.list = QTreeView(self)
        self.list.setModel(self.model)
        self.list.setAccessibleName(self.tr("Values of the moves"))
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setHeaderHidden(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setTabKeyNavigation(False)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(VALUE, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(MOVE, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(TRUST, QHeaderView.ResizeMode.ResizeToContents)
        self.list.activated.connect(self._activated)
        self.button = QPushButton(self.tr("Show values"), self)
        self.button.setObjectName("quiet")
        self.button.clicked.connect(self._ask_for_values)
        row = QHBoxLayout()
        row.addWidget(title)
        row.addWidget(self.facts, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 12, 14, 12)
        layout.addLayout(row)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.list, 1)
        layout.addStretch(0)

    def heading(self) -> str:
        """Return the panel's title."""
        return title_of(self.key)

    def refresh(self, change: Change) -> None:
        """Show the values at the place, or offer to compute them."""
        place = change.place
        self.button.setVisible(not place.values_wanted)
        self.list.setVisible(place.values_wanted)
        self.model.show_place(place)
        self.facts.setText(self._facts(place))

    def _facts(self, place: Place) -> str:
        """Return how far the values are known."""
        if not place.values_wanted:
            return ""
        if place.outcome is not None:
            return self.tr("The game is over.")
        if not place.values:
            return self.tr("Searching…")
        if all(value.proven for value in place.values.values()):
            return self.tr("proven")
        return self.tr("estimated") if place.values_final else self.tr("estimated, searching…")

    @Slot()
    def _ask_for_values(self) -> None:
        self.asked.emit("values", [])

    @Slot(QModelIndex)
    def _activated(self, index: QModelIndex) -> None:
        self.asked.emit("play", [self.model.move_text(index.row())])
