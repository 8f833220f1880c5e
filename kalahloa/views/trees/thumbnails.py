"""Small pictures of positions, drawn one after the other in turns of the event loop."""

from collections import OrderedDict
from collections.abc import Iterator

from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QImage, QPainter, QPixmap

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.views.boards import board_class
from kalahloa.views.look.frame_work import BUDGET_SECONDS, FrameWork
from kalahloa.views.look.theme import Theme
from kalahloa.views.pictures.board_picture import BoardPicture, Scene
from kalahloa.views.pictures.job import Job, Slice
from kalahloa.views.pictures.options import MIN_WIDTH, BoardOptions

MAX_PICTURES = 600
"""So many pictures are kept."""
MAX_WANTED = 400
"""So many are drawn after one another; of more, the oldest are forgotten."""
PAUSE_MS = 3
"""The time between two turns, for what is more urgent."""
AREA = 64.0 * 64.0
"""The size of a picture in pixels."""
WIDEST = 116.0
_LETTERS = 12

Key = tuple[str, object]
"""What identifies a picture: the position in writing, and its rules."""


class Thumbnails(QObject):
    """Draws positions of one game, with its board or, where it has none, its diagram as text."""

    drawn = Signal(object)
    """The key of a picture that is there now."""
    forgotten = Signal()
    """No picture is there any more: they would look different now."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._game: Game | None = None
        self._look: tuple[bool, bool, int] = (False, False, 1)
        self._pictures: OrderedDict[Key, QPixmap] = OrderedDict()
        self._wanted: OrderedDict[Key, Position] = OrderedDict()
        self._picture: BoardPicture | None = None
        self._size: tuple[float, float] | None = None
        self._job: tuple[Key, Job[QPixmap]] | None = None
        self._work = FrameWork(self, self._strokes, PAUSE_MS)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*; what was drawn before is gone."""
        self._theme = theme
        self._forget()

    def set_game(self, game: Game, *, flipped: bool, mirrored: bool, scale: int) -> None:
        """Draw positions of *game*, as its board is turned, with *scale* dots for each pixel."""
        look = (flipped, mirrored, scale)
        if game is not self._game or look != self._look:
            if game is not self._game or look[1:] != self._look[1:]:
                self._size = None  # a board that is only turned keeps its form
            self._game, self._look = game, look
            self._forget()

    def _forget(self) -> None:
        self._work.stop()
        self._pictures.clear()
        self._wanted.clear()
        if self._job is not None:
            self._job[1].close()
            self._job = None
        if self._picture is not None:
            self._picture.close()
            self._picture = None
        self.forgotten.emit()

    def size(self, position: Position) -> tuple[float, float]:
        """Return the width and the height of the pictures of positions such as this one."""
        if self._size is None:
            for _ in self.measured(position):
                pass
        assert self._size is not None
        return self._size

    @property
    def is_measured(self) -> bool:
        """Whether `size` knows what it returns."""
        return self._size is not None

    def measured(self, position: Position) -> Iterator[None]:
        """Find in pieces what `size` returns; the first time a board is made for that."""
        while self._size is None:
            assert self._game is not None
            picture = None
            if board_class(self._game.key) is None:
                aspect = _text_aspect(position)
            else:
                picture = self._made_picture()
                pieces = picture.shown(Scene(position))
                yield
                while picture is self._picture and next(pieces, None) is not None:
                    yield
                if picture is not self._picture:
                    continue  # it is closed: another theme, or another game
                size = picture.size
                aspect = size.width() / max(1, size.height())
            width = min(WIDEST, (AREA * aspect) ** 0.5)
            self._size = round(width), round(width / aspect)
            if picture is not None:  # it was as small as a picture may be
                picture.close()
                self._picture = None

    def _made_picture(self) -> BoardPicture:
        if self._picture is None:
            assert self._game is not None
            flipped, mirrored, scale = self._look
            options = BoardOptions(
                width=MIN_WIDTH if self._size is None else max(MIN_WIDTH, int(self._size[0])),
                scale=scale,
                dark=self._theme.dark,
                flipped=flipped,
                mirrored=mirrored,
                caption=False,
            )
            self._picture = BoardPicture(self._game, options, self._theme.panel)
        return self._picture

    # -- asking --------------------------------------------------------------------------------

    def key_of(self, position: Position) -> Key:
        """Return what identifies the picture of *position*."""
        return position.position_string(), position.rules

    def picture(self, key: Key) -> QPixmap | None:
        """Return the picture with this key, if it is there."""
        found = self._pictures.get(key)
        if found is not None:
            self._pictures.move_to_end(key)
        return found

    def want(self, key: Key, position: Position) -> None:
        """Draw *position*, on which nobody makes moves, soon; what was wanted last comes first."""
        if key not in self._pictures and (self._job is None or self._job[0] != key):
            self._wanted[key] = position
            self._wanted.move_to_end(key)
            while len(self._wanted) > MAX_WANTED:
                self._wanted.popitem(last=False)
            self._work.start()

    @property
    def is_busy(self) -> bool:
        """Whether something is still to be drawn."""
        return bool(self._wanted) or self._job is not None

    # -- drawing -------------------------------------------------------------------------------

    def _strokes(self) -> Iterator[None]:
        """Draw until one picture is done: updating what shows it takes time as well."""
        if self._job is None:
            if not self._wanted:
                self._work.stop()
                return
            key, position = self._wanted.popitem(last=False)
            self._job = key, self._drawing(position)
        key, job = self._job
        try:
            while True:
                next(job)
                yield
        except StopIteration as end:
            self._job = None
            self._keep(key, end.value)

    def _keep(self, key: Key, picture: QPixmap) -> None:
        self._pictures[key] = picture
        while len(self._pictures) > MAX_PICTURES:
            self._pictures.popitem(last=False)
        self.drawn.emit(key)

    def _drawing(self, position: Position) -> Job[QPixmap]:
        assert self._game is not None
        size = self.size(position)
        if board_class(self._game.key) is None:
            return _text_picture(position, size, self._theme, self._look)
        return self._board_picture(position)

    def _board_picture(self, position: Position) -> Job[QPixmap]:
        picture = self._made_picture()
        yield from picture.shown(Scene(position))
        image = yield from picture.painted(seconds=BUDGET_SECONDS)
        made = QPixmap.fromImage(image)
        made.setDevicePixelRatio(self._look[2])
        return made


