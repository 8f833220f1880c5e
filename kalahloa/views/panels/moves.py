"""The panel with the record's moves and variations."""

from PySide6.QtCore import QEvent, QPoint, Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from kalahloa.controllers.core.place import Change, Place
from kalahloa.controllers.features.reviews.trial_state import Trial
from kalahloa.models.record.record import Node
from kalahloa.views.items.move_tree import MoveTree
from kalahloa.views.items.move_view import MoveView
from kalahloa.views.items.tried_tree import tried_place
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel

MIN_HEIGHT = 48
"""The least height of the list, in pixels."""
ROWS = 6
"""The list has the height of so many rows before others have more than they need."""


class MovesPanel(Panel):
    """A card with the list of moves, above it how many moves, variations and comments it has."""

    key = "moves"
    context_commands = (
        "back",
        "forward",
        "start",
        "end",
        "previous-variation",
        "next-variation",
        "",
        "comment",
        "list-comments",
        "mark-good",
        "mark-mistake",
        "mark-brilliant",
        "mark-blunder",
        "mark-interesting",
        "mark-dubious",
        "",
        "promote",
        "make-main-line",
        "delete-from-here",
        "delete-line",
        "undo-edit",
        "",
        "copy-line",
        "paste-line",
        "copy-position",
        "",
        "play-from",
    )

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._root: Node | None = None
        self._trial_shown: tuple[object, ...] = ()
        title = self.title_label()
        self.counts = self.make_line("muted")
        self._align_counts()
        self.tree = MoveTree(self)
        self.view = MoveView(self.tree, theme, self)
        self.view.setAccessibleName(self.tr("Moves played"))
        self.view.setMinimumHeight(MIN_HEIGHT)
        self.view.asked.connect(self.asked)
        self.view.menu_wanted.connect(self._ask_for_menu)
        self.empty = PlainLabel(self.view.viewport(), self.tr("No move yet"))
        self.empty.setObjectName("muted")
        self.empty.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        over = QVBoxLayout(self.view.viewport())
        over.setContentsMargins(6, 4, 6, 4)
        over.addWidget(self.empty, 0, Qt.AlignmentFlag.AlignTop)
        head = QHBoxLayout()
        head.setContentsMargins(6, 0, 6, 0)
        head.addWidget(title)
        head.addWidget(self.counts, 1)
        self.lay_out(head, self.view, margins=(10, 12, 8, 8))

    def unscrolled_height(self) -> int:
        """Return the height in which some rows are seen."""
        round_them = self.view.height() - self.view.viewport().height()
        rows = ROWS * self.view.row_height + round_them
        return super().unscrolled_height() + max(0, rows - MIN_HEIGHT)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        self.view.set_theme(theme)

    def refresh(self, change: Change) -> None:
        """Bring the rows and the current move up to *change*."""
        place = change.place
        self.tree.show_found(place.found_marks)
        is_relisted = self.tree.show_comments(place.comments_listed)
        if is_relisted:
            self._trial_shown = ()
        if place.get(Trial) is not None:
            self._show_until(place, place[Trial].node, place[Trial].tried)
            return
        if place.secret:
            self._show_until(place, place.node)
            return
        is_other = place.root is not self._root
        if is_other:
            self._root = place.root
            self.view.forget_folds()
        if is_other or change.is_new or change.came or change.went or change.edited:
            self.tree.show_change(change)
            self._show_counts()
        if is_other or is_relisted or change.moved or change.came or change.went or change.edited:
            self.view.show_current(place.node)

    def _show_until(self, place: Place, node: Node, tried: tuple[Node, ...] = ()) -> None:
        """Show the moves as far as *node*, and what was *tried* there."""
        shown = (node, tried, place.node)
        if shown == self._trial_shown and self._root is self.tree.root:
            return
        self._trial_shown = shown
        shortened = tried_place(place, node, tried)
        self._root = shortened.root
        self.tree.show_change(Change.everything(shortened))
        self._show_counts()
        self.view.show_current(shortened.node)

    @Slot(QPoint, object)
    def _ask_for_menu(self, point: QPoint, node: Node | None) -> None:
        """Ask for a menu about the record's *node*: while one tries again, the list has copies."""
        if node is not None and self.place is not None:
            node = self.place.nodes[node.number]
        self.menu_requested.emit(point, node)

    def _show_counts(self) -> None:
        moves, variations = self.tree.move_count, self.tree.variation_count
        comments = self.tree.comment_count
        self.empty.setVisible(not self.tree.rowCount())
        parts = []
        if moves:
            parts.append(self.tr("1 move") if moves == 1 else self.tr("%n moves", "", moves))
        if variations:
            parts.append(
                self.tr("1 variation")
                if variations == 1
                else self.tr("%n variations", "", variations)
            )
        if comments:
            parts.append(
                self.tr("1 comment") if comments == 1 else self.tr("%n comments", "", comments)
            )
        self.counts.setText(" · ".join(parts))

    def _align_counts(self) -> None:
        """Write the counts at the far edge: a label goes by the direction of its text alone."""
        flags = Qt.AlignmentFlag
        far = flags.AlignLeft if self.isRightToLeft() else flags.AlignRight
        self.counts.setAlignment(far | flags.AlignAbsolute | flags.AlignVCenter)

    def changeEvent(self, event: QEvent) -> None:
        """Keep the counts at the far edge in another direction."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._align_counts()
