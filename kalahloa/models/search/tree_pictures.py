"""A recorded search tree as a picture: DOT for Graphviz, and SVG drawn here."""

from collections.abc import Iterator
from math import isinf
from xml.sax.saxutils import escape

from kalahloa.models.search.search_tree import NodeKind, TreeNode
from kalahloa.models.search.tree_lines import signed_value, window_for
from kalahloa.models.search.tree_words import short_value

MAX_DRAWN = 2_000
"""The most nodes of a picture; those deepest in the tree are left out first."""
_WIDTH, _HEIGHT, _GAP, _LEVEL, _MARGIN, _STUB, _HEAD = 62, 34, 8, 78, 20, 30, 20
_MAX_INK, _MIN_INK, _PROVEN, _CUT = "#2f5f9e", "#a3532a", "#2e7d32", "#8a8a8a"


def drawn_depth(root: TreeNode, most: int = MAX_DRAWN) -> int:
    """Return how many plies of the tree below *root* can be drawn with at most *most* nodes."""
    counts: dict[int, int] = {}
    for node in root.walk():
        counts[node.ply - root.ply] = counts.get(node.ply - root.ply, 0) + 1
    total, depth = 0, -1
    for ply in sorted(counts):
        total += counts[ply]
        if total > most:
            break
        depth = ply
    return max(depth, 0)


def _drawn(root: TreeNode, depth: int) -> Iterator[TreeNode]:
    return (node for node in root.walk() if node.ply - root.ply <= depth)


def _window(node: TreeNode, max_side: int) -> str:
    if isinf(node.alpha) and isinf(node.beta):
        return ""
    alpha, beta = window_for(node, max_side)
    return f"{short_value(alpha)} … {short_value(beta)}"


def _caption(sides: tuple[str, str], max_side: int) -> str:
    return f"Values for {sides[max_side]} (MAX)"


def to_dot(root: TreeNode, sides: tuple[str, str], depth: int) -> str:
    """Return the tree below *root*, *depth* plies of it, in the language of Graphviz.

    Nodes at which MAX, the side to move at *root*, is to move are boxes, those of MIN ovals.  All
    values are for MAX; a caption says so with the names of the *sides*.
    """
    top = root.side
    rows = ["digraph tree {", '  node [fontname="sans-serif", fontsize=10];']
    rows.append(f'  label="{_quoted(_caption(sides, top))}"; labelloc=t; fontname="sans-serif";')
    for node in _drawn(root, depth):
        shape = "box" if node.side == top else "oval"
        label = "\\n".join(part for part in (signed_value(node, top), _window(node, top)) if part)
        look = ", style=dashed" if node.kind is NodeKind.TABLE else ""
        rows.append(f'  n{node.index} [shape={shape}, label="{_quoted(label)}"{look}];')
        parent = node.parent
        if node.index != root.index and parent is not None:
            again = ", style=dotted" if node.is_again else ""
            rows.append(
                f'  n{parent.index} -> n{node.index} [label="{_quoted(node.text)}"{again}];'
            )
        if node.pruned and node.ply - root.ply < depth:
            rows.append(f'  c{node.index} [shape=plaintext, label="✂ {node.pruned}"];')
            rows.append(f"  n{node.index} -> c{node.index} [style=dashed, arrowhead=none];")
    rows.append("}")
    return "\n".join(rows) + "\n"


def _quoted(text: str) -> str:
    return text.replace('"', '\\"')


def _columns(nodes: list[TreeNode], depth: int) -> tuple[dict[int, float], dict[int, float], float]:
    """Return the left edges of *nodes*, in preorder, and of the stubs below some, and the width."""
    places: dict[int, float] = {}
    stubs: dict[int, float] = {}
    width = 0.0
    above: list[TreeNode] = []
    deepest = nodes[0].ply + depth
    for node in (*nodes, None):
        while above and (node is None or above[-1].ply >= node.ply):
            left = above.pop()
            if left.pruned and left.ply < deepest:
                stubs[left.index] = width
                width += _STUB + _GAP
        if node is None:
            break
        above.append(node)
        if node.ply == deepest or not node.children:
            places[node.index] = width
            width += _WIDTH + _GAP
    for node in reversed(nodes):
        if node.index not in places:
            below = [places[child.index] for child in node.children]
            places[node.index] = (min(below) + max(below)) / 2
    return places, stubs, width - _GAP


