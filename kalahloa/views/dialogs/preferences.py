"""The preferences, and their dialog."""

from dataclasses import dataclass, fields, replace
from typing import Any

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

from kalahloa.controllers.settings_reader import SettingsReader
from kalahloa.models.game import Game
from kalahloa.models.knowledge import BUDGETS, OFF, USUAL
from kalahloa.models.registry import loadable_games
from kalahloa.views.look.plain_label import add_row

SCHEMES = ("system", "light", "dark")
ENDGAME_TIMES = {
    "small": "in a moment",
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
    def load(cls, settings: SettingsReader) -> "Preferences":
        """Return what *settings* hold; defaults replace missing or invalid values."""
        first = cls()
        font_points = settings.number("preferences/font_points", first.font_points, 6, 72)
        return cls(
            scheme=settings.choice("preferences/scheme", first.scheme, SCHEMES),
            speed=settings.number("preferences/speed", first.speed, 0.0, 10.0),
            think_seconds=settings.number(
                "preferences/think_seconds", first.think_seconds, 0.0, 60.0
            ),
            font_points=round(font_points),
            show_values=settings.flag("preferences/show_values", first.show_values),
            endgames=settings.choice("preferences/endgames", first.endgames, BUDGETS),
        )

    def to_plain(self) -> dict[str, Any]:
        """Return the choices by the names under which settings keep them."""
        return {f"preferences/{entry.name}": getattr(self, entry.name) for entry in fields(self)}


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
