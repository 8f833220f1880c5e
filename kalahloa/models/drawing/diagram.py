"""Draws boards of games without a picture of their own as SVG: by their diagrams."""

from typing import Any

from kalahloa.models.drawing.board_look import BoardLook
from kalahloa.models.drawing.geometry import Point, Rect
from kalahloa.models.drawing.svg import Svg, escape

_SIZE, _LINE, _LETTER, _MARGIN = 20.0, 26.0, 12.1, 20.0


def draw_diagram(position: Any, look: BoardLook) -> Svg:
    """Return a picture of the diagram of *position*, in letters of one width."""
    lines = position.diagram(look.flipped).rstrip("\n").split("\n")
    width = max(map(len, lines)) * _LETTER + 2 * _MARGIN
    picture = Svg(Rect(0, 0, width, len(lines) * _LINE + 2 * _MARGIN))
    picture.rect(picture.bounds, 14, fill=look.palette.panel)
    for number, line in enumerate(lines):
        at = Point(_MARGIN, _MARGIN + (number + 0.7) * _LINE)
        letters = {"font_family": "monospace", "font_size": _SIZE, "xml:space": "preserve"}
        picture.add("text", escape(line), x=at.x, y=at.y, fill=look.palette.text, **letters)
    return picture
