"""Players: humans, and searchers with a level."""

from dataclasses import dataclass, field, fields, replace

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.game import Game
from kalahloa.models.heuristics.file_names import user_heuristic_name
from kalahloa.models.search.default_searchers import FOR_PLAYING
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.levels.levels import PERFECT, at_level
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.searchers import find_searcher
from kalahloa.models.text.errors import BadRules, KalahloaError, UnknownName
from kalahloa.models.text.quotation import quote

with lazy_imports():
    from kalahloa.models.heuristics import store
    from kalahloa.models.match import participant

MAX_DEPTH = 8
MAX_SECONDS = 3600
DEFAULT_STRENGTH = 5
"""The default level of the engine."""
PATIENCE = Limits(seconds=15.0)
"""Limits of the engine's levels, whose own limits are reached in one to three seconds;
not compiled, the highest levels would take minutes."""
PATIENCE_FOR_PROOFS = Limits(seconds=60.0)
"""Limits of the perfect level, which proves its moves; only early moves take long."""


@dataclass(frozen=True, slots=True)
class Level:
    """The level of a computer player: a searcher, with a depth or a time per move in seconds.

    The depth is 1 to 8.  `heuristic` names one of the game's heuristics; None is the first, and
    ``file:NAME`` one that the user keeps, which also replaces the engine's own evaluation.
    `strength` is one of the engine's levels (1 to 10, or `PERFECT` in games that can be solved),
    which excludes a depth or a time.
    """

    searcher: str = FOR_PLAYING
    depth: int | None = 4
    seconds: float | None = None
    heuristic: str | None = None
    strength: int | None = None

    @classmethod
    def of_engine(cls, strength: int) -> "Level":
        """Return the engine's level *strength*; raise `UnknownName` if there is none."""
        return cls(Engine.name, depth=None, strength=strength)

    def __post_init__(self) -> None:
        """Raise `BadRules` or `UnknownName` if the fields are invalid or inconsistent.

        Types are checked too, because levels are read from files.
        """
        if not isinstance(self.searcher, str):
            raise BadRules(
                QT_TRANSLATE_NOOP("Controllers", "A searcher is a name, not {searcher}.").format(
                    searcher=quote(self.searcher)
                )
            )
        if not isinstance(self.heuristic, str | None):
            raise BadRules(
                QT_TRANSLATE_NOOP("Controllers", "A heuristic is a name, not {heuristic}.").format(
                    heuristic=quote(self.heuristic)
                )
            )
        find_searcher(self.searcher)
        if self.strength is not None:
            if self.searcher != Engine.name:
                raise BadRules(
                    QT_TRANSLATE_NOOP("Controllers", "Only the engine has numbered levels.")
                )
            if self.depth is not None or self.seconds is not None:
                raise BadRules(
                    QT_TRANSLATE_NOOP("Controllers", "A numbered level takes no depth and no time.")
                )
            at_level(self.strength)
            if self.strength == PERFECT and user_heuristic_name(self.heuristic) is not None:
                raise BadRules(
                    QT_TRANSLATE_NOOP(
                        "Controllers", "The perfect level proves its moves and uses no heuristic."
                    )
                )
            return
        if self.depth is None and self.seconds is None:
            raise BadRules(
                QT_TRANSLATE_NOOP("Controllers", "A level needs a depth or a time per move.")
            )
        if self.depth is not None and not _is_whole(self.depth, 1, MAX_DEPTH):
            raise BadRules(
                QT_TRANSLATE_NOOP("Controllers", "A depth is a number from 1 to {most}.").format(
                    most=MAX_DEPTH
                )
            )
        if self.seconds is not None and not _is_time(self.seconds):
            raise BadRules(
                QT_TRANSLATE_NOOP(
                    "Controllers",
                    "A time per move is more than 0 and at most {most} seconds.",
                ).format(most=MAX_SECONDS)
            )

    @property
    def limits(self) -> Limits:
        """The limits to pass to the searcher."""
        if self.strength is not None:
            return PATIENCE_FOR_PROOFS if self.strength == PERFECT else PATIENCE
        return Limits(depth=self.depth, seconds=self.seconds)

    @property
    def title(self) -> str:
        """The level for display: ``Alpha-beta, depth 4``, ``Engine, level 7``.

        A heuristic of the user's is named as well.
        """
        own = user_heuristic_name(self.heuristic)
        if own is None:
            return self._title
        return QT_TRANSLATE_NOOP("Controllers", "{level}, heuristic '{name}'").format(
            level=self._title, name=quote(own)
        )

    @property
    def _title(self) -> str:
        if self.strength is not None:
            return at_level(self.strength).title
        title = (
            QT_TRANSLATE_NOOP("Controllers", "{searcher}, {seconds:g} s a move")
            if self.depth is None
            else QT_TRANSLATE_NOOP("Controllers", "{searcher}, depth {depth}")
            if self.seconds is None
            else QT_TRANSLATE_NOOP("Controllers", "{searcher}, depth {depth}, {seconds:g} s a move")
        )
        return title.format(
            searcher=find_searcher(self.searcher).title, depth=self.depth, seconds=self.seconds
        )


