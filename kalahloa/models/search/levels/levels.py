"""The engine at ten levels, from "beginner" to "master", and the perfect level above them.

A level limits what a player sees (see `levelled`).  What it takes to be a player of some strength
depends on the kind of game, so there are two ladders with the same ten names: one for games that
always end, where the highest levels also prove what they can (see `proving`), and one for games
that may go on for ever.

With the same seed, a level makes the same move in the same position on every machine.  The Elo
differences between the levels were measured by ``python -m tests.benchmarks.levels``.
"""

from collections.abc import Callable

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.knowledge import NO_KNOWLEDGE, KnowledgeSource
from kalahloa.models.game.position import Position
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.levels.known_play import KnowingPlayer
from kalahloa.models.search.levels.level_engine import (
    LevelledEngine,
    LevelSpec,
    level_sentence,
    level_title,
)
from kalahloa.models.search.levels.perfect import PERFECT_NAME, PerfectEngine
from kalahloa.models.search.levels.proving_engine import ProvingEngine
from kalahloa.models.search.levels.swindles import Swindles
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import Progress, SearchResult
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.solver.solvable import can_be_solved
from kalahloa.models.text.errors import UnknownName
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import never

_PLAYERS = (
    ("beginner", QT_TRANSLATE_NOOP("Models", "a beginner")),
    ("newcomer", QT_TRANSLATE_NOOP("Models", "a newcomer")),
    ("learner", QT_TRANSLATE_NOOP("Models", "a learner")),
    ("casual player", QT_TRANSLATE_NOOP("Models", "a casual player")),
    ("club player", QT_TRANSLATE_NOOP("Models", "a club player")),
    ("strong club player", QT_TRANSLATE_NOOP("Models", "a strong club player")),
    ("tournament player", QT_TRANSLATE_NOOP("Models", "a tournament player")),
    ("expert", QT_TRANSLATE_NOOP("Models", "an expert")),
    ("champion", QT_TRANSLATE_NOOP("Models", "a champion")),
    ("master", QT_TRANSLATE_NOOP("Models", "a master")),
)


def _ladder(*settings: dict[str, float]) -> tuple[LevelSpec, ...]:
    """Return the levels with these *settings*, the weakest first."""
    return tuple(
        LevelSpec(name, title, **setting)  # type: ignore[arg-type]
        for (name, title), setting in zip(_PLAYERS, settings, strict=True)
    )


ENDING = _ladder(
    {"depth": 1, "blur": 1.7},
    {"depth": 1, "blur": 0.95},
    {"depth": 1, "blur": 0.63},
    {"depth": 1, "blur": 0.4, "careful": True},
    {"depth": 1, "near": 0.8, "careful": True},
    {"nodes": 120, "near": 0.7},
    {"nodes": 380, "near": 0.9},
    {"nodes": 2_500, "near": 0.8},
    {"nodes": 3_000, "near": 0.6, "proof_nodes": 300, "book_span": 90},
    {"nodes": 200_000, "near": 0.4, "proof_nodes": 500_000},
)
"""The levels in games that always end; the first one, the weakest, is level 1.

Between players who see the end of most games, a difference shows where it decides: from random
openings, which decide many games themselves, half as much as from even ones.  So the steps at the
top are small in nodes: levels that prove, with a book and a network, are far stronger than others
with as many.  Level 9 knows only the first turns of the book.
"""

LASTING = _ladder(
    {"depth": 1, "blur": 0.4},
    {"depth": 1, "near": 0.12},
    {"nodes": 140, "near": 0.12},
    {"nodes": 380, "near": 0.12},
    {"nodes": 760, "near": 0.12},
    {"nodes": 3_250, "near": 0.12},
    {"nodes": 6_900, "near": 0.12},
    {"nodes": 17_000, "near": 0.12},
    {"nodes": 48_000, "near": 0.12},
    {"nodes": 115_000, "near": 0.12},
)
"""The levels in games that may go on for ever.

Those that prove in other games follow proven wins in these.
"""

LOWEST, HIGHEST = 1, len(_PLAYERS)
PERFECT = HIGHEST + 1
"""The level above the ten: proven moves, in games that always end (see `perfect`)."""

_OPPONENTS = range(3, 9)
"""The levels for which the highest ones set problems."""
_SEEDS = (1, 2)
"""Opponents that judge roughly are asked with each of these seeds."""


def specs(always_ends: bool) -> tuple[LevelSpec, ...]:
    """Return the levels of a game that *always_ends*, or may go on for ever."""
    return ENDING if always_ends else LASTING


