"""The rows of a list of moves, and the lines they belong to: what `MoveTree` is made of."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from types import MappingProxyType

from kalahloa.models.game.outcome import FIRST, Outcome
from kalahloa.models.record.annotation import Mark
from kalahloa.models.record.record import Node
from kalahloa.models.text.quotation import shorten

Found = Mapping[int, Mark]
"""The marks that a review has found, by the numbers of nodes."""
NOTHING: Found = MappingProxyType({})
MAX_WORDS = 60
MAX_TEXT = 160
"""How much of a variation its accessible text tells: words and characters."""


@dataclass(frozen=True, slots=True)
class MoveWord:
    """A number, a turn (whose last ply is `node`) or a result in the text of a variation."""

    text: str
    node: Node | None


class MoveRow:
    """A row: a move with the turns of both sides, either of which may be absent; or a result.

    `starts` and `ends` are the first and last node of each side's turn, None where there is none.
    `variations` are alternatives to the row's plies, by ply, and `comments` the rows of comments on
    them.  `place` is the index in `line.rows`.
    """

    # There are thousands, and building them is what a reset costs: no list of its own in each.
    __slots__ = (
        "_first_end",
        "_first_start",
        "_second_end",
        "_second_start",
        "comments",
        "line",
        "number",
        "outcome",
        "place",
        "variations",
    )

    def __init__(self, line: "MoveLine", place: int, number: int) -> None:
        self.line = line
        self.place = place
        self.number = number
        self._first_start: Node | None = None
        self._first_end: Node | None = None
        self._second_start: Node | None = None
        self._second_end: Node | None = None
        self.variations: tuple[MoveLine, ...] = ()
        self.comments: tuple[CommentRow, ...] = ()
        self.outcome: Outcome | None = None

    @property
    def starts(self) -> tuple[Node | None, Node | None]:
        """The first node of each side's turn."""
        return self._first_start, self._second_start

    @property
    def ends(self) -> tuple[Node | None, Node | None]:
        """The last node of each side's turn."""
        return self._first_end, self._second_end

    def add(self, node: Node) -> None:
        """Add *node* to the end of its side's turn."""
        if node.side == FIRST:
            self._first_end = node
            if self._first_start is None:
                self._first_start = node
        else:
            self._second_end = node
            if self._second_start is None:
                self._second_start = node

    def fill(self, nodes: Sequence[Node]) -> None:
        """Make *nodes*, in order, its plies."""
        self._first_start = self._first_end = self._second_start = self._second_end = None
        for node in nodes:
            self.add(node)

    def takes(self, side: int) -> bool:
        """Return whether a ply of *side* after those of this row stands in it too."""
        return side != FIRST or self._second_end is None

    def end_game(self, node: Node) -> None:
        """Make this the row of the result at *node*."""
        self.add(node)
        self.outcome = node.outcome
        self._first_start = self._second_start = None

    def add_variation(self, line: "MoveLine", at: int) -> None:
        """Add the variation *line*, before variation *at*."""
        self.variations = (*self.variations[:at], line, *self.variations[at:])

    def add_comment(self, node: Node) -> None:
        """Append a row for the comment on *node*."""
        self.comments = (*self.comments, CommentRow(self.line, self, node))

    @property
    def is_move(self) -> bool:
        """Whether this is the row of a move."""
        return self.outcome is None

    @property
    def is_head(self) -> bool:
        """Whether this is the first row of a variation."""
        return self.place == 0 and self.line.parent is not None

    @property
    def child_count(self) -> int:
        """The number of rows below this one in the tree, one level down, as Qt knows it."""
        if not self.is_head:
            return len(self.comments_below) + len(self.variations)
        if not self.line.is_fetched:
            return 1
        return len(self.comments_below) + len(self.variations) + len(self.line.rows) - 1

    @property
    def has_comments_below(self) -> bool:
        """Whether comments on this row's plies are children of it, and not the rows after it."""
        return bool(self.variations) or self.is_head

    @property
    def comments_below(self) -> "tuple[CommentRow, ...]":
        """Those of the comments that are children of this row, the first ones."""
        return self.comments if self.comments and self.comments[0].is_below else ()

    def place_below(self, row: "MoveRow") -> int:
        """Return which of this row's children *row* is."""
        below = self.comments_below
        if isinstance(row, CommentRow) and row.is_below:
            return below.index(row)
        if row.is_head:
            return len(below) + self.variations.index(row.line)
        return len(below) + len(self.variations) + row.place - 1

    def turn(self, side: int) -> list[Node]:
        """Return the plies of *side*'s turn in order; empty if there is none."""
        nodes: list[Node] = []
        start, node = self.starts[side], self.ends[side]
        if start is not None:
            while node is not None and node is not start:
                nodes.append(node)
                node = node.parent
            nodes.append(start)
        return nodes[::-1]

    def nodes(self) -> list[Node]:
        """Return the plies of both turns in order."""
        return self.turn(0) + self.turn(1)

    def shared(self, side: int) -> list[Node]:
        """Return the plies of *side*'s turn that belong to the line this one branches off from."""
        nodes: list[Node] = []
        start = self.starts[side]
        if start is not None:
            node = start.parent
            while node is not None and node.parent is not None and node.side == side:
                nodes.append(node)
                node = node.parent
        return nodes[::-1]


