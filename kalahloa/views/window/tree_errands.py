"""What the commands of the search tree have the window do."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.trees.search import TreeSearch
from kalahloa.controllers.features.trees.search_commands import search_tree
from kalahloa.views.window.docks import Docks
from kalahloa.views.window.errands import Errands

if TYPE_CHECKING:
    from kalahloa.views.panels.search_tree import SearchTreePanel

LARGE = 1.5
"""The size of letters in a window of its own."""
_KEY = "search_tree"


class TreeErrands(QObject):
    """Shows the panel of the search tree, in the window or in one of its own."""

    def __init__(self, app: AppContext, docks: Docks, errands: Errands) -> None:
        super().__init__(docks)
        self._app = app
        self._docks = docks
        self._errands = errands
        app.window_actions.update(
            {
                "look-inside": self.look_inside,
                "project-tree": self.project,
                "export-tree": self.export,
            }
        )

    @property
    def _panel(self) -> "SearchTreePanel | None":
        if _KEY not in self._docks.docks:
            return None  # it has failed, and is closed
        panel: SearchTreePanel = self._docks.panel(_KEY)  # type: ignore[assignment]
        return panel

    def show(self) -> None:
        """Show the panel; in Learn, where it has the room that it needs, unless it is seen."""
        if _KEY in self._docks.docks and not self._docks.panel(_KEY).is_seen:
            self._errands.workspace_wanted.emit("learn")
            self._docks.reveal(_KEY)

    def look_inside(self) -> None:
        """Show the panel, and search the position that is shown unless its tree is there."""
        search = self._app[TreeSearch]
        run = search.run
        if not search.running and (run is None or run.node is not self._app.document.node):
            search_tree(self._app, [])
        self.show()
        if _KEY in self._docks.docks:
            self._docks.focus(_KEY)

    def project(self) -> None:
        """Give the panel a window of its own, as large as the screen, or take it back."""
        dock, panel = self._docks.docks.get(_KEY), self._panel
        if dock is None or panel is None:
            return
        floating = not dock.isFloating()
        dock.show()
        dock.setFloating(floating)
        if floating:
            dock.setGeometry(dock.screen().availableGeometry())
        panel.set_letters(LARGE if floating else 1.0)
        dock.raise_()
        dock.activateWindow()
        panel.take_focus()

    def export(self) -> None:
        """Write the tree, as it is shown, to a file that is asked for."""
        panel = self._panel
        if panel is not None:
            panel.settle()
            self._errands.exports.ask_tree(panel.tree)
