"""The tree of a record's moves as an item model that follows the changes of the record."""

from collections.abc import Callable, Sequence
from itertools import islice
from operator import attrgetter

from PySide6.QtCore import QModelIndex, QObject, Signal

from kalahloa.controllers.base.translation import in_words
from kalahloa.controllers.core.place import Change
from kalahloa.models.record.record import Node
from kalahloa.views.items.move_counts import tops_of
from kalahloa.views.items.move_model import COLUMNS as COLUMNS
from kalahloa.views.items.move_model import NUMBER_COLUMN as NUMBER_COLUMN
from kalahloa.views.items.move_model import MoveModel
from kalahloa.views.items.move_rows import CommentRow, Found, MoveLine, MoveRow, needs_rows_below
from kalahloa.views.items.move_texts import result_text as result_text

MAX_TOPS = 8
"""Where more lines were removed or put back at once, all rows are built anew."""
MAX_ADDED = 300
"""Where a longer line was put back to the end of another, all rows are built anew."""
_NUMBER = attrgetter("number")


class MoveTree(MoveModel):
    """The item model of a record's moves; `show_change` keeps it up to date."""

    rebuilt = Signal()
    """All rows are new.  Unlike those of `modelReset`, its slots may have variations filled."""

    found_changed = Signal()
    """`found` has changed: any row may have another text."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shown_found: Found = self.found
        self._node_count = 0

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

    def show_comments(self, shown: bool) -> bool:
        """Give each comment a row, or none; return whether that made all rows new."""
        if shown is (self._commented is self._counts.commented):
            return False
        self._commented = self._counts.commented if shown else ()
        if self._root is not None:
            self._reset(self._root)
        return self._root is not None

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
            self._counts.count(place.root, place.nodes)
            self._reset(place.root)
            return
        gone, come = tops_of([*map(place.nodes.__getitem__, change.went)]), tops_of(change.came)
        self._counts.follow(change, gone, come)
        restored = fresh < len(change.came)
        if change.went or restored:
            if change.edited or not (self._take_out(gone, change.went) and self._put_in(come)):
                self._reset(place.root)
            return
        if not all(map(self._stands, change.edited)):
            self._reset(place.root)
            return
        for node in change.came:
            self._add(node)
        for node in change.edited:
            row = self._rows.get(node.number)
            if row is not None:
                self._row_changed(row)
                self._bring_comments(row, node)
            elif node is self._root:
                self._bring_root_comment(node)

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
        if line.is_built or line.start is None or not needs_rows_below(line.start, self._commented):
            return False
        self._row_changed(line.rows[0])
        return True

    def _remove_variation(self, above: MoveRow, at: int) -> None:
        """Remove variation *at* of the row *above*."""

        def drop() -> None:
            self._forget(above.variations[at].rows)
            above.variations = (*above.variations[:at], *above.variations[at + 1 :])

        had_below = above.has_comments_below
        self._remove_rows(len(above.comments_below) + at, 1, self.index_of_row(above), drop)
        if above.comments and above.has_comments_below is not had_below:
            self._take_comments(above)
            self._bring_comments(above)

    def _cut_off(self, line: MoveLine, end: Node) -> None:
        """Remove what follows *end* in *line*, which is filled; nothing follows it any longer."""
        last = self._rows[end.number]
        for at in range(len(last.variations) - 1, -1, -1):
            start = last.variations[at].start
            if start is not None and start.ply > end.ply:
                self._remove_variation(last, at)
        self._take_comments(last)
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
        self._bring_comments(last)
        if line.parent is not None and last is not line.rows[0]:
            self._row_changed(line.rows[0])

    def _forget(self, rows: Sequence[MoveRow], variations: bool = True) -> None:
        """Have no row for the plies of *rows*, and those of their *variations*."""
        ahead = list(rows)
        while ahead:
            row = ahead.pop()
            for node in row.nodes():
                self._rows.pop(node.number, None)
            if variations:
                ahead += [inner for line in row.variations for inner in line.rows]

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

    def _reset(self, root: Node) -> None:
        """Build all rows anew."""
        self._is_telling = True
        self.beginResetModel()
        self.blockSignals(True)  # nobody may hear of single rows now
        self._root = root
        self._rows = {}
        self.main = MoveLine(None, next(iter(root.children), None), self.found)
        self._build(self.main)
        if root.number in self._commented:
            self.main.insert(0, CommentRow(self.main, None, root))
        self.main.is_fetched = True
        self.setRowCount(0)
        self._rows_above = {}
        self.setRowCount(len(self.main.rows))
        self._shape_below(self.main.rows, QModelIndex(), 0)
        self.blockSignals(False)
        self.endResetModel()
        self._is_telling = False
        self.rebuilt.emit()

    def _add(self, node: Node) -> None:
        """Add what *node*, which has just come, needs: a ply in a cell, a cell, or a row."""
        parent = node.parent
        if parent is None:
            return
        is_start = parent.children[0] is not node
        before = parent.children[0] if is_start else parent
        if is_start:
            self._add(before)  # which may have come later than this one
        above = self._rows.get(before.number)
        line = self.main if before.parent is None else above.line if above is not None else None
        if node.number in self._rows or line is None or not line.is_built:
            return  # it is shown, or will be when its variation is looked into
        self._fill(line)
        if is_start and above is not None:
            self._add_variation(node, above)
        else:
            self._add_ply(node, line)
            if node.number in self._commented:
                self._bring_comments(self._rows[node.number])

    def _add_ply(self, node: Node, line: MoveLine) -> None:
        """Add *node* to the end of *line*."""
        if line.start is None:
            line.start = node
        last = line.last_move()
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

    def _insert_at_end(self, line: MoveLine, count: int, place: Callable[[], object]) -> None:
        """Insert *count* rows at the end of *line*; *place* makes their contents."""
        above = QModelIndex() if line.parent is None else self.index_of_row(line.rows[0])
        self._placing = place
        self._insert_rows(self.rowCount(above), count, above)

    def _add_variation(self, start: Node, above: MoveRow) -> None:
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
        is_moved = bool(above.comments) and not above.has_comments_below
        if is_moved:
            self._take_comments(above)
        index = self.index_of_row(above)
        self._placing = lambda: above.add_variation(line, at)
        self._insert_rows(len(above.comments_below) + at, 1, index)
        self._shape_variations(above, index, at)
        if is_moved:
            self._bring_comments(above)

    # -- comments ------------------------------------------------------------------------------

    def _bring_comments(self, row: MoveRow, edited: Node | None = None) -> None:
        """Have a row for each comment on a ply of *row*; tell of that on the *edited* one."""
        nodes = [node for node in row.nodes() if node.number in self._commented]
        if [comment.node for comment in row.comments] == nodes:
            for comment in row.comments:
                if comment.node is edited:
                    self._row_changed(comment)
            return
        line = row.line
        hidden = not line.is_fetched and line.start is not None and needs_rows_below(line.start)
        if hidden and not line.is_built:
            return
        if not hidden:
            self._fill(line)
        for at in range(len(row.comments) - 1, -1, -1):
            if row.comments[at].node not in nodes:
                self._take_comment(row, at, hidden)
        for at, node in enumerate(nodes):
            if at >= len(row.comments) or row.comments[at].node is not node:
                self._bring_comment(row, at, node, hidden)

    def _take_comments(self, row: MoveRow) -> None:
        """Remove the rows of the comments of *row*, of which Qt knows."""
        for at in range(len(row.comments) - 1, -1, -1):
            self._take_comment(row, at)

    def _bring_comment(self, row: MoveRow, at: int, node: Node, hidden: bool) -> None:
        """Make that on *node* comment *at* of *row*; Qt does not know of rows that are *hidden*."""
        comment = CommentRow(row.line, row, node)
        below = row.has_comments_below

        def place() -> None:
            row.comments = (*row.comments[:at], comment, *row.comments[at:])
            if not below:
                row.line.insert(row.place + 1 + at, comment)

        if hidden:
            place()
            return
        index = self.index_of_row(row)
        self._placing = place
        if below:
            self._insert_rows(at, 1, index)
        else:
            self._insert_rows(index.row() + 1 + at, 1, index.parent())

    def _take_comment(self, row: MoveRow, at: int, hidden: bool = False) -> None:
        """Remove comment *at* of *row*; Qt does not know of rows that are *hidden*."""
        comment = row.comments[at]

        def drop() -> None:
            row.comments = (*row.comments[:at], *row.comments[at + 1 :])
            if not comment.is_below:
                row.line.remove(comment.place)

        if hidden:
            drop()
            return
        index = self.index_of_row(comment)
        self._remove_rows(index.row(), 1, index.parent(), drop)

    def _bring_root_comment(self, root: Node) -> None:
        """Have a row at the top for the comment on the *root*, or none."""
        main = self.main
        shown = bool(main.rows) and isinstance(main.rows[0], CommentRow)
        wanted = root.number in self._commented
        if shown and wanted:
            self._row_changed(main.rows[0])
        elif wanted:
            self._placing = lambda: main.insert(0, CommentRow(main, None, root))
            self._insert_rows(0, 1, QModelIndex())
        elif shown:
            self._remove_rows(0, 1, QModelIndex(), lambda: main.remove(0))
