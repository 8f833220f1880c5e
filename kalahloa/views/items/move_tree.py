"""The tree of a record's moves as an item model.

A row is a move: its number, the turn of the first side, the turn of the second side.  A turn is all
consecutive plies of one side.  The rows of the main line are at the top.  A variation is a child of
the row of the move that it is an alternative to: its first row, whose children are its own
variations and then its other rows.  The last row of the main line is the result if there is one.

The rows' places are kept by Qt (`QStandardItemModel`), their contents here: a tree view looks at
every row when one is inserted, which with a model whose `index` is Python's takes 20 ms for 5,000
rows, and 4 ms with Qt's.
"""

from collections.abc import Callable, Sequence
from itertools import islice
from operator import attrgetter

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QStandardItemModel

from kalahloa.controllers.place import Change, Place
from kalahloa.controllers.translation import in_words
from kalahloa.models.annotation import Mark
from kalahloa.models.record import Node
from kalahloa.views.items.move_rows import (
    Counts,
    Found,
    Line,
    Row,
    needs_rows_below,
    tops_of,
)
from kalahloa.views.items.move_texts import result_text as result_text
from kalahloa.views.items.move_texts import shown_text, spoken_text, tip_text

NUMBER_COLUMN = 0
"""Column of the numbers; those of the turns are 1 (first side) and 2 (second side)."""
COLUMNS = 3
MAX_TOPS = 8
"""Where more lines were removed or put back at once, all rows are built anew."""
MAX_ADDED = 300
"""Where a longer line was put back to the end of another, all rows are built anew."""
Index = QModelIndex | QPersistentModelIndex
_NUMBER = attrgetter("number")


