"""The facts about a game, its players among them, as properties of the root and back.

As with notes, what SGF cannot hold is written once more as JSON, which counts only while the
standard properties beside it are those that were written with it.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kalahloa.models.game.outcome import Outcome
from kalahloa.models.notation.sgf.charsets import Charset, encode
from kalahloa.models.notation.sgf.scanner import Property
from kalahloa.models.record.annotation import MAX_COMMENT_TEXT
from kalahloa.models.record.ending import RESIGNATION, RESULT, TERMINATION
from kalahloa.models.record.json_record import MAX_DETAILS, MAX_NAME_TEXT

DETAILS = "KD"
"""Our property: players and details as JSON."""
_BY_PROPERTY = {
    "EV": "event",
    "RO": "round",
    "PC": "place",
    "DT": "date",
    "GN": "title",
    "ON": "opening",
    "TM": "time",
    "OT": "overtime",
    "BR": "first rank",
    "WR": "second rank",
    "BT": "first team",
    "WT": "second team",
    "AN": "annotator",
    "US": "entered by",
    "SO": "source",
    "CP": "copyright",
    "RU": "rules",
    "GC": "about",
}
"""The names of details by those of the properties that hold them."""
_PLAYERS = {"PB": 0, "PW": 1, "P0": 0, "P1": 1}
_TEXTS = {"GC"}
"""Properties that keep their line breaks."""
_STRICT = {
    "DT": re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?(?:,[\d-]{2,10})*"),
    "TM": re.compile(r"\d{1,9}(?:\.\d{1,9})?"),
}
"""What the specification demands of a value; others are in our own property only."""
KNOWN = frozenset({*_BY_PROPERTY, "PB", "PW", "RE", DETAILS})
"""The properties that are read into players and details, and not kept otherwise."""
_PLAYER_ID = re.compile(r'id\s+"(.*)"', re.IGNORECASE | re.DOTALL)
_PLAYER_INFO = re.compile(r"\s*(?:id|time|ranking|country|uid)\b", re.IGNORECASE)
_PLAYER_TIME = re.compile(r"time\s+\d+:")
_RESULT = re.compile(r"([BW01])\s*\+\s*(.*)", re.IGNORECASE | re.DOTALL)
_DRAWS = {"0", "draw", "jigo", "tie", "1/2-1/2", "½-½", "game drawn"}
_ENDS = {
    "r": RESIGNATION,
    "resign": RESIGNATION,
    "resigns": RESIGNATION,
    "resigned": RESIGNATION,
    "resignation": RESIGNATION,
    "t": "time",
    "time": "time",
    "f": "forfeit",
    "forfeit": "forfeit",
}
_ENDS_WRITTEN = {RESIGNATION: "R", "time": "T", "forfeit": "F"}
_WINNERS = {"1-0": "B", "0-1": "W"}


@dataclass
class SgfInfo:
    """The names of the players, and the details of a game by name."""

    players: tuple[str, str] = ("", "")
    details: dict[str, str] = field(default_factory=dict)


def write_info(
    players: tuple[str, str], details: Mapping[str, str], outcome: Outcome | None, rules: str
) -> list[Property]:
    """Return the properties that hold *players* and *details*.

    *outcome* is that of the main line's end, *rules* the words for the rules in force.
    """
    written = _standard(players, details, outcome, rules)
    info = SgfInfo(players, dict(details))
    if _read_standard(written, outcome, rules, Charset("utf_8")) != info:
        plain = json.dumps(
            {"players": list(players), "details": dict(details)},
            ensure_ascii=False,
            separators=(",", ":"),
        )
        written.append((DETAILS, [encode(plain)]))
    return written


def read_info(
    properties: Iterable[Property], outcome: Outcome | None, rules: str, charset: Charset
) -> SgfInfo:
    """Return what the *properties* of a root say; *outcome* and *rules* are as in `write_info`."""
    properties = list(properties)
    info = _read_standard(properties, outcome, rules, charset)
    for name, values in properties:
        if name == DETAILS and values:
            own = _read_own(charset.text(values[0]))
            if own is not None:
                again = _standard(own.players, own.details, outcome, rules)
                if _read_standard(again, outcome, rules, Charset("utf_8")) == info:
                    return own
    return info


def is_player_info(value: str) -> bool:
    """Return whether *value*, in the place of a move, tells something about a player."""
    return _PLAYER_INFO.match(value) is not None


def is_player_name(value: str) -> bool:
    """Return whether *value* is a player's name as boardspace has it, `id "name"`."""
    return _PLAYER_ID.fullmatch(value.strip()) is not None


