"""Draws boards of Kalah as SVG, with every stone."""

from functools import lru_cache
from typing import Any

from kalahloa.models.drawing.board_look import BoardLook
from kalahloa.models.drawing.geometry import BoardCell, Point, Rect
from kalahloa.models.drawing.palette import Palette, darker, lighter
from kalahloa.models.drawing.svg import Svg, element
from kalahloa.models.games.kalah.layout import (
    COUNT_SIZE,
    DARK_GRAIN,
    KALAH_COUNT_SIZE,
    LIGHT_GRAIN,
    NAME_SIZE,
    NUMBER_SIZE,
    WOOD_RADIUS,
    KalahPlan,
    grain_lines,
    kalah_plan,
)
from kalahloa.models.games.kalah.notation import SIDES, SWAP
from kalahloa.models.games.kalah.stone_heap import (
    STONE_COLOURS,
    dealt_colours,
    drawn_counts,
    stone_heap,
)

_WIDEST = 12
"""The pits a side of the board on which the lines of the grain are as long as they are."""


def draw(position: Any, look: BoardLook) -> Svg:
    """Return a picture of *position*, a `KalahPosition`."""
    plan = kalah_plan(position.rules.pits, look.flipped, look.mirrored)
    picture = Svg(plan.bounds)
    wood, stones = _wood(plan.pits, plan.flipped, plan.mirrored, look.palette)
    picture.paste(wood)
    if look.last is not None:
        _draw_last(picture, plan, look)
    counts = position.stones()
    _draw_stones(picture, plan, drawn_counts(counts), stones)
    bold: dict[str, object] = {"fill": look.palette.wood_text, "font_weight": 600}
    for cell, count in enumerate(counts):
        size = KALAH_COUNT_SIZE if plan.is_kalah(cell) else COUNT_SIZE
        picture.text(str(count), plan.count_centre(cell), size, **bold)
        if not plan.is_kalah(cell):
            label, centre = str(plan.move(cell)), plan.number_centre(cell)
            picture.text(label, centre, NUMBER_SIZE, fill=look.palette.muted)
    for side, name in enumerate(SIDES):
        picture.text(name, plan.name_centre(side), NAME_SIZE, **bold)
    for number, move in enumerate(look.moves):
        own = plan.kalah(position.side) if move == SWAP else plan.pit(position.side, move)
        _draw_ring(picture, plan.cells[own], look, is_first=number == 0)
    return picture


def cells(rules: Any, look: BoardLook) -> dict[int, BoardCell]:
    """Return pits and kalahs of the picture by *rules*; see `Game.cells`."""
    plan = kalah_plan(rules.pits, look.flipped, look.mirrored)
    return {
        cell: BoardCell(plan.label(cell), rect, _half(rect)) for cell, rect in enumerate(plan.cells)
    }


def _rounded(rect: Rect, radius: float, **attributes: object) -> str:
    return element("rect", **rect._asdict(), rx=radius, **attributes)


def _half(rect: Rect) -> float:
    return min(rect.width, rect.height) / 2


# Of every board the same, and most of the work.
@lru_cache(maxsize=8)
def _wood(pits: int, flipped: bool, mirrored: bool, palette: Palette) -> tuple[Svg, list[str]]:
    """Return an empty board, and the names of its stones, one for each of their colours."""
    plan = kalah_plan(pits, flipped, mirrored)
    picture, wood = Svg(plan.bounds), plan.wood
    shade = 26 if palette.dark else 11
    for spread in range(5):
        area = wood.inset(-spread)
        area = area._replace(y=area.y + 4, height=area.height + 1)
        picture.rect(area, WOOD_RADIUS + spread, fill="#000000", fill_opacity=shade / 255)
    picture.rect(wood._replace(y=wood.y + 4), WOOD_RADIUS, fill=darker(palette.wood_shade, 140))
    light = picture.gradient(
        "linear",
        (
            (0.0, lighter(palette.wood, 104), 1.0),
            (0.5, palette.wood, 1.0),
            (1.0, palette.wood_shade, 1.0),
        ),
        x2=0,
        y2=1,
    )
    picture.rect(wood, WOOD_RADIUS, fill=light)
    if palette.grained:
        _draw_grain(picture, wood)
    if palette.high_contrast:
        line = {"stroke": palette.outline, "stroke_width": 3.0}
        picture.rect(wood.inset(1.5), WOOD_RADIUS - 1.5, fill="none", **line)
    else:
        _draw_edges(picture, wood, palette)
    for kind in (False, True):
        cells = [rect for cell, rect in enumerate(plan.cells) if plan.is_kalah(cell) == kind]
        hollow = _define_hollow(picture, cells[0]._replace(x=0.0, y=0.0), palette)
        for rect in cells:
            picture.use(hollow, Point(rect.x, rect.y))
    return picture, [_define_stone(picture, colour) for colour in STONE_COLOURS]


def _draw_edges(picture: Svg, wood: Rect, palette: Palette) -> None:
    edge = picture.gradient(
        "linear", ((0.0, "#FFFFFF", 70 / 255), (0.12, "#FFFFFF", 0.0)), x2=0, y2=1
    )
    picture.rect(wood.inset(1), WOOD_RADIUS - 1, fill="none", stroke=edge, stroke_width=2.0)
    picture.rect(
        wood.inset(8),
        WOOD_RADIUS - 8,
        fill="none",
        stroke=palette.board_text,
        stroke_opacity=0.2,
        stroke_width=1.4,
    )


