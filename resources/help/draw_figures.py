"""Draws the figures of the help pages: run it by hand after a change, ``python draw_figures.py``.

Plain Python, no Qt.  What the figures claim stands in the tables `LOA_FIGURES`, `KALAH_FIGURES`
and `CELL_FIGURES`; the tests play these claims through with the rules themselves and compare the
files with what this script draws.  The files keep to SVG Tiny 1.2, which Qt draws in full.  Each
board brings its own background, so that it can stand on a light page and on a dark one.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ACCENT = "#C4622D"
FOLDER = Path(__file__).resolve().parent / "figures"
FONT = 'font-family="Inter, Segoe UI, Helvetica, DejaVu Sans, sans-serif"'
FILES = "abcdefgh"
MINUS = "\N{MINUS SIGN}"
STONES = ("#b5533b", "#e7dcc6", "#6d9458", "#4f7f95", "#d9b449", "#8c5f8e")

GRADIENTS = (
    ("wood", "linear", (("0", "#b98a5a"), ("1", "#a87747"))),
    ("pit", "radial", (("0", "#7e5734"), ("0.55", "#85603a"), ("1", "#94693f"))),
    ("black", "radial", (("0", "#4a4a54"), ("1", "#26262d"))),
    ("white", "radial", (("0", "#faf6ee"), ("1", "#dcd4c6"))),
)


@dataclass(frozen=True)
class LoaFigure:
    """A board of Lines of Action: a position, and what is shown on it.

    `moves` are legal moves of the chosen piece, each drawn with the number of pieces on its line;
    `blocked` are moves of the right length that a piece stands in the way of; `groups` joins
    neighbouring pieces of one colour (`b` or `w`); `last` is the move that led here.
    """

    position: str
    moves: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    last: str = ""
    groups: str = ""


LOA_FIGURES = {
    "loa-start": LoaFigure("1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b"),
    "loa-scrambled": LoaFigure("1wbwbwb1/b6w/w6b/b6w/w6b/b6w/w6b/1bwbwbw1 b"),
    "loa-distance": LoaFigure(
        "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b", moves=("b1-b3", "b1-d3", "b1-h1")
    ),
    "loa-jump": LoaFigure(
        "3b4/8/3w4/8/w2b1b2/8/8/8 b", moves=("d4-g4", "d4xa4"), blocked=("d4-d7",)
    ),
    "loa-win-before": LoaFigure("8/8/w4w2/2bb2w1/3b4/4b3/1w5b/8 b", moves=("h2-f2",)),
    "loa-win-after": LoaFigure("8/8/w4w2/2bb2w1/3b4/4b3/1w3b2/8 w", last="h2-f2", groups="b"),
    "loa-trap-before": LoaFigure("3b4/2b2w2/5w2/4b1w1/8/8/1w4b1/8 b", moves=("e5xb2",)),
    "loa-trap-after": LoaFigure("3b4/2b2w2/5w2/6w1/8/8/1b4b1/8 w", last="e5xb2", groups="w"),
}


@dataclass(frozen=True)
class KalahFigure:
    """A board of Kalah: a position, and what is shown on it.

    `move` is South's move whose path is drawn, `takes` the pit that it empties; `after` is the
    position and the move that led here, whose last cell is marked; `mirrored` puts South's kalah
    on the right; `numbers` shows the lecture's cell numbers in place of stones.
    """

    position: str
    move: int = 0
    takes: str = ""
    after: tuple[str, int] | None = None
    mirrored: bool = False
    numbers: bool = False


_START = "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S"

KALAH_FIGURES = {
    "kalah-start": KalahFigure(_START),
    "kalah-mirrored": KalahFigure(_START, mirrored=True),
    "kalah-numbers": KalahFigure(_START, numbers=True),
    "kalah-sow-before": KalahFigure(_START, move=5),
    "kalah-sow-after": KalahFigure("<6,1,0,4,4,4,4,0,5,5,5,4,4,4,4> N", after=(_START, 5)),
    "kalah-extra-before": KalahFigure(_START, move=3),
    "kalah-extra-after": KalahFigure("<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4> S", after=(_START, 3)),
    "kalah-capture-before": KalahFigure("<6,1,1,5,4,4,4,4,0,5,5,0,5,5,5> S", move=2, takes="N1"),
    "kalah-capture-after": KalahFigure(
        "<6,7,1,5,0,5,5,5,0,0,5,0,5,5,5> N", after=("<6,1,1,5,4,4,4,4,0,5,5,0,5,5,5> S", 2)
    ),
    "kalah-end-before": KalahFigure("<6,22,18,0,0,0,0,0,1,0,2,0,1,3,1> S", move=6),
    "kalah-end-after": KalahFigure(
        "<6,23,25,0,0,0,0,0,0,0,0,0,0,0,0> S", after=("<6,22,18,0,0,0,0,0,1,0,2,0,1,3,1> S", 6)
    ),
}


@dataclass(frozen=True)
class CellFigure:
    """A board of tic-tac-toe; `line` holds the cells (1 to 9) of the row of three, if any."""

    position: str
    line: tuple[int, ...] = ()


CELL_FIGURES = {
    "tictactoe-cells": CellFigure(".../.../... X"),
    "tictactoe-win": CellFigure("X.O/OX./..X O", line=(1, 5, 9)),
}

TREE_LEAVES = ((3, 5, 4), (2, 7, 6), (8, 1, 9))
"""The values under the three answers of the example tree of the page on searching."""


# -- drawing in general ----------------------------------------------------------------------------


def document(width: float, height: float, shown: int, shapes: list[str]) -> str:
    """Return an SVG file of *shapes*, with the gradients that all figures share.

    *shapes* lie in a field of *width* by *height*; the file asks to be shown *shown* pixels wide.
    The pages use that very size, because Qt would scale a picture of another size without care.
    """
    defs = []
    for name, kind, stops in GRADIENTS:
        where = 'x1="0" y1="0" x2="0" y2="1"' if kind == "linear" else 'cx="0.42" cy="0.38" r="0.7"'
        if name == "pit":
            where = 'cx="0.5" cy="0.5" r="0.5"'
        inner = "".join(f'<stop offset="{at}" stop-color="{colour}"/>' for at, colour in stops)
        defs.append(f'<{kind}Gradient id="{name}" {where}>{inner}</{kind}Gradient>')
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny" '
            f'width="{shown}" height="{round(shown * height / width)}" '
            f'viewBox="0 0 {width:g} {height:g}">',
            "<defs>" + "".join(defs) + "</defs>",
            *shapes,
            "</svg>\n",
        ]
    )


def label(x: float, y: float, text: object, size: float, fill: str, weight: str = "bold") -> str:
    """Return *text* centred on the point (*x*, *y*)."""
    return (
        f'<text x="{x:g}" y="{y + 0.36 * size:g}" {FONT} font-size="{size:g}" '
        f'font-weight="{weight}" text-anchor="middle" fill="{fill}">{text}</text>'
    )


def circle(x: float, y: float, r: float, fill: str, extra: str = "") -> str:
    """Return a circle round the point (*x*, *y*)."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}" {extra}/>'


