"""Where a player errs: what the reviews of games say, by phase, by kind and by mark."""

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from math import isfinite
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.game.registry import known_game
from kalahloa.models.library.analyses import REVIEWS
from kalahloa.models.library.selection import Selection, conditions, viewpoint
from kalahloa.models.library.tree import main_line
from kalahloa.models.record.annotation import Mark
from kalahloa.models.study.review.judgement import FAULTS, scale_for
from kalahloa.models.study.review.kept import VERSION
from kalahloa.models.study.review.reviewed import facts_from_json
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.work.cancellation import ReadingStopped, never

REVIEWED_GAMES = (
    "WITH RECURSIVE reviewed (game) AS ("
    f"  SELECT min(game) FROM {REVIEWS}"
    "   UNION ALL"
    f"  SELECT (SELECT min(game) FROM {REVIEWS} WHERE game > reviewed.game) FROM reviewed"
    "   WHERE reviewed.game IS NOT NULL)"
)
"""Which games have a review: each is looked up after the one before."""
DAMAGED = (KeyError, TypeError, ValueError, AttributeError, RecursionError)
"""What values raise that are not what they should be."""
MARKS = (Mark.DUBIOUS, Mark.MISTAKE, Mark.BLUNDER)


class GamePhase(Enum):
    """A third of the plies of a game; the value is its name in JSON."""

    EARLY = "early"
    MIDDLE = "middle"
    LATE = "late"


PHASES = tuple(GamePhase)


@dataclass(frozen=True, slots=True)
class Tally:
    """Moves, and how many of them were mistakes.

    `marks` counts them by `MARKS`, `given` is what all moves gave away (`Mistakes.by_margin`).
    `games` are those with a mistake among the moves.
    """

    moves: int = 0
    marks: tuple[int, int, int] = (0, 0, 0)
    given: float = 0.0
    games: tuple[int, ...] = ()

    @property
    def mistakes(self) -> int:
        """How many of the moves were mistakes."""
        return sum(self.marks)


@dataclass(frozen=True, slots=True)
class GivenAway:
    """What the player gave away in a game of so many reviewed `moves`; see `Mistakes.by_margin`."""

    game: int
    date: str
    moves: int
    given: float


@dataclass(frozen=True)
class Mistakes:
    """The mistakes in the reviewed games that a `Selection` finds.

    They are the player's, or without one both sides'.  Of each game the main line
    counts, as far as it is reviewed.  `by_phase` has one tally for each of `PHASES`.  `by_kind`
    has those kinds that there are, the most frequent first; a mistake may be of several, or of
    none, and `moves` is left out.  With `by_margin` what was given away is in the game's unit,
    otherwise in percentage points of the win probability, and it is None where games of both
    sorts are found, which leaves 0 in the tallies and nothing in `over_time`, which is by the
    games' dates.  `reviewed` is the number of games with a reviewed move.
    """

    total: Tally = Tally()
    by_phase: tuple[Tally, ...] = (Tally(),) * len(PHASES)
    by_kind: tuple[tuple[MistakeKind, Tally], ...] = ()
    by_mark: tuple[tuple[Mark, Tally], ...] = ()
    over_time: tuple[GivenAway, ...] = ()
    by_margin: bool | None = None
    reviewed: int = 0


class _Count:
    """A `Tally` that grows."""

    def __init__(self) -> None:
        self.moves = 0
        self.marks = dict.fromkeys(MARKS, 0)
        self.given = 0.0
        self.games: dict[int, None] = {}

    def add(self, game: int, mark: Mark | None, loss: float) -> None:
        self.moves += 1
        self.given += loss
        if mark is not None:
            self.marks[mark] += 1
            self.games[game] = None

    def tally(self, has_unit: bool) -> Tally:
        dubious, mistakes, blunders = self.marks.values()
        given = self.given if has_unit else 0.0
        return Tally(self.moves, (dubious, mistakes, blunders), given, tuple(self.games))


