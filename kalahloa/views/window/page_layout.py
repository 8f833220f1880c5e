"""Where the board and the cards of a page stand in a window of any size; no widget is needed.

Boxes stand for cards.  Those of the left column come first, then what has most of the page (a box
of the main column, or else the board), then those of the side.  Where cards would have too little
height one below the other, the last ones share a place, one behind the other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QRect, QSize, Qt

from kalahloa.controllers.commands.declaration import PanelColumn
from kalahloa.views.boards.board_form import BoardForm

MARGIN, GAP = 12, 10
"""Pixels round a page and between what stands on it."""
TABS_HEIGHT = 38
"""Pixels that cards in one place need for choosing among them."""
MIN_SIDE, MAX_SIDE, SIDE_SHARE = 310, 430, 0.29
SMALL_SIDE = 0.49
"""The share of a small page that the side has instead of `MIN_SIDE`."""
MIN_LEFT, MAX_LEFT, LEFT_SHARE = 330, 620, 0.34
MIN_MIDDLE = 280
"""Minimum width in pixels of what stands between two columns."""
LOW = 420
"""In a page of less height nothing stands below the board."""
MIN_BELOW, BELOW_SHARE = 150, 0.3
MIN_PART = 90
"""Minimum height in pixels of a panel that shares a card with others."""
TOP_SHARE, MIN_TOP_SHARE = 0.6, 0.5
"""How much of an upright page's height its upper half has at most, and where it has cards at least.
"""
SHARES = (0.12, 0.88)
"""Within these limits a column can be made wider or narrower, and a card higher or lower."""


@dataclass(frozen=True)
class Box:
    """A card: it is usable from the height `least` on, and shows everything at `wanted`.

    One that `grows` takes what the others leave: the first of them up to what it wants, the next
    likewise, then all alike.  Neighbours of one `group` share a place anywhere.
    """

    key: str
    column: PanelColumn
    least: int
    wanted: int
    grows: bool = False
    group: str = ""


@dataclass(frozen=True)
class Handle:
    """An edge that can be dragged: the share of `whole` (a rectangle) before it is `key`'s.

    `after` is whether `key` has what is after the edge instead.
    """

    key: str
    rect: QRect
    whole: QRect
    way: Qt.Orientation
    after: bool = False


@dataclass
class Arrangement:
    """Where everything stands; each place holds one box, or several that share it."""

    board: QRect | None = None
    places: list[tuple[tuple[str, ...], QRect]] = field(default_factory=list)
    handles: list[Handle] = field(default_factory=list)


class _Arranger:
    def __init__(
        self, boxes: Sequence[Box], form: BoardForm | None, size: QSize, shares: Mapping[str, float]
    ) -> None:
        self.form = form
        self.shares = shares
        self.page = QRect(0, 0, size.width(), size.height()).adjusted(
            MARGIN, MARGIN, -MARGIN, -MARGIN
        )
        self.done = Arrangement()
        self.of = {one: [box for box in boxes if box.column is one] for one in PanelColumn}

    def arrange(self) -> Arrangement:
        if self.page.height() > self.page.width():
            self._arrange_upright()
        elif self.of[PanelColumn.MAIN]:
            self._arrange_main()
        elif self.form is None:
            self._arrange_rest(self.page, [*self.of[PanelColumn.LEFT], *self._rest()])
        else:
            self._arrange_board()
        return self.done

    def _rest(self) -> list[Box]:
        return [*self.of[PanelColumn.SIDE], *self.of[PanelColumn.BELOW]]

    def _share(self, key: str, whole: int, usual: int) -> int:
        share = self.shares.get(key)
        if share is None:
            return usual
        return round(min(max(share, SHARES[0]), SHARES[1]) * whole)

    # -- pages that are wider than high --------------------------------------------------------

    def _arrange_main(self) -> None:
        """Give the main cards the middle, and what goes with them a column at the side."""
        page, left, main, rest = (
            self.page,
            self.of[PanelColumn.LEFT],
            self.of[PanelColumn.MAIN],
            self._rest(),
        )
        if self.form is not None and page.height() < LOW:
            main, rest = [*main, *rest], []  # the board needs the height of its column
        has_side = bool(rest) or self.form is not None
        side = 0
        if has_side:
            usual = max(min(MIN_SIDE, round(SMALL_SIDE * page.width())), round(0.27 * page.width()))
            side = self._share("side", page.width(), min(usual, MAX_SIDE))
        first = 0
        if left:
            usual = max(MIN_LEFT, min(MAX_LEFT, round(LEFT_SHARE * page.width())))
            first = self._share("left", page.width(), usual)
            if page.width() - side - first - 2 * GAP < MIN_MIDDLE:
                main, left, first = [*left, *main], [], 0
        rest_of_page = self._split_off_left(left, first)
        middle, beside = self._split_off_side(rest_of_page, side)
        # What is cramped shares one place, where it has all the height.
        self._stack(
            main,
            middle,
            together=page.height() < LOW or (not left and len(self.of[PanelColumn.LEFT]) > 0),
        )
        if has_side:
            self._arrange_column(beside, rest)

    def _arrange_column(self, column: QRect, boxes: list[Box]) -> None:
        """Put the board on top of a *column*, and *boxes* below it."""
        if self.form is None:
            self._stack(boxes, column)
            return
        height = min(self.form.height_at(column.width()), round(0.55 * column.height()))
        if not boxes:
            self.done.board = column
            return
        self.done.board = QRect(column.left(), column.top(), column.width(), height)
        self._stack(boxes, column.adjusted(0, height + GAP, 0, 0))

    def _arrange_board(self) -> None:
        """Give the board as much as it can use, and the cards the rest."""
        assert self.form is not None
        page, left, side_boxes = (
            self.page,
            self.of[PanelColumn.LEFT],
            list(self.of[PanelColumn.SIDE]),
        )
        below = list(self.of[PanelColumn.BELOW])
        first = 0
        if left:
            usual = max(MIN_LEFT, min(MAX_LEFT, round(LEFT_SHARE * page.width())))
            first = self._share("left", page.width(), usual)
            if page.width() - first - 2 * GAP < MIN_MIDDLE + MIN_SIDE:
                side_boxes, below, left, first = [*left, *side_boxes, *below], [], [], 0
        rest = self._split_off_left(left, first)
        if not side_boxes and page.width() < MIN_MIDDLE + MIN_SIDE + GAP:
            side_boxes, below = below, []
        if page.height() < 2 * MIN_BELOW + self.form.above:
            side_boxes, below = [*side_boxes, *below], []
        side = 0
        if side_boxes:
            least = min(MIN_SIDE, round(SMALL_SIDE * page.width()))
            usual = max(least, min(MAX_SIDE, round(SIDE_SHARE * page.width())))
            spare = rest.width() - GAP - self.form.width_at(rest.height())
            side = self._share("side", page.width(), max(usual, spare))
            side = min(side, rest.width() - GAP - min(MIN_MIDDLE, round(0.5 * page.width())))
        middle, beside = self._split_off_side(rest, side)
        over = middle.height() - self.form.height_at(middle.width()) - GAP
        if below and (over >= MIN_BELOW or not side_boxes or left):
            usual = max(over, MIN_BELOW, round(BELOW_SHARE * middle.height()))
            high = self._share("below", middle.height(), usual)
        else:
            side_boxes, below, high = [*side_boxes, *below], [], 0
            rows = _rows(side_boxes)
            if sum(row[0].grows for row in rows) > 1 and over >= max(MIN_BELOW, _least(rows[-1:])):
                below, high = rows[-1], over
                side_boxes = side_boxes[: -len(below)]
        self.done.board = middle
        if below:
            self.done.board = middle.adjusted(0, 0, 0, -high - GAP)
            lower = QRect(middle.left(), middle.bottom() + 1 - high, middle.width(), high)
            if self.of[PanelColumn.BELOW]:
                edge = QRect(lower.left(), lower.top() - GAP, lower.width(), GAP)
                up = Qt.Orientation.Vertical
                self.done.handles.append(Handle("below", edge, middle, up, after=True))
            self._stack(below, lower, together=True)
        if side_boxes:
            self._arrange_rest(beside, side_boxes)

    def _arrange_rest(self, area: QRect, boxes: list[Box]) -> None:
        """Put *boxes* into one column, or into two where there is room for both."""
        rows = _rows(boxes)
        if len(rows) < 2 or area.width() < 2 * MIN_SIDE + GAP + 40:
            self._stack(boxes, area)
            return
        heights = [max(box.wanted for box in row) for row in rows]
        cut = min(range(1, len(rows)), key=lambda one: max(sum(heights[:one]), sum(heights[one:])))
        usual = (area.width() - GAP) // 2
        first = area.adjusted(0, 0, usual - area.width(), 0)
        self._stack([box for row in rows[:cut] for box in row], first)
        second = area.adjusted(usual + GAP, 0, 0, 0)
        self._stack([box for row in rows[cut:] for box in row], second)

    def _split_off_left(self, boxes: list[Box], width: int) -> QRect:
        if not boxes:
            return self.page
        column = self.page.adjusted(0, 0, width - self.page.width(), 0)
        self._stack(boxes, column)
        edge = QRect(column.right() + 1, column.top(), GAP, column.height())
        self.done.handles.append(Handle("left", edge, self.page, Qt.Orientation.Horizontal))
        return self.page.adjusted(width + GAP, 0, 0, 0)

    def _split_off_side(self, area: QRect, width: int) -> tuple[QRect, QRect]:
        if not width:
            return area, QRect()
        beside = QRect(area.right() + 1 - width, area.top(), width, area.height())
        edge = QRect(beside.left() - GAP, area.top(), GAP, area.height())
        across = Qt.Orientation.Horizontal
        self.done.handles.append(Handle("side", edge, self.page, across, after=True))
        return area.adjusted(0, 0, -width - GAP, 0), beside

    # -- pages that are higher than wide -------------------------------------------------------

    def _arrange_upright(self) -> None:
        page, rest = self.page, self._rest()
        main = [*self.of[PanelColumn.LEFT], *self.of[PanelColumn.MAIN]]
        if not main and self.form is None:
            self._stack(rest, page)
            return
        most = round(TOP_SHARE * page.height())
        if not main:
            assert self.form is not None
            if not rest:
                self.done.board = page
                return
            usual = min(most, self.form.height_at(page.width()))
        else:
            if not rest and self.form is None:
                self._stack(main, page)
                return
            usual = max(
                round(MIN_TOP_SHARE * page.height()), min(most, page.height() - self._low(rest))
            )
        high = self._share("top", page.height(), usual)
        top = page.adjusted(0, 0, 0, high - page.height())
        low = page.adjusted(0, high + GAP, 0, 0)
        edge = QRect(page.left(), top.bottom() + 1, page.width(), GAP)
        self.done.handles.append(Handle("top", edge, page, Qt.Orientation.Vertical))
        if main:
            self._stack(main, top)
        else:
            self.done.board = top
        if main and self.form is not None:
            width = page.width() if not rest else (page.width() - GAP) // 2
            self.done.board = low.adjusted(0, 0, width - page.width(), 0)
            low = low.adjusted(width + GAP, 0, 0, 0)
        if rest:
            self._arrange_rest(low, rest)

    def _low(self, rest: list[Box]) -> int:
        """Return the height that the lower half of an upright page needs for board and *rest*."""
        width = self.page.width() if not rest else (self.page.width() - GAP) // 2
        board = 0 if self.form is None else self.form.height_at(width)
        return GAP + max(board, _least(_rows(rest)))

    # -- cards one below the other -------------------------------------------------------------

    def _stack(self, boxes: Sequence[Box], area: QRect, *, together: bool = False) -> None:
        """Put *boxes* one below the other into *area*, the last ones *together* if need be."""
        if not boxes:
            return
        rows = [list(boxes)] if together else _rows(boxes)
        while len(rows) > 1 and _least(rows) > area.height():
            last = rows.pop()
            rows[-1] += last
        heights = self._heights(rows, area.height() - GAP * (len(rows) - 1))
        top = area.top()
        for number, (row, height) in enumerate(zip(rows, heights, strict=True)):
            rect = QRect(area.left(), top, area.width(), height)
            self.done.places.append((tuple(box.key for box in row), rect))
            top += height + GAP
            if number + 1 < len(rows):
                edge = QRect(area.left(), top - GAP, area.width(), GAP)
                span = rect.united(QRect(area.left(), top, area.width(), heights[number + 1]))
                way = Qt.Orientation.Vertical
                self.done.handles.append(Handle(_key(row, rows[number + 1]), edge, span, way))

    def _heights(self, rows: list[list[Box]], total: int) -> list[int]:
        wanted = [max(_place_height(box.wanted, row) for box in row) for row in rows]
        least = [max(_place_height(box.least, row) for box in row) for row in rows]
        grows = [any(box.grows for box in row) or len(row) > 1 for row in rows]
        usual = [
            low if grow else high for low, high, grow in zip(least, wanted, grows, strict=True)
        ]
        spare = total - sum(usual)
        for number, high in enumerate(wanted):
            more = min(max(0, high - usual[number]), max(0, spare)) if grows[number] else 0
            usual[number] += more
            spare -= more
        heights = shared_heights(total, usual, grows, least)
        for number in range(len(rows) - 1):
            share = self.shares.get(_key(rows[number], rows[number + 1]))
            if share is not None:
                pair = heights[number] + heights[number + 1]
                first = round(min(max(share, SHARES[0]), SHARES[1]) * pair)
                heights[number], heights[number + 1] = first, pair - first
        return heights


def shared_heights(
    total: int, usual: Sequence[int], grows: Sequence[bool], least: Sequence[int] = ()
) -> list[int]:
    """Return how *total* is shared by parts that would have their *usual* heights.

    What is over goes to those that *grow*, or else to the last one.  What is missing is taken from
    the highest ones first, down to their *least* heights, and then from all in proportion.
    """
    heights = list(usual)
    low = list(least) or [min(height, MIN_PART) for height in heights]
    missing = sum(heights) - total
    for number in sorted(range(len(heights)), key=lambda one: (not grows[one], -heights[one])):
        if missing <= 0:
            break
        spared = min(missing, max(0, heights[number] - low[number]))
        heights[number] -= spared
        missing -= spared
    if missing > 0:
        heights = [height * total // max(1, sum(heights)) for height in heights]
    growing = [number for number, grow in enumerate(grows) if grow] or [len(heights) - 1]
    spare = total - sum(heights)
    for left, number in zip(range(len(growing), 0, -1), growing, strict=True):
        part = spare // left
        heights[number] += part
        spare -= part
    return heights


def _rows(boxes: Sequence[Box]) -> list[list[Box]]:
    """Return *boxes* in rows, each of the neighbours that share a place."""
    rows: list[list[Box]] = []
    for box in boxes:
        if rows and box.group and box.group == rows[-1][0].group:
            rows[-1].append(box)
        else:
            rows.append([box])
    return rows


def _key(upper: list[Box], lower: list[Box]) -> str:
    """Return the name of the edge between two rows of boxes."""
    return f"{upper[0].key}|{lower[0].key}"


def _place_height(height: int, row: list[Box]) -> int:
    return height + (TABS_HEIGHT if len(row) > 1 else 0)


def _least(rows: list[list[Box]]) -> int:
    heights = (max(_place_height(box.least, row) for box in row) for row in rows)
    return sum(heights) + GAP * (len(rows) - 1)


def arrange(
    boxes: Sequence[Box], form: BoardForm | None, size: QSize, shares: Mapping[str, float]
) -> Arrangement:
    """Return where *boxes*, in order, and a board of *form*, if there is one, stand in *size*.

    *shares* are what the user has dragged, by the handles' keys.
    """
    return _Arranger(boxes, form, size, shares).arrange()
