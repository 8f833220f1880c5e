"""What a sandbox is asked for: plain, immutable values that go through a pipe."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.costs import FeatureCost
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.search.default_searchers import FOR_TREES
from kalahloa.models.search.limits import NO_LIMITS, Limits
from kalahloa.models.text.errors import BadPosition
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

DEFAULT_MEBIBYTES = 64
MAX_PRINTED = 4_000
"""How many characters of what a heuristic prints are kept."""


@dataclass(frozen=True)
class SearchOrder:
    """A search that is to be run.

    The game with the key `game` and these `rules` (by option name, see `Rulebook.as_mapping`) began
    at the position string `start`, and `moves` were made since.  `searcher` is the name of one, or,
    with a `strength`, the engine's level of that number, which makes its random choices by `seed`.
    `heuristic` is the user's, or the name of one of the game's, or None for the game's first one,
    and the engine's own evaluation.  The user's also replaces the engine's evaluation.  With
    `record`, the search tree is recorded; with `count`, the passes of one of the lecture's
    searchers are counted instead.

    `lines` is the number of lines of an analysis; `mebibytes` the size of the engine's table.  With
    `compiled`, the user's heuristic is compiled for the engine where that is possible, which takes
    seconds before the search begins.
    """

    game: str
    rules: Mapping[str, Any]
    start: str
    moves: tuple[int, ...] = ()
    searcher: str = FOR_TREES
    limits: Limits = NO_LIMITS
    heuristic: str | HeuristicSource | None = None
    record: bool = False
    count: bool = False
    strength: int | None = None
    seed: int = 0
    lines: int = 1
    mebibytes: int = DEFAULT_MEBIBYTES
    compiled: bool = False

    @classmethod
    def of(
        cls,
        game: Game,
        position: Position,
        searcher: str,
        limits: Limits,
        heuristic: str | HeuristicSource | None = None,
        **settings: Any,
    ) -> "SearchOrder":
        """Return the order for *position* of *game*; *settings* are the further fields."""
        start = position.copy()
        moves = tuple(start.move_stack())
        for _ in moves:
            start.unmake()
        return cls(
            game.key,
            game.rulebook.as_mapping(position.rules),
            start.position_string(),
            moves,
            searcher,
            limits,
            heuristic,
            **settings,
        )

    @property
    def source(self) -> HeuristicSource | None:
        """The user's heuristic, if it is one."""
        return self.heuristic if isinstance(self.heuristic, HeuristicSource) else None

    def position(self) -> Position:
        """Return the position that is to be searched.

        Raises `UnknownName`, `BadRules` and `BadPosition`.
        """
        game = find_game(self.game)
        position = game.read(self.start, game.rulebook.read(None, self.rules))
        for move in self.moves:
            if not position.is_playable(move):
                raise BadPosition(
                    QT_TRANSLATE_NOOP("Models", "A move that led to the position is not legal.")
                )
            position.make(move)
        return position

    def to_json(self) -> dict[str, Any]:
        """Return the order as JSON-compatible values, which `from_json` reads."""
        return {
            **{name: getattr(self, name) for name in _PLAIN_FIELDS},
            "rules": dict(self.rules),
            "moves": list(self.moves),
            "limits": asdict(self.limits),
            "heuristic": heuristic_to_json(self.heuristic),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "SearchOrder":
        """Return the order that *data* describes, a value as `to_json` returns it."""
        return cls(
            **{name: data[name] for name in _PLAIN_FIELDS},
            rules=data["rules"],
            moves=tuple(data["moves"]),
            limits=Limits(**data["limits"]),
            heuristic=heuristic_from_json(data["heuristic"]),
        )


_PLAIN_FIELDS = (
    *("game", "start", "searcher", "record", "count", "strength", "seed", "lines", "mebibytes"),
    "compiled",
)


def heuristic_to_json(heuristic: str | HeuristicSource | None) -> Any:
    """Return *heuristic* as JSON-compatible values."""
    if isinstance(heuristic, HeuristicSource):
        return {"name": heuristic.name, "game": heuristic.game, "text": heuristic.text}
    return heuristic


def heuristic_from_json(data: Any) -> str | HeuristicSource | None:
    """Return the heuristic that *data* describes."""
    return HeuristicSource(**data) if isinstance(data, dict) else data


@dataclass(frozen=True)
class EvaluationOrder:
    """Positions that `source` is to evaluate, as position strings under `rules`; `terms` as well.

    No moves have led there.  With `lines`, the first one comes with the values of lines.
    """

    source: HeuristicSource
    rules: Mapping[str, Any]
    positions: tuple[str, ...]
    terms: bool = True
    lines: bool = False

    @classmethod
    def of(
        cls,
        source: HeuristicSource,
        positions: Iterable[Position],
        terms: bool = True,
        lines: bool = False,
    ) -> "EvaluationOrder":
        """Return the order for *positions*, which are under the same rules."""
        boards = tuple(positions)
        game = find_game(source.game)
        rules = game.rulebook.as_mapping(boards[0].rules) if boards else {}
        texts = tuple(board.position_string() for board in boards)
        return cls(source, rules, texts, terms, lines)

    def boards(self) -> list[Position]:
        """Return the positions; raises what `Game.read` raises."""
        game = find_game(self.source.game)
        rules = game.rulebook.read(None, self.rules)
        return [game.read(text, rules) for text in self.positions]

    def to_json(self) -> dict[str, Any]:
        """Return the order as JSON-compatible values, which `from_json` reads."""
        return {
            "source": heuristic_to_json(self.source),
            "rules": dict(self.rules),
            "positions": list(self.positions),
            "terms": self.terms,
            "lines": self.lines,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "EvaluationOrder":
        """Return the order that *data* describes."""
        return cls(
            HeuristicSource(**data["source"]),
            data["rules"],
            tuple(data["positions"]),
            data["terms"],
            data["lines"],
        )


@dataclass(frozen=True)
class Evaluation:
    """What a heuristic says of a position, from the point of view of its side to move.

    `terms` has for each weight by how much the value would change, were it not 0: the value less
    the value with that weight 0.  `printed` is what the heuristic has printed meanwhile.  `lines`
    are the values that lines of the text had, by their numbers from 1, where that was asked for;
    then `costs` are those of the features that it asked for, by their names, and `microseconds` is
    how long one evaluation takes.
    """

    value: float
    terms: Mapping[str, float] = field(default_factory=dict)
    printed: str = ""
    lines: Mapping[int, str] = field(default_factory=dict)
    costs: Mapping[str, FeatureCost] = field(default_factory=dict)
    microseconds: float = 0.0
