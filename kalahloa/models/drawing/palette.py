"""The colours of the window and of boards, light and dark, in one place."""

import colorsys
from dataclasses import dataclass


@dataclass(frozen=True)
class Palette:
    """A set of colours, ``#RRGGBB``: one accent for what is chosen or current.

    `proven` is for proven values only.  `border` separates areas softly, `outline` is the edge of
    what can be filled in or pressed.  `wood_text` is for what is written on `wood`, `board_text`
    for what is written on dark ground; `rim` goes on both sides of a ring that lies on wood,
    `threat` is for what the other side would do.
    """

    dark: bool
    window: str
    panel: str
    border: str
    outline: str
    text: str
    muted: str
    accent: str
    on_accent: str
    proven: str
    square_light: str
    square_dark: str
    frame: str
    frame_text: str
    wood: str
    wood_shade: str
    pit: str
    pit_shade: str
    board_text: str
    wood_text: str
    rim: str
    threat: str


LIGHT = Palette(
    dark=False,
    window="#F3F2EE",
    panel="#FFFFFF",
    border="#E2E0D8",
    outline="#8B877D",
    text="#1F1E1B",
    muted="#6F6B62",
    accent="#AE4F1C",
    on_accent="#FFFFFF",
    proven="#3A7D57",
    square_light="#EBDCC0",
    square_dark="#D9C29B",
    frame="#6B4A2E",
    frame_text="#F1E6D3",
    wood="#AB7E4F",
    wood_shade="#A97946",
    pit="#8A5F38",
    pit_shade="#6E4827",
    board_text="#FFFFFF",
    wood_text="#221003",
    rim="#FFF6E8",
    threat="#6B3FA0",
)

DARK = Palette(
    dark=True,
    window="#1D1D1F",
    panel="#28272B",
    border="#38373B",
    outline="#7A7874",
    text="#F2EFE9",
    muted="#A19D96",
    accent="#E58A4F",
    on_accent="#1D1D1F",
    proven="#4E9C70",
    square_light="#54493B",
    square_dark="#463B2F",
    frame="#2A211A",
    frame_text="#D9CDB8",
    wood="#62472E",
    wood_shade="#573E27",
    pit="#432E1C",
    pit_shade="#332212",
    board_text="#F2EFE9",
    wood_text="#F2EFE9",
    rim="#22180F",
    threat="#C8A6F5",
)


def lighter(colour: str, percent: float) -> str:
    """Return *colour* with *percent* of its brightness, paler where that is more than there is.

    More than 100 is lighter, less is darker, as `QColor.lighter` has it.
    """
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    value *= percent / 100
    saturation = max(0.0, saturation - max(0.0, value - 1))
    parts = colorsys.hsv_to_rgb(hue, saturation, min(1.0, value))
    return "#" + "".join(f"{round(255 * part):02X}" for part in parts)


def darker(colour: str, percent: float) -> str:
    """Return *colour* with its brightness divided by *percent* hundredths."""
    return lighter(colour, 10_000 / percent)
