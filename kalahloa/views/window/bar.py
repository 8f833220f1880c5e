"""The slim bar on top of the window: menu, pages, buttons, rooms and views."""

from enum import IntEnum

from PySide6.QtCore import QEvent, QPoint, Qt, Slot
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.commands.command import translated
from kalahloa.controllers.session.commands import MENUS
from kalahloa.views.accessibility import announce, announce_focus_after
from kalahloa.views.window.actions import Actions
from kalahloa.views.window.room_view import RoomView
from kalahloa.views.window.rooms import ROOMS, Room, RoomPage
from kalahloa.views.window.segments import Segments

BUTTONS = {
    "home": ("new", "open", "palette"),
    "play": ("new", "undo", "redo", "hint", "analyse", "pause", "continue", "resign"),
    "study": ("new", "undo", "redo", "hint", "analyse"),
    "train": ("undo", "redo"),
    "algorithms": ("undo", "redo"),
    "lab": ("undo", "redo"),
}
"""The commands that have a button in each room; each has a place of its own."""
PLAIN_ICONS = frozenset(("undo", "redo", "pause", "continue", "resign"))
"""The buttons whose icons say enough, so that they lose their words first."""
MAX_BUTTONS_NARROW = 4
"""The number of buttons that a narrow bar has at most."""
VIEWS = ("graphical", "text")
_SPARE = 24
"""Pixels that the bar has round its row, and for what the style adds."""
_TIGHT = "QToolButton { min-width: 0; padding-left: 6px; padding-right: 6px; }"
_NARROW = "QToolButton { padding-left: 4px; padding-right: 4px; }"


class BarFit(IntEnum):
    """What the bar leaves out to fit into the window; each leaves out what those before it do."""

    ALL_SHOWN = 0
    SOME_ICONS = 1
    TIGHT = 2
    ICONS_ONLY = 3
    ROOMS_FOLDED = 4
    PAGES_FOLDED = 5
    NARROW = 6
    FEW_BUTTONS = 7
    WITHOUT_BUTTONS = 8