def box(
    x: float, y: float, width: float, height: float, r: float, fill: str, more: str = ""
) -> str:
    """Return a rectangle with corners of radius *r*."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{r:g}" ry="{r:g}" '
        f'fill="{fill}" {more}/>'
    )


def segment(a: tuple[float, float], b: tuple[float, float], stroke: str, width: float) -> str:
    """Return a straight line with round ends."""
    return (
        f'<line x1="{a[0]:g}" y1="{a[1]:g}" x2="{b[0]:g}" y2="{b[1]:g}" stroke="{stroke}" '
        f'stroke-width="{width:g}" stroke-linecap="round"/>'
    )


def dots(a: tuple[float, float], b: tuple[float, float], gap: float = 10) -> Iterator[str]:
    """Draw a dotted line from *a* to *b* in the accent colour."""
    count = max(1, round(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 / gap))
    for step in range(count + 1):
        share = step / count
        yield circle(a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]), 2.3, ACCENT)


# -- Lines of Action -------------------------------------------------------------------------------

SQUARE, EDGE, MARGIN = 44, 26, 8
LOA_SIZE = 8 * SQUARE + EDGE + MARGIN


def loa_pieces(position: str) -> dict[str, str]:
    """Return the colour (`b` or `w`) on each occupied square of *position*, by name."""
    pieces = {}
    for rank, row in zip(range(8, 0, -1), position.split()[0].split("/"), strict=True):
        file = 0
        for sign in row:
            if sign.isdigit():
                file += int(sign)
            else:
                pieces[f"{FILES[file]}{rank}"] = sign
                file += 1
    return pieces


def line_count(pieces: dict[str, str], move: str) -> int:
    """Return how many pieces stand on the line along which *move* goes."""
    (x, y), (u, v) = ((FILES.index(name[0]), int(name[1])) for name in (move[:2], move[3:]))
    right, up = (u > x) - (u < x), (v > y) - (v < y)
    line = ((x + step * right, y + step * up) for step in range(-7, 8))
    return sum(0 <= i < 8 and f"{FILES[i]}{j}" in pieces for i, j in line)


def middle(name: str) -> tuple[float, float]:
    """Return the centre of the square called *name*."""
    return EDGE + (FILES.index(name[0]) + 0.5) * SQUARE, MARGIN + (8.5 - int(name[1])) * SQUARE


def loa_piece(name: str, colour: str) -> Iterator[str]:
    """Draw a piece with its shadow."""
    x, y = middle(name)
    yield circle(x, y + 1.6, 16.6, "#000000", 'fill-opacity="0.22"')
    ring = "#55555f" if colour == "b" else "#c4baa8"
    yield circle(x, y, 16.3, "url(#black)" if colour == "b" else "url(#white)")
    yield circle(x, y, 11.5, "none", f'stroke="{ring}" stroke-width="1.1"')


def neighbours(pieces: dict[str, str], colour: str) -> Iterator[tuple[str, str]]:
    """Yield each pair of neighbouring pieces of one *colour* once."""
    own = sorted(name for name, sign in pieces.items() if sign == colour)
    for index, a in enumerate(own):
        for b in own[index + 1 :]:
            if max(abs(ord(a[0]) - ord(b[0])), abs(ord(a[1]) - ord(b[1]))) == 1:
                yield a, b


def draw_loa(figure: LoaFigure, shown: int = 290) -> str:
    """Return the drawing of *figure*, to be shown *shown* pixels wide."""
    pieces = loa_pieces(figure.position)
    field = box(EDGE, MARGIN, 8 * SQUARE, 8 * SQUARE, 0, "#efe6d6")
    shapes = [box(0, 0, LOA_SIZE, LOA_SIZE, 9, "#7a5a3d"), field]
    for file in range(8):
        name = FILES[file]
        shapes.append(label(middle(f"{name}1")[0], LOA_SIZE - EDGE / 2, name, 13, "#e8d9c2", "500"))
        y = middle(f"a{file + 1}")[1]
        shapes.append(label(EDGE / 2, y, file + 1, 13, "#e8d9c2", "500"))
        for rank in range(1, 9):
            marked = f"{name}{rank}" in (figure.last[:2], figure.last[3:])
            if marked or (file + rank) % 2:
                x, y = middle(f"{name}{rank}")
                fill = "#e6bfa2" if marked else "#e2d3ba"
                shapes.append(box(x - SQUARE / 2, y - SQUARE / 2, SQUARE, SQUARE, 0, fill))
    for name, colour in pieces.items():
        shapes.extend(loa_piece(name, colour))
    for a, b in neighbours(pieces, figure.groups):
        shapes.append(segment(middle(a), middle(b), ACCENT, 5))
    for move in figure.moves:
        shapes.extend(dots(middle(move[:2]), middle(move[3:])))
    for move in figure.moves:
        x, y = middle(move[3:])
        if move[2] == "x":
            shapes.append(circle(x, y, 18.5, "none", f'stroke="{ACCENT}" stroke-width="3"'))
        shapes.append(circle(x, y, 11.5, ACCENT))
        shapes.append(label(x, y, line_count(pieces, move), 14, "#ffffff"))
    for move in figure.blocked:
        (x, y), arm = middle(move[3:]), 7.5
        shapes.extend(dots(middle(move[:2]), (x, y)))
        shapes.append(circle(x, y, 13, "#efe6d6"))
        for tilt in (-arm, arm):
            shapes.append(segment((x - arm, y - tilt), (x + arm, y + tilt), "#5a4a3a", 3.4))
    chosen = {move[:2] for move in (*figure.moves, *figure.blocked)}
    for name in sorted(chosen):
        x, y = middle(name)
        frame = f'stroke="{ACCENT}" stroke-width="3"'
        shapes.append(box(x - 20.5, y - 20.5, 41, 41, 4, "none", frame))
        shapes.extend(loa_piece(name, pieces[name]))
    return document(LOA_SIZE, LOA_SIZE, shown, shapes)


# -- Kalah -----------------------------------------------------------------------------------------

WIDTH, HEIGHT, RADIUS = 760, 372, 44
ROWS = {"S": 254, "N": 118}


def kalah_cells(position: str) -> dict[str, int]:
    """Return the stones of each cell of *position*, by name: S1 ... S6, SK, N1 ... N6, NK."""
    numbers = [int(number) for number in position[1 : position.index(">")].split(",")]
    pits = numbers[0]
    cells = {"SK": numbers[1], "NK": numbers[2]}
    for side, first in (("S", 3), ("N", 3 + pits)):
        cells.update({f"{side}{pit + 1}": numbers[first + pit] for pit in range(pits)})
    return cells


def sowing_path(position: str, move: int) -> list[str]:
    """Return the cells into which South's *move* drops its stones, in order."""
    stones = kalah_cells(position)[f"S{move}"]
    ring = [*(f"S{pit}" for pit in range(1, 7)), "SK", *(f"N{pit}" for pit in range(1, 7))]
    return [ring[(move + step) % len(ring)] for step in range(stones)]


