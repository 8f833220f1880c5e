"""Pictures of the rows of a list of moves: kept, and drawn before they are to be seen."""

from collections.abc import Callable, Iterable, Iterator
from time import monotonic

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from kalahloa.views.items.move_delegate import MoveDelegate
from kalahloa.views.items.move_layout import RowParts
from kalahloa.views.items.move_rows import MoveRow
from kalahloa.views.look.frame_work import FrameWork
from kalahloa.views.look.later_drawing import MAX_SECONDS

MAX_PICTURES = 150
"""How many drawn rows are kept: more than are in sight, and a few megabytes at most."""
MAX_DRAWN_AT_ONCE = 4
"""So many rows are drawn as they are painted: with others they are drawn before."""


class RowPictures:
    """Draws rows by `delegate`, and keeps what it has drawn.

    A new move has all rows in sight drawn anew, of which few have changed.
    """

    def __init__(self, delegate: MoveDelegate) -> None:
        self.delegate = delegate
        self._kept: dict[MoveRow, tuple[RowParts, bool, QPixmap]] = {}

    def clear(self) -> None:
        """Draw all rows anew the next time."""
        self._kept.clear()

    def forget(self, row: MoveRow) -> None:
        """Draw *row* anew the next time; it has changed."""
        self._kept.pop(row, None)

    def known(self, row: MoveRow, parts: RowParts, ratio: float) -> QPixmap | None:
        """Return the picture of *row* as it is now, None if it is still to be drawn.

        *ratio* is that of pixels of the screen to those of the window.
        """
        kept = self._kept.get(row)
        if kept is None:
            return None
        old, could_fold, picture = kept
        same = old is parts and could_fold == bool(row.child_count)
        return picture if same and picture.devicePixelRatio() == ratio else None

    def picture(
        self, row: MoveRow, parts: RowParts, ratio: float, direction: Qt.LayoutDirection
    ) -> QPixmap:
        """Return the picture of *row*, which has neither the current move nor a result."""
        picture = self.known(row, parts, ratio)
        if picture is None:
            self._kept.pop(row, None)
            if len(self._kept) >= MAX_PICTURES:
                del self._kept[next(iter(self._kept))]  # the one that was drawn first
            picture = self._drawn(row, parts, ratio, direction)
            self._kept[row] = (parts, bool(row.child_count), picture)
        return picture

    def _drawn(
        self, row: MoveRow, parts: RowParts, ratio: float, direction: Qt.LayoutDirection
    ) -> QPixmap:
        picture = QPixmap(QSize(parts.width, self.delegate.rows.row_height) * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setLayoutDirection(direction)
        self.delegate.draw_row(painter, row, parts, "")
        painter.end()
        return picture


class DrawnAhead(FrameWork):
    """Has a list painted once the rows in sight are drawn, a few in each turn of the event loop.

    After a jump in a long record no row in sight was there before, and to draw them all takes as
    long as a frame.
    """

    def __init__(
        self,
        viewport: QWidget,
        missing: Callable[[], Iterable[MoveRow]],
        draw: Callable[[MoveRow], object],
    ) -> None:
        """Hold the painting of *viewport*, whose child this is, while rows are *missing* in it.

        *draw* draws one of them, so that it is missing no longer.
        """
        super().__init__(viewport, self._draw_rows)
        self._viewport = viewport
        self._missing = missing
        self._draw = draw
        self._since = 0.0

    def begin(self, *, is_much: bool = False) -> None:
        """Draw what is missing, and have the list painted after that, if that *is much* to paint.

        It is also where many rows are missing.
        """
        if self.is_active or not self._viewport.isVisible():
            return
        if is_much or sum(1 for _ in self._missing()) > MAX_DRAWN_AT_ONCE:
            self._since = monotonic()
            self._viewport.setUpdatesEnabled(False)
            self.start()

    def _draw_rows(self) -> Iterator[None]:
        """Draw missing rows; paint after `MAX_SECONDS` even if more keep coming."""
        for row in self._missing():
            if monotonic() - self._since >= MAX_SECONDS:
                break
            self._draw(row)
            yield
        self.stop()
        self._viewport.setUpdatesEnabled(True)
