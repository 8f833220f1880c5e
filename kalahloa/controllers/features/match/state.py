"""What a match is to be, and how it stands: plain values for views and words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kalahloa.models.text.options import option

if TYPE_CHECKING:
    from kalahloa.models.heuristics.played_version import PlayedVersion
    from kalahloa.models.heuristics.source import HeuristicSource
    from kalahloa.models.match.elo_series import CoursePoint
    from kalahloa.models.match.match import MatchConfig, PairPlayed
    from kalahloa.models.match.match_store import MatchSummary

DEFAULT_GAMES = 100
MAX_GAMES = 20_000
DEFAULT_NODES = 2_000
DEFAULT_OPENINGS = "random:4:1"


@dataclass(frozen=True)
class MatchOrder:
    """A match that is to be played: the participants as `read_participant` reads them.

    `games` is made even; `nodes`, `depth` or `seconds` limit the moves of those without a limit of
    their own.  `openings` are as in `read_openings`, `test` are two Elo differences for the
    sequential test.  `start` is a position string, None for the game's own.  `sources` are
    heuristics of the user's by their names (``file:NAME``) that are not those in the store.
    """

    game: str
    rules: Any
    first: str
    second: str
    games: int = option(DEFAULT_GAMES, 2, MAX_GAMES)
    nodes: int | None = option(DEFAULT_NODES, 1, 10**12, instead_of=("depth", "seconds"))
    depth: int | None = option(None, 1, 99, instead_of=("nodes", "seconds"))
    seconds: float | None = option(None, 1e-3, 3600.0, metavar="S", instead_of=("nodes", "depth"))
    openings: str = option(DEFAULT_OPENINGS, metavar="random:PLIES:SEED")
    test: tuple[float, float] | None = option(None, -2000.0, 2000.0, name="sprt", metavar="ELO ELO")
    start: str | None = option(None, name="here")
    sources: "Mapping[str, HeuristicSource]" = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Round the number of games up to an even one."""
        object.__setattr__(self, "games", self.games + self.games % 2)


@dataclass(frozen=True)
class MatchBegun:
    """A match that is played, or was: its participants, and what its file is called.

    `wanted` is the number of games; there may be fewer than were asked for.  `versions` are those
    of the participants' heuristics.
    """

    config: "MatchConfig"
    wanted: int
    test: tuple[float, float] | None
    path: Path
    versions: "tuple[PlayedVersion | None, PlayedVersion | None]" = (None, None)

    @property
    def first(self) -> str:
        """The first participant as text."""
        return self.config.first.text

    @property
    def second(self) -> str:
        """The second participant as text."""
        return self.config.second.text


@dataclass(frozen=True, slots=True)
class MatchPace:
    """How fast a match goes.

    `speeds` are the nodes a second of the two participants, None of those that do not search;
    `seconds_left` is an estimate, None where nothing is known.  `is_compiling` is whether
    heuristics of the user's are compiled first; `note` says why one could not be, or nothing.
    """

    workers: int = 0
    games_a_minute: float | None = None
    seconds_left: float | None = None
    speeds: tuple[float | None, float | None] = (None, None)
    is_compiling: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class TestState:
    """How the sequential test stands: its `ratio`, decided at ± `bound`; `accepted` is an Elo."""

    ratio: float
    bound: float
    accepted: float | None = None


@dataclass(frozen=True)
class MatchNews:
    """What is new of a match since the last news, and how it stands.

    `complete` is whether all games were played, or the test was decided.
    """

    begun: MatchBegun | None = None
    pairs: "tuple[PairPlayed, ...]" = ()
    points: "tuple[CoursePoint, ...]" = ()
    pace: MatchPace = MatchPace()
    test: TestState | None = None
    complete: bool = False


@dataclass(frozen=True)
class Stock:
    """What there is of a `game`: earlier matches, the newest first, and heuristics.

    `own` are the names of the user's, those of them with weights are `with_weights`; `built_in`
    are the game's.
    """

    game: str
    matches: "tuple[MatchSummary, ...]" = ()
    own: tuple[str, ...] = ()
    with_weights: tuple[str, ...] = ()
    built_in: tuple[str, ...] = ()
