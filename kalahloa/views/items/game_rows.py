"""Rows of the table of games: their texts, and players behind discs in their colours."""

from time import thread_time
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QPen,
    QPixmap,
    QStaticText,
    QTextOption,
    QTransform,
)

from kalahloa.views.boards import board_class
from kalahloa.views.boards.board_view import SideColours
from kalahloa.views.items.game_words import GameWords
from kalahloa.views.items.games import DATE, PLAYERS, PLIES, RESULT, GamesModel
from kalahloa.views.look.theme import Theme

_DISC = 0.75
"""The diameter of a side's disc, in heights of a capital letter and a half."""
_GAP = 6
_MARGIN = 6
_DASH = " – "
_WIDEST = 10_000
"""The width of a text that is not cut off, in pixels."""
_MAX_TEXTS = 10_000
"""So many texts are kept as they are laid out."""
BUDGET_SECONDS = 0.003
"""In one painting no more new rows are laid out when that has taken so long."""


_Room = tuple[int, int, int, int]
"""Where a cell is written in: left, top, width, height."""


class Column(NamedTuple):
    """Where the cells of a column are: its number, their left edge and width in pixels."""

    number: int
    left: int
    width: int


class _Text(NamedTuple):
    """A text that is laid out, with its size in pixels."""

    static: QStaticText
    width: int
    height: int


