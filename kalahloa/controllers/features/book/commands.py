"""The commands by which what is proven is walked through, and openings are practised."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.commands.conditions import GAME_OVER, is_going_on
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.book.practice_state import Practice
from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.controllers.features.book import actions as act


def _is_practising(place: Place) -> bool:
    return place.get(Practice) is not None and place[Practice].running


def _can_practise(place: Place) -> bool:
    return _is_practising(place) or place.outcome is None


BOOK_COMMANDS: tuple[Command, ...] = (
    Command(
        key="book",
        tip=QT_TRANSLATE_NOOP("Commands", "Tell what book and tablebase have of this position"),
        possible=is_going_on,
        otherwise=GAME_OVER,
        reveals=True,
        run=act.book,
        typed="book",
    ),
    Command(
        key="next-only-move",
        title=QT_TRANSLATE_NOOP("Commands", "Next &only move"),
        tip=QT_TRANSLATE_NOOP("Commands", "Go on along best play to the next only move"),
        menu="analysis",
        group=4,
        shortcuts=("Ctrl+F7",),
        possible=is_going_on,
        otherwise=GAME_OVER,
        reveals=True,
        run=act.next_only_move,
        typed="nextonly",
    ),
    Command(
        key="book-end",
        title=QT_TRANSLATE_NOOP("Commands", "Where the book &ends"),
        tip=QT_TRANSLATE_NOOP("Commands", "Go on to where moves are no longer known"),
        menu="analysis",
        group=4,
        shortcuts=("Shift+F7",),
        possible=is_going_on,
        otherwise=GAME_OVER,
        reveals=True,
        run=act.book_end,
        typed="bookend",
    ),
    Command(
        key="proven-line",
        title=QT_TRANSLATE_NOOP("Commands", "Ran&dom proven line"),
        tip=QT_TRANSLATE_NOOP("Commands", "Go along a line that keeps the value, to its end"),
        menu="analysis",
        group=4,
        shortcuts=("Ctrl+Shift+F7",),
        possible=is_going_on,
        otherwise=GAME_OVER,
        reveals=True,
        run=act.random_line,
        typed="provenline",
    ),
    Command(
        key="practise",
        title=QT_TRANSLATE_NOOP("Commands", "Pra&ctise the opening"),
        tip=QT_TRANSLATE_NOOP("Commands", "Find moves that keep the value; the book answers"),
        menu="learn",
        group=4,
        shortcuts=("Ctrl+Alt+P",),
        possible=_can_practise,
        otherwise=GAME_OVER,
        checked=_is_practising,
        run=act.practise,
        typed="practise",
        arguments="[SIDE] [tempting]",
    ),
    Command(
        key="show-answer",
        title=QT_TRANSLATE_NOOP("Commands", "Show what &keeps the value"),
        tip=QT_TRANSLATE_NOOP("Commands", "Tell the right moves instead of looking for one"),
        menu="learn",
        group=4,
        shortcuts=("Ctrl+Shift+K",),
        possible=lambda place: place.get(Practice) is not None and place[Practice].asking,
        otherwise=QT_TRANSLATE_NOOP("Commands", "There is no move to find; Ctrl+Alt+P practises."),
        run=act.show_answer,
        typed="answer",
    ),
    Command(
        key="keep-practice",
        title=QT_TRANSLATE_NOOP("Commands", "Put &what was practised into the game"),
        tip=QT_TRANSLATE_NOOP("Commands", "Add the lines that were practised as variations"),
        menu="learn",
        group=4,
        possible=lambda place: place.get(Practice) is not None and place[Practice].can_keep,
        otherwise=QT_TRANSLATE_NOOP("Commands", "Nothing was practised here."),
        run=act.keep_practice,
        typed="keeppractice",
    ),
)
