"""The preferences dialog."""

from dataclasses import replace

from PySide6.QtCore import Qt
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

from kalahloa.controllers.preferences import SCHEMES, Preferences
from kalahloa.models.game import Game
from kalahloa.models.knowledge import BUDGETS, OFF
from kalahloa.models.registry import loadable_games
from kalahloa.views.look.plain_label import add_row

ENDGAME_TIMES = {
    "small": "in a moment",
    "usual": "in a second or two",
    "large": "in several seconds",
}
SPEEDS = {"At once": 0.0, "Slow": 0.5, "Normal": 1.0, "Fast": 2.0, "Very fast": 4.0}


def _games_with_knowledge() -> list[Game]:
    """Return the games that have tablebases."""
    return [game for game in loadable_games().games if game.knowledge.available]


def _endgame_choice(name: str, games: list[Game]) -> str:
    """Return what the tablebases called *name* cover, how large they are, and the building time.

    They are those of *games* under their usual rules.
    """
    if name == OFF:
        return "Off"
    sizes = []
    for game in games:
        size = game.knowledge.size(game.rulebook.default, BUDGETS[name])
        title = f"{game.title} " if len(games) > 1 else ""
        sizes.append(f"{title}{size.extent}, {size.bytes / 1e6:.0f} MB")
    return f"{name.capitalize()}: {'; '.join(sizes)}, built {ENDGAME_TIMES[name]}"


class PreferencesDialog(QDialog):
    """A dialog to change the preferences."""

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
        games = _games_with_knowledge()
        titles = ", ".join(game.title for game in games)
        self.endgames.setToolTip(
            f"Proven values of all positions with few stones ({titles}), built once"
        )
        for name in BUDGETS:
            self.endgames.addItem(_endgame_choice(name, games), name)
        self.endgames.setCurrentIndex(self.endgames.findData(preferences.endgames))
        form = QFormLayout()
        add_row(form, "Colours", self.scheme)
        add_row(form, "Speed of moves", self.speed)
        add_row(form, "Shortest time per computer move", self.think)
        add_row(form, "Font size of the text view", self.font_points)
        add_row(form, "Tablebase", self.endgames)
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
