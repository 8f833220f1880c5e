"""Who plays, whose turn it is, and how either side stands."""

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.player import Player
from kalahloa.controllers.turn_controller import TurnController
from kalahloa.views.look.plain_label import PlainLabel


class _PlayerRow(QPushButton):
    """A side and how it stands, and below it who plays the side."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("player")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._side = PlainLabel(self)
        self._side.setObjectName("cardTitle")
        self._status = PlainLabel(self)
        self._status.setObjectName("muted")
        self._player = PlainLabel(self)
        self._player.setObjectName("muted")
        self._player.setWordWrap(True)
        grid = QGridLayout(self)
        grid.setContentsMargins(12, 7, 10, 7)
        grid.setVerticalSpacing(2)
        grid.addWidget(self._side, 0, 0)
        grid.addWidget(self._status, 0, 1, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(self._player, 1, 0, 1, 2)
        for label in (self._side, self._status, self._player):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:
        """Return the size of the labels, which a button does not look at by itself."""
        grid = self.layout()
        assert grid is not None
        wide = max(self.width(), 200)
        return QSize(wide, max(grid.sizeHint().height(), grid.heightForWidth(wide)))

    def show_player(self, side: str, player: Player, status: str, current: bool) -> None:
        """Show the side's name, its player and how it stands; *current* if it is to move."""
        self._side.setText(side)
        self._player.setText(player.title)
        self._status.setText(status)
        to_move = ", to move" if current else ""
        self.setAccessibleName(f"{side}, {player.title}, {status}{to_move}")
        if self.property("current") != current:
            self.setProperty("current", current)
            self.style().unpolish(self)
            self.style().polish(self)
        self.updateGeometry()


class PlayersPanel(QFrame):
    """A card with a row for either side; a click on a row asks for another player."""

    player_clicked = Signal(int)

    def __init__(self, controller: TurnController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._controller = controller
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(2)
        self.rows = (_PlayerRow(self), _PlayerRow(self))
        for row in self.rows:
            row.setToolTip("Change who plays this side")
            layout.addWidget(row)
        self.rows[0].clicked.connect(self._first_clicked)
        self.rows[1].clicked.connect(self._second_clicked)
        controller.changed.connect(self.refresh)
        controller.state_changed.connect(self.refresh)
        self.refresh()

    @Slot()
    def _first_clicked(self) -> None:
        self.player_clicked.emit(0)

    @Slot()
    def _second_clicked(self) -> None:
        self.player_clicked.emit(1)

    @Slot()
    def refresh(self, _cause: object = None) -> None:
        """Show the players and the sides as they are now."""
        controller = self._controller
        for side, row in enumerate(self.rows):
            row.show_player(
                controller.game.sides[side],
                controller.players[side],
                controller.position.status(side),
                controller.outcome is None and controller.position.side == side,
            )
