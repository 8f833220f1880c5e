"""Where the nodes of a search tree stand: a row for each level, open along the way to one node.

Only children of open nodes have a place, so that the work does not grow with the tree.  A row has
its cells in one of three sizes, the largest that there is room for.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from enum import Enum, IntEnum

from kalahloa.controllers.features.trees.search_state import TreeRun
from kalahloa.controllers.features.trees.search_words import (
    has_windows,
    short_words,
    signed_words,
    window_words,
)
from kalahloa.models.game.position import Position
from kalahloa.models.search.lecture.scale import is_decisive
from kalahloa.models.search.search_tree import NodeKind, TreeNode
from kalahloa.models.search.tree_lines import (
    best_child,
    bound_for,
    last_window_for,
    left_out,
    value_for,
    window_at,
    window_for,
)

LABELS = 74
"""The room of the levels' names at the left, in pixels."""
MARGIN = 14
MAX_CELLS = 400
"""With so many cells, branches have to be folded before others can be unfolded."""
NO_NODE = -1


class Size(IntEnum):
    """How large the cells of a row are."""

    SLIP = 0
    """A bar."""
    CHIP = 1
    """A box with the move in it."""
    BOARD = 2
    """A small board."""


class CellState(Enum):
    """What has become of a node by the step that is shown."""

    LEFT = "left"
    """It has its value."""
    OPEN = "open"
    """It is being searched."""
    UNSEEN = "unseen"
    """The search has not come to it yet."""
    CUT = "cut"
    """It was cut off, or not kept: there is no such node."""


@dataclass(slots=True)
class TreeCell:
    """One node in its place, or a move without a node, whose `node` is `NO_NODE`.

    Nobody changes it once it has its place.

    `x` is its left edge.  `value` and `window` are what is written below it; `is_proven` tells that
    the winner is certain, `is_bound` that the value is only a limit.  `is_max` tells whether MAX is
    to move there.  `is_on_way` is whether it is on the way to the node that is looked at, `is_best`
    whether its parent's value comes from it.  `height` is its value from -1, the worst for MAX, to
    1, None without one.
    """

    node: int
    parent: int
    move: int | None
    text: str
    state: CellState
    x: float = 0.0
    width: float = 0.0
    value: str = ""
    window: str = ""
    note: str = ""
    is_proven: bool = False
    is_bound: bool = False
    is_max: bool = True
    is_on_way: bool = False
    is_shown: bool = False
    is_best: bool = False
    is_again: bool = False
    is_from_table: bool = False
    has_more: bool = False
    height: float | None = None

    @property
    def middle(self) -> float:
        """The middle of its width."""
        return self.x + self.width / 2


@dataclass(frozen=True, slots=True)
class CellGroup:
    """The cells below one node, whose middle is at `above`; `cut` is said of those cut off."""

    parent: int
    above: float
    cells: tuple[TreeCell, ...]
    cut: str = ""


@dataclass(frozen=True, slots=True)
class TreeLevel:
    """A level of the tree: its names, its size, and where it is."""

    ply: int
    size: Size
    top: float
    box: float
    role: str
    mover: str
    groups: tuple[CellGroup, ...]

    @property
    def height(self) -> float:
        """The height with what is written below the boxes, and the room for lines above."""
        return _row_height(self.size, self.box)

    @property
    def cells(self) -> tuple[TreeCell, ...]:
        """All cells, from left to right."""
        return tuple(cell for group in self.groups for cell in group.cells)


@dataclass(frozen=True, slots=True)
class TreePlan:
    """All rows, and the size of the whole in pixels."""

    rows: tuple[TreeLevel, ...] = ()
    width: float = 0.0
    height: float = 0.0
    is_full: bool = False
    """Whether some branches are not open, because there would be too many cells."""

    def cell_at(self, x: float, y: float) -> tuple[TreeLevel, TreeCell] | None:
        """Return the row and the cell at a point, None if there is none."""
        for row in self.rows:
            if row.top <= y < row.top + row.box + _BELOW[row.size]:
                return next(((row, c) for c in row.cells if c.x <= x < c.x + c.width), None)
        return None

    def find(self, node: int) -> tuple[TreeLevel, TreeCell] | None:
        """Return the row and the cell of *node*, None if it is not among them."""
        return next(
            ((row, cell) for row in self.rows for cell in row.cells if cell.node == node), None
        )