def _draw_grain(picture: Svg, wood: Rect) -> None:
    third = kalah_plan(_WIDEST).wood.width / 3
    lines = []
    for line in grain_lines():
        ends = [
            f"{wood.x + step * third:g} {line.top + sway:.1f}"
            for step, sway in enumerate((0.0, *line.sway))
        ]
        lines.append(
            element(
                "path",
                d=f"M{ends[0]}C{' '.join(ends[1:])}",
                stroke=LIGHT_GRAIN if line.is_light else DARK_GRAIN,
                stroke_opacity=line.opacity,
                stroke_width=line.width,
            )
        )
    clip = picture.clip(_rounded(wood, WOOD_RADIUS))
    picture.add("g", "".join(lines), clip_path=clip, fill="none")


def _define_hollow(picture: Svg, rect: Rect, palette: Palette) -> str:
    """Define the hollow of a cell, lit from above, and return its name."""
    if palette.high_contrast:
        line = {"stroke": palette.outline, "stroke_width": 2.0}
        return picture.define(_rounded(rect, _half(rect), fill=palette.pit, **line))
    depth = picture.gradient(
        "radial", ((0.0, palette.pit_shade, 1.0), (1.0, palette.pit, 1.0)), r=0.55
    )
    lip = picture.gradient(
        "linear",
        (
            (0.0, "#1E0C00", 110 / 255),
            (0.5, "#1E0C00", 20 / 255),
            (0.62, "#FFF0DC", 10 / 255),
            (1.0, "#FFF0DC", 80 / 255),
        ),
        x2=0,
        y2=1,
    )
    parts = [_rounded(rect, _half(rect), fill=depth)]
    outside = _outline(rect)
    for inset in range(1, 16, 2):
        inside = Rect(
            inset, inset + 2, rect.width - 2 * inset, rect.height - inset - 2 - max(inset - 2, 0)
        )
        parts.append(
            element(
                "path",
                d=outside + _outline(inside),
                fill="#190A00",
                fill_opacity=14 / 255,
                fill_rule="evenodd",
            )
        )
    parts.append(_rounded(rect, _half(rect), fill="none", stroke=lip, stroke_width=1.8))
    return picture.define("".join(parts))


def _outline(rect: Rect) -> str:
    """Return the path of *rect* with round ends."""
    radius = _half(rect)
    arc = f"a{radius:g} {radius:g} 0 0 1"
    across, down = rect.width - 2 * radius, rect.height - 2 * radius
    return (
        f"M{rect.x + radius:g} {rect.y:g}h{across:g}{arc} {radius:g} {radius:g}v{down:g}"
        f"{arc} {-radius:g} {radius:g}h{-across:g}{arc} {-radius:g} {-radius:g}v{-down:g}"
        f"{arc} {radius:g} {-radius:g}z"
    )


def _draw_stones(picture: Svg, plan: KalahPlan, counts: list[int], stones: list[str]) -> None:
    colours = dealt_colours()
    for cell, count in enumerate(counts):
        rect = plan.cells[cell]
        heap = stone_heap(rect.width, rect.height, count, plan.stone, cell)
        for x, y in heap.places:
            middle = Point(rect.centre.x + x, rect.centre.y + y)
            picture.use(stones[next(colours)], middle, heap.radius)


def _define_stone(picture: Svg, colour: str) -> str:
    """Define a stone of *colour* with its shadow, of radius 1 round the origin."""

    def disc(x: float, y: float, radius: float, *stops: tuple[float, str, float]) -> str:
        fill = picture.gradient("radial", stops)
        return element("circle", cx=x, cy=y, r=radius, fill=fill)

    body = picture.gradient(
        "radial",
        (
            (0.0, lighter(colour, 128), 1.0),
            (0.45, colour, 1.0),
            (0.85, darker(colour, 122), 1.0),
            (1.0, darker(colour, 150), 1.0),
        ),
        fx=0.32,
        fy=0.29,
    )
    white = "#FFFFFF"
    return picture.define(
        disc(0.07, 0.17, 1.16, (0.72, "#140A00", 130 / 255), (1.0, "#140A00", 0.0))
        + element("circle", r=1, fill=body)
        + disc(
            -0.34, -0.38, 0.36, (0.0, white, 215 / 255), (0.35, white, 150 / 255), (1.0, white, 0.0)
        )
    )


def _draw_last(picture: Svg, plan: KalahPlan, look: BoardLook) -> None:
    """Mark softly where the last move began, and where its last stone fell."""
    assert look.last is not None
    before, move = look.last
    if move == SWAP:
        return
    sowing = before.sowing(move)
    soft = {"fill": "none", "stroke": look.palette.board_text, "stroke_opacity": 0.8}
    for cell, dashes in ((sowing.origin, "0 5.7"), (sowing.path[-1], "none")):
        if dashes == "none" or sowing.origin != sowing.path[-1]:
            inside = plan.cells[cell].inset(4)
            picture.rect(
                inside,
                _half(inside),
                stroke_width=2.0,
                stroke_linecap="round",
                stroke_dasharray=dashes,
                **soft,
            )


def _draw_ring(picture: Svg, cell: Rect, look: BoardLook, is_first: bool) -> None:
    """Mark *cell* as the one to play from."""
    ring = cell.inset(-1)
    width = 4.2 if is_first else 2.6
    for colour, extra in ((look.palette.rim, 3.0), (look.palette.accent, 0.0)):
        picture.rect(ring, _half(ring), fill="none", stroke=colour, stroke_width=width + extra)