def kalah_centre(cell: str, mirrored: bool) -> tuple[float, float]:
    """Return the centre of *cell*; South's sowing runs to the left unless *mirrored*."""
    if cell[1] == "K":
        return (64 if (cell[0] == "S") != mirrored else WIDTH - 64), (ROWS["S"] + ROWS["N"]) / 2
    place = int(cell[1]) - 1
    leftwards = (cell[0] == "S") != mirrored
    return 158 + 88.8 * (5 - place if leftwards else place), ROWS[cell[0]]


def draw_cell(cell: str, mirrored: bool, reach: float, fill: str, extra: str = "") -> str:
    """Return the outline of *cell*, larger than the cell itself by *reach* on each side."""
    x, y = kalah_centre(cell, mirrored)
    if cell[1] != "K":
        return circle(x, y, RADIUS + reach, fill, extra)
    half, tall = 36 + reach, 112 + reach
    return box(x - half, y - tall, 2 * half, 2 * tall, half, fill, extra)


def stone_places(cell: str, count: int, mirrored: bool) -> list[tuple[float, float]]:
    """Return where *count* stones lie in *cell*: scattered, but the same in every run."""
    dice = random.Random(f"{cell} {count}")
    x, y = kalah_centre(cell, mirrored)
    places: list[tuple[float, float]] = []
    apart = 17.0
    while len(places) < count:
        if cell[1] == "K":
            place = x + dice.uniform(-22, 22), y + dice.uniform(-88, 88)
        else:
            place = x + dice.uniform(-28, 28), y + dice.uniform(-28, 28)
            if (place[0] - x) ** 2 + (place[1] - y) ** 2 > 27**2:
                continue
        if all((place[0] - u) ** 2 + (place[1] - v) ** 2 > apart**2 for u, v in places):
            places.append(place)
        apart *= 0.997
    return places