class Bar(QToolBar):
    """Everything above the page."""

    def __init__(
        self, actions: Actions, menus: dict[str, QMenu], rooms: RoomView, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        self.setWindowTitle(self.tr("Toolbar"))
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._menus = menus
        self._rooms = rooms
        self._whole_menu = QMenu(self.tr("Menu"), self)
        announce_focus_after(self._whole_menu)
        for menu in menus.values():
            self._whole_menu.addMenu(menu)
            announce_focus_after(menu)
        # A tool bar enables what it shows itself, whatever the action says: it has one part only.
        content = QWidget(self)
        content.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._row = QHBoxLayout(content)
        self._row.setContentsMargins(2, 0, 2, 0)
        self._row.setSpacing(5)
        self.menu_button = self._made_menu_button()
        self._row.addWidget(self.menu_button)
        self.page_actions: dict[str, QAction] = {}
        """The actions that open the pages of rooms that have several, by the pages' keys."""
        self.pages = {one.key: self._made_pages(one) for one in ROOMS if len(one.pages) > 1}
        for pages in self.pages.values():
            self._row.addWidget(pages)
        keys = dict.fromkeys(key for row in BUTTONS.values() for key in row if key in actions)
        self.buttons = {key: self._made_button(actions[key]) for key in keys}
        for button in self.buttons.values():
            self._row.addWidget(button)
        self._row.addStretch(1)
        self.room_actions: dict[str, QAction] = {}
        """The actions that switch to the rooms, by the rooms' keys."""
        self.rooms = self._made_rooms()
        self._row.addWidget(self.rooms)
        self.views = Segments(self.tr("Views"), self)
        for key in VIEWS:
            self.views.add(key, actions[key])
        self._row.addWidget(self.views)
        self.addWidget(content)
        self._make_keys()
        self._fit: BarFit | None = None
        self._rooms_fit = BarFit.ALL_SHOWN
        """The tightest fit of any page at this width of the bar, so that rooms do not move."""
        self._widths: dict[tuple[str, BarFit], int] = {}
        """The width that each page needs at each fit."""
        self._is_fitting = False
        self._later = single_shot(self, self._fit_in)
        rooms.switched.connect(self._show_room)
        rooms.turned.connect(self._show_page)

    @property
    def room_buttons(self) -> dict[str, QToolButton]:
        """The buttons of the rooms, by their keys."""
        return self.rooms.buttons

    def _made_button(self, action: QAction) -> QToolButton:
        """Return a new button of *action*."""
        button = QToolButton(self)
        button.setObjectName(action.objectName())
        button.setDefaultAction(action)
        button.setIconSize(self.iconSize())
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _made_menu_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("menuButton")
        button.setText("≡")
        button.setToolTip(self.tr("Menu (F10)"))
        button.setAccessibleName(self.tr("Menu"))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setMenu(self._whole_menu)
        return button

    def _made_rooms(self) -> Segments:
        segments = Segments(self.tr("Rooms"), self)
        for number, one in enumerate(ROOMS, 1):
            # Of actions that the group makes itself PySide believes that they end with a button.
            action = QAction(one.label, self)
            action.setCheckable(True)
            action.setShortcut(f"Ctrl+{number}")
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{one.purpose} ({keys})")
            action.triggered.connect(lambda _on=False, one=one: self._switch(one))
            self.window().addAction(action)
            self.room_actions[one.key] = action
            segments.add(one.key, action)
        return segments

    def _switch(self, one: Room) -> None:
        """Switch to a room and announce it, because the focus may not change."""
        self._rooms.switch(one.key)
        announce(self, one.label)

    def _made_pages(self, one: Room) -> Segments:
        segments = Segments(one.label, self)
        for page in one.pages:
            action = QAction(page.label, self)
            action.setCheckable(True)
            action.triggered.connect(lambda _on=False, key=page.key: self._rooms.open_page(key))
            self.page_actions[page.key] = action
            segments.add(page.key, action)
        return segments

    def _make_keys(self) -> None:
        """Have F10 open the menu, and Alt with the underlined letter its parts."""
        # Not by the button's own method, which would run an event loop of its own.
        QShortcut(QKeySequence("F10"), self.window(), lambda: self._pop_up(self._whole_menu))
        for key, menu in self._menus.items():
            letter = QKeySequence.mnemonic(translated(MENUS[key]))
            QShortcut(letter, self.window(), lambda menu=menu: self._pop_up(menu))

    def _pop_up(self, menu: QMenu) -> None:
        menu.popup(self.menu_button.mapToGlobal(QPoint(0, self.menu_button.height())))
        possible = [
            action for action in menu.actions() if action.isEnabled() and not action.isSeparator()
        ]
        if possible:
            menu.setActiveAction(possible[0])

    @Slot(object)
    def _show_room(self, shown: Room) -> None:
        """Check the button of the room *shown*."""
        self.room_actions[shown.key].setChecked(True)

    @Slot(object)
    def _show_page(self, page: RoomPage) -> None:
        if page.key in self.page_actions:
            self.page_actions[page.key].setChecked(True)
        self._fit_in()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what there is no room for; all of it is in the menu, too."""
        super().resizeEvent(event)
        self._rooms_fit = BarFit.ALL_SHOWN
        self._fit_in()

    def changeEvent(self, event: QEvent) -> None:
        """Measure anew after a change of the font or the style."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._widths = {}
            self._rooms_fit = BarFit.ALL_SHOWN
            self._later.start()

    def _fit_in(self) -> None:
        """Leave out as little as fits into the bar."""
        if self._is_fitting:  # a part that is shown has the window arranged, and the bar resized
            self._later.start()
            return
        self._is_fitting = True
        try:
            self._find_fit()
        finally:
            self._is_fitting = False

    def _find_fit(self) -> None:
        key = self._rooms.page.key
        for fit in BarFit:
            if (key, fit) not in self._widths:
                self._set_fit(fit, fit)
                self._forget_sizes()
                self._widths[key, fit] = self._row.sizeHint().width() + _SPARE
            if self._widths[key, fit] <= self.width():
                break
        self._rooms_fit = max(self._rooms_fit, fit)
        self._set_fit(fit, self._rooms_fit)
        self._forget_sizes()
        self._row.activate()

    def _forget_sizes(self) -> None:
        """Invalidate the layout, which caches the sizes of hidden parts."""
        for part in (self.rooms, self.views, *self.pages.values()):
            part.forget_size()
        for button in self.buttons.values():
            button.updateGeometry()
        self._row.invalidate()

    def _set_fit(self, fit: BarFit, rooms_fit: BarFit) -> None:
        """Arrange pages and buttons for *fit*, rooms and views for *rooms_fit*."""
        self._fit = fit
        shown = BUTTONS[self._rooms.current.key]
        if fit >= BarFit.FEW_BUTTONS:
            shown = shown[:MAX_BUTTONS_NARROW] if fit is BarFit.FEW_BUTTONS else ()
        beside = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        icon = Qt.ToolButtonStyle.ToolButtonIconOnly
        narrow = _NARROW if fit >= BarFit.NARROW else ""
        for key, button in self.buttons.items():
            button.setVisible(key in shown)
            last = BarFit.SOME_ICONS if key in PLAIN_ICONS else BarFit.ICONS_ONLY
            button.setToolButtonStyle(icon if fit >= last else beside)
            _style(button, narrow)
        _style(self.rooms, _TIGHT if rooms_fit >= BarFit.TIGHT else "")
        _style(self.views, _TIGHT if rooms_fit >= BarFit.TIGHT else "")
        self.rooms.fold(rooms_fit >= BarFit.ROOMS_FOLDED)
        for key, pages in self.pages.items():
            pages.setVisible(key == self._rooms.current.key)
            pages.fold(fit >= BarFit.PAGES_FOLDED)
            _style(pages, _TIGHT if fit >= BarFit.TIGHT else "")


def _style(widget: QWidget, sheet: str) -> None:
    """Give *widget* the style *sheet*, which would be read and applied anew in any case."""
    if widget.styleSheet() != sheet:
        widget.setStyleSheet(sheet)
