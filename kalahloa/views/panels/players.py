"""Who plays, whose turn it is, and how either side stands."""

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import (
    QGridLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.place import Change, Place
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel


class _PlayerRow(QPushButton):
    """A side and how it stands, and below it who plays the side."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("player")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._player = PlainLabel(self)
        self._player.setObjectName("cardTitle")
        self._status = PlainLabel(self)
        self._status.setObjectName("muted")
        self._status.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._status.setWordWrap(True)
        grid = QGridLayout(self)
        grid.setContentsMargins(12, 7, 10, 7)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self._player, 0, 0)
        grid.addWidget(self._status, 0, 1)
        for label in (self._player, self._status):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:
        """Return the size of the labels, which a button does not look at by itself."""
        grid = self.layout()
        assert grid is not None
        wide = max(self.width(), 160)
        return QSize(wide, max(grid.sizeHint().height(), grid.heightForWidth(wide)))

    def minimumSizeHint(self) -> QSize:
        """Return the height of the labels; the text may be cut off at the right."""
        return QSize(120, self.sizeHint().height())

    def show_player(self, who: str, status: str, current: bool, to_move: str) -> None:
        """Show who plays and how the side stands; *current* if it is to move."""
        self._player.setText(who)
        self._status.setText(" · ".join(part for part in (status, to_move) if part))
        self.setAccessibleName(", ".join(part for part in (who, status, to_move) if part))
        if self.property("current") != current:
            self.setProperty("current", current)
            self.style().unpolish(self)
            self.style().polish(self)
        self.updateGeometry()


class PlayersPanel(Panel):
    """A row for either side; a click on a row asks for another player."""

    key = "players"
    context_commands = ("first-player", "second-player", "swap-sides", "rematch")

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(2)
        self.rows = (_PlayerRow(self), _PlayerRow(self))
        for row in self.rows:
            row.setToolTip(self.tr("Change who plays this side"))
            layout.addWidget(row)
        self.rows[0].clicked.connect(self._first_clicked)
        self.rows[1].clicked.connect(self._second_clicked)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def heading(self) -> str:
        """Return the panel's title."""
        return self.tr("Players")

    @Slot()
    def _first_clicked(self) -> None:
        self.asked.emit("first-player", [])

    @Slot()
    def _second_clicked(self) -> None:
        self.asked.emit("second-player", [])

    def refresh(self, change: Change) -> None:
        """Show the players and the sides as they are now."""
        place = change.place
        for side, row in enumerate(self.rows):
            current = place.outcome is None and place.side == side
            row.show_player(
                self._who(place, side),
                self._status(place, side),
                current,
                self.tr("to move") if current else "",
            )

    def _who(self, place: Place, side: int) -> str:
        """Return who plays *side*: "You" where the other side is the computer's."""
        player = place.players[side]
        other = place.players[1 - side]
        if not player.is_computer and other.is_computer:
            return self.tr("You")
        return player.title

    def _status(self, place: Place, side: int) -> str:
        status = place.position.status(side)
        name = place.game.sides[side]
        return f"{name} · {status}" if status else name
