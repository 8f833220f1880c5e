"""Headers of games, from rows and into rows of the table `games`."""

import json
import re
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any

from kalahloa.models.library.analyses import Accuracies, read_accuracies
from kalahloa.models.library.game_rows import GameHeader, NodeRow, StoredGame, notes_of_text
from kalahloa.models.library.visits import read_visits
from kalahloa.models.text.days import read_day
from kalahloa.models.text.errors import BadQuery

COLUMNS = (
    "id, uid, game, rules, preset, start, first, second, levels, details, result, score, plies, "
    "date, created, modified, source, trashed, revision, current, node_count, comments, variations"
)
_DATE = re.compile(r"\d{4}(?:[-./]\d{1,2}(?:[-./]\d{1,2})?)?")
_SURROGATE = re.compile("[\ud800-\udfff]")


def read_headers(database: sqlite3.Connection, ids: Sequence[int]) -> list[GameHeader]:
    """Return the headers of the games *ids* in that order, without those that do not exist."""
    if not ids:  # as for most games of an import, which ask whether they are here
        return []
    tags: dict[int, list[str]] = {}
    wanted = json.dumps(list(ids))
    for game, tag in database.execute(
        "SELECT game, tag FROM tags WHERE game IN (SELECT value FROM json_each(?)) "
        "ORDER BY game, tag",
        (wanted,),
    ):
        tags.setdefault(game, []).append(tag)
    accuracies, left = read_accuracies(database, ids), read_visits(database, ids)
    found = {
        row[0]: _header(row, tags.get(row[0], ()), accuracies.get(row[0]), left.get(row[0]))
        for row in database.execute(
            f"SELECT {COLUMNS} FROM games WHERE id IN (SELECT value FROM json_each(?))", (wanted,)
        )
    }
    return [found[game] for game in ids if game in found]


def read_game(database: sqlite3.Connection, game: int, since: int = 0) -> StoredGame | None:
    """Return *game* with the nodes written after the revision *since*; None if it is not there."""
    headers = read_headers(database, [game])
    if not headers:
        return None
    nodes = [
        NodeRow(number, parent, text, notes_of_text(notes), rank, bool(removed), *rest)
        for number, parent, text, notes, rank, removed, *rest in database.execute(
            "SELECT number, parent, text, notes, rank, removed, followed, key, revision"
            " FROM nodes WHERE game = ? AND revision > ? ORDER BY number",
            (game, since),
        )
    ]
    return StoredGame(headers[0], tuple(nodes))


def _header(
    row: tuple[Any, ...],
    tags: Iterable[str],
    reviewed: tuple[int, Accuracies] | None,
    left: tuple[int, int] | None,
) -> GameHeader:
    number, uid, game, rules, preset, start, first, second, levels, details, *facts = row
    result, score, plies, date, created, modified, source, trashed, revision, current, *counts = (
        facts
    )
    nodes, comments, variations = counts
    given = _plain(levels, [None, None])
    return GameHeader(
        id=number,
        uid=uid,
        game=game,
        rules=MappingProxyType(read_mapping(rules)),
        preset=preset,
        start=start,
        players=(first, second),
        levels=(given[0], given[1]) if len(given) == 2 else (None, None),
        details=MappingProxyType(read_mapping(details)),
        result=result,
        score=score,
        plies=plies,
        date=date,
        created=created,
        modified=modified,
        source=source,
        tags=tuple(tags),
        trashed=trashed,
        revision=revision,
        current=current if left is None else left[0],
        node_count=nodes,
        comments=comments,
        variations=variations,
        line_end=None if left is None else left[1],
        accuracy=reviewed[1] if reviewed is not None and reviewed[0] == plies else (None, None),
    )


def _plain(text: str, default: list[Any]) -> list[Any]:
    value = read_json_value(text)
    return value if isinstance(value, list) else default


def read_mapping(text: str) -> dict[str, Any]:
    """Return the mapping that *text* stands for; an empty one if it is damaged."""
    value = read_json_value(text)
    return value if isinstance(value, dict) else {}


def read_json_value(text: str) -> Any:
    """Return the JSON value that *text* stands for; None if it is damaged."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def date_of(details: Mapping[str, str], created: float) -> str:
    """Return the day of a game for `GameHeader.date`, as far as it is known: ``2000-08-21``."""
    given = details.get("date", "").strip()
    found = _DATE.match(given)
    if found is None:
        with suppress(BadQuery):
            return read_day(given)
        return time.strftime("%Y-%m-%d", time.localtime(created))
    return "-".join(part.zfill(2) for part in re.split("[-./]", found[0]))


def storable(text: str) -> str:
    """Return *text* without lone surrogates, which no database takes."""
    return _SURROGATE.sub("\ufffd", text)
