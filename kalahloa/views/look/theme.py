"""The colours of the window, light and dark, in Qt's terms."""

from dataclasses import asdict, dataclass

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from kalahloa.models.drawing import palette as palettes
from kalahloa.models.drawing.palette import Palette


@dataclass(frozen=True)
class Theme:
    """A `Palette` of colours; `contrast` lists which of them meet."""

    dark: bool
    window: QColor
    panel: QColor
    border: QColor
    outline: QColor
    text: QColor
    muted: QColor
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

    @classmethod
    def current(cls) -> "Theme":
        """Return the theme that fits the application's palette: dark where its window is dark."""
        palette = QApplication.palette()
        return DARK if palette.color(QPalette.ColorRole.Window).lightness() < 128 else LIGHT

    @property
    def names(self) -> Palette:
        """The same colours by their names."""
        return palettes.DARK if self.dark else palettes.LIGHT

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
            (roles.PlaceholderText, self.muted),
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
            palette.setColor(QPalette.ColorGroup.Disabled, role, self.muted)
        return palette


def _theme(palette: Palette) -> Theme:
    colours = {name: QColor(value) for name, value in asdict(palette).items() if name != "dark"}
    return Theme(dark=palette.dark, **colours)


LIGHT, DARK = _theme(palettes.LIGHT), _theme(palettes.DARK)
