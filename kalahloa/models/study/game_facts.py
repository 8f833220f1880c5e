"""What is known about a game as a whole, as it stands above its moves."""

from collections.abc import Callable, Iterator, Sequence

from kalahloa.models.game.rule_words import words_of_rules
from kalahloa.models.record.json_record import RecordSnapshot
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

_DETAILS = {
    "event": QT_TRANSLATE_NOOP("Pictures", "Event"),
    "round": QT_TRANSLATE_NOOP("Pictures", "Round"),
    "place": QT_TRANSLATE_NOOP("Pictures", "Place"),
    "date": QT_TRANSLATE_NOOP("Pictures", "Date"),
    "annotator": QT_TRANSLATE_NOOP("Pictures", "Annotator"),
    "source": QT_TRANSLATE_NOOP("Pictures", "Source"),
}


def both_players(players: Sequence[str]) -> str:
    """Return both names in one line; empty if neither is known."""
    first, second = (quote(name) or "?" for name in players)
    return f"{first} – {second}" if any(players) else ""


def game_title(record: RecordSnapshot, words: Callable[[str], str] = str) -> str:
    """Return who plays, or the name of the game; *words* puts that into another language."""
    return both_players(record.players) or quote(words(record.game.title))


def game_facts(
    record: RecordSnapshot, words: Callable[[str], str] = str
) -> Iterator[tuple[str, str]]:
    """Yield names and values of what is known; *words* puts them into another language."""
    game = record.game
    yield words(QT_TRANSLATE_NOOP("Pictures", "Game")), quote(words(game.title))
    rules = words_of_rules(game.rulebook, record.rules, words)
    yield words(QT_TRANSLATE_NOOP("Pictures", "Rules")), rules
    for side, player in zip(game.sides, record.players, strict=True):
        if player:
            yield quote(words(side)), shorten(words(player))
    for key, name in _DETAILS.items():
        if record.details.get(key):
            yield words(name), shorten(record.details[key])
    if record.result != "*":
        yield words(QT_TRANSLATE_NOOP("Pictures", "Result")), shorten(record.result)
