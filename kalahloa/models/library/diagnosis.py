"""What state the file of a library is in: the one place that tells damage from everything else.

To look changes nothing: not the file, and not its folder.
"""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from kalahloa.models.library import schema
from kalahloa.models.library.database import (
    PATIENCE_SECONDS,
    Connection,
    can_be_written,
    connect_to_read,
    reading,
)
from kalahloa.models.library.error_sentences import busy, damaged_library, library_failures, shown
from kalahloa.models.library.tables import version_of, wrong_tables
from kalahloa.models.text.errors import (
    LibraryBusy,
    LibraryDamaged,
    LibraryForeign,
    LibraryReadOnly,
    LibraryTooNew,
    LibraryUnavailable,
)
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

_LOOKS = 3
"""How often a file is looked at anew that somebody writes to meanwhile."""
_WORDS = ("config", "content", "data", "docsize", "idx")
"""Tables of the index of words."""


class Condition(Enum):
    """What a library is; `OLDER` and `READ_ONLY` ones are whole."""

    MISSING = "missing"
    WHOLE = "whole"
    READ_ONLY = "read-only"
    OLDER = "older"
    NEWER = "newer"
    FOREIGN = "foreign"
    BUSY = "busy"
    DAMAGED = "damaged"
    UNAVAILABLE = "unavailable"


IS_WHOLE = frozenset({Condition.MISSING, Condition.WHOLE, Condition.READ_ONLY, Condition.OLDER})
_CONDITIONS = (
    (LibraryBusy, Condition.BUSY),
    (LibraryDamaged, Condition.DAMAGED),
    (LibraryForeign, Condition.FOREIGN),
    (LibraryTooNew, Condition.NEWER),
    (LibraryReadOnly, Condition.READ_ONLY),
)


@dataclass(frozen=True)
class Diagnosis:
    """The `condition` of a library with so many `games`, a sentence of it, and all `problems`.

    `error` is what whoever opens the library is told where that cannot be.
    """

    condition: Condition
    sentence: Sentence | str
    problems: tuple[str, ...] = ()
    games: int = 0
    error: LibraryUnavailable | None = None

    @property
    def is_whole(self) -> bool:
        """Whether nothing keeps the games from being read."""
        return self.condition in IS_WHOLE and self.error is None


def diagnose(path: Path, thorough: bool = False, patience: float = PATIENCE_SECONDS) -> Diagnosis:
    """Return the state of the library at *path*; never raises for what is found there.

    *thorough* compares the indexes with what they are of, too, which takes much longer.  SQLite
    3.44 and later compares the index of words in any case.
    """
    try:
        with library_failures(path):
            if not path.exists():
                return _missing(path)
            for _ in range(_LOOKS):
                with closing(connect_to_read(path, patience)) as database:
                    found = _looked_at(database, path, thorough)
                    if not database.is_outdated(path):
                        return found
            return _failed(busy(path))
    except LibraryUnavailable as error:
        return _failed(error)
    except Exception as error:  # whatever a damaged file leads to
        return _failed(damaged_library(path, error))


def _failed(error: LibraryUnavailable) -> Diagnosis:
    condition = next(
        (condition for kind, condition in _CONDITIONS if isinstance(error, kind)),
        Condition.UNAVAILABLE,
    )
    problems = (str(error),) if condition is Condition.DAMAGED else ()
    return Diagnosis(condition, error.sentence, problems, error=error)


def _missing(path: Path) -> Diagnosis:
    sentence = QT_TRANSLATE_NOOP("Models", "There is no library {path} yet.")
    return Diagnosis(Condition.MISSING, sentence.format(path=shown(path)))


def _looked_at(database: Connection, path: Path, thorough: bool) -> Diagnosis:
    try:
        with library_failures(path), reading(database):
            version = version_of(database, path)
            if not version:
                return _missing(path)
            wrong = [str(fault.reason) for fault in wrong_tables(database, version)]
            wrong += _wrong_pages(database, thorough)
            if thorough and not wrong:
                wrong += _wrong_words(database)
            games = 0 if wrong else _count(database)
    except LibraryUnavailable as error:
        return _failed(error)
    except Exception as error:
        return _failed(damaged_library(path, error))
    if wrong:
        found = damaged_library(path, wrong[0])
        return Diagnosis(Condition.DAMAGED, found.sentence, tuple(wrong), error=found)
    if not can_be_written(path):
        condition, sentence = (
            Condition.READ_ONLY,
            QT_TRANSLATE_NOOP(
                "Models", "The library {path} is undamaged, but read-only: %n game(s)."
            ),
        )
    elif version < schema.VERSION:
        condition, sentence = (
            Condition.OLDER,
            QT_TRANSLATE_NOOP(
                "Models",
                "The library {path} is undamaged, but in an older format; the next start "
                "updates it: %n game(s).",
            ),
        )
    else:
        condition, sentence = (
            Condition.WHOLE,
            QT_TRANSLATE_NOOP("Models", "The library {path} is undamaged: %n game(s)."),
        )
    return Diagnosis(condition, sentence.counted(games, path=shown(path)), games=games)


def _count(database: Connection) -> int:
    (games,) = database.execute("SELECT count(*) FROM games WHERE trashed IS NULL").fetchone()
    return int(games)


def _wrong_pages(database: Connection, thorough: bool) -> list[str]:
    checks = ("integrity_check", "foreign_key_check") if thorough else ("quick_check",)
    return [
        " ".join(map(str, row))
        for check in checks
        for row in database.execute(f"PRAGMA {check}")
        if row != ("ok",)
    ]


def _wrong_words(database: Connection) -> list[str]:
    """Return what is wrong with the index of words, which SQLite compares only where it can write.

    It is compared in a copy, made as it was in the version that has written it.
    """
    (statement,) = database.execute("SELECT sql FROM sqlite_schema WHERE name = 'words'").fetchone()
    database.execute(statement.replace("VIRTUAL TABLE words ", "VIRTUAL TABLE temp.words_again "))
    try:
        for name in _WORDS:
            database.execute(f"DELETE FROM temp.words_again_{name}")
            database.execute(f"INSERT INTO temp.words_again_{name} SELECT * FROM main.words_{name}")
        database.execute("INSERT INTO words_again (words_again) VALUES ('integrity-check')")
    except sqlite3.DatabaseError as error:
        return [f"words: {error}"]
    finally:
        database.execute("DROP TABLE temp.words_again")
    return []
