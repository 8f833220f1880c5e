"""What screen readers find and hear: boards whose cells are buttons, and announcements.

Qt calls the factory when an accessibility client first queries a board.  Qt owns registered
interfaces but refers to them by address only; so the objects are kept in `_held` until Qt has
deleted them, and hold weak references to their board.
"""

import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
    QFocusEvent,
    QGuiApplication,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAccessibleWidget,
    QApplication,
    QDialog,
    QMenu,
    QMessageBox,
    QWidget,
)
from shiboken6 import VoidPtr, isValid

from kalahloa.controllers.base.translation import in_words, translate
from kalahloa.lazy_imports import LazyModule
from kalahloa.views.boards.board_sentences import drawn_at
from kalahloa.views.boards.board_view import BoardView
from kalahloa.views.boards.overlay_words import overlay_words

# Qt's null pointers are None, which the types of its methods leave out.
Interface = Any

# Where Qt asks for a `void *`, None would reach it as the address of None.
_NO_POINTER = VoidPtr(0)

older_readers = LazyModule("kalahloa.views.older_readers")

MAX_QUESTIONS_MS = 10_000
"""How long screen readers may ask about what was closed."""
_AT_SPI = ("xcb", "wayland")
"""The platforms on which programs talk to screen readers by way of AT-SPI."""

_held: dict[int, "BoardInterface"] = {}
_held_roles: dict[int, QAccessibleWidget] = {}
_installed = False
_last = ""


def install_accessibility() -> None:
    """Make all boards, including those of plug-ins, accessible; call once."""
    global _installed
    if not _installed:
        _installed = True
        QAccessible.installFactory(_interface_for)


class Announcer(QObject):
    """Tells who listens what is announced."""

    announced = Signal(str)


ANNOUNCER = Announcer()


def announce(widget: QWidget, text: str) -> None:
    """Announce *text* to the screen reader, if one is running, on behalf of *widget*."""
    global _last
    if text and isValid(widget):
        _last = in_words(text)
        ANNOUNCER.announced.emit(_last)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, _last))
        if QAccessible.isActive() and QGuiApplication.platformName() in _AT_SPI:
            with suppress(ImportError):  # PySide can be installed without QtDBus
                older_readers.notify(widget, _last)


def last_announced() -> str:
    """Return what was announced last; empty if nothing was."""
    return _last


@contextmanager
def without_events() -> Iterator[None]:
    """Send no events to screen readers: for widgets that are made before anybody can see them.

    Qt sends an event for each name, text and selection that a new widget gets.  A screen reader
    asks about every one, and is late for what happens next; much may be gone by then.
    """
    if not QAccessible.isActive():
        yield
        return
    QAccessible.setActive(False)
    try:
        yield
    finally:
        QAccessible.setActive(True)


def set_visible(widget: QWidget, visible: bool) -> None:
    """Show or hide *widget*, and tell screen readers of it, not of each part of it.

    Orca forgets what it was to speak when hundreds of events come at once.
    """
    if widget.isVisible() == visible:
        return
    focused = QApplication.focusWidget()
    with without_events():
        widget.setVisible(visible)
    if QAccessible.isActive():
        event = QAccessible.Event.ObjectShow if visible else QAccessible.Event.ObjectHide
        QAccessible.updateAccessibility(QAccessibleEvent(widget, event))
    if QApplication.focusWidget() is not focused:
        _tell_focus()


class MadeWithoutEvents(type(QWidget)):  # type: ignore[misc]
    """The class of widget classes whose instances are made `without_events`."""

    def __call__(cls, *args: object, **kwargs: object) -> object:
        with without_events():
            return super().__call__(*args, **kwargs)


def delete_when_closed(window: QDialog | QMenu) -> None:
    """Delete *window* once it is closed: at once, or when no screen reader will ask about it.

    A reader hears that all in the window is hidden, asks about each part, and is not told that they
    are deleted.  After a menu it hears what has the focus (see `announce_focus_after`).
    """
    if isinstance(window, QMenu):
        announce_focus_after(window)
    if not QAccessible.isActive():
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return
    closed = window.finished if isinstance(window, QDialog) else window.aboutToHide
    closed.connect(lambda: _delete_unasked(window))