def at_level(
    number: int,
    seed: int = 0,
    knowledge: KnowledgeSource = NO_KNOWLEDGE,
    heuristic: Callable[[Position], float] | None = None,
    varies: bool = True,
) -> Searcher:
    """Return the engine at level *number*; raise `UnknownName` if there is no such level.

    *seed* determines how the lower levels misjudge, and what the others choose among moves that
    are alike.  *knowledge* is `Game.knowledge`, for the levels that prove.  With a
    *heuristic*, it evaluates the leaves even of games with an evaluation; then nothing is proven,
    but the perfect level does not ask it.  Unless it *varies*, a level makes the move that it finds
    first even where others are nearly as good: to measure what it sees.
    """
    if type(number) is not int or not LOWEST <= number <= PERFECT:
        raise UnknownName(
            QT_TRANSLATE_NOOP(
                "Models",
                "There is no level {number}; levels are {lowest} to {highest}, and {perfect}, "
                "called {name}.",
            ).format(
                number=quote(number),
                lowest=LOWEST,
                highest=HIGHEST,
                perfect=PERFECT,
                name=PERFECT_NAME,
            )
        )
    if number == PERFECT:
        return PerfectEngine(seed, knowledge, _swindles(seed))
    return LadderEngine(number, seed, knowledge, heuristic, varies)


def sure_engine(
    limits: Limits, seed: int, knowledge: KnowledgeSource, network: bool = True
) -> Searcher:
    """Return the engine within *limits*, which follows *knowledge*; see `SureEngine`.

    Without *network* it evaluates by named terms even where there is a network.
    """
    return SureEngine(limits, seed, knowledge, network)


def refusal(position: Position, title: str) -> str:
    """Return why the game called *title* has no perfect level, or an empty text if it has.

    *position* is any position of the game.
    """
    if can_be_solved(position):
        return ""
    return QT_TRANSLATE_NOOP(
        "Models", "{title} may never end, so it has no perfect level; choose level {highest}."
    ).format(title=title, highest=HIGHEST)


def _swindles(seed: int) -> Swindles:
    return Swindles(_opponents, seed)


def _opponents() -> list[Searcher]:
    """Return the players for whom problems are set, those of all levels equally often."""
    return [
        LevelledEngine(number, ENDING[number - 1].without_variety(), seed)
        for number in _OPPONENTS
        for seed in _SEEDS
    ]


class SureEngine(Searcher):
    """The engine that says what is known, and proves what it can, where games always end.

    For the arguments see `sure_engine`.
    """

    name = Engine.name
    title = Engine.title
    sentence = Engine.sentence

    def __init__(
        self, limits: Limits, seed: int, knowledge: KnowledgeSource, network: bool
    ) -> None:
        self._limits = limits
        self._sure = ProvingEngine(
            self.title, self.sentence, limits, 0, knowledge, _swindles(seed), network
        )
        self._engine = KnowingPlayer(Engine(network=network), knowledge)

    def choose(
        self,
        position: Position,
        limits: Limits,
        heuristic: Heuristic,
        *,
        stopped: Callable[[], bool] = never,
        report: Callable[[Progress], None] | None = None,
        record_tree: bool = False,
    ) -> SearchResult:
        """Return the best move; see `Searcher.choose`.  The tree is not recorded."""
        searcher = self._sure if can_be_solved(position) else self._engine
        limits = limits.tighten(self._limits)
        return searcher.choose(position, limits, heuristic, stopped=stopped, report=report)


class LadderEngine(Searcher):
    """The engine at level *number*, by the ladder of the game that it is asked about."""

    name = Engine.name

    def __init__(
        self,
        number: int,
        seed: int = 0,
        knowledge: KnowledgeSource = NO_KNOWLEDGE,
        heuristic: Callable[[Position], float] | None = None,
        varies: bool = True,
    ) -> None:
        self.title = level_title(number)
        self.sentence = level_sentence(_PLAYERS[number - 1][1])
        self._number = number
        self._seed = seed
        self._knowledge = knowledge
        self._heuristic = heuristic
        self._varies = varies
        self._made: dict[bool, Searcher] = {}

    def choose(
        self,
        position: Position,
        limits: Limits,
        heuristic: Heuristic,
        *,
        stopped: Callable[[], bool] = never,
        report: Callable[[Progress], None] | None = None,
        record_tree: bool = False,
    ) -> SearchResult:
        """Return the move of this level; see `Searcher.choose`.

        *limits* can only make the level weaker; with a time limit its moves may differ between
        machines.  The tree is not recorded.
        """
        return self._searcher(position).choose(
            position, limits, heuristic, stopped=stopped, report=report
        )

    def _searcher(self, position: Position) -> Searcher:
        always_ends = can_be_solved(position)
        if always_ends not in self._made:
            spec = specs(always_ends)[self._number - 1]
            spec = spec.with_bonus() if self._varies else spec.without_variety()
            if spec.proof_nodes and self._heuristic is None:
                made: Searcher = ProvingEngine(
                    self.title,
                    self.sentence,
                    Limits(spec.depth, nodes=spec.nodes),
                    spec.proof_nodes,
                    self._knowledge,
                    _swindles(self._seed),
                    book_span=spec.book_span,
                    seed=self._seed if self._varies else None,
                    near=spec.near,
                )
            else:
                made = LevelledEngine(self._number, spec, self._seed, self._heuristic)
                if ENDING[self._number - 1].proof_nodes and self._heuristic is None:
                    limits = Limits(spec.depth, nodes=spec.nodes)
                    made = KnowingPlayer(made, self._knowledge, limits)
            self._made[always_ends] = made
        return self._made[always_ends]
