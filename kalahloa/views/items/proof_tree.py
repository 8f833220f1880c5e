"""The tree of a forced win for item views: the winner's one move, and every answer to it.

Rows are asked for when they are first shown; what needs a search comes later, and a row that says
so stands in its place.
"""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.features.proofs.state import Proved
from kalahloa.controllers.features.proofs.words import lasts_words
from kalahloa.models.game.game import Game
from kalahloa.models.study.forced.question import Replies, Reply
from kalahloa.models.study.line_words import line_words

Index = QModelIndex | QPersistentModelIndex
MOVE, LASTS = range(2)
"""The columns."""
MAX_KEPT_ROWS = 10_000
"""With so many rows, a branch that is closed is forgotten, and fetched anew when it is opened."""
MAX_ROWS = 50_000
"""With so many rows, some have to be closed before others can be opened."""


@dataclass(eq=False)
class ProofBranch:
    """A row: a reply, or what stands for replies that are searched for or could not be found.

    `moves` lead from the root of the tree to after the reply.  `below` are the rows below it, None
    while they are not known.  `note` is the text of a row without a reply.  `waiting` is whether
    replies are searched for, `number` what indexes have of it, and `turn` the number of the turn.
    """

    reply: Reply | None
    moves: tuple[int, ...] = ()
    parent: "ProofBranch | None" = None
    row: int = 0
    below: "list[ProofBranch] | None" = None
    note: str = ""
    waiting: bool = False
    number: int = 0
    turn: str = ""

    @property
    def is_open_ended(self) -> bool:
        """Whether the game goes on after it."""
        return self.reply is not None and not self.reply.ending


_GONE = ProofBranch(None)
"""The row of an index that is there no more."""
Fetch = Callable[[int, tuple[int, ...]], Replies | None]