def to_svg(root: TreeNode, sides: tuple[str, str], depth: int) -> str:
    """Return the tree below *root*, *depth* plies of it, as an SVG picture.

    Each row is a ply.  The boxes of MAX, the side to move at *root*, have corners, those of MIN
    round ends, those of finished games thick lines; what was cut off is a stub with the number of
    moves.  All values are for MAX; a caption says so with the names of the *sides*.
    """
    nodes = list(_drawn(root, depth))
    places, stubs, across = _columns(nodes, depth)
    width = across + 2 * _MARGIN
    caption = _caption(sides, root.side)
    width = max(width, 7 * len(caption) + 2 * _MARGIN)
    height = max(node.ply - root.ply for node in nodes) * _LEVEL + _HEIGHT + _HEAD + 2 * _MARGIN
    lines, boxes = [], []
    for node in nodes:
        x = _MARGIN + places[node.index] + _WIDTH / 2
        y = _HEAD + _MARGIN + (node.ply - root.ply) * _LEVEL
        if node.index in stubs:
            stub, end = _MARGIN + stubs[node.index] + _STUB / 2, y + _LEVEL
            lines.append(
                f'<path d="M{x:.0f} {y + _HEIGHT:.0f} L{stub:.0f} {end:.0f}" stroke="{_CUT}" '
                f'stroke-dasharray="3 3"/><text x="{stub:.0f}" y="{end + 13:.0f}" fill="{_CUT}">'
                f"✂ {node.pruned}</text>"
            )
        parent = node.parent
        if node.index != root.index and parent is not None:
            top = y - _LEVEL + _HEIGHT
            start = _MARGIN + places[parent.index] + _WIDTH / 2
            dashes = ' stroke-dasharray="2 3"' if node.is_again else ""
            middle, low = (start + 3 * x) / 4, (top + 3 * y) / 4
            wide = 7 * len(node.text) + 2
            lines.append(
                f'<path d="M{start:.0f} {top:.0f} L{x:.0f} {y:.0f}" stroke="#9a9a9a"{dashes}/>'
                f'<rect x="{middle - wide / 2:.0f}" y="{low - 11:.0f}" '
                f'width="{wide}" height="14" fill="white"/>'
                f'<text x="{middle:.0f}" y="{low:.0f}" fill="#444">'
                f"{escape(node.text)}</text>"
            )
        boxes.append(_box(node, x, y, root.side))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif" font-size="11" '
        'text-anchor="middle">\n<rect width="100%" height="100%" fill="white"/>\n'
        f'<text x="{_MARGIN}" y="{_MARGIN}" text-anchor="start" fill="#444">'
        f"{escape(caption)}</text>\n"
        '<g fill="none">' + "\n".join(lines) + "</g>\n" + "\n".join(boxes) + "\n</svg>\n"
    )


def _box(node: TreeNode, x: float, y: float, max_side: int) -> str:
    ink = _MAX_INK if node.side == max_side else _MIN_INK
    width = 1.5
    if node.kind is NodeKind.FINISHED:
        ink, width = _PROVEN, 3.0
    round_ends = 4 if node.side == max_side else _HEIGHT / 2
    dashes = ' stroke-dasharray="4 2"' if node.kind is NodeKind.TABLE else ""
    window = _window(node, max_side)
    title = f"<title>{escape(window)}</title>" if window else ""
    return (
        f'<g>{title}<rect x="{x - _WIDTH / 2:.0f}" y="{y:.0f}" width="{_WIDTH}" '
        f'height="{_HEIGHT}" rx="{round_ends:.0f}" fill="white" stroke="{ink}" '
        f'stroke-width="{width}"{dashes}/><text x="{x:.0f}" y="{y + _HEIGHT / 2 + 4:.0f}" '
        f'fill="{ink}">{escape(signed_value(node, max_side))}</text></g>'
    )