def draw_stones(cell: str, count: int, mirrored: bool) -> Iterator[str]:
    """Draw the stones of *cell*."""
    dice = random.Random(f"colours {cell}")
    for x, y in stone_places(cell, count, mirrored):
        yield circle(round(x, 1), round(y + 1.2, 1), 9.2, "#000000", 'fill-opacity="0.25"')
        yield circle(round(x, 1), round(y, 1), 9, dice.choice(STONES))
        yield circle(round(x - 2.8, 1), round(y - 3, 1), 2.2, "#ffffff", 'fill-opacity="0.55"')


LECTURE_NUMBERS = {
    "SK": 0,
    "NK": 7,
    **{f"S{move}": 7 - move for move in range(1, 7)},
    **{f"N{move}": 14 - move for move in range(1, 7)},
}


def draw_kalah(figure: KalahFigure, shown: int = 500) -> str:
    """Return the drawing of *figure*, to be shown *shown* pixels wide."""
    mirrored = figure.mirrored
    cells = kalah_cells(figure.position)
    shapes = [
        box(0, 0, WIDTH, HEIGHT, 46, "url(#wood)"),
        box(6, 6, WIDTH - 12, HEIGHT - 12, 40, "none", 'stroke="#d0a777" stroke-width="1.2"'),
    ]
    for cell in cells:
        shapes.append(draw_cell(cell, mirrored, 0, "url(#pit)"))
    for cell, count in cells.items():
        x, y = kalah_centre(cell, mirrored)
        below = cell[0] == "S"
        if figure.numbers:
            shapes.append(label(x, y, LECTURE_NUMBERS[cell], 24, "#ffffff"))
        else:
            shapes.extend(draw_stones(cell, count, mirrored))
        if cell[1] == "K":
            if not figure.numbers:
                shapes.append(label(x, 52, count, 21, "#ffffff"))
            name = "South" if below else "North"
            shapes.append(label(x, HEIGHT - 50, name, 17, "#f6e8d2", "500"))
            continue
        if not figure.numbers:
            shapes.append(label(x, y + (61 if below else -61), count, 19, "#ffffff"))
        edge = HEIGHT - 27 if below else 27
        shapes.append(label(x, edge, cell[1], 16, "#f6e8d2", "500"))
    if figure.move:
        shapes.extend(draw_path(figure))
    if figure.after:
        shapes.extend(draw_ring(sowing_path(*figure.after)[-1], mirrored))
    if not (figure.move or figure.after):
        shapes.extend(draw_direction(mirrored))
    return document(WIDTH, HEIGHT, shown, shapes)


