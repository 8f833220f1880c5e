"""What printed pages are made of, in order.

What is to `keep` stands on the page of what follows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from kalahloa.models.course.small_tree import SmallTree
from kalahloa.models.game.game import Game
from kalahloa.views.pictures.board_picture import Scene


class ParagraphKind(Enum):
    """What a paragraph is."""

    TITLE = "title"
    HEADING = "heading"
    FACT = "fact"
    MOVES = "moves"
    COMMENT = "comment"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class TextRun:
    """Words in one weight."""

    text: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Words on lines of their own; `depth` is 0 in the main line, 1 in its variations, ...

    With `new_page` it is the first on its page.
    """

    kind: ParagraphKind
    depth: int
    runs: tuple[TextRun, ...]
    new_page: bool = False
    keep: bool = False


@dataclass(frozen=True, slots=True)
class Diagram:
    """The board at a node, with a caption below; a `small` one takes less room."""

    depth: int
    scene: Scene
    caption: str
    game: Game | None = None
    small: bool = False
    keep: bool = False


@dataclass(frozen=True, slots=True)
class TreeDrawing:
    """A small tree of a game whose sides are `sides`, without the values of the nodes `hidden`.

    It stands `beside` what is drawn before it, or below.
    """

    tree: SmallTree
    sides: tuple[str, str]
    hidden: frozenset[int] = frozenset()
    beside: bool = False
    depth: int = 0
    caption: str = ""
    keep: bool = False


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """A row of a table; its first cell is the widest."""

    cells: tuple[str, ...]
    bold: bool = False
    keep: bool = False


@dataclass(frozen=True, slots=True)
class EmptyLines:
    """So many lines to write on."""

    count: int
    keep: bool = False


Piece = Paragraph | Diagram | TreeDrawing | PrintedRow | EmptyLines


class PrintedPages(Protocol):
    """Something with a title that is printed."""

    @property
    def title(self) -> str: ...
    @property
    def pieces(self) -> Sequence[Piece]: ...