_BELOW = {Size.SLIP: 34.0, Size.CHIP: 34.0, Size.BOARD: 50.0}
"""The room below a box for what is written there, in pixels."""
_GAP_BELOW = {Size.SLIP: 40.0, Size.CHIP: 40.0, Size.BOARD: 46.0}
"""The room for lines to the next row, in pixels."""
_SLIP, _CHIP, _WAY = 9.0, 44.0, 56.0
"""The least widths of a bar, of a box, and of a box on the way among bars, in pixels."""
_CHIP_BOX = 30.0
_SLIP_BOX = 34.0
_WIDEST_SLIP = 26.0
_BETWEEN = 18.0
"""The room between the children of two nodes, in pixels."""
_SPACE = {Size.SLIP: 2.0, Size.CHIP: 4.0, Size.BOARD: 9.0}
"""The least room between two cells, in pixels."""
MIN_BOARD_SCALE = 0.68
"""Small boards are made smaller to this share of their size, where many have to fit."""
_MIN_BOARD = 52.0


def _row_height(size: Size, box: float) -> float:
    return box + _BELOW[size] + _GAP_BELOW[size]


@dataclass
class View:
    """How a run is looked at.

    `board` is the usual size of a small board in pixels, `room` the width that the rows may take.
    `kept_open` are nodes that are open besides the way to `shown`; `is_folded` hides the children
    of `shown`.  `largest` is the largest size of cells.
    """

    run: TreeRun
    shown: int = 0
    step: int | None = None
    max_side: int | None = 0
    kept_open: Collection[int] = ()
    is_folded: bool = False
    room: float = 800.0
    board: tuple[float, float] = (64.0, 64.0)
    largest: Size = Size.BOARD
    positions: dict[int, Position] = field(default_factory=dict)
    """Positions of nodes that were computed before; more are added."""


def plan(view: View) -> TreePlan:
    """Return where everything stands that *view* shows."""
    tree = view.run.tree
    way = {node.index for node in tree.node(view.shown).path()}
    opened = _opened(view, way)
    root = _cell(view, tree.root, way, None)
    rows: list[TreeLevel] = []
    top = float(MARGIN)
    width = max(view.room, _width_for(view, Size.SLIP, 1))
    groups: list[tuple[int, str, list[TreeCell]]] = [(NO_NODE, "", [root])]
    above: dict[int, float] = {}
    count, is_full = 1, False
    while groups:
        row, middles = _row(view, groups, len(rows), top, width, above)
        rows.append(row)
        top += row.height
        above = middles
        below = []
        for cell in row.cells:
            if cell.node in opened:
                found = _children(view, tree.node(cell.node), way)
                is_full = is_full or count + len(found[1]) > MAX_CELLS
                if found[1] and (count + len(found[1]) <= MAX_CELLS or cell.is_on_way):
                    count += len(found[1])
                    below.append((cell.node, *found))
        groups = below
    right = max((cell.x + cell.width for row in rows for cell in row.cells), default=0.0)
    whole = max(LABELS + MARGIN + width, right) + MARGIN
    return TreePlan(tuple(rows), whole, top, is_full)


def _opened(view: View, way: set[int]) -> set[int]:
    """Return the nodes whose children are shown."""
    opened = way | set(view.kept_open)
    if view.is_folded:
        opened.discard(view.shown)
    return opened


# -- cells -----------------------------------------------------------------------------------------


def _position(view: View, node: TreeNode) -> Position:
    position = view.positions.get(node.index)
    if position is None:
        position = view.run.position_at(node.index)
        view.positions[node.index] = position
    return position


def _state(view: View, node: TreeNode) -> CellState:
    step, tree = view.step, node.tree
    if step is None or tree.left_at(node.index) <= step:
        return CellState.LEFT
    return CellState.OPEN if tree.entered_at(node.index) <= step else CellState.UNSEEN