def draw_ring(cell: str, mirrored: bool) -> Iterator[str]:
    """Draw a ring in the accent colour round *cell*, on a pale one that lifts it off the wood."""
    for stroke, width in (("#ffe9cf", 7.5), (ACCENT, 4.5)):
        yield draw_cell(cell, mirrored, 2, "none", f'stroke="{stroke}" stroke-width="{width}"')


def draw_path(figure: KalahFigure) -> Iterator[str]:
    """Draw where the stones of the figure's move go: pale cells, and a ring round the last."""
    path = sowing_path(figure.position, figure.move)
    dashed = 'stroke="#ffe9cf" stroke-width="2.4" stroke-dasharray="6 6"'
    for cell in path[:-1]:
        yield draw_cell(cell, figure.mirrored, 2, "none", dashed)
    yield from draw_ring(f"S{figure.move}", figure.mirrored)
    yield from draw_ring(path[-1], figure.mirrored)
    badges = [(cell, "+1", ACCENT) for cell in path]
    if figure.takes:
        stones = kalah_cells(figure.position)[figure.takes] + path.count(figure.takes)
        badges.append((figure.takes, f"{MINUS}{stones}", "#33333a"))
    for cell, text, fill in badges:
        x, y = kalah_centre(cell, figure.mirrored)
        if cell[1] == "K":
            y -= 88
        else:
            x, y = x + 32, y + (-32 if cell[0] == "S" else 32)
        yield circle(x, y, 13, fill, 'stroke="#ffe9cf" stroke-width="1.5"')
        yield label(x, y, text, 13.5, "#ffffff")


def draw_direction(mirrored: bool) -> Iterator[str]:
    """Draw the two arrows between the rows that show which way stones are sown."""
    y = (ROWS["S"] + ROWS["N"]) / 2
    left, right = WIDTH / 2 - 214, WIDTH / 2 + 214
    for height, leftwards in ((y + 11, not mirrored), (y - 11, mirrored)):
        tip, tail, back = (left, right, 9) if leftwards else (right, left, -9)
        yield segment((tail, height), (tip, height), "#f0dcc0", 2.2)
        yield segment((tip, height), (tip + back, height - 5), "#f0dcc0", 2.2)
        yield segment((tip, height), (tip + back, height + 5), "#f0dcc0", 2.2)


# -- tic-tac-toe -----------------------------------------------------------------------------------