def _is_whole(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _is_time(value: object) -> bool:
    return type(value) in (int, float) and 0 < value <= MAX_SECONDS  # type: ignore[operator]


@dataclass(frozen=True, slots=True)
class Player:
    """A human player, whose `level` is None, or a computer player.

    `note` is a sentence about what was corrected when the player was read from a file, shown when
    the game is opened.  Comparison ignores it.
    """

    level: Level | None = None
    note: str = field(default="", compare=False)

    @property
    def is_computer(self) -> bool:
        """Whether the player is a searcher."""
        return self.level is not None

    @property
    def title(self) -> str:
        """The player's name for display."""
        return QT_TRANSLATE_NOOP("Controllers", "Human") if self.level is None else self.level.title

    def to_json(self) -> dict[str, object] | None:
        """Return the player as JSON-compatible values; None for a human."""
        if self.level is None:
            return None
        return {
            "searcher": self.level.searcher,
            "depth": self.level.depth,
            "seconds": self.level.seconds,
            "heuristic": self.level.heuristic,
            "strength": self.level.strength,
        }

    @classmethod
    def from_json(cls, data: object) -> "Player":
        """Return the player described by *data*, a value as `to_json` returns it.

        If no player is like that, as after a match between searchers with a clock, return a human
        whose `note` says so; if *data* is invalid, one whose `note` says why.
        """
        if data is None:
            return HUMAN
        if not isinstance(data, dict):
            return _replaced(
                QT_TRANSLATE_NOOP("Controllers", "{level} is not a level.").format(
                    level=quote(data)
                )
            )
        played = _participant(data)
        if played:
            sentence = QT_TRANSLATE_NOOP(
                "Controllers", "{name} played this side in a match. A human continues instead."
            )
            return cls(None, sentence.format(name=quote(played)))
        unknown = [key for key in data if key not in _LEVEL_KEYS]
        if unknown:
            return _replaced(
                QT_TRANSLATE_NOOP("Controllers", "A level has no '{name}'.").format(
                    name=quote(unknown[0])
                )
            )
        try:
            return cls(Level(**data))
        except KalahloaError as error:
            return _replaced(error.sentence)

    def for_game(self, game: Game) -> "Player":
        """Return the player adapted to *game*.

        A heuristic that the game lacks is replaced by the game's first, with a `note`.
        """
        if self.level is None or self.level.heuristic is None:
            return self
        own = user_heuristic_name(self.level.heuristic)
        if own is not None and store.HeuristicStore().has(game.key, own):
            return self
        try:
            game.heuristic(self.level.heuristic)
        except UnknownName as error:
            note = (
                QT_TRANSLATE_NOOP("Controllers", "{problem} The computer uses the first of them.")
                if game.heuristics
                else QT_TRANSLATE_NOOP("Controllers", "{problem} The computer uses none.")
            )
            note = note.format(problem=error.sentence)
            return Player(replace(self.level, heuristic=None), note)
        return self


def _participant(data: dict[str, object]) -> str:
    """Return what played in a match, if that is *data* and no player can be; otherwise nothing."""
    depth = data.get("depth")
    is_deep = type(depth) is int and depth > MAX_DEPTH
    if not (data.keys() - _LEVEL_KEYS or data.get("searcher") == participant.RANDOM or is_deep):
        return ""
    try:
        return participant.Participant.from_json(data).text
    except KalahloaError:
        return ""


def _replaced(reason: str) -> Player:
    return Player(
        None,
        QT_TRANSLATE_NOOP(
            "Controllers", "Cannot read a player of this game: {reason} A human plays instead."
        ).format(reason=reason),
    )


_LEVEL_KEYS = frozenset(entry.name for entry in fields(Level))


def own_side(players: tuple[Player, Player]) -> int | None:
    """Return the side that the user plays against a computer; None in any other game."""
    first, second = (player.is_computer for player in players)
    return None if first == second else int(first)


HUMAN = Player()
