"""The engine at ten levels, from "beginner" to "master".

A level limits the depth or the nodes of the search.  The lower levels also have a *tolerance*: they
choose at random among the moves whose score is nearly that of the best.  Tolerance is relative to
the position, so that it has the same meaning in every game: with a tolerance of 1, a level accepts
any move that loses no more, by its own search, than the moves of the position lose on average.  A
level never misses a win that its search finds, and never makes a move that it finds to lose if
there is another.

With the same seed, a level makes the same move in the same position on every machine.  The Elo
differences between the levels were measured by ``python -m tests.benchmarks.levels``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from kalahloa.models.cancellation import never
from kalahloa.models.errors import UnknownName
from kalahloa.models.heuristic import Heuristic
from kalahloa.models.knowledge import NO_KNOWLEDGE, KnowledgeSource
from kalahloa.models.position import Position
from kalahloa.models.quotation import quote
from kalahloa.models.search.engine.engine import AnalysedLine, AnalysisResult, Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import Progress, SearchResult, SearchStopped
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.solver.solver import can_be_solved
from kalahloa.models.search.strength.perfect import PERFECT_NAME, PerfectEngine
from kalahloa.models.sentence import QT_TRANSLATE_NOOP

ENTRY_BYTES = 16
"""The size of an entry of the transposition table."""
SMALLEST_TABLE, LARGEST_TABLE = 1, 64


@dataclass(frozen=True, slots=True)
class LevelSpec:
    """The definition of a level: the depth or the nodes of its searches, and its tolerance.

    `name` is what a player of this strength is called, `title` the same with the article.
    """

    name: str
    title: str
    depth: int | None = None
    nodes: int | None = None
    tolerance: float = 0.0

    @property
    def reach(self) -> str:
        """The limit of the level's searches, in a few words."""
        if self.nodes is not None:
            return QT_TRANSLATE_NOOP("Models", "at {nodes:,} positions a move").format(
                nodes=self.nodes
            )
        return QT_TRANSLATE_NOOP("Models", "%n move(s) ahead").counted(self.depth or 0)

    @property
    def text(self) -> str:
        """The definition in a few words, for a table."""
        if not self.tolerance:
            return self.reach
        return QT_TRANSLATE_NOOP("Models", "{reach}, tolerance {tolerance:g}").format(
            reach=self.reach, tolerance=self.tolerance
        )


LEVELS = (
    LevelSpec("beginner", QT_TRANSLATE_NOOP("Models", "a beginner"), depth=1, tolerance=3.0),
    LevelSpec("newcomer", QT_TRANSLATE_NOOP("Models", "a newcomer"), depth=1, tolerance=1.07),
    LevelSpec("learner", QT_TRANSLATE_NOOP("Models", "a learner"), depth=1, tolerance=0.78),
    LevelSpec(
        "casual player", QT_TRANSLATE_NOOP("Models", "a casual player"), depth=1, tolerance=0.5
    ),
    LevelSpec("club player", QT_TRANSLATE_NOOP("Models", "a club player"), depth=2),
    LevelSpec("strong club player", QT_TRANSLATE_NOOP("Models", "a strong club player"), depth=3),
    LevelSpec("tournament player", QT_TRANSLATE_NOOP("Models", "a tournament player"), nodes=6_000),
    LevelSpec("expert", QT_TRANSLATE_NOOP("Models", "an expert"), nodes=32_000),
    LevelSpec("champion", QT_TRANSLATE_NOOP("Models", "a champion"), nodes=200_000),
    LevelSpec("master", QT_TRANSLATE_NOOP("Models", "a master"), nodes=6_000_000),
)
"""The levels; the first one, the weakest, is level 1."""

LOWEST, HIGHEST = 1, len(LEVELS)
PERFECT = HIGHEST + 1
"""The level above the ten: proven moves, in games that always end (see `perfect`)."""


def table_for(nodes: int | None) -> int:
    """Return the size in MiB of a table that is large enough for a search of *nodes* nodes."""
    if nodes is None:
        return LARGEST_TABLE
    size = SMALLEST_TABLE
    while size < LARGEST_TABLE and size << 20 < 2 * ENTRY_BYTES * nodes:
        size *= 2
    return size