def discard(widget: QWidget) -> None:
    """Hide *widget*, and delete it: now, or when no screen reader will ask about it."""
    widget.hide()
    _delete_unasked(widget)


def _delete_unasked(widget: QWidget) -> None:
    if QAccessible.isActive():
        QTimer.singleShot(MAX_QUESTIONS_MS, widget, widget.deleteLater)
    else:
        widget.deleteLater()


def announce_focus_after(menu: QMenu) -> None:
    """Tell what has the keyboard's focus again whenever *menu* is closed, as Qt does not."""
    menu.aboutToHide.connect(lambda: QTimer.singleShot(0, _tell_focus))


def _tell_focus() -> None:
    widget = QApplication.focusWidget()
    if widget is None or QApplication.activePopupWidget() is not None:
        return
    # Boards tell it themselves, for the sake of their cells.
    if QAccessible.isActive() and not isinstance(widget, BoardView):
        QAccessible.updateAccessibility(QAccessibleEvent(widget, QAccessible.Event.Focus))


def _interface_for(_class_name: str, widget: QObject) -> QAccessibleInterface | None:
    if not isinstance(widget, BoardView):
        return _role_interface(widget)
    interface = BoardInterface(widget)
    # Qt asks for another one when the class has got another meta-object, as Python's classes do
    # when slots are added.  It queries only the newest, but deletes none before the board.
    for older in _held.values():
        if older.is_of(widget):
            older.retire()
    key = id(interface)
    _held[key] = interface
    # The board's last signal: the board must not be used any more, only its cells dropped.
    widget.destroyed.connect(lambda: _let_go(key))
    return interface


def _role_interface(widget: QObject) -> QAccessibleInterface | None:
    """Return the interface of a widget that names its `accessible_role`, None for any other one."""
    role = getattr(widget, "accessible_role", None)
    interface: QAccessibleWidget
    if isinstance(widget, QDialog) and not isinstance(widget, QMessageBox):  # Qt's own reads itself
        interface = DialogInterface(widget, QAccessible.Role.Dialog)
    elif role is None or not isinstance(widget, QWidget):
        return None
    elif isinstance(widget, QAbstractButton):
        interface = CheckedInterface(widget, role)
    else:
        interface = QAccessibleWidget(widget, role)
    key = id(interface)
    _held_roles[key] = interface
    widget.destroyed.connect(lambda: _held_roles.pop(key, None))
    return interface


class DialogInterface(QAccessibleWidget):
    """A dialog: modal, where it is."""

    def state(self) -> QAccessible.State:
        state = super().state()
        dialog = self.widget()
        state.modal = isinstance(dialog, QDialog) and dialog.isModal()
        return state


class CheckedInterface(QAccessibleWidget):
    """A button that is checked or not, and is pressed as with a click."""

    def state(self) -> QAccessible.State:
        state = super().state()
        button = self.widget()
        assert isinstance(button, QAbstractButton)
        state.checkable = button.isCheckable()
        state.checked = button.isChecked()
        return state

    def text(self, kind: QAccessible.Text) -> str:
        button = self.widget()
        said = super().text(kind)
        if not isinstance(button, QAbstractButton):
            return said
        name = button.accessibleName() or button.text().replace("&", "")
        if kind == QAccessible.Text.Name:
            return name
        return "" if said == name else said  # as the tool tip says nothing more

    def actionNames(self) -> list[str]:
        return [self.pressAction(), self.setFocusAction()]

    def doAction(self, name: str) -> None:
        button = self.widget()
        if name == self.pressAction() and isinstance(button, QAbstractButton):
            button.click()
        else:
            super().doAction(name)


def _let_go(key: int) -> None:
    interface = _held.pop(key, None)
    if interface is not None:
        interface.drop_cells()


