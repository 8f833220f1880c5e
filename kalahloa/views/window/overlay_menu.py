"""The menu of the overlays of the board: one switch each."""

from collections.abc import Iterator

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.commands.overlay_commands import overlay_command
from kalahloa.controllers.core.place import Place
from kalahloa.models.game.overlay import Overlay
from kalahloa.views.window.actions import Actions


class OverlayMenu(QMenu):
    """Lists the overlays of the current game; it is empty, and disabled, where there are none."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("&Overlays"))
        self.setObjectName("overlay-menu")
        self.setToolTipsVisible(True)
        self._actions = actions
        self._offered: tuple[Overlay, ...] | None = None
        self.switches: dict[str, QAction] = {}
        """The switches by the keys of their overlays."""

    def show_place(self, place: Place) -> None:
        """List what the board at *place* offers, and check what it shows."""
        if place.overlays != self._offered:
            self._offered = place.overlays
            self._fill()
            self.menuAction().setEnabled(bool(place.overlays))
        for key, switch in self.switches.items():
            switch.setChecked(key in place.overlays_shown)

    def _fill(self) -> None:
        for switch in self.switches.values():
            self.removeAction(switch)
            switch.deleteLater()
        self.switches = {}
        for overlay in self._offered or ():
            switch = self._actions.made(overlay_command(overlay), self)
            self.addAction(switch)
            self.switches[overlay.key] = switch

    def palette_actions(self) -> Iterator[tuple[str, str, QAction]]:
        """Yield for each switch its command's key, what it would do now, and its action."""
        for switch in self.switches.values():
            on = self.tr("Hide overlay: {title}") if switch.isChecked() else ""
            title = on or self.tr("Show overlay: {title}")
            named = fill(title, title=switch.text().replace("&&", "&"))
            yield switch.objectName(), named, switch
