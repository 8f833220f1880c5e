"""What can be chosen about a picture, an animation and a page."""

from dataclasses import dataclass

from kalahloa.models.record.record import Node, Record
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

MIN_WIDTH = 64
MAX_WIDTH = 8_192
"""The widest picture in pixels, after scaling."""
MAX_SCALE = 4
USUAL_WIDTH = 800
MIN_PACE_MS, USUAL_PACE_MS, MAX_PACE_MS = 50, 1_000, 60_000
LAST_FRAME = 3
"""How many times as long as the others the last picture of an animation stays."""


@dataclass(frozen=True, kw_only=True)
class BoardOptions:
    """How a board is drawn.

    `width` is in pixels before scaling, `scale` how many pixels there are for each of them (1 to
    4); `dark` chooses the theme.  `flipped` puts the second side at the bottom, `mirrored`
    exchanges left and right where the board can be mirrored.  `caption` is whether the move and
    whose turn it is stand above the board.
    """

    width: int = USUAL_WIDTH
    scale: int = 1
    dark: bool = False
    flipped: bool = False
    mirrored: bool = False
    caption: bool = True

    def __post_init__(self) -> None:
        """Raise `BadFile` if a number is out of range."""
        if not 1 <= self.scale <= MAX_SCALE:
            sentence = QT_TRANSLATE_NOOP("Pictures", "A scale is a number from 1 to {most}.")
            raise BadFile(sentence.format(most=MAX_SCALE))
        if self.width < MIN_WIDTH or self.width * self.scale > MAX_WIDTH:
            raise BadFile(
                QT_TRANSLATE_NOOP(
                    "Pictures", "A picture is {least} to {most:,} pixels wide, after scaling."
                ).format(least=MIN_WIDTH, most=MAX_WIDTH)
            )


@dataclass(frozen=True, kw_only=True)
class PictureOptions(BoardOptions):
    """A picture of the board at `node`, which is a number; by default at the current one."""

    node: int | None = None


@dataclass(frozen=True, kw_only=True)
class AnimationOptions(BoardOptions):
    """A game as moving pictures, one for each ply of the main line, or of the current line.

    `pace` is how long each stays, in milliseconds; the last stays longer.
    """

    width: int = 640
    pace: int = USUAL_PACE_MS
    main_line: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if not MIN_PACE_MS <= self.pace <= MAX_PACE_MS:
            raise BadFile(
                QT_TRANSLATE_NOOP(
                    "Pictures", "A pace is {least} to {most:,} milliseconds per move."
                ).format(least=MIN_PACE_MS, most=MAX_PACE_MS)
            )


@dataclass(frozen=True, kw_only=True)
class PageOptions:
    """A game to be printed: moves with variations, comments, marks and diagrams.

    Diagrams stand where the author has drawn on the board, and where a comment has a line that is
    ``#`` alone, which is not printed.  `at_marks` adds those at moves with marks, `at_ends` the
    start, if it is not the usual one, and the end of the main line.
    """

    flipped: bool = False
    mirrored: bool = False
    at_marks: bool = True
    at_ends: bool = True


@dataclass(frozen=True, kw_only=True)
class StudyOptions:
    """A game to be stepped through in a browser.

    `flipped` puts the second side at the bottom, `mirrored` exchanges left and right where the
    board can be mirrored.
    """

    flipped: bool = False
    mirrored: bool = False


def node_of(record: Record, number: int | None) -> Node:
    """Return node *number*, the current one for None; raise `BadFile` if there is none."""
    if number is None:
        return record.current
    try:
        return record.node(number)
    except IndexError as error:
        raise BadFile(
            QT_TRANSLATE_NOOP("Pictures", "The game has no position {number}.").format(
                number=number
            )
        ) from error