def at_level(number: int, seed: int = 0, knowledge: KnowledgeSource = NO_KNOWLEDGE) -> Searcher:
    """Return the engine at level *number*; raise `UnknownName` if there is no such level.

    *seed* determines the random choices of the lower levels and of the perfect one; the others make
    none.  *knowledge* is `Game.knowledge`, for the perfect level.
    """
    if type(number) is not int or not LOWEST <= number <= PERFECT:
        raise UnknownName(
            QT_TRANSLATE_NOOP(
                "Models",
                "There is no level {number}; there are levels {lowest} to {highest}, and "
                "{perfect}, which is {name}.",
            ).format(
                number=quote(number),
                lowest=LOWEST,
                highest=HIGHEST,
                perfect=PERFECT,
                name=PERFECT_NAME,
            )
        )
    if number == PERFECT:
        return PerfectEngine(seed, knowledge)
    return LevelledEngine(number, LEVELS[number - 1], seed)


def refusal(position: Position, title: str) -> str:
    """Return why the game called *title* has no perfect level, or an empty text if it has.

    *position* is any position of the game.
    """
    if can_be_solved(position):
        return ""
    return QT_TRANSLATE_NOOP(
        "Models", "{title} may go on for ever, so it has no perfect level; take level {highest}."
    ).format(title=title, highest=HIGHEST)


class LevelledEngine(Searcher):
    """The engine with the limits and the tolerance of a `LevelSpec`; *number* is its level."""

    name = Engine.name

    def __init__(self, number: int, spec: LevelSpec, seed: int = 0) -> None:
        self.title = QT_TRANSLATE_NOOP("Models", "{engine}, level {number}").format(
            engine=Engine.title, number=number
        )
        sentence = (
            QT_TRANSLATE_NOOP(
                "Models",
                "The engine as {title}: it looks {reach}, and accepts moves that are nearly as "
                "good as the best.",
            )
            if spec.tolerance
            else QT_TRANSLATE_NOOP("Models", "The engine as {title}: it looks {reach}.")
        )
        self.sentence = sentence.format(title=spec.title, reach=spec.reach)
        self._spec = spec
        self._seed = seed
        self._engine = Engine(SMALLEST_TABLE if spec.depth else table_for(spec.nodes))

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
        spec = self._spec
        count = len(position.legal_moves())
        limits = limits.tighten(Limits(1 if count == 1 else spec.depth, nodes=spec.nodes))
        analysis = self._engine.analyse(
            position,
            limits,
            lines=count if spec.tolerance else 1,
            evaluator=None if position.has_evaluation() else heuristic,
            stopped=stopped,
            report=None if report is None else lambda found: report(_progress(found)),
            for_play=True,
        )
        if stopped():
            raise SearchStopped
        chance = Random(f"{self._seed} {position.ply} {position.position_string()}")
        chosen = chance.choice(acceptable(analysis.lines, spec.tolerance))
        return SearchResult(
            move=chosen.move,
            value=chosen.score.lecture_value,
            line=chosen.line,
            nodes=analysis.nodes,
            seconds=analysis.seconds,
            depth=analysis.depth,
            proven=chosen.score.proven and not chosen.score.margin_is_bound,
        )


def acceptable(lines: Sequence[AnalysedLine], tolerance: float) -> list[AnalysedLine]:
    """Return those of *lines*, sorted best first, that a level with *tolerance* accepts."""
    best = lines[0]
    uncertain = [line for line in lines if not line.score.decided]
    if not tolerance or best.score.decided or len(uncertain) < 2:
        return [best]
    costs = [best.score.value - line.score.value for line in uncertain]
    most = tolerance * sum(costs) / (len(costs) - 1)
    return [line for line, cost in zip(uncertain, costs, strict=True) if cost <= most]


def _progress(found: AnalysisResult) -> Progress:
    """Return *found* as the progress of a searcher."""
    best = found.lines[0]
    return Progress(found.depth, found.nodes, best.score.lecture_value, best.line, found.seconds)
