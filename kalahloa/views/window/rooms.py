"""The rooms of the window and their pages."""

from dataclasses import dataclass

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, translate


@dataclass(frozen=True)
class RoomPage:
    """An arrangement of panels; `has_board` is whether it shows the board.

    `title` is empty where a room has no other page.  `answers` is whether computer players move on
    it.
    """

    key: str
    title: str = ""
    has_board: bool = True
    answers: bool = False

    @property
    def label(self) -> str:
        """The translated title."""
        return translate("Rooms", self.title)


@dataclass(frozen=True)
class Room:
    """A part of the window for one purpose."""

    key: str
    title: str
    tip: str
    pages: tuple[RoomPage, ...]

    @property
    def label(self) -> str:
        """The translated title."""
        return translate("Rooms", self.title)

    @property
    def purpose(self) -> str:
        """The translated tip."""
        return translate("Rooms", self.tip)


ROOMS = (
    Room(
        "home",
        QT_TRANSLATE_NOOP("Rooms", "Home"),
        QT_TRANSLATE_NOOP("Rooms", "Start a game, continue one, or find one in the library"),
        (
            RoomPage("home", QT_TRANSLATE_NOOP("Rooms", "Start"), has_board=False),
            RoomPage("library", QT_TRANSLATE_NOOP("Rooms", "Library"), has_board=False),
            RoomPage("learn", QT_TRANSLATE_NOOP("Rooms", "Rules")),
        ),
    ),
    Room(
        "play",
        QT_TRANSLATE_NOOP("Rooms", "Play"),
        QT_TRANSLATE_NOOP("Rooms", "Play a game; the computer answers"),
        (RoomPage("play", answers=True),),
    ),
    Room(
        "study",
        QT_TRANSLATE_NOOP("Rooms", "Study"),
        QT_TRANSLATE_NOOP("Rooms", "Study a game; the computer does not answer"),
        (RoomPage("study"),),
    ),
    Room(
        "train",
        QT_TRANSLATE_NOOP("Rooms", "Train"),
        QT_TRANSLATE_NOOP("Rooms", "Puzzles, your mistakes, openings, guessing, teaching"),
        (
            RoomPage("puzzles", QT_TRANSLATE_NOOP("Rooms", "Puzzles")),
            RoomPage("mistakes", QT_TRANSLATE_NOOP("Rooms", "My mistakes")),
            RoomPage("openings", QT_TRANSLATE_NOOP("Rooms", "Openings")),
            RoomPage("guess", QT_TRANSLATE_NOOP("Rooms", "Guess")),
            RoomPage("teach", QT_TRANSLATE_NOOP("Rooms", "Teach me"), answers=True),
        ),
    ),
    Room(
        "algorithms",
        QT_TRANSLATE_NOOP("Rooms", "Algorithms"),
        QT_TRANSLATE_NOOP("Rooms", "Take the course, step through a search, compare searchers"),
        (
            RoomPage("course", QT_TRANSLATE_NOOP("Rooms", "Course")),
            RoomPage("search", QT_TRANSLATE_NOOP("Rooms", "Search tree")),
            RoomPage("comparison", QT_TRANSLATE_NOOP("Rooms", "Comparison")),
        ),
    ),
    Room(
        "lab",
        QT_TRANSLATE_NOOP("Rooms", "Lab"),
        QT_TRANSLATE_NOOP("Rooms", "Write heuristics, and see how they value positions"),
        (
            RoomPage("heuristic", QT_TRANSLATE_NOOP("Rooms", "Heuristic")),
            RoomPage("match", QT_TRANSLATE_NOOP("Rooms", "Match")),
        ),
    ),
)
"""All rooms, in the order of their buttons and shortcuts."""
ROOM_OF = {page.key: room for room in ROOMS for page in room.pages}
"""The room of each page, by page key."""
PAGES = {page.key: page for room in ROOMS for page in room.pages}


def room(key: str) -> Room:
    """Return the room with this *key*."""
    return next(one for one in ROOMS if one.key == key)
