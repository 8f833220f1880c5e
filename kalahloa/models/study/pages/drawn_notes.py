"""Draws the arrows and signs of a game's author, and the move's mark, on the picture of a board."""

from collections.abc import Mapping

from kalahloa.models.drawing.geometry import BoardCell, Point, Rect, arrow_corners
from kalahloa.models.drawing.palette import Palette
from kalahloa.models.drawing.svg import Svg
from kalahloa.models.record.annotation import Drawing, Notes, Shape
from kalahloa.models.record.annotation_colours import INK_COLOURS, MARK_COLOURS
from kalahloa.models.text.quotation import shorten

MAX_LABEL = 3
"""Longer labels are cut off, in characters."""
_MAX_CELL = 120.0
"""Drawings are no larger than on cells of this size."""


def draw_notes(
    picture: Svg, cells: Mapping[int, BoardCell], notes: Notes, marked: int, palette: Palette
) -> None:
    """Add to *picture*, whose *cells* are given, the drawings of *notes* and the move's mark.

    The mark stands on the cell *marked*, unless that is -1.  Drawings on cells that the board does
    not have are left out.
    """
    if not (notes.drawings or notes.marks):
        return
    by_label = {cell.label: cell for cell in cells.values()}
    for drawing in notes.drawings:
        cell = by_label.get(drawing.cell)
        if cell is not None:
            _draw(picture, drawing, cell, by_label.get(drawing.to), palette)
    mark = notes.judgement
    if mark is not None and marked in cells:
        rect = cells[marked].rect
        radius = 0.17 * _unit(rect)
        corner = Point(rect.right - 1.1 * radius, rect.y + 1.1 * radius)
        _draw_disc(picture, mark.value, corner, radius, MARK_COLOURS[mark][0], "#FFFFFF")


def _draw(
    picture: Svg, drawing: Drawing, cell: BoardCell, to: BoardCell | None, palette: Palette
) -> None:
    colour = INK_COLOURS[drawing.ink][palette.dark]
    unit, centre = _unit(cell.rect), cell.rect.centre
    line: dict[str, object] = {
        "fill": "none",
        "stroke": colour,
        "stroke_width": 0.075 * unit,
        "stroke_linejoin": "round",
        "stroke_linecap": "round",
        "opacity": 0.9,
    }
    reach = 0.3 * unit
    if drawing.shape is Shape.ARROW:
        if to is not None and to is not cell:
            least = min(unit, _unit(to.rect))
            corners = arrow_corners(centre, to.rect.centre, least)
            rim = {"stroke": palette.rim, "stroke_opacity": 0.5, "stroke_width": 0.012 * least}
            picture.add("polygon", points=_points(*corners), fill=colour, opacity=0.85, **rim)
    elif drawing.shape is Shape.CELL:
        inside = cell.rect.inset(2)
        edge = {"stroke": colour, "stroke_width": 2.5}
        picture.rect(inside, cell.radius, fill=colour, fill_opacity=0.4, **edge)
    elif drawing.shape is Shape.LABEL:
        letters = "#1D1D1F" if palette.dark else "#FFFFFF"
        text = shorten(drawing.text, MAX_LABEL)
        _draw_disc(picture, text, centre, 0.24 * unit, colour, letters)
    elif drawing.shape is Shape.CIRCLE:
        picture.circle(centre, reach, **line)
    elif drawing.shape is Shape.SQUARE:
        square = Rect(centre.x - reach, centre.y - reach, 2 * reach, 2 * reach)
        picture.rect(square, **line)
    elif drawing.shape is Shape.TRIANGLE:
        foot = centre.y + 0.75 * reach
        tips = (
            Point(centre.x, centre.y - 1.1 * reach),
            Point(centre.x + reach, foot),
            Point(centre.x - reach, foot),
        )
        picture.add("polygon", points=_points(*tips), **line)
    else:
        left, right = centre.x - reach, centre.x + reach
        top, foot = centre.y - reach, centre.y + reach
        ways = f"M{left:g} {top:g}L{right:g} {foot:g}M{right:g} {top:g}L{left:g} {foot:g}"
        picture.add("path", d=ways, **line)


def _draw_disc(
    picture: Svg, text: str, centre: Point, radius: float, colour: str, letters: str
) -> None:
    """Write *text* on a disc, on which it can be read on any piece."""
    picture.circle(centre, radius, fill=colour, stroke=letters, stroke_width=0.11 * radius)
    size = radius * (1.1 if len(text) < 2 else 1.7 / len(text) + 0.2)
    picture.text(text, centre, size, fill=letters, font_weight=700)


def _unit(rect: Rect) -> float:
    """Return the size by which drawings in the cell *rect* are measured."""
    return min(rect.width, rect.height, _MAX_CELL)


def _points(*points: Point) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
