"""The colours of the window, light and dark, in one place."""

from dataclasses import dataclass

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication


@dataclass(frozen=True)
class Theme:
    """A set of colours: one accent for what is chosen or current, green only for proven values.

    `border` separates areas softly, `outline` is the edge of what can be filled in or pressed.
    `wood_text` is for what is written on `wood`, `board_text` for what is written on dark ground;
    `rim` goes on both sides of a ring that lies on wood, `threat` is for what the other
    side would do.  `contrast` lists which colours meet.
    """

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


LIGHT = Theme(
    dark=False,
    window=QColor("#F3F2EE"),
    panel=QColor("#FFFFFF"),
    border=QColor("#E2E0D8"),
    outline=QColor("#8B877D"),
    text=QColor("#1F1E1B"),
    muted=QColor("#6F6B62"),
    accent=QColor("#AE4F1C"),
    on_accent=QColor("#FFFFFF"),
    proven=QColor("#3A7D57"),
    square_light=QColor("#EBDCC0"),
    square_dark=QColor("#D9C29B"),
    frame=QColor("#6B4A2E"),
    frame_text=QColor("#F1E6D3"),
    wood=QColor("#AB7E4F"),
    wood_shade=QColor("#A97946"),
    pit=QColor("#8A5F38"),
    pit_shade=QColor("#6E4827"),
    board_text=QColor("#FFFFFF"),
    wood_text=QColor("#221003"),
    rim=QColor("#FFF6E8"),
    threat=QColor("#6B3FA0"),
)

DARK = Theme(
    dark=True,
    window=QColor("#1D1D1F"),
    panel=QColor("#28272B"),
    border=QColor("#38373B"),
    outline=QColor("#7A7874"),
    text=QColor("#F2EFE9"),
    muted=QColor("#A19D96"),
    accent=QColor("#E58A4F"),
    on_accent=QColor("#1D1D1F"),
    proven=QColor("#4E9C70"),
    square_light=QColor("#54493B"),
    square_dark=QColor("#463B2F"),
    frame=QColor("#2A211A"),
    frame_text=QColor("#D9CDB8"),
    wood=QColor("#62472E"),
    wood_shade=QColor("#573E27"),
    pit=QColor("#432E1C"),
    pit_shade=QColor("#332212"),
    board_text=QColor("#F2EFE9"),
    wood_text=QColor("#F2EFE9"),
    rim=QColor("#22180F"),
    threat=QColor("#C8A6F5"),
)
