"""Who plays, whose turn it is, and how either side stands."""

import re

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QPushButton,
    QSizePolicy,
    QStyleOptionButton,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.base.translation import in_words
from kalahloa.controllers.core.place import Cause, Change, Place
from kalahloa.views.boards import board_class
from kalahloa.views.captions import who_plays
from kalahloa.views.look.elided_label import ElidedLabel
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel

DISC = 14
"""The diameter of the disc in a side's colour, in pixels."""
_ONE_FIGURE = re.compile(r"\b\d\b")


class _PlayerRow(QPushButton):
    """Who plays a side, the side's colour, and how it stands; marked where the side is to move."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("player")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.disc = PlainLabel(self)
        self.player = ElidedLabel(self)
        self.player.setObjectName("cardTitle")
        self.status = ElidedLabel(self)
        self.status.setObjectName("muted")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(12, 7, 10, 7)
        self._grid.setHorizontalSpacing(9)
        self._grid.setVerticalSpacing(1)
        self._grid.setColumnStretch(2, 1)
        self._grid.addWidget(self.disc, 0, 0)
        self._is_stacked = False
        self._is_marked = False
        self._stack(False)
        for label in (self.disc, self.player, self.status):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def _stack(self, stacked: bool) -> None:
        """Put the status below the player, or beside."""
        self._is_stacked = stacked
        self._grid.removeWidget(self.player)
        self._grid.removeWidget(self.status)
        if stacked:
            self._grid.addWidget(self.player, 0, 1, 1, 2)
            self._grid.addWidget(self.status, 1, 1, 1, 2)
        else:
            self._grid.addWidget(self.player, 0, 1)
            self._grid.addWidget(self.status, 0, 2)
        beside = Qt.AlignmentFlag.AlignLeading if stacked else Qt.AlignmentFlag.AlignTrailing
        self.status.setAlignment(beside | Qt.AlignmentFlag.AlignVCenter)
        self._fit_height()

    def _fit_height(self) -> None:
        # Fixed, so that a card that is too low for it grows.
        self.setFixedHeight(self._grid.sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        """Be as high as the labels with another font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit_height()

    @property
    def needs_stack(self) -> bool:
        """Whether player and status do not fit beside each other."""
        # As if all numbers had two figures: the rows must not jump where one reaches ten.
        status = _ONE_FIGURE.sub("00", self.status.whole)
        words = self._name_width + self.status.fontMetrics().horizontalAdvance(status)
        return words + DISC + 48 > self.width()

    @property
    def _name_width(self) -> int:
        return QFontMetrics(self.player.font()).horizontalAdvance(self.player.whole) + 2

    def set_stacked(self, stacked: bool) -> None:
        """Show the status below the player, or beside."""
        if stacked != self._is_stacked:
            self._stack(stacked)
        # Below each other, either may be cut off; beside each other there is room for both.
        self.player.setMinimumWidth(0 if stacked else self._name_width)

    def sizeHint(self) -> QSize:
        """Return the size of the labels, which a button does not look at by itself."""
        return QSize(200, self._grid.sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the height of the labels; the status may be cut off."""
        return QSize(120, self.sizeHint().height())

    def show_player(self, who: str, status: str, to_move: str) -> None:
        """Show *who* plays and how the side stands; *to_move* is empty unless it is to move."""
        self.player.setText(who)
        self.status.setText(status)
        name = ", ".join(part for part in (who, status, to_move) if part)
        if name != self.accessibleName():
            self.setAccessibleName(name)
        if bool(to_move) is not self._is_marked:
            self._is_marked = bool(to_move)
            self.update()

    @property
    def is_marked(self) -> bool:
        """Whether the row looks like that of the side to move."""
        return self._is_marked

    def initStyleOption(self, option: QStyleOptionButton) -> None:
        """Have the style draw a marked row as what the style sheet calls flat.

        The button itself is never flat: if that changed, all cards would be arranged anew.
        """
        super().initStyleOption(option)
        if self._is_marked:
            option.features |= QStyleOptionButton.ButtonFeature.Flat

    def show_colour(self, colours: tuple[QColor, QColor] | None) -> None:
        """Show a disc in the first of *colours* with a rim in the second, or none."""
        self.disc.setVisible(colours is not None)
        if colours is None:
            return
        ratio = self.devicePixelRatioF()
        picture = QPixmap(round(DISC * ratio), round(DISC * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(colours[0])
        painter.setPen(QPen(colours[1], 1))
        painter.drawEllipse(QRectF(0.5, 0.5, DISC - 1, DISC - 1))
        painter.end()
        self.disc.setPixmap(picture)


class PlayersPanel(Panel):
    """A row for either side; a click on a row asks for another player."""

    key = "players"
    can_scroll = False
    ignored = frozenset({Cause.FINDINGS})
    context_commands = ("first-player", "second-player", "swap-sides", "rematch")

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(2)
        self.rows = (_PlayerRow(self), _PlayerRow(self))
        for row in self.rows:
            row.setToolTip(self.tr("Choose who plays this side"))
            layout.addWidget(row)
        self.rows[0].clicked.connect(self._first_clicked)
        self.rows[1].clicked.connect(self._second_clicked)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

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
            current = not place.is_over and place.side == side
            to_move = self.tr("to move") if current else ""
            row.show_player(who_plays(place, side), self._status(place, side), to_move)
        if change.is_new:
            self._show_colours(place)
        self._arrange()

    def _arrange(self) -> None:
        """Have both rows stacked if one of them has to be."""
        stacked = any(row.needs_stack for row in self.rows)
        for row in self.rows:
            row.set_stacked(stacked)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stack the rows where there is no room beside each other."""
        super().resizeEvent(event)
        self._arrange()

    def set_theme(self, theme: Theme) -> None:
        """Draw the sides' colours as *theme* has them."""
        super().set_theme(theme)
        if self.place is not None:
            self._show_colours(self.place)

    def _show_colours(self, place: Place) -> None:
        board = board_class(place.game.key)
        colours = None if board is None else board.side_colours(self.theme)
        for side, row in enumerate(self.rows):
            row.show_colour(None if colours is None else colours[side])

    def _status(self, place: Place, side: int) -> str:
        status = in_words(place.position.status(side))
        name = in_words(place.game.sides[side])
        return f"{name} · {status}" if status else name