class ProofTreeModel(QAbstractItemModel):
    """The tree of one `Proved`; *fetch* returns replies that need no search, or None.

    What it returns None for is `wanted`, and comes by `receive_replies`.
    """

    wanted = Signal(int, object)
    """The number of the tree, and the moves after which the replies are to be searched for."""
    arrived = Signal(QModelIndex)
    """The rows below this one, which were waited for, or the first rows have come."""

    def __init__(self, fetch: Fetch, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._fetch = fetch
        self.tree: Proved | None = None
        self._game: Game | None = None
        self._root = ProofBranch(None)
        # Indexes have numbers: an address may be that of a row which is there no more.
        self._branches: dict[int, ProofBranch] = {}
        self._last_number = 0

    def show_tree(self, game: Game | None, tree: Proved | None) -> None:
        """Show *tree* of *game*, or nothing; what is shown already stays as it is."""
        if tree == self.tree and game is self._game:
            return
        self.beginResetModel()
        self.tree, self._game = tree, game
        self._root = ProofBranch(None)
        self._branches.clear()
        self.endResetModel()
        if tree is not None:
            self.fetchMore(QModelIndex())
            if not self._root.waiting:
                self.arrived.emit(QModelIndex())

    # -- rows ----------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """How many rows there are."""
        return len(self._branches)

    def branch(self, index: Index) -> ProofBranch:
        """Return the row of *index*, the root if it is not valid."""
        if not index.isValid():
            return self._root
        return self._branches.get(index.internalId(), _GONE)

    def index_of(self, branch: ProofBranch, column: int = MOVE) -> QModelIndex:
        """Return the index of *branch*."""
        if branch is self._root:
            return QModelIndex()
        return self.createIndex(branch.row, column, branch.number)

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:
        below = self.branch(parent).below or []
        if 0 <= row < len(below) and 0 <= column < 2:
            return self.createIndex(row, column, below[row].number)
        return QModelIndex()

    def parent(self, index: Index | None = None) -> QModelIndex:  # type: ignore[override]
        if index is None or not index.isValid():
            return QModelIndex()
        above = self.branch(index).parent
        return QModelIndex() if above is None else self.index_of(above)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.column() > 0 else len(self.branch(parent).below or ())

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 2

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:
        branch = self.branch(parent)
        if branch is self._root:
            return self.tree is not None
        return parent.column() <= 0 and branch.is_open_ended

    def canFetchMore(self, parent: Index) -> bool:
        branch = self.branch(parent)
        open_ended = branch.is_open_ended or branch is self._root
        return self.tree is not None and branch.below is None and open_ended

    def fetchMore(self, parent: Index) -> None:
        if not self.canFetchMore(parent):
            return
        branch = self.branch(parent)
        assert self.tree is not None
        if self.count >= MAX_ROWS:
            self._fill(
                branch, [self._noted(branch, self.tr("Too many rows are open; close some."))]
            )
            return
        replies = self._fetch(self.tree.number, branch.moves)
        if replies is not None:
            self._fill(branch, self._rows(branch, replies))
            return
        branch.waiting = True
        self._fill(branch, [self._noted(branch, self.tr("Searching…"))])
        self.wanted.emit(self.tree.number, branch.moves)

    def receive_replies(
        self, number: int, moves: tuple[int, ...], replies: Replies | None, why: str
    ) -> None:
        """Show *replies* after *moves*, which were wanted; without them, *why* there are none."""
        branch = self._waiting_at(moves) if self.tree and self.tree.number == number else None
        if branch is None:
            return
        branch.waiting = False
        self._clear(branch)
        if replies is None:
            why = why or self.tr("Search stopped; open this row again to continue.")
            self._fill(branch, [self._noted(branch, why)])
        else:
            self._fill(branch, self._rows(branch, replies))
        self.arrived.emit(self.index_of(branch))

    def close(self, index: Index) -> None:
        """Forget that nothing was found below *index*, so that it is searched for again.

        Where there are many rows, what is below those of *index* is forgotten too.
        """
        branch = self.branch(index)
        below = branch.below or []
        if branch.waiting or any(row.reply is None for row in below):
            self._clear(branch)
            branch.waiting = False
        elif self.count >= MAX_KEPT_ROWS:
            for row in below:
                self._clear(row)
                row.waiting = False

    def _rows(self, branch: ProofBranch, replies: Replies) -> list[ProofBranch]:
        turn = self._turn((*branch.moves, replies[0].move))
        return [
            ProofBranch(reply, (*branch.moves, reply.move), branch, row, turn=turn)
            for row, reply in enumerate(replies)
        ]

    def _noted(self, branch: ProofBranch, note: str) -> ProofBranch:
        return ProofBranch(None, branch.moves, branch, note=note)

    def _fill(self, branch: ProofBranch, rows: list[ProofBranch]) -> None:
        if rows:
            self.beginInsertRows(self.index_of(branch), 0, len(rows) - 1)
        branch.below = rows
        for row in rows:
            self._last_number += 1
            row.number = self._last_number
            self._branches[row.number] = row
        if rows:
            self.endInsertRows()

    def _clear(self, branch: ProofBranch) -> None:
        rows = branch.below
        if not rows:
            branch.below = None
            return
        self.beginRemoveRows(self.index_of(branch), 0, len(rows) - 1)
        branch.below = None
        for row in _with_below(rows):
            del self._branches[row.number]
        self.endRemoveRows()

    def find(self, moves: tuple[int, ...]) -> ProofBranch | None:
        """Return the row after *moves*, if it is there."""
        branch: ProofBranch | None = self._root
        for move in moves:
            below = (branch.below if branch is not None else None) or []
            branch = next((one for one in below if one.reply and one.reply.move == move), None)
        return branch

    def _waiting_at(self, moves: tuple[int, ...]) -> ProofBranch | None:
        branch = self.find(moves)
        return branch if branch is not None and branch.waiting else None

    # -- what is shown -------------------------------------------------------------------------

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or self._game is None or self.tree is None:
            return None
        branch = self.branch(index)
        if role == Qt.ItemDataRole.DisplayRole:
            if branch.reply is None:
                return branch.note if index.column() == MOVE else ""
            if index.column() == MOVE:
                return f"{branch.turn} {branch.reply.text}".strip()
            return lasts_words(self._game, branch.reply)
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == MOVE:
            return self._told(branch)
        if role == Qt.ItemDataRole.ToolTipRole and branch.reply and branch.reply.ending:
            return in_words(branch.reply.ending)
        return None

    def is_winners(self, branch: ProofBranch) -> bool:
        """Return whether the move of *branch* is the winner's."""
        tree, reply = self.tree, branch.reply
        return tree is not None and reply is not None and reply.side == tree.question.side

    def _turn(self, moves: tuple[int, ...]) -> str:
        """Return the number of the turn of the last of *moves*: ``12.``, or ``12…``."""
        assert self.tree is not None
        words = line_words(self.tree.node, self.tree.position, moves)
        if words[-1].number:
            return words[-1].number
        # The second side's turn is numbered like the first's before it.
        before = next((word.number for word in reversed(words) if word.number), "")
        return before.rstrip(".…") + "…" if before else ""

    def _told(self, branch: ProofBranch) -> str:
        """Return what a screen reader says of *branch*."""
        if branch.reply is None:
            return branch.note
        assert self._game is not None
        side = in_words(self._game.sides[branch.reply.side])
        lasts = lasts_words(self._game, branch.reply)
        if self.is_winners(branch):
            sentence = self.tr("{side} wins with {move}: {lasts}")
        else:
            sentence = self.tr("{side} replies {move}: {lasts}")
        return fill(sentence, side=side, move=branch.reply.text, lasts=lasts)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if role == Qt.ItemDataRole.DisplayRole and orientation is Qt.Orientation.Horizontal:
            if section == MOVE:
                return self.tr("Move")
            by_margin = self.tree is not None and self.tree.verdict.low is not None
            return self.tr("Wins by") if by_margin else self.tr("Lasts at most")
        return None


def _with_below(rows: list[ProofBranch]) -> list[ProofBranch]:
    """Return *rows* and all below."""
    found = list(rows)
    for branch in found:  # which grows
        found += branch.below or ()
    return found