class _FocusWatch(QObject):
    """Tells which cell has the focus when a board gets it.

    Qt itself names the board only, and nothing when a menu that has covered the board is closed.
    """

    def __init__(self, interface: "BoardInterface", board: BoardView) -> None:
        super().__init__(board)
        self._interface = weakref.ref(interface)
        self._is_after_menu = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn and isinstance(event, QFocusEvent):
            self._is_after_menu = event.reason() == Qt.FocusReason.PopupFocusReason
            # After Qt's own event.
            QTimer.singleShot(0, self, self._tell)
        return super().eventFilter(watched, event)

    def _tell(self) -> None:
        interface = self._interface()
        if interface is not None and isValid(interface):
            interface.announce_focus(with_board=self._is_after_menu)


def description_of(board: BoardView, cell: int) -> str:
    """Return the description of *cell*, with what is drawn there and what overlays say of it."""
    drawings = () if board.state is None else board.state.drawings
    said = [board.cell_description(cell), *drawn_at(drawings, board.cell_label(cell))]
    parts = (", ".join(part for part in said if part), overlay_words(board, cell))
    return "; ".join(part for part in parts if part)


class BoardInterface(QAccessibleWidget):
    """A board: a group with one child per cell, in reading order on the screen."""

    def __init__(self, board: BoardView) -> None:
        super().__init__(board, QAccessible.Role.Grouping)
        self._board = weakref.ref(board)
        self._cells: dict[int, CellInterface] = {}
        told = [] if board.state is None else board.cells()
        self._names_told = {number: board.cell_name(number) for number in told}
        self._descriptions_told = {number: description_of(board, number) for number in told}
        self._watch = _FocusWatch(self, board)
        board.focus_moved.connect(self._focus_moved)
        board.cells_changed.connect(self._cells_changed)
        board.installEventFilter(self._watch)
        self._is_retired = False

    def is_of(self, board: BoardView) -> bool:
        """Return whether this is an interface of *board*."""
        return self._board() is board

    def retire(self) -> None:
        """Tell nothing any more: another interface of the same board does."""
        board = self._board()
        if board is None or self._is_retired:
            return
        self._is_retired = True
        board.focus_moved.disconnect(self._focus_moved)
        board.cells_changed.disconnect(self._cells_changed)
        board.removeEventFilter(self._watch)

    def board(self) -> BoardView | None:
        """Return the board, or None when it is gone or shows nothing yet."""
        board = self._board()
        return board if board is not None and isValid(board) and board.state is not None else None

    def cell(self, number: int) -> "CellInterface":
        """Return the interface of the cell with this number of the game's."""
        if number not in self._cells:
            cell = CellInterface(self, number)
            self._cells[number] = cell
            QAccessible.registerAccessibleInterface(cell)
        return self._cells[number]

    def drop_cells(self) -> None:
        """Have Qt delete the cells' interfaces."""
        cells, self._cells = self._cells, {}
        for cell in cells.values():
            if isValid(cell):
                QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(cell))

    # -- what Qt asks --------------------------------------------------------------------------

    def childCount(self) -> int:
        board = self.board()
        return len(board.cells()) if board is not None else 0

    def child(self, index: int) -> Interface:
        board = self.board()
        if board is None or not 0 <= index < len(board.cells()):
            return None
        return self.cell(board.cells()[index])

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        board = self.board()
        if board is None or not isinstance(child, CellInterface):
            return -1
        cells = list(board.cells())
        return cells.index(child.number) if child.number in cells else -1

    def childAt(self, x: int, y: int) -> Interface:
        board = self.board()
        if board is None:
            return None
        inside = board.viewport().mapFromGlobal(QPoint(x, y))
        number = board.cell_at(QPointF(board.mapToScene(inside)))
        return self.cell(number) if number >= 0 else None

    def focusChild(self) -> Interface:
        board = self.board()
        if board is None or not board.hasFocus():
            return None
        return self.cell(board.focus_cell) if board.focus_cell >= 0 else self

    def text(self, kind: QAccessible.Text) -> str:
        board = self.board()
        if board is None:
            return ""
        if kind == QAccessible.Text.Name:
            return board.accessibleName() or translate("BoardInterface", "Board")
        if kind == QAccessible.Text.Description:
            assert board.state is not None
            return board.accessibleDescription() or board.state.title
        return ""

    # -- what the board tells ------------------------------------------------------------------

    def announce_focus(self, *, with_board: bool) -> None:
        """Tell which cell has the keyboard's focus, or, *with_board*, that the board has it."""
        board = self.board()
        if board is None or not board.hasFocus() or not QAccessible.isActive():
            return
        if board.focus_cell >= 0:
            self._send(QAccessible.Event.Focus, board.focus_cell)
        elif with_board:
            QAccessible.updateAccessibility(QAccessibleEvent(board, QAccessible.Event.Focus))

    def _focus_moved(self, number: int) -> None:
        self._send(QAccessible.Event.Focus, number)

    def _cells_changed(self) -> None:
        """Notify of cells whose name or description has changed, as screen readers cache them."""
        board = self.board()
        if board is None or not QAccessible.isActive():
            return
        for told, kind, text_of in (
            (self._names_told, QAccessible.Event.NameChanged, board.cell_name),
            (
                self._descriptions_told,
                QAccessible.Event.DescriptionChanged,
                partial(description_of, board),
            ),
        ):
            texts = {number: text_of(number) for number in board.cells()}
            changed = [number for number, text in texts.items() if told.get(number, text) != text]
            told.clear()
            told.update(texts)
            for number in changed:
                self._send(kind, number)

    def _send(self, kind: QAccessible.Event, number: int) -> None:
        board = self.board()
        if board is not None and QAccessible.isActive() and number in board.cells():
            event = QAccessibleEvent(board, kind)
            event.setChild(list(board.cells()).index(number))
            QAccessible.updateAccessibility(event)


