"""What a pasted text or a file of any kind is: found out by looking at it.

A position of any game, games in SGF, our own JSON, or a list of moves.  The game that is on the
board is tried first.
"""

import codecs
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.game.registry import loadable_games
from kalahloa.models.game.rulebook import ChoiceOption
from kalahloa.models.notation import move_lists
from kalahloa.models.notation.sgf.charsets import to_ascii_based
from kalahloa.models.notation.sgf.reader import MAX_FILE_BYTES, ReadGame, read_games
from kalahloa.models.record.json_record import MAX_START_TEXT, record_from_json
from kalahloa.models.record.record import Record
from kalahloa.models.storage.json_text import TooMuch, decode_json
from kalahloa.models.text.errors import BadFile, BadPosition
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import never

_SGF = re.compile(r"\(\s*+;")
_RAW_SGF = re.compile(rb"\(\s*+;")
_BARE_SGF = re.compile(r";\s*+[BW]\s*+\[")
_SEARCHED = 10_000
"""How far into a text the beginning of a game is looked for, in characters."""


class PasteKind(Enum):
    """What a text is."""

    POSITION = auto()
    SGF = auto()
    JSON = auto()
    MOVES = auto()


@dataclass(frozen=True)
class PastedText:
    """What was found in a text.

    `games` has at least one game; for a position, and only then, it is a record without moves that
    starts there.
    """

    kind: PasteKind
    games: tuple[ReadGame, ...]

    @property
    def record(self) -> Record:
        """The record of the first game."""
        return self.games[0].record


def read_text(
    text: str,
    hint: Game | None = None,
    rules: Any = None,
    stopped: Callable[[], bool] = never,
    progress: Callable[[int, int], None] | None = None,
    start: str | None = None,
) -> PastedText:
    """Return what is in *text*.

    *hint* is the game on the board, *rules* are its rules, by which a position or a list of moves
    of that game is read; *start* is the position that such a list is tried from if it is not played
    from the usual start.  Raises `BadFile` with a sentence that says what was tried, and
    `ReadingStopped` soon after *stopped* returns True.
    """
    if len(text) > MAX_FILE_BYTES:
        raise BadFile(
            QT_TRANSLATE_NOOP(
                "Models", "The text has {length:,} characters; at most {most:,} are allowed."
            ).format(length=len(text), most=MAX_FILE_BYTES)
        )
    plain = text.lstrip("\ufeff \t\r\n")
    if not plain.strip():
        raise BadFile(QT_TRANSLATE_NOOP("Models", "The text is empty."))
    if plain.startswith("{") and (found := _read_json(plain, stopped)) is not None:
        return found
    position = _read_position(plain, hint, rules)
    if position is not None:
        return position
    if _BARE_SGF.match(plain) is not None:
        # A line that was copied out of a file, without its parentheses.
        plain = f"({plain})"
    elif _SGF.match(plain) is None:
        try:
            return _read_moves(plain, hint, rules, start, stopped)
        except BadFile:
            # A game may stand behind other text, as in a mail.
            if _SGF.search(plain, 0, _SEARCHED) is None:
                raise
    data = codecs.BOM_UTF8 + plain.encode("utf-8", "replace")
    return PastedText(PasteKind.SGF, tuple(read_games(data, stopped, progress, hint)))


def read_data(
    data: bytes,
    hint: Game | None = None,
    stopped: Callable[[], bool] = never,
    progress: Callable[[int, int], None] | None = None,
) -> PastedText:
    """Return what is in *data*, the content of a file; see `read_text`."""
    if len(data) > MAX_FILE_BYTES:
        raise BadFile(
            QT_TRANSLATE_NOOP(
                "Models", "The file has {size:,.0f} MB; at most {most:,.0f} MB are allowed."
            ).format(size=len(data) / 1e6, most=MAX_FILE_BYTES / 1e6)
        )
    plain, codec = to_ascii_based(data)
    head = plain[:_SEARCHED].lstrip()
    if head.startswith(b"{") and (found := _read_json(plain, stopped)) is not None:
        return found
    if _RAW_SGF.match(head) is not None:
        # Given as it is, since each game may have a charset of its own.
        return PastedText(PasteKind.SGF, tuple(read_games(data, stopped, progress, hint)))
    try:
        text = plain.decode(codec or "utf-8")
    except UnicodeDecodeError:
        text = plain.decode("latin-1")
    return read_text(text, hint, None, stopped, progress)


def _read_json(content: str | bytes, stopped: Callable[[], bool]) -> PastedText | None:
    """Return the record in our JSON; None if *content* is no JSON.  Raises `BadFile`."""
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    try:
        plain = decode_json(data, stopped)
    except TooMuch as error:
        if b'"format"' not in data[:_SEARCHED]:
            return None
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "The file is damaged, or too large: {reason}").format(
                reason=error.reason
            )
        ) from error
    except (ValueError, RecursionError) as error:
        if b'"format"' not in data[:_SEARCHED]:
            return None
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "The file is not a record of a game, or it is damaged.")
        ) from error
    return PastedText(PasteKind.JSON, (ReadGame(record_from_json(plain, stopped)),))


def _games(hint: Game | None) -> list[Game]:
    """Return all games, *hint* first."""
    games = [game for game in loadable_games().games if hint is None or game.key != hint.key]
    return games if hint is None else [hint, *games]


def _read_position(text: str, hint: Game | None, rules: Any) -> PastedText | None:
    """Return the position that is all of *text*, or None."""
    if len(text) > MAX_START_TEXT:
        return None
    plain = " ".join(text.split())
    for game in _games(hint):
        base = rules if game is hint and rules is not None else game.rulebook.default
        for likely in _likely_rules(game, base):
            try:
                record = Record(game, game.fitting_rules(plain, likely), plain)
            except BadPosition:
                continue
            return PastedText(PasteKind.POSITION, (ReadGame(record),))
    return None


def _likely_rules(game: Game, base: Any) -> Iterator[Any]:
    """Yield *base* and the rules that differ from it in one choice, which a position may need."""
    yield base
    for option in game.rulebook.options:
        if isinstance(option, ChoiceOption):
            for value in option.values:
                if value != getattr(base, option.name):
                    yield replace(base, **{option.name: value})


def _read_moves(
    text: str, hint: Game | None, rules: Any, start: str | None, stopped: Callable[[], bool]
) -> PastedText:
    """Return the list of moves of the game that most of *text* is; raise `BadFile`."""
    best: ReadGame | None = None
    reason = ""  # not the error itself: with its traceback it would hold the text
    for game in _games(hint):
        own = rules if game is hint else None
        starts = [None, start] if game is hint and start is not None else [None]
        for first in starts:
            try:
                read = move_lists.read_moves(text, game, own, first, stopped)
            except BadFile as error:
                reason = reason or error.sentence
                continue
            is_longer = best is None or len(read.record.nodes) > len(best.record.nodes)
            # Tags without moves are a game as well.
            if is_longer and (len(read.record.nodes) > 1 or text.startswith("[")):
                best = read
        if best is not None and not best.problems:
            break
    if best is not None:
        return PastedText(PasteKind.MOVES, (best,))
    if not reason:
        raise BadFile(
            QT_TRANSLATE_NOOP(
                "Models", "“{text}” is not a position, a game or a list of moves."
            ).format(text=quote(text))
        )
    raise BadFile(
        QT_TRANSLATE_NOOP(
            "Models",
            "This is not a position, a game or a list of moves. Read as moves: {reason}",
        ).format(reason=reason)
    )
