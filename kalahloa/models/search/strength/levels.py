"""The engine at ten levels, from "beginner" to "master".

A level is weak in two honest ways.  It does not look far: so many plies, or so many nodes a move.
And the lower levels take any move that they think is nearly as good as the best.  How nearly is
measured against the position: with a *laxity* of 1, a level takes any move that costs no more, by
its own search, than the moves of this position cost on average; so it means the same in every
game, whatever that game's evaluation counts in.  A level never passes over a win that it sees,
and never makes a move that it sees to lose while it knows another.

Given the same seed, a level makes the same move in the same position on every machine.  How far
the levels lie apart was measured by matches: ``python -m tests.benchmarks.levels`` repeats them.
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

ENTRY_BYTES = 16
"""What the transposition table needs for a position."""
SMALLEST_TABLE, LARGEST_TABLE = 1, 64


@dataclass(frozen=True, slots=True)
class LevelSpec:
    """What makes a level: how deep it looks, or how many nodes it visits, and its laxity."""

    name: str
    depth: int | None = None
    nodes: int | None = None
    tolerance: float = 0.0

    @property
    def title(self) -> str:
        """The name with its article: ``a beginner``, ``an expert``."""
        return ("an " if self.name[0] in "aeiou" else "a ") + self.name

    @property
    def reach(self) -> str:
        """How far the level looks, in a few words."""
        if self.nodes is not None:
            return f"at {self.nodes:,} positions a move"
        return "1 move ahead" if self.depth == 1 else f"{self.depth} moves ahead"

    @property
    def text(self) -> str:
        """The strength in a few words, for a table."""
        return f"{self.reach}, laxity {self.tolerance:g}" if self.tolerance else self.reach


LEVELS = (
    LevelSpec("beginner", depth=1, tolerance=3.0),
    LevelSpec("newcomer", depth=1, tolerance=1.07),
    LevelSpec("learner", depth=1, tolerance=0.78),
    LevelSpec("casual player", depth=1, tolerance=0.5),
    LevelSpec("club player", depth=2),
    LevelSpec("strong club player", depth=3),
    LevelSpec("tournament player", nodes=6_000),
    LevelSpec("expert", nodes=32_000),
    LevelSpec("champion", nodes=200_000),
    LevelSpec("master", nodes=6_000_000),
)
"""The levels, the first and weakest of which is level 1."""

LOWEST, HIGHEST = 1, len(LEVELS)
PERFECT = HIGHEST + 1
"""The level above the ten: proven moves, in games that cannot go on for ever (see `perfect`)."""


def table_for(nodes: int | None) -> int:
    """Return the size in MiB of a table in which a search of *nodes* nodes has ample room."""
    if nodes is None:
        return LARGEST_TABLE
    size = SMALLEST_TABLE
    while size < LARGEST_TABLE and size << 20 < 2 * ENTRY_BYTES * nodes:
        size *= 2
    return size


def at_level(number: int, seed: int = 0, knowledge: KnowledgeSource = NO_KNOWLEDGE) -> Searcher:
    """Return the engine at level *number*; raise `UnknownName` if there is no such level.

    *seed* makes the lower levels play differently, and the perfect one, which chooses among moves
    that are as good; the others do not use it.  *knowledge* is `Game.knowledge`, for the perfect
    level.
    """
    if type(number) is not int or not LOWEST <= number <= PERFECT:
        raise UnknownName(
            f"There is no level {quote(number)}; there are levels {LOWEST} to {HIGHEST}, and "
            f"{PERFECT}, which is {PERFECT_NAME}."
        )
    if number == PERFECT:
        return PerfectEngine(seed, knowledge)
    return LevelledEngine(number, LEVELS[number - 1], seed)


def refusal(position: Position, title: str) -> str:
    """Return why there is no perfect play of the game called *title*; nothing where there is.

    *position* is any of the game's.
    """
    if can_be_solved(position):
        return ""
    return f"{title} may go on for ever, so nobody can play it perfectly; take level {HIGHEST}."


class LevelledEngine(Searcher):
    """The engine, held to a `LevelSpec`; *number* is what the level is called."""

    name = Engine.name

    def __init__(self, number: int, strength: LevelSpec, seed: int = 0) -> None:
        self.title = f"{Engine.title}, level {number}"
        content = (
            ", and takes moves that are nearly as good as the best" if strength.tolerance else ""
        )
        self.sentence = f"The engine as {strength.title}: it looks {strength.reach}{content}."
        self._strength = strength
        self._seed = seed
        self._engine = Engine(SMALLEST_TABLE if strength.depth else table_for(strength.nodes))

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

        *limits* can only make the level weaker; where they end a search by time, it is no longer
        the same on every machine.  The tree is not recorded.
        """
        strength = self._strength
        count = len(position.legal_moves())
        depths = [depth for depth in (strength.depth, limits.depth) if depth is not None]
        if count == 1:
            depths.append(1)
        analysis = self._engine.analyse(
            position,
            Limits(min(depths, default=None), limits.seconds, _fewer(strength.nodes, limits.nodes)),
            lines=count if strength.tolerance else 1,
            evaluator=None if position.has_evaluation() else heuristic,
            stopped=stopped,
            report=None if report is None else lambda found: report(_progress(found)),
            for_play=True,
        )
        if stopped():
            raise SearchStopped
        chance = Random(f"{self._seed} {position.ply} {position.position_string()}")
        chosen = chance.choice(acceptable(analysis.lines, strength.tolerance))
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
    """Return those of *lines*, the best of which comes first, that a level with *laxity* takes."""
    best = lines[0]
    uncertain = [line for line in lines if not line.score.decided]
    if not tolerance or best.score.decided or len(uncertain) < 2:
        return [best]
    costs = [best.score.value - line.score.value for line in uncertain]
    most = tolerance * sum(costs) / (len(costs) - 1)
    return [line for line, cost in zip(uncertain, costs, strict=True) if cost <= most]


def _fewer(one: int | None, other: int | None) -> int | None:
    """Return the smaller of two limits; None is no limit."""
    return min((limit for limit in (one, other) if limit is not None), default=None)


def _progress(found: AnalysisResult) -> Progress:
    """Return what a searcher tells of an analysis."""
    best = found.lines[0]
    return Progress(found.depth, found.nodes, best.score.lecture_value, best.line, found.seconds)
