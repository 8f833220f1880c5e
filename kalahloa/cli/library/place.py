"""The user's library on the command line, and what all commands say about a game of it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from kalahloa.cli.arguments import Parser, read_number
from kalahloa.cli.dates import day_type
from kalahloa.cli.failures import Failed
from kalahloa.models.text.errors import LibraryDamaged, LibraryUnavailable
from kalahloa.models.text.quotation import shorten

if TYPE_CHECKING:
    from kalahloa.models.library.game_rows import GameHeader, Json
    from kalahloa.models.library.library import Library

MAX_ID = 999_999_999
MAX_NAME = 24
"""The longest name of a player in a line, in characters."""
REPAIR_HINT = "kalahloa library check --repair copies what can be read into a new library."


@contextmanager
def the_library(create: bool = False) -> "Iterator[Library]":
    """Open the user's library, which is created if it is missing and *create* is True.

    Raises `Failed` if it cannot be opened, and for what it raises in the body.
    """
    from kalahloa.models.library.library import Library
    from kalahloa.models.storage.user_data import library_path

    with in_failures(), Library.open(library_path(), create) as library:
        yield library


@contextmanager
def in_failures() -> Iterator[None]:
    """Turn a `LibraryUnavailable` in the body into `Failed`: no argument is wrong."""
    try:
        yield
    except LibraryDamaged as error:
        raise Failed(f"{error} {REPAIR_HINT}") from error
    except LibraryUnavailable as error:
        raise Failed(str(error)) from error


def is_there() -> bool:
    """Return whether the user has a library; raise `Failed` if there is no place for one."""
    from kalahloa.models.storage.user_data import library_path

    with in_failures():
        path = library_path()
    try:
        path.stat()
    except FileNotFoundError:
        return False
    except OSError as error:  # a folder that is a file, or that may not be looked into
        raise Failed(f"The library {path} cannot be used: {error.strerror}.") from error
    return True


def games_in_words(count: int) -> str:
    """Return how many games there are: ``1 game``, ``2,000 games``."""
    return f"{count:,} game" if count == 1 else f"{count:,} games"


def add_days(parser: Parser) -> None:
    """Add the options for the first and the last day of games to *parser*."""
    for name, sentence in (
        ("--since", "only from this day, month or year, such as 2026-05-04 or 2026"),
        ("--until", "only up to this day, month or year"),
    ):
        parser.option(name, metavar="DATE", type=day_type(name), help=sentence)


def add_ids(parser: Parser) -> None:
    """Add the ids of games to *parser*."""
    parser.add_argument("ID", nargs="+", help="the number of a game, shown by list")


def read_id(text: str) -> int:
    """Return *text* as the id of a game; raise `BadCommand` if it cannot be one."""
    return read_number(text, "The number of a game", 1, MAX_ID)


def read_ids(texts: Sequence[str]) -> list[int]:
    """Return *texts* as ids of games, each once; raise `BadCommand` if one cannot be one."""
    return list(dict.fromkeys(map(read_id, texts)))


def header_to_json(header: "GameHeader") -> dict[str, Any]:
    """Return what is known of a game without its moves, for JSON; times are ISO 8601, in UTC."""
    return {
        "id": header.id,
        "uid": header.uid,
        "game": header.game,
        "rules": dict(header.rules),
        "preset": header.preset,
        "start": header.start,
        "players": list(header.players),
        "levels": list(header.levels),
        "result": header.result,
        "score": header.score,
        "plies": header.plies,
        "date": header.date,
        "created": _moment(header.created),
        "modified": _moment(header.modified),
        "trashed": None if header.trashed is None else _moment(header.trashed),
        "tags": list(header.tags),
        "details": dict(header.details),
        "source": header.source,
        "comments": header.comments,
        "variations": header.variations,
        "revision": header.revision,
    }


def player_line(header: "GameHeader") -> str:
    """Return both players' names, or what plays where there are none, on one line."""
    return " – ".join(
        shorten(name, MAX_NAME) if name.strip() else _what_plays(level)
        for name, level in zip(header.players, header.levels, strict=True)
    )


def _what_plays(level: "Json") -> str:
    if not isinstance(level, dict):
        return "Human"
    if level.get("strength") is not None:
        return shorten(f"Computer, level {level['strength']}", MAX_NAME)
    return shorten(level.get("searcher", "Computer"), MAX_NAME)


def _moment(time: float) -> str:
    try:
        moment = datetime.fromtimestamp(time, UTC)
    except (ValueError, OverflowError, OSError):  # in a damaged row
        moment = datetime.fromtimestamp(0, UTC)
    return moment.isoformat(timespec="milliseconds")