class CommentRow(MoveRow):
    """The row of the comment on `node`, which is in the row `subject`; None for the root's.

    `place` is -1 if it is a child of `subject`.
    """

    __slots__ = ("node", "subject")

    def __init__(self, line: "MoveLine", subject: MoveRow | None, node: Node) -> None:
        super().__init__(line, -1, 0)
        self.subject = subject
        self.node = node
        self._first_end = node

    @property
    def is_move(self) -> bool:
        """Whether this is the row of a move."""
        return False

    @property
    def is_below(self) -> bool:
        """Whether this is a child of `subject`."""
        return self.place < 0

    @property
    def names_move(self) -> bool:
        """Whether the move is named: the comment is not on the last ply of its row's first turn."""
        return self.subject is not None and self.node is not next(filter(None, self.subject.ends))


class MoveLine:
    """A main line or a variation: its rows, from `start` along the first children.

    `parent` is the row below which it stands, None for the main line, and `depth` how many lines it
    is nested in.  A variation of more than one row is filled when it is first looked into: until it
    `is_built`, it has only its first ply, and until it `is_fetched`, Qt knows of only one row of
    those below its first.

    `found` are the marks that a review has found, by the numbers of nodes: one mapping for all
    lines of a record.
    """

    __slots__ = ("depth", "found", "is_built", "is_fetched", "parent", "rows", "start")

    def __init__(self, parent: MoveRow | None, start: Node | None, found: Found = NOTHING) -> None:
        self.parent = parent
        self.found: Found = found if parent is None else parent.line.found
        self.start = start
        self.depth: int = 0 if parent is None else parent.line.depth + 1
        self.rows: list[MoveRow] = []
        self.is_built = False
        self.is_fetched = False

    def nodes(self) -> Iterator[Node]:
        """Yield the line's nodes in order."""
        node = self.start
        while node is not None:
            yield node
            node = node.children[0] if node.children else None

    def heads(self) -> Iterator[MoveRow]:
        """Yield the first rows of this line and of those that it is in, the innermost first.

        A folded variation is shown as its first row.
        """
        line: MoveLine | None = self
        while line is not None:
            if line.rows:
                yield line.rows[0]
            line = None if line.parent is None else line.parent.line

    def last_move(self) -> MoveRow | None:
        """Return the last row that is not of a comment, None if there is none."""
        return next((row for row in reversed(self.rows) if not isinstance(row, CommentRow)), None)

    def insert(self, at: int, row: MoveRow) -> None:
        """Insert *row* as row *at*."""
        self.rows.insert(at, row)
        self._number_from(at)

    def remove(self, at: int) -> None:
        """Remove row *at*."""
        del self.rows[at]
        self._number_from(at)

    def _number_from(self, at: int) -> None:
        for place in range(at, len(self.rows)):
            self.rows[place].place = place

    def place_comments(self) -> None:
        """Insert the comments of all rows after them, except for those that are children."""
        rows: list[MoveRow] = []
        for row in self.rows:
            row.place = len(rows)
            rows.append(row)
            if row.comments and not row.has_comments_below:
                for comment in row.comments:
                    comment.place = len(rows)
                    rows.append(comment)
        self.rows[:] = rows

    def words(self) -> Iterator[MoveWord]:
        """Yield the variation as text: numbers, turns, and the result at its end."""
        number = self.rows[0].number
        turn: list[Node] = []
        begun = False
        for node in chain(self.nodes(), [None]):
            if turn and (node is None or node.side != turn[0].side):
                if turn[0].side == FIRST:
                    number += 1 if begun else 0
                    yield MoveWord(f"{number}.", None)
                elif not begun:
                    yield MoveWord(f"{number}…", None)
                shared = [] if begun else self.rows[0].shared(turn[0].side)
                yield MoveWord(turn_text(shared + turn, self.found), turn[-1])
                begun = True
                if turn[-1].outcome is not None:
                    yield MoveWord(turn[-1].outcome.points, None)
                turn = []
            if node is not None:
                turn.append(node)

    def text(self) -> str:
        """Return the beginning of the variation as text, ending in … if there is more."""
        return shorten(" ".join(word.text for word in islice(self.words(), MAX_WORDS)), MAX_TEXT)


def turn_text(nodes: list[Node], found: Found = NOTHING) -> str:
    """Return the notation of a turn: its plies, with their marks, by hyphens (``3-6!?-2``).

    *found* are marks that a review has found, by the numbers of nodes.
    """
    return turn_joint(nodes).join([ply_text(node, found) for node in nodes])


def turn_joint(nodes: list[Node]) -> str:
    """Return what stands between the plies of a turn."""
    return "-" if all(node.text.isalnum() for node in nodes) else " "


def ply_text(node: Node, found: Found = NOTHING) -> str:
    """Return the notation of a ply with the symbols of its marks: ``c1-e3 ??``, ``6!?``.

    Without one of the user's, it has that which a review has *found*.
    """
    symbols = symbols_of(node, found)
    if not symbols:
        return node.text
    return f"{node.text}{'' if node.text.isdecimal() else ' '}{symbols}"


def symbols_of(node: Node, found: Found) -> str:
    """Return the symbols of the user's marks of *node*, or else of that which was *found*."""
    symbols = node.notes.symbols
    if not symbols and node.number in found:
        return found[node.number].value
    return symbols


def needs_rows_below(start: Node, commented: Collection[int] = ()) -> bool:
    """Return whether the variation from *start* is more than one row.

    It is if it is longer, or has others, or if one of its plies is *commented*, a number.
    """
    node = start
    while node.children and node.number not in commented:
        if len(node.children) > 1:
            return True
        child = node.children[0]
        if child.side == FIRST and node.side != FIRST:
            return True
        node = child
    return node.number in commented


def has_comment(nodes: list[Node]) -> bool:
    """Return whether one of *nodes* has a comment."""
    return any(node.comment and node.comment.strip() for node in nodes)
