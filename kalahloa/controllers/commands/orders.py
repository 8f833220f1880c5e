"""Typed words as the values of an order: see `options`."""

from typing import Any

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.options import Option, options_of
from kalahloa.models.text.quotation import quote

MAX_DIGITS = 9
"""Longer numbers of nodes are not read."""


def read_options(kind: type, words: list[str], unknown: str) -> dict[str, Any]:
    """Return the values that *words* give to fields of the dataclass *kind*, by their names.

    Raises `BadCommand`, with the sentence *unknown* about a ``{word}`` that is none of its
    ``{options}``, and where a value cannot be read.
    """
    known = options_of(kind)
    values: dict[str, Any] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0).lower()
        name, one = known.get(word, ("", None))
        if one is None or len(rest) < one.count:
            described = ", ".join(
                f"{key} {more.metavar}".strip() for key, (_, more) in known.items()
            )
            raise BadCommand(fill(unknown, word=quote(word), options=described))
        read = tuple(_read(one, rest.pop(0)) for _ in range(one.count))
        values |= dict.fromkeys(one.instead_of)
        values[name] = read[0] if len(read) == 1 else read or True
    return values


def _read(one: Option, word: str) -> Any:
    if not one.low and not one.high:
        return word
    if isinstance(one.high, int):
        return read_whole_number(word, round(one.low), one.high)
    return read_decimal(word, one.low, one.high)


def read_whole_number(word: str, low: int, high: int) -> int:
    """Return *word* as a number from *low* to *high*; raise `BadCommand`."""
    if word.isascii() and word.isdigit() and len(word) < 15 and low <= int(word) <= high:
        return int(word)
    sentence = translate("Commands", "'{word}' is not a number from {low} to {high}.")
    raise BadCommand(fill(sentence, word=quote(word), low=low, high=f"{high:,}"))


def read_decimal(word: str, low: float, high: float) -> float:
    """Return *word* as a number from *low* to *high*; raise `BadCommand`."""
    try:
        number = float(word)
    except ValueError:
        number = float("nan")
    if low <= number <= high:
        return number
    sentence = translate("Commands", "'{word}' is not a number from {low} to {high}.")
    raise BadCommand(fill(sentence, word=quote(word), low=f"{low:g}", high=f"{high:g}"))


def no_words(words: list[str]) -> None:
    """Raise `BadCommand` if there are *words*."""
    if words:
        raise BadCommand(translate("Commands", "Too many arguments."))


def named_sides(app: AppContext) -> list[str]:
    """Return the sides of the game as they are typed."""
    return [side.lower() for side in app.document.game.sides]


def named_moves(app: AppContext) -> list[str]:
    """Return the legal moves as they are typed; none if the game is over."""
    place = app.document.place
    moves = [] if place.outcome is not None else place.position.legal_moves()
    return [place.position.format_move(move) for move in moves]


def count(words: list[str], default: int = 1, least: int = 1) -> int:
    """Return the only word of *words* as an int, or *default* if *words* is empty.

    Raises `BadCommand` if it is not an int from *least* to 9999, or there are several words.
    """
    if not words:
        return default
    if len(words) > 1 or not words[0].isascii() or not words[0].isdigit() or len(words[0]) > 4:
        sentence = translate("Commands", "'{words}' is not a number.")
        raise BadCommand(fill(sentence, words=quote(" ".join(words))))
    if int(words[0]) < least:
        raise BadCommand(fill(translate("Commands", "{number} is too small."), number=words[0]))
    return int(words[0])
