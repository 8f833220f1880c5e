"""Base class of the panels: a card that draws a `Place` and says what the user asks for."""

from collections.abc import Callable
from typing import ClassVar

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFrame,
    QProgressBar,
    QPushButton,
    QWidget,
)

from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.core.place import Cause, Change, Place
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.record.record import Record
from kalahloa.views.look.arrangement import Part, column_of
from kalahloa.views.look.elided_label import ElidedLabel
from kalahloa.views.look.keys import tip_of
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.placements import panel_title
from kalahloa.views.panels.scroll import Scroll

with lazy_imports():
    from kalahloa.views.look import drop_down


class Panel(QFrame):
    """A part of the window that shows one thing about the document.

    A panel knows neither the window nor other panels: `show_change` tells it what has happened, and
    it asks for commands by `asked`.  Subclasses set `key` and implement `refresh`; those that no
    feature places also implement `heading`, and those with colours of their own extend `set_theme`.

    While it is hidden, a panel keeps the newest place only; when it is shown, it draws that anew.
    """

    key: ClassVar[str] = ""
    """The panel's name in settings; unique, and never translated."""
    context_commands: ClassVar[tuple[str, ...]] = ()
    """The keys of the commands that the panel's context menu offers, in order; empty ones separate.
    Those that can be done at any node are done at the one that the menu is about."""

    can_scroll: ClassVar[bool] = True
    """Whether the panel is scrolled where it has not the height that it needs.  One that is low in
    any case has that height always."""

    is_page: ClassVar[bool] = False
    """Whether the panel is a whole page with cards of its own, and stands on no card."""

    is_form: ClassVar[bool] = False
    """Whether the panel is a form: its buttons, at the end, must stay visible."""

    ignored: ClassVar[frozenset[Cause]] = frozenset()
    """Changes that have no other causes need not be drawn."""

    is_told_at_once: ClassVar[bool] = False
    """Whether the panel is told of a change in the very turn of that, not in one of its own: what
    the user writes in it goes to the place that is shown."""

    asked = Signal(str, object)
    """A command's key, and the list of its words, for example ``"goto-node", ["17"]``."""
    remarked = Signal(str)
    """A sentence for the status line; empty to take the last one back."""
    room_wanted = Signal()
    """The panel shows more, as it was asked to; it would have its `unscrolled_height` for that."""
    menu_requested = Signal(QPoint, object)
    """Where a context menu is wanted (global), and the node that it is about, or None."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.title = self.heading()
        """The panel's name for the user."""
        self.setAccessibleName(self.title)
        self.theme = theme
        self.place: Place | None = None
        """The newest place that the panel was told of, None at first."""
        self._is_stale = False
        self._title_label: PlainLabel | None = None
        self._is_in_front = True
        self._focused: QWidget | None = None
        self._commanded: list[tuple[QPushButton, Command, str]] = []
        """Buttons with their commands, and the tips that they have where these are possible."""

    # -- for a panel ---------------------------------------------------------------------------

    def heading(self) -> str:
        """Return the panel's title in the user's language; called once."""
        return panel_title(self.key)

    def refresh(self, change: Change) -> None:
        """Draw what differs since the last call, and everything if `change.is_new`."""
        raise NotImplementedError

    def shown_game(self) -> tuple[Record, int] | None:
        """Return a record that is shown here and not on the board, and the number of the node."""
        return None

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme* from now on."""
        self.theme = theme

    def offer(self, service: object) -> None:
        """Use *service*, a controller of what is not in a `Place`, if this panel has a use for it.

        Called for each that there is, after the panel was made.
        """

    def turn_to(self, page: str) -> None:
        """Show what belongs to *page*, the key of the window's page that is shown from now on."""

    def hand_focus_to(self, widget: QWidget) -> None:
        """Give the keyboard focus of the panel to *widget*, a child.

        Not as a focus proxy: Tab stops for ever before a panel whose proxy is hidden, and goes back
        from the panel to a proxy that comes before it in the order of Tab.
        """
        self._focused = widget

    # -- what a panel is made of ---------------------------------------------------------------

    def title_label(self) -> PlainLabel:
        """Return a label with the panel's title."""
        label = PlainLabel(self, self.title)
        label.setObjectName("cardTitle")
        self._title_label = label
        return label

    def show_title(self, shown: bool) -> None:
        """Show the title in the panel, or not, where a tab says it already."""
        if self._title_label is not None:
            self._title_label.setVisible(shown)

    def make_line(self, style: str = "", *, at_end: bool = False) -> ElidedLabel:
        """Return a line of text that is cut off where it has no room, if wanted *at_end* of it.

        *style* is the name by which the style sheet knows it, such as ``muted``.
        """
        label = ElidedLabel(self)
        label.setObjectName(style)
        if at_end:
            label.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        return label

    def make_sentence(self, style: str = "", *, lines: bool = False) -> PlainLabel:
        """Return a text that is broken into lines, or has several *lines* of its own."""
        label = PlainLabel(self, lines=lines)
        label.setObjectName(style)
        label.setWordWrap(True)
        label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        return label

    def make_button(
        self,
        text: str,
        does: str | Callable[[], object],
        *words: str,
        style: str = "",
        tip: str = "",
        switch: bool = False,
    ) -> QPushButton:
        """Return a button that asks for a command by its key, with *words*, or calls *does*.

        A *switch* stays down, and *does* is called whenever it goes up or down.

        A button of a command without words has its tip and keys, if there is no *tip*; where the
        command is not possible, the button is disabled, and its tip says why.
        """
        button = QPushButton(text, self)
        button.setObjectName(style)
        button.setToolTip(tip)
        button.setCheckable(switch)
        if callable(does):
            (button.toggled if switch else button.clicked).connect(lambda: does())
            return button
        button.clicked.connect(lambda: self.asked.emit(does, list(words)))
        if (command := BY_KEY.get(does)) is not None and not words:
            button.setToolTip(tip or tip_of(command))
            if command.otherwise:
                self._commanded.append((button, command, button.toolTip()))
        return button

    def make_choice(self, name: str) -> "drop_down.DropDown":
        """Return a list to choose from, called *name*, that may be narrower than its texts."""
        box = drop_down.DropDown(self)
        box.setAccessibleName(name)
        box.setToolTip(name)
        box.setSizeAdjustPolicy(
            drop_down.DropDown.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        box.setMinimumContentsLength(6)
        return box

    def make_progress_bar(self, name: str) -> QProgressBar:
        """Return a bar called *name* that shows how far something is, without words."""
        bar = QProgressBar(self)
        bar.setTextVisible(False)
        bar.setAccessibleName(name)
        return bar

    def make_readable(self, name: str) -> QFrame:
        """Return a part called *name* that shows and does nothing, for the keyboard to read.

        What it shows is its accessible description.
        """
        part = QFrame(self)
        part.setObjectName("readable")
        part.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        part.setAccessibleName(name)
        return part

    def lay_out(
        self,
        *parts: Part,
        spacing: int | None = None,
        margins: tuple[int, int, int, int] = (12, 12, 12, 10),
    ) -> None:
        """Put *parts* one below the other; see `kalahloa.views.look.arrangement`."""
        self.setLayout(column_of(*parts, spacing=spacing, margins=margins))

    # -- what the window calls -----------------------------------------------------------------

    def show_change(self, change: Change) -> None:
        """Draw *change*, or, if the panel is hidden, keep its place until the panel is shown."""
        self.place = change.place
        if not self.is_seen:
            self._is_stale = True
        elif self._is_stale:
            self._catch_up()
        elif not change.causes <= self.ignored:
            self._refresh(change)

    def _refresh(self, change: Change) -> None:
        self.refresh(change)
        for button, command, tip in self._commanded:
            possible = command.possible(change.place)
            button.setEnabled(possible)
            button.setToolTip(tip if possible else command.why_not(change.place))

    @property
    def is_seen(self) -> bool:
        """Whether the panel is shown, and not behind another one."""
        return self._is_in_front and self.isVisible()

    def heightForWidth(self, width: int) -> int:
        """Return the least height at which nothing is cut off in a panel of *width*.

        Qt would return the height that the parts would like to have: that of a list, for example,
        and the panel would be scrolled below that.
        """
        layout = self.layout()
        if layout is None or not layout.hasHeightForWidth():
            return -1
        return layout.totalMinimumHeightForWidth(width)

    def take_focus(self) -> None:
        """Give the keyboard to what is to have it.

        While that is hidden, the next part that can has it.
        """
        if self._focused is None or not _can_have_focus(self._focused, self):
            parts = (part for part in self.findChildren(QWidget) if _can_have_focus(part, self))
            (next(parts, None) or self).setFocus()
            if self._focused is not None:
                self._focused.installEventFilter(self)  # until it is shown
        else:
            self._focused.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Give the keyboard to what was to have it, and is shown now, if it is still here."""
        if watched is self._focused and event.type() == QEvent.Type.Show:
            self._focused.removeEventFilter(self)
            focused = QApplication.focusWidget()
            if focused is self or (focused is not None and self.isAncestorOf(focused)):
                self._focused.setFocus()
        return super().eventFilter(watched, event)

    def unscrolled_height(self) -> int:
        """Return the height from which on nothing of the panel is scrolled, also not inside."""
        height = self.minimumSizeHint().height()
        scroll = self.findChild(Scroll)
        if scroll is None:
            return height
        return height - scroll.minimumSizeHint().height() + scroll.unscrolled_height()

    def set_in_front(self, in_front: bool) -> None:
        """Set whether no other panel is before this one; what is behind is hidden, too."""
        self._is_in_front = in_front
        self._catch_up()

    def _leave_keys(self) -> None:
        """Have clicks on buttons leave the keyboard where it is: on the board, most often."""
        for button in self.findChildren(QAbstractButton):
            if button.focusPolicy() & Qt.FocusPolicy.ClickFocus:
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def showEvent(self, event: QShowEvent) -> None:
        """Draw the newest place if the panel has missed a change."""
        super().showEvent(event)
        self._leave_keys()
        self._catch_up()

    def _catch_up(self) -> None:
        if self._is_stale and self.is_seen and self.place is not None:
            self._is_stale = False
            self._refresh(Change.everything(self.place))


def _can_have_focus(part: QWidget, panel: QWidget) -> bool:
    """Return whether *part* can take the keyboard when *panel* is visible."""
    takes = bool(part.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return takes and part.isEnabledTo(panel) and part.isVisibleTo(panel)
