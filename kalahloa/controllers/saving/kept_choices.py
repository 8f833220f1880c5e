"""What is chosen in panels and kept between sessions: what to compare, which puzzles, limits."""

from typing import Any

from PySide6.QtCore import QObject, Slot

from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.desk import Desk
from kalahloa.controllers.features.comparison.comparison import ComparisonSettings
from kalahloa.controllers.features.proofs.state import ProofLimits
from kalahloa.controllers.work.settings_writer import SettingsWriter


class KeptChoices(QObject):
    """Sets the choices of *desk* as they were left, and has changes written."""

    def __init__(
        self,
        desk: Desk,
        reader: SettingsReader,
        writer: SettingsWriter,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._writer = writer
        collection = desk.puzzles.collection
        desk.comparisons.settings = ComparisonSettings.load(reader)
        desk.proofs.set_limits(ProofLimits.load(reader))
        collection.load(reader)
        writer.know(self.to_plain())
        for changed in (
            desk.comparisons.settings_changed,
            desk.proofs.limits_changed,
            collection.changed,
        ):
            changed.connect(self._write)

    def to_plain(self) -> dict[str, Any]:
        """Return the choices by the names under which settings keep them."""
        desk = self._desk
        return {
            **desk.comparisons.settings.to_plain(),
            **desk.proofs.limits.to_plain(),
            **desk.puzzles.collection.to_plain(),
        }

    @Slot()
    def _write(self) -> None:
        self._writer.write(self.to_plain())