def _cell(view: View, node: TreeNode, way: Collection[int], best: TreeNode | None) -> TreeCell:
    """Return the cell of *node*, without a place."""
    state = _state(view, node)
    is_on_way = node.index in way
    window = ""
    height, is_proven = None, False
    if state is CellState.LEFT:
        number = value_for(node, view.run.max_side)
        is_proven = view.run.is_proven or _is_proven(node, number, view.run.max_side)
        height = max(-1.0, min(1.0, number / _TALLEST))
    if is_on_way and has_windows(view.run.searcher):
        if state is CellState.OPEN and view.step is not None:
            window = window_words(window_at(node, view.step, view.max_side))
        elif state is CellState.LEFT:
            entered = window_words(window_for(node, view.max_side))
            window = window_words(last_window_for(node, view.max_side))
            window = entered if entered == window else f"{entered} → {_last(node, view.max_side)}"
    return TreeCell(
        node.index,
        NO_NODE if node.parent is None else node.parent.index,
        node.move,
        node.text,
        state,
        window=window,
        is_proven=is_proven,
        is_max=node.side == view.run.max_side,
        is_on_way=is_on_way,
        is_shown=node.index == view.shown,
        is_best=best is not None and best.index == node.index and state is CellState.LEFT,
        is_from_table=node.kind is NodeKind.TABLE and state is CellState.LEFT,
        has_more=node.count() > 1 and state is not CellState.UNSEEN,
        height=height,
    )


def _is_proven(node: TreeNode, value: float, max_side: int) -> bool:
    """Return whether the winner, or the end, of *node* is certain; *value* is that for MAX.

    That it is at most a win says nothing about the winner.
    """
    if not is_decisive(value):
        return node.kind is NodeKind.FINISHED
    sign = bound_for(node, max_side)
    return not sign or (sign == "≥") is (value > 0)


_TALLEST = 20.0
"""The estimate at which the mark of a slip is as high as it goes."""


def _last(node: TreeNode, max_side: int | None) -> str:
    """Return the end of the window that has changed: ``α +1`` or ``β +1``."""
    (alpha, beta), (last_alpha, last_beta) = (
        window_for(node, max_side),
        last_window_for(node, max_side),
    )
    if last_alpha != alpha:
        return f"α {short_words(last_alpha)}"
    return f"β {short_words(last_beta)}" if last_beta != beta else ""


def _children(view: View, node: TreeNode, way: Collection[int]) -> tuple[str, list[TreeCell]]:
    """Return what is said of the moves of *node* that are cut off, and the cells below it."""
    children = node.children
    best = best_child(node) if _state(view, node) is CellState.LEFT else None
    cells = []
    before: int | None = None
    for child in children:
        cell = _cell(view, child, way, best)
        if child.move == before:
            cell.is_again = True
        before = child.move
        cells.append(cell)
    if not node.pruned and not node.unrecorded:
        return "", cells
    position = _position(view, node)
    is_left = _state(view, node) is CellState.LEFT
    for move in left_out(node, position):
        state = CellState.CUT if is_left else CellState.UNSEEN
        text = position.format_move(move)
        cells.append(TreeCell(NO_NODE, node.index, move, text, state))
    return _cut_words(view, node) if is_left else "", cells


def _cut_words(view: View, node: TreeNode) -> str:
    """Return the condition of the cut at *node*: ``β +1 ≤ α +2``, empty without one."""
    if not node.pruned:
        return ""
    alpha, beta = last_window_for(node, view.max_side)
    return f"β {short_words(beta)} ≤ α {short_words(alpha)}"


# -- places ----------------------------------------------------------------------------------------


def _width_for(view: View, size: Size, count: int) -> float:
    """Return the width of *count* cells of *size*, the least that they need."""
    least = max(_MIN_BOARD, MIN_BOARD_SCALE * view.board[0])
    wide = {Size.SLIP: _SLIP, Size.CHIP: _CHIP, Size.BOARD: least}[size]
    return count * wide + (count - 1) * _SPACE[size]


