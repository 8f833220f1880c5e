"""How well colours can be told apart, and the least that each pair of the theme must reach.

The measure and the limits are those of the Web Content Accessibility Guidelines (WCAG) 2.1.
"""

from typing import NamedTuple

from PySide6.QtGui import QColor

TEXT = 4.5
"""The least contrast of text that is not disabled."""
DISABLED = 3.5
"""The least contrast of disabled text."""
HIGH_TEXT = 7.0
"""The least contrast of all text in a theme of high contrast."""
MARK = 3.0
"""The least contrast of a mark, and of an edge that has a meaning."""
_DARKEST_LINEAR = 0.04045
_FLARE = 0.05
"""Light that a screen reflects, in luminance."""


class Pair(NamedTuple):
    """Two colours of a theme that meet: `front` on `back`, by name, for `use`."""

    use: str
    front: str
    back: str
    least: float

    def least_in(self, high_contrast: bool) -> float:
        """Return the least contrast that the two must reach, in *high_contrast* or not."""
        return HIGH_TEXT if high_contrast and self.least in (TEXT, DISABLED) else self.least


def luminance(colour: QColor) -> float:
    """Return the relative luminance of *colour*: 0 for black to 1 for white."""

    def linear(part: float) -> float:
        if part <= _DARKEST_LINEAR:
            return part / 12.92
        return float(((part + 0.055) / 1.055) ** 2.4)

    return (
        0.2126 * linear(colour.redF())
        + 0.7152 * linear(colour.greenF())
        + 0.0722 * linear(colour.blueF())
    )


def contrast(one: QColor, other: QColor) -> float:
    """Return the contrast of two opaque colours: 1 for equal ones to 21 for black and white."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + _FLARE) / (low + _FLARE)


PAIRS = (
    Pair("text, captions, the text view", "text", "window", TEXT),
    Pair("text on cards, in fields and lists", "text", "panel", TEXT),
    Pair("text of a button under the mouse", "text", "shade", TEXT),
    Pair("subtitles, notes", "muted", "window", TEXT),
    Pair("notes on cards, column titles", "muted", "panel", TEXT),
    Pair("disabled text on the window", "disabled", "window", DISABLED),
    Pair("disabled text on cards", "disabled", "panel", DISABLED),
    Pair("links", "accent", "window", TEXT),
    Pair("links and the current tab on cards", "accent", "panel", TEXT),
    Pair("text on what is chosen, hints", "on_accent", "accent", TEXT),
    Pair("the best proven value", "on_accent", "proven", TEXT),
    Pair("proven values' edge on the window", "proven", "window", MARK),
    Pair("proven values' edge on cards", "proven", "panel", MARK),
    Pair("edges of fields on the window", "outline", "window", MARK),
    Pair("edges of fields on cards", "outline", "panel", MARK),
    Pair("handles of scroll bars", "outline", "window", MARK),
    Pair("coordinates", "frame_text", "frame", TEXT),
    Pair("marks on light squares", "accent", "square_light", MARK),
    Pair("marks on dark squares", "accent", "square_dark", MARK),
    Pair("arrows and estimates on light squares", "text", "square_light", TEXT),
    Pair("arrows and estimates on dark squares", "text", "square_dark", TEXT),
    Pair("counts and names on wood", "wood_text", "wood", TEXT),
    Pair("counts and names on shaded wood", "wood_text", "wood_shade", TEXT),
    Pair("a ring between its rims", "accent", "rim", MARK),
    Pair("threats on light squares", "threat", "square_light", MARK),
    Pair("threats on dark squares", "threat", "square_dark", MARK),
    Pair("a threat between its rims", "threat", "rim", MARK),
    Pair("what a threat says", "on_accent", "threat", TEXT),
    Pair("crosses", "cross", "card", MARK),
    Pair("noughts", "nought", "card", MARK),
    Pair("the lines between cells", "grid", "card", MARK),
    Pair("estimates on cells", "text", "card", TEXT),
    Pair("marks on cells", "accent", "card", MARK),
    Pair("threats on cells", "threat", "card", MARK),
    Pair("text on dark ground", "board_text", "pit", TEXT),
    Pair("text on the darkest ground", "board_text", "pit_shade", TEXT),
)
"""What is drawn on what, in all themes."""
EDGES = (
    Pair("edges of cards", "border", "window", MARK),
    Pair("lines between rows and columns", "border", "panel", MARK),
)
"""What has to be seen besides in themes of high contrast, and is soft in others."""

EITHER = (
    ("a ring on wood", ("accent", "rim"), "wood"),
    ("a threat on wood", ("threat", "rim"), "wood"),
    ("a threat at the darkest of a pit", ("threat", "rim"), "pit_shade"),
    ("a ring on shaded wood", ("accent", "rim"), "wood_shade"),
    ("a ring at the edge of a pit", ("accent", "rim"), "pit"),
    ("a ring at the darkest of a pit", ("accent", "rim"), "pit_shade"),
)
"""Marks of two colours, one of which must reach `MARK` against the ground."""