class MoveTree(QStandardItemModel):
    """The item model of a record's moves; `show_change` keeps it up to date."""

    rebuilt = Signal()
    """All rows are new.  Unlike those of `modelReset`, its slots may have variations filled."""

    found_changed = Signal()
    """`found` has changed: any row may have another text."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(0, COLUMNS, parent)
        self.found: dict[int, Mark] = {}
        """The marks that a review has found, by the numbers of nodes; changed by `show_found`."""
        self._shown_found: Found = self.found
        self.main = Line(None, None, self.found)
        self._counts = Counts()
        self._root: Node | None = None
        self._sides = ("", "")
        self._node_count = 0
        self._rows: dict[int, Row] = {}
        self._rows_above: dict[int, Row | None] = {}
        self._is_telling = False
        self._placing: Callable[[], object] | None = None
        # Connected before anything else can be: what is told of a new row can read it.
        self.rowsInserted.connect(self._place_new_row)
        self.rowsRemoved.connect(self._place_new_row)

    # -- what is where -------------------------------------------------------------------------

    @property
    def root(self) -> Node | None:
        """The root of the tree that is shown."""
        return self._root

    @property
    def move_count(self) -> int:
        """The number of moves of the main line."""
        rows = self.main.rows
        return len(rows) - (1 if rows and rows[-1].outcome is not None else 0)

    @property
    def comment_count(self) -> int:
        """The number of nodes with a comment, the root among them."""
        return len(self._counts.commented)

    @property
    def variation_count(self) -> int:
        """The number of variations, also those within others."""
        return self._counts.variations

    def row_at(self, index: Index) -> Row | None:
        """Return the row that *index*, in any column, is in; None for an invalid index."""
        # Qt gives all indexes below one row the same id as long as that row stands, and they are
        # asked for a hundred times when the list is drawn.
        climbed: list[tuple[int, int]] = []
        while index.isValid() and index.internalId() not in self._rows_above:
            climbed.append((index.internalId(), index.row()))
            index = index.parent()
        row: Row | None = None
        if index.isValid():
            row = self._row_below(self._rows_above[index.internalId()], index.row())
        for key, at in reversed(climbed):
            self._rows_above[key] = row
            row = self._row_below(row, at)
        return row

    def _row_below(self, above: Row | None, at: int) -> Row:
        """Return row *at* of those below *above*: first its variations, then its line's rows."""
        if above is None:
            return self.main.rows[at]
        line = above.line
        if at >= len(above.variations) and not line.is_built:
            self._build(line)
        if at < len(above.variations):
            return above.variations[at].rows[0]
        return line.rows[at - len(above.variations) + 1]

    def row_of(self, node: Node) -> Row | None:
        """Return the row of *node*'s move, filling the variations it is in.

        None for the root, and for a node that no change has told of.
        """
        while node.number not in self._rows:
            known: Node | None = node
            while known is not None and known.number not in self._rows:
                known = known.parent
            if known is None or self._rows[known.number].line.is_built:
                return None
            self._fill(self._rows[known.number].line)
        return self._rows[node.number]

    def index_of_row(self, row: Row, column: int = NUMBER_COLUMN) -> QModelIndex:
        """Return the index of *row* in *column*, filling the variations it is in."""
        rows = [row]
        while (above := _row_above(rows[-1])) is not None:
            rows.append(above)
        index = QModelIndex()
        above = None
        for inner in reversed(rows):
            at = inner.place
            if above is not None:
                # A row can be known here and not to Qt: its line was read for the text of a row
                # that is farther out, or is so short that it was filled with that line.
                if above.is_head:
                    self._fetch(above.line, index)
                count = len(above.variations)
                at = above.variations.index(inner.line) if inner.is_head else count + at - 1
            index = self.index(at, NUMBER_COLUMN, index)
            above = inner
        return index.siblingAtColumn(column)

    def index_of(self, node: Node) -> QModelIndex:
        """Return the index of the turn that *node* is in; an invalid one for the root."""
        row = self.row_of(node)
        return QModelIndex() if row is None else self.index_of_row(row, 1 + node.side)

    def fill_variation(self, head: Index) -> None:
        """Tell of all rows of the variation whose first row is *head*.

        This is not Qt's `fetchMore`: a tree view asks each row that it shows whether there is more,
        whenever it lays them out.
        """
        row = self.row_at(head)
        # Nobody may have rows inserted while others are told of.
        if row is not None and row.is_head and not self._is_telling:
            self._fill(row.line)

    def node_at(self, index: Index) -> Node | None:
        """Return the last node of the turn at *index*.

        That of the row's first turn in the column of the numbers, the last of the game for the
        result, and None where there is no turn.
        """
        row = self.row_at(index)
        if row is None:
            return None
        if not row.line.is_built:
            self._build(row.line)
        if row.outcome is not None or index.column() == NUMBER_COLUMN:
            return row.ends[0] or row.ends[1]
        return row.ends[index.column() - 1]

    # -- changes -------------------------------------------------------------------------------

    def show_found(self, found: Found) -> None:
        """Show the marks that a review has *found*, where the user has none."""
        if found is self._shown_found:
            return
        self._shown_found = found
        if found != self.found:
            self.found.clear()
            self.found.update(found)
            self.found_changed.emit()

    def show_change(self, change: Change) -> None:
        """Update the rows to *change*."""
        place = change.place
        self._sides = (in_words(place.game.sides[0]), in_words(place.game.sides[1]))
        known = self._node_count
        self._node_count = place.node_count
        is_larger = place.node_count != known
        fresh = sum(map(known.__le__, map(_NUMBER, change.came))) if is_larger else 0
        is_missing = place.node_count != known + fresh
        if change.is_new or place.root is not self._root or is_missing:
            self._counts.look_through(place.root, place.nodes)
            self._reset(place)
            return
        gone, come = tops_of([*map(place.nodes.__getitem__, change.went)]), tops_of(change.came)
        self._counts.follow(change, gone, come)
        restored = fresh < len(change.came)
        if change.went or restored:
            if change.edited or not (self._take_out(gone, change.went) and self._put_in(come)):
                self._reset(place)
            return
        if not all(map(self._stands, change.edited)):
            self._reset(place)
            return
        for node in change.came:
            self._add(node)
        for node in change.edited:
            row = self._rows.get(node.number)
            if row is not None:
                self._row_changed(row)

    # -- what is removed and put back ----------------------------------------------------------

    def _take_out(self, tops: Sequence[Node], went: Sequence[int]) -> bool:
        """Remove the rows of *tops*, which *went* with all below them, given by their numbers.

        Returns False where everything must be built anew.
        """
        if len(tops) > MAX_TOPS:
            return False
        for top in tops:
            if not self._remove(top):
                return False
        for number in self._rows.keys() & set(went):
            del self._rows[number]
        return True

    def _remove(self, top: Node) -> bool:
        """Remove the rows of *top*, which went, and of all below it; return whether it is done."""
        parent = top.parent
        row = self._rows.get(top.number)
        if parent is None or parent.parent is None or parent.removed:
            return False
        if row is None:
            return self._hidden_changed(parent)
        if row.is_head and row.line.start is top:
            above = row.line.parent
            assert above is not None
            self._remove_variation(above, above.variations.index(row.line))
            self._row_changed(above)
            return True
        if parent.children or not row.line.is_fetched:
            return False  # another line goes on in its place
        self._cut_off(row.line, parent)
        return True

    def _hidden_changed(self, node: Node) -> bool:
        """Tell that the text has changed that hides *node*; False if it need not hide it now."""
        known: Node | None = node
        while known is not None and known.number not in self._rows:
            known = known.parent
        if known is None:
            return False
        line = self._rows[known.number].line
        if line.is_built or line.start is None or not needs_rows_below(line.start):
            return False
        self._row_changed(line.rows[0])
        return True

    def _remove_variation(self, above: Row, at: int) -> None:
        """Remove variation *at* of the row *above*."""

        def drop() -> None:
            self._forget(above.variations[at].rows)
            above.variations = (*above.variations[:at], *above.variations[at + 1 :])

        self._remove_rows(at, 1, self.index_of_row(above), drop)

    def _cut_off(self, line: Line, end: Node) -> None:
        """Remove what follows *end* in *line*, which is filled; nothing follows it any longer."""
        last = self._rows[end.number]
        for at in range(len(last.variations) - 1, -1, -1):
            start = last.variations[at].start
            if start is not None and start.ply > end.ply:
                self._remove_variation(last, at)
        count = len(line.rows) - last.place - 1
        if count:

            def drop() -> None:
                self._forget(line.rows[last.place + 1 :])
                del line.rows[last.place + 1 :]

            above = QModelIndex() if line.parent is None else self.index_of_row(line.rows[0])
            self._remove_rows(self.rowCount(above) - count, count, above, drop)
        kept = [node for node in last.nodes() if node.ply <= end.ply]
        self._forget([last], variations=False)
        last.fill(kept)
        for node in kept:
            self._rows[node.number] = last
        self._row_changed(last)
        if line.parent is not None and last is not line.rows[0]:
            self._row_changed(line.rows[0])

    def _forget(self, rows: Sequence[Row], variations: bool = True) -> None:
        """Have no row for the plies of *rows*, and those of their *variations*."""
        ahead = list(rows)
        while ahead:
            row = ahead.pop()
            for node in row.nodes():
                self._rows.pop(node.number, None)
            if variations:
                ahead += [inner for line in row.variations for inner in line.rows]

    def _remove_rows(
        self, at: int, count: int, above: QModelIndex, drop: Callable[[], object]
    ) -> None:
        """Remove rows, and have *drop* remove their contents before anybody else hears of it."""
        was_telling, self._is_telling = self._is_telling, True
        self._placing = drop
        self.removeRows(at, count, above)
        self._rows_above.clear()  # Qt may give the ids of what is gone to others
        self._is_telling = was_telling

    def _put_in(self, tops: Sequence[Node]) -> bool:
        """Add the rows of *tops*, which came with all below them.

        Returns False where everything must be built anew.
        """
        return len(tops) <= MAX_TOPS and all(map(self._insert, tops))

    def _insert(self, top: Node) -> bool:
        """Add the rows of *top*, which came, and of all below it; return whether it is done."""
        parent = top.parent
        if parent is None or parent.parent is None:
            return False
        if top is parent.children[0]:
            if len(parent.children) > 1 or self._count_below(top) > MAX_ADDED:
                return False
            for node in top.subtree():
                self._add(node)
            return True
        before = self._rows.get(parent.children[0].number)
        if before is None or not before.line.is_built:
            return self._hidden_changed(parent)
        if not before.line.is_fetched:
            return False
        self._add_variation(top, before)
        return True

    def _count_below(self, top: Node) -> int:
        """Return the number of nodes from *top* on, or some number above `MAX_ADDED`."""
        return sum(1 for _ in islice(top.subtree(), MAX_ADDED + 1))

    def _stands(self, node: Node) -> bool:
        """Return whether the children of *node* and its parent are in the order of the rows."""
        for parent in (node, node.parent):
            if parent is None or not parent.children:
                continue
            above = self._rows.get(parent.number)
            line = self.main if parent.parent is None else above.line if above else None
            if line is None or not line.is_built:
                continue
            row = self._rows.get(parent.children[0].number)
            if row is None or row.line is not line:
                return False
            starts = [
                variation.start
                for variation in row.variations
                if variation.start is not None and variation.start.parent is parent
            ]
            if starts != [child for child in parent.children[1:] if child.number in self._rows]:
                return False
        return True

    def _reset(self, place: Place) -> None:
        """Build all rows anew."""
        self._is_telling = True
        self.beginResetModel()
        self.blockSignals(True)  # nobody may hear of single rows now
        self._root = place.root
        self._node_count = place.node_count
        self._rows = {}
        self.main = Line(None, next(iter(place.root.children), None), self.found)
        self._build(self.main)
        self.main.is_fetched = True
        self.setRowCount(0)
        self._rows_above = {}
        self.setRowCount(len(self.main.rows))
        self._shape_below(self.main.rows, QModelIndex(), 0)
        self.blockSignals(False)
        self.endResetModel()
        self._is_telling = False
        self.rebuilt.emit()

    def _build(self, line: Line) -> None:
        """Fill *line* with its rows, and give these their variations, filled if they are short."""
        known, rows = self._rows, line.rows
        row = rows[-1] if rows else None
        node = line.start
        siblings = node.parent.children if node is not None and node.parent is not None else []
        while node is not None:
            if node.number not in known:  # as the first ply of a variation is
                if row is None or node.outcome is not None:
                    row = self._grow(line, node)
                else:  # most plies, without the detour
                    if not row.takes(node.side):
                        row = Row(line, len(rows), row.number + 1)
                        rows.append(row)
                    row.add(node)
                    known[node.number] = row
                if len(siblings) > 1:
                    branches = [self._branch(row, start) for start in siblings[1:]]
                    row.variations = (*row.variations, *branches)
            siblings = node.children
            node = siblings[0] if siblings else None
        line.is_built = True

    def _branch(self, above: Row, start: Node) -> Line:
        """Return the variation that begins with *start*, filled if it is one row."""
        line = Line(above, start)
        self._grow(line, start)
        if not needs_rows_below(start):
            self._build(line)
            line.is_fetched = True
        return line

    def _fill(self, line: Line) -> None:
        """Fill *line*, and those it is in, and tell of their rows."""
        if not line.is_fetched:
            self._fetch(line, self.index_of_row(line.rows[0]))

    def _fetch(self, line: Line, index: QModelIndex) -> None:
        """Fill *line*, whose first row is at *index*, and tell of its rows."""
        if line.is_fetched:
            return
        if not line.is_built:
            self._build(line)
        line.is_fetched = True
        head = line.rows[0]
        if head.child_count > 1:
            self._insert_rows(1, head.child_count - 1, index)
        self._shape_variations(head, index)
        self._shape_below(line.rows[1:], index, len(head.variations))
        self._row_changed(head)

    def _grow(self, line: Line, node: Node) -> Row:
        """Add *node* to the end of *line*, and the result if it ends the main line."""
        rows = line.rows
        row = rows[-1] if rows else None
        if row is None or not row.takes(node.side):
            if row is not None:
                number = row.number + 1
            else:
                number = 1 if line.parent is None else line.parent.number
            row = Row(line, len(rows), number)
            rows.append(row)
        row.add(node)
        self._rows[node.number] = row
        if node.outcome is not None and line.parent is None:
            result = Row(line, len(rows), 0)
            result.end_game(node)
            rows.append(result)
        return row

    def _add(self, node: Node) -> None:
        """Add what *node*, which has just come, needs: a ply in a cell, a cell, or a row."""
        parent = node.parent
        if parent is None:
            return
        is_start = parent.children[0] is not node
        before = parent.children[0] if is_start else parent
        above = self._rows.get(before.number)
        line = self.main if before.parent is None else above.line if above is not None else None
        if node.number in self._rows or line is None or not line.is_built:
            return  # it is shown, or will be when its variation is looked into
        self._fill(line)
        if is_start and above is not None:
            self._add_variation(node, above)
        else:
            self._add_ply(node, line)

    def _add_ply(self, node: Node, line: Line) -> None:
        """Add *node* to the end of *line*."""
        if line.start is None:
            line.start = node
        last = line.rows[-1] if line.rows else None
        more = 1 if last is None or not last.takes(node.side) else 0
        if node.outcome is not None and line.parent is None:
            more += 1
        if more:
            self._insert_at_end(line, more, lambda: self._grow(line, node))
        else:
            self._grow(line, node)
        if last is not None and last.takes(node.side):
            self._row_changed(last)
        if line.parent is not None and last is not line.rows[0]:
            self._row_changed(line.rows[0])

    def _insert_at_end(self, line: Line, count: int, place: Callable[[], object]) -> None:
        """Insert *count* rows at the end of *line*; *place* makes their contents."""
        above = QModelIndex() if line.parent is None else self.index_of_row(line.rows[0])
        self._placing = place
        self._insert_rows(self.rowCount(above), count, above)

    def _add_variation(self, start: Node, above: Row) -> None:
        """Insert the variation that begins with *start* below the row *above*."""
        line = self._branch(above, start)
        assert start.parent is not None
        siblings = start.parent.children
        later = siblings[siblings.index(start) + 1 :]
        at = sum(
            1
            for other in above.variations
            if other.start is not None and other.start.ply <= start.ply and other.start not in later
        )
        index = self.index_of_row(above)
        self._placing = lambda: above.add_variation(line, at)
        self._insert_rows(at, 1, index)
        self._shape_variations(above, index, at)

    @Slot()
    def _place_new_row(self) -> None:
        placing, self._placing = self._placing, None
        if placing is not None:
            placing()

    def _insert_rows(self, at: int, count: int, above: QModelIndex) -> None:
        was_telling, self._is_telling = self._is_telling, True
        if self.columnCount(above) < COLUMNS:
            self.insertColumns(0, COLUMNS, above)
        self.insertRows(at, count, above)
        self._is_telling = was_telling

    def _shape_below(self, rows: list[Row], above: QModelIndex, at: int) -> None:
        """Insert the rows of the variations of *rows*, which begin at row *at* below *above*."""
        for place, row in enumerate(rows, at):
            if row.variations:
                index = self.index(place, NUMBER_COLUMN, above)
                self._insert_rows(0, len(row.variations), index)
                self._shape_variations(row, index)

    def _shape_variations(self, row: Row, index: QModelIndex, only: int | None = None) -> None:
        """Insert a row below each variation of *row*, or the *only* one, that can be unfolded."""
        for at, line in enumerate(row.variations):
            if not line.is_fetched and only in (None, at):
                self._insert_rows(0, 1, self.index(at, NUMBER_COLUMN, index))

    def _row_changed(self, row: Row) -> None:
        """Tell that *row* has changed, or the text of the variation that hides it from Qt."""
        above: Row | None = row
        while above is not None:
            if above.is_head and not above.line.is_fetched:
                row = above
            above = _row_above(above)
        self.dataChanged.emit(self.index_of_row(row), self.index_of_row(row, COLUMNS - 1))

    # -- texts ---------------------------------------------------------------------------------

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Return the text of a cell, for display, for a screen reader, or as a tool tip."""
        if role not in (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.AccessibleTextRole,
            Qt.ItemDataRole.ToolTipRole,
        ):
            return None
        row = self.row_at(index)
        if row is None:
            return None
        if not row.line.is_built:
            self._build(row.line)
        side = index.column() - 1
        if role == Qt.ItemDataRole.DisplayRole:
            return shown_text(row, side)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return spoken_text(row, side, self._sides)
        return tip_text(row, side)


def _row_above(row: Row) -> Row | None:
    """Return the row below which *row* stands in the tree; None at the top."""
    return row.line.rows[0] if row.place and row.line.parent is not None else row.line.parent
