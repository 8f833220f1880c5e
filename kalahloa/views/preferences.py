"""What the program remembers about its user's taste, and the dialog that asks for it."""

from dataclasses import dataclass, fields, replace
from typing import Any

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from kalahloa.models.kalah_game import RULEBOOK
from kalahloa.models.knowledge import BUDGETS, OFF, USUAL, knowledge_size

SCHEMES = ("system", "light", "dark")
ENDGAME_TIMES = {
    "small": "at once",
    "usual": "in a second or two",
    "large": "in several seconds",
}
SPEEDS = {"At once": 0.0, "Slow": 0.5, "Normal": 1.0, "Fast": 2.0, "Very fast": 4.0}


@dataclass
class Preferences:
    """The choices of the preferences dialog.

    `scheme` is one of `SCHEMES`; `speed` is how fast moves are shown (1 as made, 0 at once);
    `think_seconds` is the least time that the computer takes for a move; `font_points` is the
    size of the text view's characters; `show_values` says whether values are shown, and
    `endgames` is a name in `kalahloa.models.knowledge.BUDGETS`.
    """

    scheme: str = "system"
    speed: float = 1.0
    think_seconds: float = 0.6
    font_points: int = 13
    show_values: bool = False
    endgames: str = USUAL

    @classmethod
    def load(cls, settings: QSettings) -> "Preferences":
        """Return what *settings* hold; what is missing or senseless is as on the first day."""
        first = cls()
        scheme = str(settings.value("preferences/scheme", first.scheme))
        endgames = str(settings.value("preferences/endgames", first.endgames))
        show_values = str(settings.value("preferences/show_values", first.show_values))
        return cls(
            scheme=scheme if scheme in SCHEMES else first.scheme,
            speed=_number(settings, "speed", first.speed, 0.0, 10.0),
            think_seconds=_number(settings, "think_seconds", first.think_seconds, 0.0, 60.0),
            font_points=round(_number(settings, "font_points", first.font_points, 6, 72)),
            show_values=show_values.lower() == "true",
            endgames=endgames if endgames in BUDGETS else first.endgames,
        )

    def to_plain(self) -> dict[str, Any]:
        """Return the choices by the names under which settings keep them."""
        return {f"preferences/{entry.name}": getattr(self, entry.name) for entry in fields(self)}


def _number(settings: QSettings, name: str, default: float, low: float, high: float) -> float:
    try:
        value = float(str(settings.value(f"preferences/{name}", default)))
    except ValueError:
        return default
    return value if low <= value <= high else default


def _endgame_choice(name: str) -> str:
    """Return what the endgames called *name* are, how large, and how long building them takes."""
    if name == OFF:
        return "Off"
    size = knowledge_size(RULEBOOK.default, name)
    return (
        f"{name.capitalize()}: up to {size.stones} stones, {size.bytes / 1e6:.0f} MB, built "
        f"{ENDGAME_TIMES[name]}"
    )


class PreferencesDialog(QDialog):
    """Shows preferences and gives back what was chosen."""

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._before = preferences
        self.setWindowTitle("Preferences")
        self.scheme = QComboBox(self)
        for name in SCHEMES:
            self.scheme.addItem("As the system" if name == "system" else name.capitalize(), name)
        self.scheme.setCurrentIndex(self.scheme.findData(preferences.scheme))
        self.speed = QComboBox(self)
        for name, speed in SPEEDS.items():
            self.speed.addItem(name, speed)
        nearest = min(SPEEDS.values(), key=lambda speed: abs(speed - preferences.speed))
        self.speed.setCurrentIndex(list(SPEEDS.values()).index(nearest))
        self.think = QDoubleSpinBox(self)
        self.think.setRange(0, 60)
        self.think.setSingleStep(0.1)
        self.think.setDecimals(1)
        self.think.setSuffix(" s")
        self.think.setValue(preferences.think_seconds)
        self.font_points = QSpinBox(self)
        self.font_points.setRange(6, 72)
        self.font_points.setSuffix(" pt")
        self.font_points.setValue(preferences.font_points)
        self.endgames = QComboBox(self)
        self.endgames.setToolTip("Kalah's positions with few stones, worked out once and kept")
        for name in BUDGETS:
            self.endgames.addItem(_endgame_choice(name), name)
        self.endgames.setCurrentIndex(self.endgames.findData(preferences.endgames))
        form = QFormLayout()
        form.addRow("Colours", self.scheme)
        form.addRow("Moves are shown", self.speed)
        form.addRow("The computer takes at least", self.think)
        form.addRow("Characters of the text view", self.font_points)
        form.addRow("Endgame database", self.endgames)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, parent=self
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form.setVerticalSpacing(10)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(14)
        layout.addLayout(form)
        layout.addWidget(buttons)

    def preferences(self) -> Preferences:
        """Return what the fields say."""
        return replace(
            self._before,
            scheme=self.scheme.currentData(),
            speed=self.speed.currentData(),
            think_seconds=self.think.value(),
            font_points=self.font_points.value(),
            endgames=self.endgames.currentData(),
        )