def draw_cells(figure: CellFigure) -> str:
    """Return the drawing of *figure*: marks, and the cell numbers where no mark stands."""
    shapes = [box(0, 0, 236, 236, 12, "#7a5a3d")]
    signs = figure.position.split()[0].replace("/", "")

    def centre(cell: int) -> tuple[float, float]:
        return 46 + 72 * ((cell - 1) % 3), 46 + 72 * ((cell - 1) // 3)

    for cell, sign in enumerate(signs, start=1):
        x, y = centre(cell)
        fill = "#e6bfa2" if cell in figure.line else "#efe6d6"
        shapes.append(box(x - 34, y - 34, 68, 68, 5, fill))
        if sign == ".":
            shapes.append(label(x, y, cell, 20, "#8a7458", "500"))
        elif sign == "O":
            shapes.append(circle(x, y, 19, "none", 'stroke="#4f7f95" stroke-width="7"'))
        else:
            for tilt in (-17, 17):
                shapes.append(segment((x - 17, y - tilt), (x + 17, y + tilt), "#33333a", 7))
    if figure.line:
        shapes.append(segment(centre(figure.line[0]), centre(figure.line[-1]), ACCENT, 5))
    return document(236, 236, 177, shapes)


# -- the tree of the page on searching -------------------------------------------------------------


def prune(
    leaves: tuple[tuple[int, ...], ...],
) -> tuple[list[tuple[int, int]], set[tuple[int, int]]]:
    """Run alpha-beta over a tree of two plies, the first player's choice at the root.

    Returns for each answer its value and the alpha with which it was entered, and the leaves
    (answer, place) that were cut off.
    """
    alpha, answers, cut = -99, [], set()
    for index, row in enumerate(leaves):
        value, entered = 99, alpha
        for place, leaf in enumerate(row):
            if value <= alpha:
                cut.add((index, place))
            else:
                value = min(value, leaf)
        answers.append((value, entered))
        alpha = max(alpha, value)
    return answers, cut


def draw_tree() -> str:
    """Return the example tree: values, the best line, and what alpha-beta leaves out."""
    answers, cut = prune(TREE_LEAVES)
    best = max(range(3), key=lambda index: answers[index][0])
    root = (320, 46)
    shapes = [box(0, 0, 640, 262, 12, "#f6f2ea", 'stroke="#d8cdbb" stroke-width="1"')]
    nodes: list[str] = []
    for index, row in enumerate(TREE_LEAVES):
        parent = (120 + 200 * index, 130)
        colour = ACCENT if index == best else "#6b5d4d"
        shapes.append(segment(root, parent, colour, 3.4 if index == best else 1.8))
        cutoff = answers[index][0] <= answers[index][1]
        bound = "≤ " if cutoff else ""
        nodes.append(box(parent[0] - 27, 112, 54, 36, 8, "#33333a"))
        nodes.append(label(*parent, f"{bound}{answers[index][0]}", 15, "#ffffff"))
        for place, leaf in enumerate(row):
            point = (parent[0] + 58 * (place - 1), 214)
            gone = (index, place) in cut
            chosen = index == best and leaf == answers[index][0]
            fill = "#e9e2d5" if gone else ACCENT if chosen else "#ffffff"
            ink = "#8f8371" if gone else "#ffffff" if chosen else "#26262d"
            if gone:
                half = ((parent[0] + point[0]) / 2, (parent[1] + point[1]) / 2)
                shapes.append(segment(parent, point, "#cfc4b2", 1.8))
                nodes.append(
                    segment((half[0] - 7, half[1] + 3), (half[0] + 7, half[1] - 3), ACCENT, 3)
                )
            else:
                shapes.append(
                    segment(parent, point, ACCENT if chosen else "#6b5d4d", 3.4 if chosen else 1.8)
                )
            nodes.append(circle(*point, 17, fill, 'stroke="#b9ac98" stroke-width="1.2"'))
            nodes.append(label(*point, leaf, 15, ink))
    nodes.append(box(root[0] - 27, 28, 54, 36, 8, "#ffffff", 'stroke="#33333a" stroke-width="2"'))
    nodes.append(label(*root, answers[best][0], 16, "#26262d"))
    return document(640, 262, 600, shapes + nodes)


def all_figures() -> dict[str, str]:
    """Return the text of every figure by file name."""
    drawn = {f"{name}.svg": draw_loa(figure) for name, figure in LOA_FIGURES.items()}
    drawn |= {f"{name}.svg": draw_kalah(figure) for name, figure in KALAH_FIGURES.items()}
    drawn |= {f"{name}.svg": draw_cells(figure) for name, figure in CELL_FIGURES.items()}
    drawn["welcome-loa.svg"] = draw_loa(LOA_FIGURES["loa-distance"], 205)
    drawn["welcome-kalah.svg"] = draw_kalah(KALAH_FIGURES["kalah-start"], 419)
    return {**drawn, "alpha-beta.svg": draw_tree()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in all_figures().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
