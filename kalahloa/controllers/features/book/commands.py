"""The commands by which what is proven is walked through, and openings are practised."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.commands.conditions import GAME_OVER, is_going_on
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.book.browser import BookBrowser
from kalahloa.controllers.features.book.practice import PracticeController
from kalahloa.controllers.features.book.practice_state import Practice
from kalahloa.controllers.features.book.practice_words import begin_sentence
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote

TEMPTING = "tempting"
"""The word by which answers are asked for after which few moves keep the value."""


def _is_practising(place: Place) -> bool:
    return place.get(Practice) is not None and place[Practice].running


def _can_practise(place: Place) -> bool:
    return _is_practising(place) or place.outcome is None


BOOK_COMMANDS = CommandTable()


@BOOK_COMMANDS.declare(
    key="book",
    tip=QT_TRANSLATE_NOOP("Commands", "Show what the book and tablebase know here"),
    possible=is_going_on,
    otherwise=GAME_OVER,
    reveals=True,
    typed="book",
)
def book(app: AppContext, words: list[str]) -> str:
    """Report what is proven here, after looking it up."""
    app[BookBrowser].ask()
    return _looking()


@BOOK_COMMANDS.declare(
    key="next-only-move",
    title=QT_TRANSLATE_NOOP("Commands", "Next &only move"),
    tip=QT_TRANSLATE_NOOP("Commands", "Follow best play to the next only move"),
    words=QT_TRANSLATE_NOOP("Commands", "critical moment, next forced move, turning point"),
    menu="study",
    group=4,
    shortcuts=("Ctrl+F7",),
    possible=is_going_on,
    otherwise=GAME_OVER,
    reveals=True,
    typed="nextonly",
)
def next_only_move(app: AppContext, words: list[str]) -> str:
    """Go on along best play to the next position with an only move."""
    app[BookBrowser].walk_to_only_move()
    return _looking()


@BOOK_COMMANDS.declare(
    key="book-end",
    title=QT_TRANSLATE_NOOP("Commands", "Go to &end of book"),
    tip=QT_TRANSLATE_NOOP("Commands", "Follow the book to its last known position"),
    words=QT_TRANSLATE_NOOP("Commands", "out of book, end of theory, leave the book"),
    menu="study",
    group=4,
    shortcuts=("Shift+F7",),
    possible=is_going_on,
    otherwise=GAME_OVER,
    reveals=True,
    typed="bookend",
)
def book_end(app: AppContext, words: list[str]) -> str:
    """Go on to where the moves are no longer known."""
    app[BookBrowser].walk_to_end()
    return _looking()


@BOOK_COMMANDS.declare(
    key="proven-line",
    title=QT_TRANSLATE_NOOP("Commands", "Ran&dom best line"),
    tip=QT_TRANSLATE_NOOP("Commands", "Play a random line of best moves to its end"),
    words=QT_TRANSLATE_NOOP("Commands", "perfect play, best play, solved line"),
    menu="study",
    group=4,
    shortcuts=("Ctrl+Shift+F7",),
    possible=is_going_on,
    otherwise=GAME_OVER,
    reveals=True,
    typed="bestline",
    typed_aliases=("provenline",),
)
def go_proven_line(app: AppContext, words: list[str]) -> str:
    """Go along a line that keeps the value, drawn at random, to its end."""
    app[BookBrowser].walk_at_random()
    return _looking()


def _looking() -> str:
    return translate("Commands", "Searching the book…")


@BOOK_COMMANDS.declare(
    key="practise",
    title=QT_TRANSLATE_NOOP("Commands", "Pra&ctise the opening"),
    tip=QT_TRANSLATE_NOOP("Commands", "Find the best moves while the book replies"),
    words=QT_TRANSLATE_NOOP("Commands", "train openings, drill, learn openings"),
    menu="train",
    group=4,
    shortcuts=("Ctrl+Alt+P",),
    possible=_can_practise,
    otherwise=GAME_OVER,
    checked=_is_practising,
    typed="practise",
    arguments="[SIDE] [tempting]",
)
def practise(app: AppContext, words: list[str]) -> str:
    """Practise from here, with the side in *words*; or stop."""
    if not words and app[PracticeController].stop():
        return ""
    place = app.document.place
    last = place.get(Practice)
    side = place.side if last is None else last.side
    tempting = last is not None and last.tempting and not words
    names = [name.lower() for name in place.game.sides]
    for word in words:
        if word.lower() == TEMPTING:
            tempting = True
        elif word.lower() in names:
            side = names.index(word.lower())
        else:
            sentence = translate(
                "Commands", "'{word}' is not one of {first}, {second}, {tempting}."
            )
            first, second = names
            raise BadCommand(
                fill(sentence, word=quote(word), first=first, second=second, tempting=TEMPTING)
            )
    app[PracticeController].start(side, tempting)
    return begin_sentence(place.game, side)


@BOOK_COMMANDS.declare(
    key="keep-practice",
    title=QT_TRANSLATE_NOOP("Commands", "Ad&d practice to game"),
    tip=QT_TRANSLATE_NOOP("Commands", "Add the lines you practised as variations"),
    words=QT_TRANSLATE_NOOP("Commands", "save practice, store practice, save opening"),
    menu="train",
    group=4,
    possible=lambda place: place.get(Practice) is not None and place[Practice].can_keep,
    otherwise=QT_TRANSLATE_NOOP("Commands", "You have not practised here yet."),
    typed="addpractice",
    typed_aliases=("keeppractice",),
)
def keep_practice(app: AppContext, words: list[str]) -> str:
    """Put the lines that were practised into the game."""
    app[PracticeController].keep()
    return translate("Commands", "Lines added to the game; Undo edit removes them.")
