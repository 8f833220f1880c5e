"""What a list shows of a game of the library, in words."""

from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale

from kalahloa.controllers.base.player import HUMAN, Player
from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.models.game.registry import known_game
from kalahloa.models.library.game_rows import GameHeader
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.views.rule_words import named_rules_in_words

translate = QCoreApplication.translate

MAX_NAME = 60
"""Longer names of players are cut off, in characters."""


@dataclass(frozen=True)
class GameWords:
    """The texts of a row."""

    date: str
    game: str
    players: tuple[str, str]
    result: str
    plies: str
    accuracy: str
    rules: str
    tags: str
    won: bool
    """Whether the human has won against a computer."""

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The texts of the columns, in their order."""
        players = " – ".join(filter(None, self.players))
        facts = (self.date, self.game, players, self.result, self.plies)
        return *facts, self.accuracy, self.rules, self.tags


UNREAD = GameWords("…", "", ("", ""), "", "", "", "", "", won=False)
"""What is shown of a game before it is read."""


def header_texts(header: GameHeader) -> GameWords:
    """Return the texts for *header*."""
    result, won = result_words(header)
    return GameWords(
        date=date_words(header),
        game=game_words(header.game),
        players=player_words(header),
        result=result,
        plies=str(header.plies),
        accuracy=accuracy_words(header.accuracy),
        rules=_rules_words(header),
        tags=shorten(", ".join(header.tags)),
        won=won,
    )


def _rules_words(header: GameHeader) -> str:
    if not header.preset:
        return translate("GameWords", "other")
    game = known_game(header.game)
    return (
        quote(header.preset) if game is None else named_rules_in_words(game.rulebook, header.preset)
    )


def accuracy_words(accuracy: tuple[float | None, float | None]) -> str:
    """Return the *accuracy* of both sides in percent; empty where nothing is known."""
    if accuracy == (None, None):
        return ""
    first, second = ("–" if one is None else f"{one:.0f}" for one in accuracy)
    return fill(translate("GameWords", "{first} / {second} %"), first=first, second=second)


def game_words(key: str) -> str:
    """Return the title of the game called *key*; the key if it is not installed."""
    game = known_game(key)
    return quote(key) if game is None else in_words(game.title)


def side_words(key: str, side: int) -> str:
    """Return the name of *side* of the game called *key*."""
    game = known_game(key)
    if game is not None:
        return in_words(game.sides[side])
    return translate("GameWords", "Second") if side else translate("GameWords", "First")


def date_words(header: GameHeader) -> str:
    """Return the day of the game, with the time where the program knows it."""
    if "date" not in header.details:
        began = QDateTime.fromSecsSinceEpoch(round(header.created))
        return QLocale().toString(began, QLocale.FormatType.ShortFormat)
    day = QDate.fromString(header.date, "yyyy-MM-dd")
    if day.isValid():
        return QLocale().toString(day, QLocale.FormatType.ShortFormat)
    return shorten(header.date)


def player_words(header: GameHeader) -> tuple[str, str]:
    """Return who played the two sides: "You" where only the other one was a computer's."""
    computers = [level is not None for level in header.levels]
    return (_who(header, 0, computers), _who(header, 1, computers))


def _who(header: GameHeader, side: int, computers: list[bool]) -> str:
    name = header.players[side]
    if computers[side]:
        title = Player.from_json(header.levels[side]).title
        if name in ("", str(title)):
            return in_words(title)
    if name and name != str(HUMAN.title):
        return shorten(name, MAX_NAME)
    if computers[1 - side]:
        return translate("GameWords", "You")
    return in_words(HUMAN.title)


def result_words(header: GameHeader) -> tuple[str, bool]:
    """Return how the game ended, for the human if just one played, and whether the human won."""
    if header.result == "*":
        return translate("GameWords", "not finished"), False
    if header.result == "1/2-1/2":
        return translate("GameWords", "Draw"), False
    winner = 0 if header.result == "1-0" else 1
    margin = abs(header.score or 0)
    computers = [level is not None for level in header.levels]
    if sum(computers) != 1:
        side = side_words(header.game, winner)
        if margin > 1:
            by = translate("GameWords", "{side} by {margin}")
            return fill(by, side=side, margin=margin), False
        return fill(translate("GameWords", "{side} won"), side=side), False
    won = not computers[winner]
    if margin > 1:
        by = translate("GameWords", "Won by {n}") if won else translate("GameWords", "Lost by {n}")
        return fill(by, n=margin), won
    return (translate("GameWords", "Won") if won else translate("GameWords", "Lost")), won
