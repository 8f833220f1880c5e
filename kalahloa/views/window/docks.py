"""The panels of the window, each in a dock, and how they are arranged at first.

A panel is one file with a `Panel` in it, and a `PanelPlacement` in the declaration of its feature.
It is imported and made when it is first shown.  Installed packages add panels by entry points in
the group `kalahloa.panels`; these are made with the window, which has their titles from them.
"""

import logging
import sys
from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu, QTabBar

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.core.place import Change, Place
from kalahloa.lazy_imports import LazyModule
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.views.look.held_painting import HeldPainting
from kalahloa.views.look.theme import Theme
from kalahloa.views.look.turns import TurnQueue
from kalahloa.views.panels.panel import Panel
from kalahloa.views.panels.placements import (
    PANELS,
    is_main_panel,
    is_round,
    is_tall,
    panel_title,
    panels_beside,
    workspaces_of,
)
from kalahloa.views.window.panel_area import PanelArea
from kalahloa.views.window.panel_dock import TITLE_HEIGHT, DockTitle, PanelDock
from kalahloa.views.window.panel_plugins import panels_from_outside
from kalahloa.views.window.shape import WindowShape
from kalahloa.views.window.tab_order import TabOrder

TABS_HEIGHT = 30
BESIDE_SHARE, BELOW_SHARE = 0.64, 0.42
"""The shares of the window that panels beside the board have, and those below it."""
BARS_SHARE = 0.12
"""That of the bars above and below."""
TOLD_FIRST = ("analysis", "moves", "players")
"""The panels that are told of a change before all others, in this order."""
_TURNS = 3
"""The first panel is told so many turns after a change: after the board is drawn."""
_PAINTED_AFTER = 2
"""So many turns after docks were shown, hidden or moved the window is painted."""
ROOM = 320
"""The height in pixels of a panel that is brought to the front, if the window has it."""
COLUMN, HIGH = 280, 1200
"""An upright window has a column below the board for so many pixels of its width, and from this
height on panels that need most of the window have a place of their own."""
MAX_TITLE = 40
"""Maximum length of a panel's title, in characters."""
_MODULES = {key: LazyModule(f"kalahloa.views.panels.{key}") for key in PANELS}
_log = logging.getLogger(__name__)