class CellInterface(QAccessibleInterface):
    """One cell of a board: a button that is pressed as with a click or Enter."""

    def __init__(self, owner: BoardInterface, number: int) -> None:
        super().__init__()
        self.number = number
        self._owner = weakref.ref(owner)
        self._action = CellAction(self)

    def board(self) -> BoardView | None:
        """Return the board if it is there and has this cell now."""
        owner = self._owner()
        board = owner.board() if owner is not None and isValid(owner) else None
        return board if board is not None and self.number in board.cells() else None

    def isValid(self) -> bool:
        return self.board() is not None

    def object(self) -> Interface:
        return None

    def parent(self) -> Interface:
        owner = self._owner()
        return owner if owner is not None and isValid(owner) else None

    def window(self) -> Interface:
        board = self.board()
        return board.window().windowHandle() if board is not None else None

    def childCount(self) -> int:
        return 0

    def child(self, index: int) -> Interface:
        return None

    def childAt(self, x: int, y: int) -> Interface:
        return None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def rect(self) -> QRect:
        board = self.board()
        if board is None:
            return QRect()
        inside = board.mapFromScene(board.cell_rect(self.number)).boundingRect()
        return inside.translated(board.viewport().mapToGlobal(QPoint(0, 0)))

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Button

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        board = self.board()
        if board is None:
            state.invalid = True
            return state
        state.focusable = True
        state.focused = board.hasFocus() and board.focus_cell == self.number
        state.invisible = not board.isVisible()
        return state

    def text(self, kind: QAccessible.Text) -> str:
        board = self.board()
        if board is None:
            return ""
        if kind == QAccessible.Text.Description:
            return description_of(board, self.number)
        return board.cell_name(self.number) if kind == QAccessible.Text.Name else ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Names are the board's own."""

    def interface_cast(self, kind: QAccessible.InterfaceType) -> Interface:
        if kind == QAccessible.InterfaceType.ActionInterface:
            return self._action
        return _NO_POINTER


class CellAction(QAccessibleActionInterface):
    """What can be done with a cell: press it, or take the keyboard focus to it."""

    def __init__(self, cell: CellInterface) -> None:
        super().__init__()
        self._cell = weakref.ref(cell)

    def actionNames(self) -> list[str]:
        return [self.pressAction(), self.setFocusAction()]

    def doAction(self, name: str) -> None:
        cell = self._cell()
        board = cell.board() if cell is not None else None
        if cell is None or board is None:
            return
        if name == self.pressAction():
            board.stop_animation()
            board.press(cell.number)
        elif name == self.setFocusAction():
            board.setFocus()
            board.set_focus_cell(cell.number)

    def keyBindingsForAction(self, name: str) -> list[str]:
        return []
