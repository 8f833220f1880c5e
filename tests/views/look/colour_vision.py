"""How colours look to people with dichromatic vision, and how far apart they are.

The deficiencies are simulated with the matrices of Machado, Oliveira and Fernandes ("A
physiologically-based model for simulation of color vision deficiency", 2009) at full severity, in
linear RGB; differences are CIEDE2000 (Sharma, Wu and Dalal, 2005) under D65.
"""

from enum import Enum
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

from PySide6.QtGui import QColor

Triple = tuple[float, float, float]


class Vision(Enum):
    """A way to see colours, with its matrix in linear RGB."""

    USUAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    PROTANOPIA = (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    )
    DEUTERANOPIA = (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    )
    TRITANOPIA = (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    )


_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)


def _times(matrix: tuple[Triple, Triple, Triple], vector: Triple) -> Triple:
    rows = [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]
    return rows[0], rows[1], rows[2]


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def lab(colour: QColor, vision: Vision = Vision.USUAL) -> Triple:
    """Return *colour* as *vision* has it, in CIELAB."""
    linear = (_linear(colour.redF()), _linear(colour.greenF()), _linear(colour.blueF()))
    red, green, blue = (min(1.0, max(0.0, part)) for part in _times(vision.value, linear))
    parts = []
    for part, white in zip(_times(_XYZ, (red, green, blue)), _WHITE, strict=True):
        share = part / white
        parts.append(share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116)
    x, y, z = parts
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Triple, other: Triple) -> float:
    """Return the CIEDE2000 difference of two colours in CIELAB: about 1 where it is just seen."""
    (light1, a1, b1), (light2, a2, b2) = one, other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    grey = 0.5 * (1 - sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = a1 * (1 + grey), a2 * (1 + grey)
    chroma1, chroma2 = hypot(a1, b1), hypot(a2, b2)
    hue1, hue2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = 0.0
    if chroma1 and chroma2:
        turn = (hue2 - hue1 + 180) % 360 - 180
    light, chroma = light2 - light1, chroma2 - chroma1
    hue = 2 * sqrt(chroma1 * chroma2) * sin(radians(turn / 2))
    mean_light, mean_chroma = (light1 + light2) / 2, (chroma1 + chroma2) / 2
    mean_hue = (hue1 + turn / 2) % 360 if chroma1 and chroma2 else hue1 + hue2
    weight = (
        1
        - 0.17 * cos(radians(mean_hue - 30))
        + 0.24 * cos(radians(2 * mean_hue))
        + 0.32 * cos(radians(3 * mean_hue + 6))
        - 0.20 * cos(radians(4 * mean_hue - 63))
    )
    from_middle = (mean_light - 50) ** 2
    light /= 1 + 0.015 * from_middle / sqrt(20 + from_middle)
    chroma /= 1 + 0.045 * mean_chroma
    hue /= 1 + 0.015 * mean_chroma * weight
    spread = 2 * sqrt(mean_chroma**7 / (mean_chroma**7 + 25**7))
    rotation = -sin(radians(60 * exp(-(((mean_hue - 275) / 25) ** 2)))) * spread
    return sqrt(light**2 + chroma**2 + hue**2 + rotation * chroma * hue)


def least_difference(one: QColor, other: QColor) -> float:
    """Return how far apart two colours are for the eyes that tell them apart worst."""
    return min(difference(lab(one, vision), lab(other, vision)) for vision in Vision)
