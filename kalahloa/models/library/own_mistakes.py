"""The user's own mistakes in reviewed games, as positions to be repeated."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress

from kalahloa.models.game.game import Game
from kalahloa.models.game.registry import known_game
from kalahloa.models.library.headers import read_mapping
from kalahloa.models.library.mistakes import DAMAGED, REVIEWED_GAMES, mark_in, reviewed_plies
from kalahloa.models.library.selection import Selection, conditions, viewpoint
from kalahloa.models.library.tree import main_line
from kalahloa.models.study.review.reviewed import facts_from_json
from kalahloa.models.study.review.turning_point import main_kind
from kalahloa.models.study.training.deck import DeckItem, make_item
from kalahloa.models.study.training.kinds import ExerciseKind
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.work.cancellation import ReadingStopped, never

_YOURS = Selection(you=True)


def own_mistakes(
    database: sqlite3.Connection, stopped: Callable[[], bool] = never
) -> tuple[DeckItem, ...]:
    """Return the user's mistakes in the main lines of all games, as far as they are reviewed.

    They are those of a human who played against a computer.  What is damaged is left out.  Raises
    `ReadingStopped` soon after *stopped* returns True.
    """
    first = viewpoint(_YOURS, 0)
    wanted = conditions(_YOURS)
    games = database.execute(
        f"{REVIEWED_GAMES} SELECT g.id, g.game, g.rules, g.start, g.created,"
        f" CASE WHEN {first.text} THEN 0 ELSE 1 END"
        " FROM reviewed CROSS JOIN games AS g ON g.id = reviewed.game"
        f" WHERE {wanted.text} ORDER BY g.id",
        (*first.values, *wanted.values),
    ).fetchall()
    found: list[DeckItem] = []
    for number, key, rules, start, created, side in games:
        if stopped():
            raise ReadingStopped
        game = known_game(key)
        if game is not None:
            with suppress(*DAMAGED, KalahloaError):
                time = round(1000 * created)
                found += _of_game(database, number, game, (rules, start), side, time)
    return tuple(found)


def _of_game(
    database: sqlite3.Connection,
    number: int,
    game: Game,
    beginning: tuple[str, str],
    side: int,
    time: int,
) -> Iterator[DeckItem]:
    """Yield the mistakes of *side* in the main line of the *game* with this *number*."""
    line = main_line(database, number)
    kinds = {}
    for place, data in reviewed_plies(database, number, line):
        with suppress(*DAMAGED):
            if data["side"] == side and mark_in(data) is not None:
                kinds[place] = main_kind(facts_from_json(data))
    rules, start = beginning
    position = game.read(start, game.rulebook.read(None, read_mapping(rules)))
    for place in range(1, 1 + max(kinds, default=0)):
        move = position.read_move(line[place][1])
        if place in kinds:
            played, kind = position.format_move(move), kinds[place]
            yield make_item(ExerciseKind.MISTAKES, game, position, played, time, kind)
        position.make(move)
