"""What is switched on and off by commands and remembered: values, analysis, overlays, bar."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Slot

from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.controllers.saving.preferences import Preferences
from kalahloa.controllers.work.settings_writer import SettingsWriter

BOARD_SWITCHES = {"evaluation-bar": "bar", "best-arrows": "arrows"}
"""The preferences that commands switch, by the commands' keys."""


class Switches(QObject):
    """Saves in the settings what is switched and chosen in *app*, and restores it."""

    def __init__(
        self,
        app: AppContext,
        reader: SettingsReader,
        writer: SettingsWriter,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._app = app
        self._writer = writer
        app.load(reader)
        writer.know(app.to_settings())
        for controller in app.controllers:
            controller.settings_changed.connect(self.write)

    @Slot()
    def write(self) -> None:
        """Save what has changed."""
        self._writer.write(self._app.to_settings())

    def remember(self, preferences: Preferences) -> Preferences:
        """Save what is switched now; return *preferences* with the number of lines now wanted."""
        self.write()
        live = self._app[LiveAnalysis]
        if live.settings.lines != preferences.lines:
            preferences = replace(preferences, lines=live.settings.lines)
            self._writer.write(preferences.to_json())
        return preferences


def switch_actions(
    preferences: Callable[[], Preferences], change: Callable[[Preferences], None]
) -> dict[str, Callable[[], object]]:
    """Return what turns each of `BOARD_SWITCHES` over; *change* takes over new preferences."""

    def turn(name: str) -> None:
        chosen = preferences()
        turned: dict[str, Any] = {name: not getattr(chosen, name)}
        change(replace(chosen, **turned))

    return {key: partial(turn, name) for key, name in BOARD_SWITCHES.items()}
