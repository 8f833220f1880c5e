"""What the commands of books and of practising an opening do: see `command_actions`."""

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.book.browser import BookBrowser
from kalahloa.controllers.features.book.practice import PracticeController
from kalahloa.controllers.features.book.practice_state import Practice
from kalahloa.controllers.features.book.practice_words import begin_sentence
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote

TEMPTING = "tempting"
"""The word by which answers are asked for after which few moves keep the value."""


def book(app: AppContext, words: list[str]) -> str:
    """Report what is proven here, after looking it up."""
    app[BookBrowser].ask()
    return _looking()


def next_only_move(app: AppContext, words: list[str]) -> str:
    """Go on along best play to the next position with an only move."""
    app[BookBrowser].walk_to_only_move()
    return _looking()


def book_end(app: AppContext, words: list[str]) -> str:
    """Go on to where the moves are no longer known."""
    app[BookBrowser].walk_to_end()
    return _looking()


def random_line(app: AppContext, words: list[str]) -> str:
    """Go along a line that keeps the value, drawn at random, to its end."""
    app[BookBrowser].walk_at_random()
    return _looking()


def _looking() -> str:
    return translate("Commands", "Looking it up.")


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
            sentence = translate("Commands", "'{word}' is none of {first}, {second}, {tempting}.")
            first, second = names
            raise BadCommand(
                fill(sentence, word=quote(word), first=first, second=second, tempting=TEMPTING)
            )
    app[PracticeController].start(side, tempting)
    return begin_sentence(place.game, side)


def show_answer(app: AppContext, words: list[str]) -> str:
    """Show the moves that keep the value, and give up finding one."""
    return app[PracticeController].show_answer()


def keep_practice(app: AppContext, words: list[str]) -> str:
    """Put the lines that were practised into the game."""
    app[PracticeController].keep()
    return translate("Commands", "The lines are in the game; Undo edit takes them out again.")
