"""The panels of the window, each in a dock: a table, and how they are arranged at first.

A panel is one file with a `Panel` in it, its title in `panels.titles` and one line of `_OWN` here.
It is imported and made when it is first shown.  Installed packages add panels by entry points in
the group `kalahloa.panels`; these are made with the window, which has their titles from them.
"""

import logging
import sys
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache
from importlib import import_module
from typing import NamedTuple

from PySide6.QtCore import QObject, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu, QTabBar, QWidget

from kalahloa.controllers.place import Change, Place
from kalahloa.controllers.translation import fill
from kalahloa.models.plugins import plugins
from kalahloa.models.quotation import quote, shorten
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel
from kalahloa.views.panels.titles import title_of
from kalahloa.views.window.tab_order import TabOrder

ENTRY_POINT_GROUP = "kalahloa.panels"
TITLE_HEIGHT = 12
ROOM = 320
"""The height in pixels of a panel that is brought to the front, if the window has it."""
MAX_TITLE = 40
"""Maximum length of a panel's title, in characters."""
_log = logging.getLogger(__name__)


class _Entry(NamedTuple):
    """Where a panel's class is, and in which workspaces the panel is shown at first.

    `is_main` is whether it has the room of the board in workspaces that do not show that.  It
    stands as a tab `behind` the first of these panels that is shown.
    """

    module: str
    name: str
    workspaces: tuple[str, ...]
    is_main: bool = False
    behind: tuple[str, ...] = ()


_OWN = {
    "games": _Entry("kalahloa.views.panels.games", "GamesPanel", ("library",), is_main=True),
    "preview": _Entry("kalahloa.views.panels.preview", "PreviewPanel", ("library",)),
    "players": _Entry("kalahloa.views.panels.players", "PlayersPanel", ("play", "study")),
    "analysis": _Entry("kalahloa.views.panels.analysis", "AnalysisPanel", ("study",)),
    "explorer": _Entry(
        "kalahloa.views.panels.explorer",
        "ExplorerPanel",
        ("study", "library"),
        behind=("analysis", "preview"),
    ),
    "book": _Entry(
        "kalahloa.views.panels.book",
        "BookPanel",
        ("study", "learn"),
        behind=("analysis", "explorer", "puzzles"),
    ),
    "proof": _Entry("kalahloa.views.panels.proof", "ProofPanel", ("study",), behind=("analysis",)),
    "statistics": _Entry(
        "kalahloa.views.panels.statistics", "StatisticsPanel", ("library",), behind=("preview",)
    ),
    "puzzles": _Entry("kalahloa.views.panels.puzzles", "PuzzlesPanel", ("learn",)),
    "moves": _Entry(
        "kalahloa.views.panels.moves",
        "MovesPanel",
        ("play", "study", "learn"),
        behind=("puzzles",),
    ),
    "graph": _Entry("kalahloa.views.panels.graph", "GraphPanel", ("study",)),
    "comment": _Entry(
        "kalahloa.views.panels.comment", "CommentPanel", ("study",), behind=("graph",)
    ),
    "guesses": _Entry(
        "kalahloa.views.panels.guesses", "GuessesPanel", ("study",), behind=("moves",)
    ),
}
"""The window's own panels by key, in the order in which they stand."""


class Shape(Enum):
    """The form of a window, which decides how its panels are arranged."""

    WIDE = "wide"
    SMALL = "small"
    PORTRAIT = "portrait"

    @classmethod
    def of(cls, size: QSize) -> "Shape":
        """Return the shape of a window of *size*."""
        if size.height() > size.width():
            return cls.PORTRAIT
        return cls.WIDE if size.width() >= 900 and size.height() >= 560 else cls.SMALL


@cache
def panels_from_outside() -> dict[str, type[Panel]]:
    """Return the classes of installed packages' panels by key, without those that cannot be loaded.

    What was wrong with these is in the log.
    """
    classes: dict[str, type[Panel]] = {}
    for point in plugins(ENTRY_POINT_GROUP):
        try:
            loaded = point.load()
            if not (isinstance(loaded, type) and issubclass(loaded, Panel) and loaded.key):
                raise TypeError("it is not a Panel with a key")
        except Exception as error:  # a package may raise anything
            _log.warning("The panel %s cannot be loaded: %s", point.name, shorten(error))
            continue
        if loaded.key not in _OWN:
            classes.setdefault(loaded.key, loaded)
    return classes


