"""The colours of the window and of boards, light, dark and of high contrast, in one place."""

import colorsys
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Palette:
    """A set of colours, ``#RRGGBB``: one accent for what is chosen or current.

    `proven` is for proven values only.  `border` separates areas softly, `outline` is the edge of
    what can be filled in or pressed, `shade` the ground of what is under the mouse and of tracks.
    `muted` is for notes, `disabled` for what cannot be used now.  `wood_text` is for what is
    written on `wood`, `board_text` for what is written on dark ground; `rim` goes on both sides of
    a ring that lies on wood, `threat` is for what the other side would do.  `card` is the ground of
    a board of lines, `grid` its lines, `cross` and `nought` the marks on it.

    `board` is the key of the set in `BOARDS` that the colours of boards come from; `grained` is
    whether `wood` has a grain.  Palettes of `high_contrast` have boards of their own, drawn flat
    and with edges.
    """

    dark: bool
    window: str
    panel: str
    border: str
    outline: str
    shade: str
    text: str
    muted: str
    disabled: str
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
    card: str
    grid: str
    cross: str
    nought: str
    board: str = "wood"
    grained: bool = True
    high_contrast: bool = False


LIGHT = Palette(
    dark=False,
    window="#F3F2EE",
    panel="#FFFFFF",
    border="#E2E0D8",
    outline="#8B877D",
    shade="#E2E0D8",
    text="#1F1E1B",
    muted="#6F6B62",
    disabled="#827E74",
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
    card="#FFFFFF",
    grid="#8B877D",
    cross="#1F1E1B",
    nought="#A97946",
)

DARK = Palette(
    dark=True,
    window="#1D1D1F",
    panel="#28272B",
    border="#38373B",
    outline="#7A7874",
    shade="#38373B",
    text="#F2EFE9",
    muted="#A19D96",
    disabled="#8C8882",
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
    card="#28272B",
    grid="#7A7874",
    cross="#F2EFE9",
    nought="#A7794E",
)

BOARDS: dict[str, tuple[Palette, Palette]] = {
    "wood": (LIGHT, DARK),
    "slate": (
        replace(
            LIGHT,
            board="slate",
            grained=False,
            square_light="#E4E9EE",
            square_dark="#C6D0DA",
            frame="#3A4653",
            frame_text="#E9EEF3",
            wood="#7E90A0",
            wood_shade="#728495",
            pit="#566676",
            pit_shade="#3D4A57",
            wood_text="#0B1117",
            rim="#F4F8FC",
            card="#EEF2F6",
            grid="#77838F",
            cross="#24303C",
            nought="#4A7590",
        ),
        replace(
            DARK,
            board="slate",
            grained=False,
            square_light="#475260",
            square_dark="#38424E",
            frame="#1D242B",
            frame_text="#C9D2DB",
            wood="#44515E",
            wood_shade="#3A4652",
            pit="#2F3A45",
            pit_shade="#222B34",
            rim="#12181E",
            card="#2B333C",
            grid="#7D8995",
            cross="#EDF1F5",
            nought="#7FA9C4",
        ),
    ),
    "felt": (
        replace(
            LIGHT,
            board="felt",
            grained=False,
            square_light="#E9EEDA",
            square_dark="#C6D3AC",
            frame="#2F5640",
            frame_text="#EDF3E4",
            wood="#6A9B78",
            wood_shade="#5F906E",
            pit="#2F523B",
            pit_shade="#203B2A",
            wood_text="#08150C",
            rim="#FAFFF2",
            card="#EFF4E8",
            grid="#728470",
            cross="#1E3226",
            nought="#3F7F5A",
        ),
        replace(
            DARK,
            board="felt",
            grained=False,
            square_light="#3F5546",
            square_dark="#324538",
            frame="#1A2920",
            frame_text="#CBD9C6",
            wood="#365544",
            wood_shade="#2E4A3B",
            pit="#243D30",
            pit_shade="#182B21",
            rim="#0C1710",
            card="#26352C",
            grid="#778A7B",
            cross="#EDF3EA",
            nought="#82B694",
        ),
    ),
}
"""What boards can be made of: the palettes for light and dark, by the keys of preferences."""

CONTRAST = "contrast"
"""The board of palettes of high contrast."""
HIGH_CONTRAST = (
    Palette(
        dark=False,
        window="#FFFFFF",
        panel="#FFFFFF",
        border="#000000",
        outline="#000000",
        shade="#DCDCDC",
        text="#000000",
        muted="#000000",
        disabled="#545454",
        accent="#8A2B00",
        on_accent="#FFFFFF",
        proven="#005A30",
        square_light="#FFFFFF",
        square_dark="#D2D2D2",
        frame="#000000",
        frame_text="#FFFFFF",
        wood="#FFFFFF",
        wood_shade="#FFFFFF",
        pit="#141414",
        pit_shade="#141414",
        board_text="#FFFFFF",
        wood_text="#000000",
        rim="#FFFFFF",
        threat="#53208A",
        card="#FFFFFF",
        grid="#000000",
        cross="#000000",
        nought="#004A8F",
        board=CONTRAST,
        grained=False,
        high_contrast=True,
    ),
    Palette(
        dark=True,
        window="#000000",
        panel="#000000",
        border="#FFFFFF",
        outline="#FFFFFF",
        shade="#333333",
        text="#FFFFFF",
        muted="#FFFFFF",
        disabled="#A6A6A6",
        accent="#FFB067",
        on_accent="#000000",
        proven="#5FE3A1",
        square_light="#3A3A3A",
        square_dark="#1E1E1E",
        frame="#000000",
        frame_text="#FFFFFF",
        wood="#000000",
        wood_shade="#000000",
        pit="#141414",
        pit_shade="#141414",
        board_text="#FFFFFF",
        wood_text="#FFFFFF",
        rim="#000000",
        threat="#D9B8FF",
        card="#000000",
        grid="#FFFFFF",
        cross="#FFFFFF",
        nought="#7FC4FF",
        board=CONTRAST,
        grained=False,
        high_contrast=True,
    ),
)
"""The palettes of high contrast, light and dark."""


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
