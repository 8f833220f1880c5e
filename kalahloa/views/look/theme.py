"""The colours of the window in Qt's terms: light and dark, each also in high contrast."""

from dataclasses import asdict, dataclass
from typing import Any

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from kalahloa.models.drawing import palette as palettes
from kalahloa.models.drawing.palette import Palette

_NO_COLOURS = ("dark", "board", "grained", "high_contrast")
_SETS = {**palettes.BOARDS, palettes.CONTRAST: palettes.HIGH_CONTRAST}


@dataclass(frozen=True)
class Theme:
    """A `Palette` of colours; `contrast` lists which of them meet."""

    dark: bool
    window: QColor
    panel: QColor
    border: QColor
    outline: QColor
    shade: QColor
    text: QColor
    muted: QColor
    disabled: QColor
    accent: QColor
    on_accent: QColor
    proven: QColor
    square_light: QColor
    square_dark: QColor
    frame: QColor
    frame_text: QColor
    wood: QColor
    wood_shade: QColor
    pit: QColor
    pit_shade: QColor
    board_text: QColor
    wood_text: QColor
    rim: QColor
    threat: QColor
    card: QColor
    grid: QColor
    cross: QColor
    nought: QColor
    board: str
    grained: bool
    high_contrast: bool

    @classmethod
    def current(cls) -> "Theme":
        """Return the theme that fits the application's palette: dark where its window is dark."""
        window = QApplication.palette().color(QPalette.ColorRole.Window)
        return theme_of(window.lightness() < 128)

    @property
    def names(self) -> Palette:
        """The same colours by their names."""
        return _SETS[self.board][self.dark]

    @property
    def placeholder(self) -> QColor:
        """The colour of what stands in an empty field, other than that of what is written."""
        return self.disabled if self.high_contrast else self.muted

    def palette(self) -> QPalette:
        """Return a palette for ordinary widgets in these colours."""
        palette = QPalette(self.window)
        roles = QPalette.ColorRole
        for role, colour in (
            (roles.Window, self.window),
            (roles.WindowText, self.text),
            (roles.Base, self.panel),
            (roles.AlternateBase, self.window),
            (roles.Text, self.text),
            (roles.Button, self.panel),
            (roles.ButtonText, self.text),
            (roles.PlaceholderText, self.placeholder),
            (roles.Highlight, self.accent),
            (roles.HighlightedText, self.on_accent),
            (roles.Link, self.accent),
            (roles.LinkVisited, self.accent),
            (roles.ToolTipBase, self.panel),
            (roles.ToolTipText, self.text),
            (roles.Mid, self.border),
        ):
            palette.setColor(role, colour)
        for role in (roles.WindowText, roles.Text, roles.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, role, self.disabled)
        return palette


def _theme(palette: Palette) -> Theme:
    values: dict[str, Any] = {
        name: value if name in _NO_COLOURS else QColor(value)
        for name, value in asdict(palette).items()
    }
    return Theme(**values)


THEMES = {
    (palette.dark, palette.board): _theme(palette) for pair in _SETS.values() for palette in pair
}
"""All themes: light or dark, and what boards are made of, or `CONTRAST` for high contrast."""
LIGHT, DARK = THEMES[False, "wood"], THEMES[True, "wood"]
_BOARD = "boardTheme"
"""The property of the application that says what boards are made of."""


def prefer_board(board: str) -> None:
    """Have `theme_of` return themes with boards of *board*, a key of `BOARDS`.

    `CONTRAST` is for themes of high contrast, which have boards of their own.
    """
    application = QApplication.instance()
    assert application is not None
    application.setProperty(_BOARD, board)


def theme_of(dark: bool) -> Theme:
    """Return the light or *dark* theme, with boards of what the user prefers."""
    application = QApplication.instance()
    board = None if application is None else application.property(_BOARD)
    return THEMES[dark, board or "wood"]