def _text_aspect(position: Position) -> float:
    """Return the width of the diagram of *position* in characters as a share of its height."""
    rows = position.diagram().splitlines() or [""]
    metrics = QFontMetricsF(_text_font())
    wide = max(metrics.horizontalAdvance(row) for row in rows)
    return max(0.4, min(3.0, wide / (len(rows) * metrics.height())))


def _text_font() -> QFont:
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPixelSize(_LETTERS)
    return font


def _text_picture(
    position: Position, size: tuple[float, float], theme: Theme, look: tuple[bool, bool, int]
) -> Job[QPixmap]:
    """Return the diagram of *position* in characters as a picture."""
    yield Slice(0.0)
    flipped, _, scale = look
    rows = position.diagram(flipped).splitlines()
    font = _text_font()
    metrics = QFontMetricsF(font)
    wide = max((metrics.horizontalAdvance(row) for row in rows), default=1.0)
    high = max(1.0, len(rows) * metrics.height())
    image = QImage(
        round(size[0] * scale), round(size[1] * scale), QImage.Format.Format_ARGB32_Premultiplied
    )
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    fit = min(image.width() / max(1.0, wide), image.height() / high)
    painter.translate((image.width() - fit * wide) / 2, (image.height() - fit * high) / 2)
    painter.scale(fit, fit)
    painter.setFont(font)
    painter.setPen(theme.text)
    for number, row in enumerate(rows):
        painter.drawText(QPointF(0, number * metrics.height() + metrics.ascent()), row)
    painter.end()
    made = QPixmap.fromImage(image)
    made.setDevicePixelRatio(scale)
    return made