class GameRows:
    """Draws the rows of a `GamesModel`.

    By itself, since a view asks its delegate for each cell and its model several times more, which
    takes most of a frame for a page; and with texts that are laid out once.  Where too many rows
    are new, the last ones of them are left empty, and are `left_out`.
    """

    def __init__(self, games: GamesModel, theme: Theme) -> None:
        self._games = games
        self._theme = theme
        self._texts: dict[tuple[str, int, bool], _Text] = {}
        self._discs: dict[tuple[int, int, int, int, float], QPixmap] = {}
        self._colours: dict[str, SideColours | None] = {}
        self.left_out: list[int] = []
        """The rows that were not drawn since `begin`, for want of time."""
        self._left = BUDGET_SECONDS

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        self._theme = theme
        self._colours.clear()

    def forget_texts(self) -> None:
        """Lay all texts out anew: the font has changed."""
        self._texts.clear()

    def begin(
        self, painter: QPainter, columns: list[Column], font: QFont, *, mirrored: bool
    ) -> None:
        """Begin to paint *columns* by *painter*: there is time again.

        *mirrored* is whether what is read goes from right to left.
        """
        self._painter = painter
        self._columns = columns
        self._font = font
        self._bold = QFont(font)
        self._bold.setBold(True)
        self._metrics = QFontMetrics(font)
        self._ratio = painter.device().devicePixelRatio()
        self._mirrored = mirrored
        self.left_out = []
        self._left = BUDGET_SECONDS

    def draw(self, row: int, top: int, height: int, *, chosen: bool, hovered: bool) -> None:
        """Draw *row*, *height* pixels high; before its game is read, an ellipsis in front."""
        if self._games.has_words(row):
            self._draw(row, top, height, chosen, hovered)
        elif self._left <= 0:
            self.left_out.append(row)
        else:
            began = thread_time()
            self._draw(row, top, height, chosen, hovered)
            self._left -= thread_time() - began

    def _draw(self, row: int, top: int, height: int, chosen: bool, hovered: bool) -> None:
        painter, theme = self._painter, self._theme
        if chosen or hovered:
            colour = theme.accent if chosen else theme.window
            for _, left, width in self._columns:
                painter.fillRect(left, top, width, height, colour)
        painter.setPen(theme.on_accent if chosen else theme.text)
        painter.setFont(self._font)
        words = self._games.words(row)
        for column, left, width in self._columns:
            room = left + _MARGIN, top, width - 2 * _MARGIN, height
            if words is None:
                if column == DATE:
                    painter.drawText(*room, Qt.AlignmentFlag.AlignVCenter, "…")
            elif column == PLAYERS and (colours := self._side_colours(row)) is not None:
                self._draw_players(room, words, colours, chosen)
            else:
                is_bold = words.won and column == RESULT
                text = self._text(words.texts[column], room[2], is_bold)
                is_at_end = self._mirrored is not (column == PLIES)
                if is_bold:
                    painter.setFont(self._bold)
                self._draw_text(room, room[0] + is_at_end * (room[2] - text.width), text)
                if is_bold:
                    painter.setFont(self._font)

    def _side_colours(self, row: int) -> SideColours | None:
        header = self._games.header(row)
        if header is None:
            return None
        if header.game not in self._colours:
            board = board_class(header.game)
            self._colours[header.game] = None if board is None else board.side_colours(self._theme)
        return self._colours[header.game]

    def _text(self, words: str, most: int, is_bold: bool = False) -> _Text:
        """Return *words* in one line, cut off where they are wider than *most*."""
        key = words, most, is_bold
        text = self._texts.get(key)
        if text is None:
            font = self._bold if is_bold else self._font
            metrics = QFontMetrics(font) if is_bold else self._metrics
            line = " ".join(words.splitlines())
            static = QStaticText(metrics.elidedText(line, Qt.TextElideMode.ElideRight, most))
            static.setTextFormat(Qt.TextFormat.PlainText)
            static.setTextOption(QTextOption(Qt.AlignmentFlag.AlignLeft))
            static.prepare(QTransform(), font)
            size = static.size()
            if len(self._texts) >= _MAX_TEXTS:
                self._texts.clear()
            text = self._texts[key] = _Text(static, round(size.width()), round(size.height()))
        return text

    def _draw_text(self, room: _Room, left: int, text: _Text) -> None:
        self._painter.drawStaticText(left, room[1] + (room[3] - text.height) // 2, text.static)

    def _draw_players(
        self, room: _Room, words: GameWords, colours: SideColours, chosen: bool
    ) -> None:
        dash = self._text(_DASH, _WIDEST)
        disc = round(self._metrics.capHeight() * 1.5 * _DISC)
        each = (room[2] - dash.width) // 2 - disc - _GAP
        names = [self._text(name, _WIDEST) for name in words.players]
        if sum(name.width for name in names) > 2 * each:
            # One that is short leaves its room to the other.
            most = [max(each, 2 * each - name.width) for name in reversed(names)]
            names = [
                self._text(name, max(0, width))
                for name, width in zip(words.players, most, strict=True)
            ]
        top = room[1] + (room[3] - 1) // 2 - disc // 2
        x = 0
        for side, name in enumerate(names):
            colour, rim = colours[side]
            # South's colour is that of the row which is chosen: there the disc stands on a pad.
            pixmap = self._disc(colour, self._theme.panel if chosen else rim, disc, chosen)
            self._painter.drawPixmap(self._place(room, x, disc), top, pixmap)
            x += disc + _GAP
            self._draw_text(room, self._place(room, x, name.width), name)
            x += name.width
            if side == 0:
                self._draw_text(room, self._place(room, x, dash.width), dash)
                x += dash.width

    def _place(self, room: _Room, x: int, width: int) -> int:
        """Return the left edge of what is *x* pixels from the beginning of a cell."""
        return room[0] + room[2] - x - width if self._mirrored else room[0] + x

    def _disc(self, colour: QColor, rim: QColor, size: int, padded: bool) -> QPixmap:
        """Return a disc of *size* pixels in *colour* with a *rim*, drawn once."""
        width = 3 if padded else 1
        key = colour.rgba(), rim.rgba(), size, width, self._ratio
        pixmap = self._discs.get(key)
        if pixmap is None:
            whole = round(size * self._ratio)
            pixmap = self._discs[key] = QPixmap(whole, whole)
            pixmap.setDevicePixelRatio(self._ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(colour)
            painter.setPen(QPen(rim, width))
            inside = QRectF(0, 0, size, size).adjusted(width / 2, width / 2, -width / 2, -width / 2)
            painter.drawEllipse(inside)
            painter.end()
        return pixmap