class _Dock(QDockWidget):
    """A dock that has its panel made before it is first shown, so that the layout knows its size.

    *fill* returns whether there is a panel.
    """

    def __init__(self, title: str, fill: Callable[[], bool], window: QMainWindow) -> None:
        super().__init__(title, window)
        self._fill = fill

    def setVisible(self, visible: bool) -> None:
        """Show or hide the dock; without a panel it stays hidden."""
        super().setVisible(visible and (self.widget() is not None or self._fill()))


class DockTitle(QWidget):
    """A slim handle by which a dock is dragged; a right click offers what can be done with it."""

    def __init__(self, dock: QDockWidget, theme: Theme) -> None:
        super().__init__(dock)
        self.theme = theme
        self.setFixedHeight(TITLE_HEIGHT)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setToolTip(self.tr("Drag to move; double-click to take it out of the window"))

    def sizeHint(self) -> QSize:
        """Return the handle's size."""
        return QSize(40, TITLE_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw three dots."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.muted)
        middle = self.rect().center()
        for step in (-8, 0, 8):
            painter.drawEllipse(QPoint(middle.x() + step, middle.y() + 1), 1, 1)


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

    def __init__(self, window: QMainWindow, theme: Theme) -> None:
        super().__init__(window)
        self._window = window
        self._theme = theme
        self._mirrored = False
        self._services: list[object] = []
        self._place: Place | None = None
        self._tab_order = TabOrder(window)
        self.panels: dict[str, Panel] = {}
        """The panels that were made."""
        self.docks: dict[str, QDockWidget] = {}
        """The docks of all panels."""
        for key in _OWN:
            self._add(key, title_of(key))
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
        dock = _Dock(heading, lambda: self._make(key), self._window)
        dock.setObjectName(f"dock-{key}")
        dock.setTitleBarWidget(DockTitle(dock, self._theme))
        dock.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        title = dock.titleBarWidget()
        title.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        title.customContextMenuRequested.connect(
            lambda point: self._show_dock_menu(dock, title.mapToGlobal(point))
        )
        dock.visibilityChanged.connect(lambda seen: self._on_visible(key, seen))
        self.docks[key] = dock
        self._tab_order.follow(dock)
        self._window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        dock.hide()  # until it is arranged, or restored

    def _put_in(self, key: str, panel: Panel) -> None:
        panel.asked.connect(self.asked)
        panel.remarked.connect(self.remarked)
        panel.menu_requested.connect(
            lambda point, node: self.menu_requested.emit(point, node, panel.context_commands)
        )
        panel.set_in_front(False)  # until the dock tells that it is seen
        self.panels[key] = panel
        self.docks[key].setWidget(panel)

    def _make(self, key: str) -> bool:
        """Make the panel called *key*, as if it had been there all along; return whether it is."""
        if key not in self.docks:
            return False  # it has failed, and is closed
        entry = _OWN[key]
        panel: Panel = getattr(import_module(entry.module), entry.name)(self._theme)
        self._put_in(key, panel)
        panel.set_mirrored(self._mirrored)
        for service in self._services:
            panel.offer(service)
        if self._place is not None:
            panel.show_change(Change.everything(self._place))
        return True

    def panel(self, key: str) -> Panel:
        """Return the panel called *key*, which is made if it was not shown yet."""
        if key not in self.panels:
            self._make(key)
        return self.panels[key]

    # -- what the window tells -----------------------------------------------------------------

    @Slot(object)
    def show_change(self, change: Change) -> None:
        """Tell all panels of *change*."""
        self._place = change.place
        for key in list(self.panels):
            self._tell(key, lambda panel: panel.show_change(change))

    def offer(self, service: object) -> None:
        """Offer *service*, a controller, to all panels."""
        self._services.append(service)
        for key in list(self.panels):
            self._tell(key, lambda panel: panel.offer(service))

    def set_mirrored(self, mirrored: bool) -> None:
        """Have boards in panels mirrored where they can be, or not."""
        self._mirrored = mirrored
        for key in list(self.panels):
            self._tell(key, lambda panel: panel.set_mirrored(mirrored))

    def set_theme(self, theme: Theme) -> None:
        """Draw all panels in *theme*."""
        self._theme = theme
        for dock in self.docks.values():
            title = dock.titleBarWidget()
            if isinstance(title, DockTitle):
                title.theme = theme
                title.update()
        for key in list(self.panels):
            self._tell(key, lambda panel: panel.set_theme(theme))

    def _tell(self, key: str, deed: Callable[[Panel], None]) -> None:
        """Do *deed* with the panel called *key*; if it raises, do without it from then on."""
        panel = self.panels[key]
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
        if key in self.panels:
            self._tell(key, lambda panel: panel.set_in_front(seen))

    def _remove(self, key: str) -> None:
        del self.panels[key]
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
            self._make_room(self.docks[key])

    def _make_room(self, dock: QDockWidget) -> None:
        """Have *dock* take room from the highest of the docks beside it, if it is low."""
        others = [
            other
            for other in self.docks.values()
            if other.isVisible() and other.x() == dock.x() and other.y() != dock.y()
        ]
        more = ROOM - dock.height()
        if more <= 0 or dock.isFloating() or not others:
            return
        highest = max(others, key=QDockWidget.height)
        heights = [ROOM, max(1, highest.height() - more)]
        self._window.resizeDocks([dock, highest], heights, Qt.Orientation.Vertical)

    def reveal(self, key: str) -> None:
        """Show the panel called *key* if it is not seen; the keyboard stays where it is."""
        if key in self.docks and not self.panel(key).is_seen:
            self.docks[key].show()
            self.docks[key].raise_()

    # -- arrangements --------------------------------------------------------------------------

    def arrange(self, workspace: str, shape: Shape) -> None:
        """Put the panels of *workspace* where they belong in a window of *shape*, hide others.

        One that fails when it is shown is closed meanwhile.
        """
        sides = Qt.DockWidgetArea
        area = sides.BottomDockWidgetArea if shape is Shape.PORTRAIT else sides.RightDockWidgetArea
        main_area = sides.TopDockWidgetArea if shape is Shape.PORTRAIT else sides.LeftDockWidgetArea
        shown: list[str] = []
        for key, dock in self.docks.items():
            dock.setFloating(False)
            self._window.removeDockWidget(dock)
            if workspace in workspaces_of(key):
                shown.append(key)
            else:
                # In its place, though hidden, so that the View menu can show it.
                self._window.addDockWidget(area, dock)
                dock.hide()
        main = [key for key in shown if _is_main(key)]
        for key in main:
            self._window.addDockWidget(main_area, self.docks[key])
            self.docks[key].show()
        fronts = {key: self._front_of(key, shown, shape) for key in shown}
        placed: list[QDockWidget] = []
        for key in shown:
            if key in main or fronts[key] is not None or key not in self.docks:
                continue
            dock = self.docks[key]
            self._window.addDockWidget(area, dock)
            if placed:
                upright = shape is not Shape.PORTRAIT
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
            if titles not in wanted:
                bar.hide()
            wanted.discard(titles)

    def _front_of(self, key: str, shown: list[str], shape: Shape) -> QDockWidget | None:
        """Return the dock before which the panel called *key* has no place of its own, if any."""
        entry = _OWN.get(key)
        behind = () if entry is None else entry.behind
        front = next((other for other in behind if other in shown), None)
        if front is None and shape is Shape.SMALL:
            # Beside a panel that needs the room of the board there is none for another.
            front = next((other for other in shown if _is_main(other) and other != key), None)
        return None if front is None else self.docks[front]

    def _set_sizes(self, main: list[QDockWidget], shown: list[QDockWidget], shape: Shape) -> None:
        if not shown:
            return
        size = self._window.size()
        if shape is Shape.PORTRAIT:
            height = max(140, size.height() // (3 if main else 4))
            both = [*main, *shown]
            heights = [size.height() - height] * len(main) + [height] * len(shown)
            self._window.resizeDocks(both, heights, Qt.Orientation.Vertical)
            return
        width = 230 if shape is Shape.SMALL else max(300, min(420, size.width() // 4))
        widths = [size.width() - width] * len(main) + [width] * len(shown)
        self._window.resizeDocks([*main, *shown], widths, Qt.Orientation.Horizontal)
        # The moves, or else the last one, get what the others leave.
        most = self.docks.get("moves")
        most = most if most in shown else shown[-1]
        heights = [size.height() // (1 if dock is most else 2) for dock in shown]
        self._window.resizeDocks(shown, heights, Qt.Orientation.Vertical)

    def _show_dock_menu(self, dock: QDockWidget, point: QPoint) -> None:
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        text = self.tr("Put back into the window") if dock.isFloating() else self.tr("Take out")
        menu.addAction(text, lambda: dock.setFloating(not dock.isFloating()))
        menu.addAction(self.tr("Hide"), dock.close)
        menu.popup(point)


def workspaces_of(key: str) -> tuple[str, ...]:
    """Return the workspaces in which the panel called *key* is shown at first."""
    entry = _OWN.get(key)
    return ("study",) if entry is None else entry.workspaces


def _is_main(key: str) -> bool:
    entry = _OWN.get(key)
    return entry is not None and entry.is_main
