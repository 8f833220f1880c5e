"""The panels of the window: made when they are first shown, and told of every change.

A panel is one file with a `Panel` in it, and a `PanelPlacement` in the declaration of its feature.
Installed packages add panels by entry points in the group `kalahloa.panels`; these are made with
the window, which has their titles from them.
"""

import logging
import sys
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint, Signal, Slot
from PySide6.QtWidgets import QWidget

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.core.place import Change, Place
from kalahloa.lazy_imports import LazyModule
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.views.accessibility import without_events
from kalahloa.views.look.theme import Theme
from kalahloa.views.look.turns import TurnQueue
from kalahloa.views.panels.panel import Panel
from kalahloa.views.panels.placements import PANELS, panel_title
from kalahloa.views.window.panel_area import PanelArea
from kalahloa.views.window.panel_plugins import panels_from_outside

TOLD_FIRST = ("engine", "moves", "players")
"""The panels that are told of a change before all others, in this order."""
_TURNS = 3
"""The first panel is told so many turns after a change: after the board is drawn."""
MAX_TITLE = 40
"""Maximum length of a panel's title, in characters."""
_MODULES = {key: LazyModule(f"kalahloa.views.panels.{key}") for key in PANELS}
_log = logging.getLogger(__name__)


class PanelHost(QObject):
    """Makes the panels, passes on what they ask for, and tells them of changes.

    A panel that raises is closed, and the others go on.
    """

    asked = Signal(str, object)
    """A command's key, and the list of its words."""
    remarked = Signal(str)
    """A sentence for the status line."""
    menu_requested = Signal(QPoint, object, object)
    """Where a context menu is wanted, the node it is about or None, and the commands' keys."""
    message = Signal(str)
    """A sentence for the user: a panel has failed."""
    room_wanted = Signal(str)
    """The panel of this key shows more than before, and would have the height for it."""
    failed = Signal(str)
    """The panel of this key is closed, because it has raised."""

    def __init__(self, ground: QWidget, theme: Theme) -> None:
        """Make panels as children of *ground*."""
        super().__init__(ground)
        self._ground = ground
        self._theme = theme
        self._services: list[object] = []
        self._place: Place | None = None
        self._page = ""
        self._panels: dict[str, Panel] = {}
        self.areas: dict[str, PanelArea] = {}
        """What shows each panel that was made, scrolled where it has too little room."""
        self._behind: dict[str, Change] = {}
        """What panels that are seen were not told yet."""
        order = {key: place for place, key in enumerate(TOLD_FIRST)}
        self._turns = TurnQueue(self, lambda key: order.get(key, len(order)), _TURNS)
        self.titles = {key: panel_title(key) for key in PANELS}
        """The titles of all panels that there are, by key, in their order."""
        for key, made in panels_from_outside().items():
            try:
                # Without a parent, so that nothing of a panel that fails stays in the window.
                panel = made(theme)
                title = shorten(panel.title, MAX_TITLE)
            except Exception as error:  # a package may raise anything
                _log.warning("The panel %s cannot be made: %s", key, shorten(error))
                continue
            self.titles[key] = title
            self._put_in(key, panel)

    def _put_in(self, key: str, panel: Panel) -> None:
        panel.asked.connect(lambda command, words: self._ask(key, command, words))
        panel.remarked.connect(self.remarked)
        panel.room_wanted.connect(lambda: self.room_wanted.emit(key))
        panel.menu_requested.connect(
            lambda point, node: self.menu_requested.emit(point, node, panel.context_commands)
        )
        panel.set_in_front(False)  # until it has a place
        self._panels[key] = panel
        area = PanelArea(panel, self._ground)
        area.hide()
        self.areas[key] = area

    @without_events()
    def _make(self, key: str) -> bool:
        """Make the panel called *key*, as if it had been there all along; return whether it is."""
        if key not in self.titles:
            return False  # it has failed, and is closed
        name = "".join(word.capitalize() for word in key.split("_"))
        panel: Panel = getattr(_MODULES[key], f"{name}Panel")(self._theme)
        self._put_in(key, panel)
        for service in self._services:
            panel.offer(service)
        panel.turn_to(self._page)
        if self._place is not None:
            panel.show_change(Change.everything(self._place))
        return True

    def area(self, key: str) -> PanelArea | None:
        """Return what shows the panel called *key*, which is made if need be; None if it failed."""
        if key not in self._panels:
            self._make(key)
        return self.areas.get(key)

    def panel(self, key: str) -> Panel:
        """Return the panel called *key*, which is made if it was not shown yet."""
        if key not in self._panels:
            self._make(key)
        self._turns.finish(key)
        return self._panels[key]

    @property
    def panels(self) -> dict[str, Panel]:
        """The panels that were made, each told of the last change."""
        self.finish()
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
                self._call(key, lambda panel: panel.show_change(change))
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
            self._call(key, lambda panel: panel.show_change(change))

    @property
    def is_settled(self) -> bool:
        """Whether all panels were told of the last change."""
        return self._turns.is_empty

    def finish(self) -> None:
        """Pass all pending changes to the panels at once."""
        self._turns.finish()

    def offer(self, service: object) -> None:
        """Offer *service*, a controller, to all panels."""
        self._services.append(service)
        for key in list(self._panels):
            self._call(key, lambda panel: panel.offer(service))

    def turn_to(self, page: str) -> None:
        """Tell all panels that the page with the key *page* is shown."""
        self._page = page
        for key in list(self._panels):
            self._call(key, lambda panel: panel.turn_to(page))

    def set_theme(self, theme: Theme) -> None:
        """Draw all panels in *theme*."""
        self._theme = theme
        for key in list(self._panels):
            self._call(key, lambda panel: panel.set_theme(theme))

    def set_in_front(self, key: str, in_front: bool) -> None:
        """Tell the panel called *key* whether it is seen on the page that is shown."""
        if key in self._panels:
            self._call(key, lambda panel: panel.set_in_front(in_front))

    def _call(self, key: str, call: Callable[[Panel], None]) -> None:
        """Call *call* with the panel *key*; close the panel if that raises an exception."""
        panel = self._panels[key]
        try:
            call(panel)
        except Exception:  # a package may raise anything; the others are to be told as well
            sys.excepthook(*sys.exc_info())
            _log.exception("The panel %s has failed", key)
            self._remove(key)
            failed = self.tr("The panel {title} failed and was closed.")
            self.message.emit(fill(failed, title=quote(panel.title)))

    def _remove(self, key: str) -> None:
        del self._panels[key]
        self._behind.pop(key, None)
        self._turns.drop(key)
        self.titles.pop(key)
        area = self.areas.pop(key)
        area.hide()
        self.failed.emit(key)
        area.deleteLater()