def _standard(
    players: tuple[str, str], details: Mapping[str, str], outcome: Outcome | None, rules: str
) -> list[Property]:
    written = [
        (name, [encode(player)])
        for name, player in zip(("PB", "PW"), players, strict=True)
        if player
    ]
    for name, detail in _BY_PROPERTY.items():
        value = details.get(detail, rules if name == "RU" else "")
        if value and (name not in _STRICT or _STRICT[name].fullmatch(value)):
            written.append((name, [encode(value)]))
    result = _write_result(details, outcome)
    if result:
        written.append(("RE", [encode(result)]))
    return written


def _write_result(details: Mapping[str, str], outcome: Outcome | None) -> str:
    end = details.get(TERMINATION, "")
    result = details.get(RESULT, "" if outcome is None else outcome.points)
    if result in _WINNERS:
        margin = "" if outcome is None or abs(outcome.score) == 1 else str(abs(outcome.score))
        return f"{_WINNERS[result]}+{_ENDS_WRITTEN.get(end, end) or margin}"
    if result == "1/2-1/2":
        return "0"
    return end or ("?" if result == "*" else "")


def _read_result(text: str, players: tuple[str, str]) -> tuple[str, str]:
    """Return the points and how the game ended; empty where *text* does not say."""
    plain = text.strip()
    found = _RESULT.fullmatch(plain)
    if found is not None:
        end = found[2].strip()
        points = "1-0" if found[1] in "Bb0" else "0-1"
        return points, _ENDS.get(end.lower(), end)
    if plain.lower() in _DRAWS:
        return "1/2-1/2", ""
    if plain in ("1-0", "0-1"):
        return plain, ""
    if plain == "?":
        return "*", ""
    if plain.lower().startswith("game won by "):
        winner = plain[len("game won by ") :].strip()
        if winner and players[0] != players[1] and winner in players:
            return ("1-0", "0-1")[players.index(winner)], ""
    return "", plain


def _read_standard(
    properties: Iterable[Property], outcome: Outcome | None, rules: str, charset: Charset
) -> SgfInfo:
    players = ["", ""]
    details: dict[str, str] = {}
    result = ""
    for name, values in properties:
        if not values:
            continue
        if name in _PLAYERS:
            for raw in values:
                text = charset.simple_text(raw)
                found = _PLAYER_ID.fullmatch(text.strip())
                if found is not None:
                    players[_PLAYERS[name]] = found[1][:MAX_NAME_TEXT]
                elif name in ("PB", "PW") and not _PLAYER_TIME.match(text):
                    players[_PLAYERS[name]] = text[:MAX_NAME_TEXT]
        elif name in _BY_PROPERTY:
            read = charset.text if name in _TEXTS else charset.simple_text
            value = "\n\n".join(map(read, values))[:MAX_COMMENT_TEXT]
            if value and not (name == "RU" and value == rules):
                details[_BY_PROPERTY[name]] = value
        elif name == "RE":
            result = charset.simple_text(values[0])[:MAX_COMMENT_TEXT]
    both = players[0], players[1]
    if result and result != _write_result({}, outcome):
        points, end = _read_result(result, both)
        if points:
            details[RESULT] = points
        if end:
            details[TERMINATION] = end
    return SgfInfo(both, details)


def _read_own(text: str) -> SgfInfo | None:
    try:
        plain = json.loads(text)
        first, second = plain["players"]
        details = dict(plain["details"])
        texts = [first, second, *details, *details.values()]
        if not all(isinstance(given, str) for given in texts):
            return None
        if (
            len(details) > MAX_DETAILS
            or any(len(name) > MAX_NAME_TEXT for name in (first, second, *details))
            or any(len(value) > MAX_COMMENT_TEXT for value in details.values())
        ):
            return None
        return SgfInfo((first, second), details)
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
