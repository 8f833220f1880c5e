"""The rows of a list of moves as an item model: where each stands, and its texts.

A row is a move: its number, the turn of the first side, the turn of the second side.  A turn is all
consecutive plies of one side.  The rows of the main line are at the top.  A variation is a child of
the row of the move that it is an alternative to: its first row, whose children are its own
variations and then its other rows.  The last row of the main line is the result if there is one.

Where comments are shown, each is a row after that of its move.  Of a row with others below it, and
of the first of a variation, they are the first children; below others, where every row of a long
record has a comment, nothing has to be unfolded.

The rows' places are kept by Qt (`QStandardItemModel`), their contents here: a tree view looks at
every row when one is inserted, which with a model whose `index` is Python's takes 20 ms for 5,000
rows, and 4 ms with Qt's.
"""

from collections.abc import Callable, Collection

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Slot
from PySide6.QtGui import QStandardItemModel

from kalahloa.controllers.base.translation import translate
from kalahloa.models.record.annotation import Mark
from kalahloa.models.record.record import Node
from kalahloa.views.items.move_counts import MoveCounts
from kalahloa.views.items.move_rows import CommentRow, MoveLine, MoveRow, needs_rows_below
from kalahloa.views.items.move_texts import comment_text, shown_text, spoken_text, tip_text

NUMBER_COLUMN = 0
"""Column of the numbers; those of the turns are 1 (first side) and 2 (second side)."""
COLUMNS = 3
Index = QModelIndex | QPersistentModelIndex