class Docks(QObject):
    """All panels in docks of a window."""

    asked = Signal(str, object)
    """A command's key, and the list of its words."""
    remarked = Signal(str)
    """A sentence for the status line."""
    menu_requested = Signal(QPoint, object, object)
    """Where a context menu is wanted, the node it is about or None, and the commands' keys."""
    message = Signal(str)
    """A sentence for the user: a panel has failed."""
    resized = Signal()
    """A dock has another size."""
    moved = Signal()
    """A dock was shown, hidden, put elsewhere, or taken out of the window."""

    def __init__(self, window: QMainWindow, theme: Theme) -> None:
        super().__init__(window)
        self._window = window
        self._theme = theme
        self._shape = WindowShape.WIDE
        self._services: list[object] = []
        self._place: Place | None = None
        self._tab_order = TabOrder(window)
        # To lay the window out and to paint it in the same turn takes more than a frame.
        self.moved.connect(HeldPainting(window, _PAINTED_AFTER).hold)
        self._panels: dict[str, Panel] = {}
        self._behind: dict[str, Change] = {}
        """What panels that are seen were not told yet."""
        order = {key: place for place, key in enumerate(TOLD_FIRST)}
        self._turns = TurnQueue(self, lambda key: order.get(key, len(order)), _TURNS)
        self.docks: dict[str, QDockWidget] = {}
        """The docks of all panels."""
        for key in PANELS:
            self._add(key, panel_title(key))
        for key, made in panels_from_outside().items():
            try:
                # Without a parent, so that nothing of a panel that fails stays in the window.
                panel = made(theme)
                title = shorten(panel.title, MAX_TITLE).replace("&", "&&")
            except Exception as error:  # a package may raise anything
                _log.warning("The panel %s cannot be made: %s", key, shorten(error))
                continue
            self._add(key, title)
            self._put_in(key, panel)

    def _add(self, key: str, heading: str) -> None:
        """Add a dock for the panel called *key*, without the panel."""
        dock = PanelDock(heading, lambda: self._make(key), self._window)
        dock.setObjectName(f"dock-{key}")
        dock.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        dock.visibilityChanged.connect(lambda seen: self._on_visible(key, seen))
        dock.resized.connect(self.resized)
        for changed in (dock.visibilityChanged, dock.dockLocationChanged, dock.topLevelChanged):
            changed.connect(self.moved)
        self.docks[key] = dock
        self._tab_order.follow(dock)
        self._window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        dock.hide()  # until it is arranged, or restored

    def _put_in(self, key: str, panel: Panel) -> None:
        self._add_title(self.docks[key])
        panel.asked.connect(lambda command, words: self._ask(key, command, words))
        panel.remarked.connect(self.remarked)
        panel.room_wanted.connect(lambda: self._give_room(key))
        panel.menu_requested.connect(
            lambda point, node: self.menu_requested.emit(point, node, panel.context_commands)
        )
        panel.set_in_front(False)  # until the dock tells that it is seen
        self._panels[key] = panel
        area = PanelArea(panel)
        area.set_limited(self._shape is not WindowShape.PORTRAIT)
        self.docks[key].setWidget(area)

    def _add_title(self, dock: QDockWidget) -> None:
        """Give *dock*, which is empty still, its handle."""
        title = DockTitle(dock, self._theme)
        title.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        title.customContextMenuRequested.connect(
            lambda point: self._show_dock_menu(dock, title.mapToGlobal(point))
        )
        dock.setTitleBarWidget(title)

    def _make(self, key: str) -> bool:
        """Make the panel called *key*, as if it had been there all along; return whether it is."""
        if key not in self.docks:
            return False  # it has failed, and is closed
        name = "".join(word.capitalize() for word in key.split("_"))
        panel: Panel = getattr(_MODULES[key], f"{name}Panel")(self._theme)
        self._put_in(key, panel)
        for service in self._services:
            panel.offer(service)
        if self._place is not None:
            panel.show_change(Change.everything(self._place))
        return True

    def panel(self, key: str) -> Panel:
        """Return the panel called *key*, which is made if it was not shown yet."""
        if key not in self._panels:
            self._make(key)
        self._turns.settle(key)
        return self._panels[key]

    @property
    def panels(self) -> dict[str, Panel]:
        """The panels that were made, each told of the last change."""
        self.settle()
        return self._panels

    # -- what the window tells -----------------------------------------------------------------

    @Slot(object)
    def show_change(self, change: Change) -> None:
        """Pass *change* to all panels; each draws it in a turn of the event loop of its own.

        The board is drawn before.  Several changes are told as one if they come before that turn.
        """
        self._place = change.place
        for key, panel in list(self._panels.items()):
            before = self._behind.get(key)
            if before is not None:
                change_told = before.followed_by(change)
            elif panel.is_seen and not panel.is_told_at_once:
                change_told = change
            else:
                self._tell(key, lambda panel: panel.show_change(change))
                continue
            self._behind[key] = change_told
            self._turns.add(key, partial(self._catch_up, key))

    def _ask(self, key: str, command: str, words: object) -> None:
        """Pass on what the panel called *key* asks for.

        A move is left out that was asked for where another position is shown by now.
        """
        if command == "play" and key in self._behind:
            return
        self.asked.emit(command, words)

    def _catch_up(self, key: str) -> None:
        """Tell the panel called *key* what it was not told yet."""
        change = self._behind.pop(key, None)
        if change is not None:
            self._tell(key, lambda panel: panel.show_change(change))

    @property
    def is_settled(self) -> bool:
        """Whether all panels were told of the last change."""
        return self._turns.is_empty

    def settle(self) -> None:
        """Pass all pending changes to the panels at once."""
        self._turns.settle()

    def offer(self, service: object) -> None:
        """Offer *service*, a controller, to all panels."""
        self._services.append(service)
        for key in list(self._panels):
            self._tell(key, lambda panel: panel.offer(service))

    def set_theme(self, theme: Theme) -> None:
        """Draw all panels in *theme*."""
        self._theme = theme
        for dock in self.docks.values():
            title = dock.titleBarWidget()
            if isinstance(title, DockTitle):
                title.theme = theme
                title.update()
        for key in list(self._panels):
            self._tell(key, lambda panel: panel.set_theme(theme))

    def _tell(self, key: str, deed: Callable[[Panel], None]) -> None:
        """Do *deed* with the panel called *key*; if it raises, do without it from then on."""
        panel = self._panels[key]
        try:
            deed(panel)
        except Exception:  # a package may raise anything; the others are to be told as well
            sys.excepthook(*sys.exc_info())
            _log.exception("The panel %s has failed", key)
            self._remove(key)
            failed = self.tr("The panel {title} has failed and is closed.")
            self.message.emit(fill(failed, title=quote(panel.title)))

    def _on_visible(self, key: str, seen: bool) -> None:
        """Tell the panel called *key* whether it is *seen*: neither hidden nor behind another."""
        if key in self._panels:
            self._tell(key, lambda panel: panel.set_in_front(seen))

    def _remove(self, key: str) -> None:
        del self._panels[key]
        self._behind.pop(key, None)
        self._turns.drop(key)
        dock = self.docks.pop(key)
        self._tab_order.forget(dock)
        dock.hide()
        dock.deleteLater()

    def toggle_actions(self) -> Iterator[QAction]:
        """Yield the actions that show and hide the panels, for the View menu."""
        for dock in self.docks.values():
            yield dock.toggleViewAction()

    def focus(self, key: str) -> None:
        """Show the panel called *key*, in front of others, and give it the keyboard."""
        self.reveal(key)
        if key in self.docks:
            self.panel(key).take_focus()

    def bring(self, key: str) -> None:
        """Show the panel called *key* in front of others, with some room.

        The keyboard stays where it is.
        """
        self.reveal(key)
        if key in self.docks:
            layout = self._window.layout()
            if layout is not None:
                layout.activate()  # only a dock that has a place can be given a size
            self._make_room(self.docks[key], ROOM, self._needed)

    def _give_room(self, key: str) -> None:
        """Let the panel called *key* be scrolled as little as can be, and the others not at all."""
        if self.panel(key).is_seen:
            dock = self.docks[key]
            self._make_room(dock, self._unscrolled(dock), self._unscrolled)

    def _make_room(
        self, dock: QDockWidget, wanted: int, kept: Callable[[QDockWidget], int]
    ) -> None:
        """Have *dock*, lower than *wanted*, take what those above and below have above *kept*."""
        others = [
            other
            for other in self.docks.values()
            if other.isVisible() and other.x() == dock.x() and other.y() != dock.y()
        ]
        if dock.isFloating() or not others:
            return
        missing = wanted - dock.height()
        heights = {other: other.height() for other in others}
        for other in sorted(others, key=QDockWidget.height, reverse=True):
            spared = min(missing, other.height() - kept(other))
            if spared > 0:
                heights[other] -= spared
                missing -= spared
        heights[dock] = wanted - missing
        if heights[dock] > dock.height():
            self._window.resizeDocks([*heights], [*heights.values()], Qt.Orientation.Vertical)

    def reveal(self, key: str) -> None:
        """Show the panel called *key* if it is not seen; the keyboard stays where it is."""
        if key in self.docks and not self.panel(key).is_seen:
            self.docks[key].show()
            self.docks[key].raise_()

    # -- arrangements --------------------------------------------------------------------------

    def take_shape(self, shape: WindowShape) -> None:
        """Be ready for an arrangement in a window of *shape*."""
        self._shape = shape
        for dock in self.docks.values():
            area = dock.widget()
            if isinstance(area, PanelArea):
                area.set_limited(shape is not WindowShape.PORTRAIT)

    def arrange(self, workspace: str, shape: WindowShape) -> None:
        """Put the panels of *workspace* where they belong in a window of *shape*, hide others.

        One that fails when it is shown is closed meanwhile.
        """
        sides = Qt.DockWidgetArea
        area = (
            sides.BottomDockWidgetArea
            if shape is WindowShape.PORTRAIT
            else sides.RightDockWidgetArea
        )
        main_area = (
            sides.TopDockWidgetArea if shape is WindowShape.PORTRAIT else sides.LeftDockWidgetArea
        )
        beside = panels_beside(workspace) if self._has_room_beside(shape) else []
        if beside:
            area = sides.BottomDockWidgetArea
        shown: list[str] = []
        for key, dock in self.docks.items():
            if dock.isFloating():
                dock.setFloating(False)
            self._window.removeDockWidget(dock)
            if workspace in workspaces_of(key):
                shown.append(key)
            else:
                # In its place, though hidden, so that the View menu can show it.
                self._window.addDockWidget(area, dock)
                dock.hide()
        self._place_beside(beside, shape)
        main = [key for key in shown if is_main_panel(key)]
        for key in main:
            self._window.addDockWidget(main_area, self.docks[key])
            self.docks[key].show()
        fronts = {key: self._front_of(key, shown, shape) for key in shown}
        alone = [key for key in shown if fronts[key] is None]
        elsewhere = self._put_round(alone) if shape.is_wide else []
        placed: list[QDockWidget] = []
        columns = len(shown)
        if shape is WindowShape.PORTRAIT:
            columns = max(1, self._window.width() // COLUMN)
        for key in shown:
            if key in (*main, *beside) or fronts[key] is not None or key not in self.docks:
                continue
            if key in elsewhere:
                continue
            if len(placed) == columns:
                fronts[key] = placed[-1]
                continue
            dock = self.docks[key]
            self._window.addDockWidget(area, dock)
            if placed:
                upright = shape is not WindowShape.PORTRAIT and not beside
                way = Qt.Orientation.Vertical if upright else Qt.Orientation.Horizontal
                self._window.splitDockWidget(placed[-1], dock, way)
            placed.append(dock)
            dock.show()
        # Now: what is put beside a dock with tabs becomes another tab.
        for key, front in fronts.items():
            if front is not None and key in self.docks and front in self.docks.values():
                self._window.tabifyDockWidget(front, self.docks[key])
                self.docks[key].show()
        # The last one in front is the one that all others stand behind.
        for key in reversed(shown):
            if fronts[key] is None and key in self.docks:
                self.docks[key].raise_()
        layout = self._window.layout()
        if layout is not None:
            layout.activate()  # sizes are given to docks that have a place
        there = self.docks.values()
        self._set_sizes(
            [self.docks[key] for key in main if key in self.docks],
            [dock for dock in placed if dock in there],
            shape,
        )
        if beside:
            left = [self.docks[key] for key in beside if key in self.docks]
            self._size_beside(left, [dock for dock in placed if dock in there], shape)
        self._size_round([self.docks[key] for key in elsewhere if key in self.docks])
        if shape is WindowShape.PORTRAIT and any(map(is_round, shown)):
            heights = [round(0.42 * self._window.height())] * len(placed)
            self._window.resizeDocks(placed, heights, Qt.Orientation.Vertical)

    def _has_room_beside(self, shape: WindowShape) -> bool:
        """Return whether panels that need most of the window stand beside the board."""
        if shape is WindowShape.PORTRAIT:
            return self._window.height() >= HIGH
        return shape is not WindowShape.SMALL

    def _place_beside(self, keys: list[str], shape: WindowShape) -> None:
        """Put the panels *keys* beside the board, one below the other; above it in portrait."""
        sides, corners = Qt.DockWidgetArea, Qt.Corner
        area = (
            sides.TopDockWidgetArea if shape is WindowShape.PORTRAIT else sides.LeftDockWidgetArea
        )
        # What is below the board ends where these begin.
        self._window.setCorner(corners.BottomLeftCorner, sides.LeftDockWidgetArea)
        last: QDockWidget | None = None
        for key in keys:
            if key not in self.docks:
                continue
            dock = self.docks[key]
            self._window.addDockWidget(area, dock)
            if last is not None:
                self._window.splitDockWidget(last, dock, Qt.Orientation.Vertical)
            last = dock
            dock.show()

    def _size_beside(
        self, docks: list[QDockWidget], below: list[QDockWidget], shape: WindowShape
    ) -> None:
        """Give *docks* most of the width, the first of them most of the height.

        Those *below* the board get a part of its room.
        """
        size = self._window.size()
        if shape is WindowShape.PORTRAIT:
            self._window.resizeDocks(docks[:1], [size.height() // 2], Qt.Orientation.Vertical)
            return
        heights = [round(size.height() * BELOW_SHARE)] * len(below)
        self._window.resizeDocks(below, heights, Qt.Orientation.Vertical)
        width = round(size.width() * BESIDE_SHARE)
        self._window.resizeDocks(docks, [width] * len(docks), Qt.Orientation.Horizontal)
        heights = [size.height(), *([size.height() // 2] * (len(docks) - 1))]
        self._window.resizeDocks(docks, heights, Qt.Orientation.Vertical)

    def _put_round(self, shown: list[str]) -> list[str]:
        """Put those of the panels *shown* round the board that belong left of it or below it."""
        sides = Qt.DockWidgetArea
        # An arrangement that is restored may have other corners.
        self._window.setCorner(Qt.Corner.BottomLeftCorner, sides.LeftDockWidgetArea)
        self._window.setCorner(Qt.Corner.BottomRightCorner, sides.RightDockWidgetArea)
        put: list[str] = []
        last: dict[Qt.DockWidgetArea, QDockWidget] = {}
        for key in shown:
            entry = PANELS.get(key)
            if entry is None or not (entry.left or entry.below) or key not in self.docks:
                continue
            area = sides.LeftDockWidgetArea if entry.left else sides.BottomDockWidgetArea
            dock = self.docks[key]
            self._window.addDockWidget(area, dock)
            if area in last:
                way = Qt.Orientation.Vertical if entry.left else Qt.Orientation.Horizontal
                self._window.splitDockWidget(last[area], dock, way)
            last[area] = dock
            dock.show()
            put.append(key)
        return put

    def _size_round(self, docks: list[QDockWidget]) -> None:
        """Leave the board the most of the window's room."""
        sides = Qt.DockWidgetArea
        size = self._window.size()
        left = [
            dock for dock in docks if self._window.dockWidgetArea(dock) is sides.LeftDockWidgetArea
        ]
        below = [dock for dock in docks if dock not in left]
        if left:
            width = max(320, min(600, round(0.4 * size.width())))
            self._window.resizeDocks(left, [width] * len(left), Qt.Orientation.Horizontal)
            heights = [size.height() * (2 if dock is left[0] else 1) // 3 for dock in left]
            self._window.resizeDocks(left, heights, Qt.Orientation.Vertical)
        if below:
            height = max(150, round(0.3 * size.height()))
            self._window.resizeDocks(below, [height] * len(below), Qt.Orientation.Vertical)

    def hide_old_tabs(self) -> None:
        """Hide the bars of tabs that earlier arrangements have left: Qt forgets them in the window.

        Of several that name the same panels, the newest is the one in use.
        """
        wanted = {
            frozenset(
                one.windowTitle()
                for one in (dock, *self._window.tabifiedDockWidgets(dock))
                if not one.isHidden()
            )
            for dock in self.docks.values()
            if not (dock.isHidden() or dock.isFloating())
        }
        bars = self._window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
        # PySide may take one for an item of a layout that was deleted and had its address.
        for bar in (one for one in reversed(bars) if isinstance(one, QTabBar)):
            titles = frozenset(bar.tabText(number) for number in range(bar.count()))
            bar.setElideMode(Qt.TextElideMode.ElideNone)  # rather whole titles, and arrows
            if titles not in wanted:
                bar.hide()
            wanted.discard(titles)

    def _front_of(self, key: str, shown: list[str], shape: WindowShape) -> QDockWidget | None:
        """Return the dock before which the panel called *key* has no place of its own, if any."""
        entry = PANELS.get(key)
        behind = () if entry is None else entry.behind
        if entry is not None and entry.beside and self._has_room_beside(shape):
            behind = ()
        if entry is not None and entry.behind_if_low and shape is not WindowShape.WIDE:
            behind = entry.behind_if_low
        front = next((other for other in behind if other in shown), None)
        if front is None and not shape.is_wide:
            # What stands round the board in a wide window has one place in others.
            first = next((other for other in shown if is_round(other)), key)
            front = None if first == key else first
        if front is None and shape is WindowShape.SMALL:
            # Beside a panel that needs the room of the board there is none for another.
            front = next((other for other in shown if is_main_panel(other) and other != key), None)
        return None if front is None else self.docks[front]

    def _set_sizes(
        self, main: list[QDockWidget], shown: list[QDockWidget], shape: WindowShape
    ) -> None:
        if not shown:
            return
        size = self._window.size()
        if shape is WindowShape.PORTRAIT:
            height = max(140, size.height() // (3 if main else 4))
            both = [*main, *shown]
            heights = [size.height() - height] * len(main) + [height] * len(shown)
            self._window.resizeDocks(both, heights, Qt.Orientation.Vertical)
            widths = [size.width() // len(shown)] * len(shown)
            self._window.resizeDocks(shown, widths, Qt.Orientation.Horizontal)
            return
        width = 240 if shape is WindowShape.SMALL else max(300, min(420, size.width() // 4))
        widths = [size.width() - width] * len(main) + [width] * len(shown)
        self._window.resizeDocks([*main, *shown], widths, Qt.Orientation.Horizontal)
        # The tall ones, or else the last one, share what the others leave.
        tall = [dock for key, dock in self.docks.items() if is_tall(key) and dock in shown]
        total = round((1.0 - BARS_SHARE) * size.height())
        heights = self._heights(shown, tall or shown[-1:], total)
        self._window.resizeDocks(shown, heights, Qt.Orientation.Vertical)

    def _heights(self, column: list[QDockWidget], tall: list[QDockWidget], total: int) -> list[int]:
        """Return how *total* is shared in a *column*: each has what it needs, the *tall* ones the
        rest."""
        share = total // (len(column) + 1)
        heights = {dock: max(share, self._needed(dock)) for dock in column if dock not in tall}
        rest = max(1, (total - sum(heights.values())) // len(tall))
        return [heights.get(dock, rest) for dock in column]

    def _needed(self, dock: QDockWidget) -> int:
        """Return the height that *dock* and those that it has tabs with need, without scrolling."""
        return self._highest(dock, lambda area: area.needed)

    def _unscrolled(self, dock: QDockWidget) -> int:
        """Return the same height, also without scrolling inside the panels."""
        return self._highest(dock, lambda area: area.unscrolled)

    def _highest(self, dock: QDockWidget, height: Callable[[PanelArea], int]) -> int:
        docks = [dock, *self._window.tabifiedDockWidgets(dock)]
        areas = [one.widget() for one in docks]
        needed = max(height(area) for area in areas if isinstance(area, PanelArea))
        return needed + TITLE_HEIGHT + (TABS_HEIGHT if len(docks) > 1 else 0)

    def _show_dock_menu(self, dock: QDockWidget, point: QPoint) -> None:
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        text = self.tr("Put back into the window") if dock.isFloating() else self.tr("Take out")
        menu.addAction(text, lambda: dock.setFloating(not dock.isFloating()))
        menu.addAction(self.tr("Hide"), dock.close)
        menu.popup(point)