def mistakes(
    database: sqlite3.Connection, selection: Selection, stopped: Callable[[], bool] = never
) -> Mistakes:
    """Return the mistakes in the games that *selection* finds; its position counts not.

    Raises `ReadingStopped` soon after *stopped* returns True.
    """
    first, second = viewpoint(selection, 0), viewpoint(selection, 1)
    wanted = conditions(selection)
    games = database.execute(
        f"{REVIEWED_GAMES} SELECT g.id, g.game, g.date, {first.text}, {second.text}"
        " FROM reviewed CROSS JOIN games AS g ON g.id = reviewed.game"
        f" WHERE {wanted.text} ORDER BY g.date, g.created, g.id",
        (*first.values, *second.values, *wanted.values),
    ).fetchall()
    total, phases = _Count(), [_Count() for _ in PHASES]
    kinds: dict[MistakeKind, _Count] = {}
    marks = {mark: _Count() for mark in MARKS}
    over_time: list[GivenAway] = []
    units: set[bool] = set()
    for game, key, date, is_first, is_second in games:
        if stopped():
            raise ReadingStopped
        title = known_game(key)
        own = _Count()
        for phase, side, mark, loss, kinds_here in _plies(database, game, title):
            if not (is_second if side else is_first):
                continue
            for count in (own, total, phases[phase]):
                count.add(game, mark, loss)
            if mark is not None:
                marks[mark].add(game, mark, loss)
            for kind in kinds_here:
                kinds.setdefault(kind, _Count()).add(game, mark, loss)
        if own.moves:
            over_time.append(GivenAway(game, date, own.moves, own.given))
            units.add(_counts_margins(title))
    has_unit = len(units) == 1
    by_kind = [(kind, count.tally(has_unit)) for kind, count in kinds.items()]
    by_kind.sort(key=lambda pair: (-pair[1].mistakes, pair[0].value))
    return Mistakes(
        total.tally(has_unit),
        tuple(count.tally(has_unit) for count in phases),
        tuple(by_kind),
        tuple((mark, count.tally(has_unit)) for mark, count in marks.items()),
        tuple(over_time) if has_unit else (),
        units.pop() if has_unit else None,
        len(over_time),
    )


def _counts_margins(game: Game | None) -> bool:
    """Return whether losses in *game* are in its unit."""
    with suppress(KalahloaError):
        if game is not None:
            return scale_for(game, game.start(game.rulebook.default)) is None
    return False


def reviewed_plies(
    database: sqlite3.Connection, game: int, line: Sequence[tuple[int, str]]
) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield what is kept of the reviewed plies of *line*, the main line of *game*, by their places.

    What is damaged, of another version or about another move is left out.
    """
    places = {number: ply for ply, (number, _) in enumerate(line)}
    texts = dict(line)
    for node, text in database.execute(
        f"SELECT node, plain FROM {REVIEWS} WHERE game = ?", (game,)
    ):
        if not places.get(node):  # a variation's, or the root
            continue
        with suppress(*DAMAGED):
            data = json.loads(text)
            if data["version"] != VERSION or data["text"] != texts[node]:
                continue
            if data["side"] in (0, 1):
                yield places[node], data


def mark_in(data: Mapping[str, Any]) -> Mark | None:
    """Return the mark of the mistake that *data*, a reviewed ply, tells of; None if it is none."""
    given = data.get("mark")
    mark = None if given is None else Mark(given)
    return mark if mark in FAULTS else None


_Ply = tuple[int, int, Mark | None, float, frozenset[MistakeKind]]
"""The number of the phase, the side, the mark of a mistake, the loss, and the kinds."""


def _plies(database: sqlite3.Connection, game: int, title: Game | None) -> list[_Ply]:
    """Return what is known of the reviewed plies in the main line of *game*."""
    line = main_line(database, game)
    found: list[_Ply] = []
    for place, data in reviewed_plies(database, game, line):
        with suppress(*DAMAGED):
            loss = float(data["loss"])
            if not isfinite(loss) or loss < 0:
                continue
            mark = mark_in(data)
            facts = facts_from_json(data) if mark else ()
            kinds = frozenset(fact.kind for fact in facts if fact.kind is not None)
            # Plies are counted from 1, and three times as many are a whole number of thirds.
            phase = 3 * (place - 1) // (len(line) - 1)
            found.append((phase, data["side"], mark, loss, kinds))
    return found