class MoveModel(QStandardItemModel):
    """The rows of a record's moves, whose variations are filled when they are looked into."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(0, COLUMNS, parent)
        self.found: dict[int, Mark] = {}
        """The marks that a review has found, by the numbers of nodes."""
        self.main = MoveLine(None, None, self.found)
        self._counts = MoveCounts()
        self._commented: Collection[int] = ()
        """The numbers of the nodes whose comments have rows."""
        self._root: Node | None = None
        self._sides = ("", "")
        self._rows: dict[int, MoveRow] = {}
        self._rows_above: dict[int, MoveRow | None] = {}
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
        last = self.main.last_move()
        return 0 if last is None else last.number

    @property
    def comment_count(self) -> int:
        """The number of nodes with a comment, the root among them."""
        return len(self._counts.commented)

    @property
    def variation_count(self) -> int:
        """The number of variations, also those within others."""
        return self._counts.variations

    def row_at(self, index: Index) -> MoveRow | None:
        """Return the row that *index*, in any column, is in; None for an invalid index."""
        # Qt gives all indexes below one row the same id as long as that row stands, and they are
        # asked for a hundred times when the list is drawn.
        climbed: list[tuple[int, int]] = []
        while index.isValid() and index.internalId() not in self._rows_above:
            climbed.append((index.internalId(), index.row()))
            index = index.parent()
        row: MoveRow | None = None
        if index.isValid():
            row = self._row_below(self._rows_above[index.internalId()], index.row())
        for key, at in reversed(climbed):
            self._rows_above[key] = row
            row = self._row_below(row, at)
        return row

    def _row_below(self, above: MoveRow | None, at: int) -> MoveRow:
        """Return row *at* of those below *above*: comments, its variations, its line's rows."""
        if above is None:
            return self.main.rows[at]
        line = above.line
        if above.is_head and not line.is_built:
            self._build(line)
        below = above.comments_below
        if at < len(below):
            return below[at]
        at -= len(below)
        if at < len(above.variations):
            return above.variations[at].rows[0]
        return line.rows[at - len(above.variations) + 1]

    def row_of(self, node: Node) -> MoveRow | None:
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

    def index_of_row(self, row: MoveRow, column: int = NUMBER_COLUMN) -> QModelIndex:
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
                at = above.place_below(inner)
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
        result, that which a comment is on, and None where there is no turn.
        """
        row = self.row_at(index)
        if row is None:
            return None
        if not row.line.is_built:
            self._build(row.line)
        if not row.is_move or index.column() == NUMBER_COLUMN:
            return row.ends[0] or row.ends[1]
        return row.ends[index.column() - 1]

    # -- building --------------------------------------------------------------------------------

    def _build(self, line: MoveLine) -> None:
        """Fill *line* with its rows, and give these their variations, filled if they are short."""
        known, rows, commented = self._rows, line.rows, self._commented
        noted: list[Node] = []
        row = line.last_move()
        node = line.start
        siblings = node.parent.children if node is not None and node.parent is not None else []
        while node is not None:
            if node.number not in known:  # as the first ply of a variation is
                if row is None or node.outcome is not None:
                    row = self._grow(line, node)
                else:  # most plies, without the detour
                    if not row.takes(node.side):
                        row = MoveRow(line, len(rows), row.number + 1)
                        rows.append(row)
                    row.add(node)
                    known[node.number] = row
                if len(siblings) > 1:
                    branches = [self._branch(row, start) for start in siblings[1:]]
                    row.variations = (*row.variations, *branches)
            if node.number in commented:
                noted.append(node)
            siblings = node.children
            node = siblings[0] if siblings else None
        line.is_built = True
        if noted:
            for node in noted:
                known[node.number].add_comment(node)
            line.place_comments()

    def _branch(self, above: MoveRow, start: Node) -> MoveLine:
        """Return the variation that begins with *start*, filled if it is one row."""
        line = MoveLine(above, start)
        self._grow(line, start)
        if not needs_rows_below(start, self._commented):
            self._build(line)
            line.is_fetched = True
        return line

    def _fill(self, line: MoveLine) -> None:
        """Fill *line*, and those it is in, and tell of their rows."""
        if not line.is_fetched:
            self._fetch(line, self.index_of_row(line.rows[0]))

    def _fetch(self, line: MoveLine, index: QModelIndex) -> None:
        """Fill *line*, whose first row is at *index*, and tell of its rows."""
        if line.is_fetched:
            return
        if not line.is_built:
            self._build(line)
        line.is_fetched = True
        head = line.rows[0]
        if head.child_count > 1:
            self._insert_rows(1, head.child_count - 1, index)
        elif not head.child_count:
            self._remove_rows(0, 1, index)  # it has lost its comment, and needs no rows below
        self._shape_variations(head, index)
        self._shape_below(line.rows[1:], index, head.child_count - len(line.rows) + 1)
        self._row_changed(head)

    def _grow(self, line: MoveLine, node: Node) -> MoveRow:
        """Add *node* to the end of *line*, and the result if it ends the main line."""
        rows = line.rows
        row = line.last_move()
        if row is None or not row.takes(node.side):
            if row is not None:
                number = row.number + 1
            else:
                number = 1 if line.parent is None else line.parent.number
            row = MoveRow(line, len(rows), number)
            rows.append(row)
        row.add(node)
        self._rows[node.number] = row
        if node.outcome is not None and line.parent is None:
            result = MoveRow(line, len(rows), 0)
            result.end_game(node)
            rows.append(result)
        return row

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

    def _shape_below(self, rows: list[MoveRow], above: QModelIndex, at: int) -> None:
        """Insert the rows of the variations of *rows*, which begin at row *at* below *above*."""
        for place, row in enumerate(rows, at):
            if row.variations:
                index = self.index(place, NUMBER_COLUMN, above)
                self._insert_rows(0, row.child_count, index)
                self._shape_variations(row, index)

    def _shape_variations(self, row: MoveRow, index: QModelIndex, only: int | None = None) -> None:
        """Insert a row below each variation of *row*, or the *only* one, that can be unfolded."""
        above = len(row.comments_below)
        for at, line in enumerate(row.variations):
            if not line.is_fetched and only in (None, at):
                self._insert_rows(0, 1, self.index(above + at, NUMBER_COLUMN, index))

    def _row_changed(self, row: MoveRow) -> None:
        """Tell that *row* has changed, or the text of the variation that hides it from Qt."""
        above: MoveRow | None = row
        while above is not None:
            if above.is_head and not above.line.is_fetched:
                row = above
            above = _row_above(above)
        self.dataChanged.emit(self.index_of_row(row), self.index_of_row(row, COLUMNS - 1))

    def _remove_rows(
        self, at: int, count: int, above: QModelIndex, drop: Callable[[], object] | None = None
    ) -> None:
        """Remove rows, and have *drop* remove their contents before anybody else hears of it."""
        was_telling, self._is_telling = self._is_telling, True
        self._placing = drop
        self.removeRows(at, count, above)
        self._rows_above.clear()  # Qt may give the ids of what is gone to others
        self._is_telling = was_telling

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
        if isinstance(row, CommentRow):
            text = comment_text(row, role, self._sides) if side < 0 else ""
        elif role == Qt.ItemDataRole.DisplayRole:
            text = shown_text(row, side)
        elif role == Qt.ItemDataRole.AccessibleTextRole:
            text = spoken_text(row, side, self._sides)
        else:
            text = tip_text(row, side)
        if role == Qt.ItemDataRole.AccessibleTextRole and not text:
            return translate("MoveTree", "No move")
        return text


def _row_above(row: MoveRow) -> MoveRow | None:
    """Return the row below which *row* stands in the tree; None at the top."""
    if isinstance(row, CommentRow) and row.is_below:
        return row.subject
    return row.line.rows[0] if row.place and row.line.parent is not None else row.line.parent