def _row(
    view: View,
    groups: list[tuple[int, str, list[TreeCell]]],
    ply: int,
    top: float,
    width: float,
    above: dict[int, float],
) -> tuple[TreeLevel, dict[int, float]]:
    """Return the row of *groups*, and the middles of its nodes."""
    count = sum(len(cells) for _, _, cells in groups)
    spare = width - _BETWEEN * (len(groups) - 1)
    size = next(
        (
            one
            for one in (Size.BOARD, Size.CHIP)
            if one <= view.largest and _width_for(view, one, count) <= spare
        ),
        Size.SLIP,
    )
    space = _SPACE[size]
    box = {Size.SLIP: _SLIP_BOX, Size.CHIP: _CHIP_BOX, Size.BOARD: view.board[1]}[size]
    if size is Size.SLIP:
        wide = {True: _WAY, False: _slip_width(groups, count, spare)}
    else:
        one = _CHIP
        if size is Size.BOARD:
            one = min(view.board[0], (spare - (count - 1) * space) / count)
            box *= one / view.board[0]
        space = min(space + 26.0, max(space, (spare - count * one) / max(1, count)))
        wide = {True: one, False: one}
    lefts = _lefts(groups, wide, space, width, above)
    placed, middles = [], {}
    for (parent, cut, cells), left in zip(groups, lefts, strict=True):
        x = left
        row = []
        for cell in cells:
            here = wide[cell.is_on_way]
            cell.x, cell.width = x, here
            if cell.state is CellState.LEFT and (size is not Size.SLIP or cell.is_on_way):
                cell.value = signed_words(view.run.tree.node(cell.node), view.max_side)
                cell.is_bound = cell.value.startswith(("≥", "≤"))
            row.append(cell)
            middles[cell.node] = x + here / 2
            x += here + space
        placed.append(CellGroup(parent, above.get(parent, 0.0), tuple(row), cut))
    role, mover = _names(view, [cell for _, _, cells in groups for cell in cells], ply)
    middles.pop(NO_NODE, None)
    return TreeLevel(ply, size, top, box, role, mover, tuple(placed)), middles


def _slip_width(groups: list[tuple[int, str, list[TreeCell]]], count: int, spare: float) -> float:
    wide = sum(cell.is_on_way for _, _, cells in groups for cell in cells)
    slips = max(1, count - wide)
    room = (spare - wide * _WAY) / slips - _SPACE[Size.SLIP]
    return max(_SLIP - _SPACE[Size.SLIP], min(_WIDEST_SLIP, room))


def _lefts(
    groups: list[tuple[int, str, list[TreeCell]]],
    wide: dict[bool, float],
    space: float,
    width: float,
    above: dict[int, float],
) -> list[float]:
    """Return where each group begins: below its node, as far as the others leave room for it."""
    sizes = [
        sum(wide[cell.is_on_way] for cell in cells) + space * (len(cells) - 1)
        for _, _, cells in groups
    ]
    left_end = float(LABELS + MARGIN)
    lefts = []
    end = left_end
    for (parent, _, _), size in zip(groups, sizes, strict=True):
        middle = above.get(parent, left_end + width / 2)
        end = max(end, middle - size / 2)
        lefts.append(end)
        end += size + _BETWEEN
    # What hangs over at the right goes back, as far as there is room.
    limit = left_end + width
    for number in range(len(groups) - 1, -1, -1):
        lefts[number] = min(lefts[number], limit - sizes[number])
        limit = lefts[number] - _BETWEEN
    shift = max(0.0, left_end - lefts[0])
    return [left + shift for left in lefts]


def _names(view: View, cells: list[TreeCell], ply: int) -> tuple[str, str]:
    """Return ``MAX`` or ``MIN`` and who moves, of a row whose nodes need not agree."""
    run = view.run
    sides = {run.max_side if cell.is_max else 1 - run.max_side for cell in cells if cell.node >= 0}
    if not sides:
        return "", ""
    names = [run.game.sides[side] for side in sorted(sides)]
    roles = [] if view.max_side is None else sorted({_role(run, side) for side in sides})
    return " / ".join(roles), " / ".join(names)


def _role(run: TreeRun, side: int) -> str:
    return "MAX" if side == run.max_side else "MIN"
