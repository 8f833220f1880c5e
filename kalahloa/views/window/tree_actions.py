"""What the commands of the search tree have the window do."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.trees.search import TreeSearch
from kalahloa.controllers.features.trees.search_commands import search_tree
from kalahloa.controllers.features.trees.steps import TreeSteps
from kalahloa.views.window.panel_host import PanelHost
from kalahloa.views.window.room_view import RoomView
from kalahloa.views.window.window_actions import WindowActions

if TYPE_CHECKING:
    from kalahloa.views.panels.search_tree import SearchTreePanel

LARGE = 1.5
"""The size of letters in a window of its own."""
_KEY = "search_tree"


class TreeActions(QObject):
    """Shows the panel of the search tree, in the window or in one of its own."""

    def __init__(
        self, app: AppContext, rooms: RoomView, host: PanelHost, window_actions: WindowActions
    ) -> None:
        super().__init__(rooms)
        self._app = app
        self._rooms = rooms
        self._host = host
        self._window_actions = window_actions
        app[TreeSteps].began.connect(self.show_steps)
        app.window_actions.update(
            {
                "look-inside": self.look_inside,
                "project-tree": self.project,
                "export-tree": self.export,
            }
        )

    @property
    def _panel(self) -> "SearchTreePanel | None":
        if _KEY not in self._host.titles:
            return None  # it has failed, and is closed
        panel: SearchTreePanel = self._host.panel(_KEY)  # type: ignore[assignment]
        return panel

    def show(self) -> None:
        """Open the page of the search tree, unless the panel is visible."""
        if (panel := self._panel) is not None and not panel.is_seen:
            self._rooms.open_page("search")
            self._rooms.reveal(_KEY)

    @Slot()
    def show_steps(self) -> None:
        """Open the page of the search tree unless a panel shows the current step."""
        if not any(self._is_seen(key) for key in (_KEY, "search_steps")):
            self._rooms.open_page("search")
            self._rooms.reveal("search_steps")

    def _is_seen(self, key: str) -> bool:
        area = self._host.areas.get(key)
        return area is not None and area.panel.is_seen

    def look_inside(self) -> None:
        """Show the panel, and search the position that is shown unless its tree is there."""
        search = self._app[TreeSearch]
        run = search.run
        if not search.running and (run is None or run.node is not self._app.document.node):
            search_tree(self._app, [])
        self.show()
        self._rooms.focus(_KEY)

    def project(self) -> None:
        """Give the panel a window of its own, as large as the screen, or take it back."""
        panel = self._panel
        if panel is None:
            return
        if self._rooms.is_detached(_KEY):
            self._rooms.dock(_KEY)
            panel.set_letters(1.0)
        else:
            self._rooms.undock(_KEY)
            panel.set_letters(LARGE)
            window = self._rooms.detached_window(_KEY)
            assert window is not None
            window.setGeometry(window.screen().availableGeometry())
            window.activateWindow()
        panel.take_focus()

    def export(self) -> None:
        """Write the tree, as it is shown, to a file that is asked for."""
        panel = self._panel
        if panel is not None:
            panel.finish()
            self._window_actions.exports.ask_tree(panel.tree)
