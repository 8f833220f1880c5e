"""Matches in files, as they are played: a line of JSON on the match, and one for each pair.

A pair is appended as soon as it is counted, so that nothing of it is lost when the process is
killed.  A line that was not written to its end is left out, and played again.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from math import isfinite
from pathlib import Path
from typing import Any, Self

from kalahloa.models.game.game import Game
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.match.match import GamePlayed, MatchConfig, MatchResult, PairPlayed
from kalahloa.models.match.openings import read_openings
from kalahloa.models.match.participant import MatchEffort, Participant, read_participant
from kalahloa.models.match.sprt import SequentialTest
from kalahloa.models.storage.atomic_file import write_whole
from kalahloa.models.storage.growing_file import GrowingFile
from kalahloa.models.text.errors import BadFile, KalahloaError
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

FORMAT = "kalahloa match"
VERSION = 1
MAX_PAIRS = 1_000_000
"""So many pairs of games can be wanted."""
MAX_LINE_BYTES = 4_000_000
MAX_BYTES = 400_000_000
_POINTS = (0.0, 0.5, 1.0)


class MatchFile(GrowingFile):
    """A context manager that appends the pairs of a match to its file, which it locks meanwhile.

    It goes on with the match in the file at *path*; `known` is what that has of it.  Raises
    `BadFile`.
    """

    known: MatchResult

    def __init__(self, path: Path) -> None:
        def read() -> int:
            self.known, end = _read(path)
            return end

        with _failures(path):
            try:
                super().__init__(path, read)
            except BlockingIOError as error:
                raise BadFile(
                    QT_TRANSLATE_NOOP(
                        "Models", "Another program is playing the match in {path}."
                    ).format(path=shorten(path, 200))
                ) from error
        self._written = len(self.known.pairs)

    @classmethod
    def create(cls, path: Path, result: MatchResult) -> Self:
        """Begin the file at *path*, which must not exist, with what *result* has.

        Raises `BadFile`.
        """
        if path.exists():
            raise _failed(path, QT_TRANSLATE_NOOP("Models", "the file exists"))
        with _failures(path):
            write_whole(path, [_line(_header(result))])
        made = cls(path)
        made.append_new(result)
        return made

    def append_new(self, result: MatchResult) -> None:
        """Append the pairs of *result* that the file has not got; raise `BadFile`.

        They survive the end of the process; `sync` makes them survive a power cut.
        """
        new = result.pairs[self._written :]
        with _failures(self.path):
            lines = [_pair_to_json(pair) for pair in new]
            if result.wanted != self.known.wanted:
                lines.insert(0, {"wanted": result.wanted})
            if lines:
                self.write(b"".join(map(_line, lines)))
        self._written = len(result.pairs)
        self.known = result


def read_match(path: Path) -> MatchResult:
    """Return the match in the file at *path*, as far as it was played; raise `BadFile`."""
    with _failures(path):
        return _read(path)[0]


# -- writing ---------------------------------------------------------------------------------------


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _header(result: MatchResult) -> dict[str, Any]:
    config, test = result.config, result.test
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": config.game,
        "rules": asdict(config.rules),
        "start": config.start,
        "first": _participant_to_json(config.first),
        "second": _participant_to_json(config.second),
        "openings": config.openings.text,
        "most_plies": config.max_plies,
        "keep_moves": config.keep_moves,
        "wanted": result.wanted,
        "sprt": None if test is None else [test.elo0, test.elo1],
    }


def _participant_to_json(participant: Participant) -> dict[str, Any]:
    source = participant.source
    data = None if source is None else {"name": source.name, "text": source.text}
    return {"text": participant.text, "source": data}


def _pair_to_json(pair: PairPlayed) -> dict[str, Any]:
    return {
        **({} if pair.start is None else {"position": pair.start}),
        "opening": pair.opening,
        "games": [
            {
                "points": game.points,
                "plies": game.plies,
                "cut_off": game.cut_off,
                "on_time": game.on_time,
                "moves": game.moves,
            }
            for game in pair.games
        ],
        "efforts": [[one.moves, one.nodes, round(one.seconds, 6)] for one in pair.efforts],
    }


# -- reading ---------------------------------------------------------------------------------------


@contextmanager
def _failures(path: Path) -> Iterator[None]:
    """Raise `BadFile`, which names the file, for what goes wrong with it."""
    try:
        yield
    except BadFile:
        raise
    except OSError as error:
        raise _failed(path, error.strerror or shorten(error)) from error
    except KeyError as error:
        raise _failed(path, f"it lacks {shorten(error)}") from error
    except (ValueError, TypeError, OverflowError, RecursionError, KalahloaError) as error:
        raise _failed(path, shorten(error)) from error


def _failed(path: Path, reason: object) -> BadFile:
    sentence = QT_TRANSLATE_NOOP("Models", "The match in {path} cannot be used: {reason}.")
    return BadFile(sentence.format(path=shorten(path, 200), reason=str(reason).rstrip(".")))


def _read(path: Path) -> tuple[MatchResult, int]:
    """Return the match in the file, and where its last whole line ends."""
    with open(path, "rb") as file:
        if os.fstat(file.fileno()).st_size > MAX_BYTES:
            raise ValueError("it is too long")
        first = file.readline(MAX_LINE_BYTES)
        data = _parsed(first)
        if data is None or data.get("format") != FORMAT:
            raise ValueError("it is no match of Kalahloa")
        if data["version"] != VERSION:
            raise ValueError(f"it is of version {quote(str(data['version']))}")
        config, wanted, test = _of_header(data)
        end = len(first)
        pairs: list[PairPlayed] = []
        while line := file.readline(MAX_LINE_BYTES):
            data = _parsed(line)
            if data is None:
                break  # the process was killed while it wrote
            if "wanted" in data:
                wanted = _count(data["wanted"], MAX_PAIRS)
            else:
                pairs.append(_of_pair(data))
            end += len(line)
    return MatchResult(config, max(wanted, len(pairs)), test, tuple(pairs)), end


def _parsed(line: bytes) -> dict[str, Any] | None:
    if not line.endswith(b"\n"):
        return None
    try:
        data = json.loads(line)
    except ValueError:
        return None
    return data if isinstance(data, dict) else None


def _of_header(data: dict[str, Any]) -> tuple[MatchConfig, int, SequentialTest | None]:
    game = find_game(str(data["game"]))
    start = data["start"]
    config = MatchConfig(
        game.key,
        game.rulebook.read(None, data["rules"]),
        _of_participant(data["first"], game),
        _of_participant(data["second"], game),
        read_openings(str(data["openings"])),
        None if start is None else str(start),
        _count(data["most_plies"]),
        bool(data["keep_moves"]),
    )
    config.position()  # raises where the start is none
    bounds = None if data["sprt"] is None else map(_real, _items(data["sprt"], "bounds"))
    test = None if bounds is None else SequentialTest(*bounds)
    return config, _count(data["wanted"], MAX_PAIRS), test


def _fields(data: Any, what: str) -> dict[str, Any]:
    """Return *data*, which is to be *what*, if it is a JSON object; raise `ValueError`."""
    if not isinstance(data, dict):
        raise ValueError(f"'{quote(str(data))}' is no {what}")
    return data


def _items(data: Any, what: str) -> list[Any]:
    """Return *data*, which is to be *what*, if it is a JSON array; raise `ValueError`."""
    if not isinstance(data, list):
        raise ValueError(f"'{quote(str(data))}' is no list of {what}")
    return data


def _of_participant(data: Any, game: Game) -> Participant:
    data = _fields(data, "participant")
    given = data["source"]
    own = None
    if given is not None:
        given = _fields(given, "heuristic")
        own = HeuristicSource(str(given["name"]), game.key, str(given["text"]))
    return read_participant(str(data["text"]), game, own=lambda _: own)


def _of_pair(data: dict[str, Any]) -> PairPlayed:
    first, second = (_of_game(_fields(one, "game")) for one in _items(data["games"], "games"))
    efforts = [
        MatchEffort(_count(moves), _count(nodes), _real(seconds))
        for moves, nodes, seconds in (
            _items(one, "numbers") for one in _items(data["efforts"], "efforts")
        )
    ]
    if len(efforts) != 2:
        raise ValueError("a pair has two efforts")
    start = data.get("position")
    return PairPlayed(
        _texts(data["opening"]),
        (first, second),
        (efforts[0], efforts[1]),
        None if start is None else str(start),
    )


def _of_game(data: dict[str, Any]) -> GamePlayed:
    points = _real(data["points"])
    if points not in _POINTS:
        raise ValueError(f"a game has {points:g} points")
    return GamePlayed(
        points,
        _count(data["plies"]),
        bool(data["cut_off"]),
        bool(data["on_time"]),
        _texts(data["moves"]),
    )


def _texts(data: Any) -> tuple[str, ...]:
    return tuple(map(str, _items(data, "moves")))


def _real(number: Any) -> float:
    if isinstance(number, bool) or not isinstance(number, int | float) or not isfinite(number):
        raise ValueError(f"'{quote(str(number))}' is no number")
    return float(number)


def _count(number: Any, most: int = 1 << 62) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= most:
        raise ValueError(f"'{quote(str(number))}' is no number")
    return number
